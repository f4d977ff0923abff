/* What the files of the store share. Only they include this; tests of theirs do not.
 *
 * Everything to be kept goes the same way: it is put at the end of a list (store/pending.h), then
 * the whole list is written in one transaction and emptied. A write that fails leaves the list as
 * it is, so the next one tries all of it again, in order; reads look at the list first, then at the
 * file. */
#ifndef PARLOUR_STORE_STORE_PRIVATE_H
#define PARLOUR_STORE_STORE_PRIVATE_H

#include <sqlite3.h>

#include "os/player.h"
#include "store/data_file.h"
#include "store/pending.h"
#include "store/schema.h"
#include "store/score_log.h"
#include "store/store.h"
#include "store/store_verify.h"

struct store {
	struct data_file data_file;
	struct pending pending;
	bool retry;       /* the fault's cause is gone: worth another try at once */
	bool in_snapshot; /* store_hold: the lock stays, and the file was found as `head` */
	enum file_state snapshot_state;
	sqlite3 *file;          /* NULL: not open */
	struct file_id last_id; /* of the file after its last use */
	sqlite3_stmt *prepared[STATEMENT_COUNT]; /* NULL until first used */
	struct verifier verifier;                /* what the file's results are replayed with */
	const char *trouble;    /* NULL: none */
	const char *loss;       /* why something is not to be saved at all; NULL: nothing was */
	char notice[DATA_FILE_NOTICE_MAX];
	const char *unread_notice; /* the notice until it was asked for; NULL: nothing to tell */
	struct score_log scores;
	char player[PLAYER_NAME_MAX + 1]; /* "": the only one */
};

/* Notes why something is not saved; false. */
bool store_fail(struct store *store, const char *why);

/* ---- one use of the file ---- */

/* Takes the lock and looks at what is there. Without the lock the file can still be read. */
enum file_state store_lock_and_inspect(struct store *store);

/* FILE_OURS: the file is open; FILE_MISSING: there is none to read; FILE_REFUSED: it can't be read.
 * Always followed by store_end. */
enum file_state store_begin_read(struct store *store);

/* Always followed by store_end. */
bool store_begin_write(struct store *store);

void store_end(struct store *store);

/* Opens the file at the store's place, in its newest version. */
bool store_file_open(struct store *store);

/* An open transaction is rolled back. */
void store_file_close(struct store *store);

/* The statement, ready to be stepped while the entry lives; NULL after a fault. Parameters that it
 * doesn't have are refused, which does no harm. */
sqlite3_stmt *store_prepare(struct store *store, enum statement which, const struct entry *entry);

/* True while there is a row. */
bool store_next_row(struct store *store, sqlite3_stmt *rows);

/* Runs a statement that has no rows. */
bool store_run(struct store *store, enum statement which, const struct entry *entry);

/* A row whose columns are numbered as the parameters of statements are, from 0; its strings live as
 * long as the row. False without memory. */
bool store_read_row(sqlite3_stmt *row, enum entry_kind kind, struct entry *entry);

/* ---- writing ---- */

/* Writes something into the file that is open. */
typedef bool store_writer(struct store *store, void *context);

/* All of it or nothing; once more where a fault's cause is gone. */
bool store_transact(struct store *store, store_writer *write, void *context);

/* Adds a result; one that is there already may be known to be the least by now. */
bool store_write_result(struct store *store, const struct entry *entry);

/* Writes what is pending. */
store_writer store_write_pending;

/* Saves all that is pending, or nothing. */
bool store_save(struct store *store);

#endif
