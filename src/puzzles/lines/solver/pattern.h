/* A pattern database (Culberson and Schaeffer, 1998) of the marked tiles: the slides that closing
 * them takes at least, if all other tiles are alike. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_PATTERN_H
#define PARLOUR_PUZZLES_LINES_SOLVER_PATTERN_H

#include "puzzles/lines/solver/search.h"

struct pattern;

/* For the tiles of a level, read from any board of it. NULL: no tile with sides has a mark, or
 * there is no memory, or it takes more than `bytes`. *used gets the bytes it takes once filled. */
struct pattern *lines_pattern_new(const struct geometry *geometry, const struct board *board,
                                  size_t bytes, size_t *used);
void lines_pattern_free(struct pattern *pattern);

/* Fills it, once searches have generated as many states as that costs. False: the search must end;
 * the next call resumes. */
bool lines_pattern_prepare(struct pattern *pattern, struct search *search, uint64_t generated);

/* A lower bound, 0 until it is filled; a slide changes it by one at most. */
int lines_pattern_lower_bound(const struct pattern *pattern, const struct board *board);

#endif
