/* All positions within a few slides of the closed ones: there a search can stop. It serves every
 * position of a level, since slides never change which tiles there are. For boards of up to 4x4. */
#ifndef PARLOUR_MODES_LINES_BALL_H
#define PARLOUR_MODES_LINES_BALL_H

#include "modes/lines_faces.h"
#include "modes/lines_search.h"

enum { BALL_SIDE_MAX = 4 };

struct ball;

/* NULL: no memory within so many bytes. */
struct ball *lines_ball_new(const struct field *field, size_t bytes);
void lines_ball_free(struct ball *ball);

/* A closed position; only while the radius is 0. False: no room. */
bool lines_ball_add(struct ball *ball, const struct faces *goal);

/* How far the ball reaches; 0: nothing can be asked yet. */
int lines_ball_radius(const struct ball *ball);

/* Roughly how many positions have to be looked at to make the radius one greater. */
uint64_t lines_ball_work(const struct ball *ball);

/* Makes the radius one greater. False: no room, or the search is to end. */
bool lines_ball_grow(struct ball *ball, struct effort *effort);

/* Whether a position is exactly as far from the nearest closed one as the radius; of nearer ones it
 * may say so or not. */
bool lines_ball_holds(const struct ball *ball, const struct faces *faces);

#endif
