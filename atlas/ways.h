/* What slides of lines do to cells.
 *
 * Slides of rows commute, and so do slides of columns. So a sequence of slides is one of phases, of
 * rows and of columns in turn, and a phase says how far each row or column goes in all. */
#ifndef PARLOUR_ATLAS_WAYS_H
#define PARLOUR_ATLAS_WAYS_H

#include "tiles.h"

enum { PHASES_MOST = 256 }; /* of rows, or of columns */

struct phase {
	uint8_t to[DIFFERENT_MOST]; /* where each cell's tile goes */
	int slides;
};

struct ways {
	int cells;
	/* Of rows, of columns; those of fewer slides first. */
	struct phase phase[2][PHASES_MOST];
	int phases[2];
};

/* Positions; as results of slides, where the tile of each cell goes. */
struct results {
	struct layout *to;
	uint32_t count, room;
};

void results_add(struct results *results, const struct layout *layout);

void ways_init(struct ways *ways, const struct grid *grid);

/* How many sequences of phases have exactly so many slides. */
uint64_t ways_count(const struct ways *ways, int slides);

/* Visits the position that each of them leads to, until a visit returns something else than 0,
 * which this returns then. */
int ways_walk(const struct ways *ways, const struct layout *from, int slides,
              int (*visit)(void *context, const struct layout *layout), void *context);

/* Adds the different results of exactly so many slides. */
void ways_list(const struct ways *ways, int slides, struct results *results);

#endif
