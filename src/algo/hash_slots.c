#include "algo/hash_slots.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 3 }; /* a shard begins with 2^3 slots */

/* A shard without memory has this one slot, which is never filled: none may be used of one. */
static uint64_t free_slot[1];

void hash_slots_init(struct hash_slots *slots, unsigned value_bits)
{
	assert(value_bits > 0 && value_bits < 64);
	slots->value_bits = value_bits;
	slots->bytes = 0;
	for (int i = 0; i < HASH_SHARDS; i++)
		slots->shard[i] = (struct hash_shard){.slot = free_slot, .shift = 32};
}

void hash_slots_free(struct hash_slots *slots)
{
	for (int i = 0; i < HASH_SHARDS; i++)
		if (slots->shard[i].slot != free_slot)
			free(slots->shard[i].slot);
	*slots = (struct hash_slots){0};
}

static size_t count_of(const struct hash_shard *shard)
{
	return shard->slot == free_slot ? 0 : (size_t)1 << (32 - shard->shift);
}

/* Puts a slot's word into a shard that has room. */
static void enter(const struct hash_slots *slots, const struct hash_shard *to, uint64_t word)
{
	uint32_t at = hash_shard_first(to, hash_slots_home(word >> slots->value_bits).place);
	while (to->slot[at] != 0)
		at = hash_shard_next(to, at);
	to->slot[at] = word;
}

bool hash_slots_grow(struct hash_slots *slots, uint32_t shard, size_t bytes)
{
	struct hash_shard *old = &slots->shard[shard], larger = *old;
	const size_t before = count_of(old), count = before == 0 ? 1 << FIRST_BITS : 2 * before;
	const size_t more = count * sizeof *larger.slot;
	larger.slot = more > bytes || old->shift == 0 ? NULL : calloc(count, sizeof *larger.slot);
	if (larger.slot == NULL)
		return old->used < before / 16 * 15;
	larger.shift = before == 0 ? 32 - FIRST_BITS : (uint8_t)(old->shift - 1);
	for (size_t i = 0; i < before; i++)
		if (old->slot[i] != 0)
			enter(slots, &larger, old->slot[i]);
	if (before > 0)
		free(old->slot);
	*old = larger;
	slots->bytes += more - before * sizeof *larger.slot;
	return true;
}

void hash_slots_clear(struct hash_slots *slots, uint32_t shard)
{
	struct hash_shard *cleared = &slots->shard[shard];
	if (cleared->slot != free_slot)
		memset(cleared->slot, 0, count_of(cleared) * sizeof *cleared->slot);
	cleared->used = 0;
}
