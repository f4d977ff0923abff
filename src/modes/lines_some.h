/* Closing less than all of lines: so many tiles, so many groups, those with a mark. */
#ifndef PARLOUR_MODES_LINES_SOME_H
#define PARLOUR_MODES_LINES_SOME_H

#include "modes/lines_search.h"

struct some {
	struct field field;
	int spare;  /* tiles that may stay open */
	int groups; /* that must be closed; 0: any number */
	uint64_t touched[AXES][BOARD_SIDE_MAX]
			[DIRECTIONS]; /* sides whose validity a slide may change */
};

extern const struct goal_kind lines_some_kind; /* its own data is a struct some */

void lines_some_init(struct some *some, const struct field *field, const struct level *level);

#endif
