/* The star of a level that was just solved in the minimum number of moves. The result shows it;
 * when the list of levels opens next, it flies from there to its level's line and glints. */
#ifndef PARLOUR_UI_WIDGET_STAR_H
#define PARLOUR_UI_WIDGET_STAR_H

#include "puzzle/picture.h"

struct star {
	uint64_t level; /* the identity of the level that has earned it; 0: none */
	struct star_place {
		int row, column; /* on the screen */
	} from, to;
	bool seen;         /* its place in the list is on the screen: `to` */
	int picture, last; /* pictures of its flight, from 1; picture 0: it does not fly */
	int64_t due;       /* time of the next picture */
};

/* A level has earned its star; the result shows it there. */
void star_earn(struct star *star, uint64_t level);
void star_show(struct star *star, int row, int column);

/* The list opens. With `still`, the star is only seen glinting in its place. */
void star_fly(struct star *star, bool still);

/* The list has painted a level's mark there; then, all of the list. */
void star_land(struct star *star, uint64_t level, int row, int column);
void star_draw(struct star *star, struct picture *picture);

/* When the next picture is due; 0: there is none. */
int64_t star_due(const struct star *star);
void star_tick(struct star *star);
/* It is in its place. */
void star_stop(struct star *star);

#endif
