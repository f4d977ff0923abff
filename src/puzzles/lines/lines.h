/* Lines: the puzzle, and the parts it is made of. Functions without a comment are members of struct
 * puzzle by the same name. */
#ifndef PARLOUR_PUZZLES_LINES_LINES_H
#define PARLOUR_PUZZLES_LINES_LINES_H

#include "puzzle/puzzle.h"

extern const struct puzzle lines_puzzle;

/* solver/solver.c */
extern const struct puzzle_solver lines_solver;

/* text.c */
bool lines_read_headers(struct level *level, const struct level_text *text, struct error *error);
bool lines_read(struct level *level, const struct level_text *text, struct error *error);
void lines_write(const struct level *level, const struct state *state, struct level_writer *writer);
void lines_name_move(const struct level *level, move_code move, char out[MOVE_NAME_MAX]);
bool lines_read_move(const struct level *level, const char *name, move_code *move);
void lines_describe_cell(const struct level *level, const struct state *state, int cell, char *out,
                         size_t size);
void lines_hint_text(const struct level *level, const struct state *state, move_code move,
                     char *out, size_t size);
void lines_status(const struct level *level, const struct state *state, int score, char *out,
                  size_t size);

/* generate.c: start of struct puzzle_generator */
bool lines_generate(struct level *level, const struct recipe *recipe, struct random *random);

/* paint.c */
enum {
	/* Around the board: numbers and arrows outside a thin frame. */
	LINES_MARGIN_ROWS = 2,
	LINES_MARGIN_COLUMNS = 4,
	LINES_FRAMES = 3, /* pictures between two positions, the same for every slide */
};

void lines_paint(const struct level *level, const struct view *view, struct picture *picture);

#endif
