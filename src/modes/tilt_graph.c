#include "modes/tilt_graph.h"

#include <stdlib.h>
#include <string.h>

#include "core/hand.h"
#include "core/hash.h"
#include "core/random.h"

enum {
	BATCH = 16, /* nodes explored at once, so that memory is waited for once */
	TICK_BATCHES = 128,
	FIRST_BITS = 9,
	FIRST_NODES = 1 << FIRST_BITS,
	FIRST_TURNS = 64,
	NODES_MAX = 1 << 29, /* edges are numbered in 32 bits, and so are places */
};

/* ---- the board along an axis ---- */

/* Numbers the cells of lines that run along the axis; at() is the level's number of a cell. */
static void look(struct tilt_sight *sight, const struct level *level, enum tilt_axis axis)
{
	const int lines = axis == TILT_SIDEWAYS ? level->rows : level->columns;
	const int length = axis == TILT_SIDEWAYS ? level->columns : level->rows;
	struct random random = {(uint64_t)axis + 1};
	sight->length = length;
	for (int line = 0; line < lines; line++) {
		int low = line * length;
		for (int place = 0; place < length; place++) {
			const int cell = line * length + place;
			const int other = place * lines + line;
			if (level->map[axis == TILT_SIDEWAYS ? cell : other])
				low = cell + 1;
			sight->low[cell] = (uint16_t)low;
			sight->crossed[cell] = (uint16_t)other;
			sight->place[cell] = (uint16_t)place;
			sight->key[cell] = random_next(&random);
		}
		for (int place = length - 1, high = line * length + length - 1; place >= 0;
		     place--) {
			const int cell = line * length + place;
			if (level->map[axis == TILT_SIDEWAYS ? cell : sight->crossed[cell]])
				high = cell - 1;
			sight->high[cell] = (uint16_t)high;
		}
	}
}

/* Moves blocks in rising order to the low end of where they are. */
static void settle_low(const struct tilt_sight *sight, uint16_t *cell, int blocks)
{
	for (int i = 0; i < blocks; i++) {
		const int low = sight->low[cell[i]];
		cell[i] = (uint16_t)(i > 0 && cell[i - 1] >= low ? cell[i - 1] + 1 : low);
	}
}

/* Moves them to the high end. */
static void settle_high(const struct tilt_sight *sight, uint16_t *cell, int blocks)
{
	for (int i = blocks - 1; i >= 0; i--) {
		const int high = sight->high[cell[i]];
		cell[i] =
			(uint16_t)(i < blocks - 1 && cell[i + 1] <= high ? cell[i + 1] - 1 : high);
	}
}

/* From order along one axis to order along the other, by counting: within a line they come in order
 * already. */
static void cross(const struct tilt_sight *sight, const uint16_t *cell, const uint8_t *label,
                  int blocks, uint16_t *crossed, uint8_t *crossed_label)
{
	uint8_t first[SIDE_MAX + 1] = {0};
	for (int i = 0; i < blocks; i++)
		first[sight->place[cell[i]] + 1]++;
	for (int line = 1; line < sight->length; line++)
		first[line] = (uint8_t)(first[line] + first[line - 1]);
	for (int i = 0; i < blocks; i++) {
		const int to = first[sight->place[cell[i]]]++;
		crossed[to] = sight->crossed[cell[i]];
		crossed_label[to] = label[i];
	}
}

/* ---- memory ---- */

/* An array of `count` instead of `before` elements, within the limit. */
static void *resize(struct tilt_graph *graph, void *array, size_t before, size_t count, size_t size)
{
	if (count > before && (count - before) * size > graph->limit - graph->bytes)
		return NULL;
	void *resized = realloc(array, count * size);
	if (resized != NULL)
		graph->bytes = graph->bytes - before * size + count * size;
	return resized;
}

#define RESIZE(graph, array, before, after, per)                                  \
	do {                                                                      \
		void *resized = resize(graph, (array), (size_t)(before) * (per),  \
		                       (size_t)(after) * (per), sizeof *(array)); \
		if (resized == NULL)                                              \
			return false;                                             \
		(array) = resized;                                                \
	} while (0)

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

static const uint16_t *node_cells(const struct tilt_graph *graph, uint32_t node)
{
	return graph->cell + (size_t)node * (size_t)graph->blocks;
}

static const uint8_t *node_labels(const struct tilt_graph *graph, uint32_t node)
{
	return graph->label + (size_t)node * (size_t)graph->blocks;
}

static bool grow_slots(struct tilt_graph *graph)
{
	const size_t before = graph->slot == NULL ? 0 : (size_t)1 << graph->slot_bits;
	const size_t after = before == 0 ? 2 * FIRST_NODES : 2 * before;
	uint64_t *const old = graph->slot;
	if (after * sizeof *old > graph->limit - graph->bytes)
		return false;
	uint64_t *const slot = calloc(after, sizeof *slot);
	if (slot == NULL)
		return false;
	graph->slot = slot;
	graph->slot_bits = before == 0 ? FIRST_BITS + 1 : graph->slot_bits + 1;
	for (size_t i = 0; i < before; i++)
		if (old[i] != 0)
			file_slot(graph, old[i]);
	free(old);
	graph->bytes += (after - before) * sizeof *slot;
	return true;
}

static bool grow_nodes(struct tilt_graph *graph)
{
	const uint32_t room = graph->room == 0 ? FIRST_NODES : 2 * graph->room;
	const size_t blocks = (size_t)graph->blocks;
	if (room > NODES_MAX)
		return false;
	RESIZE(graph, graph->cell, graph->room, room, blocks);
	RESIZE(graph, graph->label, graph->room, room, blocks);
	RESIZE(graph, graph->axis, graph->room, room, 1);
	RESIZE(graph, graph->edge, graph->room, room, 1);
	if (!grow_slots(graph))
		return false;
	graph->room = room;
	return true;
}

/* ---- nodes ---- */

static uint32_t find_node(const struct tilt_graph *graph, enum tilt_axis axis, const uint16_t *cell,
                          uint64_t hash)
{
	const size_t size = (size_t)graph->blocks * sizeof *cell;
	for (uint64_t i = place_of(graph, hash); graph->slot[i] != 0; i = next_place(graph, i)) {
		const uint32_t node = (uint32_t)graph->slot[i] - 1;
		if (graph->slot[i] >> 32 == hash >> 32 && graph->axis[node] == axis &&
		    memcmp(node_cells(graph, node), cell, size) == 0)
			return node;
	}
	return TILT_NONE;
}

static uint32_t add_node(struct tilt_graph *graph, enum tilt_axis axis, const uint16_t *cell,
                         const uint8_t *label, uint64_t hash)
{
	if (graph->count == graph->room && !grow_nodes(graph))
		return TILT_NONE;
	const uint32_t node = graph->count++;
	const size_t blocks = (size_t)graph->blocks;
	memcpy(graph->cell + node * blocks, cell, blocks * sizeof *cell);
	memcpy(graph->label + node * blocks, label, blocks);
	graph->axis[node] = (uint8_t)axis;
	graph->edge[node][0].turn = graph->edge[node][1].turn = TILT_NONE;
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
	uint16_t here[TILT_BLOCKS_MAX], cell[TILT_BLOCKS_MAX];
	list_blocks(graph, grid, axis, here);
	memcpy(cell, here, sizeof cell);
	settle_low(&graph->sight[axis], cell, graph->blocks);
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

/* ---- permutations ---- */

static uint32_t hash_turn(const struct tilt_graph *graph, const uint8_t *turn)
{
	uint64_t hash = HASH_BEGIN;
	for (int i = 0; i < graph->blocks; i += 8) {
		uint64_t some = 0;
		for (int j = i; j < i + 8 && j < graph->blocks; j++)
			some = some << 8 | turn[j];
		hash = hash_more(hash, some) ^ hash >> 31;
	}
	return (uint32_t)(hash ^ hash >> 32);
}

static bool grow_turns(struct tilt_graph *graph)
{
	const uint32_t room = graph->turn_room == 0 ? FIRST_TURNS : 2 * graph->turn_room;
	RESIZE(graph, graph->turn, graph->turn_room, room, (size_t)graph->blocks);
	RESIZE(graph, graph->turn_slot, 2 * (size_t)graph->turn_room, 2 * (size_t)room, 1);
	graph->turn_room = room;
	graph->turn_mask = 2 * room - 1;
	memset(graph->turn_slot, 0, 2 * (size_t)room * sizeof *graph->turn_slot);
	for (uint32_t turn = 0; turn < graph->turns; turn++) {
		uint32_t i = hash_turn(graph, tilt_turn(graph, turn)) & graph->turn_mask;
		while (graph->turn_slot[i] != 0)
			i = (i + 1) & graph->turn_mask;
		graph->turn_slot[i] = turn + 1;
	}
	return true;
}

/* The number of a permutation, kept if it is new; TILT_NONE: no room. */
static uint32_t number_turn(struct tilt_graph *graph, const uint8_t *turn)
{
	const size_t blocks = (size_t)graph->blocks;
	if (graph->turns == graph->turn_room && !grow_turns(graph))
		return TILT_NONE;
	uint32_t i = hash_turn(graph, turn) & graph->turn_mask;
	for (; graph->turn_slot[i] != 0; i = (i + 1) & graph->turn_mask)
		if (memcmp(tilt_turn(graph, graph->turn_slot[i] - 1), turn, blocks) == 0)
			return graph->turn_slot[i] - 1;
	memcpy(graph->turn + graph->turns * blocks, turn, blocks);
	graph->turn_slot[i] = ++graph->turns;
	return graph->turns - 1;
}

/* ---- edges ---- */

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
	const enum tilt_axis axis = graph->axis[step->node];
	const size_t blocks = (size_t)graph->blocks;
	uint16_t cell[TILT_BLOCKS_MAX];
	memcpy(cell, node_cells(graph, step->node), blocks * sizeof *cell);
	if (step->side == 1)
		settle_high(&graph->sight[axis], cell, graph->blocks);
	cross(&graph->sight[axis], cell, node_labels(graph, step->node), graph->blocks, step->cell,
	      step->label);
	settle_low(&graph->sight[!axis], step->cell, graph->blocks);
	step->hash = hash_node(graph, !axis, step->cell);
}

/* Looks it up, or adds it, and makes it an edge. */
static bool file_step(struct tilt_graph *graph, const struct step *step)
{
	const enum tilt_axis axis = !graph->axis[step->node];
	uint8_t turn[TILT_BLOCKS_MAX];
	uint32_t to = find_node(graph, axis, step->cell, step->hash);
	if (to == TILT_NONE)
		to = add_node(graph, axis, step->cell, step->label, step->hash);
	if (to == TILT_NONE)
		return false;
	const uint8_t *there = node_labels(graph, to);
	for (int i = 0; i < graph->blocks; i++)
		turn[step->label[i]] = there[i];
	const uint32_t number = number_turn(graph, turn);
	graph->edge[step->node][step->side] = (struct tilt_edge){to, number};
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
			if (graph->edge[node][side].turn == TILT_NONE) {
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

bool tilt_graph_explore(struct tilt_graph *graph, uint32_t node)
{
	return graph->edge[node][1].turn != TILT_NONE || explore_some(graph, node, 1);
}

enum tilt_growth tilt_graph_grow(struct tilt_graph *graph, uint32_t most, struct watch *watch,
                                 struct answer *answer)
{
	for (uint32_t batches = 1; graph->explored < graph->count; batches++) {
		const uint32_t left = graph->count - graph->explored;
		const uint32_t nodes = left < BATCH ? left : BATCH;
		if (graph->explored >= most)
			return TILT_MORE;
		if (batches % TICK_BATCHES == 0 && !watch_goes_on(watch, answer))
			return TILT_STOPPED;
		if (!explore_some(graph, graph->explored, nodes))
			return TILT_NO_NODES;
		graph->explored += nodes;
	}
	return TILT_GROWN;
}

bool tilt_graph_turn_back(struct tilt_graph *graph)
{
	const uint32_t count = graph->count;
	RESIZE(graph, graph->into_first, graph->turned, count + 1, 1);
	RESIZE(graph, graph->into, 2 * (size_t)graph->turned, 2 * (size_t)count, 1);
	graph->turned = count;
	uint32_t *first = graph->into_first;
	memset(first, 0, ((size_t)count + 1) * sizeof *first);
	for (uint32_t node = 0; node < count; node++)
		for (int side = 0; side < 2; side++)
			first[graph->edge[node][side].to]++;
	for (uint32_t node = 1; node <= count; node++)
		first[node] += first[node - 1];
	for (uint32_t node = count; node-- > 0;)
		for (int side = 1; side >= 0; side--)
			graph->into[--first[graph->edge[node][side].to]] =
				2 * node + (uint32_t)side;
	return true;
}

/* ---- classes ---- */

struct tilt_class tilt_class_of(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis)
{
	const int cells = graph->sight[0].length * graph->sight[1].length;
	uint8_t of[CELLS_MAX];
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
	const struct tilt_edge *edge = &graph->edge[at->node][side];
	const uint8_t *turn = tilt_turn(graph, edge->turn);
	const struct tilt_class from = *at;
	at->node = edge->to;
	for (int i = 0; i < graph->blocks; i++)
		at->word[turn[i]] = from.word[i];
}

move_code tilt_graph_move(const struct tilt_graph *graph, uint32_t node, int side)
{
	if (graph->axis[node] == TILT_SIDEWAYS)
		return side == 0 ? LEFT : RIGHT;
	return side == 0 ? UP : DOWN;
}

bool tilt_graph_init(struct tilt_graph *graph, const struct level *level, size_t limit)
{
	uint8_t same[TILT_BLOCKS_MAX];
	*graph = (struct tilt_graph){.limit = limit};
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		graph->blocks += level->pieces[colour];
	look(&graph->sight[TILT_SIDEWAYS], level, TILT_SIDEWAYS);
	look(&graph->sight[TILT_UPRIGHT], level, TILT_UPRIGHT);
	for (int i = 0; i < graph->blocks; i++)
		same[i] = (uint8_t)i;
	return grow_nodes(graph) && number_turn(graph, same) == TILT_SAME;
}

void tilt_graph_free(struct tilt_graph *graph)
{
	free(graph->cell);
	free(graph->label);
	free(graph->axis);
	free(graph->edge);
	free(graph->slot);
	free(graph->turn);
	free(graph->turn_slot);
	free(graph->into_first);
	free(graph->into);
	*graph = (struct tilt_graph){0};
}
