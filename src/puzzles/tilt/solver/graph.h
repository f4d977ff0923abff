/* The graph of occupied cells of a tilt level, without regard to colours.
 *
 * A horizontal move does not change how many blocks each row segment between two walls holds,
 * nor their order. So positions that differ by a horizontal move alone are equivalent, and only
 * vertical moves lead out of their class. A node is such a class without its colours: the number
 * of blocks in each row (or column) segment. Two edges lead from a node to nodes of the other
 * axis.
 *
 * Each block of a node has a label, 0 to blocks-1; the colours in order of labels are a
 * colouring. A node takes its labels from the edge that first reached it, so that edge leaves
 * the colouring as it is. Every other edge permutes it. Each permutation is stored once, however
 * many edges have it. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_GRAPH_H
#define PARLOUR_PUZZLES_TILT_SOLVER_GRAPH_H

#include "algo/state_table.h"
#include "puzzle/cursor.h"
#include "puzzle/puzzle_solver.h"

#define TILT_NONE STATE_NONE

enum {
	TILT_BLOCKS_MAX = 64,
	TILT_NODE_MAX = 1 + TILT_BLOCKS_MAX, /* numbers of a node in the table */
	TILT_IDENTITY = 0,                   /* the number of the permutation that moves nothing */
	TILT_BATCH = 16,                     /* nodes explored together, after prefetching */
};

/* How a step of a search ended; of several workers' results, the highest counts. */
enum tilt_status {
	TILT_OK,
	TILT_MORE,      /* the limit of nodes is reached; there are more */
	TILT_FULL,      /* the visited set must grow first */
	TILT_NO_MEMORY, /* or the limit of memory is reached */
	TILT_MET,       /* a class was reached from both sides */
	TILT_STOPPED,   /* by the monitor */
};

/* The axis of the next move. */
enum tilt_axis { TILT_HORIZONTAL, TILT_VERTICAL, TILT_AXES };

/* Lookup tables for one axis. Its cells are numbered line by line: row by row on the horizontal
 * axis, column by column on the vertical one. */
struct tilt_axis_map {
	uint16_t low[CELLS_MAX];        /* the first cell between the same two walls */
	uint16_t high[CELLS_MAX];       /* and the last */
	uint16_t transposed[CELLS_MAX]; /* the cell's number on the other axis */
	uint16_t offset[CELLS_MAX];     /* within its line */
	int length;                     /* length of a line */
};

struct tilt_edge {
	uint32_t to;
	uint32_t permutation; /* its number; TILT_NONE: the edge is not explored */
};

/* The target of an edge, before it is looked up. */
struct tilt_successor {
	uint32_t node; /* the source */
	int side;
	uint32_t hash;
	uint16_t state[TILT_NODE_MAX];
	uint8_t label[TILT_BLOCKS_MAX];
};

struct tilt_graph {
	int blocks, cells;
	struct tilt_axis_map axis_map[TILT_AXES];
	struct state_table nodes;        /* payload: two edges, to the low and to the high side, and
	                                    the labels of the node's blocks */
	struct state_table permutations; /* label i becomes byte i */
	uint32_t explored;               /* all nodes below have their edges, and some others */
	uint8_t orbit[TILT_BLOCKS_MAX];  /* orbit of each label under all permutations so far: one
	                                    label stands for all */
	int orbits;
	bool odd;                /* some permutation is odd */
	uint32_t reversed;       /* number of nodes when the reverse edges were built; 0: never */
	uint32_t *reverse_first; /* for each node and one more: its first entry in reverse */
	uint32_t *reverse;       /* edges by their target, as 2 * source + side */
	size_t limit;            /* bytes */
	struct tilt_successor successor[2 * TILT_BATCH]; /* successors of the explored nodes */
};

/* A class of positions: a node, and the colour of each label. */
struct tilt_class {
	uint32_t node; /* TILT_NONE: there is no such class */
	uint8_t colouring[TILT_BLOCKS_MAX];
};

/* A position of a level to be solved, and its answer. */
struct tilt_task {
	struct level level;
	int goal_side[TILT_AXES];          /* side of the move that makes the goal: 0 low, 1 high;
	                                      -1: its blocks can't rest there on this axis */
	struct tilt_class goal[TILT_AXES]; /* the classes before that move */
	uint8_t grid[CELLS_MAX];           /* the position */
	struct tilt_class from[TILT_AXES]; /* its classes */
	struct monitor *monitor;
	struct answer *answer;
};

/* Reports the answer so far to the monitor. False: stop. */
static inline bool tilt_report(const struct tilt_task *task)
{
	return monitor_report(task->monitor, task->answer);
}

/* Reports progress each time that many steps have been made. False: stop. */
static inline bool tilt_report_step(const struct tilt_task *task, uint32_t step, uint32_t every)
{
	return step % every != every - 1 || tilt_report(task);
}

/* False without memory; call tilt_graph_free in either case. */
bool tilt_graph_init(struct tilt_graph *graph, const struct level *level, size_t limit);
void tilt_graph_free(struct tilt_graph *graph);

/* Bytes in use. */
size_t tilt_graph_bytes(const struct tilt_graph *graph);

/* Adds the nodes of the task's position for both axes, and sets its classes. False: no memory. */
bool tilt_graph_add_start(struct tilt_graph *graph, struct tilt_task *task);

/* Finds the classes of the goal; false if the graph has none of them. */
bool tilt_graph_find_goal(struct tilt_graph *graph, struct tilt_task *task);

/* Explores all reachable nodes in breadth-first order, up to `max` of them; continues where it
 * stopped. */
enum tilt_status tilt_graph_grow(struct tilt_graph *graph, uint32_t max,
                                 const struct tilt_task *task);

/* Explores one node, if it is not explored yet. False: no memory. */
bool tilt_graph_explore(struct tilt_graph *graph, uint32_t node);

/* Builds the reverse edges of all nodes below `explored`, unless they are up to date. */
enum tilt_status tilt_graph_reverse(struct tilt_graph *graph, const struct tilt_task *task);

/* Replaces a class by the one that its move to that side leads to. */
void tilt_class_move(const struct tilt_graph *graph, struct tilt_class *at, int side);

/* Whether a list of different values has an odd number of inversions. */
bool tilt_permutation_is_odd(const uint8_t *permutation, int blocks);

static inline struct tilt_edge *tilt_edges(const struct tilt_graph *graph, uint32_t node)
{
	return state_table_payload(&graph->nodes, node);
}

/* A node as the table stores it: the axis, then its blocks, slid to the low side. */
static inline const uint16_t *tilt_node(const struct tilt_graph *graph, uint32_t node)
{
	return (const uint16_t *)(const void *)state_table_state(&graph->nodes, node);
}

static inline enum tilt_axis tilt_axis_of(const struct tilt_graph *graph, uint32_t node)
{
	return (enum tilt_axis)tilt_node(graph, node)[0];
}

/* The move along an axis to its low side, 0, or its high side, 1. */
static inline move_code tilt_axis_move(enum tilt_axis axis, int side)
{
	static const move_code move[TILT_AXES][2] = {{LEFT, RIGHT}, {UP, DOWN}};
	return move[axis][side];
}

/* The move along an edge. */
static inline move_code tilt_graph_move(const struct tilt_graph *graph, uint32_t node, int side)
{
	return tilt_axis_move(tilt_axis_of(graph, node), side);
}

/* The permutation with that number: label i becomes permutation[i]. */
static inline const uint8_t *tilt_permutation(const struct tilt_graph *graph, uint32_t number)
{
	return state_table_state(&graph->permutations, number);
}

#endif
