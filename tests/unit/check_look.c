/* The colours of every theme: whether they can be read and told apart, by colour-blind eyes too. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "puzzle/level.h"
#include "support/help.h"
#include "support/sight.h"
#include "ui/term/screen_private.h"

/* ---- distance ---- */

/* Sharma, Wu and Dalal, 2005: table 1. */
static const struct {
	struct lab x, y;
	double difference;
} pairs[] = {
	/* clang-format off */
	{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
	{{50, 3.1571, -77.2803}, {50, 0, -82.7485}, 2.8615},
	{{50, 2.8361, -74.0200}, {50, 0, -82.7485}, 3.4412},
	{{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
	{{50, -1.1848, -84.8006}, {50, 0, -82.7485}, 1.0000},
	{{50, -0.9009, -85.5211}, {50, 0, -82.7485}, 1.0000},
	{{50, 0, 0}, {50, -1, 2}, 2.3669},
	{{50, -1, 2}, {50, 0, 0}, 2.3669},
	{{50, 2.4900, -0.0010}, {50, -2.4900, 0.0009}, 7.1792},
	{{50, 2.4900, -0.0010}, {50, -2.4900, 0.0010}, 7.1792},
	{{50, 2.4900, -0.0010}, {50, -2.4900, 0.0011}, 7.2195},
	{{50, 2.4900, -0.0010}, {50, -2.4900, 0.0012}, 7.2195},
	{{50, -0.0010, 2.4900}, {50, 0.0009, -2.4900}, 4.8045},
	{{50, -0.0010, 2.4900}, {50, 0.0010, -2.4900}, 4.8045},
	{{50, -0.0010, 2.4900}, {50, 0.0011, -2.4900}, 4.7461},
	{{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
	{{50, 2.5, 0}, {73, 25, -18}, 27.1492},
	{{50, 2.5, 0}, {61, -5, 29}, 22.8977},
	{{50, 2.5, 0}, {56, -27, -3}, 31.9030},
	{{50, 2.5, 0}, {58, 24, 15}, 19.4535},
	{{50, 2.5, 0}, {50, 3.1736, 0.5854}, 1.0000},
	{{50, 2.5, 0}, {50, 3.2972, 0}, 1.0000},
	{{50, 2.5, 0}, {50, 1.8634, 0.5757}, 1.0000},
	{{50, 2.5, 0}, {50, 3.2592, 0.3350}, 1.0000},
	{{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
	{{63.0109, -31.0961, -5.8663}, {62.8187, -29.7946, -4.0864}, 1.2630},
	{{61.2901, 3.7196, -5.3901}, {61.4292, 2.2480, -4.9620}, 1.8731},
	{{35.0831, -44.1164, 3.7933}, {35.0232, -40.0716, 1.5901}, 1.8645},
	{{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
	{{36.4612, 47.8580, 18.3852}, {36.2715, 50.5065, 21.2231}, 1.4146},
	{{90.8027, -2.0831, 1.4410}, {91.1528, -1.6435, 0.0447}, 1.4441},
	{{90.9257, -0.5406, -0.9208}, {88.6381, -0.8985, -0.7239}, 1.5381},
	{{6.7747, -0.2908, -2.4247}, {5.8714, -0.0985, -2.2286}, 0.6377},
	{{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082},
	/* clang-format on */
};

START_TEST(the_distance_is_ciede2000)
{
	const double found = sight_difference(pairs[_i].x, pairs[_i].y);
	ck_assert_msg(fabs(found - pairs[_i].difference) < 0.00006, "%.5f, not %.4f", found,
	              pairs[_i].difference);
}
END_TEST

/* ---- themes ---- */

/* Themes for dark backgrounds and then for light ones. */
static const struct theme *theme_at(int i)
{
	return i < THEMES ? themes[i].dark : themes[i - THEMES].light;
}

/* What the terminal shows of a theme. */
struct shown {
	const struct theme *theme;
	enum depth depth;
	int32_t colour[COLOUR_IDS];
};

static struct shown show(const struct theme *theme, enum depth depth)
{
	struct shown shown = {.theme = theme, .depth = depth};
	theme_resolve(theme, depth, shown.colour);
	return shown;
}

static uint32_t rgb_at(const struct shown *shown, colour_id colour)
{
	const int32_t number = shown->colour[colour];
	return number >= COLOUR_RGB ? (uint32_t)(number - COLOUR_RGB) : cube_rgb(number);
}

static void expect_contrast(const struct shown *shown, colour_id colour, colour_id ground)
{
	const double found = sight_contrast(rgb_at(shown, colour), rgb_at(shown, ground));
	ck_assert_msg(found >= 4.5, "%s, depth %d: colour %d.%d on %d.%d: %.2f:1",
	              shown->theme->name, (int)shown->depth, colour_hue(colour),
	              (int)colour_tone(colour), colour_hue(ground), (int)colour_tone(ground),
	              found);
}

static void expect_on_cells(const struct shown *shown, colour_id colour)
{
	expect_contrast(shown, colour, COLOUR_CELL);
	expect_contrast(shown, colour, COLOUR_CELL_ODD);
}

static void expect_readable_theme(const struct shown *shown)
{
	static const colour_id inks[] = {COLOUR_CURSOR, COLOUR_CHOSEN, COLOUR_HINT, COLOUR_MARK,
	                                 COLOUR_FORBIDDEN};
	for (size_t i = 0; i < sizeof inks / sizeof inks[0]; i++)
		expect_on_cells(shown, inks[i]);
	expect_contrast(shown, COLOUR_LABEL, COLOUR_FRAME);
	expect_contrast(shown, COLOUR_BUTTON, COLOUR_FRAME);
	for (int hue = 1; hue <= HUES_MAX; hue++) {
		expect_on_cells(shown, hue_colour(hue, TONE_BASE));
		expect_on_cells(shown, hue_colour(hue, TONE_RING));
		expect_contrast(shown, hue_colour(hue, TONE_SYMBOL), hue_colour(hue, TONE_BASE));
		expect_contrast(shown, COLOUR_MARK, hue_colour(hue, TONE_SUNK));
	}
}

START_TEST(every_theme_is_readable)
{
	const struct shown rgb = show(theme_at(_i), DEPTH_RGB),
			   cube = show(theme_at(_i), DEPTH_256);
	expect_readable_theme(&rgb);
	expect_readable_theme(&cube);
}
END_TEST

/* Those of a picture; returns how many. */
static int expect_readable_arrows(const struct shown *shown, const struct picture *picture)
{
	int count = 0;
	for (int i = 0; i < picture->rows * picture->columns; i++) {
		const struct picture_cell cell = picture->cells[i];
		if (cell.glyph != U'▶')
			continue;
		expect_contrast(shown, cell.ink, cell.paper);
		count++;
	}
	return count;
}

/* Beside the board, where frames are as light or as dark as a theme likes: a hint, a valid move. */
START_TEST(arrows_of_tilt_are_readable)
{
	enum { SIDE = 6 };
	const struct shown shown = show(theme_at(_i), DEPTH_RGB);
	struct level level;
	const struct puzzle *puzzle = read_level("level: t\nmode: tilt\n\na.. ..a\n", &level);
	const struct size size = puzzle_extent(puzzle, &level, SIDE);
	const move_code right = RIGHT;
	const struct view views[] = {
		{.state = &level.start, .hint = &right},
		{.state = &level.start, .valid = &right, .valid_count = 1},
	};
	struct picture *picture = picture_new();
	ck_assert(picture != NULL && picture_resize(picture, size.rows, size.columns));
	picture->pixels = true;
	picture_set_side(picture, SIDE);
	for (int i = 0; i < 2; i++) {
		puzzle->screen.paint(&level, &views[i], picture);
		ck_assert_int_eq(expect_readable_arrows(&shown, picture), 1);
	}
	picture_free(picture);
}
END_TEST

/* Those are for the terminal's own background, which may be light where a board is dark. */
START_TEST(boards_have_no_colours_of_text)
{
	static const char *const boards[] = {
		"level: t\nmode: tilt\n\na.b# a.b#\n.... ....\n",
		"level: t\nmode: gems\n\nabcab\nbcabc\ncabca\n",
		"level: t\nmode: bishop\n\na... a..b\n..b. ....\n",
		"level: t\nmode: lines\n\n62c\n5f.\n3.9\n",
	};
	struct picture *picture = picture_new();
	struct level level;
	const struct puzzle *puzzle = read_level(boards[_i % 4], &level);
	picture->pixels = true;
	picture->tones = _i < 4 ? TONES_MANY : TONES_ONE;
	for (int side = 2; side <= 24; side++) {
		const struct size size = puzzle_extent(puzzle, &level, side);
		ck_assert(picture_resize(picture, size.rows, size.columns));
		picture_set_side(picture, side);
		puzzle->screen.paint(&level, &(struct view){.state = &level.start}, picture);
		for (int i = 0; i < size.rows * size.columns; i++) {
			const colour_id ink = picture->cells[i].ink;
			ck_assert(colour_hue(ink) > 0 ? colour_tone(ink) != TONE_TEXT
			                              : ink < COLOUR_ACCENT);
		}
	}
	picture_free(picture);
}
END_TEST

static void expect_order(const struct shown *shown, colour_id lighter, colour_id darker)
{
	ck_assert_msg(sight_luminance(rgb_at(shown, lighter)) >
	                      sight_luminance(rgb_at(shown, darker)),
	              "%s: colour %d.%d is not lighter than %d.%d", shown->theme->name,
	              colour_hue(lighter), (int)colour_tone(lighter), colour_hue(darker),
	              (int)colour_tone(darker));
}

/* Which of the 256 colours: what is beside each other differs, and light is lighter than dark. */
START_TEST(neighbours_differ_among_256_colours)
{
	const struct shown shown = show(theme_at(_i), DEPTH_256);
	const bool bright = theme_is_light(theme_rgb(shown.theme, COLOUR_CELL));
	expect_order(&shown, bright ? COLOUR_CELL : COLOUR_CELL_ODD,
	             bright ? COLOUR_CELL_ODD : COLOUR_CELL);
	expect_order(&shown, COLOUR_SQUARE_ODD, COLOUR_SQUARE);
	expect_order(&shown, COLOUR_STONE_LIGHT, COLOUR_STONE);
	expect_order(&shown, COLOUR_STONE, COLOUR_STONE_DARK);
	expect_order(&shown, COLOUR_FRAME_LIGHT, COLOUR_FRAME);
	expect_order(&shown, COLOUR_FRAME, COLOUR_FRAME_DARK);
	ck_assert_int_ne(shown.colour[COLOUR_FRAME], shown.colour[COLOUR_CELL]);
	ck_assert_int_ne(shown.colour[COLOUR_FRAME], shown.colour[COLOUR_CELL_ODD]);
	ck_assert_int_ne(shown.colour[COLOUR_FRAME], shown.colour[COLOUR_STONE]);
	for (int hue = 1; hue <= THEME_HUES; hue++) {
		const colour_id base = hue_colour(hue, TONE_BASE);
		if (rgb_at(&shown, base) != 0xffffff)
			expect_order(&shown, hue_colour(hue, TONE_LIGHT), base);
		if (sight_luminance(rgb_at(&shown, base)) > 0.01)
			expect_order(&shown, base, hue_colour(hue, TONE_DARK));
		for (int other = 1; other < hue; other++)
			ck_assert_int_ne(shown.colour[base],
			                 shown.colour[hue_colour(other, TONE_BASE)]);
	}
}
END_TEST

/* Numbers of the 256 that a theme has are not those of a player's colour. */
START_TEST(an_own_colour_is_shown_among_256_colours)
{
	struct theme own;
	struct error error;
	char text[] = "base = jewel\nruby = #00ff00\ncell = #000000\n";
	ck_assert(theme_read(&own, "theme", text, &error));
	const struct shown shown = show(&own, DEPTH_256);
	ck_assert_uint_eq(rgb_at(&shown, hue_colour(1, TONE_BASE)), 0x00ff00);
	ck_assert_uint_eq(rgb_at(&shown, COLOUR_CELL), 0x000000);
}
END_TEST

/* ---- sixteen and eight colours ---- */

/* No hue of a piece, so that nothing looks like one. */
static void expect_neutral(const struct shown *shown, colour_id colour)
{
	const int32_t number = shown->colour[colour];
	ck_assert(number == 0 || number == 7 || number == 8 || number == 15);
}

START_TEST(what_is_on_a_board_differs_with_few_colours)
{
	const struct shown shown = show(themes[0].dark, _i == 0 ? DEPTH_16 : DEPTH_8);
	static const colour_id things[] = {COLOUR_FRAME,    COLOUR_STONE,  COLOUR_CURSOR,
	                                   COLOUR_MARK,     COLOUR_CHOSEN, COLOUR_HINT,
	                                   COLOUR_FORBIDDEN};
	for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
		ck_assert_int_ne(shown.colour[things[i]], shown.colour[COLOUR_CELL]);
	ck_assert_int_ne(shown.colour[COLOUR_SQUARE], shown.colour[COLOUR_SQUARE_ODD]);
	expect_neutral(&shown, COLOUR_CELL_ODD);
	expect_neutral(&shown, COLOUR_SQUARE_ODD);
	expect_neutral(&shown, COLOUR_FRAME);
	expect_neutral(&shown, COLOUR_STONE);
	if (theme_shade(shown.depth, COLOUR_FRAME) == 0) /* else its labels are on black */
		ck_assert_int_ne(shown.colour[COLOUR_LABEL], shown.colour[COLOUR_FRAME]);
	ck_assert_int_ne(shown.colour[COLOUR_STONE], shown.colour[COLOUR_STONE_DARK]);
	for (int hue = 1; hue <= THEME_HUES; hue++) {
		const int32_t base = shown.colour[hue_colour(hue, TONE_BASE)];
		ck_assert_int_ne(base, shown.colour[COLOUR_CELL]);
		ck_assert_int_ne(base, shown.colour[hue_colour(hue, TONE_SYMBOL)]);
		ck_assert_int_ne(base, shown.colour[hue_colour(hue, TONE_EDGE)]);
		if (shown.depth == DEPTH_16)
			ck_assert_int_ne(base, shown.colour[COLOUR_STONE]);
		for (int other = 1; other < hue; other++)
			ck_assert(base != shown.colour[hue_colour(other, TONE_BASE)] ||
			          theme_shade(shown.depth, hue_colour(hue, TONE_BASE)) !=
			                  theme_shade(shown.depth, hue_colour(other, TONE_BASE)));
	}
}
END_TEST

/* ---- colour-blind eyes ---- */

/* The smallest distance between two of the first `count` hues. */
static double nearest(const struct shown *shown, enum sight sight, int count)
{
	struct lab seen[THEME_HUES];
	double least = 1000;
	for (int i = 0; i < count; i++) {
		const colour_id base = hue_colour(i + 1, TONE_BASE);
		seen[i] = sight_lab(sight_simulate(sight, rgb_at(shown, base)));
		for (int k = 0; k < i; k++)
			least = fmin(least, sight_difference(seen[i], seen[k]));
	}
	return least;
}

enum { EVERY_SIGHT = (1 << SIGHTS) - 1, FULL = 1 << SIGHT_FULL };

/* Jewel keeps the hues that its stones have, so colour-blind eyes need its shapes; the figures of
 * the others are near the best that a search of all colours found. Of the 256, 175 can be read on
 * dark cells. To all eyes no eight of these are 17.25 apart: all sets were tried. A search found no
 * eight that are 19.1 apart to eyes with deuteranopia, and on white no six that are 16.1 apart to
 * all eyes. */
static const struct {
	const char *theme;
	double six, eight;
	enum depth depth;
	unsigned sights;
} apart[] = {
	{"jewel", 27, 21, DEPTH_RGB, FULL},
	{"jewel", 7.4, 7.4, DEPTH_RGB, EVERY_SIGHT},
	{"jewel light", 27, 21, DEPTH_RGB, FULL},
	{"jewel light", 7.4, 7.4, DEPTH_RGB, EVERY_SIGHT},
	{"dark background, 6 colours", 20, 0, DEPTH_RGB, EVERY_SIGHT},
	{"dark background, 8 colours", 20, 20, DEPTH_RGB, EVERY_SIGHT},
	{"light background, 6 colours", 20, 0, DEPTH_RGB, EVERY_SIGHT},
	{"protanopia", 24, 20, DEPTH_RGB, FULL | 1 << SIGHT_PROTANOPIA},
	{"protanopia light", 24, 20, DEPTH_RGB, FULL | 1 << SIGHT_PROTANOPIA},
	{"deuteranopia", 22, 18.9, DEPTH_RGB, FULL | 1 << SIGHT_DEUTERANOPIA},
	{"deuteranopia light", 22, 18.9, DEPTH_RGB, FULL | 1 << SIGHT_DEUTERANOPIA},
	{"tritanopia", 26, 21, DEPTH_RGB, FULL | 1 << SIGHT_TRITANOPIA},
	{"tritanopia light", 26, 21, DEPTH_RGB, FULL | 1 << SIGHT_TRITANOPIA},
	{"dark background, 6 colours", 20, 0, DEPTH_256, EVERY_SIGHT},
	{"dark background, 8 colours", 17, 17, DEPTH_256, EVERY_SIGHT},
	{"light background, 6 colours", 16, 0, DEPTH_256, EVERY_SIGHT},
	{"protanopia", 22.7, 22, DEPTH_256, FULL | 1 << SIGHT_PROTANOPIA},
	{"protanopia light", 22.7, 22, DEPTH_256, FULL | 1 << SIGHT_PROTANOPIA},
	{"deuteranopia", 20, 19, DEPTH_256, FULL | 1 << SIGHT_DEUTERANOPIA},
	{"deuteranopia light", 20, 19, DEPTH_256, FULL | 1 << SIGHT_DEUTERANOPIA},
	{"tritanopia", 25, 21, DEPTH_256, FULL | 1 << SIGHT_TRITANOPIA},
	{"tritanopia light", 25, 21, DEPTH_256, FULL | 1 << SIGHT_TRITANOPIA},
};

static const struct theme *theme_named(const char *name)
{
	for (int i = 0; i < 2 * THEMES; i++)
		if (strcmp(theme_at(i)->name, name) == 0)
			return theme_at(i);
	ck_abort_msg("no theme %s", name);
	return NULL;
}

START_TEST(hues_stay_apart_to_colour_blind_eyes)
{
	const struct theme *theme = theme_named(apart[_i].theme);
	const struct shown shown = show(theme, apart[_i].depth);
	for (int sight = 0; sight < SIGHTS; sight++) {
		if (!(apart[_i].sights >> sight & 1))
			continue;
		const double six = nearest(&shown, (enum sight)sight, 6);
		const double eight = nearest(&shown, (enum sight)sight, 8);
		ck_assert_msg(six >= apart[_i].six && eight >= apart[_i].eight,
		              "%s, depth %d, %s: six %.2f, eight %.2f", theme->name,
		              (int)apart[_i].depth, sight_names[sight], six, eight);
	}
}
END_TEST

static void add_look_tests(TCase *tests)
{
	tcase_add_loop_test(tests, the_distance_is_ciede2000, 0, sizeof pairs / sizeof pairs[0]);
	tcase_add_loop_test(tests, every_theme_is_readable, 0, 2 * THEMES);
	tcase_add_loop_test(tests, arrows_of_tilt_are_readable, 0, 2 * THEMES);
	tcase_add_loop_test(tests, boards_have_no_colours_of_text, 0, 8);
	tcase_add_loop_test(tests, neighbours_differ_among_256_colours, 0, 2 * THEMES);
	tcase_add_test(tests, an_own_colour_is_shown_among_256_colours);
	tcase_add_loop_test(tests, what_is_on_a_board_differs_with_few_colours, 0, 2);
	tcase_add_loop_test(tests, hues_stay_apart_to_colour_blind_eyes, 0,
	                    sizeof apart / sizeof apart[0]);
}

int main(void)
{
	return run_tests("look", add_look_tests);
}
