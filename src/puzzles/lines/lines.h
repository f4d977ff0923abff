/* Lines: the puzzle as the rest of the program sees it. */
#ifndef PARLOUR_PUZZLES_LINES_LINES_H
#define PARLOUR_PUZZLES_LINES_LINES_H

#include "puzzle/puzzle.h"

extern const struct puzzle lines_puzzle;

#endif
