/* Cell names, as in chess: the column's letter from the left, then the row's number from the
 * bottom. "a1" is the bottom left cell. */
#ifndef PARLOUR_PUZZLE_CELL_H
#define PARLOUR_PUZZLE_CELL_H

#include <stdbool.h>

#include "puzzle/level.h"

enum { CELL_NAME_MAX = 4 }; /* "z26" with its NUL */

/* Writes a cell's name. Cells are numbered row by row from the top left. */
void cell_name(const struct level *level, int cell, char out[CELL_NAME_MAX]);

/* Reads a cell's name at *text and advances *text past it; false if this board has no such cell. */
bool cell_read(const struct level *level, const char **text, int *cell);

/* Reads "FROM-TO": two cell names with a hyphen between them, and nothing else. */
bool cell_read_pair(const struct level *level, const char *text, int *from, int *to);

/* The first cell of "CELL" or "FROM-TO" that this board is too small for; false if it has all, or
 * if the text is nothing like that. */
bool cell_off_board(const struct level *level, const char *text, char out[CELL_NAME_MAX]);

#endif
