/* Themes: what the terminal shows for a picture's colours.
 *
 * A theme is a table of RGB values for the board and for each hue; what it leaves out, and the
 * tones of a hue, follow from these. theme_resolve turns all of that into the colours of a
 * terminal: 24-bit values, or numbers of its 256, 16 or 8 colours. */
#ifndef PARLOUR_UI_TERM_THEME_H
#define PARLOUR_UI_TERM_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "os/char32.h"
#include "os/error.h"
#include "puzzle/colour.h"

/* A terminal's colour: its number; COLOUR_RGB plus 0xrrggbb; or the terminal's own. */
enum {
	COLOUR_OWN = -1,
	COLOUR_UNKNOWN = -2,
	COLOUR_ANY = -3, /* a blank's foreground */
	COLOUR_INK = -4, /* without colours: that of text; what is not ink is COLOUR_OWN */
	COLOUR_RGB = 1 << 24,
};

/* How many colours a terminal has. */
enum depth { DEPTH_MONO, DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_RGB };

enum { THEME_HUES = 8 }; /* with their own values; the others follow */

/* Numbers of 256 colours, chosen by hand; 0: the most similar one that differs from its neighbours
 * as it must. */
struct theme_cube {
	uint8_t board[COLOURS_OF_BOARD];
	uint8_t hue[THEME_HUES][TONE_SUNK + 1];
};

struct theme {
	const char *name;                 /* by which a player's own theme is based on it */
	uint32_t board[COLOURS_OF_BOARD]; /* 0xrrggbb; 0: follows from the others */
	uint32_t hue[THEME_HUES];         /* base tones; brightened if a cell hides them */
	struct theme_cube cube;
};

/* A theme by the number that settings keep, for a dark and for a light background: the same one,
 * where there is only one. */
enum { THEMES = 13 };
struct theme_pair {
	const char *name; /* for language_text_in */
	const struct theme *dark, *light;
};
extern const struct theme_pair themes[THEMES];

/* 0xrrggbb of any colour of a picture. */
uint32_t theme_rgb(const struct theme *theme, colour_id colour);

/* The terminal's colour for each colour_id; those of text are left to theme_text. */
void theme_resolve(const struct theme *theme, enum depth depth, int32_t out[COLOUR_IDS]);

/* The same for those of text: readable on both colours of the terminal's own background. NULL: it
 * is not known. */
void theme_text(const struct theme *theme, enum depth depth, const uint32_t ground[2],
                int32_t out[COLOUR_IDS]);

/* With few colours some are shown as shades, which fill whole cells of the screen: the character
 * for that, or 0; and the colour between its dots. Also the colour shown where it fills only part
 * of a cell: the background's, unless that would change the outline of a piece. */
char32_t theme_shade(enum depth depth, colour_id colour);
colour_id theme_between(enum depth depth, colour_id colour);
colour_id theme_part(enum depth depth, colour_id colour);

/* Light of one of the three components, 0 to 255, and relative luminance of 0xrrggbb (WCAG 2); both
 * from 0 to 1. */
double theme_linear(uint32_t value);
double theme_luminance(uint32_t rgb);
/* Whether text or strokes of one luminance are readable on a background of the other: a contrast of
 * at least 4.5 to 1 (WCAG 2, level AA). */
bool theme_is_readable(double luminance, double ground);
/* Whether a background is light: dark text is easier to read on it. */
bool theme_is_light(uint32_t rgb);
/* The colour, moved towards `end` until it is readable on both backgrounds. */
uint32_t theme_readable(uint32_t rgb, uint32_t end, uint32_t ground, uint32_t other);

/* ---- terminals of 256 colours ---- */

enum { CUBE_FIRST = 16, CUBE_COUNT = 256 - CUBE_FIRST }; /* the others differ by terminal */

/* 0xrrggbb of a number from CUBE_FIRST on. */
uint32_t cube_rgb(int number);

/* For each of `count` colours, the number that looks most like it, of those that are readable on
 * both backgrounds; of all, if there is none. */
void cube_readable(const uint32_t rgb[], int count, const uint32_t ground[2], int32_t out[]);

/* The numbers for all colours of a theme: cells of a chequer differ, tones of a hue keep their
 * order, and no two of the first hues are equal. */
void cube_resolve(const struct theme *theme, int32_t out[COLOUR_IDS]);

/* ---- a player's own theme ---- */

/* Reads a theme file: lines "ruby = #e2433f", "cell = #1a1d27", and before these perhaps "base =
 * nord". False with an error that names `file` and the line. */
bool theme_read(struct theme *theme, const char *file, char *text, struct error *error);

/* The same of the player's file, if there is one: *found. */
bool theme_load(struct theme *theme, bool *found, struct error *error);

#endif
