/* A first plan for tilt: long, but found at once where a shortest plan takes time.
 *
 * Many closed walks lead through the goal's node, the hub, and each permutes the colouring.
 * Colours are brought home in a few levels. Each level has a table of walks that bring its
 * colours home from wherever they are and keep those of earlier levels at home: a chain of
 * stabilisers, by Schreier-Sims (Sims 1970), with elements as short as they come (Minkwitz: An
 * algorithm for solving the factorization problem in permutation groups, 1998). No inverses are
 * needed, which cost moves here: an element of a later level is any walk, followed by elements
 * that bring the earlier levels home again.
 *
 * Of the many walks from the start to the hub, the one with the shortest plan is used. The search
 * from the middle (middle.c) finds much shorter ones, later. */
#include <assert.h>
#include <stdlib.h>

#include "algo/random.h"
#include "puzzles/tilt/solver/search.h"
#include "puzzles/tilt/tilt.h"

enum {
	NODES_MIN = 1 << 13, /* nodes of a tree */
	NODES_MAX = 1 << 15,
	LEVELS = 8,
	LEVEL_COLOURINGS = 4096, /* at most, unless a single colour has more */
	NUMBER_BITS = 15,        /* bits of a slot in the table of elements */
	NUMBER_MASK = (1 << NUMBER_BITS) - 1,
	ELEMENTS = 1 << 14,
	NO_EDGE = 2, /* a side of a node */
	TICK_STEPS = 1 << 10,
};

/* A breadth-first tree of the graph from some roots, along its edges or against them. */
struct tree {
	uint32_t *number; /* for each node of the graph: its index here + 1; 0: not in the tree;
	                     place and row follow in the same block of memory */
	struct place *place;
	uint8_t *row; /* row of each place: for each block of the node, the hub's along the path */
	uint32_t count;
};

struct place {
	uint32_t node;
	uint32_t link; /* 2 * index of the next node towards the root + side of the edge */
	uint32_t depth;
};

/* A closed walk through the hub: along the forward tree to a node, over one of its edges and along
 * the backward tree; then elements of earlier levels. */
struct element {
	uint32_t index, side;  /* the node in the forward tree, and the edge */
	uint32_t then[LEVELS]; /* number + 1 of an element of that level; 0: none */
	uint32_t length;
	uint8_t from[TILT_BLOCKS_MAX]; /* block i gets the colour of block from[i] */
};

struct chain {
	const struct tilt_graph *graph;
	const struct tilt_task *task;
	uint32_t capacity;    /* capacity of each tree */
	struct tree backward; /* to the hub */
	struct tree forward;  /* from the hub */
	struct tree start;    /* from the position */
	const struct tilt_class *hub;
	int levels;
	uint8_t level_of[COLOURS_MAX + 1];
	uint64_t colour_key[TILT_BLOCKS_MAX][COLOURS_MAX + 1];
	uint64_t home_key[LEVELS];
	struct hash_slots table; /* from a level's colours, by their key, to element number + 1 */
	struct element *element;
	uint32_t elements;
};

/* ---- trees ---- */

/* The size of a tree grows with the graph. */
static uint32_t tree_capacity(const struct tilt_graph *graph)
{
	const uint32_t share = graph->nodes.count / 16;
	return share < NODES_MIN ? NODES_MIN : share < NODES_MAX ? share : NODES_MAX;
}

static size_t tree_bytes(const struct tilt_graph *graph)
{
	return graph->nodes.count * sizeof(uint32_t) +
	       tree_capacity(graph) * (sizeof(struct place) + (size_t)graph->blocks);
}

static bool tree_init(struct tree *tree, const struct chain *chain)
{
	tree->number = calloc(1, tree_bytes(chain->graph));
	if (tree->number == NULL)
		return false;
	tree->place = (struct place *)(tree->number + chain->graph->nodes.count);
	tree->row = (uint8_t *)(tree->place + chain->capacity);
	return true;
}

static uint8_t *row_of(const struct chain *chain, const struct tree *tree, uint32_t index)
{
	return tree->row + (size_t)index * (size_t)chain->graph->blocks;
}

/* The row of a new node, to be filled in; NULL: the node is in the tree, or there is no room. */
static uint8_t *add_node(const struct chain *chain, struct tree *tree, struct place place)
{
	if (tree->number[place.node] != 0 || tree->count == chain->capacity)
		return NULL;
	tree->place[tree->count++] = place;
	tree->number[place.node] = tree->count;
	return row_of(chain, tree, tree->count - 1);
}

/* Adds a root. Its row gives, for each block, a block of the hub with the same colour: for the hub
 * itself, that block. Roots come first. */
static void add_root(const struct chain *chain, struct tree *tree, const struct tilt_class *root)
{
	uint8_t *row = add_node(chain, tree, (struct place){root->node, TILT_NONE, 0});
	uint64_t used = 0;
	for (int i = 0; row != NULL && i < chain->graph->blocks; i++) {
		int block = 0;
		while (used >> block & 1 || chain->hub->colouring[block] != root->colouring[i])
			block++;
		used |= UINT64_C(1) << block;
		row[i] = (uint8_t)block;
	}
}

/* Adds the node at the other end of an edge, 2 * source + side, of the node at an index. */
static void add_edge(const struct chain *chain, struct tree *tree, uint32_t index, uint32_t edge,
                     bool forward)
{
	const uint32_t to = tilt_edges(chain->graph, edge / 2)[edge % 2];
	uint8_t permutation[TILT_BLOCKS_MAX];
	if (to == TILT_NONE)
		return;
	const struct place place = {forward ? to : edge / 2, 2 * index + edge % 2,
	                            tree->place[index].depth + 1};
	const uint8_t *row = row_of(chain, tree, index);
	uint8_t *added = add_node(chain, tree, place);
	if (added == NULL)
		return;
	tilt_graph_permutation(chain->graph, edge / 2, (int)(edge % 2), permutation);
	for (int i = 0; i < chain->graph->blocks; i++)
		if (forward)
			added[permutation[i]] = row[i];
		else
			added[i] = row[permutation[i]];
}

/* Adds the successors of the node at an index, as long as there is room. */
static void grow_forward(const struct chain *chain, struct tree *tree, uint32_t index)
{
	for (uint32_t side = 0; index < tree->count && side < 2; side++)
		add_edge(chain, tree, index, 2 * tree->place[index].node + side, true);
}

/* The same for its predecessors. */
static void grow_backward(const struct chain *chain, struct tree *tree, uint32_t index)
{
	const struct tilt_graph *graph = chain->graph;
	const uint32_t node = index < tree->count ? tree->place[index].node : TILT_NONE;
	if (node >= graph->reversed)
		return;
	for (uint32_t e = graph->reverse_first[node]; e < graph->reverse_first[node + 1]; e++)
		add_edge(chain, tree, index, graph->reverse[e], false);
}

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
static bool make_element(const struct chain *chain, const struct tree *tree, uint32_t index,
                         uint32_t side, struct element *element)
{
	const struct tilt_graph *graph = chain->graph;
	const uint32_t from = tree->place[index].node;
	const uint32_t to = side == NO_EDGE ? from : tilt_edges(graph, from)[side];
	uint8_t along[TILT_BLOCKS_MAX];
	if (to == TILT_NONE || chain->backward.number[to] == 0)
		return false;
	const uint32_t back = chain->backward.number[to] - 1;
	const uint8_t *before = row_of(chain, tree, index);
	const uint8_t *after = row_of(chain, &chain->backward, back);
	*element = (struct element){.index = index, .side = side};
	if (side == NO_EDGE)
		for (int i = 0; i < graph->blocks; i++)
			along[i] = (uint8_t)i;
	else
		tilt_graph_permutation(graph, from, (int)side, along);
	for (int i = 0; i < graph->blocks; i++)
		element->from[after[along[i]]] = before[i];
	element->length =
		tree->place[index].depth + (side != NO_EDGE) + chain->backward.place[back].depth;
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
	element->then[level] = (uint32_t)known;
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

/* Adds a walk to the hub to the plan, as the sides that its moves go to; returns the index of its
 * root in the tree. */
static uint32_t add_walk(const struct chain *chain, const struct tree *tree,
                         const struct element *element)
{
	const struct place *place = tree->place, *backward = chain->backward.place;
	struct answer *answer = chain->task->answer;
	uint32_t at = element->index, to = place[at].node;
	answer->length += (int)place[at].depth;
	for (int i = answer->length; place[at].link != TILT_NONE; at = place[at].link / 2)
		answer->plan[--i] = place[at].link % 2;
	if (element->side != NO_EDGE) {
		answer->plan[answer->length++] = (move_code)element->side;
		to = tilt_edges(chain->graph, to)[element->side];
	}
	for (uint32_t i = chain->backward.number[to] - 1; backward[i].link != TILT_NONE;
	     i = backward[i].link / 2)
		answer->plan[answer->length++] = backward[i].link % 2;
	return at;
}

/* Adds the elements that follow a walk. */
static void add_elements(const struct chain *chain, const struct element *element)
{
	for (int level = 0; level < chain->levels; level++) {
		if (element->then[level] == 0)
			continue;
		const struct element *next = &chain->element[element->then[level] - 1];
		add_walk(chain, &chain->forward, next);
		add_elements(chain, next);
	}
}

/* Takes a plan of moves to the sides in the answer, along one axis and the other by turns. */
static void take_sides(const struct tilt_task *task, enum tilt_axis axis)
{
	move_code plan[PLAN_MAX + 1];
	const int sides = task->answer->length;
	for (int i = 0; i < sides; i++, axis = !axis)
		plan[i] = tilt_axis_move(axis, task->answer->plan[i]);
	plan[sides] = tilt_axis_move(axis, task->goal_side[axis] == 1);
	task->answer->length = 0;
	tilt_take_plan(task, plan, sides + 1);
	assert(task->answer->length > 0);
}

/* ---- the search ---- */

static bool grow_trees(struct chain *chain)
{
	add_root(chain, &chain->backward, chain->hub);
	add_root(chain, &chain->forward, chain->hub);
	for (int axis = 0; axis < TILT_AXES; axis++)
		add_root(chain, &chain->start, &chain->task->from[axis]);
	for (uint32_t index = 0; index < chain->capacity; index++) {
		grow_backward(chain, &chain->backward, index);
		grow_forward(chain, &chain->forward, index);
		grow_forward(chain, &chain->start, index);
		if (!tilt_report_step(chain->task, index, TICK_STEPS))
			return false;
	}
	return true;
}

static bool fill_table(struct chain *chain)
{
	for (int level = 0; level < chain->levels; level++)
		chain->home_key[level] = key_of(chain, level, chain->hub->colouring);
	for (uint32_t index = 0; index < chain->forward.count; index++) {
		use_walk(chain, index, 0);
		use_walk(chain, index, 1);
		if (!tilt_report_step(chain->task, index, TICK_STEPS))
			return false;
	}
	return true;
}

/* Makes a walk from the start the best one, if it leads to a shorter plan. */
static void improve(const struct chain *chain, uint32_t index, uint32_t side, struct element *best)
{
	struct element element;
	if (!make_element(chain, &chain->start, index, side, &element))
		return;
	for (int level = 0; level < chain->levels && element.length < best->length; level++)
		if (!bring_home(chain, level, &element))
			return;
	if (element.length < best->length)
		*best = element;
}

static bool find_plan(struct chain *chain)
{
	struct element best = {.length = PLAN_MAX};
	for (uint32_t index = 0; index < chain->start.count; index++) {
		improve(chain, index, 0, &best);
		improve(chain, index, 1, &best);
		if (chain->start.place[index].depth == 0)
			improve(chain, index, NO_EDGE, &best);
		if (!tilt_report_step(chain->task, index, TICK_STEPS))
			return false;
	}
	if (best.length == PLAN_MAX)
		return true;
	const uint32_t root = add_walk(chain, &chain->start, &best);
	add_elements(chain, &best);
	assert(chain->task->answer->length == (int)best.length);
	take_sides(chain->task, tilt_axis_of(chain->graph, chain->start.place[root].node));
	return tilt_report(chain->task);
}

bool tilt_first_plan(const struct tilt_graph *graph, const struct tilt_task *task, size_t bytes)
{
	const size_t element_bytes = sizeof(struct element) + 4 * sizeof(uint64_t); /* and slots */
	if (sizeof(struct chain) + ELEMENTS * element_bytes + 3 * tree_bytes(graph) > bytes)
		return true;
	struct chain *chain = calloc(1, sizeof *chain);
	bool going = true;
	if (chain == NULL)
		return true;
	chain->graph = graph;
	chain->task = task;
	chain->capacity = tree_capacity(graph);
	chain->hub = &task->goal[task->goal[0].node == TILT_NONE];
	chain->element = malloc(ELEMENTS * sizeof *chain->element);
	hash_slots_init(&chain->table, NUMBER_BITS);
	if (chain->element != NULL && tree_init(&chain->backward, chain) &&
	    tree_init(&chain->forward, chain) && tree_init(&chain->start, chain)) {
		make_levels(chain);
		going = grow_trees(chain) && fill_table(chain) && find_plan(chain);
	}
	free(chain->backward.number);
	free(chain->forward.number);
	free(chain->start.number);
	hash_slots_free(&chain->table);
	free(chain->element);
	free(chain);
	return going;
}
