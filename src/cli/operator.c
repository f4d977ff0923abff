#include "cli/operator.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/file.h"
#include "os/language.h"
#include "os/text.h"

void operator_open(struct operator* operator, const struct options * options)
{
	struct error error;
	*operator=(struct operator){.results = -1, .tally.file = -1, .player = "-"};
	if (!log_open(&operator->log, options->log, &error))
		fprintf(stderr, "parlour: %s\n", error.text);
}

static bool open_results(struct operator* operator, const char * path, struct error *error)
{
	struct stat status;
	const int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
	operator->results = open(path, flags, 0640);
	if (operator->results<0 || fstat(operator->results, &status) < 0)
		return error_at(error, path, 0, "%s", error_reason(errno));
	return S_ISREG(status.st_mode) || error_at(error, path, 0, _("is not a regular file"));
}

bool operator_begin(struct operator* operator, const struct options * options, bool counted,
                    struct error *error)
{
	if (options->player != NULL)
		operator->player = options->player;
	if (counted)
		tally_open(&operator->tally);
	return options->xlog == NULL || open_results(operator, options->xlog, error);
}

void operator_close(struct operator* operator)
{
	if (operator->results >= 0)
		close(operator->results);
	tally_close(&operator->tally);
	log_close(&operator->log);
}

/* ---- a line for a result ---- */

/* The colon separates fields, so it becomes '_', as in other games' files of this kind. */
static void write_name(char *out, size_t size, const char *name)
{
	text_sanitize(out, size, name);
	for (; *out != '\0'; out++)
		if (*out == ':')
			*out = '_';
}

/* With one write, which no other session's line can come between. */
static void write_result(const struct operator* operator, const struct entry * entry)
{
	char line[640], level[256];
	const bool run = entry->kind == ENTRY_RUN;
	write_name(level, sizeof level, entry->place);
	const int length =
		snprintf(line, sizeof line,
	                 "version=%s:name=%s:mode=%.16s:level=%s:id=%016" PRIx64
	                 ":kind=%s:points=%" PRId64 ":turns=%" PRId64
	                 ":optimal=%d:unaided=%d:realtime=%" PRId64 ":endtime=%" PRId64 "\n",
	                 PACKAGE_VERSION, operator->player, entry->name, level, entry->level,
	                 run ? "run" : "level", entry->score, run ? 0 : entry->number,
	                 entry->optimal, entry->unaided, entry->seconds, entry->date);
	if (length < (int)sizeof line && !file_write(operator->results, line, (size_t)length))
		errno = 0;
}

/* ---- what the store tells ---- */

static void count(struct operator* operator, enum count which)
{
	operator->tally.count[which]++;
	tally_write(&operator->tally);
}

void operator_count_move(struct operator* operator)
{
	count(operator, COUNT_MOVES);
}

static void take(void *context, enum store_event event, const char *text, const struct entry *entry)
{
	struct operator* operator= context;
	switch (event) {
	case STORE_SAVED_GAME:
		count(operator, COUNT_MOVES);
		break;
	case STORE_SAVED_RESULT:
		count(operator, COUNT_RESULTS);
		if (operator->results >= 0)
			write_result(operator, entry);
		break;
	case STORE_NOT_SAVED:
		count(operator, COUNT_NOT_SAVED);
		log_write(&operator->log, LEVEL_ERROR, "%s: not saved: %s", operator->player, text);
		break;
	case STORE_SET_ASIDE:
		log_write(&operator->log, LEVEL_WARNING, "%s: %s", operator->player, text);
		break;
	}
}

void operator_watch(struct operator* operator, struct store * store)
{
	store_observe(store, take, operator);
}
