/* Everything to be kept goes the same way: it is put at the end of a list (store/pending.h), then
 * the whole list is written in one transaction and emptied. A write that fails leaves the list as
 * it is, so the next one tries all of it again, in order; reads look at the list first, then at the
 * file.
 *
 * Before each use of the file the outer lock is taken and the file's head is read without SQLite
 * (store/place.h): only a file that says it is ours, of a schema we know, is ever opened. The
 * rollback journal works on network homes, where a write-ahead log does not. After a fault the
 * connection is closed and the next use starts afresh. */
#include "store/store.h"

#include <assert.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/pending.h"
#include "store/place.h"
#include "store/schema.h"

enum { BUSY_WAIT = 500 }; /* ms for SQLite's lock, which only strangers to the outer one hold */

struct store {
	struct store_place place;
	struct pending pending;
	bool again;             /* the fault's cause is gone: worth another try at once */
	bool held;              /* store_hold: the lock stays, and the file was found as `head` */
	enum head head;
	sqlite3 *file;          /* NULL: not open */
	sqlite3_stmt *prepared[STATEMENT_COUNT]; /* NULL until first used */
	const char *trouble;    /* NULL: none */
	const char *given_up;   /* why something is not to be saved at all; NULL: nothing was */
	char notice[PLACE_NOTICE_MAX];
};

/* ---- what went wrong ---- */

static bool fail(struct store *store, const char *why)
{
	store->trouble = why;
	return false;
}

/* Of a primary result code. */
static const char *file_words(sqlite3 *file, int code)
{
	switch (code) {
	case SQLITE_FULL:
		return "disk full";
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return "read-only";
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return place_reason(EWOULDBLOCK);
	case SQLITE_NOMEM:
		return place_reason(ENOMEM);
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return "damaged file";
	default:
		return place_reason(sqlite3_system_errno(file));
	}
}

/* Only under the lock: without it the file could be another one by now. */
static bool set_aside(struct store *store, const char *why)
{
	return store->place.lock >= 0 &&
	       (place_set_aside(&store->place, why, store->notice) || fail(store, why));
}

/* ---- SQLite ---- */

/* True if the file that is open is no longer the one at the path. */
static bool file_moved(const struct store *store)
{
	int moved = 0;
	if (store->file != NULL)
		sqlite3_file_control(store->file, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	return moved != 0;
}

/* An open transaction is rolled back. */
static void file_close(struct store *store)
{
	for (int which = 0; which < STATEMENT_COUNT; which++) {
		sqlite3_finalize(store->prepared[which]);
		store->prepared[which] = NULL;
	}
	sqlite3_close(store->file);
	store->file = NULL;
}

/* SQLite says the same of a file that the disk would not give and of one that makes no sense; only
 * the latter is damaged. */
static bool was_unreadable(sqlite3 *file)
{
	int error = 0;
	sqlite3_file_control(file, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
	return error != 0;
}

/* After it no statement is valid. */
static bool file_fault(struct store *store, int code)
{
	code &= 0xff;
	if ((code == SQLITE_CORRUPT || code == SQLITE_NOTADB) && was_unreadable(store->file))
		code = SQLITE_IOERR;
	bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
	const char *why = file_words(store->file, code);
	store->again = file_moved(store);
	file_close(store);
	if (damaged && !store->again)
		store->again = set_aside(store, why);
	if (!store->again || store->pending.oldest != NULL)
		store->trouble = why;
	return false;
}

/* The statement, ready to be stepped while the entry lives; NULL after a fault. Parameters that it
 * doesn't have are refused, which does no harm. */
static sqlite3_stmt *prepare(struct store *store, enum statement which, const struct entry *entry)
{
	sqlite3_stmt **prepared = &store->prepared[which];
	if (*prepared == NULL) {
		int code = sqlite3_prepare_v3(store->file, schema_statements[which], -1,
		                              SQLITE_PREPARE_PERSISTENT, prepared, NULL);
		if (code != SQLITE_OK)
			file_fault(store, code);
	}
	if (*prepared != NULL && entry != NULL) {
		sqlite3_bind_int64(*prepared, 1, (sqlite3_int64)entry->level);
		sqlite3_bind_text(*prepared, 2, entry->name, -1, SQLITE_STATIC);
		sqlite3_bind_text(*prepared, 3, entry->place, -1, SQLITE_STATIC);
		sqlite3_bind_text(*prepared, 4, entry->words, -1, SQLITE_STATIC);
		sqlite3_bind_int64(*prepared, 5, entry->seconds);
		sqlite3_bind_int64(*prepared, 6, entry->number);
		sqlite3_bind_int(*prepared, 7, entry->optimal);
		sqlite3_bind_int64(*prepared, 8, entry->date);
		sqlite3_bind_int64(*prepared, 9, entry->score);
		sqlite3_bind_int64(*prepared, 10, entry->par);
	}
	return *prepared;
}

/* True while there is a row. */
static bool next_row(struct store *store, sqlite3_stmt *rows)
{
	int code = rows != NULL ? sqlite3_step(rows) : SQLITE_DONE;
	return code == SQLITE_ROW || (code != SQLITE_DONE && file_fault(store, code));
}

static bool run(struct store *store, enum statement which, const struct entry *entry)
{
	sqlite3_stmt *statement = prepare(store, which, entry);
	if (statement == NULL)
		return false;
	int code = sqlite3_step(statement);
	sqlite3_reset(statement);
	return code == SQLITE_DONE || file_fault(store, code);
}

static bool execute(struct store *store, const char *sql)
{
	int code = sql != NULL ? sqlite3_exec(store->file, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
	return code == SQLITE_OK || file_fault(store, code);
}

static bool migrate(struct store *store)
{
	sqlite3_stmt *version = prepare(store, STATEMENT_VERSION, NULL);
	if (!next_row(store, version))
		return false;
	int done = sqlite3_column_int(version, 0);
	sqlite3_reset(version);
	bool migrated = true;
	for (; migrated && done < SCHEMA_VERSION; done++) {
		char *sql = sqlite3_mprintf("BEGIN IMMEDIATE; PRAGMA application_id = %d; %s"
		                            " PRAGMA user_version = %d; COMMIT;",
		                            SCHEMA_APPLICATION, schema_migrations[done], done + 1);
		migrated = execute(store, sql);
		sqlite3_free(sql);
	}
	return migrated;
}

/* Little memory is worth more here than speed: the page cache is 64 KiB. */
static bool file_open(struct store *store)
{
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
	int code = sqlite3_open_v2(store->place.path, &store->file, flags, NULL);
	if (code != SQLITE_OK)
		return file_fault(store, code);
	sqlite3_db_config(store->file, SQLITE_DBCONFIG_LOOKASIDE, NULL, 0, 0);
	sqlite3_busy_timeout(store->file, BUSY_WAIT);
	return execute(store, "PRAGMA cache_size = -64; PRAGMA mmap_size = 0;"
	                      "PRAGMA temp_store = MEMORY; PRAGMA journal_mode = DELETE;"
	                      "PRAGMA synchronous = FULL;") &&
	       migrate(store);
}

/* ---- one use of the file ---- */

/* Takes the lock and looks at what is there. Without the lock the file can still be read. */
static enum head approach(struct store *store)
{
	const char *why = place_lock(&store->place);
	bool locked = why == NULL;
	enum head head = place_head(&store->place, SCHEMA_APPLICATION, SCHEMA_VERSION, &why);
	if (why != NULL)
		fail(store, why);
	if (head != HEAD_OURS || file_moved(store))
		file_close(store);
	if (head == HEAD_FOREIGN)
		head = set_aside(store, "not a file of Parlour") ? HEAD_NONE : HEAD_REFUSED;
	if (locked && head != HEAD_REFUSED && store->pending.oldest == NULL)
		store->trouble = NULL;
	return head;
}

/* HEAD_OURS: the file is open; HEAD_NONE: there is none to read; HEAD_REFUSED: it can't be read.
 * Always followed by file_end. */
static enum head file_begin_read(struct store *store)
{
	if (store->held) /* a fault has closed the file */
		return store->head == HEAD_OURS && store->file == NULL ? HEAD_REFUSED : store->head;
	enum head head = approach(store);
	bool open = head != HEAD_OURS || store->file != NULL || file_open(store);
	return open ? head : HEAD_REFUSED;
}

/* Always followed by file_end. */
static bool file_begin_write(struct store *store)
{
	return approach(store) != HEAD_REFUSED && store->place.lock >= 0 &&
	       (store->file != NULL || file_open(store));
}

static void file_end(struct store *store)
{
	for (int which = 0; which < STATEMENT_COUNT; which++)
		sqlite3_reset(store->prepared[which]);
	if (!store->held)
		place_unlock(&store->place);
}

static bool write_entry(struct store *store, const struct entry *entry)
{
	switch (entry->kind) {
	case ENTRY_GAME:
		return run(store, STATEMENT_KEEP_GAME, entry);
	case ENTRY_RESULT:
		return run(store, STATEMENT_ADD_RESULT, entry) &&
		       (!pending_ends_game(entry) || run(store, STATEMENT_DROP_GAME, entry));
	case ENTRY_DRAFT:
		return run(store,
		           entry->words[0] != '\0' ? STATEMENT_KEEP_DRAFT : STATEMENT_DROP_DRAFT,
		           entry);
	default:
		return run(store, STATEMENT_SET, entry);
	}
}

static bool write_pending(struct store *store)
{
	bool written = run(store, STATEMENT_BEGIN, NULL);
	const struct entry *entry = store->pending.oldest;
	for (; written && entry != NULL; entry = entry->later)
		written = write_entry(store, entry);
	return written && run(store, STATEMENT_COMMIT, NULL);
}

/* Saves all that is pending, or nothing. */
static bool save(struct store *store)
{
	bool saved = false;
	store->again = true;
	for (int attempt = 0; !saved && store->again && attempt < 2; attempt++) {
		store->again = false;
		saved = file_begin_write(store) && write_pending(store);
		file_end(store);
	}
	if (saved) {
		pending_clear(&store->pending);
		store->trouble = NULL;
	}
	return saved;
}

static bool keep(struct store *store, const struct entry *entry)
{
	assert(!store->held);
	if (!pending_add(&store->pending, entry))
		return fail(store, place_reason(ENOMEM));
	return save(store);
}

/* ---- the interface ---- */

struct store *store_open(void)
{
	struct store *store = calloc(1, sizeof *store);
	if (store == NULL)
		return NULL;
	sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0); /* no pages in advance */
	place_open(&store->place);
	approach(store); /* SQLite itself is left alone until it is needed */
	file_end(store);
	return store;
}

void store_hold(struct store *store)
{
	store->head = file_begin_read(store);
	store->held = true;
}

void store_release(struct store *store)
{
	store->held = false;
	file_end(store);
}

/* Why something will never be saved; NULL for nothing. */
static const char *lost(const struct store *store)
{
	return store->pending.lost ? place_reason(ENOMEM) : store->given_up;
}

bool store_close(struct store *store, struct error *error)
{
	if (store == NULL)
		return true;
	store->place.stuck = false;
	if (store->pending.oldest != NULL)
		save(store);
	const char *why = store->pending.oldest != NULL ? store->trouble : lost(store);
	if (why != NULL)
		error_set(error, "%s", why);
	file_close(store);
	pending_clear(&store->pending);
	place_close(&store->place);
	free(store);
	return why == NULL;
}

const char *store_trouble(const struct store *store)
{
	return store->trouble != NULL ? store->trouble : lost(store);
}

const char *store_notice(const struct store *store)
{
	return store->notice[0] != '\0' ? store->notice : NULL;
}

void store_give_up(struct store *store, const char *why)
{
	store->given_up = why;
}

bool store_keep_game(struct store *store, const struct kept_game *game)
{
	return keep(store, &(struct entry){ .kind = ENTRY_GAME, .level = game->level,
	                                    .name = game->mode, .place = game->place,
	                                    .words = game->history, .seconds = game->seconds });
}

/* A copy, so that whoever is given it may use the store. */
static struct entry *copy_of_row(sqlite3_stmt *row)
{
	struct entry entry = { .kind = ENTRY_GAME, .level = (uint64_t)sqlite3_column_int64(row, 0),
	                       .name = (const char *)sqlite3_column_text(row, 1),
	                       .place = (const char *)sqlite3_column_text(row, 2),
	                       .words = (const char *)sqlite3_column_text(row, 3),
	                       .seconds = sqlite3_column_int64(row, 4) };
	bool whole = entry.name != NULL && entry.place != NULL && entry.words != NULL;
	return whole ? pending_copy(&entry) : NULL;
}

/* The level's game, if there is a row with it. */
static struct entry *game_of_row(struct store *store, sqlite3_stmt *row, enum store_answer *answer)
{
	if (next_row(store, row))
		return copy_of_row(row);
	if (store->file != NULL) /* a fault would have closed it */
		*answer = STORE_NONE;
	return NULL;
}

/* Sets `answer` to STORE_NONE where the file holds no such game. Once a damaged file is set aside,
 * that is read which is there in its place. */
static struct entry *game_in_file(struct store *store, uint64_t level, enum store_answer *answer)
{
	const struct entry key = { .level = level };
	struct entry *game = NULL;
	store->again = true;
	for (int attempt = 0; store->again && attempt < 2; attempt++) {
		store->again = false;
		enum head head = file_begin_read(store);
		if (head == HEAD_NONE)
			*answer = STORE_NONE;
		else if (head == HEAD_OURS)
			game = game_of_row(store, prepare(store, STATEMENT_GAME, &key), answer);
		file_end(store);
	}
	return game;
}

static void give_game(const struct entry *game, store_give *give, void *context)
{
	give(context, &(struct kept_game){ .level = game->level, .place = game->place,
	                                   .mode = game->name, .history = game->words,
	                                   .seconds = game->seconds });
}

enum store_answer store_game(struct store *store, uint64_t level, store_give *give, void *context)
{
	enum store_answer answer = STORE_UNREADABLE;
	const struct entry *pending = pending_of_level(&store->pending, level);
	if (pending != NULL && pending->kind != ENTRY_GAME)
		return STORE_NONE;
	struct entry *game = pending != NULL ? pending_copy(pending)
	                                     : game_in_file(store, level, &answer);
	if (game == NULL)
		return answer;
	give_game(game, give, context);
	free(game);
	return STORE_FOUND;
}

/* Those in the file, but for levels of which more is pending. */
static void give_games_in_file(struct store *store, store_give *give, void *context)
{
	sqlite3_stmt *rows = prepare(store, STATEMENT_GAMES, NULL);
	while (next_row(store, rows)) {
		struct entry *game = copy_of_row(rows);
		if (game != NULL && pending_of_level(&store->pending, game->level) == NULL)
			give_game(game, give, context);
		free(game);
	}
}

void store_games(struct store *store, store_give *give, void *context)
{
	if (file_begin_read(store) == HEAD_OURS)
		give_games_in_file(store, give, context);
	file_end(store);
	const struct entry *entry = store->pending.oldest;
	for (; entry != NULL; entry = entry->later)
		if (entry->kind == ENTRY_GAME)
			give_game(entry, give, context);
}

bool store_add_result(struct store *store, const struct result *result)
{
	return keep(store, &(struct entry){ .kind = ENTRY_RESULT, .level = result->level,
	                                    .name = result->mode,
	                                    .place = result->place, .par = result->par,
	                                    .words = result->moves, .number = result->count,
	                                    .seconds = result->seconds, .date = time(NULL),
	                                    .optimal = result->optimal,
	                                    .score = result->score });
}

/* The result of a row of STATEMENT_BEST, but for its moves. */
static struct entry entry_of_best(sqlite3_stmt *row)
{
	return (struct entry){ .number = sqlite3_column_int(row, 0),
	                       .optimal = sqlite3_column_int(row, 1) != 0,
	                       .score = sqlite3_column_int64(row, 2) };
}

struct best store_best(struct store *store, uint64_t level)
{
	const struct entry key = { .level = level };
	const struct entry *best = pending_best(&store->pending, level);
	struct entry kept;
	if (file_begin_read(store) == HEAD_OURS) {
		sqlite3_stmt *rows = prepare(store, STATEMENT_BEST, &key);
		if (next_row(store, rows)) {
			kept = entry_of_best(rows);
			best = pending_better(best, &kept);
		}
	}
	file_end(store);
	return best != NULL ? (struct best){ .count = (int)best->number,
	                                     .optimal = best->optimal,
	                                     .score = best->score }
	                    : (struct best){ .count = -1 };
}

uint64_t store_level(struct store *store, const char *place)
{
	const struct entry key = { .place = place };
	const struct entry *pending = pending_result_at(&store->pending, place);
	uint64_t level = pending != NULL ? pending->level : 0;
	if (pending == NULL && file_begin_read(store) == HEAD_OURS) {
		sqlite3_stmt *rows = prepare(store, STATEMENT_LEVEL, &key);
		if (next_row(store, rows))
			level = (uint64_t)sqlite3_column_int64(rows, 0);
	}
	if (pending == NULL)
		file_end(store);
	return level;
}

static struct statistics statistics_of_row(sqlite3_stmt *row)
{
	return (struct statistics){
		.played = sqlite3_column_int(row, 0),
		.solved = sqlite3_column_int(row, 1),
		.at_par = sqlite3_column_int(row, 2),
		.least = sqlite3_column_int(row, 3),
		.moves = sqlite3_column_int64(row, 4),
		.seconds = sqlite3_column_int64(row, 5),
		.score = sqlite3_column_int64(row, 6),
		.streak = sqlite3_column_int(row, 7),
		.longest = sqlite3_column_int(row, 8),
	};
}

/* Of what is in the store's file. */
static struct statistics statistics_of_file(struct store *store, const char *mode)
{
	const struct entry key = { .name = mode, .date = time(NULL) };
	sqlite3_stmt *rows = prepare(store, STATEMENT_STATISTICS, &key);
	return next_row(store, rows) ? statistics_of_row(rows) : (struct statistics){ .played = 0 };
}

static void copy_file(sqlite3 *from, sqlite3 *to)
{
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
	if (backup != NULL)
		sqlite3_backup_step(backup, -1);
	sqlite3_backup_finish(backup);
}

/* Of the file as it will be: a copy of it in memory takes what is pending. */
static struct statistics statistics_to_come(struct store *store, const char *mode)
{
	char memory[] = ":memory:";
	struct store copy = { .place = { .path = memory, .lock = -1 }, .pending = store->pending };
	struct statistics statistics = { .played = 0 };
	if (!file_open(&copy))
		return statistics;
	if (store->file != NULL)
		copy_file(store->file, copy.file);
	if (write_pending(&copy))
		statistics = statistics_of_file(&copy, mode);
	file_close(&copy);
	return statistics;
}

struct statistics store_statistics(struct store *store, const char *mode)
{
	struct statistics statistics = { .played = 0 };
	const bool found = file_begin_read(store) == HEAD_OURS;
	if (store->pending.oldest != NULL)
		statistics = statistics_to_come(store, mode);
	else if (found)
		statistics = statistics_of_file(store, mode);
	file_end(store);
	return statistics;
}

char *store_best_moves(struct store *store, uint64_t level)
{
	const struct entry key = { .level = level };
	const struct entry *pending = pending_best(&store->pending, level);
	char *moves = NULL;
	if (file_begin_read(store) == HEAD_OURS) {
		sqlite3_stmt *rows = prepare(store, STATEMENT_BEST_MOVES, &key);
		if (next_row(store, rows)) {
			const struct entry kept = entry_of_best(rows);
			const char *text = (const char *)sqlite3_column_text(rows, 3);
			if (text != NULL && pending_better(pending, &kept) == &kept) {
				moves = strdup(text);
				pending = NULL;
			}
		}
	}
	file_end(store);
	return pending != NULL ? strdup(pending->words) : moves;
}

long store_setting(struct store *store, const char *name, long otherwise)
{
	const struct entry *pending = pending_setting(&store->pending, name);
	if (pending != NULL)
		return (long)pending->number;
	long value = otherwise;
	if (file_begin_read(store) == HEAD_OURS) {
		const struct entry key = { .name = name };
		sqlite3_stmt *rows = prepare(store, STATEMENT_SETTING, &key);
		if (next_row(store, rows))
			value = (long)sqlite3_column_int64(rows, 0);
	}
	file_end(store);
	return value;
}

bool store_set(struct store *store, const char *name, long value)
{
	return keep(store, &(struct entry){ .kind = ENTRY_SETTING, .name = name, .place = "",
	                                    .words = "", .number = value });
}

bool store_keep_draft(struct store *store, uint64_t number, const char *text)
{
	return keep(store, &(struct entry){ .kind = ENTRY_DRAFT, .level = number, .name = "",
	                                    .place = "", .words = text != NULL ? text : "" });
}

char *store_draft(struct store *store, uint64_t number)
{
	const struct entry *pending = pending_draft(&store->pending, number);
	if (pending != NULL)
		return pending->words[0] != '\0' ? strdup(pending->words) : NULL;
	char *text = NULL;
	if (file_begin_read(store) == HEAD_OURS) {
		const struct entry key = { .level = number };
		sqlite3_stmt *rows = prepare(store, STATEMENT_DRAFT, &key);
		const char *words =
			next_row(store, rows) ? (const char *)sqlite3_column_text(rows, 0) : NULL;
		text = words != NULL ? strdup(words) : NULL;
	}
	file_end(store);
	return text;
}
