/* Each use of the file takes the lock and reads the file's header without SQLite
 * (store/data_file.h). Only a file that says it is ours, of a known schema, is opened. SQLite may
 * then replay a journal with a different header, so the header is checked again after that. A
 * rollback journal works on network file systems, where a write-ahead log does not. After an error
 * the connection is closed, and the next use opens it again.
 *
 * The file's schema is not trusted (sqlite.org/security.html). If it makes one of our statements
 * fail, the file counts as damaged. */
#include "os/language.h"
#include "store/store_private.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SQLITE_TIMEOUT = 500 }; /* ms for SQLite's lock, which only programs without our lock hold */

/* ---- errors ---- */

bool store_fail(struct store *store, const char *why)
{
	store->trouble = why;
	return false;
}

/* For a primary result code. */
static const char *reason_of_code(sqlite3 *file, int code)
{
	static const struct {
		int code, error;
	} errors[] = {
		{SQLITE_FULL, ENOSPC},
		{SQLITE_READONLY, EROFS},
		{SQLITE_PERM, EROFS},
		{SQLITE_NOMEM, ENOMEM},
	};
	if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
		return data_file_lock_reason(EWOULDBLOCK);
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
		if (errors[i].code == code)
			return error_reason(errors[i].error);
	return error_reason(sqlite3_system_errno(file));
}

/* Only under the lock: without it the file could have been replaced meanwhile. */
static bool set_aside(struct store *store, const char *why)
{
	if (store->data_file.lock < 0)
		return false;
	if (!data_file_set_aside(&store->data_file, why, store->notice))
		return store_fail(store, why);
	store->unread_notice = store->untold_notice = store->notice;
	return true;
}

static bool set_aside_foreign(struct store *store)
{
	return set_aside(store, _("not a Parlour file"));
}

/* ---- SQLite ---- */

/* Whether the open file is no longer the one at the path. */
static bool file_moved(const struct store *store)
{
	int moved = 0;
	if (store->file != NULL)
		sqlite3_file_control(store->file, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	return moved != 0;
}

void store_file_close(struct store *store)
{
	for (int which = 0; which < STATEMENT_COUNT; which++) {
		sqlite3_finalize(store->prepared[which]);
		store->prepared[which] = NULL;
	}
	sqlite3_close(store->file);
	store->file = NULL;
}

static bool is_damage(int code)
{
	return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR ||
	       code == SQLITE_CONSTRAINT || code == SQLITE_MISMATCH;
}

/* SQLite reports read errors of the disk as corruption, too; such a file is not damaged. */
static bool had_io_error(sqlite3 *file)
{
	int error = 0;
	sqlite3_file_control(file, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
	return error != 0;
}

/* Closes the file: no statement is valid afterwards. Always false. */
static bool file_fault(struct store *store, int code)
{
	code &= 0xff;
	if ((code == SQLITE_CORRUPT || code == SQLITE_NOTADB) && had_io_error(store->file))
		code = SQLITE_IOERR;
	bool damaged = is_damage(code);
	const char *why = damaged ? _("damaged file") : reason_of_code(store->file, code);
	store->retry = file_moved(store);
	store_file_close(store);
	if (damaged && !store->retry)
		store->retry = set_aside(store, why);
	if (!store->retry || store->pending.oldest != NULL)
		store->trouble = why;
	return false;
}

sqlite3_stmt *store_prepare(struct store *store, enum statement which, const struct entry *entry)
{
	sqlite3_stmt **prepared = &store->prepared[which];
	assert(store->file != NULL && schema_statements[which] != NULL);
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
		sqlite3_bind_text(*prepared, 10, entry->text, -1, SQLITE_STATIC);
		sqlite3_bind_int(*prepared, 11, entry->unaided);
		sqlite3_bind_int(*prepared, 12, entry->hinted);
		sqlite3_bind_text(*prepared, 13, entry->times, -1, SQLITE_STATIC);
	}
	return *prepared;
}

bool store_next_row(struct store *store, sqlite3_stmt *rows)
{
	int code = rows != NULL ? sqlite3_step(rows) : SQLITE_DONE;
	return code == SQLITE_ROW || (code != SQLITE_DONE && file_fault(store, code));
}

bool store_run(struct store *store, enum statement which, const struct entry *entry)
{
	sqlite3_stmt *statement = store_prepare(store, which, entry);
	if (statement == NULL)
		return false;
	int code = sqlite3_step(statement);
	sqlite3_reset(statement);
	return code == SQLITE_DONE || file_fault(store, code);
}

static bool execute(struct store *store, const char *sql,
                    int (*take_row)(void *context, int columns, char **text, char **names),
                    void *context)
{
	int code = sql == NULL ? SQLITE_NOMEM
	                       : sqlite3_exec(store->file, sql, take_row, context, NULL);
	return code == SQLITE_OK || file_fault(store, code);
}

/* ---- the file's version ---- */

/* All missing migrations in one transaction: each commit may wait for the disk four times. */
static char *migration_sql(uint32_t version)
{
	sqlite3_str *sql = sqlite3_str_new(NULL);
	sqlite3_str_appendf(sql, "BEGIN IMMEDIATE; PRAGMA application_id = %d;",
	                    SCHEMA_APPLICATION);
	for (; version < SCHEMA_VERSION; version++)
		sqlite3_str_appendall(sql, schema_migrations[version]);
	sqlite3_str_appendf(sql, "PRAGMA user_version = %d; COMMIT", SCHEMA_VERSION);
	return sqlite3_str_finish(sql);
}

static int take_number(void *context, int columns, char **text, char **names)
{
	uint32_t **next = context;
	(void)columns;
	(void)names;
	*(*next)++ = (uint32_t)strtol(text[0], NULL, 10);
	return 0;
}

/* SQLite has replayed the journal, if there was one, so the header is checked again. If the file is
 * not ours, it is closed. An empty file has no header yet; its version is 0. */
static bool migrate(struct store *store)
{
	/* Not as tables: the file might have tables of these names. */
	static const char numbers[] = "PRAGMA page_count; PRAGMA application_id;"
				      "PRAGMA user_version";
	const char *why = NULL;
	uint32_t number[3] = {0}, *next = number;
	if (!execute(store, numbers, take_number, &next))
		return false;
	const uint32_t version = number[2];
	const enum file_state state =
		number[0] == 0 ? FILE_OURS : data_file_classify(number[1], version, &why);
	if (state != FILE_OURS)
		store_file_close(store);
	if (state == FILE_FOREIGN)
		store->retry = set_aside_foreign(store);
	if (state == FILE_REFUSED)
		store_fail(store, why);
	if (state != FILE_OURS || version == SCHEMA_VERSION)
		return state == FILE_OURS;
	char *sql = migration_sql(version);
	const bool migrated = execute(store, sql, NULL, NULL);
	sqlite3_free(sql);
	return migrated;
}

/* Our schema has tables and indexes only: no triggers, no views. */
static void harden(sqlite3 *file)
{
	sqlite3_db_config(file, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(file, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(file, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(file, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
}

/* Memory matters more than speed here: the page cache is 64 KiB. */
bool store_file_open(struct store *store)
{
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
	const char *why = data_file_copy_crashed(&store->data_file);
	if (why != NULL)
		return store_fail(store, why);
	const char *path = store->data_file.path != NULL ? store->data_file.path : ":memory:";
	int code = sqlite3_open_v2(path, &store->file, flags, NULL);
	if (code != SQLITE_OK)
		return file_fault(store, code);
	sqlite3_db_config(store->file, SQLITE_DBCONFIG_LOOKASIDE, NULL, 0, 0);
	harden(store->file);
	sqlite3_busy_timeout(store->file, SQLITE_TIMEOUT);
	code = verify_register(&store->verifier, store->file);
	if (code != SQLITE_OK)
		return file_fault(store, code);
	static const char settings[] = "PRAGMA cache_size = -64; PRAGMA mmap_size = 0;"
				       "PRAGMA cell_size_check = ON;"
				       "PRAGMA temp_store = MEMORY; PRAGMA journal_mode = DELETE;"
				       "PRAGMA synchronous = FULL;";
	return execute(store, settings, NULL, NULL) && migrate(store);
}

/* ---- one use of the file ---- */

/* Another session may have written the file, or a backup may have been restored, even of an older
 * version. SQLite detects the former by a change counter, but not always the latter. */
static bool is_unchanged(const struct store *store)
{
	const struct file_id now = data_file_id(&store->data_file);
	return store->file != NULL && memcmp(&now, &store->last_id, sizeof now) == 0;
}

enum file_state store_lock_and_inspect(struct store *store)
{
	const char *why = data_file_lock(&store->data_file);
	const bool locked = why == NULL;
	enum file_state state = data_file_inspect(&store->data_file, &why);
	if (why != NULL)
		store_fail(store, why);
	if (state != FILE_OURS || !is_unchanged(store))
		store_file_close(store);
	if (state == FILE_FOREIGN)
		state = set_aside_foreign(store) ? FILE_MISSING : FILE_REFUSED;
	if (locked && state != FILE_REFUSED && store->pending.oldest == NULL)
		store->trouble = NULL;
	return state;
}

enum file_state store_inspect(struct store *store)
{
	return store->only_reads && !data_file_has_folder(&store->data_file)
	               ? FILE_MISSING
	               : store_lock_and_inspect(store);
}

enum file_state store_begin_read(struct store *store)
{
	if (store->in_snapshot) /* an error has closed the file */
		return store->snapshot_state == FILE_OURS && store->file == NULL
		               ? FILE_REFUSED
		               : store->snapshot_state;
	enum file_state state = store_inspect(store);
	bool open = state != FILE_OURS || store->file != NULL || store_file_open(store);
	return open ? state : FILE_REFUSED;
}

bool store_begin_write(struct store *store)
{
	return store_lock_and_inspect(store) != FILE_REFUSED && store->data_file.lock >= 0 &&
	       (store->file != NULL || store_file_open(store));
}

void store_end(struct store *store)
{
	for (int which = 0; which < STATEMENT_COUNT; which++)
		sqlite3_reset(store->prepared[which]);
	if (store->in_snapshot)
		return;
	assert(store->file == NULL || sqlite3_get_autocommit(store->file) != 0);
	store->last_id = data_file_id(&store->data_file);
	data_file_unlock(&store->data_file);
}

