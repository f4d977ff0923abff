/* How each try of a level ended, from the results that are kept. */
#ifndef PARLOUR_STORE_OUTCOME_H
#define PARLOUR_STORE_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "store/entry.h"

/* A result of a level that has a par. */
struct outcome {
	uint64_t level;
	int64_t day;        /* days since 1970 (UTC) */
	const char *puzzle; /* its name, and where the level was found: the entry's */
	const char *place;
	int order;         /* in which they were added, from 0 */
	int par;
	bool unaided; /* without the counter or a hint */
	bool hinted;  /* after a hint or a look at a solution */
	bool won;     /* in the minimum number of moves */
};

struct outcomes {
	struct outcome *outcome; /* by level, then in order */
	int count;
};

/* Finds those of the entries, which must outlive them. False without memory. */
bool outcomes_find(const struct entries *entries, struct outcomes *outcomes);
void outcomes_free(struct outcomes *outcomes);

#endif
