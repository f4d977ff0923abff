/* How much of the rows between title and status the boards of the shipped levels take. */
#ifndef PARLOUR_TESTS_SUPPORT_SHARE_H
#define PARLOUR_TESTS_SUPPORT_SHARE_H

#include <stdbool.h>

#include "puzzle/picture.h"

/* 80x24, 120x40 and 200x60. */
enum { SHARE_SIZES = 3 };
extern const struct size share_sizes[SHARE_SIZES];

struct share {
	char name[96]; /* name of the level */
	int side;      /* side of a cell, in pixels */
	int rows;      /* rows of the board's frame, as painted */
	int between;   /* rows between title and status */
	bool narrow;   /* on a screen of more columns it would take more rows */
};

/* Whether that is nine tenths of them. */
bool share_is_enough(const struct share *share);

/* The shares of all shipped levels on a screen of that size; returns how many. The caller frees
 * them. NULL without memory. */
struct share *share_all(struct size screen, int *count);

#endif
