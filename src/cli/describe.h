/* Boards in words, for those who do not see them: what is where, and what has changed. */
#ifndef PARLOUR_CLI_TELL_H
#define PARLOUR_CLI_TELL_H

#include "puzzle/puzzle.h"

/* "c3: a on goal b" */
void print_cell_description(const struct puzzle *puzzle, const struct level *level,
                            const struct state *state, int cell);

/* A line for each thing there is, with the cells that have it: "wall at c2, d3". */
void print_board_description(const struct puzzle *puzzle, const struct level *level,
                             const struct state *state);

/* One line of what is where now, behind what was done: "right: a at c3; nothing at a3". */
void print_change(const char *done, const struct puzzle *puzzle, const struct level *level,
                  const struct state *before, const struct state *after);

#endif
