/* The states of the transport bound's automaton.
 *
 * Horizontal runs have to be counted by age: a run ends where it is no longer needed, and one that
 * crosses only columns of three gems or more is never needed, since those can go in vertical runs.
 * Any other run crosses a column in which at most two are cleared, or leads from or to one. So at
 * most two runs begin at a column, at most two are in their second column, and at most two older
 * ones must go on.
 *
 * Flows of more than FLOW_MAX gems over a border are left out. A solution with such a flow costs
 * more than TRANSPORT_COST_MAX at that border alone, and higher costs are not told apart. There is
 * always a solution without: carry one or two gems to the right until there are three, and what is
 * left at the end back to the last column where some were left. */
#include "puzzles/gems/solver/transport.h"

#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"

enum {
	FLOW_MAX = TRANSPORT_COST_MAX - 1, /* gems carried over a border, in either direction */
	FLOWS = 8,                         /* one more than are used, to fill whole words */
	OPEN = 3,                          /* 0..2 runs of each age */
	AGES = OPEN * OPEN * OPEN,
	STATES_AT_START = 256,
	RUN = 3,
	CACHE_BITS = 12,
};

/* The lowest cost so far, by flow to the right and by the number of horizontal runs of each age:
 * begun in the last column, in the one before, and earlier. */
struct transport_state {
	uint8_t cost[AGES][FLOWS];
};

static int ages(int first, int second, int older)
{
	return (first * OPEN + second) * OPEN + older;
}

void gems_transport_free(struct transport *transport)
{
	free(transport->state);
	free(transport->next);
	free(transport->cost);
	free(transport->slot);
	free(transport->cache);
	*transport = (struct transport){0};
}

/* ---- the set of states ---- */

static uint64_t hash_state(const struct transport_state *state)
{
	uint64_t hash = HASH_BEGIN, word;
	for (size_t i = 0; i < sizeof *state; i += sizeof word) {
		memcpy(&word, (const uint8_t *)state + i, sizeof word);
		hash = hash_more(hash, word);
		hash ^= hash >> 32;
	}
	return hash;
}

static void enter(struct transport *transport, uint32_t number)
{
	uint64_t i = hash_state(&transport->state[number]) & transport->mask;
	while (transport->slot[i] != 0)
		i = (i + 1) & transport->mask;
	transport->slot[i] = number;
}

static bool resize(void **array, size_t count, size_t size)
{
	void *larger = realloc(*array, count * size);
	if (larger != NULL)
		*array = larger;
	return larger != NULL;
}

/* Doubles the room. Number 0 is no state. */
static bool grow(struct transport *transport)
{
	const int room = transport->room == 0 ? STATES_AT_START : 2 * transport->room;
	const size_t one = sizeof *transport->state + sizeof *transport->next +
	                   sizeof *transport->cost + 2 * sizeof *transport->slot;
	const size_t count = (size_t)room;
	const size_t bytes = count * one + (sizeof *transport->cache << CACHE_BITS);
	if (bytes > transport->limit ||
	    !resize((void **)&transport->state, count, sizeof *transport->state) ||
	    !resize((void **)&transport->next, count, sizeof *transport->next) ||
	    !resize((void **)&transport->cost, count, sizeof *transport->cost) ||
	    !resize((void **)&transport->slot, 2 * count, sizeof *transport->slot))
		return false;
	if (transport->count == 0) {
		memset(transport->next[0], 0, sizeof transport->next[0]);
		transport->cost[0] = 0;
		transport->count = 1;
	}
	transport->bytes = bytes;
	transport->room = room;
	transport->mask = 2 * (uint32_t)room - 1;
	memset(transport->slot, 0, 2 * count * sizeof *transport->slot);
	for (int i = 1; i < transport->count; i++)
		enter(transport, (uint32_t)i);
	return true;
}

/* The cost if no column follows: every run must be long enough. */
static uint8_t final_cost(const struct transport_state *state)
{
	uint8_t lowest = TRANSPORT_IMPOSSIBLE;
	for (int older = 0; older < OPEN; older++)
		if (state->cost[ages(0, 0, older)][FLOW_MAX] < lowest)
			lowest = state->cost[ages(0, 0, older)][FLOW_MAX];
	return lowest;
}

static uint32_t number_of(struct transport *transport, const struct transport_state *state)
{
	if (transport->count == transport->room && !grow(transport))
		return 0;
	uint64_t i = hash_state(state) & transport->mask;
	for (; transport->slot[i] != 0; i = (i + 1) & transport->mask)
		if (memcmp(&transport->state[transport->slot[i]], state, sizeof *state) == 0)
			return transport->slot[i];
	const uint32_t number = (uint32_t)transport->count++;
	transport->state[number] = *state;
	transport->cost[number] = final_cost(state);
	memset(transport->next[number], 0, sizeof transport->next[number]);
	transport->slot[i] = number;
	return number;
}

/* ---- one column ---- */

/* Carries gems over a column that holds `gems` and is crossed by `runs`: either exactly as many are
 * cleared in it, or three and more. A negative flow goes to the left. */
static void carry(const uint8_t from[FLOWS], int gems, int runs, uint8_t to[FLOWS])
{
	const int exact = runs - gems, vertical = (runs > RUN ? runs : RUN) - gems;
	int in = FLOW_MAX;
	uint8_t lowest = TRANSPORT_IMPOSSIBLE;
	for (int out = FLOW_MAX; out >= -FLOW_MAX; out--) {
		for (; in >= -FLOW_MAX && in >= out + vertical; in--)
			if (from[in + FLOW_MAX] < lowest)
				lowest = from[in + FLOW_MAX];
		uint8_t cost = lowest;
		if (out + exact >= -FLOW_MAX && out + exact <= FLOW_MAX &&
		    from[out + exact + FLOW_MAX] < cost)
			cost = from[out + exact + FLOW_MAX];
		if (cost == TRANSPORT_IMPOSSIBLE)
			continue;
		cost = (uint8_t)(cost + abs(out));
		to[out + FLOW_MAX] = cost < TRANSPORT_COST_MAX ? cost : TRANSPORT_COST_MAX;
	}
}

/* The lower of two costs, flow by flow. True if any flow is possible. */
static bool merge(uint8_t to[FLOWS], const uint8_t from[FLOWS])
{
	uint8_t lowest = TRANSPORT_IMPOSSIBLE;
	for (int flow = 0; flow < FLOWS; flow++) {
		to[flow] = from[flow] < to[flow] ? from[flow] : to[flow];
		lowest = to[flow] < lowest ? to[flow] : lowest;
	}
	return lowest < TRANSPORT_IMPOSSIBLE;
}

/* Any number of the runs that are long enough may end; those in their second column go on. */
static void add_column(const struct transport_state *from, int gems, struct transport_state *to)
{
	for (int first = 0; first < OPEN; first++)
		for (int on = 0; on < OPEN; on++) {
			uint8_t cost[FLOWS];
			bool any = false;
			memset(cost, TRANSPORT_IMPOSSIBLE, sizeof cost);
			for (int second = 0; second <= on; second++)
				for (int older = on - second; older < OPEN; older++)
					any = merge(cost, from->cost[ages(first, second, older)]);
			for (int begun = 0; any && begun < OPEN; begun++)
				carry(cost, gems, begun + first + on,
				      to->cost[ages(begun, first, on)]);
		}
}

bool gems_transport_init(struct transport *transport, size_t limit)
{
	struct transport_state start;
	*transport = (struct transport){.limit = limit};
	memset(&start, TRANSPORT_IMPOSSIBLE, sizeof start);
	start.cost[0][FLOW_MAX] = 0;
	transport->cache = calloc((size_t)1 << CACHE_BITS, sizeof *transport->cache);
	return transport->cache != NULL && number_of(transport, &start) == TRANSPORT_START;
}

uint32_t gems_transport_make(struct transport *transport, uint32_t number, unsigned symbol)
{
	const struct transport_state from = transport->state[number];
	struct transport_state to;
	memset(&to, TRANSPORT_IMPOSSIBLE, sizeof to);
	if (symbol == TRANSPORT_WALL)
		to.cost[0][FLOW_MAX] = final_cost(&from);
	else
		add_column(&from, (int)symbol, &to);
	const uint32_t next = number_of(transport, &to);
	transport->next[number][symbol] = next;
	return next;
}

int gems_transport_cost(struct transport *transport, uint64_t columns, int count)
{
	const uint64_t hash = columns * UINT64_C(0x9E3779B97F4A7C15) >> (64 - CACHE_BITS);
	struct transport_cache *cache = &transport->cache[hash];
	if (cache->columns == columns)
		return cache->cost;
	uint32_t state = TRANSPORT_START;
	cache->columns = columns;
	for (int i = 0; i < count; i++, columns >>= 8)
		state = transport_next(transport, state, columns & 255);
	cache->cost = transport->cost[state];
	return cache->cost;
}
