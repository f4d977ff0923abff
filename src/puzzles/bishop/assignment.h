/* Which piece of a colour goes to which target, as if each were alone on the board: an assignment
 * problem (Kuhn 1955), by the distances of a level's table. */
#ifndef PARLOUR_PUZZLES_BISHOP_ASSIGNMENT_H
#define PARLOUR_PUZZLES_BISHOP_ASSIGNMENT_H

#include "puzzles/bishop/bishop.h"

enum { BISHOP_TARGETS_MAX = COLOURS_MAX }; /* rows of the table, without row 0 */

/* The minimum sum of moves that brings a piece of the colour to each of its targets; the level must
 * have a table. `targets`, unless it is NULL, gets the targets that a minimum assignment may give
 * to each of at most 64 pieces, a bit for each from the first on; perhaps also others. */
int bishop_assign(const struct level *level, int colour, const uint16_t *cell, int count,
                  uint64_t *targets);

/* Prepares for the next function: for each piece the minimum sum of the others, by the target that
 * they leave to it, numbered from 1; 0: they leave it none. This takes as long as a few
 * assignments; then each move takes a small part of one. */
void bishop_prepare_moves(const struct level *level, int colour, const uint16_t *cell, int count,
                          int16_t others[][BISHOP_TARGETS_MAX + 1]);

/* The minimum sum after a piece, whose row of those sums is given, has moved to a cell. */
int bishop_assign_after(const struct level *level, int colour, const int16_t *others, int cell);

#endif
