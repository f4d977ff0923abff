/* What has been proven about the positions of one level, so that nothing is asked twice.
 *
 * Every position on a proven plan has its own proven number and next move here; so following the
 * plan, undo, redo and coming back cost a look-up. */
#ifndef PARLOUR_SOLVE_PROOF_CACHE_H
#define PARLOUR_SOLVE_PROOF_CACHE_H

#include "algo/state_table.h"
#include "solve/solve.h"

struct proof_cache {
	struct state_table table;
};

bool proof_cache_init(struct proof_cache *known, const struct level *level);
void proof_cache_free(struct proof_cache *known);

/* Learns a proof (OPTIMAL or UNSOLVABLE; anything else is passed over) about a position. When the
 * memory set aside for this is full, nothing more is learned. */
void proof_cache_add(struct proof_cache *known, const struct puzzle *puzzle,
                     const struct level *level, const struct state *state,
                     const struct answer *answer);

/* The proof for a position, plan and all; false if there is none. */
bool proof_cache_find(const struct proof_cache *known, const struct puzzle *puzzle,
                      const struct level *level, const struct state *state, struct answer *answer);

#endif
