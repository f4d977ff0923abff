/* Additive pattern databases (Korf and Felner 2002): for each colour, and each set of cells that
 * its pieces can stand on, the least number of moves while all other colours are off the board.
 *
 * A move moves one piece, so the sum over the colours is a lower bound, and no move lessens it by
 * more than one: it is consistent. Where pieces slide all the way, those of other colours may stand
 * anywhere, and in a database they stop a piece where it likes. A colour without a database has the
 * assignment of bishop_bound.c for a bound, which says less; it is worked out for the sets that are
 * asked about, once. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_PATTERN_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_PATTERN_H

#include "puzzle/puzzle_solver.h"
#include "puzzles/bishop/solver/colour_group.h"
#include "puzzles/bishop/solver/steps.h"

/* By the number of the troop. */
struct patterns {
	bool wanted[COLOURS_MAX];   /* it has targets */
	bool built[COLOURS_MAX];    /* it has a database */
	bool refused[COLOURS_MAX];  /* there is no room for it */
	/* Moves plus one for each set. 0: never home, or in no database and not asked about yet.
	 * NULL: nothing is kept. */
	uint8_t *rest[COLOURS_MAX];
	size_t bytes;
};

void bishop_patterns_init(struct patterns *patterns, const struct space *space,
                          const struct level *level);
void bishop_patterns_free(struct patterns *patterns);

/* Makes room for what is asked about, as far as so many bytes allow. */
void bishop_patterns_make_room(struct patterns *patterns, const struct space *space, size_t bytes);

/* The least database that is missing: its troop, from 0; -1: none is. */
int bishop_patterns_next(const struct patterns *patterns, const struct space *space);

/* Builds a troop's database if so many bytes are enough. False: the watch says no. */
bool bishop_patterns_build(struct patterns *patterns, const struct space *space,
                           const struct level *level, int troop, size_t bytes,
                           struct monitor *monitor, struct answer *answer);

/* Whether each colour that has targets has a database. */
bool bishop_patterns_are_complete(const struct patterns *patterns, const struct space *space);

/* The bound of a position, and what it is made of. */
struct needs {
	int of[COLOURS_MAX];  /* each troop's moves */
	int sum;
	int bound;            /* at least so many moves in all */
};

/* False if a troop never gets home. */
bool bishop_pattern_needs(const struct patterns *patterns, const struct space *space,
                          const struct level *level, const struct position *position,
                          struct needs *needs);

/* The bound after a step from there; DEAD if the troop that moves then never gets home. */
int bishop_pattern_bound_after(const struct patterns *patterns, const struct space *space,
                               const struct level *level, const struct needs *needs,
                               const struct step *step);

#endif
