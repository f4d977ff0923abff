/* Blocks that stay: in some positions there is a cell whose block will never move again.
 *
 * That is so where the row segment and the column segment of a cell are full, in all classes that
 * can be reached. The cell might as well be a wall. */
#ifndef PARLOUR_ATLAS_STAYS_H
#define PARLOUR_ATLAS_STAYS_H

#include "classes.h"

enum {
	ENTRY_MOVES_MOST = 1,
	ENTRIES_MOST = AXES << ENTRY_MOVES_MOST,
};

struct position {
	cell_set occupied;
	uint8_t letter[CELLS_MOST]; /* of the block in each of these cells */
};

/* A position that moves have led to; the next one is one of `axis`. */
struct entry {
	struct position position;
	int axis, moves;
};

/* Sets stays[n] to the cells whose blocks stay from class n on, for all classes. */
void stays_find(const struct classes *classes, cell_set *stays);

/* Lists the first positions on all ways from a start where some blocks stay, `count` of them.
 * Returns the cells whose blocks stay in all of them; if there are none, or some way does not lead
 * to such a position in ENTRY_MOVES_MOST moves, an empty set. */
cell_set stays_enter(const struct classes *classes, const cell_set *stays,
                     const struct position *start, struct entry *entries, int *count);

#endif
