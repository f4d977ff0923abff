/* The shortest plan in tilt where there are too many classes for a bit each: breadth-first search
 * from the position and backward from the goal, always expanding the side with the smaller layer,
 * until the two meet (Pohl 1971).
 *
 * While no class has been visited from both sides, the number of layers of both sides plus one is a
 * lower bound. So the first meeting point gives a shortest plan. The classes visited from the goal
 * are kept for later positions. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_BIDIRECTIONAL_H
#define PARLOUR_PUZZLES_TILT_SOLVER_BIDIRECTIONAL_H

#include "puzzles/tilt/solver/first_plan.h"
#include "puzzles/tilt/solver/visited.h"

struct tilt_bidirectional {
	struct tilt_graph *graph;
	unsigned bits;                 /* per colour */
	uint8_t code[COLOURS_MAX + 1]; /* of each colour in packed colourings */
	struct tilt_visited backward, forward;
	struct tilt_budget budget;
	uint64_t most; /* records, whatever memory there is */
};

/* Whether packed colourings of these pieces fit a record. */
bool tilt_bidirectional_fits(const int pieces[COLOURS_MAX + 1]);

void tilt_bidirectional_init(struct tilt_bidirectional *search, struct tilt_graph *graph,
                             const int pieces[COLOURS_MAX + 1], size_t limit);
void tilt_bidirectional_free(struct tilt_bidirectional *search);

/* Frees all records, reporting to the monitor meanwhile. False: stop. */
bool tilt_bidirectional_empty(struct tilt_bidirectional *search, struct monitor *monitor,
                              struct answer *answer);

/* The number of nodes and classes stored. */
uint64_t tilt_bidirectional_states(const struct tilt_bidirectional *search);

/* Searches forward only, where the graph is not explored: explores nodes as it reaches them. The
 * forward side must be empty. `grid` is the goal, whose classes may not be known yet. */
void tilt_bidirectional_forward(struct tilt_bidirectional *search,
                                const struct tilt_class from[TILT_AXES], const uint8_t *grid,
                                struct tilt_goal *goal, struct monitor *monitor,
                                struct answer *answer);

/* Searches from both ends. Fills the answer: bounds, plan, verdict. The graph must be fully
 * explored and reversed, and must not change from the first such search on. */
void tilt_bidirectional_search(struct tilt_bidirectional *search, const struct tilt_task *task,
                               struct monitor *monitor, struct answer *answer);

#endif
