#include "os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/language.h"
#include "os/text.h"

/* The player's home, an absolute path; NULL: none. */
static const char *home_folder(void)
{
	const char *home = getenv("HOME");
	return home != NULL && home[0] == '/' ? home : NULL;
}

char *file_user_path(const char *folder, const char *default_folder, const char *name)
{
	char *path;
	const char *home = home_folder();
	const bool absolute = folder != NULL && folder[0] == '/';
	if (!absolute && home == NULL)
		return NULL;
	const int length =
		absolute ? asprintf(&path, "%s/parlour/%s", folder, name)
			 : asprintf(&path, "%s/%s/parlour/%s", home, default_folder, name);
	return length >= 0 ? path : NULL;
}

char *file_typed_path(const char *typed)
{
	char *path;
	const char *home = home_folder();
	const bool at_home = typed[0] == '~' && (typed[1] == '/' || typed[1] == '\0');
	if (!at_home || home == NULL)
		return strdup(typed);
	return asprintf(&path, "%s%s", home, typed + 1) >= 0 ? path : NULL;
}

char *file_beside(const char *path, const char *name)
{
	char *other;
	const char *slash = strrchr(path, '/');
	const int folder = slash == NULL ? 0 : (int)(slash + 1 - path);
	return asprintf(&other, "%.*s%s", folder, path, name) < 0 ? NULL : other;
}

bool file_is_same(const struct stat *one, const struct stat *other)
{
	return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

bool file_make_folders(const char *path)
{
	char *part = strdup(path);
	bool made = part != NULL;
	for (char *slash = made ? strchr(part + 1, '/') : NULL; made && slash != NULL;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		struct stat status;
		made = stat(part, &status) == 0 || mkdir(part, 0700) == 0 || errno == EEXIST;
		*slash = '/';
	}
	int error = errno;
	free(part);
	errno = error;
	return made;
}

int file_open(const char *path, const char *expected, struct error *error)
{
	/* Do not wait for the other end of a FIFO, and do not acquire a controlling terminal. */
	const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat status;
	if (file < 0 || fstat(file, &status) != 0)
		error_at(error, path, 0, "%s", error_reason(errno));
	else if (S_ISDIR(status.st_mode))
		error_at(error, path, 0, _("is a folder; %s"), expected);
	else if (!S_ISREG(status.st_mode))
		error_at(error, path, 0, _("is not a regular file; %s"), expected);
	else
		return file;
	if (file >= 0)
		close(file);
	return -1;
}

/* The number of the descriptor that the path names; -1: none. */
static int descriptor_of(const char *path)
{
	static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
	long number;
	if (strcmp(path, "/dev/stdin") == 0)
		return STDIN_FILENO;
	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		const size_t length = strlen(folders[i]);
		if (strncmp(path, folders[i], length) == 0 &&
		    text_read_number(path + length, 0, INT_MAX, &number))
			return (int)number;
	}
	return -1;
}

bool file_is_descriptor(const char *path)
{
	return descriptor_of(path) >= 0;
}

int file_open_named(const char *path, const char *expected, struct error *error)
{
	const int descriptor = descriptor_of(path);
	if (descriptor < 0)
		return file_open(path, expected, error);
	const int file = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (file < 0)
		error_at(error, path, 0, "%s", error_reason(errno));
	return file;
}

ssize_t file_read(int file, char *bytes, size_t room)
{
	size_t size = 0;
	while (size < room) {
		const ssize_t got = read(file, bytes + size, room - size);
		if (got == 0)
			break;
		if (got > 0)
			size += (size_t)got;
		else if (errno != EINTR)
			return -1;
	}
	return (ssize_t)size;
}

bool file_write(int file, const char *bytes, size_t size)
{
	while (size > 0) {
		const ssize_t written = write(file, bytes, size);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		bytes += written;
		size -= (size_t)written;
	}
	return true;
}

char *file_close_memory(FILE *stream, char **text, bool complete)
{
	const bool failed = !complete || ferror(stream) != 0;
	if (fclose(stream) == 0 && !failed)
		return *text;
	free(*text);
	return NULL;
}
