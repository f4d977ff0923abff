#include "algo/state_table.h"

#include <stdlib.h>
#include <string.h>

enum {
	CHUNK_BYTES = 1 << 16, /* at most; of a small limit less */
	CHUNKS_LEAST = 1 << 10,
	SLOTS_AT_FIRST = 16, /* of a shard */
	SHARD_SHIFT = 26,    /* from a hash to its shard */
};

_Static_assert(STATE_SHARDS == 1 << (32 - SHARD_SHIFT), "a hash has 32 bits");

/* Twice the slots; the old ones stay until the new ones are filled, so both count. */
static bool grow_slots(struct state_table *table, struct state_shard *shard)
{
	const uint32_t before = shard->slots == NULL ? 0 : shard->mask + 1;
	const uint32_t count = before == 0 ? SLOTS_AT_FIRST : 2 * before;
	const size_t bytes = count * sizeof *shard->slots;
	if (count < before || table->bytes + bytes > table->limit)
		return false;
	uint64_t *slots = calloc(count, sizeof *slots);
	if (slots == NULL)
		return false;
	for (uint32_t i = 0; i < before; i++) {
		const uint64_t slot = shard->slots[i];
		if (slot == 0)
			continue;
		uint32_t to = (uint32_t)(slot >> 32) & (count - 1);
		while (slots[to] != 0)
			to = (to + 1) & (count - 1);
		slots[to] = slot;
	}
	free(shard->slots);
	shard->slots = slots;
	shard->mask = count - 1;
	table->bytes += bytes - before * sizeof *slots;
	return true;
}

bool state_table_init(struct state_table *table, size_t state_size, size_t own, size_t limit)
{
	*table = (struct state_table){.state_size = state_size, .own = own, .limit = limit};
	table->stride = (own + state_size + 3) / 4 * 4; /* own bytes stay aligned to 4 */
	const size_t least = limit / CHUNKS_LEAST;
	const size_t chunk = least < CHUNK_BYTES ? least : CHUNK_BYTES;
	while ((table->stride << (table->chunk_bits + 1)) <= chunk)
		table->chunk_bits++;
	if ((size_t)STATE_SHARDS * SLOTS_AT_FIRST * sizeof(uint64_t) > limit)
		return false;
	for (int i = 0; i < STATE_SHARDS; i++)
		if (!grow_slots(table, &table->shard[i])) {
			state_table_free(table);
			return false;
		}
	return true;
}

void state_table_free(struct state_table *table)
{
	for (size_t i = 0; i < table->chunk_count; i++)
		free(table->chunks[i]);
	free(table->chunks);
	for (int i = 0; i < STATE_SHARDS; i++)
		free(table->shard[i].slots);
	*table = (struct state_table){0};
}

void *state_table_payload(const struct state_table *table, uint32_t number)
{
	const uint32_t within = number & ((1U << table->chunk_bits) - 1);
	return table->chunks[number >> table->chunk_bits] + within * table->stride;
}

const uint8_t *state_table_state(const struct state_table *table, uint32_t number)
{
	return (const uint8_t *)state_table_payload(table, number) + table->own;
}

/* Eight bytes at a time through the finaliser of MurmurHash3 (Appleby). */
static uint32_t hash_state(const uint8_t *state, size_t size)
{
	uint64_t hash = size;
	while (size > 0) {
		uint64_t word = 0;
		const size_t part = size < sizeof word ? size : sizeof word;
		memcpy(&word, state, part);
		hash ^= word;
		hash ^= hash >> 33;
		hash *= UINT64_C(0xFF51AFD7ED558CCD);
		hash ^= hash >> 33;
		hash *= UINT64_C(0xC4CEB9FE1A85EC53);
		hash ^= hash >> 33;
		state += part;
		size -= part;
	}
	return (uint32_t)hash;
}

/* The slot that holds the state, or the empty one where it belongs. */
static uint64_t *slot_of(const struct state_table *table, const struct state_shard *shard,
                         const uint8_t *state, uint32_t hash)
{
	for (uint32_t i = hash & shard->mask;; i = (i + 1) & shard->mask) {
		const uint64_t slot = shard->slots[i];
		if (slot == 0)
			return &shard->slots[i];
		if ((uint32_t)(slot >> 32) == hash &&
		    memcmp(state_table_state(table, (uint32_t)slot - 1), state,
		           table->state_size) == 0)
			return &shard->slots[i];
	}
}

uint32_t state_table_find(const struct state_table *table, const uint8_t *state)
{
	const uint32_t hash = hash_state(state, table->state_size);
	return (uint32_t)*slot_of(table, &table->shard[hash >> SHARD_SHIFT], state, hash) - 1;
}

static bool grow_chunks(struct state_table *table)
{
	const size_t bytes = table->stride << table->chunk_bits;
	if (table->bytes + bytes > table->limit)
		return false;
	if (table->chunk_count == table->chunk_room) {
		const size_t room = table->chunk_room == 0 ? 16 : 2 * table->chunk_room;
		const size_t more = (room - table->chunk_room) * sizeof *table->chunks;
		if (table->bytes + bytes + more > table->limit)
			return false;
		uint8_t **chunks = realloc(table->chunks, room * sizeof *chunks);
		if (chunks == NULL)
			return false;
		table->bytes += more;
		table->chunks = chunks;
		table->chunk_room = room;
	}
	uint8_t *chunk = calloc(1, bytes);
	if (chunk == NULL)
		return false;
	table->chunks[table->chunk_count++] = chunk;
	table->bytes += bytes;
	return true;
}

/* Room for one entry more: at most three quarters of the slots are used. */
static bool make_room(struct state_table *table, struct state_shard *shard)
{
	if (table->count >= STATE_NONE - 1)
		return false;
	if (shard->used + UINT64_C(1) > (shard->mask + UINT64_C(1)) / 4 * 3 &&
	    !grow_slots(table, shard))
		return false;
	return table->count < (uint64_t)table->chunk_count << table->chunk_bits ||
	       grow_chunks(table);
}

uint32_t state_table_hash(const struct state_table *table, const uint8_t *state)
{
	const uint32_t hash = hash_state(state, table->state_size);
#ifdef __GNUC__
	const struct state_shard *shard = &table->shard[hash >> SHARD_SHIFT];
	__builtin_prefetch(&shard->slots[hash & shard->mask]);
#endif
	return hash;
}

uint32_t state_table_put_hashed(struct state_table *table, const uint8_t *state, uint32_t hash,
                                bool *fresh)
{
	struct state_shard *shard = &table->shard[hash >> SHARD_SHIFT];
	uint64_t *slot = slot_of(table, shard, state, hash);
	*fresh = *slot == 0;
	if (!*fresh)
		return (uint32_t)*slot - 1;
	if (!make_room(table, shard))
		return STATE_NONE;
	slot = slot_of(table, shard, state, hash); /* the shard may have grown */
	const uint32_t number = table->count++;
	*slot = (uint64_t)hash << 32 | (number + UINT64_C(1));
	shard->used++;
	memcpy((uint8_t *)state_table_payload(table, number) + table->own, state,
	       table->state_size);
	return number;
}

uint32_t state_table_put(struct state_table *table, const uint8_t *state, bool *fresh)
{
	return state_table_put_hashed(table, state, hash_state(state, table->state_size), fresh);
}
