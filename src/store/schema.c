/* "level" is a table, and a column of other tables; where both are visible, columns are
 * qualified.
 *
 * A game that is replaced gets a new turn, greater than all others, because SQLite numbers rows
 * that way. Adding a result first looks for an equal one: a commit may succeed and still be
 * reported as failed, and is then repeated.
 *
 * Days in a row: within a run of days, day number minus row number is constant, which gives each
 * run its own number. */
#include "store/schema.h"

#include "store/store.h"

/* The verified results, grouped by level, so that each level is parsed once. */
#define VERIFIED                                                   \
	" FROM level CROSS JOIN result ON result.level = identity" \
	" WHERE replayed(identity, text, mode, moves, count, score)"
#define BEST_OF(level)                    \
	VERIFIED " AND identity = " level \
		 " ORDER BY score DESC, count, optimal DESC, unaided DESC LIMIT 1"

/* Whether a result is optimal, unless its level's par is lower. */
#define IS_OPTIMAL "(optimal AND par(identity, text) NOT BETWEEN 0 AND count - 1)"

#define SAME_RESULT \
	" WHERE level = ?1 AND score = ?9 AND count = ?6 AND finished = ?8 AND moves = ?4"

/* Times can't be verified, only limited. */
#define TIME "min(max(seconds, 0), 999999999)"

#define GAMES                                                                             \
	"SELECT level, mode, place, history, " TIME ", 0, 0, moved, 0, text, 0, 0, times" \
	" FROM game LEFT JOIN level ON identity = level"
#define RESULTS                                                             \
	"SELECT identity, mode, place, moves, " TIME ", count, " IS_OPTIMAL \
	", finished, score, text, unaided, hinted, times"
#define RUNS "SELECT 0, mode, place, words, 0, began, 0, finished, score, '', 0, 0, '' FROM run"
#define DRAFTS "SELECT level, '', '', words, 0, 0, 0, 0, 0, '', 0, 0, '' FROM draft"

/* What is written by STATEMENT_ADD and STATEMENT_SAVE. */
#define GAME                                                             \
	"INTO game (level, mode, place, history, seconds, times, moved)" \
	" SELECT ?1, ?2, ?3, ?4, ?5, ?13, "
/* When a saved game was moved: never before it was so far, by whatever clock; and not by a save
 * that follows no move. */
#define MOVED                                                                          \
	"coalesce((SELECT CASE history WHEN ?4 THEN moved ELSE max(moved + 1, ?8) END" \
	" FROM game WHERE level = ?1), ?8)"
/* Whether a date is not of the future; hosts' clocks may differ by a day. */
#define IS_PAST(date) date " < CAST(strftime('%s', 'now') AS INTEGER) + 86400"
/* Whether the level was solved since the game was moved. */
#define SOLVED_SINCE                                           \
	"(SELECT 1 FROM result WHERE level = ?1 AND score = 0" \
	" AND ?8 > 0 AND finished >= ?8 AND " IS_PAST("finished") ")"
/* A game with a date replaces one that was moved before. */
#define NEWER_GAME                                                   \
	"?8 WHERE NOT EXISTS " SOLVED_SINCE                          \
	" ON CONFLICT (level) DO UPDATE SET place = excluded.place," \
	"  history = excluded.history, seconds = excluded.seconds,"  \
	"  times = excluded.times, moved = excluded.moved"           \
	" WHERE excluded.moved > moved"
#define RESULT                                                                                     \
	"INSERT INTO result (level, mode, moves, count, optimal, seconds, finished, score, place," \
	" unaided, hinted, times) SELECT ?1, ?2, ?4, ?6, ?7, ?5, ?8, ?9, ?3, ?11, ?12, ?13"        \
	" WHERE NOT EXISTS (SELECT 1 FROM result" SAME_RESULT ")"
#define SETTING " INTO setting (name, value) VALUES (?2, ?6)"
#define DRAFT " INTO draft (level, words) VALUES (?1, ?4)"
#define RUN " INTO run (mode, place, words, began, finished, score) VALUES (?2, ?3, ?4, ?6, ?8, ?9)"
/* A run replaces an earlier part of itself. */
#define FURTHER_RUN                                                                 \
	" ON CONFLICT (place, began) DO UPDATE SET words = excluded.words,"         \
	"  finished = excluded.finished, score = excluded.score WHERE finished = 0" \
	"  AND (excluded.finished > 0 OR length(excluded.words) > length(words))"
#define LEVEL                                                 \
	"INSERT INTO level (identity, text) VALUES (?1, ?10)" \
	" ON CONFLICT (identity) DO UPDATE SET text = excluded.text"

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
	/* From here on par comes from the level's text. */
	"CREATE TABLE level (identity INTEGER PRIMARY KEY, text TEXT NOT NULL);",
	"ALTER TABLE result ADD COLUMN unaided INTEGER NOT NULL DEFAULT 0;",
	"CREATE TABLE run (place TEXT NOT NULL, began INTEGER NOT NULL, mode TEXT NOT NULL,"
	"  words TEXT NOT NULL, finished INTEGER NOT NULL, score INTEGER NOT NULL,"
	"  PRIMARY KEY (place, began));",
	"ALTER TABLE result ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0;",
	"ALTER TABLE result ADD COLUMN times TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE game ADD COLUMN times TEXT NOT NULL DEFAULT '';",
	"ALTER TABLE game ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;"
	"DROP INDEX result_by_level;"
	"CREATE INDEX result_by_level ON result (level, score DESC, count, finished);",
};

const char *const schema_statements[STATEMENT_COUNT] = {
	[STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
	[STATEMENT_BEGIN_READ] = "BEGIN",
	[STATEMENT_COMMIT] = "COMMIT",
	[STATEMENT_DROP_GAME] = "DELETE FROM game WHERE level = ?1",
	[STATEMENT_END_GAME] = "DELETE FROM game WHERE level = ?1 AND moved BETWEEN 1 AND ?8"
			       " AND " IS_PAST("?8"),
	[STATEMENT_DROP_DRAFT] = "DELETE FROM draft WHERE level = ?1",
	[STATEMENT_MARK_OPTIMAL] = "UPDATE result SET optimal = 1" SAME_RESULT " AND optimal = 0",
	[STATEMENT_MARK_UNAIDED] = "UPDATE result SET unaided = 1" SAME_RESULT " AND unaided = 0",
	[STATEMENT_GAME] = GAMES " WHERE level = ?1",
	[STATEMENT_DRAFT] = DRAFTS " WHERE level = ?1",
	[STATEMENT_SETTING] = "SELECT value FROM setting WHERE name = ?2",
	[STATEMENT_BEST] = RESULTS BEST_OF("?1"),
	[STATEMENT_TIMED] = RESULTS VERIFIED " AND identity = ?1 AND times <> ''",
	[STATEMENT_BESTS] = RESULTS " FROM level AS known JOIN result"
				    " ON id = (SELECT id" BEST_OF("known.identity") ")",
	[STATEMENT_LEVEL_AT] = "SELECT level FROM result WHERE place = ?3 LIMIT 1",
	[STATEMENT_STATISTICS] =
		"WITH verified AS (SELECT identity AS level, score = 0 AS solved,"
		"   " IS_OPTIMAL " AS optimal, count, " TIME " AS seconds, score, finished,"
		"   par(identity, text) AS par, unaided" VERIFIED " AND mode = ?2),"
		" day AS (SELECT DISTINCT finished / 86400 AS day FROM verified WHERE solved),"
		" numbered AS (SELECT day, day - row_number() OVER (ORDER BY day) AS run FROM day),"
		" run AS (SELECT count(*) AS days, max(day) AS last FROM numbered GROUP BY run),"
		" played AS (SELECT level, solved, count, seconds, score, par,"
		"   optimal AND count = min(count) OVER (PARTITION BY level) AS optimal"
		"   , unaided FROM verified"
		"  UNION ALL SELECT level, 0, 0, " TIME ", 0, -1, 0, 0 FROM game WHERE mode = ?2)"
		" SELECT count(DISTINCT level), count(DISTINCT CASE WHEN solved THEN level END),"
		"  count(DISTINCT CASE WHEN solved AND (optimal OR count <= par) THEN level END),"
		"  count(DISTINCT CASE WHEN solved AND optimal THEN level END),"
		"  total(solved * count), total((score = 0) * seconds), max(score),"
		"  (SELECT max(days) FROM run WHERE last >= ?8 / 86400 - 1),"
		"  (SELECT max(days) FROM run),"
		"  count(DISTINCT CASE WHEN solved AND unaided AND (optimal OR count <= par)"
		"   THEN level END)"
		" FROM played",
	[STATEMENT_RESULT_COUNT] = "SELECT count(*) FROM result",
	[STATEMENT_ALL + ENTRY_GAME] = GAMES " ORDER BY turn",
	[STATEMENT_ALL + ENTRY_RESULT] = RESULTS VERIFIED " ORDER BY result.id",
	[STATEMENT_ALL + ENTRY_SETTING] =
		"SELECT 0, name, '', '', 0, value, 0, 0, 0, '', 0, 0, '' FROM setting"
		" WHERE name NOT IN ('" SETTING_ARRIVED "', '" SETTING_WATCH "')",
	[STATEMENT_ALL + ENTRY_DRAFT] = DRAFTS,
	[STATEMENT_ALL + ENTRY_RUN] = RUNS " ORDER BY began",
	[STATEMENT_ALL + ENTRY_LEVEL] =
		"SELECT level, '', max(place), '', 0, 0, 0, 0, 0, '', 0, 0, ''"
		" FROM (SELECT level, place FROM result UNION ALL SELECT level, place FROM game)"
		" WHERE level NOT IN (SELECT identity FROM level) GROUP BY level",
	[STATEMENT_ADD + ENTRY_GAME] = "INSERT " GAME NEWER_GAME,
	[STATEMENT_ADD + ENTRY_RESULT] = RESULT,
	[STATEMENT_ADD + ENTRY_SETTING] = "INSERT OR IGNORE" SETTING,
	[STATEMENT_ADD + ENTRY_DRAFT] = "INSERT OR IGNORE" DRAFT,
	[STATEMENT_ADD + ENTRY_RUN] = "INSERT" RUN FURTHER_RUN,
	[STATEMENT_ADD + ENTRY_LEVEL] = LEVEL " WHERE text = ''",
	[STATEMENT_SAVE + ENTRY_GAME] = "REPLACE " GAME MOVED,
	[STATEMENT_SAVE + ENTRY_RESULT] = RESULT,
	[STATEMENT_SAVE + ENTRY_SETTING] = "REPLACE" SETTING,
	[STATEMENT_SAVE + ENTRY_DRAFT] = "REPLACE" DRAFT,
	[STATEMENT_SAVE + ENTRY_RUN] = "REPLACE" RUN,
	[STATEMENT_SAVE + ENTRY_LEVEL] = LEVEL " WHERE text <> excluded.text",
};
