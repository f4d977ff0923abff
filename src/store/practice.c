#include "store/practice.h"

#include <stdlib.h>

/* Days until a level comes back: after a miss, and after each success since. */
static const int intervals[] = {1, 3, 8, 21, 60};
enum { INTERVALS = sizeof intervals / sizeof *intervals };

static int by_due(const void *a, const void *b)
{
	const struct practice *one = a, *other = b;
	if (one->due != other->due)
		return one->due < other->due ? -1 : 1;
	return one->level < other->level ? -1 : one->level > other->level;
}

/* The successes in a row since the last miss among the outcomes of a level; INTERVALS or more if it
 * is known, or was never missed. */
static int successes(const struct outcome *outcomes, int count)
{
	int row = INTERVALS;
	for (int i = 0; i < count; i++)
		row = outcomes[i].won && !outcomes[i].hinted ? row + 1 : 0;
	return row;
}

struct practice *practice_find(const struct outcomes *outcomes, int *count)
{
	const struct outcome *all = outcomes->outcome;
	struct practice *found = calloc((size_t)outcomes->count + 1, sizeof *found);
	*count = 0;
	for (int i = 0, end; found != NULL && i < outcomes->count; i = end) {
		for (end = i; end < outcomes->count && all[end].level == all[i].level;)
			end++;
		const struct outcome *last = &all[end - 1];
		const int row = successes(all + i, end - i);
		if (row < INTERVALS)
			found[(*count)++] = (struct practice){last->level, last->place,
			                                      last->day + intervals[row]};
	}
	if (found != NULL)
		qsort(found, (size_t)*count, sizeof *found, by_due);
	return found;
}
