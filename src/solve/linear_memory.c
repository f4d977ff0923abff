/* When the memory is full: iterative deepening from every open state, a round for each number of
 * moves (Sen and Bagchi 1989). States that the table has with the same g or a smaller one are left
 * to the rounds from there. Where nothing else ends a search, it does so when it has met some times
 * as many states as the table holds; or, together with those in the table, as many as the limit of
 * states allows. */
#include <limits.h>
#include <string.h>

#include "solve/general.h"

enum {
	BEYOND_MAX = 100, /* moves from a state in the table */
	MET_FOR_EACH = 8, /* states met without being stored, for each one in the table */
};

enum outcome { NOTHING, FOUND, BROKEN_OFF };

/* One round of iterative deepening. */
struct round {
	int max;           /* moves that a plan may have in this round */
	int next;          /* the lowest f above that; INT_MAX: none */
	uint64_t left;     /* states that may still be met */
	int length;        /* moves made since the state in the table */
	move_code move[BEYOND_MAX];
};

/* h of a state that is not to be stored; H_DEAD also where the table has it with the same g or a
 * smaller one, for then it is searched from there. */
static int h_of(const struct general *general, const struct state *state, int g)
{
	const uint32_t number = state_table_find(&general->table, state->byte);
	if (number == STATE_NONE) {
		const int h = general->puzzle->rules.lower_bound(&general->level, state);
		return h == DEAD_END ? H_DEAD : h;
	}
	const struct node *node = node_at(general, number);
	if (node->search != general->search)
		return general_h(general, node, state);
	return node->g <= g ? H_DEAD : node->h;
}

/* Counts a successor, and reports progress when it is time. */
static bool may_go_on(struct general *general, struct round *round)
{
	if (round->left-- == 0) {
		general->answer->verdict = GAVE_UP;
		return false;
	}
	general->work += general_work(general, 1);
	if (general->work < TICK_WORK)
		return true;
	general->work = 0;
	return monitor_report(general->monitor, general->answer);
}

/* Depth-first from a state with that g, as far as round->max allows. */
static enum outcome deepen(struct general *general, struct round *round, const struct state *from,
                           int g)
{
	move_code moves[MOVES_MAX];
	const int count = general->puzzle->rules.moves(&general->level, from, moves);
	for (int i = 0; i < count; i++) {
		struct state to = *from;
		if (!may_go_on(general, round))
			return BROKEN_OFF;
		if (!general->puzzle->rules.apply(&general->level, &to, moves[i]))
			continue;
		const int h = h_of(general, &to, g + 1);
		if (h == H_DEAD)
			continue;
		if (g + 1 + h > round->max) {
			round->next = g + 1 + h < round->next ? g + 1 + h : round->next;
			continue;
		}
		if (round->length == BEYOND_MAX) {
			general->answer->verdict = GAVE_UP;
			return BROKEN_OFF;
		}
		round->move[round->length++] = moves[i];
		if (h == 0 && general->puzzle->rules.solved(&general->level, &to))
			return FOUND;
		const enum outcome outcome = deepen(general, round, &to, g + 1);
		if (outcome != NOTHING)
			return outcome;
		round->length--;
	}
	return NOTHING;
}

/* From every open state whose f the round allows. */
static enum outcome deepen_all(struct general *general, struct round *round, uint32_t *from)
{
	struct state state = {{0}};
	struct bucket_visit visit = {0};
	uint64_t item;
	enum outcome outcome = NOTHING;
	while (outcome == NOTHING && bucket_queue_visit(&general->astar.open, &visit, &item)) {
		*from = (uint32_t)item;
		const struct node *node = node_at(general, *from);
		if (!general_is_open(general, item))
			continue;
		if (node->g + node->h > round->max) {
			if (node->g + node->h < round->next)
				round->next = node->g + node->h;
			break;
		}
		memcpy(state.byte, state_table_state(&general->table, *from),
		       general->level.state_size);
		round->length = 0;
		outcome = deepen(general, round, &state, node->g);
	}
	return outcome;
}

/* The plan to a state in the table and on from it. */
static void take_plan(struct general *general, const struct round *round, uint32_t from)
{
	struct answer *answer = general->answer;
	general->goal = from;
	general_fill_plan(general);
	general->goal = STATE_NONE;
	answer->upper += round->length;
	if (answer->upper > PLAN_MAX) {
		answer->length = 0;
		return;
	}
	memcpy(answer->plan + answer->length, round->move,
	       (size_t)round->length * sizeof *round->move);
	answer->length = answer->upper;
}

/* How many states may be met. */
static uint64_t allowance(const struct general *general)
{
	if (general->monitor->has_end)
		return UINT64_MAX;
	const uint64_t stored = general->answer->states, all = general->monitor->limits->states;
	const uint64_t left = all > stored ? all - stored : 0;
	return all > 0 && left < MET_FOR_EACH * stored ? left : MET_FOR_EACH * stored;
}

enum verdict general_linear_memory(struct general *general)
{
	struct answer *answer = general->answer;
	struct round round = {.left = allowance(general)};
	if (general->astar.weight > 1 && !general_unweigh(general))
		return GAVE_UP;
	for (round.max = answer->lower;; round.max = round.next) {
		uint32_t from = STATE_NONE;
		if (round.max > answer->lower)
			answer->lower = round.max;
		if (answer->upper >= 0 && answer->lower >= answer->upper)
			return OPTIMAL;
		round.next = INT_MAX;
		const enum outcome outcome = deepen_all(general, &round, &from);
		if (outcome == BROKEN_OFF)
			return answer->verdict;
		if (outcome == FOUND) {
			take_plan(general, &round, from);
			return OPTIMAL;
		}
		if (round.next == INT_MAX)
			return answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
	}
}
