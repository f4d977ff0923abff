/* All SQL: the migrations and the statements.
 *
 * Tables: `game` has the games in progress, one per level, the last one played with the greatest
 * turn, and when each was moved last (0: unknown); `result` all finished games; `setting` numbers
 * by name; `draft` levels being drawn, by what they started from; `run` all runs, by name and the
 * millisecond in which they began, those in progress with `finished` 0; `level` the texts of the
 * levels of games and results. Results of old versions may lack that text; it is '' if it was
 * searched without success. */
#ifndef PARLOUR_STORE_SCHEMA_H
#define PARLOUR_STORE_SCHEMA_H

#include "store/entry.h"

enum {
	SCHEMA_APPLICATION = 0x5061726C, /* "Parl": application_id of our files */
	SCHEMA_VERSION = 10,             /* the newest user_version known */
};

/* The migration from each version to the next, from 0. Append only: never change a released one.
 * The file's user_version is the number of migrations done. */
extern const char *const schema_migrations[SCHEMA_VERSION];

enum statement {
	STATEMENT_BEGIN,
	STATEMENT_BEGIN_READ,
	STATEMENT_COMMIT,
	STATEMENT_DROP_GAME,
	STATEMENT_END_GAME, /* the same, if it was not moved since the date */
	STATEMENT_DROP_DRAFT,
	STATEMENT_MARK_OPTIMAL,
	STATEMENT_MARK_UNAIDED,
	STATEMENT_GAME,
	STATEMENT_DRAFT,
	STATEMENT_SETTING,
	STATEMENT_BEST,
	STATEMENT_TIMED, /* results with times */
	STATEMENT_BESTS,
	STATEMENT_LEVEL_AT,
	STATEMENT_STATISTICS,
	STATEMENT_RESULT_COUNT,
	/* One for each kind of entry: */
	STATEMENT_ALL,                                /* reads them; of levels those without text */
	STATEMENT_ADD = STATEMENT_ALL + ENTRY_KINDS,  /* adds one; store_add_all says when */
	STATEMENT_SAVE = STATEMENT_ADD + ENTRY_KINDS, /* writes one, replacing an earlier one */
	STATEMENT_COUNT = STATEMENT_SAVE + ENTRY_KINDS
};

/* Parameters have the same numbers everywhere, after the fields of struct entry: ?1 level, ?2 name,
 * ?3 place, ?4 words, ?5 seconds, ?6 number, ?7 optimal, ?8 date, ?9 score, ?10 text,
 * ?11 unaided, ?12 hinted, ?13 times.
 * Rows of entries have their columns in the same order, from 0. Two functions verify results:
 *
 *   replayed(level, text, mode, moves, count, score): 1 if the text is a level of this identity
 * and puzzle, and the moves solve it in `count` moves without help; or, for an endless level,
 * give this score in `count` moves; else 0.
 *
 *   par(level, text): the level's par; -1 if it has none, or the text is another level's. A result
 * with more moves is not optimal, whatever the row says. */
extern const char *const schema_statements[STATEMENT_COUNT];

#endif
