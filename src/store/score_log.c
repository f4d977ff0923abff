/* A line is TAG, the text's checksum in 16 hexadecimal digits, a blank, and the text. Lines are
 * appended under a lock, each with one write, synced before the lock is released. If a writer was
 * killed in the middle of a line, the next one truncates it; if it can't be truncated, or is not
 * ours, it ends it with a newline, and the checksum shows that it is not a line. So readers need no
 * lock.
 *
 * Finding out whether a record is new takes reading the whole log, two milliseconds a megabyte.
 * That is done before taking the lock; lines appended since are read under the lock, so writers
 * never wait for a reader. A line that doesn't fit is dropped, so that the next attempt need not
 * read a full log again; the next time the player solves the level it is new again. */
#include "store/score_log.h"

#include <assert.h>
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
#include "os/text.h"

#define TAG "score1 "

enum {
	TAG_BYTES = sizeof TAG - 1,
	SUM_BYTES = 17, /* with its blank */
};

void score_log_open(struct score_log *log)
{
	*log = (struct score_log){0};
	data_file_open(&log->file, "scores", ".log");
}

/* ---- reading ---- */

/* The text of a valid line, without its newline; NULL for any other. */
static const char *text_of(char *line)
{
	uint64_t sum;
	char *newline = strchr(line, '\n'), *digits = line + TAG_BYTES, *text = digits + SUM_BYTES;
	if (newline == NULL || newline < text || memcmp(line, TAG, TAG_BYTES) != 0 ||
	    text[-1] != ' ')
		return NULL;
	*newline = text[-1] = '\0';
	return text_read_identity(digits, &sum) && sum == hash_text(text) ? text : NULL;
}

/* Reads from offset *from on, and advances it past the last newline. An overlong line is read in
 * pieces, none of which is valid. */
static bool read_lines(FILE *in, off_t *from, score_log_callback *callback, void *context)
{
	char *line = malloc(SCORE_LINE_MAX);
	if (line == NULL || fseeko(in, *from, SEEK_SET) != 0) {
		free(line);
		return false;
	}
	while (fgets(line, SCORE_LINE_MAX, in) != NULL) {
		if (strchr(line, '\n') != NULL)
			*from = ftello(in);
		const char *text = text_of(line);
		if (text != NULL)
			callback(context, text);
	}
	free(line);
	return !ferror(in);
}

static bool read_file(const char *path, off_t *from, score_log_callback *callback, void *context,
                      struct error *error)
{
	struct stat status;
	if (stat(path, &status) < 0 && (errno == ENOENT || errno == ENOTDIR))
		return true;
	const int file = file_open(path, "a leaderboard", error);
	if (file < 0)
		return false;
	FILE *in = fdopen(file, "r");
	if (in == NULL) {
		close(file);
		return error_at(error, path, 0, "%s", strerror(errno));
	}
	bool good = fstat(file, &status) == 0 && status.st_size <= SCORE_LOG_MAX;
	if (!good)
		error_at(error, path, 0, "larger than the limit for leaderboards, %d MiB",
		         SCORE_LOG_MAX >> 20);
	else if (!read_lines(in, from, callback, context))
		good = error_at(error, path, 0, "%s", strerror(errno));
	fclose(in);
	return good;
}

/* ---- new records ---- */

enum { PLAYER = 1, PLACE = 3 }; /* words of a record, counted from 0 */

/* The text after word number `word` and its blank, or the text's end. */
static const char *after_word(const char *text, int word)
{
	for (; word >= 0; word--) {
		text += strcspn(text, " ");
		text += *text == ' ';
	}
	return text;
}

/* Whether two records have the same words from the player's to number `last`. */
static bool same_words(const char *one, const char *other, int last)
{
	const char *from = after_word(one, PLAYER - 1);
	const size_t length = (size_t)(after_word(one, last) - from);
	return strncmp(from, after_word(other, PLAYER - 1), length) == 0;
}

static size_t count_blanks(const char *text)
{
	size_t count = 0;
	for (; *text != '\0'; text++)
		count += *text == ' ';
	return count;
}

static size_t line_size(const char *text)
{
	return TAG_BYTES + SUM_BYTES + strlen(text) + 1;
}

/* What the log has of a record's player, as far as it was read. */
struct player_usage {
	const char *text;
	bool by_points; /* the record counts by points */
	size_t size;    /* size of the player's lines */
	bool is_new;  /* the record is not in the log yet */
	off_t read;   /* bytes read of the file */
	dev_t device; /* which file that was */
	ino_t file;
};

static void inspect(void *context, const char *text)
{
	struct player_usage *usage = context;
	if (!same_words(usage->text, text, PLAYER))
		return;
	usage->size += line_size(text);
	const bool as_good = usage->by_points
	                             ? strcmp(after_word(text, 0), after_word(usage->text, 0)) == 0
	                             : same_words(usage->text, text, PLACE) &&
	                                       count_blanks(text) <= count_blanks(usage->text);
	usage->is_new = usage->is_new && !as_good;
}

/* Continues reading for a record; from the start, if the log is a different file now. False with
 * errno. */
static bool find_usage(const char *path, const struct entry *record, struct player_usage *usage)
{
	struct error error;
	struct stat status = {0};
	if (stat(path, &status) != 0 || status.st_size < usage->read ||
	    status.st_dev != usage->device || status.st_ino != usage->file)
		*usage = (struct player_usage){.is_new = true,
		                               .device = status.st_dev,
		                               .file = status.st_ino};
	usage->text = record->words;
	usage->by_points = record->score > 0;
	return read_file(path, &usage->read, inspect, usage, &error);
}

/* ---- writing ---- */

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
	const bool ours = memcmp(line, TAG, tail < TAG_BYTES ? tail : TAG_BYTES) == 0;
	*torn = tail > 0;
	if (*torn && ours && ftruncate(file, *size - (off_t)tail) == 0) {
		*size -= (off_t)tail;
		*torn = false;
	}
	free(end);
	return got >= 0;
}

static const char full[] = "leaderboard full";

/* NULL, or why this file can't be a log to append to. */
static const char *check_file(int file, off_t *size)
{
	struct stat status;
	if (fstat(file, &status) < 0)
		return data_file_reason(errno);
	*size = status.st_size;
	if (!S_ISREG(status.st_mode))
		return data_file_reason(EISDIR);
	return *size > SCORE_LOG_MAX ? full : NULL;
}

/* NULL, or why a log of this size has no room for more. */
static const char *check_room(const struct player_usage *usage, off_t size, size_t more)
{
	if (usage->size + more > SCORE_PLAYER_MAX)
		return "your share of the leaderboard is full";
	return size > SCORE_LOG_MAX - (off_t)more ? full : NULL;
}

/* Appends a record. NULL once it is synced; else why nothing of it was written. */
static const char *append(int file, off_t size, const char *text)
{
	bool torn = false;
	char *line; /* after a newline, to end a torn one */
	if (size > 0 && !cut_tail(file, &size, &torn))
		return data_file_reason(errno);
	const int bytes = asprintf(&line, "\n" TAG "%016" PRIx64 " %s\n", hash_text(text), text);
	if (bytes < 0)
		return data_file_reason(ENOMEM);
	const char *why = NULL;
	if (!file_write(file, line + !torn, (size_t)bytes - !torn) || fsync(file) != 0) {
		why = data_file_reason(errno);
		if (ftruncate(file, size) < 0) /* left to the next writer */
			errno = 0;
	}
	free(line);
	return why;
}

/* Handles the oldest pending record. NULL if it is synced, is not new, or is dropped for lack of
 * room; else why not. */
static const char *write_oldest(struct score_log *log, int file, struct player_usage *usage)
{
	const struct entry *record = log->pending.oldest;
	const char *text = record->words;
	off_t size = 0;
	const char *why = check_file(file, &size);
	if (why != NULL)
		return why;
	if (!find_usage(log->file.path, record, usage))
		return data_file_reason(errno);
	const char *too_large = usage->is_new ? check_room(usage, size, 1 + line_size(text)) : NULL;
	if (too_large != NULL)
		log->drop_reason = too_large;
	else if (usage->is_new)
		why = append(file, size, text);
	if (why == NULL) {
		log->size -= line_size(text);
		entries_remove_oldest(&log->pending);
	}
	return why;
}

static const char *flush_oldest(struct score_log *log)
{
	const int flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	struct player_usage usage = {0};
	if (log->file.path != NULL) /* read errors are reported under the lock */
		find_usage(log->file.path, log->pending.oldest, &usage);
	const char *why = data_file_lock(&log->file);
	const int file = why == NULL ? open(log->file.path, flags, 0600) : -1;
	if (file >= 0) {
		why = write_oldest(log, file, &usage);
		close(file);
	} else if (why == NULL) {
		why = data_file_reason(errno);
	}
	data_file_unlock(&log->file);
	return why;
}

bool score_log_flush(struct score_log *log)
{
	if (log->pending.oldest == NULL)
		return log->drop_reason == NULL;
	const char *why = NULL;
	while (why == NULL && log->pending.oldest != NULL)
		why = flush_oldest(log);
	log->trouble = why == NULL ? log->drop_reason : why;
	return log->trouble == NULL;
}

bool score_log_add(struct score_log *log, const char *text, bool by_points)
{
	assert(strlen(text) < SCORE_LINE_MAX - 64 && strchr(text, '\n') == NULL);
	assert(count_blanks(text) > PLACE);
	const size_t size = log->size + line_size(text);
	const struct entry record = {.words = text, .score = by_points};
	if (size < SCORE_PENDING_MAX && entries_add(&log->pending, &record))
		log->size = size;
	else
		log->trouble = log->drop_reason = data_file_reason(ENOMEM);
	return score_log_flush(log);
}

void score_log_close(struct score_log *log)
{
	log->file.timed_out = false;
	score_log_flush(log);
	entries_free(&log->pending);
	data_file_close(&log->file);
}

bool score_log_read(score_log_callback *callback, void *context, struct error *error)
{
	struct score_log log;
	off_t from = 0;
	score_log_open(&log);
	const bool good =
		log.file.path == NULL || read_file(log.file.path, &from, callback, context, error);
	score_log_close(&log);
	return good;
}
