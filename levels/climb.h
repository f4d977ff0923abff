/* Looks for the hardest boards of a size; climb.c tells how. */
#ifndef PARLOUR_LEVELS_CLIMB_H
#define PARLOUR_LEVELS_CLIMB_H

#include "puzzle/puzzle.h"

/* Makes the level as deep as its walls and pieces allow: sets start and goal to positions that are
 * far apart, and returns the moves between them; 0, and the level is as it was, if there are none
 * or too many positions. A level clearly less deep than `before` may get any lower number. */
typedef int deepen_fn(const struct puzzle *puzzle, struct level *level, int before);

/* For any puzzle whose goal is a position (climb.c), and for tilt (climb_tilt.c). */
deepen_fn climb_deepen, climb_deepen_tilt;

/* For all others: proves the minimum of the level as it is. */
deepen_fn climb_prove;

#endif
