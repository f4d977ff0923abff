/* Where the memory is full: iterative deepening from every open state, a round for each number of
 * moves (Sen and Bagchi 1989). States that the table has at the same depth or a lesser one are left
 * to the rounds from there. It ends when it has looked at some times as many states as the table
 * holds, so that a search without a time limit ends. */
#include <limits.h>
#include <string.h>

#include "solve/general_private.h"

enum {
	DIVE_MAX = 100, /* moves beyond the table */
	DIVES = 8,      /* states met beyond the table, for each one in it */
};

enum outcome { NOTHING, FOUND, BROKEN_OFF };

/* One round of iterative deepening. */
struct dive {
	struct monitor *monitor;
	int most;          /* moves that a way may have in this round */
	int next;          /* the least sum beyond that; INT_MAX: none */
	uint64_t left;     /* states that may still be met */
	int length;        /* moves made since the state in the table */
	move_code move[DIVE_MAX];
};

/* The bound of a state met on a dive; NO_WAY also where the table has it at the same depth or a
 * lesser one, for then it is searched from there. */
static int dive_bound(const struct general *general, const struct state *state, int depth)
{
	const uint32_t number = state_table_find(&general->table, state->byte);
	if (number == STATE_NONE) {
		const int bound = general->puzzle->rules.lower_bound(&general->level, state);
		return bound == DEAD_END ? NO_WAY : bound;
	}
	const struct node *node = node_at(general, number);
	if (node->search != general->search)
		return general_bound(general, node, state);
	return node->depth <= depth ? NO_WAY : node->bound;
}

/* Accounts for a successor, and looks at clock and caller when it is time. */
static bool may_go_on(struct general *general, struct dive *dive)
{
	if (dive->left-- == 0) {
		general->answer->verdict = GAVE_UP;
		return false;
	}
	general->made += general_work(general, 1);
	if (general->made < TICK_WORK)
		return true;
	general->made = 0;
	return monitor_report(dive->monitor, general->answer);
}

/* Depth-first from a state at a depth, as far as dive->most allows. */
static enum outcome dive_from(struct general *general, struct dive *dive, const struct state *from,
                              int depth)
{
	move_code moves[MOVES_MAX];
	const int count = general->puzzle->rules.moves(&general->level, from, moves);
	for (int i = 0; i < count; i++) {
		struct state to = *from;
		if (!may_go_on(general, dive))
			return BROKEN_OFF;
		if (!general->puzzle->rules.apply(&general->level, &to, moves[i]))
			continue;
		const int bound = dive_bound(general, &to, depth + 1);
		if (bound == NO_WAY)
			continue;
		if (depth + 1 + bound > dive->most) {
			if (depth + 1 + bound < dive->next)
				dive->next = depth + 1 + bound;
			continue;
		}
		if (dive->length == DIVE_MAX) {
			general->answer->verdict = GAVE_UP;
			return BROKEN_OFF;
		}
		dive->move[dive->length++] = moves[i];
		if (bound == 0 && general->puzzle->rules.solved(&general->level, &to))
			return FOUND;
		const enum outcome outcome = dive_from(general, dive, &to, depth + 1);
		if (outcome != NOTHING)
			return outcome;
		dive->length--;
	}
	return NOTHING;
}

/* From every open state whose sum the round allows. */
static enum outcome dive_from_all(struct general *general, struct dive *dive, uint32_t *from)
{
	struct state state = {{0}};
	for (int sum = 0; sum < general->bucket_count; sum++) {
		if (general->bucket[sum] == STATE_NONE)
			continue;
		if (sum > dive->most) {
			dive->next = sum < dive->next ? sum : dive->next;
			break;
		}
		for (*from = general->bucket[sum]; *from != STATE_NONE;
		     *from = node_at(general, *from)->next) {
			memcpy(state.byte, state_table_state(&general->table, *from),
			       general->level.state_size);
			dive->length = 0;
			const enum outcome outcome =
				dive_from(general, dive, &state, node_at(general, *from)->depth);
			if (outcome != NOTHING)
				return outcome;
		}
	}
	return NOTHING;
}

/* The way into the table's state and on from it. */
static void take_dive(struct general *general, const struct dive *dive, uint32_t from)
{
	struct answer *answer = general->answer;
	general->goal = from;
	general_fill_plan(general);
	general->goal = STATE_NONE;
	answer->upper += dive->length;
	if (answer->upper > PLAN_MAX) {
		answer->length = 0;
		return;
	}
	memcpy(answer->plan + answer->length, dive->move,
	       (size_t)dive->length * sizeof *dive->move);
	answer->length = answer->upper;
}

enum verdict general_go_beyond(struct general *general, struct monitor *monitor)
{
	struct answer *answer = general->answer;
	struct dive dive = {.monitor = monitor, .left = DIVES * answer->states};
	if (general->weight > 1 && !queue_reorder(general, 1))
		return GAVE_UP;
	for (dive.most = answer->lower;; dive.most = dive.next) {
		uint32_t from = STATE_NONE;
		if (dive.most > answer->lower)
			answer->lower = dive.most;
		if (answer->upper >= 0 && answer->lower >= answer->upper)
			return OPTIMAL;
		dive.next = INT_MAX;
		const enum outcome outcome = dive_from_all(general, &dive, &from);
		if (outcome == BROKEN_OFF)
			return answer->verdict;
		if (outcome == FOUND) {
			take_dive(general, &dive, from);
			return OPTIMAL;
		}
		if (dive.next == INT_MAX)
			return answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
	}
}
