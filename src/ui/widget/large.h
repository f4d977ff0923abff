/* Large letters, drawn with pixels: digits and A to Z. And large stars. */
#ifndef PARLOUR_UI_WIDGET_LARGE_H
#define PARLOUR_UI_WIDGET_LARGE_H

#include "puzzle/picture.h"

/* Each of a letter's dots is a square of `side` pixels. The room that a letter takes: rows of the
 * screen, and columns with the gap after it. */
static inline int large_rows(int side)
{
	return (5 * side + 1) / 2;
}
static inline int large_columns(int side)
{
	return 4 * side;
}

/* Whether all characters have a large form: digits and A to Z. */
bool large_has(const char *text);

/* Each letter in the next one of some colours; characters that have no large form are left out. */
void large_print(struct picture *picture, int row, int column, const char *text, int side,
                 const colour_id *colours, int count);

/* A star, lit from the upper left, with dots of `side` pixels; the rows and columns it takes. */
static inline int large_star_rows(int side)
{
	return (9 * side + 1) / 2;
}
static inline int large_star_columns(int side)
{
	return 9 * side;
}
void large_star(struct picture *picture, int row, int column, int side);

#endif
