/* The moment of triumph of each puzzle, picture by picture, and the star that flies to the list. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/help.h"
#include "ui/widget/star.h"

static const int sides[] = {2, 4, 5, 6, 7, 8, 12, 16, 23, 48};
enum { SIDES = sizeof sides / sizeof sides[0], TIMES = 14 };

/* One move before their end. Some have more on them than what the triumph is about: a wall, gems
 * that may stay, a shape that is open. */
static const char *const boards[] = {
	"level: t\nmode: tilt\n\na#b. a#.b\n",
	"level: t\nmode: tilt\n\na... ...a\n.... ....\n.b.. ...b\n",
	"level: t\nmode: gems\ngoal: clear a\n\n..a.\naabb\n",
	"level: t\nmode: gems\n\naba\nbab\n",
	"level: t\nmode: bishop\n\na.... .....\n..... .....\n..... ..a..\n.#... .#...\n",
	"level: t\nmode: bishop\npiece: knight\n\na.. ...\n... ..a\n",
	"level: t\nmode: lines\ngoal: groups 1\n\n8.2\n.1.\n",
	"level: t\nmode: lines\n\n8.2\n",
};
enum { BOARDS = sizeof boards / sizeof boards[0] };

struct solved {
	const struct puzzle *puzzle;
	struct level level;
	struct state state;
};

/* Makes moves, any that leads to the end. */
static void solve(const char *text, struct solved *solved)
{
	move_code moves[MOVES_MAX];
	solved->puzzle = read_level(text, &solved->level);
	const int count =
		puzzle_valid_moves(solved->puzzle, &solved->level, &solved->level.start, moves);
	for (int i = 0; i < count; i++) {
		solved->state = solved->level.start;
		solved->puzzle->rules.apply(&solved->level, &solved->state, moves[i]);
		if (solved->puzzle->rules.solved(&solved->level, &solved->state))
			return;
	}
	ck_abort_msg("no move solves %s", text);
}

/* The board at rest, or with `time` in its triumph. */
static struct picture *paint(const struct solved *solved, int side, int time)
{
	struct picture *picture = picture_new();
	const struct size size = puzzle_extent(solved->puzzle, &solved->level, side);
	must(picture != NULL && picture_resize(picture, size.rows, size.columns), "no picture");
	picture->glyphs = GLYPHS_SHAPES;
	picture->pixels = true;
	picture_set_side(picture, side);
	solved->puzzle->screen.paint(&solved->level, &(struct view){.state = &solved->state},
	                             picture);
	if (time > 0)
		solved->puzzle->screen.triumph(&solved->level, &solved->state, time, picture);
	return picture;
}

static bool differ(struct picture_cell a, struct picture_cell b)
{
	return a.glyph != b.glyph || a.role != b.role || a.tint != b.tint || a.ink != b.ink ||
	       a.paper != b.paper;
}

/* How many cells of the screen differ. */
static int differences(const struct picture *a, const struct picture *b)
{
	int count = 0;
	for (int i = 0; i < a->rows * a->columns; i++)
		count += differ(a->cells[i], b->cells[i]);
	return count;
}

/* Of those, the ones outside the board's cells. */
static int differences_outside(const struct solved *solved, const struct picture *a,
                               const struct picture *b)
{
	const struct size margin = solved->puzzle->screen.margin;
	const int below = margin.rows + (solved->level.rows * a->side + 1) / 2;
	const int right = margin.columns + solved->level.columns * a->side;
	int count = 0;
	for (int i = 0; i < a->rows * a->columns; i++) {
		const int row = i / a->columns, column = i % a->columns;
		if (row < margin.rows || row >= below || column < margin.columns || column >= right)
			count += differ(a->cells[i], b->cells[i]);
	}
	return count;
}

START_TEST(a_triumph_moves_within_the_board)
{
	struct solved *solved = malloc(sizeof *solved);
	const int side = sides[_i / BOARDS];
	solve(boards[_i % BOARDS], solved);
	struct picture *rest = paint(solved, side, 0), *before = paint(solved, side, 0);
	int changes = 0, most = 0;
	for (int i = 0; i < TIMES; i++) {
		struct picture *now = paint(solved, side, (2 * i + 1) * 500 / TIMES);
		ck_assert_int_eq(differences_outside(solved, rest, now), 0);
		changes += differences(before, now) > 0;
		most = differences(rest, now) > most ? differences(rest, now) : most;
		picture_free(before);
		before = now;
	}
	ck_assert_msg(changes > (side < 4 ? 2 : TIMES / 3), "only %d pictures with side %d",
	              changes, side);
	ck_assert_int_gt(most, 1);
	picture_free(before);
	picture_free(rest);
	free(solved);
}
END_TEST

/* What reduced animation shows. */
START_TEST(a_triumph_is_seen_in_a_single_picture)
{
	struct solved *solved = malloc(sizeof *solved);
	solve(boards[_i % BOARDS], solved);
	struct picture *rest = paint(solved, sides[_i / BOARDS], 0);
	struct picture *middle = paint(solved, sides[_i / BOARDS], 600);
	ck_assert_int_gt(differences(rest, middle), 1);
	picture_free(middle);
	picture_free(rest);
	free(solved);
}
END_TEST

/* ---- the star ---- */

enum { ROWS = 10, COLUMNS = 30, LEVEL = 7, FROM_ROW = 1, FROM_COLUMN = 25, ROW = 8, COLUMN = 6 };

/* The list as it is painted; *at is where the star is in the air, -1 where it is not. */
static struct picture *paint_list(struct star *star, int *at)
{
	struct picture *picture = picture_new();
	must(picture != NULL && picture_resize(picture, ROWS, COLUMNS), "no picture");
	picture->glyphs = GLYPHS_SHAPES;
	picture_put(picture, ROW, COLUMN, U'★', ROLE_TEXT, 0);
	star_land(star, LEVEL, ROW, COLUMN);
	star_draw(star, picture);
	*at = -1;
	for (int i = 0; i < ROWS * COLUMNS; i++)
		if (picture->cells[i].glyph == U'★' && i != ROW * COLUMNS + COLUMN)
			*at = i;
	return picture;
}

static void tick(struct star *star)
{
	star->due = 1; /* long ago */
	star_tick(star);
}

static struct star new_star(bool still)
{
	struct star star = {.level = 0};
	star_earn(&star, LEVEL);
	star_show(&star, FROM_ROW, FROM_COLUMN);
	star_fly(&star, still);
	return star;
}

START_TEST(a_star_flies_to_its_place)
{
	struct star star = new_star(false);
	int at, before = FROM_ROW * COLUMNS + FROM_COLUMN, pictures = 0, flown = 0, glints = 0;
	for (; star_due(&star) != 0; tick(&star), pictures++) {
		struct picture *picture = paint_list(&star, &at);
		const struct picture_cell home = picture_cell_at(picture, ROW, COLUMN);
		if (at >= 0) {
			ck_assert_uint_eq(home.glyph, U'○');
			ck_assert_int_ge(at / COLUMNS, before / COLUMNS);
			ck_assert_int_lt(at % COLUMNS, before % COLUMNS);
			before = at;
			flown++;
		} else {
			ck_assert_uint_eq(home.glyph, U'★');
			glints += home.role == ROLE_SELECTED;
		}
		picture_free(picture);
	}
	ck_assert_int_gt(flown, 4);
	ck_assert_int_gt(glints, 1);
	ck_assert_int_le(pictures, 12);
	struct picture *picture = paint_list(&star, &at);
	ck_assert_uint_eq(picture_cell_at(picture, ROW, COLUMN).role, ROLE_TEXT);
	ck_assert_int_eq(at, -1);
	picture_free(picture);
}
END_TEST

START_TEST(a_star_glints_in_a_single_picture)
{
	struct star star = new_star(true);
	int at;
	struct picture *picture = paint_list(&star, &at);
	ck_assert_int_eq(at, -1);
	ck_assert_uint_eq(picture_cell_at(picture, ROW, COLUMN).role, ROLE_SELECTED);
	picture_free(picture);
	tick(&star);
	ck_assert_int_eq(star_due(&star), 0);
}
END_TEST

START_TEST(a_star_stays_away_from_lists_without_its_level)
{
	struct star star = new_star(false);
	struct picture *picture = picture_new();
	must(picture != NULL && picture_resize(picture, ROWS, COLUMNS), "no picture");
	star_land(&star, LEVEL + 1, ROW, COLUMN);
	star_draw(&star, picture);
	for (int i = 0; i < ROWS * COLUMNS; i++)
		ck_assert_uint_eq(picture->cells[i].glyph, U' ');
	picture_free(picture);
}
END_TEST

START_TEST(no_star_flies_that_was_not_earned)
{
	struct star star = {.level = 0};
	star_show(&star, FROM_ROW, FROM_COLUMN);
	star_fly(&star, false);
	ck_assert_int_eq(star_due(&star), 0);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_loop_test(tests, a_triumph_moves_within_the_board, 0, SIDES * BOARDS);
	tcase_add_loop_test(tests, a_triumph_is_seen_in_a_single_picture, 0, SIDES * BOARDS);
	tcase_add_test(tests, a_star_flies_to_its_place);
	tcase_add_test(tests, a_star_glints_in_a_single_picture);
	tcase_add_test(tests, a_star_stays_away_from_lists_without_its_level);
	tcase_add_test(tests, no_star_flies_that_was_not_earned);
}

int main(void)
{
	return run_tests("triumph", add_all);
}
