/* The nodes of a tilt graph nearest to some roots, after them or before them, with the way there
 * and what it makes of a word. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_TREE_H
#define PARLOUR_PUZZLES_TILT_SOLVER_TREE_H

#include "puzzles/tilt/solver/graph.h"

struct tilt_tree {
	const struct tilt_graph *graph;
	uint32_t *number; /* of each of the graph's nodes: its place below and one; 0: not there */
	uint32_t *node;
	uint32_t *link; /* 2 * the place of the next one nearer to the root, and the edge's side */
	uint32_t *depth;
	uint8_t *row; /* of a node after: its letters. Before: the root's, by their labels here */
	uint32_t count, most;
};

size_t tilt_tree_bytes(const struct tilt_graph *graph, uint32_t most);

/* For so many nodes at most. False without memory; tilt_tree_free is right in any case. */
bool tilt_tree_init(struct tilt_tree *tree, const struct tilt_graph *graph, uint32_t most);
void tilt_tree_free(struct tilt_tree *tree);

/* Plants a root, which is to have these letters; roots come first. */
void tilt_tree_plant(struct tilt_tree *tree, uint32_t node, const uint8_t *letters);

/* Adds the nodes that the one at a place leads to, or those that lead to it. */
void tilt_tree_after(struct tilt_tree *tree, uint32_t place);
void tilt_tree_before(struct tilt_tree *tree, uint32_t place);

static inline uint8_t *tilt_tree_row(const struct tilt_tree *tree, uint32_t place)
{
	return tree->row + (size_t)place * (size_t)tree->graph->blocks;
}

#endif
