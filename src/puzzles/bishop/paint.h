/* What a player of bishop sees and does: functions of the mode. */
#ifndef PARLOUR_PUZZLES_BISHOP_PAINT_H
#define PARLOUR_PUZZLES_BISHOP_PAINT_H

#include "puzzle/puzzle.h"

/* Around the board: room for the letters and numbers of its cells. */
enum { BISHOP_MARGIN_ROWS = 2, BISHOP_MARGIN_COLUMNS = 4 };

void bishop_status(const struct level *level, const struct state *state, int score, char *out,
                   size_t size);
void bishop_hint_text(const struct level *level, const struct state *state, move_code move,
                      char *out, size_t size);
void bishop_describe_cell(const struct level *level, const struct state *state, int cell, char *out,
                          size_t size);
enum intent bishop_press(const struct level *level, const struct state *state,
                         struct cursor *cursor, int key, move_code *move);
int bishop_frames(const struct level *level, const struct state *state, move_code move);
void bishop_paint(const struct level *level, const struct view *view, struct picture *picture);

#endif
