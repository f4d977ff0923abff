/* New boards of a chosen size and difficulty, for the form in the list of levels.
 *
 * The boards are those of game IDs: seeds are tried until a board's minimum number of moves is in
 * the range of the difficulty. So a board has a name, can be shared, and is found again by
 * library_find. The search works in steps of a fraction of a second, so that the screen stays
 * responsive and the player can cancel. */
#ifndef PARLOUR_PLAY_NEW_BOARD_H
#define PARLOUR_PLAY_NEW_BOARD_H

#include "puzzle/puzzle.h"

enum difficulty { DIFFICULTY_EASY, DIFFICULTY_MEDIUM, DIFFICULTY_HARD, DIFFICULTIES };

/* "easy", "medium", "hard". */
const char *difficulty_name(enum difficulty difficulty);

/* The size with this number, from 0; rows 0: there are no more. */
struct board_size new_board_size(const struct puzzle *puzzle, int number);
/* The number of the size that --generate uses if none is given. */
int new_board_usual_size(const struct puzzle *puzzle);

struct par_range {
	int min, max;
};

/* The pars of boards of that size and difficulty. */
struct par_range new_board_pars(const struct puzzle *puzzle, struct board_size size,
                                enum difficulty difficulty);

enum new_board_result {
	NEW_BOARD_SEARCHING,
	NEW_BOARD_FOUND,
	NEW_BOARD_NONE, /* within the time limit */
};

struct new_board {
	const struct puzzle *puzzle;
	struct recipe recipe;
	struct par_range wanted;
	int64_t began, deadline; /* milliseconds_now() */
	uint64_t seed;           /* seed of the next board */
	int tried;               /* boards */
	int par;                 /* par of the board nearest to the wanted ones; -1: none yet */
	uint64_t nearest;        /* its seed */
};

/* Begins with a random seed. The search ends after that many seconds, but tries at least one
 * board. */
void new_board_begin(struct new_board *board, const struct puzzle *puzzle, struct board_size size,
                     enum difficulty difficulty, double seconds);

/* Tries one more board, for at most half a second. */
enum new_board_result new_board_step(struct new_board *board);

/* The game ID of the nearest board, which is the one that was found: "tilt:7x7#1234". `par` must
 * not be -1. */
void new_board_name(const struct new_board *board, char *out, size_t size);

#endif
