/* A breadth-first tree of a tilt graph from some roots, along its edges or against them, with the
 * permutation along the path of each node. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_TREE_H
#define PARLOUR_PUZZLES_TILT_SOLVER_TREE_H

#include "puzzles/tilt/solver/graph.h"

struct tilt_tree {
	const struct tilt_graph *graph;
	uint32_t *number; /* for each node of the graph: its index here + 1; 0: not in the tree */
	uint32_t *node;
	uint32_t *link; /* 2 * index of the next node towards the root + side of the edge */
	uint32_t *depth;
	uint8_t *row; /* forward: for each label of the node, the root's label; backward: for each
	                 label of the root, the node's */
	uint32_t count, capacity;
};

size_t tilt_tree_bytes(const struct tilt_graph *graph, uint32_t capacity);

/* False without memory; call tilt_tree_free in either case. */
bool tilt_tree_init(struct tilt_tree *tree, const struct tilt_graph *graph, uint32_t capacity);
void tilt_tree_free(struct tilt_tree *tree);

/* Adds a root with that row; roots come first. */
void tilt_tree_add_root(struct tilt_tree *tree, uint32_t node, const uint8_t *row);

/* Adds the successors or the predecessors of the node at an index, as long as there is room. */
void tilt_tree_grow_forward(struct tilt_tree *tree, uint32_t index);
void tilt_tree_grow_backward(struct tilt_tree *tree, uint32_t index);

static inline uint8_t *tilt_tree_row(const struct tilt_tree *tree, uint32_t index)
{
	return tree->row + (size_t)index * (size_t)tree->graph->blocks;
}

#endif
