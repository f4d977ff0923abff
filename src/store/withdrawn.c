#include "store/withdrawn.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "os/language.h"
#include "os/text.h"
#include "store/data_file.h"
#include "store/score_file.h"

static const char tag[] = "withdraw1", file_name[] = "withdrawn.log";

static const char *append(const char *path, const char *line)
{
	off_t size = 0;
	const int flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
	const int file = open(path, flags, 0600);
	if (file < 0)
		return error_reason(errno);
	const char *why = score_file_check(file, &size);
	if (why == NULL)
		why = score_file_append(file, &size, line, strlen(line));
	close(file);
	return why;
}

/* ---- the last line of a name ---- */

struct last {
	const char *name;
	int64_t date, until; /* 0: none; until 0: it came back */
};

static void take_line(void *context, const struct score_line *line)
{
	struct last *last = context;
	char name[PLAYER_NAME_MAX + 1];
	int64_t date, until;
	if (line->kind == SCORE_WITHDRAWAL &&
	    sscanf(line->text, "%" SCNd64 " %32s %" SCNd64, &date, name, &until) == 3 &&
	    strcmp(name, last->name) == 0 && date >= last->date)
		*last = (struct last){last->name, date, until};
}

static const char *read_last(const char *name, struct last *last)
{
	struct error error;
	off_t from = 0;
	char *path = data_file_path(file_name);
	*last = (struct last){.name = name};
	const bool read =
		path != NULL && score_file_read(path, &from, take_line, last, NULL, &error);
	free(path);
	return read ? NULL : _("withdrawn.log can't be read");
}

/* ---- adding ---- */

/* Adds a line, whose date is later than that of the last one. */
static const char *add(const struct last *last, int64_t until)
{
	char text[PLAYER_NAME_MAX + 64];
	const int64_t now = (int64_t)time(NULL), date = now > last->date ? now : last->date + 1;
	snprintf(text, sizeof text, "%" PRId64 " %s %" PRId64, date, last->name, until);
	char *path = data_file_path(file_name), *line = score_line_write(tag, text);
	const char *why = path == NULL || line == NULL ? error_reason(ENOMEM) : append(path, line);
	free(line);
	free(path);
	return why;
}

const char *withdrawn_add(const char *name)
{
	struct last last;
	const char *why = read_last(name, &last);
	return why == NULL ? add(&last, (int64_t)time(NULL)) : why;
}

const char *withdrawn_return(const char *name)
{
	struct last last;
	const char *why = read_last(name, &last);
	return why == NULL && last.until > 0 ? add(&last, 0) : why;
}
