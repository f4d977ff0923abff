/* The minimum number of moves from a position, with bounds that are true at any time.
 *
 * The one entry to all searches: the puzzle's own solver answers for the levels that it takes, the
 * general search for all others. Tests, --solve, the benchmark and the generator call it directly,
 * the solver's thread (solve/solver.h) calls it for the player. */
#ifndef PARLOUR_SOLVE_SOLVE_H
#define PARLOUR_SOLVE_SOLVE_H

#include "puzzle/puzzle.h"
#include "puzzle/puzzle_solver.h"

/* The default limits: 512 MiB, one thread. */
extern const struct limits limits_default;

/* The searches of one level, and what they learn for the next position. */
struct level_solver;

/* Copies the level. NULL without memory. */
struct level_solver *level_solver_new(const struct puzzle *puzzle, const struct level *level,
                                      const struct limits *limits);
void level_solver_free(struct level_solver *solver);

/* Whether it can answer for positions of this level. */
bool level_solver_is_for(const struct level_solver *solver, const struct puzzle *puzzle,
                         const struct level *level);

/* Searches from a position of the level; the limits of states and seconds hold for each call.
 * Where the puzzle can split the position, each part is searched alone and the answers are added
 * up. For an endless level, which has no solution, and without a solver (NULL) the verdict is
 * GAVE_UP at once. Fills *answer; true if it holds a proof (OPTIMAL or UNSOLVABLE). When `progress`
 * stops it, the verdict stays SEARCHING. */
bool level_solver_run(struct level_solver *solver, const struct state *start, progress_fn *progress,
                      void *context, struct answer *answer);

/* The same for a single position. */
bool solve_position(const struct puzzle *puzzle, const struct level *level,
                    const struct state *start, const struct limits *limits, progress_fn *progress,
                    void *context, struct answer *answer);

/* ---- reach.c ---- */

enum { REACH_NO_MEMORY = -2 };

/* How far a walk came. */
struct reach {
	uint64_t moves;  /* tried from them: what takes the time */
	uint32_t states; /* walked through */
	int farthest;    /* moves to the farthest of them, at most `max` */
};

/* Walks breadth-first through everything that can be reached from the level's start, up to a
 * number of states, and picks one at a distance in min..max: a random one of those at a random
 * distance, or at the farthest. Returns the distance; -1 if there is no such state within the
 * limits; REACH_NO_MEMORY if that is not known. Fills *reach, unless NULL. */
int reach_pick(const struct puzzle *puzzle, const struct level *level, uint64_t states, int min,
               int max, bool farthest, struct random *random, struct state *found,
               struct reach *reach);

#endif
