/* Gems: the puzzle as the rest of the program sees it. */
#ifndef PARLOUR_PUZZLES_GEMS_GEMS_H
#define PARLOUR_PUZZLES_GEMS_GEMS_H

#include "puzzle/puzzle.h"

extern const struct puzzle gems_puzzle;

#endif
