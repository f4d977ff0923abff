/* Labels for the blocks of all nodes, so that many edges leave a colouring in order of labels as it
 * is: a node takes its labels from the first edge that leads to it. Every other edge permutes
 * them. What no product of these permutations makes of a colouring, no moves do. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_LABELS_H
#define PARLOUR_PUZZLES_TILT_SOLVER_LABELS_H

#include "puzzles/tilt/solver/graph.h"

struct tilt_labels {
	const struct tilt_graph *graph;
	uint8_t *label; /* of each block of each node, plus one; 0: none yet */
};

/* Bytes that all labels will take. */
size_t tilt_labels_bytes(const struct tilt_graph *graph);

/* Labels the classes of the task's position. False: no memory. */
bool tilt_labels_init(struct tilt_labels *labels, const struct tilt_graph *graph,
                      const struct tilt_task *task);
void tilt_labels_free(struct tilt_labels *labels);

/* How an explored edge permutes the labels: label i becomes permutation[i]. Labels what the edge
 * leads to, unless it is labelled already. To be called for all edges in rising order of nodes. */
void tilt_labels_permutation(struct tilt_labels *labels, uint32_t node, int side,
                             uint8_t *permutation);

/* The colours of a class in order of labels. Its node must be labelled. */
void tilt_labels_sort(const struct tilt_labels *labels, const struct tilt_class *class,
                      uint8_t *colouring);

/* ---- numbers ---- */

enum { TILT_IDENTITY = 0 }; /* the number of the permutation that moves nothing */

/* The permutations of all edges, each stored once. */
struct tilt_numbers {
	const struct tilt_graph *graph;
	struct state_table permutations; /* label i becomes byte i */
	uint32_t *edge; /* for each edge, 2 * node + side, its permutation's number */
};

/* Labels all nodes and numbers the permutations, within `bytes`. All nodes must be explored. False:
 * that is too little, or stopped; call tilt_numbers_free in either case. */
bool tilt_numbers_init(struct tilt_numbers *numbers, struct tilt_labels *labels,
                       const struct tilt_task *task, size_t bytes);
void tilt_numbers_free(struct tilt_numbers *numbers);

/* Bytes in use. */
size_t tilt_numbers_bytes(const struct tilt_numbers *numbers);

/* The permutation with that number. */
static inline const uint8_t *tilt_numbered(const struct tilt_numbers *numbers, uint32_t number)
{
	return state_table_state(&numbers->permutations, number);
}

#endif
