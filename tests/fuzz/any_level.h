/* Levels for fuzzed games. */
#ifndef PARLOUR_TESTS_FUZZ_ANY_LEVEL_H
#define PARLOUR_TESTS_FUZZ_ANY_LEVEL_H

#include "fuzz/bytes.h"
#include "puzzle/puzzle.h"

/* The level that bytes choose: a shipped one, or a small board with a goal that can be reached.
 * False if they make none. */
bool any_level(struct bytes *input, const struct puzzle **puzzle, struct level *level);

#endif
