/* The boards of the arena: for each puzzle ten grades of rising difficulty, for each grade a recipe
 * (play/generate.h) and 250 seeds. Recipes and seeds are frozen, so a name such as "tilt:3#17", of
 * grade 3 and seed 2017, is the same board for ever. */
#ifndef PARLOUR_ARENA_BOARDS_H
#define PARLOUR_ARENA_BOARDS_H

#include <jansson.h>

#include "puzzle/puzzle.h"

enum {
	ARENA_PUZZLES = 4,
	ARENA_GRADES = 10,
	ARENA_EACH = 250,
	ARENA_BOARDS = ARENA_PUZZLES * ARENA_GRADES * ARENA_EACH,
	BOARD_NAME_MAX = 32, /* bytes, with its NUL */
};

struct board {
	int puzzle; /* its place in the arena, from 0 */
	int grade;  /* from 1 */
	int number; /* from 1 */
};

/* The board at a place, 0..ARENA_BOARDS - 1. Of 40 boards in a row each has another puzzle or
 * grade, so that any part of the arena is a fair sample. */
struct board board_at(int place);
int board_place(const struct board *board);

/* "tilt" */
const char *arena_puzzle(int puzzle);

void board_name(const struct board *board, char out[BOARD_NAME_MAX]);
/* Parses a name; false with an error if there is no such board. */
bool board_parse(const char *name, struct board *board, struct error *error);

/* The moves that a game may have: twice the greatest optimum of the grade, and ten. It depends on
 * the grade alone, so that it does not tell the optimum. */
int board_limit(const struct board *board);

/* Makes the level, whose par is the proven optimum. */
bool board_make(const struct board *board, struct level *level, struct error *error);

/* Name, puzzle and grade, and the command of the game that makes the same board. NULL without
 * memory. */
json_t *board_entry(const struct board *board);

#endif
