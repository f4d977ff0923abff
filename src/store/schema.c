/* A game that is replaced gets a new turn, one more than any other's, as SQLite numbers rows. A
 * result is looked for before it is added: a commit may be done and yet be reported as failed, and
 * is then tried again. */
#include "store/schema.h"

#define BEST_FIRST " FROM result WHERE level = ?1 ORDER BY score DESC, count, optimal DESC LIMIT 1"

const char *const schema_migrations[] = {
	"CREATE TABLE game (turn INTEGER PRIMARY KEY, level INTEGER NOT NULL UNIQUE,"
	"  mode TEXT NOT NULL, place TEXT NOT NULL, history TEXT NOT NULL,"
	"  seconds INTEGER NOT NULL);"
	"CREATE TABLE result (id INTEGER PRIMARY KEY, level INTEGER NOT NULL, mode TEXT NOT NULL,"
	"  moves TEXT NOT NULL, count INTEGER NOT NULL, optimal INTEGER NOT NULL,"
	"  seconds INTEGER NOT NULL, finished INTEGER NOT NULL);"
	"CREATE INDEX result_by_level ON result (level, count);"
	"CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;",
	"ALTER TABLE result ADD COLUMN score INTEGER NOT NULL DEFAULT 0;"
	"DROP INDEX result_by_level;"
	"CREATE INDEX result_by_level ON result (level, score DESC, count);",
};

const char *const schema_statements[STATEMENT_COUNT] = {
	[STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
	[STATEMENT_COMMIT] = "COMMIT",
	[STATEMENT_VERSION] = "PRAGMA user_version",
	[STATEMENT_KEEP_GAME] = "REPLACE INTO game (level, mode, place, history, seconds)"
	                        " VALUES (?1, ?2, ?3, ?4, ?5)",
	[STATEMENT_DROP_GAME] = "DELETE FROM game WHERE level = ?1",
	[STATEMENT_ADD_RESULT] =
		"INSERT INTO result (level, mode, moves, count, optimal, seconds, finished, score)"
		" SELECT ?1, ?2, ?4, ?6, ?7, ?5, ?8, ?9 WHERE NOT EXISTS (SELECT 1 FROM result"
		" WHERE level = ?1 AND count = ?6 AND optimal = ?7 AND finished = ?8"
		" AND moves = ?4)",
	[STATEMENT_SET] = "REPLACE INTO setting (name, value) VALUES (?2, ?6)",
	[STATEMENT_GAME] = "SELECT level, mode, place, history, seconds FROM game WHERE level = ?1",
	[STATEMENT_LAST_GAME] = "SELECT level, mode, place, history, seconds FROM game"
	                        " ORDER BY turn DESC",
	[STATEMENT_BEST] = "SELECT count, optimal, score" BEST_FIRST,
	[STATEMENT_BEST_MOVES] = "SELECT count, optimal, score, moves" BEST_FIRST,
	[STATEMENT_SETTING] = "SELECT value FROM setting WHERE name = ?2",
};
