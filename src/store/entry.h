/* A record of the store, as it is queued, stored and exported; lists of records; and the write
 * queue: a list of entries given to the store and not yet in its file.
 *
 * Adding to the queue removes what becomes obsolete: a level has at most one game, after all its
 * results; a setting one value. Writing the queue in order leaves the file as if each entry had
 * been written at once, and for reads an entry of the queue overrides the file.
 *
 * If nothing can be saved, the queue is all there is. It is bounded: beyond 256 KiB the oldest
 * games are dropped, then the oldest drafts, runs and results. */
#ifndef PARLOUR_STORE_ENTRY_H
#define PARLOUR_STORE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum entry_kind {
	ENTRY_GAME,   /* in progress */
	ENTRY_RESULT, /* result of a finished game, which ends it; or a score in an endless game */
	ENTRY_SETTING,
	ENTRY_DRAFT, /* without words: deleted */
	ENTRY_RUN,   /* a run (play/run.h), in progress (date 0) or over: its name is the place */
	ENTRY_LEVEL, /* the text of a level, for old results; "": not found */
	ENTRY_KINDS
};

/* A record of any kind. Fields that its kind does not use are 0, NULL or "". */
struct entry {
	struct entry *next;
	size_t size; /* bytes of the block */
	enum entry_kind kind;
	uint64_t level;
	const char *name; /* name of the puzzle or setting */
	const char *place;
	const char *words;  /* a game's history, a result's moves, a draft's or a run's text */
	const char *text;   /* text of the level; "": unknown */
	const char *times;  /* of a result's moves (puzzle/times.h), or of a game in progress
	                     * (session_restore_clock); "": unknown */
	int64_t number;     /* a result's count, a setting's value, when a run began (in ms) */
	int64_t seconds;
	int64_t date; /* when a result was added, a run ended or a game was moved last (0: unknown),
	                * as time() gives it */
	int64_t score; /* a result's or a run's */
	bool optimal;
	bool unaided;   /* a result, without the counter or a hint having been seen */
	bool hinted;    /* a result, after a hint or a look at a solution */
	bool ends_game; /* a score: its game, against the clock, is over. Not stored */
	char strings[]; /* strings of entry_copy */
};

/* Copies an entry and its strings into one block, to be freed by the caller; NULL without memory.
 * In the copy no string is NULL. */
struct entry *entry_copy(const struct entry *from);

/* Whether it is a result that ends its level's game. */
bool entry_ends_game(const struct entry *entry);

/* The better of two results: highest score, then fewest moves, then optimal, then
 * unaided; either may be NULL. */
const struct entry *entry_better(const struct entry *one, const struct entry *other);

/* A list, oldest first. All zero: empty. */
struct entries {
	struct entry *oldest, *newest;
	size_t size;              /* bytes of all entries */
	int dropped[ENTRY_KINDS]; /* number of entries that entries_queue dropped, by kind */
};

/* Appends a copy; false without memory. */
bool entries_add(struct entries *entries, const struct entry *entry);

/* The same for the write queue: removes obsolete entries, and those without room. */
bool entries_queue(struct entries *queue, const struct entry *entry);

/* Removes the oldest entry, or all of them. */
void entries_remove_oldest(struct entries *entries);
void entries_free(struct entries *entries);

/* The newest entry of the queue about the same as `key`: a draft of its level, a setting of its
 * name, a run at its place that began then, a result at its place; for a game, the level's game or
 * the result that ended it. NULL: none. Pointers into the queue are valid until it changes. */
const struct entry *entries_find(const struct entries *queue, const struct entry *key);

/* The best result of a level; NULL: none. */
const struct entry *entries_best(const struct entries *queue, uint64_t level);

/* Counts by kind, in words: "2 results, 1 game"; "" for none. */
enum { ENTRY_SUMMARY_MAX = 384 };
void entry_summary(const int count[ENTRY_KINDS], char out[ENTRY_SUMMARY_MAX]);

/* The same for the queue: the entries lost with it, including those dropped. */
void entries_summary(const struct entries *queue, char out[ENTRY_SUMMARY_MAX]);

#endif
