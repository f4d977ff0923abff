/* Jewels: the gems as pictures of pixels. */
#ifndef PARLOUR_PUZZLES_GEMS_JEWELS_H
#define PARLOUR_PUZZLES_GEMS_JEWELS_H

#include "puzzle/picture.h"

/* Paints the jewel of a colour in the cell that begins there. Colours beyond the eighth are
 * letters. */
void jewel_paint(struct picture *picture, int y, int x, int hue);

#endif
