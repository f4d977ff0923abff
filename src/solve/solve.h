/* The least number of moves from a position, with bounds that are true at any time on the way.
 *
 * One way in for all who ask: the mode's own kernel answers where there is one for the level, the
 * general search everywhere else. Nothing here keeps a thread: tests, --solve, the benchmark and
 * the generator call it directly, the solver's thread calls it for the player. */
#ifndef PARLOUR_SOLVE_SOLVE_H
#define PARLOUR_SOLVE_SOLVE_H

#include "puzzle/puzzle.h"
#include "puzzle/puzzle_solver.h"

/* What a search may use unless somebody says otherwise: 512 MiB, one thread. */
extern const struct limits limits_default;

/* One level, and what searches of its positions have learned so far. */
struct level_solver;

/* Copies the level. NULL without memory. */
struct level_solver *level_solver_new(const struct puzzle *puzzle, const struct level *level,
                                      const struct limits *limits);
void level_solver_free(struct level_solver *search);

/* Can it answer for positions of this level? */
bool level_solver_is_for(const struct level_solver *search, const struct puzzle *puzzle,
                         const struct level *level);

/* Searches from a position of the level; the limits of states and seconds hold for each call. Where
 * the mode can split the position, each part is searched alone and the answers are added up. An
 * endless level is given up at once: there is nothing to find. Fills *answer; true if it holds a
 * proof (OPTIMAL or UNSOLVABLE). Stopped by the tick function, the verdict stays SEARCHING. */
bool level_solver_run(struct level_solver *search, const struct state *start, progress_fn *tick,
                      void *context, struct answer *answer);

/* One question alone. */
bool search(const struct puzzle *puzzle, const struct level *level, const struct state *start,
            const struct limits *limits, progress_fn *tick, void *context, struct answer *answer);

#endif
