/* Positions of a tilt level that are far apart.
 *
 * The graph of occupied cells (puzzles/tilt/solver/graph.h) times the colourings of the blocks: a
 * class is a node and a colouring, numbered node by node. A breadth-first walk from any position
 * finds the one that is farthest away, which becomes the goal; a walk back from the goal finds the
 * start that is farthest from it; and so on, as long as it gets farther.
 *
 * Start and goal are positions after a move, and so have a number as edges do: 2 * class + side. */
#include "climb.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/pieces.h"
#include "puzzles/tilt/solver/labels.h"
#include "puzzles/tilt/tilt.h"
#include "solve/solve.h"

enum {
	NODES_MAX = 40000,
	CLASSES_MAX = 40000000,
	SWEEPS_MAX = 12,
	COLOUR_BITS = 5,
	FAR = UINT16_MAX, /* a distance: not reached */
};

struct space {
	struct tilt_graph graph;
	struct tilt_labels labels;
	struct tilt_numbers numbers; /* of the permutations */
	struct tilt_task task;
	uint32_t words, classes;
	uint8_t (*word)[TILT_BLOCKS_MAX]; /* the colourings: the colour of each label */
	uint32_t *slot;                   /* number + 1 of a colouring by its hash */
	uint32_t mask;
	uint32_t *image[2]; /* of each colouring under each permutation, and under its inverse */
	uint16_t *distance; /* by class */
	uint32_t *queue;
};

/* ---- colourings ---- */

static uint32_t *find_word(const struct space *space, const uint8_t *word)
{
	uint64_t key = 0;
	for (int i = 0; i < space->graph.blocks; i++)
		key = key << COLOUR_BITS | word[i];
	uint32_t at = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 40) & space->mask;
	for (; space->slot[at] != 0; at = (at + 1) & space->mask)
		if (memcmp(space->word[space->slot[at] - 1], word, (size_t)space->graph.blocks) ==
		    0)
			break;
	return &space->slot[at];
}

static void list_words(struct space *space, int left[COLOURS_MAX + 1], uint8_t *word, int length)
{
	if (length == space->graph.blocks) {
		uint32_t *slot = find_word(space, word);
		memcpy(space->word[space->words], word, TILT_BLOCKS_MAX);
		*slot = ++space->words;
		return;
	}
	for (int c = 1; c <= COLOURS_MAX; c++)
		if (left[c] > 0) {
			left[c]--;
			word[length] = (uint8_t)c;
			list_words(space, left, word, length + 1);
			left[c]++;
		}
}

static uint32_t count_words(const struct level *level)
{
	uint64_t count = 1;
	for (int c = 1, blocks = 0; c <= COLOURS_MAX; c++)
		for (int i = 1; i <= level->pieces[c]; i++)
			count = count * (uint64_t)++blocks / (uint64_t)i;
	return (uint32_t)count;
}

static void make_images(struct space *space)
{
	uint8_t moved[TILT_BLOCKS_MAX] = {0};
	for (uint32_t p = 0; p < space->numbers.permutations.count; p++) {
		const uint8_t *permutation = tilt_numbered(&space->numbers, p);
		for (uint32_t w = 0; w < space->words; w++) {
			for (int i = 0; i < space->graph.blocks; i++)
				moved[permutation[i]] = space->word[w][i];
			const uint32_t to = *find_word(space, moved) - 1;
			space->image[0][p * space->words + w] = to;
			space->image[1][p * space->words + to] = w;
		}
	}
}

/* ---- classes and edges ---- */

static uint32_t class_number(const struct space *space, const struct tilt_class *class)
{
	uint8_t word[TILT_BLOCKS_MAX] = {0};
	tilt_labels_sort(&space->labels, class, word);
	return class->node * space->words + *find_word(space, word) - 1;
}

static uint32_t follow(const struct space *space, uint32_t edge)
{
	const uint32_t class = edge / 2, node = class / space->words, word = class % space->words;
	const uint32_t permutation = space->numbers.edge[2 * node + edge % 2];
	return tilt_edges(&space->graph, node)[edge % 2] * space->words +
	       space->image[0][permutation * space->words + word];
}

/* Whether the position after a move rests after a move of the other axis too. If in doubt, yes. */
static bool rests_twice(const struct space *space, uint32_t edge)
{
	const uint32_t to = follow(space, edge);
	return follow(space, 2 * to) == edge / 2 || follow(space, 2 * to + 1) == edge / 2;
}

static void fill_grid(const struct space *space, const struct level *level, uint32_t edge,
                      uint8_t grid[CELLS_MAX])
{
	const struct tilt_graph *graph = &space->graph;
	const uint32_t node = edge / 2 / space->words;
	const uint8_t *word = space->word[edge / 2 % space->words];
	struct tilt_class blocks = {.node = node};
	uint8_t block[TILT_BLOCKS_MAX] = {0}; /* with that label */
	uint16_t cells[TILT_BLOCKS_MAX];
	const enum tilt_axis axis = tilt_graph_cells(graph, node, cells);
	for (int i = 0; i < graph->blocks; i++)
		blocks.colouring[i] = (uint8_t)i;
	tilt_labels_sort(&space->labels, &blocks, block);
	memset(grid, 0, CELLS_MAX);
	for (int i = 0; i < graph->blocks; i++) {
		const uint16_t cell = cells[block[i]];
		grid[axis == TILT_HORIZONTAL ? cell : graph->axis_map[axis].transposed[cell]] =
			word[i];
	}
	tilt_slide(level, grid, tilt_axis_move(axis, (int)(edge % 2)));
}

/* ---- walks ---- */

static uint32_t enqueue(struct space *space, uint32_t end, uint32_t class, unsigned distance)
{
	if (space->distance[class] != FAR)
		return end;
	space->distance[class] = (uint16_t)distance;
	space->queue[end] = class;
	return end + 1;
}

static void begin_walk(struct space *space)
{
	memset(space->distance, 0xFF, space->classes * sizeof *space->distance);
}

/* From the classes in the queue, along the moves. */
static void walk_on(struct space *space, uint32_t end)
{
	for (uint32_t at = 0; at < end; at++) {
		const uint32_t class = space->queue[at];
		for (uint32_t side = 0; side < 2; side++)
			end = enqueue(space, end, follow(space, 2 * class + side),
			              space->distance[class] + 1U);
	}
}

/* The same, against them. */
static void walk_back(struct space *space, uint32_t end)
{
	const struct tilt_graph *graph = &space->graph;
	for (uint32_t at = 0; at < end; at++) {
		const uint32_t class = space->queue[at], node = class / space->words;
		for (uint32_t i = graph->reverse_first[node]; i < graph->reverse_first[node + 1];
		     i++) {
			const uint32_t from = graph->reverse[i] / 2, side = graph->reverse[i] % 2;
			const uint32_t permutation = space->numbers.edge[2 * from + side];
			end = enqueue(space, end,
			              from * space->words +
			                      space->image[1][permutation * space->words +
			                                      class % space->words],
			              space->distance[class] + 1U);
		}
	}
}

/* The moves from where the last walk began to a position; 0: it is not reached. */
static int depth_of_goal(const struct space *space, uint32_t edge)
{
	const unsigned one = space->distance[edge / 2];
	if (one == FAR)
		return 0;
	const unsigned other =
		rests_twice(space, edge) ? space->distance[follow(space, edge)] : FAR;
	return (int)(one < other ? one : other) + 1;
}

/* The moves from a position to the goal where the last walk back began. */
static int depth_of_start(const struct space *space, uint32_t edge)
{
	const unsigned one = space->distance[edge / 2],
		       other = space->distance[follow(space, edge)];
	return one == FAR || other == FAR ? 0 : (int)(one < other ? one : other);
}

static int find_deepest(const struct space *space,
                        int (*depth)(const struct space *space, uint32_t edge), uint32_t *deepest)
{
	int most = 0;
	for (uint32_t edge = 0; edge < 2 * space->classes; edge++) {
		if ((int)space->distance[edge / 2] + 1 <= most)
			continue;
		const int here = depth(space, edge);
		if (here > most) {
			most = here;
			*deepest = edge;
		}
	}
	return most;
}

static int sweep_on(struct space *space, uint32_t one, uint32_t other, uint32_t *goal)
{
	begin_walk(space);
	walk_on(space, enqueue(space, enqueue(space, 0, one, 0), other, 0));
	return find_deepest(space, depth_of_goal, goal);
}

static int sweep_back(struct space *space, uint32_t goal, uint32_t *start)
{
	uint32_t end;
	begin_walk(space);
	end = enqueue(space, 0, goal / 2, 1);
	if (rests_twice(space, goal))
		end = enqueue(space, end, follow(space, goal), 1);
	walk_back(space, end);
	return find_deepest(space, depth_of_start, start);
}

static int sweep(struct space *space, int before, uint32_t *start, uint32_t *goal)
{
	int depth = sweep_on(space, class_number(space, &space->task.from[0]),
	                     class_number(space, &space->task.from[1]), goal);
	if (depth < before / 2)
		return 0;
	for (int i = 0; depth > 0 && i < SWEEPS_MAX; i++) {
		uint32_t next_start, next_goal;
		const int back = sweep_back(space, *goal, &next_start);
		if (back == 0)
			return 0;
		*start = next_start;
		const int on =
			sweep_on(space, next_start / 2, follow(space, next_start), &next_goal);
		depth = back;
		if (on <= back)
			break;
		*goal = next_goal;
	}
	return depth;
}

/* ---- the space ---- */

static bool space_init(struct space *space, const struct level *level)
{
	static struct answer answer;
	static struct monitor monitor;
	struct tilt_graph *graph = &space->graph;
	monitor = monitor_begin(&limits_default, NULL, NULL);
	*space = (struct space){.task = {.level = level, .monitor = &monitor, .answer = &answer}};
	tilt_unpack(level, &level->start, space->task.grid);
	if (!tilt_graph_init(graph, level, limits_default.bytes) ||
	    !tilt_graph_add_start(graph, &space->task) ||
	    tilt_graph_grow(graph, NODES_MAX, &space->task) != TILT_OK ||
	    tilt_graph_reverse(graph, &space->task) != TILT_OK ||
	    !tilt_labels_init(&space->labels, graph, &space->task) ||
	    !tilt_numbers_init(&space->numbers, &space->labels, &space->task, limits_default.bytes))
		return false;
	const size_t words = count_words(level), classes = words * graph->nodes.count;
	const size_t images = words * space->numbers.permutations.count;
	if (classes > CLASSES_MAX)
		return false;
	space->classes = (uint32_t)classes;
	for (space->mask = 1; space->mask < 4 * words; space->mask *= 2) {
	}
	space->slot = calloc(space->mask--, sizeof *space->slot);
	space->word = malloc(words * sizeof *space->word);
	space->image[0] = malloc(2 * images * sizeof *space->image[0]);
	space->distance = malloc(classes * sizeof *space->distance);
	space->queue = malloc(classes * sizeof *space->queue);
	if (space->slot == NULL || space->word == NULL || space->image[0] == NULL ||
	    space->distance == NULL || space->queue == NULL)
		return false;
	space->image[1] = space->image[0] + images;
	int left[COLOURS_MAX + 1];
	uint8_t word[TILT_BLOCKS_MAX] = {0};
	memcpy(left, level->pieces, sizeof left);
	list_words(space, left, word, 0);
	make_images(space);
	return true;
}

static void space_free(struct space *space)
{
	tilt_numbers_free(&space->numbers);
	tilt_labels_free(&space->labels);
	tilt_graph_free(&space->graph);
	free(space->slot);
	free(space->word);
	free(space->image[0]);
	free(space->distance);
	free(space->queue);
}

int climb_deepen_tilt(const struct puzzle *puzzle, struct level *level, int before)
{
	static struct space space;
	uint32_t start, goal;
	uint8_t grid[CELLS_MAX];
	(void)puzzle;
	const int depth = space_init(&space, level) ? sweep(&space, before, &start, &goal) : 0;
	if (depth > 0) {
		fill_grid(&space, level, start, grid);
		level->start = (struct state){{0}};
		pieces_pack(level, level->state_size, grid, &level->start);
		fill_grid(&space, level, goal, level->goal);
	}
	space_free(&space);
	return depth;
}
