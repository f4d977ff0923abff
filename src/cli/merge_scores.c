/* --merge-scores: the leaderboard's logs of several hosts as one, each line once, by date. The
 * players of HOST=FILE become NAME@HOST; those of a FILE stay as they are. What is no line of a
 * leaderboard is left out and counted. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "play/scores.h"
#include "store/score_file.h"

/* The lines so far. What does not fit into a leaderboard is an error, so memory is bounded. */
struct merged {
	char **line;
	size_t count, room;
	size_t size;      /* of all lines, in bytes */
	const char *host; /* of the file being read; NULL: none */
	int invalid;
	const char *fault; /* NULL: none */
};

static bool has_room(struct merged *merged)
{
	if (merged->count < merged->room)
		return true;
	const size_t room = merged->room == 0 ? 1024 : 2 * merged->room;
	char **line = realloc(merged->line, room * sizeof *line);
	if (line == NULL)
		return false;
	merged->line = line;
	merged->room = room;
	return true;
}

/* Takes a line, unless it is NULL, for lack of memory. */
static void add(struct merged *merged, char *line)
{
	if (line == NULL || !has_room(merged)) {
		free(line);
		merged->fault = _("out of memory");
		return;
	}
	merged->size += strlen(line);
	merged->line[merged->count++] = line;
}

/* A host's own log has its own players only, and cannot withdraw anything. */
static bool may_come_from(const char *host, const struct score_line *line)
{
	return host == NULL || (line->kind == SCORE_RECORD && strchr(line->text, '@') == NULL);
}

static void take_line(void *context, const struct score_line *line)
{
	struct merged *merged = context;
	char *text;
	if (merged->fault != NULL || line->kind == SCORE_CURSOR)
		return;
	if (!scores_line_is_sound(line->tag, line->text) || !may_come_from(merged->host, line)) {
		merged->invalid++;
	} else if (merged->host == NULL) {
		add(merged, score_line_write(line->tag, line->text));
	} else {
		text = scores_with_host(line->text, merged->host);
		add(merged, text == NULL ? NULL : score_line_write(line->tag, text));
		free(text);
	}
}

/* ---- order ---- */

/* A line is "TAG SUM TEXT". */
static const char *text_of(const char *line)
{
	line += strcspn(line, " ") + 1;
	return line + strcspn(line, " ") + 1;
}

/* By date, then by the other words. A line is "TAG SUM DATE ...". */
static int compare_lines(const void *a, const void *b)
{
	const char *one = *(char *const *)a, *other = *(char *const *)b;
	const char *text = text_of(one), *other_text = text_of(other);
	const long long date = strtoll(text, NULL, 10), other_date = strtoll(other_text, NULL, 10);
	if (date != other_date)
		return date < other_date ? -1 : 1;
	const int order = strcmp(text, other_text);
	return order != 0 ? order : strcmp(one, other);
}

/* Drops those that are there before; the lines are sorted. */
static void drop_equal(struct merged *merged)
{
	size_t left = 0;
	for (size_t i = 0; i < merged->count; i++) {
		char *line = merged->line[i];
		if (left > 0 && strcmp(line, merged->line[left - 1]) == 0) {
			merged->size -= strlen(line);
			free(line);
		} else {
			merged->line[left++] = line;
		}
	}
	merged->count = left;
}

static void sort(struct merged *merged)
{
	if (merged->count > 0)
		qsort(merged->line, merged->count, sizeof *merged->line, compare_lines);
	drop_equal(merged);
	if (merged->size > SCORE_LOG_MAX)
		merged->fault = _("joined, the leaderboards are larger than the limit, 32 MiB");
}

/* ---- files ---- */

/* The file of "HOST=FILE"; the whole word if that is the name of a file. */
static const char *split(const char *word, char host[HOST_NAME_BYTES + 1])
{
	const size_t length = strcspn(word, "=");
	host[0] = '\0';
	if (word[length] == '\0' || length > HOST_NAME_BYTES)
		return word;
	memcpy(host, word, length);
	host[length] = '\0';
	if (text_is_host_name(host))
		return word + length + 1;
	host[0] = '\0';
	return word;
}

static bool read_file(struct merged *merged, const char *word, struct error *error)
{
	char host[HOST_NAME_BYTES + 1];
	off_t from = 0;
	const char *path = split(word, host);
	if (*path == '\0')
		return error_set(error, _("\"%s\": expected FILE or HOST=FILE"), word);
	const int file = file_open(path, _("expected a leaderboard"), error);
	if (file < 0)
		return false;
	merged->host = host[0] == '\0' ? NULL : host;
	const bool good =
		score_file_read_open(file, path, &from, take_line, merged, &merged->invalid, error);
	if (good) /* so that one file more is what memory may hold beyond the limit */
		sort(merged);
	return good && (merged->fault == NULL || error_set(error, "%s", merged->fault));
}

static void free_lines(struct merged *merged)
{
	for (size_t i = 0; i < merged->count; i++)
		free(merged->line[i]);
	free(merged->line);
}

int cli_merge(struct request *request)
{
	const struct options *options = request->options;
	struct merged merged = {0};
	struct error error;
	bool good = true;
	for (int i = 0; good && i < options->level_count; i++)
		good = read_file(&merged, options->levels[i], &error);
	for (size_t i = 0; good && i < merged.count; i++)
		fputs(merged.line[i], stdout);
	if (good && merged.invalid > 0)
		cli_warn(text_plural("left out %d line: not of a leaderboard",
		                     "left out %d lines: not of a leaderboard", merged.invalid),
		         merged.invalid);
	free_lines(&merged);
	if (!good)
		return cli_fail(error.text);
	return merged.invalid > 0 ? STATUS_NO : STATUS_OK;
}
