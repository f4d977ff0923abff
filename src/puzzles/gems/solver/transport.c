/* The states of the transport bound's automaton.
 *
 * Horizontal runs have to be counted by age: a run ends where it is no longer needed, and one that
 * crosses only columns of three gems or more is never needed, since those can go in vertical runs.
 * Any other run crosses a column in which at most two are cleared, or leads from or to one. So at
 * most two runs begin at a column, at most two are in their second column, and at most two older
 * ones must go on.
 *
 * Flows of more than FLOW_MAX gems over a border are left out. A solution with such a flow costs
 * more than TRANSPORT_COST_MAX at that border alone, and higher costs are not distinguished. There
 * is always a solution without: carry one or two gems to the right until there are three, and what
 * is left at the end back to the last column where some were left. */
#include "puzzles/gems/solver/transport.h"

#include <stdlib.h>
#include <string.h>

enum {
	FLOW_MAX = TRANSPORT_COST_MAX - 1, /* gems carried over a border, in either direction */
	FLOWS = 8,                         /* one more than are used, to fill whole words */
	OPEN = 3,                          /* 0..2 runs of each age */
	AGES = OPEN * OPEN * OPEN,
	RUN = 3,
	CACHE_BITS = 12,
	STATES_MAX = 1 << 14, /* 14,776 can be reached */
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
	state_table_free(&transport->states);
	free(transport->entry);
	free(transport->cache);
	*transport = (struct transport){.cache = NULL};
}

/* ---- states ---- */

/* The cost if no column follows: every run must be long enough. */
static uint8_t final_cost(const struct transport_state *state)
{
	uint8_t lowest = TRANSPORT_IMPOSSIBLE;
	for (int older = 0; older < OPEN; older++)
		if (state->cost[ages(0, 0, older)][FLOW_MAX] < lowest)
			lowest = state->cost[ages(0, 0, older)][FLOW_MAX];
	return lowest;
}

/* The number of a state, from 1; 0 without memory. */
static uint32_t number_of(struct transport *transport, const struct transport_state *state)
{
	bool fresh;
	const uint32_t index = state_table_put(&transport->states, state, &fresh);
	if (index >= transport->room - 1) /* or STATE_NONE */
		return 0;
	if (fresh)
		transport->entry[index + 1] = (struct transport_entry){.cost = final_cost(state)};
	return index + 1;
}

/* ---- one column ---- */

/* Carries gems over a column that holds `gems` and is crossed by `runs`: either exactly as many are
 * cleared in it, or three and more. A negative flow goes to the left. */
static void carry(const uint8_t from[FLOWS], int gems, int runs, uint8_t to[FLOWS])
{
	const int exact = runs - gems, vertical = (runs > RUN ? runs : RUN) - gems;
	const int out_max = exact > 0 ? FLOW_MAX - exact : FLOW_MAX; /* no more can have come in */
	int in = FLOW_MAX;
	uint8_t lowest = TRANSPORT_IMPOSSIBLE;
	for (int out = out_max; out >= -FLOW_MAX; out--) {
		for (; in >= -FLOW_MAX && in >= out + vertical; in--)
			if (from[in + FLOW_MAX] < lowest)
				lowest = from[in + FLOW_MAX];
		uint8_t cost = lowest;
		if (out + exact >= -FLOW_MAX && from[out + exact + FLOW_MAX] < cost)
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
	const size_t cache_bytes = sizeof *transport->cache << CACHE_BITS;
	struct transport_state start;
	*transport = (struct transport){.cache = NULL};
	memset(&start, TRANSPORT_IMPOSSIBLE, sizeof start);
	start.cost[0][FLOW_MAX] = 0;
	if (limit < cache_bytes)
		return false;
	const size_t room = (limit - cache_bytes) / 8 / sizeof *transport->entry;
	transport->room = room < STATES_MAX ? (uint32_t)room : STATES_MAX;
	transport->cache = calloc(1, cache_bytes);
	transport->entry = malloc(transport->room * sizeof *transport->entry);
	if (transport->cache == NULL || transport->entry == NULL || transport->room == 0 ||
	    !state_table_init(&transport->states, sizeof start, 0, (limit - cache_bytes) / 8 * 7))
		return false;
	transport->entry[0] = (struct transport_entry){.cost = 0}; /* unknown */
	return number_of(transport, &start) == TRANSPORT_START;
}

/* Makes the state after one more column; 0 without memory. */
static uint32_t make_next(struct transport *transport, uint32_t number, unsigned symbol)
{
	struct transport_state from, to;
	memcpy(&from, state_table_state(&transport->states, number - 1), sizeof from);
	memset(&to, TRANSPORT_IMPOSSIBLE, sizeof to);
	if (symbol == TRANSPORT_WALL)
		to.cost[0][FLOW_MAX] = final_cost(&from);
	else
		add_column(&from, (int)symbol, &to);
	const uint32_t next = number_of(transport, &to);
	transport->entry[number].next[symbol] = (uint16_t)next;
	return next;
}

/* The cost without the cache. Not inlined: nearly all costs are in the cache, and to read one then
 * takes no stack. */
static __attribute__((noinline)) int walk(struct transport *transport, uint64_t columns, int count,
                                          int bits)
{
	uint32_t state = TRANSPORT_START;
	for (int i = 0; i < count; i++, columns >>= bits) {
		const unsigned symbol = (unsigned)columns & ((1U << bits) - 1);
		const uint32_t next = transport->entry[state].next[symbol];
		state = next != 0 || state == 0 ? next : make_next(transport, state, symbol);
	}
	return transport->entry[state].cost;
}

int gems_transport_cost(struct transport *transport, uint64_t columns, int count, int bits)
{
	const uint64_t hash = columns * UINT64_C(0x9E3779B97F4A7C15) >> (64 - CACHE_BITS);
	struct transport_cache *cache = &transport->cache[hash];
	if (cache->columns != columns) {
		cache->columns = columns;
		cache->cost = walk(transport, columns, count, bits);
	}
	return cache->cost;
}
