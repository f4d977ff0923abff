/* The shortest way in tilt.
 *
 * The places of the blocks change whatever their colours are, and there are few of them: the graph
 * (tilt_graph.h). A position is one of its nodes and a word of colours. Where there is room for two
 * bits and two frontiers for every word at every node, all distances are found backwards
 * (tilt_layers.h), and later positions of the level are looked up. Elsewhere a search from both
 * ends answers for one position after another (tilt_meet.h). Where that takes long, a way that need
 * not be a shortest one is told soon (tilt_sift.h).
 *
 * No way is left at once where the goal is not at rest against any side, where its places can't be
 * come to, or where its colours can't: the permutations of all edges keep some blocks among
 * themselves, and may be even, all of them. */
#include "puzzles/tilt/solver/solver.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/cursor.h"
#include "puzzles/tilt/rules.h"
#include "puzzles/tilt/solver/bidirectional.h"
#include "puzzles/tilt/solver/graph.h"
#include "puzzles/tilt/solver/permutations.h"
#include "puzzles/tilt/solver/retrograde.h"
#include "puzzles/tilt/solver/sift.h"

enum {
	SMALL_NODES = 1 << 16,    /* explored in no time worth speaking of */
	SMALL_CLASSES = 10000000, /* in layers, searched as fast */
	CLASSES_A_RECORD = 16,    /* done by layers while a search from both ends files one */
	LEAST_RECORDS = 4096,
	FIRST_LOOK = 8 << 20, /* bytes for a search that hopes to need no graph */
};

struct tilt {
	struct level level;
	size_t bytes;
	bool at_rest; /* the goal is, against some side */
	struct tilt_graph graph;
	struct tilt_goal goal;
	struct tilt_layers layers; /* .graph is NULL while there are none */
	struct tilt_meet meet;     /* likewise */
};

/* ---- the goal ---- */

/* Finds the sides that the goal is at rest against. */
static void look_at_goal(struct tilt *tilt)
{
	static const int direction[TILT_AXES][2] = {{LEFT, RIGHT}, {UP, DOWN}};
	for (int axis = 0; axis < TILT_AXES; axis++) {
		tilt->goal.side[axis] = -1;
		for (int side = 0; side < 2; side++) {
			uint8_t grid[CELLS_MAX];
			memcpy(grid, tilt->level.goal, sizeof grid);
			if (tilt_slide(&tilt->level, grid, direction[axis][side], NULL) == 0)
				tilt->goal.side[axis] = side;
		}
		tilt->at_rest = tilt->at_rest || tilt->goal.side[axis] >= 0;
	}
}

/* ---- words that can't be come to ---- */

/* The place in the word of each letter of another; false where a colour is there twice. */
static bool compare_words(const uint8_t *from, const uint8_t *to, int blocks, uint8_t *turn)
{
	for (int i = 0; i < blocks; i++)
		for (int j = 0, seen = 0; j < blocks; j++)
			if (from[i] == to[j]) {
				turn[i] = (uint8_t)j;
				if (seen++ > 0)
					return false;
			}
	return true;
}

/* Whether blocks that no edge mixes have the same colours in both words. */
static bool same_parts(const struct tilt_graph *graph, const uint8_t *from, const uint8_t *to)
{
	int count[TILT_BLOCKS_MAX][COLOURS_MAX + 1] = {{0}};
	for (int i = 0; i < graph->blocks; i++) {
		int part = i;
		while (graph->part[part] != part)
			part = graph->part[part];
		count[part][from[i]]++;
		count[part][to[i]]--;
	}
	for (int i = 0; i < graph->blocks; i++)
		for (int colour = 1; colour <= COLOURS_MAX; colour++)
			if (count[i][colour] != 0)
				return false;
	return true;
}

/* False: the permutations of all edges together can't make one word of the other. */
static bool may_become(const struct tilt_graph *graph, const uint8_t *from, const uint8_t *to)
{
	uint8_t way[TILT_BLOCKS_MAX];
	return same_parts(graph, from, to) &&
	       (graph->odd || !compare_words(from, to, graph->blocks, way) ||
	        !tilt_is_odd(way, graph->blocks));
}

/* Whether some class of the start may become one that ends with the goal. */
static bool may_solve(const struct tilt *tilt, const struct tilt_class from[TILT_AXES])
{
	for (int start = 0; start < TILT_AXES; start++)
		for (int end = 0; end < TILT_AXES; end++)
			if (tilt->goal.end[end].node != TILT_NONE &&
			    may_become(&tilt->graph, from[start].word, tilt->goal.end[end].word))
				return true;
	return false;
}

/* ---- layers ---- */

/* Tells the shorter of the ways from both classes. */
static void tell_plan(const struct tilt *tilt, const struct tilt_class from[TILT_AXES],
                      struct answer *answer)
{
	const struct tilt_class *best = NULL;
	for (int axis = 0; axis < TILT_AXES; axis++) {
		if (!tilt_layers_seen(&tilt->layers, &from[axis]))
			continue;
		const int length =
			tilt_layers_plan(&tilt->layers, &tilt->goal, &from[axis], NULL, 0);
		if (best == NULL || length < answer->upper) {
			answer->upper = length;
			best = &from[axis];
		}
	}
	if (answer->upper <= PLAN_MAX) {
		tilt_layers_plan(&tilt->layers, &tilt->goal, best, answer->plan, PLAN_MAX);
		answer->length = answer->upper;
	}
	answer->lower = answer->upper;
	answer->verdict = OPTIMAL;
}

static void search_layers(struct tilt *tilt, const struct tilt_class from[TILT_AXES],
                          struct monitor *monitor, struct answer *answer)
{
	struct tilt_layers *layers = &tilt->layers;
	while (!tilt_layers_seen(layers, &from[0]) && !tilt_layers_seen(layers, &from[1])) {
		if (layers->through) {
			answer->verdict = UNSOLVABLE;
			answer->states = layers->seen;
			return;
		}
		if (answer->lower <= (int)layers->layer)
			answer->lower = (int)layers->layer + 1;
		const enum tilt_step step = tilt_layers_step(layers, monitor, answer);
		if (step == TILT_NO_ROOM)
			answer->verdict = GAVE_UP;
		if (step != TILT_STEPPED)
			return;
	}
	answer->states = layers->seen;
	tell_plan(tilt, from, answer);
}

/* Nodes times words; `most` if more. */
static uint64_t count_classes(const struct tilt *tilt, uint64_t most)
{
	const uint64_t words = most / tilt->graph.count + 1;
	const uint64_t count = tilt_words_count(tilt->level.pieces, words);
	return count < words ? count * tilt->graph.count : most;
}

/* Makes ready to search layers, where there is room. */
static bool begin_layers(struct tilt *tilt, size_t room)
{
	struct tilt_words words;
	if (count_classes(tilt, room) == room)
		return false;
	if (!tilt_words_init(&words, tilt->level.pieces) ||
	    tilt_layers_bytes(&tilt->graph, &words) > room ||
	    !tilt_layers_init(&tilt->layers, &tilt->graph, &words, &tilt->goal)) {
		tilt_words_free(&words);
		tilt_layers_free(&tilt->layers);
		return false;
	}
	return true;
}

/* ---- the search ---- */

/* False: halted. */
static bool drop_searches(struct tilt *tilt, struct monitor *monitor, struct answer *answer)
{
	tilt_layers_free(&tilt->layers);
	if (!tilt_meet_empty(&tilt->meet, monitor, answer))
		return false;
	tilt_meet_free(&tilt->meet);
	return true;
}

/* Where the graph is not small: a first look forth, as far as it goes. True if that settles it, or
 * there is to be no more. */
static bool look_forth(struct tilt *tilt, const struct tilt_task *task, size_t room,
                       struct monitor *monitor, struct answer *answer)
{
	if (!drop_searches(tilt, monitor, answer))
		return true;
	tilt_meet_init(&tilt->meet, &tilt->graph, tilt->level.pieces, room);
	tilt_meet_forth(&tilt->meet, task->from, tilt->level.goal, &tilt->goal, monitor, answer);
	if (answer->verdict != GAVE_UP)
		return true;
	answer->verdict = SEARCHING;
	return !monitor_report(monitor, answer);
}

static size_t room_left(const struct tilt *tilt)
{
	const size_t used = sizeof *tilt + tilt->graph.bytes;
	return used < tilt->bytes ? tilt->bytes - used : 0;
}

/* A first plan, if what is explored so far has the goal's places. False: halted. */
static bool sift(struct tilt *tilt, const struct tilt_task *task, struct monitor *monitor,
                 struct answer *answer)
{
	if (answer->upper >= 0 || !tilt_goal_find(&tilt->graph, tilt->level.goal, &tilt->goal))
		return true;
	const enum tilt_growth growth = tilt_graph_turn_back(&tilt->graph, monitor, answer);
	return growth == TILT_NO_NODES ||
	       (growth == TILT_GROWN &&
	        tilt_sift(&tilt->graph, task, room_left(tilt), monitor, answer));
}

/* Where there is no room for the graph: forth alone. */
static void look_far(struct tilt *tilt, const struct tilt_task *task, struct monitor *monitor,
                     struct answer *answer)
{
	if (!look_forth(tilt, task, room_left(tilt), monitor, answer))
		answer->verdict = GAVE_UP;
}

/* Explores all that can be reached from the position. False: the answer is as far as it goes. */
static bool explore(struct tilt *tilt, const struct tilt_task *task, struct monitor *monitor,
                    struct answer *answer)
{
	struct tilt_graph *graph = &tilt->graph;
	enum tilt_growth growth = tilt_graph_grow(graph, SMALL_NODES, monitor, answer);
	if (growth == TILT_MORE && (!sift(tilt, task, monitor, answer) ||
	                            look_forth(tilt, task, FIRST_LOOK, monitor, answer) ||
	                            !drop_searches(tilt, monitor, answer)))
		return false;
	for (uint32_t most = 2 * SMALL_NODES; growth == TILT_MORE; most *= 2) {
		growth = tilt_graph_grow(graph, most, monitor, answer);
		if (growth == TILT_MORE && !sift(tilt, task, monitor, answer))
			return false;
	}
	if (growth == TILT_NO_NODES && sift(tilt, task, monitor, answer))
		look_far(tilt, task, monitor, answer);
	return growth == TILT_GROWN;
}

/* From both ends; where that takes so long that layers would have been sooner, by them. */
static void search_much(struct tilt *tilt, const struct tilt_task *task, struct monitor *monitor,
                        struct answer *answer)
{
	const size_t room = room_left(tilt);
	const uint64_t classes = count_classes(tilt, room);
	if (tilt->meet.graph == NULL)
		tilt_meet_init(&tilt->meet, &tilt->graph, tilt->level.pieces, room);
	tilt->meet.most = classes < room ? LEAST_RECORDS + classes / CLASSES_A_RECORD : UINT64_MAX;
	tilt_meet_search(&tilt->meet, task, monitor, answer);
	if (answer->verdict != GAVE_UP)
		return;
	answer->verdict = SEARCHING;
	if (!monitor_report(monitor, answer) || !drop_searches(tilt, monitor, answer))
		return;
	if (begin_layers(tilt, room))
		search_layers(tilt, task->from, monitor, answer);
	else
		answer->verdict = GAVE_UP;
}

static void search_explored(struct tilt *tilt, const struct tilt_task *task,
                            struct monitor *monitor, struct answer *answer)
{
	const bool small = count_classes(tilt, SMALL_CLASSES) < SMALL_CLASSES;
	if (tilt->layers.graph == NULL && tilt->meet.graph == NULL && small)
		begin_layers(tilt, room_left(tilt));
	if (tilt->layers.graph != NULL)
		search_layers(tilt, task->from, monitor, answer);
	else
		search_much(tilt, task, monitor, answer);
}

static void tilt_search(void *own, const struct state *start, struct monitor *monitor,
                        struct answer *answer)
{
	struct tilt *tilt = own;
	struct tilt_graph *graph = &tilt->graph;
	uint8_t grid[CELLS_MAX];
	struct tilt_task task = {.level = &tilt->level, .grid = grid, .goal = &tilt->goal};
	answer->lower = 1;
	answer->verdict = UNSOLVABLE;
	tilt_unpack(&tilt->level, start, grid);
	if (!tilt->at_rest)
		return;
	answer->verdict = SEARCHING;
	if (!tilt_graph_root(graph, grid)) {
		answer->verdict = GAVE_UP;
		return;
	}
	for (int axis = 0; axis < TILT_AXES; axis++)
		task.from[axis] = tilt_class_of(graph, grid, (enum tilt_axis)axis);
	if (graph->explored < graph->count &&
	    (!drop_searches(tilt, monitor, answer) || !explore(tilt, &task, monitor, answer)))
		return;
	if (!tilt_goal_find(graph, tilt->level.goal, &tilt->goal) || !may_solve(tilt, task.from)) {
		answer->verdict = UNSOLVABLE;
		return;
	}
	const enum tilt_growth growth = tilt_graph_turn_back(graph, monitor, answer);
	if (growth == TILT_NO_NODES)
		look_far(tilt, &task, monitor, answer);
	if (growth == TILT_GROWN)
		search_explored(tilt, &task, monitor, answer);
}

/* ---- open and close ---- */

static void tilt_close(void *own)
{
	struct tilt *tilt = own;
	tilt_layers_free(&tilt->layers);
	tilt_meet_free(&tilt->meet);
	tilt_graph_free(&tilt->graph);
	free(tilt);
}

static void *tilt_open(const struct level *level, size_t bytes)
{
	const int blocks = tilt_block_count(level);
	if (blocks == 0 || blocks > TILT_BLOCKS_MAX || !tilt_meet_fits(level->pieces) ||
	    bytes < 2 * sizeof(struct tilt))
		return NULL;
	struct tilt *tilt = calloc(1, sizeof *tilt);
	if (tilt == NULL)
		return NULL;
	tilt->level = *level;
	tilt->bytes = bytes;
	look_at_goal(tilt);
	if (!tilt_graph_init(&tilt->graph, level, (bytes - sizeof *tilt) / 2)) {
		tilt_close(tilt);
		return NULL;
	}
	return tilt;
}

const struct puzzle_solver tilt_solver = {
	.open = tilt_open,
	.close = tilt_close,
	.search = tilt_search,
};
