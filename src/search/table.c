#include "search/table.h"

#include <stdlib.h>
#include <string.h>

enum {
	CHUNK_BYTES = 1 << 16,
	SLOTS_AT_FIRST = 1 << 10,
};

bool table_init(struct table *table, size_t state_size, size_t own, size_t limit)
{
	*table = (struct table){.state_size = state_size, .own = own, .limit = limit};
	table->stride = (own + state_size + 3) / 4 * 4; /* own bytes stay aligned to 4 */
	while ((table->stride << (table->chunk_bits + 1)) <= CHUNK_BYTES)
		table->chunk_bits++;
	table->mask = SLOTS_AT_FIRST - 1;
	table->bytes = SLOTS_AT_FIRST * sizeof *table->slots;
	if (table->bytes > limit)
		return false;
	table->slots = calloc(SLOTS_AT_FIRST, sizeof *table->slots);
	return table->slots != NULL;
}

void table_free(struct table *table)
{
	for (size_t i = 0; i < table->chunk_count; i++)
		free(table->chunks[i]);
	free(table->chunks);
	free(table->slots);
	*table = (struct table){0};
}

void *table_own(const struct table *table, uint32_t number)
{
	const uint32_t within = number & ((1U << table->chunk_bits) - 1);
	return table->chunks[number >> table->chunk_bits] + within * table->stride;
}

const uint8_t *table_state(const struct table *table, uint32_t number)
{
	return (const uint8_t *)table_own(table, number) + table->own;
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
static uint64_t slot_of(const struct table *table, const uint8_t *state, uint32_t hash)
{
	for (uint64_t i = hash & table->mask;; i = (i + 1) & table->mask) {
		const uint64_t slot = table->slots[i];
		if (slot == 0)
			return i;
		if ((uint32_t)(slot >> 32) == hash &&
		    memcmp(table_state(table, (uint32_t)slot - 1), state, table->state_size) == 0)
			return i;
	}
}

uint32_t table_find(const struct table *table, const uint8_t *state)
{
	const uint64_t slot = slot_of(table, state, hash_state(state, table->state_size));
	return (uint32_t)table->slots[slot] - 1;
}

/* Twice the slots; the old ones stay until the new ones are filled, so both count. */
static bool grow_slots(struct table *table)
{
	const size_t count = (size_t)(table->mask + 1) * 2;
	const size_t bytes = count * sizeof *table->slots;
	if (table->bytes + bytes > table->limit)
		return false;
	uint64_t *slots = calloc(count, sizeof *slots);
	if (slots == NULL)
		return false;
	for (uint64_t i = 0; i <= table->mask; i++) {
		const uint64_t slot = table->slots[i];
		if (slot == 0)
			continue;
		uint64_t to = (slot >> 32) & (count - 1);
		while (slots[to] != 0)
			to = (to + 1) & (count - 1);
		slots[to] = slot;
	}
	free(table->slots);
	table->slots = slots;
	table->mask = count - 1;
	table->bytes += bytes / 2;
	return true;
}

static bool grow_chunks(struct table *table)
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
static bool make_room(struct table *table)
{
	if (table->count >= TABLE_NONE - 1)
		return false;
	if (table->count + UINT64_C(1) > (table->mask + 1) / 4 * 3 && !grow_slots(table))
		return false;
	return table->count < (uint64_t)table->chunk_count << table->chunk_bits ||
	       grow_chunks(table);
}

uint32_t table_put(struct table *table, const uint8_t *state, bool *fresh)
{
	const uint32_t hash = hash_state(state, table->state_size);
	uint64_t slot = slot_of(table, state, hash);
	*fresh = table->slots[slot] == 0;
	if (!*fresh)
		return (uint32_t)table->slots[slot] - 1;
	const uint64_t mask = table->mask;
	if (!make_room(table))
		return TABLE_NONE;
	if (table->mask != mask)
		slot = slot_of(table, state, hash);
	const uint32_t number = table->count++;
	table->slots[slot] = (uint64_t)hash << 32 | (number + UINT64_C(1));
	memcpy((uint8_t *)table_own(table, number) + table->own, state, table->state_size);
	return number;
}
