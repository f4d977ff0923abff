/* The leaderboard: of each level that everybody has, who solved it in how few moves.
 *
 * A record is a line of text that others may have written: "DATE PLAYER LEVEL PLACE MOVE MOVE...",
 * the level by its identity. Nothing of it is believed but what its moves come to on the level of
 * that place, if that is still the level of that identity. */
#ifndef PARLOUR_PLAY_SCORES_H
#define PARLOUR_PLAY_SCORES_H

#include <stdint.h>
#include <time.h>

#include "os/error.h"
#include "play/library.h"
#include "play/session.h"

/* Bytes of a record with its NUL; a longer way is not on the board. */
enum { SCORE_TEXT_MAX = 60000 };

/* A record; its strings are in `text`. */
struct score {
	char *text;
	const char *player, *place, *moves;
	uint64_t level;
	int64_t date; /* seconds since 1970 */
	int count;    /* of the moves; -1: it is not on the board, or not known yet */
};

/* All zero: none. */
struct scores {
	struct score *score;
	size_t count, room;
	bool out_of_memory; /* memory ran out: there are more */
};

/* Who is on one level's board, best first: fewest moves, and of those the earliest. Good until the
 * next call with the same scores. */
struct leaderboard {
	const struct score *score;
	int count;
};

/* Sets *text to a record of a game, to be freed. NULL where there is none to make: there is no
 * player's name, not everybody has the level, it was not solved, or with help; the way is too long.
 * False, and NULL, for want of memory. */
bool scores_text(const char *player, const struct library *library, struct level_ref place,
                 const struct session *session, time_t now, char **text);

/* Takes in a record, which may say anything. */
void scores_add(struct scores *scores, const char *text);

/* Once all are taken in, before the first board. False if not all could be. */
bool scores_sort(struct scores *scores, struct error *error);

/* Makes the moves of all records of a level, and leaves the best of each player. */
bool scores_board(struct scores *scores, const struct library *library, struct level_ref place,
                  struct leaderboard *board, struct error *error);

void scores_free(struct scores *scores);

#endif
