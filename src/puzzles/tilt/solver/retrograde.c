#include "puzzles/tilt/solver/retrograde.h"

#include <stdlib.h>
#include <string.h>

enum {
	SEEN,
	HIGH,
	FRONT, /* what a node's sets are for; two frontiers */
	SETS = FRONT + 2,
	BLOCK = 64, /* bytes looked at together */
	TICK_NODES = 1 << 12,
	PAIRS_A_SUM = 31,     /* eight ones each at most in every byte */
	TICK_BYTES = 1 << 17, /* of sets gone through between two looks at the watch */
};

static uint8_t *set_of(const struct tilt_layers *layers, uint32_t node, uint32_t purpose)
{
	return layers->sets + ((size_t)node * SETS + purpose) * layers->words.bytes;
}

static uint8_t *front_of(const struct tilt_layers *layers, uint32_t node, uint32_t layer)
{
	return set_of(layers, node, FRONT + (layer & 1));
}

static uint64_t load(const uint8_t *from, size_t lane)
{
	uint8_t byte;
	uint16_t half;
	uint32_t word;
	uint64_t whole;
	switch (lane) {
	case 1:
		memcpy(&byte, from, sizeof byte);
		return byte;
	case 2:
		memcpy(&half, from, sizeof half);
		return half;
	case 4:
		memcpy(&word, from, sizeof word);
		return word;
	default:
		memcpy(&whole, from, sizeof whole);
		return whole;
	}
}

static void store(uint8_t *to, size_t lane, uint64_t value)
{
	const uint8_t byte = (uint8_t)value;
	const uint16_t half = (uint16_t)value;
	const uint32_t word = (uint32_t)value;
	switch (lane) {
	case 1:
		memcpy(to, &byte, sizeof byte);
		break;
	case 2:
		memcpy(to, &half, sizeof half);
		break;
	case 4:
		memcpy(to, &word, sizeof word);
		break;
	default:
		memcpy(to, &value, sizeof value);
	}
}

/* ---- one edge ---- */

/* What an edge brings: the words of `from` that are new at the node. */
struct pull {
	const uint8_t *from;
	uint8_t *seen, *front;
	uint8_t *high; /* NULL: the edge is to the low side */
};

/* Marks the new ones among some words. True if there are any. */
static inline bool mark(const struct pull *pull, size_t at, size_t lane, uint64_t words)
{
	const uint64_t seen = load(pull->seen + at, lane);
	const uint64_t new = words & ~seen;
	if (new == 0)
		return false;
	store(pull->seen + at, lane, seen | new);
	store(pull->front + at, lane, load(pull->front + at, lane) | new);
	if (pull->high != NULL)
		store(pull->high + at, lane, load(pull->high + at, lane) | new);
	return true;
}

/* Sixteen bytes at once: a vector for both gcc and clang, whatever the processor has. */
typedef uint64_t pair __attribute__((vector_size(16)));

static inline pair load_pair(const uint8_t *from)
{
	pair words;
	memcpy(&words, from, sizeof words);
	return words;
}

static inline void add_pair(uint8_t *to, pair words)
{
	const pair sum = load_pair(to) | words;
	memcpy(to, &sum, sizeof sum);
}

/* Four pairs without a branch. */
static inline pair pull_block(const struct pull *pull, size_t at)
{
	pair any = {0, 0};
	for (size_t i = at; i < at + BLOCK; i += sizeof(pair)) {
		const pair new = load_pair(pull->from + i) & ~load_pair(pull->seen + i);
		add_pair(pull->seen + i, new);
		add_pair(pull->front + i, new);
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
		const uint64_t words = load(pull->from + at, 8);
		if (words != 0)
			any |= mark(pull, at, 8, words);
	}
	return any || (some[0] | some[1]) != 0;
}

/* A lane's words, each moved as the table says. */
static inline uint64_t turn_lane(const uint8_t *table, uint64_t words, size_t lane, int bytes)
{
	uint64_t turned = 0;
	for (int i = 0; i < bytes; i++, words >>= 8, table += 256 * lane)
		turned |= load(table + (words & 255) * lane, lane);
	return turned;
}

static inline bool pull_middles(const struct tilt_words *words, const struct pull *pull,
                                const struct tilt_image *middles, size_t from, size_t to,
                                size_t lane, int bytes)
{
	const size_t size = words->middle.count * lane;
	bool any = false;
	for (size_t at = 0; at < size; at += 8) {
		if (at + 8 <= size && load(pull->from + from + at, 8) == 0)
			continue;
		for (size_t i = at / lane; i < words->middle.count && i < (at + 8) / lane; i++) {
			const uint64_t bits = load(pull->from + from + i * lane, lane);
			if (bits != 0)
				any |= mark(pull, to + middles[i].to * lane, lane,
				            turn_lane(words->tails[middles[i].order], bits, lane,
				                      bytes));
		}
	}
	return any;
}

static inline bool pull_heads(const struct tilt_words *words, const struct pull *pull,
                              const struct tilt_image *heads, size_t lane, int bytes)
{
	const size_t size = words->middle.count * lane;
	bool any = false;
	for (uint32_t i = 0; i < words->head.count; i++)
		any |= pull_middles(words, pull, words->middles[heads[i].order], i * size,
		                    heads[i].to * size, lane, bytes);
	return any;
}

/* The same for each width, so that each is compiled for itself. */
static bool pull_turned(const struct tilt_words *words, const struct pull *pull,
                        const struct tilt_image *heads)
{
	switch (words->lane) {
	case 1:
		return pull_heads(words, pull, heads, 1, 1);
	case 2:
		return pull_heads(words, pull, heads, 2, 2);
	case 4:
		return words->tail.count <= 24 ? pull_heads(words, pull, heads, 4, 3)
		                               : pull_heads(words, pull, heads, 4, 4);
	default:
		return pull_heads(words, pull, heads, 8, 8);
	}
}

/* The table of an edge's permutation, backwards. NULL without memory. */
static const struct tilt_image *heads_of(struct tilt_layers *layers, uint32_t turn)
{
	struct tilt_image *heads = layers->heads + (size_t)turn * layers->words.head.count;
	if (!layers->ready[turn]) {
		const uint8_t *forth = tilt_turn(layers->graph, turn);
		uint8_t back[TILT_BLOCKS_MAX];
		for (int i = 0; i < layers->graph->blocks; i++)
			back[forth[i]] = (uint8_t)i;
		if (!tilt_words_turn(&layers->words, back, heads))
			return NULL;
		layers->ready[turn] = 1;
	}
	return heads;
}

/* ---- one layer ---- */

static void note_live(struct tilt_layers *layers, uint32_t node, uint32_t layer)
{
	layers->live[2 * node + (layer & 1)] = layer;
	layers->list[layer & 1][layers->count[layer & 1]++] = node;
}

/* The ones in each byte. */
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

/* The words in a set. The ones of some pairs are counted in bytes before these are added up. */
static uint64_t count_words(const uint8_t *set, size_t bytes)
{
	uint64_t count = 0;
	size_t at = 0;
	while (at + sizeof(pair) <= bytes) {
		pair some = {0, 0};
		for (int i = 0; i < PAIRS_A_SUM && at + sizeof some <= bytes; i++) {
			some += ones(load_pair(set + at));
			at += sizeof some;
		}
		count += add_bytes(some);
	}
	return at < bytes ? count + add_bytes(ones((pair){load(set + at, 8), 0})) : count;
}

/* Clears a node's frontier of an earlier layer. */
static void clear_front(struct tilt_layers *layers, uint32_t node, uint32_t layer)
{
	uint32_t *live = &layers->live[2 * node + (layer & 1)];
	if (*live != 0)
		memset(front_of(layers, node, layer), 0, layers->words.bytes);
	*live = 0;
}

/* Finds what the edges of a node bring it from the last layer. False without memory. */
static bool ask_node(struct tilt_layers *layers, uint32_t node)
{
	const uint32_t layer = layers->layer;
	bool any = false;
	clear_front(layers, node, layer + 1);
	for (int side = 0; side < 2; side++) {
		const struct tilt_edge *edge = &tilt_edges(layers->graph, node)[side];
		if (layers->live[2 * edge->to + (layer & 1)] != layer)
			continue;
		const struct pull pull = {
			.from = front_of(layers, edge->to, layer),
			.seen = set_of(layers, node, SEEN),
			.front = front_of(layers, node, layer + 1),
			.high = side == 1 ? set_of(layers, node, HIGH) : NULL,
		};
		if (edge->turn == TILT_SAME) {
			any |= pull_same(&pull, layers->words.bytes);
			continue;
		}
		const struct tilt_image *heads = heads_of(layers, edge->turn);
		if (heads == NULL)
			return false;
		any |= pull_turned(&layers->words, &pull, heads);
	}
	if (any) {
		note_live(layers, node, layer + 1);
		layers->seen += count_words(front_of(layers, node, layer + 1), layers->words.bytes);
	}
	return true;
}

/* Lists the nodes with an edge into the last layer, going on where it was stopped. False:
 * stopped. */
static bool list_asked(struct tilt_layers *layers, struct monitor *monitor, struct answer *answer)
{
	const struct tilt_graph *graph = layers->graph;
	const uint32_t parity = layers->layer & 1;
	for (uint32_t *i = &layers->listed; *i < layers->count[parity]; ++*i) {
		const uint32_t last = layers->list[parity][*i];
		if (*i % TICK_NODES == TICK_NODES - 1 && !monitor_report(monitor, answer))
			return false;
		for (uint32_t e = graph->into_first[last]; e < graph->into_first[last + 1]; e++) {
			const uint32_t node = graph->into[e] / 2;
			if (layers->marked[node] != layers->layer) {
				layers->marked[node] = layers->layer;
				layers->asked[layers->asked_count++] = node;
			}
		}
	}
	return true;
}

static void end_layer(struct tilt_layers *layers)
{
	layers->count[layers->layer & 1] = 0;
	layers->layer++;
	layers->through = layers->count[layers->layer & 1] == 0;
	layers->listed = layers->asking = layers->asked_count = 0;
}

enum tilt_step tilt_layers_step(struct tilt_layers *layers, struct monitor *monitor,
                                struct answer *answer)
{
	size_t done = 0;
	if (!list_asked(layers, monitor, answer))
		return TILT_BROKEN_OFF;
	for (; layers->asking < layers->asked_count; layers->asking++) {
		answer->states = layers->seen;
		done += 2 * layers->words.bytes;
		if (done > TICK_BYTES) {
			done = 0;
			if (!monitor_report(monitor, answer))
				return TILT_BROKEN_OFF;
		}
		if (!ask_node(layers, layers->asked[layers->asking]))
			return TILT_NO_ROOM;
	}
	end_layer(layers);
	answer->states = layers->seen;
	return monitor_report(monitor, answer) ? TILT_STEPPED : TILT_BROKEN_OFF;
}

/* ---- what was found ---- */

static bool has(const struct tilt_layers *layers, const struct tilt_class *from, uint32_t purpose)
{
	const struct tilt_spot spot = tilt_words_spot(&layers->words, from->word);
	const uint8_t *set = set_of(layers, from->node, purpose);
	return load(set + spot.at, layers->words.lane) >> spot.bit & 1;
}

bool tilt_layers_seen(const struct tilt_layers *layers, const struct tilt_class *from)
{
	return from->node != TILT_NONE && has(layers, from, SEEN);
}

int tilt_layers_plan(const struct tilt_layers *layers, const struct tilt_goal *goal,
                     const struct tilt_class *from, move_code *plan, int most)
{
	const size_t blocks = (size_t)layers->graph->blocks;
	struct tilt_class at = *from;
	for (int length = 1;; length++) {
		const enum tilt_axis axis = tilt_axis_of(layers->graph, at.node);
		const int side = has(layers, &at, HIGH);
		if (length <= most)
			plan[length - 1] = tilt_graph_move(layers->graph, at.node, side);
		if (at.node == goal->end[axis].node &&
		    memcmp(at.word, goal->end[axis].word, blocks) == 0)
			return length;
		tilt_class_follow(layers->graph, &at, side);
	}
}

/* ---- beginning and end ---- */

/* The classes that are one move from the goal. */
static void begin(struct tilt_layers *layers, const struct tilt_goal *goal)
{
	layers->layer = 1;
	for (int axis = 0; axis < TILT_AXES; axis++) {
		const struct tilt_class *end = &goal->end[axis];
		if (end->node == TILT_NONE)
			continue;
		const struct tilt_spot spot = tilt_words_spot(&layers->words, end->word);
		const struct pull pull = {
			.seen = set_of(layers, end->node, SEEN),
			.front = front_of(layers, end->node, 1),
			.high = goal->side[axis] == 1 ? set_of(layers, end->node, HIGH) : NULL,
		};
		mark(&pull, spot.at, layers->words.lane, UINT64_C(1) << spot.bit);
		note_live(layers, end->node, 1);
		layers->seen++;
	}
}

static uint64_t heads_bytes(const struct tilt_graph *graph, const struct tilt_words *words)
{
	return (uint64_t)graph->turns * (words->head.count * sizeof(struct tilt_image) + 1);
}

uint64_t tilt_layers_bytes(const struct tilt_graph *graph, const struct tilt_words *words)
{
	const uint64_t lists = 6 * sizeof(uint32_t);
	return graph->count * (words->bytes * SETS + lists) + heads_bytes(graph, words) +
	       words->memory;
}

bool tilt_layers_init(struct tilt_layers *layers, struct tilt_graph *graph,
                      struct tilt_words *words, const struct tilt_goal *goal)
{
	const size_t count = graph->count;
	*layers = (struct tilt_layers){.graph = graph, .words = *words};
	*words = (struct tilt_words){0};
	layers->sets = calloc(count * SETS, layers->words.bytes);
	layers->heads = malloc((size_t)heads_bytes(graph, &layers->words));
	layers->ready = calloc(graph->turns, 1);
	layers->live = calloc(2 * count, sizeof *layers->live);
	layers->list[0] = malloc(count * sizeof *layers->list[0]);
	layers->list[1] = malloc(count * sizeof *layers->list[1]);
	layers->asked = malloc(count * sizeof *layers->asked);
	layers->marked = calloc(count, sizeof *layers->marked);
	if (layers->sets == NULL || layers->heads == NULL || layers->ready == NULL ||
	    layers->live == NULL || layers->list[0] == NULL || layers->list[1] == NULL ||
	    layers->asked == NULL || layers->marked == NULL)
		return false;
	begin(layers, goal);
	return true;
}

void tilt_layers_free(struct tilt_layers *layers)
{
	tilt_words_free(&layers->words);
	free(layers->sets);
	free(layers->heads);
	free(layers->ready);
	free(layers->live);
	free(layers->list[0]);
	free(layers->list[1]);
	free(layers->asked);
	free(layers->marked);
	*layers = (struct tilt_layers){0};
}
