#include "ui/term/theme.h"

#include <math.h>

const struct theme themes[THEMES] = {
	{
		.name = "jewel",
		.board =
			{
				[COLOUR_CELL] = 0x1a1d27,        [COLOUR_CELL_ODD] = 0x20242f,
				[COLOUR_SQUARE] = 0x2d3447,      [COLOUR_SQUARE_ODD] = 0x4a566f,
				[COLOUR_PIT] = 0x0d0e13,         [COLOUR_FRAME] = 0x3a4050,
				[COLOUR_FRAME_LIGHT] = 0x5a6378, [COLOUR_FRAME_DARK] = 0x262a36,
				[COLOUR_STONE] = 0x59606f,       [COLOUR_STONE_LIGHT] = 0x7d8595,
				[COLOUR_STONE_DARK] = 0x383d49,  [COLOUR_BUTTON] = 0x8f99b3,
				[COLOUR_BUTTON_LIT] = 0xffffff,  [COLOUR_LABEL] = 0xa9b1c6,
				[COLOUR_CURSOR] = 0xffffff,      [COLOUR_CHOSEN] = 0xffd75f,
				[COLOUR_CHOSEN_CELL] = 0x6b5a1e, [COLOUR_HINT] = 0x7ee787,
				[COLOUR_HINT_CELL] = 0x1f4a2c,   [COLOUR_MARK] = 0xdee2eb,
				[COLOUR_FORBIDDEN] = 0xe5786d,   [COLOUR_ACCENT] = 0x7fb4ff,
				[COLOUR_GOLD] = 0xf0c428,        [COLOUR_GREEN] = 0x7ee787,
			},
		.hue =
			{
				0xe2433f, /* ruby */
				0x3d7ff0, /* sapphire */
				0xf2c42e, /* citrine */
				0x22b365, /* emerald */
				0xa35fe6, /* amethyst */
				0xf5862a, /* amber */
				0xd8dfea, /* pearl */
				0x35c3d8, /* aquamarine */
			},
	},
	{
		.name = "jewel, light",
		.light = true,
		.board =
			{
				[COLOUR_CELL] = 0xeceef3,        [COLOUR_CELL_ODD] = 0xe0e4ec,
				[COLOUR_SQUARE] = 0xb9c3d6,      [COLOUR_SQUARE_ODD] = 0xe4e8f0,
				[COLOUR_PIT] = 0x8a92a3,         [COLOUR_FRAME] = 0x9aa3b5,
				[COLOUR_FRAME_LIGHT] = 0xc3cad8, [COLOUR_FRAME_DARK] = 0x6f788b,
				[COLOUR_STONE] = 0x8b93a3,       [COLOUR_STONE_LIGHT] = 0xb0b7c4,
				[COLOUR_STONE_DARK] = 0x656c7a,  [COLOUR_BUTTON] = 0x4b5468,
				[COLOUR_BUTTON_LIT] = 0x000000,  [COLOUR_LABEL] = 0x2d3445,
				[COLOUR_CURSOR] = 0x000000,      [COLOUR_CHOSEN] = 0x8a5a00,
				[COLOUR_CHOSEN_CELL] = 0xffe39a, [COLOUR_HINT] = 0x0a6b2c,
				[COLOUR_HINT_CELL] = 0xb9efc6,   [COLOUR_MARK] = 0x20242f,
				[COLOUR_FORBIDDEN] = 0xb3261e,   [COLOUR_ACCENT] = 0x1f55b8,
				[COLOUR_GOLD] = 0x8a6400,        [COLOUR_GREEN] = 0x0a6b2c,
			},
		.hue = {0xcf2f3a, 0x2463d6, 0xe0ac10, 0x158f4c, 0x8a42d1, 0xe56f12, 0xf7f8fb,
                        0x14a3ba},
	},
};

/* ---- tones ---- */

static uint32_t mix(uint32_t a, uint32_t b, double part)
{
	uint32_t mixed = 0;
	for (int shift = 0; shift < 24; shift += 8) {
		const double x = a >> shift & 255, y = b >> shift & 255;
		mixed |= (uint32_t)lround(x + (y - x) * part) << shift;
	}
	return mixed;
}

static double linear(uint32_t value)
{
	const double v = value / 255.0;
	return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

/* Relative luminance, by WCAG 2. */
static double luminance(uint32_t rgb)
{
	return 0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) +
	       0.0722 * linear(rgb & 255);
}

/* Hues beyond the theme's own: the first eight, darker each time round. */
static uint32_t base_of(const struct theme *theme, int hue)
{
	const int round = (hue - 1) / THEME_HUES;
	return mix(theme->hue[(hue - 1) % THEME_HUES], theme->light ? 0x000000 : 0xffffff,
	           round == 0 ? 0 : 0.2 + 0.15 * round);
}

uint32_t theme_rgb(const struct theme *theme, colour_id colour)
{
	const int hue = colour_hue(colour);
	if (hue == 0)
		return colour < COLOURS_OF_BOARD ? theme->board[colour] : 0;
	const uint32_t base = base_of(theme, hue), ground = theme->board[COLOUR_CELL];
	switch (colour_tone(colour)) {
	case TONE_GLINT:
		return mix(base, 0xffffff, 0.75);
	case TONE_LIGHT:
		return mix(base, 0xffffff, 0.38);
	case TONE_DARK:
		return mix(base, 0x000000, 0.34);
	case TONE_EDGE:
		return mix(base, 0x000000, 0.62);
	case TONE_SYMBOL:
		return luminance(base) > 0.179 ? mix(base, 0x000000, 0.88) : 0xffffff;
	case TONE_RING:
		return mix(base, ground, 0.12);
	case TONE_SUNK:
		return mix(base, ground, 0.72);
	default:
		return base;
	}
}

/* ---- terminals ---- */

/* The first sixteen of the colours that a terminal of 256 has are its own affair. */
static uint32_t rgb_of_256(int number)
{
	static const uint32_t level[6] = {0, 95, 135, 175, 215, 255};
	if (number >= 232)
		return (uint32_t)(8 + 10 * (number - 232)) * 0x010101;
	const int index = number - 16;
	return level[index / 36] << 16 | level[index / 6 % 6] << 8 | level[index % 6];
}

/* The square of a distance that weighs colours about as the eye does (Riemersma, 2008). */
static double distance(uint32_t a, uint32_t b)
{
	const double red = (double)((a >> 16) + (b >> 16)) / 2;
	const double r = (double)(a >> 16) - (double)(b >> 16);
	const double g = (double)(a >> 8 & 255) - (double)(b >> 8 & 255);
	const double blue = (double)(a & 255) - (double)(b & 255);
	return (2 + red / 256) * r * r + 4 * g * g + (2 + (255 - red) / 256) * blue * blue;
}

static int nearest_of_256(uint32_t rgb)
{
	int best = 16;
	for (int i = 17; i < 256; i++)
		if (distance(rgb_of_256(i), rgb) < distance(rgb_of_256(best), rgb))
			best = i;
	return best;
}

/* The ANSI colours of the hues, and of the board. */
static int ansi_colour(colour_id colour, bool bright)
{
	static const int hues[THEME_HUES] = {1, 4, 3, 2, 5, 3, 7, 6};
	const int hue = colour_hue(colour);
	if (hue == 0) {
		switch (colour) {
		case COLOUR_CELL:
		case COLOUR_CELL_ODD:
		case COLOUR_SQUARE:
			return 0;
		case COLOUR_PIT:
		case COLOUR_FRAME_DARK:
			return 0;
		case COLOUR_SQUARE_ODD:
			return bright ? 8 : 4;
		case COLOUR_CHOSEN_CELL:
		case COLOUR_CHOSEN:
		case COLOUR_GOLD:
			return 3;
		case COLOUR_HINT_CELL:
		case COLOUR_HINT:
		case COLOUR_GREEN:
			return 2;
		case COLOUR_FORBIDDEN:
			return 1;
		case COLOUR_BUTTON: /* on the frame */
		case COLOUR_BUTTON_LIT:
		case COLOUR_LABEL:
			return bright ? 15 : 0;
		case COLOUR_FRAME:
		case COLOUR_STONE:
		case COLOUR_STONE_DARK:
			return bright ? 8 : 7;
		default:
			return 7;
		}
	}
	const int base = hues[(hue - 1) % THEME_HUES];
	switch (colour_tone(colour)) {
	case TONE_GLINT:
		return bright ? 15 : 7;
	case TONE_LIGHT: /* of blue another, as the chessboard is blue */
		return bright ? base + 8 : base == 4 ? 6 : base;
	case TONE_EDGE:
	case TONE_SUNK:
		return 0;
	case TONE_SYMBOL:
		return base == 4 || base == 5 || base == 1 ? 7 : 0;
	default:
		return base;
	}
}

void theme_resolve(const struct theme *theme, enum depth depth, int32_t out[COLOUR_IDS])
{
	for (int id = 0; id < COLOUR_IDS; id++) {
		const colour_id colour = (colour_id)id;
		const uint32_t rgb = theme_rgb(theme, colour);
		switch (depth) {
		case DEPTH_RGB:
			out[id] = COLOUR_RGB + (int32_t)rgb;
			break;
		case DEPTH_256:
			out[id] = nearest_of_256(rgb);
			break;
		case DEPTH_16:
		case DEPTH_8:
			out[id] = ansi_colour(colour, depth == DEPTH_16);
			break;
		case DEPTH_MONO:
			out[id] = COLOUR_OWN;
			break;
		}
	}
	out[COLOUR_NONE] = COLOUR_OWN;
}
