/* Shared by the files of the table of guests.
 *
 * A line of the table is read into struct guest_line. */
#ifndef PARLOUR_STORE_GUESTS_PRIVATE_H
#define PARLOUR_STORE_GUESTS_PRIVATE_H

#include "store/guests.h"

#define NOBODY "-" /* as a key: the name is reserved */

struct guest_line {
	const char *next; /* the text after it */
	char key[FINGERPRINT_MAX];
	char name[PLAYER_NAME_MAX + 1];
	int64_t since;
};

/* The next line that is one of ours; begin with all zero. False at the end. */
bool guests_next_line(const struct guests *guests, struct guest_line *line);

/* Reads a file of at most `max` bytes, to be freed by the caller; "" if there is none. NULL with an
 * error. */
char *guests_read_file(const char *path, size_t max, struct error *error);

/* Writes PATH.new and renames it to PATH. */
bool guests_replace_file(const char *path, const char *text, struct error *error);

/* "WHAT: WHY", or "out of memory". Always false. */
bool guests_fail(struct error *error, const char *what, const char *why);
bool guests_no_memory(struct error *error);

#endif
