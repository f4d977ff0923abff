/* Positions of lines for its searches: bit planes, so that a slide is a masked rotation.
 *
 * A plane has a bit a cell, at 8 * row + column, so boards of up to eight rows and columns fit. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_BOARD_H
#define PARLOUR_PUZZLES_LINES_SOLVER_BOARD_H

#include "algo/bits.h"
#include "puzzle/level.h"
#include "puzzles/lines/lines.h"

enum {
	BOARD_SIDE_MAX = 8,
	MARKS = 4, /* the plane after those of the four sides */
	PLANES = 5,
	ROWS = 0, /* axes: what is slid */
	COLUMNS = 1,
	AXES = 2,
	FORWARD = 0, /* headings along an axis: right or down */
	BACKWARD = 1,
	HEADINGS = 2,
	SLIDES_MAX = AXES * BOARD_SIDE_MAX * HEADINGS, /* from one position */
};

struct board {
	uint64_t plane[PLANES]; /* the sides by direction, and the marks */
};

/* What is the same in all positions of a level. */
struct geometry {
	int lines[AXES];             /* how many rows, how many columns */
	int length[AXES];            /* cells of each of them */
	int run_max[AXES][HEADINGS]; /* the longest run of slides of one line in a shortest plan */
	uint64_t cells[AXES][BOARD_SIDE_MAX]; /* of each line */
};

/* One slide, and its place in a run: consecutive slides of one line.
 *
 * Slides of one axis commute, so a search tries them in one order only: lines ascending, each line
 * in one heading. */
struct slide {
	int8_t axis, line, heading; /* axis -1: no slide yet */
	int8_t times;               /* slides of this line so far, with this one */
};

static const struct slide no_slide = {.axis = -1};

/* False: the board is too large, or has lines of one cell. */
bool lines_geometry_init(struct geometry *geometry, const struct level *level);

void lines_board_load(const struct level *level, const struct state *state, struct board *board);
uint64_t lines_board_hash(const struct board *board);
void lines_board_slide(const struct geometry *geometry, struct board *board, struct slide slide);

/* Lists the slides that may follow the last one; returns how many. */
int lines_slides_after(const struct geometry *geometry, struct slide last,
                       struct slide out[SLIDES_MAX]);

move_code lines_slide_to_move(const struct geometry *geometry, struct slide slide);

/* The slide of a move, as the first of a run. */
struct slide lines_slide_of_move(const struct geometry *geometry, move_code move);

/* Whether the slide may follow the last one; sets its times. */
static inline bool slide_may_follow(const struct geometry *geometry, struct slide last,
                                    struct slide *slide)
{
	slide->times = 1;
	if (slide->axis == last.axis) {
		if (slide->line < last.line ||
		    (slide->line == last.line && slide->heading != last.heading))
			return false;
		if (slide->line == last.line)
			slide->times = (int8_t)(last.times + 1);
	}
	return slide->times <= geometry->run_max[slide->axis][slide->heading];
}

/* Moves each bit of the mask to the next place of its line, `step` bits away, and the bit of the
 * last place to the first. */
static inline uint64_t board_rotate(uint64_t plane, uint64_t mask, int step, int length,
                                    int heading)
{
	const uint64_t moved = plane & mask;
	const int around = step * (length - 1);
	const uint64_t to = heading == FORWARD ? moved << step | moved >> around
	                                       : moved >> step | moved << around;
	return plane ^ moved ^ (to & mask);
}

#endif
