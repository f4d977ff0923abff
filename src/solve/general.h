/* The search for every puzzle: A* over packed states (Hart, Nilsson, Raphael 1968), which is
 * breadth-first search where the puzzle's lower bound is 0. */
#ifndef PARLOUR_SOLVE_GENERAL_H
#define PARLOUR_SOLVE_GENERAL_H

#include "puzzle/puzzle.h"

/* Like the functions of struct puzzle_solver, for any level of any puzzle; NULL: no memory. */
struct general;
struct general *general_open(const struct puzzle *puzzle, const struct level *level, size_t bytes);
void general_close(struct general *general);
void general_search(struct general *general, const struct state *start, struct monitor *monitor,
                    struct answer *answer);

#endif
