/* Where a file of ours lies, and what can be done with it without SQLite: find its folder, keep
 * other sessions out, see from its head whether it is ours, give it another name.
 *
 * The folder is $XDG_STATE_HOME/parlour, or ~/.local/state/parlour. Beside parlour.db it holds
 * parlour.lock, which is empty, and the files that were set aside. Where an account has many
 * players each has these in players/NAME, and scores.log with its scores.lock is for all.
 *
 * A reason that is returned is a few words for the player, and is never freed. */
#ifndef PARLOUR_STORE_DATA_FILE_H
#define PARLOUR_STORE_DATA_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "os/player.h"

struct data_file {
	char *path;      /* of the file; NULL without a home */
	char *lock_path; /* NULL without a home */
	int lock;        /* the lock file while the lock is held, else -1 */
	int timeout;     /* milliseconds to wait for the lock */
	bool timed_out;  /* it was waited for in vain: no waiting until it is got */
};

/* What a file says of itself. */
enum file_state {
	FILE_MISSING, /* there is no file, or an empty one */
	FILE_OURS,
	FILE_FOREIGN, /* of another program, or damaged */
	FILE_REFUSED  /* unreadable, or of a newer version */
};

enum {
	DATA_FILE_TIMEOUT = 2000, /* milliseconds to wait for the lock, unless told otherwise */
	DATA_FILE_NOTICE_MAX = 160,
	DATA_FILE_NAME_MAX = PLAYER_NAME_MAX + 32,
};

/* The name below our folder of a player's own file, or with "" of the folder they are in:
 * "players/NAME/FILE"; FILE where the account has but one player, NULL. */
void data_file_player_path(const char *player, const char *file, char name[DATA_FILE_NAME_MAX]);

/* Makes what is missing of a file below our folder, or with a '/' at its end of a folder; "" is the
 * folder itself. The path, to be freed, whether it is there now or not; NULL without a home or
 * memory. */
char *data_file_make_folder(const char *name);

/* Finds the paths of the file NAME ENDING below our folder, and of its lock, NAME.lock; nothing is
 * made yet. Without a home the place is one where nothing is and nothing can be put. */
void data_file_open(struct data_file *file, const char *name, const char *ending);

/* Lets the lock go too. */
void data_file_close(struct data_file *file);

/* Takes the lock, making the folder where it is missing; waits at most two seconds for another
 * session. NULL when it is held, else why it is not. */
const char *data_file_lock(struct data_file *file);

/* Lets the lock go, if it is held. */
void data_file_unlock(struct data_file *file);

/* What a head says of whose a file is: its application_id, and the user_version. */
struct file_header {
	uint32_t application, version;
};

/* What a file with such a head is; `newest` is what ours say, with the greatest version that is
 * known. Sets `why` when it returns FILE_REFUSED. */
enum file_state data_file_classify(struct file_header mark, struct file_header newest,
                                   const char **why);

/* Reads the file's head, lock or not, and judges it. What is no file at all is refused, be it in
 * this one's place or in that of its journals: SQLite would wait for the other end of a FIFO. */
enum file_state data_file_inspect(const struct data_file *file, struct file_header newest,
                                  const char **why);

/* By which a file is known to be as it was: all 0 where there is none. */
struct file_id {
	dev_t device;
	ino_t number;
	off_t size;
	struct timespec written, changed;
};

struct file_id data_file_id(const struct data_file *file);
bool data_file_same_id(const struct file_id *one, const struct file_id *other);

/* Gives the file another name, never that of another file; the journals that belong to it go along.
 * For this the lock must be held. False when it was not done; else `notice` tells the player of it,
 * with the reason and the new name. */
bool data_file_set_aside(const struct data_file *file, const char *why,
                         char notice[DATA_FILE_NOTICE_MAX]);

/* Where a session that did not end has left a journal, SQLite will play it into the file, be it the
 * file's own or not. Under the lock: copies both, to the file's name with ".crashed" behind it, in
 * place of what an earlier crash left there. NULL when that is done, or there is nothing to do;
 * else why it is not, and the file must not be opened. */
const char *data_file_copy_crashed(const struct data_file *file);

/* The reason for an errno. */
const char *data_file_reason(int error);

#endif
