/* A record of the store: as it is queued, stored and exported. */
#ifndef PARLOUR_STORE_ENTRY_H
#define PARLOUR_STORE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum entry_kind {
	ENTRY_GAME,   /* in progress */
	ENTRY_RESULT, /* of a finished game, which ends it; or a score in an endless game */
	ENTRY_SETTING,
	ENTRY_DRAFT, /* without words: deleted */
	ENTRY_LEVEL, /* the text of a level, for old results; "": not found */
	ENTRY_KINDS
};

/* A record of any kind. Fields that its kind does not use are 0 or "". */
struct entry {
	struct entry *next;
	size_t size; /* bytes of the block */
	enum entry_kind kind;
	uint64_t level;
	const char *name; /* of the puzzle or setting */
	const char *place;
	const char *words;  /* a game's history, a result's moves, a draft's text */
	const char *text;   /* of the level; "": unknown */
	int64_t number;     /* a result's count, a setting's value */
	int64_t seconds;
	int64_t date;       /* when a result was added, as time() gives it */
	int64_t score;      /* a result's */
	bool optimal;
	char strings[]; /* of entry_copy */
};

/* Copies an entry and its strings into one block, to be freed by the caller; NULL without
 * memory. */
struct entry *entry_copy(const struct entry *from);

/* A list, oldest first. All zero: empty. */
struct entries {
	struct entry *oldest, *newest;
	size_t size; /* bytes of all entries */
};

/* Appends a copy; false without memory. */
bool entries_add(struct entries *entries, const struct entry *entry);
void entries_free(struct entries *entries);

/* Counts by kind, in words: "2 results, 1 game"; "" for none. */
enum { ENTRY_SUMMARY_MAX = 120 };
void entry_summary(const int count[ENTRY_KINDS], char out[ENTRY_SUMMARY_MAX]);

#endif
