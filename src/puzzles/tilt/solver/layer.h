/* A layer of a search as lists of colourings, one for each node: all classes that are as many moves
 * from where the search started.
 *
 * A node's list of the next layer is made of the lists of its neighbours, each permuted as a whole,
 * and only that node's lists have to be looked through for classes met before. So no table of all
 * classes is needed, a class takes eight bytes, and what is read together lies together. This is
 * delayed duplicate detection (Korf 2003), divided by the structure of the graph (Zhou and Hansen:
 * Structured duplicate detection in external-memory graph search, 2004). Only the last two layers
 * are looked through, as in frontier search: where moves can't be taken back, a class may return
 * later, which costs time and makes nothing wrong. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_LAYER_H
#define PARLOUR_PUZZLES_TILT_SOLVER_LAYER_H

#include "puzzles/tilt/solver/search.h"

/* ---- a set of packed colourings ---- */

#define TILT_NO_COLOURING UINT64_MAX /* the code 0 occurs in each colouring */

struct tilt_set {
	struct tilt_budget *budget;
	uint64_t *slot; /* open addressing; TILT_NO_COLOURING: free */
	uint32_t mask, room, count;
};

/* Empties a set. */
void tilt_set_clear(struct tilt_set *set);
void tilt_set_free(struct tilt_set *set);

/* Makes room for some more colourings. False: no memory. */
bool tilt_set_reserve(struct tilt_set *set, uint32_t more);

/* The slot that holds a colouring, or the free one where it belongs. There must be room. */
static inline uint64_t *tilt_set_slot(const struct tilt_set *set, uint64_t colouring)
{
	uint32_t at = (uint32_t)(colouring * UINT64_C(0x9E3779B97F4A7C15) >> 32) & set->mask;
	while (set->slot[at] != TILT_NO_COLOURING && set->slot[at] != colouring)
		at = (at + 1) & set->mask;
	return &set->slot[at];
}

/* Adds a colouring; true if it is new. There must be room. */
static inline bool tilt_set_add(struct tilt_set *set, uint64_t colouring)
{
	uint64_t *slot = tilt_set_slot(set, colouring);
	const bool fresh = *slot == TILT_NO_COLOURING;
	*slot = colouring;
	set->count += fresh;
	return fresh;
}

/* ---- layers ---- */

enum { TILT_BLOCK_BITS = 8 }; /* lists of 256 nodes are one block of memory */

struct tilt_layer {
	uint64_t **block;
	uint32_t *end; /* for each node: where its list ends in the block; or NULL: no layer */
	uint32_t nodes;
	uint64_t count; /* of classes */
	int depth;
};

/* The colourings of one node. */
struct tilt_list {
	const uint64_t *colouring;
	uint32_t count;
};

static inline struct tilt_list tilt_layer_list(const struct tilt_layer *layer, uint32_t node)
{
	const uint32_t within = node & ((1U << TILT_BLOCK_BITS) - 1);
	const uint32_t begin = within == 0 ? 0 : layer->end[node - 1];
	return (struct tilt_list){layer->block[node >> TILT_BLOCK_BITS] + begin,
	                          layer->end[node] - begin};
}

/* Makes a layer of the last one that a side of a bidirectional search has completed. TILT_OK or
 * TILT_NO_MEMORY. */
enum tilt_status tilt_layer_take(struct tilt_layer *layer, struct tilt_bidirectional *search,
                                 const struct tilt_visited *visited);

/* Makes the layer after `last`, or if not forward the one before it: what is neither in `last` nor
 * in `older`, which may be no layer. By several threads. Otherwise TILT_NO_MEMORY or
 * TILT_STOPPED, and no layer. */
enum tilt_status tilt_layer_next(struct tilt_layer *layer, struct tilt_bidirectional *search,
                                 const struct tilt_layer *last, const struct tilt_layer *older,
                                 bool forward, const struct tilt_task *task);

void tilt_layer_free(struct tilt_layer *layer, struct tilt_budget *budget);

#endif
