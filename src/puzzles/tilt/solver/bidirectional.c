#include "puzzles/tilt/solver/bidirectional.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/tilt/solver/expand.h"

enum {
	COLOURING_BITS = 64,
	FIRST_PLAN_RECORDS = 1 << 17, /* a search that ends with fewer needs no first plan */
};

/* ---- packed colourings ---- */

static unsigned bits_for(int colours)
{
	unsigned bits = 1;
	while (1 << bits < colours)
		bits++;
	return bits;
}

static int count_pieces(const int pieces[COLOURS_MAX + 1], int *colours)
{
	int blocks = 0;
	*colours = 0;
	for (int c = 1; c <= COLOURS_MAX; c++) {
		blocks += pieces[c];
		*colours += pieces[c] > 0;
	}
	return blocks;
}

bool tilt_bidirectional_fits(const int pieces[COLOURS_MAX + 1])
{
	int colours;
	const int blocks = count_pieces(pieces, &colours);
	return blocks * (int)bits_for(colours) <= COLOURING_BITS;
}

static uint64_t pack_colouring(const struct tilt_bidirectional *search,
                               const struct tilt_class *class)
{
	uint64_t colouring = 0;
	for (int i = 0; i < search->graph->blocks; i++)
		colouring |= (uint64_t)search->code[class->colouring[i]]
		             << (unsigned)i * search->bits;
	return colouring;
}

/* ---- plans ---- */

/* The move that leads from one record's class to another's. */
static move_code move_to(const struct tilt_bidirectional *search, const struct tilt_record *from,
                         const struct tilt_record *to)
{
	const struct tilt_edge *low = &tilt_edges(search->graph, from->node)[0];
	const bool is_low =
		low->to == to->node &&
		tilt_expand_permute(search, low->permutation, from->colouring) == to->colouring;
	return tilt_graph_move(search->graph, from->node, is_low ? 0 : 1);
}

/* The plan from the start to the meeting point and on to the goal, if it is the shortest so far. */
static void report_plan(const struct tilt_bidirectional *search, const struct tilt_goal *goal,
                        const struct tilt_meeting_point *point, struct answer *answer)
{
	const int first = tilt_visited_distance(&search->forward, point->forward);
	const int length = first + 1 +
	                   (point->backward == TILT_NONE
	                            ? 0
	                            : tilt_visited_distance(&search->backward, point->backward));
	if (answer->upper >= 0 && length >= answer->upper)
		return;
	answer->upper = length;
	answer->length = length <= PLAN_MAX ? length : 0;
	if (answer->length == 0)
		return;
	const struct tilt_record *here = tilt_record_at(&search->forward, point->forward);
	uint32_t end = here->node;
	for (int at = first; here->parent != TILT_NONE;) {
		const struct tilt_record *before = tilt_record_at(&search->forward, here->parent);
		answer->plan[--at] = move_to(search, before, here);
		here = before;
	}
	int at = first;
	if (point->backward != TILT_NONE) {
		here = tilt_record_at(&search->backward, point->backward);
		for (; here->parent != TILT_NONE; at++) {
			const struct tilt_record *next =
				tilt_record_at(&search->backward, here->parent);
			answer->plan[at] = move_to(search, here, next);
			here = next;
		}
		end = here->node;
	}
	answer->plan[at] =
		tilt_graph_move(search->graph, end, goal->side[tilt_axis_of(search->graph, end)]);
}

/* ---- the search ---- */

/* Inserts the classes where a side starts. */
static enum tilt_status start_side(struct tilt_bidirectional *search, struct tilt_visited *visited,
                                   const struct tilt_class from[TILT_AXES], int depth,
                                   struct monitor *monitor, struct answer *answer)
{
	struct tilt_record record[TILT_AXES];
	int count = 0;
	for (int axis = 0; axis < TILT_AXES; axis++)
		if (from[axis].node != TILT_NONE)
			record[count++] = (struct tilt_record){
				.colouring = pack_colouring(search, &from[axis]),
				.node = from[axis].node,
				.parent = TILT_NONE,
			};
	visited->depth = depth;
	return tilt_expand_start(search, visited, record, count, monitor, answer);
}

/* The start's class nearest to the goal, if the backward side has visited one. */
static enum tilt_status find_start(const struct tilt_bidirectional *search,
                                   struct tilt_meeting_point *point)
{
	int best = -1;
	for (uint32_t n = 0; n < search->forward.count; n++) {
		const struct tilt_record *record = tilt_record_at(&search->forward, n);
		const uint32_t there =
			tilt_visited_find(&search->backward, record->colouring, record->node,
		                          tilt_record_hash(record->colouring, record->node));
		if (there == TILT_NONE)
			continue;
		const int length = tilt_visited_distance(&search->backward, there);
		if (best < 0 || length < best) {
			best = length;
			*point = (struct tilt_meeting_point){there, n};
		}
	}
	return best < 0 ? TILT_OK : TILT_MET;
}

static void raise_lower(const struct tilt_bidirectional *search, struct answer *answer)
{
	const int least = search->backward.depth + search->forward.depth + 1;
	if (least > answer->lower)
		answer->lower = least;
	if (answer->upper >= 0 && answer->lower > answer->upper)
		answer->lower = answer->upper;
}

/* A side whose last layer is empty has visited all classes that it can reach. */
static bool is_complete(const struct tilt_visited *visited)
{
	return visited->begin == visited->end;
}

static size_t memory_left(const struct tilt_bidirectional *search)
{
	return search->budget.limit - search->budget.bytes;
}

static enum verdict run(struct tilt_bidirectional *search, const struct tilt_task *task,
                        struct monitor *monitor, struct answer *answer)
{
	bool tried = false;
	struct tilt_meeting_point point;
	enum tilt_status status = find_start(search, &point);
	while (status == TILT_OK) {
		if (is_complete(&search->backward) || is_complete(&search->forward))
			return UNSOLVABLE;
		raise_lower(search, answer);
		answer->states = tilt_bidirectional_states(search);
		if (!monitor_report(monitor, answer))
			return answer->verdict;
		if (!tried && answer->upper < 0 &&
		    search->backward.count + search->forward.count > FIRST_PLAN_RECORDS) {
			tried = true;
			if (!tilt_first_plan(search->graph, task, memory_left(search), monitor,
			                     answer))
				return answer->verdict;
		}
		if (answer->lower == answer->upper)
			return OPTIMAL;
		/* A layer that a meeting point cut short must be completed first. */
		const bool backward = search->backward.next > search->backward.begin ||
		                      search->backward.count > search->backward.end ||
		                      search->backward.end - search->backward.begin <=
		                              search->forward.end - search->forward.begin;
		status = tilt_expand(search, backward ? &search->backward : &search->forward,
		                     backward ? &search->forward : &search->backward, &point,
		                     monitor, answer);
	}
	if (status == TILT_STOPPED)
		return answer->verdict;
	if (status == TILT_NO_MEMORY)
		return GAVE_UP;
	report_plan(search, task->goal, &point, answer);
	return OPTIMAL;
}

/* TILT_MET if a class of the goal has been visited from the start. */
static enum tilt_status find_goal(const struct tilt_bidirectional *search,
                                  const struct tilt_goal *goal, struct tilt_meeting_point *point)
{
	for (int axis = 0; axis < TILT_AXES; axis++) {
		const struct tilt_class *end = &goal->end[axis];
		if (end->node == TILT_NONE)
			continue;
		const uint64_t colouring = pack_colouring(search, end);
		const uint32_t there = tilt_visited_find(&search->forward, colouring, end->node,
		                                         tilt_record_hash(colouring, end->node));
		if (there == TILT_NONE)
			continue;
		*point = (struct tilt_meeting_point){TILT_NONE, there};
		return TILT_MET;
	}
	return TILT_OK;
}

/* The loop of a forward search. */
static enum verdict run_forward(struct tilt_bidirectional *search, const uint8_t *grid,
                                struct tilt_goal *goal, struct monitor *monitor,
                                struct answer *answer)
{
	const struct tilt_visited nothing = {0};
	struct tilt_meeting_point point;
	for (;;) {
		tilt_goal_find(search->graph, grid, goal);
		if (find_goal(search, goal, &point) == TILT_MET)
			break;
		if (is_complete(&search->forward))
			return UNSOLVABLE;
		raise_lower(search, answer);
		const enum tilt_status status =
			tilt_expand(search, &search->forward, &nothing, &point, monitor, answer);
		answer->states = tilt_bidirectional_states(search);
		if (status != TILT_OK)
			return status == TILT_NO_MEMORY ? GAVE_UP : answer->verdict;
		if (!monitor_report(monitor, answer))
			return answer->verdict;
	}
	report_plan(search, goal, &point, answer);
	answer->lower = answer->upper;
	return OPTIMAL;
}

void tilt_bidirectional_forward(struct tilt_bidirectional *search,
                                const struct tilt_class from[TILT_AXES], const uint8_t *grid,
                                struct tilt_goal *goal, struct monitor *monitor,
                                struct answer *answer)
{
	search->backward.depth = 1;
	answer->verdict = start_side(search, &search->forward, from, 0, monitor, answer) == TILT_OK
	                          ? run_forward(search, grid, goal, monitor, answer)
	                          : GAVE_UP;
}

void tilt_bidirectional_search(struct tilt_bidirectional *search, const struct tilt_task *task,
                               struct monitor *monitor, struct answer *answer)
{
	assert(search->graph->explored == search->graph->nodes.count &&
	       search->graph->reversed == search->graph->nodes.count);
	if (!tilt_visited_empty(&search->forward, &search->budget, monitor, answer))
		return;
	const bool begun =
		search->backward.count > 0 || start_side(search, &search->backward, task->goal->end,
	                                                 1, monitor, answer) == TILT_OK;
	if (!begun)
		tilt_visited_free(&search->backward, &search->budget);
	answer->verdict = begun && start_side(search, &search->forward, task->from, 0, monitor,
	                                      answer) == TILT_OK
	                          ? run(search, task, monitor, answer)
	                          : GAVE_UP;
	if (answer->verdict == OPTIMAL)
		answer->lower = answer->upper;
	answer->states = tilt_bidirectional_states(search);
}

void tilt_bidirectional_init(struct tilt_bidirectional *search, struct tilt_graph *graph,
                             const int pieces[COLOURS_MAX + 1], size_t limit)
{
	int colours = 0;
	*search = (struct tilt_bidirectional){.graph = graph,
	                                      .budget = {.limit = limit},
	                                      .most = UINT64_MAX};
	for (int c = 1; c <= COLOURS_MAX; c++)
		if (pieces[c] > 0)
			search->code[c] = (uint8_t)colours++;
	search->bits = bits_for(colours);
}

bool tilt_bidirectional_empty(struct tilt_bidirectional *search, struct monitor *monitor,
                              struct answer *answer)
{
	return tilt_visited_empty(&search->forward, &search->budget, monitor, answer) &&
	       tilt_visited_empty(&search->backward, &search->budget, monitor, answer);
}

void tilt_bidirectional_free(struct tilt_bidirectional *search)
{
	tilt_visited_free(&search->backward, &search->budget);
	tilt_visited_free(&search->forward, &search->budget);
	*search = (struct tilt_bidirectional){0};
}
