/* A* on several threads: while one looks up the successors of a batch, the others expand the next
 * one, a chunk at a time, and it helps them when it is done.
 *
 * The positions of a batch are taken from the open list, and copied, before that, so the threads
 * share nothing that changes; for its bounds each has an automaton of its own. The open list lacks
 * the successors of a batch when the next one is taken. That is one of the same f: until all
 * positions of an f have been visited, none of a higher one is expanded, and the lowest f still
 * bounds all plans. What is visited, and in which order, does not depend on the threads. */
#include <stdatomic.h>
#include <stdlib.h>

#include "os/parallel.h"
#include "puzzles/gems/solver/search.h"

enum {
	CHUNKS = 8,        /* of a batch */
	CHUNK = 512,       /* positions; a batch takes some 4 ms, and to start a thread 0.05 ms */
	SUCCESSORS = 4096, /* of a chunk */
	BATCHES = 2,
};

/* A position that is expanded. */
struct origin {
	struct position position;
	uint32_t number;
	int g;
};

struct chunk {
	int positions, successors;
	int expanded; /* of the positions, from the first on: until the successors fill it */
	struct origin origin[CHUNK];
	struct successor successor[SUCCESSORS];
	struct outlook outlook[SUCCESSORS];
};

struct batch {
	bool empty;
	int f;
	int upper; /* what the shortest plan was when it was taken */
	struct chunk chunk[CHUNKS];
};

struct pipeline {
	struct gems_search *search;
	struct batch *taken, *expanded; /* the latter's successors wait to be visited */
	atomic_int next_task;           /* 0: to visit them; i: to expand chunk i - 1 of `taken` */
	bool visited;                   /* there was memory for all of them */
};

static bool take(struct gems_search *search, int f, struct origin *origin)
{
	uint64_t item;
	while (bucket_queue_take(&search->astar.open, f, &item)) {
		const uint32_t number = (uint32_t)item;
		if (!gems_astar_close(search, number, f))
			continue;
		*origin =
			(struct origin){.number = number, .g = entry_at(search, number)->distance};
		memcpy(origin->position.word, state_table_state(&search->table, number),
		       (size_t)search->space.words * sizeof(uint64_t));
		return true;
	}
	return false;
}

/* Closes open positions of the lowest f. Those that lie together in the open list are alike, which
 * the bounds' cache likes: they stay together. */
static void take_batch(struct gems_search *search, struct batch *batch)
{
	batch->f = search->astar.open.lowest;
	batch->upper = search->answer->upper;
	for (int i = 0; i < CHUNKS * CHUNK; i++) {
		struct chunk *chunk = &batch->chunk[i / CHUNK];
		if (!take(search, batch->f, &chunk->origin[i % CHUNK]))
			break;
		chunk->positions++;
		batch->empty = false;
	}
}

static void clear_batch(struct batch *batch)
{
	batch->empty = true;
	for (int i = 0; i < CHUNKS; i++)
		batch->chunk[i].positions = batch->chunk[i].successors = batch->chunk[i].expanded =
			0;
}

static void expand_chunk(const struct gems_search *search, struct transport *transport, int upper,
                         struct chunk *chunk)
{
	while (chunk->expanded < chunk->positions &&
	       chunk->successors <= SUCCESSORS - SUCCESSORS_MAX) {
		const struct origin *origin = &chunk->origin[chunk->expanded++];
		struct successor *out = chunk->successor + chunk->successors;
		const int count = gems_search_list(search, transport, &origin->position, origin->g,
		                                   upper, out, chunk->outlook + chunk->successors);
		for (int j = 0; j < count; j++)
			out[j].from = origin->number;
		chunk->successors += count;
	}
}

static bool visit_batch(struct gems_search *search, const struct batch *batch)
{
	for (int i = 0; i < CHUNKS; i++) {
		const struct chunk *chunk = &batch->chunk[i];
		if (!gems_astar_visit(search, chunk->successor, chunk->outlook, chunk->successors))
			return false;
	}
	return true;
}

static void run_tasks(void *context, int worker)
{
	struct pipeline *pipeline = context;
	struct gems_search *search = pipeline->search;
	struct batch *taken = pipeline->taken;
	struct transport *transport =
		worker == 0 ? &search->transport : &search->others[worker - 1];
	for (int task; (task = atomic_fetch_add(&pipeline->next_task, 1)) <= CHUNKS;)
		if (task == 0)
			pipeline->visited = visit_batch(search, pipeline->expanded);
		else
			expand_chunk(search, transport, taken->upper, &taken->chunk[task - 1]);
}

/* Opens the positions again that their chunks had no room for. */
static bool put_back(struct gems_search *search, struct batch *batch)
{
	for (int i = 0; i < CHUNKS; i++) {
		const struct chunk *chunk = &batch->chunk[i];
		search->expanded += (uint64_t)chunk->expanded;
		for (int j = chunk->expanded; j < chunk->positions; j++)
			if (!gems_astar_reopen(search, chunk->origin[j].number, batch->f))
				return false;
	}
	return true;
}

/* Both batches, either of which may be empty, go on. */
static enum astar_outcome step(struct pipeline *pipeline)
{
	struct batch *visited = pipeline->expanded;
	struct gems_search *search = pipeline->search;
	atomic_store(&pipeline->next_task, 0);
	parallel_for(search->threads, run_tasks, pipeline);
	clear_batch(visited);
	pipeline->expanded = pipeline->taken;
	pipeline->taken = visited;
	return pipeline->visited && put_back(search, pipeline->expanded)
	               ? gems_search_progress(search)
	               : ASTAR_FULL;
}

/* Whether no successors wait, or another position of their f is open. */
static bool may_take(const struct pipeline *pipeline)
{
	struct bucket_queue *open = &pipeline->search->astar.open;
	return pipeline->expanded->empty ||
	       (bucket_queue_settle(open) && open->lowest <= pipeline->expanded->f);
}

static enum astar_outcome run(struct pipeline *pipeline)
{
	struct gems_search *search = pipeline->search;
	enum astar_outcome outcome = ASTAR_CONTINUE;
	clear_batch(pipeline->taken);
	clear_batch(pipeline->expanded);
	while (outcome == ASTAR_CONTINUE) {
		if (may_take(pipeline)) {
			if (astar_raise_lower(&search->astar))
				return ASTAR_PROVEN;
			take_batch(search, pipeline->taken);
		}
		outcome = step(pipeline);
	}
	if (outcome == ASTAR_PAUSED && !pipeline->expanded->empty && step(pipeline) == ASTAR_FULL)
		return ASTAR_FULL;
	return outcome;
}

/* Makes the automata of the other threads, as many as there is memory for. */
static void make_others(struct gems_search *search)
{
	const int wanted = search->monitor->limits->threads;
	const int most = wanted < GEMS_THREADS_MAX ? wanted : GEMS_THREADS_MAX;
	const size_t bytes = search->bytes / 16 / GEMS_THREADS_MAX;
	while (search->threads < most) {
		struct transport *transport = &search->others[search->threads - 1];
		if (!gems_transport_init(transport, bytes)) {
			gems_transport_free(transport);
			return;
		}
		search->threads++;
	}
}

bool gems_pipeline_fits(const struct gems_search *search)
{
	return BATCHES * sizeof(struct batch) <= search->bytes / 16;
}

enum astar_outcome gems_pipeline(struct gems_search *search)
{
	struct pipeline pipeline = {
		.search = search,
		.taken = malloc(sizeof *pipeline.taken),
		.expanded = malloc(sizeof *pipeline.expanded),
	};
	enum astar_outcome outcome = ASTAR_FULL;
	if (pipeline.taken != NULL && pipeline.expanded != NULL) {
		make_others(search);
		outcome = run(&pipeline);
	}
	free(pipeline.taken);
	free(pipeline.expanded);
	return outcome;
}
