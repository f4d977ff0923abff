/* Jewels: the gems as pictures of pixels. */
#ifndef PARLOUR_PUZZLES_GEMS_JEWELS_H
#define PARLOUR_PUZZLES_GEMS_JEWELS_H

#include "puzzle/picture.h"

/* Paints the jewel of a colour in a cell that begins there: as large as the cell, or smaller, in
 * its middle, while it disappears. Colours beyond the eighth are letters. */
void jewel_paint(struct picture *picture, int y, int x, int side, int hue);

#endif
