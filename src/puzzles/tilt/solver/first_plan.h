/* A first plan for tilt: long, but found at once where a shortest plan takes time.
 *
 * Many closed walks lead through the goal's node, the hub, and each permutes the colouring.
 * Colours are brought home in a few levels. Each level has a table of walks that bring its
 * colours home from wherever they are and keep those of earlier levels at home: a chain of
 * stabilisers, by Schreier-Sims (Sims 1970), with elements as short as they come (Minkwitz: An
 * algorithm for solving the factorization problem in permutation groups, 1998). No inverses are
 * needed, which cost moves here: an element of a later level is any walk, followed by elements
 * that bring the earlier levels home again.
 *
 * Of the many walks from the start to the hub, the one with the shortest plan is used. On 12x12
 * boards with 16 blocks it is the only plan for 7 of 10: memory for a shortest plan runs out
 * after 6 to 10 seconds. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_FIRST_PLAN_H
#define PARLOUR_PUZZLES_TILT_SOLVER_FIRST_PLAN_H

#include "puzzles/tilt/solver/graph.h"

/* A position to be solved. */
struct tilt_task {
	const struct level *level;
	const uint8_t *grid;
	struct tilt_class from[TILT_AXES]; /* its classes */
	const struct tilt_goal *goal;
};

/* Puts a plan into the answer if one is found. The reverse edges must be up to date. Uses at
 * most so many bytes and frees them. False: stopped. */
bool tilt_first_plan(const struct tilt_graph *graph, const struct tilt_task *task, size_t bytes,
                     struct monitor *monitor, struct answer *answer);

#endif
