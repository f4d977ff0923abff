/* Boards in words, for players who do not see them: the contents of cells, and what changed. */
#ifndef PARLOUR_CLI_DESCRIBE_H
#define PARLOUR_CLI_DESCRIBE_H

#include "puzzle/puzzle.h"

/* Prints "c3: a on goal b". */
void print_cell_description(const struct puzzle *puzzle, const struct level *level,
                            const struct state *state, int cell);

/* Prints a line for each kind of content, with its cells: "wall at c2, d3". */
void print_board_description(const struct puzzle *puzzle, const struct level *level,
                             const struct state *state);

/* Prints one line with the changed cells after what was done: "right: a at c3; nothing at a3". */
void print_change(const char *done, const struct puzzle *puzzle, const struct level *level,
                  const struct state *before, const struct state *after);

#endif
