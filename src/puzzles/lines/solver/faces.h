/* Positions for closing all, laid out so that a line is a byte: the left and right sides row by
 * row, the upper and lower ones column by column. What a row needs to be closed is in its byte of
 * the first two planes, what a column needs in its byte of the others. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_FACES_H
#define PARLOUR_PUZZLES_LINES_SOLVER_FACES_H

#include "puzzles/lines/solver/board.h"

/* Planes 2 * axis and 2 * axis + 1: the sides that look back along the axis's lines, and on. */
struct faces {
	uint64_t plane[4];
};

void lines_faces_load(const struct board *board, struct faces *faces);

/* Two planes of one axis get the slide of a line of this axis, or what it does to the other
 * axis. */
static inline void faces_slide_along(struct faces *faces, int axis, int line, int length, int way)
{
	const uint64_t cells = ((UINT64_C(1) << length) - 1) << 8 * line;
	for (int i = 2 * axis; i < 2 * axis + 2; i++)
		faces->plane[i] = board_rotate(faces->plane[i], cells, 1, length, way);
}

static inline void faces_slide_across(struct faces *faces, int axis, int line, int length, int way)
{
	const uint64_t every = UINT64_MAX >> (64 - 8 * length);
	const uint64_t cells = (UINT64_C(0x0101010101010101) & every) << line;
	for (int i = 2 - 2 * axis; i < 4 - 2 * axis; i++)
		faces->plane[i] = board_rotate(faces->plane[i], cells, 8, length, way);
}

#endif
