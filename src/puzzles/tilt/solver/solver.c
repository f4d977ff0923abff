/* The shortest plan in tilt.
 *
 * The cells that blocks occupy change in the same way whatever the colours are: they form a
 * small graph (graph.h). A position is a node of it and a colouring. Where memory has two bits
 * and two frontiers for each colouring of each node, retrograde analysis finds all distances
 * (retrograde.h), and later positions of the level are looked up. Otherwise a bidirectional
 * search answers for each position (bidirectional.h). While that runs, a plan that need not be a
 * shortest one is reported soon (first_plan.h).
 *
 * A position is unsolvable without a search if the goal rests against no side, if its occupied
 * cells can't be reached, or if its colouring can't: no product of the edges' permutations moves
 * a block out of its orbit, nor is it odd if all edges are even. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/tilt/solver/bidirectional.h"
#include "puzzles/tilt/solver/graph.h"
#include "puzzles/tilt/solver/retrograde.h"
#include "puzzles/tilt/tilt.h"

enum {
	SMALL_NODES = 1 << 16,         /* explored within milliseconds */
	RETROGRADE_CLASSES = 10000000, /* searched backward as fast */
	CLASSES_PER_RECORD = 16, /* searched backward in the time of one bidirectional record */
	RECORDS_MIN = 4096,
	FORWARD_BYTES = 8 << 20, /* for a forward search that hopes to need no graph */
};

struct context {
	struct level level;
	size_t bytes;
	bool at_rest; /* the goal's blocks rest against some side */
	struct tilt_graph graph;
	struct tilt_goal goal;
	struct tilt_retrograde retrograde;       /* .graph is NULL if it has not started */
	struct tilt_bidirectional bidirectional; /* likewise */
};

/* ---- goal ---- */

/* Finds the sides that the goal's blocks rest against. */
static void find_goal_sides(struct context *context)
{
	for (int axis = 0; axis < TILT_AXES; axis++) {
		context->goal.side[axis] = -1;
		for (int side = 0; side < 2; side++) {
			uint8_t grid[CELLS_MAX];
			memcpy(grid, context->level.goal, sizeof grid);
			if (tilt_slide(&context->level, grid,
			               tilt_axis_move((enum tilt_axis)axis, side), NULL) == 0)
				context->goal.side[axis] = side;
		}
		context->at_rest = context->at_rest || context->goal.side[axis] >= 0;
	}
}

/* ---- colourings that can't be reached ---- */

/* The permutation that makes one colouring of another; false if a colour occurs twice. */
static bool match_colourings(const uint8_t *from, const uint8_t *to, int blocks,
                             uint8_t *permutation)
{
	for (int i = 0; i < blocks; i++)
		for (int j = 0, seen = 0; j < blocks; j++)
			if (from[i] == to[j]) {
				permutation[i] = (uint8_t)j;
				if (seen++ > 0)
					return false;
			}
	return true;
}

/* Whether both colourings have the same colours in each orbit. */
static bool same_orbits(const struct tilt_graph *graph, const uint8_t *from, const uint8_t *to)
{
	int count[TILT_BLOCKS_MAX][COLOURS_MAX + 1] = {{0}};
	for (int i = 0; i < graph->blocks; i++) {
		const int orbit = tilt_graph_orbit(graph, i);
		count[orbit][from[i]]++;
		count[orbit][to[i]]--;
	}
	for (int i = 0; i < graph->blocks; i++)
		for (int colour = 1; colour <= COLOURS_MAX; colour++)
			if (count[i][colour] != 0)
				return false;
	return true;
}

/* False: no product of the edges' permutations makes one colouring of the other. */
static bool may_reach(const struct tilt_graph *graph, const uint8_t *from, const uint8_t *to)
{
	uint8_t permutation[TILT_BLOCKS_MAX];
	return same_orbits(graph, from, to) &&
	       (graph->odd || !match_colourings(from, to, graph->blocks, permutation) ||
	        !tilt_permutation_is_odd(permutation, graph->blocks));
}

/* Whether some class of the start may reach one that ends with the goal. */
static bool may_solve(const struct context *context, const struct tilt_class from[TILT_AXES])
{
	for (int start = 0; start < TILT_AXES; start++)
		for (int end = 0; end < TILT_AXES; end++)
			if (context->goal.end[end].node != TILT_NONE &&
			    may_reach(&context->graph, from[start].colouring,
			              context->goal.end[end].colouring))
				return true;
	return false;
}

/* ---- retrograde analysis ---- */

/* Reports the shorter of the plans from both classes. */
static void report_plan(const struct context *context, const struct tilt_class from[TILT_AXES],
                        struct answer *answer)
{
	const struct tilt_class *best = NULL;
	for (int axis = 0; axis < TILT_AXES; axis++) {
		if (!tilt_retrograde_seen(&context->retrograde, &from[axis]))
			continue;
		const int length = tilt_retrograde_plan(&context->retrograde, &context->goal,
		                                        &from[axis], NULL, 0);
		if (best == NULL || length < answer->upper) {
			answer->upper = length;
			best = &from[axis];
		}
	}
	if (answer->upper <= PLAN_MAX) {
		tilt_retrograde_plan(&context->retrograde, &context->goal, best, answer->plan,
		                     PLAN_MAX);
		answer->length = answer->upper;
	}
	answer->lower = answer->upper;
	answer->verdict = OPTIMAL;
}

static void search_retrograde(struct context *context, const struct tilt_class from[TILT_AXES],
                              struct monitor *monitor, struct answer *answer)
{
	struct tilt_retrograde *search = &context->retrograde;
	while (!tilt_retrograde_seen(search, &from[0]) && !tilt_retrograde_seen(search, &from[1])) {
		if (search->complete) {
			answer->verdict = UNSOLVABLE;
			answer->states = search->seen;
			return;
		}
		if (answer->lower <= (int)search->layer)
			answer->lower = (int)search->layer + 1;
		const enum tilt_status status = tilt_retrograde_step(search, monitor, answer);
		if (status == TILT_NO_MEMORY)
			answer->verdict = GAVE_UP;
		if (status != TILT_OK)
			return;
	}
	answer->states = search->seen;
	report_plan(context, from, answer);
}

/* Nodes times colourings, at most `most`. */
static uint64_t count_classes(const struct context *context, uint64_t most)
{
	const uint64_t colourings = most / context->graph.nodes.count + 1;
	const uint64_t count = tilt_colourings_count(context->level.pieces, colourings);
	return count < colourings ? count * context->graph.nodes.count : most;
}

/* Starts a retrograde analysis, if there is enough memory. */
static bool start_retrograde(struct context *context, size_t room)
{
	struct tilt_colourings colourings;
	if (count_classes(context, room) == room)
		return false;
	if (!tilt_colourings_init(&colourings, context->level.pieces) ||
	    tilt_retrograde_bytes(&context->graph, &colourings) > room ||
	    !tilt_retrograde_init(&context->retrograde, &context->graph, &colourings,
	                          &context->goal)) {
		tilt_colourings_free(&colourings);
		tilt_retrograde_free(&context->retrograde);
		return false;
	}
	return true;
}

/* ---- the search ---- */

/* Frees what earlier searches have found. False: stopped. */
static bool discard_searches(struct context *context, struct monitor *monitor,
                             struct answer *answer)
{
	tilt_retrograde_free(&context->retrograde);
	if (!tilt_bidirectional_empty(&context->bidirectional, monitor, answer))
		return false;
	tilt_bidirectional_free(&context->bidirectional);
	return true;
}

/* Where the graph is not small: a forward search within `room` bytes. True if that is the
 * answer, or the search is stopped. */
static bool search_forward(struct context *context, const struct tilt_task *task, size_t room,
                           struct monitor *monitor, struct answer *answer)
{
	if (!discard_searches(context, monitor, answer))
		return true;
	tilt_bidirectional_init(&context->bidirectional, &context->graph, context->level.pieces,
	                        room);
	tilt_bidirectional_forward(&context->bidirectional, task->from, context->level.goal,
	                           &context->goal, monitor, answer);
	if (answer->verdict != GAVE_UP)
		return true;
	answer->verdict = SEARCHING;
	return !monitor_report(monitor, answer);
}

/* Bytes that the graph leaves to the searches. */
static size_t memory_left(const struct context *context)
{
	const size_t used = sizeof *context + tilt_graph_bytes(&context->graph);
	return used < context->bytes ? context->bytes - used : 0;
}

/* A first plan, if the goal's nodes are explored. False: stopped. */
static bool find_first_plan(struct context *context, const struct tilt_task *task,
                            struct monitor *monitor, struct answer *answer)
{
	if (answer->upper >= 0 ||
	    !tilt_goal_find(&context->graph, context->level.goal, &context->goal))
		return true;
	const enum tilt_status status = tilt_graph_reverse(&context->graph, monitor, answer);
	return status == TILT_NO_MEMORY ||
	       (status == TILT_OK &&
	        tilt_first_plan(&context->graph, task, memory_left(context), monitor, answer));
}

/* Where the graph does not fit: a forward search only. */
static void search_far(struct context *context, const struct tilt_task *task,
                       struct monitor *monitor, struct answer *answer)
{
	if (!search_forward(context, task, memory_left(context), monitor, answer))
		answer->verdict = GAVE_UP;
}

/* Explores all nodes that the position can reach. False: the answer is final. */
static bool explore(struct context *context, const struct tilt_task *task, struct monitor *monitor,
                    struct answer *answer)
{
	struct tilt_graph *graph = &context->graph;
	enum tilt_status status = tilt_graph_grow(graph, SMALL_NODES, monitor, answer);
	if (status == TILT_MORE && (!find_first_plan(context, task, monitor, answer) ||
	                            search_forward(context, task, FORWARD_BYTES, monitor, answer) ||
	                            !discard_searches(context, monitor, answer)))
		return false;
	for (uint32_t most = 2 * SMALL_NODES; status == TILT_MORE; most *= 2) {
		status = tilt_graph_grow(graph, most, monitor, answer);
		if (status == TILT_MORE && !find_first_plan(context, task, monitor, answer))
			return false;
	}
	if (status == TILT_NO_MEMORY && find_first_plan(context, task, monitor, answer))
		search_far(context, task, monitor, answer);
	return status == TILT_OK;
}

/* A bidirectional search; once retrograde analysis would have been faster, that instead. */
static void search_bidirectional(struct context *context, const struct tilt_task *task,
                                 struct monitor *monitor, struct answer *answer)
{
	const size_t room = memory_left(context);
	const uint64_t classes = count_classes(context, room);
	if (context->bidirectional.graph == NULL)
		tilt_bidirectional_init(&context->bidirectional, &context->graph,
		                        context->level.pieces, room);
	context->bidirectional.most =
		classes < room ? RECORDS_MIN + classes / CLASSES_PER_RECORD : UINT64_MAX;
	tilt_bidirectional_search(&context->bidirectional, task, monitor, answer);
	if (answer->verdict != GAVE_UP)
		return;
	answer->verdict = SEARCHING;
	if (!monitor_report(monitor, answer) || !discard_searches(context, monitor, answer))
		return;
	if (start_retrograde(context, room))
		search_retrograde(context, task->from, monitor, answer);
	else
		answer->verdict = GAVE_UP;
}

static void search_explored(struct context *context, const struct tilt_task *task,
                            struct monitor *monitor, struct answer *answer)
{
	const bool small = count_classes(context, RETROGRADE_CLASSES) < RETROGRADE_CLASSES;
	if (context->retrograde.graph == NULL && context->bidirectional.graph == NULL && small)
		start_retrograde(context, memory_left(context));
	if (context->retrograde.graph != NULL)
		search_retrograde(context, task->from, monitor, answer);
	else
		search_bidirectional(context, task, monitor, answer);
}

/* Searches from a position whose classes are in the graph. */
static void search_task(struct context *context, const struct tilt_task *task,
                        struct monitor *monitor, struct answer *answer)
{
	struct tilt_graph *graph = &context->graph;
	if (graph->explored < graph->nodes.count && (!discard_searches(context, monitor, answer) ||
	                                             !explore(context, task, monitor, answer)))
		return;
	if (!tilt_goal_find(graph, context->level.goal, &context->goal) ||
	    !may_solve(context, task->from)) {
		answer->verdict = UNSOLVABLE;
		return;
	}
	const enum tilt_status status = tilt_graph_reverse(graph, monitor, answer);
	if (status == TILT_NO_MEMORY)
		search_far(context, task, monitor, answer);
	if (status == TILT_OK)
		search_explored(context, task, monitor, answer);
}

/* Whether bounds and verdict are consistent and the plan leads to the goal. */
static inline bool is_consistent(const struct tilt_task *task, const struct answer *answer)
{
	uint8_t grid[CELLS_MAX];
	memcpy(grid, task->grid, sizeof grid);
	for (int i = 0; i < answer->length; i++)
		if (tilt_slide(task->level, grid, answer->plan[i], NULL) == 0)
			return false;
	if (answer->verdict == OPTIMAL && answer->lower != answer->upper)
		return false;
	return answer->upper < 0 ||
	       (answer->verdict != UNSOLVABLE && answer->lower <= answer->upper &&
	        (answer->length == 0 ||
	         memcmp(grid, task->level->goal, (size_t)level_cells(task->level)) == 0));
}

static void tilt_search(void *opened, const struct state *start, struct monitor *monitor,
                        struct answer *answer)
{
	struct context *context = opened;
	uint8_t grid[CELLS_MAX] = {0};
	struct tilt_task task = {.level = &context->level, .grid = grid, .goal = &context->goal};
	answer->lower = 1;
	answer->verdict = UNSOLVABLE;
	tilt_unpack(&context->level, start, grid);
	if (!context->at_rest)
		return;
	answer->verdict = GAVE_UP;
	if (!tilt_graph_add_start(&context->graph, grid))
		return;
	answer->verdict = SEARCHING;
	for (int axis = 0; axis < TILT_AXES; axis++)
		task.from[axis] = tilt_class_of(&context->graph, grid, (enum tilt_axis)axis);
	search_task(context, &task, monitor, answer);
	assert(is_consistent(&task, answer));
}

/* ---- open and close ---- */

static void tilt_close(void *opened)
{
	struct context *context = opened;
	tilt_retrograde_free(&context->retrograde);
	tilt_bidirectional_free(&context->bidirectional);
	tilt_graph_free(&context->graph);
	free(context);
}

static void *tilt_open(const struct level *level, size_t bytes)
{
	const int blocks = tilt_block_count(level);
	if (blocks == 0 || blocks > TILT_BLOCKS_MAX || !tilt_bidirectional_fits(level->pieces) ||
	    bytes < 2 * sizeof(struct context))
		return NULL;
	struct context *context = calloc(1, sizeof *context);
	if (context == NULL)
		return NULL;
	context->level = *level;
	context->bytes = bytes;
	find_goal_sides(context);
	if (!tilt_graph_init(&context->graph, level, (bytes - sizeof *context) / 2)) {
		tilt_close(context);
		return NULL;
	}
	return context;
}

const struct puzzle_solver tilt_solver = {
	.open = tilt_open,
	.close = tilt_close,
	.search = tilt_search,
};
