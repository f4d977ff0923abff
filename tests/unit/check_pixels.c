/* What boards show when they are painted with pixels: that things differ
 * which mean different things, whatever the size of a cell. */
#include <check.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/help.h"

/* Every side that is drawn in its own way, and some between them. */
static const int sides[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 20, 23, 24, 36, 48};
enum {
	SIDES = sizeof sides / sizeof sides[0],
	CUTS_FROM = 2, /* the first side in which gems are cut, and move by pixels */
};

static const struct puzzle *read_board(const char *mode, const char *headers, const char *rows,
                                       struct level *level)
{
	char text[1024];
	const int size =
		snprintf(text, sizeof text, "level: t\nmode: %s\n%s\n%s\n", mode, headers, rows);
	must(size < (int)sizeof text, "board too large");
	return read_level(text, level);
}

static struct picture *paint(const struct puzzle *puzzle, const struct level *level,
                             struct view view, int side)
{
	struct picture *picture = picture_new();
	const struct size size = puzzle_extent(puzzle, level, side);
	must(picture != NULL && picture_resize(picture, size.rows, size.columns), "no picture");
	picture->glyphs = GLYPHS_SHAPES;
	picture->pixels = true;
	picture_set_side(picture, side);
	picture->frame = puzzle_frame_rows(puzzle, level);
	if (view.state == NULL)
		view.state = &level->start;
	puzzle->screen.paint(level, &view, picture);
	return picture;
}

/* A cell of a board in a picture. */
struct spot {
	const struct picture *picture;
	int side, y, x; /* its upper left pixel */
};

static struct spot spot_of(const struct puzzle *puzzle, const struct picture *picture, int row,
                           int column)
{
	const struct size margin = puzzle->screen.margin;
	return (struct spot){picture, picture->side, 2 * margin.rows + row * picture->side,
	                     margin.columns + column * picture->side};
}

static colour_id pixel(struct spot spot, int y, int x)
{
	return picture_pixel_at(spot.picture, spot.y + y, spot.x + x);
}

/* Pixels of a colour, and glyphs in it. */
static int count_colour(struct spot spot, colour_id colour)
{
	int count = 0;
	for (int y = 0; y < spot.side; y++)
		for (int x = 0; x < spot.side; x++) {
			const struct picture_cell cell =
				picture_cell_at(spot.picture, (spot.y + y) / 2, spot.x + x);
			const bool glyph = cell.glyph != U'▀' && cell.glyph != U'▄';
			count += pixel(spot, y, x) == colour || (glyph && cell.ink == colour);
		}
	return count;
}

static int count_hue(struct spot spot, int hue)
{
	int count = 0;
	for (int tone = 1; tone < TONES; tone++)
		count += count_colour(spot, hue_colour(hue, (enum tone)tone));
	return count;
}

/* How many screen cells of two spots in the same place differ. */
static int differences(struct spot a, struct spot b)
{
	int count = 0;
	for (int row = a.y / 2; row < (a.y + a.side + 1) / 2; row++)
		for (int column = a.x; column < a.x + a.side; column++) {
			const struct picture_cell p = picture_cell_at(a.picture, row, column);
			const struct picture_cell q = picture_cell_at(b.picture, row, column);
			count += p.glyph != q.glyph || p.ink != q.ink || p.paper != q.paper;
		}
	return count;
}

/* ---- tilt ---- */

static colour_id without_chequer(colour_id colour)
{
	return colour == COLOUR_CELL_ODD ? COLOUR_CELL : colour;
}

/* Where rows of cells begin in the middle of a row of the screen, too: from five pixels on, blocks
 * and goals are all drawn, and without tones all cells are even. */
START_TEST(blocks_and_goals_look_alike_in_every_row)
{
	struct level level;
	const int side = sides[_i];
	const struct puzzle *puzzle = read_board("tilt", "", "ab.. ..ab\nab.. ..ab", &level);
	struct picture *picture = paint(puzzle, &level, (struct view){0}, side);
	for (int column = 0; column < level.columns && side > 4; column++)
		for (int i = 0; i < side * side; i++) {
			const struct spot upper = spot_of(puzzle, picture, 0, column);
			const struct spot lower = spot_of(puzzle, picture, 1, column);
			const int y = i / side, x = i % side;
			must(picture_cell_is_pixels(
				     picture_cell_at(picture, (lower.y + y) / 2, lower.x + x)),
			     "a glyph in cells of %d", side);
			must(without_chequer(pixel(upper, y, x)) ==
			             without_chequer(pixel(lower, y, x)),
			     "rows differ in cells of %d", side);
		}
	picture_free(picture);
}
END_TEST

/* Of both hues something is seen, and of the goal's its own tones; in small cells its floor, with a
 * symbol that can be read there. */
START_TEST(goals_are_seen_under_blocks)
{
	const bool small = sides[_i] <= 4;
	struct level level;
	const struct puzzle *puzzle = read_board("tilt", "", "aba. aab.\n.... ....", &level);
	struct picture *picture = paint(puzzle, &level, (struct view){0}, sides[_i]);
	const struct spot home = spot_of(puzzle, picture, 0, 0);
	const struct spot other = spot_of(puzzle, picture, 0, 1);
	ck_assert_int_eq(count_hue(home, 2), 0);
	ck_assert_int_gt(count_colour(home, hue_colour(1, TONE_GLINT)), 0);
	ck_assert_int_gt(count_colour(other, hue_colour(2, TONE_BASE)), 0);
	ck_assert_int_gt(count_colour(other, hue_colour(1, small ? TONE_SUNK : TONE_RING)), 0);
	ck_assert_int_eq(count_colour(other, COLOUR_MARK) > 0, small);
	ck_assert_int_eq(count_colour(other, hue_colour(2, TONE_GLINT)), 0);
	picture_free(picture);
}
END_TEST

/* A symbol is in the middle of its block, and more of the face is seen than of the symbol. */
START_TEST(symbols_leave_the_face)
{
	struct level level;
	const struct puzzle *puzzle =
		read_board("tilt", "", "abc ...\ndef ...\n... abc\n... def", &level);
	const int side = sides[_i];
	struct picture *picture = paint(puzzle, &level, (struct view){0}, side);
	for (int hue = 1; hue <= 6 && side > 4; hue++) {
		const struct spot spot = spot_of(puzzle, picture, (hue - 1) / 3, (hue - 1) % 3);
		const int symbol = count_colour(spot, hue_colour(hue, TONE_SYMBOL));
		ck_assert_int_gt(symbol, 0);
		/* In five pixels there is no room for more than three. */
		must(symbol < (side == 5 ? 10 : side * side * 3 / 8), "side %d: %d of hue %d", side,
		     symbol, hue);
		for (int i = 0; i < side * side; i++)
			must((pixel(spot, i / side, i % side) == hue_colour(hue, TONE_SYMBOL)) ==
			             (pixel(spot, i / side, side - 1 - i % side) ==
			              hue_colour(hue, TONE_SYMBOL)),
			     "side %d: hue %d is off the middle", side, hue);
	}
	picture_free(picture);
}
END_TEST

/* In small cells a block at home differs from another one only in its sides: it would seem to jump
 * if its symbol or its face were elsewhere. */
START_TEST(small_blocks_do_not_jump_when_they_get_home)
{
	static const char *const boards[] = {"aa.. aa..\naa.. aa..", "aa.. ..aa\naa.. ..aa"};
	const int side = sides[_i];
	struct picture *pictures[2];
	const struct puzzle *puzzle = NULL;
	for (int b = 0; b < 2; b++) {
		struct level level;
		puzzle = read_board("tilt", "", boards[b], &level);
		pictures[b] = paint(puzzle, &level, (struct view){0}, side);
	}
	for (int row = 0; row < 2 && side < 5; row++) {
		const struct spot home = spot_of(puzzle, pictures[0], row, 0);
		const struct spot block = spot_of(puzzle, pictures[1], row, 0);
		const int last = (home.y + side) / 2;
		for (int i = (home.y + 1) / 2; i < last; i++)
			for (int x = home.x; x < home.x + side; x++) {
				const struct picture_cell a = picture_cell_at(pictures[0], i, x);
				const struct picture_cell b = picture_cell_at(pictures[1], i, x);
				ck_assert(a.glyph == b.glyph ||
				          (picture_cell_is_pixels(a) && picture_cell_is_pixels(b)));
			}
		ck_assert_int_eq(count_colour(home, hue_colour(1, TONE_SYMBOL)),
		                 count_colour(block, hue_colour(1, TONE_SYMBOL)));
		ck_assert_int_gt(count_colour(home, hue_colour(1, TONE_GLINT)), 0);
	}
	for (int b = 0; b < 2; b++)
		picture_free(pictures[b]);
}
END_TEST

/* Two blocks of one colour that touch, whether they are at home or not. */
START_TEST(blocks_that_touch_stay_two)
{
	static const char *const boards[] = {"aa.. ..aa\naa.. ..aa", "aa. aa.\naa. aa."};
	const int side = sides[_i], middle = side / 2;
	for (int b = 0; b < 2 && side >= 4; b++) {
		struct level level;
		const struct puzzle *puzzle = read_board("tilt", "", boards[b], &level);
		struct picture *picture = paint(puzzle, &level, (struct view){0}, side);
		const struct spot first = spot_of(puzzle, picture, 0, 0);
		const struct spot right = spot_of(puzzle, picture, 0, 1);
		const struct spot below = spot_of(puzzle, picture, 1, 0);
		ck_assert_uint_ne(pixel(first, middle, side - 1), pixel(right, middle, 0));
		ck_assert_uint_ne(pixel(first, side - 1, middle), pixel(below, 0, middle));
		picture_free(picture);
	}
}
END_TEST

/* ---- bishop ---- */

static const char *const kinds[] = {"bishop", "rook", "queen", "knight", "king"};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static struct picture *paint_kind(int kind, int side)
{
	struct level level;
	char header[32];
	snprintf(header, sizeof header, "piece: %s\n", kinds[kind]);
	const struct puzzle *puzzle =
		read_board("bishop", header, "... ...\n.a. ...\n... ..a", &level);
	return paint(puzzle, &level, (struct view){0}, side);
}

/* The outline alone: where two pictures differ in having the man's colour or not. */
static int outline_differences(struct spot a, struct spot b)
{
	int count = 0;
	for (int y = 0; y < a.side; y++)
		for (int x = 0; x < a.side; x++) {
			const colour_id p = pixel(a, y, x), q = pixel(b, y, x);
			count += (colour_hue(p) == 1 && colour_tone(p) < TONE_EDGE) !=
			         (colour_hue(q) == 1 && colour_tone(q) < TONE_EDGE);
		}
	return count;
}

START_TEST(every_kind_has_its_own_outline)
{
	const int side = sides[_i];
	const struct puzzle *puzzle = NULL;
	struct picture *pictures[KINDS];
	struct level level;
	puzzle = read_board("bishop", "", "a. .a", &level);
	for (int i = 0; i < KINDS; i++)
		pictures[i] = paint_kind(i, side);
	for (int i = 0; i < KINDS; i++)
		for (int j = 0; j < i; j++) {
			/* In cells of quarters the outline is in the glyphs. */
			const struct spot a = spot_of(puzzle, pictures[i], 1, 1);
			const struct spot b = spot_of(puzzle, pictures[j], 1, 1);
			const int found = side < 5 ? differences(a, b) : outline_differences(a, b);
			must(found >= (side < 4 ? 1 : 2), "%s is like %s at %d", kinds[i], kinds[j],
			     side);
		}
	for (int i = 0; i < KINDS; i++)
		picture_free(pictures[i]);
}
END_TEST

START_TEST(the_board_is_a_chessboard)
{
	struct level level;
	const struct puzzle *puzzle =
		read_board("bishop", "", "..a# ..a#\n.... ....\n.... ....", &level);
	struct picture *picture = paint(puzzle, &level, (struct view){0}, sides[_i]);
	for (int row = 0; row < 3; row++)
		for (int column = 0; column < 2; column++)
			ck_assert_uint_eq(pixel(spot_of(puzzle, picture, row, column), 0, 0),
			                  (row + column) % 2 == 0 ? COLOUR_SQUARE
			                                          : COLOUR_SQUARE_ODD);
	const struct spot wall = spot_of(puzzle, picture, 0, 3);
	ck_assert_int_eq(count_colour(wall, COLOUR_SQUARE), 0);
	ck_assert_int_eq(count_colour(wall, COLOUR_SQUARE_ODD), 0);
	picture_free(picture);
}
END_TEST

/* A man at home, on another's target, and beside a target. */
START_TEST(targets_are_seen_under_men)
{
	struct level level;
	const int side = sides[_i];
	const struct puzzle *puzzle = read_board("bishop", "", "aba aab\n... ...", &level);
	struct picture *picture = paint(puzzle, &level, (struct view){0}, side);
	const struct spot home = spot_of(puzzle, picture, 0, 0);
	const struct spot other = spot_of(puzzle, picture, 0, 1);
	ck_assert_int_gt(count_hue(home, 1), 0);
	ck_assert_int_eq(count_hue(home, 2), 0);
	ck_assert_int_gt(count_hue(other, 2), 0); /* the man */
	/* More than a few pixels of its ring or ground. */
	ck_assert_int_ge(count_colour(other, hue_colour(1, side < 5 ? TONE_SUNK : TONE_RING)) +
	                         count_colour(other, hue_colour(1, TONE_SUNK)),
	                 side < 4 ? 1 : side);
	picture_free(picture);
}
END_TEST

/* In small cells a man keeps its own tones at home and on another's target, around it is what is
 * darker than itself, but for two corners. */
START_TEST(targets_do_not_swallow_small_men)
{
	static const enum tone bright[] = {TONE_GLINT, TONE_LIGHT, TONE_BASE};
	static const char *const boards[] = {"ab. ..a\n... ..b", "ab. ab.\n... ...",
	                                     "ab. ba.\n... ..."};
	const int side = sides[_i];
	for (int i = 0; i < 3 && side >= 5 && side <= 8; i++) {
		struct level level;
		const struct puzzle *puzzle = read_board("bishop", "", boards[0], &level);
		struct picture *plain = paint(puzzle, &level, (struct view){0}, side);
		const struct spot man = spot_of(puzzle, plain, 0, 0);
		read_board("bishop", "", boards[i], &level);
		struct picture *picture = paint(puzzle, &level, (struct view){0}, side);
		const struct spot spot = spot_of(puzzle, picture, 0, 0);
		for (int tone = 0; tone < 3; tone++)
			ck_assert_int_eq(count_colour(spot, hue_colour(1, bright[tone])),
			                 count_colour(man, hue_colour(1, bright[tone])));
		ck_assert_int_eq(count_colour(spot, hue_colour(1, TONE_RING)), 0);
		ck_assert_int_eq(count_colour(spot, hue_colour(2, TONE_RING)),
		                 i < 2 || side == 5 ? 0 : 2);
		picture_free(plain);
		picture_free(picture);
	}
}
END_TEST

/* At a glance: in half of the square and more, from a man beside a target and from one on another's
 * target. */
START_TEST(a_man_at_home_looks_different)
{
	static const char *const boards[] = {"ab. ab.\n... ...", "ab. ..a\n... ..b",
	                                     "ab. ba.\n... ..."};
	struct picture *pictures[3];
	const struct puzzle *puzzle = NULL;
	const int side = sides[_i];
	for (int i = 0; i < 3; i++) {
		struct level level;
		puzzle = read_board("bishop", "", boards[i], &level);
		pictures[i] = paint(puzzle, &level, (struct view){0}, side);
	}
	for (int i = 1; i < 3; i++)
		ck_assert_int_ge(2 * differences(spot_of(puzzle, pictures[0], 0, 0),
		                                 spot_of(puzzle, pictures[i], 0, 0)),
		                 side * side / 2);
	for (int i = 0; i < 3; i++)
		picture_free(pictures[i]);
}
END_TEST

enum { LOOKS = 5 };

/* The same position: plain, under the cursor, chosen, with a hint, with valid moves shown. */
static void paint_looks(const struct puzzle *puzzle, const struct level *level, int side, int row,
                        int column, struct picture *out[LOOKS])
{
	static move_code moves[MOVES_MAX];
	const int count = puzzle_valid_moves(puzzle, level, &level->start, moves);
	const struct cursor away = {level->rows - 1, 0, -1}, here = {row, column, -1};
	const struct cursor chosen = {level->rows - 1, 0, 0};
	move_code hint;
	ck_assert(puzzle_find_move(puzzle, level, &level->start, "a3-b2", &hint));
	const struct view views[LOOKS] = {
		{.cursor = &away},
		{.cursor = &here},
		{.cursor = &chosen},
		{.cursor = &away, .hint = &hint},
		{.cursor = &away, .valid = moves, .valid_count = count},
	};
	for (int i = 0; i < LOOKS; i++)
		out[i] = paint(puzzle, level, views[i], side);
}

/* `looks` of them must differ on a cell, each from each. */
static void check_looks(const struct puzzle *puzzle, struct picture *const pictures[LOOKS],
                        int looks, int row, int column)
{
	for (int i = 0; i < looks; i++)
		for (int j = 0; j < i; j++)
			must(differences(spot_of(puzzle, pictures[i], row, column),
			                 spot_of(puzzle, pictures[j], row, column)) > 0,
			     "look %d is like %d on %d,%d", i, j, row, column);
}

START_TEST(marks_differ_from_each_other)
{
	struct level level;
	struct picture *pictures[LOOKS];
	const struct puzzle *puzzle =
		read_board("bishop", "", "a.... .....\n..... .....\n..... ....a", &level);
	const int side = sides[_i];
	paint_looks(puzzle, &level, side, 0, 0, pictures);
	check_looks(puzzle, pictures, LOOKS, 0, 0);
	for (int i = 0; i < LOOKS; i++) {
		/* The man keeps its colour; where there is only its glyph, its symbol. */
		const struct spot man = spot_of(puzzle, pictures[i], 0, 0);
		if (side > 2)
			ck_assert_int_gt(count_hue(man, 1), 0);
		else
			ck_assert_uint_eq(picture_cell_at(man.picture, man.y / 2, man.x + 1).glyph,
			                  picture_piece_glyph(man.picture, 1));
		picture_free(pictures[i]);
	}
	paint_looks(puzzle, &level, side, 1, 1, pictures);
	check_looks(puzzle, pictures, LOOKS - 1, 1, 1); /* a square that can be gone to */
	for (int i = 0; i < LOOKS; i++)
		picture_free(pictures[i]);
}
END_TEST

/* The man is whole, and both are seen. */
START_TEST(a_hint_on_the_chosen_man_shows_both)
{
	struct level level;
	move_code hint;
	const int side = sides[_i];
	const struct puzzle *puzzle = read_board("bishop", "", "a... ....\n.... ...a", &level);
	const struct cursor cursor = {1, 3, 0};
	ck_assert(puzzle_find_move(puzzle, &level, &level.start, "a2-b1", &hint));
	struct picture *plain = paint(puzzle, &level, (struct view){0}, side);
	struct picture *marked =
		paint(puzzle, &level, (struct view){.cursor = &cursor, .hint = &hint}, side);
	const struct spot man = spot_of(puzzle, marked, 0, 0);
	ck_assert_int_eq(count_hue(man, 1), count_hue(spot_of(puzzle, plain, 0, 0), 1));
	ck_assert_int_gt(count_colour(man, COLOUR_HINT_CELL) + count_colour(man, COLOUR_HINT), 0);
	if (side >= 5)
		ck_assert_int_gt(count_colour(man, COLOUR_CHOSEN), 0);
	picture_free(plain);
	picture_free(marked);
}
END_TEST

/* The pixels of a square that differ in two pictures: in a square of `size` in its
 * middle. */
static int changes(struct spot a, struct spot b, int size)
{
	const int near = (a.side - size) / 2;
	int count = 0;
	for (int y = near; y < near + size; y++)
		for (int x = near; x < near + size; x++)
			count += pixel(a, y, x) != pixel(b, y, x);
	return count;
}

/* A crumb is a dot in the middle of its square. On a target it leaves the symbol as it was. */
START_TEST(crumbs_are_centred_and_leave_symbols)
{
	struct level level;
	const int side = sides[_i];
	const struct puzzle *puzzle =
		read_board("bishop", "piece: rook\n", ".... .a..\na... ....", &level);
	const struct cursor cursor = {0, 3, 4};
	struct picture *plain = paint(puzzle, &level, (struct view){0}, side);
	struct picture *chosen = paint(puzzle, &level, (struct view){.cursor = &cursor}, side);
	const struct spot before = spot_of(puzzle, plain, 1, 2);
	const struct spot dot = spot_of(puzzle, chosen, 1, 2);
	ck_assert_int_gt(differences(before, dot), 0);
	for (int i = 0; i < side * side && side >= 5; i++) {
		const int y = i / side, x = i % side;
		ck_assert_int_eq(pixel(before, y, x) == pixel(dot, y, x),
		                 pixel(before, side - 1 - y, side - 1 - x) ==
		                         pixel(dot, side - 1 - y, side - 1 - x));
	}
	picture_free(plain);
	picture_free(chosen);
	read_board("bishop", "piece: rook\n", ".... ....\na... .a..", &level);
	plain = paint(puzzle, &level, (struct view){0}, side);
	chosen = paint(puzzle, &level, (struct view){.cursor = &cursor}, side);
	const struct spot target = spot_of(puzzle, chosen, 1, 1);
	ck_assert_int_gt(differences(spot_of(puzzle, plain, 1, 1), target), 0);
	if (side >= 8)
		ck_assert_int_eq(changes(spot_of(puzzle, plain, 1, 1), target, side * 3 / 4), 0);
	picture_free(plain);
	picture_free(chosen);
}
END_TEST

START_TEST(a_forbidden_square_shows_what_forbids_it)
{
	struct level level;
	const struct cursor cursor = {1, 1, 11};
	const struct puzzle *puzzle = read_board("bishop", "rules: no-attack\npiece: rook\n",
	                                         "b... ....\n.... .ab.\n...a ....", &level);
	const int side = sides[_i];
	struct picture *picture = paint(puzzle, &level, (struct view){.cursor = &cursor}, side);
	ck_assert_int_gt(count_colour(spot_of(puzzle, picture, 2, 0), COLOUR_FORBIDDEN), 0);
	ck_assert_int_eq(count_colour(spot_of(puzzle, picture, 2, 2), COLOUR_FORBIDDEN), 0);
	ck_assert_int_gt(count_hue(spot_of(puzzle, picture, 2, 2), 1), 0);
	if (side > 2) /* the line to the attacker */
		ck_assert_int_gt(count_colour(spot_of(puzzle, picture, 1, 0), COLOUR_FORBIDDEN), 0);
	picture_free(picture);
}
END_TEST

/* The first column with the man's colour. */
static int first_column(const struct picture *picture, int hue)
{
	for (int x = 0; x < picture->columns; x++)
		for (int y = 0; y < 2 * picture->rows; y++)
			if (colour_hue(picture_pixel_at(picture, y, x)) == hue)
				return x;
	return -1;
}

START_TEST(a_man_glides)
{
	struct level level;
	move_code move;
	const struct puzzle *puzzle = read_board("bishop", "piece: rook\n", "a.... ....a", &level);
	ck_assert(puzzle_find_move(puzzle, &level, &level.start, "a1-d1", &move));
	const int frames = puzzle->screen.frames(&level, &level.start, move);
	ck_assert_int_gt(frames, 3);
	int before = -1, steps[2] = {0, 0};
	for (int frame = 0; frame <= frames; frame++) {
		struct picture *picture =
			paint(puzzle, &level, (struct view){.moving = move, .frame = frame}, 16);
		const int column = first_column(picture, 1);
		ck_assert_int_gt(column, before);
		steps[frame > frames / 2] = column - before;
		before = column;
		picture_free(picture);
	}
	ck_assert_int_lt(steps[1], steps[0]); /* it slows down */
}
END_TEST

/* ---- lines ---- */

static bool is_ground(colour_id colour)
{
	return colour == COLOUR_CELL || colour == COLOUR_CELL_ODD ||
	       (colour_hue(colour) > 0 && colour_tone(colour) == TONE_SUNK);
}

/* Across the edge between two cells that are side by side, or one above the other: `solid` is the
 * first one's side, and if they are joined, so is the other's. */
static void check_edge(struct spot a, bool below, bool solid, bool joined)
{
	int strokes = 0;
	for (int i = 0; i < a.side; i++) {
		const colour_id near = below ? pixel(a, a.side - 1, i) : pixel(a, i, a.side - 1);
		const colour_id far = below ? pixel(a, a.side, i) : pixel(a, i, a.side);
		if (joined)
			must(is_ground(near) == is_ground(far),
			     "side %d: strokes do not meet at %d", a.side, i);
		strokes += !is_ground(near);
	}
	must((strokes > 0) == solid, "side %d: %d pixels at an edge", a.side, strokes);
}

START_TEST(strokes_meet_where_tiles_join)
{
	static const int tiles[] = {6, 10, 12, 0, 5, 0,  7,  12, 3, 10, 9, 0,
	                            6, 14, 12, 4, 7, 15, 13, 5,  3, 11, 9, 1};
	struct level level;
	const struct puzzle *puzzle =
		read_board("lines", "", "6ac.\n5.7c\n3a9.\n6ec4\n7fd5\n3b91", &level);
	struct picture *picture = paint(puzzle, &level, (struct view){0}, sides[_i]);
	for (int cell = 0; cell < 24; cell++) {
		const struct spot spot = spot_of(puzzle, picture, cell / 4, cell % 4);
		const bool right = (tiles[cell] >> RIGHT & 1) != 0;
		const bool down = (tiles[cell] >> DOWN & 1) != 0;
		if (cell % 4 < 3)
			check_edge(spot, false, right, right && tiles[cell + 1] >> LEFT & 1);
		if (cell < 20)
			check_edge(spot, true, down, down && tiles[cell + 4] >> UP & 1);
	}
	picture_free(picture);
}
END_TEST

/* About a third of the cell. From three pixels on they have a light and a dark edge, also where
 * they bend: no pixel of an edge is without a shade, except where light and dark meet. */
START_TEST(strokes_are_thick_and_round)
{
	struct level level;
	const struct puzzle *puzzle = read_board("lines", "", "aa..\n6...\n3...", &level);
	const int side = sides[_i], middle = side / 2;
	struct picture *picture = paint(puzzle, &level, (struct view){0}, side);
	const struct spot straight = spot_of(puzzle, picture, 0, 0);
	int width = 0, bare = 0;
	for (int y = 0; y < side; y++)
		width += !is_ground(pixel(straight, y, middle));
	ck_assert_int_ge(6 * width, side);
	ck_assert_int_le(2 * width, side > 3 ? side : 2 * side);
	for (int row = 1; row < 3 && width > 2; row++) {
		const struct spot bend = spot_of(puzzle, picture, row, 0);
		for (int i = 0; i < side * side; i++) {
			const int y = i / side, x = i % side;
			bare += colour_tone(pixel(bend, y, x)) == TONE_BASE && x > 0 &&
			        is_ground(pixel(bend, y, x - 1));
		}
	}
	must(bare <= 4, "side %d: %d edge pixels are bare", side, bare);
	picture_free(picture);
}
END_TEST

START_TEST(open_ends_are_lit_and_closed_groups_are_filled)
{
	struct level level;
	const struct puzzle *puzzle = read_board("lines", "", "6c.f\n39..", &level);
	const int side = sides[_i];
	struct picture *picture = paint(puzzle, &level, (struct view){0}, side);
	const struct spot closed = spot_of(puzzle, picture, 0, 0);
	const struct spot open = spot_of(puzzle, picture, 0, 3);
	const int middle = side / 2, last = side - 1;
	const int hue = colour_hue(pixel(open, middle, middle));
	const colour_id light = side < 13 ? hue_colour(hue, TONE_GLINT) : COLOUR_CURSOR;
	ck_assert_int_gt(hue, 0);
	ck_assert_uint_eq(pixel(open, 0, middle), light);
	ck_assert_uint_eq(pixel(open, last, middle), light);
	ck_assert_uint_eq(pixel(open, middle, 0), light);
	ck_assert_uint_eq(pixel(open, middle, last), light);
	ck_assert_uint_eq(pixel(open, 0, 0), COLOUR_CELL_ODD);
	ck_assert_int_eq(colour_tone(pixel(closed, 0, 0)), TONE_SUNK);
	ck_assert_int_gt(colour_hue(pixel(closed, 0, 0)), 0);
	ck_assert_int_eq(count_colour(closed, COLOUR_CURSOR), 0);
	picture_free(picture);
}
END_TEST

static int count_strokes(const struct picture *picture, const struct level *level,
                         struct size margin)
{
	int count = 0;
	for (int y = 0; y < level->rows * picture->side; y++)
		for (int x = 0; x < level->columns * picture->side; x++)
			count += !is_ground(
				picture_pixel_at(picture, 2 * margin.rows + y, margin.columns + x));
	return count;
}

/* No pixel is lost while a line slides and wraps round, and each picture is another. */
START_TEST(a_slide_moves_all_of_its_line)
{
	static const char *const slides[] = {"2-right", "2-left", "a-up", "b-down"};
	struct level level;
	const struct puzzle *puzzle = read_board("lines", "", "62c\n5f.\n3.9", &level);
	struct picture *rest = paint(puzzle, &level, (struct view){0}, sides[_i]);
	const struct size margin = puzzle->screen.margin;
	for (int i = 0; i < 4; i++) {
		move_code move;
		ck_assert(puzzle_find_move(puzzle, &level, &level.start, slides[i], &move));
		const int frames = puzzle->screen.frames(&level, &level.start, move);
		for (int frame = 1; frame <= frames; frame++) {
			struct picture *picture =
				paint(puzzle, &level, (struct view){.moving = move, .frame = frame},
			              sides[_i]);
			ck_assert_int_eq(count_strokes(picture, &level, margin),
			                 count_strokes(rest, &level, margin));
			picture_free(picture);
		}
	}
	picture_free(rest);
}
END_TEST

START_TEST(a_marked_tile_has_a_jewel)
{
	struct level level;
	const struct puzzle *puzzle = read_board("lines", "", "6c. ..*\n39. *..", &level);
	struct picture *picture = paint(puzzle, &level, (struct view){0}, sides[_i]);
	ck_assert_int_gt(count_colour(spot_of(puzzle, picture, 0, 2), COLOUR_CHOSEN), 0);
	ck_assert_int_gt(count_colour(spot_of(puzzle, picture, 1, 0), COLOUR_CHOSEN), 0);
	ck_assert_int_eq(count_colour(spot_of(puzzle, picture, 0, 0), COLOUR_CHOSEN), 0);
	picture_free(picture);
}
END_TEST

/* Where a button's arrow is: of the line in the middle of three. */
static struct picture_cell arrow_cell(const struct picture *picture, struct size margin,
                                      int direction)
{
	const int side = picture->side, middle = side + (side - 1) / 2;
	const int row = (2 * margin.rows + middle) / 2, column = margin.columns + middle;
	switch (direction) {
	case UP:
		return picture_cell_at(picture, margin.rows - 1, column);
	case DOWN:
		return picture_cell_at(picture, margin.rows + (3 * side + 1) / 2,
		                       column + (side == 2));
	case LEFT:
		return picture_cell_at(picture, row, margin.columns - 2);
	default:
		return picture_cell_at(picture, row, margin.columns + 3 * side + 1);
	}
}

START_TEST(buttons_are_one_design_and_the_frame_is_whole)
{
	struct level level;
	const struct puzzle *puzzle = read_board("lines", "", "62c\n5f.\n3.9", &level);
	const struct cursor cursor = {.selected = -1};
	const struct size margin = puzzle->screen.margin;
	const int side = sides[_i], last = 2 * (2 * margin.rows + (3 * side + 1) / 2) - 1;
	struct picture *picture = paint(puzzle, &level, (struct view){.cursor = &cursor}, side);
	for (int d = 0; d < DIRECTIONS; d++) {
		const struct picture_cell arrow = arrow_cell(picture, margin, d);
		ck_assert_uint_eq(arrow.glyph, U"▲▶▼◀"[d]);
		ck_assert_uint_eq(arrow.ink, COLOUR_BUTTON);
		ck_assert_uint_eq(arrow.paper, COLOUR_FRAME_LIGHT);
	}
	for (int x = margin.columns + side; x < margin.columns + 2 * side && side >= 7; x++) {
		/* A column's name is on its button, and not beside the arrow. */
		const struct picture_cell cell =
			picture_cell_at(picture, margin.rows + (3 * side + 1) / 2, x);
		if (cell.glyph != U'b')
			continue;
		ck_assert_uint_eq(cell.paper, COLOUR_FRAME_LIGHT);
		ck_assert_int_gt(margin.columns + side + (side - 1) / 2 - x, 1);
	}
	for (int x = margin.columns; x < margin.columns + 3 * side; x++) {
		ck_assert_uint_eq(picture_pixel_at(picture, 0, x), COLOUR_FRAME_LIGHT);
		ck_assert_uint_eq(picture_pixel_at(picture, last, x), COLOUR_FRAME_DARK);
	}
	picture_free(picture);
}
END_TEST

/* What the arrow above a column has. */
static bool has_button(const struct picture *picture, struct size margin, int column,
                       colour_id face, colour_id ink)
{
	bool found_face = false, found_ink = false;
	for (int row = 0; row < margin.rows; row++)
		for (int i = 0; i < picture->side; i++) {
			const struct picture_cell cell = picture_cell_at(
				picture, row, margin.columns + column * picture->side + i);
			found_face |= cell.paper == face || cell.ink == face;
			found_ink |= cell.paper == ink || cell.ink == ink;
		}
	return found_face && found_ink;
}

START_TEST(buttons_tell_the_hint_and_the_held_line)
{
	struct level level;
	const struct puzzle *puzzle = read_board("lines", "", "62c\n5f.\n3.9", &level);
	const struct cursor cursor = {.row = 1, .column = 1, .selected = 4};
	const struct size margin = puzzle->screen.margin;
	move_code hint;
	ck_assert(puzzle_find_move(puzzle, &level, &level.start, "c-up", &hint));
	struct picture *picture =
		paint(puzzle, &level, (struct view){.cursor = &cursor, .hint = &hint}, sides[_i]);
	ck_assert(has_button(picture, margin, 0, COLOUR_FRAME_LIGHT, COLOUR_BUTTON));
	ck_assert(has_button(picture, margin, 1, COLOUR_CHOSEN_CELL, COLOUR_CHOSEN));
	ck_assert(has_button(picture, margin, 2, COLOUR_HINT_CELL, COLOUR_HINT));
	picture_free(picture);
}
END_TEST

/* Every place of the board can be clicked, and belongs to the cell that is seen there. */
START_TEST(clicks_find_the_cells_that_are_seen)
{
	struct level level;
	const struct puzzle *puzzle = read_board("lines", "", "62c\n5f.\n3.9", &level);
	const struct cursor cursor = {.selected = -1};
	const int side = sides[_i];
	struct picture *picture = paint(puzzle, &level, (struct view){.cursor = &cursor}, side);
	for (int cell = 0; cell < 9; cell++) {
		const struct spot spot = spot_of(puzzle, picture, cell / 3, cell % 3);
		const struct click_area *area =
			picture_click_area_at(picture, (spot.y + side / 2) / 2, spot.x + side / 2);
		ck_assert_ptr_nonnull(area);
		ck_assert_int_eq(area->cell, cell);
	}
	picture_free(picture);
}
END_TEST

/* ---- gems ---- */

static const struct puzzle *read_special(char kind, int hue, struct level *level)
{
	char rows[16];
	snprintf(rows, sizeof rows, "%ckkjk %c....", 'a' + hue - 1, kind);
	return read_board("gems", "rules: specials\nrefill: random 1 12\n", rows, level);
}

/* The gem keeps its colour, and one without room for a drawing its glyph and a letter. */
static void check_kind(struct spot spot, int hue, char kind)
{
	if (spot.side > 2) {
		ck_assert_int_gt(count_hue(spot, hue), 0);
		return;
	}
	const int row = spot.y / 2;
	ck_assert_uint_eq(picture_cell_at(spot.picture, row, spot.x).glyph,
	                  picture_piece_glyph(spot.picture, hue));
	if (kind != '.')
		ck_assert(picture_cell_at(spot.picture, row, spot.x + 1).glyph == (char32_t)kind);
}

START_TEST(special_gems_keep_their_colour_and_differ)
{
	static const char letters[] = ".-|o*";
	enum { COUNT = sizeof letters - 1 };
	struct level level;
	for (int hue = 1; hue <= 9; hue++) {
		struct picture *pictures[COUNT];
		struct spot spots[COUNT];
		for (int i = 0; i < COUNT; i++) {
			const struct puzzle *puzzle = read_special(letters[i], hue, &level);
			pictures[i] = paint(puzzle, &level, (struct view){0}, sides[_i]);
			spots[i] = spot_of(puzzle, pictures[i], 0, 0);
			check_kind(spots[i], hue, letters[i]);
			for (int j = 0; j < i; j++)
				must(differences(spots[i], spots[j]) > 0,
				     "hue %d: %c is like %c at %d", hue, letters[i], letters[j],
				     sides[_i]);
		}
		for (int i = 0; i < COUNT; i++)
			picture_free(pictures[i]);
	}
}
END_TEST

static bool is_free(struct spot spot, int y, int x)
{
	return colour_hue(pixel(spot, y, x)) == 0;
}

/* The lowest pixels and the rightmost ones of its cell are free, so that neighbours of one colour
 * stay two. */
START_TEST(a_gem_leaves_room)
{
	struct level level;
	const int side = sides[_i], last = side - 1;
	for (int hue = 1; hue <= 8 && side > 5; hue++) {
		const struct puzzle *puzzle = read_special('.', hue, &level);
		struct picture *picture = paint(puzzle, &level, (struct view){0}, side);
		const struct spot spot = spot_of(puzzle, picture, 0, 0);
		for (int i = 0; i < side; i++)
			must(is_free(spot, last, i) && is_free(spot, i, last), "hue %d at %d", hue,
			     side);
		picture_free(picture);
	}
}
END_TEST

/* In smaller cells gems may touch, but never with the same colour, wherever the row begins. */
START_TEST(gems_that_touch_stay_two)
{
	for (int hue = 1; hue <= 8; hue++) {
		struct level level;
		char rows[32];
		const char gem = (char)('a' + hue - 1);
		snprintf(rows, sizeof rows, "%c%c.\n%c%c.\n", gem, gem, gem, gem);
		const struct puzzle *puzzle = read_board("gems", "", rows, &level);
		struct picture *picture = paint(puzzle, &level, (struct view){0}, 5);
		for (int i = 0; i < 20; i++) {
			const int cell = i / 5, y = i % 5;
			const struct spot spot = spot_of(puzzle, picture, cell / 2, cell % 2);
			must(is_free(spot, y, 4) || pixel(spot, y, 4) != pixel(spot, y, 5),
			     "hue %d: melts to the right", hue);
			must(is_free(spot, 4, y) || pixel(spot, 4, y) != pixel(spot, 5, y),
			     "hue %d: melts downwards", hue);
		}
		picture_free(picture);
	}
}
END_TEST

/* In the second column of a row of a gem in glyphs. */
static colour_id small_tone(struct spot spot, int row)
{
	const struct picture_cell cell =
		picture_cell_at(spot.picture, spot.y / 2 + row, spot.x + 1);
	return colour_hue(cell.paper) > 0 ? cell.paper : cell.ink;
}

/* In cells of four columns and two rows: the outer half of both columns is free but for the tips of
 * some, where the cursor's bars hide nothing; and where gems touch, they have two tones. */
START_TEST(small_gems_have_room_at_their_sides)
{
	for (int hue = 1; hue <= 8; hue++) {
		struct level level;
		const struct puzzle *puzzle = read_special('.', hue, &level);
		struct picture *picture = paint(puzzle, &level, (struct view){0}, 4);
		const struct spot spot = spot_of(puzzle, picture, 0, 0);
		for (int row = spot.y / 2; row < spot.y / 2 + 2; row++) {
			const struct picture_cell left = picture_cell_at(picture, row, spot.x);
			const struct picture_cell right = picture_cell_at(picture, row, spot.x + 3);
			must(colour_hue(left.paper) == 0 && colour_hue(right.paper) == 0,
			     "hue %d has no room at its sides", hue);
			must(left.glyph != U'▀' || left.ink != right.ink,
			     "hue %d melts with its neighbours", hue);
		}
		must(small_tone(spot, 0) != small_tone(spot, 1), "hue %d melts with the gem below",
		     hue);
		picture_free(picture);
	}
}
END_TEST

START_TEST(a_colour_gem_is_many_coloured)
{
	struct level level;
	for (int hue = 1; hue <= 8; hue++) {
		int hues = 0;
		const struct puzzle *puzzle = read_special('*', hue, &level);
		struct picture *picture = paint(puzzle, &level, (struct view){0}, sides[_i]);
		for (int other = 1; other <= 8; other++)
			hues += count_hue(spot_of(puzzle, picture, 0, 0), other) > 0;
		must(hues >= 4, "hue %d at %d: %d hues", hue, sides[_i], hues);
		picture_free(picture);
	}
}
END_TEST

START_TEST(a_chosen_gem_keeps_its_colour)
{
	struct level level;
	const struct cursor chosen = {.selected = 0};
	for (const char *kind = ".-|o*"; *kind != '\0'; kind++) {
		const struct puzzle *puzzle = read_special(*kind, 1, &level);
		struct picture *picture =
			paint(puzzle, &level, (struct view){.cursor = &chosen}, sides[_i]);
		const struct spot spot = spot_of(puzzle, picture, 0, 0);
		ck_assert_int_gt(count_hue(spot, 1), 0);
		ck_assert_int_gt(count_colour(spot, COLOUR_CHOSEN), 0);
		picture_free(picture);
	}
}
END_TEST

/* Under the cursor, chosen, and of a hint: something of the mark is seen, and of its colour. */
START_TEST(hints_and_choices_are_seen_on_every_gem)
{
	const struct cursor here = {0, 0, -1}, chosen = {0, 0, 0}, away = {0, 2, -1};
	const move_code hint = 0;
	const struct {
		struct view view;
		colour_id colour;
		int cell;
	} marks[] = {
		{{.cursor = &here}, COLOUR_CURSOR, 0},
		{{.cursor = &chosen}, COLOUR_CHOSEN, 0},
		{{.cursor = &away, .hint = &hint}, COLOUR_HINT, 0},
		{{.cursor = &away, .hint = &hint}, COLOUR_HINT, 1},
	};
	for (int hue = 1; hue <= 8 && sides[_i] > 3; hue++)
		for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
			struct level level;
			char rows[16];
			snprintf(rows, sizeof rows, "%c%c.", 'a' + hue - 1, 'a' + hue - 1);
			const struct puzzle *puzzle = read_board("gems", "", rows, &level);
			struct picture *picture = paint(puzzle, &level, marks[i].view, sides[_i]);
			const struct spot spot = spot_of(puzzle, picture, 0, marks[i].cell);
			must(count_hue(spot, hue) > 0, "hue %d at %d: %zu hides it", hue, sides[_i],
			     i);
			must(count_colour(spot, marks[i].colour) > 1, "hue %d at %d: no mark %zu",
			     hue, sides[_i], i);
			picture_free(picture);
		}
}
END_TEST

/* What joins two gems that can be swapped is seen, in the gap between them. */
START_TEST(links_do_not_bite_into_gems)
{
	struct level level;
	const int side = sides[_i];
	const struct puzzle *puzzle = read_board("gems", "", "aba\nbab\naba\n", &level);
	const move_code moves[] = {8, 9}; /* moves of the cell in the middle */
	const struct view joined = {.valid = moves, .valid_count = 2};
	struct picture *plain = paint(puzzle, &level, (struct view){0}, side);
	struct picture *marked = paint(puzzle, &level, joined, side);
	int beads = 0;
	for (int cell = 0; cell < 9; cell++) {
		const struct spot before = spot_of(puzzle, plain, cell / 3, cell % 3);
		const struct spot after = spot_of(puzzle, marked, cell / 3, cell % 3);
		const int hue = 1 + cell % 2;
		ck_assert_int_eq(count_hue(after, hue), count_hue(before, hue));
		beads += count_colour(after, COLOUR_MARK);
	}
	ck_assert_int_ge(beads, 4);
	picture_free(plain);
	picture_free(marked);
}
END_TEST

/* Bright pixels in a row and in a column through the middle of a gem of that kind. */
static void count_glints(char kind, int side, int *across, int *down)
{
	struct level level;
	const struct puzzle *puzzle = read_special(kind, 1, &level);
	struct picture *picture = paint(puzzle, &level, (struct view){0}, side);
	const struct spot spot = spot_of(puzzle, picture, 0, 0);
	*across = *down = 0;
	for (int i = 0; i < side; i++) {
		*across += pixel(spot, (side - 1) / 2, i) == hue_colour(1, TONE_GLINT);
		*down += pixel(spot, i, (side - 1) / 2) == hue_colour(1, TONE_GLINT);
	}
	picture_free(picture);
}

START_TEST(bars_point_where_they_clear)
{
	const int side = sides[_i];
	int across, down;
	if (side < 5)
		return; /* of quarters of cells */
	count_glints('-', side, &across, &down);
	ck_assert_int_gt(across, side / 2);
	ck_assert_int_lt(down, side / 2);
	count_glints('|', side, &across, &down);
	ck_assert_int_gt(down, side / 2);
	ck_assert_int_lt(across, side / 2);
}
END_TEST

/* ---- motion of gems ---- */

static move_code find_swap(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	move_code move;
	must(puzzle->format.read_move(level, name, &move), "%s is no swap", name);
	return move;
}

static struct picture *paint_frame(const struct puzzle *puzzle, const struct level *level,
                                   move_code move, int frame, int side)
{
	return paint(puzzle, level, (struct view){.moving = move, .frame = frame}, side);
}

/* Of a pixel, or of the glyph there. */
static bool has_hue(const struct picture *picture, int y, int x, int hue)
{
	const struct picture_cell cell = picture_cell_at(picture, y / 2, x);
	const bool pixels = cell.glyph == U' ' || cell.glyph == U'▀' || cell.glyph == U'▄';
	return colour_hue(pixels ? picture_pixel_at(picture, y, x) : cell.ink) == hue;
}

/* The first row and column of pixels that have a hue in a frame; -1: none. */
static struct size find_hue(const struct puzzle *puzzle, const struct level *level, move_code move,
                            int frame, int hue, int side)
{
	struct size found = {-1, -1};
	struct picture *picture = paint_frame(puzzle, level, move, frame, side);
	for (int y = 0; y < 2 * picture->rows; y++)
		for (int x = 0; x < picture->columns; x++)
			if (has_hue(picture, y, x, hue)) {
				found.rows = found.rows < 0 ? y : found.rows;
				found.columns =
					found.columns < 0 || x < found.columns ? x : found.columns;
			}
	picture_free(picture);
	return found;
}

START_TEST(a_swap_slides)
{
	struct level level;
	const int side = sides[_i];
	const struct puzzle *puzzle = read_board("gems", "", "aaba", &level);
	const move_code move = find_swap(puzzle, &level, "c1-d1");
	const int begin = find_hue(puzzle, &level, move, 0, 2, side).columns;
	int before = begin;
	for (int frame = 1; frame <= 4; frame++) { /* the fourth is the flash */
		const int column = find_hue(puzzle, &level, move, frame, 2, side).columns;
		ck_assert_int_gt(column, before);
		before = column;
	}
	ck_assert_int_eq(before, begin + side);
}
END_TEST

START_TEST(a_refused_swap_slides_there_and_back)
{
	struct level level;
	const int side = sides[_i];
	const struct puzzle *puzzle = read_board("gems", "", "abc", &level);
	const move_code move = find_swap(puzzle, &level, "a1-b1");
	const int begin = find_hue(puzzle, &level, move, 0, 1, side).columns;
	const int frames = puzzle->screen.refused_frames(&level, &level.start, move);
	int before = begin;
	for (int frame = 1; frame <= frames / 2 + 1; frame++) {
		const int there = find_hue(puzzle, &level, move, frame, 1, side).columns;
		const int back =
			find_hue(puzzle, &level, move, frames + 1 - frame, 1, side).columns;
		ck_assert_int_gt(there, before);
		ck_assert_int_eq(back, there);
		before = there;
	}
	ck_assert_int_eq(before, begin + side);
}
END_TEST

/* They are lit, then there is less and less of them. */
START_TEST(gems_shrink_in_their_own_colour)
{
	struct level level;
	const struct puzzle *puzzle = read_board("gems", "", "aaba", &level);
	const move_code move = find_swap(puzzle, &level, "c1-d1");
	int before = 0;
	ck_assert_int_eq(puzzle->screen.frames(&level, &level.start, move), 6);
	for (int frame = 4; frame <= 6; frame++) {
		struct picture *picture = paint_frame(puzzle, &level, move, frame, sides[_i]);
		const int count = count_hue(spot_of(puzzle, picture, 0, 2), 1);
		ck_assert(frame == 4 || count < before);
		ck_assert_int_gt(count, 0);
		before = count;
		picture_free(picture);
	}
}
END_TEST

/* Three rows, faster and faster; where there is room they bounce, a little. */
START_TEST(gems_fall_like_stones)
{
	struct level level;
	const int side = sides[_i];
	const struct puzzle *puzzle = read_board("gems", "", "be\nae\nac\nca\n", &level);
	const move_code move = find_swap(puzzle, &level, "a1-b1");
	const int frames = puzzle->screen.frames(&level, &level.start, move);
	int row = find_hue(puzzle, &level, move, 6, 2, side).rows, step = 0;
	const int end = row + 3 * side;
	ck_assert_int_eq(frames, 11);
	for (int frame = 7; frame <= 10; frame++) {
		const int now = find_hue(puzzle, &level, move, frame, 2, side).rows;
		ck_assert_int_gt(now, row);
		if (frame < 10) /* when they land */
			ck_assert_int_ge(now - row, step);
		step = now - row;
		row = now;
	}
	ck_assert_int_eq(row, end);
	const int bounce = end - find_hue(puzzle, &level, move, 11, 2, side).rows;
	ck_assert_int_eq(bounce > 0, side >= 8);
	ck_assert_int_lt(bounce, side / 4);
}
END_TEST

static int row_of_glyph(const struct picture *picture, char32_t glyph)
{
	for (int row = 0; row < picture->rows; row++)
		for (int column = 0; column < picture->columns; column++)
			if (picture_cell_at(picture, row, column).glyph == glyph)
				return row;
	return -1;
}

START_TEST(points_rise_from_their_gems)
{
	struct level level;
	const int side = sides[_i];
	const struct puzzle *puzzle = read_board("gems", "", "be\nae\nac\nca\n", &level);
	const move_code move = find_swap(puzzle, &level, "a1-b1");
	const int first = puzzle->screen.margin.rows + 3 * side / 2 - 1; /* in the third row */
	int before = first;
	for (int frame = 4; frame <= 11; frame++) {
		struct picture *picture = paint_frame(puzzle, &level, move, frame, side);
		const int row = row_of_glyph(picture, U'+');
		ck_assert(frame == 4 ? row == first : row <= before);
		ck_assert_int_ge(row, 0);
		before = row;
		picture_free(picture);
	}
	ck_assert_int_lt(before, first);
}
END_TEST

/* While a row gem goes off, its colour reaches other gems of its row, and no other row. */
START_TEST(a_row_gem_sends_a_beam)
{
	struct level level;
	const struct puzzle *puzzle = read_board("gems", "rules: specials\nrefill: random 1 12\n",
	                                         "klikl .....\naabab -....\njkjkj .....", &level);
	const move_code move = find_swap(puzzle, &level, "c2-d2");
	for (int frame = 4; frame <= 6; frame++) {
		struct picture *picture = paint_frame(puzzle, &level, move, frame, sides[_i]);
		ck_assert_int_gt(count_hue(spot_of(puzzle, picture, 1, 4), 1), 0);
		ck_assert_int_eq(count_hue(spot_of(puzzle, picture, 0, 4), 1), 0);
		ck_assert_int_eq(count_hue(spot_of(puzzle, picture, 2, 4), 1), 0);
		picture_free(picture);
	}
}
END_TEST

/* While they fall in, nothing of them is painted over the frame. */
START_TEST(gems_come_in_from_behind_the_frame)
{
	struct level level;
	const struct puzzle *puzzle =
		read_board("gems", "refill: random 5 7\n", "acbd\nbdca\naaba\n", &level);
	const move_code move = find_swap(puzzle, &level, "c1-d1");
	const int frames = puzzle->screen.frames(&level, &level.start, move);
	ck_assert_int_ge(frames, 9);
	for (int frame = 7; frame <= frames; frame++) {
		struct picture *picture = paint_frame(puzzle, &level, move, frame, sides[_i]);
		for (int y = 0; y < 2 * puzzle->screen.margin.rows; y++)
			for (int x = 0; x < picture->columns; x++)
				ck_assert_int_eq(colour_hue(picture_pixel_at(picture, y, x)), 0);
		picture_free(picture);
	}
}
END_TEST

static void add_gems(TCase *tests)
{
	tcase_add_loop_test(tests, special_gems_keep_their_colour_and_differ, 0, SIDES);
	tcase_add_loop_test(tests, a_gem_leaves_room, CUTS_FROM, SIDES);
	tcase_add_test(tests, gems_that_touch_stay_two);
	tcase_add_test(tests, small_gems_have_room_at_their_sides);
	tcase_add_loop_test(tests, hints_and_choices_are_seen_on_every_gem, 0, SIDES);
	tcase_add_loop_test(tests, a_colour_gem_is_many_coloured, CUTS_FROM, SIDES);
	tcase_add_loop_test(tests, a_chosen_gem_keeps_its_colour, 0, SIDES);
	tcase_add_loop_test(tests, links_do_not_bite_into_gems, CUTS_FROM + 1, SIDES);
	tcase_add_loop_test(tests, bars_point_where_they_clear, 0, SIDES);
	tcase_add_loop_test(tests, a_swap_slides, CUTS_FROM, SIDES);
	tcase_add_loop_test(tests, a_refused_swap_slides_there_and_back, CUTS_FROM, SIDES);
	tcase_add_loop_test(tests, gems_shrink_in_their_own_colour, CUTS_FROM, SIDES);
	tcase_add_loop_test(tests, gems_fall_like_stones, CUTS_FROM, SIDES);
	tcase_add_loop_test(tests, points_rise_from_their_gems, CUTS_FROM, SIDES);
	tcase_add_loop_test(tests, a_row_gem_sends_a_beam, CUTS_FROM, SIDES);
	tcase_add_loop_test(tests, gems_come_in_from_behind_the_frame, 0, SIDES);
}

static void add_all(TCase *tests)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	tcase_add_loop_test(tests, blocks_and_goals_look_alike_in_every_row, 0, SIDES);
	tcase_add_loop_test(tests, goals_are_seen_under_blocks, 0, SIDES);
	tcase_add_loop_test(tests, symbols_leave_the_face, 0, SIDES);
	tcase_add_loop_test(tests, small_blocks_do_not_jump_when_they_get_home, 0, SIDES);
	tcase_add_loop_test(tests, blocks_that_touch_stay_two, 0, SIDES);
	tcase_add_loop_test(tests, every_kind_has_its_own_outline, 0, SIDES);
	tcase_add_loop_test(tests, the_board_is_a_chessboard, 0, SIDES);
	tcase_add_loop_test(tests, targets_are_seen_under_men, 0, SIDES);
	tcase_add_loop_test(tests, targets_do_not_swallow_small_men, 0, SIDES);
	tcase_add_loop_test(tests, a_man_at_home_looks_different, 0, SIDES);
	tcase_add_loop_test(tests, marks_differ_from_each_other, 0, SIDES);
	tcase_add_loop_test(tests, a_hint_on_the_chosen_man_shows_both, 0, SIDES);
	tcase_add_loop_test(tests, crumbs_are_centred_and_leave_symbols, 0, SIDES);
	tcase_add_loop_test(tests, a_forbidden_square_shows_what_forbids_it, 0, SIDES);
	tcase_add_test(tests, a_man_glides);
	tcase_add_loop_test(tests, strokes_meet_where_tiles_join, 1, SIDES);
	tcase_add_loop_test(tests, strokes_are_thick_and_round, 2, SIDES);
	tcase_add_loop_test(tests, open_ends_are_lit_and_closed_groups_are_filled, 1, SIDES);
	tcase_add_loop_test(tests, a_slide_moves_all_of_its_line, 1, SIDES);
	tcase_add_loop_test(tests, a_marked_tile_has_a_jewel, 0, SIDES);
	tcase_add_loop_test(tests, buttons_are_one_design_and_the_frame_is_whole, 0, SIDES);
	tcase_add_loop_test(tests, buttons_tell_the_hint_and_the_held_line, 0, SIDES);
	tcase_add_loop_test(tests, clicks_find_the_cells_that_are_seen, 0, SIDES);
	add_gems(tests);
}

int main(void)
{
	return run_tests("pixels", add_all);
}
