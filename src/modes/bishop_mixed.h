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
#ifndef PARLOUR_MODES_BISHOP_MIXED_H
#define PARLOUR_MODES_BISHOP_MIXED_H

#include "core/kernel.h"
#include "modes/bishop_space.h"

enum {
	DEALS_MOST = 128,      /* ways to deal the pieces */
	DIVISIONS_MOST = 4,    /* built for a level */
	CHILDREN_A_SET = 3,    /* take as long as a set to build */
};

/* Some pieces of each troop. */
struct group {
	uint8_t count[COLOURS_MAX];
	uint64_t unit[COLOURS_MAX]; /* what each troop's digit counts in a set's number */
	uint64_t sets;
	uint8_t *rest;              /* a byte a set; NULL: not built */
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
	uint64_t work;              /* sets of all that have been built */
	size_t bytes;
};

void mixed_init(struct mixed *mixed, const struct space *space);
void mixed_free(struct mixed *mixed);

/* The children of a search that take about as long as the division that is built next and those
 * before; UINT64_MAX if there is none. */
static inline uint64_t mixed_due(const struct mixed *mixed)
{
	return mixed->next.sets == 0 ? UINT64_MAX
	                             : CHILDREN_A_SET * (mixed->work + mixed->next.sets);
}

/* Builds the next division within so many bytes, and keeps it in place of the one before if its
 * bound of the position is larger than the one known. False: the watch says no. */
bool mixed_add(struct mixed *mixed, const struct space *space, const struct level *level,
               const struct position *start, int bound, size_t bytes, struct watch *watch,
               struct answer *answer);

/* A bound of a position, 0 while no division is kept; DEAD if some group never gets home. */
int mixed_bound(const struct mixed *mixed, const struct space *space,
                const struct position *position);

#endif
