/* How difficult a level is, measured: what simulated players (play/simulate.h) make of it, and what
 * the positions on its shortest solutions are like, all proven. doc/rating.md explains the measures
 * and the rating that is computed from them.
 *
 * A measure is the same on every machine: random numbers come from the level's identity, and work
 * is limited by counts. Only a time limit can change that, and `limited` says so. */
#ifndef PARLOUR_PLAY_RATE_H
#define PARLOUR_PLAY_RATE_H

#include "solve/solve.h"

enum {
	RATING_MIN = 800, /* of any level */
	RATING_MAX = 2800,
	WAYS_MAX = 1000000, /* shortest solutions counted */
};

/* The players whose success is measured. */
enum rate_player {
	RATE_RANDOM, /* moves at random */
	RATE_GREEDY, /* to the lowest bound after a move */
	RATE_AHEAD,  /* to the lowest bound after two moves */
	RATE_PLAYERS
};

struct rating {
	double success[RATE_PLAYERS]; /* share of the games solved within `move_limit`, 0..1 */
	double branching;             /* mean number of valid moves on shortest solutions */
	double dead_ends; /* share of those moves after which the level is unsolvable, 0..1 */
	int par;          /* the proven minimum number of moves */
	int move_limit;   /* moves that a simulated game may take */
	int ways;         /* number of shortest solutions; if more_ways, there are more */
	int trap;         /* moves that a player follows a wrong line before its bound tells */
	int away;         /* moves at which the bound rises, in the shortest solution with fewest */
	int rating;       /* RATING_MIN..RATING_MAX */
	bool more_ways;
	bool limited; /* a limit of work, time or memory was met: the other measures are based on
	               * fewer games or proofs than intended */
};

/* The most moves that a simulated game of a level with this par may take. */
int rate_move_limit(int par);

/* The rating that the measures give. */
int rate_compute(const struct rating *measures);

/* Measures a level (prepared). limits.seconds is for the proof of par, and again for everything
 * after it; limits.states is not used. False, with an error, if the level has no rating: it is
 * endless or unsolvable, or a limit was reached before it was proven or enough games were played;
 * or without memory. */
bool rate_level(const struct puzzle *puzzle, const struct level *level, const struct limits *limits,
                struct rating *rating, struct error *error);

#endif
