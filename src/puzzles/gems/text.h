/* Levels of match three as text: rules, goal, refill and board, both ways. */
#ifndef PARLOUR_PUZZLES_GEMS_TEXT_H
#define PARLOUR_PUZZLES_GEMS_TEXT_H

#include "puzzle/puzzle.h"

/* What struct puzzle asks for. */
bool gems_read_headers(struct level *level, const struct level_text *text, struct error *error);
bool gems_read(struct level *level, const struct level_text *text, struct error *error);
void gems_write(const struct level *level, const struct state *state,
                struct level_writer *writer);

/* What struct puzzle has by the same name. */
void gems_describe_cell(const struct level *level, const struct state *state, int cell, char *out,
                        size_t size);

#endif
