/* A game that is replaced gets a new turn, one more than any other's, as SQLite numbers rows. A
 * result is looked for before it is added: a commit may be done and yet be reported as failed, and
 * is then tried again.
 *
 * Days in a row: within them the day's number and its place in the order of days grow alike, so
 * their difference is one number for each such run. */
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
	"ALTER TABLE result ADD COLUMN place TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE result ADD COLUMN par INTEGER NOT NULL DEFAULT -1;"
	"CREATE INDEX result_by_place ON result (place);",
	"CREATE TABLE draft (level INTEGER PRIMARY KEY, words TEXT NOT NULL);",
};

const char *const schema_statements[STATEMENT_COUNT] = {
	[STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
	[STATEMENT_COMMIT] = "COMMIT",
	[STATEMENT_VERSION] = "PRAGMA user_version",
	[STATEMENT_KEEP_GAME] = "REPLACE INTO game (level, mode, place, history, seconds)"
	                        " VALUES (?1, ?2, ?3, ?4, ?5)",
	[STATEMENT_DROP_GAME] = "DELETE FROM game WHERE level = ?1",
	[STATEMENT_ADD_RESULT] =
		"INSERT INTO result (level, mode, moves, count, optimal, seconds, finished, score,"
		"  place, par)"
		" SELECT ?1, ?2, ?4, ?6, ?7, ?5, ?8, ?9, ?3, ?10"
		" WHERE NOT EXISTS (SELECT 1 FROM result"
		" WHERE level = ?1 AND count = ?6 AND optimal = ?7 AND finished = ?8"
		" AND moves = ?4)",
	[STATEMENT_SET] = "REPLACE INTO setting (name, value) VALUES (?2, ?6)",
	[STATEMENT_GAME] = "SELECT level, mode, place, history, seconds FROM game WHERE level = ?1",
	[STATEMENT_GAMES] = "SELECT level, mode, place, '', seconds FROM game ORDER BY turn",
	[STATEMENT_BEST] = "SELECT count, optimal, score" BEST_FIRST,
	[STATEMENT_BEST_MOVES] = "SELECT count, optimal, score, moves" BEST_FIRST,
	[STATEMENT_LEVEL] = "SELECT level FROM result WHERE place = ?3 LIMIT 1",
	[STATEMENT_STATISTICS] =
		"WITH day AS (SELECT DISTINCT finished / 86400 AS day FROM result"
		"  WHERE mode = ?2 AND score = 0),"
		" numbered AS (SELECT day, day - row_number() OVER (ORDER BY day) AS run FROM day),"
		" run AS (SELECT count(*) AS days, max(day) AS last FROM numbered GROUP BY run),"
		" kept AS (SELECT level, score = 0 AS solved, optimal,"
		"   optimal OR count <= par AS at_par, count, seconds, score"
		"   FROM result WHERE mode = ?2"
		"  UNION ALL SELECT level, 0, 0, 0, 0, seconds, 0 FROM game WHERE mode = ?2)"
		" SELECT count(DISTINCT level), count(DISTINCT CASE WHEN solved THEN level END),"
		"  count(DISTINCT CASE WHEN solved AND at_par THEN level END),"
		"  count(DISTINCT CASE WHEN solved AND optimal THEN level END),"
		"  total(solved * count), total((score = 0) * seconds), max(score),"
		"  (SELECT max(days) FROM run WHERE last >= ?8 / 86400 - 1),"
		"  (SELECT max(days) FROM run)"
		" FROM kept",
	[STATEMENT_SETTING] = "SELECT value FROM setting WHERE name = ?2",
	[STATEMENT_KEEP_DRAFT] = "REPLACE INTO draft (level, words) VALUES (?1, ?4)",
	[STATEMENT_DROP_DRAFT] = "DELETE FROM draft WHERE level = ?1",
	[STATEMENT_DRAFT] = "SELECT words FROM draft WHERE level = ?1",
};
