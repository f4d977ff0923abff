/* All layouts of a level's tiles that reach its goal: none proves that it can't be solved, and the
 * perimeter begins at them. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_LAYOUTS_H
#define PARLOUR_PUZZLES_LINES_SOLVER_LAYOUTS_H

#include "puzzles/lines/rules.h"

struct layouts;

enum layouts_result {
	LAYOUTS_MORE,  /* there may be more */
	LAYOUTS_FOUND, /* one: the next call looks for another */
	LAYOUTS_END,   /* there are no more */
};

/* Of the layouts that slides reach from `start`. If all lines have odd length, each slide is an
 * even permutation, which matters where no two pieces are equal. In all other cases, with two rows
 * and two columns at least, slides reach every layout. (A row and a column have one cell in common,
 * so the commutator of their slides is a cycle of three; and no partition of the cells is kept by
 * all slides.) NULL: no memory. */
struct layouts *lines_layouts_new(const struct level *level, const struct state *start);
void lines_layouts_free(struct layouts *layouts);

/* Whether layouts reached from that start are reached from this one. */
bool lines_layouts_are_for(const struct layouts *layouts, const struct state *start);

/* Tries at most `tries` pieces. With LAYOUTS_FOUND, *layout is a solved position that slides
 * reach. */
enum layouts_result lines_layouts_next(struct layouts *layouts, int tries, struct state *layout);

/* The bytes each of them takes. */
size_t lines_layouts_bytes(void);

#endif
