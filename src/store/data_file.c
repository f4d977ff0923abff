/* Sessions take turns by a lock file next to the database; with SQLite's own locks some would
 * starve. It is opened for each use, so that a folder removed in between is created again.
 *
 * The header is read without SQLite, which would replay a hot journal, or initialize a foreign
 * empty file, as soon as it opened it. A file is set aside together with its journals: one left in
 * place would be replayed into the next file with this name (sqlite.org/howtocorrupt.html). A
 * foreign journal, for example of a database copied here, looks like our own, so database and
 * journal are both copied before the replay. */
#include "store/data_file.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/file.h"
#include "os/language.h"
#include "os/portable.h"
#include "store/schema.h"

const char *data_file_lock_reason(int error)
{
	return error == EWOULDBLOCK ? _("another session is writing") : error_reason(error);
}

/* ---- folders ---- */

static char *join(const char *one, const char *two, const char *three)
{
	char *joined;
	return asprintf(&joined, "%s%s%s", one, two, three) >= 0 ? joined : NULL;
}

void data_file_player_path(const char *player, const char *file, char name[DATA_FILE_NAME_MAX])
{
	snprintf(name, DATA_FILE_NAME_MAX, player == NULL ? "%s%s" : "players/%s/%s",
	         player == NULL ? "" : player, file);
}

static char *path_of(const char *name, const char *ending)
{
	char *joined = join(name, ending, "");
	const char *folder = getenv("XDG_STATE_HOME");
	char *path = joined == NULL ? NULL : file_user_path(folder, ".local/state", joined);
	free(joined);
	return path;
}

void data_file_open(struct data_file *file, const char *name, const char *ending)
{
	*file = (struct data_file){.path = path_of(name, ending),
	                           .lock_path = path_of(name, ".lock"),
	                           .lock = -1,
	                           .timeout = DATA_FILE_TIMEOUT};
}

char *data_file_path(const char *name)
{
	return path_of(name, "");
}

char *data_file_make_folder(const char *name)
{
	char *path = path_of(name, "");
	const bool made = path != NULL && file_make_folders(path);
	const size_t length = strlen(name);
	if (made && length > 0 && name[length - 1] != '/') {
		const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
		const int file = open(path, flags, 0600);
		if (file >= 0)
			close(file);
	}
	return path;
}

bool data_file_has_folder(const struct data_file *file)
{
	struct stat status;
	char *folder = file->path == NULL ? NULL : strdup(file->path);
	char *slash = folder == NULL ? NULL : strrchr(folder, '/');
	if (slash != NULL)
		*slash = '\0';
	const bool missing = slash != NULL && stat(folder, &status) < 0 && errno == ENOENT;
	free(folder);
	return !missing;
}

void data_file_close(struct data_file *file)
{
	data_file_unlock(file);
	free(file->path);
	free(file->lock_path);
}

/* ---- the lock ---- */

static bool lock_open(struct data_file *file)
{
	const int flags = O_RDWR | O_CREAT | O_CLOEXEC;
	file->lock = open(file->lock_path, flags, 0600);
	if (file->lock < 0 && errno == ENOENT && file_make_folders(file->lock_path))
		file->lock = open(file->lock_path, flags, 0600);
	return file->lock >= 0;
}

const char *data_file_lock(struct data_file *file)
{
	assert(file->lock < 0);
	if (file->path == NULL || file->lock_path == NULL)
		return _("no home directory");
	if (!lock_open(file))
		return error_reason(errno);
	int64_t until = milliseconds_now() + (file->timed_out ? 0 : file->timeout);
	while (flock(file->lock, LOCK_EX | LOCK_NB) < 0) {
		int error = errno;
		bool late = milliseconds_now() >= until;
		file->timed_out = error == EWOULDBLOCK && late;
		if (late || (error != EWOULDBLOCK && error != EINTR)) {
			data_file_unlock(file);
			return data_file_lock_reason(error);
		}
		nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
	}
	file->timed_out = false;
	return NULL;
}

void data_file_unlock(struct data_file *file)
{
	if (file->lock >= 0)
		close(file->lock);
	file->lock = -1;
}

/* ---- the header ---- */

enum { HEADER_BYTES = 100 };

static uint32_t big_endian(const unsigned char bytes[4])
{
	uint32_t number;
	memcpy(&number, bytes, sizeof number);
	return ntohl(number);
}

/* The suffixes of the database and of SQLite's files next to it, in the order of setting aside. */
static const char *const suffixes[] = {"", "-journal", "-wal", "-shm"};

enum { SUFFIXES = sizeof suffixes / sizeof suffixes[0] };

/* The status of PATH SUFFIX; false if it doesn't exist. */
static bool stat_suffixed(const char *path, const char *suffix, struct stat *status)
{
	char *joined = join(path, suffix, "");
	const bool found = joined != NULL && stat(joined, status) == 0;
	free(joined);
	return found;
}

/* Whether the path, or a file next to it, exists but is not a regular file. */
static bool has_other_than_files(const char *path)
{
	struct stat status;
	for (int suffix = 0; suffix < SUFFIXES; suffix++)
		if (stat_suffixed(path, suffixes[suffix], &status) && !S_ISREG(status.st_mode))
			return true;
	return false;
}

/* Returns how many bytes of the header were read; 0 if there is no file, -1 with errno set. */
static ssize_t read_head(const char *path, unsigned char header[HEADER_BYTES])
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (file < 0)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	ssize_t size = read(file, header, HEADER_BYTES);
	int error = errno;
	close(file);
	errno = error;
	return size;
}

static enum file_state refuse(const char *reason, const char **why)
{
	*why = reason;
	return FILE_REFUSED;
}

enum file_state data_file_classify(uint32_t application, uint32_t version, const char **why)
{
	if (application != SCHEMA_APPLICATION)
		return FILE_FOREIGN;
	return version <= SCHEMA_VERSION ? FILE_OURS : refuse(_("file of a newer version"), why);
}

/* SQLite's file format, section 1.3: the database header. */
enum file_state data_file_inspect(const struct data_file *file, const char **why)
{
	unsigned char header[HEADER_BYTES];
	if (file->path == NULL)
		return FILE_MISSING;
	if (has_other_than_files(file->path))
		return refuse(error_reason(EISDIR), why);
	const ssize_t size = read_head(file->path, header);
	if (size < 0)
		return refuse(error_reason(errno), why);
	if (size == 0)
		return FILE_MISSING;
	if (size < HEADER_BYTES || memcmp(header, "SQLite format 3", 16) != 0)
		return FILE_FOREIGN;
	return data_file_classify(big_endian(header + 68), big_endian(header + 60), why);
}

struct file_id data_file_id(const struct data_file *file)
{
	struct stat status;
	if (file->path == NULL || stat(file->path, &status) != 0)
		return (struct file_id){.size = 0};
	const struct timespec written = time_written(&status), changed = time_changed(&status);
	return (struct file_id){.device = (int64_t)status.st_dev,
	                        .number = (int64_t)status.st_ino,
	                        .size = status.st_size,
	                        .written = {written.tv_sec, written.tv_nsec},
	                        .changed = {changed.tv_sec, changed.tv_nsec}};
}

/* ---- setting aside ---- */

/* Moves or copies PATH SUFFIX to PATH TAIL SUFFIX; false with errno. */
static bool with_suffix(bool (*action)(const char *from, const char *to), const char *path,
                        const char *tail, const char *suffix)
{
	char *from = join(path, suffix, ""), *to = join(path, tail, suffix);
	const bool done = from != NULL && to != NULL && action(from, to);
	const int error = errno;
	free(from);
	free(to);
	errno = error;
	return done;
}

/* Never over an existing file. */
static bool move(const char *from, const char *to)
{
	struct stat status;
	return lstat(to, &status) < 0 && rename(from, to) == 0;
}

bool data_file_set_aside(const struct data_file *file, const char *why,
                         char notice[DATA_FILE_NOTICE_MAX])
{
	char aside[64];
	struct tm local;
	time_t now = time(NULL);
	if (localtime_r(&now, &local) == NULL)
		return false;
	const size_t stamp = strftime(aside, sizeof aside, ".damaged-%Y%m%d-%H%M%S", &local);
	bool moved = with_suffix(move, file->path, aside, "");
	for (int number = 2; !moved && number < 100; number++) {
		snprintf(aside + stamp, sizeof aside - stamp, "-%d", number);
		moved = with_suffix(move, file->path, aside, "");
	}
	for (int suffix = 1; moved && suffix < SUFFIXES; suffix++)
		with_suffix(move, file->path, aside, suffixes[suffix]);
	if (moved)
		snprintf(notice, DATA_FILE_NOTICE_MAX,
		         /* TRANSLATORS: The first %s says why: "damaged file". */
		         _("%s: set aside as parlour.db%s; started a new file"), why, aside);
	return moved;
}

/* ---- after a crash ---- */

/* Bytes. A damaged journal can make SQLite grow the file beyond any room for a copy. */
enum { CRASH_COPY_MAX = 64 << 20 };

static bool copy_bytes(int in, int out)
{
	char bytes[4096];
	ssize_t got;
	while ((got = file_read(in, bytes, sizeof bytes)) > 0)
		if (!file_write(out, bytes, (size_t)got))
			return false;
	return got == 0 && fsync(out) == 0;
}

static bool remove_if_present(const char *path)
{
	return unlink(path) == 0 || errno == ENOENT;
}

bool data_file_copy(const char *from, const char *to)
{
	const int in = open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (in < 0)
		return errno == ENOENT && remove_if_present(to);
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	const int out = remove_if_present(to) ? open(to, flags, 0600) : -1;
	const bool copied = out >= 0 && copy_bytes(in, out);
	const int error = errno;
	close(in);
	if (out >= 0)
		close(out);
	errno = error;
	return copied;
}

/* Size in bytes; 0 if there is no file. */
static off_t size_of(const char *path, const char *suffix)
{
	struct stat status;
	return stat_suffixed(path, suffix, &status) ? status.st_size : 0;
}

const char *data_file_copy_crashed(const struct data_file *file)
{
	if (file->lock < 0 ||
	    (size_of(file->path, "-journal") == 0 && size_of(file->path, "-wal") == 0) ||
	    size_of(file->path, "") > CRASH_COPY_MAX)
		return NULL;
	for (int suffix = 0; suffix < SUFFIXES; suffix++)
		if (!with_suffix(data_file_copy, file->path, ".crashed", suffixes[suffix]))
			return error_reason(errno);
	return NULL;
}
