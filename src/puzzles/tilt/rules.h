/* Tilt's slide and its packed positions, which rules and search share.
 *
 * The board is worked on as a grid of colours, one byte a cell, 0 where there is no block. A packed
 * state is the cells of the blocks, colour by colour and each colour's cells in rising order, so
 * that blocks of one colour have no names; on boards so full that this is longer, it is the grid
 * itself. */
#ifndef PARLOUR_PUZZLES_TILT_RULES_H
#define PARLOUR_PUZZLES_TILT_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzle/level.h"

/* The cells a direction runs through, from the edge that it moves towards. */
struct tilt_line {
	int first;  /* the cell at that edge */
	int step;   /* to the next one, away from the edge */
	int length;
};

/* How many there are: rows or columns. */
int tilt_line_count(const struct level *level, int direction);
struct tilt_line tilt_line_of(const struct level *level, int direction, int index);

/* Slides the blocks of a grid; to[] (if not NULL) gets the cell each block's cell leads to.
 * Returns how far the farthest went. */
int tilt_slide(const struct level *level, uint8_t grid[CELLS_MAX], int direction,
               int to[CELLS_MAX]);

int tilt_block_count(const struct level *level);
/* Bytes of a packed state; needs level->pieces. */
size_t tilt_state_size(const struct level *level);
void tilt_unpack(const struct level *level, const struct state *state, uint8_t grid[CELLS_MAX]);
void tilt_pack(const struct level *level, const uint8_t grid[CELLS_MAX], struct state *state);

#endif
