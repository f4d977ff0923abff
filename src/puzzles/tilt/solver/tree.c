#include "puzzles/tilt/solver/tree.h"

#include <stdlib.h>
#include <string.h>

size_t tilt_tree_bytes(const struct tilt_graph *graph, uint32_t most)
{
	return graph->count * sizeof(uint32_t) +
	       most * (3 * sizeof(uint32_t) + (size_t)graph->blocks);
}

bool tilt_tree_init(struct tilt_tree *tree, const struct tilt_graph *graph, uint32_t most)
{
	*tree = (struct tilt_tree){.graph = graph, .most = most};
	tree->number = calloc(graph->count, sizeof *tree->number);
	tree->node = malloc(most * sizeof *tree->node);
	tree->link = malloc(most * sizeof *tree->link);
	tree->depth = malloc(most * sizeof *tree->depth);
	tree->row = malloc(most * (size_t)graph->blocks);
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

/* The new node's letters, to be filled in; NULL: it is there, or there is no room. */
static uint8_t *add(struct tilt_tree *tree, uint32_t node, uint32_t link, uint32_t depth)
{
	if (tree->number[node] != 0 || tree->count == tree->most)
		return NULL;
	const uint32_t place = tree->count++;
	tree->number[node] = place + 1;
	tree->node[place] = node;
	tree->link[place] = link;
	tree->depth[place] = depth;
	return tilt_tree_row(tree, place);
}

void tilt_tree_plant(struct tilt_tree *tree, uint32_t node, const uint8_t *letters)
{
	uint8_t *row = add(tree, node, TILT_NONE, 0);
	if (row != NULL)
		memcpy(row, letters, (size_t)tree->graph->blocks);
}

void tilt_tree_after(struct tilt_tree *tree, uint32_t place)
{
	const struct tilt_graph *graph = tree->graph;
	for (uint32_t side = 0; side < 2; side++) {
		const struct tilt_edge *edge = &tilt_edges(graph, tree->node[place])[side];
		if (edge->turn == TILT_NONE)
			continue;
		uint8_t *row = add(tree, edge->to, 2 * place + side, tree->depth[place] + 1);
		if (row == NULL)
			continue;
		const uint8_t *here = tilt_tree_row(tree, place);
		const uint8_t *turn = tilt_turn(graph, edge->turn);
		for (int i = 0; i < graph->blocks; i++)
			row[turn[i]] = here[i];
	}
}

void tilt_tree_before(struct tilt_tree *tree, uint32_t place)
{
	const struct tilt_graph *graph = tree->graph;
	const uint32_t node = tree->node[place];
	if (node >= graph->turned)
		return;
	for (uint32_t e = graph->into_first[node]; e < graph->into_first[node + 1]; e++) {
		const uint32_t before = graph->into[e] / 2, side = graph->into[e] % 2;
		uint8_t *row = add(tree, before, 2 * place + side, tree->depth[place] + 1);
		if (row == NULL)
			continue;
		const uint8_t *here = tilt_tree_row(tree, place);
		const uint8_t *turn = tilt_turn(graph, tilt_edges(graph, before)[side].turn);
		uint8_t back[TILT_BLOCKS_MAX];
		for (int i = 0; i < graph->blocks; i++)
			back[turn[i]] = (uint8_t)i;
		for (int i = 0; i < graph->blocks; i++)
			row[i] = back[here[i]];
	}
}
