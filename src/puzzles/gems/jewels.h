/* Jewels: the gems as pictures of pixels. */
#ifndef PARLOUR_PUZZLES_GEMS_JEWELS_H
#define PARLOUR_PUZZLES_GEMS_JEWELS_H

#include "puzzle/picture.h"

/* The side of a jewel in the picture's cells, in pixels: there is room around it. In cells of five
 * pixels there is none, and edges in the light and in the dark keep neighbours apart. */
int jewel_side(const struct picture *picture);

/* Paints the jewel of a colour in the cell that begins there. Colours beyond the eighth are
 * letters. `kind`: enum gem_kind; special gems look like plain ones of their colour, with a bright
 * mark, or with a table of many colours; small ones without colours, with a mark cut out of
 * them. */
void jewel_paint(struct picture *picture, int y, int x, int hue, int kind);

/* The same, lit. */
void jewel_flash(struct picture *picture, int y, int x, int hue, int kind);

/* Without a mark, and smaller: at tick 1 two thirds of it, at tick 2 one. */
void jewel_shrink(struct picture *picture, int y, int x, int hue, int tick);

/* A plain jewel in a square of `size` pixels, anywhere; in fewer than five pixels a spark. */
void jewel_paint_small(struct picture *picture, int y, int x, int size, int hue);

#endif
