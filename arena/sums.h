/* Means over results (game.h), for each puzzle and grade. All sums are of whole numbers, so they do
 * not depend on the order of the results. */
#ifndef PARLOUR_ARENA_SUMS_H
#define PARLOUR_ARENA_SUMS_H

#include "boards.h"

enum { SCORE_ONE = 1000000 };

/* What the results of some boards add up to. */
struct sum {
	int64_t boards, solved, dead_ends;
	int64_t score;  /* optimum / moves of those solved, in 1/SCORE_ONE, rounded down */
	int64_t regret; /* of boards */
	int64_t judged; /* moves with a finite regret, */
	int64_t wrong;  /* those of them whose regret is not 0, */
	int64_t cost;   /* and their regrets */
};

struct sums {
	struct sum of[ARENA_PUZZLES][ARENA_GRADES];
	bool seen[ARENA_BOARDS];
};

/* Adds a result. False with an error if it is none, or if its board has one already. */
bool sums_add(struct sums *sums, const json_t *result, struct error *error);

/* The summary as an object. */
json_t *sums_summary(const struct sums *sums);

#endif
