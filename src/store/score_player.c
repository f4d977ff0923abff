/* A line is TAG SUM DATE PLAYER and more; only the player's word is looked at, so that lines of
 * later versions are erased and renamed too. */
#include "store/score_player.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algo/hash.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "store/data_file.h"
#include "store/score_log.h"

enum { SUM = 1, DATE = 2, PLAYER = 3, REST = 4, WORDS }; /* words of a line */

/* The log, locked, with its content. */
struct log {
	struct data_file lock;
	int file; /* -1: there is none */
	char *text;
	size_t size;
};

static void log_close(struct log *log)
{
	if (log->file >= 0)
		close(log->file);
	free(log->text);
	data_file_close(&log->lock);
}

static const char *log_read(struct log *log)
{
	struct stat status;
	if (fstat(log->file, &status) < 0)
		return error_reason(errno);
	if (!S_ISREG(status.st_mode))
		return error_reason(EISDIR);
	if (status.st_size > SCORE_LOG_MAX)
		return _("leaderboard full");
	log->text = malloc((size_t)status.st_size + 1);
	if (log->text == NULL)
		return error_reason(ENOMEM);
	const ssize_t got = file_read(log->file, log->text, (size_t)status.st_size);
	log->size = got < 0 ? 0 : (size_t)got;
	return got < 0 ? error_reason(errno) : NULL;
}

/* Must be followed by log_close. */
static const char *log_open(struct log *log)
{
	*log = (struct log){.file = -1};
	data_file_open(&log->lock, "scores", ".log");
	const char *why = data_file_lock(&log->lock);
	if (why != NULL)
		return why;
	log->file = open(log->lock.path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (log->file < 0)
		return errno == ENOENT ? NULL : error_reason(errno);
	return log_read(log);
}

/* ---- lines ---- */

/* A line, without its newline. */
struct line {
	const char *start, *end;
	const char *word[WORDS]; /* the starts of its words; all the rest is one */
};

/* The next line that has all words; false at the end of the text. */
static bool next_line(const struct log *log, struct line *line)
{
	const char *end = log->text + log->size;
	const char *start = line->end == NULL ? log->text : line->end + 1;
	for (; start < end; start = line->end + 1) {
		const char *newline = memchr(start, '\n', (size_t)(end - start));
		line->end = newline == NULL ? end : newline;
		line->start = line->word[0] = start;
		int words = 1;
		for (const char *c = start; words < WORDS && c < line->end; c++)
			if (*c == ' ')
				line->word[words++] = c + 1;
		if (words == WORDS)
			return true;
	}
	return false;
}

/* Copies the player's name; false if it is not one. */
static bool name_of(const struct line *line, char name[PLAYER_NAME_MAX + 1])
{
	const size_t length = (size_t)(line->word[REST] - 1 - line->word[PLAYER]);
	snprintf(name, PLAYER_NAME_MAX + 1, "%.*s", (int)length, line->word[PLAYER]);
	return length <= PLAYER_NAME_MAX && text_is_player_name(name);
}

static bool is_by(const struct line *line, const char *player)
{
	char name[PLAYER_NAME_MAX + 1];
	return name_of(line, name) && strcmp(name, player) == 0;
}

const char *score_player_names(score_name_callback *callback, void *context)
{
	struct log log;
	struct line line = {0};
	char name[PLAYER_NAME_MAX + 1];
	const char *why = log_open(&log);
	bool more = why == NULL && log.file >= 0;
	while (more && next_line(&log, &line))
		more = !name_of(&line, name) || callback(context, name);
	log_close(&log);
	return why;
}

/* ---- changes ---- */

static bool erase(const struct log *log, const struct line *line)
{
	static char dashes[SCORE_LINE_MAX];
	if (dashes[0] == '\0')
		memset(dashes, '-', sizeof dashes);
	const char *from = line->start;
	while (from < line->end) {
		const size_t left = (size_t)(line->end - from);
		const ssize_t written =
			pwrite(log->file, dashes, left < sizeof dashes ? left : sizeof dashes,
		               (off_t)(from - log->text));
		if (written <= 0)
			return false;
		from += written;
	}
	return true;
}

static const char *erase_all(const struct log *log, const char *player, size_t *count)
{
	struct line line = {0};
	*count = 0;
	while (next_line(log, &line))
		if (is_by(&line, player)) {
			if (!erase(log, &line))
				return error_reason(errno);
			++*count;
		}
	return *count == 0 || fsync(log->file) == 0 ? NULL : error_reason(errno);
}

const char *score_player_erase(const char *player, size_t *count)
{
	struct log log;
	*count = 0;
	const char *why = log_open(&log);
	if (why == NULL && log.file >= 0)
		why = erase_all(&log, player, count);
	log_close(&log);
	return why;
}

/* Writes the player's lines under the other name. False without memory. */
static bool copy_lines(const struct log *log, const char *from, const char *to, FILE *out)
{
	struct line line = {0};
	if (log->size > 0 && log->text[log->size - 1] != '\n') /* ends a torn line */
		fputc('\n', out);
	while (next_line(log, &line)) {
		char *text;
		if (!is_by(&line, from))
			continue;
		const int date = (int)(line.word[PLAYER] - line.word[DATE]);
		const int rest = (int)(line.end - line.word[REST]);
		if (asprintf(&text, "%.*s%s %.*s", date, line.word[DATE], to, rest,
		             line.word[REST]) < 0)
			return false;
		fprintf(out, "%.*s%016" PRIx64 " %s\n", (int)(line.word[SUM] - line.start),
		        line.start, hash_text(text), text);
		free(text);
	}
	return true;
}

static const char *append_copies(const struct log *log, const char *from, const char *to)
{
	char *copies = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&copies, &size);
	if (out == NULL || file_close_memory(out, &copies, copy_lines(log, from, to, out)) == NULL)
		return error_reason(ENOMEM);
	const char *why = NULL;
	if (log->size + size > SCORE_LOG_MAX)
		why = _("leaderboard full");
	else if (lseek(log->file, 0, SEEK_END) < 0 || !file_write(log->file, copies, size) ||
	         fsync(log->file) != 0)
		why = error_reason(errno);
	if (why != NULL && ftruncate(log->file, (off_t)log->size) < 0)
		errno = 0; /* what is left is not a line, or counts twice */
	free(copies);
	return why;
}

const char *score_player_rename(const char *from, const char *to)
{
	struct log log;
	size_t count;
	const char *why = log_open(&log);
	if (why == NULL && log.file >= 0)
		why = append_copies(&log, from, to);
	if (why == NULL && log.file >= 0)
		why = erase_all(&log, from, &count);
	log_close(&log);
	return why;
}
