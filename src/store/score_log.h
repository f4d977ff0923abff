/* The log of results that all players of an account share, scores.log, next to the player's file;
 * its lines are those of store/score_file.h. Every player can write the file, so readers must
 * verify everything.
 *
 * The place's word may end with TIMES_MARK and the times of the moves (puzzle/times.h). A record is
 * new if the log has none with the same player, level and place in fewer words, or in as few and as
 * little time; one that counts by points, if it has none with the same words after its date. Only
 * new ones are added; results in the player's own file don't matter here.
 *
 * Beside it, others.log has the results of other hosts, whose players are NAME@HOST. The game only
 * reads it; parlour-sync(8) adds to it, or somebody who puts logs together with --merge-scores. */
#ifndef PARLOUR_STORE_SCORE_LOG_H
#define PARLOUR_STORE_SCORE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "os/error.h"
#include "store/data_file.h"
#include "store/entry.h"
#include "store/score_file.h"

enum {
	SCORE_PLAYER_MAX = 2 << 20,   /* size of one player's lines: some 10,000 results */
	SCORE_PENDING_MAX = 256 << 10 /* size of lines not written yet */
};

struct score_log {
	struct data_file file;
	struct entries pending;     /* the records to write, as words */
	size_t size;                /* bytes of their lines */
	const char *drop_reason;    /* why a line was dropped, in a few words; else NULL */
	const char *trouble; /* why not everything is saved, in a few words; else NULL */
};

/* Sets the paths; creates nothing. */
void score_log_open(struct score_log *log);

/* Appends a record without newline, of less than SCORE_LINE_MAX - 64 bytes, which may count by
 * points. True if it is in the file, or not new. Else it is retried with the next one, or dropped
 * if the log is full. */
bool score_log_add(struct score_log *log, const char *text, bool by_points);

/* Retries writing pending lines; true if none is left. */
bool score_log_flush(struct score_log *log);

/* Tries a last time; then `trouble` is final. */
void score_log_close(struct score_log *log);

/* Calls `callback` with each record of this host's players whose checksum is right, oldest first.
 * True also without a log. */
typedef void score_log_callback(void *context, const char *tag, const char *text);
bool score_log_read(score_log_callback *callback, void *context, struct error *error);

/* The same of all lines of others.log; records of players who are not NAME@HOST are left out. */
bool score_log_read_others(score_log_callback *callback, void *context, struct error *error);

/* How scores.log and others.log were when somebody looked. */
struct score_log_stamp {
	struct {
		off_t size; /* 0 also without a file */
		struct timespec changed;
	} file[2];
};

/* Whether either has changed since the stamp, which is then of now; of one that is all zero,
 * whether there is any. */
bool score_log_has_changed(struct score_log_stamp *stamp);

#endif
