/* Additive pattern databases (Korf and Felner 2002): for each colour, and each set of cells that
 * its pieces can stand on, the least number of moves while all other colours are off the board.
 *
 * A move moves one piece, so the sum over the colours is a lower bound, and no move lessens it by
 * more than one: it is consistent. Where pieces slide all the way, those of other colours may stand
 * anywhere, and in a database they stop a piece where it likes. A colour without a database has the
 * assignment of bishop_bound.c for a bound, which takes longer to work out and says less. */
#ifndef PARLOUR_MODES_BISHOP_PATTERN_H
#define PARLOUR_MODES_BISHOP_PATTERN_H

#include "core/kernel.h"
#include "modes/bishop_space.h"

enum {
	REST_MOST = 254,  /* moves: so many or more */
	REST_NEVER = 255,
};

/* By the number of the troop. */
struct patterns {
	bool wanted[COLOURS_MAX];   /* it has targets */
	bool refused[COLOURS_MAX];  /* there is no room for its database */
	uint8_t *rest[COLOURS_MAX]; /* a byte a set; NULL: no database */
	size_t bytes;
};

void patterns_init(struct patterns *patterns, const struct space *space,
                   const struct level *level);
void patterns_free(struct patterns *patterns);

/* Builds the databases of at most so many sets, as far as they fit into so many bytes. False: the
 * watch says no. */
bool patterns_fill(struct patterns *patterns, const struct space *space, const struct level *level,
                   uint64_t sets, size_t bytes, struct watch *watch, struct answer *answer);

/* Whether each colour that has targets has a database. */
bool patterns_are_complete(const struct patterns *patterns, const struct space *space);

/* The sets of the least database that is missing; 0: none is. */
uint64_t patterns_next(const struct patterns *patterns, const struct space *space);

/* The bound of a position, and what it is made of. */
struct needs {
	int of[COLOURS_MAX];  /* each troop's moves */
	int sum;
	int bound;            /* at least so many moves in all */
};

/* False if a troop never gets home. */
bool pattern_needs(const struct patterns *patterns, const struct space *space,
                   const struct level *level, const struct position *position,
                   struct needs *needs);

/* The bound after a step from there; DEAD if the troop that moves then never gets home. */
int pattern_bound_after(const struct patterns *patterns, const struct space *space,
                        const struct level *level, const struct needs *needs,
                        const struct step *step);

#endif
