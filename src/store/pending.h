/* The list of what was given to the store and is not yet in its file, oldest first.
 *
 * What a later entry makes needless is dropped as it comes: of a level there is at most one game,
 * behind all its results; of a setting, one value. So the list, written in order, leaves the file
 * as if each entry had been written when it came, and the newest entry of a level or setting says
 * more than the file does.
 *
 * Where nothing can be saved the list is all there is. It is bounded: past 256 KiB the oldest games
 * are given up, then the oldest drafts, then the oldest results. */
#ifndef PARLOUR_STORE_PENDING_H
#define PARLOUR_STORE_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/entry.h"

/* All zero: empty. */
struct pending {
	struct entry *oldest; /* NULL: nothing is pending */
	size_t size;          /* bytes of all entries */
	int lost[ENTRY_KINDS]; /* how many of each were given up for want of memory */
};

/* Puts a copy at the end. False without memory: the list is as it was. */
bool pending_add(struct pending *pending, const struct entry *entry);

/* What would be lost if the list were: "2 results, 1 game"; with what is lost already. "" for
 * nothing. */
void pending_summary(const struct pending *pending, char out[ENTRY_SUMMARY_MAX]);

/* Forgets all entries: they are saved, or the store closes. */
void pending_clear(struct pending *pending);

/* Whether the entry is a result with which its level's game is over. */
bool pending_ends_game(const struct entry *entry);

/* The newest game of a level, or result that ended it, which says whether it is being played or
 * finished; NULL for none. A pointer into the list is good until the list changes. */
const struct entry *pending_of_level(const struct pending *pending, uint64_t level);

/* The newest result of the place; NULL for none. */
const struct entry *pending_result_at(const struct pending *pending, const char *place);

/* The best result of a level: of the highest score, of those of the fewest moves, and of those an
 * optimal one; NULL for none. */
const struct entry *pending_best(const struct pending *pending, uint64_t level);

/* The better of two results, either of which may be NULL. */
const struct entry *pending_better(const struct entry *one, const struct entry *other);

/* The draft of a level; NULL for none. */
const struct entry *pending_draft(const struct pending *pending, uint64_t level);

/* The value of a setting; NULL for none. */
const struct entry *pending_setting(const struct pending *pending, const char *name);

#endif
