/* What is kept, one thing at a time, as the store's list, its file and an export have it. */
#ifndef PARLOUR_STORE_ENTRY_H
#define PARLOUR_STORE_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum entry_kind {
	ENTRY_GAME,    /* in progress */
	ENTRY_RESULT,  /* of a finished game, in progress no more; or a score reached in one that
	                  goes on */
	ENTRY_SETTING,
	ENTRY_DRAFT,   /* of a level that is being drawn; without words: no more */
	ENTRY_LEVEL,   /* the text of one of which an older version kept results; "": not found */
	ENTRY_KINDS
};

/* Something to be kept. What its kind has no use for is 0 or "". */
struct entry {
	struct entry *next;
	size_t size;        /* bytes of all of it */
	enum entry_kind kind;
	uint64_t level;
	const char *name;   /* of the mode, or of the setting */
	const char *place;
	const char *words;  /* a game's history, a result's moves, a draft's text */
	const char *text;   /* of the level; "": not known */
	int64_t number;     /* a result's count, a setting's value */
	int64_t seconds;
	int64_t date;       /* when a result was added, by time() */
	int64_t score;      /* a result's */
	bool optimal;
	char strings[];     /* when made by entry_copy */
};

/* One block with strings of its own, to be freed by the caller; NULL without memory. */
struct entry *entry_copy(const struct entry *from);

/* A list, oldest first. All zero: empty. */
struct entries {
	struct entry *oldest, *newest;
	size_t size; /* bytes of all */
};

/* Puts a copy at the end; false without memory. */
bool entries_add(struct entries *entries, const struct entry *entry);
void entries_free(struct entries *entries);

/* Notes in words how many there are of each kind: "2 results, 1 game"; "" for none. */
enum { ENTRY_SUMMARY_MAX = 120 };
void entry_summary(const int count[ENTRY_KINDS], char out[ENTRY_SUMMARY_MAX]);

#endif
