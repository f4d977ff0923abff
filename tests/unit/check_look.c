/* Whether pieces can be read: the contrast of all looks of all tints, by WCAG 2. */
#include <check.h>
#include <math.h>

#include "puzzle/level.h"
#include "support/help.h"
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

static double linear(int value)
{
	const double v = value / 255.0;
	return v <= 0.03928 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double luminance(struct shade shade)
{
	return 0.2126 * linear(shade.red) + 0.7152 * linear(shade.green) +
	       0.0722 * linear(shade.blue);
}

static double contrast(struct shade a, struct shade b)
{
	const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
	return x > y ? x / y : y / x;
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

static void add_look_tests(TCase *tests)
{
	tcase_add_test(tests, every_tint_is_readable_on_its_background);
	tcase_add_test(tests, every_tint_is_readable_with_eight_colours);
	tcase_add_loop_test(tests, no_two_tints_of_a_palette_are_equal, 0, PALETTES);
	tcase_add_loop_test(tests, every_colour_has_its_own_glyph, 0, GLYPHS_COUNT);
}

int main(void)
{
	return run_tests("look", add_look_tests);
}
