/* Positions of lines for its searches: planes of bits, so that a slide is a masked rotation.
 *
 * A plane has a bit a cell, at 8 * row + column, so boards of up to eight rows and columns fit. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_BOARD_H
#define PARLOUR_PUZZLES_LINES_SOLVER_BOARD_H

#include "algo/bits.h"
#include "puzzle/level.h"
#include "puzzles/lines/rules.h"

enum {
	BOARD_SIDE_MAX = 8,
	MARKS = 4, /* the plane behind those of the four sides */
	PLANES = 5,
	ROWS = 0, /* axes: what can be slid */
	COLUMNS = 1,
	AXES = 2,
	ON = 0, /* ways to slide: to the right or down */
	BACK = 1,
	WAYS = 2,
};

struct board {
	uint64_t plane[PLANES]; /* the sides by direction, and the marks */
};

/* What does not change in a level. */
struct field {
	int lines[AXES];      /* how many rows, how many columns */
	int length[AXES];     /* cells of each of them */
	int most[AXES][WAYS]; /* slides of one line in one run that can be on a shortest way */
	uint64_t cells[AXES][BOARD_SIDE_MAX]; /* of each line */
};

/* One slide, and how often in a run its line has been slid. Slides of one axis commute, so a run
 * of them is looked at in one order only: lines rising, each in one way. */
struct turn {
	int8_t axis, line, way; /* axis -1: nothing was slid yet */
	int8_t times;
};

/* False: the board is too large, or has lines that can't be slid. */
bool lines_field_init(struct field *field, const struct level *level);

void lines_board_load(const struct level *level, const struct state *state, struct board *board);
bool lines_board_same(const struct board *a, const struct board *b);
uint64_t lines_board_hash(const struct board *board);
void lines_board_slide(const struct field *field, struct board *board, int axis, int line, int way);

move_code lines_turn_move(const struct field *field, struct turn turn);

/* A move's turn, as the first one. */
struct turn lines_turn_of_move(const struct field *field, move_code move);

/* Whether the turn may follow the last one; sets its times. */
static inline bool turn_follows(const struct field *field, struct turn last, struct turn *turn)
{
	turn->times = 1;
	if (turn->axis == last.axis) {
		if (turn->line < last.line || (turn->line == last.line && turn->way != last.way))
			return false;
		if (turn->line == last.line)
			turn->times = (int8_t)(last.times + 1);
	}
	return turn->times <= field->most[turn->axis][turn->way];
}

/* The bits of the mask go to the next place by `on` bits, and from the last place to the first. */
static inline uint64_t board_rotate(uint64_t plane, uint64_t mask, int on, int length, int way)
{
	const uint64_t moved = plane & mask;
	const int around = on * (length - 1);
	const uint64_t to =
		way == ON ? moved << on | moved >> around : moved >> on | moved << around;
	return plane ^ moved ^ (to & mask);
}

#endif
