/* Parts of a board where a hue has at most one tone (picture_is_flat), so that a piece has no light
 * and no dark side. A gap at its right and below keeps it apart from its neighbours; a block is a
 * filled face; a goal is a ring with a symbol in it, or in its upper side; stone is hatched. A
 * block on its goal fills a ring or has a check mark as its badge; another's goal under it is a
 * badge. board_pixels.c calls these. */
#ifndef PARLOUR_PUZZLE_BOARD_FLAT_H
#define PARLOUR_PUZZLE_BOARD_FLAT_H

#include "puzzle/picture.h"

void flat_stone(struct picture *picture, int y, int x);
void flat_block(struct picture *picture, int y, int x, int hue);
void flat_goal(struct picture *picture, int y, int x, int hue);
void flat_goal_under(struct picture *picture, int y, int x, int goal);
void flat_home(struct picture *picture, int y, int x, int hue);

/* A goal as a ring of lines, in so many columns of a cell of two rows. */
void flat_small_ring(struct picture *picture, int y, int x, int width, int hue);

/* Exchanges ink and background in the first columns of a painted cell. */
void flat_reverse(struct picture *picture, int y, int x, int columns);

#endif
