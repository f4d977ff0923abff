/* New levels: a mode's random boards, of which one is taken whose shortest solution is proven and
 * of the wanted length. The same recipe and seed give the same level everywhere. */
#ifndef PARLOUR_PLAY_GENERATE_H
#define PARLOUR_PLAY_GENERATE_H

#include <stdio.h>

#include "solve/solve.h"

/* Makes a level, its par set to the proven optimum. Bounded in tries and states, not in time, so
 * that it never depends on the machine. False with a word on what to ask instead. */
bool generate(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
              struct level *level, struct error *error);

/* A level of the recipe's size and headers, still without a board: what mode->generate begins with.
 * False where the headers are not what the mode understands. */
bool generate_begin(const struct puzzle *puzzle, const struct recipe *recipe, struct level *level,
                    struct error *error);

/* The game ID of a level made by the mode's own recipe but for the size: "tilt:7x7#1234". */
void generate_name(const struct puzzle *puzzle, const struct recipe *recipe, uint64_t seed,
                   char *out, size_t size);

/* Writes the level in the form of a level file under this title. */
bool generate_print(const struct puzzle *puzzle, const struct level *level, const char *title,
                    FILE *out);

/* True if the recipe asks for nothing but a size. */
bool recipe_is_plain(const struct puzzle *puzzle, const struct recipe *recipe);

#endif
