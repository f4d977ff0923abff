/* All SQL: the migrations and the statements.
 *
 * Tables: `game` has the games in progress, one per level, the last one played with the greatest
 * turn; `result` all finished games; `setting` numbers by name; `draft` levels being drawn, by what
 * they started from; `level` the texts of the levels of games and results. Results of old versions
 * may lack that text; it is '' if it was searched without success. */
#ifndef PARLOUR_STORE_SCHEMA_H
#define PARLOUR_STORE_SCHEMA_H

enum {
	SCHEMA_APPLICATION = 0x5061726C, /* "Parl": application_id of our files */
	SCHEMA_VERSION = 5,              /* the newest user_version known */
};

/* The migration from each version to the next, from 0. Append only: never change a released one.
 * The file's user_version is the number of migrations done. */
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

/* Parameters have the same numbers everywhere, after the fields of struct entry: ?1 level, ?2 name,
 * ?3 place, ?4 words, ?5 seconds, ?6 number, ?7 optimal, ?8 date, ?9 score, ?10 text. For
 * verification see store/store_verify.h. */
extern const char *const schema_statements[STATEMENT_COUNT];

#endif
