/* The lines of JSON that --export writes and --import reads, one record each. parlour(6) lists the
 * members.
 *
 * Anyone may have written a line: results are verified by replaying them. */
#ifndef PARLOUR_CLI_EXPORT_RECORD_H
#define PARLOUR_CLI_EXPORT_RECORD_H

#include <jansson.h>

#include "os/error.h"
#include "store/entry.h"
#include "store/rating.h"

enum {
	RECORD_FORMAT = 1,          /* newer ones are refused */
	RECORD_BYTES_MAX = 16 << 20 /* size of a line; longer ones are refused */
};

/* The entry as an object for print_json; NULL without memory. A result has its level's text. */
json_t *record_to_json(const struct entry *entry);

/* The rating of one puzzle, by its name, or of all (NULL), with at least one day. --import reads
 * past it, because it follows from the results. */
json_t *record_of_rating(const char *puzzle, const struct player_rating *rating);

/* Reads a line into an entry; of a rating, only its kind is set, to ENTRY_KINDS. The strings belong
 * to the returned object, which the caller drops with json_decref. NULL with the error. A result's
 * count and score are those of its moves, and a game's history fits its level; whether a result is
 * optimal, or unaided, is taken from the line unverified. */
json_t *record_from_json(const char *line, size_t size, struct entry *entry, struct error *error);

/* Whether record_from_json would accept an object of record_to_json as a line; not for NULL. */
bool record_is_importable(json_t *object);

#endif
