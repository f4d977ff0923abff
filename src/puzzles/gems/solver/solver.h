/* The search of match three: optimal, and faster than the general one. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_SOLVER_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_SOLVER_H

#include "puzzle/puzzle_solver.h"

extern const struct puzzle_solver gems_solver;

#endif
