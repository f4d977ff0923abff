/* The cells that pieces of a level can come to, and its positions as numbers.
 *
 * Such cells are numbered in reading order. The pieces of one colour are a set of cells, and sets
 * of one size are numbered through (the combinatorial number system, Lehmer 1964): the set of cells
 * c1 < c2 < … is number C(c1, 1) + C(c2, 2) + …. A position is a number whose digits are the sets
 * of its colours and, where colours take turns, the one that moved last. */
#ifndef PARLOUR_MODES_BISHOP_SPACE_H
#define PARLOUR_MODES_BISHOP_SPACE_H

#include "modes/bishop_rules.h"

enum {
	PIECES_MAX = 64, /* on a level of the kernel's */
	DIRECTIONS_MAX = 8,
	RANK_BITS = 48,  /* of a position's number */
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
	int directions;
	bool far, slide, no_attack, alternate;
	int troops;
	struct troop troop[COLOURS_MAX];
	uint64_t turn_unit;   /* of the digit that says who moved last: a troop from 1, or 0 */
	uint16_t board[CELLS_MAX];   /* the level's number of each cell */
	uint16_t number[CELLS_MAX];  /* and back; CELLS_MAX where pieces never come */
	uint8_t opposite[DIRECTIONS_MAX];
	uint16_t next[DIRECTIONS_MAX][CELLS_MAX]; /* the cell ahead; `cells` where there is none */
	uint64_t *binomial;   /* C(cell, size), a row of cells for each size */
};

/* A position taken apart. */
struct position {
	uint64_t rank;
	int last;                    /* who moved last: a troop from 1, or 0 */
	uint64_t set[COLOURS_MAX];   /* of each troop */
	uint16_t cell[PIECES_MAX];   /* troop by troop, rising within one */
	uint8_t grid[CELLS_MAX + 1]; /* 0: free; else a troop from 1; WALL behind the last cell */
	uint32_t seen[CELLS_MAX + 1]; /* under no-attack: bits 1 << troop, from 0, of who sees it */
};

/* A neighbour of a position. */
struct step {
	uint64_t rank;
	uint64_t set;      /* of the troop that moved */
	uint16_t from, to;
	uint16_t troop;    /* from 0 */
};

/* False: the level is not for this, or there is no memory. */
bool space_init(struct space *space, const struct level *level, size_t bytes);
void space_free(struct space *space);

/* How many bytes it takes beside itself. */
size_t space_bytes(const struct space *space);

/* The number of a level's position; false if a piece stands where none can come. */
bool space_rank(const struct space *space, const struct level *level, const struct state *state,
                uint64_t *rank);

/* The number of sets of so many of some cells. */
uint64_t space_sets(const struct space *space, int cells, int count);

/* A set of so many cells, and back. */
uint64_t space_set(const struct space *space, const uint16_t *cell, int count);
void space_cells_of(const struct space *space, uint64_t set, int count, uint16_t *cell);

/* Takes a number apart, on a grid that is clear; `space_leave` clears it again. */
void space_begin(const struct space *space, struct position *position);
void space_enter(const struct space *space, uint64_t rank, struct position *position);
void space_leave(const struct space *space, struct position *position);

/* Whether no piece sees one of another troop. */
bool space_is_peaceful(const struct space *space, struct position *position);

/* ---- steps ---- */

/* One piece of a troop about to go, so that the set with it elsewhere is quick to tell. */
struct mover {
	const uint64_t *first;            /* binomials of size 1, */
	size_t row;                       /* and how far it is to those of the next size */
	int count;
	uint16_t from;
	int below;                        /* of the others, so many lie below where it stands */
	uint16_t other[PIECES_MAX];       /* cells of the others, rising, and a larger number */
	uint64_t set[PIECES_MAX];         /* of the others, if so many of them lie below it */
};

void mover_begin(struct mover *mover, const struct space *space, int troop);

/* Takes up the piece of that index among the troop's cells. */
void mover_take(struct mover *mover, const uint16_t *cell, int index);

/* The set with the piece on that cell. `below` is how many of the others lie below the cell before;
 * it is then that of this one. */
static inline uint64_t mover_set(const struct mover *mover, int to, int *below)
{
	int k = *below;
	while (mover->other[k] < to)
		k++;
	while (k > 0 && mover->other[k - 1] > to)
		k--;
	*below = k;
	return mover->set[k] + mover->first[(size_t)k * mover->row + (size_t)to];
}

/* Steps of a position at most: into a free cell, from one direction, only the nearest piece can
 * go. */
static inline size_t space_steps_most(const struct space *space)
{
	return (size_t)space->cells * (size_t)space->directions;
}

/* The positions that one move leads to, or (back) those from which one leads here. Back from where
 * colours take turns, the start, where nobody has moved yet, is not among them. Under no-attack the
 * position must be peaceful. Returns how many. The grid is used, and is then as before. */
int space_steps(const struct space *space, struct position *position, bool back,
                struct step *out);

#endif
