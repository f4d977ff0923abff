/* Levels to practise: those that took more than the minimum, or a hint.
 *
 * Such a result brings its level back the next day. Each later one in the minimum, without a hint,
 * lengthens the interval, until the level is known; another miss begins anew. Nothing is stored for
 * it. The intervals are those of a box of index cards (Leitner, So lernt man lernen, 1972), with
 * other days. */
#ifndef PARLOUR_STORE_PRACTICE_H
#define PARLOUR_STORE_PRACTICE_H

#include <stdint.h>

#include "store/outcome.h"

struct practice {
	uint64_t level;
	const char *place; /* where the level was found last: its outcome's */
	int64_t due;       /* days since 1970 (UTC) */
};

/* The levels that come back, the one due first at the front. To be freed; NULL without memory. */
struct practice *practice_find(const struct outcomes *outcomes, int *count);

#endif
