/* Positions of cosets that are open: those of which it is not known yet that few slides close them.
 *
 * They are kept in a file, a chunk of some cosets after the other: for each block of a coset, how
 * many of its words are open, and these. */
#ifndef PARLOUR_ATLAS_OPEN_H
#define PARLOUR_ATLAS_OPEN_H

#include <stdatomic.h>
#include <stddef.h>

#include "tiles.h"

/* Open words of a block: the bunches that have some, and which those are. */
struct open_block {
	uint32_t count;
	uint16_t bunch[BUNCHES];
	bunch_sets words;
};

/* Where a chunk is in the file. */
struct stretch {
	uint64_t at;
	size_t length; /* of 32-bit words */
};

struct open_chunks {
	int file;
	_Atomic uint64_t end, positions;
	struct stretch *chunk;
};

/* Makes the file, in the folder TMPDIR. */
struct open_chunks *open_chunks_new(uint32_t chunks);
void open_chunks_free(struct open_chunks *open);

/* Writes the words of a chunk, once for each; several threads may write. */
void open_write_chunk(struct open_chunks *open, uint32_t chunk, const uint32_t *words,
                      size_t length);

/* Returns the words of a chunk, to be freed. */
uint32_t *open_read_chunk(const struct open_chunks *open, uint32_t chunk);

/* A byte of a set that has all words: one for each order of the pairs of anchors. */
static inline uint8_t open_byte(const struct tiles *tiles)
{
	return (uint8_t)((1U << (1U << tiles->pairs)) - 1);
}

/* Opens all words of a block. */
void open_all(const struct tiles *tiles, struct open_block *block);

/* Takes the words of a block; returns what follows them. */
const uint32_t *open_read_block(struct open_block *block, const uint32_t *words);

/* Writes the words of a block likewise; returns where more can be written. */
uint32_t *open_write_block(const struct open_block *block, uint32_t *words);

/* Leaves bunches out that have no open words any more. */
void open_forget_closed(struct open_block *block);

#endif
