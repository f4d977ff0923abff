/* The player's data file, without SQLite: finding its folder, locking out other sessions, reading
 * its header, and setting it aside.
 *
 * The folder is $XDG_STATE_HOME/parlour, or ~/.local/state/parlour. It holds parlour.db,
 * parlour.lock, which is empty, and files that were set aside. If several players share the
 * account, each has these in players/NAME, and scores.log with its scores.lock is shared.
 *
 * Returned reasons are a few words for the player. They are static strings. */
#ifndef PARLOUR_STORE_DATA_FILE_H
#define PARLOUR_STORE_DATA_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "os/text.h"

struct data_file {
	char *path, *lock_path; /* NULL without a home */
	int lock;        /* open lock file while the lock is held, else -1 */
	int timeout;     /* milliseconds to wait for the lock */
	bool timed_out;  /* the last wait timed out: do not wait again until it succeeds */
};

/* Whose file it is. */
enum file_state {
	FILE_MISSING, /* missing or empty */
	FILE_OURS,
	FILE_FOREIGN, /* another program's, or damaged */
	FILE_REFUSED  /* unreadable, or of a newer version */
};

enum {
	DATA_FILE_TIMEOUT = 2000, /* default, in milliseconds */
	DATA_FILE_NOTICE_MAX = 160,
	DATA_FILE_NAME_MAX = PLAYER_NAME_MAX + 32,
};

/* The path of a player's file below our folder: "players/NAME/FILE", or just FILE if the account
 * has only one player (NULL). With file "", the player's folder. */
void data_file_player_path(const char *player, const char *file, char name[DATA_FILE_NAME_MAX]);

/* Creates a file below our folder, and the folders above it; with a '/' at its end, or "", only
 * folders. Returns the path, to be freed by the caller, whether or not it exists now; NULL without
 * a home or memory. */
char *data_file_make_folder(const char *name);

/* The same path, without creating anything. */
char *data_file_path(const char *name);

/* Sets the paths of the file NAME ENDING below our folder and of its lock, NAME.lock. Creates
 * nothing. Without a home both paths are NULL. */
void data_file_open(struct data_file *file, const char *name, const char *ending);

/* False if its folder is missing. */
bool data_file_has_folder(const struct data_file *file);

/* Also releases the lock. */
void data_file_close(struct data_file *file);

/* Takes the lock, and creates the folder if it is missing. Waits at most `timeout` for another
 * session. NULL if the lock is held, else why not. */
const char *data_file_lock(struct data_file *file);

/* Releases the lock, if it is held. */
void data_file_unlock(struct data_file *file);

/* Classifies a file by its application_id and user_version. Sets *why if it is refused. */
enum file_state data_file_classify(uint32_t application, uint32_t version, const char **why);

/* Reads the file's header, with or without the lock, and classifies the file. If it or one of its
 * journals exists but is not a regular file it is refused: SQLite would wait for the other end of a
 * FIFO. */
enum file_state data_file_inspect(const struct data_file *file, const char **why);

/* Identifies a file and its content, to detect changes; all 0 if there is none. Equal ones have
 * equal bytes. */
struct file_id {
	int64_t device, number, size;
	int64_t written[2], changed[2]; /* seconds, nanoseconds */
};

struct file_id data_file_id(const struct data_file *file);

/* Renames the file and its journals, never over existing files. The lock must be held. False if
 * that failed; else `notice` tells the player why, and the new name. */
bool data_file_set_aside(const struct data_file *file, const char *why,
                         char notice[DATA_FILE_NOTICE_MAX]);

/* If a session that crashed left a journal, SQLite will replay it, even if it belongs to another
 * file. Under the lock: copies both to the file's name with ".crashed" appended, replacing older
 * copies. NULL if that is done or there is no journal; else why not, and the file must not be
 * opened. */
const char *data_file_copy_crashed(const struct data_file *file);

/* Copies a file, replacing one; if there is none, removes the other. The copy is on the disk when
 * this returns. False with errno. */
bool data_file_copy(const char *from, const char *to);

/* What an errno value means where a lock was tried: EWOULDBLOCK, that another session holds it; any
 * other, what error_reason says. */
const char *data_file_lock_reason(int error);

#endif
