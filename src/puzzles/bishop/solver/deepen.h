/* When the memory is full: iterative deepening (Korf 1985) from the start, a round for each number
 * of moves, with a transposition table in which entries replace each other (Reinefeld and Marsland
 * 1994). It needs little memory, and ends with a proof or when the monitor says so. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_DEEPEN_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_DEEPEN_H

#include "puzzles/bishop/solver/pattern.h"

/* Searches from a position, on an answer whose bounds are true and whose plan it keeps or replaces
 * by the shortest; sets the verdict. It takes at most `bytes`; GAVE_UP if they are too few. */
void bishop_deepen(const struct level *level, const struct patterns *patterns, uint64_t start,
                   size_t bytes, struct monitor *monitor, struct answer *answer);

#endif
