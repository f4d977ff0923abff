#include "puzzles/tilt/solver/retrograde.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	SEEN,
	HIGH,
	FRONTIER, /* the purposes of a node's sets; there are two frontiers */
	SETS = FRONTIER + 2,
	BLOCK = 64, /* bytes tested together */
	TICK_NODES = 1 << 12,
	PAIRS_PER_SUM = 31,   /* each adds at most eight to a byte */
	TICK_BYTES = 1 << 17, /* of sets read between two reports */
};

static uint8_t *set_of(const struct tilt_retrograde *search, uint32_t node, uint32_t purpose)
{
	return search->sets + ((size_t)node * SETS + purpose) * search->colourings.set_bytes;
}

static uint8_t *frontier_of(const struct tilt_retrograde *search, uint32_t node, uint32_t layer)
{
	return set_of(search, node, FRONTIER + (layer & 1));
}

/* ---- one edge ---- */

/* One edge of a node: adds the colourings of `from` that are new to the node's sets. */
struct pull {
	const uint8_t *from;
	uint8_t *seen, *frontier;
	uint8_t *high; /* NULL: the edge is to the low side */
};

/* Adds the new ones among the colourings of one lane. True if there are any. */
static inline bool mark(const struct pull *pull, size_t at, size_t lane, uint64_t colourings)
{
	const uint64_t seen = tilt_load_lane(pull->seen + at, lane);
	const uint64_t new = colourings & ~seen;
	if (new == 0)
		return false;
	tilt_store_lane(pull->seen + at, lane, seen | new);
	tilt_store_lane(pull->frontier + at, lane, tilt_load_lane(pull->frontier + at, lane) | new);
	if (pull->high != NULL)
		tilt_store_lane(pull->high + at, lane, tilt_load_lane(pull->high + at, lane) | new);
	return true;
}

/* Sixteen bytes: a vector type of both gcc and clang, for any processor. */
typedef uint64_t pair __attribute__((vector_size(16)));

static inline pair load_pair(const uint8_t *from)
{
	pair value;
	memcpy(&value, from, sizeof value);
	return value;
}

static inline void add_pair(uint8_t *to, pair value)
{
	const pair sum = load_pair(to) | value;
	memcpy(to, &sum, sizeof sum);
}

/* Four pairs, without a branch. */
static inline pair pull_block(const struct pull *pull, size_t at)
{
	pair any = {0, 0};
	for (size_t i = at; i < at + BLOCK; i += sizeof(pair)) {
		const pair new = load_pair(pull->from + i) & ~load_pair(pull->seen + i);
		add_pair(pull->seen + i, new);
		add_pair(pull->frontier + i, new);
		if (pull->high != NULL)
			add_pair(pull->high + i, new);
		any |= new;
	}
	return any;
}

static bool pull_same(const struct pull *pull, size_t bytes)
{
	pair some = {0, 0};
	bool any = false;
	size_t at = 0;
	for (; at + BLOCK <= bytes; at += BLOCK) {
		const pair full = load_pair(pull->from + at) | load_pair(pull->from + at + 16) |
		                  load_pair(pull->from + at + 32) | load_pair(pull->from + at + 48);
		if ((full[0] | full[1]) != 0)
			some |= pull_block(pull, at);
	}
	for (; at < bytes; at += 8) {
		const uint64_t colourings = tilt_load_lane(pull->from + at, 8);
		if (colourings != 0)
			any |= mark(pull, at, 8, colourings);
	}
	return any || (some[0] | some[1]) != 0;
}

/* The colourings of a lane, permuted by table lookup. */
static inline uint64_t permute_lane(const uint8_t *table, uint64_t colourings, size_t lane,
                                    int bytes)
{
	uint64_t permuted = 0;
	for (int i = 0; i < bytes; i++, colourings >>= 8, table += 256 * lane)
		permuted |= tilt_load_lane(table + (colourings & 255) * lane, lane);
	return permuted;
}

static inline bool pull_middles(const struct tilt_colourings *colourings, const struct pull *pull,
                                const struct tilt_image *middles, size_t from, size_t to,
                                size_t lane, int bytes)
{
	const size_t size = colourings->middle.count * lane;
	bool any = false;
	for (size_t at = 0; at < size; at += 8) {
		if (at + 8 <= size && tilt_load_lane(pull->from + from + at, 8) == 0)
			continue;
		for (size_t i = at / lane; i < colourings->middle.count && i < (at + 8) / lane;
		     i++) {
			const uint64_t bits = tilt_load_lane(pull->from + from + i * lane, lane);
			if (bits != 0)
				any |= mark(pull, to + middles[i].to * lane, lane,
				            permute_lane(colourings->tails[middles[i].rest], bits,
				                         lane, bytes));
		}
	}
	return any;
}

static inline bool pull_heads(const struct tilt_colourings *colourings, const struct pull *pull,
                              const struct tilt_image *heads, size_t lane, int bytes)
{
	const size_t size = colourings->middle.count * lane;
	bool any = false;
	for (uint32_t i = 0; i < colourings->head.count; i++)
		any |= pull_middles(colourings, pull, colourings->middles[heads[i].rest], i * size,
		                    heads[i].to * size, lane, bytes);
	return any;
}

/* Instantiates pull_heads for each width of a lane. */
static bool pull_permuted(const struct tilt_colourings *colourings, const struct pull *pull,
                          const struct tilt_image *heads)
{
	switch (colourings->lane_bytes) {
	case 1:
		return pull_heads(colourings, pull, heads, 1, 1);
	case 2:
		return pull_heads(colourings, pull, heads, 2, 2);
	case 4:
		return colourings->tail.count <= 24 ? pull_heads(colourings, pull, heads, 4, 3)
		                                    : pull_heads(colourings, pull, heads, 4, 4);
	default:
		return pull_heads(colourings, pull, heads, 8, 8);
	}
}

/* The images of the heads under the inverse of an edge's permutation. NULL without memory. */
static const struct tilt_image *heads_of(struct tilt_retrograde *search, uint32_t permutation)
{
	struct tilt_image *heads =
		search->heads + (size_t)permutation * search->colourings.head.count;
	if (!search->heads_ready[permutation]) {
		const uint8_t *forward = tilt_permutation(search->graph, permutation);
		uint8_t backward[TILT_BLOCKS_MAX];
		for (int i = 0; i < search->graph->blocks; i++)
			backward[forward[i]] = (uint8_t)i;
		if (!tilt_colourings_permute(&search->colourings, backward, heads))
			return NULL;
		search->heads_ready[permutation] = 1;
	}
	return heads;
}

/* ---- one layer ---- */

static void add_to_frontier(struct tilt_retrograde *search, uint32_t node, uint32_t layer)
{
	search->frontier_layer[2 * node + (layer & 1)] = layer;
	search->frontier_nodes[layer & 1][search->frontier_count[layer & 1]++] = node;
}

/* The number of ones in each byte. */
static inline pair ones(pair bits)
{
	const uint64_t bytes = UINT64_C(0x0101010101010101);
	const pair one = {bytes, bytes};
	bits -= bits >> 1 & one * 0x55;
	bits = (bits & one * 0x33) + (bits >> 2 & one * 0x33);
	return (bits + (bits >> 4)) & one * 0x0F;
}

static uint64_t add_bytes(pair bytes)
{
	const uint64_t mask = UINT64_C(0x00FF00FF00FF00FF);
	bytes = (bytes & (pair){mask, mask}) + (bytes >> 8 & (pair){mask, mask});
	return (bytes[0] + bytes[1]) * UINT64_C(0x0001000100010001) >> 48;
}

/* The size of a set. The ones of some pairs are summed bytewise before the bytes are added. */
static uint64_t count_set(const uint8_t *set, size_t bytes)
{
	uint64_t count = 0;
	size_t at = 0;
	while (at + sizeof(pair) <= bytes) {
		pair some = {0, 0};
		for (int i = 0; i < PAIRS_PER_SUM && at + sizeof some <= bytes; i++) {
			some += ones(load_pair(set + at));
			at += sizeof some;
		}
		count += add_bytes(some);
	}
	return at < bytes ? count + add_bytes(ones((pair){tilt_load_lane(set + at, 8), 0})) : count;
}

/* Clears a node's frontier of an older layer. */
static void clear_frontier(struct tilt_retrograde *search, uint32_t node, uint32_t layer)
{
	uint32_t *layer_of = &search->frontier_layer[2 * node + (layer & 1)];
	if (*layer_of != 0)
		memset(frontier_of(search, node, layer), 0, search->colourings.set_bytes);
	*layer_of = 0;
}

/* Pulls what the edges of a node lead to in the last layer. False without memory. */
static bool pull_node(struct tilt_retrograde *search, uint32_t node)
{
	const uint32_t layer = search->layer;
	bool any = false;
	clear_frontier(search, node, layer + 1);
	for (int side = 0; side < 2; side++) {
		const struct tilt_edge *edge = &tilt_edges(search->graph, node)[side];
		if (search->frontier_layer[2 * edge->to + (layer & 1)] != layer)
			continue;
		const struct pull pull = {
			.from = frontier_of(search, edge->to, layer),
			.seen = set_of(search, node, SEEN),
			.frontier = frontier_of(search, node, layer + 1),
			.high = side == 1 ? set_of(search, node, HIGH) : NULL,
		};
		if (edge->permutation == TILT_IDENTITY) {
			any |= pull_same(&pull, search->colourings.set_bytes);
			continue;
		}
		const struct tilt_image *heads = heads_of(search, edge->permutation);
		if (heads == NULL)
			return false;
		any |= pull_permuted(&search->colourings, &pull, heads);
	}
	if (any) {
		add_to_frontier(search, node, layer + 1);
		search->seen += count_set(frontier_of(search, node, layer + 1),
		                          search->colourings.set_bytes);
	}
	return true;
}

/* Lists the nodes with an edge into the last layer; continues where it was stopped. False:
 * stopped. */
static bool list_pending(struct tilt_retrograde *search, struct monitor *monitor,
                         struct answer *answer)
{
	const struct tilt_graph *graph = search->graph;
	const uint32_t parity = search->layer & 1;
	for (uint32_t *i = &search->listed_count; *i < search->frontier_count[parity]; ++*i) {
		const uint32_t last = search->frontier_nodes[parity][*i];
		if (*i % TICK_NODES == TICK_NODES - 1 && !monitor_report(monitor, answer))
			return false;
		for (uint32_t e = graph->reverse_first[last]; e < graph->reverse_first[last + 1];
		     e++) {
			const uint32_t node = graph->reverse[e] / 2;
			if (search->listed_in[node] != search->layer) {
				search->listed_in[node] = search->layer;
				search->pending[search->pending_count++] = node;
			}
		}
	}
	return true;
}

static void end_layer(struct tilt_retrograde *search)
{
	search->frontier_count[search->layer & 1] = 0;
	search->layer++;
	search->complete = search->frontier_count[search->layer & 1] == 0;
	search->listed_count = search->done_count = search->pending_count = 0;
}

enum tilt_status tilt_retrograde_step(struct tilt_retrograde *search, struct monitor *monitor,
                                      struct answer *answer)
{
	size_t done = 0;
	if (!list_pending(search, monitor, answer))
		return TILT_STOPPED;
	for (; search->done_count < search->pending_count; search->done_count++) {
		answer->states = search->seen;
		done += 2 * search->colourings.set_bytes;
		if (done > TICK_BYTES) {
			done = 0;
			if (!monitor_report(monitor, answer))
				return TILT_STOPPED;
		}
		if (!pull_node(search, search->pending[search->done_count]))
			return TILT_NO_MEMORY;
	}
	end_layer(search);
	answer->states = search->seen;
	return monitor_report(monitor, answer) ? TILT_OK : TILT_STOPPED;
}

/* ---- lookup ---- */

static bool has(const struct tilt_retrograde *search, const struct tilt_class *from,
                uint32_t purpose)
{
	const struct tilt_bit bit = tilt_colourings_locate(&search->colourings, from->colouring);
	const uint8_t *set = set_of(search, from->node, purpose);
	return tilt_load_lane(set + bit.lane_at, search->colourings.lane_bytes) >> bit.bit & 1;
}

bool tilt_retrograde_seen(const struct tilt_retrograde *search, const struct tilt_class *from)
{
	return from->node != TILT_NONE && has(search, from, SEEN);
}

int tilt_retrograde_plan(const struct tilt_retrograde *search, const struct tilt_goal *goal,
                         const struct tilt_class *from, move_code *plan, int most)
{
	const size_t blocks = (size_t)search->graph->blocks;
	struct tilt_class at = *from;
	for (int length = 1;; length++) {
		const enum tilt_axis axis = tilt_axis_of(search->graph, at.node);
		const int side = has(search, &at, HIGH);
		if (length <= most)
			plan[length - 1] = tilt_graph_move(search->graph, at.node, side);
		if (at.node == goal->end[axis].node &&
		    memcmp(at.colouring, goal->end[axis].colouring, blocks) == 0)
			return length;
		tilt_class_move(search->graph, &at, side);
	}
}

/* ---- start and end ---- */

/* Layer 1: the classes one move from the goal. */
static void add_goal(struct tilt_retrograde *search, const struct tilt_goal *goal)
{
	search->layer = 1;
	for (int axis = 0; axis < TILT_AXES; axis++) {
		const struct tilt_class *end = &goal->end[axis];
		if (end->node == TILT_NONE)
			continue;
		const struct tilt_bit bit =
			tilt_colourings_locate(&search->colourings, end->colouring);
		const struct pull pull = {
			.seen = set_of(search, end->node, SEEN),
			.frontier = frontier_of(search, end->node, 1),
			.high = goal->side[axis] == 1 ? set_of(search, end->node, HIGH) : NULL,
		};
		mark(&pull, bit.lane_at, search->colourings.lane_bytes, UINT64_C(1) << bit.bit);
		add_to_frontier(search, end->node, 1);
		search->seen++;
	}
}

static uint64_t heads_bytes(const struct tilt_graph *graph,
                            const struct tilt_colourings *colourings)
{
	return (uint64_t)graph->permutations.count *
	       (colourings->head.count * sizeof(struct tilt_image) + 1);
}

uint64_t tilt_retrograde_bytes(const struct tilt_graph *graph,
                               const struct tilt_colourings *colourings)
{
	const uint64_t lists = 6 * sizeof(uint32_t);
	return graph->nodes.count * (colourings->set_bytes * SETS + lists) +
	       heads_bytes(graph, colourings) + colourings->table_bytes;
}

bool tilt_retrograde_init(struct tilt_retrograde *search, struct tilt_graph *graph,
                          struct tilt_colourings *colourings, const struct tilt_goal *goal)
{
	const size_t count = graph->nodes.count;
	assert(graph->explored == count && graph->reversed == count);
	*search = (struct tilt_retrograde){.graph = graph, .colourings = *colourings};
	*colourings = (struct tilt_colourings){0};
	search->sets = calloc(count * SETS, search->colourings.set_bytes);
	search->heads = malloc((size_t)heads_bytes(graph, &search->colourings));
	search->heads_ready = calloc(graph->permutations.count, 1);
	search->frontier_layer = calloc(2 * count, sizeof *search->frontier_layer);
	search->frontier_nodes[0] = malloc(count * sizeof *search->frontier_nodes[0]);
	search->frontier_nodes[1] = malloc(count * sizeof *search->frontier_nodes[1]);
	search->pending = malloc(count * sizeof *search->pending);
	search->listed_in = calloc(count, sizeof *search->listed_in);
	if (search->sets == NULL || search->heads == NULL || search->heads_ready == NULL ||
	    search->frontier_layer == NULL || search->frontier_nodes[0] == NULL ||
	    search->frontier_nodes[1] == NULL || search->pending == NULL ||
	    search->listed_in == NULL)
		return false;
	add_goal(search, goal);
	return true;
}

void tilt_retrograde_free(struct tilt_retrograde *search)
{
	tilt_colourings_free(&search->colourings);
	free(search->sets);
	free(search->heads);
	free(search->heads_ready);
	free(search->frontier_layer);
	free(search->frontier_nodes[0]);
	free(search->frontier_nodes[1]);
	free(search->pending);
	free(search->listed_in);
	*search = (struct tilt_retrograde){0};
}
