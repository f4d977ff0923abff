/* The four directions and their keys, and the player's cursor. */
#ifndef PARLOUR_PUZZLE_CURSOR_H
#define PARLOUR_PUZZLE_CURSOR_H

#include <stdbool.h>

#include "puzzle/level.h"

enum { UP, RIGHT, DOWN, LEFT, DIRECTIONS };

/* The player's cursor and selection: on the screen, but not part of the position. */
struct cursor {
	int row, column; /* the cursor's cell */
	int selected;    /* the selected cell; -1: none */
};

/* The cell under the cursor; and moving the cursor to a cell. */
int cursor_cell(const struct level *level, const struct cursor *cursor);
void cursor_put(const struct level *level, struct cursor *cursor, int cell);

/* Row and column step in a direction: -1, 0 or 1. */
int direction_row_step(int direction);
int direction_column_step(int direction);

/* "up", "right", "down" or "left"; and the inverse: the direction of a name, or -1. */
const char *direction_name(int direction);
int direction_named(const char *name);

/* The same word in the player's language. */
const char *direction_word(int direction);

/* A move's name as the player reads it: if it ends with a direction, with that in their language:
 * "3-left". */
enum { MOVE_WORDS_MAX = 64 };
void move_in_words(const char *name, char out[MOVE_WORDS_MAX]);

/* The direction of an arrow key; *shifted tells whether Shift was held. -1 for any other key. */
int direction_of_key(int key, bool *shifted);

/* The direction of a swipe over some rows and columns of the screen, of which rows are about twice
 * as large; -1 if it goes as far down or up as to a side. */
int direction_of_swipe(int down, int right);

/* The direction of a drag from one cell to another, and how many cells it covers in it; -1 if it
 * goes as far along the rows as along the columns. */
int direction_of_drag(const struct level *level, int from, int to, int *cells);

/* Steps one cell in a direction; false, with nothing changed, at the board's edge. */
bool direction_step(const struct level *level, int direction, int *row, int *column);

#endif
