/* Blocks and goals in cells of at most four pixels, in the tones of their hue (board_flat.c draws
 * those without tones). The symbol is a glyph: it takes a whole cell of the picture, whose
 * background is all that is left to show. board_pixels.c calls these. */
#ifndef PARLOUR_PUZZLE_BOARD_SMALL_H
#define PARLOUR_PUZZLE_BOARD_SMALL_H

#include "puzzle/picture.h"

void small_block(struct picture *picture, int y, int x, int hue);
void small_goal(struct picture *picture, int y, int x, int hue);
void small_goal_under(struct picture *picture, int y, int x, int goal);
void small_home(struct picture *picture, int y, int x, int hue);

#endif
