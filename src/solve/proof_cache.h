/* Cache of proofs for visited positions of one level.
 *
 * Every position on a proven plan has its own entry (algo/proof_table.h), so following the plan,
 * undo, redo and coming back cost a look-up instead of a search. */
#ifndef PARLOUR_SOLVE_PROOF_CACHE_H
#define PARLOUR_SOLVE_PROOF_CACHE_H

#include "algo/proof_table.h"
#include "solve/solve.h"

/* Makes an empty cache, to be freed by proof_table_free. */
bool proof_cache_init(struct proof_table *cache, const struct level *level);

/* Adds the proof that an answer holds (OPTIMAL or UNSOLVABLE; others are ignored) for a position
 * and all positions on the plan. When the cache is full, nothing more is added. */
void proof_cache_add(struct proof_table *cache, const struct puzzle *puzzle,
                     const struct level *level, const struct state *state,
                     const struct answer *answer);

/* Fills in the answer for a position, plan included; false if it is not in the cache. */
bool proof_cache_find(const struct proof_table *cache, const struct puzzle *puzzle,
                      const struct level *level, const struct state *state, struct answer *answer);

#endif
