/* New levels: random boards of a puzzle, of which the first is taken whose minimum number of moves
 * is proven and within the wanted range.
 *
 * A seed is for ever: the same recipe and seed give the same level on every machine, with this
 * version and all later ones. What a solver does can only make an error of it.
 *
 * Work is counted in tries and in states, so that a search which finds nothing ends at the same
 * board everywhere; a recipe with seconds has those in place of the limit of states. */
#ifndef PARLOUR_PLAY_GENERATE_H
#define PARLOUR_PLAY_GENERATE_H

#include <stdio.h>

#include "solve/solve.h"

/* How far the search for a board has come. */
struct generate_progress {
	int tries;        /* boards drawn, the current one included */
	uint64_t states;  /* walked through to find goals, and searched in proofs */
	bool over;        /* more states than a recipe without seconds may take */
	int lower, upper; /* bounds on the minimum of the board nearest to the wanted range; `upper`
	                   * -1: not known; both -1: no board yet */
};

/* Told of each try and, every few milliseconds, of a proof. */
struct generate_watcher {
	void (*report)(void *context, const struct generate_progress *progress);
	void *context;
};

enum { TRIES_MAX = 2000 }; /* frozen */

/* Makes a level, its par set to the proven minimum. False with a message that says what came
 * closest: when no board of TRIES_MAX is as wanted, or when it is not known within the limits
 * whether the next board is. */
bool generate(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
              struct level *level, struct error *error);

/* The same, watched: *progress says in the end what it took. `watcher` may be NULL. */
bool generate_watched(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                      const struct generate_watcher *watcher, struct generate_progress *progress,
                      struct level *level, struct error *error);

/* A level of the recipe's size and headers, still without a board: what generator.start begins
 * with. False if the puzzle does not understand the headers. */
bool generate_begin(const struct puzzle *puzzle, const struct recipe *recipe, struct level *level,
                    struct error *error);

/* Whether a board can be as the recipe asks at all; false names the wish at fault, as an option of
 * the command line. Only what is known without a search. */
bool recipe_check(const struct puzzle *puzzle, const struct recipe *recipe, struct error *error);

/* The game ID of a level made by the puzzle's own recipe but for the size: "tilt:7x7#1234". */
void generate_name(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                   char *out, size_t size);

/* Writes the level in the form of a level file under this title. */
bool generate_print(const struct puzzle *puzzle, const struct level *level, const char *title,
                    FILE *out);

/* True if the recipe asks for nothing but a size. */
bool recipe_is_plain(const struct puzzle *puzzle, const struct recipe *recipe);

/* A seed that was not used lately, short enough to tell a friend. */
uint64_t generate_fresh_seed(void);

#endif
