/* Counters of a host's sessions, without a server: the folder "sessions" in our folder has files
 * named 0, 1, 2 and so on. A session takes the first that no other one has locked, and goes on
 * counting where the last session left it. So the sum over all files only grows, nothing is lost
 * with a session that was killed, and there are never more files than there were sessions at once.
 *
 * A file is one line of a fixed size, written in place. A sandboxed game can write only its own,
 * which it opened before. */
#ifndef PARLOUR_STORE_TALLY_H
#define PARLOUR_STORE_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "os/error.h"

enum { TALLY_SESSIONS_MAX = 4096 }; /* at once; further ones are not counted */

enum count {
	COUNT_SESSIONS,  /* that have begun */
	COUNT_MOVES,     /* made or undone */
	COUNT_RESULTS,   /* results and runs saved */
	COUNT_NOT_SAVED, /* times that saving began to fail */
	COUNT_SOLVER_MS, /* processor time of solvers, in milliseconds */
	COUNT_GAME_MS,   /* and of everything else */
	COUNTS
};

/* A session's counters. All zero, but for `file`: -1, not counted. */
struct tally {
	int file;
	uint64_t before[COUNTS]; /* what the file had */
	uint64_t count[COUNTS];  /* of this session */
};

/* Takes a file, and counts the session. `file` is -1 if that failed. Call it before the sandbox. */
void tally_open(struct tally *tally);

/* Writes the counters, with the processor time until now. Call it from the thread that is not a
 * solver's. Faults are ignored: the next call writes everything again. */
void tally_write(struct tally *tally);

/* Writes them a last time. */
void tally_close(struct tally *tally);

/* Adds up all files; *playing is the number of sessions that run now. */
bool tally_read(uint64_t sum[COUNTS], int *playing, struct error *error);

#endif
