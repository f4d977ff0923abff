#include "store/tally.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "store/data_file.h"

#define TAG "tally1"

enum {
	DIGITS = 20,
	LINE_BYTES = sizeof TAG - 1 + COUNTS * (1 + DIGITS) + 1,
};

/* ---- a file ---- */

static bool read_line(int file, uint64_t count[COUNTS])
{
	char line[LINE_BYTES + 1] = "", *rest = line;
	if (pread(file, line, LINE_BYTES, 0) != LINE_BYTES || line[LINE_BYTES - 1] != '\n')
		return false;
	line[LINE_BYTES - 1] = '\0';
	if (strcmp(strsep(&rest, " "), TAG) != 0)
		return false;
	for (int i = 0; i < COUNTS; i++) {
		const char *digits = strsep(&rest, " ");
		if (digits == NULL || !text_read_unsigned(digits, &count[i]))
			return false;
	}
	return true;
}

static void write_line(int file, const uint64_t count[COUNTS])
{
	char line[LINE_BYTES + 1] = TAG;
	size_t length = sizeof TAG - 1;
	for (int i = 0; i < COUNTS; i++)
		length += (size_t)snprintf(line + length, sizeof line - length, " %0*" PRIu64,
		                           DIGITS, count[i]);
	line[length] = '\n';
	if (pwrite(file, line, LINE_BYTES, 0) < 0)
		errno = 0;
}

/* The file of this number, opened; -1 with errno. */
static int open_file(int number, int flags)
{
	char name[32];
	snprintf(name, sizeof name, "sessions/%d", number);
	char *path = flags & O_CREAT ? data_file_make_folder(name) : data_file_path(name);
	const int file =
		path == NULL ? -1 : open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
	free(path);
	return file;
}

/* ---- a session ---- */

void tally_open(struct tally *tally)
{
	*tally = (struct tally){.file = -1};
	for (int number = 0; tally->file < 0 && number < TALLY_SESSIONS_MAX; number++) {
		const int file = open_file(number, O_RDWR | O_CREAT);
		if (file < 0)
			return;
		if (flock(file, LOCK_EX | LOCK_NB) == 0)
			tally->file = file;
		else
			close(file);
	}
	if (tally->file < 0)
		return;
	if (!read_line(tally->file, tally->before))
		memset(tally->before, 0, sizeof tally->before);
	tally->count[COUNT_SESSIONS] = 1;
	tally_write(tally);
}

void tally_write(struct tally *tally)
{
	uint64_t sum[COUNTS];
	if (tally->file < 0)
		return;
	const double own = seconds_used(), all = seconds_of_process();
	tally->count[COUNT_GAME_MS] = (uint64_t)(own * 1000);
	tally->count[COUNT_SOLVER_MS] = all > own ? (uint64_t)((all - own) * 1000) : 0;
	for (int i = 0; i < COUNTS; i++)
		sum[i] = tally->before[i] + tally->count[i];
	write_line(tally->file, sum);
}

void tally_close(struct tally *tally)
{
	tally_write(tally);
	if (tally->file >= 0)
		close(tally->file);
	tally->file = -1;
}

/* ---- the sum ---- */

bool tally_read(uint64_t sum[COUNTS], int *playing, struct error *error)
{
	memset(sum, 0, COUNTS * sizeof *sum);
	*playing = 0;
	for (int number = 0; number < TALLY_SESSIONS_MAX; number++) {
		uint64_t count[COUNTS];
		const int file = open_file(number, O_RDONLY);
		if (file < 0)
			return errno == ENOENT || errno == ENOTDIR ||
			       error_set(error, _("the counters of sessions: %s"),
			                 error_reason(errno));
		*playing += flock(file, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;
		const bool valid = read_line(file, count);
		for (int i = 0; valid && i < COUNTS; i++)
			sum[i] += count[i];
		close(file);
	}
	return true;
}
