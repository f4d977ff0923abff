/* What is seen of match three: a board, and the pictures that lead from one to the next. */
#ifndef PARLOUR_PUZZLES_GEMS_PAINT_H
#define PARLOUR_PUZZLES_GEMS_PAINT_H

#include "puzzle/puzzle.h"

#define GEMS_MARGIN {2, 4}

/* What struct puzzle asks for. Of each step of a cascade there are its runs, marked, which is a key
 * frame, and then what falls, a row a picture. A last one is shown before a reshuffle. */
int gems_frames(const struct level *level, const struct state *state, move_code move);
bool gems_is_key_frame(const struct level *level, const struct state *state, move_code move,
                       int frame);
int gems_points(const struct level *level, const struct state *state, move_code move, int frame);
void gems_paint(const struct level *level, const struct view *view, struct picture *picture);

#endif
