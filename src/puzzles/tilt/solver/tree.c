#include "puzzles/tilt/solver/tree.h"

#include <stdlib.h>
#include <string.h>

size_t tilt_tree_bytes(const struct tilt_graph *graph, uint32_t capacity)
{
	return graph->nodes.count * sizeof(uint32_t) +
	       capacity * (3 * sizeof(uint32_t) + (size_t)graph->blocks);
}

bool tilt_tree_init(struct tilt_tree *tree, const struct tilt_graph *graph, uint32_t capacity)
{
	*tree = (struct tilt_tree){.graph = graph, .capacity = capacity};
	tree->number = calloc(graph->nodes.count, sizeof *tree->number);
	tree->node = malloc(capacity * sizeof *tree->node);
	tree->link = malloc(capacity * sizeof *tree->link);
	tree->depth = malloc(capacity * sizeof *tree->depth);
	tree->row = malloc(capacity * (size_t)graph->blocks);
	return tree->number != NULL && tree->node != NULL && tree->link != NULL &&
	       tree->depth != NULL && tree->row != NULL;
}

void tilt_tree_free(struct tilt_tree *tree)
{
	free(tree->number);
	free(tree->node);
	free(tree->link);
	free(tree->depth);
	free(tree->row);
	*tree = (struct tilt_tree){0};
}

/* The row of a new node, to be filled in; NULL: the node is in the tree, or there is no room. */
static uint8_t *add(struct tilt_tree *tree, uint32_t node, uint32_t link, uint32_t depth)
{
	if (tree->number[node] != 0 || tree->count == tree->capacity)
		return NULL;
	const uint32_t index = tree->count++;
	tree->number[node] = index + 1;
	tree->node[index] = node;
	tree->link[index] = link;
	tree->depth[index] = depth;
	return tilt_tree_row(tree, index);
}

void tilt_tree_add_root(struct tilt_tree *tree, uint32_t node, const uint8_t *row)
{
	uint8_t *added = add(tree, node, TILT_NONE, 0);
	if (added != NULL)
		memcpy(added, row, (size_t)tree->graph->blocks);
}

void tilt_tree_grow_forward(struct tilt_tree *tree, uint32_t index)
{
	const struct tilt_graph *graph = tree->graph;
	for (uint32_t side = 0; side < 2; side++) {
		const struct tilt_edge *edge = &tilt_edges(graph, tree->node[index])[side];
		if (edge->permutation == TILT_NONE)
			continue;
		uint8_t *row = add(tree, edge->to, 2 * index + side, tree->depth[index] + 1);
		if (row == NULL)
			continue;
		const uint8_t *here = tilt_tree_row(tree, index);
		const uint8_t *permutation = tilt_permutation(graph, edge->permutation);
		for (int i = 0; i < graph->blocks; i++)
			row[permutation[i]] = here[i];
	}
}

void tilt_tree_grow_backward(struct tilt_tree *tree, uint32_t index)
{
	const struct tilt_graph *graph = tree->graph;
	const uint32_t node = tree->node[index];
	if (node >= graph->reversed)
		return;
	for (uint32_t e = graph->reverse_first[node]; e < graph->reverse_first[node + 1]; e++) {
		const uint32_t source = graph->reverse[e] / 2, side = graph->reverse[e] % 2;
		uint8_t *row = add(tree, source, 2 * index + side, tree->depth[index] + 1);
		if (row == NULL)
			continue;
		const uint8_t *here = tilt_tree_row(tree, index);
		const uint8_t *permutation =
			tilt_permutation(graph, tilt_edges(graph, source)[side].permutation);
		uint8_t inverse[TILT_BLOCKS_MAX];
		for (int i = 0; i < graph->blocks; i++)
			inverse[permutation[i]] = (uint8_t)i;
		for (int i = 0; i < graph->blocks; i++)
			row[i] = inverse[here[i]];
	}
}
