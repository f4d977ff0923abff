/* What a player of bishop sees and does: functions of the mode. */
#ifndef PARLOUR_MODES_BISHOP_SHOW_H
#define PARLOUR_MODES_BISHOP_SHOW_H

#include "core/mode.h"

/* Around the board: room for the letters and numbers of its cells. */
enum { BISHOP_MARGIN_ROWS = 2, BISHOP_MARGIN_COLUMNS = 4 };

void bishop_status(const struct level *level, const struct state *state, int score, char *out,
                   size_t size);
void bishop_point(const struct level *level, const struct state *state, move_code move, char *out,
                  size_t size);
void bishop_tell(const struct level *level, const struct state *state, int cell, char *out,
                 size_t size);
enum intent bishop_press(const struct level *level, const struct state *state, struct hand *hand,
                         int key, move_code *move);
int bishop_frames(const struct level *level, const struct state *state, move_code move);
void bishop_paint(const struct level *level, const struct view *view, struct picture *picture);

#endif
