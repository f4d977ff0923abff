#include "store/score_file.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algo/hash.h"
#include "os/file.h"
#include "os/language.h"
#include "os/portable.h"
#include "os/text.h"
#include "store/data_file.h"

enum { SUM_BYTES = 17 }; /* with its blank */

/* ---- lines ---- */

static enum score_kind kind_of(const char *tag)
{
	static const char *const tags[] = {[SCORE_WITHDRAWAL] = "withdraw1",
	                                   [SCORE_DIGEST] = "digest1",
	                                   [SCORE_CURSOR] = "cursor1"};
	enum score_kind kind = SCORE_WITHDRAWAL;
	if (strncmp(tag, "score", 5) == 0 && tag[5] >= '1' && tag[5] <= '9' && tag[6] == '\0')
		return SCORE_RECORD;
	while (kind < SCORE_NONE && strcmp(tag, tags[kind]) != 0)
		kind++;
	return kind;
}

bool score_line_read(char *line, struct score_line *read)
{
	uint64_t sum;
	const size_t tag = strcspn(line, " \n");
	char *newline = strchr(line, '\n'), *digits = line + tag + 1, *text = digits + SUM_BYTES;
	if (newline == NULL || newline < text || line[tag] != ' ' || text[-1] != ' ')
		return false;
	*newline = text[-1] = line[tag] = '\0';
	*read = (struct score_line){.kind = kind_of(line), .tag = line, .text = text};
	return read->kind != SCORE_NONE && text_read_identity(digits, &sum) &&
	       sum == hash_text(text);
}

char *score_line_write(const char *tag, const char *text)
{
	char *line;
	assert(kind_of(tag) != SCORE_NONE && strchr(text, '\n') == NULL);
	return asprintf(&line, "%s %016" PRIx64 " %s\n", tag, hash_text(text), text) < 0 ? NULL
	                                                                                 : line;
}

size_t score_line_size(const char *tag, const char *text)
{
	return strlen(tag) + 1 + SUM_BYTES + strlen(text) + 1;
}

/* ---- reading ---- */

/* Whether it was erased with its player (store/score_player.h). */
static bool is_erased(const char *line)
{
	return line[0] == '-' && line[strspn(line, "-")] == '\n';
}

/* An overlong line is read in pieces, none of which is valid; it counts once. */
static bool read_lines(FILE *in, off_t *from, score_line_callback *callback, void *context,
                       int *invalid)
{
	char *line = malloc(SCORE_LINE_MAX);
	bool whole = true; /* the line before it has ended */
	if (line == NULL || fseeko(in, *from, SEEK_SET) != 0) {
		free(line);
		return false;
	}
	while (fgets(line, SCORE_LINE_MAX, in) != NULL) {
		struct score_line read;
		const bool begins = whole;
		const size_t length = strlen(line); /* up to a NUL, which may be anywhere */
		whole = length < SCORE_LINE_MAX - 1 || line[length - 1] == '\n';
		if (strchr(line, '\n') != NULL)
			*from = ftello(in);
		if (begins && score_line_read(line, &read))
			callback(context, &read);
		else if (begins && !is_erased(line))
			++*invalid;
	}
	free(line);
	return !ferror(in);
}

bool score_file_read_open(int file, const char *path, off_t *from, score_line_callback *callback,
                          void *context, int *invalid, struct error *error)
{
	struct stat status;
	int ignored = 0;
	FILE *in = fdopen(file, "r");
	if (in == NULL) {
		close(file);
		return error_at(error, path, 0, "%s", error_reason(errno));
	}
	bool good = fstat(file, &status) == 0 && status.st_size <= SCORE_LOG_MAX;
	if (!good)
		error_at(error, path, 0, _("larger than the limit for leaderboards, %d MiB"),
		         SCORE_LOG_MAX >> 20);
	else if (!read_lines(in, from, callback, context, invalid == NULL ? &ignored : invalid))
		good = error_at(error, path, 0, "%s", error_reason(errno));
	fclose(in);
	return good;
}

bool score_file_read(const char *path, off_t *from, score_line_callback *callback, void *context,
                     int *invalid, struct error *error)
{
	struct stat status;
	if (stat(path, &status) < 0 && (errno == ENOENT || errno == ENOTDIR))
		return true;
	const int file = file_open(path, _("expected a leaderboard"), error);
	return file >= 0 &&
	       score_file_read_open(file, path, from, callback, context, invalid, error);
}

/* ---- writing ---- */

/* Whether an unfinished line may have begun as one of ours. */
static bool may_be_ours(const char *line, size_t size)
{
	static const char *const tags[] = {"score", "withdraw1 ", "digest1 ", "cursor1 "};
	for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
		const size_t length = strlen(tags[i]);
		if (memcmp(line, tags[i], size < length ? size : length) == 0)
			return true;
	}
	return false;
}

/* Truncates a torn line at the file's end. *torn is set if it could not be truncated, and must be
 * ended. False with errno. */
static bool cut_tail(int file, off_t *size, bool *torn)
{
	char *end = malloc(SCORE_LINE_MAX);
	if (end == NULL)
		return false;
	const size_t room = *size < SCORE_LINE_MAX ? (size_t)*size : SCORE_LINE_MAX;
	const ssize_t got = pread(file, end, room, *size - (off_t)room);
	const char *newline = got > 0 ? memrchr(end, '\n', (size_t)got) : NULL;
	const char *line = newline == NULL ? end : newline + 1;
	const size_t tail = got > 0 ? (size_t)(end + got - line) : 0;
	*torn = tail > 0;
	if (*torn && may_be_ours(line, tail) && ftruncate(file, *size - (off_t)tail) == 0) {
		*size -= (off_t)tail;
		*torn = false;
	}
	free(end);
	return got >= 0;
}

const char *score_file_check(int file, off_t *size)
{
	struct stat status;
	if (fstat(file, &status) < 0)
		return error_reason(errno);
	*size = status.st_size;
	if (!S_ISREG(status.st_mode))
		return error_reason(EISDIR);
	return *size > SCORE_LOG_MAX ? _("leaderboard full") : NULL;
}

const char *score_file_append(int file, off_t *size, const char *lines, size_t count)
{
	bool torn = false;
	if (*size > 0 && !cut_tail(file, size, &torn))
		return error_reason(errno);
	char *bytes = malloc(count + 1); /* after a newline, to end a torn line */
	if (bytes == NULL)
		return error_reason(ENOMEM);
	bytes[0] = '\n';
	memcpy(bytes + 1, lines, count);
	const char *why = NULL;
	if (!file_write(file, bytes + !torn, count + torn) || fsync(file) != 0) {
		why = error_reason(errno);
		if (ftruncate(file, *size) < 0) /* left to the next writer */
			errno = 0;
	} else {
		*size += (off_t)(count + torn);
	}
	free(bytes);
	return why;
}
