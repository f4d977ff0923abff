#include "puzzles/tilt/solver/graph.h"

#include <stdlib.h>
#include <string.h>

#include "os/scratch.h"
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
		map->line[cell] = (uint8_t)offset;
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

/* Slides the blocks along a node's edge, and finds their order on the other axis, by counting sort:
 * within a line they are in order already. */
static void order_after(const struct tilt_axis_map *map, uint16_t *cell, int blocks, int side,
                        uint8_t *to)
{
	uint8_t first[SIDE_MAX + 1] = {0}; /* number of each line's first block */
	uint8_t line[TILT_BLOCKS_MAX];
	if (side == 1)
		slide_high(map, cell, blocks);
	for (int i = 0; i < blocks; i++) {
		line[i] = map->line[cell[i]];
		first[line[i] + 1]++;
	}
	for (int i = 1; i < map->length; i++)
		first[i] = (uint8_t)(first[i] + first[i - 1]);
	for (int i = 0; i < blocks; i++)
		to[i] = first[line[i]]++;
}

/* ---- memory ---- */

/* Of the reverse edges. */
static size_t reverse_bytes(uint32_t nodes)
{
	return nodes == 0 ? 0 : (3 * (size_t)nodes + 1) * sizeof(uint32_t);
}

size_t tilt_graph_bytes(const struct tilt_graph *graph)
{
	const bool spilled = scratch_has(graph->reverse_first);
	return graph->nodes.bytes + (spilled ? 0 : reverse_bytes(graph->reversed));
}

uint32_t tilt_graph_nodes_within(const struct tilt_graph *graph, size_t bytes)
{
	enum { SLOT_BYTES = 13, REVERSE_BYTES = 12 };
	const size_t nodes = bytes / (graph->nodes.stride + SLOT_BYTES + REVERSE_BYTES);
	return nodes < NODES_MAX ? (uint32_t)nodes + 1 : NODES_MAX;
}

/* Leaves memory for the reverse edges of all nodes for which the table will have room. */
static void limit_nodes(struct tilt_graph *graph)
{
	const size_t chunks = graph->nodes.chunk_count + 1;
	const size_t reverse = reverse_bytes((uint32_t)(chunks << graph->nodes.chunk_bits));
	const size_t most = reverse < graph->limit ? graph->limit - reverse : 0;
	graph->nodes.limit = most > graph->nodes.bytes ? most : graph->nodes.bytes;
}

/* ---- nodes ---- */

void tilt_graph_pack(const struct tilt_graph *graph, enum tilt_axis axis, const uint16_t *cell,
                     uint8_t *state)
{
	*state++ = (uint8_t)axis;
	if (graph->cell_bytes == sizeof *cell)
		memcpy(state, cell, (size_t)graph->blocks * sizeof *cell);
	else
		for (int i = 0; i < graph->blocks; i++)
			state[i] = (uint8_t)cell[i];
}

enum tilt_axis tilt_graph_cells(const struct tilt_graph *graph, uint32_t node, uint16_t *cell)
{
	const uint8_t *state = state_table_state(&graph->nodes, node);
	if (graph->cell_bytes == sizeof *cell)
		memcpy(cell, state + 1, (size_t)graph->blocks * sizeof *cell);
	else
		for (int i = 0; i < graph->blocks; i++)
			cell[i] = state[1 + i];
	return tilt_axis_of(graph, node);
}

void tilt_graph_permutation(const struct tilt_graph *graph, uint32_t node, int side, uint8_t *to)
{
	uint16_t cell[TILT_BLOCKS_MAX];
	const enum tilt_axis axis = tilt_graph_cells(graph, node, cell);
	order_after(&graph->axis_map[axis], cell, graph->blocks, side, to);
}

/* Adds a node in the free slot that looking it up has found. TILT_NONE: no memory. */
static uint32_t add_node(struct tilt_graph *graph, uint64_t *slot, const uint8_t *state,
                         uint32_t hash)
{
	const uint32_t node = graph->nodes.count < NODES_MAX
	                              ? state_table_fill(&graph->nodes, slot, state, hash)
	                              : STATE_NONE;
	if (node == STATE_NONE)
		return TILT_NONE;
	tilt_edges(graph, node)[0] = tilt_edges(graph, node)[1] = TILT_NONE;
	return node;
}

void tilt_graph_class_of(const struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                         uint16_t *cell, uint8_t *colouring)
{
	const struct tilt_axis_map *map = &graph->axis_map[axis];
	int count = 0;
	for (int at = 0; at < graph->cells; at++) {
		const uint8_t colour = grid[axis_cell(map, axis, at)];
		if (colour == 0)
			continue;
		colouring[count] = colour;
		cell[count++] = (uint16_t)at;
	}
	slide_low(map, cell, count);
}

/* The class of a position whose next move is along that axis. TILT_NONE: its node is not there, or
 * with `add` there is no memory for it. */
static struct tilt_class find_class(struct tilt_graph *graph, const uint8_t *grid,
                                    enum tilt_axis axis, bool add)
{
	struct tilt_class class;
	uint16_t cell[TILT_BLOCKS_MAX];
	uint8_t state[TILT_NODE_MAX];
	tilt_graph_class_of(graph, grid, axis, cell, class.colouring);
	tilt_graph_pack(graph, axis, cell, state);
	const uint32_t hash = state_table_hash(&graph->nodes, state);
	uint64_t *slot = state_table_slot(&graph->nodes, state, hash);
	class.node = (uint32_t)*slot - 1;
	if (class.node == TILT_NONE && add)
		class.node = add_node(graph, slot, state, hash);
	return class;
}

bool tilt_graph_add_start(struct tilt_graph *graph, struct tilt_task *task)
{
	limit_nodes(graph);
	for (enum tilt_axis axis = 0; axis < TILT_AXES; axis++) {
		task->from[axis] = find_class(graph, task->grid, axis, true);
		if (task->from[axis].node == TILT_NONE)
			return false;
	}
	return true;
}

bool tilt_graph_find_goal(struct tilt_graph *graph, struct tilt_task *task)
{
	for (enum tilt_axis axis = 0; axis < TILT_AXES; axis++) {
		task->goal[axis].node = TILT_NONE;
		if (task->goal_side[axis] >= 0)
			task->goal[axis] = find_class(graph, task->level->goal, axis, false);
	}
	return task->goal[0].node != TILT_NONE || task->goal[1].node != TILT_NONE;
}

/* ---- edges ---- */

void tilt_graph_slide(const struct tilt_graph *graph, enum tilt_axis axis, uint16_t *cell, int side,
                      uint16_t *after, uint8_t *to)
{
	const struct tilt_axis_map *map = &graph->axis_map[axis];
	order_after(map, cell, graph->blocks, side, to);
	for (int i = 0; i < graph->blocks; i++)
		after[to[i]] = map->transposed[cell[i]];
	slide_low(&graph->axis_map[!axis], after, graph->blocks);
}

static void make_successor(const struct tilt_graph *graph, struct tilt_successor *successor)
{
	uint16_t cell[TILT_BLOCKS_MAX], after[TILT_BLOCKS_MAX] = {0};
	uint8_t to[TILT_BLOCKS_MAX];
	const enum tilt_axis axis = tilt_graph_cells(graph, successor->node, cell);
	tilt_graph_slide(graph, axis, cell, successor->side, after, to);
	tilt_graph_pack(graph, !axis, after, successor->state);
	successor->hash = state_table_hash(&graph->nodes, successor->state);
}

/* Looks the target up, or adds it, and sets the edge. False: no memory. */
static bool add_edge(struct tilt_graph *graph, const struct tilt_successor *successor)
{
	uint64_t *slot = state_table_slot(&graph->nodes, successor->state, successor->hash);
	uint32_t to = (uint32_t)*slot - 1;
	if (to == TILT_NONE)
		to = add_node(graph, slot, successor->state, successor->hash);
	tilt_edges(graph, successor->node)[successor->side] = to;
	return to != TILT_NONE;
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
	limit_nodes(graph);
	for (uint32_t node = first; node < first + nodes; node++)
		for (int side = 0; side < 2; side++)
			if (tilt_edges(graph, node)[side] == TILT_NONE) {
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
	return tilt_edges(graph, node)[1] != TILT_NONE || explore_batch(graph, node, 1);
}

static void free_reverse(struct tilt_graph *graph)
{
	scratch_free(graph->reverse_first, reverse_bytes(graph->reversed));
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
	return tilt_edges(graph, edge / 2)[edge % 2];
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
	if (tilt_graph_bytes(graph) + reverse_bytes(count) <= graph->limit)
		graph->reverse_first = calloc(1, reverse_bytes(count));
	if (graph->reverse_first == NULL)
		graph->reverse_first = scratch_take(reverse_bytes(count));
	if (graph->reverse_first == NULL)
		return TILT_NO_MEMORY;
	graph->reverse = graph->reverse_first + count + 1;
	graph->reversed = count;
	if (!sort_edges(graph, task)) {
		free_reverse(graph);
		return TILT_STOPPED;
	}
	return TILT_OK;
}

/* ---- classes ---- */

void tilt_class_move(const struct tilt_graph *graph, struct tilt_class *at, int side)
{
	const struct tilt_class from = *at;
	uint8_t to[TILT_BLOCKS_MAX];
	tilt_graph_permutation(graph, from.node, side, to);
	at->node = tilt_edges(graph, from.node)[side];
	for (int i = 0; i < graph->blocks; i++)
		at->colouring[to[i]] = from.colouring[i];
}

bool tilt_graph_init(struct tilt_graph *graph, const struct level *level, size_t limit)
{
	*graph = (struct tilt_graph){
		.blocks = pieces_count(level),
		.cells = level_cells(level),
		.limit = limit,
	};
	graph->cell_bytes = graph->cells <= UINT8_MAX + 1 ? 1 : 2;
	axis_init(&graph->axis_map[TILT_HORIZONTAL], level, TILT_HORIZONTAL);
	axis_init(&graph->axis_map[TILT_VERTICAL], level, TILT_VERTICAL);
	if (!state_table_init(&graph->nodes, 1 + (size_t)(graph->blocks * graph->cell_bytes),
	                      2 * sizeof(uint32_t), limit))
		return false;
	state_table_spill(&graph->nodes);
	return true;
}

void tilt_graph_free(struct tilt_graph *graph)
{
	state_table_free(&graph->nodes);
	free_reverse(graph);
	*graph = (struct tilt_graph){0};
}
