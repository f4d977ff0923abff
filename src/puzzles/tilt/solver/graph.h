/* The graph of occupied cells of a tilt level, without regard to colours.
 *
 * A horizontal move does not change how many blocks each row segment between two walls holds,
 * nor their order. So positions that differ by a horizontal move alone are equivalent, and only
 * vertical moves lead out of their class. A node is such a class without its colours: the number
 * of blocks in each row (or column) segment. Two edges lead from a node to nodes of the other
 * axis.
 *
 * A colouring is the colours of a node's blocks, in the order in which they lie along its axis.
 * An edge permutes it, as that order is another one on the other axis. The permutation follows
 * from the node's cells: on large graphs that is as fast as looking it up, and takes no memory.
 *
 * A graph that does not fit spills to disk, if there is one for it (os/scratch.h). */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_GRAPH_H
#define PARLOUR_PUZZLES_TILT_SOLVER_GRAPH_H

#include "algo/state_table.h"
#include "puzzle/cursor.h"
#include "puzzle/puzzle_solver.h"

#define TILT_NONE STATE_NONE

enum {
	TILT_BLOCKS_MAX = 64,
	TILT_NODE_MAX = 1 + 2 * TILT_BLOCKS_MAX, /* bytes of a node in the table */
	TILT_BATCH = 16,                         /* nodes explored together, after prefetching */
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
	uint8_t line[CELLS_MAX];        /* the line that it is on, on the other axis */
	int length;                     /* length of a line */
};

/* The target of an edge, before it is looked up. */
struct tilt_successor {
	uint32_t node; /* the source */
	int side;
	uint32_t hash;
	uint8_t state[TILT_NODE_MAX];
};

struct tilt_graph {
	int blocks, cells;
	int cell_bytes; /* bytes of a cell in the table */
	struct tilt_axis_map axis_map[TILT_AXES];
	struct state_table nodes; /* the axis, then the blocks' cells when they are slid to the low
	                             side; payload: where the edges lead */
	uint32_t explored;        /* all nodes below have their edges, and some others */
	uint32_t reversed;        /* number of nodes when the reverse edges were built; 0: never */
	uint32_t *reverse_first;  /* for each node and one more: its first entry in reverse */
	uint32_t *reverse;        /* edges by their target, as 2 * source + side */
	size_t limit;             /* bytes */
	struct tilt_successor successor[2 * TILT_BATCH]; /* successors of the explored nodes */
};

/* A class of positions: a node, and the colour of each of its blocks. */
struct tilt_class {
	uint32_t node; /* TILT_NONE: there is no such class */
	uint8_t colouring[TILT_BLOCKS_MAX];
};

/* A position of a level to be solved, and its answer. */
struct tilt_task {
	const struct level *level;
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

/* Bytes of memory in use, without what has spilled. */
size_t tilt_graph_bytes(const struct tilt_graph *graph);

/* About how many nodes take so many bytes, with their reverse edges. */
uint32_t tilt_graph_nodes_within(const struct tilt_graph *graph, size_t bytes);

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

/* Where a node's edges lead, to the low and to the high side. TILT_NONE: the edge is not
 * explored. */
static inline uint32_t *tilt_edges(const struct tilt_graph *graph, uint32_t node)
{
	return state_table_payload(&graph->nodes, node);
}

/* The permutation along a node's edge: block i becomes block to[i]. */
void tilt_graph_permutation(const struct tilt_graph *graph, uint32_t node, int side, uint8_t *to);

/* The cells of a node's blocks on its axis, in rising order; returns the axis. */
enum tilt_axis tilt_graph_cells(const struct tilt_graph *graph, uint32_t node, uint16_t *cell);

/* What a position's class on an axis consists of, whether its node is there or not. */
void tilt_graph_class_of(const struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                         uint16_t *cell, uint8_t *colouring);

/* A node as the table has it, of cells on its axis. */
void tilt_graph_pack(const struct tilt_graph *graph, enum tilt_axis axis, const uint16_t *cell,
                     uint8_t *state);

/* The cells on the other axis after a slide of blocks to a side, and how their order changes, as in
 * tilt_graph_permutation. Slides `cell` too. Needs no nodes. */
void tilt_graph_slide(const struct tilt_graph *graph, enum tilt_axis axis, uint16_t *cell, int side,
                      uint16_t *after, uint8_t *to);

static inline enum tilt_axis tilt_axis_of(const struct tilt_graph *graph, uint32_t node)
{
	return (enum tilt_axis) * state_table_state(&graph->nodes, node);
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

#endif
