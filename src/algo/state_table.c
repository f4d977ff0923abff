#include "algo/state_table.h"

#include <stdlib.h>

#include "os/scratch.h"

enum {
	CHUNK_BYTES = 1 << 16, /* at most; fewer if the limit is small */
	CHUNKS_MIN = 1 << 10,  /* chunks that the limit has room for */
	NUMBER_BITS = 32,
};

bool state_table_init(struct state_table *table, size_t state_size, size_t payload_size,
                      size_t limit)
{
	*table = (struct state_table){
		.state_size = state_size,
		.payload_size = payload_size,
		.limit = limit,
	};
	const size_t align = payload_size % 8 == 0 && payload_size > 0 ? 8 : 4;
	table->stride = (payload_size + state_size + align - 1) / align * align;
	const size_t share = limit / CHUNKS_MIN;
	const size_t chunk = share < CHUNK_BYTES ? share : CHUNK_BYTES;
	while ((table->stride << (table->chunk_bits + 1)) <= chunk)
		table->chunk_bits++;
	hash_slots_init(&table->slots, NUMBER_BITS);
	return sizeof(uint64_t) * HASH_SHARDS <= limit;
}

void state_table_spill(struct state_table *table)
{
	assert(table->chunk_count == 0);
	table->slots.spills = true;
	while (scratch_size() > 0 && table->stride << (table->chunk_bits + 1) <= SCRATCH_UNIT)
		table->chunk_bits++;
}

bool state_table_has_spilled(const struct state_table *table)
{
	return table->chunk_count > 0 && scratch_has(table->chunk[table->chunk_count - 1]);
}

static size_t chunk_bytes(const struct state_table *table)
{
	return table->stride << table->chunk_bits;
}

void state_table_free(struct state_table *table)
{
	for (size_t i = 0; i < table->chunk_count; i++)
		scratch_free(table->chunk[i], chunk_bytes(table));
	free(table->chunk);
	hash_slots_free(&table->slots);
	*table = (struct state_table){0};
}

static bool grow_chunk_list(struct state_table *table)
{
	const size_t room = table->chunk_room == 0 ? 16 : 2 * table->chunk_room;
	const size_t more = (room - table->chunk_room) * sizeof *table->chunk;
	const bool fits = more <= table->limit - table->bytes;
	if (!fits && !table->slots.spills)
		return false;
	uint8_t **chunk = realloc(table->chunk, room * sizeof *chunk);
	if (chunk == NULL)
		return false;
	table->bytes += fits ? more : 0; /* with chunks that have spilled, it is next to nothing */
	table->chunk = chunk;
	table->chunk_room = room;
	return true;
}

static bool add_chunk(struct state_table *table)
{
	const size_t bytes = chunk_bytes(table);
	uint8_t *chunk = NULL;
	if (table->chunk_count == table->chunk_room && !grow_chunk_list(table))
		return false;
	if (bytes <= table->limit - table->bytes && (chunk = malloc(bytes)) != NULL)
		table->bytes += bytes;
	else if (table->slots.spills)
		chunk = scratch_take(bytes);
	if (chunk == NULL)
		return false;
	table->chunk[table->chunk_count++] = chunk;
	return true;
}

static bool reserve(struct state_table *table, uint32_t hash)
{
	const size_t before = table->slots.bytes;
	const bool reserved = table->count < STATE_NONE - 1 &&
	                      hash_slots_reserve(&table->slots, hash, table->limit - table->bytes);
	table->bytes += table->slots.bytes - before;
	return reserved && (table->count < (uint64_t)table->chunk_count << table->chunk_bits ||
	                    add_chunk(table));
}

/* The free slot where a new state belongs. */
static uint64_t *free_slot(const struct state_table *table, uint32_t hash)
{
	const struct hash_home home = hash_slots_home(hash);
	return hash_shard_free(&table->slots.shard[home.shard], home.place);
}

uint32_t state_table_fill(struct state_table *table, uint64_t *slot, const void *state,
                          uint32_t hash)
{
	const uint32_t shard = hash_slots_home(hash).shard;
	const uint32_t before = hash_slots_count(&table->slots, shard);
	if (!reserve(table, hash))
		return STATE_NONE;
	if (hash_slots_count(&table->slots, shard) != before) /* it has grown */
		slot = free_slot(table, hash);
	const uint32_t number = table->count++;
	hash_slots_fill(&table->slots, slot, hash, number + UINT64_C(1));
	uint8_t *entry = state_table_payload(table, number);
	memset(entry, 0, table->payload_size);
	memcpy(entry + table->payload_size, state, table->state_size);
	assert(table->bytes <= table->limit);
	return number;
}

uint32_t state_table_add(struct state_table *table, const void *state, uint32_t hash)
{
	return state_table_fill(table, free_slot(table, hash), state, hash);
}

uint32_t state_table_put_hashed(struct state_table *table, const void *state, uint32_t hash,
                                bool *fresh)
{
	uint64_t *slot = state_table_slot(table, state, hash);
	*fresh = *slot == 0;
	return *fresh ? state_table_fill(table, slot, state, hash) : (uint32_t)*slot - 1;
}

uint32_t state_table_put(struct state_table *table, const void *state, bool *fresh)
{
	return state_table_put_hashed(table, state, state_table_hash(table, state), fresh);
}

void state_table_clear(struct state_table *table, uint32_t shard)
{
	hash_slots_clear(&table->slots, shard);
	table->count = 0;
}
