/* The search of lines' own: see puzzle/puzzle_solver.h. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_SOLVER_H
#define PARLOUR_PUZZLES_LINES_SOLVER_SOLVER_H

#include "puzzle/puzzle_solver.h"

extern const struct puzzle_solver lines_solver;

#endif
