/* A* on several threads: while one visits the successors of a batch, the others expand the next
 * one, a chunk at a time, and it helps them when it is done.
 *
 * The open list lacks the successors of a batch when the next one is taken. That one is of the
 * lowest f in the list, which may be larger: if it is below the length of the known plan, most such
 * states have to be expanded anyway. A smaller g may be found for a few of them, and opens them
 * again. The lower bound takes account of what waits. What is visited, and in which order, does not
 * depend on the threads.
 *
 * The client has two batches, 0 and 1, of ASTAR_CHUNKS chunks each. A batch should take a
 * millisecond or more. */
#ifndef PARLOUR_ALGO_ASTAR_PIPELINE_H
#define PARLOUR_ALGO_ASTAR_PIPELINE_H

#include "algo/astar.h"

struct crew;

enum { ASTAR_CHUNKS = 16 };

/* The client's callbacks; `context` is passed to them. */
struct astar_pipeline {
	/* Makes a batch of items with priority f from the open list: closes their states, and
	 * copies what `expand` will need of them. Returns how many; 0: none was up to date. */
	int (*take)(void *context, int batch, int f);
	/* Expands a chunk of a batch, while other threads expand other chunks and one visits the
	 * other batch. No two calls at a time have the same `worker`, as in crew_run. */
	void (*expand)(void *context, int batch, int chunk, int worker);
	/* Visits the successors of a chunk. False: no memory. */
	bool (*visit)(void *context, int batch, int chunk);
	/* Called for each chunk when all have been expanded: opens states again that are to be
	 * expanded once more. False: no memory. */
	bool (*settle)(void *context, int batch, int chunk);
	/* As that of struct astar_client. */
	enum astar_outcome (*progress)(void *context);
};

/* Runs as astar_run does, with weight 1, on the threads of a crew. When it is paused or stopped,
 * no successors wait, unless `visit` has failed. */
enum astar_outcome astar_pipeline_run(struct astar *astar, const struct astar_pipeline *client,
                                      void *context, struct crew *crew);

#endif
