/* The shortest plan where there are too many classes for a bit each: breadth-first search from the
 * position and backward from the goal, always expanding the side with the smaller layer, until the
 * two meet (Pohl 1971).
 *
 * While no class has been visited from both sides, the number of layers of both sides plus one is a
 * lower bound. So the first meeting point gives a shortest plan. The classes visited from the goal
 * are kept for later positions. */
#include <assert.h>
#include <limits.h>

#include "puzzle/pieces.h"
#include "puzzles/tilt/solver/search.h"
#include "puzzles/tilt/tilt.h"

enum {
	COLOURING_BITS = 64,
	FIRST_PLAN_RECORDS = 1 << 17, /* a search that ends with fewer needs no first plan */
};

/* ---- plans ---- */

/* The number of moves between a record and where its side started. */
static int distance(const struct tilt_visited *visited, uint32_t number)
{
	int length = 0;
	while ((number = tilt_record_at(visited, number)->parent) != TILT_NONE)
		length++;
	return length;
}

/* The move that leads from one record's class to another's. */
static move_code move_to(const struct tilt_bidirectional *search, const struct tilt_record *from,
                         const struct tilt_record *to)
{
	const bool is_low =
		tilt_edges(search->graph, from->node)[0] == to->node &&
		tilt_expand_permute(search, from->node, 0, from->colouring) == to->colouring;
	return tilt_graph_move(search->graph, from->node, is_low ? 0 : 1);
}

/* The move that makes the goal of a class of the goal. */
static move_code last_move(const struct tilt_bidirectional *search, const struct tilt_task *task,
                           const struct tilt_record *goal)
{
	const enum tilt_axis axis = tilt_axis_of(search->graph, goal->node);
	return tilt_axis_move(axis, task->goal_side[axis]);
}

int tilt_bidirectional_to(const struct tilt_bidirectional *search, uint32_t number,
                          move_code *moves)
{
	const int count = distance(&search->forward, number);
	const struct tilt_record *here = tilt_record_at(&search->forward, number), *next;
	for (int i = count; here->parent != TILT_NONE; here = next) {
		next = tilt_record_at(&search->forward, here->parent);
		moves[--i] = move_to(search, next, here);
	}
	return count;
}

int tilt_bidirectional_from(const struct tilt_bidirectional *search, const struct tilt_task *task,
                            uint32_t number, move_code *moves)
{
	int count = 0;
	const struct tilt_record *here = tilt_record_at(&search->backward, number), *next;
	for (; here->parent != TILT_NONE; here = next) {
		next = tilt_record_at(&search->backward, here->parent);
		moves[count++] = move_to(search, here, next);
	}
	moves[count++] = last_move(search, task, here);
	return count;
}

/* Fills in the moves to the meeting point and on to the goal. */
static void fill_plan(const struct tilt_bidirectional *search, const struct tilt_task *task,
                      const struct tilt_meeting_point *point, move_code *plan)
{
	const int count = tilt_bidirectional_to(search, point->forward, plan);
	if (point->backward == TILT_NONE)
		plan[count] =
			last_move(search, task, tilt_record_at(&search->forward, point->forward));
	else
		tilt_bidirectional_from(search, task, point->backward, plan + count);
}

/* The plan from the start to the meeting point and on to the goal, if it is the shortest so far. */
static void report_plan(const struct tilt_bidirectional *search, const struct tilt_task *task,
                        const struct tilt_meeting_point *point)
{
	struct answer *answer = task->answer;
	int length = distance(&search->forward, point->forward) + 1;
	if (point->backward != TILT_NONE)
		length += distance(&search->backward, point->backward);
	if (answer->upper >= 0 && length >= answer->upper)
		return;
	answer->upper = length;
	answer->length = length <= PLAN_MAX ? length : 0;
	if (answer->length > 0)
		fill_plan(search, task, point, answer->plan);
}

/* ---- the search ---- */

/* The number of a class on one side, or TILT_NONE. */
static uint32_t find(const struct tilt_bidirectional *search, const struct tilt_visited *visited,
                     const struct tilt_class *class)
{
	const struct tilt_record record = tilt_expand_record(search, class);
	return tilt_visited_find(visited, &record, tilt_record_hash(&record));
}

/* The start's class nearest to the goal, if the backward side has visited one. */
static enum tilt_status find_start(const struct tilt_bidirectional *search,
                                   const struct tilt_task *task, struct tilt_meeting_point *point)
{
	int nearest = INT_MAX;
	for (enum tilt_axis axis = 0; axis < TILT_AXES; axis++) {
		const uint32_t there = find(search, &search->backward, &task->from[axis]);
		if (there != TILT_NONE && distance(&search->backward, there) < nearest) {
			nearest = distance(&search->backward, there);
			point->backward = there;
			point->forward = find(search, &search->forward, &task->from[axis]);
		}
	}
	return nearest < INT_MAX ? TILT_MET : TILT_OK;
}

static void raise_lower(const struct tilt_bidirectional *search, struct answer *answer)
{
	const int layers = search->backward.depth + search->forward.depth + 1;
	if (layers > answer->lower)
		answer->lower = layers;
	if (answer->upper >= 0 && answer->lower > answer->upper)
		answer->lower = answer->upper;
}

/* A side whose last layer is empty has visited all classes that it can reach. */
static bool is_complete(const struct tilt_visited *visited)
{
	return visited->begin == visited->end;
}

/* The side with the smaller layer; but a layer that a meeting point cut short must be completed
 * first. */
static struct tilt_visited *next_side(struct tilt_bidirectional *search)
{
	struct tilt_visited *backward = &search->backward, *forward = &search->forward;
	const bool cut_short = backward->next > backward->begin || backward->count > backward->end;
	const bool smaller = backward->end - backward->begin <= forward->end - forward->begin;
	return cut_short || smaller ? backward : forward;
}

static enum verdict run(struct tilt_bidirectional *search, const struct tilt_task *task)
{
	struct answer *answer = task->answer;
	bool tried = answer->upper >= 0;
	struct tilt_meeting_point point;
	enum tilt_status status = find_start(search, task, &point);
	while (status == TILT_OK) {
		if (is_complete(&search->backward) || is_complete(&search->forward))
			return UNSOLVABLE;
		raise_lower(search, answer);
		answer->states = tilt_expand_states(search);
		if (!tilt_report(task))
			return answer->verdict;
		if (!tried && search->backward.count + search->forward.count > FIRST_PLAN_RECORDS) {
			const size_t left = search->budget.limit - search->budget.bytes;
			tried = true;
			if (!tilt_first_plan(search->graph, task, left))
				return answer->verdict;
		}
		if (answer->lower == answer->upper)
			return OPTIMAL;
		status = tilt_expand(search, next_side(search), &point, task);
	}
	if (status != TILT_MET)
		return status == TILT_NO_MEMORY ? GAVE_UP : answer->verdict;
	report_plan(search, task, &point);
	return OPTIMAL;
}

/* TILT_MET if a class of the goal has been visited from the start. */
static enum tilt_status find_goal(const struct tilt_bidirectional *search,
                                  const struct tilt_task *task, struct tilt_meeting_point *point)
{
	point->backward = point->forward = TILT_NONE;
	for (int axis = 0; axis < TILT_AXES && point->forward == TILT_NONE; axis++)
		if (task->goal[axis].node != TILT_NONE)
			point->forward = find(search, &search->forward, &task->goal[axis]);
	return point->forward == TILT_NONE ? TILT_OK : TILT_MET;
}

void tilt_bidirectional_forward(struct tilt_bidirectional *search, struct tilt_task *task)
{
	struct answer *answer = task->answer;
	struct tilt_meeting_point point;
	assert(search->backward.count == 0 && search->forward.count == 0);
	search->explores = true;
	enum tilt_status status = tilt_expand_start(search, &search->forward, task->from, 0, task);
	search->backward.depth = 1;
	while (status == TILT_OK) {
		tilt_graph_find_goal(search->graph, task);
		if (find_goal(search, task, &point) == TILT_MET) {
			report_plan(search, task, &point);
			answer->lower = answer->upper;
			answer->verdict = OPTIMAL;
			return;
		}
		if (is_complete(&search->forward)) {
			answer->verdict = UNSOLVABLE;
			return;
		}
		raise_lower(search, answer);
		status = tilt_expand(search, &search->forward, &point, task);
		answer->states = tilt_expand_states(search);
		if (status == TILT_OK && !tilt_report(task))
			return;
	}
	if (status == TILT_NO_MEMORY)
		answer->verdict = GAVE_UP;
}

void tilt_bidirectional_search(struct tilt_bidirectional *search, const struct tilt_task *task)
{
	struct answer *answer = task->answer;
	assert(search->graph->reversed == search->graph->nodes.count);
	search->explores = false;
	if (!tilt_visited_free(&search->forward, task))
		return;
	const bool started =
		(search->backward.count > 0 ||
	         tilt_expand_start(search, &search->backward, task->goal, 1, task) == TILT_OK) &&
		tilt_expand_start(search, &search->forward, task->from, 0, task) == TILT_OK;
	answer->verdict = started ? run(search, task) : GAVE_UP;
	if (answer->verdict == OPTIMAL)
		answer->lower = answer->upper;
	answer->states = tilt_expand_states(search);
}

/* ---- start and end ---- */

static unsigned bits_for(unsigned colours)
{
	unsigned bits = 1;
	while (1U << bits < colours)
		bits++;
	return bits;
}

bool tilt_bidirectional_fits(const struct level *level)
{
	unsigned colours = 0;
	for (int c = 1; c <= COLOURS_MAX; c++)
		colours += level->pieces[c] > 0;
	return (unsigned)pieces_count(level) * bits_for(colours) <= COLOURING_BITS;
}

void tilt_bidirectional_init(struct tilt_bidirectional *search, struct tilt_graph *graph,
                             const struct level *level, size_t limit)
{
	uint8_t colours = 0;
	*search = (struct tilt_bidirectional){
		.graph = graph,
		.backward.budget = &search->budget,
		.forward.budget = &search->budget,
		.budget.limit = limit,
		.budget.spills = state_table_has_spilled(&graph->nodes),
		.records_max = UINT64_MAX,
	};
	for (int c = 1; c <= COLOURS_MAX; c++)
		if (level->pieces[c] > 0)
			search->code[c] = colours++;
	search->bits = bits_for(colours);
}

bool tilt_bidirectional_free(struct tilt_bidirectional *search, const struct tilt_task *task)
{
	if (search->graph != NULL && (!tilt_visited_free(&search->forward, task) ||
	                              !tilt_visited_free(&search->backward, task)))
		return false;
	*search = (struct tilt_bidirectional){0};
	return true;
}
