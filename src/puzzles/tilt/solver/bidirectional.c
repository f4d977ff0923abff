#include "puzzles/tilt/solver/bidirectional.h"

#include <stdlib.h>
#include <string.h>

#include "puzzles/tilt/solver/expand.h"

enum {
	WORD_BITS = 64,
	SOON_RECORDS = 1 << 17, /* a search that is done with fewer needs no plan before */
};

/* ---- words ---- */

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

bool tilt_meet_fits(const int pieces[COLOURS_MAX + 1])
{
	int colours;
	const int blocks = count_pieces(pieces, &colours);
	return blocks * (int)bits_for(colours) <= WORD_BITS;
}

static uint64_t word_of(const struct tilt_meet *meet, const struct tilt_class *class)
{
	uint64_t word = 0;
	for (int i = 0; i < meet->graph->blocks; i++)
		word |= (uint64_t)meet->code[class->word[i]] << (unsigned)i * meet->bits;
	return word;
}

/* ---- plans ---- */

/* The move by which a record's class leads to another's. */
static move_code move_to(const struct tilt_meet *meet, const struct tilt_record *from,
                         const struct tilt_record *to)
{
	const struct tilt_edge *low = &tilt_edges(meet->graph, from->node)[0];
	const bool is_low =
		low->to == to->node && tilt_word_forth(meet, low->turn, from->word) == to->word;
	return tilt_graph_move(meet->graph, from->node, is_low ? 0 : 1);
}

/* The way from the start to the meeting, and from there to the goal. */
static void tell(const struct tilt_meet *meet, const struct tilt_goal *goal,
                 const struct tilt_meeting *meeting, struct answer *answer)
{
	const int first = tilt_front_way(&meet->forth, meeting->forth);
	const int length =
		first + 1 +
		(meeting->back == TILT_NONE ? 0 : tilt_front_way(&meet->back, meeting->back));
	if (answer->upper >= 0 && length >= answer->upper)
		return;
	answer->upper = length;
	answer->length = length <= PLAN_MAX ? length : 0;
	if (answer->length == 0)
		return;
	const struct tilt_record *here = tilt_record_at(&meet->forth, meeting->forth);
	uint32_t end = here->node;
	for (int at = first; here->parent != TILT_NONE;) {
		const struct tilt_record *before = tilt_record_at(&meet->forth, here->parent);
		answer->plan[--at] = move_to(meet, before, here);
		here = before;
	}
	int at = first;
	if (meeting->back != TILT_NONE) {
		here = tilt_record_at(&meet->back, meeting->back);
		for (; here->parent != TILT_NONE; at++) {
			const struct tilt_record *next = tilt_record_at(&meet->back, here->parent);
			answer->plan[at] = move_to(meet, here, next);
			here = next;
		}
		end = here->node;
	}
	answer->plan[at] =
		tilt_graph_move(meet->graph, end, goal->side[tilt_axis_of(meet->graph, end)]);
}

/* ---- the search ---- */

/* Files the classes where a side begins. */
static enum tilt_outcome begin(struct tilt_meet *meet, struct tilt_front *front,
                               const struct tilt_class from[TILT_AXES], int depth,
                               struct monitor *monitor, struct answer *answer)
{
	struct tilt_record record[TILT_AXES];
	int count = 0;
	for (int axis = 0; axis < TILT_AXES; axis++)
		if (from[axis].node != TILT_NONE)
			record[count++] = (struct tilt_record){
				.word = word_of(meet, &from[axis]),
				.node = from[axis].node,
				.parent = TILT_NONE,
			};
	front->depth = depth;
	return tilt_expand_begin(meet, front, record, count, monitor, answer);
}

/* The nearest of the start's classes, if the goal's side has seen one. */
static enum tilt_outcome look_up(const struct tilt_meet *meet, struct tilt_meeting *meeting)
{
	int best = -1;
	for (uint32_t n = 0; n < meet->forth.count; n++) {
		const struct tilt_record *record = tilt_record_at(&meet->forth, n);
		const uint32_t there =
			tilt_front_find(&meet->back, record->word, record->node,
		                        tilt_record_hash(record->word, record->node));
		if (there == TILT_NONE)
			continue;
		const int length = tilt_front_way(&meet->back, there);
		if (best < 0 || length < best) {
			best = length;
			*meeting = (struct tilt_meeting){there, n};
		}
	}
	return best < 0 ? TILT_GOING : TILT_MET;
}

static void raise_lower(const struct tilt_meet *meet, struct answer *answer)
{
	const int least = meet->back.depth + meet->forth.depth + 1;
	if (least > answer->lower)
		answer->lower = least;
	if (answer->upper >= 0 && answer->lower > answer->upper)
		answer->lower = answer->upper;
}

/* A side without a last layer has seen all there is. */
static bool is_through(const struct tilt_front *front)
{
	return front->begin == front->end;
}

static size_t room_left(const struct tilt_meet *meet)
{
	return meet->budget.limit - meet->budget.bytes;
}

static enum verdict run(struct tilt_meet *meet, const struct tilt_task *task,
                        struct monitor *monitor, struct answer *answer)
{
	bool tried = false;
	struct tilt_meeting meeting;
	enum tilt_outcome outcome = look_up(meet, &meeting);
	while (outcome == TILT_GOING) {
		if (is_through(&meet->back) || is_through(&meet->forth))
			return UNSOLVABLE;
		raise_lower(meet, answer);
		answer->states = tilt_meet_stored(meet);
		if (!monitor_report(monitor, answer))
			return answer->verdict;
		if (!tried && answer->upper < 0 &&
		    meet->back.count + meet->forth.count > SOON_RECORDS) {
			tried = true;
			if (!tilt_sift(meet->graph, task, room_left(meet), monitor, answer))
				return answer->verdict;
		}
		if (answer->lower == answer->upper)
			return OPTIMAL;
		/* A layer that a meeting has broken off must be whole before the next meeting. */
		const bool back =
			meet->back.next > meet->back.begin || meet->back.count > meet->back.end ||
			meet->back.end - meet->back.begin <= meet->forth.end - meet->forth.begin;
		outcome = tilt_expand(meet, back ? &meet->back : &meet->forth,
		                      back ? &meet->forth : &meet->back, &meeting, monitor, answer);
	}
	if (outcome == TILT_HALTED)
		return answer->verdict;
	if (outcome == TILT_FULL)
		return GAVE_UP;
	tell(meet, task->goal, &meeting, answer);
	return OPTIMAL;
}

/* Whether the goal's class is among those seen from the start. */
static enum tilt_outcome look_for_goal(const struct tilt_meet *meet, const struct tilt_goal *goal,
                                       struct tilt_meeting *meeting)
{
	for (int axis = 0; axis < TILT_AXES; axis++) {
		const struct tilt_class *end = &goal->end[axis];
		if (end->node == TILT_NONE)
			continue;
		const uint64_t word = word_of(meet, end);
		const uint32_t there = tilt_front_find(&meet->forth, word, end->node,
		                                       tilt_record_hash(word, end->node));
		if (there == TILT_NONE)
			continue;
		*meeting = (struct tilt_meeting){TILT_NONE, there};
		return TILT_MET;
	}
	return TILT_GOING;
}

/* Forth alone. */
static enum verdict run_forth(struct tilt_meet *meet, const uint8_t *grid, struct tilt_goal *goal,
                              struct monitor *monitor, struct answer *answer)
{
	const struct tilt_front nothing = {0};
	struct tilt_meeting meeting;
	for (;;) {
		tilt_goal_find(meet->graph, grid, goal);
		if (look_for_goal(meet, goal, &meeting) == TILT_MET)
			break;
		if (is_through(&meet->forth))
			return UNSOLVABLE;
		raise_lower(meet, answer);
		const enum tilt_outcome outcome =
			tilt_expand(meet, &meet->forth, &nothing, &meeting, monitor, answer);
		answer->states = tilt_meet_stored(meet);
		if (outcome != TILT_GOING)
			return outcome == TILT_FULL ? GAVE_UP : answer->verdict;
		if (!monitor_report(monitor, answer))
			return answer->verdict;
	}
	tell(meet, goal, &meeting, answer);
	answer->lower = answer->upper;
	return OPTIMAL;
}

void tilt_meet_forth(struct tilt_meet *meet, const struct tilt_class from[TILT_AXES],
                     const uint8_t *grid, struct tilt_goal *goal, struct monitor *monitor,
                     struct answer *answer)
{
	meet->back.depth = 1;
	answer->verdict = begin(meet, &meet->forth, from, 0, monitor, answer) == TILT_GOING
	                          ? run_forth(meet, grid, goal, monitor, answer)
	                          : GAVE_UP;
}

void tilt_meet_search(struct tilt_meet *meet, const struct tilt_task *task, struct monitor *monitor,
                      struct answer *answer)
{
	if (!tilt_front_empty(&meet->forth, &meet->budget, monitor, answer))
		return;
	const bool begun = meet->back.count > 0 || begin(meet, &meet->back, task->goal->end, 1,
	                                                 monitor, answer) == TILT_GOING;
	if (!begun)
		tilt_front_clear(&meet->back, &meet->budget);
	answer->verdict =
		begun && begin(meet, &meet->forth, task->from, 0, monitor, answer) == TILT_GOING
			? run(meet, task, monitor, answer)
			: GAVE_UP;
	if (answer->verdict == OPTIMAL)
		answer->lower = answer->upper;
	answer->states = tilt_meet_stored(meet);
}

void tilt_meet_init(struct tilt_meet *meet, struct tilt_graph *graph,
                    const int pieces[COLOURS_MAX + 1], size_t limit)
{
	int colours = 0;
	*meet = (struct tilt_meet){.graph = graph, .budget = {.limit = limit}, .most = UINT64_MAX};
	for (int c = 1; c <= COLOURS_MAX; c++)
		if (pieces[c] > 0)
			meet->code[c] = (uint8_t)colours++;
	meet->bits = bits_for(colours);
}

bool tilt_meet_empty(struct tilt_meet *meet, struct monitor *monitor, struct answer *answer)
{
	return tilt_front_empty(&meet->forth, &meet->budget, monitor, answer) &&
	       tilt_front_empty(&meet->back, &meet->budget, monitor, answer);
}

void tilt_meet_free(struct tilt_meet *meet)
{
	tilt_front_clear(&meet->back, &meet->budget);
	tilt_front_clear(&meet->forth, &meet->budget);
	*meet = (struct tilt_meet){0};
}
