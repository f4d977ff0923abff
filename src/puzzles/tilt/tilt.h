/* Tilt: the interface of the puzzle and its solver, and what both share: the slide, and packed
 * states.
 *
 * A grid has a byte for each cell: its colour, or 0 if there is no block. A state is the packed
 * grid (puzzle/pieces.h). */
#ifndef PARLOUR_PUZZLES_TILT_TILT_H
#define PARLOUR_PUZZLES_TILT_TILT_H

#include "puzzle/puzzle.h"
#include "puzzle/puzzle_solver.h"

extern const struct puzzle tilt_puzzle;
extern const struct puzzle_solver tilt_solver;

/* The cells of a row or column, starting at the edge that a move goes towards. */
struct tilt_line {
	int first; /* the cell at that edge */
	int step;  /* to the next cell, away from the edge */
	int length;
};

/* The number of rows or columns that lie along the direction. */
int tilt_line_count(const struct level *level, int direction);
struct tilt_line tilt_line_of(const struct level *level, int direction, int index);

/* Slides the blocks of a grid as far as they go; false if none moves. */
bool tilt_slide(const struct level *level, uint8_t grid[CELLS_MAX], int direction);

/* How far each block would slide, by its cell; 0 where there is none. */
void tilt_distances(const struct level *level, const uint8_t grid[CELLS_MAX], int direction,
                    uint8_t distance[CELLS_MAX]);

void tilt_unpack(const struct level *level, const struct state *state, uint8_t grid[CELLS_MAX]);

/* ---- reasons (reason.c), members of struct puzzle_reasons ---- */

enum tilt_reason {
	TILT_LAST = 1, /* the last `count` blocks come home */
	TILT_HOME,     /* the block at `cell` comes home and need not leave; `count` of them do */
	TILT_STOP,     /* puts a block at `cell`: it stops another at `other` in `move`, the next */
	TILT_STOP_GOAL, /* the same, and `other` is that block's goal */
	TILT_BOUND,  /* the block at `cell` is home for good at `other` after `count` more moves */
	TILT_LEAVES, /* faults: the block at `cell` leaves its goal */
	TILT_LOST_GOAL, /* no block can stop on its goal at `cell` any more */
};

bool tilt_gain(const struct level *level, const struct state *state, const struct judged_move *move,
               struct reason *out);
bool tilt_purpose(const struct level *level, const struct state *state,
                  const struct judged_move *move, struct reason *out);
bool tilt_fault(const struct level *level, const struct state *state,
                const struct judged_move *move, struct reason *out);
void tilt_write_reason(const struct level *level, const struct reason *reason, char *out,
                       size_t size);

/* ---- pictures (paint.c, triumph.c), members of struct puzzle_screen ---- */

#define TILT_MARGIN {1, 2}
void tilt_paint(const struct level *level, const struct view *view, struct picture *picture);
int tilt_frames(const struct level *level, const struct state *state, move_code move);
void tilt_triumph(const struct level *level, const struct state *state, int time,
                  struct picture *picture);

#endif
