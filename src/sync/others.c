#include "sync/others.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/file.h"
#include "os/text.h"
#include "store/score_file.h"

/* Rows that may have to be read again after a crash; a line with the cursor costs as much as half a
 * record. */
enum { CURSOR_ROWS = 64 };

static const char cursor_tag[] = "cursor1";

/* ---- reading ---- */

/* "SEQ IDENTITY" */
static void read_cursor(struct others *others, const char *text)
{
	struct place cursor = {0};
	char digits[IDENTITY_DIGITS + 1];
	if (sscanf(text, "%" SCNd64 " %32[0-9a-f]", &cursor.seq, digits) == 2 &&
	    identity_read(digits, &cursor.identity)) {
		others->cursor = cursor;
		others->noted = cursor.seq;
	}
}

bool others_know(struct others *others, const char *tag, const char *text, bool *is_new)
{
	char *words;
	if (asprintf(&words, "%s %s", tag, text) < 0)
		return false;
	const struct identity identity = identity_of(words);
	free(words);
	*is_new = !identities_have(&others->known, &identity);
	return identities_add(&others->known, &identity);
}

struct noted_digest {
	uint64_t level;
	long players;
};

/* NULL without memory. */
static struct noted_digest *digest_of(struct others *others, uint64_t level)
{
	enum { STEP = 64 };
	for (size_t i = 0; i < others->digests; i++)
		if (others->digest[i].level == level)
			return &others->digest[i];
	if (others->digests % STEP == 0) {
		struct noted_digest *more =
			realloc(others->digest, (others->digests + STEP) * sizeof *more);
		if (more == NULL)
			return NULL;
		others->digest = more;
	}
	others->digest[others->digests] = (struct noted_digest){.level = level};
	return &others->digest[others->digests++];
}

/* "DATE LEVEL MOVES:PLAYERS ..." */
static void read_digest(struct others *others, const char *text)
{
	char digits[17];
	uint64_t level;
	if (sscanf(text, "%*d %16[0-9a-f]", digits) != 1 || !text_read_identity(digits, &level))
		return;
	struct noted_digest *digest = digest_of(others, level);
	if (digest == NULL)
		return;
	digest->players = 0;
	for (const char *at = strchr(text, ':'); at != NULL; at = strchr(at + 1, ':'))
		digest->players += strtol(at + 1, NULL, 10);
}

static void take_line(void *context, const struct score_line *line)
{
	struct others *others = context;
	bool is_new;
	if (line->kind == SCORE_CURSOR)
		read_cursor(others, line->text);
	else if (line->kind == SCORE_DIGEST)
		read_digest(others, line->text);
	else if (!others_know(others, line->tag, line->text, &is_new))
		others->cursor = (struct place){0}; /* without memory: others_add will say so */
}

static bool read_all(struct others *others, struct error *error)
{
	struct stat status;
	off_t from = 0;
	if (fstat(others->file, &status) != 0)
		return error_at(error, others->path, 0, "%s", error_reason(errno));
	others->size = status.st_size;
	return score_file_read(others->path, &from, take_line, others, NULL, error);
}

bool others_open(struct others *others, const char *path, struct error *error)
{
	const int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	*others = (struct others){.path = path, .file = open(path, flags, 0640)};
	if (others->file < 0)
		return error_at(error, path, 0, "%s", error_reason(errno));
	if (flock(others->file, LOCK_EX | LOCK_NB) == 0)
		return read_all(others, error);
	return error_at(error, path, 0, "%s",
	                errno == EWOULDBLOCK ? "another parlour-sync writes to it"
	                                     : error_reason(errno));
}

void others_close(struct others *others)
{
	if (others->file >= 0)
		close(others->file);
	identities_free(&others->known);
	free(others->pending);
	free(others->digest);
	*others = (struct others){.file = -1};
}

bool others_follow(struct others *others, struct error *error)
{
	struct stat now, ours;
	const char *path = others->path;
	if (others->file >= 0 && stat(path, &now) == 0 && fstat(others->file, &ours) == 0 &&
	    file_is_same(&now, &ours) && now.st_size == others->size)
		return true;
	others_close(others);
	return others_open(others, path, error);
}

/* ---- writing ---- */

static bool append(struct others *others, char *line)
{
	const size_t length = line == NULL ? 0 : strlen(line);
	if (length > others->pending_room - others->pending_size) {
		const size_t room = 2 * (others->pending_room + length);
		char *larger = realloc(others->pending, room);
		if (larger == NULL)
			return false;
		others->pending = larger;
		others->pending_room = room;
	}
	if (line != NULL)
		memcpy(others->pending + others->pending_size, line, length);
	others->pending_size += length;
	free(line);
	return line != NULL;
}

bool others_add(struct others *others, const char *tag, const char *text, bool *is_new)
{
	if (!others_know(others, tag, text, is_new))
		return false;
	return !*is_new || append(others, score_line_write(tag, text));
}

bool others_add_digest(struct others *others, uint64_t level, long players, const char *text)
{
	enum { NEARLY = 10 }; /* a tenth more or less */
	struct noted_digest *digest = digest_of(others, level);
	if (digest == NULL)
		return false;
	const long change = labs(players - digest->players);
	if (change == 0 || change < digest->players / NEARLY)
		return true;
	digest->players = players;
	return append(others, score_line_write("digest1", text));
}

static bool append_cursor(struct others *others, const struct place *cursor)
{
	char text[64], digits[IDENTITY_DIGITS + 1];
	identity_write(&cursor->identity, digits);
	snprintf(text, sizeof text, "%" PRId64 " %s", cursor->seq, digits);
	return append(others, score_line_write(cursor_tag, text));
}

/* What was added is not known after all. Always false. */
static bool forget(struct others *others)
{
	const char *path = others->path;
	const bool full = others->full;
	struct error ignored;
	others_close(others);
	if (!others_open(others, path, &ignored))
		others_close(others);
	others->path = path; /* to be opened by others_follow */
	others->full = full;
	return false;
}

/* Somebody may empty the file meanwhile: then its size is another one, which others_follow sees. */
static bool write_pending(struct others *others, struct error *error)
{
	if (others->pending_size == 0)
		return true;
	const char *why = score_file_append(others->file, &others->size, others->pending,
	                                    others->pending_size);
	if (why != NULL)
		return error_at(error, others->path, 0, "%s", why);
	others->pending_size = 0;
	return true;
}

bool others_flush(struct others *others, const struct place *cursor, bool note, struct error *error)
{
	const int64_t rows = cursor->seq - others->noted;
	const bool noting = rows != 0 && (note || rows < 0 || rows >= CURSOR_ROWS);
	if (noting && !append_cursor(others, cursor)) {
		error_set(error, "out of memory");
		return forget(others);
	}
	others->full = others->pending_size > 0 &&
	               others->size + (off_t)others->pending_size >= SCORE_LOG_MAX;
	if (others->full) {
		error_at(error, others->path, 0, "leaderboard full");
		return forget(others);
	}
	if (!write_pending(others, error))
		return forget(others);
	if (noting)
		others->noted = cursor->seq;
	others->cursor = *cursor;
	return true;
}
