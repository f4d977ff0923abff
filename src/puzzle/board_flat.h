/* Parts of a board where a hue has at most one tone (picture_is_flat), so that a piece has no light
 * and no dark side. A gap at its right and below keeps it apart from its neighbours; a block is a
 * filled face; a goal is a ring, or as much of a ring as fits; stone is hatched. A block on its
 * goal fills a ring or has a check mark as its badge; another's goal under it is a badge.
 * board_pixels.c calls these. */
#ifndef PARLOUR_PUZZLE_BOARD_FLAT_H
#define PARLOUR_PUZZLE_BOARD_FLAT_H

#include "puzzle/picture.h"

void flat_stone(struct picture *picture, int y, int x);
void flat_block(struct picture *picture, int y, int x, int hue);
void flat_goal(struct picture *picture, int y, int x, int hue);
void flat_goal_under(struct picture *picture, int y, int x, int goal);
void flat_home(struct picture *picture, int y, int x, int hue);

/* Exchanges ink and background in the first columns of a painted cell. */
void flat_reverse(struct picture *picture, int y, int x, int columns);

/* The same in a whole cell but for its lowest half row, which is free: for pieces of quarters. */
void flat_reverse_upper(struct picture *picture, int y, int x);

/* Hatches the piece in a painted cell, but for its edges of half rows. */
void flat_hatch(struct picture *picture, int y, int x);

#endif
