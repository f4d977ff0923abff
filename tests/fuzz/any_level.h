/* Levels for fuzzed games. */
#ifndef PARLOUR_TESTS_FUZZ_ANY_LEVEL_H
#define PARLOUR_TESTS_FUZZ_ANY_LEVEL_H

#include "fuzz/bytes.h"
#include "puzzle/puzzle.h"

/* How many puzzles there are. */
int mode_count(void);

/* The level that bytes choose: a shipped one, or a small board with a goal that can be reached.
 * False if nothing came of them. */
bool any_level(struct bytes *input, const struct puzzle **puzzle, struct level *level);

#endif
