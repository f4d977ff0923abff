#include "puzzles/tilt/solver/first_plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "algo/hash_slots.h"
#include "algo/random.h"
#include "puzzles/tilt/solver/colourings.h"
#include "puzzles/tilt/solver/tree.h"
#include "puzzles/tilt/tilt.h"

enum {
	NODES_MIN = 1 << 13, /* of a tree */
	NODES_MAX = 1 << 15,
	LEVELS = 8,
	LEVEL_COLOURINGS = 4096, /* at most, unless a single colour has more */
	NUMBER_BITS = 15,        /* of a slot in the table of elements */
	NUMBER_MASK = (1 << NUMBER_BITS) - 1,
	ELEMENTS = 1 << 14,
	NO_EDGE = 2, /* a side of a node */
	TICK_STEPS = 1 << 10,
};

/* A closed walk through the hub: along the forward tree to a node, over one of its edges and along
 * the backward tree; then elements of earlier levels. */
struct element {
	uint32_t index, side;  /* the node in the forward tree, and the edge */
	uint32_t then[LEVELS]; /* TILT_NONE: no element of that level */
	uint32_t length;
	uint8_t from[TILT_BLOCKS_MAX]; /* label i gets the colour of label from[i] */
};

struct chain {
	const struct tilt_graph *graph;
	const struct tilt_task *task;
	struct tilt_tree backward; /* to the hub */
	struct tilt_tree forward;  /* from the hub */
	struct tilt_tree start;    /* from the position; its rows are labels of the hub */
	const struct tilt_class *hub;
	int levels;
	uint8_t level_of[COLOURS_MAX + 1];
	uint64_t colour_key[TILT_BLOCKS_MAX][COLOURS_MAX + 1];
	uint64_t home_key[LEVELS];
	struct hash_slots table; /* from a level's colours, by their key, to element number + 1 */
	struct element *element;
	uint32_t elements;
};

/* ---- levels ---- */

/* Divides the colours into levels with few colourings each. */
static void make_levels(struct chain *chain)
{
	int left = chain->graph->blocks;
	uint64_t colourings = 1;
	struct random random = {1};
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		const int pieces = chain->task->level->pieces[colour];
		if (pieces == 0)
			continue;
		const uint64_t more = tilt_binomial(left, pieces, LEVEL_COLOURINGS + 1);
		colourings *= more;
		left -= pieces;
		if (colourings > LEVEL_COLOURINGS && chain->levels < LEVELS - 1) {
			chain->levels++;
			colourings = more;
		}
		chain->level_of[colour] = (uint8_t)chain->levels;
		for (int i = 0; i < chain->graph->blocks; i++)
			chain->colour_key[i][colour] = random_next(&random);
	}
	chain->levels++;
}

/* The key of a level's colours in a colouring. */
static uint64_t key_of(const struct chain *chain, int level, const uint8_t *colouring)
{
	uint64_t key = 0;
	for (int i = 0; i < chain->graph->blocks; i++)
		if (chain->level_of[colouring[i]] == level)
			key += chain->colour_key[i][colouring[i]];
	return key >> NUMBER_BITS;
}

/* Stores an element if it is the shortest so far that brings colours with that key home. */
static void offer(struct chain *chain, int level, uint64_t key, const struct element *element)
{
	if (key == chain->home_key[level] || chain->elements == ELEMENTS ||
	    !hash_slots_reserve(&chain->table, key, SIZE_MAX))
		return;
	uint64_t *slot = hash_slots_find(&chain->table, key);
	const uint64_t known = *slot & NUMBER_MASK;
	if (known != 0 && chain->element[known - 1].length <= element->length)
		return;
	chain->element[chain->elements++] = *element;
	if (known == 0)
		hash_slots_fill(&chain->table, slot, key, chain->elements);
	else
		*slot = key << NUMBER_BITS | chain->elements;
}

/* ---- elements ---- */

/* Makes an element of a walk to the hub: along a tree, over an edge, and along the backward tree.
 * False: there is no such walk. */
static bool make_element(const struct chain *chain, const struct tilt_tree *tree, uint32_t index,
                         uint32_t side, struct element *element)
{
	const struct tilt_graph *graph = chain->graph;
	struct tilt_edge edge = {tree->node[index], TILT_IDENTITY};
	uint8_t there[TILT_BLOCKS_MAX];
	if (side != NO_EDGE)
		edge = tilt_edges(graph, edge.to)[side];
	if (edge.permutation == TILT_NONE || chain->backward.number[edge.to] == 0)
		return false;
	const uint32_t back = chain->backward.number[edge.to] - 1;
	const uint8_t *row = tilt_tree_row(tree, index);
	const uint8_t *permutation = tilt_permutation(graph, edge.permutation);
	const uint8_t *label = tilt_tree_row(&chain->backward, back);
	*element = (struct element){.index = index, .side = side};
	memset(element->then, 0xff, sizeof element->then);
	for (int i = 0; i < graph->blocks; i++)
		there[permutation[i]] = row[i];
	for (int i = 0; i < graph->blocks; i++)
		element->from[i] = there[label[i]];
	element->length = tree->depth[index] + (side != NO_EDGE) + chain->backward.depth[back];
	return true;
}

/* Appends an element of a level that brings the level's colours home. False: none is known. */
static bool bring_home(const struct chain *chain, int level, struct element *element)
{
	uint8_t colouring[TILT_BLOCKS_MAX], from[TILT_BLOCKS_MAX] = {0};
	for (int i = 0; i < chain->graph->blocks; i++)
		colouring[i] = chain->hub->colouring[element->from[i]];
	const uint64_t key = key_of(chain, level, colouring);
	if (key == chain->home_key[level])
		return true;
	const uint64_t known = *hash_slots_find(&chain->table, key) & NUMBER_MASK;
	if (known == 0)
		return false;
	const struct element *next = &chain->element[known - 1];
	for (int i = 0; i < chain->graph->blocks; i++)
		from[i] = element->from[next->from[i]];
	memcpy(element->from, from, sizeof from);
	element->then[level] = (uint32_t)known - 1;
	element->length += next->length;
	return true;
}

/* Offers a closed walk to each level, after bringing the earlier levels home. */
static void use_walk(struct chain *chain, uint32_t index, uint32_t side)
{
	struct element element;
	uint8_t colouring[TILT_BLOCKS_MAX];
	if (!make_element(chain, &chain->forward, index, side, &element))
		return;
	for (int level = 0; level < chain->levels; level++) {
		for (int i = 0; i < chain->graph->blocks; i++)
			colouring[element.from[i]] = chain->hub->colouring[i];
		offer(chain, level, key_of(chain, level, colouring), &element);
		if (!bring_home(chain, level, &element))
			return;
	}
}

/* ---- the plan ---- */

/* The sides that the moves of a plan go to. */
struct sides {
	uint32_t count;
	uint8_t side[PLAN_MAX];
};

/* Adds a walk to the hub; returns the index of its root in the tree. */
static uint32_t add_walk(const struct chain *chain, const struct tilt_tree *tree,
                         const struct element *element, struct sides *sides)
{
	const struct tilt_tree *backward = &chain->backward;
	uint32_t at = element->index, to = tree->node[at];
	for (uint32_t i = sides->count += tree->depth[at]; tree->link[at] != TILT_NONE;
	     at = tree->link[at] / 2)
		sides->side[--i] = tree->link[at] % 2;
	if (element->side != NO_EDGE) {
		sides->side[sides->count++] = (uint8_t)element->side;
		to = tilt_edges(chain->graph, to)[element->side].to;
	}
	for (uint32_t i = backward->number[to] - 1; backward->link[i] != TILT_NONE;
	     i = backward->link[i] / 2)
		sides->side[sides->count++] = backward->link[i] % 2;
	return at;
}

/* Adds the elements that follow a walk. */
static void add_elements(const struct chain *chain, const struct element *element,
                         struct sides *sides)
{
	for (int level = 0; level < chain->levels; level++) {
		if (element->then[level] == TILT_NONE)
			continue;
		const struct element *next = &chain->element[element->then[level]];
		add_walk(chain, &chain->forward, next, sides);
		add_elements(chain, next, sides);
	}
}

/* Makes a move of the plan, unless it moves nothing. */
static void add_move(const struct tilt_task *task, uint8_t grid[CELLS_MAX], move_code move,
                     struct answer *answer)
{
	if (tilt_slide(task->level, grid, move, NULL) > 0)
		answer->plan[answer->length++] = move;
}

/* Reports the moves to those sides, as far as the first time that the goal is one move away. */
static void report_plan(const struct tilt_task *task, enum tilt_axis axis,
                        const struct sides *sides, struct answer *answer)
{
	uint8_t grid[CELLS_MAX], last[CELLS_MAX];
	memcpy(grid, task->grid, sizeof grid);
	answer->length = 0;
	for (uint32_t i = 0; i <= sides->count; i++, axis = !axis) {
		const int goal_side = task->goal->side[axis];
		memcpy(last, grid, sizeof last);
		if (goal_side >= 0)
			tilt_slide(task->level, last, tilt_axis_move(axis, goal_side), NULL);
		if (memcmp(last, task->level->goal, (size_t)level_cells(task->level)) == 0) {
			add_move(task, grid, tilt_axis_move(axis, goal_side), answer);
			answer->upper = answer->length;
			return;
		}
		if (i < sides->count)
			add_move(task, grid, tilt_axis_move(axis, sides->side[i]), answer);
	}
	assert(false); /* the plan leads to the goal */
}

/* ---- the search ---- */

/* Reports to the monitor now and then. False: stop. */
static bool report_step(uint32_t step, struct monitor *monitor, struct answer *answer)
{
	return step % TICK_STEPS != TICK_STEPS - 1 || monitor_report(monitor, answer);
}

/* Adds a root whose row gives, for each label, a label of the hub with the same colour. */
static void add_start(struct chain *chain, const struct tilt_class *from)
{
	uint8_t row[TILT_BLOCKS_MAX];
	uint64_t used = 0;
	for (int i = 0; i < chain->graph->blocks; i++) {
		int label = 0;
		while (used >> label & 1 || chain->hub->colouring[label] != from->colouring[i])
			label++;
		used |= UINT64_C(1) << label;
		row[i] = (uint8_t)label;
	}
	tilt_tree_add_root(&chain->start, from->node, row);
}

static bool grow_trees(struct chain *chain, struct monitor *monitor, struct answer *answer)
{
	uint8_t identity[TILT_BLOCKS_MAX];
	for (int i = 0; i < chain->graph->blocks; i++)
		identity[i] = (uint8_t)i;
	tilt_tree_add_root(&chain->backward, chain->hub->node, identity);
	tilt_tree_add_root(&chain->forward, chain->hub->node, identity);
	for (int axis = 0; axis < TILT_AXES; axis++)
		add_start(chain, &chain->task->from[axis]);
	for (uint32_t index = 0; index < chain->backward.capacity; index++) {
		if (index < chain->backward.count)
			tilt_tree_grow_backward(&chain->backward, index);
		if (index < chain->forward.count)
			tilt_tree_grow_forward(&chain->forward, index);
		if (index < chain->start.count)
			tilt_tree_grow_forward(&chain->start, index);
		if (!report_step(index, monitor, answer))
			return false;
	}
	return true;
}

static bool fill_table(struct chain *chain, struct monitor *monitor, struct answer *answer)
{
	for (int level = 0; level < chain->levels; level++)
		chain->home_key[level] = key_of(chain, level, chain->hub->colouring);
	for (uint32_t index = 0; index < chain->forward.count; index++) {
		use_walk(chain, index, 0);
		use_walk(chain, index, 1);
		if (!report_step(index, monitor, answer))
			return false;
	}
	return true;
}

/* Whether a walk from the start leads to a shorter plan than the best so far. */
static bool improve(const struct chain *chain, uint32_t index, uint32_t side, struct element *best)
{
	struct element element;
	if (!make_element(chain, &chain->start, index, side, &element))
		return false;
	for (int level = 0; level < chain->levels && element.length < best->length; level++)
		if (!bring_home(chain, level, &element))
			return false;
	if (element.length >= best->length)
		return false;
	*best = element;
	return true;
}

static bool find_plan(struct chain *chain, struct monitor *monitor, struct answer *answer)
{
	struct element best = {.length = PLAN_MAX};
	bool found = false;
	for (uint32_t index = 0; index < chain->start.count; index++) {
		for (uint32_t side = 0; side < NO_EDGE; side++)
			found |= improve(chain, index, side, &best);
		if (chain->start.depth[index] == 0)
			found |= improve(chain, index, NO_EDGE, &best);
		if (!report_step(index, monitor, answer))
			return false;
	}
	if (!found)
		return true;
	struct sides sides = {.count = 0};
	const uint32_t root = add_walk(chain, &chain->start, &best, &sides);
	add_elements(chain, &best, &sides);
	assert(sides.count == best.length);
	report_plan(chain->task, tilt_axis_of(chain->graph, chain->start.node[root]), &sides,
	            answer);
	return monitor_report(monitor, answer);
}

/* ---- memory ---- */

/* The size of a tree grows with the graph. */
static uint32_t tree_capacity(const struct tilt_graph *graph)
{
	const uint32_t share = graph->nodes.count / 16;
	return share < NODES_MIN ? NODES_MIN : share < NODES_MAX ? share : NODES_MAX;
}

static size_t bytes_needed(const struct tilt_graph *graph)
{
	return sizeof(struct chain) + ELEMENTS * (sizeof(struct element) + 4 * sizeof(uint64_t)) +
	       3 * tilt_tree_bytes(graph, tree_capacity(graph));
}

static bool chain_init(struct chain *chain)
{
	const uint32_t nodes = tree_capacity(chain->graph);
	const struct tilt_goal *goal = chain->task->goal;
	chain->hub = &goal->end[goal->end[0].node == TILT_NONE];
	hash_slots_init(&chain->table, NUMBER_BITS);
	chain->element = malloc(ELEMENTS * sizeof *chain->element);
	const bool trees = tilt_tree_init(&chain->backward, chain->graph, nodes) &&
	                   tilt_tree_init(&chain->forward, chain->graph, nodes) &&
	                   tilt_tree_init(&chain->start, chain->graph, nodes);
	return trees && chain->element != NULL;
}

static void chain_free(struct chain *chain)
{
	tilt_tree_free(&chain->backward);
	tilt_tree_free(&chain->forward);
	tilt_tree_free(&chain->start);
	hash_slots_free(&chain->table);
	free(chain->element);
	free(chain);
}

bool tilt_first_plan(const struct tilt_graph *graph, const struct tilt_task *task, size_t bytes,
                     struct monitor *monitor, struct answer *answer)
{
	struct chain *chain = bytes_needed(graph) > bytes ? NULL : calloc(1, sizeof *chain);
	bool going = true;
	if (chain == NULL)
		return true;
	chain->graph = graph;
	chain->task = task;
	if (chain_init(chain)) {
		make_levels(chain);
		going = grow_trees(chain, monitor, answer) && fill_table(chain, monitor, answer) &&
		        find_plan(chain, monitor, answer);
	}
	chain_free(chain);
	return going;
}
