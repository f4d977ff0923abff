/* The game makes the folder that a guest's bundles arrive in, and parlour-sync may write to it, by
 * the group that it has from the folder above. So nothing that parlour-sync can replace is a path
 * that the sandbox opens. */
#include "store/bundle.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algo/hash.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "store/data_file.h"

/* ---- names and paths ---- */

static const char key_start[] = "SHA256:";

void bundle_name(const char *key, char name[BUNDLE_NAME_BYTES + 1])
{
	snprintf(name, BUNDLE_NAME_BYTES + 1, "%s", key + sizeof key_start - 1);
	for (char *c = name; *c != '\0'; c++)
		*c = *c == '/' ? '_' : *c == '+' ? '-' : *c;
}

bool bundle_is_name(const char *name)
{
	return strlen(name) == BUNDLE_NAME_BYTES &&
	       strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") ==
	               BUNDLE_NAME_BYTES;
}

static char *path_in(const char *folder, const char *key)
{
	char name[BUNDLE_NAME_BYTES + 1], path[BUNDLE_NAME_BYTES + 16];
	bundle_name(key, name);
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return data_file_path(path);
}

char *bundle_leaving_path(const char *key)
{
	return path_in("leaving", key);
}

char *bundle_arriving_path(const char *key)
{
	return path_in("arriving", key);
}

/* ---- making and deleting ---- */

static bool make_file(const char *path)
{
	const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
	const int file = open(path, flags, 0640);
	const bool made = file >= 0 && fchmod(file, 0640) == 0;
	if (file >= 0)
		close(file);
	return made;
}

static bool make_folder(const char *path)
{
	struct stat status;
	return (mkdir(path, 0770) == 0 && chmod(path, 0770) == 0) ||
	       (errno == EEXIST && lstat(path, &status) == 0 && S_ISDIR(status.st_mode));
}

bool bundle_prepare(const char *key)
{
	char *file = bundle_leaving_path(key), *folder = bundle_arriving_path(key);
	const bool made = file != NULL && folder != NULL && make_folder(folder) && make_file(file);
	free(file);
	free(folder);
	return made;
}

static void empty_folder(const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	while (folder != NULL && (entry = readdir(folder)) != NULL)
		unlinkat(dirfd(folder), entry->d_name, 0);
	if (folder != NULL)
		closedir(folder);
}

void bundle_forget(const char *key)
{
	char *file = bundle_leaving_path(key), *folder = bundle_arriving_path(key);
	if (file != NULL)
		unlink(file);
	if (folder != NULL) {
		empty_folder(folder);
		rmdir(folder);
	}
	free(file);
	free(folder);
	errno = 0; /* there may have been none */
}

/* ---- a bundle ---- */

uint64_t bundle_sum(const char *text)
{
	const uint64_t sum = hash_text(text);
	return sum == 0 ? 1 : sum;
}

void bundle_write_header(uint64_t sum, char header[BUNDLE_HEADER_MAX])
{
	snprintf(header, BUNDLE_HEADER_MAX, "bundle1 %016" PRIx64 "\n", sum);
}

enum { HEADER_BYTES = 8 + 16 + 1 };

/* The sum that a header tells; 0: it is none. */
static uint64_t read_header(const char *bytes, size_t size)
{
	char digits[17], again[BUNDLE_HEADER_MAX];
	uint64_t sum;
	if (size < HEADER_BYTES)
		return 0;
	snprintf(digits, sizeof digits, "%.16s", bytes + 8);
	if (!text_read_identity(digits, &sum))
		return 0;
	bundle_write_header(sum, again);
	return memcmp(again, bytes, HEADER_BYTES) == 0 ? sum : 0;
}

/* Reads at most `room` bytes of a regular file, from an offset on; -1 if that fails. */
static ssize_t read_file(int folder, const char *name, off_t from, char *bytes, size_t room)
{
	struct stat status;
	const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
	const int file = openat(folder, name, flags);
	if (file < 0)
		return -1;
	const bool regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
	                     lseek(file, from, SEEK_SET) == from;
	const ssize_t got = regular ? file_read(file, bytes, room) : -1;
	close(file);
	return got;
}

uint64_t bundle_read_sum(int folder, const char *name)
{
	char bytes[HEADER_BYTES];
	const ssize_t got = read_file(folder, name, 0, bytes, sizeof bytes);
	return got < 0 ? 0 : read_header(bytes, (size_t)got);
}

bool bundle_read(int folder, const char *name, struct bundle *bundle)
{
	enum { ROOM = BUNDLE_MAX + 1 };
	const uint64_t sum = bundle_read_sum(folder, name);
	char *text = sum == 0 ? NULL : malloc(ROOM);
	const ssize_t got =
		text == NULL ? -1 : read_file(folder, name, HEADER_BYTES, text, ROOM - 1);
	*bundle = (struct bundle){.text = NULL};
	if (got >= 0) {
		text[got] = '\0';
		/* If it was overwritten meanwhile, the sum is another. */
		if (strlen(text) == (size_t)got && bundle_sum(text) == sum &&
		    text_is_utf8(text, (size_t)got))
			*bundle = (struct bundle){text, sum};
	}
	if (bundle->text == NULL)
		free(text);
	return bundle->text != NULL;
}

void bundle_free(struct bundle *bundle)
{
	free(bundle->text);
	*bundle = (struct bundle){.text = NULL};
}

static bool write_all(int file, const char *text, uint64_t sum)
{
	char header[BUNDLE_HEADER_MAX];
	bundle_write_header(sum, header);
	return file_write(file, header, HEADER_BYTES) && file_write(file, text, strlen(text)) &&
	       ftruncate(file, (off_t)(HEADER_BYTES + strlen(text))) == 0 && fsync(file) == 0;
}

bool bundle_leave(const char *path, const char *text, struct error *error)
{
	const int file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	/* Another session of the guest may write it; ours is then its next one's to tell. */
	const bool good = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 &&
	                  write_all(file, text, bundle_sum(text));
	if (!good)
		error_set(error, "%s", data_file_lock_reason(errno));
	if (file >= 0)
		close(file);
	return good;
}

/* ---- those that have arrived ---- */

/* The next file that has the name of a host; NULL: no more. */
static const char *next_host(DIR *folder)
{
	const struct dirent *entry;
	while (folder != NULL && (entry = readdir(folder)) != NULL)
		if (text_is_host_name(entry->d_name))
			return entry->d_name;
	return NULL;
}

uint64_t bundle_sum_of_all(const char *path)
{
	uint64_t all = 0;
	const char *host;
	DIR *folder = opendir(path);
	while ((host = next_host(folder)) != NULL)
		all += hash_more(hash_text(host), bundle_read_sum(dirfd(folder), host));
	if (folder != NULL)
		closedir(folder);
	return all;
}

void bundle_read_all(const char *path, bundle_callback *callback, void *context)
{
	int count = 0;
	const char *host;
	DIR *folder = opendir(path);
	while (count < BUNDLE_HOSTS_MAX && (host = next_host(folder)) != NULL) {
		struct bundle bundle;
		count++;
		if (bundle_read(dirfd(folder), host, &bundle))
			callback(context, host, &bundle);
		bundle_free(&bundle);
	}
	if (folder != NULL)
		closedir(folder);
}
