/* Shortest solutions of lines, for boards of two to eight rows and columns.
 *
 * Iterative deepening proves that there is no solution of 1, 2, 3 ... slides; its last depth finds
 * one. It searches to the goal by lower bounds (close_all.c, close_some.c), or if few layouts are
 * solved to a perimeter around them. It pauses, the longer it takes, for beams of growing width,
 * which look for any solution, so that there soon is a plan. Whether there is a solution at all is
 * decided by the layouts of the tiles. Tables, perimeter and bounds are kept for the next search of
 * the level.
 *
 * What takes long to prepare is prepared once searches have taken as long. (Who buys after paying
 * the price in rent pays at most twice the minimum: Karlin and others, 1988.) */
#include <assert.h>
#include <stdlib.h>

#include "puzzles/lines/solver/search.h"

enum {
	FIRST_TRIES = 20000,  /* pieces laid out before the search begins */
	LAYOUTS_CHUNK = 1000, /* pieces laid out between two reports to the monitor */
	BEAM_WIDTH = 32,      /* the first one */
	BEAM_WIDTH_MAX = 1 << 18,
	BEAM_GROWTH = 4,
	BEAM_LENGTH = 6, /* slides of the longest solution a beam looks for, for each line */
	BEAM_COST = 100, /* cost of a board of a beam, in states of a search: measured; */
	BEAM_COST_PERIMETER = 1300, /* in states of a search to the perimeter, about */
	PERIMETER_BYTES_MAX = 128 << 20,
	CACHE_BYTES = 128 << 10, /* for about 1,500 positions */
	SPLIT_STATES = 1 << 17,  /* states after which threads share the search */
};

/* What is kept of a level. */
struct context {
	struct level level;
	size_t bytes; /* not yet used */
	struct geometry geometry;
	const struct goal_search *goal;
	void *data;                  /* the goal's */
	struct proof_table cache;    /* has no room if there is no memory */
	struct layouts layouts;      /* its level is NULL before the first search */
	bool solvable;               /* a layout solves it */
	bool all_laid;               /* all layouts were tried */
	struct perimeter *perimeter; /* NULL: none */
	size_t perimeter_bytes;      /* given to it */
	uint64_t generated;          /* states, since the perimeter last grew */
};

/* ---- the level ---- */

static void lines_close(void *kept)
{
	struct context *context = kept;
	context->goal->close(context->data);
	proof_table_free(&context->cache);
	lines_perimeter_free(context->perimeter);
	free(context);
}

static void *lines_open(const struct level *level, size_t bytes)
{
	struct geometry geometry;
	if (!lines_geometry_init(&geometry, level))
		return NULL;
	struct context *context = lines_allocate(&bytes, sizeof *context);
	if (context == NULL)
		return NULL;
	context->level = *level;
	context->geometry = geometry;
	context->goal = lines_must_close_all(level) ? &lines_close_all : &lines_close_some;
	context->data = context->goal->open(&context->geometry, level, &bytes);
	if (context->data == NULL) {
		free(context);
		return NULL;
	}
	const size_t cache_bytes = bytes < CACHE_BYTES ? 0 : CACHE_BYTES;
	proof_table_init(&context->cache, sizeof(struct board), cache_bytes);
	context->bytes = bytes - cache_bytes;
	return context;
}

/* ---- layouts, and the perimeter around them ---- */

static void make_perimeter(struct context *context)
{
	const struct geometry *geometry = &context->geometry;
	const size_t half = context->bytes / 2;
	if (context->goal != &lines_close_all ||
	    geometry->lines[ROWS] * geometry->lines[COLUMNS] > PERIMETER_CELLS_MAX)
		return;
	const size_t bytes = half < PERIMETER_BYTES_MAX ? half : PERIMETER_BYTES_MAX;
	context->perimeter = lines_perimeter_new(geometry, bytes);
	context->perimeter_bytes = context->perimeter == NULL ? 0 : bytes;
	context->bytes -= context->perimeter_bytes;
}

static void drop_perimeter(struct context *context)
{
	lines_perimeter_free(context->perimeter);
	context->perimeter = NULL;
	context->bytes += context->perimeter_bytes;
	context->perimeter_bytes = 0;
}

/* Starts with the layouts that are reached from a position. */
static void begin_layouts(struct context *context, const struct state *start)
{
	uint8_t piece[CELLS_MAX];
	lines_unpack(&context->level, start, piece);
	lines_layouts_init(&context->layouts, &context->level, piece);
	context->solvable = context->all_laid = false;
	drop_perimeter(context);
	make_perimeter(context);
}

static void add_layout(struct context *context, const struct state *layout)
{
	struct board board;
	assert(lines_solved(&context->level, layout));
	context->solvable = true;
	if (context->perimeter == NULL)
		return;
	lines_board_load(&context->level, layout, &board);
	if (!lines_perimeter_add(context->perimeter, &board))
		drop_perimeter(context);
}

/* Tries up to `tries` more pieces. False: the search must end, or there is no solution. */
static bool try_layouts(struct context *context, struct search *search, uint64_t tries)
{
	struct state layout;
	if (context->layouts.level == NULL ||
	    !lines_layouts_are_for(&context->layouts, search->start))
		begin_layouts(context, search->start);
	for (; tries >= LAYOUTS_CHUNK; tries -= LAYOUTS_CHUNK) {
		if (context->all_laid || (context->solvable && context->perimeter == NULL))
			break;
		const enum layouts_result result =
			lines_layouts_next(&context->layouts, LAYOUTS_CHUNK, &layout);
		if (result == LAYOUTS_FOUND)
			add_layout(context, &layout);
		context->all_laid = result == LAYOUTS_END;
		if (!monitor_report(search->monitor, search->answer))
			return false;
	}
	if (context->all_laid && !context->solvable)
		search->answer->verdict = UNSOLVABLE;
	return search->answer->verdict != UNSOLVABLE;
}

/* ---- one search ---- */

static bool report(struct search *search)
{
	search->answer->states = atomic_load(&search->states);
	search->ended = search->ended || !monitor_report(search->monitor, search->answer);
	return !search->ended;
}

/* Whether the plan leads from the start to a solved position. */
static inline bool plan_solves(const struct search *search)
{
	const struct level *level = search->level;
	const struct answer *answer = search->answer;
	struct state state = *search->start;
	for (int i = 0; i < answer->length; i++)
		if (!lines_apply(level, &state, answer->plan[i]))
			return false;
	return lines_solved(level, &state);
}

/* Makes the path found the answer's plan, and the search ready to look for another one. */
static void take_path(struct search *search)
{
	struct answer *answer = search->answer;
	assert(answer->upper < 0 || search->length < answer->upper);
	answer->upper = answer->length = search->length;
	for (int i = 0; i < search->length; i++)
		answer->plan[i] = lines_slide_to_move(search->geometry, search->path[i]);
	assert(answer->lower <= answer->upper && plan_solves(search));
	atomic_store(&search->found, false);
	atomic_store(&search->stop, search->ended);
}

/* States of a search that cost as much as the next beam; UINT64_MAX: there is none. */
static uint64_t beam_cost(const struct search *search)
{
	const int lines = search->geometry->lines[ROWS] + search->geometry->lines[COLUMNS];
	const int price = search->perimeter != NULL ? BEAM_COST_PERIMETER : BEAM_COST;
	if (search->beam_width > BEAM_WIDTH_MAX)
		return UINT64_MAX;
	return (uint64_t)search->beam_width * (uint64_t)(HEADINGS * lines * price);
}

/* Looks for a plan shorter than the one known, at no more cost than the search has had so far; then
 * the search pauses when it has had that of the next beam. */
static void try_beams(const struct context *context, struct search *search)
{
	const struct answer *answer = search->answer;
	const int lines = search->geometry->lines[ROWS] + search->geometry->lines[COLUMNS];
	while (!search->ended && (answer->upper < 0 || answer->upper > answer->lower) &&
	       (search->beam_width == BEAM_WIDTH ||
	        beam_cost(search) <= atomic_load(&search->states))) {
		const int max = answer->upper < 0 ? BEAM_LENGTH * lines : answer->upper - 1;
		if (lines_beam_search(search, max, context->bytes / 2))
			take_path(search);
		else
			search->beam_width *= BEAM_GROWTH;
		report(search);
	}
	search->pause = beam_cost(search);
}

/* Searches to a depth of `slides`, or on until it pauses; there is no shorter solution. Raises the
 * lower bound once there is none of that length. False: the search must end. */
static bool deepen(struct context *context, struct search *search, int slides)
{
	const uint64_t spent = atomic_load(&search->states);
	const int threads = search->monitor->limits->threads;
	if (!try_layouts(context, search, LAYOUTS_CHUNK + spent / 4))
		return false;
	if (context->perimeter != NULL && context->all_laid &&
	    lines_perimeter_grow(context->perimeter, search, slides, &context->generated))
		search->perimeter = context->perimeter;
	if (search->ended || !context->goal->prepare(context->data, search, context->generated))
		return false;
	if (search->subtrees == NULL && spent > SPLIT_STATES)
		search->subtrees = lines_subtrees_new(search, context->bytes / 2);
	if (search->ended)
		return false;
	const uint64_t before = atomic_load(&search->states);
	const enum depth_result result =
		lines_search_depth(search, slides, threads > 1 ? threads : 1);
	context->generated += atomic_load(&search->states) - before;
	if (result == DEPTH_FOUND)
		take_path(search);
	else if (result == DEPTH_SEARCHED && !search->ended)
		search->answer->lower = slides + 1;
	return report(search);
}

static enum verdict run(struct context *context, struct search *search)
{
	const struct answer *answer = search->answer;
	while (report(search)) {
		try_beams(context, search);
		if (answer->upper >= 0 && answer->lower >= answer->upper)
			return OPTIMAL;
		if (answer->lower >= DEPTH_MAX)
			return GAVE_UP;
		if (search->ended || !deepen(context, search, answer->lower))
			break;
	}
	return answer->verdict;
}

/* What can be known without a search; false: the search must end. */
static bool begin(struct context *context, struct search *search)
{
	struct answer *answer = search->answer;
	int lower = 0;
	if (!context->goal->prepare(context->data, search, context->generated))
		return false;
	lines_find_bounds(&context->cache, &context->geometry, &search->board, answer);
	assert(answer->upper < 0 || (answer->lower <= answer->upper && plan_solves(search)));
	if (answer->upper >= 0 && answer->lower >= answer->upper)
		return true;
	search->goal->evaluate(search->data, &search->board, &lower);
	if (lower > answer->lower)
		answer->lower = lower;
	return try_layouts(context, search, FIRST_TRIES);
}

static void lines_search(void *kept, const struct state *start, struct monitor *monitor,
                         struct answer *answer)
{
	struct context *context = kept;
	if (context->level.rules & HOPELESS) {
		answer->verdict = UNSOLVABLE;
		return;
	}
	struct search search = {
		.level = &context->level,
		.start = start,
		.geometry = &context->geometry,
		.goal = context->goal,
		.data = context->data,
		.beam_width = BEAM_WIDTH,
		.monitor = monitor,
		.answer = answer,
	};
	lines_board_load(&context->level, start, &search.board);
	if (begin(context, &search))
		answer->verdict = run(context, &search);
	if (answer->verdict != UNSOLVABLE)
		lines_cache_bounds(&context->cache, &context->geometry, &search.board, answer);
	answer->states = atomic_load(&search.states);
	free(search.subtrees);
}

const struct puzzle_solver lines_solver = {
	.open = lines_open,
	.close = lines_close,
	.search = lines_search,
};
