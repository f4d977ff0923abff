/* Closing all of lines: how far a position is from it, and the walk that looks for a way. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_CLOSE_ALL_H
#define PARLOUR_PUZZLES_LINES_SOLVER_CLOSE_ALL_H

#include "puzzles/lines/solver/search.h"

struct all;

extern const struct goal_kind lines_all_kind; /* its own data is a struct all */

/* Makes room for the tables; NULL: no memory within so many bytes. *used gets how many it takes. */
struct all *lines_all_new(const struct field *field, size_t bytes, size_t *used);
void lines_all_free(struct all *all);

/* Fills the tables, once. False: the search is to end. */
bool lines_all_prepare(struct all *all, struct effort *effort);

#endif
