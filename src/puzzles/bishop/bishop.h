/* Bishop, as the rest of the program sees it. */
#ifndef PARLOUR_PUZZLES_BISHOP_BISHOP_H
#define PARLOUR_PUZZLES_BISHOP_BISHOP_H

#include "puzzle/puzzle.h"

extern const struct puzzle bishop_puzzle;

#endif
