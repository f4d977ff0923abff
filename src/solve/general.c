/* A* over numbered states, with a weight of 3 for the first ones.
 *
 * A solved state counts when it leaves the open list, not when it is generated; until then its g
 * is an upper bound. With the weight, which soon brings a plan, though rarely the shortest, h
 * counts three times. Then the open list is put in the order of weight 1, and nothing is lost.
 *
 * The table with all states stays for the next search of the level. A search that has proven its
 * start to be at least C moves from a solution has proven as much for all states it met: one
 * with g is at least C - g moves away (adaptive A*, Koenig and Likhachev 2006). This holds for a
 * search that was stopped, too, and where there is no plan from the start there is none from any
 * state met.
 *
 * When the memory is full, the search continues for a while without storing anything, so that the
 * bounds still close in: solve/linear_memory.c. */
#include <stdlib.h>
#include <string.h>

#include "solve/general.h"

enum {
	G_MAX = 60000,          /* states that are further away are not expanded */
	WEIGHT = 3,             /* weight of h until a plan is known, or */
	WEIGHTED_STATES = 2000, /* states expanded */
	QUEUE_BYTES = 1 << 14,  /* kept free for what one expansion opens */
};

/* ---- states ---- */

static uint64_t item_of(const struct general *general, uint32_t number)
{
	return (uint64_t)node_at(general, number)->g << 32 | number;
}

uint16_t general_h(const struct general *general, const struct node *node,
                   const struct state *state)
{
	if (node->search == 0) {
		const int h = general->puzzle->rules.lower_bound(&general->level, state);
		return h == DEAD_END ? H_DEAD : (uint16_t)h;
	}
	const uint16_t proven = general->proven[node->search];
	if (node->h == H_DEAD || proven == H_DEAD)
		return H_DEAD;
	const int learned = proven - node->g;
	return learned > node->h ? (uint16_t)learned : node->h;
}

/* Prepares a state that this search reaches for the first time. False: it is a dead end. */
static bool meet(struct general *general, struct node *node, const struct state *state)
{
	node->h = general_h(general, node, state);
	node->search = (uint16_t)general->search;
	node->g = 0; /* dead states keep it, so that nothing opens them again */
	general->answer->states++;
	return node->h != H_DEAD;
}

/* Visits a successor of a parent: it is new, or nearer than before, or ignored. False: no room. */
static bool visit(struct general *general, const struct successor *successor, uint32_t parent,
                  int g)
{
	bool fresh;
	const struct state *state = &successor->state;
	const uint32_t number =
		state_table_put_hashed(&general->table, state->byte, successor->hash, &fresh);
	general->full = number == STATE_NONE;
	if (general->full)
		return false;
	struct node *node = node_at(general, number);
	if (node->search != general->search) {
		if (!meet(general, node, state))
			return true;
	} else if (g >= node->g) {
		return true;
	}
	node->g = (uint16_t)g;
	node->parent = parent;
	node->move = successor->move;
	if (node->h == 0 && general->puzzle->rules.solved(&general->level, state) &&
	    astar_solved(&general->astar, g))
		general->goal = number;
	return astar_open(&general->astar, item_of(general, number), g, node->h);
}

/* ---- the answer ---- */

/* The plan to the goal may have become shorter since it was found: a state on it was reached again
 * by fewer moves. */
void general_fill_plan(struct general *general)
{
	struct answer *answer = general->answer;
	uint32_t number = general->goal;
	if (number == STATE_NONE)
		return;
	answer->upper = -1;
	for (; number != STATE_NONE; number = node_at(general, number)->parent)
		answer->upper++;
	if (answer->lower > answer->upper)
		answer->lower = answer->upper;
	answer->length = answer->upper <= PLAN_MAX ? answer->upper : 0;
	number = general->goal;
	for (int i = answer->length - 1; i >= 0; i--) {
		answer->plan[i] = node_at(general, number)->move;
		number = node_at(general, number)->parent;
	}
}

/* ---- the A* client ---- */

/* Reports the answer, with its plan if the upper bound has changed; false: the search must end. */
static bool report(struct general *general)
{
	struct answer *answer = general->answer;
	general->work = 0;
	if (answer->upper != general->reported)
		general_fill_plan(general);
	general->reported = answer->upper;
	return monitor_report(general->monitor, answer);
}

static bool is_open(void *context, uint64_t item, int f)
{
	(void)f;
	return general_is_open(context, item);
}

/* Makes successors by some of the moves and starts to fetch their slots. Returns how many moves it
 * looked at; `made`: how many of them are valid. */
static int make_batch(struct general *general, const struct state *from, const move_code *moves,
                      int count, int *made)
{
	int i = 0;
	for (*made = 0; i < count && *made < BATCH; i++) {
		struct successor *to = &general->batch[*made];
		memcpy(to->state.byte, from->byte, general->level.state_size);
		if (!general->puzzle->rules.apply(&general->level, &to->state, moves[i]))
			continue;
		to->hash = state_table_hash(&general->table, to->state.byte);
		to->move = moves[i];
		state_table_prefetch(&general->table, to->hash);
		++*made;
	}
	return i;
}

static enum astar_outcome visit_successors(struct general *general, uint32_t number)
{
	const int g = node_at(general, number)->g + 1;
	move_code moves[MOVES_MAX];
	struct state from = {{0}};
	memcpy(from.byte, state_table_state(&general->table, number), general->level.state_size);
	const int count = general->puzzle->rules.moves(&general->level, &from, moves);
	for (int i = 0, made; i < count;) {
		i += make_batch(general, &from, moves + i, count - i, &made);
		for (int b = 0; b < made; b++)
			if (g > G_MAX || !visit(general, &general->batch[b], number, g))
				return ASTAR_FULL;
		general->work += general_work(general, made);
		if (general->work >= TICK_WORK && !report(general))
			return ASTAR_STOPPED;
	}
	return ASTAR_CONTINUE;
}

/* Shares the memory between table and open list: the open list gets the memory it needs. */
static void share_memory(struct general *general)
{
	const size_t open = general->astar.open.bytes + QUEUE_BYTES;
	const size_t max = open < general->bytes ? general->bytes - open : 0;
	general->table.limit = max < general->table.bytes ? general->table.bytes : max;
}

/* A state whose successors have not all been visited stays open. */
static enum astar_outcome expand(void *context, uint64_t item, int f)
{
	struct general *general = context;
	share_memory(general);
	general->expanded++;
	const enum astar_outcome outcome = visit_successors(general, (uint32_t)item);
	if (outcome != ASTAR_CONTINUE && !bucket_queue_push(&general->astar.open, f, item))
		general->full = false; /* nothing is left to expand */
	return outcome;
}

static enum astar_outcome progress(void *context)
{
	struct general *general = context;
	const bool first_plan = general->reported < 0 && general->answer->upper >= 0;
	if ((general->expanded % TICK_STATES == 0 || first_plan) && !report(general))
		return ASTAR_STOPPED;
	return general->astar.weight > 1 && general->expanded >= WEIGHTED_STATES ? ASTAR_PAUSED
	                                                                         : ASTAR_CONTINUE;
}

static const struct astar_client client = {
	.is_open = is_open,
	.expand = expand,
	.progress = progress,
};

/* ---- a search ---- */

bool general_unweigh(struct general *general)
{
	struct bucket_queue weighted = general->astar.open;
	struct bucket_visit at = {0};
	uint64_t item;
	bool good = true;
	general->astar.weight = 1;
	bucket_queue_init(&general->astar.open, general->bytes);
	while (good && bucket_queue_visit(&weighted, &at, &item))
		if (general_is_open(general, item))
			good = astar_open(&general->astar, item, (int)(item >> 32),
			                  node_at(general, (uint32_t)item)->h);
	bucket_queue_free(&weighted);
	return good;
}

static enum verdict run(struct general *general)
{
	struct answer *answer = general->answer;
	enum astar_outcome outcome = ASTAR_PAUSED;
	general->reported = answer->upper;
	general->expanded = 0;
	while (outcome == ASTAR_PAUSED) {
		outcome = astar_run(&general->astar, &client, general);
		if (outcome == ASTAR_PAUSED && !general_unweigh(general))
			outcome = ASTAR_FULL;
	}
	if (outcome == ASTAR_PROVEN)
		return answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
	return outcome == ASTAR_STOPPED ? answer->verdict : GAVE_UP;
}

/* Prepares the table; keeps its contents if they take at most `kept` bytes. */
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

static void begin(struct general *general)
{
	general->search++;
	general->proven[general->search] = 0;
	general->goal = STATE_NONE;
	general->astar = (struct astar){
		.weight = WEIGHT,
		.batch = 1,
		.pending_max = 1,
		.lower = &general->answer->lower,
		.upper = &general->answer->upper,
	};
	bucket_queue_init(&general->astar.open, general->bytes);
	general->answer->verdict = SEARCHING;
	general->answer->states = 0;
}

static enum verdict search_once(struct general *general, const struct state *start)
{
	const bool empty = general->table.count == 0;
	const struct successor first = {.state = *start,
	                                .hash = state_table_hash(&general->table, start->byte)};
	struct answer *answer = general->answer;
	enum verdict verdict = GAVE_UP;
	begin(general);
	if (visit(general, &first, STATE_NONE, 0)) {
		const uint32_t number =
			state_table_find_hashed(&general->table, start->byte, first.hash);
		const uint16_t h = node_at(general, number)->h;
		if (h != H_DEAD && h > answer->lower)
			answer->lower = h;
		verdict = run(general);
		general_fill_plan(general);
		if (general->full && empty)
			verdict = general_linear_memory(general);
	}
	if (verdict == OPTIMAL)
		answer->lower = answer->upper;
	general->proven[general->search] = verdict == UNSOLVABLE ? H_DEAD : (uint16_t)answer->lower;
	bucket_queue_free(&general->astar.open);
	return verdict;
}

void general_search(struct general *general, const struct state *start, struct monitor *monitor,
                    struct answer *answer)
{
	general->answer = answer;
	general->monitor = monitor;
	answer->verdict = GAVE_UP;
	if (!make_ready(general, general->bytes / 2))
		return;
	answer->verdict = search_once(general, start);
	/* When the table was full of states from earlier searches, it starts over without them. */
	if (general->full && general->search > 1 && make_ready(general, 0))
		answer->verdict = search_once(general, start);
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
