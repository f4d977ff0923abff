#include "stays.h"

/* The cells in segments that are full, in all positions of a class. */
static cell_set full_cells(const struct classes *classes, uint32_t node)
{
	const int number = node < classes->first[VERTICAL] ? HORIZONTAL : VERTICAL;
	const struct axis *axis = &classes->axis[number];
	const cell_set packed = classes->nodes[node].packed[LOW];
	cell_set full = 0;
	for (int s = 0; s < axis->segments; s++)
		if ((packed & axis->segment[s]) == axis->segment[s])
			full |= axis->segment[s];
	return number == HORIZONTAL ? full : axis_turn(axis, full);
}

void stays_find(const struct classes *classes, cell_set *stays)
{
	const uint32_t count = classes->first[AXES];
	bool changed = true;
	for (uint32_t n = 0; n < count; n++)
		stays[n] = full_cells(classes, n);
	while (changed) {
		changed = false;
		for (uint32_t n = 0; n < count; n++) {
			const struct class_edge *edge = classes->nodes[n].edge;
			const cell_set left = stays[n] & stays[edge[LOW].to] & stays[edge[HIGH].to];
			changed |= left != stays[n];
			stays[n] = left;
		}
	}
}

/* Moves the blocks from a set of cells to another one, both in the numbers of an axis. */
static struct position moved(const struct classes *classes, int axis,
                             const struct position *position, cell_set from, cell_set to)
{
	struct position after = {0};
	for (; from != 0; from &= from - 1, to &= to - 1) {
		const int cell = axis_cell(classes, axis, first_cell(to));
		after.occupied |= UINT64_C(1) << cell;
		after.letter[cell] = position->letter[axis_cell(classes, axis, first_cell(from))];
	}
	return after;
}

/* Adds the entries from a position; returns the cells whose blocks stay in all of them. */
static cell_set enter(const struct classes *classes, const cell_set *stays, const struct entry *at,
                      struct entry *entries, int *count)
{
	const cell_set occupied = at->position.occupied;
	const cell_set set =
		at->axis == HORIZONTAL ? occupied : axis_turn(&classes->axis[HORIZONTAL], occupied);
	const uint32_t node = class_of(classes, at->axis, set);
	if (stays[node] != 0)
		entries[(*count)++] = *at;
	if (stays[node] != 0 || at->moves == ENTRY_MOVES_MOST)
		return stays[node];
	cell_set all = classes->grid->every;
	for (int side = 0; side < SIDES; side++) {
		const struct entry next = {
			.position = moved(classes, at->axis, &at->position, set,
		                          classes->nodes[node].packed[side]),
			.axis = !at->axis,
			.moves = at->moves + 1,
		};
		all &= enter(classes, stays, &next, entries, count);
	}
	return all;
}

cell_set stays_enter(const struct classes *classes, const cell_set *stays,
                     const struct position *start, struct entry *entries, int *count)
{
	cell_set all = classes->grid->every;
	*count = 0;
	for (int axis = 0; axis < AXES; axis++) {
		const struct entry first = {.position = *start, .axis = axis};
		all &= enter(classes, stays, &first, entries, count);
	}
	return all;
}
