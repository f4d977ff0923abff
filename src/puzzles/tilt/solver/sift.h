/* A first way for tilt, long but found at once, where a shortest one takes time to find.
 *
 * Through one node, the hub, lead many closed walks, and each moves the letters of a word by a
 * permutation. The goal gives a word for the hub. Colours are put right there in a few levels: each
 * has a table of walks that bring the level's colours home from wherever they are, and leave what
 * earlier levels have put right as it is: a chain of stabilisers (Sims 1970), whose elements are
 * kept as short as they come (Minkwitz: An algorithm for solving the factorization problem in
 * permutation groups, 1998). Inverses, which cost moves here, are not needed: an element of a later
 * level is any walk, and then what the tables say to put the earlier levels right again.
 *
 * Of the many ways to come to the hub, the one with the shortest way through the tables is told. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_SIFT_H
#define PARLOUR_PUZZLES_TILT_SOLVER_SIFT_H

#include "puzzles/tilt/solver/graph.h"

/* Where a way is to lead. */
struct tilt_task {
	const struct level *level;
	const uint8_t *grid; /* the position it begins with */
	struct tilt_class from[TILT_AXES];
	const struct tilt_goal *goal;
};

/* Tells a way, if one is found and none is told yet. Whatever of the graph is explored must have
 * been turned back. Takes at most so many bytes, and gives them back. False: halted. */
bool tilt_sift(const struct tilt_graph *graph, const struct tilt_task *task, size_t room,
               struct monitor *monitor, struct answer *answer);

#endif
