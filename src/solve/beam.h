/* A plan, soon, however long: beam search (Reddy 1977) on the puzzle's lower bound.
 *
 * From the best states so far, all that one move leads to are bounded; the best of those that were
 * never met before are kept, and so on until one is solved. The first beam is narrow; where none of
 * its states leads on, or has become solved, a wider one begins, for a shorter plan. */
#ifndef PARLOUR_SOLVE_BEAM_H
#define PARLOUR_SOLVE_BEAM_H

#include "puzzle/puzzle.h"

/* Looks for a plan, shorter than the answer's if that has one, and enters it in the answer.
 * Never takes more than `bytes`, and makes at most `work` successors, or some times as many while
 * no plan is known. */
void beam_plan(const struct puzzle *puzzle, const struct level *level, size_t bytes, int work,
               struct monitor *monitor, struct answer *answer);

#endif
