/* The shortest plan without a table of what has been visited, and shorter and shorter plans
 * meanwhile.
 *
 * Both sides have a layer (layer.h). A plan of some length goes from a class of the forward layer
 * to a class of some node, its middle, and from there to a class of the backward layer. Middles are
 * looked through one after the other. Walks over the graph from the middle to a node of the
 * backward layer bring that node's list back to the middle, into a small set; walks that lead to
 * the middle bring the lists of the forward layer there, to be looked up. So both sides reach
 * farther than what is stored: as in Schroeppel and Shamir (A T = O(2^(n/2)), S = O(2^(n/4))
 * algorithm for certain NP-complete problems, 1981), the time is that of a bidirectional search,
 * and memory never ends it.
 *
 * All middles together show that there is no plan of some length, or the shortest plan (middle.c).
 * A few of them are enough for one that is longer: each move more doubles the number of plans. So
 * both bounds close in by two moves each time the work doubles.
 *
 * Measured on three 12x12 boards with 14 blocks of 14 colours, one thread, 512 MiB: a bidirectional
 * search ended at 46 to 153 moves, 45 to 168 and 45 to 160 after 6 to 8 seconds, when memory was
 * full. Now 51, 51 and 50 moves are proven after 5 to 12 seconds with 35 to 40 MB, and after 3
 * seconds a plan is at most a fifth too long. Layers on disk would bring little: they grow 1.91 to
 * 1.95 times a move where walks double, so that ten moves more in layers save a third of the work.
 * What has to fit is the graph, in memory or on disk. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_MIDDLE_H
#define PARLOUR_PUZZLES_TILT_SOLVER_MIDDLE_H

#include "puzzles/tilt/solver/layer.h"

struct tilt_middle {
	struct tilt_bidirectional *search; /* its graph, packed colourings and budget */
	const struct tilt_task *task;
	struct tilt_layer forward, backward;
};

/* A search for a plan of some length. */
struct tilt_trial {
	int moves[2];    /* of walks: from the forward layer to a middle, and on to the other */
	double work_max; /* of all middles; then TILT_MORE */
	uint32_t first;  /* the middle to begin with */
	double work;     /* done: about the number of colourings looked up */
	uint32_t node;   /* the class in the middle of the plan found */
	uint64_t colouring;
};

enum { TILT_WALK_MAX = 40 }; /* moves */

/* The work that a trial will be, with all middles, and the colourings in the set of a middle and
 * looked up there, on average. */
struct tilt_trial_cost {
	double work, set, tests;
};
struct tilt_trial_cost tilt_trial_cost(const struct tilt_middle *middle, const int moves[2]);

/* TILT_MET, TILT_OK if there is no such plan, TILT_MORE, TILT_NO_MEMORY or TILT_STOPPED. */
enum tilt_status tilt_try(const struct tilt_middle *middle, struct tilt_trial *trial);

#endif
