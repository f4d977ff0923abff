/* The puzzles that the program has, for registry_install(). */
#ifndef PARLOUR_PUZZLES_LIST_H
#define PARLOUR_PUZZLES_LIST_H

#include "puzzle/puzzle.h"

/* All of them, NULL at the end. */
extern const struct puzzle *const all_puzzles[];

#endif
