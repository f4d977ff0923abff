/* A perimeter search: all positions within some slides of the solved ones are stored, and the
 * search from the start ends there. The perimeter serves every position of a level, since slides
 * never change which tiles there are. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_PERIMETER_H
#define PARLOUR_PUZZLES_LINES_SOLVER_PERIMETER_H

#include "puzzles/lines/solver/search.h"

enum { PERIMETER_CELLS_MAX = 32 };

/* For a board of up to PERIMETER_CELLS_MAX cells whose tiles must all be closed. NULL: no memory,
 * or more than `bytes`. */
struct perimeter *lines_perimeter_new(const struct geometry *geometry, size_t bytes);
void lines_perimeter_free(struct perimeter *perimeter);

/* Adds a solved position; only before the perimeter first grows. False: no room. */
bool lines_perimeter_add(struct perimeter *perimeter, const struct board *goal);

/* Whether a greater radius costs no more than a search to a depth of `slides` and those made before
 * with this radius, which generated `generated` states. */
bool lines_perimeter_growth_pays(const struct perimeter *perimeter, int slides, uint64_t generated);

/* Increases the radius, 0 at first, by one. False: no room, or the search must end; the next call
 * resumes. */
bool lines_perimeter_grow(struct perimeter *perimeter, struct search *search);

/* Whether its radius is large enough for searches to it to be faster than those to the goal. */
bool lines_perimeter_is_useful(const struct perimeter *perimeter);

/* The dfs of struct goal_search, by the search's perimeter, if there is no shorter solution. */
bool lines_perimeter_dfs(struct worker *worker, const struct board *board, struct slide last,
                         int left);

#endif
