/* Whether text can be read, and boards made of glyphs: on terminals of each kind, on a dark and on
 * a light background. Boards of pixels are in check_look.c. */
#include <check.h>

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

#define BLACK           \
	{               \
		0, 0, 0 \
	}
#define WHITE                 \
	{                     \
		255, 255, 255 \
	}

static const struct terminal dark = {"dark", BLACK, WHITE, {BLACK}};
static const struct terminal light = {"light", WHITE, BLACK, {BLACK}};

static const struct terminal console = {"linux",
                                        BLACK,
                                        {170, 170, 170},
                                        {
						{0, 0, 0},
						{170, 0, 0},
						{0, 170, 0},
						{170, 85, 0},
						{0, 0, 170},
						{170, 0, 170},
						{0, 170, 170},
						{170, 170, 170},
						{85, 85, 85},
						{255, 85, 85},
						{85, 255, 85},
						{255, 255, 85},
						{85, 85, 255},
						{255, 85, 255},
						{85, 255, 255},
						{255, 255, 255},
					}};
#define XTERM                                                                                      \
	{                                                                                          \
		{0, 0, 0}, {205, 0, 0}, {0, 205, 0}, {205, 205, 0}, {0, 0, 238}, {205, 0, 205},    \
			{0, 205, 205}, {229, 229, 229}, {127, 127, 127}, {255, 0, 0}, {0, 255, 0}, \
			{255, 255, 0}, {92, 92, 255}, {255, 0, 255}, {0, 255, 255},                \
			{255, 255, 255},                                                           \
	}
static const struct terminal xterm = {"xterm", BLACK, {229, 229, 229}, XTERM};
static const struct terminal light_xterm = {"light xterm", WHITE, BLACK, XTERM};

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

static struct look look_of(const struct terminal *terminal, int colours, int palette,
                           enum role role, int tint)
{
	struct screen screen = {
		.unicode = true,
		.colours = colours,
		.background = theme_is_light(rgb_of(terminal->ground)) ? BACKGROUND_LIGHT
	                                                               : BACKGROUND_DARK,
		.palette = palette_of(colours, palette),
		.writer = {.flags = UINT8_MAX, .coloured_flags = UINT8_MAX},
	};
	return screen_spot(&screen, (struct picture_cell){.glyph = U'A',
	                                                  .role = (uint8_t)role,
	                                                  .tint = (uint8_t)tint})
	        .look;
}

static void expect_readable(const struct terminal *terminal, int colours, int palette)
{
	for (int r = 0; r < TINTED; r++)
		for (int tint = 1; tint <= COLOURS_MAX; tint++) {
			const struct look look =
				look_of(terminal, colours, palette, tinted[r], tint);
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
	expect_readable(&light_xterm, 8, 0);
}
END_TEST

/* ---- text ---- */

static struct screen screen_on(enum depth depth, int theme, enum background background)
{
	struct screen screen = {
		.unicode = true,
		.colours = depth >= DEPTH_256 ? 256 : 8,
		.depth = depth,
		.theme = theme,
		.background = background,
		.ground = -1,
		.writer = {.flags = UINT8_MAX, .coloured_flags = UINT8_MAX},
	};
	screen_resolve(&screen);
	return screen;
}

/* Roles, and what is painted in their colours; all that is said in words, if `depth` is low. Of few
 * colours on a light background green is hard to read, but no word is green there: it is for marks
 * and large digits, which would mean something else in blue. */
static void expect_readable_text(const struct screen *screen, const struct terminal *terminal,
                                 double least)
{
	const bool few = screen->depth < DEPTH_256 && screen->background == BACKGROUND_LIGHT;
	const double least_green = few ? 2.1 : least;
	static const enum role roles[] = {ROLE_QUIET, ROLE_WARNING, ROLE_GOLD,
	                                  ROLE_GREEN, ROLE_ACCENT,  ROLE_WALL};
	for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++) {
		const struct picture_cell cell = {.glyph = U'A', .role = (uint8_t)roles[i]};
		const double found = contrast_of(terminal, screen_spot(screen, cell).look);
		ck_assert_msg(found >= (roles[i] == ROLE_GREEN ? least_green : least),
		              "%s, depth %d, theme %d, role %d: %.2f:1", terminal->name,
		              (int)screen->depth, screen->theme, (int)roles[i], found);
	}
	for (int ink = COLOUR_ACCENT; ink < COLOURS_OF_BOARD; ink++) {
		const colour_id painted = (colour_id)ink;
		const struct picture_cell cell = {U'A', ROLE_PAINTED, 0, painted, COLOUR_NONE};
		const double found = contrast_of(terminal, screen_spot(screen, cell).look);
		ck_assert_msg(found >= (ink == COLOUR_GREEN ? least_green : least),
		              "%s, depth %d, theme %d, painted %d: %.2f:1", terminal->name,
		              (int)screen->depth, screen->theme, ink, found);
	}
}

/* Whatever the terminal says of its background. */
START_TEST(text_of_every_theme_is_readable)
{
	static const struct terminal grounds[] = {
		{"dark", BLACK, WHITE, {BLACK}},
		{"grey", {30, 30, 30}, WHITE, {BLACK}},
		{"Solarized dark", {0x00, 0x2b, 0x36}, WHITE, {BLACK}},
		{"Nord", {0x2e, 0x34, 0x40}, WHITE, {BLACK}},
		{"light", WHITE, BLACK, {BLACK}},
		{"Solarized light", {0xfd, 0xf6, 0xe3}, BLACK, {BLACK}},
		{"Gruvbox light", {0xf2, 0xe5, 0xbc}, BLACK, {BLACK}},
		{"Latte", {0xef, 0xf1, 0xf5}, BLACK, {BLACK}},
	};
	for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++) {
		const uint32_t ground = rgb_of(grounds[i].ground);
		struct screen screen =
			screen_on(DEPTH_256, _i,
		                  theme_is_light(ground) ? BACKGROUND_LIGHT : BACKGROUND_DARK);
		screen.ground = ground;
		screen_resolve(&screen);
		expect_readable_text(&screen, &grounds[i], 4.5);
	}
}
END_TEST

START_TEST(text_is_readable_where_the_terminal_says_little)
{
	const struct screen on_dark = screen_on(DEPTH_256, _i, BACKGROUND_DARK);
	const struct screen on_light = screen_on(DEPTH_RGB, _i, BACKGROUND_LIGHT);
	const struct screen on_any = screen_on(DEPTH_RGB, _i, BACKGROUND_AUTO);
	expect_readable_text(&on_dark, &dark, 4.5);
	expect_readable_text(&on_light, &light, 4.5);
	expect_readable_text(&on_any, &dark, 4.4); /* no gold is 4.5:1 on both */
	expect_readable_text(&on_any, &light, 4.4);
}
END_TEST

START_TEST(text_is_readable_with_few_colours)
{
	const enum depth depth = _i == 0 ? DEPTH_8 : DEPTH_16;
	const struct screen on_dark = screen_on(depth, 0, BACKGROUND_DARK);
	const struct screen on_light = screen_on(depth, 0, BACKGROUND_LIGHT);
	expect_readable_text(&on_dark, &console, 3.4); /* its red, if it is not bold */
	expect_readable_text(&on_dark, &xterm, 3.4);
	expect_readable_text(&on_light, &light_xterm, 4.5);
}
END_TEST

/* In blue a tick would not look like one that says "proven". */
START_TEST(ticks_are_green_with_few_colours)
{
	const enum depth depth = _i < 2 ? DEPTH_8 : DEPTH_16;
	const struct screen screen =
		screen_on(depth, 0, _i % 2 == 0 ? BACKGROUND_LIGHT : BACKGROUND_DARK);
	const struct picture_cell mark = {.glyph = U'✓', .role = ROLE_GREEN};
	const struct picture_cell digit = {U'█', ROLE_PAINTED, 0, COLOUR_GREEN, COLOUR_NONE};
	enum { ANSI_GREEN = 2 };
	ck_assert_int_eq(screen_spot(&screen, mark).look.foreground % 8, ANSI_GREEN);
	ck_assert_int_eq(screen_spot(&screen, digit).look.foreground % 8, ANSI_GREEN);
}
END_TEST

/* Bold is bright on these terminals; a shade, which is of two colours, is never bold. */
START_TEST(glyphs_on_a_board_are_readable_with_eight_colours)
{
	const struct screen screen = screen_on(DEPTH_8, 0, BACKGROUND_DARK);
	for (int hue = 1; hue <= HUES_MAX; hue++) {
		const colour_id ring = hue_colour(hue, TONE_RING);
		const struct picture_cell glyph = {U'●', ROLE_PAINTED, 0, ring, COLOUR_CELL};
		const struct picture_cell blank = {U' ', ROLE_PAINTED, 0, ring, COLOUR_FRAME};
		const struct look look = screen_spot(&screen, glyph).look;
		ck_assert_double_ge(contrast_of(&console, look), lowest);
		ck_assert_double_ge(contrast_of(&xterm, look), lowest);
		ck_assert_uint_eq(screen_spot(&screen, blank).look.flags, 0);
	}
}
END_TEST

/* Themes for dark backgrounds and then for light ones. */
static const struct theme *theme_at(int i)
{
	return i < THEMES ? themes[i].dark : themes[i - THEMES].light;
}

/* Hues as text: letters of the logo, and of boards in ASCII. */
START_TEST(hues_are_readable_as_text)
{
	static const uint32_t ground[2][2] = {{0x000000, 0x1e1e1e}, {0xffffff, 0xf5f0e0}};
	int32_t text[COLOUR_IDS], cube[COLOUR_IDS];
	for (int g = 0; g < 2; g++) {
		theme_text(theme_at(_i), DEPTH_RGB, ground[g], text);
		theme_text(theme_at(_i), DEPTH_256, ground[g], cube);
		for (int i = 1; i <= HUES_MAX; i++)
			for (int k = 0; k < 2; k++) {
				const colour_id id = hue_colour(i, TONE_TEXT);
				const uint32_t rgb = (uint32_t)(text[id] - COLOUR_RGB);
				ck_assert_double_ge(sight_contrast(rgb, ground[g][k]), 4.5);
				ck_assert_double_ge(sight_contrast(cube_rgb(cube[id]),
				                                   ground[g][k]),
				                    4.5);
			}
	}
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

static void add_text_tests(TCase *tests)
{
	tcase_add_test(tests, every_tint_is_readable_on_its_background);
	tcase_add_test(tests, every_tint_is_readable_with_eight_colours);
	tcase_add_loop_test(tests, text_of_every_theme_is_readable, 0, THEMES);
	tcase_add_loop_test(tests, text_is_readable_where_the_terminal_says_little, 0, THEMES);
	tcase_add_loop_test(tests, text_is_readable_with_few_colours, 0, 2);
	tcase_add_loop_test(tests, ticks_are_green_with_few_colours, 0, 4);
	tcase_add_test(tests, glyphs_on_a_board_are_readable_with_eight_colours);
	tcase_add_loop_test(tests, hues_are_readable_as_text, 0, 2 * THEMES);
	tcase_add_loop_test(tests, no_two_tints_of_a_palette_are_equal, 0, PALETTES);
	tcase_add_loop_test(tests, every_colour_has_its_own_glyph, 0, GLYPHS_COUNT);
}

int main(void)
{
	return run_tests("text", add_text_tests);
}
