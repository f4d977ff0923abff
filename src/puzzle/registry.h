/* The puzzles of this program. main() and the tests hand over the list once, at the start; so this
 * folder, and all that builds on it, knows no puzzle by name. */
#ifndef PARLOUR_PUZZLE_REGISTRY_H
#define PARLOUR_PUZZLE_REGISTRY_H

#include <stdbool.h>

#include "os/error.h"
#include "puzzle/puzzle.h"

/* Checks and installs a list of puzzles, NULL at the end, which is borrowed. False, and nothing
 * changed, if one of them lacks a required member (puzzle_check) or two have the same name. */
bool registry_open(const struct puzzle *const list[], struct error *error);

/* The puzzle of that number, from 0 in the order of the list; NULL after the last one. */
const struct puzzle *puzzle_at(int number);

/* How many puzzles there are. */
int puzzle_count(void);

/* The puzzle of that name, or NULL. */
const struct puzzle *puzzle_named(const char *name);

#endif
