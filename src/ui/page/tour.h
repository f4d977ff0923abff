/* The levels that the demo goes through where none is named. */
#ifndef PARLOUR_UI_PAGE_TOUR_H
#define PARLOUR_UI_PAGE_TOUR_H

#include "play/library.h"

/* Shipped levels of par 3 to 12 of every puzzle in turn, and now and then an endless one; a puzzle
 * that has none of that par is left out. The list is the caller's to free; it is empty without
 * memory, or if no puzzle has such a level. */
struct level_list tour_levels(const struct library *library);

#endif
