/* Replays a list of moves from a level's start.
 *
 * Results that others may have written (the player's file, an import, the leaderboard) are verified
 * by it: the level is identified by its text, and the count, the score and whether it is solved are
 * those that the moves give. */
#ifndef PARLOUR_PUZZLE_REPLAY_H
#define PARLOUR_PUZZLE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/error.h"
#include "puzzle/level.h"

enum { REPLAY_MOVES_MAX = 1000000 }; /* a longer list is refused */

struct puzzle;

/* The result of replaying. */
struct replay {
	struct state state;
	int count; /* number of moves */
	int score; /* their points, at most SCORE_MAX; 0 if the puzzle has none */
	bool solved;
	bool assisted; /* the solver made one of them */
};

/* Makes the moves named in `words`, separated by blanks, newlines or commas; a star after a name
 * marks a move of the solver. False with the first word that is not a valid move; *replay is then
 * the position before it. */
bool replay_moves(const struct puzzle *puzzle, const struct level *level, const char *words,
                  struct replay *replay, struct error *error);

/* A bare level (puzzle/pack.h), identified by its text alone. */
struct replay_level {
	const struct puzzle *puzzle;
	uint64_t identity; /* computed with level_identity, never taken from a record */
	struct level level;
};

/* Reads a text with exactly one level in level file format. False with NAME:LINE and what was
 * expected; then *read is undefined. */
bool replay_read(const char *name, const char *text, size_t size, struct replay_level *read,
                 struct error *error);

#endif
