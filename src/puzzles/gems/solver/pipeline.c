/* The A* of astar.c on several threads. For its bounds each has an automaton of its own. */
#include <stdlib.h>

#include "algo/astar_pipeline.h"
#include "os/parallel.h"
#include "puzzles/gems/solver/search.h"

enum {
	CHUNK = 256,       /* positions */
	SUCCESSORS = 2048, /* of a chunk */
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
	int f;
	int upper; /* what the shortest plan was when it was taken */
	struct chunk chunk[ASTAR_CHUNKS];
};

struct pipeline {
	struct gems_search *search;
	struct batch batch[BATCHES];
};

static bool take_one(struct gems_search *search, int f, struct origin *origin)
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

/* Those that lie together in the open list are alike, which the bounds' cache likes: they stay
 * together. */
static int take(void *context, int number, int f)
{
	struct pipeline *pipeline = context;
	struct batch *batch = &pipeline->batch[number];
	int taken = 0;
	batch->f = f;
	batch->upper = pipeline->search->answer->upper;
	for (int i = 0; i < ASTAR_CHUNKS; i++) {
		struct chunk *chunk = &batch->chunk[i];
		chunk->positions = chunk->successors = chunk->expanded = 0;
		while (chunk->positions < CHUNK &&
		       take_one(pipeline->search, f, &chunk->origin[chunk->positions]))
			chunk->positions++;
		taken += chunk->positions;
	}
	return taken;
}

static void expand(void *context, int number, int part, int worker)
{
	struct pipeline *pipeline = context;
	struct gems_search *search = pipeline->search;
	const struct batch *batch = &pipeline->batch[number];
	struct chunk *chunk = &pipeline->batch[number].chunk[part];
	struct transport *transport = &search->transport[worker];
	while (chunk->expanded < chunk->positions &&
	       chunk->successors <= SUCCESSORS - SUCCESSORS_MAX) {
		const struct origin *origin = &chunk->origin[chunk->expanded++];
		struct successor *out = chunk->successor + chunk->successors;
		const int count =
			gems_search_list(search, transport, &origin->position, origin->g,
		                         batch->upper, out, chunk->outlook + chunk->successors);
		for (int i = 0; i < count; i++)
			out[i].from = origin->number;
		chunk->successors += count;
	}
}

static bool visit(void *context, int number, int part)
{
	struct pipeline *pipeline = context;
	const struct chunk *chunk = &pipeline->batch[number].chunk[part];
	return gems_astar_visit(pipeline->search, chunk->successor, chunk->outlook,
	                        chunk->successors);
}

/* Opens the positions again that their chunk had no room for. */
static bool settle(void *context, int number, int part)
{
	struct pipeline *pipeline = context;
	struct gems_search *search = pipeline->search;
	const struct batch *batch = &pipeline->batch[number];
	const struct chunk *chunk = &batch->chunk[part];
	search->expanded += (uint64_t)chunk->expanded;
	for (int i = chunk->expanded; i < chunk->positions; i++)
		if (!gems_astar_reopen(search, chunk->origin[i].number, batch->f))
			return false;
	return true;
}

static enum astar_outcome progress(void *context)
{
	const struct pipeline *pipeline = context;
	return gems_search_progress(pipeline->search);
}

enum astar_outcome gems_pipeline(struct gems_search *search)
{
	static const struct astar_pipeline client = {
		.take = take,
		.expand = expand,
		.visit = visit,
		.settle = settle,
		.progress = progress,
	};
	struct pipeline *pipeline =
		sizeof *pipeline <= search->bytes / 16 ? malloc(sizeof *pipeline) : NULL;
	if (pipeline == NULL)
		return ASTAR_CONTINUE;
	pipeline->search = search;
	gems_search_make_transports(search);
	struct crew *crew = crew_new(search->threads);
	const enum astar_outcome outcome =
		astar_pipeline_run(&search->astar, &client, pipeline, crew);
	crew_free(crew);
	free(pipeline);
	return outcome;
}
