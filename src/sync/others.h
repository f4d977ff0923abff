/* others.log, to which parlour-sync adds what it receives. It is the only state there is: which
 * records are known, and how far the database was read, is in it, so it may be emptied or restored
 * at any time. */
#ifndef PARLOUR_SYNC_OTHERS_H
#define PARLOUR_SYNC_OTHERS_H

#include <stdint.h>
#include <sys/types.h>

#include "os/error.h"
#include "sync/identity.h"

/* A row of the database that was read. */
struct place {
	int64_t seq; /* 0: none */
	struct identity identity;
};

struct others {
	const char *path;
	int file; /* locked; -1: none */
	off_t size;
	struct identities known;
	struct place cursor;         /* the last row read */
	int64_t noted;               /* that of the last cursor in the file */
	struct noted_digest *digest; /* of each level, how many players its last one counts */
	size_t digests;
	char *pending; /* lines not written yet */
	size_t pending_size, pending_room;
	bool full;
};

/* Creates the file if it is missing. An error, too, if another parlour-sync has it. */
bool others_open(struct others *others, const char *path, struct error *error);
void others_close(struct others *others);

/* Makes a line known, as if it were in the file. False without memory. */
bool others_know(struct others *others, const char *tag, const char *text, bool *is_new);

/* Adds a line unless it is known; it is written by others_flush. False without memory. */
bool others_add(struct others *others, const char *tag, const char *text, bool *is_new);

/* Adds a digest, "DATE LEVEL MOVES:PLAYERS...", of so many players, unless the level's last one
 * counts nearly as many: so the file grows by a few lines each time the players double. False
 * without memory. */
bool others_add_digest(struct others *others, uint64_t level, long players, const char *text);

/* Writes and syncs the lines that were added; the rows up to `cursor` have been read then. `note`:
 * the cursor is written even if it is only a few rows on. If that fails, nothing was written, the
 * file is as others_open found it, and `full` says whether it is because the log is full. */
bool others_flush(struct others *others, const struct place *cursor, bool note,
                  struct error *error);

/* Opens the file again if it was emptied, restored or replaced meanwhile. */
bool others_follow(struct others *others, struct error *error);

#endif
