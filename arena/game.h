/* A game on a board of the arena, judged by proof.
 *
 * The regret of a move is the optimum after it, plus one, minus the optimum before it: the moves
 * that it has cost for good. It is never negative. A game is over when the board is solved, with
 * the move that makes it unsolvable (a dead end, whose regret is infinite), or when it has as many
 * moves as the grade allows. The regret of a solved game is the sum of those of its moves, which is
 * its moves less the optimum. That of any other is the greatest that a solved game may have, so
 * that no player gains by giving up. */
#ifndef PARLOUR_ARENA_GAME_H
#define PARLOUR_ARENA_GAME_H

#include "algo/proof_table.h"
#include "boards.h"
#include "solve/solve.h"

enum {
	GAME_MOVES_MAX = 128,         /* of any grade */
	PROOF_STATES_MAX = 100000000, /* an optimum that takes more is an error; none is known */
};

struct game {
	struct board board;
	char name[BOARD_NAME_MAX];
	const struct puzzle *puzzle;
	struct level level;
	struct state state;
	struct level_solver *solver;
	struct proof_table proofs;  /* optima known already */
	int limit;                  /* moves that it may have */
	int made;                   /* moves so far */
	int left;                   /* optimum of the position; DEAD_END once it is unsolvable */
	int regrets;                /* moves that count: up to a dead end */
	int regret[GAME_MOVES_MAX]; /* of each; DEAD_END: infinite */
	struct answer answer;
};

/* Begins a game. It must be ended, also after an error. */
bool game_begin(struct game *game, const struct board *board, struct error *error);
void game_end(struct game *game);

/* Makes a move. False with an error if it is not valid here, or if the board is solved or the limit
 * reached; or, which is no fault of the move, if the optimum can't be proven. After a dead end
 * moves are made and not counted. */
bool game_move(struct game *game, const char *name, struct error *error);

bool game_is_solved(const struct game *game);
bool game_is_over(const struct game *game);

/* The position as an object: the board, the rules, the rows of a level file, and the valid
 * moves. */
json_t *game_position(const struct game *game);

/* The result as an object. */
json_t *game_result(const struct game *game);

#endif
