/* A* (Hart, Nilsson and Raphael 1968), the loop that the searches share.
 *
 * g is the number of moves from the start to a state, h a lower bound on those that are left, and
 * f = g + weight * h the priority in the open list. Every plan that is not known yet leads through
 * an open state, so the lowest f divided by the weight is a lower bound for all of them. A weight
 * above 1 finds some plan sooner (Pohl 1970). A state that is reached again with a smaller g is
 * opened again, so h has to be admissible, but need not be consistent.
 *
 * The closed table and the items of the open list, which name states, are the client's. It expands
 * a state and visits its successors: it looks each up in its table, and calls astar_open for those
 * that are new or nearer, and astar_solved for those from which it knows the rest of a plan.
 * Successors of a whole batch may be visited together, while the memory they need is fetched.
 *
 * Partial expansion (Yoshizumi, Miura and Ishida 2000): a client may leave out successors whose f
 * is larger than the state's, and open the state again with the lowest such f.
 *
 * All is inline, and a client is a constant, so that its functions are inline, too. */
#ifndef PARLOUR_ALGO_ASTAR_H
#define PARLOUR_ALGO_ASTAR_H

#include "algo/bucket_queue.h"

enum { ASTAR_BATCH = 32 }; /* the largest batch */

enum astar_outcome {
	ASTAR_CONTINUE,
	ASTAR_PROVEN,  /* no plan is shorter than `upper`; there is none where that is -1 */
	ASTAR_PAUSED,  /* a plan is known and the weight is not 1, or the client said so */
	ASTAR_STOPPED, /* the client said so */
	ASTAR_FULL,    /* out of memory, or at its limit */
};

struct astar {
	struct bucket_queue open;
	int weight;       /* weight of h, at least 1 */
	int batch;        /* states expanded before their successors are visited: 1..ASTAR_BATCH */
	int pending;      /* successors that wait to be visited; the client's to count */
	int pending_max; /* at this number, no further state of the batch is expanded */
	int *lower, *upper; /* *lower <= shortest <= *upper; -1: no plan is known */
};

/* The client's callbacks; `context` is passed to them. */
struct astar_client {
	/* Whether an item that comes out of the open list with priority f is up to date: false
	 * where its state has been expanded, or opened again with a smaller f. It may close the
	 * state, if it is sure to be expanded; and ask for memory ahead of that. NULL: all are. */
	bool (*is_open)(void *context, uint64_t item, int f);
	/* Expands a state, by the g that it has now: that may have become smaller since it was
	 * taken, where states of the same batch have been visited. */
	enum astar_outcome (*expand)(void *context, uint64_t item, int f);
	/* Visits the successors of a batch. NULL: `expand` does. */
	enum astar_outcome (*visit)(void *context);
	/* Called after each batch: looks at the clock when it is time, and may end or pause the
	 * search. */
	enum astar_outcome (*progress)(void *context);
};

/* Whether a plan through a state would be shorter than the shortest one known. */
static inline bool astar_is_useful(const struct astar *astar, int g, int h)
{
	return *astar->upper < 0 || g + h < *astar->upper;
}

/* Opens a state, unless it is useless. False: no memory. */
static inline bool astar_open(struct astar *astar, uint64_t item, int g, int h)
{
	return !astar_is_useful(astar, g, h) ||
	       bucket_queue_push(&astar->open, g + astar->weight * h, item);
}

/* Records a plan of `length` moves. True: it is the shortest so far. */
static inline bool astar_solved(struct astar *astar, int length)
{
	if (!astar_is_useful(astar, length, 0))
		return false;
	*astar->upper = length;
	return true;
}

/* Raises the lower bound to what the open list shows. True: that proves the upper bound. */
static inline bool astar_raise_lower(struct astar *astar)
{
	const bool any = bucket_queue_settle(&astar->open);
	const int lowest = (astar->open.lowest + astar->weight - 1) / astar->weight;
	if (any && lowest > *astar->lower)
		*astar->lower = lowest;
	if (*astar->upper >= 0 && (!any || *astar->lower > *astar->upper))
		*astar->lower = *astar->upper;
	return !any || *astar->lower == *astar->upper;
}

/* Expands states with the lowest f. */
static inline enum astar_outcome astar_expand(struct astar *astar,
                                              const struct astar_client *client, void *context)
{
	uint64_t item[ASTAR_BATCH] = {0};
	const int f = astar->open.lowest;
	enum astar_outcome outcome = ASTAR_CONTINUE;
	int taken = 0, i = 0;
	while (taken < astar->batch && bucket_queue_take(&astar->open, f, &item[taken]))
		taken += client->is_open == NULL || client->is_open(context, item[taken], f);
	while (i < taken && outcome == ASTAR_CONTINUE && astar->pending < astar->pending_max)
		outcome = client->expand(context, item[i++], f);
	while (i < taken)
		if (!bucket_queue_push(&astar->open, f, item[i++]))
			return ASTAR_FULL;
	return outcome;
}

/* Runs until the result is not ASTAR_CONTINUE. It may be called again after a pause; before that,
 * the client may change the weight and put the open states in the new order. */
static inline enum astar_outcome astar_run(struct astar *astar, const struct astar_client *client,
                                           void *context)
{
	enum astar_outcome outcome = ASTAR_CONTINUE;
	assert(astar->batch > 0 && astar->batch <= ASTAR_BATCH && astar->weight > 0);
	while (outcome == ASTAR_CONTINUE) {
		if (astar_raise_lower(astar))
			return ASTAR_PROVEN;
		if (astar->weight > 1 && *astar->upper >= 0)
			return ASTAR_PAUSED;
		outcome = astar_expand(astar, client, context);
		if (outcome == ASTAR_CONTINUE && client->visit != NULL)
			outcome = client->visit(context);
		if (outcome == ASTAR_CONTINUE)
			outcome = client->progress(context);
	}
	return outcome;
}

#endif
