/* A level of match three made ready for a search: positions on bit-planes (gems_planes.h), what one
 * swap makes of them, and how many swaps they take at least.
 *
 * A position is a few words: the planes, then where columns refill the number of letters that each
 * has taken, a byte a column, then where points are the goal the score. Equal positions have equal
 * words. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_FIELD_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_FIELD_H

#include "puzzles/gems/planes.h"
#include "puzzles/gems/rules.h"
#include "puzzles/gems/solver/transport.h"

enum {
	PLANES_MAX = 4,                  /* of a position; or one less */
	PLANE_COLUMNS = 16,              /* at most so many columns are laid out */
	CODES = 1 << PLANES_MAX,         /* 0 is empty */
	TAKEN_WORDS = PLANE_COLUMNS / 8,
	POSITION_WORDS = PLANES_MAX + TAKEN_WORDS + 1,
	LETTERS_MOST = 255,              /* of a column's stream */
	STREAM_WORDS = 5,                /* one more than they fill */
	SUCCESSORS_MAX = 2 * PLANE_CELLS,
	BOUND_DEAD = -1,                 /* no way is left */
};

struct position {
	uint64_t word[POSITION_WORDS]; /* those behind field->words are 0 */
};

struct field {
	struct plane_shape shape;
	int planes;
	int words;            /* of a position */
	int taken_at;         /* the first word of letters taken; 0: columns do not refill */
	int score_at;         /* the score's word; 0: points are not the goal */
	uint32_t amount;      /* of points */
	uint32_t wanted;      /* 1 << code for each colour to be cleared */
	uint32_t codes;       /* 1 << code for each colour there is */
	uint8_t letters[PLANE_COLUMNS]; /* how long each stream is */
	uint64_t stream[PLANE_COLUMNS][PLANES_MAX][STREAM_WORDS]; /* letters' codes by planes */
	uint8_t to_come[PLANE_COLUMNS][LETTERS_MOST + 1][CODES]; /* by letters taken; 0: all */
};

struct successor {
	struct position position;
	uint32_t from;        /* the caller's */
	move_code move;
};

/* Whether levels of this size, goal and streams can be made ready. */
bool gems_field_takes(const struct level *level);

/* Makes ready for positions with the gems of this one: so many planes as they need, and no colour
 * that has gone. */
void gems_field_init(struct field *field, const struct level *level, const struct gems *gems);

/* Whether it was made ready for all gems of a position, too: after a move taken back there may be
 * more of them. */
bool gems_field_fits(const struct field *field, const struct level *level, const struct gems *gems);

/* The planes that a position needs. */
int gems_field_planes(const struct level *level, const struct gems *gems);

void gems_field_position(const struct field *field, const struct level *level,
                         const struct gems *gems, struct position *position);

/* Every valid swap, and the position after its cascade; returns how many. */
int gems_field_successors(const struct field *field, const struct position *position,
                          struct successor out[SUCCESSORS_MAX]);

/* Swaps that are needed at least, 0 only where the goal is reached; or BOUND_DEAD. */
int gems_field_bound(const struct field *field, struct spread *spread,
                     const struct position *position);

/* Which positions to try first, those of least rank; a guess. Among equals, where most swaps can be
 * made. */
int gems_field_rank(const struct field *field, const struct position *position, int bound);

#endif
