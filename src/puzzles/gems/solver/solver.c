/* A* over bit-planes, with a depth-first search ahead of it for a first plan.
 *
 * Every swap clears three gems or more, and gems and letters to come run out, so positions never
 * repeat on a way, and a depth-first search that remembers dead ends comes to a solution soon. It
 * goes first, a slice at a time. What it leaves behind is dead for good: proven, and remembered as
 * long as the level is.
 *
 * A* (Hart, Nilsson, Raphael 1968) then closes the bounds. Its bound (gems_spread.h) is consistent:
 * a swap changes the cost of two colours by one each, and a run that goes takes nothing with it
 * that would have cost more. So whatever is expanded was reached by a shortest way, and all that
 * waits with the least sum of depth and bound can be expanded as one batch, whose positions are
 * looked up in the table after the cache has been told of all of them. The last one in goes first:
 * once the sum is that of a solution, the search runs straight down to one.
 *
 * Between searches the table keeps what is proven: dead positions, and those on shortest ways. */
#include "puzzles/gems/solver/solver.h"

#include <stdlib.h>

#include "puzzles/gems/solver/depth_first.h"

enum {
	BATCH = 16,            /* nodes expanded before their successors are looked up */
	SLICE_FIRST = 8192,    /* nodes that the depth-first search expands before A* goes on */
	SLICE_SCORE = 128,     /* the same where points are the goal: most swaps come nearer */
	BYTES_LEAST = 2 << 20, /* with less, this level is the general search's */
};

/* ---- A* ---- */

static bool push(struct hunt *hunt, uint32_t number)
{
	const struct node *node = node_at(&hunt->nodes, number);
	const int sum = (int)(node->depth + node->bound);
	struct stack *stack = &hunt->open[sum];
	if (stack->count == stack->room) {
		const size_t room = stack->room == 0 ? 64 : 2 * stack->room;
		const size_t more = (room - stack->room) * sizeof *stack->node;
		if (hunt->open_bytes + more > hunt->open_limit)
			return false;
		uint32_t *larger = realloc(stack->node, room * sizeof *larger);
		if (larger == NULL)
			return false;
		stack->node = larger;
		stack->room = room;
		hunt->open_bytes += more;
	}
	stack->node[stack->count++] = number;
	if (sum < hunt->sum)
		hunt->sum = sum;
	return true;
}

static bool put_open(struct hunt *hunt, uint32_t number, uint32_t parent, move_code move, int depth)
{
	struct node *node = node_at(&hunt->nodes, number);
	node_set(&hunt->nodes, node, NODE_OPEN);
	node->parent = parent;
	node->move = (unsigned)move & NODE_MOVE_MAX;
	node->depth = (unsigned)depth & NODE_DEPTH_MAX;
	return push(hunt, number);
}

/* The plan that leads to a node and then on by a move, `length` moves in all so far. */
static void fill_begin(struct hunt *hunt, uint32_t number, move_code move, int length)
{
	move_code *plan = hunt->answer->plan;
	plan[length - 1] = move;
	for (int i = length - 2; i >= 0; i--) {
		plan[i] = node_at(&hunt->nodes, number)->move;
		number = node_at(&hunt->nodes, number)->parent;
	}
}

/* A way through a position whose distance is known. */
static void join(struct hunt *hunt, const struct successor *next, int depth, int rest)
{
	if (!gems_hunt_note_way(hunt, depth + rest))
		return;
	fill_begin(hunt, next->from, next->move, depth);
	gems_hunt_fill_end(hunt, next->position, depth);
}

/* Whether a way of this depth to a node leads to something new. */
static bool is_shorter(const struct hunt *hunt, const struct node *node, int depth)
{
	const enum node_status status = node_status(&hunt->nodes, node);
	const int upper = hunt->answer->upper;
	if (status == NODE_SOLVED)
		return upper < 0 || depth + (int)node->depth < upper;
	return (status == NODE_SEEN || (status < NODE_DEAD && depth < (int)node->depth)) &&
	       (upper < 0 || depth + (int)node->bound < upper);
}

/* A successor of a node that has been expanded: new, by a shorter way, or nothing. False: no
 * memory. */
static bool reach(struct hunt *hunt, int i)
{
	const struct successor *next = &hunt->next[i];
	const int depth = (int)node_at(&hunt->nodes, next->from)->depth + 1;
	const int upper = hunt->answer->upper;
	uint32_t number = gems_nodes_find(&hunt->nodes, &next->position, hunt->hash[i]);
	if (number == NODES_NONE) {
		const int bound = gems_field_bound(&hunt->field, &hunt->spread, &next->position);
		if (bound == 0)
			join(hunt, next, depth, 0);
		if (bound <= 0 || (upper >= 0 && depth + bound >= upper))
			return true;
		number = gems_hunt_add(hunt, &next->position, hunt->hash[i], bound);
		return number != NODES_NONE &&
		       put_open(hunt, number, next->from, next->move, depth);
	}
	const struct node *node = node_at(&hunt->nodes, number);
	if (!is_shorter(hunt, node, depth))
		return true;
	if (node_status(&hunt->nodes, node) == NODE_SOLVED) {
		join(hunt, next, depth, (int)node->depth);
		return true;
	}
	return put_open(hunt, number, next->from, next->move, depth);
}

/* Takes the next node from the stack; NODES_NONE when it is empty. */
static uint32_t take(struct hunt *hunt, struct stack *stack)
{
	while (stack->count > 0) {
		const uint32_t number = stack->node[--stack->count];
		struct node *node = node_at(&hunt->nodes, number);
		if (node_status(&hunt->nodes, node) == NODE_OPEN &&
		    (int)(node->depth + node->bound) == hunt->sum) {
			node_set(&hunt->nodes, node, NODE_CLOSED);
			return number;
		}
	}
	return NODES_NONE;
}

/* Expands nodes of the least sum. */
static enum outcome expand_batch(struct hunt *hunt)
{
	enum outcome outcome = FURTHER;
	hunt->nexts = 0;
	for (int i = 0; i < BATCH && hunt->nexts <= NEXT_MAX - SUCCESSORS_MAX; i++) {
		const uint32_t number = take(hunt, &hunt->open[hunt->sum]);
		if (number == NODES_NONE)
			break;
		gems_hunt_expand(hunt, number);
		if (outcome == FURTHER)
			outcome = gems_hunt_count(hunt);
	}
	for (int i = 0; i < hunt->nexts; i++)
		if (!reach(hunt, i))
			return NO_MEMORY;
	return outcome;
}

/* All that waits has this sum at least, and so has every way. */
static void raise_lower(struct hunt *hunt)
{
	struct answer *answer = hunt->answer;
	while (hunt->sum < SUMS && hunt->open[hunt->sum].count == 0)
		hunt->sum++;
	if (hunt->sum < SUMS && hunt->sum > answer->lower)
		answer->lower = hunt->sum;
	if (answer->upper >= 0 && (hunt->sum == SUMS || answer->lower > answer->upper))
		answer->lower = answer->upper;
}

static enum outcome go_wide(struct hunt *hunt, unsigned nodes)
{
	const unsigned end = hunt->expanded + nodes;
	enum outcome outcome = FURTHER;
	while (outcome == FURTHER && hunt->expanded < end) {
		raise_lower(hunt);
		if (hunt->sum == SUMS || hunt->answer->lower == hunt->answer->upper)
			return PROVEN;
		outcome = expand_batch(hunt);
	}
	return outcome;
}

/* ---- a search ---- */

/* The start's distance is known. */
static enum outcome take_start(struct hunt *hunt)
{
	struct position position;
	gems_nodes_position(&hunt->nodes, hunt->start, &position);
	hunt->answer->lower = (int)node_at(&hunt->nodes, hunt->start)->depth;
	if (gems_hunt_note_way(hunt, hunt->answer->lower))
		gems_hunt_fill_end(hunt, position, 0);
	return PROVEN;
}

/* Turns to and fro between the two, until a way is known; the rest is for A*. */
static enum outcome run(struct hunt *hunt)
{
	if (gems_hunt_status(hunt, hunt->start) == NODE_DEAD)
		return PROVEN;
	if (gems_hunt_status(hunt, hunt->start) == NODE_SOLVED)
		return take_start(hunt);
	for (unsigned slice = hunt->field.score_at > 0 ? SLICE_SCORE : SLICE_FIRST;; slice *= 2) {
		enum outcome outcome = FURTHER;
		if (hunt->answer->upper < 0)
			outcome = gems_deep_go(hunt, slice);
		if (outcome == FURTHER)
			outcome =
				go_wide(hunt, hunt->answer->upper < 0 ? 4 * slice : UINT32_MAX / 2);
		if (outcome != FURTHER)
			return outcome;
	}
}

/* Sees to it that every position of the plan has its node; false where there is no memory. */
static bool add_way(struct hunt *hunt, struct position position)
{
	for (int i = 0; i < hunt->answer->length; i++) {
		const uint64_t hash = nodes_hash(&hunt->nodes, &position);
		if (gems_nodes_find(&hunt->nodes, &position, hash) == NODES_NONE &&
		    gems_hunt_add(hunt, &position, hash, 1) == NODES_NONE)
			return false;
		gems_hunt_make(hunt, &position, hunt->answer->plan[i]);
	}
	return true;
}

/* Remembers a shortest way: from each of its positions the rest is shortest too. All or nothing, so
 * that it can be followed to its end. */
static void keep_way(struct hunt *hunt, struct position position)
{
	const struct answer *answer = hunt->answer;
	if (!add_way(hunt, position))
		return;
	for (int i = 0; i < answer->length; i++) {
		const uint64_t hash = nodes_hash(&hunt->nodes, &position);
		const uint32_t number = gems_nodes_find(&hunt->nodes, &position, hash);
		struct node *node = node_at(&hunt->nodes, number);
		node_set(&hunt->nodes, node, NODE_SOLVED);
		node->depth = (unsigned)(answer->length - i) & NODE_DEPTH_MAX;
		node->move = (unsigned)answer->plan[i] & NODE_MOVE_MAX;
		gems_hunt_make(hunt, &position, answer->plan[i]);
	}
}

/* Nothing is under way, and the start has its node. */
static bool begin(struct hunt *hunt, const struct position *start, int bound)
{
	const uint64_t hash = nodes_hash(&hunt->nodes, start);
	for (int i = 0; i < SUMS; i++)
		hunt->open[i].count = 0;
	hunt->depth = 0;
	hunt->sum = SUMS;
	hunt->kept = hunt->nodes.count;
	hunt->start = gems_nodes_find(&hunt->nodes, start, hash);
	if (hunt->start == NODES_NONE)
		hunt->start = gems_hunt_add(hunt, start, hash, bound);
	return hunt->start != NODES_NONE &&
	       (gems_hunt_status(hunt, hunt->start) >= NODE_DEAD ||
	        put_open(hunt, hunt->start, NODES_NONE, 0, 0));
}

/* Forgets all that earlier searches have left. */
static enum outcome forget(struct hunt *hunt)
{
	hunt->ready = false; /* where it is stopped halfway, the next search makes all anew */
	for (int i = 0; i < SEGMENTS; i++) {
		gems_nodes_forget(&hunt->nodes, i);
		if (i % (SEGMENTS / 16) == 0 && gems_hunt_look(hunt) == STOPPED)
			return STOPPED;
	}
	hunt->ready = true;
	return FURTHER;
}

static enum verdict verdict_of(enum outcome outcome, const struct answer *answer)
{
	switch (outcome) {
	case PROVEN:
		return answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
	case STOPPED:
		return answer->verdict;
	default:
		return GAVE_UP;
	}
}

/* Where memory runs out, what earlier searches have left is given up for once. */
static enum outcome run_in_memory(struct hunt *hunt, const struct position *start, int bound)
{
	enum outcome outcome = gems_nodes_begin(&hunt->nodes) ? FURTHER : forget(hunt);
	while (outcome == FURTHER) {
		outcome = begin(hunt, start, bound) ? run(hunt) : NO_MEMORY;
		if (outcome == NO_MEMORY && hunt->kept > 0)
			outcome = forget(hunt);
	}
	return outcome;
}

static void search_position(struct hunt *hunt, const struct position *start)
{
	struct answer *answer = hunt->answer;
	const int bound = gems_field_bound(&hunt->field, &hunt->spread, start);
	if (bound == BOUND_DEAD) {
		answer->verdict = UNSOLVABLE;
		return;
	}
	hunt->expanded = 0;
	hunt->kept = hunt->nodes.count;
	answer->lower = bound;
	answer->verdict = SEARCHING;
	const enum outcome outcome = run_in_memory(hunt, start, bound);
	answer->verdict = verdict_of(outcome, answer);
	answer->states = hunt->nodes.count - hunt->kept;
	if (answer->verdict == OPTIMAL)
		keep_way(hunt, *start);
	else if (answer->verdict == UNSOLVABLE)
		hunt->nodes.dead[hunt->nodes.epoch] = true;
}

/* ---- the kernel ---- */

/* Field, machine and table for positions with such gems. */
static bool make_ready(struct hunt *hunt, const struct gems *gems)
{
	const size_t bytes = hunt->bytes - sizeof *hunt;
	if (hunt->ready && gems_field_fits(&hunt->field, &hunt->level, gems))
		return true;
	gems_nodes_free(&hunt->nodes);
	gems_spread_free(&hunt->spread);
	gems_field_init(&hunt->field, &hunt->level, gems);
	hunt->open_limit = bytes / 8;
	hunt->ready = gems_spread_init(&hunt->spread, bytes / 8) &&
	             gems_nodes_init(&hunt->nodes, hunt->field.words, bytes / 4 * 3);
	return hunt->ready;
}

static void gems_search(void *context, const struct state *start, struct monitor *monitor,
                        struct answer *answer)
{
	struct hunt *hunt = context;
	struct gems gems;
	struct position position;
	gems_unpack(&hunt->level, start, &gems);
	hunt->monitor = monitor;
	hunt->answer = answer;
	answer->verdict = GAVE_UP;
	if (!make_ready(hunt, &gems))
		return;
	gems_field_position(&hunt->field, &hunt->level, &gems, &position);
	search_position(hunt, &position);
}

static void gems_close(void *context)
{
	struct hunt *hunt = context;
	gems_nodes_free(&hunt->nodes);
	gems_spread_free(&hunt->spread);
	for (int i = 0; i < SUMS; i++)
		free(hunt->open[i].node);
	free(hunt->frame);
	free(hunt);
}

static void *gems_open(const struct level *level, size_t bytes)
{
	if (!gems_field_takes(level) || bytes < BYTES_LEAST)
		return NULL;
	struct hunt *hunt = calloc(1, sizeof *hunt);
	if (hunt != NULL) {
		hunt->level = *level;
		hunt->bytes = bytes;
	}
	return hunt;
}

const struct puzzle_solver gems_solver = {
	.open = gems_open,
	.close = gems_close,
	.search = gems_search,
};
