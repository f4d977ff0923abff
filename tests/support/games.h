/* Games of the unit tests: sessions of tilt's boards, and moves by their names. */
#ifndef PARLOUR_TESTS_SUPPORT_GAMES_H
#define PARLOUR_TESTS_SUPPORT_GAMES_H

#include "algo/random.h"
#include "play/session.h"

/* Three moves: down right up. */
extern const char corners[];

/* Opens a game that must open. The solver may be NULL. */
void open_session(struct session *session, const struct puzzle *puzzle, const struct level *level,
                  struct solver *solver);

/* The same of a tilt level from its rows alone. */
void open_tilt(struct session *session, const char *rows, struct solver *solver);

/* Makes moves by their names, separated by blanks, which must all be valid. */
void play(struct session *session, const char *names);

/* Makes a random valid move; false if there is none. */
bool play_random(struct session *session, struct random *random);

/* The steps of a long game that uses everything: moves, undo, redo, restarts and returns. */
void play_wildly(struct session *session, int steps, struct random *random);

#endif
