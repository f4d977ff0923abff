/* Gems where a hue has but one tone, and there is only the outline. */
#ifndef PARLOUR_PUZZLES_GEMS_JEWELS_FLAT_H
#define PARLOUR_PUZZLES_GEMS_JEWELS_FLAT_H

#include "puzzle/sprite.h"

/* The side of a gem in a cell of that side: there is room around it. */
int flat_gem_side(int side);

/* Its drawing; NULL: that with all tones will do. */
const struct sprite *flat_cut(int hue, int side);

/* In cells of two rows: quarters of cells. */
const char *const *flat_quarters(int hue);

#endif
