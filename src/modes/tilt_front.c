#include "modes/tilt_front.h"

#include <stdlib.h>

enum {
	FIRST_SLOTS = 1 << 13,
	FIRST_CHUNKS = 8,
	NUMBER_BITS = 26, /* of a slot; the others are of the hash */
	RECORDS_MAX = (1 << NUMBER_BITS) - 1,
	TICK_REFILED = 1 << 12,
	TICK_CHUNKS = 128,
};

uint64_t tilt_record_hash(uint64_t word, uint32_t node)
{
	uint64_t hash = (word ^ (uint64_t)node << 40 ^ node) * UINT64_C(0x9E3779B97F4A7C15);
	hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
	return hash ^ hash >> 29;
}

/* The bits of a hash that a slot holds; its place is taken from others. */
static uint32_t hash_part(uint64_t hash)
{
	return (uint32_t)(hash >> (32 + NUMBER_BITS));
}

static uint32_t slot_value(uint64_t hash, uint32_t number)
{
	return hash_part(hash) << NUMBER_BITS | (number + 1);
}

uint32_t tilt_front_find(const struct tilt_front *front, uint64_t word, uint32_t node,
                         uint64_t hash, uint32_t *empty)
{
	uint32_t i = (uint32_t)hash & front->mask;
	for (; front->slot[i] != 0; i = (i + 1) & front->mask) {
		const uint32_t number = (front->slot[i] & RECORDS_MAX) - 1;
		if (front->slot[i] >> NUMBER_BITS != hash_part(hash))
			continue;
		const struct tilt_record *record = tilt_record_at(front, number);
		if (record->word == word && record->node == node)
			return number;
	}
	*empty = i;
	return TILT_NONE;
}

void tilt_front_look_ahead(const struct tilt_front *front, const uint64_t *hash, int count)
{
	if (front->slot == NULL)
		return;
	for (int i = 0; i < count; i++)
		__builtin_prefetch(&front->slot[(uint32_t)hash[i] & front->mask]);
	for (int i = 0; i < count; i++) {
		uint32_t at = (uint32_t)hash[i] & front->mask;
		while (front->slot[at] != 0 && front->slot[at] >> NUMBER_BITS != hash_part(hash[i]))
			at = (at + 1) & front->mask;
		if (front->slot[at] != 0)
			__builtin_prefetch(
				tilt_record_at(front, (front->slot[at] & RECORDS_MAX) - 1));
	}
}

/* ---- memory ---- */

/* Files all records anew in `slot`, which is empty. False: halted. */
static bool refile(const struct tilt_front *front, uint32_t *slot, uint32_t mask,
                   struct watch *watch, struct answer *answer)
{
	for (uint32_t n = 0; n < front->count; n++) {
		const struct tilt_record *record = tilt_record_at(front, n);
		const uint64_t hash = tilt_record_hash(record->word, record->node);
		uint32_t i = (uint32_t)hash & mask;
		while (slot[i] != 0)
			i = (i + 1) & mask;
		slot[i] = slot_value(hash, n);
		if (n % TICK_REFILED == TICK_REFILED - 1 && !watch_goes_on(watch, answer))
			return false;
	}
	return true;
}

static enum tilt_outcome grow_slots(struct tilt_front *front, struct tilt_budget *budget,
                                    struct watch *watch, struct answer *answer)
{
	const size_t before = front->slot == NULL ? 0 : (size_t)front->mask + 1;
	const size_t after = before == 0 ? FIRST_SLOTS : 2 * before;
	if (after * sizeof *front->slot > budget->limit - budget->bytes)
		return TILT_FULL;
	uint32_t *slot = malloc(after * sizeof *slot);
	if (slot == NULL)
		return TILT_FULL;
	if (!tilt_clear(slot, after * sizeof *slot, watch, answer) ||
	    !refile(front, slot, (uint32_t)after - 1, watch, answer)) {
		free(slot);
		return TILT_HALTED;
	}
	free(front->slot);
	front->slot = slot;
	front->mask = (uint32_t)after - 1;
	budget->bytes += (after - before) * sizeof *slot;
	return TILT_GOING;
}

static bool grow_chunk_list(struct tilt_front *front, struct tilt_budget *budget)
{
	const uint32_t room = front->chunk_room == 0 ? FIRST_CHUNKS : 2 * front->chunk_room;
	const size_t more = (room - front->chunk_room) * sizeof *front->chunk;
	if (more > budget->limit - budget->bytes)
		return false;
	struct tilt_record **chunk = realloc(front->chunk, room * sizeof *chunk);
	if (chunk == NULL)
		return false;
	front->chunk = chunk;
	front->chunk_room = room;
	budget->bytes += more;
	return true;
}

static bool add_chunk(struct tilt_front *front, struct tilt_budget *budget)
{
	const size_t bytes = TILT_CHUNK * sizeof **front->chunk;
	if (front->chunks == RECORDS_MAX / TILT_CHUNK ||
	    (front->chunks == front->chunk_room && !grow_chunk_list(front, budget)) ||
	    bytes > budget->limit - budget->bytes)
		return false;
	struct tilt_record *chunk = malloc(bytes);
	if (chunk == NULL)
		return false;
	front->chunk[front->chunks++] = chunk;
	budget->bytes += bytes;
	return true;
}

/* Slots are doubled when two in three are taken; where there is no memory for that, a few more
 * are. */
enum tilt_outcome tilt_front_room(struct tilt_front *front, struct tilt_budget *budget,
                                  struct watch *watch, struct answer *answer)
{
	const uint32_t slots = front->slot == NULL ? 0 : front->mask + 1;
	if (front->count >= slots / 3 * 2) {
		const enum tilt_outcome outcome = grow_slots(front, budget, watch, answer);
		if (outcome == TILT_HALTED ||
		    (outcome == TILT_FULL && front->count >= slots / 8 * 7))
			return outcome;
	}
	return front->count < front->chunks * TILT_CHUNK || add_chunk(front, budget) ? TILT_GOING
	                                                                             : TILT_FULL;
}

void tilt_front_file(struct tilt_front *front, const struct tilt_record *record, uint64_t hash,
                     uint32_t empty)
{
	front->slot[empty] = slot_value(hash, front->count);
	front->chunk[front->count >> TILT_CHUNK_BITS][front->count % TILT_CHUNK] = *record;
	front->count++;
}

bool tilt_front_empty(struct tilt_front *front, struct tilt_budget *budget, struct watch *watch,
                      struct answer *answer)
{
	if (front->slot != NULL)
		budget->bytes -= ((size_t)front->mask + 1) * sizeof *front->slot;
	free(front->slot);
	front->slot = NULL;
	front->count = front->begin = front->next = front->end = 0;
	while (front->chunks > 0) {
		free(front->chunk[--front->chunks]);
		budget->bytes -= TILT_CHUNK * sizeof **front->chunk;
		if (front->chunks % TICK_CHUNKS == TICK_CHUNKS - 1 && !watch_goes_on(watch, answer))
			return false;
	}
	return true;
}

void tilt_front_clear(struct tilt_front *front, struct tilt_budget *budget)
{
	budget->bytes -= front->chunks * TILT_CHUNK * sizeof **front->chunk +
	                 front->chunk_room * sizeof *front->chunk;
	if (front->slot != NULL)
		budget->bytes -= ((size_t)front->mask + 1) * sizeof *front->slot;
	for (uint32_t i = 0; i < front->chunks; i++)
		free(front->chunk[i]);
	free(front->chunk);
	free(front->slot);
	*front = (struct tilt_front){0};
}

/* ---- layers ---- */

void tilt_front_end_layer(struct tilt_front *front)
{
	front->begin = front->next = front->end;
	front->end = front->count;
	front->depth++;
}

int tilt_front_way(const struct tilt_front *front, uint32_t number)
{
	int length = 0;
	while ((number = tilt_record_at(front, number)->parent) != TILT_NONE)
		length++;
	return length;
}
