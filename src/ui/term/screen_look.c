/* How roles look: colours and attributes for as many colours as the terminal has. */
#include "ui/term/screen_private.h"

#include <assert.h>
#include <string.h>

#include "os/language.h"

/* ---- tints ---- */

/* Of the 256-colour palette. The first one is readable on dark and light backgrounds, with a
 * contrast of 3:1 at least; the first six, or eight, of each are kept apart for colour-blind eyes
 * too. Each of the others is the one farthest, in OKLab, from all before it: with that many
 * colours, glyphs are the better guide. */
/* clang-format off */
static const struct palette palettes[PALETTES] = {
	{TINTS_MAX, {26, 202, 126, 58, 105, 138, 200, 93, 29, 97, 160, 100, 32, 95,
	 169, 198, 99, 128, 132, 165, 60, 163, 134, 103, 66, 167}}, /* on any background */
	{TINTS_MAX, {34, 182, 59, 231, 165, 46, 196, 32, 138, 214, 126, 114,
	 199, 141, 157, 25, 45, 28, 226, 37, 172, 253, 130, 93, 40, 133}}, /* dark, six */
	{TINTS_MAX, {123, 162, 226, 63, 136, 216, 58, 111, 40, 206, 30, 72,
	 97, 203, 115, 165, 139, 47, 219, 131, 184, 160, 224, 105, 208, 28}}, /* dark, eight */
	{TINTS_MAX, {20, 202, 88, 105, 16, 17, 29, 127, 201, 54, 93, 22, 232,
	 60, 138, 237, 161, 26, 130, 133, 199, 32, 234, 89, 164, 98}}, /* light, six */
};
/* clang-format on */

/* The six of the eight ANSI colours that are neither black nor white: red, green, magenta, cyan,
 * yellow, and blue, which many terminals show too dark to read, last. */
static const struct palette eight_colours = {6, {1, 2, 5, 6, 3, 4}};

const struct palette *palette_of(int colours, int number)
{
	return colours == 256 ? &palettes[number] : &eight_colours;
}

/* ---- themes ---- */

static enum background background_of(const struct screen *screen)
{
	return screen->chosen != BACKGROUND_AUTO ? screen->chosen : screen->background;
}

static bool is_on_light(const struct screen *screen)
{
	return background_of(screen) == BACKGROUND_LIGHT;
}

/* The theme in use: of a pair, the one for the background. */
static const struct theme *theme_in_use(const struct screen *screen)
{
	if (screen->theme >= THEMES)
		return screen->own;
	const struct theme_pair *pair = &themes[screen->theme];
	return is_on_light(screen) ? pair->light : pair->dark;
}

/* Two colours between which the terminal's own background lies; false: nothing is known of it. The
 * player's word counts for more than the terminal's. */
static bool find_ground(const struct screen *screen, uint32_t ground[2])
{
	static const uint32_t usual[BACKGROUNDS][2] = {
		[BACKGROUND_DARK] = {0x000000, 0x1e1e1e},
		[BACKGROUND_LIGHT] = {0xffffff, 0xf5f0e0},
	};
	const enum background background = background_of(screen);
	const bool said = screen->ground >= 0 && background == screen->background;
	for (int i = 0; i < 2; i++)
		ground[i] = said ? (uint32_t)screen->ground : usual[background][i];
	return background != BACKGROUND_AUTO;
}

/* Colours of text, and tints for boards made of glyphs: the theme's if the background is known,
 * else some that are readable on any. The themes that have their own palette use it. */
static void resolve_text(struct screen *screen, const struct theme *theme)
{
	uint32_t ground[2];
	int32_t cube[COLOUR_IDS];
	const bool known = find_ground(screen, ground);
	const int number = screen->theme < PALETTES ? screen->theme : 0;
	theme_text(theme, screen->depth, known ? ground : NULL, screen->colour);
	screen->palette = palette_of(screen->colours, number);
	if (screen->colours < 256 || !known || number != 0)
		return;
	theme_text(theme, DEPTH_256, ground, cube);
	screen->tints.count = TINTS_MAX;
	for (int i = 0; i < TINTS_MAX; i++)
		screen->tints.colour[i] = cube[hue_colour(i + 1, TONE_TEXT)];
	screen->palette = &screen->tints;
}

void screen_resolve(struct screen *screen)
{
	const struct theme *theme = theme_in_use(screen);
	theme_resolve(theme, screen->depth, screen->colour);
	resolve_text(screen, theme);
}

void screen_set_theme(struct screen *screen, int number, enum background background,
                      const struct theme *own)
{
	assert(number >= 0 && number < THEMES + (own != NULL));
	screen->theme = number;
	screen->chosen = background;
	screen->own = own;
	screen_resolve(screen);
}

const char *screen_theme(const struct screen *screen)
{
	static const char *const names[] = {
		[DEPTH_MONO] = NC_("theme", "no colours"),
		[DEPTH_8] = NC_("theme", "8 colours of the terminal"),
		[DEPTH_16] = NC_("theme", "16 colours of the terminal"),
	};
	if (screen->depth < DEPTH_256)
		return language_text_in(names[screen->depth]);
	return language_text_in(screen->theme < THEMES ? themes[screen->theme].name
	                                               : screen->own->name);
}

/* Whether black is easier to read on this colour than white: by relative luminance (WCAG 2) in the
 * colour cube; green, yellow, cyan and white of the ANSI colours, whose shades are up to the
 * terminal. */
static bool is_light(int32_t colour)
{
	static const bool ansi[8] = {[2] = true, [3] = true, [6] = true, [7] = true};
	static const double level[6] = {0.0, 0.115, 0.243, 0.429, 0.679, 1.0}; /* linear light */
	if (colour < 16)
		return ansi[colour % 8];
	if (colour >= 232)
		return colour > 242;
	const int index = colour - 16;
	const double luminance = 0.2126 * level[index / 36] + 0.7152 * level[index / 6 % 6] +
	                         0.0722 * level[index % 6];
	return luminance > 0.179;
}

/* ---- roles ---- */

/* Of the 256 colours, those that are in no palette; and of the eight. */
enum { BLACK = 16, WHITE = 231 };
enum { ANSI_BLACK = 0, ANSI_WHITE = 7 };

/* With 256 colours, pieces and the cursor are recognised by shape and background, and bold would
 * cost bytes at each of their edges. */
static const struct {
	uint8_t flags[3]; /* in monochrome, with eight colours, with 256 */
	colour_id ink[3]; /* the same */
	enum { UNTINTED, DRAWN, FILLED } tinting;
} looks[ROLE_COUNT] = {
	/* clang-format off */
	[ROLE_QUIET] = {.flags = {LOOK_DIM, LOOK_DIM}, .ink = {0, 0, COLOUR_QUIET}},
	[ROLE_STRONG] = {.flags = {LOOK_BOLD, LOOK_BOLD, LOOK_BOLD}},
	[ROLE_WARNING] = {.flags = {LOOK_BOLD, LOOK_BOLD, LOOK_BOLD},
	                  .ink = {0, COLOUR_WARNING, COLOUR_WARNING}},
	[ROLE_GOLD] = {.flags = {LOOK_BOLD, LOOK_BOLD}, .ink = {0, COLOUR_GOLD, COLOUR_GOLD}},
	[ROLE_GREEN] = {.flags = {LOOK_BOLD, LOOK_BOLD}, .ink = {0, COLOUR_GREEN, COLOUR_GREEN}},
	[ROLE_ACCENT] = {.flags = {LOOK_BOLD, LOOK_BOLD, LOOK_BOLD},
	                 .ink = {0, COLOUR_ACCENT, COLOUR_ACCENT}},
	[ROLE_WALL] = {.ink = {0, 0, COLOUR_QUIET}},
	[ROLE_FLOOR] = {.flags = {LOOK_DIM, LOOK_DIM}, .ink = {0, 0, COLOUR_QUIET}},
	[ROLE_PIECE] = {.flags = {LOOK_BOLD, LOOK_BOLD}, .tinting = FILLED},
	[ROLE_GOAL] = {.flags = {LOOK_BOLD, LOOK_BOLD, LOOK_BOLD}, .tinting = DRAWN},
	[ROLE_HOME] = {.flags = {LOOK_BOLD, LOOK_BOLD}, .tinting = FILLED},
	[ROLE_HINT] = {.flags = {LOOK_REVERSE | LOOK_BOLD, LOOK_REVERSE | LOOK_BOLD,
	                         LOOK_REVERSE | LOOK_BOLD}},
	[ROLE_CURSOR] = {.flags = {LOOK_BOLD, LOOK_BOLD}},
	[ROLE_SELECTED] = {.flags = {LOOK_BOLD | LOOK_REVERSE, LOOK_BOLD | LOOK_REVERSE,
	                             LOOK_BOLD | LOOK_REVERSE}},
	[ROLE_MARK] = {.flags = {LOOK_BOLD, LOOK_BOLD, LOOK_BOLD}, .tinting = DRAWN},
	[ROLE_LINE] = {.flags = {0, LOOK_BOLD}, .tinting = DRAWN}, /* there bold is bright */
	[ROLE_CLOSED] = {.flags = {LOOK_BOLD | LOOK_REVERSE, LOOK_BOLD}, .tinting = FILLED},
	/* clang-format on */
};

/* A piece is filled with its colour; every other time that the palette goes round, it is drawn
 * instead. Bold black is grey on many terminals, and hard to read on a colour. */
static void put_tint(const struct screen *screen, int tint, bool filled, struct look *look)
{
	const bool many = screen->colours == 256;
	const struct palette *palette = screen->palette;
	const int32_t colour = palette->colour[(tint - 1) % palette->count];
	if (!filled || (tint - 1) / palette->count % 2 == 1) {
		if (many || !is_light(colour) || !is_on_light(screen))
			look->foreground = colour;
	} else if (is_light(colour)) {
		look->background = colour;
		look->foreground = many ? BLACK : ANSI_BLACK;
		look->flags &= (uint8_t)~LOOK_BOLD;
	} else {
		look->background = colour;
		look->foreground = many ? WHITE : ANSI_WHITE;
	}
}

static struct look role_look(const struct screen *screen, enum role role, int tint)
{
	const int depth = screen->colours == 256 ? 2 : screen->colours == 8 ? 1 : 0;
	const colour_id ink = looks[role].ink[depth];
	struct look look = {COLOUR_OWN, COLOUR_OWN, looks[role].flags[depth]};
	if (ink != COLOUR_NONE)
		look.foreground = screen->colour[ink];
	if (depth > 0 && tint != 0 && looks[role].tinting != UNTINTED)
		put_tint(screen, tint, looks[role].tinting == FILLED, &look);
	if (depth == 1 && look.foreground >= 0 && is_on_light(screen))
		look.flags &= (uint8_t)~LOOK_BOLD; /* there bold is bright */
	return look;
}

static bool is_block(char32_t glyph)
{
	return glyph >= U'▀' && glyph <= U'▟';
}

/* Of eight colours, which a bold glyph on black or on a dark background may show brighter: most
 * terminals' red and blue are hard to read there. */
static bool is_brightened(const struct screen *screen, struct picture_cell cell)
{
	const bool coloured = colour_hue(cell.ink) > 0 ? colour_tone(cell.ink) != TONE_SYMBOL
	                                               : cell.ink >= COLOUR_FORBIDDEN;
	return screen->depth == DEPTH_8 && coloured && !is_block(cell.glyph) &&
	       colour_hue(cell.paper) == 0 && (cell.paper != COLOUR_NONE || !is_on_light(screen));
}

static int32_t part_of_cell(const struct screen *screen, colour_id colour)
{
	return screen->colour[theme_part(screen->depth, colour)];
}

/* Two pixels or a glyph without colours: ink on paper, or reverse. */
static struct spot inked_spot(const struct screen *screen, char32_t glyph, bool ink, bool paper)
{
	const uint8_t reverse = screen->writer.flags & LOOK_REVERSE;
	struct spot spot = {glyph, {COLOUR_OWN, COLOUR_OWN, 0}};
	if (paper && !ink && (glyph == U'▀' || glyph == U'▄')) {
		spot.glyph = glyph == U'▀' ? U'▄' : U'▀';
	} else if (glyph == U' ' || (ink == paper && is_block(glyph))) {
		spot.glyph = paper && reverse == 0 ? U'█' : U' ';
		spot.look.foreground = paper ? COLOUR_OWN : COLOUR_ANY;
		spot.look.flags = paper ? reverse : 0;
	} else if (paper) { /* whatever the ink */
		spot.look.flags = reverse;
	}
	return spot;
}

/* The shade of a cell whose two pixels have it; else 0. */
static char32_t shade_of(const struct screen *screen, struct picture_cell cell)
{
	const bool halves = cell.glyph == U'▀' || cell.glyph == U'▄';
	const char32_t shade = theme_shade(screen->depth, cell.paper);
	const bool whole =
		cell.glyph == U' ' || (halves && theme_shade(screen->depth, cell.ink) == shade &&
	                               screen->colour[cell.ink] == screen->colour[cell.paper]);
	return whole ? shade : 0;
}

/* Two pixels, or a glyph in a colour. Where the terminal shows the same for both pixels, there is
 * only paper; a glyph is never shown in the colour of its paper. */
static struct spot painted_spot(const struct screen *screen, struct picture_cell cell)
{
	const char32_t shade = shade_of(screen, cell);
	const char32_t glyph = shade != 0 ? shade : cell.glyph;
	const int32_t paper = shade != 0 ? screen->colour[theme_between(screen->depth, cell.paper)]
	                                 : part_of_cell(screen, cell.paper);
	int32_t ink = shade != 0 ? screen->colour[cell.paper] : part_of_cell(screen, cell.ink);
	if (screen->depth == DEPTH_MONO)
		return inked_spot(screen, glyph, ink == COLOUR_INK, paper == COLOUR_INK);
	if (glyph == U' ' || (ink == paper && is_block(glyph)))
		return (struct spot){U' ', {COLOUR_ANY, paper, 0}};
	if (ink == paper && screen->depth == DEPTH_8)
		ink = is_light(paper) ? ANSI_BLACK : ANSI_WHITE;
	const bool plain = glyph >= 0x80 && !screen->unicode;
	const uint8_t flags = shade == 0 && is_brightened(screen, cell) ? LOOK_BOLD : 0;
	return (struct spot){plain ? U'?' : glyph,
	                     {ink, paper, flags & screen->writer.coloured_flags}};
}

struct spot screen_spot(const struct screen *screen, struct picture_cell cell)
{
	assert(cell.role < ROLE_COUNT);
	if (cell.role == ROLE_PAINTED)
		return painted_spot(screen, cell);
	struct spot spot = {cell.glyph, role_look(screen, cell.role, cell.tint)};
	if (spot.glyph >= 0x80 && !screen->unicode)
		spot.glyph = U'?';
	const bool coloured =
		spot.look.foreground != COLOUR_OWN || spot.look.background != COLOUR_OWN;
	spot.look.flags &= coloured ? screen->writer.coloured_flags : screen->writer.flags;
	if (spot.glyph == U' ' && (spot.look.flags & LOOK_SEEN_ON_BLANKS) == 0) {
		spot.look.foreground = COLOUR_ANY;
		spot.look.flags = 0;
	}
	return spot;
}
