#include "puzzles/tilt/solver/sift.h"

#include <stdlib.h>
#include <string.h>

#include "algo/random.h"
#include "puzzles/tilt/rules.h"
#include "puzzles/tilt/solver/tree.h"

enum {
	LEAST_NODES = 1 << 13, /* of a tree, and no more than */
	MOST_NODES = 1 << 15,
	HUB_NODES = 1 << 8, /* among so many before the goal the hub is looked for */
	LEVELS = 8,
	LEVEL_WORDS = 4096, /* to choose from in a level, unless one colour alone has more */
	SLOT_BITS = 13,
	SLOTS = 1 << SLOT_BITS,
	ELEMENTS = 1 << 14,
	PASSES = 2, /* over all loops: the first fills the tables that the next needs */
	TICK_STEPS = 1 << 10,
};

/* A closed walk through the hub: a loop, and then elements of earlier levels. */
struct element {
	uint32_t place, side;  /* the loop's edge; before it the tree after the hub, behind it the
	                          one before the hub */
	uint32_t then[LEVELS]; /* TILT_NONE: nothing */
	uint32_t length;
	uint8_t from[TILT_BLOCKS_MAX]; /* the letter that is at i then was at from[i] */
};

struct table {
	uint64_t key[SLOTS];     /* of the level's colours in a word */
	uint32_t element[SLOTS]; /* number + 1; 0: empty */
	uint32_t count;
	uint64_t home; /* the key of the hub's word */
};

struct sift {
	const struct tilt_graph *graph;
	const struct tilt_task *task;
	struct tilt_tree before, after; /* the hub */
	struct tilt_tree first;         /* after the start */
	uint32_t hub;
	uint8_t home[TILT_BLOCKS_MAX]; /* the word there that `last` makes the goal */
	uint8_t last[HUB_NODES];       /* sides, from the hub to the goal */
	int last_length;
	int levels;
	uint8_t level_of[COLOURS_MAX + 1];
	uint64_t key[TILT_BLOCKS_MAX][COLOURS_MAX + 1];
	struct table *table;
	struct element *element;
	uint32_t elements;
};

/* ---- the hub ---- */

/* A tree before the goal, so far as the hub is looked for. */
static void grow_to_hub(const struct sift *sift, struct tilt_tree *tree)
{
	uint8_t same[TILT_BLOCKS_MAX];
	for (int i = 0; i < sift->graph->blocks; i++)
		same[i] = (uint8_t)i;
	for (int axis = 0; axis < TILT_AXES; axis++)
		if (sift->task->goal->end[axis].node != TILT_NONE)
			tilt_tree_plant(tree, sift->task->goal->end[axis].node, same);
	for (uint32_t place = 0; place < tree->count; place++)
		tilt_tree_before(tree, place);
}

/* How many edges lead to a node. */
static uint32_t edges_into(const struct tilt_graph *graph, uint32_t node)
{
	return node < graph->turned ? graph->into_first[node + 1] - graph->into_first[node] : 0;
}

/* The hub is the node with most edges into it; its word, and the way on to the goal. */
static bool find_hub(struct sift *sift)
{
	struct tilt_tree tree;
	uint32_t best = 0;
	if (!tilt_tree_init(&tree, sift->graph, HUB_NODES)) {
		tilt_tree_free(&tree);
		return false;
	}
	grow_to_hub(sift, &tree);
	for (uint32_t place = 1; place < tree.count; place++)
		if (edges_into(sift->graph, tree.node[place]) >
		    edges_into(sift->graph, tree.node[best]))
			best = place;
	sift->hub = tree.node[best];
	uint32_t at = best;
	for (; tree.link[at] != TILT_NONE; at = tree.link[at] / 2)
		sift->last[sift->last_length++] = tree.link[at] % 2;
	const struct tilt_class *end =
		&sift->task->goal->end[tilt_axis_of(sift->graph, tree.node[at])];
	for (int i = 0; i < sift->graph->blocks; i++)
		sift->home[tilt_tree_row(&tree, best)[i]] = end->word[i];
	tilt_tree_free(&tree);
	return true;
}

/* ---- levels ---- */

/* Ways to choose k of n. */
static uint64_t choose(int n, int k)
{
	uint64_t ways = 1;
	for (int i = 1; i <= k && ways <= LEVEL_WORDS; i++)
		ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
	return ways;
}

/* Puts as many colours into each level as leave it small. */
static void make_levels(struct sift *sift)
{
	int count[COLOURS_MAX + 1] = {0}, left = sift->graph->blocks;
	uint64_t words = 1;
	struct random random = {1};
	for (int i = 0; i < sift->graph->blocks; i++)
		count[sift->home[i]]++;
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		if (count[colour] == 0)
			continue;
		words *= choose(left, count[colour]);
		left -= count[colour];
		if (words > LEVEL_WORDS && sift->levels < LEVELS - 1) {
			sift->levels++;
			words = choose(left + count[colour], count[colour]);
		}
		sift->level_of[colour] = (uint8_t)sift->levels;
		for (int i = 0; i < sift->graph->blocks; i++)
			sift->key[i][colour] = random_next(&random);
	}
	sift->levels++;
}

static uint64_t key_of(const struct sift *sift, int level, const uint8_t *word)
{
	uint64_t key = 0;
	for (int i = 0; i < sift->graph->blocks; i++)
		if (sift->level_of[word[i]] == level)
			key += sift->key[i][word[i]];
	return key;
}

static uint32_t slot_of(const struct table *table, uint64_t key)
{
	uint32_t i = (uint32_t)(key >> (64 - SLOT_BITS));
	while (table->element[i] != 0 && table->key[i] != key)
		i = (i + 1) % SLOTS;
	return i;
}

/* What puts a level right; TILT_NONE: not known. */
static uint32_t element_for(const struct sift *sift, int level, uint64_t key)
{
	const struct table *table = &sift->table[level];
	return table->element[slot_of(table, key)] - 1;
}

/* Keeps an element, where it is the shortest so far that puts right what has this key. */
static void offer(struct sift *sift, int level, uint64_t key, const struct element *element)
{
	struct table *table = &sift->table[level];
	const uint32_t slot = slot_of(table, key), known = table->element[slot];
	if (key == table->home || sift->elements == ELEMENTS ||
	    (known == 0 ? table->count >= SLOTS / 4 * 3
	                : sift->element[known - 1].length <= element->length))
		return;
	table->count += known == 0;
	table->key[slot] = key;
	sift->element[sift->elements++] = *element;
	table->element[slot] = sift->elements;
}

/* ---- walks to the hub ---- */

/* The letters at the hub after a walk: by a tree, by an edge, and by the tree before the hub. A
 * side of 2 is no edge. Returns the walk's length, or TILT_NONE if there is none. */
static uint32_t arrive(const struct sift *sift, const struct tilt_tree *tree, uint32_t place,
                       uint32_t side, uint8_t *letters)
{
	const struct tilt_graph *graph = sift->graph;
	struct tilt_edge edge = {tree->node[place], TILT_SAME};
	uint8_t there[TILT_BLOCKS_MAX];
	if (side < 2)
		edge = tilt_edges(graph, edge.to)[side];
	if (edge.turn == TILT_NONE || sift->before.number[edge.to] == 0)
		return TILT_NONE;
	const uint32_t back = sift->before.number[edge.to] - 1;
	const uint8_t *row = tilt_tree_row(tree, place), *turn = tilt_turn(graph, edge.turn);
	const uint8_t *home = tilt_tree_row(&sift->before, back);
	for (int i = 0; i < graph->blocks; i++)
		there[turn[i]] = row[i];
	for (int i = 0; i < graph->blocks; i++)
		letters[i] = there[home[i]];
	return tree->depth[place] + (side < 2) + sift->before.depth[back];
}

/* Goes on by another element. */
static void compose(const struct sift *sift, int level, uint32_t number, struct element *element)
{
	const struct element *next = &sift->element[number];
	uint8_t from[TILT_BLOCKS_MAX] = {0};
	for (int i = 0; i < sift->graph->blocks; i++)
		from[i] = element->from[next->from[i]];
	memcpy(element->from, from, sizeof from);
	element->then[level] = number;
	element->length += next->length;
}

/* Offers a loop to each level in turn, the earlier ones put right. */
static void use_loop(struct sift *sift, uint32_t place, uint32_t side)
{
	struct element element = {.place = place, .side = side};
	uint8_t word[TILT_BLOCKS_MAX];
	element.length = arrive(sift, &sift->after, place, side, element.from);
	if (element.length == TILT_NONE)
		return;
	memset(element.then, 0xff, sizeof element.then);
	for (int level = 0; level < sift->levels; level++) {
		for (int i = 0; i < sift->graph->blocks; i++)
			word[element.from[i]] = sift->home[i];
		offer(sift, level, key_of(sift, level, word), &element);
		for (int i = 0; i < sift->graph->blocks; i++)
			word[i] = sift->home[element.from[i]];
		const uint64_t key = key_of(sift, level, word);
		if (key == sift->table[level].home)
			continue;
		const uint32_t next = element_for(sift, level, key);
		if (next == TILT_NONE)
			return;
		compose(sift, level, next, &element);
	}
}

/* A way from the start to the hub, and on to its word. */
struct way {
	uint32_t place, side;
	uint32_t then[LEVELS];
	uint32_t length;
};

/* Puts the levels right after a walk from the start. False: not known how, or not better. */
static bool sift_word(const struct sift *sift, uint32_t place, uint32_t side, uint32_t most,
                      struct way *way)
{
	uint8_t word[TILT_BLOCKS_MAX], next[TILT_BLOCKS_MAX];
	*way = (struct way){.place = place, .side = side};
	way->length = arrive(sift, &sift->first, place, side, word);
	for (int level = 0; level < sift->levels && way->length < most; level++) {
		const uint64_t key = key_of(sift, level, word);
		way->then[level] = TILT_NONE;
		if (key == sift->table[level].home)
			continue;
		const uint32_t number = way->then[level] = element_for(sift, level, key);
		if (number == TILT_NONE)
			return false;
		for (int i = 0; i < sift->graph->blocks; i++)
			next[i] = word[sift->element[number].from[i]];
		memcpy(word, next, sizeof word);
		way->length += sift->element[number].length;
	}
	return way->length < most;
}

/* ---- the way told ---- */

/* Where a way is followed: the sides so far. */
struct sides {
	int count;
	uint8_t side[PLAN_MAX];
};

static void add_side(struct sides *sides, uint32_t side)
{
	if (sides->count < PLAN_MAX)
		sides->side[sides->count++] = (uint8_t)side;
}

/* A walk to the hub; returns the root's place. */
static uint32_t add_walk(const struct sift *sift, const struct tilt_tree *tree, uint32_t place,
                         uint32_t side, struct sides *sides)
{
	const uint32_t depth = tree->depth[place];
	const uint32_t node = tree->node[place];
	const uint32_t to = side < 2 ? tilt_edges(sift->graph, node)[side].to : node;
	if ((uint32_t)sides->count + depth >= PLAN_MAX)
		return 0;
	for (uint32_t i = depth; i-- > 0; place = tree->link[place] / 2)
		sides->side[(uint32_t)sides->count + i] = tree->link[place] % 2;
	sides->count += (int)depth;
	if (side < 2)
		add_side(sides, side);
	const uint32_t *link = sift->before.link;
	for (uint32_t at = sift->before.number[to] - 1; link[at] != TILT_NONE; at = link[at] / 2)
		add_side(sides, link[at] % 2);
	return place;
}

static void add_element(const struct sift *sift, uint32_t number, struct sides *sides)
{
	const struct element *element = &sift->element[number];
	add_walk(sift, &sift->after, element->place, element->side, sides);
	for (int level = 0; level < sift->levels; level++)
		if (element->then[level] != TILT_NONE)
			add_element(sift, element->then[level], sides);
}

/* Leaves out what moves nothing, for classes do not tell. Returns how many moves are left. */
static int tidy(const struct tilt_task *task, move_code *plan, int count)
{
	uint8_t grid[CELLS_MAX];
	int left = 0;
	memcpy(grid, task->grid, sizeof grid);
	for (int i = 0; i < count; i++)
		if (tilt_slide(task->level, grid, plan[i], NULL) > 0)
			plan[left++] = plan[i];
	return left;
}

/* Follows the sides from a class on, as far as its first coming to an end; tells that plan. */
static void tell(const struct sift *sift, const struct tilt_class *from, const struct sides *sides,
                 struct answer *answer)
{
	struct tilt_class at = *from;
	for (int i = 0; i <= sides->count && i < PLAN_MAX; i++) {
		const enum tilt_axis axis = tilt_axis_of(sift->graph, at.node);
		const struct tilt_class *end = &sift->task->goal->end[axis];
		if (at.node == end->node &&
		    memcmp(at.word, end->word, (size_t)sift->graph->blocks) == 0) {
			answer->plan[i] =
				tilt_graph_move(sift->graph, at.node, sift->task->goal->side[axis]);
			answer->upper = answer->length = tidy(sift->task, answer->plan, i + 1);
			return;
		}
		if (i < sides->count) {
			answer->plan[i] = tilt_graph_move(sift->graph, at.node, sides->side[i]);
			tilt_class_follow(sift->graph, &at, sides->side[i]);
		}
	}
}

static void tell_way(const struct sift *sift, const struct way *way, struct answer *answer)
{
	struct sides sides = {.count = 0};
	const uint32_t root = add_walk(sift, &sift->first, way->place, way->side, &sides);
	for (int level = 0; level < sift->levels; level++)
		if (way->then[level] != TILT_NONE)
			add_element(sift, way->then[level], &sides);
	for (int i = 0; i < sift->last_length; i++)
		add_side(&sides, sift->last[i]);
	if (answer->upper < 0)
		tell(sift, &sift->task->from[tilt_axis_of(sift->graph, sift->first.node[root])],
		     &sides, answer);
}

/* ---- the search ---- */

/* Of a tree: more where there are more. */
static uint32_t most_nodes(const struct tilt_graph *graph)
{
	const uint32_t share = graph->count / 16;
	return share < LEAST_NODES ? LEAST_NODES : share < MOST_NODES ? share : MOST_NODES;
}

/* False: halted. */
static bool goes_on(uint32_t step, struct monitor *monitor, struct answer *answer)
{
	return step % TICK_STEPS != TICK_STEPS - 1 || monitor_report(monitor, answer);
}

static bool grow_trees(struct sift *sift, struct monitor *monitor, struct answer *answer)
{
	uint8_t same[TILT_BLOCKS_MAX];
	for (int i = 0; i < sift->graph->blocks; i++)
		same[i] = (uint8_t)i;
	tilt_tree_plant(&sift->before, sift->hub, same);
	tilt_tree_plant(&sift->after, sift->hub, same);
	for (int axis = 0; axis < TILT_AXES; axis++)
		tilt_tree_plant(&sift->first, sift->task->from[axis].node,
		                sift->task->from[axis].word);
	for (uint32_t place = 0; place < sift->before.most; place++) {
		if (place < sift->before.count)
			tilt_tree_before(&sift->before, place);
		if (place < sift->after.count)
			tilt_tree_after(&sift->after, place);
		if (place < sift->first.count)
			tilt_tree_after(&sift->first, place);
		if (!goes_on(place, monitor, answer))
			return false;
	}
	return true;
}

static bool fill_tables(struct sift *sift, struct monitor *monitor, struct answer *answer)
{
	for (int level = 0; level < sift->levels; level++)
		sift->table[level].home = key_of(sift, level, sift->home);
	for (int pass = 0; pass < PASSES; pass++)
		for (uint32_t place = 0; place < sift->after.count; place++) {
			use_loop(sift, place, 0);
			use_loop(sift, place, 1);
			if (!goes_on(place, monitor, answer))
				return false;
		}
	return true;
}

/* Looks for the walk from the start with the shortest way behind it. */
static bool find_way(struct sift *sift, struct monitor *monitor, struct answer *answer)
{
	struct way way, best = {.length = PLAN_MAX - HUB_NODES - 1};
	bool found = false;
	for (uint32_t place = 0; place < sift->first.count; place++) {
		for (uint32_t side = 0; side < (sift->first.depth[place] == 0 ? 3 : 2); side++)
			if (sift_word(sift, place, side, best.length, &way)) {
				best = way;
				found = true;
			}
		if (!goes_on(place, monitor, answer))
			return false;
	}
	if (found)
		tell_way(sift, &best, answer);
	return !found || monitor_report(monitor, answer);
}

static bool init(struct sift *sift)
{
	const uint32_t nodes = most_nodes(sift->graph);
	const bool trees = tilt_tree_init(&sift->before, sift->graph, nodes) &&
	                   tilt_tree_init(&sift->after, sift->graph, nodes) &&
	                   tilt_tree_init(&sift->first, sift->graph, nodes);
	sift->table = calloc(LEVELS, sizeof *sift->table);
	sift->element = malloc(ELEMENTS * sizeof *sift->element);
	return trees && sift->table != NULL && sift->element != NULL && find_hub(sift);
}

static void discard(struct sift *sift)
{
	tilt_tree_free(&sift->before);
	tilt_tree_free(&sift->after);
	tilt_tree_free(&sift->first);
	free(sift->table);
	free(sift->element);
	free(sift);
}

bool tilt_sift(const struct tilt_graph *graph, const struct tilt_task *task, size_t room,
               struct monitor *monitor, struct answer *answer)
{
	const size_t bytes = sizeof(struct sift) + LEVELS * sizeof(struct table) +
	                     ELEMENTS * sizeof(struct element) +
	                     3 * tilt_tree_bytes(graph, most_nodes(graph)) +
	                     tilt_tree_bytes(graph, HUB_NODES);
	struct sift *sift = bytes > room ? NULL : calloc(1, sizeof *sift);
	if (sift == NULL)
		return true;
	sift->graph = graph;
	sift->task = task;
	bool going = true;
	if (init(sift)) {
		make_levels(sift);
		going = grow_trees(sift, monitor, answer) && fill_tables(sift, monitor, answer) &&
		        find_way(sift, monitor, answer);
	}
	discard(sift);
	return going;
}
