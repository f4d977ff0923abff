/* A line's identity: the first half of the SHA-256 of its tag and text, as both sides compute it
 * (schema.c does so in SQL). The player in the text is NAME@HOST, so equal games of two hosts
 * differ. The name of a guest's key has one, too, from which nobody can tell the name. */
#ifndef PARLOUR_SYNC_IDENTITY_H
#define PARLOUR_SYNC_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IDENTITY_BYTES = 16, IDENTITY_DIGITS = 2 * IDENTITY_BYTES };

struct identity {
	uint8_t byte[IDENTITY_BYTES];
};

/* Of "TAG TEXT", or of a name. */
struct identity identity_of(const char *words);

/* In hexadecimal digits, with a NUL. */
void identity_write(const struct identity *identity, char out[IDENTITY_DIGITS + 1]);

/* False if the text is anything else. */
bool identity_read(const char *digits, struct identity *identity);

/* A set of them. All zero: empty. */
struct identities {
	struct identity *slot;
	size_t count, room; /* room is a power of two; the zero identity marks free slots */
};

bool identities_have(const struct identities *set, const struct identity *identity);

/* False without memory. */
bool identities_add(struct identities *set, const struct identity *identity);

void identities_free(struct identities *set);

#endif
