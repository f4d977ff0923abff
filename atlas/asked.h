/* Cosets that are asked which of their positions are open: not known to be closed by few slides.
 *
 * A position of another coset that slides bring there needs few more, unless it is open there. */
#ifndef PARLOUR_ATLAS_ASKED_H
#define PARLOUR_ATLAS_ASKED_H

#include "open.h"
#include "tiles.h"

/* Open positions of a coset. */
typedef bunch_sets coset_sets[BLOCKS];

/* A coset, and what the slides that lead to it do, and a symmetry after them. */
struct asked {
	const bunch_sets *sets; /* of its blocks, without the symmetry's effect */
	const struct relabelling *relabelling;
	const struct byte_map *bits; /* of pairs of anchors, after what the slides change */
	uint8_t to[BLOCKS];          /* where the places of the one that asks come to lie */
};

/* Closes the words of a block that at least one of `count` cosets has closed. */
void asked_close(const struct tiles *tiles, const struct asked *asked, uint32_t count, int number,
                 struct open_block *block);

/* The same for all blocks of a coset. */
void asked_close_sets(const struct tiles *tiles, const struct asked *asked, uint32_t count,
                      coset_sets sets);

#endif
