/* Whether pieces can be read and told apart: the contrast of all looks of all tints, and the
 * colours of every theme, also to colour-blind eyes. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "puzzle/level.h"
#include "support/help.h"
#include "support/sight.h"
#include "ui/term/screen_private.h"

static const double lowest = 3.0;

struct shade {
	int red, green, blue; /* 0 to 255 */
};

/* A terminal's own background and text colour, and its shades of the first sixteen colours; the
 * others of the 256 are the same everywhere. */
struct terminal {
	const char *name;
	struct shade ground, ink;
	struct shade ansi[16];
};

#define BLACK {0, 0, 0}
#define WHITE {255, 255, 255}

static const struct terminal dark = {"dark", BLACK, WHITE, {BLACK}};
static const struct terminal light = {"light", WHITE, BLACK, {BLACK}};

static const struct terminal console = {"linux", BLACK, {170, 170, 170}, {
	{0, 0, 0}, {170, 0, 0}, {0, 170, 0}, {170, 85, 0},
	{0, 0, 170}, {170, 0, 170}, {0, 170, 170}, {170, 170, 170},
	{85, 85, 85}, {255, 85, 85}, {85, 255, 85}, {255, 255, 85},
	{85, 85, 255}, {255, 85, 255}, {85, 255, 255}, {255, 255, 255},
}};
static const struct terminal xterm = {"xterm", BLACK, {229, 229, 229}, {
	{0, 0, 0}, {205, 0, 0}, {0, 205, 0}, {205, 205, 0},
	{0, 0, 238}, {205, 0, 205}, {0, 205, 205}, {229, 229, 229},
	{127, 127, 127}, {255, 0, 0}, {0, 255, 0}, {255, 255, 0},
	{92, 92, 255}, {255, 0, 255}, {0, 255, 255}, {255, 255, 255},
}};

/* ---- contrast ---- */

static uint32_t rgb_of(struct shade shade)
{
	return (uint32_t)(shade.red << 16 | shade.green << 8 | shade.blue);
}

static double contrast(struct shade a, struct shade b)
{
	return sight_contrast(rgb_of(a), rgb_of(b));
}

/* A colour of the terminal. Bold makes the first eight bright. */
static struct shade shade_of(const struct terminal *terminal, int colour, bool bold)
{
	static const int level[6] = {0, 95, 135, 175, 215, 255};
	if (colour < 16)
		return terminal->ansi[colour + (bold && colour < 8 ? 8 : 0)];
	if (colour >= 232)
		return (struct shade){8 + 10 * (colour - 232), 8 + 10 * (colour - 232),
		                      8 + 10 * (colour - 232)};
	const int index = colour - 16;
	return (struct shade){level[index / 36], level[index / 6 % 6], level[index % 6]};
}

static double contrast_of(const struct terminal *terminal, struct look look)
{
	const bool bold = (look.flags & LOOK_BOLD) != 0;
	return contrast(look.background < 0 ? terminal->ground
	                                    : shade_of(terminal, look.background, false),
	                look.foreground < 0 ? terminal->ink
	                                    : shade_of(terminal, look.foreground, bold));
}

/* ---- looks ---- */

static const enum role tinted[] = {ROLE_PIECE, ROLE_HOME, ROLE_GOAL,
                                   ROLE_MARK,  ROLE_LINE, ROLE_CLOSED};
enum { TINTED = sizeof tinted / sizeof tinted[0] };

static struct look look_of(int colours, int palette, enum role role, int tint)
{
	struct screen screen = {
		.unicode = true,
		.colours = colours,
		.palette = palette_of(colours, palette),
		.writer = {.flags = UINT8_MAX, .coloured_flags = UINT8_MAX},
	};
	return screen_spot(&screen, (struct picture_cell){
		.glyph = U'A', .role = (uint8_t)role, .tint = (uint8_t)tint}).look;
}

static void expect_readable(const struct terminal *terminal, int colours, int palette)
{
	for (int r = 0; r < TINTED; r++)
		for (int tint = 1; tint <= COLOURS_MAX; tint++) {
			const struct look look = look_of(colours, palette, tinted[r], tint);
			const double found = contrast_of(terminal, look);
			ck_assert_msg(found >= lowest, "%s, palette %d, role %d, tint %d: %.2f:1",
			              terminal->name, palette, (int)tinted[r], tint, found);
		}
}

START_TEST(every_tint_is_readable_on_its_background)
{
	expect_readable(&dark, 256, 0);
	expect_readable(&light, 256, 0);
	expect_readable(&dark, 256, 1);
	expect_readable(&dark, 256, 2);
	expect_readable(&light, 256, 3);
}
END_TEST

START_TEST(every_tint_is_readable_with_eight_colours)
{
	expect_readable(&console, 8, 0);
	expect_readable(&xterm, 8, 0);
}
END_TEST

START_TEST(no_two_tints_of_a_palette_are_equal)
{
	const struct palette *palette = palette_of(256, _i);
	ck_assert_int_ge(palette->count, COLOURS_MAX);
	for (int a = 0; a < palette->count; a++)
		for (int b = 0; b < a; b++)
			ck_assert_int_ne(palette->colour[a], palette->colour[b]);
}
END_TEST

/* Colour alone must not carry information. */
START_TEST(every_colour_has_its_own_glyph)
{
	struct picture *picture = picture_new();
	ck_assert_ptr_nonnull(picture);
	picture->glyphs = (enum glyph_set)_i;
	for (int a = 1; a <= COLOURS_MAX; a++)
		for (int b = 1; b < a; b++)
			ck_assert_uint_ne(picture_piece_glyph(picture, a),
			                  picture_piece_glyph(picture, b));
	picture_free(picture);
}
END_TEST

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
	static const colour_id inks[] = {COLOUR_CURSOR, COLOUR_CHOSEN,    COLOUR_HINT,
	                                 COLOUR_MARK,   COLOUR_FORBIDDEN, COLOUR_ACCENT,
	                                 COLOUR_GOLD,   COLOUR_GREEN};
	for (size_t i = 0; i < sizeof inks / sizeof inks[0]; i++)
		expect_on_cells(shown, inks[i]);
	expect_contrast(shown, COLOUR_LABEL, COLOUR_FRAME);
	expect_contrast(shown, COLOUR_BUTTON, COLOUR_FRAME);
	for (int hue = 1; hue <= HUES_MAX; hue++) {
		expect_on_cells(shown, hue_colour(hue, TONE_BASE));
		expect_on_cells(shown, hue_colour(hue, TONE_RING));
		expect_on_cells(shown, hue_colour(hue, TONE_TEXT));
		expect_contrast(shown, hue_colour(hue, TONE_SYMBOL), hue_colour(hue, TONE_BASE));
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
	const bool bright = shown.theme->light;
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

/* ---- sixteen and eight colours ---- */

START_TEST(what_is_on_a_board_differs_with_few_colours)
{
	const struct shown shown = show(themes[0].dark, _i == 0 ? DEPTH_16 : DEPTH_8);
	static const colour_id things[] = {COLOUR_FRAME,    COLOUR_STONE,  COLOUR_CURSOR,
	                                   COLOUR_MARK,     COLOUR_CHOSEN, COLOUR_HINT,
	                                   COLOUR_FORBIDDEN};
	for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
		ck_assert_int_ne(shown.colour[things[i]], shown.colour[COLOUR_CELL]);
	ck_assert_int_ne(shown.colour[COLOUR_SQUARE], shown.colour[COLOUR_SQUARE_ODD]);
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
		for (int other = 1; other < hue; other++) /* 8 hues, 7 colours that are not black */
			ck_assert(base != shown.colour[hue_colour(other, TONE_BASE)] ||
			          (shown.depth == DEPTH_8 && hue == THEME_HUES));
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
 * the others are near the best that a search of all colours found. */
static const struct {
	const char *theme;
	unsigned sights;
	double six, eight;
} apart[] = {
	{"jewel", FULL, 27, 21},
	{"jewel", EVERY_SIGHT, 7.4, 7.4},
	{"jewel light", FULL, 16, 16},
	{"jewel light", EVERY_SIGHT, 9, 9},
	{"dark background, 6 colours", EVERY_SIGHT, 20, 0},
	{"dark background, 8 colours", EVERY_SIGHT, 20, 20},
	{"light background, 6 colours", EVERY_SIGHT, 20, 0},
	{"protanopia", FULL | 1 << SIGHT_PROTANOPIA, 24, 20},
	{"protanopia light", FULL | 1 << SIGHT_PROTANOPIA, 22, 17.4},
	{"deuteranopia", FULL | 1 << SIGHT_DEUTERANOPIA, 22, 18.9},
	{"deuteranopia light", FULL | 1 << SIGHT_DEUTERANOPIA, 23, 19},
	{"tritanopia", FULL | 1 << SIGHT_TRITANOPIA, 26, 21},
	{"tritanopia light", FULL | 1 << SIGHT_TRITANOPIA, 26, 22},
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
	const struct shown shown = show(theme, DEPTH_RGB);
	for (int sight = 0; sight < SIGHTS; sight++) {
		if (!(apart[_i].sights >> sight & 1))
			continue;
		const double six = nearest(&shown, (enum sight)sight, 6);
		const double eight = nearest(&shown, (enum sight)sight, 8);
		ck_assert_msg(six >= apart[_i].six && eight >= apart[_i].eight,
		              "%s, %s: six %.2f, eight %.2f", theme->name, sight_names[sight], six,
		              eight);
	}
}
END_TEST

/* Of the 175 of the 256 colours that can be read on its cells, no eight are 17.25 apart: all sets
 * were tried. */
START_TEST(eight_of_256_colours_stay_apart)
{
	const struct shown shown = show(theme_named("dark background, 8 colours"), DEPTH_256);
	for (int sight = 0; sight < SIGHTS; sight++)
		ck_assert_double_ge(nearest(&shown, (enum sight)sight, 8), 17);
}
END_TEST

static void add_look_tests(TCase *tests)
{
	tcase_add_test(tests, every_tint_is_readable_on_its_background);
	tcase_add_test(tests, every_tint_is_readable_with_eight_colours);
	tcase_add_loop_test(tests, no_two_tints_of_a_palette_are_equal, 0, PALETTES);
	tcase_add_loop_test(tests, every_colour_has_its_own_glyph, 0, GLYPHS_COUNT);
	tcase_add_loop_test(tests, the_distance_is_ciede2000, 0, sizeof pairs / sizeof pairs[0]);
	tcase_add_loop_test(tests, every_theme_is_readable, 0, 2 * THEMES);
	tcase_add_loop_test(tests, neighbours_differ_among_256_colours, 0, 2 * THEMES);
	tcase_add_loop_test(tests, what_is_on_a_board_differs_with_few_colours, 0, 2);
	tcase_add_loop_test(tests, hues_stay_apart_to_colour_blind_eyes, 0,
	                    sizeof apart / sizeof apart[0]);
	tcase_add_test(tests, eight_of_256_colours_stay_apart);
}

int main(void)
{
	return run_tests("look", add_look_tests);
}
