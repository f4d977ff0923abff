/* --health: whether guests can play here and what they do is kept, in one line. What is wrong comes
 * first; without that, the line begins with "ok", which programs look for, in every language. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "os/file.h"
#include "os/language.h"
#include "os/sandbox.h"
#include "store/data_file.h"
#include "store/tally.h"

enum {
	FINDINGS_MAX = 1024, /* bytes of each part of the line */
	FREE_MIN = 64 << 20, /* bytes */
	FULL_PERCENT = 90,
};

/* The line so far. */
struct findings {
	char faults[FINDINGS_MAX], facts[FINDINGS_MAX];
};

static void append(char line[FINDINGS_MAX], const char *format, va_list arguments)
{
	const size_t used = strlen(line);
	/* TRANSLATORS: Between the items of a list: "3 results, 2 games", "a, b, c". */
	snprintf(line + used, FINDINGS_MAX - used, "%s", used == 0 ? "" : C_("list", ", "));
	vsnprintf(line + strlen(line), FINDINGS_MAX - strlen(line), format, arguments);
}

/* Adds a fact, to the faults if it is one. */
static void say(struct findings *findings, bool fault, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static void say(struct findings *findings, bool fault, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	append(fault ? findings->faults : findings->facts, format, arguments);
	va_end(arguments);
}

/* Writes a file of a size that the disk must have, and removes it. */
static const char *try_writing(void)
{
	static const char block[4096] = "parlour --health";
	free(data_file_make_folder(""));
	char *path = data_file_path("health-XXXXXX");
	if (path == NULL)
		return _("no home directory");
	const int file = mkostemp(path, O_CLOEXEC);
	const bool good = file >= 0 && file_write(file, block, sizeof block) && fsync(file) == 0;
	const int fault = errno;
	if (file >= 0) {
		close(file);
		unlink(path);
	}
	free(path);
	return good ? NULL : error_reason(fault);
}

/* What a restore as another user leaves behind. Files that are missing are made when needed. */
static void check_rights(struct findings *findings)
{
	static const struct {
		const char *name;
		int mode;
	} files[] = {
		{"scores.log", R_OK | W_OK},
		{"guests", R_OK | W_OK},
		{"others.log", R_OK},
		{"withdrawn.log", R_OK | W_OK},
		{"players", R_OK | W_OK | X_OK},
		{"live", R_OK | W_OK | X_OK},
	};
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		char *path = data_file_path(files[i].name);
		if (path != NULL && access(path, files[i].mode) != 0 && errno != ENOENT)
			say(findings, true, "%s: %s", files[i].name, error_reason(errno));
		free(path);
	}
}

/* A lock is released with its process, so it is stale only if that hangs. */
static void check_lock(struct findings *findings, const char *name, const char *ending)
{
	struct data_file file;
	data_file_open(&file, name, ending);
	const char *why = data_file_lock(&file);
	if (why != NULL)
		/* TRANSLATORS: A file's name, and why its lock can't be taken. */
		say(findings, true, _("%s.lock can't be had: %s"), name, why);
	data_file_close(&file);
}

static void check_levels(struct findings *findings, const struct request *request)
{
	struct error error;
	struct level *level = malloc(sizeof *level);
	int bad = level == NULL;
	for (int i = 0; level != NULL && i < request->levels.count; i++)
		bad += !library_level_bare(request->library, request->levels.refs[i], level,
		                           &error);
	free(level);
	const int count = request->levels.count;
	if (bad > 0)
		say(findings, true,
		    text_plural("%d level, not right", "%d levels, not all of them right", count),
		    count);
	else
		say(findings, false, text_plural("%d level", "%d levels", count), count);
}

static int percent(uint64_t part, uint64_t whole)
{
	return (int)(100 * part / whole);
}

static void check_host(struct findings *findings, const struct host *host)
{
	const int log = percent(host->log_bytes, host->log_max);
	const int table = percent(host->guest_bytes, host->guest_max);
	say(findings, host->free_bytes < FREE_MIN, _("%ju MiB free"),
	    (uintmax_t)(host->free_bytes >> 20));
	say(findings, log >= FULL_PERCENT, _("leaderboard %d%% full"), log);
	say(findings, table >= FULL_PERCENT,
	    text_plural("%d guest, their table %d%% full", "%d guests, their table %d%% full",
	                host->guests),
	    host->guests, table);
	if (host->damaged > 0)
		say(findings, true,
		    text_plural("%d damaged data file set aside in the last day",
		                "%d damaged data files set aside in the last day", host->damaged),
		    host->damaged);
}

static void check_sandbox(struct findings *findings)
{
	char name[SANDBOX_NAME_MAX];
	const struct sandbox sandbox = sandbox_available();
	sandbox_name(sandbox, name);
	say(findings, !sandbox_is_complete(sandbox), _("sandbox: %s"), name);
}

int cli_health(struct request *request)
{
	struct error error;
	struct host host;
	struct findings findings = {.faults = ""};
	uint64_t sum[COUNTS];
	int playing;
	const char *why = try_writing();
	if (why != NULL)
		say(&findings, true, _("the folder can't be written: %s"), why);
	check_lock(&findings, "scores", ".log");
	check_rights(&findings);
	if (host_read(&host, &error))
		check_host(&findings, &host);
	else
		say(&findings, true, "%s", error.text);
	if (tally_read(sum, &playing, &error))
		say(&findings, false, text_plural("%d playing", "%d playing", playing), playing);
	else
		say(&findings, true, "%s", error.text);
	check_levels(&findings, request);
	check_sandbox(&findings);
	const bool good = findings.faults[0] == '\0';
	printf("%s%s%s%s\n", good ? "ok: " : "not ok: ", findings.faults, good ? "" : "; ",
	       findings.facts);
	return good ? STATUS_OK : STATUS_NO;
}
