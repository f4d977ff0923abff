/* Lines are appended under a lock, each with one write, synced before the lock is released. If a
 * writer was killed in the middle of a line, the next one truncates it (score_file.h).
 *
 * Finding out whether a record is new takes reading the whole log, two milliseconds a megabyte.
 * That is done before taking the lock; lines appended since are read under the lock, so writers
 * never wait for a reader. A line that doesn't fit is dropped, so that the next attempt need not
 * read a full log again; the next time the player solves the level it is new again. */
#include "store/score_log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/language.h"
#include "os/portable.h"
#include "os/text.h"
#include "puzzle/times.h"

static const char tag[] = "score1"; /* of new lines */

void score_log_open(struct score_log *log)
{
	*log = (struct score_log){0};
	data_file_open(&log->file, "scores", ".log");
}

/* ---- new records ---- */

enum { PLAYER = 1, LEVEL = 2, PLACE = 3 }; /* words of a record, counted from 0 */

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

/* The place of a record without times. */
static size_t place_length(const char *place)
{
	return strcspn(place, (const char[]){' ', TIMES_MARK, '\0'});
}

/* Whether two records are one player's of one level at one place. */
static bool same_level(const char *one, const char *other)
{
	const char *place = after_word(one, LEVEL), *other_place = after_word(other, LEVEL);
	const size_t length = place_length(place);
	return same_words(one, other, LEVEL) && place_length(other_place) == length &&
	       strncmp(place, other_place, length) == 0;
}

/* The times of a record, to be freed by the caller; NULL without memory. */
static char *times_of(const char *text)
{
	const char *place = after_word(text, LEVEL), *end = place + place_length(place);
	const char *times = *end == TIMES_MARK ? end + 1 : end;
	return strndup(times, strcspn(times, " "));
}

/* Whether a record in as many words took less time. */
static bool is_faster(const char *text, const char *than)
{
	char *times = times_of(text), *other = times_of(than);
	const bool faster = times != NULL && other != NULL && times_are_less(times, other);
	free(times);
	free(other);
	return faster;
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
	return score_line_size(tag, text);
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

/* Whether another record makes this one superfluous. */
static bool is_as_good(const char *other, const char *text, bool by_points)
{
	if (by_points)
		return strcmp(after_word(other, 0), after_word(text, 0)) == 0;
	const size_t words = count_blanks(text), other_words = count_blanks(other);
	return same_level(other, text) &&
	       (other_words < words || (other_words == words && !is_faster(text, other)));
}

static void inspect(void *context, const struct score_line *line)
{
	struct player_usage *usage = context;
	const char *text = line->text;
	if (line->kind != SCORE_RECORD || !same_words(usage->text, text, PLAYER))
		return;
	usage->size += score_line_size(line->tag, text);
	usage->is_new = usage->is_new && !is_as_good(text, usage->text, usage->by_points);
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
	return score_file_read(path, &usage->read, inspect, usage, NULL, &error);
}

/* ---- writing ---- */

/* NULL, or why a log of this size has no room for more. */
static const char *check_room(const struct player_usage *usage, off_t size, size_t more)
{
	if (usage->size + more > SCORE_PLAYER_MAX)
		return _("your share of the leaderboard is full");
	return size > SCORE_LOG_MAX - (off_t)more ? _("leaderboard full") : NULL;
}

/* Appends a record. NULL once it is synced; else why nothing of it was written. */
static const char *append(int file, off_t size, const char *text)
{
	char *line = score_line_write(tag, text);
	if (line == NULL)
		return error_reason(ENOMEM);
	const char *why = score_file_append(file, &size, line, strlen(line));
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
	const char *why = score_file_check(file, &size);
	if (why != NULL)
		return why;
	if (!find_usage(log->file.path, record, usage))
		return error_reason(errno);
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
		why = error_reason(errno);
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
		log->trouble = log->drop_reason = error_reason(ENOMEM);
	return score_log_flush(log);
}

void score_log_close(struct score_log *log)
{
	log->file.timed_out = false;
	score_log_flush(log);
	entries_free(&log->pending);
	data_file_close(&log->file);
}

/* ---- reading ---- */

/* Passes lines on, of which each log has its own: players of this host, or of others. */
struct reading {
	score_log_callback *callback;
	void *context;
	bool others;
};

static void pass_on(void *context, const struct score_line *line)
{
	const struct reading *reading = context;
	const bool record = line->kind == SCORE_RECORD;
	const char *player = after_word(line->text, PLAYER - 1);
	const bool of_other = !record || memchr(player, '@', strcspn(player, " ")) != NULL;
	if (of_other == reading->others)
		reading->callback(reading->context, line->tag, line->text);
}

static const char own_log[] = "scores", others_log[] = "others";

static bool read_log(const char *name, struct reading *reading, struct error *error)
{
	struct data_file file;
	off_t from = 0;
	data_file_open(&file, name, ".log");
	const bool good = file.path == NULL ||
	                  score_file_read(file.path, &from, pass_on, reading, NULL, error);
	data_file_close(&file);
	return good;
}

bool score_log_read(score_log_callback *callback, void *context, struct error *error)
{
	return read_log(own_log, &(struct reading){callback, context, false}, error);
}

bool score_log_read_others(score_log_callback *callback, void *context, struct error *error)
{
	return read_log(others_log, &(struct reading){callback, context, true}, error);
}

bool score_log_has_changed(struct score_log_stamp *stamp)
{
	const char *const names[] = {own_log, others_log};
	bool changed = false;
	for (int i = 0; i < 2; i++) {
		struct data_file file;
		struct stat now = {.st_size = 0};
		data_file_open(&file, names[i], ".log");
		if (file.path == NULL || stat(file.path, &now) != 0)
			now = (struct stat){.st_size = 0};
		data_file_close(&file);
		const struct timespec written = time_written(&now);
		changed |= now.st_size != stamp->file[i].size ||
		           written.tv_sec != stamp->file[i].changed.tv_sec ||
		           written.tv_nsec != stamp->file[i].changed.tv_nsec;
		stamp->file[i].size = now.st_size;
		stamp->file[i].changed = written;
	}
	return changed;
}
