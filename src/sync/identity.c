#include "sync/identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/sha256.h"

struct identity identity_of(const char *words)
{
	uint8_t hash[SHA256_BYTES];
	struct identity identity;
	sha256(words, strlen(words), hash);
	memcpy(identity.byte, hash, sizeof identity.byte);
	return identity;
}

void identity_write(const struct identity *identity, char out[IDENTITY_DIGITS + 1])
{
	for (size_t i = 0; i < IDENTITY_BYTES; i++)
		snprintf(out + 2 * i, 3, "%02x", identity->byte[i]);
}

bool identity_read(const char *digits, struct identity *identity)
{
	if (strlen(digits) != IDENTITY_DIGITS)
		return false;
	for (size_t i = 0; i < IDENTITY_BYTES; i++)
		if (sscanf(digits + 2 * i, "%2hhx", &identity->byte[i]) != 1)
			return false;
	return true;
}

/* Where it is, or would be. There is always a free slot. */
static struct identity *find(const struct identities *set, const struct identity *identity)
{
	static const struct identity free_slot;
	size_t at;
	memcpy(&at, identity->byte, sizeof at); /* they are hashes */
	for (;; at++) {
		struct identity *slot = &set->slot[at & (set->room - 1)];
		if (memcmp(slot, &free_slot, sizeof *slot) == 0 ||
		    memcmp(slot, identity, sizeof *slot) == 0)
			return slot;
	}
}

bool identities_have(const struct identities *set, const struct identity *identity)
{
	return set->count > 0 && memcmp(find(set, identity), identity, sizeof *identity) == 0;
}

static bool grow(struct identities *set)
{
	struct identities larger = {.room = set->room == 0 ? 1024 : 2 * set->room};
	larger.slot = calloc(larger.room, sizeof *larger.slot);
	if (larger.slot == NULL)
		return false;
	for (size_t i = 0; i < set->room; i++)
		*find(&larger, &set->slot[i]) = set->slot[i];
	larger.count = set->count;
	free(set->slot);
	*set = larger;
	return true;
}

bool identities_add(struct identities *set, const struct identity *identity)
{
	if (3 * (set->count + 1) > 2 * set->room && !grow(set))
		return false;
	struct identity *slot = find(set, identity);
	set->count += memcmp(slot, identity, sizeof *slot) != 0;
	*slot = *identity;
	return true;
}

void identities_free(struct identities *set)
{
	free(set->slot);
	*set = (struct identities){0};
}
