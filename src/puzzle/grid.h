/* Level text of puzzles that draw a start and, beside it, a goal: '.' floor, '#' a wall, and a
 * letter for a piece, or for what is wanted there, of that colour. */
#ifndef PARLOUR_PUZZLE_GRID_H
#define PARLOUR_PUZZLE_GRID_H

#include "os/error.h"
#include "puzzle/puzzle.h"

/* What such words are written with. */
#define GRID_LETTERS ".#abcdefghijklmnopqrstuvwxyz"

/* Reads both words: level->map gets 1 for each wall, level->goal the colours that are wanted,
 * `grid` the colours of the pieces, 0 where there is none. */
bool grid_read(struct level *level, uint8_t grid[CELLS_MAX], const struct level_text *text,
               struct error *error);

/* Back: both words of a position. */
void grid_write(const struct level *level, const uint8_t grid[CELLS_MAX],
                struct level_writer *writer);

/* A cell in words; `piece`: the colour there, or 0; `wanted`: what is called so that a colour has
 * to come to: "goal". */
void grid_describe_cell(const struct level *level, int cell, int piece, const char *wanted,
                        char *out, size_t size);

#endif
