/* A pattern database (Culberson and Schaeffer 1998): for each set of cells that some pieces of a
 * level can stand on, the least number of moves that bring them home, to any targets of theirs,
 * with all others off the board.
 *
 * Where pieces slide all the way, the others may stand anywhere, and stop a piece where it
 * likes. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_COLOUR_GROUP_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_COLOUR_GROUP_H

#include "puzzle/puzzle_solver.h"
#include "puzzles/bishop/solver/space.h"

enum { REST_MOST = 254 }; /* moves: so many or more */

/* Some pieces of each troop. */
struct group {
	uint8_t count[COLOURS_MAX];
	uint64_t unit[COLOURS_MAX]; /* what each troop's digit counts in a set's number */
	uint64_t sets;
	uint8_t *rest;              /* moves plus one of each set, 0: never home; NULL: not built */
};

/* Numbers the sets; false if there are more than so many. */
bool bishop_group_number(struct group *group, const struct space *space, uint64_t most);

/* Bytes while it is built. */
size_t bishop_group_build_bytes(const struct group *group, const struct space *space);

/* Leaves the group without a database if there is no memory. False: the watch says no. */
bool bishop_group_build(struct group *group, const struct space *space, const struct level *level,
                        struct monitor *monitor, struct answer *answer);

#endif
