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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algo/state_table.h"
#include "puzzle/puzzle_solver.h"
#include "puzzles/tilt/solver/axis.h"

#define TILT_NONE UINT32_MAX

enum {
	TILT_BLOCKS_MAX = 64,
	TILT_IDENTITY = 0, /* the number of the permutation that moves nothing */
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

struct tilt_edge {
	uint32_t to;
	uint32_t permutation; /* its number; TILT_NONE: the edge is not explored */
};

struct tilt_graph {
	int blocks;
	struct tilt_axis_map axis_map[TILT_AXES];
	struct state_table nodes;        /* payload: two edges, to the low and to the high side, and
	                                    the labels of the node's blocks */
	struct state_table permutations; /* label i becomes byte i */
	uint32_t explored;               /* all nodes below have their edges, and some others */
	uint8_t orbit[TILT_BLOCKS_MAX];  /* for each label, a lower one of its orbit, or itself */
	int orbits;
	bool odd;                  /* some permutation is odd */
	uint32_t reversed;         /* number of nodes when the reverse edges were built; 0: never */
	uint32_t reverse_capacity; /* nodes */
	uint32_t *reverse_first;   /* for each node and one more: its first entry in reverse */
	uint32_t *reverse;         /* edges by their target, as 2 * source + side */
	size_t limit;              /* bytes */
};

/* A class of positions: a node, and the colour of each label. */
struct tilt_class {
	uint32_t node; /* TILT_NONE: there is no such class */
	uint8_t colouring[TILT_BLOCKS_MAX];
};

/* Where backward searches start: for each axis, the class from which a move to that side makes the
 * goal. */
struct tilt_goal {
	struct tilt_class end[TILT_AXES];
	int side[TILT_AXES]; /* 0 low, 1 high; -1: blocks can't rest there on this axis */
};

/* False without memory; call tilt_graph_free in either case. */
bool tilt_graph_init(struct tilt_graph *graph, const struct level *level, size_t limit);
void tilt_graph_free(struct tilt_graph *graph);

/* Bytes in use. */
size_t tilt_graph_bytes(const struct tilt_graph *graph);

/* Clears a large block of memory and reports to the monitor meanwhile. False: stop. */
bool tilt_clear_memory(void *memory, size_t bytes, struct monitor *monitor, struct answer *answer);

/* Adds the nodes of a position for both axes. False: no memory. */
bool tilt_graph_add_start(struct tilt_graph *graph, const uint8_t *grid);

/* Explores all reachable nodes in breadth-first order, up to `most` of them; continues where it
 * stopped. */
enum tilt_status tilt_graph_grow(struct tilt_graph *graph, uint32_t most, struct monitor *monitor,
                                 struct answer *answer);

/* Explores one node, if it is not explored yet. False: no memory. */
bool tilt_graph_explore(struct tilt_graph *graph, uint32_t node);

/* Builds the reverse edges of all nodes below `explored`, unless they are up to date. */
enum tilt_status tilt_graph_reverse(struct tilt_graph *graph, struct monitor *monitor,
                                    struct answer *answer);

/* The class of a position whose next move is along that axis. */
struct tilt_class tilt_class_of(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis);

/* Finds the classes that end with the goal, by goal->side; false if the graph has none of them. */
bool tilt_goal_find(struct tilt_graph *graph, const uint8_t *grid, struct tilt_goal *goal);

/* Replaces a class by the one that its move to that side leads to. */
void tilt_class_move(const struct tilt_graph *graph, struct tilt_class *at, int side);

/* The move that an edge stands for. */
move_code tilt_graph_move(const struct tilt_graph *graph, uint32_t node, int side);

/* The orbit of a label under all permutations so far, as its lowest label. */
int tilt_graph_orbit(const struct tilt_graph *graph, int label);

bool tilt_permutation_is_odd(const uint8_t *permutation, int blocks);

static inline struct tilt_edge *tilt_edges(const struct tilt_graph *graph, uint32_t node)
{
	return state_table_payload(&graph->nodes, node);
}

static inline enum tilt_axis tilt_axis_of(const struct tilt_graph *graph, uint32_t node)
{
	uint16_t axis;
	memcpy(&axis, state_table_state(&graph->nodes, node), sizeof axis);
	return (enum tilt_axis)axis;
}

/* The permutation with that number: label i becomes permutation[i]. */
static inline const uint8_t *tilt_permutation(const struct tilt_graph *graph, uint32_t number)
{
	return state_table_state(&graph->permutations, number);
}

#endif
