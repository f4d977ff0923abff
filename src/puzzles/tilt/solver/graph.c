#include "puzzles/tilt/solver/graph.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/cursor.h"
#include "puzzles/tilt/solver/permutations.h"

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

static size_t into_bytes(uint32_t nodes)
{
	return nodes == 0 ? 0 : (3 * (size_t)nodes + 1) * sizeof(uint32_t);
}

size_t tilt_graph_room(const struct tilt_graph *graph)
{
	const size_t used = graph->bytes - into_bytes(graph->into_room) +
	                    into_bytes(graph->count + TILT_CHUNK_NODES);
	return used < graph->limit ? graph->limit - used : 0;
}

void *tilt_resize(struct tilt_graph *graph, void *array, size_t before, size_t count, size_t size)
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

static void file_slot(struct tilt_graph *graph, uint64_t slot)
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
		hash += graph->sight[axis].key[cell[i]];
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

bool tilt_clear(void *memory, size_t bytes, struct monitor *monitor, struct answer *answer)
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

bool tilt_goes_on(size_t step, struct monitor *monitor, struct answer *answer)
{
	return step % TICK_STEPS != TICK_STEPS - 1 || monitor_report(monitor, answer);
}

/* A table twice as large. The old one is given back when all is filed in the new one. */
static enum tilt_growth grow_slots(struct tilt_graph *graph, struct monitor *monitor,
                                   struct answer *answer)
{
	const size_t before = (size_t)1 << graph->slot_bits, after = 2 * before;
	uint64_t *const old = graph->slot;
	if (after * sizeof *old > tilt_graph_room(graph))
		return TILT_NO_NODES;
	uint64_t *const slot = malloc(after * sizeof *slot);
	if (slot == NULL)
		return TILT_NO_NODES;
	bool going = tilt_clear(slot, after * sizeof *slot, monitor, answer);
	graph->slot = slot;
	graph->slot_bits++;
	for (size_t i = 0; going && i < before; i++) {
		if (old[i] != 0)
			file_slot(graph, old[i]);
		going = tilt_goes_on(i, monitor, answer);
	}
	if (!going) {
		graph->slot = old;
		graph->slot_bits--;
		free(slot);
		return TILT_STOPPED;
	}
	free(old);
	graph->bytes += (after - before) * sizeof *slot;
	return TILT_GROWN;
}

static bool add_chunk(struct tilt_graph *graph)
{
	const size_t blocks = (size_t)graph->blocks;
	const size_t bytes = sizeof(struct tilt_chunk) +
	                     TILT_CHUNK_NODES * blocks * (sizeof(uint16_t) + sizeof(uint8_t));
	if (graph->chunks == graph->chunk_room) {
		const uint32_t room = graph->chunks == 0 ? FIRST_CHUNKS : 2 * graph->chunks;
		TILT_RESIZE(graph, graph->chunk, graph->chunks, room, 1);
		graph->chunk_room = room;
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
	tilt_edges(graph, node)[0].turn = tilt_edges(graph, node)[1].turn = TILT_NONE;
	file_slot(graph, (hash >> 32) << 32 | (node + 1));
	return node;
}

/* A position's blocks in order along the axis; their cells are the level's numbers where that is
 * sideways. */
static void list_blocks(const struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                        uint16_t *cell)
{
	const int cells = graph->sight[0].length * graph->sight[1].length;
	int count = 0;
	for (int at = 0; at < cells; at++)
		if (grid[axis == TILT_SIDEWAYS ? at : graph->sight[axis].crossed[at]] != 0)
			cell[count++] = (uint16_t)at;
}

uint32_t tilt_graph_node(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                         bool add, uint8_t of[CELLS_MAX])
{
	uint16_t here[TILT_BLOCKS_MAX] = {0}, cell[TILT_BLOCKS_MAX];
	list_blocks(graph, grid, axis, here);
	memcpy(cell, here, sizeof cell);
	tilt_settle_low(&graph->sight[axis], cell, graph->blocks);
	const uint64_t hash = hash_node(graph, axis, cell);
	uint32_t node = find_node(graph, axis, cell, hash);
	if (node == TILT_NONE && add) {
		uint8_t label[TILT_BLOCKS_MAX];
		for (int i = 0; i < graph->blocks; i++)
			label[i] = of[axis == TILT_SIDEWAYS ? here[i]
			                                    : graph->sight[axis].crossed[here[i]]];
		node = add_node(graph, axis, cell, label, hash);
	}
	if (node == TILT_NONE)
		return TILT_NONE;
	for (int i = 0; i < graph->blocks; i++)
		of[axis == TILT_SIDEWAYS ? here[i] : graph->sight[axis].crossed[here[i]]] =
			node_labels(graph, node)[i];
	return node;
}

bool tilt_graph_root(struct tilt_graph *graph, const uint8_t *grid)
{
	uint8_t of[CELLS_MAX];
	uint16_t cell[TILT_BLOCKS_MAX];
	list_blocks(graph, grid, TILT_SIDEWAYS, cell);
	for (int i = 0; i < graph->blocks; i++)
		of[cell[i]] = (uint8_t)i;
	return tilt_graph_node(graph, grid, TILT_SIDEWAYS, true, of) != TILT_NONE &&
	       tilt_graph_node(graph, grid, TILT_UPRIGHT, true, of) != TILT_NONE;
}

/* ---- edges ---- */

/* Makes sure that the tables have room for what a batch may add. */
static enum tilt_growth make_room(struct tilt_graph *graph, struct monitor *monitor,
                                  struct answer *answer)
{
	enum tilt_growth growth = TILT_GROWN;
	if (graph->count + 2 * BATCH > UINT32_C(1) << graph->slot_bits >> 1)
		growth = grow_slots(graph, monitor, answer);
	return growth == TILT_GROWN ? tilt_turns_room(graph, 2 * BATCH, monitor, answer) : growth;
}

/* What a move of a node's comes to, before it is looked up. */
struct step {
	uint32_t node;
	int side;
	uint64_t hash;
	uint16_t cell[TILT_BLOCKS_MAX];
	uint8_t label[TILT_BLOCKS_MAX];
};

static void make_step(const struct tilt_graph *graph, struct step *step)
{
	const enum tilt_axis axis = tilt_axis_of(graph, step->node);
	const size_t blocks = (size_t)graph->blocks;
	uint16_t cell[TILT_BLOCKS_MAX];
	memcpy(cell, node_cells(graph, step->node), blocks * sizeof *cell);
	if (step->side == 1)
		tilt_settle_high(&graph->sight[axis], cell, graph->blocks);
	tilt_cross(&graph->sight[axis], cell, node_labels(graph, step->node), graph->blocks,
	           step->cell, step->label);
	tilt_settle_low(&graph->sight[!axis], step->cell, graph->blocks);
	step->hash = hash_node(graph, !axis, step->cell);
}

/* Looks it up, or adds it, and makes it an edge. */
static bool file_step(struct tilt_graph *graph, const struct step *step)
{
	const enum tilt_axis axis = !tilt_axis_of(graph, step->node);
	uint8_t turn[TILT_BLOCKS_MAX];
	uint32_t to = find_node(graph, axis, step->cell, step->hash);
	if (to == TILT_NONE)
		to = add_node(graph, axis, step->cell, step->label, step->hash);
	if (to == TILT_NONE)
		return false;
	const uint8_t *there = node_labels(graph, to);
	for (int i = 0; i < graph->blocks; i++)
		turn[step->label[i]] = there[i];
	const uint32_t number = tilt_turn_number(graph, turn);
	tilt_edges(graph, step->node)[step->side] = (struct tilt_edge){to, number};
	return number != TILT_NONE;
}

/* Asks for the memory that looking up some steps will need. */
static void look_ahead(const struct tilt_graph *graph, const struct step *step, int count)
{
	for (int i = 0; i < count; i++)
		__builtin_prefetch(&graph->slot[place_of(graph, step[i].hash)]);
	for (int i = 0; i < count; i++) {
		const uint64_t slot = graph->slot[place_of(graph, step[i].hash)];
		if (slot == 0)
			continue;
		__builtin_prefetch(node_cells(graph, (uint32_t)slot - 1));
		__builtin_prefetch(node_labels(graph, (uint32_t)slot - 1));
	}
}

/* Explores the nodes from one on that are not. False: no room. */
static bool explore_some(struct tilt_graph *graph, uint32_t first, uint32_t nodes)
{
	struct step step[2 * BATCH];
	int count = 0;
	for (uint32_t node = first; node < first + nodes; node++)
		for (int side = 0; side < 2; side++)
			if (tilt_edges(graph, node)[side].turn == TILT_NONE) {
				step[count].node = node;
				step[count].side = side;
				make_step(graph, &step[count++]);
			}
	look_ahead(graph, step, count);
	for (int i = 0; i < count; i++)
		if (!file_step(graph, &step[i]))
			return false;
	return true;
}

enum tilt_growth tilt_graph_explore(struct tilt_graph *graph, uint32_t node,
                                    struct monitor *monitor, struct answer *answer)
{
	if (tilt_edges(graph, node)[1].turn != TILT_NONE)
		return TILT_GROWN;
	const enum tilt_growth growth = make_room(graph, monitor, answer);
	if (growth != TILT_GROWN)
		return growth;
	return explore_some(graph, node, 1) ? TILT_GROWN : TILT_NO_NODES;
}

enum tilt_growth tilt_graph_grow(struct tilt_graph *graph, uint32_t most, struct monitor *monitor,
                                 struct answer *answer)
{
	if (graph->explored < graph->count)
		graph->turned = 0;
	for (uint32_t batches = 1; graph->explored < graph->count; batches++) {
		const uint32_t left = graph->count - graph->explored;
		const uint32_t nodes = left < BATCH ? left : BATCH;
		if (graph->explored >= most)
			return TILT_MORE;
		answer->states = graph->count;
		if (batches % TICK_BATCHES == 0 && !monitor_report(monitor, answer))
			return TILT_STOPPED;
		const enum tilt_growth growth = make_room(graph, monitor, answer);
		if (growth != TILT_GROWN)
			return growth;
		if (!explore_some(graph, graph->explored, nodes))
			return TILT_NO_NODES;
		graph->explored += nodes;
	}
	return TILT_GROWN;
}

static void free_into(struct tilt_graph *graph)
{
	free(graph->into_first);
	free(graph->into);
	graph->into_first = graph->into = NULL;
	graph->bytes -= into_bytes(graph->into_room);
	graph->into_room = graph->turned = 0;
}

static bool room_for_into(struct tilt_graph *graph)
{
	if (graph->count <= graph->into_room)
		return true;
	free_into(graph);
	const size_t count = graph->count;
	if (into_bytes(graph->count) > graph->limit - graph->bytes)
		return false;
	graph->into_room = graph->count;
	graph->bytes += into_bytes(graph->into_room);
	graph->into_first = malloc((count + 1) * sizeof *graph->into_first);
	graph->into = malloc(2 * count * sizeof *graph->into);
	if (graph->into_first != NULL && graph->into != NULL)
		return true;
	free_into(graph);
	return false;
}

enum tilt_growth tilt_graph_turn_back(struct tilt_graph *graph, struct monitor *monitor,
                                      struct answer *answer)
{
	const uint32_t count = graph->count;
	if (graph->turned == count)
		return TILT_GROWN;
	graph->turned = 0;
	if (!room_for_into(graph))
		return TILT_NO_NODES;
	uint32_t *first = graph->into_first;
	if (!tilt_clear(first, ((size_t)count + 1) * sizeof *first, monitor, answer))
		return TILT_STOPPED;
	for (uint32_t node = 0; node < graph->explored; node++) {
		for (int side = 0; side < 2; side++)
			first[tilt_edges(graph, node)[side].to]++;
		if (!tilt_goes_on(node, monitor, answer))
			return TILT_STOPPED;
	}
	for (uint32_t node = 1; node <= count; node++) {
		first[node] += first[node - 1];
		if (!tilt_goes_on(node, monitor, answer))
			return TILT_STOPPED;
	}
	for (uint32_t node = graph->explored; node-- > 0;) {
		for (int side = 1; side >= 0; side--)
			graph->into[--first[tilt_edges(graph, node)[side].to]] =
				2 * node + (uint32_t)side;
		if (!tilt_goes_on(node, monitor, answer))
			return TILT_STOPPED;
	}
	graph->turned = count;
	return TILT_GROWN;
}

/* ---- classes ---- */

struct tilt_class tilt_class_of(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis)
{
	const int cells = graph->sight[0].length * graph->sight[1].length;
	uint8_t of[CELLS_MAX] = {0};
	struct tilt_class class = {.node = tilt_graph_node(graph, grid, axis, false, of)};
	for (int cell = 0; class.node != TILT_NONE && cell < cells; cell++)
		if (grid[cell] != 0)
			class.word[of[cell]] = grid[cell];
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

void tilt_class_follow(const struct tilt_graph *graph, struct tilt_class *at, int side)
{
	const struct tilt_edge *edge = &tilt_edges(graph, at->node)[side];
	const uint8_t *turn = tilt_turn(graph, edge->turn);
	const struct tilt_class from = *at;
	at->node = edge->to;
	for (int i = 0; i < graph->blocks; i++)
		at->word[turn[i]] = from.word[i];
}

move_code tilt_graph_move(const struct tilt_graph *graph, uint32_t node, int side)
{
	if (tilt_axis_of(graph, node) == TILT_SIDEWAYS)
		return side == 0 ? LEFT : RIGHT;
	return side == 0 ? UP : DOWN;
}

bool tilt_graph_init(struct tilt_graph *graph, const struct level *level, size_t limit)
{
	*graph = (struct tilt_graph){.limit = limit};
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		graph->blocks += level->pieces[colour];
	tilt_look(&graph->sight[TILT_SIDEWAYS], level, TILT_SIDEWAYS);
	tilt_look(&graph->sight[TILT_UPRIGHT], level, TILT_UPRIGHT);
	TILT_RESIZE(graph, graph->slot, 0, 1 << FIRST_BITS, 1);
	memset(graph->slot, 0, sizeof *graph->slot << FIRST_BITS);
	graph->slot_bits = FIRST_BITS;
	return tilt_turns_init(graph);
}

void tilt_graph_free(struct tilt_graph *graph)
{
	for (uint32_t i = 0; i < graph->chunks; i++)
		free(graph->chunk[i]);
	free(graph->chunk);
	free(graph->slot);
	tilt_turns_free(graph);
	free_into(graph);
	*graph = (struct tilt_graph){0};
}
