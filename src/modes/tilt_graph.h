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
#ifndef PARLOUR_MODES_TILT_GRAPH_H
#define PARLOUR_MODES_TILT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/kernel.h"

#define TILT_NONE UINT32_MAX

enum {
	TILT_BLOCKS_MAX = 64,
	TILT_SAME = 0, /* the permutation that moves nothing */
};

/* Which way the next move goes. */
enum tilt_axis { TILT_SIDEWAYS, TILT_UPRIGHT, TILT_AXES };

/* The board read along an axis, its cells numbered line by line. */
struct tilt_sight {
	uint16_t low[CELLS_MAX];    /* the first cell between the same two walls */
	uint16_t high[CELLS_MAX];   /* and the last */
	uint16_t crossed[CELLS_MAX]; /* the cell's number along the other axis */
	uint16_t place[CELLS_MAX];  /* in its line: the number of its line along the other axis */
	uint64_t key[CELLS_MAX];    /* for hashes */
	int length;                 /* of a line */
};

struct tilt_edge {
	uint32_t to;
	uint32_t turn; /* number of the permutation */
};

struct tilt_graph {
	int blocks;
	struct tilt_sight sight[TILT_AXES];
	uint32_t count, room;
	uint32_t explored;          /* nodes below have their edges; of others, some have */
	uint16_t *cell;             /* a node's blocks, all as low as can be, in rising order */
	uint8_t *label;             /* of each of them */
	uint8_t *axis;
	struct tilt_edge (*edge)[2]; /* to the low side, to the high side; .turn is TILT_NONE:
	                                not explored */
	uint64_t *slot;             /* the upper half of a hash, then node + 1; 0: empty */
	unsigned slot_bits;
	uint32_t turns, turn_room;
	uint8_t *turn;              /* permutations: the label that letter i goes to */
	uint32_t *turn_slot;        /* number + 1; 0: empty */
	uint32_t turn_mask;
	uint32_t turned;            /* nodes when the following was made */
	uint32_t *into_first;       /* of each node and one more: where its edges begin in into */
	uint32_t *into;             /* the edges that lead to it, as 2 * node + side */
	size_t bytes, limit;
};

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
enum tilt_growth tilt_graph_grow(struct tilt_graph *graph, uint32_t most, struct watch *watch,
                                 struct answer *answer);

/* Explores one node, unless it is. False: no room. */
bool tilt_graph_explore(struct tilt_graph *graph, uint32_t node);

/* Fills into[], once all is explored. False: no room. */
bool tilt_graph_turn_back(struct tilt_graph *graph);

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

/* The permutation of that number: letter i becomes letter turn[i]. */
static inline const uint8_t *tilt_turn(const struct tilt_graph *graph, uint32_t number)
{
	return graph->turn + (size_t)number * (size_t)graph->blocks;
}

/* The move that an edge is. */
move_code tilt_graph_move(const struct tilt_graph *graph, uint32_t node, int side);

#endif
