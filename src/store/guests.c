/* The table is small and read whole. Names that were given stay in it, so a name never passes to
 * somebody else, whom others would take for the first. */
#include "os/language.h"
#include "store/guests_private.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "os/file.h"

bool guests_fail(struct error *error, const char *what, const char *why)
{
	return error_set(error, "%s: %s", what, why);
}

bool guests_no_memory(struct error *error)
{
	return error_set(error, _("out of memory"));
}

/* ---- files ---- */

char *guests_read_file(const char *path, size_t max, struct error *error)
{
	struct stat status;
	if (lstat(path, &status) < 0 && errno == ENOENT)
		return calloc(1, 1);
	const int file = file_open(path, _("expected a table of guests"), error);
	if (file < 0)
		return NULL;
	char *text = malloc(max + 1);
	const ssize_t got = text == NULL ? -1 : file_read(file, text, max + 1);
	close(file);
	if (got >= 0 && (size_t)got <= max) {
		text[got] = '\0';
		return text;
	}
	free(text);
	error_set(error, "%s: %s", path, got < 0 ? error_reason(errno) : _("too large"));
	return NULL;
}

bool guests_replace_file(const char *path, const char *text, struct error *error)
{
	char *other;
	if (asprintf(&other, "%s.new", path) < 0)
		return guests_no_memory(error);
	const int file = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	bool good = file >= 0 && file_write(file, text, strlen(text)) && fsync(file) == 0;
	good = good && rename(other, path) == 0;
	if (!good)
		guests_fail(error, path, error_reason(errno));
	if (file >= 0)
		close(file);
	free(other);
	return good;
}

bool guests_open(struct guests *guests, struct error *error)
{
	*guests = (struct guests){.text = NULL};
	data_file_open(&guests->file, "guests", "");
	const char *why = data_file_lock(&guests->file);
	if (why != NULL)
		guests_fail(error, _("the table of guests"), why);
	else
		guests->text = guests_read_file(guests->file.path, GUESTS_MAX, error);
	if (guests->text == NULL)
		guests_close(guests);
	return guests->text != NULL;
}

void guests_close(struct guests *guests)
{
	free(guests->text);
	guests->text = NULL;
	data_file_close(&guests->file);
}

/* ---- lines ---- */

/* Reads the line at `text`; false if it is none of ours. */
static bool read_line(const char *text, struct guest_line *line)
{
	char copy[FINGERPRINT_MAX + PLAYER_NAME_MAX + 32], *rest = copy;
	uint64_t seconds;
	const size_t length = strcspn(text, "\n");
	line->next = text + length + (text[length] == '\n');
	if (length >= sizeof copy)
		return false;
	snprintf(copy, sizeof copy, "%.*s", (int)length, text);
	const char *key = strsep(&rest, " "), *name = strsep(&rest, " ");
	if (rest == NULL || strlen(key) >= sizeof line->key || !text_is_player_name(name) ||
	    !text_read_unsigned(rest, &seconds))
		return false;
	memcpy(line->key, key, strlen(key) + 1);
	memcpy(line->name, name, strlen(name) + 1);
	line->since = seconds < INT64_MAX ? (int64_t)seconds : 0;
	return true;
}

bool guests_next_line(const struct guests *guests, struct guest_line *line)
{
	const char *at = line->next == NULL ? guests->text : line->next;
	for (; *at != '\0'; at = line->next)
		if (read_line(at, line))
			return true;
	return false;
}

bool guests_find(const struct guests *guests, const char *key, struct guest *guest)
{
	struct guest_line line = {.next = NULL};
	bool found = false;
	*guest = (struct guest){.since = 0};
	while (strcmp(key, NOBODY) != 0 && guests_next_line(guests, &line))
		if (strcmp(line.key, key) == 0) {
			if (strcmp(guest->name, line.name) != 0)
				memcpy(guest->previous, guest->name, sizeof guest->name);
			memcpy(guest->name, line.name, sizeof guest->name);
			guest->since = line.since;
			found = true;
		}
	return found;
}

/* ---- changes ---- */

static int compare_keys(const void *one, const void *other)
{
	return strcmp(one, other);
}

int guests_count(const struct guests *guests)
{
	enum { LINE_MIN = 50 }; /* bytes of a fingerprint */
	struct guest_line line = {.next = NULL};
	char(*keys)[FINGERPRINT_MAX] = calloc(strlen(guests->text) / LINE_MIN + 1, sizeof *keys);
	size_t lines = 0;
	int count = 0;
	if (keys == NULL)
		return 0;
	while (guests_next_line(guests, &line))
		if (text_is_fingerprint(line.key))
			memcpy(keys[lines++], line.key, sizeof line.key);
	qsort(keys, lines, sizeof *keys, compare_keys);
	for (size_t i = 0; i < lines; i++)
		count += i == 0 || strcmp(keys[i], keys[i - 1]) != 0;
	free(keys);
	return count;
}

bool guests_add(const struct guests *guests, const char *key, const char *name, struct error *error)
{
	char *line;
	struct stat status;
	const char *path = guests->file.path;
	const size_t size = strlen(guests->text);
	const bool torn = size > 0 && guests->text[size - 1] != '\n';
	if (asprintf(&line, "%s%s %s %jd\n", torn ? "\n" : "", key, name, (intmax_t)time(NULL)) < 0)
		return guests_no_memory(error);
	const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
	const int file = open(path, flags, 0600);
	bool good = file >= 0 && fstat(file, &status) == 0;
	if (good && status.st_size + (off_t)strlen(line) > GUESTS_MAX) {
		good = guests_fail(error, _("the table of guests"), _("full"));
	} else if (!good || !file_write(file, line, strlen(line)) || fsync(file) != 0) {
		good = guests_fail(error, _("the table of guests"), error_reason(errno));
		if (file >= 0 && ftruncate(file, status.st_size) < 0)
			errno = 0; /* a torn line is not a line */
	}
	if (file >= 0)
		close(file);
	free(line);
	return good;
}
