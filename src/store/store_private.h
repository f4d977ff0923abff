/* Shared by the files of the store; tests do not include it.
 *
 * Every write goes through the queue (store/pending.h): the entry is appended, then the whole queue
 * is written in one transaction and emptied. If the transaction fails the queue stays, and the next
 * write tries all of it again, in order. Reads look at the queue first, then at the file. */
#ifndef PARLOUR_STORE_STORE_PRIVATE_H
#define PARLOUR_STORE_STORE_PRIVATE_H

#include <sqlite3.h>

#include "os/text.h"
#include "store/data_file.h"
#include "store/pending.h"
#include "store/schema.h"
#include "store/score_log.h"
#include "store/store.h"
#include "store/store_verify.h"

struct store {
	struct data_file data_file;
	struct pending pending;
	bool retry;       /* the cause of the error is gone: retry at once */
	bool in_snapshot; /* store_begin_snapshot: the lock is kept, and the file's state was
	                   * `snapshot_state` */
	enum file_state snapshot_state;
	sqlite3 *file;          /* NULL: not open */
	struct file_id last_id; /* of the file after its last use */
	sqlite3_stmt *prepared[STATEMENT_COUNT]; /* NULL until first used */
	struct verifier verifier;                /* replays results of the file */
	const char *trouble;    /* NULL: none */
	const char *loss;       /* why something can't be saved at all; NULL: nothing */
	char notice[DATA_FILE_NOTICE_MAX];
	const char *unread_notice; /* the notice, until it was fetched; NULL: none */
	struct score_log scores;
	char player[PLAYER_NAME_MAX + 1]; /* "": the account's only one */
};

/* Sets the reason why something is not saved. Always false. */
bool store_fail(struct store *store, const char *why);

/* ---- one use of the file ---- */

/* Takes the lock and classifies the file. Without the lock it can still be read. */
enum file_state store_lock_and_inspect(struct store *store);

/* FILE_OURS: the file is open; FILE_MISSING: there is none to read; FILE_REFUSED: it can't be read.
 * Must be followed by store_end. */
enum file_state store_begin_read(struct store *store);

/* Must be followed by store_end. */
bool store_begin_write(struct store *store);

void store_end(struct store *store);

/* Opens the data file and migrates it to the newest version. */
bool store_file_open(struct store *store);

/* Rolls back an open transaction. */
void store_file_close(struct store *store);

/* A statement, ready to be stepped while the entry lives; NULL after an error. Binding a parameter
 * that it does not have fails harmlessly. */
sqlite3_stmt *store_prepare(struct store *store, enum statement which, const struct entry *entry);

/* True while there is a row. */
bool store_next_row(struct store *store, sqlite3_stmt *rows);

/* Runs a statement that has no rows. */
bool store_run(struct store *store, enum statement which, const struct entry *entry);

/* Reads a row whose columns are in the order of the parameters, from 0. Its strings are valid as
 * long as the row. False without memory. */
bool store_read_row(sqlite3_stmt *row, enum entry_kind kind, struct entry *entry);

/* ---- writing ---- */

/* Writes something into the open file. */
typedef bool store_writer(struct store *store, void *context);

/* Runs `write` in a transaction; retries once if the cause of an error is gone. */
bool store_transact(struct store *store, store_writer *write, void *context);

/* Adds a result, or marks an existing one as optimal. */
bool store_write_result(struct store *store, const struct entry *entry);

/* Writes the queue. */
store_writer store_write_pending;

/* Saves the whole queue or nothing. */
bool store_save(struct store *store);

#endif
