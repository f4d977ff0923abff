/* A* with a queue of buckets: every open state hangs in the list of its depth plus bound.
 *
 * The least such sum among the open states is a lower bound at any time, for every way to a
 * solution runs through one of them. A solved state counts when the search reaches its bucket,
 * not when it is generated; until then its depth is an upper bound. A state that is reached again
 * by a shorter way goes back into the queue, so bounds need not be consistent. */
#include "search/general.h"

#include <stdlib.h>
#include <string.h>

#include "search/table.h"

enum {
	TICK_STATES = 256,  /* states expanded between two looks at clock and caller */
	DEPTH_MAX = 60000,  /* moves; what lies deeper is not looked for */
};

/* What the table keeps beside a state. */
struct node {
	uint32_t parent;
	uint32_t next, previous; /* in its bucket */
	uint16_t depth;
	uint16_t bound;
	move_code move;          /* from the parent */
	uint16_t open;           /* in a bucket */
};

struct run {
	const struct mode *mode;
	const struct level *level;
	struct answer *answer;
	struct table table;
	uint32_t *bucket;        /* first state of each sum, or TABLE_NONE */
	int bucket_count;
	int sum;                 /* no open state has a lesser one */
	uint32_t goal;           /* the solved state nearest to the start so far, or TABLE_NONE */
	struct state from, to;   /* all bytes behind state_size stay 0 */
};

struct general {
	struct level level;
	size_t bytes;
	struct run run;
};

static struct node *node_at(const struct run *run, uint32_t number)
{
	return table_own(&run->table, number);
}

/* ---- the queue ---- */

static bool grow_buckets(struct run *run, int sum)
{
	int count = run->bucket_count == 0 ? 256 : run->bucket_count;
	while (count <= sum)
		count *= 2;
	uint32_t *bucket = realloc(run->bucket, (size_t)count * sizeof *bucket);
	if (bucket == NULL)
		return false;
	for (int i = run->bucket_count; i < count; i++)
		bucket[i] = TABLE_NONE;
	run->bucket = bucket;
	run->bucket_count = count;
	return true;
}

static bool enqueue(struct run *run, uint32_t number)
{
	struct node *node = node_at(run, number);
	const int sum = node->depth + node->bound;
	if (sum >= run->bucket_count && !grow_buckets(run, sum))
		return false;
	node->open = 1;
	node->previous = TABLE_NONE;
	node->next = run->bucket[sum];
	if (node->next != TABLE_NONE)
		node_at(run, node->next)->previous = number;
	run->bucket[sum] = number;
	if (sum < run->sum)
		run->sum = sum;
	return true;
}

static void dequeue(struct run *run, uint32_t number)
{
	struct node *node = node_at(run, number);
	if (node->next != TABLE_NONE)
		node_at(run, node->next)->previous = node->previous;
	if (node->previous != TABLE_NONE)
		node_at(run, node->previous)->next = node->next;
	else
		run->bucket[node->depth + node->bound] = node->next;
	node->open = 0;
}

/* The next state to expand, out of the queue; TABLE_NONE when it is empty. */
static uint32_t take(struct run *run)
{
	while (run->sum < run->bucket_count && run->bucket[run->sum] == TABLE_NONE)
		run->sum++;
	if (run->sum >= run->bucket_count)
		return TABLE_NONE;
	const uint32_t number = run->bucket[run->sum];
	dequeue(run, number);
	return number;
}

/* ---- states ---- */

static void note_solved(struct run *run, uint32_t number)
{
	const int depth = node_at(run, number)->depth;
	if (run->answer->upper < 0 || depth < run->answer->upper) {
		run->answer->upper = depth;
		run->goal = number;
	}
}

/* A state reached at a depth from its parent: new, by a shorter way, or nothing. False: no room. */
static bool reach(struct run *run, const struct state *state, uint32_t parent, move_code move,
                  int depth)
{
	bool fresh;
	const uint32_t number = table_put(&run->table, state->byte, &fresh);
	if (number == TABLE_NONE)
		return false;
	struct node *node = node_at(run, number);
	if (!fresh && depth >= node->depth)
		return true;
	if (fresh) {
		const int bound = run->mode->at_least(run->level, state);
		/* Dead states stay in the table at depth 0, so that nothing reopens them. */
		if (bound == DEAD)
			return true;
		node->bound = (uint16_t)bound;
	} else if (node->open) {
		dequeue(run, number);
	}
	node->depth = (uint16_t)depth;
	node->parent = parent;
	node->move = move;
	if (node->bound == 0 && run->mode->solved(run->level, state))
		note_solved(run, number);
	if (run->answer->upper >= 0 && depth + node->bound > run->answer->upper)
		return true;
	return enqueue(run, number);
}

static bool expand(struct run *run, uint32_t number)
{
	const size_t size = run->level->state_size;
	const int depth = node_at(run, number)->depth + 1;
	move_code moves[MOVES_MAX];
	memcpy(run->from.byte, table_state(&run->table, number), size);
	const int count = run->mode->moves(run->level, &run->from, moves);
	for (int i = 0; i < count; i++) {
		memcpy(run->to.byte, run->from.byte, size);
		if (run->mode->apply(run->level, &run->to, moves[i]) &&
		    (depth > DEPTH_MAX || !reach(run, &run->to, number, moves[i], depth)))
			return false;
	}
	return true;
}

/* ---- the answer ---- */

static int way_length(const struct run *run, uint32_t number)
{
	int length = 0;
	for (; node_at(run, number)->parent != TABLE_NONE; number = node_at(run, number)->parent)
		length++;
	return length;
}

/* The way to the goal may have become shorter since it was found: a state on it was reached again
 * by fewer moves. */
static void fill_plan(struct run *run)
{
	struct answer *answer = run->answer;
	if (run->goal == TABLE_NONE)
		return;
	answer->upper = way_length(run, run->goal);
	if (answer->lower > answer->upper)
		answer->lower = answer->upper;
	if (answer->upper > PLAN_MAX)
		return;
	answer->length = answer->upper;
	uint32_t number = run->goal;
	for (int i = answer->length - 1; i >= 0; i--) {
		const struct node *node = node_at(run, number);
		answer->plan[i] = node->move;
		number = node->parent;
	}
}

/* The least open sum is a lower bound, and no more than any way that is known. */
static void raise_lower(struct run *run)
{
	struct answer *answer = run->answer;
	if (run->sum > answer->lower)
		answer->lower = run->sum;
	if (answer->upper >= 0 && answer->lower > answer->upper)
		answer->lower = answer->upper;
	answer->states = run->table.count;
}

static enum verdict run_search(struct run *run, struct watch *watch)
{
	for (unsigned count = 1;; count++) {
		const uint32_t number = take(run);
		if (number == TABLE_NONE)
			return run->answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
		raise_lower(run);
		if (run->answer->upper >= 0 && run->answer->lower >= run->answer->upper)
			return OPTIMAL;
		if (!expand(run, number))
			return GAVE_UP;
		if (count % TICK_STATES == 0 && !watch_goes_on(watch, run->answer))
			return run->answer->verdict;
	}
}

void general_search(struct general *general, const struct state *start, struct watch *watch,
                    struct answer *answer)
{
	struct run *run = &general->run;
	run->answer = answer;
	run->goal = TABLE_NONE;
	answer->verdict = GAVE_UP;
	if (table_init(&run->table, run->level->state_size, sizeof(struct node), general->bytes) &&
	    reach(run, start, TABLE_NONE, 0, 0)) {
		answer->verdict = SEARCHING;
		answer->verdict = run_search(run, watch);
	}
	if (answer->verdict == OPTIMAL)
		answer->lower = answer->upper;
	answer->states = run->table.count;
	fill_plan(run);
	table_free(&run->table);
	free(run->bucket);
	run->bucket = NULL;
	run->bucket_count = run->sum = 0;
}

struct general *general_open(const struct mode *mode, const struct level *level, size_t bytes)
{
	struct general *general = calloc(1, sizeof *general);
	if (general != NULL) {
		general->level = *level;
		general->bytes = bytes;
		general->run.mode = mode;
		general->run.level = &general->level;
	}
	return general;
}

void general_close(struct general *general)
{
	free(general);
}
