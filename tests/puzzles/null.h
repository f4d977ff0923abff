/* A puzzle with nothing to do: the template of doc/new-puzzle.md. */
#ifndef PARLOUR_TESTS_PUZZLES_NULL_H
#define PARLOUR_TESTS_PUZZLES_NULL_H

#include "puzzle/puzzle.h"

extern const struct puzzle null_puzzle;

#endif
