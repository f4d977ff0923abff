/* A board of pieces being painted with pixels. */
#ifndef PARLOUR_PUZZLES_BISHOP_PAINT_PIXELS_H
#define PARLOUR_PUZZLES_BISHOP_PAINT_PIXELS_H

#include "puzzle/board_pixels.h"
#include "puzzles/bishop/bishop.h"

enum {
	PICTURES_FROM = 5, /* the smallest side with drawn pieces and marks, and rings as targets */
};

struct board {
	const struct level *level;
	const struct view *view;
	struct picture *picture;
	int side;
	uint8_t grid[CELLS_MAX];
	int lit;          /* the chosen square; -1: none */
	struct path hint; /* path of the hint; no steps: none */
};

struct point {
	int y, x;
};

/* The upper left pixel of a cell. */
static inline struct point corner_of(const struct board *board, int cell)
{
	const struct size around = {BISHOP_MARGIN_ROWS, BISHOP_MARGIN_COLUMNS};
	const int columns = board->level->columns;
	return (struct point){board_y(board->picture, around, cell / columns),
	                      board_x(board->picture, around, cell % columns)};
}

/* Pixels of a target's ring. */
static inline int target_ring(int side)
{
	return side < 14 ? 1 : side / 10;
}

/* The background of a marked cell; COLOUR_NONE: it has none. */
colour_id marks_ground(const struct board *board, int cell);

/* The marks of a cell that a piece stands on; all that is above pieces: the squares that the chosen
 * piece can go to, the hint's trail, the cursor. */
void marks_paint_below(const struct board *board, int cell);
void marks_paint_above(const struct board *board);

#endif
