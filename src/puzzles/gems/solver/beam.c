/* A beam search for plans: of all positions that are so many swaps from the start, it goes on from
 * the most promising ones only, as many as the beam is wide (Lowerre 1976). It proves nothing, but
 * its plans are seldom much too long, and those of a wider beam are shorter. */
#include <stdlib.h>

#include "algo/bits.h"
#include "puzzles/gems/solver/search.h"

enum {
	LAYERS_MAX = 64, /* swaps of a plan */
	LISTED = 16,     /* candidates for each place in the next layer; more are left out */
	/* Weights of a candidate's rank, measured on boards of 57 to 64 gems: */
	WEIGHT_BOUND = 24,
	WEIGHT_GEM = 6,
	RANK_MAX = INT32_MAX,
};

/* A position of a layer, and how it was reached from the layer before. */
struct beam_item {
	struct position position;
	uint32_t from;
	move_code move;
};

/* A candidate's rank, and below that a part of its hash: the lowest keys are the best, and equal
 * positions have equal keys. */
struct beam_key {
	uint64_t key;
	uint32_t item;
};

/* The way back. */
struct beam_origin {
	uint32_t from;
	move_code move;
};

struct beam {
	struct gems_search *search;
	uint32_t width;
	uint32_t count, listed;
	struct beam_item *layer;    /* `count`, at most `width` */
	struct beam_item *item;     /* `listed` candidates for the next layer, */
	struct beam_key *key;       /* and their keys: at most LISTED times `width` */
	struct beam_origin *origin; /* `width` for each layer */
};

static int compare_keys(const void *a, const void *b)
{
	const uint64_t x = ((const struct beam_key *)a)->key, y = ((const struct beam_key *)b)->key;
	return (x > y) - (x < y);
}

/* Makes the best candidates the layer at this depth. Of equal keys only one is taken. */
static void choose(struct beam *beam, int depth)
{
	struct beam_origin *origin = beam->origin + (size_t)depth * beam->width;
	qsort(beam->key, beam->listed, sizeof *beam->key, compare_keys);
	beam->count = 0;
	for (uint32_t i = 0; i < beam->listed && beam->count < beam->width; i++) {
		if (i > 0 && beam->key[i].key == beam->key[i - 1].key)
			continue;
		const struct beam_item *item = &beam->item[beam->key[i].item];
		origin[beam->count] = (struct beam_origin){item->from, item->move};
		beam->layer[beam->count++] = *item;
	}
	beam->listed = 0;
}

/* A swap in a position of the layer at this depth leads to the goal. */
static void note_plan(struct beam *beam, int depth, uint32_t from, move_code move)
{
	move_code *plan = beam->search->answer->plan;
	if (!gems_search_improve(beam->search, depth + 1, STATE_NONE))
		return;
	plan[depth] = move;
	for (int i = depth; i > 0; i--) {
		const struct beam_origin *at = beam->origin + (size_t)i * beam->width + from;
		plan[i - 1] = at->move;
		from = at->from;
	}
}

/* Better than gems_rank between positions at the same depth: gems that are left count, too. */
static uint64_t rank_of(const struct gems_space *space, const struct position *position, int bound)
{
	const int64_t rank = gems_rank(space, position, bound);
	const int64_t priority = (rank + SUCCESSORS_MAX - 1) / SUCCESSORS_MAX;
	const int64_t swaps = priority * SUCCESSORS_MAX - rank;
	const int64_t gems = bits_count(planes_solid(position->word, space->planes));
	const int64_t sum = priority * WEIGHT_BOUND + gems * WEIGHT_GEM + SUCCESSORS_MAX - swaps;
	return (uint64_t)(sum < RANK_MAX ? sum : RANK_MAX);
}

static void list_successors(struct beam *beam, int depth, uint32_t from)
{
	struct gems_search *search = beam->search;
	const struct gems_space *space = &search->space;
	const struct successor *next = search->successor;
	const int count =
		gems_space_successors(space, &beam->layer[from].position, search->successor);
	search->expanded++;
	for (int i = 0; i < count; i++, next++) {
		const int bound = gems_bound(space, search->transport, &next->position);
		if (bound == 0)
			note_plan(beam, depth, from, next->move);
		if (bound <= 0 || !astar_is_useful(&search->astar, depth + 1, bound) ||
		    beam->listed == LISTED * beam->width)
			continue;
		const uint64_t rank = rank_of(space, &next->position, bound);
		const uint32_t hash = (uint32_t)gems_hash(&next->position, space->words);
		beam->item[beam->listed] = (struct beam_item){next->position, from, next->move};
		beam->key[beam->listed] = (struct beam_key){rank << 32 | hash, beam->listed};
		beam->listed++;
	}
}

static enum astar_outcome run(struct beam *beam, const struct position *start)
{
	beam->layer[0].position = *start;
	beam->count = 1;
	for (int depth = 0; depth + 1 < LAYERS_MAX && beam->count > 0; depth++) {
		for (uint32_t i = 0; i < beam->count; i++) {
			list_successors(beam, depth, i);
			if (gems_search_progress(beam->search) == ASTAR_STOPPED)
				return ASTAR_STOPPED;
		}
		choose(beam, depth + 1);
	}
	return ASTAR_CONTINUE;
}

bool gems_beam_fits(const struct gems_search *search, uint32_t width)
{
	const struct beam *beam = NULL;
	const size_t listed = LISTED * (sizeof *beam->item + sizeof *beam->key);
	return width * (listed + sizeof *beam->layer + LAYERS_MAX * sizeof *beam->origin) <=
	       search->bytes / 16;
}

enum astar_outcome gems_beam(struct gems_search *search, const struct position *start,
                             uint32_t width)
{
	struct beam beam = {
		.search = search,
		.width = width,
		.layer = malloc(width * sizeof *beam.layer),
		.item = malloc(LISTED * width * sizeof *beam.item),
		.key = malloc(LISTED * width * sizeof *beam.key),
		.origin = malloc(LAYERS_MAX * width * sizeof *beam.origin),
	};
	enum astar_outcome outcome = ASTAR_FULL;
	if (beam.layer != NULL && beam.item != NULL && beam.key != NULL && beam.origin != NULL)
		outcome = run(&beam, start);
	free(beam.layer);
	free(beam.item);
	free(beam.key);
	free(beam.origin);
	return outcome;
}
