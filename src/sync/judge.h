/* Whether a record may be passed on, to the database or from it.
 *
 * A record must be sound (play/scores.h), and no more than a day in the future. If its level is one
 * of the program's, its moves are replayed, and must solve it. Records of other places are passed
 * on: a board of a game ID may take a minute to make, and a newer version may know levels that we
 * don't. Whoever ranks a record replays it in any case. */
#ifndef PARLOUR_SYNC_JUDGE_H
#define PARLOUR_SYNC_JUDGE_H

#include "play/library.h"

struct judge {
	struct library library;
	struct judged_level *level; /* sorted by identity */
	size_t count;
	struct level *current; /* the last one used, of `identity` */
	uint64_t identity;
};

bool judge_open(struct judge *judge, struct error *error);
void judge_close(struct judge *judge);

/* NULL, or what is wrong with a record, in a few words. */
const char *judge_record(struct judge *judge, const char *tag, const char *text);

#endif
