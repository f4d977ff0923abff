/* Painting of lines, for its mode alone. */
#ifndef PARLOUR_PUZZLES_LINES_PAINT_H
#define PARLOUR_PUZZLES_LINES_PAINT_H

#include "puzzle/puzzle.h"

/* Around the board: numbers and arrows outside a thin frame. */
enum { LINES_MARGIN_ROWS = 2, LINES_MARGIN_COLUMNS = 4 };

/* Pictures between two positions, the same for every slide. */
enum { LINES_FRAMES = 3 };

void lines_paint(const struct level *level, const struct view *view, struct picture *picture);

#endif
