/* Bounds of positions that earlier searches of a level began from, and of those on their plans. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_BOUND_CACHE_H
#define PARLOUR_PUZZLES_LINES_SOLVER_BOUND_CACHE_H

#include "puzzle/puzzle_solver.h"
#include "puzzles/lines/solver/board.h"

struct bound_cache;

/* NULL: no memory, or more than `bytes`. */
struct bound_cache *lines_bound_cache_new(const struct geometry *geometry, size_t bytes);
size_t lines_bound_cache_bytes(void);
void lines_bound_cache_free(struct bound_cache *cache);

/* Adds the bounds of an answer, and those that follow from them along its plan. */
void lines_bound_cache_add(struct bound_cache *cache, const struct board *start,
                           const struct answer *answer);

/* Gives a fresh answer the cached bounds and plan of a position, or those that follow from its
 * neighbours': a slide changes the distance by one at most, as it can be taken back. */
void lines_bound_cache_find(const struct bound_cache *cache, const struct board *start,
                            struct answer *answer);

#endif
