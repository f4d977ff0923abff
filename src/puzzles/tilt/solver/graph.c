#include "puzzles/tilt/solver/graph.h"

#include <stdlib.h>
#include <string.h>


enum {
	BATCH = 16, /* nodes explored at once, so that memory is waited for once */
	TICK_BATCHES = 32,
	TICK_STEPS = 1 << 14, /* of small work */
	TICK_BYTES = 1 << 19,
	FIRST_BITS = 10,
	FIRST_CHUNKS = 8,
	NODES_MAX = 1 << 29, /* edges are numbered in 32 bits, and so are places */
};

/* ---- memory ---- */

static size_t reverse_bytes(uint32_t nodes)
{
	return nodes == 0 ? 0 : (3 * (size_t)nodes + 1) * sizeof(uint32_t);
}

size_t tilt_graph_room(const struct tilt_graph *graph)
{
	const size_t used = graph->bytes - reverse_bytes(graph->reverse_capacity) +
	                    reverse_bytes(graph->count + TILT_CHUNK_NODES);
	return used < graph->limit ? graph->limit - used : 0;
}

void *tilt_graph_resize(struct tilt_graph *graph, void *array, size_t before, size_t count,
                        size_t size)
{
	if (count > before && (count - before) * size > tilt_graph_room(graph))
		return NULL;
	void *resized = realloc(array, count * size);
	if (resized != NULL)
		graph->bytes = graph->bytes - before * size + count * size;
	return resized;
}

/* A slot holds the upper half of a hash, whose first bits are its place: so the slots are in order
 * but for collisions, and a larger table is filled from front to back. */
static uint64_t place_of(const struct tilt_graph *graph, uint64_t slot)
{
	return slot >> (64 - graph->slot_bits);
}

static uint64_t next_place(const struct tilt_graph *graph, uint64_t place)
{
	return (place + 1) & ((UINT64_C(1) << graph->slot_bits) - 1);
}

static void insert_slot(struct tilt_graph *graph, uint64_t slot)
{
	uint64_t i = place_of(graph, slot);
	while (graph->slot[i] != 0)
		i = next_place(graph, i);
	graph->slot[i] = slot;
}

static uint64_t hash_node(const struct tilt_graph *graph, enum tilt_axis axis, const uint16_t *cell)
{
	uint64_t hash = 0;
	for (int i = 0; i < graph->blocks; i++)
		hash += graph->axis_map[axis].key[cell[i]];
	return hash;
}

static uint16_t *node_cells(const struct tilt_graph *graph, uint32_t node)
{
	return graph->chunk[node / TILT_CHUNK_NODES]->cell +
	       node % TILT_CHUNK_NODES * (size_t)graph->blocks;
}

static uint8_t *node_labels(const struct tilt_graph *graph, uint32_t node)
{
	const size_t blocks = (size_t)graph->blocks;
	uint16_t *cell = graph->chunk[node / TILT_CHUNK_NODES]->cell;
	return (uint8_t *)(cell + TILT_CHUNK_NODES * blocks) + node % TILT_CHUNK_NODES * blocks;
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

bool tilt_report_step(size_t successor, struct monitor *monitor, struct answer *answer)
{
	return successor % TICK_STEPS != TICK_STEPS - 1 || monitor_report(monitor, answer);
}

/* A table twice as large. The old one is given back when all is filed in the new one. */
static enum tilt_status grow_table(struct tilt_graph *graph, struct monitor *monitor,
                                   struct answer *answer)
{
	const size_t before = (size_t)1 << graph->slot_bits, after = 2 * before;
	uint64_t *const old = graph->slot;
	if (after * sizeof *old > tilt_graph_room(graph))
		return TILT_NO_MEMORY;
	uint64_t *const slot = malloc(after * sizeof *slot);
	if (slot == NULL)
		return TILT_NO_MEMORY;
	bool going = tilt_clear_memory(slot, after * sizeof *slot, monitor, answer);
	graph->slot = slot;
	graph->slot_bits++;
	for (size_t i = 0; going && i < before; i++) {
		if (old[i] != 0)
			insert_slot(graph, old[i]);
		going = tilt_report_step(i, monitor, answer);
	}
	if (!going) {
		graph->slot = old;
		graph->slot_bits--;
		free(slot);
		return TILT_STOPPED;
	}
	free(old);
	graph->bytes += (after - before) * sizeof *slot;
	return TILT_OK;
}

static bool add_chunk(struct tilt_graph *graph)
{
	const size_t blocks = (size_t)graph->blocks;
	const size_t bytes = sizeof(struct tilt_chunk) +
	                     TILT_CHUNK_NODES * blocks * (sizeof(uint16_t) + sizeof(uint8_t));
	if (graph->chunks == graph->chunk_capacity) {
		const uint32_t room = graph->chunks == 0 ? FIRST_CHUNKS : 2 * graph->chunks;
		TILT_RESIZE(graph, graph->chunk, graph->chunks, room);
		graph->chunk_capacity = room;
	}
	if (graph->count >= NODES_MAX || bytes > tilt_graph_room(graph))
		return false;
	struct tilt_chunk *chunk = malloc(bytes);
	if (chunk == NULL)
		return false;
	graph->chunk[graph->chunks++] = chunk;
	graph->bytes += bytes;
	return true;
}

/* ---- nodes ---- */

static uint32_t find_node(const struct tilt_graph *graph, enum tilt_axis axis, const uint16_t *cell,
                          uint64_t hash)
{
	const size_t size = (size_t)graph->blocks * sizeof *cell;
	for (uint64_t i = place_of(graph, hash); graph->slot[i] != 0; i = next_place(graph, i)) {
		const uint32_t node = (uint32_t)graph->slot[i] - 1;
		if (graph->slot[i] >> 32 == hash >> 32 && tilt_axis_of(graph, node) == axis &&
		    memcmp(node_cells(graph, node), cell, size) == 0)
			return node;
	}
	return TILT_NONE;
}

static uint32_t add_node(struct tilt_graph *graph, enum tilt_axis axis, const uint16_t *cell,
                         const uint8_t *label, uint64_t hash)
{
	if (graph->count >= (UINT32_C(3) << graph->slot_bits) / 4 ||
	    (graph->count == graph->chunks * TILT_CHUNK_NODES && !add_chunk(graph)))
		return TILT_NONE;
	const uint32_t node = graph->count++;
	const size_t blocks = (size_t)graph->blocks;
	memcpy(node_cells(graph, node), cell, blocks * sizeof *cell);
	memcpy(node_labels(graph, node), label, blocks);
	graph->chunk[node / TILT_CHUNK_NODES]->axis[node % TILT_CHUNK_NODES] = (uint8_t)axis;
	tilt_edges(graph, node)[0].permutation = tilt_edges(graph, node)[1].permutation = TILT_NONE;
	insert_slot(graph, (hash >> 32) << 32 | (node + 1));
	return node;
}

/* A position's blocks in order along the axis; their cells are the level's numbers where that is
 * sideways. */
static void list_blocks(const struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                        uint16_t *cell)
{
	const int cells = graph->axis_map[0].length * graph->axis_map[1].length;
	int count = 0;
	for (int at = 0; at < cells; at++)
		if (grid[axis == TILT_HORIZONTAL ? at : graph->axis_map[axis].transposed[at]] != 0)
			cell[count++] = (uint16_t)at;
}

uint32_t tilt_graph_find(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                         bool add, uint8_t of[CELLS_MAX])
{
	uint16_t here[TILT_BLOCKS_MAX] = {0}, cell[TILT_BLOCKS_MAX];
	list_blocks(graph, grid, axis, here);
	memcpy(cell, here, sizeof cell);
	tilt_axis_slide_low(&graph->axis_map[axis], cell, graph->blocks);
	const uint64_t hash = hash_node(graph, axis, cell);
	uint32_t node = find_node(graph, axis, cell, hash);
	if (node == TILT_NONE && add) {
		uint8_t label[TILT_BLOCKS_MAX];
		for (int i = 0; i < graph->blocks; i++)
			label[i] = of[axis == TILT_HORIZONTAL
			                      ? here[i]
			                      : graph->axis_map[axis].transposed[here[i]]];
		node = add_node(graph, axis, cell, label, hash);
	}
	if (node == TILT_NONE)
		return TILT_NONE;
	for (int i = 0; i < graph->blocks; i++)
		of[axis == TILT_HORIZONTAL ? here[i] : graph->axis_map[axis].transposed[here[i]]] =
			node_labels(graph, node)[i];
	return node;
}

bool tilt_graph_add_start(struct tilt_graph *graph, const uint8_t *grid)
{
	uint8_t of[CELLS_MAX];
	uint16_t cell[TILT_BLOCKS_MAX];
	list_blocks(graph, grid, TILT_HORIZONTAL, cell);
	for (int i = 0; i < graph->blocks; i++)
		of[cell[i]] = (uint8_t)i;
	return tilt_graph_find(graph, grid, TILT_HORIZONTAL, true, of) != TILT_NONE &&
	       tilt_graph_find(graph, grid, TILT_VERTICAL, true, of) != TILT_NONE;
}

/* ---- edges ---- */

/* Makes sure that the tables have room for what a batch may add. */
static enum tilt_status make_room(struct tilt_graph *graph, struct monitor *monitor,
                                  struct answer *answer)
{
	enum tilt_status status = TILT_OK;
	if (graph->count + 2 * BATCH > UINT32_C(1) << graph->slot_bits >> 1)
		status = grow_table(graph, monitor, answer);
	return status == TILT_OK ? tilt_permutations_reserve(graph, 2 * BATCH, monitor, answer)
	                         : status;
}

/* What a move of a node's comes to, before it is looked up. */
struct successor {
	uint32_t node;
	int side;
	uint64_t hash;
	uint16_t cell[TILT_BLOCKS_MAX];
	uint8_t label[TILT_BLOCKS_MAX];
};

static void make_successor(const struct tilt_graph *graph, struct successor *successor)
{
	const enum tilt_axis axis = tilt_axis_of(graph, successor->node);
	const size_t blocks = (size_t)graph->blocks;
	uint16_t cell[TILT_BLOCKS_MAX];
	memcpy(cell, node_cells(graph, successor->node), blocks * sizeof *cell);
	if (successor->side == 1)
		tilt_axis_slide_high(&graph->axis_map[axis], cell, graph->blocks);
	tilt_axis_transpose(&graph->axis_map[axis], cell, node_labels(graph, successor->node),
	                    graph->blocks, successor->cell, successor->label);
	tilt_axis_slide_low(&graph->axis_map[!axis], successor->cell, graph->blocks);
	successor->hash = hash_node(graph, !axis, successor->cell);
}

/* Looks it up, or adds it, and makes it an edge. */
static bool add_edge(struct tilt_graph *graph, const struct successor *successor)
{
	const enum tilt_axis axis = !tilt_axis_of(graph, successor->node);
	uint8_t permutation[TILT_BLOCKS_MAX];
	uint32_t to = find_node(graph, axis, successor->cell, successor->hash);
	if (to == TILT_NONE)
		to = add_node(graph, axis, successor->cell, successor->label, successor->hash);
	if (to == TILT_NONE)
		return false;
	const uint8_t *there = node_labels(graph, to);
	for (int i = 0; i < graph->blocks; i++)
		permutation[successor->label[i]] = there[i];
	const uint32_t number = tilt_permutations_add(graph, permutation);
	tilt_edges(graph, successor->node)[successor->side] = (struct tilt_edge){to, number};
	return number != TILT_NONE;
}

/* Asks for the memory that looking up some steps will need. */
static void prefetch(const struct tilt_graph *graph, const struct successor *successor, int count)
{
	for (int i = 0; i < count; i++)
		__builtin_prefetch(&graph->slot[place_of(graph, successor[i].hash)]);
	for (int i = 0; i < count; i++) {
		const uint64_t slot = graph->slot[place_of(graph, successor[i].hash)];
		if (slot == 0)
			continue;
		__builtin_prefetch(node_cells(graph, (uint32_t)slot - 1));
		__builtin_prefetch(node_labels(graph, (uint32_t)slot - 1));
	}
}

/* Explores the nodes from one on that are not. False: no room. */
static bool explore_batch(struct tilt_graph *graph, uint32_t first, uint32_t nodes)
{
	struct successor successor[2 * BATCH];
	int count = 0;
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

enum tilt_status tilt_graph_explore(struct tilt_graph *graph, uint32_t node,
                                    struct monitor *monitor, struct answer *answer)
{
	if (tilt_edges(graph, node)[1].permutation != TILT_NONE)
		return TILT_OK;
	const enum tilt_status status = make_room(graph, monitor, answer);
	if (status != TILT_OK)
		return status;
	return explore_batch(graph, node, 1) ? TILT_OK : TILT_NO_MEMORY;
}

enum tilt_status tilt_graph_grow(struct tilt_graph *graph, uint32_t most, struct monitor *monitor,
                                 struct answer *answer)
{
	if (graph->explored < graph->count)
		graph->reversed = 0;
	for (uint32_t batches = 1; graph->explored < graph->count; batches++) {
		const uint32_t left = graph->count - graph->explored;
		const uint32_t nodes = left < BATCH ? left : BATCH;
		if (graph->explored >= most)
			return TILT_MORE;
		answer->states = graph->count;
		if (batches % TICK_BATCHES == 0 && !monitor_report(monitor, answer))
			return TILT_STOPPED;
		const enum tilt_status status = make_room(graph, monitor, answer);
		if (status != TILT_OK)
			return status;
		if (!explore_batch(graph, graph->explored, nodes))
			return TILT_NO_MEMORY;
		graph->explored += nodes;
	}
	return TILT_OK;
}

static void free_reverse(struct tilt_graph *graph)
{
	free(graph->reverse_first);
	free(graph->reverse);
	graph->reverse_first = graph->reverse = NULL;
	graph->bytes -= reverse_bytes(graph->reverse_capacity);
	graph->reverse_capacity = graph->reversed = 0;
}

static bool reserve_reverse(struct tilt_graph *graph)
{
	if (graph->count <= graph->reverse_capacity)
		return true;
	free_reverse(graph);
	const size_t count = graph->count;
	if (reverse_bytes(graph->count) > graph->limit - graph->bytes)
		return false;
	graph->reverse_capacity = graph->count;
	graph->bytes += reverse_bytes(graph->reverse_capacity);
	graph->reverse_first = malloc((count + 1) * sizeof *graph->reverse_first);
	graph->reverse = malloc(2 * count * sizeof *graph->reverse);
	if (graph->reverse_first != NULL && graph->reverse != NULL)
		return true;
	free_reverse(graph);
	return false;
}

enum tilt_status tilt_graph_reverse(struct tilt_graph *graph, struct monitor *monitor,
                                    struct answer *answer)
{
	const uint32_t count = graph->count;
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
		if (!tilt_report_step(node, monitor, answer))
			return TILT_STOPPED;
	}
	for (uint32_t node = 1; node <= count; node++) {
		first[node] += first[node - 1];
		if (!tilt_report_step(node, monitor, answer))
			return TILT_STOPPED;
	}
	for (uint32_t node = graph->explored; node-- > 0;) {
		for (int side = 1; side >= 0; side--)
			graph->reverse[--first[tilt_edges(graph, node)[side].to]] =
				2 * node + (uint32_t)side;
		if (!tilt_report_step(node, monitor, answer))
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
	*graph = (struct tilt_graph){.limit = limit};
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		graph->blocks += level->pieces[colour];
	tilt_axis_init(&graph->axis_map[TILT_HORIZONTAL], level, TILT_HORIZONTAL);
	tilt_axis_init(&graph->axis_map[TILT_VERTICAL], level, TILT_VERTICAL);
	TILT_RESIZE(graph, graph->slot, 0, 1 << FIRST_BITS);
	memset(graph->slot, 0, sizeof *graph->slot << FIRST_BITS);
	graph->slot_bits = FIRST_BITS;
	return tilt_permutations_init(graph);
}

void tilt_graph_free(struct tilt_graph *graph)
{
	for (uint32_t i = 0; i < graph->chunks; i++)
		free(graph->chunk[i]);
	free(graph->chunk);
	free(graph->slot);
	tilt_permutations_free(graph);
	free_reverse(graph);
	*graph = (struct tilt_graph){0};
}
