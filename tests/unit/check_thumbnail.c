/* Boards in small: in a few pixels, pieces and goals of one colour that touch stay two, gems have
 * gaps, and every plate takes its whole room. */
#include <check.h>
#include <stdlib.h>

#include "support/help.h"
#include "ui/widget/miniature.h"
#include "ui/widget/thumbnail.h"

enum { CELLS = 4 }; /* of these boards, across and down */

/* The thumbnail of a board of 4x4 cells, with cells of that side. */
static struct picture *paint(const char *text, int side, enum tones tones)
{
	struct level level;
	const struct puzzle *puzzle = read_level(text, &level);
	const struct size size = {(CELLS * side + 2) / 2, CELLS * side + 2};
	struct picture *canvas = picture_new(), *picture = picture_new();
	ck_assert(picture_resize(picture, size.rows, size.columns));
	struct thumbnail *thumbnail =
		thumbnail_new(canvas, puzzle, &level, &level.start, size, tones);
	ck_assert_ptr_nonnull(thumbnail);
	thumbnail_paint(thumbnail, picture, 0, 0);
	thumbnail_free(thumbnail);
	picture_free(canvas);
	return picture;
}

/* A pixel of a cell. */
static colour_id pixel(const struct picture *picture, int side, int row, int column, int y, int x)
{
	return picture_pixel_at(picture, 1 + row * side + y, 1 + column * side + x);
}

/* Two blocks beside each other, a goal at their right, and another goal below. */
#define TOUCHING "level: t\nmode: tilt\n\naa.. ..a.\n.... a...\n.... ....\n.... ....\n"

static bool differ(colour_id a, colour_id b)
{
	return a != b || (colour_hue(a) == 0 && colour_hue(b) == 0);
}

START_TEST(neighbours_of_one_hue_share_no_tone)
{
	const int side = _i;
	struct picture *picture = paint(TOUCHING, side, TONES_MANY);
	for (int i = 0; i < side; i++) {
		const int last = side - 1;
		for (int column = 0; column < 2; column++)
			must(differ(pixel(picture, side, 0, column, i, last),
			            pixel(picture, side, 0, column + 1, i, 0)),
			     "side %d, row %d: right of %d", side, i, column);
		must(differ(pixel(picture, side, 0, 0, last, i), pixel(picture, side, 1, 0, 0, i)),
		     "side %d, column %d: below", side, i);
	}
	picture_free(picture);
}
END_TEST

/* The dark of a pit is around its spot. */
START_TEST(a_goal_is_a_pit_and_a_block_is_solid)
{
	const int side = _i;
	struct picture *picture = paint(TOUCHING, side, TONES_MANY);
	for (int i = 0; i < side; i++) {
		const colour_id sunk = hue_colour(1, TONE_SUNK);
		ck_assert_uint_eq(pixel(picture, side, 0, 2, i, 0), sunk);
		ck_assert_uint_eq(pixel(picture, side, 0, 2, 0, i), sunk);
		for (int j = 0; j < side; j++)
			ck_assert(pixel(picture, side, 0, 0, i, j) != sunk);
	}
	ck_assert_uint_eq(pixel(picture, side, 0, 2, side / 3, side / 3),
	                  hue_colour(1, side < 3 ? TONE_SUNK : TONE_RING));
	picture_free(picture);
}
END_TEST

/* Where a hue has one tone, blocks have gaps, and a goal has less ink than a block. */
START_TEST(gaps_replace_edges_without_tones)
{
	const int side = _i;
	int block = 0, goal = 0;
	struct picture *picture = paint(TOUCHING, side, TONES_NONE);
	for (int i = 0; i < side * side; i++) {
		block += colour_hue(pixel(picture, side, 0, 0, i / side, i % side)) > 0;
		goal += colour_hue(pixel(picture, side, 0, 2, i / side, i % side)) > 0;
	}
	ck_assert_int_gt(goal, 0);
	ck_assert_int_gt(block, goal);
	ck_assert_int_eq(colour_hue(pixel(picture, side, 0, 0, side - 1, side - 1)), 0);
	picture_free(picture);
}
END_TEST

START_TEST(gems_have_gaps)
{
	const int side = _i;
	struct picture *picture =
		paint("level: t\nmode: gems\n\naabb\nbbaa\naacc\nccaa\n", side, TONES_MANY);
	for (int cell = 0; cell < CELLS * CELLS; cell++) {
		int hued = 0;
		for (int i = 0; i < side * side; i++) {
			const int y = i / side, x = i % side;
			const int hue =
				colour_hue(pixel(picture, side, cell / CELLS, cell % CELLS, y, x));
			ck_assert(hue == 0 || (y < side - 1 && x < side - 1));
			hued += hue > 0;
		}
		ck_assert_int_ge(2 * hued, (side - 1) * (side - 1));
	}
	picture_free(picture);
}
END_TEST

START_TEST(every_plate_takes_its_room)
{
	static const char *const texts[] =
		{TOUCHING, "level: t\nmode: tilt\n\na....... .......a\n........ ........\n",
	         "level: t\nmode: tilt\n\na. .a\n.. ..\n.. ..\n.. ..\n"};
	for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
		struct picture *picture = paint(texts[t], _i, TONES_MANY);
		for (int y = 0; y < 2 * picture->rows; y++)
			for (int x = 0; x < picture->columns; x++)
				ck_assert_uint_ne(picture_pixel_at(picture, y, x), COLOUR_NONE);
		picture_free(picture);
	}
}
END_TEST

static void add(TCase *tests)
{
	const int end = MINIATURE_SIDE_MAX + 1;
	tcase_add_loop_test(tests, neighbours_of_one_hue_share_no_tone, 2, end);
	tcase_add_loop_test(tests, a_goal_is_a_pit_and_a_block_is_solid, 2, end);
	tcase_add_loop_test(tests, gaps_replace_edges_without_tones, 2, end);
	tcase_add_loop_test(tests, gems_have_gaps, 2, end);
	tcase_add_loop_test(tests, every_plate_takes_its_room, 2, end);
}

int main(void)
{
	return run_tests("thumbnail", add);
}
