/* The rules of lines: tiles, slides, groups, goals, and the bound.
 *
 * A tile is the set of its solid sides, bit 1 << direction. A piece is a tile with MARK added where
 * its player must close it; unpacked, a position is a grid of pieces, a byte a cell. */
#ifndef PARLOUR_PUZZLES_LINES_RULES_H
#define PARLOUR_PUZZLES_LINES_RULES_H

#include "puzzle/puzzle.h"

enum { SIDES = 15, MARK = 16 }; /* of a piece */

/* level->rules: the goal, all parts of which must hold, and whether it can be reached. */
enum {
	CLOSE_ALL = 1,    /* every group is closed */
	CLOSE_TILES = 2,  /* level->amount tiles are in closed groups, blanks not counted */
	CLOSE_GROUPS = 4, /* level->amount groups are closed, blanks not counted */
	MARKED = 8,       /* every piece with a mark is in a closed group */
	HOPELESS = 16,    /* proven when the level was read: no layout reaches the goal */
};

/* What counts for goals. */
struct tally {
	int tiles, closed_tiles;
	int groups, closed_groups;
	int marks, closed_marks;
};

void lines_unpack(const struct level *level, const struct state *state, uint8_t piece[CELLS_MAX]);

/* The inverse, for a level whose rules and size are set. */
void lines_pack(const struct level *level, const uint8_t piece[CELLS_MAX], struct state *state);

/* Makes a grid the start of a level whose headers and size are set, and sets what follows from it,
 * except for what lines_prepare sets. */
void lines_begin(struct level *level, const uint8_t piece[CELLS_MAX]);

/* Sets HOPELESS if it is proven. */
void lines_prepare(struct level *level);

/* A slide's code, and its parts. `line` is a row from the top, or a column from the left. */
move_code lines_move(int line, int direction);
int lines_line(move_code move);
int lines_direction(move_code move);

/* The move that slides a line; in a line of two cells both directions are one, RIGHT or UP. */
move_code lines_slide(const struct level *level, int line, int direction);

/* How many cells the slid line has. */
int lines_length(const struct level *level, move_code move);

/* The slide that undoes this one. */
move_code lines_reverse(const struct level *level, move_code move);

/* The solid sides of each cell that meet a solid side; the others are invalid. */
void lines_connect(const struct level *level, const uint8_t piece[CELLS_MAX],
                   uint8_t joined[CELLS_MAX]);

/* Numbers groups in reading order of their first cells; each blank is a group. */
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

/* Members of struct puzzle_rules by the same names. */
int lines_moves(const struct level *level, const struct state *state, move_code out[MOVES_MAX]);
bool lines_apply(const struct level *level, struct state *state, move_code move);
bool lines_solved(const struct level *level, const struct state *state);
int lines_lower_bound(const struct level *level, const struct state *state);
void lines_groups(const struct level *level, const struct state *state, struct groups *out);

#endif
