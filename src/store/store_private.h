/* Shared by the files of the store; tests do not include it.
 *
 * Every write goes through the queue (store/entry.h), all of which is written in one transaction.
 * If that fails, the next write tries all of it again. Reads look at the queue first. */
#ifndef PARLOUR_STORE_STORE_PRIVATE_H
#define PARLOUR_STORE_STORE_PRIVATE_H

#include <sqlite3.h>

#include "os/text.h"
#include "store/data_file.h"
#include "store/schema.h"
#include "store/score_log.h"
#include "store/store.h"

/* The last level read by the SQL functions that verify results (store/schema.h), because results of
 * one level come together. All zero: none. */
struct verifier {
	char *text;                /* the level's; NULL: none */
	struct replay_level *read; /* NULL: the text is not a level */
};

struct store {
	struct data_file data_file;
	struct entries pending; /* the queue */
	bool only_reads;        /* without a folder there is nothing to read, and none is created */
	bool retry;       /* the cause of the error is gone: retry at once */
	bool in_snapshot; /* store_begin_snapshot: the lock is kept, and the file's state was
	                   * `snapshot_state` */
	enum file_state snapshot_state;
	sqlite3 *file;          /* NULL: not open */
	struct file_id last_id; /* identity of the file after its last use */
	sqlite3_stmt *prepared[STATEMENT_COUNT]; /* NULL until first used */
	struct verifier verifier;                /* replays results of the file */
	const char *trouble;    /* NULL: none */
	const char *loss;       /* why something can't be saved at all; NULL: nothing */
	char notice[DATA_FILE_NOTICE_MAX];
	const char *unread_notice; /* the notice, until it was fetched; NULL: none */
	store_observer *observer;  /* NULL: none */
	void *observer_context;
	const char *untold_notice; /* the notice, until the observer was told; NULL: none */
	const char *told_trouble;  /* the trouble that the observer was told of; NULL: none */
	struct score_log scores;
	char player[PLAYER_NAME_MAX + 1]; /* "": the account's only one */
};

/* Sets the reason why something is not saved. Always false. */
bool store_fail(struct store *store, const char *why);

/* Tells the observer of new trouble and of a notice. */
void store_tell(struct store *store);

/* ---- one use of the file ---- */

/* Takes the lock and classifies the file. Without the lock it can still be read. */
enum file_state store_lock_and_inspect(struct store *store);

/* The same before a read. */
enum file_state store_inspect(struct store *store);

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

/* ---- writing ---- */

/* Writes entries into the open file: `write` is STATEMENT_SAVE, or STATEMENT_ADD, which changes
 * nothing that is there. `added` gets the number of new ones by kind. */
bool store_write(struct store *store, const struct entries *entries, enum statement write,
                 int added[ENTRY_KINDS]);

/* Saves the whole queue or nothing. */
bool store_save_pending(struct store *store);

/* ---- verification ---- */

/* Registers the functions with a connection; both must outlive their use. Returns SQLite's code. */
int verify_register(struct verifier *verifier, sqlite3 *file);

/* Frees the cached level. */
void verify_free(struct verifier *verifier);

#endif
