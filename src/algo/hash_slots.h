/* Open addressing with linear probing, in shards that grow one at a time.
 *
 * A slot is one word: a key above, a value of `value_bits` bits below, and 0 where it is free. Its
 * home follows from the key, so growing a shard reads nothing but its slots, in order. Shards fill
 * evenly, but each doubles at another load, between 8/16 and 11/16: no growth takes longer than a
 * few milliseconds, nor do many follow each other.
 *
 * Keys may occur twice: state_table.h keeps a hash as the key and compares states. A map from
 * numbers below 2^(64 - value_bits) - 1 to small values needs no more than hash_slots_find. */
#ifndef PARLOUR_ALGO_HASH_SLOTS_H
#define PARLOUR_ALGO_HASH_SLOTS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_SHARDS = 256 };

struct hash_shard {
	uint64_t *slot;
	uint32_t room; /* slots that may still be filled before it grows; some always stay free */
	uint8_t shift; /* 32 - log2(slots) */
	bool crowded;  /* it could not grow, so 15/16 of its slots may be filled */
};

struct hash_slots {
	unsigned value_bits; /* 1..63 */
	bool spills;         /* beyond the limit, to os/scratch.h; false at first */
	size_t bytes;        /* of memory for all slots, without what has spilled */
	struct hash_shard shard[HASH_SHARDS];
};

/* Where a key belongs: its shard, and 32 bits of which the highest give the slot. */
struct hash_home {
	uint32_t shard;
	uint32_t place;
};

static inline struct hash_home hash_slots_home(uint64_t key)
{
	const uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15);
	return (struct hash_home){(uint32_t)(hash >> 56), (uint32_t)(hash >> 24)};
}

static inline uint32_t hash_shard_first(const struct hash_shard *shard, uint32_t place)
{
	return (uint32_t)((uint64_t)place >> shard->shift);
}

/* The slot to look at after one. */
static inline uint32_t hash_shard_next(const struct hash_shard *shard, uint32_t at)
{
	return (at + 1) & (uint32_t)((UINT64_C(1) << (32 - shard->shift)) - 1);
}

/* The first free slot for a key, whether it is there or not. */
static inline uint64_t *hash_shard_free(const struct hash_shard *shard, uint32_t place)
{
	uint32_t at = hash_shard_first(shard, place);
	while (shard->slot[at] != 0)
		at = hash_shard_next(shard, at);
	return &shard->slot[at];
}

/* Asks for the memory that looking for a key will read. Always inline: to GCC, a function that does
 * nothing else has no effect, and it would drop the calls. */
static inline __attribute__((always_inline)) void
hash_slots_prefetch(const struct hash_slots *slots, uint64_t key)
{
	const struct hash_home home = hash_slots_home(key);
	const struct hash_shard *shard = &slots->shard[home.shard];
	__builtin_prefetch(&shard->slot[hash_shard_first(shard, home.place)]);
}

/* The slot of a key, or the free one where it belongs. */
static inline uint64_t *hash_slots_find(const struct hash_slots *slots, uint64_t key)
{
	const struct hash_home home = hash_slots_home(key);
	const struct hash_shard *shard = &slots->shard[home.shard];
	uint32_t at = hash_shard_first(shard, home.place);
	while (shard->slot[at] != 0 && shard->slot[at] >> slots->value_bits != key)
		at = hash_shard_next(shard, at);
	return &shard->slot[at];
}

/* Makes an empty set of slots, which has no memory yet. */
void hash_slots_init(struct hash_slots *slots, unsigned value_bits);
void hash_slots_free(struct hash_slots *slots);

/* Slots of a shard, and how many of them are not free. */
uint32_t hash_slots_count(const struct hash_slots *slots, uint32_t shard);
uint32_t hash_slots_used(const struct hash_slots *slots, uint32_t shard);

/* Doubles a key's shard, using at most `bytes` more memory while it copies, or else spilling; the
 * old slots are freed afterwards. If that fails, returns whether a slot may be filled without
 * growing. */
bool hash_slots_grow(struct hash_slots *slots, uint64_t key, size_t bytes);

/* Whether a key that is not there can be added without growth. */
static inline bool hash_slots_has_room(const struct hash_slots *slots, uint64_t key)
{
	return slots->shard[hash_slots_home(key).shard].room > 0;
}

/* Makes sure that a key that is not there can be added, by growing its shard within `bytes`
 * if need be, which moves slots. False: no room. */
static inline bool hash_slots_reserve(struct hash_slots *slots, uint64_t key, size_t bytes)
{
	return hash_slots_has_room(slots, key) || hash_slots_grow(slots, key, bytes);
}

/* Fills the free slot that a search for the key led to; its room has been reserved. */
static inline void hash_slots_fill(struct hash_slots *slots, uint64_t *slot, uint64_t key,
                                   uint64_t value)
{
	assert(*slot == 0 && value >> slots->value_bits == 0);
	assert(hash_slots_has_room(slots, key));
	*slot = key << slots->value_bits | value;
	slots->shard[hash_slots_home(key).shard].room--;
}

/* Frees the slots of one shard, but not its memory. */
void hash_slots_clear(struct hash_slots *slots, uint32_t shard);

#endif
