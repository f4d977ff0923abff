/* Where the blocks of a tilt board can be, whatever their colours.
 *
 * Left or right: what each piece of row between two walls holds, and in which order, stays. So all
 * that differs by a horizontal move alone is one class, and only vertical moves lead on from what
 * it comes to. A node is such a class without its colours: how many blocks each piece of row (or of
 * column) holds. From each, two edges lead to nodes of the other kind.
 *
 * Colours ride along. Every block of a node has a label, 0 to blocks-1, and the colours in order of
 * labels are a word. Labels are handed on along the edges by which nodes were first met, which
 * therefore leave the word as it is; every other edge moves its letters by a permutation of its
 * own, kept once however many edges have it. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_GRAPH_H
#define PARLOUR_PUZZLES_TILT_SOLVER_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzle/puzzle_solver.h"
#include "puzzles/tilt/solver/sight.h"

#define TILT_NONE UINT32_MAX

enum {
	TILT_BLOCKS_MAX = 64,
	TILT_SAME = 0, /* the permutation that moves nothing */
	TILT_CHUNK_NODES = 512,
	TILT_CHUNK_TURNS = 128,
};

struct tilt_edge {
	uint32_t to;
	uint32_t turn; /* number of the permutation */
};

/* Some nodes; they stay where they are. */
struct tilt_chunk {
	struct tilt_edge edge[TILT_CHUNK_NODES][2]; /* to the low side, to the high side; .turn is
	                                               TILT_NONE: not explored */
	uint8_t axis[TILT_CHUNK_NODES];
	uint16_t cell[]; /* a node's blocks, all as low as can be, in rising order; behind all of
	                    them, a byte for each: its label */
};

struct tilt_graph {
	int blocks;
	struct tilt_sight sight[TILT_AXES];
	uint32_t count;
	uint32_t explored; /* nodes below have their edges; of others, some have */
	struct tilt_chunk **chunk;
	uint32_t chunks, chunk_room;
	uint64_t *slot; /* the upper half of a hash, then node + 1; 0: empty */
	unsigned slot_bits;
	uint32_t turns, turn_room;
	uint8_t **turn;      /* permutations: the label that letter i goes to */
	uint32_t *turn_slot; /* number + 1; 0: empty */
	uint32_t turn_mask;
	uint8_t part[TILT_BLOCKS_MAX]; /* of labels that permutations make of each other: a lower
	                                  one of the same part, or itself */
	int parts;
	bool odd;             /* some permutation is */
	uint32_t turned;      /* nodes when the following was made; 0: it isn't */
	uint32_t into_room;   /* nodes that there is room for in it */
	uint32_t *into_first; /* of each node and one more: where its edges begin in into */
	uint32_t *into;       /* the edges that lead to it, as 2 * node + side */
	size_t bytes, limit;
};

/* Bytes for more; those that it takes to turn the graph back are kept free. */
size_t tilt_graph_room(const struct tilt_graph *graph);

/* An array of `count` instead of `before` elements, within the limit; NULL: no room. */
void *tilt_resize(struct tilt_graph *graph, void *array, size_t before, size_t count, size_t size);

/* The same for an array of so many elements per entry; returns false where there is no room. */
#define TILT_RESIZE(graph, array, before, after, per)                                  \
	do {                                                                           \
		void *resized = tilt_resize(graph, (array), (size_t)(before) * (per),  \
		                            (size_t)(after) * (per), sizeof *(array)); \
		if (resized == NULL)                                                   \
			return false;                                                  \
		(array) = resized;                                                     \
	} while (0)

/* Looks at the watch now and then, by the steps of some small work. False: halted. */
bool tilt_goes_on(size_t step, struct monitor *monitor, struct answer *answer);

/* Clears large memory, with looks at the watch. False: halted. */
bool tilt_clear(void *memory, size_t bytes, struct monitor *monitor, struct answer *answer);

/* False without memory; tilt_graph_free is right in any case. */
bool tilt_graph_init(struct tilt_graph *graph, const struct level *level, size_t limit);
void tilt_graph_free(struct tilt_graph *graph);

/* The node of a position for a next move along that axis, and the labels of its blocks: of[cell of
 * the level]. TILT_NONE if it isn't there, or with `add` if there is no room for it. */
uint32_t tilt_graph_node(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                         bool add, uint8_t of[CELLS_MAX]);

/* Adds a position's nodes if they are not there. False: no room. */
bool tilt_graph_root(struct tilt_graph *graph, const uint8_t *grid);

enum tilt_growth { TILT_GROWN, TILT_MORE, TILT_STOPPED, TILT_NO_NODES };

/* Explores all that can be reached, up to a number of nodes; goes on where it was stopped. */
enum tilt_growth tilt_graph_grow(struct tilt_graph *graph, uint32_t most, struct monitor *monitor,
                                 struct answer *answer);

/* Explores one node, unless it is. */
enum tilt_growth tilt_graph_explore(struct tilt_graph *graph, uint32_t node,
                                    struct monitor *monitor, struct answer *answer);

/* Fills into[] with the edges of the nodes below `explored`, unless it is so. */
enum tilt_growth tilt_graph_turn_back(struct tilt_graph *graph, struct monitor *monitor,
                                      struct answer *answer);

/* A class of positions: a node, and the colour of each label. */
struct tilt_class {
	uint32_t node; /* TILT_NONE: there is none */
	uint8_t word[TILT_BLOCKS_MAX];
};

/* Where searches backwards begin: the class whose end on that side is the goal. */
struct tilt_goal {
	struct tilt_class end[TILT_AXES];
	int side[TILT_AXES];
};

/* The class of a position for a next move along that axis; .node is TILT_NONE where the graph
 * hasn't got it. */
struct tilt_class tilt_class_of(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis);

/* Finds the classes that end with the goal; false if the graph has none of them. goal->side is
 * given: -1 where the goal is not at rest along that axis. */
bool tilt_goal_find(struct tilt_graph *graph, const uint8_t *grid, struct tilt_goal *goal);

/* The class that a class comes to by its move to a side. */
void tilt_class_follow(const struct tilt_graph *graph, struct tilt_class *at, int side);

static inline struct tilt_edge *tilt_edges(const struct tilt_graph *graph, uint32_t node)
{
	return graph->chunk[node / TILT_CHUNK_NODES]->edge[node % TILT_CHUNK_NODES];
}

static inline enum tilt_axis tilt_axis_of(const struct tilt_graph *graph, uint32_t node)
{
	return (enum tilt_axis)graph->chunk[node / TILT_CHUNK_NODES]->axis[node % TILT_CHUNK_NODES];
}

/* The permutation of that number: letter i becomes letter turn[i]. */
static inline const uint8_t *tilt_turn(const struct tilt_graph *graph, uint32_t number)
{
	return graph->turn[number / TILT_CHUNK_TURNS] +
	       number % TILT_CHUNK_TURNS * (size_t)graph->blocks;
}

/* The move that an edge is. */
move_code tilt_graph_move(const struct tilt_graph *graph, uint32_t node, int side);

#endif
