/* A tilt board read along an axis, its blocks as a list of cells. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_SIGHT_H
#define PARLOUR_PUZZLES_TILT_SOLVER_SIGHT_H

#include <stdint.h>

#include "puzzle/level.h"

/* Which way the next move goes. */
enum tilt_axis { TILT_SIDEWAYS, TILT_UPRIGHT, TILT_AXES };

/* The board read along an axis, its cells numbered line by line. */
struct tilt_sight {
	uint16_t low[CELLS_MAX];     /* the first cell between the same two walls */
	uint16_t high[CELLS_MAX];    /* and the last */
	uint16_t crossed[CELLS_MAX]; /* the cell's number along the other axis */
	uint16_t place[CELLS_MAX];   /* in its line: the number of its line along the other axis */
	uint64_t key[CELLS_MAX];     /* for hashes */
	int length;                  /* of a line */
};

void tilt_look(struct tilt_sight *sight, const struct level *level, enum tilt_axis axis);

/* Moves blocks in rising order to the low end of where they are, or to the high end. */
void tilt_settle_low(const struct tilt_sight *sight, uint16_t *cell, int blocks);
void tilt_settle_high(const struct tilt_sight *sight, uint16_t *cell, int blocks);

/* From order along this axis to order along the other, by counting: within a line they come in
 * order already. */
void tilt_cross(const struct tilt_sight *sight, const uint16_t *cell, const uint8_t *label,
                int blocks, uint16_t *crossed, uint8_t *crossed_label);

#endif
