/* The shortest way in tilt where there are too many classes to keep a bit for each: breadth-first
 * from the position and backwards from the goal, a layer at a time on the side where that is less
 * work, until the two meet (Pohl 1971).
 *
 * No class has been seen from both sides before the first one is, so the layers done on both sides
 * and one more are always a lower bound, and the first meeting is a shortest way. What was seen
 * from the goal is kept for the positions asked later. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_BIDIRECTIONAL_H
#define PARLOUR_PUZZLES_TILT_SOLVER_BIDIRECTIONAL_H

#include "puzzles/tilt/solver/sift.h"
#include "puzzles/tilt/solver/visited.h"

struct tilt_meet {
	struct tilt_graph *graph;
	unsigned bits;                 /* a colour takes */
	uint8_t code[COLOURS_MAX + 1]; /* of each colour in words */
	struct tilt_front back, forth;
	struct tilt_budget budget;
	uint64_t most; /* records; no limit of memory */
};

/* Whether words of these pieces fit. */
bool tilt_meet_fits(const int pieces[COLOURS_MAX + 1]);

void tilt_meet_init(struct tilt_meet *meet, struct tilt_graph *graph,
                    const int pieces[COLOURS_MAX + 1], size_t limit);
void tilt_meet_free(struct tilt_meet *meet);

/* Gives back what takes long to give back, with looks at the watch, and forgets it. False:
 * halted. */
bool tilt_meet_empty(struct tilt_meet *meet, struct monitor *monitor, struct answer *answer);

/* Searches forth alone, where the graph is not explored: it explores what it comes to. Needs an
 * empty side forth. `grid` is the goal, whose classes may not be known yet. */
void tilt_meet_forth(struct tilt_meet *meet, const struct tilt_class from[TILT_AXES],
                     const uint8_t *grid, struct tilt_goal *goal, struct monitor *monitor,
                     struct answer *answer);

/* Searches from both ends. Fills the answer: bounds, plan, verdict. The graph is explored and
 * turned back, and stays as it is from the first such search on. */
void tilt_meet_search(struct tilt_meet *meet, const struct tilt_task *task, struct monitor *monitor,
                      struct answer *answer);

#endif
