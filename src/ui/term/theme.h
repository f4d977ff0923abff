/* Themes: what the terminal shows for a picture's colours.
 *
 * A theme is a table of RGB values for the board and for each hue; the tones of a hue follow from
 * it. theme_resolve turns all of that into the colours of a terminal: 24-bit values, or numbers of
 * its 256, 16 or 8 colours. */
#ifndef PARLOUR_UI_TERM_THEME_H
#define PARLOUR_UI_TERM_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzle/colour.h"

/* A terminal's colour: its number; COLOUR_RGB plus 0xrrggbb; or the terminal's own. */
enum {
	COLOUR_OWN = -1,
	COLOUR_UNKNOWN = -2,
	COLOUR_ANY = -3, /* a blank's foreground */
	COLOUR_RGB = 1 << 24,
};

/* How many colours a terminal has. */
enum depth { DEPTH_MONO, DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_RGB };

enum { THEME_HUES = 8 }; /* with values of their own; the others follow */

struct theme {
	const char *name;
	bool light;                       /* for a light background */
	uint32_t board[COLOURS_OF_BOARD]; /* 0xrrggbb */
	uint32_t hue[THEME_HUES];         /* base tones */
};

enum { THEMES = 2 };
extern const struct theme themes[THEMES];

/* 0xrrggbb of any colour of a picture. */
uint32_t theme_rgb(const struct theme *theme, colour_id colour);

/* The terminal's colour for each colour_id. */
void theme_resolve(const struct theme *theme, enum depth depth, int32_t out[COLOUR_IDS]);

#endif
