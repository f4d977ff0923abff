/* Everything that can be reached from a level's start. */
#ifndef PARLOUR_SOLVE_REACH_H
#define PARLOUR_SOLVE_REACH_H

#include "puzzle/puzzle.h"

enum { REACH_NO_MEMORY = -2 };

/* Walks breadth-first through everything that can be reached from the level's start, up to a
 * number of states, and picks one at a distance in least..most: a random one of those at a random
 * distance, or at the farthest. Returns the distance; -1 if there is no such state within the
 * limits; REACH_NO_MEMORY if that is not known. */
int reach_pick(const struct puzzle *puzzle, const struct level *level, uint64_t states, int least,
               int most, bool farthest, struct random *random, struct state *found);

#endif
