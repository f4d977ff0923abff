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
#include "puzzles/bishop/assignment.h"
#include "puzzles/bishop/solver/space.h"
#include "puzzles/bishop/solver/stops.h"

/* ---- one database ---- */

enum { DISTANCE_MAX = 254 }; /* moves; a larger distance is saved as this */

/* Of some pieces of each colour. */
struct database {
	uint8_t count[COLOURS_MAX];
	uint64_t unit[COLOURS_MAX]; /* unit of each colour's digit in a set's number */
	uint64_t sets;
	uint8_t *distance; /* moves plus one of each set; 0: unsolvable; NULL: not built */
};

/* Numbers the sets; false if there are more than `max`. */
bool bishop_database_number(struct database *database, const struct space *space, uint64_t max);

/* Leaves it without distances if `bytes` are not enough to build it. False: the search must end. */
bool bishop_database_build(struct database *database, const struct space *space, size_t bytes,
                           struct monitor *monitor, struct answer *answer);

/* ---- the bound ----
 *
 * Each colour has one database. Until it is built, the weaker assignment bound of bound.c takes its
 * place; it is computed once for each set that is looked up. Where pieces slide all the way, a
 * position is asked whether that bound can be enough (stops.h).
 *
 * Beside them there are databases of several colours. A division deals the pieces to two groups, so
 * many of each colour to one and the rest to the other (after Felner, Korf and Hanan 2004). However
 * the pieces of a position are dealt, the sum of two databases is a lower bound; the largest over
 * all ways to deal them is consistent. In such a database pieces of different colours block each
 * other and, under no-attack, keep out of each other's sight, of which the databases of single
 * colours know nothing.
 *
 * Which division bounds best depends on the board: they are built one after the other, small
 * ones first, and the one with the largest bound of the position searched from is used. */

enum {
	DEALS_MAX = 128,   /* ways to deal the pieces */
	DIVISIONS_MAX = 4, /* built for a level */
};

/* The second group's table may be the first one's. */
struct division {
	struct database database[2];
	uint64_t sets; /* sets of both; 0: there is no division */
};

struct patterns {
	const struct space *space;
	/* By the number of the colour group: it has targets, it has a database, or there is no room
	 * for one. */
	bool wanted[COLOURS_MAX], built[COLOURS_MAX], refused[COLOURS_MAX];
	struct routes routes;
	/* Moves plus one for each set. 0: unsolvable, or in no database and not asked about yet.
	 * NULL: nothing is saved. */
	uint8_t *distance[COLOURS_MAX];
	struct division division; /* the one in use */
	struct division next;     /* to be built */
	int divisions;            /* divisions that have been built */
	size_t bytes;
};

/* `bytes`: for the routes of stops.h. */
void bishop_patterns_init(struct patterns *patterns, const struct space *space, size_t bytes);
void bishop_patterns_free(struct patterns *patterns);

/* Makes room, within `bytes`, for the distances of sets without a database. */
void bishop_patterns_make_room(struct patterns *patterns, size_t bytes);

/* The smallest colour's database that is missing: its colour group; -1: none is. */
int bishop_patterns_next(const struct patterns *patterns);

/* Builds a colour's database if `bytes` are enough. False: the search must end. */
bool bishop_patterns_build(struct patterns *patterns, int group, size_t bytes,
                           struct monitor *monitor, struct answer *answer);

/* Whether bounds take long: some colour waits for its database, or has none and many pieces. */
bool bishop_patterns_are_slow(const struct patterns *patterns);

/* Finds the division to be built after `next`. */
void bishop_division_find_next(struct patterns *patterns);

/* Builds the next division if `bytes` are enough, and uses it from now on if its bound of the
 * position with that number is larger than `bound`. False: the search must end. */
bool bishop_division_build(struct patterns *patterns, uint64_t start, int bound, size_t bytes,
                           struct monitor *monitor, struct answer *answer);

void bishop_division_free(struct division *division);

/* The division's bound of a position, 0 without a division; DEAD_END if one of its groups can't
 * reach its targets. */
int bishop_division_bound(const struct division *division, const struct space *space,
                          const struct position *position);

/* What the colours of a position need. */
struct estimate {
	int of[COLOURS_MAX]; /* each colour's moves */
	int sum;
	/* Where that is the assignment bound, for the moves from there (assignment.h): by piece,
	 * once some move of its colour has asked for it. */
	bool prepared[COLOURS_MAX];
	int16_t others[PIECES_MAX][BISHOP_TARGETS_MAX + 1];
};

/* h of a position; DEAD_END if some colour or group of pieces can't reach its targets, and then
 * there need be no estimate. */
int bishop_bound(const struct patterns *patterns, const struct position *position,
                 struct estimate *estimate);

/* The h of a position, which is given, or one more where its pieces can't stop as the assignment
 * assumes. Takes much longer than bishop_bound. */
int bishop_bound_by_stops(const struct patterns *patterns, const struct position *position, int h);

/* Both of these together, of a position's number. */
int bishop_bound_of_rank(const struct patterns *patterns, uint64_t rank);

/* h after a step from the position of an estimate, by the colours alone; DEAD_END if the one that
 * moves can't reach its targets then. */
int bishop_bound_after(const struct patterns *patterns, const struct position *position,
                       struct estimate *estimate, const struct step *step);

#endif
