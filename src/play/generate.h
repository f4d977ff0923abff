/* New levels: random boards of a puzzle, of which the first is taken whose minimum number of moves
 * is proven and within the wanted range.
 *
 * A seed is for ever: the same recipe and seed give the same level on every machine, with this
 * version and all later ones. What a solver does can only make an error of it. */
#ifndef PARLOUR_PLAY_GENERATE_H
#define PARLOUR_PLAY_GENERATE_H

#include <stdio.h>

#include "solve/solve.h"

/* Makes a level, its par set to the proven minimum. False with a message that says what to ask for
 * instead: when no board of the given number of tries is as wanted, or when it is not known within
 * the recipe's seconds, or in memory, whether the next board is. */
bool generate(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
              struct level *level, struct error *error);

/* A level of the recipe's size and headers, still without a board: what generator.start begins
 * with. False if the puzzle does not understand the headers. */
bool generate_begin(const struct puzzle *puzzle, const struct recipe *recipe, struct level *level,
                    struct error *error);

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
