/* A beam search for plans: of all positions that are so many swaps from the start, it goes on from
 * the most promising ones only, as many as the beam is wide (Lowerre 1976). It proves nothing, but
 * its plans are seldom much too long, and those of a wider beam are shorter. */
#include <stdatomic.h>
#include <stdlib.h>

#include "algo/bits.h"
#include "os/parallel.h"
#include "puzzles/gems/solver/search.h"

enum {
	LAYERS_MAX = 64,    /* swaps of a plan */
	LISTED = 16,        /* candidates for each place in the next layer; more are left out */
	CHUNK = 16,         /* positions that a thread expands at a time, */
	CHUNKS = 32,        /* and how many of these are expanded between two reports */
	SHARED_WIDTH = 256, /* of a beam that several threads share */
	RANKS = 4096,       /* that are told apart before they are sorted */
	/* Weights of a candidate's rank, measured on boards of 57 to 64 gems: */
	WEIGHT_BOUND = 24,
	WEIGHT_GEM = 6,
	RANK_MAX = INT32_MAX,
};

/* The swap that leads to a position. */
struct beam_origin {
	uint32_t from; /* position of the layer before */
	move_code move;
};

/* A candidate for the next layer. Its key is its rank, and below that a part of its hash: the
 * lowest keys are the best, and equal positions have equal keys. */
struct beam_item {
	uint64_t key;
	struct beam_origin origin;
};

/* What follows from some positions of a layer. */
struct beam_chunk {
	uint32_t positions, count; /* of items */
	bool solved;               /* by this swap */
	struct beam_origin last;
	struct beam_item item[CHUNK * SUCCESSORS_MAX];
};

struct beam {
	struct gems_search *search;
	struct crew *crew;
	uint32_t width, depth;
	uint32_t count, listed;
	struct position *layer, *before; /* `count` of this layer, and those of the last one */
	struct beam_item *item, *sorted; /* `listed` candidates: at most LISTED times `width` */
	struct beam_origin *origin;      /* `width` for each layer */
	uint32_t first;                  /* position of the chunks */
	uint32_t chunks;
	struct beam_chunk *chunk;
	atomic_uint next_chunk;
};

/* ---- the next layer ---- */

static int compare_items(const void *a, const void *b)
{
	const struct beam_item *x = a, *y = b;
	if (x->key != y->key)
		return (x->key > y->key) - (x->key < y->key);
	if (x->origin.from != y->origin.from)
		return (x->origin.from > y->origin.from) - (x->origin.from < y->origin.from);
	return (x->origin.move > y->origin.move) - (x->origin.move < y->origin.move);
}

static uint32_t rank_in(const struct beam_item *item)
{
	const uint64_t rank = item->key >> 32;
	return rank < RANKS ? (uint32_t)rank : RANKS - 1;
}

/* Sorts the candidates by rank; those of rank r begin at first[r]. */
static void sort_by_rank(const struct beam *beam, uint32_t first[RANKS + 1])
{
	memset(first, 0, (RANKS + 1) * sizeof *first);
	for (uint32_t i = 0; i < beam->listed; i++)
		first[rank_in(&beam->item[i]) + 1]++;
	for (int r = 0; r < RANKS; r++)
		first[r + 1] += first[r];
	for (uint32_t i = 0; i < beam->listed; i++)
		beam->sorted[first[rank_in(&beam->item[i])]++] = beam->item[i];
	memmove(first + 1, first, RANKS * sizeof *first);
	first[0] = 0;
}

/* Makes the best candidates the next layer. Of equal keys only one is taken. */
static void choose(struct beam *beam)
{
	struct beam_origin *origin = beam->origin + (size_t)(beam->depth + 1) * beam->width;
	uint32_t first[RANKS + 1], count = 0;
	sort_by_rank(beam, first);
	for (int r = 0; r < RANKS && count < beam->width; r++) {
		const struct beam_item *item = beam->sorted + first[r];
		const uint32_t items = first[r + 1] - first[r];
		qsort(beam->sorted + first[r], items, sizeof *item, compare_items);
		for (uint32_t i = 0; i < items && count < beam->width; i++)
			if (i == 0 || item[i].key != item[i - 1].key)
				origin[count++] = item[i].origin;
	}
	struct position *positions = beam->before;
	beam->before = beam->layer;
	beam->layer = positions;
	beam->count = count;
	beam->listed = 0;
	beam->depth++;
}

/* A swap in a position of this layer leads to the goal. */
static void note_plan(struct beam *beam, const struct beam_origin *last)
{
	move_code *plan = beam->search->answer->plan;
	const struct beam_origin *at = last;
	if (!gems_search_improve(beam->search, (int)beam->depth + 1, STATE_NONE))
		return;
	for (uint32_t i = beam->depth; i > 0; i--) {
		plan[i] = at->move;
		at = beam->origin + (size_t)i * beam->width + at->from;
	}
	plan[0] = at->move;
}

/* ---- expansion ---- */

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

/* Makes a position of this layer, and lists what follows from it. */
static void expand(struct beam *beam, struct beam_chunk *chunk, int worker, uint32_t number)
{
	struct gems_search *search = beam->search;
	const struct gems_space *space = &search->space;
	struct successor successor[SUCCESSORS_MAX];
	struct outlook outlook[SUCCESSORS_MAX];
	struct position *position = &beam->layer[number];
	if (beam->depth > 0) {
		const struct beam_origin *origin =
			beam->origin + (size_t)beam->depth * beam->width + number;
		*position = beam->before[origin->from];
		gems_space_move(space, position, origin->move);
	}
	const int count =
		gems_search_list(search, &search->transport[worker], position, (int)beam->depth,
	                         search->answer->upper, successor, outlook);
	for (int i = 0; i < count; i++) {
		const struct successor *next = &successor[i];
		const struct beam_origin origin = {number, next->move};
		if (outlook[i].bound == 0) {
			chunk->solved = true;
			chunk->last = origin;
			continue;
		}
		const uint64_t rank = rank_of(space, &next->position, outlook[i].bound);
		chunk->item[chunk->count++] = (struct beam_item){
			.key = rank << 32 | outlook[i].hash,
			.origin = origin,
		};
	}
}

static void expand_chunks(void *context, int worker)
{
	struct beam *beam = context;
	for (uint32_t i; (i = atomic_fetch_add(&beam->next_chunk, 1)) < beam->chunks;) {
		struct beam_chunk *chunk = &beam->chunk[i];
		const uint32_t first = beam->first + i * CHUNK;
		chunk->positions = chunk->count = 0;
		chunk->solved = false;
		while (chunk->positions < CHUNK && first + chunk->positions < beam->count)
			expand(beam, chunk, worker, first + chunk->positions++);
	}
}

/* Takes over what a chunk lists, in as far as there is room. */
static void gather(struct beam *beam, const struct beam_chunk *chunk)
{
	const uint32_t room = LISTED * beam->width - beam->listed;
	const uint32_t count = chunk->count < room ? chunk->count : room;
	memcpy(beam->item + beam->listed, chunk->item, count * sizeof *chunk->item);
	beam->listed += count;
}

/* Lists what follows from all positions of the layer. PROVEN: there was a plan. */
static enum astar_outcome expand_layer(struct beam *beam)
{
	for (beam->first = 0; beam->first < beam->count; beam->first += beam->chunks * CHUNK) {
		atomic_store(&beam->next_chunk, 0);
		crew_run(beam->crew, expand_chunks, beam);
		for (uint32_t i = 0; i < beam->chunks; i++) {
			beam->search->expanded += beam->chunk[i].positions;
			gather(beam, &beam->chunk[i]);
			if (beam->chunk[i].solved) {
				note_plan(beam, &beam->chunk[i].last);
				return ASTAR_PROVEN;
			}
		}
		if (gems_search_progress(beam->search) == ASTAR_STOPPED)
			return ASTAR_STOPPED;
	}
	return ASTAR_CONTINUE;
}

/* ---- the search ---- */

static enum astar_outcome run(struct beam *beam, const struct position *start)
{
	beam->layer[0] = *start;
	beam->count = 1;
	while (beam->depth + 1 < LAYERS_MAX && beam->count > 0) {
		const enum astar_outcome outcome = expand_layer(beam);
		if (outcome != ASTAR_CONTINUE)
			return outcome == ASTAR_PROVEN ? ASTAR_CONTINUE : outcome;
		choose(beam);
	}
	return ASTAR_CONTINUE;
}

static uint32_t chunks_of(uint32_t width)
{
	return width < CHUNKS * CHUNK ? (width + CHUNK - 1) / CHUNK : CHUNKS;
}

bool gems_beam_fits(const struct gems_search *search, uint32_t width)
{
	const struct beam *beam = NULL;
	return width * (2 * sizeof *beam->layer + 2 * LISTED * sizeof *beam->item +
	                LAYERS_MAX * sizeof *beam->origin) +
	               chunks_of(width) * sizeof *beam->chunk <=
	       search->bytes / 16;
}

enum astar_outcome gems_beam(struct gems_search *search, const struct position *start,
                             uint32_t width)
{
	struct beam beam = {
		.search = search,
		.width = width,
		.chunks = chunks_of(width),
		.layer = malloc(width * sizeof *beam.layer),
		.before = malloc(width * sizeof *beam.before),
		.item = malloc(LISTED * width * sizeof *beam.item),
		.sorted = malloc(LISTED * width * sizeof *beam.sorted),
		.origin = malloc(LAYERS_MAX * width * sizeof *beam.origin),
	};
	enum astar_outcome outcome = ASTAR_FULL;
	beam.chunk = malloc(beam.chunks * sizeof *beam.chunk);
	if (beam.layer != NULL && beam.before != NULL && beam.item != NULL && beam.sorted != NULL &&
	    beam.origin != NULL && beam.chunk != NULL) {
		gems_search_make_transports(search);
		beam.crew = width < SHARED_WIDTH ? NULL : crew_new(search->threads);
		outcome = run(&beam, start);
		crew_free(beam.crew);
	}
	free(beam.layer);
	free(beam.before);
	free(beam.item);
	free(beam.sorted);
	free(beam.origin);
	free(beam.chunk);
	return outcome;
}
