/* The ghosts of the day: the fresh boards of which the leaderboard's records of today have results
 * with times, so that they can be raced against. A fresh board is one of a game ID in the puzzle's
 * default size, as races are on, but no daily board.
 *
 * Which boards these are, the records say, who may have made them up. What counts is known once a
 * board is made and its results are replayed, which takes a fraction of a second for each board:
 * ghosts_check does so for one at a time. A made board is kept while new records are read. */
#ifndef PARLOUR_PLAY_GHOSTS_H
#define PARLOUR_PLAY_GHOSTS_H

#include "play/race.h"
#include "play/scores.h"

enum {
	GHOSTS_SHOWN_MAX = 20,  /* boards of which a result counts */
	GHOST_BOARDS_MAX = 100, /* boards that are looked at for these: the newest */
};

struct ghost {
	char board[RACE_LEVEL_MAX]; /* its game ID */
	int64_t date;               /* of the newest record with times */
	struct level *level;        /* NULL: not made yet, or it can't be made */
	bool tried;                 /* to make it */
	bool checked;
	char player[RIVAL_NAME_MAX]; /* who has the best result; "": none counts */
	struct finish best;
	int others; /* players who have a result with times, too */
};

/* All zero: empty. */
struct ghosts {
	struct scores scores; /* of the day, sorted */
	char own[PLAYER_NAME_MAX + 1];
	struct ghost ghost[GHOST_BOARDS_MAX]; /* newest first */
	int count;
	int shown[GHOSTS_SHOWN_MAX]; /* the first of those with a result that counts */
	int shown_count;
};

/* The records that are wanted for the day of a time. */
struct score_filter ghosts_filter(time_t now);

/* Begins again with the records of the day, which it takes over; they are sorted. Leaves out those
 * of this player. Boards that were made before are checked at once. */
void ghosts_take(struct ghosts *ghosts, struct scores *scores, const char *own);

/* Whether a board is still to be checked; and checks it. */
bool ghosts_are_waiting(const struct ghosts *ghosts);
void ghosts_check(struct ghosts *ghosts);

/* Whether not all of the day are shown. */
bool ghosts_have_more(const struct ghosts *ghosts);

/* The game ID of a ghost's board. */
struct game_id ghost_board(const struct ghost *ghost);

void ghosts_free(struct ghosts *ghosts);

#endif
