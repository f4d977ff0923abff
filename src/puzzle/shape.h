/* What levels that play alike have in common: the copies of a level under the symmetries of the
 * board that its rules keep, and under renaming of colours. */
#ifndef PARLOUR_PUZZLE_SHAPE_H
#define PARLOUR_PUZZLE_SHAPE_H

#include <stdint.h>

#include "puzzle/puzzle.h"

struct shape {
	uint64_t least; /* the least identity (puzzle/pack.h) of all copies: the same for all of
	                 * them, and for no other level */
	int symmetries; /* under how many symmetries the level looks the same, from 1 */
	int pieces;     /* cells that are neither empty nor walls */
	int walls;
};

struct shape level_shape(const struct puzzle *puzzle, const struct level *level);

/* ---- for puzzle_symmetry.headers ---- */

/* New names of colours, given in the order in which the old ones are met. */
struct renaming {
	char name[128]; /* by the old name; '\0': not met yet */
	int count;
};

/* The new name of a colour; any character but a to z stays. */
char shape_rename(struct renaming *renaming, char letter);

/* Renames the letters of a word in place. */
void shape_rename_word(struct renaming *renaming, char *word);

#endif
