/* The state space of one level of match three: positions on bit-planes (planes.h), their
 * successors, and a lower bound on the number of swaps to the goal.
 *
 * A position is a few words: the planes; where columns refill, the number of letters each has
 * taken, a byte a column; where points are the goal, the score. Equal positions are equal words. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_SPACE_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_SPACE_H

#include "puzzles/gems/planes.h"
#include "puzzles/gems/rules.h"
#include "puzzles/gems/solver/transport.h"

enum {
	PLANES_MAX = 4,          /* planes of a position; or one less */
	PLANE_COLUMNS = 16,      /* at most */
	CODES = 1 << PLANES_MAX, /* 0 is empty */
	TAKEN_WORDS = PLANE_COLUMNS / 8,
	POSITION_WORDS = PLANES_MAX + TAKEN_WORDS + 1,
	LETTERS_MAX = 255, /* letters of a column's stream */
	STREAM_WORDS = 5,  /* one more than they fill */
	SUCCESSORS_MAX = 2 * PLANE_CELLS,
	BOUND_DEAD = -1, /* no plan leads to the goal */
};

struct position {
	uint64_t word[POSITION_WORDS]; /* the words from gems_space.words on are 0 */
};

struct gems_space {
	struct plane_shape shape;
	int planes;
	int words;       /* words of a position */
	int taken_at;    /* the first word of letters taken; 0: columns do not refill */
	int score_at;    /* the word of the score; 0: points are not the goal */
	uint32_t amount; /* number of points */
	uint32_t wanted; /* 1 << code for each colour to clear */
	uint32_t codes;  /* 1 << code for each colour there is */
	uint8_t letters[PLANE_COLUMNS];                           /* the length of each stream */
	uint64_t stream[PLANE_COLUMNS][PLANES_MAX][STREAM_WORDS]; /* letters' codes by planes */
	uint8_t to_come[PLANE_COLUMNS][LETTERS_MAX + 1][CODES]; /* by letters taken; code 0: all */
};

struct successor {
	struct position position;
	move_code move;
	/* Left to the caller: */
	uint16_t g;    /* moves from the start */
	uint32_t from; /* the number of the position before */
};

/* Whether the level's size, goal and streams fit into positions. */
bool gems_space_accepts(const struct level *level);

/* Prepares for positions with the gems of this one: as many planes as they need, and only their
 * colours. */
void gems_space_init(struct gems_space *space, const struct level *level, const struct gems *gems);

/* Whether it was prepared for all gems of a position, too: undo may bring back more of them. */
bool gems_space_fits(const struct gems_space *space, const struct level *level,
                     const struct gems *gems);

void gems_space_position(const struct gems_space *space, const struct level *level,
                         const struct gems *gems, struct position *position);

/* Makes a valid swap. */
void gems_space_move(const struct gems_space *space, struct position *position, move_code move);

/* Every valid swap, and the position after its cascade; returns how many. */
int gems_space_successors(const struct gems_space *space, const struct position *position,
                          struct successor out[SUCCESSORS_MAX]);

/* A lower bound on the number of swaps to the goal, 0 only at the goal; or BOUND_DEAD. */
int gems_bound(const struct gems_space *space, struct transport *transport,
               const struct position *position);

/* The order in which a depth-first search tries positions, the lowest rank first: a heuristic. Of
 * equal bounds, more valid swaps are better. */
int gems_rank(const struct gems_space *space, const struct position *position, int bound);

/* How many letters a column has taken. */
static inline unsigned letters_taken(const struct gems_space *space,
                                     const struct position *position, int column)
{
	return position->word[space->taken_at + column / 8] >> 8 * (column % 8) & 255;
}

#endif
