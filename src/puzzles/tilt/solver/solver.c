/* The shortest plan in tilt.
 *
 * The cells that blocks occupy change in the same way whatever the colours are: they form a
 * small graph (graph.h). A position is a node of it and a colouring. Where memory has two bits
 * and two frontiers for each colouring of each node, retrograde analysis finds all distances
 * (retrograde.c), and later positions of the level are looked up. Otherwise a bidirectional
 * search answers for each position (bidirectional.c), and where that grows large, a search from the
 * middle goes on from its layers (middle.c). Before, a plan that need not be a shortest one is
 * reported (first_plan.c).
 *
 * A position is unsolvable without a search if the goal rests against no side, if its occupied
 * cells can't be reached, or if its colouring can't: no product of the edges' permutations moves
 * a block out of its orbit, nor is it odd if all edges are even. */
#include <assert.h>
#include <stdlib.h>

#include "puzzle/pieces.h"
#include "puzzles/tilt/solver/search.h"
#include "puzzles/tilt/tilt.h"

enum {
	SMALL_NODES = 1 << 16,         /* explored within milliseconds */
	RETROGRADE_CLASSES = 10000000, /* searched backward as fast */
	CLASSES_PER_RECORD = 16, /* searched backward in the time of one bidirectional record */
	RECORDS_MIN = 4096,
	PART_REPORTS = 1 << 16, /* of a search of a part of the graph that finds nothing */
	RECORD_BYTES = 24,      /* of memory for a record and its slot */
	RECORDS_FEW = 1 << 19,  /* with more, and some for each node, the search from the */
	RECORDS_PER_NODE = 6,   /* middle is faster */
	CLOSING = 4, /* times as many classes as in the last layer: they get no more by half */
	FORWARD_BYTES = 8 << 20, /* for a forward search that hopes to need no graph */
};

struct context {
	struct tilt_task task;
	size_t bytes;
	struct tilt_graph graph;
	struct tilt_retrograde retrograde;       /* .graph is NULL if it has not started */
	struct tilt_bidirectional bidirectional; /* likewise */
};

/* ---- the goal ---- */

/* Finds the sides that the goal's blocks rest against. */
static void find_goal_sides(struct tilt_task *task)
{
	uint8_t grid[CELLS_MAX];
	for (enum tilt_axis axis = 0; axis < TILT_AXES; axis++) {
		task->goal_side[axis] = -1;
		for (int side = 0; side < 2; side++) {
			memcpy(grid, task->level.goal, sizeof grid);
			if (!tilt_slide(&task->level, grid, tilt_axis_move(axis, side)))
				task->goal_side[axis] = side;
		}
	}
}

/* ---- colourings that can't be reached ---- */

/* Whether both colourings have the same colours in each orbit. */
static bool same_orbits(const struct tilt_graph *graph, const uint8_t *from, const uint8_t *to)
{
	int count[TILT_BLOCKS_MAX][COLOURS_MAX + 1] = {{0}};
	for (int i = 0; i < graph->blocks; i++) {
		count[graph->orbit[i]][from[i]]++;
		count[graph->orbit[i]][to[i]]--;
	}
	for (int i = 0; i < graph->blocks; i++)
		for (int colour = 1; colour <= COLOURS_MAX; colour++)
			if (count[i][colour] != 0)
				return false;
	return true;
}

/* Whether one permutation alone makes one colouring of another, as no colour occurs twice, and that
 * is odd. */
static bool differ_by_odd(const struct context *context, const uint8_t *from, const uint8_t *to)
{
	const int blocks = context->graph.blocks;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		if (context->task.level.pieces[colour] > 1)
			return false;
	return tilt_permutation_is_odd(from, blocks) != tilt_permutation_is_odd(to, blocks);
}

/* Whether some class of the start may reach one that ends with the goal. False: no product of the
 * edges' permutations makes the colouring of one of the other's. */
static bool may_solve(const struct context *context)
{
	const struct tilt_graph *graph = &context->graph;
	const struct tilt_task *task = &context->task;
	for (int i = 0; i < TILT_AXES * TILT_AXES; i++) {
		const struct tilt_class *from = &task->from[i % TILT_AXES];
		const struct tilt_class *end = &task->goal[i / TILT_AXES];
		if (end->node != TILT_NONE && same_orbits(graph, from->colouring, end->colouring) &&
		    (graph->odd || !differ_by_odd(context, from->colouring, end->colouring)))
			return true;
	}
	return false;
}

/* ---- the searches ---- */

/* Nodes times colourings, at most `max`. */
static uint64_t count_classes(const struct context *context, uint64_t max)
{
	const uint64_t colourings = max / context->graph.nodes.count + 1;
	const uint64_t count = tilt_colourings_count(context->task.level.pieces, colourings);
	return count < colourings ? count * context->graph.nodes.count : max;
}

/* Starts a retrograde analysis, if there is enough memory. */
static bool start_retrograde(struct context *context, size_t room)
{
	return count_classes(context, room) < room &&
	       tilt_retrograde_init(&context->retrograde, &context->graph, &context->task, room);
}

/* Frees what earlier searches have found. False: stopped. */
static bool discard_searches(struct context *context)
{
	tilt_retrograde_free(&context->retrograde);
	return tilt_bidirectional_free(&context->bidirectional, &context->task);
}

/* If the graph is not small: a forward search within `room` bytes. True if that is the answer, or
 * the search is stopped. */
static bool search_forward(struct context *context, size_t room)
{
	struct tilt_task *task = &context->task;
	if (!discard_searches(context))
		return true;
	tilt_bidirectional_init(&context->bidirectional, &context->graph, &task->level, room);
	tilt_bidirectional_forward(&context->bidirectional, task);
	if (task->answer->verdict != GAVE_UP)
		return true;
	task->answer->verdict = SEARCHING;
	return !tilt_report(task);
}

/* Bytes left for the searches beside the graph. */
static size_t memory_left(const struct context *context)
{
	const size_t used = sizeof *context + tilt_graph_bytes(&context->graph);
	return used < context->bytes ? context->bytes - used : 0;
}

/* A first plan, if the goal's nodes are explored. False: stopped. */
static bool find_first_plan(struct context *context)
{
	struct tilt_task *task = &context->task;
	if (task->answer->upper >= 0 || !tilt_graph_find_goal(&context->graph, task))
		return true;
	const enum tilt_status status = tilt_graph_reverse(&context->graph, task);
	return status == TILT_NO_MEMORY ||
	       (status == TILT_OK && tilt_first_plan(&context->graph, task, memory_left(context)));
}

/* Whether the last layer of a side is so small that the side may soon be complete. */
static bool is_closing(const struct tilt_visited *visited)
{
	return (uint64_t)CLOSING * (visited->end - visited->begin) < visited->count;
}

/* A bidirectional search, with few records unless that may soon have visited all; then from the
 * middle. On a large graph it has more of them, and a plan in between. */
static void search_beyond(struct tilt_bidirectional *search, const struct tilt_task *task)
{
	assert(search->graph != NULL);
	const size_t most = search->budget.limit / 4 / RECORD_BYTES;
	const size_t large = (size_t)RECORDS_PER_NODE * search->graph->nodes.count;
	const size_t few = large < most ? large : most;
	const bool counted = task->monitor->limits->states > 0;
	search->records_max = counted ? UINT64_MAX : RECORDS_FEW < most ? RECORDS_FEW : most;
	for (;; search->records_max *= 2) {
		tilt_bidirectional_search(search, task);
		if (task->answer->verdict != GAVE_UP || counted)
			return;
		task->answer->verdict = SEARCHING;
		if (!tilt_report(task))
			return;
		if (search->records_max < few && !tilt_middle_plans(search, task))
			return;
		if (search->records_max < few)
			search->records_max = few / 2 + 1;
		else if (search->records_max > most ||
		         !(is_closing(&search->backward) || is_closing(&search->forward)))
			break;
	}
	tilt_middle_search(search, task);
}

/* ---- a part of the graph ---- */

/* A search for plans in the part of the graph that fits, and what it reports to. */
struct part {
	struct tilt_task task;
	struct answer answer;
	struct monitor monitor;
	const struct tilt_task *whole;
	int reports;  /* left, until there is a shorter plan; -1: it goes on */
	bool stopped; /* by the whole's monitor */
};

/* Takes the plan, if it is new. */
static bool report_part(void *context, const struct answer *answer)
{
	struct part *part = context;
	const int before = part->whole->answer->upper;
	move_code plan[PLAN_MAX];
	if (answer->length > 0 && (before < 0 || answer->upper < before)) {
		memcpy(plan, answer->plan, (size_t)answer->length * sizeof *plan);
		tilt_take_plan(part->whole, plan, answer->length);
		if (part->reports > 0)
			part->reports = 1;
	}
	part->reports -= part->reports > 0;
	part->stopped = !tilt_report(part->whole);
	return !part->stopped && part->reports != 0;
}

static void search_part(struct context *context, struct part *part, int reports)
{
	struct tilt_task *task = &context->task;
	const struct limits limits = {.threads = task->monitor->limits->threads};
	part->task = *task;
	part->answer = *task->answer;
	part->monitor = monitor_begin(&limits, report_part, part);
	part->monitor.has_end = task->monitor->has_end || reports > 0;
	part->whole = task;
	part->reports = reports;
	part->task.monitor = &part->monitor;
	part->task.answer = &part->answer;
	tilt_bidirectional_init(&context->bidirectional, &context->graph, &task->level,
	                        memory_left(context));
	search_beyond(&context->bidirectional, &part->task);
	if (!part->stopped)
		report_part(part, &part->answer);
}

/* Shortens the plan, or finds one, within the part of the graph that is explored: until it has, or
 * for as long as that can bring anything. False: stopped. */
static bool shorten_in_part(struct context *context, bool once)
{
	struct tilt_task *task = &context->task;
	if (task->monitor->limits->states > 0 || !tilt_graph_find_goal(&context->graph, task))
		return true;
	const enum tilt_status status = tilt_graph_reverse(&context->graph, task);
	struct part *part = status == TILT_OK ? calloc(1, sizeof *part) : NULL;
	if (part == NULL)
		return status != TILT_STOPPED;
	search_part(context, part, once ? PART_REPORTS : -1);
	const bool stopped = part->stopped;
	free(part);
	return !stopped && discard_searches(context);
}

/* If the graph does not fit: shorter plans in a part of it, and a lower bound by a forward search,
 * which soon has no memory left. */
static void search_far(struct context *context)
{
	struct answer *answer = context->task.answer;
	if (!discard_searches(context) || !shorten_in_part(context, true) ||
	    search_forward(context, memory_left(context)) || !discard_searches(context) ||
	    !shorten_in_part(context, false))
		return;
	answer->verdict = answer->lower == answer->upper ? OPTIMAL : GAVE_UP;
}

/* Explores all nodes that the position can reach. False: the answer is final. */
static bool explore(struct context *context)
{
	struct tilt_graph *graph = &context->graph;
	enum tilt_status status = tilt_graph_grow(graph, SMALL_NODES, &context->task);
	if (status == TILT_MORE &&
	    (!find_first_plan(context) || search_forward(context, FORWARD_BYTES) ||
	     !discard_searches(context)))
		return false;
	for (uint32_t max = 2 * SMALL_NODES; status == TILT_MORE; max *= 2) {
		status = tilt_graph_grow(graph, max, &context->task);
		if (status == TILT_MORE && !find_first_plan(context))
			return false;
	}
	if (status == TILT_NO_MEMORY && find_first_plan(context))
		search_far(context);
	return status == TILT_OK;
}

/* A bidirectional search of a small space, and once retrograde analysis would have been faster,
 * that instead. False: there is no memory for that. */
static bool search_small(struct context *context, size_t room, uint64_t classes)
{
	struct tilt_task *task = &context->task;
	context->bidirectional.records_max = RECORDS_MIN + classes / CLASSES_PER_RECORD;
	tilt_bidirectional_search(&context->bidirectional, task);
	if (task->answer->verdict != GAVE_UP)
		return true;
	task->answer->verdict = SEARCHING;
	if (!tilt_report(task) || !discard_searches(context))
		return true;
	if (!start_retrograde(context, room))
		return false;
	tilt_retrograde_search(&context->retrograde, task);
	return true;
}

static void search_explored(struct context *context)
{
	struct tilt_bidirectional *search = &context->bidirectional;
	struct tilt_task *task = &context->task;
	const size_t room = memory_left(context);
	const uint64_t classes = count_classes(context, room);
	if (context->retrograde.graph == NULL && search->graph == NULL &&
	    count_classes(context, RETROGRADE_CLASSES) < RETROGRADE_CLASSES)
		start_retrograde(context, room);
	if (context->retrograde.graph != NULL) {
		tilt_retrograde_search(&context->retrograde, task);
		return;
	}
	if (search->graph == NULL)
		tilt_bidirectional_init(search, &context->graph, &task->level, room);
	if (classes < room && search_small(context, room, classes))
		return;
	if (search->graph == NULL)
		tilt_bidirectional_init(search, &context->graph, &task->level, room);
	search_beyond(search, task);
}

/* Searches from a position whose classes are in the graph. */
static void search_task(struct context *context)
{
	struct tilt_graph *graph = &context->graph;
	if (graph->explored < graph->nodes.count &&
	    (!discard_searches(context) || !explore(context)))
		return;
	if (!tilt_graph_find_goal(graph, &context->task) || !may_solve(context)) {
		context->task.answer->verdict = UNSOLVABLE;
		return;
	}
	const enum tilt_status status = tilt_graph_reverse(graph, &context->task);
	if (status == TILT_NO_MEMORY)
		search_far(context);
	if (status == TILT_OK)
		search_explored(context);
}

/* Whether bounds and verdict are consistent and the plan leads to the goal. */
static inline bool is_consistent(const struct tilt_task *task)
{
	const struct answer *answer = task->answer;
	uint8_t grid[CELLS_MAX];
	memcpy(grid, task->grid, sizeof grid);
	for (int i = 0; i < answer->length; i++)
		if (!tilt_slide(&task->level, grid, answer->plan[i]))
			return false;
	if (answer->verdict == OPTIMAL && answer->lower != answer->upper)
		return false;
	return answer->upper < 0 ||
	       (answer->verdict != UNSOLVABLE && answer->lower <= answer->upper &&
	        (answer->length == 0 ||
	         memcmp(grid, task->level.goal, (size_t)level_cells(&task->level)) == 0));
}

static void tilt_search(void *opened, const struct state *start, struct monitor *monitor,
                        struct answer *answer)
{
	struct context *context = opened;
	struct tilt_task *task = &context->task;
	task->monitor = monitor;
	task->answer = answer;
	answer->lower = 1;
	answer->verdict = UNSOLVABLE;
	if (task->goal_side[TILT_HORIZONTAL] < 0 && task->goal_side[TILT_VERTICAL] < 0)
		return;
	tilt_unpack(&task->level, start, task->grid);
	answer->verdict = GAVE_UP;
	if (!tilt_graph_add_start(&context->graph, task))
		return;
	answer->verdict = SEARCHING;
	search_task(context);
	assert(is_consistent(task));
}

/* ---- open and close ---- */

static void tilt_close(void *opened)
{
	struct context *context = opened;
	tilt_retrograde_free(&context->retrograde);
	tilt_bidirectional_free(&context->bidirectional, NULL);
	tilt_graph_free(&context->graph);
	free(context);
}

static void *tilt_open(const struct level *level, size_t bytes)
{
	const int blocks = pieces_count(level);
	if (blocks == 0 || blocks > TILT_BLOCKS_MAX || !tilt_bidirectional_fits(level) ||
	    bytes < 2 * sizeof(struct context))
		return NULL;
	struct context *context = calloc(1, sizeof *context);
	if (context == NULL)
		return NULL;
	context->task.level = *level;
	context->bytes = bytes;
	find_goal_sides(&context->task);
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
