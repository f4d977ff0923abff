/* The A* of astar.c on several threads. */
#include <stdlib.h>

#include "algo/astar_pipeline.h"
#include "algo/least.h"
#include "puzzles/bishop/solver/astar.h"

enum {
	CHUNK = 64,        /* positions */
	SUCCESSORS = 2048, /* with more, a chunk is full */
	BATCHES = 2,
};

struct chunk {
	int positions, successors;
	int expanded; /* of the positions, from the first on: until the successors fill it */
	struct expansion position[CHUNK];
	struct successor *successor; /* room for SUCCESSORS and those of one position more */
};

struct pipeline {
	struct bishop_desk desk[BISHOP_THREADS_MAX]; /* the search's own is that of `visit` */
	const struct bishop_context *context; /* so that `expand` reads nothing of the search, */
	struct bishop_search *search;         /* which `visit` changes all the time */
	int threads;
	struct chunk chunk[BATCHES][ASTAR_CHUNKS];
	bool full; /* there was no memory for the successors visited last */
};

static bool take_one(struct bishop_search *search, int f, struct expansion *position)
{
	uint64_t rank;
	while (bucket_queue_take(&search->astar.open, f, &rank))
		if (bishop_search_take(search, rank, f, position))
			return true;
	return false;
}

static int take(void *context, int batch, int f)
{
	struct pipeline *pipeline = context;
	struct chunk *chunk = pipeline->chunk[batch];
	for (int i = 0; i < ASTAR_CHUNKS; i++)
		chunk[i].positions = chunk[i].successors = chunk[i].expanded = 0;
	/* Dealt out, as few positions keep all threads busy, too. */
	int taken = 0;
	for (; taken < ASTAR_CHUNKS * CHUNK; taken++) {
		struct chunk *to = &chunk[taken % ASTAR_CHUNKS];
		if (!take_one(pipeline->search, f, &to->position[to->positions]))
			break;
		to->positions++;
	}
	return taken;
}

static void expand(void *context, int batch, int part, int worker)
{
	struct pipeline *pipeline = context;
	struct chunk *chunk = &pipeline->chunk[batch][part];
	struct bishop_desk *desk = &pipeline->desk[worker];
	while (chunk->expanded < chunk->positions && chunk->successors <= SUCCESSORS)
		chunk->successors += bishop_search_list(pipeline->context, desk,
		                                        &chunk->position[chunk->expanded++],
		                                        chunk->successor + chunk->successors);
}

static bool visit(void *context, int batch, int part)
{
	struct pipeline *pipeline = context;
	const struct chunk *chunk = &pipeline->chunk[batch][part];
	pipeline->full =
		!bishop_search_visit(pipeline->search, chunk->successor, chunk->successors);
	return !pipeline->full;
}

static bool settle(void *context, int batch, int part)
{
	struct pipeline *pipeline = context;
	struct chunk *chunk = &pipeline->chunk[batch][part];
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

static void pipeline_free(struct pipeline *pipeline)
{
	for (int i = 0; i < BISHOP_THREADS_MAX; i++)
		free(pipeline->desk[i].step);
	for (int i = 0; i < BATCHES * ASTAR_CHUNKS; i++)
		free(pipeline->chunk[i / ASTAR_CHUNKS][i % ASTAR_CHUNKS].successor);
	free(pipeline);
}

/* NULL: it would take more than `bytes`, or there is no memory. */
static struct pipeline *pipeline_new(struct bishop_search *search, size_t bytes)
{
	const size_t steps = bishop_space_steps_max(&search->context->space);
	const size_t room = SUCCESSORS + steps;
	const size_t chunks = (size_t)BATCHES * ASTAR_CHUNKS;
	if (sizeof(struct pipeline) + chunks * room * sizeof(struct successor) +
	            BISHOP_THREADS_MAX * steps * sizeof(struct step) >
	    bytes)
		return NULL;
	struct pipeline *pipeline = calloc(1, sizeof *pipeline);
	if (pipeline == NULL)
		return NULL;
	pipeline->search = search;
	pipeline->context = search->context;
	pipeline->threads = least(search->monitor->limits->threads, BISHOP_THREADS_MAX);
	bool whole = true;
	for (int i = 0; i < pipeline->threads; i++) {
		pipeline->desk[i].step = malloc(steps * sizeof(struct step));
		whole = whole && pipeline->desk[i].step != NULL;
	}
	for (size_t i = 0; i < chunks; i++) {
		struct chunk *chunk = &pipeline->chunk[i / ASTAR_CHUNKS][i % ASTAR_CHUNKS];
		chunk->successor = malloc(room * sizeof *chunk->successor);
		whole = whole && chunk->successor != NULL;
	}
	if (!whole) {
		pipeline_free(pipeline);
		return NULL;
	}
	return pipeline;
}

enum astar_outcome bishop_pipeline(struct bishop_search *search, size_t bytes)
{
	static const struct astar_pipeline client = {
		.take = take,
		.expand = expand,
		.visit = visit,
		.settle = settle,
		.progress = progress,
	};
	struct pipeline *pipeline = pipeline_new(search, bytes);
	if (pipeline == NULL)
		return ASTAR_CONTINUE;
	const enum astar_outcome outcome =
		astar_pipeline_run(&search->astar, &client, pipeline, pipeline->threads);
	search->lost = outcome == ASTAR_STOPPED && pipeline->full;
	pipeline_free(pipeline);
	return outcome;
}
