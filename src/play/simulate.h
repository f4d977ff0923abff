/* Simulated players of graded strength, to measure levels with. They know the rules and the
 * puzzle's lower bound, and nothing that a search has proven.
 *
 * A player values the position after each move by the lower bound, or by the best bound two moves
 * on, and adds one for each time that this game has been there, so that no game goes round in
 * circles for ever. It chooses at random, values that are lower more often. All numbers are whole:
 * the same seed gives the same games on every machine. */
#ifndef PARLOUR_PLAY_SIMULATE_H
#define PARLOUR_PLAY_SIMULATE_H

#include "algo/state_table.h"
#include "puzzle/puzzle.h"

enum {
	SHARPEST = 64, /* never a move that is valued higher than another */
};

struct simulated {
	int sharpness; /* a value higher by one halves the odds so many times, 0..SHARPEST; 0: moves
	                * at random, without looking */
	int look;      /* 1: the bound after a move, 2: the best one after two */
};

struct simulation {
	const struct puzzle *puzzle;
	const struct level *level; /* prepared; must stay */
	struct state_table seen;   /* positions met, with their values and visits */
	uint64_t work;             /* moves tried so far: what takes the time */
	uint64_t work_max;         /* no game goes on beyond; 0: no limit */
	double deadline;           /* nor beyond that, by seconds_now(); 0: none */
	uint32_t game;             /* number of the one being played, from 1 */
	bool full;                 /* positions were met that `seen` has no room for */
};

/* Uses at most `bytes`. False without memory. */
bool simulation_init(struct simulation *simulation, const struct puzzle *puzzle,
                     const struct level *level, size_t bytes);
void simulation_free(struct simulation *simulation);

/* How far a solution seems to be from a position: 0 if it is solved; the lower bound (look 1), or
 * one more than the lowest after a move (look 2); DEAD_END if there is no move, or all are seen to
 * be unsolvable. */
int simulation_value(struct simulation *simulation, const struct state *state, int look);

/* A game from the level's start of at most `moves` moves. Writes its moves to `made`, unless that
 * is NULL, and their number to *count. Whether the player solves the level; it stops where it sees
 * only dead ends. */
bool simulation_play(struct simulation *simulation, const struct simulated *player, int moves,
                     struct random *random, move_code *made, int *count);

/* The number of games out of `games` that the player solves within `moves` moves, each from the
 * level's start. Fills *played, unless NULL: fewer than `games` where a limit was met. */
int simulation_wins(struct simulation *simulation, const struct simulated *player, int games,
                    int moves, uint64_t seed, int *played);

#endif
