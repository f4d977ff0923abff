/* A cell of a board, smaller than the puzzle painted it. In a few pixels what was painted is
 * recognised and drawn anew: a block is a face with dark edges at the right and below, a goal a
 * dark pit with a spot, a gem leaves a gap beside it. So neighbours of one colour stay two. */
#ifndef PARLOUR_UI_WIDGET_MINIATURE_H
#define PARLOUR_UI_WIDGET_MINIATURE_H

#include "puzzle/picture.h"

enum { MINIATURE_SIDE_MAX = 5 }; /* of what is drawn anew, in pixels */

/* A painted cell: its upper left pixel, and its side, a multiple of the miniature's. */
struct painted_cell {
	const struct picture *canvas;
	int y, x, side;
};

struct miniature {
	int side;  /* in pixels */
	bool flat; /* a hue has one tone: see picture_is_flat */
};

/* Its pixels, row by row. */
void miniature_draw(struct painted_cell cell, struct miniature size, colour_id *out);

#endif
