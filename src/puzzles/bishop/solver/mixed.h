/* Additive pattern databases of pieces of several colours (after Felner, Korf and Hanan 2004).
 *
 * The pieces are divided into two groups, so many of each colour in one and the others in the
 * other. A database says for each set of cells of a group how many moves bring its pieces home, to
 * any targets of theirs, with the other group off the board. A move moves one piece, so the sum is
 * a lower bound however the pieces are dealt to the groups; the largest over all ways to deal them
 * is consistent. Within a group pieces of different colours are in each other's way and, under
 * no-attack, keep out of each other's sight, of which the databases of single colours know
 * nothing.
 *
 * Which division says most depends on the board: they are built one after the other, small ones
 * first, and the one that says most of the position searched from is kept. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_MIXED_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_MIXED_H

#include "puzzle/puzzle_solver.h"
#include "puzzles/bishop/solver/colour_group.h"

enum {
	DEALS_MOST = 128,      /* ways to deal the pieces */
	DIVISIONS_MOST = 4,    /* built for a level */
};

/* The second group's table may be the first one's. */
struct division {
	struct group group[2];
	uint64_t sets;              /* of both */
};

struct mixed {
	struct division kept;       /* its tables are NULL if none is */
	struct division next;       /* to be built; of no sets if there is none */
	int built;
	size_t bytes;
};

void bishop_mixed_init(struct mixed *mixed, const struct space *space);
void bishop_mixed_free(struct mixed *mixed);

/* Builds the next division within so many bytes, and keeps it in place of the one before if its
 * bound of the position is larger than the one known. False: the watch says no. */
bool bishop_mixed_add(struct mixed *mixed, const struct space *space, const struct level *level,
                      const struct position *start, int bound, size_t bytes,
                      struct monitor *monitor, struct answer *answer);

/* A bound of a position, 0 while no division is kept; DEAD if some group never gets home. */
int bishop_mixed_bound(const struct mixed *mixed, const struct space *space,
                       const struct position *position);

#endif
