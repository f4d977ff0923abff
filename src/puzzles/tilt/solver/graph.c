#include "puzzles/tilt/solver/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/tilt/tilt.h"

enum {
	BATCH = 16, /* nodes explored together, after prefetching */
	TICK_BATCHES = 32,
	TICK_STEPS = 1 << 14,
	TICK_BYTES = 1 << 19,
	NODES_MAX = 1 << 29, /* edges have 32-bit numbers */
};

/* ---- memory ---- */

static size_t reverse_bytes(uint32_t nodes)
{
	return nodes == 0 ? 0 : (3 * (size_t)nodes + 1) * sizeof(uint32_t);
}

size_t tilt_graph_bytes(const struct tilt_graph *graph)
{
	return graph->nodes.bytes + graph->permutations.bytes +
	       reverse_bytes(graph->reverse_capacity);
}

/* Divides the memory that is left between both tables, less what the reverse edges will need. */
static void share_memory(struct tilt_graph *graph)
{
	const size_t used = graph->nodes.bytes + graph->permutations.bytes +
	                    reverse_bytes(graph->nodes.count + 2 * BATCH);
	const size_t left = used < graph->limit ? graph->limit - used : 0;
	graph->nodes.limit = graph->nodes.bytes + left / 2;
	graph->permutations.limit = graph->permutations.bytes + left / 2;
}

bool tilt_clear_memory(void *memory, size_t bytes, struct monitor *monitor, struct answer *answer)
{
	uint8_t *at = memory;
	for (; bytes > TICK_BYTES; at += TICK_BYTES, bytes -= TICK_BYTES) {
		memset(at, 0, TICK_BYTES);
		if (!monitor_report(monitor, answer))
			return false;
	}
	memset(at, 0, bytes);
	return true;
}

/* Reports to the monitor after every so many small steps. False: stop. */
static bool report_step(size_t step, struct monitor *monitor, struct answer *answer)
{
	return step % TICK_STEPS != TICK_STEPS - 1 || monitor_report(monitor, answer);
}

/* ---- nodes ---- */

/* A node as the table stores it: the axis, then its blocks, slid to the low side. */
struct node_state {
	uint16_t axis;
	uint16_t cell[TILT_BLOCKS_MAX];
};

static const struct node_state *node_state(const struct tilt_graph *graph, uint32_t node)
{
	return (const struct node_state *)(const void *)state_table_state(&graph->nodes, node);
}

/* The labels of a node's blocks, in order of their cells. */
static uint8_t *node_labels(const struct tilt_graph *graph, uint32_t node)
{
	return (uint8_t *)(tilt_edges(graph, node) + 2);
}

static uint32_t add_node(struct tilt_graph *graph, const struct node_state *state, uint32_t hash,
                         const uint8_t *label)
{
	const uint32_t node = graph->nodes.count < NODES_MAX
	                              ? state_table_add(&graph->nodes, state, hash)
	                              : STATE_NONE;
	if (node == STATE_NONE)
		return TILT_NONE;
	tilt_edges(graph, node)[0].permutation = tilt_edges(graph, node)[1].permutation = TILT_NONE;
	memcpy(node_labels(graph, node), label, (size_t)graph->blocks);
	return node;
}

/* A position's blocks in order along the axis. */
static void list_blocks(const struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                        uint16_t *cell)
{
	const int cells = graph->axis_map[0].length * graph->axis_map[1].length;
	int count = 0;
	for (int at = 0; at < cells; at++)
		if (grid[tilt_axis_cell(&graph->axis_map[axis], axis, at)] != 0)
			cell[count++] = (uint16_t)at;
}

/* The node of a position whose next move is along that axis. Sets label[] for the level's cells
 * with blocks. TILT_NONE: the node is not there, or with `add` there is no memory for it; then
 * label[] gives the labels of the new node. */
static uint32_t tilt_graph_find(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                                bool add, uint8_t label[CELLS_MAX])
{
	const struct tilt_axis_map *map = &graph->axis_map[axis];
	uint16_t here[TILT_BLOCKS_MAX] = {0};
	struct node_state state = {.axis = (uint16_t)axis};
	list_blocks(graph, grid, axis, here);
	memcpy(state.cell, here, sizeof here);
	tilt_axis_slide_low(map, state.cell, graph->blocks);
	const uint32_t hash = state_table_hash(&graph->nodes, &state);
	uint32_t node = state_table_find_hashed(&graph->nodes, &state, hash);
	if (node == STATE_NONE && add) {
		uint8_t new_label[TILT_BLOCKS_MAX];
		for (int i = 0; i < graph->blocks; i++)
			new_label[i] = label[tilt_axis_cell(map, axis, here[i])];
		node = add_node(graph, &state, hash, new_label);
	}
	if (node == STATE_NONE)
		return TILT_NONE;
	for (int i = 0; i < graph->blocks; i++)
		label[tilt_axis_cell(map, axis, here[i])] = node_labels(graph, node)[i];
	return node;
}

bool tilt_graph_add_start(struct tilt_graph *graph, const uint8_t *grid)
{
	uint8_t label[CELLS_MAX];
	uint16_t cell[TILT_BLOCKS_MAX];
	share_memory(graph);
	list_blocks(graph, grid, TILT_HORIZONTAL, cell);
	for (int i = 0; i < graph->blocks; i++)
		label[cell[i]] = (uint8_t)i;
	return tilt_graph_find(graph, grid, TILT_HORIZONTAL, true, label) != TILT_NONE &&
	       tilt_graph_find(graph, grid, TILT_VERTICAL, true, label) != TILT_NONE;
}

/* ---- permutations ---- */

bool tilt_permutation_is_odd(const uint8_t *permutation, int blocks)
{
	bool odd = false;
	for (int i = 0; i < blocks; i++)
		for (int j = 0; j < i; j++)
			odd ^= permutation[j] > permutation[i];
	return odd;
}

int tilt_graph_orbit(const struct tilt_graph *graph, int label)
{
	while (graph->orbit[label] != label)
		label = graph->orbit[label];
	return label;
}

static void merge_orbits(struct tilt_graph *graph, const uint8_t *permutation)
{
	for (int i = 0; graph->orbits > 1 && i < graph->blocks; i++) {
		const int one = tilt_graph_orbit(graph, i);
		const int two = tilt_graph_orbit(graph, permutation[i]);
		graph->orbits -= one != two;
		graph->orbit[one > two ? one : two] = (uint8_t)(one < two ? one : two);
	}
}

/* The number of a permutation, added if it is new. TILT_NONE: no memory. */
static uint32_t add_permutation(struct tilt_graph *graph, const uint8_t *permutation)
{
	bool fresh;
	const uint32_t number = state_table_put(&graph->permutations, permutation, &fresh);
	if (number == STATE_NONE)
		return TILT_NONE;
	if (fresh) {
		merge_orbits(graph, permutation);
		graph->odd = graph->odd || tilt_permutation_is_odd(permutation, graph->blocks);
	}
	return number;
}

/* ---- edges ---- */

/* The target of an edge, before it is looked up. */
struct successor {
	uint32_t node; /* the source */
	int side;
	uint32_t hash;
	struct node_state state;
	uint8_t label[TILT_BLOCKS_MAX];
};

static void make_successor(const struct tilt_graph *graph, struct successor *successor)
{
	const struct node_state *from = node_state(graph, successor->node);
	const enum tilt_axis axis = (enum tilt_axis)from->axis;
	uint16_t cell[TILT_BLOCKS_MAX];
	memcpy(cell, from->cell, (size_t)graph->blocks * sizeof *cell);
	if (successor->side == 1)
		tilt_axis_slide_high(&graph->axis_map[axis], cell, graph->blocks);
	tilt_axis_transpose(&graph->axis_map[axis], cell, node_labels(graph, successor->node),
	                    graph->blocks, successor->state.cell, successor->label);
	tilt_axis_slide_low(&graph->axis_map[!axis], successor->state.cell, graph->blocks);
	successor->state.axis = !axis;
	successor->hash = state_table_hash(&graph->nodes, &successor->state);
}

/* Looks the target up, or adds it, and sets the edge. False: no memory. */
static bool add_edge(struct tilt_graph *graph, const struct successor *successor)
{
	struct tilt_edge *edge = &tilt_edges(graph, successor->node)[successor->side];
	uint8_t permutation[TILT_BLOCKS_MAX];
	edge->to = state_table_find_hashed(&graph->nodes, &successor->state, successor->hash);
	if (edge->to == STATE_NONE) {
		edge->to = add_node(graph, &successor->state, successor->hash, successor->label);
		edge->permutation = edge->to == TILT_NONE ? TILT_NONE : TILT_IDENTITY;
		return edge->to != TILT_NONE;
	}
	const uint8_t *there = node_labels(graph, edge->to);
	for (int i = 0; i < graph->blocks; i++)
		permutation[successor->label[i]] = there[i];
	edge->permutation = add_permutation(graph, permutation);
	return edge->permutation != TILT_NONE;
}

/* Prefetches what looking up some successors will read. */
static void prefetch(const struct tilt_graph *graph, const struct successor *successor, int count)
{
	const struct state_table *nodes = &graph->nodes;
	for (int i = 0; i < count; i++)
		state_table_prefetch(nodes, successor[i].hash);
	for (int i = 0; i < count; i++) {
		const uint64_t slot = *hash_slots_find(&nodes->slots, successor[i].hash);
		if (slot == 0)
			continue;
		__builtin_prefetch(state_table_payload(nodes, (uint32_t)slot - 1));
		__builtin_prefetch(state_table_state(nodes, (uint32_t)slot - 1) +
		                   nodes->state_size - 1);
	}
}

/* Explores those of some nodes that are not explored yet. False: no memory. */
static bool explore_batch(struct tilt_graph *graph, uint32_t first, uint32_t nodes)
{
	struct successor successor[2 * BATCH];
	int count = 0;
	share_memory(graph);
	for (uint32_t node = first; node < first + nodes; node++)
		for (int side = 0; side < 2; side++)
			if (tilt_edges(graph, node)[side].permutation == TILT_NONE) {
				successor[count].node = node;
				successor[count].side = side;
				make_successor(graph, &successor[count++]);
			}
	prefetch(graph, successor, count);
	for (int i = 0; i < count; i++)
		if (!add_edge(graph, &successor[i]))
			return false;
	return true;
}

bool tilt_graph_explore(struct tilt_graph *graph, uint32_t node)
{
	return tilt_edges(graph, node)[1].permutation != TILT_NONE || explore_batch(graph, node, 1);
}

enum tilt_status tilt_graph_grow(struct tilt_graph *graph, uint32_t most, struct monitor *monitor,
                                 struct answer *answer)
{
	if (graph->explored < graph->nodes.count)
		graph->reversed = 0;
	for (uint32_t batches = 1; graph->explored < graph->nodes.count; batches++) {
		const uint32_t left = graph->nodes.count - graph->explored;
		const uint32_t nodes = left < BATCH ? left : BATCH;
		if (graph->explored >= most)
			return TILT_MORE;
		answer->states = graph->nodes.count;
		if (batches % TICK_BATCHES == 0 && !monitor_report(monitor, answer))
			return TILT_STOPPED;
		if (!explore_batch(graph, graph->explored, nodes))
			return TILT_NO_MEMORY;
		graph->explored += nodes;
	}
	return TILT_OK;
}

/* ---- reverse edges ---- */

static void free_reverse(struct tilt_graph *graph)
{
	free(graph->reverse_first);
	free(graph->reverse);
	graph->reverse_first = graph->reverse = NULL;
	graph->reverse_capacity = graph->reversed = 0;
}

static bool reserve_reverse(struct tilt_graph *graph)
{
	const size_t count = graph->nodes.count;
	if (count <= graph->reverse_capacity)
		return true;
	free_reverse(graph);
	if (tilt_graph_bytes(graph) + reverse_bytes((uint32_t)count) > graph->limit)
		return false;
	graph->reverse_first = malloc((count + 1) * sizeof *graph->reverse_first);
	graph->reverse = malloc(2 * count * sizeof *graph->reverse);
	if (graph->reverse_first == NULL || graph->reverse == NULL) {
		free_reverse(graph);
		return false;
	}
	graph->reverse_capacity = (uint32_t)count;
	return true;
}

enum tilt_status tilt_graph_reverse(struct tilt_graph *graph, struct monitor *monitor,
                                    struct answer *answer)
{
	const uint32_t count = graph->nodes.count;
	if (graph->reversed == count)
		return TILT_OK;
	graph->reversed = 0;
	if (!reserve_reverse(graph))
		return TILT_NO_MEMORY;
	uint32_t *first = graph->reverse_first;
	if (!tilt_clear_memory(first, ((size_t)count + 1) * sizeof *first, monitor, answer))
		return TILT_STOPPED;
	for (uint32_t node = 0; node < graph->explored; node++) {
		for (int side = 0; side < 2; side++)
			first[tilt_edges(graph, node)[side].to]++;
		if (!report_step(node, monitor, answer))
			return TILT_STOPPED;
	}
	for (uint32_t node = 1; node <= count; node++) {
		first[node] += first[node - 1];
		if (!report_step(node, monitor, answer))
			return TILT_STOPPED;
	}
	for (uint32_t node = graph->explored; node-- > 0;) {
		for (int side = 1; side >= 0; side--)
			graph->reverse[--first[tilt_edges(graph, node)[side].to]] =
				2 * node + (uint32_t)side;
		if (!report_step(node, monitor, answer))
			return TILT_STOPPED;
	}
	graph->reversed = count;
	return TILT_OK;
}

/* ---- classes ---- */

struct tilt_class tilt_class_of(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis)
{
	const int cells = graph->axis_map[0].length * graph->axis_map[1].length;
	uint8_t of[CELLS_MAX] = {0};
	struct tilt_class class = {.node = tilt_graph_find(graph, grid, axis, false, of)};
	for (int cell = 0; class.node != TILT_NONE && cell < cells; cell++)
		if (grid[cell] != 0)
			class.colouring[of[cell]] = grid[cell];
	return class;
}

bool tilt_goal_find(struct tilt_graph *graph, const uint8_t *grid, struct tilt_goal *goal)
{
	bool found = false;
	for (int axis = 0; axis < TILT_AXES; axis++) {
		goal->end[axis].node = TILT_NONE;
		if (goal->side[axis] >= 0)
			goal->end[axis] = tilt_class_of(graph, grid, (enum tilt_axis)axis);
		found = found || goal->end[axis].node != TILT_NONE;
	}
	return found;
}

void tilt_class_move(const struct tilt_graph *graph, struct tilt_class *at, int side)
{
	const struct tilt_edge *edge = &tilt_edges(graph, at->node)[side];
	const uint8_t *permutation = tilt_permutation(graph, edge->permutation);
	const struct tilt_class from = *at;
	at->node = edge->to;
	for (int i = 0; i < graph->blocks; i++)
		at->colouring[permutation[i]] = from.colouring[i];
}

move_code tilt_graph_move(const struct tilt_graph *graph, uint32_t node, int side)
{
	return tilt_axis_move(tilt_axis_of(graph, node), side);
}

bool tilt_graph_init(struct tilt_graph *graph, const struct level *level, size_t limit)
{
	*graph = (struct tilt_graph){.blocks = tilt_block_count(level), .limit = limit};
	const size_t blocks = (size_t)graph->blocks;
	uint8_t identity[TILT_BLOCKS_MAX] = {0};
	tilt_axis_init(&graph->axis_map[TILT_HORIZONTAL], level, TILT_HORIZONTAL);
	tilt_axis_init(&graph->axis_map[TILT_VERTICAL], level, TILT_VERTICAL);
	for (int i = 0; i < graph->blocks; i++)
		identity[i] = graph->orbit[i] = (uint8_t)i;
	graph->orbits = graph->blocks;
	return state_table_init(&graph->nodes, (1 + blocks) * sizeof(uint16_t),
	                        2 * sizeof(struct tilt_edge) + (blocks + 3) / 4 * 4, limit) &&
	       state_table_init(&graph->permutations, blocks, 0, limit) &&
	       add_permutation(graph, identity) == TILT_IDENTITY;
}

void tilt_graph_free(struct tilt_graph *graph)
{
	state_table_free(&graph->nodes);
	state_table_free(&graph->permutations);
	free_reverse(graph);
	*graph = (struct tilt_graph){0};
}
