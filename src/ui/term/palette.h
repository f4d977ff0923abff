/* The terminal's colour numbers for tints. */
#ifndef PARLOUR_UI_TERM_PALETTE_H
#define PARLOUR_UI_TERM_PALETTE_H

#include <stdbool.h>

enum {
	PALETTES = 4,
	TINTS_MAX = 26, /* as many as levels have colours */
};

struct palette {
	const char *name;
	int count;               /* of the colours; tints start again after these */
	short colour[TINTS_MAX]; /* numbers of the terminal's colours */
};

/* The palette of that number, modulo PALETTES, for a terminal of 256 colours; for one of fewer
 * there is only one. */
const struct palette *palette_of(int colours, int number);

/* Is black easier to read on this colour than white? */
bool palette_is_light(int colour);

#endif
