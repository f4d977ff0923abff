/* The rules of lines: tiles, slides, groups, goals, and the bound.
 *
 * A tile is the set of its solid sides, bit 1 << direction. A piece is a tile with MARK added where
 * its player must close it; unpacked, a position is a grid of pieces, a byte a cell. */
#ifndef PARLOUR_PUZZLES_LINES_RULES_H
#define PARLOUR_PUZZLES_LINES_RULES_H

#include "puzzle/puzzle.h"

enum { SIDES = 15, MARK = 16 }; /* of a piece */

/* level->rules: what is asked for, all of it at once, and what is known of it. */
enum {
	CLOSE_ALL = 1,    /* every group is closed */
	CLOSE_TILES = 2,  /* level->amount tiles are in closed groups, blanks not counted */
	CLOSE_GROUPS = 4, /* level->amount groups are closed, blanks not counted */
	MARKED = 8,       /* every piece with a mark is in a closed group */
	HOPELESS = 16,    /* proven when the level was read: these tiles can never be so */
};

/* How much of what a goal asks for is there. */
struct tally {
	int tiles, closed_tiles;
	int groups, closed_groups;
	int marks, closed_marks;
};

void lines_unpack(const struct level *level, const struct state *state, uint8_t piece[CELLS_MAX]);

/* Back, for a level whose rules and size are set. */
void lines_pack(const struct level *level, const uint8_t piece[CELLS_MAX], struct state *state);

/* Makes a grid the level's start: sets all that follows from it, its headers and its size, but for
 * what is prepared. */
void lines_begin(struct level *level, const uint8_t piece[CELLS_MAX]);

/* Finds out whether the level is hopeless. */
void lines_prepare(struct level *level);

/* A slide's code and back. `line` is a row from the top, or a column from the left. */
move_code lines_move(int line, int direction);
int lines_line(move_code move);
int lines_direction(move_code move);

/* How many cells the slid line has. */
int lines_length(const struct level *level, move_code move);

/* The slide that undoes this one. */
move_code lines_reverse(const struct level *level, move_code move);

/* The solid sides of each cell that meet a solid side; the others are invalid. */
void lines_connect(const struct level *level, const uint8_t piece[CELLS_MAX],
                   uint8_t joined[CELLS_MAX]);

/* Match groups in reading order of their first cells; each blank is one by itself. */
void lines_group(const struct level *level, const uint8_t piece[CELLS_MAX],
                 const uint8_t joined[CELLS_MAX], struct groups *out);

/* Whether every tile must be closed. */
bool lines_must_close_all(const struct level *level);

/* How many tiles the goal lets stay open. */
int lines_spare_tiles(const struct level *level);

/* Whether a tile may lie in a cell of a board with all tiles closed, given the sides of those above
 * and to the left, 0 if there is none. */
bool lines_tile_fits(const struct level *level, int cell, int sides, int above, int left);

void lines_count(const struct level *level, const struct state *state, struct tally *tally);

/* What struct puzzle has by the same names. */
int lines_moves(const struct level *level, const struct state *state, move_code out[MOVES_MAX]);
bool lines_apply(const struct level *level, struct state *state, move_code move);
bool lines_solved(const struct level *level, const struct state *state);
int lines_lower_bound(const struct level *level, const struct state *state);
void lines_groups(const struct level *level, const struct state *state, struct groups *out);

#endif
