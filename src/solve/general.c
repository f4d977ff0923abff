/* A* with a queue of buckets: every open state hangs in the list of its depth plus bound.
 *
 * The least such sum among the open states is a lower bound at any time, for every way to a
 * solution runs through one of them. A solved state counts when the search reaches its bucket,
 * not when it is generated; until then its depth is an upper bound. A state that is reached again
 * by a shorter way goes back into the queue, so bounds need not be consistent.
 *
 * For the first states the bound weighs more than the depth (Pohl 1970), which soon brings a way,
 * though seldom the shortest. Then the queue is ordered anew and nothing of that is lost.
 *
 * What one search of a level has met stays in the table for the next. A search that has shown its
 * start to be at least C moves from a solution has shown as much for all it met: a state at depth g
 * is at least C - g away (adaptive A*, Koenig and Likhachev 2006). This holds for a search that was
 * broken off too, and where there is no way from the start there is none from any state met.
 *
 * Where the memory is full the search goes on for a while without storing anything, so that the
 * bounds still close in. */
#include <stdlib.h>
#include <string.h>

#include "solve/general_private.h"

enum {
	DEPTH_MAX = 60000,     /* moves; what lies deeper is not looked for */
	HASTE = 3,             /* weight of the bound while there is no way yet */
	HASTY_STATES = 2000,   /* expanded in haste at most */
};

/* ---- states ---- */

static void note_solved(struct general *general, uint32_t number)
{
	struct answer *answer = general->answer;
	const int depth = node_at(general, number)->depth;
	if (answer->upper < 0 || depth < answer->upper) {
		answer->upper = depth;
		general->goal = number;
	}
}

uint16_t general_bound(const struct general *general, const struct node *node,
                         const struct state *state)
{
	if (node->search == 0) {
		const int bound = general->puzzle->rules.lower_bound(&general->level, state);
		return bound == DEAD_END ? NO_WAY : (uint16_t)bound;
	}
	const uint16_t proven = general->proven[node->search];
	if (node->bound == NO_WAY || proven == NO_WAY)
		return NO_WAY;
	const int learned = proven - node->depth;
	return learned > node->bound ? (uint16_t)learned : node->bound;
}

/* This search meets a state for the first time. False: there is no way from it. */
static bool meet(struct general *general, struct node *node, const struct state *state)
{
	node->bound = general_bound(general, node, state);
	node->search = (uint16_t)general->search;
	node->open = 0;
	node->depth = 0; /* dead states keep it, so that nothing reopens them */
	general->answer->states++;
	return node->bound != NO_WAY;
}

/* A state reached at a depth from its parent: new, by a shorter way, or nothing. False: no room. */
static bool reach(struct general *general, const uint8_t *byte, uint32_t hash, uint32_t parent,
                  move_code move, int depth)
{
	bool fresh;
	struct answer *answer = general->answer;
	const struct state *state = (const struct state *)byte;
	const uint32_t number = state_table_put_hashed(&general->table, byte, hash, &fresh);
	general->full = number == STATE_NONE;
	if (general->full)
		return false;
	struct node *node = node_at(general, number);
	if (node->search != general->search) {
		if (!meet(general, node, state))
			return true;
	} else if (depth >= node->depth) {
		return true;
	} else if (node->open) {
		queue_remove(general, number);
	}
	node->depth = (uint16_t)depth;
	node->parent = parent;
	node->move = move;
	if (node->bound == 0 && general->puzzle->rules.solved(&general->level, state))
		note_solved(general, number);
	if (answer->upper >= 0 && depth + node->bound > answer->upper)
		return true;
	return queue_put(general, number);
}

/* ---- the answer ---- */

static int way_length(const struct general *general, uint32_t number)
{
	int length = 0;
	while ((number = node_at(general, number)->parent) != STATE_NONE)
		length++;
	return length;
}

/* The way to the goal may have become shorter since it was found: a state on it was reached again
 * by fewer moves. */
void general_fill_plan(struct general *general)
{
	struct answer *answer = general->answer;
	if (general->goal == STATE_NONE)
		return;
	answer->upper = way_length(general, general->goal);
	if (answer->lower > answer->upper)
		answer->lower = answer->upper;
	answer->length = 0;
	if (answer->upper > PLAN_MAX)
		return;
	answer->length = answer->upper;
	uint32_t number = general->goal;
	for (int i = answer->length - 1; i >= 0; i--) {
		const struct node *node = node_at(general, number);
		answer->plan[i] = node->move;
		number = node->parent;
	}
}

/* The least open sum is a lower bound, and no more than any way that is known. In haste it is no
 * more than the weight times such a bound. */
static void raise_lower(struct general *general)
{
	struct answer *answer = general->answer;
	const int lower = (general->sum + general->weight - 1) / general->weight;
	if (lower > answer->lower)
		answer->lower = lower;
	if (answer->upper >= 0 && answer->lower > answer->upper)
		answer->lower = answer->upper;
}

/* ---- a search ---- */

/* Tells the answer, with its plan where the way is not the one told last; false: it is to end. */
static bool tell(struct general *general, struct monitor *monitor)
{
	struct answer *answer = general->answer;
	general->made = 0;
	if (answer->upper != general->told)
		general_fill_plan(general);
	general->told = answer->upper;
	general->stopped = !monitor_report(monitor, answer);
	return !general->stopped;
}

/* All successors of a state, in batches, so that the table's memory is under way while the next
 * successor is made. False: not all of them are there, for there is no room, or it is to end. */
static bool expand(struct general *general, struct monitor *monitor, uint32_t number)
{
	const size_t size = general->level.state_size;
	const int depth = node_at(general, number)->depth + 1;
	move_code moves[MOVES_MAX], made[BATCH];
	uint32_t hash[BATCH];
	struct state from = {{0}};
	memcpy(from.byte, state_table_state(&general->table, number), size);
	const int count = general->puzzle->rules.moves(&general->level, &from, moves);
	for (int i = 0; i < count;) {
		int batch = 0;
		for (; i < count && batch < BATCH; i++) {
			uint8_t *to = general->batch[batch];
			memcpy(to, from.byte, size);
			if (!general->puzzle->rules.apply(&general->level, (struct state *)to,
			                                  moves[i]))
				continue;
			hash[batch] = state_table_hash(&general->table, to);
			made[batch++] = moves[i];
		}
		for (int b = 0; b < batch; b++)
			if (depth > DEPTH_MAX || !reach(general, general->batch[b], hash[b], number,
			                                made[b], depth))
				return false;
		general->made += general_work(general, batch);
		if (general->made >= TICK_WORK && !tell(general, monitor))
			return false;
	}
	return true;
}

static enum verdict run(struct general *general, struct monitor *monitor)
{
	struct answer *answer = general->answer;
	general->told = answer->upper;
	general->stopped = false;
	for (unsigned count = 1;; count++) {
		if (general->weight > 1 && (answer->upper >= 0 || count > HASTY_STATES) &&
		    !queue_reorder(general, 1))
			return GAVE_UP;
		const uint32_t number = queue_take(general);
		if (number == STATE_NONE)
			return answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
		raise_lower(general);
		if (answer->upper >= 0 && answer->lower >= answer->upper)
			return OPTIMAL;
		if (!expand(general, monitor, number)) {
			queue_put(general, number); /* it is not done with */
			return general->stopped ? answer->verdict : GAVE_UP;
		}
		const bool first_way = general->told < 0 && answer->upper >= 0;
		if ((count % TICK_STATES == 0 || first_way) && !tell(general, monitor))
			return answer->verdict;
	}
}

/* A table, with what is known already unless that takes more than so many bytes. */
static bool make_ready(struct general *general, size_t kept)
{
	if (general->ready && general->table.bytes <= kept && general->search < SEARCHES_MAX)
		return true;
	if (general->ready)
		state_table_free(&general->table);
	general->search = 0;
	general->ready = state_table_init(&general->table, general->level.state_size,
	                                  sizeof(struct node), general->bytes);
	return general->ready;
}

static enum verdict search_once(struct general *general, const struct state *start,
                                struct monitor *monitor)
{
	const bool anew = general->table.count == 0;
	struct answer *answer = general->answer;
	general->search++;
	general->proven[general->search] = 0;
	general->goal = STATE_NONE;
	general->weight = HASTE;
	answer->verdict = SEARCHING;
	answer->states = 0;
	enum verdict verdict = GAVE_UP;
	if (reach(general, start->byte, state_table_hash(&general->table, start->byte), STATE_NONE,
	          0, 0)) {
		const uint16_t bound =
			node_at(general, state_table_find(&general->table, start->byte))->bound;
		if (bound != NO_WAY && bound > answer->lower)
			answer->lower = bound;
		verdict = run(general, monitor);
		general_fill_plan(general);
		if (general->full && anew)
			verdict = general_go_beyond(general, monitor);
	}
	if (verdict == OPTIMAL)
		answer->lower = answer->upper;
	general->proven[general->search] =
		verdict == UNSOLVABLE ? NO_WAY : (uint16_t)answer->lower;
	queue_empty(general);
	return verdict;
}

void general_search(struct general *general, const struct state *start, struct monitor *monitor,
                    struct answer *answer)
{
	general->answer = answer;
	answer->verdict = GAVE_UP;
	if (!make_ready(general, general->bytes / 2))
		return;
	answer->verdict = search_once(general, start, monitor);
	/* Where the table was full of what was known before, it begins anew. */
	if (general->full && general->search > 1 && make_ready(general, 0))
		answer->verdict = search_once(general, start, monitor);
}

struct general *general_open(const struct puzzle *puzzle, const struct level *level, size_t bytes)
{
	struct general *general = calloc(1, sizeof *general);
	if (general != NULL) {
		general->puzzle = puzzle;
		general->level = *level;
		general->bytes = bytes;
	}
	return general;
}

void general_close(struct general *general)
{
	if (general->ready)
		state_table_free(&general->table);
	free(general);
}
