/* What has been proven about the positions of one level, so that nothing is asked twice.
 *
 * Every position on a proven plan has its own proven number and next move here; so following the
 * plan, undo, redo and coming back cost a look-up. */
#ifndef PARLOUR_PLAY_KNOWN_H
#define PARLOUR_PLAY_KNOWN_H

#include "search/search.h"
#include "search/table.h"

struct known {
	struct table table;
};

bool known_init(struct known *known, const struct level *level);
void known_free(struct known *known);

/* Learns a proof (OPTIMAL or UNSOLVABLE; anything else is passed over) about a position. When the
 * memory set aside for this is full, nothing more is learned. */
void known_learn(struct known *known, const struct mode *mode, const struct level *level,
                 const struct state *state, const struct answer *answer);

/* The proof for a position, plan and all; false if there is none. */
bool known_answer(const struct known *known, const struct mode *mode, const struct level *level,
                  const struct state *state, struct answer *answer);

#endif
