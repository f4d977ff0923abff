/* Pattern databases, which bound a position from below.
 *
 * A database (Culberson and Schaeffer 1998) has for each set of cells that some pieces of a
 * level can stand on the minimum number of moves that bring them to targets, any of their
 * colour, with all other pieces off the board. Where pieces slide all the way, the others may
 * stand anywhere, and stop a piece where it likes. A move moves one piece, so databases of
 * different pieces add up (Korf and Felner 2002), and the bound is consistent. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_PATTERN_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_PATTERN_H

#include "puzzle/puzzle_solver.h"
#include "puzzles/bishop/solver/space.h"

/* ---- one database ---- */

enum { DISTANCE_MAX = 254 }; /* moves; a larger distance is kept as this */

/* Of some pieces of each colour. */
struct database {
	uint8_t count[COLOURS_MAX];
	uint64_t unit[COLOURS_MAX]; /* of each colour's digit in a set's number */
	uint64_t sets;
	uint8_t *distance; /* moves plus one of each set; 0: unsolvable; NULL: not built */
};

/* Numbers the sets; false if there are more than `most`. */
bool bishop_database_number(struct database *database, const struct space *space, uint64_t most);

/* Bytes while it is built. */
size_t bishop_database_build_bytes(const struct database *database, const struct space *space);

/* Leaves it without distances if there is no memory. False: the search is to end. */
bool bishop_database_build(struct database *database, const struct space *space,
                           const struct level *level, struct monitor *monitor,
                           struct answer *answer);

/* ---- the colours ----
 *
 * Each colour has one database. Until it is built, the weaker assignment bound of bound.c takes its
 * place; it is computed once for each set that is looked up. */

/* By the number of the colour group. */
struct patterns {
	bool wanted[COLOURS_MAX];   /* it has targets */
	bool built[COLOURS_MAX];    /* it has a database */
	bool refused[COLOURS_MAX];  /* there is no room for it */
	/* Moves plus one for each set. 0: unsolvable, or in no database and not asked about yet.
	 * NULL: nothing is kept. */
	uint8_t *distance[COLOURS_MAX];
	size_t bytes;
};

void bishop_patterns_init(struct patterns *patterns, const struct space *space,
                          const struct level *level);
void bishop_patterns_free(struct patterns *patterns);

/* Makes room, within so many bytes, for the distances of sets without a database. */
void bishop_patterns_make_room(struct patterns *patterns, const struct space *space, size_t bytes);

/* The smallest database that is missing: its colour group; -1: none is. */
int bishop_patterns_next(const struct patterns *patterns, const struct space *space);

/* Builds a colour's database if so many bytes are enough. False: the search is to end. */
bool bishop_patterns_build(struct patterns *patterns, const struct space *space,
                           const struct level *level, int group, size_t bytes,
                           struct monitor *monitor, struct answer *answer);

/* Whether each colour that has targets has a database. */
bool bishop_patterns_are_complete(const struct patterns *patterns, const struct space *space);

/* h of a position, and the parts that it is made of. */
struct estimate {
	int of[COLOURS_MAX]; /* each colour's moves */
	int sum;
	int h; /* lower bound on the moves of all */
};

/* False if a colour can't reach its targets. */
bool bishop_pattern_estimate(const struct patterns *patterns, const struct space *space,
                             const struct level *level, const struct position *position,
                             struct estimate *estimate);

/* h after a step from there; DEAD_END if the colour that moves can't reach its targets then. */
int bishop_pattern_h_after(const struct patterns *patterns, const struct space *space,
                           const struct level *level, const struct estimate *estimate,
                           const struct step *step);

/* ---- pieces of several colours ----
 *
 * The pieces are divided into two groups, so many of each colour in one and the rest in the
 * other (after Felner, Korf and Hanan 2004). However the pieces of a position are dealt to the
 * groups, the sum of two databases is a lower bound; the largest over all ways to deal them is
 * consistent. In such a database pieces of different colours block each other and, under
 * no-attack, keep out of each other's sight, of which the databases of single colours know
 * nothing.
 *
 * Which division bounds best depends on the board: they are built one after the other, small
 * ones first, and the one with the largest bound of the position searched from is kept. */

enum {
	DEALS_MAX = 128,   /* ways to deal the pieces */
	DIVISIONS_MAX = 4, /* built for a level */
};

/* The second group's table may be the first one's. */
struct division {
	struct database database[2];
	uint64_t sets; /* of both */
};

struct mixed {
	struct division kept; /* its tables are NULL if none is */
	struct division next; /* to be built; of no sets if there is none */
	int built;
	size_t bytes;
};

void bishop_mixed_init(struct mixed *mixed, const struct space *space);
void bishop_mixed_free(struct mixed *mixed);

/* Builds the next division within so many bytes, and keeps it in place of the one before if its
 * bound of the position is larger than `bound`. False: the search is to end. */
bool bishop_mixed_add(struct mixed *mixed, const struct space *space, const struct level *level,
                      const struct position *start, int bound, size_t bytes,
                      struct monitor *monitor, struct answer *answer);

/* A bound of a position, 0 while no division is kept; DEAD_END if some group can't reach its
 * targets. */
int bishop_mixed_bound(const struct mixed *mixed, const struct space *space,
                       const struct position *position);

#endif
