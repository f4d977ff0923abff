/* A theme's colours: tones, what a table leaves out, and the sixteen colours of a simple terminal.
 * Those of text are in theme_text.c. */
#include "ui/term/theme.h"

#include <math.h>
#include <stddef.h>

enum { BLACK = 0x000000, WHITE = 0xffffff };

static uint32_t mix(uint32_t a, uint32_t b, double part)
{
	uint32_t mixed = 0;
	for (int shift = 0; shift < 24; shift += 8) {
		const double x = a >> shift & 255, y = b >> shift & 255;
		mixed |= (uint32_t)lround(x + (y - x) * part) << shift;
	}
	return mixed;
}

/* ---- contrast ---- */

double theme_linear(uint32_t value)
{
	const double v = value / 255.0;
	return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

double theme_luminance(uint32_t rgb)
{
	return 0.2126 * theme_linear(rgb >> 16 & 255) + 0.7152 * theme_linear(rgb >> 8 & 255) +
	       0.0722 * theme_linear(rgb & 255);
}

bool theme_is_readable(double luminance, double ground)
{
	const double x = luminance + 0.05, y = ground + 0.05;
	return (x > y ? x / y : y / x) >= 4.5;
}

bool theme_is_light(uint32_t rgb)
{
	return theme_luminance(rgb) > 0.179;
}

uint32_t theme_readable(uint32_t rgb, uint32_t end, uint32_t ground, uint32_t other)
{
	enum { STEPS = 40 };
	const double grounds[2] = {theme_luminance(ground), theme_luminance(other)};
	for (int step = 0; step < STEPS; step++) {
		const uint32_t mixed = mix(rgb, end, (double)step / STEPS);
		const double luminance = theme_luminance(mixed);
		if (theme_is_readable(luminance, grounds[0]) &&
		    theme_is_readable(luminance, grounds[1]))
			return mixed;
	}
	return end;
}

/* ---- the board ---- */

/* The end of the greys that is farthest from the theme's cells. */
static uint32_t front_of(const struct theme *theme)
{
	return theme_is_light(theme->board[COLOUR_CELL]) ? BLACK : WHITE;
}

static uint32_t board_rgb(const struct theme *theme, colour_id colour);

/* How a colour that a theme leaves out follows: as far from one of the board's towards `end` as
 * `part` says. */
static const struct derived {
	colour_id from;
	int hue; /* in place of `from`: from 1 */
	enum { TO_FRONT, TO_CELL, TO_WHITE, TO_BLACK } end;
	double part;
} derived[COLOURS_OF_BOARD] = {
	/* clang-format off */
	[COLOUR_CELL_ODD] = {COLOUR_CELL, 0, TO_FRONT, 0.04},
	[COLOUR_SQUARE] = {COLOUR_CELL, 0, TO_FRONT, 0.11},
	[COLOUR_SQUARE_ODD] = {COLOUR_CELL, 0, TO_FRONT, 0.27},
	[COLOUR_PIT] = {COLOUR_CELL, 0, TO_BLACK, 0.5},
	[COLOUR_FRAME] = {COLOUR_CELL, 0, TO_FRONT, 0.19},
	[COLOUR_FRAME_LIGHT] = {COLOUR_FRAME, 0, TO_WHITE, 0.16},
	[COLOUR_FRAME_DARK] = {COLOUR_FRAME, 0, TO_BLACK, 0.35},
	[COLOUR_STONE] = {COLOUR_CELL, 0, TO_FRONT, 0.32},
	[COLOUR_STONE_LIGHT] = {COLOUR_STONE, 0, TO_WHITE, 0.22},
	[COLOUR_STONE_DARK] = {COLOUR_STONE, 0, TO_BLACK, 0.35},
	[COLOUR_BUTTON] = {COLOUR_CELL, 0, TO_FRONT, 0.68},
	[COLOUR_BUTTON_LIT] = {COLOUR_CELL, 0, TO_FRONT, 1},
	[COLOUR_LABEL] = {COLOUR_CELL, 0, TO_FRONT, 0.78},
	[COLOUR_CURSOR] = {COLOUR_CELL, 0, TO_FRONT, 1},
	[COLOUR_CHOSEN] = {COLOUR_GOLD, 0, TO_FRONT, 0.15},
	[COLOUR_CHOSEN_CELL] = {COLOUR_GOLD, 0, TO_CELL, 0.62},
	[COLOUR_HINT] = {COLOUR_GREEN, 0, TO_FRONT, 0.1},
	[COLOUR_HINT_CELL] = {COLOUR_GREEN, 0, TO_CELL, 0.72},
	[COLOUR_MARK] = {COLOUR_CELL, 0, TO_FRONT, 0.88},
	[COLOUR_FORBIDDEN] = {0, 1, TO_FRONT, 0.1},
	[COLOUR_ACCENT] = {0, 2, TO_FRONT, 0.1},
	[COLOUR_GOLD] = {0, 3, TO_FRONT, 0},
	[COLOUR_GREEN] = {0, 4, TO_FRONT, 0},
	[COLOUR_WARNING] = {COLOUR_FORBIDDEN, 0, TO_FRONT, 0},
	[COLOUR_QUIET] = {COLOUR_CELL, 0, TO_FRONT, 0.5},
	/* clang-format on */
};

/* What marks and text are on, apart from odd cells: the frame, or a cell. */
static uint32_t ground_of(const struct theme *theme, colour_id colour)
{
	const bool on_frame = colour == COLOUR_LABEL || colour == COLOUR_BUTTON;
	return board_rgb(theme, on_frame ? COLOUR_FRAME : COLOUR_CELL);
}

static bool is_ink(colour_id colour)
{
	return colour == COLOUR_BUTTON || colour == COLOUR_LABEL || colour == COLOUR_CHOSEN ||
	       colour == COLOUR_HINT || colour == COLOUR_MARK || colour == COLOUR_FORBIDDEN;
}

/* The odd squares of the chessboard are the lighter ones. */
static const struct derived *derivation(const struct theme *theme, colour_id colour)
{
	if (front_of(theme) == BLACK && (colour == COLOUR_SQUARE || colour == COLOUR_SQUARE_ODD))
		return &derived[COLOUR_SQUARE + COLOUR_SQUARE_ODD - colour];
	return &derived[colour];
}

static uint32_t derive(const struct theme *theme, const struct derived *how)
{
	const uint32_t ends[] = {
		[TO_FRONT] = front_of(theme),
		[TO_CELL] = theme->board[COLOUR_CELL],
		[TO_WHITE] = WHITE,
		[TO_BLACK] = BLACK,
	};
	const uint32_t from = how->hue > 0 ? theme->hue[how->hue - 1] : board_rgb(theme, how->from);
	return mix(from, ends[how->end], how->part);
}

static uint32_t board_rgb(const struct theme *theme, colour_id colour)
{
	if (theme->board[colour] != 0 || colour == COLOUR_CELL || colour == COLOUR_NONE)
		return theme->board[colour];
	const uint32_t rgb = derive(theme, derivation(theme, colour));
	if (!is_ink(colour))
		return rgb;
	return theme_readable(rgb, front_of(theme), ground_of(theme, colour),
	                      board_rgb(theme, COLOUR_CELL_ODD));
}

/* ---- hues ---- */

/* Hues beyond the theme's own: the first eight, farther from the background each time round. */
static uint32_t base_of(const struct theme *theme, int hue)
{
	const int round = (hue - 1) / THEME_HUES;
	const uint32_t front = front_of(theme);
	return theme_readable(mix(theme->hue[(hue - 1) % THEME_HUES], front,
	                          round == 0 ? 0 : 0.2 + 0.15 * round),
	                      front, board_rgb(theme, COLOUR_CELL),
	                      board_rgb(theme, COLOUR_CELL_ODD));
}

static uint32_t tone_rgb(const struct theme *theme, uint32_t base, enum tone tone)
{
	const uint32_t cell = board_rgb(theme, COLOUR_CELL);
	switch (tone) {
	case TONE_GLINT:
		return mix(base, WHITE, 0.75);
	case TONE_LIGHT:
		return mix(base, WHITE, 0.3);
	case TONE_DARK:
		return mix(base, BLACK, 0.40);
	case TONE_EDGE:
		return mix(base, BLACK, 0.62);
	case TONE_SYMBOL:
		return theme_is_light(base)
		               ? theme_readable(mix(base, BLACK, 0.88), BLACK, base, base)
		               : WHITE;
	case TONE_RING:
		return theme_readable(mix(base, cell, 0.12), base, cell,
		                      board_rgb(theme, COLOUR_CELL_ODD));
	case TONE_SUNK:
		return mix(base, cell, 0.72);
	default:
		return base;
	}
}

uint32_t theme_rgb(const struct theme *theme, colour_id colour)
{
	const int hue = colour_hue(colour);
	if (hue == 0)
		return colour < COLOURS_OF_BOARD ? board_rgb(theme, colour) : BLACK;
	return tone_rgb(theme, base_of(theme, hue), colour_tone(colour));
}

/* ---- sixteen and eight colours ---- */

enum {
	ANSI_BLACK,
	ANSI_RED,
	ANSI_GREEN,
	ANSI_YELLOW,
	ANSI_BLUE,
	ANSI_MAGENTA,
	ANSI_CYAN,
	ANSI_WHITE,
	ANSI_GREY,
	ANSI_BRIGHT = 8
};

/* On black cells; of eight colours, and of sixteen. Black: what is not named. */
static const uint8_t ansi_board[COLOURS_OF_BOARD][2] = {
	/* clang-format off */
	[COLOUR_CELL_ODD] = {ANSI_WHITE, ANSI_GREY}, /* the chequers are shades */
	[COLOUR_SQUARE_ODD] = {ANSI_WHITE, ANSI_GREY},
	[COLOUR_FRAME] = {ANSI_WHITE, ANSI_GREY},
	[COLOUR_FRAME_LIGHT] = {ANSI_WHITE, ANSI_GREY},
	[COLOUR_FRAME_DARK] = {ANSI_WHITE, ANSI_GREY},
	[COLOUR_STONE] = {ANSI_WHITE, ANSI_WHITE},
	[COLOUR_STONE_LIGHT] = {ANSI_WHITE, ANSI_BRIGHT + ANSI_WHITE},
	[COLOUR_STONE_DARK] = {ANSI_BLACK, ANSI_GREY},
	[COLOUR_BUTTON] = {ANSI_WHITE, ANSI_BRIGHT + ANSI_WHITE}, /* on the frame */
	[COLOUR_BUTTON_LIT] = {ANSI_WHITE, ANSI_BRIGHT + ANSI_WHITE},
	[COLOUR_LABEL] = {ANSI_WHITE, ANSI_BRIGHT + ANSI_WHITE},
	[COLOUR_CURSOR] = {ANSI_WHITE, ANSI_BRIGHT + ANSI_WHITE},
	[COLOUR_CHOSEN] = {ANSI_YELLOW, ANSI_BRIGHT + ANSI_YELLOW},
	[COLOUR_CHOSEN_CELL] = {ANSI_YELLOW, ANSI_YELLOW},
	[COLOUR_HINT] = {ANSI_GREEN, ANSI_BRIGHT + ANSI_GREEN},
	[COLOUR_HINT_CELL] = {ANSI_GREEN, ANSI_GREEN},
	[COLOUR_MARK] = {ANSI_WHITE, ANSI_WHITE},
	[COLOUR_FORBIDDEN] = {ANSI_RED, ANSI_BRIGHT + ANSI_RED},
	/* clang-format on */
};

/* Of the hues: with eight colours, with sixteen, and then their dark side. Seven of eight colours
 * are not black: amber is yellow on red, where it fills a cell of the screen. */
enum { AMBER = 6 };
static const uint8_t ansi_hues[THEME_HUES][3] = {
	{ANSI_RED, ANSI_BRIGHT + ANSI_RED, ANSI_RED},
	{ANSI_BLUE, ANSI_BRIGHT + ANSI_BLUE, ANSI_BLUE},
	{ANSI_YELLOW, ANSI_BRIGHT + ANSI_YELLOW, ANSI_YELLOW},
	{ANSI_GREEN, ANSI_BRIGHT + ANSI_GREEN, ANSI_GREEN},
	{ANSI_MAGENTA, ANSI_BRIGHT + ANSI_MAGENTA, ANSI_MAGENTA},
	[AMBER - 1] = {ANSI_YELLOW, ANSI_YELLOW, ANSI_RED},
	{ANSI_WHITE, ANSI_BRIGHT + ANSI_WHITE, ANSI_WHITE},
	{ANSI_CYAN, ANSI_BRIGHT + ANSI_CYAN, ANSI_CYAN},
};

static int32_t ansi_colour(colour_id colour, bool sixteen)
{
	const int hue = colour_hue(colour);
	if (hue == 0)
		return ansi_board[colour][sixteen];
	const uint8_t *of = ansi_hues[(hue - 1) % THEME_HUES];
	switch (colour_tone(colour)) {
	case TONE_GLINT:
		return sixteen ? ANSI_BRIGHT + ANSI_WHITE : ANSI_WHITE;
	case TONE_DARK:
		return sixteen ? of[2] : of[0];
	case TONE_EDGE:
		return ANSI_BLACK;
	case TONE_SUNK:
		return sixteen ? ANSI_BLACK : of[0];
	case TONE_SYMBOL:
		return !sixteen && (of[0] == ANSI_RED || of[0] == ANSI_BLUE) ? ANSI_WHITE
		                                                             : ANSI_BLACK;
	default:
		return of[sixteen];
	}
}

/* ---- no colours ---- */

/* What is ink: pieces and marks, but not the background, nor what is drawn on pieces. */
static bool is_inked(colour_id colour)
{
	switch (colour) {
	case COLOUR_CELL:
	case COLOUR_SQUARE:
	case COLOUR_PIT:
	case COLOUR_FRAME_DARK:
	case COLOUR_STONE_DARK:
	case COLOUR_CHOSEN_CELL:
		return false;
	default:
		return colour_hue(colour) == 0 ||
		       (colour_tone(colour) != TONE_EDGE && colour_tone(colour) != TONE_SYMBOL);
	}
}

static bool is_amber(colour_id colour)
{
	const enum tone tone = colour_tone(colour);
	return colour_hue(colour) > 0 && (colour_hue(colour) - 1) % THEME_HUES == AMBER - 1 &&
	       (tone == TONE_LIGHT || tone == TONE_BASE || tone == TONE_RING);
}

static char32_t shade_of_sixteen(colour_id colour)
{
	switch (colour) {
	case COLOUR_CHOSEN_CELL: /* marks stand on these, in brighter green or yellow */
	case COLOUR_HINT_CELL:
	case COLOUR_SQUARE_ODD:
		return U'▒';
	case COLOUR_CELL_ODD:
		return U'░';
	default:
		return 0;
	}
}

char32_t theme_shade(enum depth depth, colour_id colour)
{
	if (depth > DEPTH_16)
		return 0;
	if (depth == DEPTH_16)
		return shade_of_sixteen(colour);
	if (colour_hue(colour) > 0) {
		const enum tone tone = colour_tone(colour);
		const bool shaded = tone == TONE_SUNK || tone == TONE_DARK;
		return shaded || (depth == DEPTH_8 && is_amber(colour)) ? U'▒' : 0;
	}
	switch (colour) {
	case COLOUR_FRAME:
	case COLOUR_FRAME_DARK:
	case COLOUR_STONE:
	case COLOUR_CHOSEN_CELL:
	case COLOUR_HINT_CELL:
		return U'▒';
	case COLOUR_CELL_ODD:
	case COLOUR_SQUARE_ODD:
		return U'░';
	default:
		return 0;
	}
}

colour_id theme_part(enum depth depth, colour_id colour)
{
	const bool ground = colour_hue(colour) == 0 || colour_tone(colour) == TONE_SUNK;
	return ground && theme_shade(depth, colour) != 0 ? COLOUR_CELL : colour;
}

colour_id theme_between(enum depth depth, colour_id colour)
{
	return depth == DEPTH_8 && is_amber(colour) ? hue_colour(1, TONE_BASE) : COLOUR_CELL;
}

/* ---- terminals ---- */

/* Most numbers are no colour: the board and the hues have fewer than TONES each. */
static bool is_colour(colour_id colour)
{
	const enum tone tone = colour_tone(colour);
	return colour_hue(colour) == 0 ? colour > COLOUR_NONE && colour < COLOURS_OF_BOARD
	                               : tone >= TONE_GLINT && tone <= TONE_TEXT;
}

void theme_resolve(const struct theme *theme, enum depth depth, int32_t out[COLOUR_IDS])
{
	if (depth == DEPTH_256)
		cube_resolve(theme, out);
	else
		for (int id = 0; id < COLOUR_IDS; id++) {
			const colour_id colour = (colour_id)id;
			if (!is_colour(colour))
				out[id] = COLOUR_OWN;
			else if (depth == DEPTH_MONO)
				out[id] = is_inked(colour) ? COLOUR_INK : COLOUR_OWN;
			else if (depth == DEPTH_RGB)
				out[id] = COLOUR_RGB + (int32_t)theme_rgb(theme, colour);
			else
				out[id] = ansi_colour(colour, depth == DEPTH_16);
		}
	out[COLOUR_NONE] = COLOUR_OWN;
}
