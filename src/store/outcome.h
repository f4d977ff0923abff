/* How each try of a level ended, from the results that are kept. */
#ifndef PARLOUR_STORE_OUTCOME_H
#define PARLOUR_STORE_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "store/entry.h"

/* A result of a level that has a par. */
struct outcome {
	uint64_t level;
	int64_t day;       /* days since 1970 (UTC) */
	const char *place; /* where the level was found: its entry's */
	int order;         /* in which they were added, from 0 */
	int par;
	bool unaided; /* without the counter or a hint */
	bool won;     /* in the minimum number of moves */
};

/* The outcomes of one puzzle, by its name, or of all (NULL): by level, then in order. To be freed;
 * NULL without memory. */
struct outcome *outcomes_find(const struct entries *entries, const char *puzzle, int *count);

#endif
