#include "puzzles/gems/solver/table.h"

#include <stdlib.h>
#include <string.h>

enum {
	SLOTS_MIN = 64, /* of a segment */
};

static const uint8_t *words_of(const struct position_table *table, uint32_t number)
{
	return entry_bytes(table, number) + sizeof(struct entry);
}

void gems_table_position(const struct position_table *table, uint32_t number,
                         struct position *position)
{
	*position = (struct position){.word = {0}};
	memcpy(position->word, words_of(table, number), (size_t)table->words * sizeof(uint64_t));
}

/* ---- the slots ---- */

static void enter(struct segment *segment, uint64_t value)
{
	uint64_t i = value >> 32 & segment->mask;
	while (segment->slot[i] != 0)
		i = (i + 1) & segment->mask;
	segment->slot[i] = value;
}

/* Doubles the slots if there is memory for it. */
static void grow(struct position_table *table, struct segment *segment)
{
	const size_t old = (size_t)segment->mask + 1, count = 2 * old;
	uint64_t *slot = segment->slot;
	if (table->bytes + count * sizeof *slot > table->limit || count > UINT32_MAX / SEGMENTS)
		return;
	uint64_t *larger = calloc(count, sizeof *larger);
	if (larger == NULL)
		return;
	segment->slot = larger;
	segment->mask = (uint32_t)(count - 1);
	for (size_t i = 0; i < old; i++)
		if (slot[i] != 0)
			enter(segment, slot[i]);
	free(slot);
	table->bytes += (count - old) * sizeof *slot;
}

static bool add_chunk(struct position_table *table)
{
	const size_t size = CHUNK_ENTRIES * table->stride;
	if (table->chunks == table->chunk_room) {
		const size_t room = table->chunk_room == 0 ? 64 : 2 * table->chunk_room;
		uint8_t **chunk = realloc(table->chunk, room * sizeof *chunk);
		if (chunk == NULL)
			return false;
		table->chunk = chunk;
		table->chunk_room = room;
	}
	if (table->bytes + size > table->limit)
		return false;
	uint8_t *chunk = malloc(size);
	if (chunk == NULL)
		return false;
	table->chunk[table->chunks++] = chunk;
	table->bytes += size;
	return true;
}

bool gems_table_init(struct position_table *table, int words, size_t limit)
{
	*table = (struct position_table){0};
	table->words = words;
	table->stride = sizeof(struct entry) + (size_t)words * sizeof(uint64_t);
	table->limit = limit;
	for (int i = 0; i < SEGMENTS; i++) {
		struct segment *segment = &table->segment[i];
		segment->slot = calloc(SLOTS_MIN, sizeof *segment->slot);
		segment->mask = SLOTS_MIN - 1;
		if (segment->slot == NULL)
			return false;
	}
	table->bytes = (size_t)SEGMENTS * SLOTS_MIN * sizeof(uint64_t);
	return table->bytes <= limit;
}

void gems_table_free(struct position_table *table)
{
	for (size_t i = 0; i < table->chunks; i++)
		free(table->chunk[i]);
	for (int i = 0; i < SEGMENTS; i++)
		free(table->segment[i].slot);
	free(table->chunk);
	*table = (struct position_table){0};
}

static bool same_words(const struct position_table *table, uint32_t number,
                       const struct position *position)
{
	const uint8_t *words = words_of(table, number);
	uint64_t differ = 0;
	for (int i = 0; i < table->words; i++) {
		uint64_t word;
		memcpy(&word, words + (size_t)i * sizeof word, sizeof word);
		differ |= word ^ position->word[i];
	}
	return differ == 0;
}

uint32_t gems_table_find(const struct position_table *table, const struct position *position,
                         uint64_t hash)
{
	const struct segment *segment = &table->segment[segment_of(hash)];
	for (uint64_t i = hash & segment->mask; segment->slot[i] != 0;
	     i = (i + 1) & segment->mask) {
		const uint32_t number = (uint32_t)segment->slot[i] - 1;
		if (segment->slot[i] >> 32 == hash && same_words(table, number, position))
			return number;
	}
	return ENTRY_NONE;
}

/* How many slots may be in use: a different number in each segment, so that they do not all grow
 * at once. */
static uint32_t most_used(const struct segment *segment, unsigned number)
{
	return segment->mask / 16 * 9 + (uint32_t)((uint64_t)segment->mask / 4 * number / SEGMENTS);
}

uint32_t gems_table_add(struct position_table *table, const struct position *position,
                        uint64_t hash)
{
	const size_t size = (size_t)table->words * sizeof(uint64_t);
	const unsigned at = segment_of(hash);
	struct segment *segment = &table->segment[at];
	if (segment->count > most_used(segment, at))
		grow(table, segment);
	if (segment->count > segment->mask / 8 * 7 || table->count == ENTRY_NONE - 1 ||
	    (table->count >> CHUNK_BITS == table->chunks && !add_chunk(table)))
		return ENTRY_NONE;
	const uint32_t number = table->count++;
	*entry_at(table, number) = (struct entry){.parent = ENTRY_NONE};
	entry_set_status(table, entry_at(table, number), STATUS_SEEN);
	memcpy(entry_bytes(table, number) + sizeof(struct entry), position->word, size);
	enter(segment, hash << 32 | (number + 1));
	segment->count++;
	return number;
}

/* ---- from call to call ---- */

bool gems_table_next_epoch(struct position_table *table)
{
	const size_t one = table->stride + 2 * sizeof(uint64_t);
	if (table->epoch == EPOCHS - 1 || table->count > table->limit / one / 2)
		return false;
	table->epoch++;
	return true;
}

void gems_table_clear_segment(struct position_table *table, int number)
{
	struct segment *segment = &table->segment[number];
	memset(segment->slot, 0, ((size_t)segment->mask + 1) * sizeof *segment->slot);
	segment->count = 0;
	table->count = 0;
	table->epoch = 0;
	memset(table->dead, 0, sizeof table->dead);
}
