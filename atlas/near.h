/* Positions near a closed one: all from which few slides close the board, by their cosets. */
#ifndef PARLOUR_ATLAS_NEAR_H
#define PARLOUR_ATLAS_NEAR_H

#include <stdatomic.h>

#include "tiles.h"
#include "ways.h"

/* The words of a coset, block by block. */
struct near_coset {
	uint32_t first;
	_Atomic uint16_t begin[BLOCKS]; /* of each block, from the first on */
};

/* A word: the bits of its pairs, as in its number, and the tail and the head of its bunch. */
struct near_word {
	uint8_t bits, tail, head;
};

struct near {
	int slides; /* at most */
	const struct tiles *tiles;
	const struct ways *ways;
	struct results closed;
	struct near_coset *coset; /* one more than there are */
	struct near_word *word;
};

/* Whether the tiles can be arranged so that all is closed. */
int near_can_be_closed(const struct tiles *tiles);

/* Takes as many slides as there is room for, up to `most`, on so many threads. The tiles can be
 * closed. */
void near_init(struct near *near, const struct tiles *tiles, const struct ways *ways, int most,
               int threads);
void near_free(struct near *near);

/* The words of a block. */
static inline struct near_word *near_block(const struct near *near, uint32_t coset, int block,
                                           uint32_t *count)
{
	const struct near_coset *at = &near->coset[coset];
	const uint32_t begin = at->begin[block];
	const uint32_t end = block + 1 < BLOCKS ? at->begin[block + 1] : at[1].first - at->first;
	*count = end - begin;
	return &near->word[at->first + begin];
}

/* How many slides close a board at least; of near positions, near->slides. */
int near_distance(const struct near *near, const struct layout *layout);

#endif
