/* The search of bishop's own, for levels whose positions a number of 63 bits can hold. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_SOLVER_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_SOLVER_H

#include "puzzle/puzzle_solver.h"

extern const struct puzzle_solver bishop_solver;

#endif
