/* What pieces that slide all the way can stop at.
 *
 * Such a piece stops before a wall, the edge or another piece. If the moves of the assignment bound
 * (bound.c) are enough, each piece goes to a target that a minimum assignment gives it, by a route
 * that is the shortest for it alone, and stands nowhere else. So a route is left out if one of its
 * stops has nothing behind it, on whatever routes the others take, or if a piece that stays is in
 * its way. That may take away what others stop at, and so on (arc consistency, Mackworth 1977). If
 * some target is left without a piece, at least one move more is needed. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_STOPS_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_STOPS_H

#include "puzzles/bishop/solver/space.h"

/* The shortest routes of a piece alone to the targets of the table of bound.c. A route is three
 * sets of bits: the cells behind its stops, without walls; those that it passes; those where the
 * piece stands. */
struct routes {
	uint64_t *bits;  /* of all routes, by row and cell; NULL: there are none */
	uint32_t *first; /* of each row and cell, and the end */
	size_t bytes;
};

/* Makes the routes of a level of the rule `slide`; none where that would take more than `bytes`. */
void bishop_routes_init(struct routes *routes, const struct space *space, size_t bytes);
void bishop_routes_free(struct routes *routes);

/* The assignment bound of a position, or one more where it can't be enough. There must be
 * routes. */
int bishop_stops_bound(const struct routes *routes, const struct space *space,
                       const struct position *position);

#endif
