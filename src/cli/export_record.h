/* What is kept of a player as lines of JSON, each whole in itself: parlour(6) lists the members.
 *
 * A line may have been written by anyone: nothing is believed of it but what replaying comes to. */
#ifndef PARLOUR_CLI_RECORD_H
#define PARLOUR_CLI_RECORD_H

#include <jansson.h>

#include "os/error.h"
#include "store/entry.h"

enum {
	RECORD_FORMAT = 1,          /* a line of a greater one is refused */
	RECORD_BYTES_MAX = 16 << 20 /* of a line; a longer one is refused, too */
};

/* The entry as an object for print_json; NULL without memory. Where a result's level's text is not
 * known there is nothing to write. */
json_t *record_write(const struct entry *entry);

/* Reads a line into an entry whose strings are those of the object that is returned, to be dropped
 * with json_decref. NULL with what is wrong; else a result's count and score are those of its
 * moves, and a game's history fits its level. Whether a result is optimal is only what the line
 * says. */
json_t *record_read(const char *line, size_t size, struct entry *entry, struct error *error);

/* Whether record_read would take what record_write made, as a line; not of NULL. */
bool record_is_good(const json_t *object);

#endif
