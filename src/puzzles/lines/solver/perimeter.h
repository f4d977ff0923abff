/* All positions within a few slides of the closed ones, and walks that end there. The ball serves
 * every position of a level, since slides never change which tiles there are. */
#ifndef PARLOUR_PUZZLES_LINES_SOLVER_PERIMETER_H
#define PARLOUR_PUZZLES_LINES_SOLVER_PERIMETER_H

#include "puzzles/lines/solver/search.h"

enum { BALL_CELLS_MAX = 32 };

struct ball;

/* For a board of up to BALL_CELLS_MAX cells. NULL: no memory within so many bytes. */
struct ball *lines_ball_new(const struct field *field, size_t bytes);
void lines_ball_free(struct ball *ball);

/* A closed position; only before the ball first grows. False: no room. */
bool lines_ball_add(struct ball *ball, const struct board *goal);

/* Whether to make the radius one greater costs no more than a walk of so many slides and those that
 * were done with this radius. */
bool lines_ball_pays(const struct ball *ball, int slides, uint64_t walked);

/* Makes the radius, 0 at first, one greater. False: no room, or the search is to end; the next call
 * goes on from there. */
bool lines_ball_grow(struct ball *ball, struct effort *effort);

/* Whether it reaches so far that walks to it take less than those to the goal by bounds. */
bool lines_ball_serves(const struct ball *ball);

/* Looks through all ways of exactly so many slides, there being no shorter one, as a goal_kind's
 * walk does; through the effort's ball. */
bool lines_ball_walk(struct walker *walker, const struct board *board, struct turn last, int left);

#endif
