#include "puzzles/bishop/solver/pipeline.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "algo/astar_pipeline.h"
#include "algo/least.h"
#include "os/parallel.h"

enum {
	SUCCESSORS = 2048, /* with more, a chunk is full */
	GROUP = 32,        /* positions taken at a time */
	BATCHES = 2,
};

struct chunk {
	struct expansion *position; /* in the batch */
	int positions, successors;
	int expanded; /* of the positions, from the first on: until the successors fill it */
	struct successor *successor; /* room for SUCCESSORS and those of one position more */
	uint8_t apart[128];          /* so that no cache line has parts of two chunks */
};

struct batch {
	int positions;
	struct expansion position[BISHOP_BATCH];
	struct chunk chunk[ASTAR_CHUNKS];
};

struct pipeline {
	struct bishop_desk desk[BISHOP_THREADS_MAX]; /* the search's own is that of `visit` */
	const struct bishop_context *context; /* so that `expand` reads nothing of the search, */
	struct bishop_search *search;         /* which `visit` changes all the time */
	struct crew *crew;
	struct batch batch[BATCHES];
	atomic_int next_chunk; /* of the first batch, to be expanded for a beam */
	bool full;             /* there was no memory for the successors visited last */
};

/* Deals the positions of a batch to its chunks. Those that came one after the other are alike, and
 * want the same of the bounds' data: they stay together. */
static void deal(struct batch *batch)
{
	for (int i = 0; i < ASTAR_CHUNKS; i++) {
		struct chunk *chunk = &batch->chunk[i];
		const int first = batch->positions * i / ASTAR_CHUNKS;
		chunk->position = batch->position + first;
		chunk->positions = batch->positions * (i + 1) / ASTAR_CHUNKS - first;
		chunk->successors = chunk->expanded = 0;
	}
}

static void expand_chunk(struct pipeline *pipeline, struct chunk *chunk, int worker)
{
	struct bishop_desk *desk = &pipeline->desk[worker];
	while (chunk->expanded < chunk->positions && chunk->successors <= SUCCESSORS)
		chunk->successors += bishop_search_list(pipeline->context, desk,
		                                        &chunk->position[chunk->expanded++],
		                                        chunk->successor + chunk->successors);
}

/* ---- A* ---- */

/* Takes positions from the open list into a batch, a group at a time while their slots are fetched.
 * False: there are no more. */
static bool take_group(struct bishop_search *search, struct batch *batch, int f)
{
	uint64_t rank[GROUP];
	int count = 0;
	while (count < GROUP && bucket_queue_take(&search->astar.open, f, &rank[count]))
		hash_slots_prefetch(&search->closed, rank[count++] + 1);
	for (int i = 0; i < count; i++)
		batch->positions +=
			bishop_search_take(search, rank[i], f, &batch->position[batch->positions]);
	return count == GROUP;
}

static int take(void *context, int number, int f)
{
	struct pipeline *pipeline = context;
	struct batch *batch = &pipeline->batch[number];
	batch->positions = 0;
	for (bool more = true; more && batch->positions <= BISHOP_BATCH - GROUP;)
		more = take_group(pipeline->search, batch, f);
	deal(batch);
	return batch->positions;
}

static void expand(void *context, int batch, int part, int worker)
{
	struct pipeline *pipeline = context;
	expand_chunk(pipeline, &pipeline->batch[batch].chunk[part], worker);
}

static bool visit(void *context, int batch, int part)
{
	struct pipeline *pipeline = context;
	const struct chunk *chunk = &pipeline->batch[batch].chunk[part];
	pipeline->full =
		!bishop_search_visit(pipeline->search, chunk->successor, chunk->successors);
	return !pipeline->full;
}

static bool settle(void *context, int batch, int part)
{
	struct pipeline *pipeline = context;
	struct chunk *chunk = &pipeline->batch[batch].chunk[part];
	for (int i = 0; i < chunk->positions; i++) {
		struct expansion *position = &chunk->position[i];
		if (i >= chunk->expanded)
			position->f_later = position->f;
		if (!bishop_search_settle(pipeline->search, position))
			return false;
	}
	return true;
}

static enum astar_outcome progress(void *context)
{
	struct pipeline *pipeline = context;
	return bishop_search_progress(pipeline->search);
}

enum astar_outcome bishop_pipeline_astar(struct pipeline *pipeline)
{
	static const struct astar_pipeline client = {
		.take = take,
		.expand = expand,
		.visit = visit,
		.settle = settle,
		.progress = progress,
	};
	struct bishop_search *search = pipeline->search;
	const enum astar_outcome outcome =
		astar_pipeline_run(&search->astar, &client, pipeline, pipeline->crew);
	search->lost = outcome == ASTAR_STOPPED && pipeline->full;
	return outcome;
}

/* ---- layers of a beam ---- */

static void expand_chunks(void *context, int worker)
{
	struct pipeline *pipeline = context;
	for (int i; (i = atomic_fetch_add(&pipeline->next_chunk, 1)) < ASTAR_CHUNKS;)
		expand_chunk(pipeline, &pipeline->batch[0].chunk[i], worker);
}

/* Expands the positions of the first batch, until chunks are full, and visits the successors. *more
 * if some positions are left. False: no memory. */
static bool expand_some(struct pipeline *pipeline, bishop_visit *visit_all, void *context,
                        bool *more)
{
	struct batch *batch = &pipeline->batch[0];
	atomic_store(&pipeline->next_chunk, 0);
	crew_run(pipeline->crew, expand_chunks, pipeline);
	*more = false;
	for (int i = 0; i < ASTAR_CHUNKS; i++) {
		struct chunk *chunk = &batch->chunk[i];
		if (!visit_all(context, chunk->successor, chunk->successors))
			return false;
		chunk->successors = 0;
		*more |= chunk->expanded < chunk->positions;
	}
	return true;
}

bool bishop_pipeline_expand(struct pipeline *pipeline, const uint64_t *rank, int count,
                            bishop_visit *visit_all, void *context)
{
	struct batch *batch = &pipeline->batch[0];
	batch->positions = 0;
	for (int i = count; i-- > 0;)
		batch->positions += bishop_search_take(pipeline->search, rank[i], BISHOP_NEVER,
		                                       &batch->position[batch->positions]);
	deal(batch);
	for (bool more = true; more;)
		if (!expand_some(pipeline, visit_all, context, &more))
			return false;
	for (int i = 0; i < batch->positions; i++)
		if (!bishop_search_settle(pipeline->search, &batch->position[i]))
			return false;
	return true;
}

/* ---- memory ---- */

void bishop_pipeline_free(struct pipeline *pipeline)
{
	if (pipeline == NULL)
		return;
	crew_free(pipeline->crew);
	for (int i = 0; i < BISHOP_THREADS_MAX; i++)
		free(pipeline->desk[i].step);
	for (int i = 0; i < BATCHES * ASTAR_CHUNKS; i++)
		free(pipeline->batch[i / ASTAR_CHUNKS].chunk[i % ASTAR_CHUNKS].successor);
	free(pipeline);
}

struct pipeline *bishop_pipeline_new(struct bishop_search *search, size_t bytes)
{
	const int threads = least(search->monitor->limits->threads, BISHOP_THREADS_MAX);
	const size_t steps = bishop_space_steps_max(&search->context->space);
	const size_t room = SUCCESSORS + steps;
	const size_t chunks = (size_t)BATCHES * ASTAR_CHUNKS;
	if (threads <= 1 || sizeof(struct pipeline) + chunks * room * sizeof(struct successor) +
	                                    BISHOP_THREADS_MAX * steps * sizeof(struct step) >
	                            bytes)
		return NULL;
	struct pipeline *pipeline = calloc(1, sizeof *pipeline);
	if (pipeline == NULL)
		return NULL;
	pipeline->search = search;
	pipeline->context = search->context;
	bool whole = true;
	for (int i = 0; i < threads; i++) {
		pipeline->desk[i].step = malloc(steps * sizeof(struct step));
		whole = whole && pipeline->desk[i].step != NULL;
	}
	for (size_t i = 0; i < chunks; i++) {
		struct chunk *chunk = &pipeline->batch[i / ASTAR_CHUNKS].chunk[i % ASTAR_CHUNKS];
		chunk->successor = malloc(room * sizeof *chunk->successor);
		whole = whole && chunk->successor != NULL;
	}
	if (!whole) {
		bishop_pipeline_free(pipeline);
		return NULL;
	}
	pipeline->crew = crew_new(threads);
	return pipeline;
}
