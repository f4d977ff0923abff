/* The colours of pictures. A colour is a hue and a tone of it; what the terminal shows for it is up
 * to the theme (ui/term/theme.h).
 *
 * Hue 0 is the board's own: cells, frame, stone, marks. Hues from 1 on are those of the pieces'
 * colours. */
#ifndef PARLOUR_PUZZLE_COLOUR_H
#define PARLOUR_PUZZLE_COLOUR_H

#include <stdint.h>

typedef uint16_t colour_id; /* COLOUR_NONE, COLOUR_CELL..., or hue_colour() */

/* Tones of a piece's hue. Light falls from the upper left. */
enum tone {
	TONE_GLINT = 1, /* the brightest spot of a facet */
	TONE_LIGHT,     /* a side turned to the light */
	TONE_BASE,      /* of a shape, or a stroke on a cell: at least 4.5 to 1 */
	TONE_DARK,      /* a side turned away from it */
	TONE_EDGE,      /* the darkest: between neighbours of one colour */
	TONE_SYMBOL,    /* readable on base, at least 4.5 to 1 */
	TONE_RING,      /* of a goal: readable on a cell */
	TONE_SUNK, /* the background of a goal or of a closed shape: the hue, near the cells' own */
	TONE_TEXT, /* readable on the terminal's own background, not on cells */
	TONES = 32
};

enum {
	COLOUR_NONE, /* see-through; the terminal's own */
	COLOUR_CELL,
	COLOUR_CELL_ODD, /* the other cells of the chequer */
	COLOUR_SQUARE,   /* the chessboard */
	COLOUR_SQUARE_ODD,
	COLOUR_PIT, /* a hole in the board; the chessboard's wall */
	COLOUR_FRAME,
	COLOUR_FRAME_LIGHT,
	COLOUR_FRAME_DARK,
	COLOUR_STONE,
	COLOUR_STONE_LIGHT,
	COLOUR_STONE_DARK,
	COLOUR_BUTTON, /* an arrow that can be clicked, on the frame */
	COLOUR_BUTTON_LIT,
	COLOUR_LABEL,  /* names of rows and columns, on the frame */
	COLOUR_CURSOR, /* marks: readable on cells and pieces */
	COLOUR_CHOSEN,
	COLOUR_CHOSEN_CELL, /* the background under the chosen piece */
	COLOUR_HINT,
	COLOUR_HINT_CELL, /* the background of a hint's source and target */
	COLOUR_MARK,      /* a valid move */
	COLOUR_FORBIDDEN,
	COLOUR_ACCENT, /* the rest are of text: readable on the terminal's own background */
	COLOUR_GOLD,
	COLOUR_GREEN,
	COLOUR_WARNING,
	COLOUR_QUIET,
	COLOURS_OF_BOARD
};

enum { HUES_MAX = 26, COLOUR_IDS = (HUES_MAX + 1) * TONES };

/* A tone of a piece's colour, from 1. */
static inline colour_id hue_colour(int hue, enum tone tone)
{
	return (colour_id)(hue * TONES + (int)tone);
}

static inline int colour_hue(colour_id colour)
{
	return colour / TONES;
}

static inline enum tone colour_tone(colour_id colour)
{
	return (enum tone)(colour % TONES);
}

#endif
