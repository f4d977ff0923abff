/* The write queue: entries given to the store that are not yet in its file, oldest first.
 *
 * Adding an entry removes those it makes obsolete: a level has at most one game, after all its
 * results; a setting one value. Writing the queue in order leaves the file as if each entry had
 * been written at once, and for reads an entry of the queue overrides the file.
 *
 * If nothing can be saved, the queue is all there is. It is bounded: beyond 256 KiB the oldest
 * games are dropped, then the oldest drafts, then the oldest results. */
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
	int dropped[ENTRY_KINDS]; /* number of dropped entries, by kind */
};

/* Appends a copy. False without memory: then the queue is unchanged. */
bool pending_add(struct pending *pending, const struct entry *entry);

/* What would be lost with the queue, including what was dropped: "2 results, 1 game"; "" for
 * nothing. */
void pending_summary(const struct pending *pending, char out[ENTRY_SUMMARY_MAX]);

/* Removes all entries: they are saved, or the store closes. */
void pending_clear(struct pending *pending);

/* Whether the entry is a result that ends its level's game. */
bool pending_ends_game(const struct entry *entry);

/* The newest game of a level, or the newer result that ended it; NULL if there is none. Pointers
 * into the queue are valid until it changes. */
const struct entry *pending_of_level(const struct pending *pending, uint64_t level);

/* The newest result of a place; NULL: none. */
const struct entry *pending_result_at(const struct pending *pending, const char *place);

/* The best result of a level: highest score, then fewest moves, then optimal; NULL: none. */
const struct entry *pending_best(const struct pending *pending, uint64_t level);

/* The better of two results; either may be NULL. */
const struct entry *pending_better(const struct entry *one, const struct entry *other);

/* The draft with this number; NULL: none. */
const struct entry *pending_draft(const struct pending *pending, uint64_t level);

/* The value of a setting; NULL: none. */
const struct entry *pending_setting(const struct pending *pending, const char *name);

#endif
