/* Level text with a start and a goal side by side: '.' floor, '#' a wall, and a letter for the
 * colour of a piece, or of its goal. */
#ifndef PARLOUR_PUZZLE_GRID_H
#define PARLOUR_PUZZLE_GRID_H

#include "os/error.h"
#include "puzzle/puzzle.h"

/* The characters of both words. */
#define GRID_LETTERS ".#abcdefghijklmnopqrstuvwxyz"

/* Reads both words: walls become 1 in level->map, goals their colour in level->goal, and pieces
 * their colour in `grid`; everything else is 0. */
bool grid_read(struct level *level, uint8_t grid[CELLS_MAX], const struct level_text *text,
               struct error *error);

/* The inverse: both words of a position. */
void grid_write(const struct level *level, const uint8_t grid[CELLS_MAX],
                struct level_writer *writer);

/* Describes a cell: "a on goal b". `piece`: the colour there, or 0. */
void grid_describe_cell(const struct level *level, int cell, int piece, char *out, size_t size);

#endif
