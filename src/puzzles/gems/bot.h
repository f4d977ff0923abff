/* The player of the endless game: a good swap, from what a player can see.
 *
 * It is given a grid of colours and nothing else, so it can't know what will come in from above;
 * it reckons with gems of its own drawing. Pure: the same grid gives the same swap. */
#ifndef PARLOUR_PUZZLES_GEMS_BOT_H
#define PARLOUR_PUZZLES_GEMS_BOT_H

#include <stdbool.h>
#include <stdint.h>

enum { BOT_COLOURS_MAX = 26 };

struct bot_swap {
	int row, column; /* of the left or the lower one of the two, from the top left */
	bool upper;      /* with the cell above it, not with the one to its right */
};

/* A swap of two gems. The grid holds rows from the top left: 0 for an empty cell, the number of a
 * colour in 1..colours, or anything greater for what never matches. False if no two can be
 * swapped. */
bool gems_bot_advise(const uint8_t *grid, int rows, int columns, int colours,
                     struct bot_swap *best);

#endif
