/* The distances of all positions of a tilt level, by retrograde analysis.
 *
 * A breadth-first search backward from the goal over nodes times colourings (Ströhlein 1970), with
 * frontiers as bit sets (Korf: Minimizing disk I/O in two-bit breadth-first search, 2008). In each
 * layer, a node pulls the last layer's colourings over its two edges. What stays is one bit per
 * colouring for "seen" and one for the side of the best move. These give plans, and the length of a
 * plan is the distance. Distances modulo three would not do: moves are not reversible here, so a
 * neighbour can be any number of moves farther away.
 *
 * The search stops at the layer of the position in question and continues from there for the next
 * question. */
#include <assert.h>
#include <stdlib.h>

#include "algo/bits.h"
#include "puzzles/tilt/solver/search.h"

enum {
	SEEN,
	HIGH,
	FRONTIER, /* the purposes of a node's sets; there are two frontiers */
	SETS = FRONTIER + 2,
	LISTS = 5,            /* lists of a number for each node; frontier_layer is two */
	BLOCK = 64,           /* bytes tested together */
	PAIRS_PER_SUM = 31,   /* each adds at most eight to a byte */
	TICK_BYTES = 1 << 17, /* bytes of sets read between two reports */
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
		const uint8_t *forward = tilt_numbered(&search->numbers, permutation);
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

static bool in_frontier(const struct tilt_retrograde *search, uint32_t node, uint32_t layer)
{
	return search->frontier_layer[2 * node + (layer & 1)] == layer;
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

/* The size of a set. The ones of some pairs are summed bytewise before the bytes are added. */
static uint64_t count_set(const uint8_t *set, size_t bytes)
{
	const pair even = {UINT64_C(0x00FF00FF00FF00FF), UINT64_C(0x00FF00FF00FF00FF)};
	uint64_t count = 0;
	size_t at = 0;
	while (at + sizeof(pair) <= bytes) {
		pair sum = {0, 0};
		for (int i = 0; i < PAIRS_PER_SUM && at + sizeof sum <= bytes; i++) {
			sum += ones(load_pair(set + at));
			at += sizeof sum;
		}
		sum = (sum & even) + (sum >> 8 & even);
		count += (sum[0] + sum[1]) * UINT64_C(0x0001000100010001) >> 48;
	}
	return at < bytes ? count + (uint64_t)bits_count(tilt_load_lane(set + at, 8)) : count;
}

/* Pulls what the edges of a node lead to in the last layer. False without memory. */
static bool pull_node(struct tilt_retrograde *search, uint32_t node)
{
	const uint32_t layer = search->layer;
	const uint32_t *to = tilt_edges(search->graph, node);
	const uint32_t permutation[2] = {
		search->numbers.edge[2 * (size_t)node],
		search->numbers.edge[2 * (size_t)node + 1],
	};
	const struct tilt_image *heads[2] = {NULL, NULL};
	uint32_t *older = &search->frontier_layer[2 * node + (layer + 1) % 2];
	uint8_t *frontier = frontier_of(search, node, layer + 1);
	bool any = false;
	/* First all memory: a class that is marked as seen has to reach the frontier. */
	for (int side = 0; side < 2; side++)
		if (permutation[side] != TILT_IDENTITY && in_frontier(search, to[side], layer) &&
		    (heads[side] = heads_of(search, permutation[side])) == NULL)
			return false;
	if (*older != 0)
		memset(frontier, 0, search->colourings.set_bytes);
	*older = 0;
	for (int side = 0; side < 2; side++) {
		if (!in_frontier(search, to[side], layer))
			continue;
		const struct pull pull = {
			.from = frontier_of(search, to[side], layer),
			.seen = set_of(search, node, SEEN),
			.frontier = frontier,
			.high = side == 1 ? set_of(search, node, HIGH) : NULL,
		};
		if (permutation[side] == TILT_IDENTITY)
			any |= pull_same(&pull, search->colourings.set_bytes);
		else
			any |= pull_permuted(&search->colourings, &pull, heads[side]);
	}
	if (any) {
		add_to_frontier(search, node, layer + 1);
		search->seen += count_set(frontier, search->colourings.set_bytes);
	}
	return true;
}

/* Searches one more layer: each node with an edge into the last one pulls. Continues where it was
 * stopped. TILT_OK, TILT_STOPPED or TILT_NO_MEMORY. */
static enum tilt_status search_layer(struct tilt_retrograde *search, const struct tilt_task *task)
{
	const struct tilt_graph *graph = search->graph;
	const uint32_t parity = search->layer & 1;
	size_t bytes = 0; /* since the last report */
	for (; search->done < search->frontier_count[parity]; search->done++) {
		const uint32_t last = search->frontier_nodes[parity][search->done];
		const uint32_t end = graph->reverse_first[last + 1];
		for (uint32_t e = graph->reverse_first[last]; e < end; e++) {
			const uint32_t node = graph->reverse[e] / 2;
			const bool pulled = search->pulled_in[node] == search->layer;
			task->answer->states = search->seen;
			bytes += pulled ? BLOCK : 2 * search->colourings.set_bytes;
			if (bytes > TICK_BYTES) {
				bytes = 0;
				if (!tilt_report(task))
					return TILT_STOPPED;
			}
			if (!pulled && !pull_node(search, node))
				return TILT_NO_MEMORY;
			search->pulled_in[node] = search->layer;
		}
	}
	search->frontier_count[parity] = search->done = 0;
	search->layer++;
	task->answer->states = search->seen;
	return tilt_report(task) ? TILT_OK : TILT_STOPPED;
}

/* ---- plans ---- */

/* The bit of a class in its node's sets. */
static uint64_t bit_of(const struct tilt_retrograde *search, const struct tilt_class *class)
{
	uint8_t colouring[TILT_BLOCKS_MAX];
	tilt_labels_sort(&search->labels, class, colouring);
	return tilt_colourings_locate(&search->colourings, colouring);
}

static bool has(const struct tilt_retrograde *search, const struct tilt_class *class,
                uint32_t purpose)
{
	const size_t lane = search->colourings.lane_bytes;
	const uint64_t bit = bit_of(search, class);
	const uint8_t *set = set_of(search, class->node, purpose);
	return tilt_load_lane(set + bit / (8 * lane) * lane, lane) >> bit % (8 * lane) & 1;
}

/* Reports the plan from a class, if that was seen and the plan is the shortest so far. */
static void report_plan(const struct tilt_retrograde *search, const struct tilt_task *task,
                        struct tilt_class class)
{
	const size_t blocks = (size_t)search->graph->blocks;
	struct answer *answer = task->answer;
	move_code plan[PLAN_MAX];
	int length = 0;
	if (!has(search, &class, SEEN))
		return;
	for (;;) {
		const struct tilt_class *end = &task->goal[tilt_axis_of(search->graph, class.node)];
		const int side = has(search, &class, HIGH);
		if (length < PLAN_MAX)
			plan[length] = tilt_graph_move(search->graph, class.node, side);
		length++;
		if (class.node == end->node && memcmp(class.colouring, end->colouring, blocks) == 0)
			break;
		tilt_class_move(search->graph, &class, side);
	}
	if (answer->upper >= 0 && length >= answer->upper)
		return;
	answer->upper = length;
	answer->length = length <= PLAN_MAX ? length : 0;
	memcpy(answer->plan, plan, (size_t)answer->length * sizeof *plan);
}

void tilt_retrograde_search(struct tilt_retrograde *search, const struct tilt_task *task)
{
	struct answer *answer = task->answer;
	while (!has(search, &task->from[0], SEEN) && !has(search, &task->from[1], SEEN)) {
		if (search->frontier_count[search->layer & 1] == 0) {
			answer->verdict = UNSOLVABLE;
			answer->states = search->seen;
			return;
		}
		if (answer->lower <= (int)search->layer)
			answer->lower = (int)search->layer + 1;
		const enum tilt_status status = search_layer(search, task);
		if (status == TILT_NO_MEMORY)
			answer->verdict = GAVE_UP;
		if (status != TILT_OK)
			return;
	}
	answer->states = search->seen;
	answer->upper = -1; /* forgets a first plan */
	report_plan(search, task, task->from[0]);
	report_plan(search, task, task->from[1]);
	answer->lower = answer->upper;
	answer->verdict = OPTIMAL;
}

/* ---- start and end ---- */

/* Layer 1: the classes one move from the goal. */
static void add_goal(struct tilt_retrograde *search, const struct tilt_task *task)
{
	const size_t lane = search->colourings.lane_bytes;
	search->layer = 1;
	for (int axis = 0; axis < TILT_AXES; axis++) {
		const struct tilt_class *end = &task->goal[axis];
		if (end->node == TILT_NONE)
			continue;
		const uint64_t bit = bit_of(search, end);
		const size_t at = (size_t)(bit / (8 * lane) * lane);
		const struct pull pull = {
			.seen = set_of(search, end->node, SEEN),
			.frontier = frontier_of(search, end->node, 1),
			.high = task->goal_side[axis] == 1 ? set_of(search, end->node, HIGH) : NULL,
		};
		mark(&pull, at, lane, UINT64_C(1) << bit % (8 * lane));
		add_to_frontier(search, end->node, 1);
		search->seen++;
	}
}

/* Allocates sets and lists, unless they take more than `bytes`. False: they do, or stopped. */
static bool allocate(struct tilt_retrograde *search, const struct tilt_task *task, size_t bytes)
{
	const struct tilt_colourings *colourings = &search->colourings;
	const size_t nodes = search->graph->nodes.count;
	const uint64_t set_bytes = (uint64_t)SETS * colourings->set_bytes;
	const uint64_t fixed = nodes * (set_bytes + LISTS * sizeof(uint32_t)) +
	                       tilt_labels_bytes(search->graph) + colourings->table_bytes;
	if (fixed > bytes || !tilt_labels_init(&search->labels, search->graph, task) ||
	    !tilt_numbers_init(&search->numbers, &search->labels, task, (size_t)(bytes - fixed)))
		return false;
	const uint64_t permutations = search->numbers.permutations.count;
	const uint64_t heads_bytes =
		permutations * colourings->head.count * sizeof(struct tilt_image);
	if (fixed + tilt_numbers_bytes(&search->numbers) + heads_bytes + permutations > bytes)
		return false;
	search->sets = calloc(nodes, (size_t)set_bytes);
	search->heads = malloc((size_t)heads_bytes);
	search->heads_ready = calloc((size_t)permutations, 1);
	search->frontier_layer = calloc(LISTS * nodes, sizeof *search->frontier_layer);
	search->frontier_nodes[0] = search->frontier_layer + 2 * nodes;
	search->frontier_nodes[1] = search->frontier_nodes[0] + nodes;
	search->pulled_in = search->frontier_nodes[1] + nodes;
	return search->sets != NULL && search->heads != NULL && search->heads_ready != NULL &&
	       search->frontier_layer != NULL;
}

bool tilt_retrograde_init(struct tilt_retrograde *search, const struct tilt_graph *graph,
                          const struct tilt_task *task, size_t bytes)
{
	assert(graph->explored == graph->nodes.count && graph->reversed == graph->nodes.count);
	*search = (struct tilt_retrograde){.graph = graph};
	if (!tilt_colourings_init(&search->colourings, task->level->pieces) ||
	    !allocate(search, task, bytes)) {
		tilt_retrograde_free(search);
		return false;
	}
	add_goal(search, task);
	return true;
}

void tilt_retrograde_free(struct tilt_retrograde *search)
{
	tilt_labels_free(&search->labels);
	tilt_numbers_free(&search->numbers);
	tilt_colourings_free(&search->colourings);
	free(search->sets);
	free(search->heads);
	free(search->heads_ready);
	free(search->frontier_layer);
	*search = (struct tilt_retrograde){0};
}
