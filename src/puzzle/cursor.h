/* The four directions on a board, the keys that name them, and the player's hand. */
#ifndef PARLOUR_PUZZLE_CURSOR_H
#define PARLOUR_PUZZLE_CURSOR_H

#include <stdbool.h>

#include "puzzle/level.h"

enum { UP, RIGHT, DOWN, LEFT, DIRECTIONS };

/* Cursor and choice of the player: what is on the screen but not in the position. */
struct cursor {
	int row, column; /* the cursor's cell */
	int chosen;      /* the cell chosen before, or -1 */
};

/* The cell under the cursor, and the cursor put on a cell. */
int cursor_cell(const struct level *level, const struct cursor *cursor);
void cursor_put(const struct level *level, struct cursor *cursor, int cell);

/* Rows down and columns to the right of a step that way: -1, 0 or 1. */
int direction_down(int direction);
int direction_right(int direction);

/* "up", "right", "down" or "left"; and the direction of such a name, or -1. */
const char *direction_name(int direction);
int direction_named(const char *name);

/* The direction of an arrow, or with `shifted` set of one with Shift; -1 for any other key. */
int direction_of_key(int key, bool *shifted);

/* Moves a place by one cell that way; false, and nothing changed, at the board's edge. */
bool direction_step(const struct level *level, int direction, int *row, int *column);

#endif
