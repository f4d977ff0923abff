/* What is said to SQLite: how the tables came to be, and every statement, as text.
 *
 * The tables: `game` holds games in progress, one a level, the one played last with the greatest
 * turn; `result` all finished ones; `setting` whole numbers by name; `draft` levels that are being
 * drawn, by what they began with; `level` the text of each level of which a game or a result is
 * kept, but for those that only older versions kept; it is '' once it was looked for in vain. */
#ifndef PARLOUR_STORE_SCHEMA_H
#define PARLOUR_STORE_SCHEMA_H

enum {
	SCHEMA_APPLICATION = 0x5061726C, /* "Parl": application_id of our files */
	SCHEMA_VERSION = 5,              /* the greatest user_version that is known */
};

/* From each version to the next, from 0. Append only: what was released is never changed. The
 * number of those done is the file's user_version. */
extern const char *const schema_migrations[SCHEMA_VERSION];

enum statement {
	STATEMENT_BEGIN,
	STATEMENT_BEGIN_READ,
	STATEMENT_COMMIT,
	STATEMENT_APPLICATION,
	STATEMENT_VERSION,
	STATEMENT_PAGES,
	STATEMENT_SAVE_GAME,
	STATEMENT_DROP_GAME,
	STATEMENT_ADD_RESULT,
	STATEMENT_MARK_OPTIMAL,
	STATEMENT_SAVE_SETTING,
	STATEMENT_GAME,
	STATEMENT_GAMES,
	STATEMENT_BEST,
	STATEMENT_LEVEL_AT,
	STATEMENT_STATISTICS,
	STATEMENT_BEST_MOVES,
	STATEMENT_BESTS,
	STATEMENT_SETTING,
	STATEMENT_SAVE_DRAFT,
	STATEMENT_DROP_DRAFT,
	STATEMENT_DRAFT,
	STATEMENT_SAVE_LEVEL,
	STATEMENT_MISSING_TEXTS,
	STATEMENT_ADD_LEVEL,
	STATEMENT_ADD_GAME,
	STATEMENT_ADD_DRAFT,
	STATEMENT_ADD_SETTING,
	STATEMENT_ALL_RESULTS,
	STATEMENT_ALL_GAMES,
	STATEMENT_ALL_DRAFTS,
	STATEMENT_ALL_SETTINGS,
	STATEMENT_RESULT_COUNT,
	STATEMENT_COUNT
};

/* Their parameters are numbered alike, after the fields of struct entry: ?1 level, ?2 name,
 * ?3 place, ?4 words, ?5 seconds, ?6 number, ?7 optimal, ?8 date, ?9 score, ?10 text. What is
 * believed of a result: store/store_verify.h. */
extern const char *const schema_statements[STATEMENT_COUNT];

#endif
