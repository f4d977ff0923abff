/* The fifteen puzzle, in sizes from 1x2 to 5x5: the example of doc/new-puzzle.md. */
#ifndef PARLOUR_TESTS_PUZZLES_FIFTEEN_H
#define PARLOUR_TESTS_PUZZLES_FIFTEEN_H

#include "puzzle/puzzle.h"

extern const struct puzzle fifteen_puzzle;

#endif
