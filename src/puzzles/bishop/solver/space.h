/* The cells that pieces of a level can reach, and its positions as numbers.
 *
 * Such cells are numbered in reading order. The pieces of one colour are a set of cells, and sets
 * of one size are numbered through (the combinatorial number system, Lehmer 1964): the set of cells
 * c1 < c2 < … is number C(c1, 1) + C(c2, 2) + …. A position is a number whose digits are the sets
 * of its colours and, where colours take turns, the one that moved last. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_SPACE_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_SPACE_H

#include "puzzles/bishop/bishop.h"

enum {
	PIECES_MAX = 64, /* on a level that this solver takes */
	DIRECTIONS_MAX = 8,
	BISHOP_THREADS_MAX = 4,
	RANK_BITS_MAX = 57,                /* bits of a position's number, */
	WORDS_MAX = (CELLS_MAX + 63) / 64, /* with a bit for each cell */
};

/* All pieces of one colour. */
struct colour_group {
	uint8_t colour;
	uint8_t first, count; /* range of its cells in a position */
	uint64_t sets;        /* the number of sets of that many cells */
	uint64_t unit;        /* what its digit counts in a position's number */
};

struct space {
	const struct level *level;
	int cells;
	int words; /* with a bit for each cell */
	int directions;
	bool slide, no_attack, alternate;
	int groups;
	struct colour_group group[COLOURS_MAX];
	int rank_bits;      /* of this level's, plus one */
	uint64_t turn_unit; /* unit of the digit for the last mover: a colour group from 1, or 0 */
	uint16_t board[CELLS_MAX];                 /* the level's number of each cell */
	uint16_t number[CELLS_MAX];                /* and back; CELLS_MAX where pieces never come */
	bool rising[DIRECTIONS_MAX];               /* cells ahead have larger numbers */
	uint16_t ahead[DIRECTIONS_MAX][CELLS_MAX]; /* the next cell; `cells` where there is none */
	uint64_t *ray;      /* bits of the cells ahead, `words` for each direction and cell */
	uint64_t *binomial; /* C(cell, size), a row of cells for each size */
	size_t bytes;       /* size of both */
};

/* An unpacked position. */
struct position {
	uint64_t rank;
	int last;                  /* who moved last: a colour group from 1, or 0 */
	uint64_t set[COLOURS_MAX]; /* set of each colour */
	uint16_t cell[PIECES_MAX]; /* colour by colour, rising within one */
	uint64_t taken[WORDS_MAX]; /* bits of the cells with pieces */
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

/* Borrows the level. False: it has too many pieces or positions, or there is no memory. */
bool bishop_space_init(struct space *space, const struct level *level, size_t bytes);
void bishop_space_free(struct space *space);

/* The number of a level's position; false if a piece is where none can go. */
bool bishop_space_rank(const struct space *space, const struct state *state, uint64_t *rank);

/* C(cell, size) for each cell. */
static inline const uint64_t *bishop_space_binomials(const struct space *space, int size)
{
	return space->binomial + (size_t)size * ((size_t)space->cells + 1);
}

/* How many sets of `count` cells there are among the first `cells`. */
static inline uint64_t bishop_space_sets(const struct space *space, int cells, int count)
{
	return bishop_space_binomials(space, count)[cells];
}

/* The cells of the set with that number. */
void bishop_space_cells_of(const struct space *space, uint64_t set, int count, uint16_t *cell);

/* The number of the position after a piece has moved from a cell to a free one. */
uint64_t bishop_space_rank_after(const struct space *space, const struct position *position,
                                 int from, int to);

/* Unpacks a position's number. */
void bishop_space_unrank(const struct space *space, uint64_t rank, struct position *position);

/* Whether a cell is a target of a colour group, from 0. */
static inline bool bishop_space_is_target(const struct space *space, int group, int cell)
{
	return space->level->goal[space->board[cell]] == space->group[group].colour;
}

/* The level's numbers of the cells on which a colour group, from 0, has its pieces. */
static inline void bishop_space_board_cells(const struct space *space,
                                            const struct position *position, int group,
                                            uint16_t *cell)
{
	const uint16_t *from = position->cell + space->group[group].first;
	for (int i = 0; i < space->group[group].count; i++)
		cell[i] = space->board[from[i]];
}

/* ---- moves ----
 *
 * The cells ahead of a cell are a set of bits, as are the cells with pieces. The first bit that
 * both have, or the last where numbers fall, is the piece in the way. */

/* A neighbour of a position. */
struct step {
	uint64_t rank;
	uint64_t set; /* set of the colour that moved */
	uint16_t from, to;
	uint16_t group; /* from 0 */
};

/* Whether no two colours have a piece on one cell nor, under no-attack, see each other. */
bool bishop_space_is_valid(const struct space *space, const struct position *position);

/* The maximum number of steps of a position: only the nearest piece in one direction can enter a
 * free cell. */
static inline size_t bishop_space_steps_max(const struct space *space)
{
	return (size_t)space->cells * (size_t)space->directions;
}

/* The positions that one move leads to, or (back) those from which one leads here. Back from where
 * colours take turns, the start, where none has moved yet, is not among them. Under no-attack the
 * position must be peaceful. Returns how many. */
int bishop_space_steps(const struct space *space, const struct position *position, bool back,
                       struct step *out);

/* What a thread needs for the neighbours of positions. */
struct bishop_desk {
	struct position position;
	struct step *step;  /* bishop_space_steps_max of them */
	uint8_t apart[128]; /* so that no cache line has parts of two desks */
};

#endif
