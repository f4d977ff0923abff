/* Large letters: digits, and those of the program's name. */
#ifndef PARLOUR_UI_WIDGET_LARGE_H
#define PARLOUR_UI_WIDGET_LARGE_H

#include "puzzle/picture.h"

enum { LARGE_ROWS = 5, LARGE_COLUMNS = 8 }; /* of a letter, with the gap after it */

/* Draws text with pixels, each letter in the next one of some colours; characters that have no
 * large form are left out. */
void large_print(struct picture *picture, int row, int column, const char *text,
                 const colour_id *colours, int count);
/* The same half as large. */
enum { LARGE_SMALL_ROWS = 3, LARGE_SMALL_COLUMNS = 4 };
void large_print_small(struct picture *picture, int row, int column, const char *text,
                       const colour_id *colours, int count);

#endif
