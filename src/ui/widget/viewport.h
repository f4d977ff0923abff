/* Where a board is on the screen: centred, in the largest scale in which it fits; or the visible
 * part of a board that does not even fit in the smallest scale. */
#ifndef PARLOUR_UI_WIDGET_VIEWPORT_H
#define PARLOUR_UI_WIDGET_VIEWPORT_H

#include "puzzle/picture.h"
#include "puzzle/puzzle.h"
#include "ui/widget/keymap.h"

/* All in rows and columns of the screen. */
struct viewport {
	int top, rows; /* the room for it */
	int left, columns;
	int enough;  /* rows that it should take, if it can */
	bool pixels; /* the board is painted with pixels, so a cell may have any size */
	bool flat;   /* these have no tones: puzzle/picture.h */
	int side;    /* side of a cell, in pixels */
	int frame;   /* rows above and below a board of pixels */
	struct size margin;  /* where the board's first cell is painted */
	struct size around;  /* rows and columns of frame or margin on each side of the board */
	struct size whole;   /* the board with these */
	struct size seen;    /* the visible part: less than all only in the smallest scale */
	struct size first;   /* where that begins */
	struct size extent;  /* size of that and, where not all is seen, strips for arrows */
	int row, column;     /* where that begins */
};

/* The visible part of a board that fits in no scale. */
struct scroll {
	struct size first;  /* its first row and column on the screen, from the frame's on */
	struct size last;   /* the greatest `first`; 0 and 0 where all is seen */
	int cell;           /* where the cursor was; -1: not known */
};

/* Rows and columns of a board in the smallest scale. */
struct size viewport_minimum(const struct puzzle *puzzle, const struct level *level, bool pixels);

/* Centres the board in an area (top, rows, left, columns, pixels), in the largest scale that fits.
 * The cursor's cell is always visible. */
struct viewport viewport_find(struct scroll *scroll, const struct puzzle *puzzle,
                              const struct level *level, struct viewport room, int cell);

/* Between these calls the board is painted, clipped to the visible part. */
void viewport_begin(const struct viewport *viewport, struct picture *picture);
void viewport_end(const struct viewport *viewport, struct picture *picture);

/* The next picture looks for the cursor. */
void scroll_reset(struct scroll *scroll);
/* Scrolls; returns a message, which may be "", or NULL if the action does not scroll. */
const char *scroll_action(struct scroll *scroll, enum action action);

#endif
