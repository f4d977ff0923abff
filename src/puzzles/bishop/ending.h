/* The last cells of a board that is filled target by target: all their arrangements. */
#ifndef PARLOUR_PUZZLES_BISHOP_ENDING_H
#define PARLOUR_PUZZLES_BISHOP_ENDING_H

#include <stdbool.h>
#include <stdint.h>

enum { ENDING_CELLS = 12 };

struct hop {
	uint16_t from, to; /* cells of the board */
};

struct ending {
	int cells;
	uint16_t cell[ENDING_CELLS];   /* of the board */
	uint16_t beside[ENDING_CELLS]; /* which of these cells are one step away, as bits */
	uint8_t piece[ENDING_CELLS];   /* as in a grid */
	uint8_t wanted[ENDING_CELLS];  /* the target's colour; 0: none */
};

/* Finds steps, each to a free cell beside it, that bring each target its colour: writes at most
 * `most`, and returns how many; -1: none were found. Takes the states that were reached from those
 * that are left, and gives up when there are none. */
int ending_search(const struct ending *ending, struct hop *step, int most, int *states_left);

#endif
