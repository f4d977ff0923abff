#include "puzzles/tilt/solver/labels.h"

#include <stdlib.h>

enum { TICK_NODES = 1 << 13 };

static uint8_t *labels_of(const struct tilt_labels *labels, uint32_t node)
{
	return labels->label + (size_t)node * (size_t)labels->graph->blocks;
}

size_t tilt_labels_bytes(const struct tilt_graph *graph)
{
	return (size_t)graph->nodes.count * (size_t)graph->blocks;
}

/* Labels the blocks of the position in reading order, on both axes. */
static void label_start(struct tilt_labels *labels, const struct tilt_task *task)
{
	const struct tilt_graph *graph = labels->graph;
	uint8_t *row = labels_of(labels, task->from[TILT_HORIZONTAL].node);
	uint8_t *column = labels_of(labels, task->from[TILT_VERTICAL].node);
	uint8_t number[CELLS_MAX];
	for (int cell = 0, count = 0; cell < graph->cells; cell++) {
		if (task->grid[cell] == 0)
			continue;
		number[cell] = row[count] = (uint8_t)(count + 1);
		count++;
	}
	for (int at = 0, count = 0; at < graph->cells; at++) {
		const int cell = graph->axis_map[TILT_VERTICAL].transposed[at];
		if (task->grid[cell] != 0)
			column[count++] = number[cell];
	}
}

bool tilt_labels_init(struct tilt_labels *labels, const struct tilt_graph *graph,
                      const struct tilt_task *task)
{
	labels->graph = graph;
	labels->label = calloc(1, tilt_labels_bytes(graph));
	if (labels->label != NULL)
		label_start(labels, task);
	return labels->label != NULL;
}

void tilt_labels_free(struct tilt_labels *labels)
{
	free(labels->label);
	*labels = (struct tilt_labels){0};
}

void tilt_labels_permutation(struct tilt_labels *labels, uint32_t node, int side,
                             uint8_t *permutation)
{
	const int blocks = labels->graph->blocks;
	uint8_t *here = labels_of(labels, node);
	uint8_t *there = labels_of(labels, tilt_edges(labels->graph, node)[side]);
	uint8_t to[TILT_BLOCKS_MAX];
	tilt_graph_permutation(labels->graph, node, side, to);
	/* Only a node that positions of earlier searches alone lead to has none yet. */
	if (here[0] == 0)
		for (int i = 0; i < blocks; i++)
			here[i] = (uint8_t)(i + 1);
	if (there[0] == 0)
		for (int i = 0; i < blocks; i++)
			there[to[i]] = here[i];
	for (int i = 0; i < blocks; i++)
		permutation[here[i] - 1] = (uint8_t)(there[to[i]] - 1);
}

void tilt_labels_sort(const struct tilt_labels *labels, const struct tilt_class *class,
                      uint8_t *colouring)
{
	const uint8_t *label = labels_of(labels, class->node);
	for (int i = 0; i < labels->graph->blocks; i++)
		colouring[label[i] - 1] = class->colouring[i];
}

/* ---- numbers ---- */

static size_t edge_bytes(const struct tilt_graph *graph)
{
	return 2 * (size_t)graph->nodes.count * sizeof(uint32_t);
}

size_t tilt_numbers_bytes(const struct tilt_numbers *numbers)
{
	return edge_bytes(numbers->graph) + numbers->permutations.bytes;
}

/* False: no memory. */
static bool number_edges(struct tilt_numbers *numbers, struct tilt_labels *labels, uint32_t node)
{
	uint8_t permutation[TILT_BLOCKS_MAX];
	bool fresh;
	for (int side = 0; side < 2; side++) {
		tilt_labels_permutation(labels, node, side, permutation);
		const uint32_t number =
			state_table_put(&numbers->permutations, permutation, &fresh);
		if (number == STATE_NONE)
			return false;
		numbers->edge[2 * (size_t)node + (size_t)side] = number;
	}
	return true;
}

bool tilt_numbers_init(struct tilt_numbers *numbers, struct tilt_labels *labels,
                       const struct tilt_task *task, size_t bytes)
{
	const struct tilt_graph *graph = labels->graph;
	const size_t blocks = (size_t)graph->blocks, edges = edge_bytes(graph);
	uint8_t identity[TILT_BLOCKS_MAX];
	bool fresh;
	*numbers = (struct tilt_numbers){.graph = graph};
	for (size_t i = 0; i < blocks; i++)
		identity[i] = (uint8_t)i;
	if (edges > bytes || !state_table_init(&numbers->permutations, blocks, 0, bytes - edges) ||
	    state_table_put(&numbers->permutations, identity, &fresh) != TILT_IDENTITY)
		return false;
	numbers->edge = malloc(edges);
	for (uint32_t node = 0; numbers->edge != NULL && node < graph->nodes.count; node++)
		if (!number_edges(numbers, labels, node) ||
		    !tilt_report_step(task, node, TICK_NODES))
			return false;
	return numbers->edge != NULL;
}

void tilt_numbers_free(struct tilt_numbers *numbers)
{
	state_table_free(&numbers->permutations);
	free(numbers->edge);
	*numbers = (struct tilt_numbers){0};
}
