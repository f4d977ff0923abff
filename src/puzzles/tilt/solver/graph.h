/* The graph of occupied cells of a tilt level, without regard to colours.
 *
 * A horizontal move does not change how many blocks each row segment between two walls holds, nor
 * their order. So positions that differ by a horizontal move alone are equivalent, and only vertical
 * moves lead out of their class. A node is such a class without its colours: the number of blocks in
 * each row (or column) segment. Two edges lead from a node to nodes of the other axis.
 *
 * Each block of a node has a label, 0 to blocks-1; the colours in order of labels are a colouring.
 * A node takes its labels from the edge that first reached it, so that edge leaves the colouring as
 * it is. Every other edge permutes it. Each permutation is stored once, however many edges have
 * it. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_GRAPH_H
#define PARLOUR_PUZZLES_TILT_SOLVER_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzle/puzzle_solver.h"
#include "puzzles/tilt/solver/axis.h"

#define TILT_NONE UINT32_MAX

enum {
	TILT_BLOCKS_MAX = 64,
	TILT_IDENTITY = 0, /* the number of the permutation that moves nothing */
	TILT_CHUNK_NODES = 512,
	TILT_CHUNK_PERMUTATIONS = 128,
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

/* A block of nodes, which never moves. */
struct tilt_chunk {
	struct tilt_edge edge[TILT_CHUNK_NODES][2]; /* to the low side, to the high side */
	uint8_t axis[TILT_CHUNK_NODES];
	uint16_t cell[]; /* each node's blocks, slid to the low side; after all nodes' cells, their
	                    blocks' labels, one byte each */
};

struct tilt_graph {
	int blocks;
	struct tilt_axis_map axis_map[TILT_AXES];
	uint32_t count;
	uint32_t explored; /* all nodes below have their edges, and some others */
	struct tilt_chunk **chunk;
	uint32_t chunks, chunk_capacity;
	uint64_t *slot; /* the upper half of a hash, then node + 1; 0: empty */
	unsigned slot_bits;
	uint32_t permutations, permutation_capacity;
	uint8_t **permutation;      /* label i becomes permutation[i] */
	uint32_t *permutation_slot; /* number + 1; 0: empty */
	uint32_t permutation_mask;
	uint8_t orbit[TILT_BLOCKS_MAX]; /* union-find over labels that permutations map to each
	                                   other: a lower label of the same orbit, or itself */
	int orbits;
	bool odd;                  /* some permutation is odd */
	uint32_t reversed;         /* number of nodes when the reverse edges were built; 0: never */
	uint32_t reverse_capacity; /* nodes */
	uint32_t *reverse_first;   /* for each node and one more: its first entry in reverse */
	uint32_t *reverse;         /* edges by their target, as 2 * source + side */
	size_t bytes, limit;
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

/* Bytes left below the limit, less those that the reverse edges will need. */
size_t tilt_graph_room(const struct tilt_graph *graph);

/* Resizes an array from `before` to `count` elements, within the limit; NULL: no memory. */
void *tilt_graph_resize(struct tilt_graph *graph, void *array, size_t before, size_t count,
                        size_t size);

/* The same as a statement; returns false from the calling function when there is no memory. */
#define TILT_RESIZE(graph, array, before, after)                                               \
	do {                                                                                   \
		void *resized =                                                                \
			tilt_graph_resize(graph, (array), (before), (after), sizeof *(array)); \
		if (resized == NULL)                                                           \
			return false;                                                          \
		(array) = resized;                                                             \
	} while (0)

/* Reports to the monitor after every so many small steps. False: stop. */
bool tilt_report_step(size_t step, struct monitor *monitor, struct answer *answer);

/* Clears a large block of memory and reports to the monitor meanwhile. False: stop. */
bool tilt_clear_memory(void *memory, size_t bytes, struct monitor *monitor, struct answer *answer);

/* The node of a position whose next move is along that axis. Sets label[] for the level's cells with
 * blocks. TILT_NONE: the node is not there, or with `add` there is no memory for it; then label[]
 * gives the labels of the new node. */
uint32_t tilt_graph_find(struct tilt_graph *graph, const uint8_t *grid, enum tilt_axis axis,
                         bool add, uint8_t label[CELLS_MAX]);

/* Adds the nodes of a position for both axes. False: no memory. */
bool tilt_graph_add_start(struct tilt_graph *graph, const uint8_t *grid);

/* Explores all reachable nodes in breadth-first order, up to `most` of them; continues where it
 * stopped. */
enum tilt_status tilt_graph_grow(struct tilt_graph *graph, uint32_t most, struct monitor *monitor,
                                 struct answer *answer);

/* Explores one node, if it is not explored yet. */
enum tilt_status tilt_graph_explore(struct tilt_graph *graph, uint32_t node,
                                    struct monitor *monitor, struct answer *answer);

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

static inline struct tilt_edge *tilt_edges(const struct tilt_graph *graph, uint32_t node)
{
	return graph->chunk[node / TILT_CHUNK_NODES]->edge[node % TILT_CHUNK_NODES];
}

static inline enum tilt_axis tilt_axis_of(const struct tilt_graph *graph, uint32_t node)
{
	return (enum tilt_axis)graph->chunk[node / TILT_CHUNK_NODES]->axis[node % TILT_CHUNK_NODES];
}

/* The permutation with that number: label i becomes permutation[i]. */
static inline const uint8_t *tilt_permutation(const struct tilt_graph *graph, uint32_t number)
{
	return graph->permutation[number / TILT_CHUNK_PERMUTATIONS] +
	       number % TILT_CHUNK_PERMUTATIONS * (size_t)graph->blocks;
}

/* ---- permutations.c ---- */

/* False without memory; call tilt_permutations_free in either case. */
bool tilt_permutations_init(struct tilt_graph *graph);
void tilt_permutations_free(struct tilt_graph *graph);

/* Makes room in the table for so many more. */
enum tilt_status tilt_permutations_reserve(struct tilt_graph *graph, uint32_t more,
                                           struct monitor *monitor, struct answer *answer);

/* The number of a permutation, added if it is new; TILT_NONE: no memory. Room must be reserved. */
uint32_t tilt_permutations_add(struct tilt_graph *graph, const uint8_t *permutation);

bool tilt_permutations_odd(const uint8_t *permutation, int blocks);

#endif
