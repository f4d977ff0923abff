/* The shortest way in tilt, by what is special about its rules. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_SOLVER_H
#define PARLOUR_PUZZLES_TILT_SOLVER_SOLVER_H

#include "puzzle/puzzle_solver.h"

extern const struct puzzle_solver tilt_solver;

#endif
