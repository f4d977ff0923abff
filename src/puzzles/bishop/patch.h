/* A few cells of a crowded board, searched in all their arrangements. */
#ifndef PARLOUR_PUZZLES_BISHOP_PATCH_H
#define PARLOUR_PUZZLES_BISHOP_PATCH_H

#include <stdint.h>

#include "puzzles/bishop/crowd.h"

enum { PATCH_CELLS = 12 };

struct patch {
	int cells;
	uint16_t cell[PATCH_CELLS];   /* of the board */
	uint16_t beside[PATCH_CELLS]; /* which of these cells are one step away, as bits */
	uint8_t piece[PATCH_CELLS];   /* as in a grid */
	uint8_t wanted[PATCH_CELLS];  /* 0: anything */
};

/* Finds steps, each to a free cell beside it, that bring each cell what is wanted: writes at most
 * `most`, and returns how many; -1: none were found. Takes the states that were reached from those
 * that are left, and gives up when there are none. */
int patch_search(const struct patch *patch, struct hop *step, int most, int *states_left);

#endif
