/* The tables behind the machine of gems_spread.h.
 *
 * Which runs across must be looked at: a run ends where it is no longer needed, and one that
 * passes only columns of three gems or more is never needed, since those can go upright. What is
 * left passes a column with at most two to go, or leads from or to one; so at most two begin at a
 * column, at most two are in their second column, and at most two older ones must go on.
 *
 * Flows of more than FLOW_MAX gems over a border are left out. A way with such a flow costs more
 * than SPREAD_COST_MAX at that border alone, and costs are told up to that only. And there is
 * always a way without: carry one or two gems on to the right until they are three, and what is
 * left over at the end back to the last column where some were left. */
#include "puzzles/gems/solver/transport.h"

#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"

enum {
	FLOW_MAX = SPREAD_COST_MAX - 1, /* gems carried over a border, either way */
	FLOWS = 8,                      /* one of them, for whole words, is never in use */
	OPEN = 3,                       /* 0..2 runs of each age */
	AGES = OPEN * OPEN * OPEN,
	STATES_FIRST = 256,
	RUN = 3,
	MEMO_BITS = 12,
};

/* The least cost so far, by flow to the right and by the runs across: those that began in the last
 * column, in the one before, and earlier. */
struct spread_state {
	uint8_t cost[AGES][FLOWS];
};

static int ages(int first, int second, int older)
{
	return (first * OPEN + second) * OPEN + older;
}

void gems_spread_free(struct spread *spread)
{
	free(spread->state);
	free(spread->next);
	free(spread->cost);
	free(spread->slot);
	free(spread->memo);
	*spread = (struct spread){0};
}

/* ---- the set of states ---- */

static uint64_t hash_state(const struct spread_state *state)
{
	uint64_t hash = HASH_BEGIN, word;
	for (size_t i = 0; i < sizeof *state; i += sizeof word) {
		memcpy(&word, (const uint8_t *)state + i, sizeof word);
		hash = hash_more(hash, word);
		hash ^= hash >> 32;
	}
	return hash;
}

static void enter(struct spread *spread, uint32_t number)
{
	uint64_t i = hash_state(&spread->state[number]) & spread->mask;
	while (spread->slot[i] != 0)
		i = (i + 1) & spread->mask;
	spread->slot[i] = number;
}

static bool resize(void **array, size_t count, size_t size)
{
	void *larger = realloc(*array, count * size);
	if (larger != NULL)
		*array = larger;
	return larger != NULL;
}

/* Doubles the room. Number 0 is nobody's. */
static bool grow(struct spread *spread)
{
	const int room = spread->room == 0 ? STATES_FIRST : 2 * spread->room;
	const size_t one = sizeof *spread->state + sizeof *spread->next + sizeof *spread->cost +
	                   2 * sizeof *spread->slot;
	const size_t count = (size_t)room;
	const size_t bytes = count * one + (sizeof *spread->memo << MEMO_BITS);
	if (bytes > spread->limit ||
	    !resize((void **)&spread->state, count, sizeof *spread->state) ||
	    !resize((void **)&spread->next, count, sizeof *spread->next) ||
	    !resize((void **)&spread->cost, count, sizeof *spread->cost) ||
	    !resize((void **)&spread->slot, 2 * count, sizeof *spread->slot))
		return false;
	if (spread->count == 0) {
		memset(spread->next[0], 0, sizeof spread->next[0]);
		spread->cost[0] = 0;
		spread->count = 1;
	}
	spread->bytes = bytes;
	spread->room = room;
	spread->mask = 2 * (uint32_t)room - 1;
	memset(spread->slot, 0, 2 * count * sizeof *spread->slot);
	for (int i = 1; i < spread->count; i++)
		enter(spread, (uint32_t)i);
	return true;
}

/* What is left to pay when no column follows: every run must have come to its length. */
static uint8_t final_cost(const struct spread_state *state)
{
	uint8_t least = SPREAD_NEVER;
	for (int older = 0; older < OPEN; older++)
		if (state->cost[ages(0, 0, older)][FLOW_MAX] < least)
			least = state->cost[ages(0, 0, older)][FLOW_MAX];
	return least;
}

static uint32_t number_of(struct spread *spread, const struct spread_state *state)
{
	if (spread->count == spread->room && !grow(spread))
		return 0;
	uint64_t i = hash_state(state) & spread->mask;
	for (; spread->slot[i] != 0; i = (i + 1) & spread->mask)
		if (memcmp(&spread->state[spread->slot[i]], state, sizeof *state) == 0)
			return spread->slot[i];
	const uint32_t number = (uint32_t)spread->count++;
	spread->state[number] = *state;
	spread->cost[number] = final_cost(state);
	memset(spread->next[number], 0, sizeof spread->next[number]);
	spread->slot[i] = number;
	return number;
}

/* ---- one column ---- */

/* The column holds `gems` of which `runs` go in runs across: no more must go, or three at least.
 * What goes on to the right may be less than nothing. */
static void pass(const uint8_t from[FLOWS], int gems, int runs, uint8_t to[FLOWS])
{
	const int exact = runs - gems, upright = (runs > RUN ? runs : RUN) - gems;
	int in = FLOW_MAX;
	uint8_t least = SPREAD_NEVER;
	for (int out = FLOW_MAX; out >= -FLOW_MAX; out--) {
		for (; in >= -FLOW_MAX && in >= out + upright; in--)
			if (from[in + FLOW_MAX] < least)
				least = from[in + FLOW_MAX];
		uint8_t cost = least;
		if (out + exact >= -FLOW_MAX && out + exact <= FLOW_MAX &&
		    from[out + exact + FLOW_MAX] < cost)
			cost = from[out + exact + FLOW_MAX];
		if (cost == SPREAD_NEVER)
			continue;
		cost = (uint8_t)(cost + abs(out));
		to[out + FLOW_MAX] = cost < SPREAD_COST_MAX ? cost : SPREAD_COST_MAX;
	}
}

/* The least of two, flow by flow. True if there is any way. */
static bool merge(uint8_t to[FLOWS], const uint8_t from[FLOWS])
{
	uint8_t least = SPREAD_NEVER;
	for (int flow = 0; flow < FLOWS; flow++) {
		to[flow] = from[flow] < to[flow] ? from[flow] : to[flow];
		least = to[flow] < least ? to[flow] : least;
	}
	return least < SPREAD_NEVER;
}

/* Of the runs that are long enough any number may end; those in their second column go on. */
static void pass_column(const struct spread_state *from, int gems, struct spread_state *to)
{
	for (int first = 0; first < OPEN; first++)
		for (int on = 0; on < OPEN; on++) {
			uint8_t cost[FLOWS];
			bool any = false;
			memset(cost, SPREAD_NEVER, sizeof cost);
			for (int second = 0; second <= on; second++)
				for (int older = on - second; older < OPEN; older++)
					any = merge(cost, from->cost[ages(first, second, older)]);
			for (int begin = 0; any && begin < OPEN; begin++)
				pass(cost, gems, begin + first + on,
				     to->cost[ages(begin, first, on)]);
		}
}

bool gems_spread_init(struct spread *spread, size_t limit)
{
	struct spread_state begin;
	*spread = (struct spread){.limit = limit};
	memset(&begin, SPREAD_NEVER, sizeof begin);
	begin.cost[0][FLOW_MAX] = 0;
	spread->memo = calloc((size_t)1 << MEMO_BITS, sizeof *spread->memo);
	return spread->memo != NULL && number_of(spread, &begin) == SPREAD_BEGIN;
}

uint32_t gems_spread_make(struct spread *spread, uint32_t number, unsigned symbol)
{
	const struct spread_state from = spread->state[number];
	struct spread_state to;
	memset(&to, SPREAD_NEVER, sizeof to);
	if (symbol == SPREAD_WALL)
		to.cost[0][FLOW_MAX] = final_cost(&from);
	else
		pass_column(&from, (int)symbol, &to);
	const uint32_t next = number_of(spread, &to);
	spread->next[number][symbol] = next;
	return next;
}

int gems_spread_cost(struct spread *spread, uint64_t columns, int count)
{
	const uint64_t hash = columns * UINT64_C(0x9E3779B97F4A7C15) >> (64 - MEMO_BITS);
	struct spread_memo *memo = &spread->memo[hash];
	if (memo->columns == columns)
		return memo->cost;
	uint32_t state = SPREAD_BEGIN;
	memo->columns = columns;
	for (int i = 0; i < count; i++, columns >>= 8)
		state = spread_read(spread, state, columns & 255);
	memo->cost = spread->cost[state];
	return memo->cost;
}
