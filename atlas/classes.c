#include "classes.h"

#include <stdlib.h>
#include <string.h>

static void init_axis(struct axis *axis, int lines, int length)
{
	axis->lines = lines;
	axis->length = length;
	for (int line = 0; line < lines; line++)
		for (int at = 0; at < length; at++) {
			cell_set *inverted = &axis->inverted[line * length + at];
			*inverted = 0;
			for (int below = line + 1; below < lines; below++)
				for (int before = 0; before < at; before++)
					*inverted |= UINT64_C(1) << (below * length + before);
		}
	for (int line = 0; line < lines; line++)
		for (unsigned set = 0; set < 1U << length; set++) {
			axis->turned[line][set] = 0;
			for (int at = 0; at < length; at++)
				if (set >> at & 1)
					axis->turned[line][set] |= UINT64_C(1)
					                           << (at * lines + line);
		}
}

void classes_init(struct classes *classes, const struct grid *grid, int blocks, bool alike)
{
	*classes = (struct classes){.grid = grid, .blocks = blocks, .alike = alike};
	init_axis(&classes->axis[HORIZONTAL], grid->rows, grid->columns);
	init_axis(&classes->axis[VERTICAL], grid->columns, grid->rows);
}

void classes_free(struct classes *classes)
{
	free(classes->nodes);
}

cell_set axis_turn(const struct axis *axis, cell_set set)
{
	cell_set turned = 0;
	for (int line = 0; line < axis->lines; line++, set >>= axis->length)
		turned |= axis->turned[line][set & ((1U << axis->length) - 1)];
	return turned;
}

int axis_cell(const struct classes *classes, int axis, int cell)
{
	const int rows = classes->grid->rows, columns = classes->grid->columns;
	return axis == HORIZONTAL ? cell : cell % rows * columns + cell / rows;
}

uint64_t axis_permutation(const struct axis *axis, cell_set occupied)
{
	uint64_t number = 0;
	for (cell_set rest = occupied; rest != 0; rest &= rest - 1) {
		const int cell = first_cell(rest);
		number = number * (uint64_t)count_cells(rest) +
		         (uint64_t)count_cells(occupied & axis->inverted[cell]);
	}
	return number;
}

uint32_t class_of(const struct classes *classes, int axis, cell_set occupied)
{
	const struct axis *lines = &classes->axis[axis];
	uint32_t number = classes->first[axis];
	int left = classes->blocks;
	for (int s = 0; left > 0; s++) {
		const int count = count_cells(occupied & lines->segment[s]);
		number += lines->below[s][left][count];
		left -= count;
	}
	return number;
}

uint32_t class_at(const struct classes *classes, int axis, cell_set occupied)
{
	if (axis == VERTICAL)
		occupied = axis_turn(&classes->axis[HORIZONTAL], occupied);
	return class_of(classes, axis, occupied);
}

/* Finds the segments, and counts classes. Returns how many there are. */
static uint32_t find_segments(struct axis *axis, cell_set walls, int blocks)
{
	axis->segments = 0;
	for (int line = 0; line < axis->lines; line++) {
		int s = -1; /* the segment of the cell before, if that is no wall */
		for (int at = 0; at < axis->length; at++) {
			const int cell = line * axis->length + at;
			if (walls >> cell & 1) {
				s = -1;
				continue;
			}
			if (s < 0) {
				s = axis->segments++;
				axis->start[s] = (uint8_t)cell;
				axis->size[s] = 0;
				axis->segment[s] = 0;
			}
			axis->size[s]++;
			axis->segment[s] |= UINT64_C(1) << cell;
		}
	}
	uint32_t ways[CELLS_MOST + 1] = {1}; /* to put so many blocks into the segments after s */
	for (int s = axis->segments - 1; s >= 0; s--) {
		uint32_t sum[CELLS_MOST + 1] = {0};
		for (int left = 0; left <= blocks; left++) {
			uint32_t *below = axis->below[s][left];
			below[0] = 0;
			for (int n = 0; n <= axis->size[s]; n++)
				below[n + 1] = below[n] + (n <= left ? ways[left - n] : 0);
			sum[left] = below[axis->size[s] + 1];
		}
		memcpy(ways, sum, ((size_t)blocks + 1) * sizeof *sum);
	}
	return ways[blocks];
}

/* Lists the classes that agree in the segments before s; returns the place after the last. */
static struct class_node *list_classes(const struct axis *axis, int s, int left, cell_set low,
                                       cell_set high, struct class_node *node)
{
	if (left == 0 || s == axis->segments) {
		if (left > 0)
			return node;
		node->packed[LOW] = low;
		node->packed[HIGH] = high;
		return node + 1;
	}
	for (int n = 0; n <= axis->size[s] && n <= left; n++) {
		const cell_set row = ((UINT64_C(1) << n) - 1) << axis->start[s];
		node = list_classes(axis, s + 1, left - n, low | row,
		                    high | row << (axis->size[s] - n), node);
	}
	return node;
}

void classes_build(struct classes *classes, cell_set walls)
{
	struct axis *axis = classes->axis;
	classes->walls = walls;
	classes->first[VERTICAL] = find_segments(&axis[HORIZONTAL], walls, classes->blocks);
	classes->first[AXES] = classes->first[VERTICAL] +
	                       find_segments(&axis[VERTICAL], axis_turn(&axis[HORIZONTAL], walls),
	                                     classes->blocks);
	if (classes->first[AXES] > classes->room) {
		free(classes->nodes);
		classes->room = 2 * classes->first[AXES];
		classes->nodes = chart_alloc(classes->room, sizeof *classes->nodes);
	}
	for (int a = 0; a < AXES; a++)
		list_classes(&axis[a], 0, classes->blocks, 0, 0,
		             classes->nodes + classes->first[a]);
	for (int a = 0; a < AXES; a++)
		for (uint32_t n = classes->first[a]; n < classes->first[a + 1]; n++)
			for (int side = 0; side < SIDES; side++) {
				const cell_set packed = classes->nodes[n].packed[side];
				classes->nodes[n].edge[side] = (struct class_edge){
					.to = class_of(classes, !a, axis_turn(&axis[a], packed)),
					.permutation = classes->alike
				                               ? 0
				                               : axis_permutation(&axis[a], packed),
				};
			}
}
