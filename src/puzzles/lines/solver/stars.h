/* How many slides the tiles with a mark take at least, all others left out. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_STARS_H
#define PARLOUR_PUZZLES_LINES_SOLVER_STARS_H

#include "puzzles/lines/solver/search.h"

struct stars;

/* For the tiles of a level as they lie on some board of it. NULL: no tile with sides has a mark, or
 * there is no memory within so many bytes. *used gets the bytes it will take once prepared. */
struct stars *lines_stars_new(const struct field *field, const struct board *board, size_t bytes,
                              size_t *used);
void lines_stars_free(struct stars *stars);

/* What it costs to get it ready, in states of a walk, about. */
uint64_t lines_stars_price(const struct stars *stars);

/* Gets it ready. False: no memory, or the search is to end; the next call goes on from there. */
bool lines_stars_prepare(struct stars *stars, struct effort *effort);

/* A lower bound, once it is ready; a slide changes it by one at most. */
int lines_stars_lower_bound(const struct stars *stars, const struct board *board);

#endif
