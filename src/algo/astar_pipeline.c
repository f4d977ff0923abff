#include "algo/astar_pipeline.h"

#include <stdatomic.h>

#include "os/parallel.h"

enum {
	NONE = -1,
	STATES_SHARED = 128, /* with fewer, threads are not worth while */
};

struct run {
	struct astar *astar;
	const struct astar_pipeline *client;
	void *context;
	struct crew *crew;
	int taken, expanded; /* batches; NONE: there is none. The latter's successors wait. */
	int f_taken, f_expanded;
	int states;            /* of what is taken */
	atomic_int next_chunk; /* of what is taken, to be expanded */
	bool visited;          /* there was memory for all of them */
};

/* Calls `visit` or `settle` for all chunks of a batch. False: no memory. */
static bool for_chunks(const struct run *run, int batch, bool (*call)(void *, int, int))
{
	for (int i = 0; i < ASTAR_CHUNKS; i++)
		if (!call(run->context, batch, i))
			return false;
	return true;
}

/* The caller's thread visits: what it adds to the tables stays in its caches, and in its part of
 * the C library's memory. */
static void run_tasks(void *context, int worker)
{
	struct run *run = context;
	if (worker == 0 && run->expanded != NONE)
		run->visited = for_chunks(run, run->expanded, run->client->visit);
	if (run->taken == NONE)
		return;
	for (int chunk; (chunk = atomic_fetch_add(&run->next_chunk, 1)) < ASTAR_CHUNKS;)
		run->client->expand(run->context, run->taken, chunk, worker);
}

/* What is taken and what is expanded go on by one stage. */
static enum astar_outcome step(struct run *run)
{
	run->visited = true;
	atomic_store(&run->next_chunk, 0);
	crew_run(run->states < STATES_SHARED ? NULL : run->crew, run_tasks, run);
	run->expanded = run->taken;
	run->f_expanded = run->f_taken;
	run->taken = NONE;
	run->states = 0;
	if (!run->visited ||
	    (run->expanded != NONE && !for_chunks(run, run->expanded, run->client->settle)))
		return ASTAR_FULL;
	return run->client->progress(run->context);
}

/* Takes a batch, if one of a useful f is open. PROVEN: that is the end. */
static enum astar_outcome take(struct run *run)
{
	struct bucket_queue *open = &run->astar->open;
	const int batch = run->expanded == 0;
	const bool any = bucket_queue_settle(open);
	if (run->expanded == NONE || (any && open->lowest <= run->f_expanded)) {
		if (astar_raise_lower(run->astar))
			return ASTAR_PROVEN;
	} else if (!any || *run->astar->upper < 0 || open->lowest >= *run->astar->upper) {
		return ASTAR_CONTINUE;
	}
	run->f_taken = open->lowest;
	run->states = run->client->take(run->context, batch, run->f_taken);
	run->taken = run->states > 0 ? batch : NONE;
	return ASTAR_CONTINUE;
}

enum astar_outcome astar_pipeline_run(struct astar *astar, const struct astar_pipeline *client,
                                      void *context, struct crew *crew)
{
	struct run run = {.astar = astar,
	                  .client = client,
	                  .context = context,
	                  .crew = crew,
	                  .taken = NONE,
	                  .expanded = NONE};
	enum astar_outcome outcome = ASTAR_CONTINUE;
	while (outcome == ASTAR_CONTINUE) {
		outcome = take(&run);
		if (outcome == ASTAR_CONTINUE)
			outcome = step(&run);
	}
	if ((outcome == ASTAR_PAUSED || outcome == ASTAR_STOPPED) && run.expanded != NONE &&
	    !for_chunks(&run, run.expanded, client->visit) && outcome == ASTAR_PAUSED)
		return ASTAR_FULL;
	return outcome;
}
