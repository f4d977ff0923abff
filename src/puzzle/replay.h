/* Moves made again: what a list of their names comes to from a level's start.
 *
 * Whoever reads a result that others may have written (the player's file, an import, the
 * leaderboard) believes nothing of it but what comes out here: the level is known by its text, the
 * count, the score and whether it is solved by the moves. */
#ifndef PARLOUR_PUZZLE_REPLAY_H
#define PARLOUR_PUZZLE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/error.h"
#include "puzzle/level.h"

enum { REPLAY_MOVES_MAX = 1000000 }; /* a longer list is refused */

struct puzzle;

/* Where the moves lead. */
struct replay {
	struct state state;
	int count;    /* of the moves */
	int score;    /* of their points, SCORE_MAX at most; 0 where there are none */
	bool solved;
	bool helped;  /* one of them was made for the player */
};

/* Makes the moves named in `words`, by blanks, newlines or commas, a star behind those that were
 * made for the player. False with the first word that is no valid move; *replay is then where it
 * stood. */
bool replay_moves(const struct puzzle *puzzle, const struct level *level, const char *words,
                  struct replay *replay, struct error *error);

/* A bare level (puzzle/pack.h) that is known by its text alone. */
struct replay_level {
	const struct puzzle *puzzle;
	uint64_t identity; /* level_identity of it, never of what somebody says it is */
	struct level level;
};

/* Reads a text that holds one level as a level file does. False with NAME:LINE and what was
 * expected; *read is then of no use. */
bool replay_read(const char *name, const char *text, size_t size, struct replay_level *read,
                 struct error *error);

#endif
