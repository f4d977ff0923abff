/* Whether the tiles of a level can be laid out so that its goal is reached, and how: all layouts
 * are tried, as many at a time as the caller wants. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_FILL_H
#define PARLOUR_PUZZLES_LINES_SOLVER_FILL_H

#include "puzzles/lines/rules.h"

struct fill;

enum fill_result {
	FILL_MORE,  /* not yet through */
	FILL_FOUND, /* a layout: the next call looks for another one */
	FILL_END,   /* there are no more */
};

/* From the position where slides begin, as not all layouts may be reached: on boards with lines of
 * odd length only, each slide is an even permutation, which tells where no two tiles are equal. In
 * all other cases, with two rows and two columns at least, slides lead to every layout. (A row and
 * a column have one cell in common, so the commutator of their slides is a cycle of three; and no
 * division of the cells is kept by all slides.) NULL: no memory. */
struct fill *lines_fill_new(const struct level *level, const struct state *start);

/* Whether layouts for that start are layouts for this one. */
bool lines_fill_is_for(const struct fill *fill, const struct state *start);

void lines_fill_free(struct fill *fill);

/* Tries at most so many tiles. With FILL_FOUND, *layout gets a solved position that slides lead
 * to. */
enum fill_result lines_fill_next(struct fill *fill, int tries, struct state *layout);

/* How many bytes each of them takes. */
size_t lines_fill_bytes(void);

#endif
