#include "puzzles/tilt/solver/graph.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/pieces.h"
#include "puzzles/tilt/tilt.h"

enum {
	TICK_BATCHES = 32,
	TICK_STEPS = 1 << 14,
	NODES_MAX = 1 << 29, /* edges have 32-bit numbers */
};

/* ---- axes ---- */

/* The level's cell of a cell on an axis: the level numbers its cells row by row. */
static int axis_cell(const struct tilt_axis_map *map, enum tilt_axis axis, int cell)
{
	return axis == TILT_HORIZONTAL ? cell : map->transposed[cell];
}

static void axis_init(struct tilt_axis_map *map, const struct level *level, enum tilt_axis axis)
{
	const int lines = axis == TILT_HORIZONTAL ? level->rows : level->columns;
	map->length = axis == TILT_HORIZONTAL ? level->columns : level->rows;
	for (int cell = 0, low = 0; cell < level_cells(level); cell++) {
		const int offset = cell % map->length;
		map->offset[cell] = (uint16_t)offset;
		map->transposed[cell] = (uint16_t)(offset * lines + cell / map->length);
		if (offset == 0)
			low = cell;
		if (level->map[axis_cell(map, axis, cell)])
			low = cell + 1;
		map->low[cell] = (uint16_t)low;
		for (int i = low; i <= cell; i++)
			map->high[i] = (uint16_t)cell;
	}
}

/* Slides a list of blocks, in rising order, to the low or to the high end of their segments. */
static void slide_low(const struct tilt_axis_map *map, uint16_t *cell, int blocks)
{
	int stop = -1;
	for (int i = 0; i < blocks; i++) {
		const int low = map->low[cell[i]];
		stop = stop >= low ? stop + 1 : low;
		cell[i] = (uint16_t)stop;
	}
}

static void slide_high(const struct tilt_axis_map *map, uint16_t *cell, int blocks)
{
	int stop = CELLS_MAX;
	for (int i = blocks - 1; i >= 0; i--) {
		const int high = map->high[cell[i]];
		stop = stop <= high ? stop - 1 : high;
		cell[i] = (uint16_t)stop;
	}
}

/* Renumbers and sorts a list of blocks for the other axis, by counting sort: within a line they are
 * already in order. */
static void transpose(const struct tilt_axis_map *map, const uint16_t *cell, const uint8_t *label,
                      int blocks, uint16_t *transposed, uint8_t *transposed_label)
{
	uint8_t first[SIDE_MAX + 1] = {0}; /* index of each line's first block */
	for (int i = 0; i < blocks; i++)
		first[map->offset[cell[i]] + 1]++;
	for (int line = 1; line < map->length; line++)
		first[line] = (uint8_t)(first[line] + first[line - 1]);
	for (int i = 0; i < blocks; i++) {
		const int to = first[map->offset[cell[i]]]++;
		transposed[to] = map->transposed[cell[i]];
		transposed_label[to] = label[i];
	}
}

/* ---- memory ---- */

/* Of the reverse edges. */
static size_t reverse_bytes(uint32_t nodes)
{
	return nodes == 0 ? 0 : (3 * (size_t)nodes + 1) * sizeof(uint32_t);
}

size_t tilt_graph_bytes(const struct tilt_graph *graph)
{
	return graph->nodes.bytes + graph->permutations.bytes + reverse_bytes(graph->reversed);
}

/* Divides the memory that is left between both tables, less what the reverse edges will need. */
static void share_memory(struct tilt_graph *graph)
{
	const size_t used = graph->nodes.bytes + graph->permutations.bytes +
	                    reverse_bytes(graph->nodes.count + 2 * TILT_BATCH);
	const size_t left = used < graph->limit ? graph->limit - used : 0;
	graph->nodes.limit = graph->nodes.bytes + left / 2;
	graph->permutations.limit = graph->permutations.bytes + left / 2;
}

/* ---- nodes ---- */

/* The labels of a node's blocks, in order of their cells. */
static uint8_t *node_labels(const struct tilt_graph *graph, uint32_t node)
{
	return (uint8_t *)(tilt_edges(graph, node) + 2);
}

/* Adds a node in the free slot that looking it up has found. TILT_NONE: no memory. */
static uint32_t add_node(struct tilt_graph *graph, uint64_t *slot, const uint16_t *state,
                         uint32_t hash, const uint8_t *label)
{
	const uint32_t node = graph->nodes.count < NODES_MAX
	                              ? state_table_fill(&graph->nodes, slot, state, hash)
	                              : STATE_NONE;
	if (node == STATE_NONE)
		return TILT_NONE;
	tilt_edges(graph, node)[0].permutation = tilt_edges(graph, node)[1].permutation = TILT_NONE;
	memcpy(node_labels(graph, node), label, (size_t)graph->blocks);
	return node;
}

/* The class of a position whose next move is along that axis. Sets label[] for the level's cells
 * with blocks. TILT_NONE: its node is not there, or with `add` there is no memory for it; before,
 * label[] gives the labels of the new node. */
static struct tilt_class find_class(struct tilt_graph *graph, const uint8_t *grid,
                                    enum tilt_axis axis, bool add, uint8_t label[CELLS_MAX])
{
	const struct tilt_axis_map *map = &graph->axis_map[axis];
	uint16_t state[TILT_NODE_MAX] = {(uint16_t)axis};
	uint8_t new_label[TILT_BLOCKS_MAX];
	int block[TILT_BLOCKS_MAX] = {0}; /* the level's cells with blocks, along the axis */
	for (int at = 0, count = 0; at < graph->cells; at++) {
		const int cell = axis_cell(map, axis, at);
		if (grid[cell] == 0)
			continue;
		block[count] = cell;
		new_label[count] = label[cell];
		state[++count] = (uint16_t)at;
	}
	slide_low(map, state + 1, graph->blocks);
	const uint32_t hash = state_table_hash(&graph->nodes, state);
	uint64_t *slot = state_table_slot(&graph->nodes, state, hash);
	struct tilt_class class = {.node = (uint32_t)*slot - 1};
	if (class.node == TILT_NONE && add)
		class.node = add_node(graph, slot, state, hash, new_label);
	for (int i = 0; class.node != TILT_NONE && i < graph->blocks; i++) {
		label[block[i]] = node_labels(graph, class.node)[i];
		class.colouring[label[block[i]]] = grid[block[i]];
	}
	return class;
}

bool tilt_graph_add_start(struct tilt_graph *graph, struct tilt_task *task)
{
	uint8_t label[CELLS_MAX];
	share_memory(graph);
	for (int cell = 0, count = 0; cell < graph->cells; cell++)
		if (task->grid[cell] != 0)
			label[cell] = (uint8_t)count++;
	for (enum tilt_axis axis = 0; axis < TILT_AXES; axis++) {
		task->from[axis] = find_class(graph, task->grid, axis, true, label);
		if (task->from[axis].node == TILT_NONE)
			return false;
	}
	return true;
}

bool tilt_graph_find_goal(struct tilt_graph *graph, struct tilt_task *task)
{
	uint8_t label[CELLS_MAX] = {0};
	for (enum tilt_axis axis = 0; axis < TILT_AXES; axis++) {
		task->goal[axis].node = TILT_NONE;
		if (task->goal_side[axis] >= 0)
			task->goal[axis] = find_class(graph, task->level.goal, axis, false, label);
	}
	return task->goal[0].node != TILT_NONE || task->goal[1].node != TILT_NONE;
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

static void merge_orbits(struct tilt_graph *graph, const uint8_t *permutation)
{
	for (int i = 0; graph->orbits > 1 && i < graph->blocks; i++) {
		const uint8_t one = graph->orbit[i], other = graph->orbit[permutation[i]];
		graph->orbits -= one != other;
		for (int j = 0; one != other && j < graph->blocks; j++)
			if (graph->orbit[j] == other)
				graph->orbit[j] = one;
	}
}

/* The number of a permutation, added if it is new. TILT_NONE: no memory. */
static uint32_t add_permutation(struct tilt_graph *graph, const uint8_t *permutation)
{
	bool fresh;
	const uint32_t number = state_table_put(&graph->permutations, permutation, &fresh);
	if (number != TILT_NONE && fresh) {
		merge_orbits(graph, permutation);
		graph->odd = graph->odd || tilt_permutation_is_odd(permutation, graph->blocks);
	}
	return number;
}

/* ---- edges ---- */

static void make_successor(const struct tilt_graph *graph, struct tilt_successor *successor)
{
	const uint16_t *from = tilt_node(graph, successor->node);
	const enum tilt_axis axis = (enum tilt_axis)from[0];
	uint16_t cell[TILT_BLOCKS_MAX];
	memcpy(cell, from + 1, (size_t)graph->blocks * sizeof *cell);
	if (successor->side == 1)
		slide_high(&graph->axis_map[axis], cell, graph->blocks);
	transpose(&graph->axis_map[axis], cell, node_labels(graph, successor->node), graph->blocks,
	          successor->state + 1, successor->label);
	slide_low(&graph->axis_map[!axis], successor->state + 1, graph->blocks);
	successor->state[0] = !axis;
	successor->hash = state_table_hash(&graph->nodes, successor->state);
}

/* Looks the target up, or adds it, and sets the edge. False: no memory. */
static bool add_edge(struct tilt_graph *graph, const struct tilt_successor *successor)
{
	struct tilt_edge *edge = &tilt_edges(graph, successor->node)[successor->side];
	uint8_t permutation[TILT_BLOCKS_MAX];
	uint64_t *slot = state_table_slot(&graph->nodes, successor->state, successor->hash);
	edge->to = (uint32_t)*slot - 1;
	if (edge->to == TILT_NONE) {
		edge->to =
			add_node(graph, slot, successor->state, successor->hash, successor->label);
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
static void prefetch(const struct tilt_graph *graph, const struct tilt_successor *successor,
                     int count)
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
	struct tilt_successor *successor = graph->successor;
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

static void free_reverse(struct tilt_graph *graph)
{
	free(graph->reverse_first);
	graph->reverse_first = graph->reverse = NULL;
	graph->reversed = 0;
}

enum tilt_status tilt_graph_grow(struct tilt_graph *graph, uint32_t max,
                                 const struct tilt_task *task)
{
	if (graph->explored < graph->nodes.count)
		free_reverse(graph);
	for (uint32_t batches = 1; graph->explored < graph->nodes.count; batches++) {
		const uint32_t left = graph->nodes.count - graph->explored;
		const uint32_t nodes = left < TILT_BATCH ? left : TILT_BATCH;
		if (graph->explored >= max)
			return TILT_MORE;
		task->answer->states = graph->nodes.count;
		if (batches % TICK_BATCHES == 0 && !tilt_report(task))
			return TILT_STOPPED;
		if (!explore_batch(graph, graph->explored, nodes))
			return TILT_NO_MEMORY;
		graph->explored += nodes;
	}
	return TILT_OK;
}

/* ---- reverse edges ---- */

/* Where an edge leads to, by its number in reverse. */
static uint32_t target(const struct tilt_graph *graph, uint32_t edge)
{
	return tilt_edges(graph, edge / 2)[edge % 2].to;
}

/* Sorts the edges by counting. False: stopped. */
static bool sort_edges(struct tilt_graph *graph, const struct tilt_task *task)
{
	const uint32_t edges = 2 * graph->explored;
	uint32_t *first = graph->reverse_first;
	for (uint32_t edge = 0; edge < edges; edge++) {
		first[target(graph, edge)]++;
		if (!tilt_report_step(task, edge, TICK_STEPS))
			return false;
	}
	for (uint32_t node = 1; node <= graph->nodes.count; node++) {
		first[node] += first[node - 1];
		if (!tilt_report_step(task, node, TICK_STEPS))
			return false;
	}
	for (uint32_t edge = edges; edge-- > 0;) {
		graph->reverse[--first[target(graph, edge)]] = edge;
		if (!tilt_report_step(task, edge, TICK_STEPS))
			return false;
	}
	return true;
}

enum tilt_status tilt_graph_reverse(struct tilt_graph *graph, const struct tilt_task *task)
{
	const uint32_t count = graph->nodes.count;
	if (graph->reversed == count)
		return TILT_OK;
	free_reverse(graph);
	if (tilt_graph_bytes(graph) + reverse_bytes(count) > graph->limit)
		return TILT_NO_MEMORY;
	graph->reverse_first = calloc(1, reverse_bytes(count));
	if (graph->reverse_first == NULL)
		return TILT_NO_MEMORY;
	graph->reverse = graph->reverse_first + count + 1;
	if (!sort_edges(graph, task)) {
		free_reverse(graph);
		return TILT_STOPPED;
	}
	graph->reversed = count;
	return TILT_OK;
}

/* ---- classes ---- */

void tilt_class_move(const struct tilt_graph *graph, struct tilt_class *at, int side)
{
	const struct tilt_edge *edge = &tilt_edges(graph, at->node)[side];
	const uint8_t *permutation = tilt_permutation(graph, edge->permutation);
	const struct tilt_class from = *at;
	at->node = edge->to;
	for (int i = 0; i < graph->blocks; i++)
		at->colouring[permutation[i]] = from.colouring[i];
}

bool tilt_graph_init(struct tilt_graph *graph, const struct level *level, size_t limit)
{
	*graph = (struct tilt_graph){.blocks = pieces_count(level),
	                             .cells = level_cells(level),
	                             .limit = limit};
	const size_t blocks = (size_t)graph->blocks;
	uint8_t identity[TILT_BLOCKS_MAX] = {0};
	axis_init(&graph->axis_map[TILT_HORIZONTAL], level, TILT_HORIZONTAL);
	axis_init(&graph->axis_map[TILT_VERTICAL], level, TILT_VERTICAL);
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
