/* The cells that pieces of a level can come to, and its positions as numbers.
 *
 * Such cells are numbered in reading order. The pieces of one colour are a set of cells, and sets
 * of one size are numbered through (the combinatorial number system, Lehmer 1964): the set of cells
 * c1 < c2 < … is number C(c1, 1) + C(c2, 2) + …. A position is a number whose digits are the sets
 * of its colours and, where colours take turns, the one that moved last. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_SPACE_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_SPACE_H

#include "puzzles/bishop/rules.h"

enum {
	PIECES_MAX = 64, /* on a level of the kernel's */
	DIRECTIONS_MAX = 8,
	RANK_BITS = 48,  /* of a position's number */
	WORDS_MAX = (CELLS_MAX + 63) / 64, /* with a bit for each cell */
};

/* All pieces of one colour. */
struct troop {
	uint8_t colour;
	uint8_t first, count; /* of its cells in a position */
	uint64_t sets;        /* of so many cells */
	uint64_t unit;        /* what its digit counts in a position's number */
};

struct space {
	int cells;
	int words;            /* with a bit for each cell */
	int directions;
	bool slide, no_attack, alternate;
	int troops;
	struct troop troop[COLOURS_MAX];
	uint64_t turn_unit;   /* of the digit that says who moved last: a troop from 1, or 0 */
	uint16_t board[CELLS_MAX];   /* the level's number of each cell */
	uint16_t number[CELLS_MAX];  /* and back; CELLS_MAX where pieces never come */
	bool rising[DIRECTIONS_MAX]; /* cells ahead have larger numbers */
	uint16_t ahead[DIRECTIONS_MAX][CELLS_MAX];  /* the next cell; `cells` where there is none */
	uint16_t behind[DIRECTIONS_MAX][CELLS_MAX]; /* likewise, in the opposite direction */
	uint64_t *ray;        /* bits of the cells ahead, `words` for each direction and cell */
	uint64_t *binomial;   /* C(cell, size), a row of cells for each size */
};

/* A position taken apart. */
struct position {
	uint64_t rank;
	int last;                    /* who moved last: a troop from 1, or 0 */
	uint64_t set[COLOURS_MAX];   /* of each troop */
	uint16_t cell[PIECES_MAX];   /* troop by troop, rising within one */
	uint64_t taken[WORDS_MAX];   /* bits of the cells with pieces */
};

static inline void put_bit(uint64_t *bits, int cell)
{
	bits[cell / 64] |= (uint64_t)1 << cell % 64;
}

static inline bool has_bit(const uint64_t *bits, int cell)
{
	return (bits[cell / 64] >> cell % 64 & 1) != 0;
}

static inline uint64_t *bishop_space_ray(const struct space *space, int direction, int cell)
{
	return space->ray + (size_t)(direction * space->cells + cell) * (size_t)space->words;
}

/* False: the level is not for this, or there is no memory. */
bool bishop_space_init(struct space *space, const struct level *level, size_t bytes);
void bishop_space_free(struct space *space);

/* How many bytes it takes beside itself. */
size_t bishop_space_bytes(const struct space *space);

/* The number of a level's position; false if a piece stands where none can come. */
bool bishop_space_rank(const struct space *space, const struct level *level,
                       const struct state *state, uint64_t *rank);

/* C(cell, size) for each cell. */
static inline const uint64_t *bishop_space_binomials(const struct space *space, int size)
{
	return space->binomial + (size_t)size * ((size_t)space->cells + 1);
}

/* The number of sets of so many of some cells. */
static inline uint64_t bishop_space_sets(const struct space *space, int cells, int count)
{
	return bishop_space_binomials(space, count)[cells];
}

/* A set of so many cells, and back. */
uint64_t bishop_space_set(const struct space *space, const uint16_t *cell, int count);
void bishop_space_cells_of(const struct space *space, uint64_t set, int count, uint16_t *cell);

/* The number of the position after a piece has moved from a cell to a free one. */
uint64_t bishop_space_rank_after(const struct space *space, const struct position *position,
                                 int from, int to);

/* Takes a number apart. */
void bishop_space_enter(const struct space *space, uint64_t rank, struct position *position);

#endif
