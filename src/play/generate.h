/* New levels: the first of a series of random boards whose minimum number of moves is proven and
 * within the wanted range.
 *
 * Seeds are for ever: the same recipe and seed give the same level on every machine, in this
 * version and all later ones. A solver's limits can only turn it into an error.
 *
 * Work is counted in tries and states, so that an unsuccessful search ends at the same board
 * everywhere. If a recipe has a limit of seconds, it replaces the limit of states. */
#ifndef PARLOUR_PLAY_GENERATE_H
#define PARLOUR_PLAY_GENERATE_H

#include <stdio.h>

#include "solve/solve.h"

/* How far the search for a board has come. */
struct generate_progress {
	int tries;        /* boards drawn, the current one included */
	uint64_t states;  /* walked through to find goals, and searched in proofs */
	bool over;        /* more states than a recipe without seconds may take */
	bool none;        /* in the end: the seed gives no board, which is no fault of the recipe */
	int lower, upper; /* bounds on the minimum of the board nearest to the wanted range; `upper`
	                   * -1: not known; both -1: no board yet */
};

/* Called for each try and, every few milliseconds, during a proof. */
struct generate_watcher {
	void (*report)(void *context, const struct generate_progress *progress);
	void *context;
};

enum { TRIES_MAX = 2000 }; /* frozen */

/* Makes a level and sets its par to the proven minimum. False, with an error that reports the
 * closest board, if none of TRIES_MAX boards fits, or if the limits are reached before the next
 * board is judged. */
bool generate(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
              struct level *level, struct error *error);

/* The same with a watcher, which may be NULL. In the end *progress has the work done. */
bool generate_watched(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                      const struct generate_watcher *watcher, struct generate_progress *progress,
                      struct level *level, struct error *error);

/* A level of the recipe's size and headers, still without a board: what generator.start begins
 * with. False if the puzzle does not understand the headers. */
bool generate_begin(const struct puzzle *puzzle, const struct recipe *recipe, struct level *level,
                    struct error *error);

/* Checks the recipe for contradictions that can be found without a search. The error names the
 * option at fault. */
bool recipe_check(const struct puzzle *puzzle, const struct recipe *recipe, struct error *error);

/* The game ID of a level made by the puzzle's default recipe in another size: "tilt:7x7#1234". */
void generate_name(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                   char *out, size_t size);

/* Writes the level in the form of a level file under this title. */
bool generate_print(const struct puzzle *puzzle, const struct level *level, const char *title,
                    FILE *out);

/* The puzzle's default recipe with what differs in a step. */
struct recipe recipe_of_step(const struct puzzle *puzzle, const struct board_step *step);

/* True if the recipe asks for nothing but a size. */
bool recipe_is_plain(const struct puzzle *puzzle, const struct recipe *recipe);

/* A fresh seed, short enough to tell a friend. */
uint64_t generate_fresh_seed(void);

#endif
