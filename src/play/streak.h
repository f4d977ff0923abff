/* The boards of streaks. Each board of a streak, the first, the second and so on, comes from a pool
 * of its own, from which the day picks one. The pools of a puzzle hold boards of ever higher
 * measured rating (play/rate.h), and their ratings do not overlap, so the ratings of a streak rise.
 *
 * Rating a board takes too long while somebody plays, so the pools are a table, levels/streaks,
 * made by tests/bench/streaks.c. It is frozen, like all that makes a board from its name. */
#ifndef PARLOUR_PLAY_STREAK_H
#define PARLOUR_PLAY_STREAK_H

#include "puzzle/puzzle.h"

enum { STREAK_SEEDS = 36 * 36 }; /* of each of the puzzle's steps */

/* What a pool holds: a step of the puzzle's generator (from 0), and a seed below STREAK_SEEDS. */
struct streak_pick {
	int step, seed;
};

/* A row of the table, the pool of a board; the rows of a puzzle are in the order of its boards. */
struct streak_row {
	const char *puzzle;
	const char *picks; /* three digits of base 36 each: the step, and two of the seed */
};
extern const struct streak_row streak_rows[];
extern const int streak_row_count;

/* The pick for a board of a streak, from 1, whose date is written 20261125. Boards beyond the last
 * pool are different ones from it, as far as it has them. */
struct streak_pick streak_pick(const struct puzzle *puzzle, int date, int board);

struct recipe streak_recipe(const struct puzzle *puzzle, struct streak_pick pick);
uint64_t streak_seed(const struct puzzle *puzzle, struct streak_pick pick);

#endif
