/* What searches of one level have found out: bounds of the positions that they began from and that
 * their ways went through. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_BOUNDS_H
#define PARLOUR_PUZZLES_LINES_SOLVER_BOUNDS_H

#include "puzzle/puzzle_solver.h"
#include "puzzles/lines/solver/board.h"

struct bounds;

/* NULL: no memory within so many bytes. */
struct bounds *lines_bounds_new(const struct field *field, size_t bytes);
size_t lines_bounds_bytes(void);
void lines_bounds_free(struct bounds *known);

/* Notes the bounds of an answer and those that follow from them along its plan. */
void lines_bounds_note(struct bounds *known, const struct board *start,
                       const struct answer *answer);

/* Gives a fresh answer the bounds and the plan that are known for a position, or that follow from
 * its neighbours': a slide changes the distance by one at most, for it can be taken back. */
void lines_bounds_ask(const struct bounds *known, const struct board *start, struct answer *answer);

#endif
