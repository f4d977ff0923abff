/* Painting the cells of a board, the same for all puzzles that have walls, pieces and goals.
 *
 * Rows and columns are the board's, counted from the top left; the picture's scale says how large
 * a cell is, and `margin` how far the board's first cell is from the picture's origin. */
#ifndef PARLOUR_CORE_BOARD_H
#define PARLOUR_CORE_BOARD_H

#include "core/picture.h"

/* Fills a cell as a wall. */
void board_wall(struct picture *picture, struct scale margin, int row, int column);

/* A wall all around `rows` x `columns` cells, as thick as the margin. */
void board_frame(struct picture *picture, struct scale margin, int rows, int columns);

/* An empty cell: a quiet dot. */
void board_floor(struct picture *picture, struct scale margin, int row, int column);

/* A cell where a piece of `colour` (from 1) is wanted: brackets in its tint around its glyph. */
void board_goal(struct picture *picture, struct scale margin, int row, int column, int colour);

/* A piece. `home`: it stands where one of its colour is wanted; `wanted`: the colour wanted here
 * if it is another one, else 0. */
void board_piece(struct picture *picture, struct scale margin, int row, int column, int colour,
                 bool home, int wanted);

#endif
