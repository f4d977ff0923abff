/* The classes of a wall layout of tilt, without regard to colours.
 *
 * A horizontal move does not change how many blocks each row segment between two walls holds, nor
 * their order. So a class of the horizontal axis is the number of blocks in each row segment; after
 * a move, its blocks are packed at the low (left) or the high (right) ends of their segments. The
 * vertical axis has columns likewise, low being the top. Of two moves on one axis the first has no
 * effect, so only moves on the other axis lead out of a class: two edges, one for each side to
 * which the position was packed.
 *
 * An axis numbers cells line by line, and blocks in that order. */
#ifndef PARLOUR_ATLAS_CLASSES_H
#define PARLOUR_ATLAS_CLASSES_H

#include <stdbool.h>

#include "chart.h"

enum { HORIZONTAL, VERTICAL, AXES };
enum { LOW, HIGH, SIDES };

/* One axis of a grid, and of the layout at hand. Sets have the axis's own numbers of cells. */
struct axis {
	int lines, length;
	cell_set inverted[CELLS_MOST]; /* of each cell: the cells after it that the other axis has
	                                  before it */
	cell_set turned[SIDE_LONGEST]
		       [1 << SIDE_LONGEST]; /* a line's set, as the other axis has it */
	int segments;
	uint8_t start[CELLS_MOST], size[CELLS_MOST]; /* of segments: first cell, number of cells */
	cell_set segment[CELLS_MOST];
	/* Classes are in lexicographic order. below[s][left][n]: how many hold fewer than n blocks
	 * in segment s, if `left` blocks are in it and those after it. */
	uint32_t below[CELLS_MOST][CELLS_MOST + 1][SIDE_LONGEST + 2];
};

struct class_edge {
	uint32_t to;
	uint64_t permutation; /* of the blocks' numbers */
};

struct class_node {
	cell_set packed[SIDES]; /* the blocks of its positions after a move, as its axis has them */
	struct class_edge edge[SIDES];
};

struct classes {
	const struct grid *grid;
	int blocks;
	bool alike; /* permutations are not wanted, and 0 */
	cell_set walls;
	struct axis axis[AXES];
	uint32_t first[AXES + 1]; /* the classes of axis a are first[a] to first[a + 1] - 1 */
	struct class_node *nodes;
	uint32_t room;
};

void classes_init(struct classes *classes, const struct grid *grid, int blocks, bool alike);
void classes_free(struct classes *classes);

/* Finds the classes of a layout and their edges. At least `blocks` cells must be without a wall. */
void classes_build(struct classes *classes, cell_set walls);

/* The class on an axis of the position with blocks in these cells, in the axis' numbers. */
uint32_t class_of(const struct classes *classes, int axis, cell_set occupied);

/* The same, with the cells in the grid's numbers. */
uint32_t class_at(const struct classes *classes, int axis, cell_set occupied);

/* The grid's number of a cell of an axis. */
int axis_cell(const struct classes *classes, int axis, int cell);

/* The set as the other axis has it. */
cell_set axis_turn(const struct axis *axis, cell_set set);

/* The number of the permutation from the blocks' numbers on the axis to those on the other. */
uint64_t axis_permutation(const struct axis *axis, cell_set occupied);

#endif
