/* The installed puzzles. main() and the tests pass the list once, at the start, so that this folder
 * and everything above it know no puzzle by name. */
#ifndef PARLOUR_PUZZLE_REGISTRY_H
#define PARLOUR_PUZZLE_REGISTRY_H

#include <stdbool.h>

#include "os/error.h"
#include "puzzle/puzzle.h"

/* Checks and installs a list of puzzles, NULL at the end. The list is borrowed. False, with nothing
 * changed, if a puzzle lacks a required member (puzzle_check) or two have the same name. */
bool registry_install(const struct puzzle *const list[], struct error *error);

/* The puzzle with this number, from 0 in the order of the list; NULL after the last one. */
const struct puzzle *puzzle_at(int number);

/* How many puzzles there are. */
int puzzle_count(void);

/* The puzzle with this name, or NULL. */
const struct puzzle *puzzle_named(const char *name);

#endif
