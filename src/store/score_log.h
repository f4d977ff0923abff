/* The log that all players of an account usage: lines that are appended and never changed, each a
 * text with a checksum: "DATE PLAYER LEVEL PLACE MOVE MOVE...". What the words mean is
 * play/scores.h's affair; who reads them has to doubt them, as every player could write there.
 *
 * A text is news where the log has none with the same player, level and place in as few words. Only
 * news are added: what a player's own file has of earlier results says nothing of what is here.
 *
 * It lies beside the player's file, as scores.log. */
#ifndef PARLOUR_STORE_SCORE_LOG_H
#define PARLOUR_STORE_SCORE_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "os/error.h"
#include "store/data_file.h"

enum {
	SCORE_LOG_MAX = 32 << 20,     /* bytes; then it is full */
	SCORE_PLAYER_MAX = 2 << 20,   /* of one player's lines: some ten thousand results */
	SCORE_LINE_MAX = 64 << 10,    /* of a line */
	SCORE_PENDING_MAX = 256 << 10 /* of what could not be written yet */
};

struct score_log {
	struct data_file file;
	char *pending;       /* a newline, then the lines still to be written; NULL: none */
	size_t size;         /* bytes of it; 0: none */
	const char *lost;    /* why a line was given up, in a few words; else NULL */
	const char *trouble; /* why not everything is in the file, in a few words; else NULL */
};

/* Finds the place; makes nothing. */
void score_log_open(struct score_log *log);

/* Appends a text without a newline, of less than SCORE_LINE_MAX - 64 bytes: it is in the file, or
 * no news there, when this returns true; else it is tried again with the next one, or given up
 * where the log has no room. */
bool score_log_add(struct score_log *log, const char *text);

/* Tries again to write what is pending; true if nothing is left of it. */
bool score_log_flush(struct score_log *log);

/* Tries a last time; what is in `trouble` then is so for good. */
void score_log_close(struct score_log *log);

/* Calls `callback` with each text whose checksum is right, oldest first. True without a log, too. */
typedef void score_log_callback(void *context, const char *text);
bool score_log_read(score_log_callback *callback, void *context, struct error *error);

#endif
