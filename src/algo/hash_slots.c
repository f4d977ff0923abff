#include "algo/hash_slots.h"

#include <stdlib.h>
#include <string.h>

#include "os/scratch.h"

enum { FIRST_BITS = 3 }; /* a shard begins with 2^3 slots */

/* A shard without memory points to this one slot, which is never filled, because such a shard has
 * no room. */
static uint64_t free_slot[1];

/* Frees the slots of a shard; returns how much memory that was. */
static size_t free_shard(struct hash_slots *slots, uint32_t shard)
{
	uint64_t *slot = slots->shard[shard].slot;
	if (slot == NULL || slot == free_slot)
		return 0;
	const size_t bytes = hash_slots_count(slots, shard) * sizeof *slot;
	return scratch_free(slot, bytes) ? 0 : bytes;
}

void hash_slots_init(struct hash_slots *slots, unsigned value_bits)
{
	assert(value_bits > 0 && value_bits < 64);
	slots->value_bits = value_bits;
	slots->spills = false;
	slots->bytes = 0;
	for (int i = 0; i < HASH_SHARDS; i++)
		slots->shard[i] = (struct hash_shard){.slot = free_slot, .shift = 32};
}

void hash_slots_free(struct hash_slots *slots)
{
	for (uint32_t i = 0; i < HASH_SHARDS; i++)
		free_shard(slots, i);
	*slots = (struct hash_slots){0};
}

uint32_t hash_slots_count(const struct hash_slots *slots, uint32_t shard)
{
	const struct hash_shard *of = &slots->shard[shard];
	return of->slot == free_slot ? 0 : (uint32_t)1 << (32 - of->shift);
}

/* Slots that may be filled before a shard doubles or, if it can't, at all. */
static uint32_t used_max(const struct hash_slots *slots, uint32_t shard)
{
	const uint64_t count = hash_slots_count(slots, shard);
	const uint64_t max = slots->shard[shard].crowded
	                              ? 15 * count
	                              : 8 * count + 3 * count * shard / HASH_SHARDS;
	return (uint32_t)(max / 16);
}

uint32_t hash_slots_used(const struct hash_slots *slots, uint32_t shard)
{
	return used_max(slots, shard) - slots->shard[shard].room;
}

/* Lets a shard that can't grow be filled further; false if it is full. */
static bool crowd(struct hash_slots *slots, uint32_t shard)
{
	const uint32_t used = hash_slots_used(slots, shard);
	slots->shard[shard].crowded = true;
	slots->shard[shard].room = used_max(slots, shard) - used;
	return slots->shard[shard].room > 0;
}

bool hash_slots_grow(struct hash_slots *slots, uint64_t key, size_t bytes)
{
	const uint32_t number = hash_slots_home(key).shard;
	const uint32_t before = hash_slots_count(slots, number);
	const uint32_t used = hash_slots_used(slots, number);
	const size_t count = before == 0 ? 1 << FIRST_BITS : 2 * (size_t)before;
	struct hash_shard *old = &slots->shard[number], larger = {.slot = NULL};
	const size_t more = count * sizeof *larger.slot;
	if (before > UINT32_MAX / 4)
		return crowd(slots, number);
	if (more <= bytes)
		larger.slot = calloc(count, sizeof *larger.slot);
	const bool in_memory = larger.slot != NULL;
	if (!in_memory && slots->spills)
		larger.slot = scratch_take(more);
	if (larger.slot == NULL)
		return crowd(slots, number);
	larger.shift = before == 0 ? 32 - FIRST_BITS : (uint8_t)(old->shift - 1);
	for (uint32_t i = 0; i < before; i++) {
		const uint64_t word = old->slot[i];
		if (word != 0)
			*hash_shard_free(&larger,
			                 hash_slots_home(word >> slots->value_bits).place) = word;
	}
	slots->bytes -= free_shard(slots, number);
	slots->bytes += in_memory ? more : 0;
	*old = larger;
	old->room = used_max(slots, number) - used;
	return true;
}

void hash_slots_clear(struct hash_slots *slots, uint32_t shard)
{
	const uint32_t count = hash_slots_count(slots, shard);
	if (count > 0)
		memset(slots->shard[shard].slot, 0, count * sizeof *slots->shard[shard].slot);
	slots->shard[shard].room = used_max(slots, shard);
}
