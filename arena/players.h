/* Four simple players, to compare others with. None knows what a search has proven. */
#ifndef PARLOUR_ARENA_PLAYERS_H
#define PARLOUR_ARENA_PLAYERS_H

#include "boards.h"

struct player {
	const char *name;
	const struct simulated *simulated; /* NULL: beam search */
};

/* The player with that name, or NULL. */
const struct player *player_named(const char *name);

/* Plays a level: writes the moves, at most `limit`, and returns their number; -1 without memory. */
int player_play(const struct player *player, const struct puzzle *puzzle, const struct level *level,
                int limit, move_code *made);

#endif
