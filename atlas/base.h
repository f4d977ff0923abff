/* The base: cosets of which it is known which positions few slides close; a part at a time.
 *
 * Slides lead from a position to the lists of near ones (near.h): so the positions are found that
 * need so many slides more. Of images under symmetries, one coset is in such a base.
 *
 * It takes less time if the first slide is of a row and not looked up: what the cosets have that it
 * leads to is asked (asked.h). Slides of rows lead from a coset to its orbit, at most 256 cosets,
 * which are made together. On a square, transposed images are in a base in orbits, too, so that
 * positions are found where that slide is of a column; on other boards some are not found. Cosets
 * of an orbit have much in common, so that to ask them closes less than to ask as many others. */
#ifndef PARLOUR_ATLAS_BASE_H
#define PARLOUR_ATLAS_BASE_H

#include <stdatomic.h>

#include "asked.h"
#include "near.h"

struct base {
	const struct tiles *tiles;
	const struct near *near;
	struct results beyond; /* the slides that lead to near positions */
	struct results rows;   /* the slides of one row; none: an orbit is one coset */
	int threads;

	uint32_t *coset; /* orbit after orbit */
	uint32_t *orbit; /* where each begins, and where the last ends */
	uint32_t cosets, orbits;

	uint32_t room, from, to; /* of the part that is made, the orbits */
	coset_sets *sets;        /* what is open in each of its cosets */
	/* For each coset, if it is an image of one of the part: its number there times
	 * SYMMETRIES_MOST, plus the symmetry that leads there, plus 1. Else 0. The second is for
	 * transposed images. */
	uint32_t (*image)[2];
	_Atomic uint32_t next; /* of these orbits */
};

/* Prepares the base of positions that `slides` slides close, or fewer if that takes too long;
 * `in_orbits`: the first may be one of a row. `coset` has one of each set of images, and the order
 * of the parts. A part has at most `room` cosets, but at least an orbit. */
void base_init(struct base *base, const struct near *near, const struct ways *ways,
               const uint32_t *coset, uint32_t count, int slides, int in_orbits, uint32_t room,
               int threads);
void base_free(struct base *base);

/* Makes the next part; returns 0 if there is none. */
int base_take(struct base *base);

/* Lists the cosets of the part, and images of them, that some slides lead to. `asked` has room for
 * two for each of the slides. */
uint32_t base_list_asked(const struct base *base, uint32_t coset, const struct results *around,
                         struct asked *asked);

#endif
