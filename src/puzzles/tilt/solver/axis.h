/* A tilt board read along one axis, with its blocks as a list of cells in rising order. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_AXIS_H
#define PARLOUR_PUZZLES_TILT_SOLVER_AXIS_H

#include <stdint.h>

#include "puzzle/cursor.h"
#include "puzzle/level.h"

/* The axis of the next move. */
enum tilt_axis { TILT_HORIZONTAL, TILT_VERTICAL, TILT_AXES };

/* The move along an axis to its low side, 0, or its high side, 1. */
static inline move_code tilt_axis_move(enum tilt_axis axis, int side)
{
	static const move_code move[TILT_AXES][2] = {{LEFT, RIGHT}, {UP, DOWN}};
	return move[axis][side];
}

/* Lookup tables for one axis. Its cells are numbered line by line: row by row on the horizontal
 * axis, column by column on the vertical one. */
struct tilt_axis_map {
	uint16_t low[CELLS_MAX];        /* the first cell between the same two walls */
	uint16_t high[CELLS_MAX];       /* and the last */
	uint16_t transposed[CELLS_MAX]; /* the cell's number on the other axis */
	uint16_t offset[CELLS_MAX];     /* within its line */
	int length;                     /* of a line */
};

/* The level's cell of a cell on an axis: the level numbers its cells row by row. */
static inline int tilt_axis_cell(const struct tilt_axis_map *map, enum tilt_axis axis, int cell)
{
	return axis == TILT_HORIZONTAL ? cell : map->transposed[cell];
}

void tilt_axis_init(struct tilt_axis_map *map, const struct level *level, enum tilt_axis axis);

/* Slides a list of blocks to the low or to the high end of their segments. */
void tilt_axis_slide_low(const struct tilt_axis_map *map, uint16_t *cell, int blocks);
void tilt_axis_slide_high(const struct tilt_axis_map *map, uint16_t *cell, int blocks);

/* Renumbers and sorts a list of blocks for the other axis, by counting sort: within a line they are
 * already in order. */
void tilt_axis_transpose(const struct tilt_axis_map *map, const uint16_t *cell,
                         const uint8_t *label, int blocks, uint16_t *transposed,
                         uint8_t *transposed_label);

#endif
