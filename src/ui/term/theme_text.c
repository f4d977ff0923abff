/* Colours of text. It stands on the terminal's own background rather than on a board, so what a
 * theme has for it is made readable there. Only hues, which are painted, have 24-bit colours: the
 * rest would cost more bytes than with the 256, and nobody could see the difference. */
#include "ui/term/theme.h"

#include <stddef.h>

enum { FIRST = COLOUR_ACCENT, INKS = COLOURS_OF_BOARD - FIRST, COUNT = INKS + HUES_MAX };

/* All colours of text: the board's, then one of each hue. */
static colour_id text_colour(int i)
{
	return i < INKS ? (colour_id)(FIRST + i) : hue_colour(i - INKS + 1, TONE_TEXT);
}

/* ---- 256 colours ---- */

/* On any background: of the cube, what reads best on both black and white. */
static const uint8_t on_any[INKS] = {
	[COLOUR_ACCENT - FIRST] = 63,   [COLOUR_GOLD - FIRST] = 130,  [COLOUR_GREEN - FIRST] = 29,
	[COLOUR_WARNING - FIRST] = 131, [COLOUR_QUIET - FIRST] = 243,
};

/* Darkened or brightened first, so that the hue stays. */
static void take_readable(const struct theme *theme, const uint32_t ground[2], uint32_t rgb[COUNT])
{
	const uint32_t end = theme_is_light(ground[0]) ? 0x000000 : 0xffffff;
	for (int i = 0; i < COUNT; i++)
		rgb[i] =
			theme_readable(theme_rgb(theme, text_colour(i)), end, ground[0], ground[1]);
}

static void take_many(const struct theme *theme, enum depth depth, const uint32_t ground[2],
                      int32_t text[COUNT])
{
	static const uint32_t usual[2] = {0x000000, 0x000000};
	uint32_t rgb[COUNT];
	take_readable(theme, ground != NULL ? ground : usual, rgb);
	cube_readable(rgb, COUNT, ground != NULL ? ground : usual, text);
	for (int i = 0; i < COUNT; i++)
		if (i < INKS && ground == NULL)
			text[i] = on_any[i];
		else if (i >= INKS && depth == DEPTH_RGB)
			text[i] = COLOUR_RGB + (int32_t)rgb[i];
}

/* ---- sixteen and eight colours ---- */

enum ground { ON_DARK, ON_DARK_16, ON_LIGHT, GROUNDS };

/* On a dark background, of eight colours and of sixteen; and on a light one, where only black, red,
 * blue and magenta can be read: no word is green, but marks are, as on a dark one. */
static const uint8_t ansi[INKS][GROUNDS] = {
	[COLOUR_ACCENT - FIRST] = {6, 14, 4}, [COLOUR_GOLD - FIRST] = {3, 11, 5},
	[COLOUR_GREEN - FIRST] = {2, 10, 2},  [COLOUR_WARNING - FIRST] = {1, 9, 1},
	[COLOUR_QUIET - FIRST] = {7, 7, 0},
};

/* A hue keeps its number, if that can be read. */
static int32_t ansi_text(int i, int32_t hue, enum ground ground)
{
	const int32_t dark = hue % 8;
	if (i < INKS)
		return ansi[i][ground];
	if (ground != ON_LIGHT)
		return hue;
	return dark == 1 || dark == 4 || dark == 5 ? dark : 0;
}

/* ---- all ---- */

void theme_text(const struct theme *theme, enum depth depth, const uint32_t ground[2],
                int32_t out[COLOUR_IDS])
{
	const enum ground on = ground != NULL && theme_is_light(ground[0]) ? ON_LIGHT
	                       : depth == DEPTH_16                         ? ON_DARK_16
	                                                                   : ON_DARK;
	int32_t text[COUNT];
	if (depth >= DEPTH_256)
		take_many(theme, depth, ground, text);
	for (int i = 0; i < COUNT; i++)
		if (depth >= DEPTH_256)
			out[text_colour(i)] = text[i];
		else if (depth > DEPTH_MONO)
			out[text_colour(i)] = ansi_text(i, out[text_colour(i)], on);
}
