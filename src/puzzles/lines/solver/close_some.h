/* Closing less than all of lines: so many tiles, so many groups, those with a mark. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_CLOSE_SOME_H
#define PARLOUR_PUZZLES_LINES_SOLVER_CLOSE_SOME_H

#include "puzzles/lines/solver/search.h"
#include "puzzles/lines/solver/stars.h"

/* A bit a line: rows first, then columns. */
typedef uint16_t line_set;

enum { LINES_MAX = AXES * BOARD_SIDE_MAX };

struct some {
	struct field field;
	int spare;  /* tiles that may stay open */
	int groups; /* that must be closed; 0: any number */
	line_set lines;
	const struct stars *stars; /* NULL: there are none, or not yet */
	/* Sides whose validity a slide of a line may change; and the lines that touch a side. */
	uint64_t touched[LINES_MAX][DIRECTIONS];
	line_set touching[DIRECTIONS][BOARD_SIDE_MAX * BOARD_SIDE_MAX];
};

extern const struct goal_kind lines_some_kind; /* its own data is a struct some */

void lines_some_init(struct some *some, const struct field *field, const struct level *level);

#endif
