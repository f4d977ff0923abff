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
 * cells can't be reached, or if its colouring can't (orbits.c). */
#include <assert.h>
#include <stdlib.h>

#include "os/scratch.h"
#include "puzzle/pieces.h"
#include "puzzles/tilt/solver/search.h"
#include "puzzles/tilt/tilt.h"

enum {
	SMALL_NODES = 1 << 16, /* explored within milliseconds */
	GRAPH_QUARTERS = 3,    /* of the memory for the graph */
	SPILL_QUARTERS = 1,    /* the same where it may spill: the rest is more use elsewhere */
	PART_SHARE = 6, /* of the memory for a part of it: with more nodes, plans come later */
	RETROGRADE_CLASSES = 10000000, /* searched backward as fast */
	CLASSES_PER_RECORD = 16, /* searched backward in the time of one bidirectional record */
	RECORDS_MIN = 4096,
	BOUND_REPORTS = 1 << 11, /* of progress in a first turn: half a second, */
	PLAN_REPORTS = 1 << 13,  /* and two for the plan; in each next turn */
	TURN_LONGER = 4,         /* as many times more */
	RECORD_BYTES = 24,       /* of memory for a record and its slot */
	RECORDS_FEW = 1 << 19,   /* with more, and some for each node, the search from the */
	RECORDS_PER_NODE = 6,    /* middle is faster */
	CLOSING = 4,      /* times as many classes as in the last layer: they get no more by half */
	CONTEXTS_MIN = 4, /* times the size of a context are enough memory to begin with */
	FORWARD_BYTES = 8 << 20, /* at most, for a forward search that hopes to need no graph */
};

/* A turn of a search, and what it reports to. */
struct turn {
	struct tilt_task task;
	struct answer answer; /* its verdict is SEARCHING where another turn may bring more */
	struct limits limits;
	struct monitor monitor;
	const struct tilt_task *whole;
	uint64_t reports; /* left */
	bool in_part;     /* it knows a part of the graph: its bounds are not the whole's */
	bool stopped;     /* by the whole's monitor */
};

struct context {
	struct level level;
	struct tilt_task task;
	struct turn turn; /* the last one */
	bool large;       /* the graph does not fit */
	size_t bytes;
	struct tilt_graph graph;
	struct tilt_orbits orbits;
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
			memcpy(grid, task->level->goal, sizeof grid);
			if (!tilt_slide(task->level, grid, tilt_axis_move(axis, side)))
				task->goal_side[axis] = side;
		}
	}
}

/* ---- the searches ---- */

/* Nodes times colourings, at most `max`. */
static uint64_t count_classes(const struct context *context, uint64_t max)
{
	const uint64_t colourings = max / context->graph.nodes.count + 1;
	const uint64_t count = tilt_colourings_count(context->task.level->pieces, colourings);
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

/* Bytes left for the searches beside the graph. */
static size_t memory_left(const struct context *context)
{
	const size_t used = sizeof *context + tilt_graph_bytes(&context->graph) +
	                    tilt_orbits_bytes(&context->orbits);
	return used < context->bytes ? context->bytes - used : 0;
}

/* If the graph is not small: a forward search within `most` bytes. True if that is the answer, or
 * the search is stopped. */
static bool search_forward(struct context *context, size_t most)
{
	struct tilt_task *task = &context->task;
	const size_t room = memory_left(context);
	if (!discard_searches(context))
		return true;
	tilt_bidirectional_init(&context->bidirectional, &context->graph, task->level,
	                        room < most ? room : most);
	context->bidirectional.budget.spills = false; /* it is to end with that room */
	tilt_bidirectional_forward(&context->bidirectional, task);
	if (task->answer->verdict != GAVE_UP)
		return true;
	task->answer->verdict = SEARCHING;
	return !tilt_report(task);
}

/* An empty graph within its share of the memory. False: that is too little. */
static bool begin_graph(struct context *context)
{
	const int quarters = scratch_size() > context->bytes ? SPILL_QUARTERS : GRAPH_QUARTERS;
	const size_t bytes = (context->bytes - sizeof *context) / 4 * (size_t)quarters;
	tilt_orbits_free(&context->orbits);
	tilt_graph_free(&context->graph);
	return tilt_graph_init(&context->graph, context->task.level, bytes);
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
	const size_t most =
		search->budget.spills ? SIZE_MAX / 2 : search->budget.limit / 4 / RECORD_BYTES;
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

/* ---- in turns, where the graph does not fit ---- */

/* Takes what is new. */
static bool report_turn(void *context, const struct answer *answer)
{
	struct turn *turn = context;
	struct answer *whole = turn->whole->answer;
	move_code plan[PLAN_MAX];
	if (answer->length > 0 && (whole->upper < 0 || answer->upper < whole->upper)) {
		memcpy(plan, answer->plan, (size_t)answer->length * sizeof *plan);
		tilt_take_plan(turn->whole, plan, answer->length);
	}
	if (!turn->in_part)
		whole->lower = answer->lower;
	turn->stopped = !tilt_report(turn->whole);
	return !turn->stopped && --turn->reports > 0;
}

static void begin_turn(struct turn *turn, const struct tilt_task *task, bool in_part,
                       uint64_t reports)
{
	const bool has_end = task->monitor->has_end || reports < UINT64_MAX;
	turn->task = *task;
	turn->answer = *task->answer;
	turn->answer.verdict = SEARCHING;
	turn->limits = (struct limits){.threads = task->monitor->limits->threads};
	turn->monitor = monitor_begin(&turn->limits, report_turn, turn);
	turn->monitor.has_end = has_end;
	turn->whole = task;
	turn->reports = reports;
	turn->in_part = in_part;
	turn->task.monitor = &turn->monitor;
	turn->task.answer = &turn->answer;
}

/* Shortens the plan, or finds one, in the part of the graph that is explored. False: stopped. */
static bool shorten_in_part(struct context *context, uint64_t reports)
{
	struct tilt_task *task = &context->task;
	struct turn *turn = &context->turn;
	turn->answer.verdict = GAVE_UP;
	if (task->monitor->limits->states > 0 || !tilt_graph_find_goal(&context->graph, task))
		return true;
	const enum tilt_status status = tilt_graph_reverse(&context->graph, task);
	if (status != TILT_OK)
		return status != TILT_STOPPED;
	begin_turn(turn, task, true, reports);
	tilt_bidirectional_init(&context->bidirectional, &context->graph, task->level,
	                        memory_left(context));
	search_beyond(&context->bidirectional, &turn->task);
	if (turn->reports > 0 && !turn->stopped)
		report_turn(turn, &turn->answer);
	return !turn->stopped && discard_searches(context);
}

/* Raises the lower bound, by moves beyond what a small search forward reaches. False: that is the
 * answer, or stopped. */
static bool deepen(struct context *context, uint64_t reports)
{
	struct tilt_task *task = &context->task;
	struct turn *turn = &context->turn;
	if (search_forward(context, FORWARD_BYTES))
		return false;
	begin_turn(turn, task, false, reports);
	tilt_deepen(&context->bidirectional, &turn->task);
	if (!turn->stopped && turn->answer.verdict != SEARCHING)
		*task->answer = turn->answer;
	return turn->answer.verdict == SEARCHING && !turn->stopped && discard_searches(context);
}

/* Both by turns, which begin anew but last longer each time, for as long as there is time. Twice
 * the time raises the lower bound by a move, so the plan has most of it. */
static void take_turns(struct context *context)
{
	for (uint64_t longer = 1;; longer *= TURN_LONGER) {
		if (!shorten_in_part(context, longer * PLAN_REPORTS))
			return;
		const bool more = context->turn.answer.verdict == SEARCHING;
		if (!deepen(context, more ? longer * BOUND_REPORTS : UINT64_MAX))
			return;
	}
}

/* The size of a part of the graph in which to look for plans. */
static uint32_t part_nodes(const struct context *context)
{
	return tilt_graph_nodes_within(&context->graph, context->bytes / PART_SHARE);
}

/* Explores a part of the graph, as small as the goal allows. */
static enum tilt_status explore_part(struct context *context)
{
	struct tilt_task *task = &context->task;
	enum tilt_status status = TILT_MORE;
	for (uint32_t max = part_nodes(context); status == TILT_MORE; max *= 2) {
		status = tilt_graph_grow(&context->graph, max, task);
		if (tilt_graph_find_goal(&context->graph, task))
			return status;
	}
	return status;
}

/* Begins the graph again, from the start. False: no memory. */
static bool restart_graph(struct context *context)
{
	struct tilt_task *task = &context->task;
	task->answer->verdict = GAVE_UP;
	if (!begin_graph(context) || !tilt_graph_add_start(&context->graph, task))
		return false;
	task->answer->verdict = SEARCHING;
	return true;
}

/* Explores such a part instead of what does not fit, after a first lower bound, which fills a graph
 * with nodes of its own. False: no memory, or that is the answer, or stopped. */
static bool begin_part(struct context *context)
{
	context->large = true;
	if (context->task.answer->lower <= 1 &&
	    (!restart_graph(context) || search_forward(context, FORWARD_BYTES) ||
	     !discard_searches(context)))
		return false;
	return restart_graph(context) && explore_part(context) != TILT_STOPPED;
}

/* If the graph does not fit: plans in a part of it, and a lower bound by a forward search, which
 * soon has no memory left. */
static void search_far(struct context *context)
{
	struct tilt_task *task = &context->task;
	struct answer *answer = task->answer;
	if (!discard_searches(context))
		return;
	if (task->monitor->has_end) {
		if (context->large || begin_part(context))
			take_turns(context);
	} else if (!search_forward(context, SIZE_MAX) && discard_searches(context) &&
	           shorten_in_part(context, UINT64_MAX)) {
		answer->verdict = answer->lower == answer->upper ? OPTIMAL : GAVE_UP;
	}
}

/* Explores all nodes that the position can reach. Where they are many, a part of them brings a good
 * plan much sooner. False: the answer is final. */
static bool explore(struct context *context)
{
	struct tilt_graph *graph = &context->graph;
	const uint32_t part = part_nodes(context);
	enum tilt_status status = context->large
	                                  ? explore_part(context)
	                                  : tilt_graph_grow(graph, SMALL_NODES, &context->task);
	if (status == TILT_MORE && !context->large &&
	    (!find_first_plan(context) || search_forward(context, FORWARD_BYTES) ||
	     !discard_searches(context)))
		return false;
	for (uint32_t max = 2 * SMALL_NODES; status == TILT_MORE && !context->large; max *= 2) {
		const bool is_part = graph->explored < part && max >= part;
		status = tilt_graph_grow(graph, is_part ? part : max, &context->task);
		if (status == TILT_MORE && (!find_first_plan(context) ||
		                            (is_part && !shorten_in_part(context, PLAN_REPORTS))))
			return false;
	}
	if ((status == TILT_MORE || status == TILT_NO_MEMORY) && find_first_plan(context))
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

/* Goes on from the layers of a bidirectional search for which there is memory, where that did not
 * end for lack of time. */
static void search_below(struct context *context)
{
	struct tilt_bidirectional *search = &context->bidirectional;
	struct tilt_task *task = &context->task;
	if (!tilt_report(task) || !discard_searches(context))
		return;
	tilt_bidirectional_init(search, &context->graph, task->level, memory_left(context));
	search->records_max = RECORDS_FEW;
	tilt_bidirectional_search(search, task);
	if (task->answer->verdict == GAVE_UP && search->forward.count > 0 && tilt_report(task))
		tilt_deepen(search, task);
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
		tilt_bidirectional_init(search, &context->graph, task->level, room);
	if (classes < room && search_small(context, room, classes))
		return;
	if (search->graph == NULL)
		tilt_bidirectional_init(search, &context->graph, task->level, room);
	search_beyond(search, task);
	if (task->answer->verdict == GAVE_UP && task->monitor->has_end)
		search_below(context);
}

/* Searches from a position whose classes are in the graph. */
static void search_task(struct context *context)
{
	struct tilt_graph *graph = &context->graph;
	if (graph->explored < graph->nodes.count &&
	    (!discard_searches(context) || !explore(context)))
		return;
	if (!tilt_graph_find_goal(graph, &context->task) ||
	    !tilt_may_solve(&context->orbits, graph, &context->task, memory_left(context))) {
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
		if (!tilt_slide(task->level, grid, answer->plan[i]))
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
	struct tilt_task *task = &context->task;
	task->monitor = monitor;
	task->answer = answer;
	answer->lower = 1;
	answer->verdict = UNSOLVABLE;
	if (task->goal_side[TILT_HORIZONTAL] < 0 && task->goal_side[TILT_VERTICAL] < 0)
		return;
	tilt_unpack(task->level, start, task->grid);
	answer->verdict = GAVE_UP;
	/* The part of a large graph is about the position of the last search. */
	if ((context->large && !(discard_searches(context) && begin_graph(context))) ||
	    !tilt_graph_add_start(&context->graph, task))
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
	tilt_orbits_free(&context->orbits);
	tilt_graph_free(&context->graph);
	free(context);
}

static void *tilt_open(const struct level *level, size_t bytes)
{
	const int blocks = pieces_count(level);
	if (blocks == 0 || blocks > TILT_BLOCKS_MAX || !tilt_bidirectional_fits(level) ||
	    bytes < CONTEXTS_MIN * sizeof(struct context))
		return NULL;
	struct context *context = calloc(1, sizeof *context);
	if (context == NULL)
		return NULL;
	context->level = *level;
	context->task.level = &context->level;
	context->bytes = bytes;
	find_goal_sides(&context->task);
	if (!begin_graph(context)) {
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
