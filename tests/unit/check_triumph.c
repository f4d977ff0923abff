/* The moment of triumph of each puzzle, picture by picture. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/help.h"

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

/* How many cells of the screen differ. */
static int differences(const struct picture *a, const struct picture *b)
{
	int count = 0;
	for (int i = 0; i < a->rows * a->columns; i++)
		count += memcmp(&a->cells[i], &b->cells[i], sizeof a->cells[i]) != 0;
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
			count += memcmp(&a->cells[i], &b->cells[i], sizeof a->cells[i]) != 0;
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

static void add_all(TCase *tests)
{
	tcase_add_loop_test(tests, a_triumph_moves_within_the_board, 0, SIDES * BOARDS);
	tcase_add_loop_test(tests, a_triumph_is_seen_in_a_single_picture, 0, SIDES * BOARDS);
}

int main(void)
{
	return run_tests("triumph", add_all);
}
