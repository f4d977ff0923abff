#include "puzzles/bishop/solver/beam.h"

#include <stdlib.h>

#include "algo/least.h"
#include "puzzles/bishop/solver/pipeline.h"

enum {
	SHARED_WIDTH = 256, /* of a beam that several threads share */
	MOVE_UNITS = 32,    /* of priority, a move, */
	TARGET_UNITS = 128, /* all targets together, */
	CHANCE_UNITS = 16,  /* and 1 more than chance adds */
	WEIGHT_SUM = 4096,  /* the weight of all targets, nearly */
	STALL = 64,         /* moves without a better bound; then it is given up */
	SAVED_SHARE = 4,    /* saved bounds may take a fourth of a backward beam's memory */
};

struct beam {
	struct bishop_search search; /* its open positions are those of the next layer */
	uint64_t *layer;             /* best first */
	int count, width;
	bool narrow;               /* some layer had more than its width */
	struct pipeline *pipeline; /* NULL: one thread expands the layers */
};

/* Takes the best of the next layer that were in none before, and forgets the others. False: no
 * room. */
static bool select_best(struct beam *beam, int g)
{
	struct bucket_queue *open = &beam->search.astar.open;
	uint64_t rank;
	beam->count = 0;
	while (beam->count < beam->width && bucket_queue_settle(open) &&
	       bucket_queue_take(open, open->lowest, &rank)) {
		bool fresh;
		if (!bishop_search_close(&beam->search, rank, g, &fresh))
			return false;
		if (fresh)
			beam->layer[beam->count++] = rank;
	}
	beam->narrow |= bucket_queue_settle(open);
	bucket_queue_clear(open);
	return true;
}

/* The lower, the better. Chance decides between positions that seem equal, so that not all of a
 * layer are of one family. */
static int priority_of(const struct successor *successor)
{
	const uint64_t mixed = successor->rank * UINT64_C(0x9E3779B97F4A7C15) >> 40;
	return MOVE_UNITS * successor->h + TARGET_UNITS * successor->missing / WEIGHT_SUM +
	       (int)(mixed % CHANCE_UNITS);
}

/* Puts successors into the next layer, or takes the plan that ends with one. False: no room. */
static bool visit(void *context, const struct successor *successor, int count)
{
	struct bishop_search *search = &((struct beam *)context)->search;
	for (const struct successor *next = successor; next < successor + count; next++)
		if (next->h == 0)
			bishop_search_solve(search, next->rank, next->g, 0);
		else if (!bucket_queue_push(&search->astar.open, priority_of(next), next->rank))
			return false;
	return true;
}

/* False: no room. */
static bool expand(struct beam *beam, uint64_t rank)
{
	struct bishop_search *search = &beam->search;
	struct expansion expansion;
	if (!bishop_search_take(search, rank, BISHOP_NEVER, &expansion))
		return true;
	const int count =
		bishop_search_list(search->context, &search->desk, &expansion, search->successor);
	return visit(beam, search->successor, count) && bishop_search_settle(search, &expansion);
}

/* Expands the last positions of the layer that are left, one or a batch. False: no room. */
static bool expand_last(struct beam *beam)
{
	if (beam->pipeline == NULL)
		return expand(beam, beam->layer[--beam->count]);
	const int count = least(beam->count, BISHOP_BATCH);
	beam->count -= count;
	return bishop_pipeline_expand(beam->pipeline, beam->layer + beam->count, count, visit,
	                              beam);
}

/* Expands the layer, its best positions last: the queue gives out first what came in last. */
static enum astar_outcome expand_all(struct beam *beam)
{
	const int upper = beam->search.answer->upper;
	enum astar_outcome outcome = ASTAR_CONTINUE;
	while (beam->count > 0 && outcome == ASTAR_CONTINUE) {
		if (!expand_last(beam))
			return ASTAR_FULL;
		outcome = bishop_search_progress(&beam->search);
		if (outcome == ASTAR_CONTINUE && beam->search.answer->upper != upper)
			return ASTAR_PAUSED; /* no shorter one is left in this layer */
	}
	return outcome;
}

static enum astar_outcome run(struct beam *beam)
{
	struct bucket_queue *open = &beam->search.astar.open;
	int lowest = BISHOP_NEVER, since = 0; /* the best priority, and when it was met */
	enum astar_outcome outcome = ASTAR_CONTINUE;
	bucket_queue_clear(open); /* A* begins with the start in it */
	beam->layer[0] = beam->search.start;
	beam->count = 1;
	for (int g = 1; outcome == ASTAR_CONTINUE; g++) {
		outcome = expand_all(beam);
		if (outcome != ASTAR_CONTINUE || !bucket_queue_settle(open) || g - since > STALL)
			break;
		if (open->lowest < lowest) {
			lowest = open->lowest;
			since = g;
		}
		if (!select_best(beam, g))
			outcome = ASTAR_FULL;
	}
	if (outcome != ASTAR_CONTINUE)
		return outcome;
	return beam->narrow ? ASTAR_PAUSED : ASTAR_FULL;
}

/* How many cells there are between a cell and the walls, in all directions. */
static int count_ways(const struct space *space, int cell)
{
	int ways = 0;
	for (int d = 0; d < space->directions; d++)
		for (int w = 0; w < space->words; w++)
			ways += __builtin_popcountll(bishop_space_ray(space, d, cell)[w]);
	return ways;
}

void bishop_beam_weigh(struct bishop_context *context)
{
	const struct space *space = &context->space;
	double share[CELLS_MAX], sum = 0;
	for (int cell = 0; cell < space->cells; cell++) {
		const double ways = count_ways(space, cell);
		const bool target = context->level.goal[space->board[cell]] != 0;
		share[cell] = target && ways > 0 ? 1 / (ways * ways) : 0;
		sum += share[cell];
	}
	context->weight_sum = 0;
	for (int cell = 0; cell < space->cells; cell++) {
		context->weight[cell] = sum == 0 ? 0 : (uint16_t)(WEIGHT_SUM * share[cell] / sum);
		context->weight_sum += context->weight[cell];
	}
}

/* Runs a beam for a search, in its own context or another one. */
static enum astar_outcome run_from(struct bishop_search *search, struct bishop_context *context,
                                   uint64_t start, int width, size_t bytes, uint64_t *made)
{
	const size_t layer = (size_t)width * sizeof(uint64_t), all = sizeof(struct beam) + layer;
	struct beam *beam = bytes < all ? NULL : malloc(sizeof *beam);
	enum astar_outcome outcome = ASTAR_FULL;
	if (beam == NULL)
		return ASTAR_FULL;
	beam->width = width;
	beam->narrow = false;
	beam->pipeline = NULL;
	beam->layer = malloc(layer);
	if (bishop_search_begin(&beam->search, context, start, bytes - all, search->monitor,
	                        search->answer) &&
	    beam->layer != NULL) {
		beam->search.astar.open.limit = (bytes - all) / 2;
		beam->search.met = search->met;
		beam->search.weigh = true;
		if (width >= SHARED_WIDTH)
			beam->pipeline = bishop_pipeline_new(&beam->search, bytes / 16);
		outcome = run(beam);
		bishop_pipeline_free(beam->pipeline);
		search->met = beam->search.met;
		*made += beam->search.made;
	}
	bishop_search_free(&beam->search);
	free(beam->layer);
	free(beam);
	return outcome;
}

enum astar_outcome bishop_beam(struct bishop_search *search, int width, size_t bytes,
                               uint64_t *made)
{
	return run_from(search, search->context, search->start, width, bytes, made);
}

/* ---- backward ---- */

bool bishop_beam_has_back(const struct bishop_context *context)
{
	const struct space *space = &context->space;
	for (int t = 0; t < space->groups; t++)
		if (bishop_targets(&context->level, space->group[t].colour) !=
		    space->group[t].count)
			return false;
	return space->slide && !space->alternate;
}

/* Makes the level whose start is the goal of another one, and whose goal one of its positions. */
static void exchange_ends(const struct bishop_context *context, uint64_t start, struct level *out)
{
	const struct space *space = &context->space;
	struct position position;
	uint8_t grid[CELLS_MAX];
	*out = context->level;
	for (int cell = 0; cell < level_cells(out); cell++) {
		grid[cell] = out->goal[cell] != 0 ? out->goal[cell] : out->map[cell];
		out->goal[cell] = 0;
	}
	bishop_space_unrank(space, start, &position);
	for (int t = 0; t < space->groups; t++) {
		const struct colour_group *group = &space->group[t];
		for (int i = group->first; i < group->first + group->count; i++)
			out->goal[space->board[position.cell[i]]] = group->colour;
	}
	bishop_derive_level(out, grid);
	bishop_prepare(out);
}

static size_t bytes_of(const struct bishop_context *context)
{
	return sizeof *context + context->space.bytes + context->patterns.bytes;
}

/* NULL: no room. */
static struct bishop_context *new_backward(const struct bishop_search *search, size_t bytes)
{
	struct bishop_context *made = calloc(1, sizeof *made);
	if (made == NULL)
		return NULL;
	made->backward = true;
	exchange_ends(search->context, search->start, &made->level);
	if (!bishop_space_init(&made->space, &made->level, bytes)) {
		free(made);
		return NULL;
	}
	bishop_beam_weigh(made);
	bishop_patterns_init(&made->patterns, &made->space, 0);
	bishop_patterns_make_room(&made->patterns, bytes / SAVED_SHARE);
	return made;
}

enum astar_outcome bishop_beam_back(struct bishop_search *search, int width, size_t bytes,
                                    uint64_t *made)
{
	struct bishop_context *context = new_backward(search, bytes);
	enum astar_outcome outcome = ASTAR_FULL;
	struct position goal;
	uint64_t start;
	if (context == NULL)
		return ASTAR_FULL;
	if (bytes_of(context) < bytes &&
	    bishop_space_rank(&context->space, &context->level.start, &start)) {
		bishop_space_unrank(&context->space, start, &goal);
		outcome = !bishop_space_is_valid(&context->space, &goal)
		                  ? ASTAR_PAUSED /* there is no plan */
		                  : run_from(search, context, start, width,
		                             bytes - bytes_of(context), made);
	}
	bishop_patterns_free(&context->patterns);
	bishop_space_free(&context->space);
	free(context);
	return outcome;
}
