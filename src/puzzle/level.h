/* A level and a position in it, as plain values.
 *
 * Both hold no pointers and can be copied freely, also to another thread. A level never changes
 * after it is read. The puzzle defines what the fields mean in detail. */
#ifndef PARLOUR_PUZZLE_LEVEL_H
#define PARLOUR_PUZZLE_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SIDE_MAX = 26,                   /* rows or columns of a board */
	CELLS_MAX = SIDE_MAX * SIDE_MAX, /* cells of a board, by row from the top left */
	COLOURS_MAX = 26,
	STATE_MAX = 768,           /* bytes of a position */
	MOVES_MAX = 8 * CELLS_MAX, /* into each cell from each of eight directions */
	MOVE_NAME_MAX = 16,        /* bytes of a move's name with its NUL */
	PAR_MAX = 9999,
};

/* A position. Equal positions have equal bytes, and bytes from state_size on are 0. */
struct state {
	uint8_t byte[STATE_MAX];
};

typedef uint16_t move_code; /* only the puzzle knows its meaning */

struct level {
	int rows, columns;            /* 1..SIDE_MAX */
	int par;                      /* the proven minimum number of moves; -1: not proven yet */
	size_t state_size;            /* bytes used of every state, 1..STATE_MAX */
	struct state start;
	uint8_t map[CELLS_MAX];       /* what never moves: the puzzle's code for each cell */
	uint8_t goal[CELLS_MAX];      /* the goal of each cell: the puzzle's code; 0: none */
	uint32_t rules;               /* the puzzle's flags */
	int amount;                   /* the number in a goal such as "score N" */
	uint64_t seed;                /* seed of the level's random numbers */
	bool endless;                 /* no solution, only points */
	int seconds;                  /* time of an endless game against the clock; 0: no clock */
	int pieces[COLOURS_MAX + 1];  /* number of pieces of each colour, from 1 */
	uint8_t table[COLOURS_MAX + 1][CELLS_MAX]; /* precomputed for the lower bound */
};

/* Whether sizes are in range, and unused bytes are 0: for assertions. */
bool level_is_valid(const struct level *level);
bool state_is_valid(const struct level *level, const struct state *state);

/* Whether two levels are the same except for their starts: then so are the minima of positions. */
bool level_is_same(const struct level *one, const struct level *other);

/* The number of cells of the board. */
static inline int level_cells(const struct level *level)
{
	return level->rows * level->columns;
}

#endif
