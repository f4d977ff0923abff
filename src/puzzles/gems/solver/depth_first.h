/* The depth-first search for a first plan of match three.
 *
 * No position comes twice on a way, so it needs no depth limit; dead ends are remembered in the
 * table, proven. The positions that look best go first. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_DEPTH_FIRST_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_DEPTH_FIRST_H

#include "puzzles/gems/solver/search.h"

/* Goes on where it stopped (at the start, while hunt->depth is 0), for so many nodes or until a way
 * is known. PROVEN: there is none. */
enum outcome gems_deep_go(struct hunt *hunt, unsigned nodes);

#endif
