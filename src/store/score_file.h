/* A file of the leaderboard's lines, such as scores.log: TAG, a checksum of the text, and the text.
 * Lines are appended and never changed. What is not a valid line is skipped, so readers need no
 * lock.
 *
 * The tag says what the text is:
 *   score1 to score9  a record: "DATE PLAYER LEVEL PLACE ...", whose last words are its moves;
 *                     play/scores.h has the words. Carrying it takes no more than these.
 *   withdraw1         "DATE HOST": records of this host with this date or an earlier one no longer
 *                     count; or "DATE NAME@HOST UNTIL": since DATE those of this player up to
 *                     UNTIL don't, of several lines of a player the one with the latest date holds
 *   digest1           "DATE LEVEL MOVES:PLAYERS MOVES:PLAYERS...": how many players have solved the
 *                     level in how many moves; of several lines the one with the latest date counts
 *   cursor1           how far parlour-sync has read the database (sync/others.h); no line of a
 *                     leaderboard
 * So the meaning of a file does not depend on the order of its lines. */
#ifndef PARLOUR_STORE_SCORE_FILE_H
#define PARLOUR_STORE_SCORE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "os/error.h"

enum {
	SCORE_LOG_MAX = 32 << 20,  /* bytes; then it is full */
	SCORE_LINE_MAX = 64 << 10, /* size of a line */
};

enum score_kind { SCORE_RECORD, SCORE_WITHDRAWAL, SCORE_DIGEST, SCORE_CURSOR, SCORE_NONE };

struct score_line {
	enum score_kind kind;
	const char *tag;
	char *text; /* without its newline */
};

/* Splits a line that ends with a newline; false if it is not a valid one. Changes it. */
bool score_line_read(char *line, struct score_line *read);

/* Makes a line with its newline, which the caller frees. NULL without memory. */
char *score_line_write(const char *tag, const char *text);

/* Its size. */
size_t score_line_size(const char *tag, const char *text);

/* Reads from offset *from on, calls `callback` with each valid line, and advances *from past the
 * last newline. *invalid, unless NULL, is increased by the number of other lines, of which a torn
 * one at the end is one, but not of the erased lines of forgotten players. True also if there is no
 * file; an error if it is larger than SCORE_LOG_MAX. */
typedef void score_line_callback(void *context, const struct score_line *line);
bool score_file_read(const char *path, off_t *from, score_line_callback *callback, void *context,
                     int *invalid, struct error *error);

/* The same of an open file, which it closes. */
bool score_file_read_open(int file, const char *path, off_t *from, score_line_callback *callback,
                          void *context, int *invalid, struct error *error);

/* Why no file of this kind can be appended to, in a few words; NULL: it can, and has this size. */
const char *score_file_check(int file, off_t *size);

/* Appends lines to a file of this size, opened with O_APPEND, with one write, and syncs it; the
 * caller has a lock. A torn line at its end is truncated or, if it can't be or is not ours, ended
 * with a newline. NULL, with the size that the file then has if nobody else changes it; or why
 * nothing was written. */
const char *score_file_append(int file, off_t *size, const char *lines, size_t count);

#endif
