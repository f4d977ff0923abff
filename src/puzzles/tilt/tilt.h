/* Tilt: the puzzle as the rest of the program sees it. */
#ifndef PARLOUR_PUZZLES_TILT_TILT_H
#define PARLOUR_PUZZLES_TILT_TILT_H

#include "puzzle/puzzle.h"

extern const struct puzzle tilt_puzzle;

#endif
