#include "modes/tilt_front.h"

#include <stdlib.h>

enum {
	FIRST_RECORDS = 4096,
	NUMBER_BITS = 26, /* of a slot; the others are of the hash */
	RECORDS_MAX = (1 << NUMBER_BITS) - 1,
	TICK_REFILED = 1 << 12,
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
		if (front->slot[i] >> NUMBER_BITS == hash_part(hash) &&
		    front->record[number].word == word && front->record[number].node == node)
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
			__builtin_prefetch(&front->record[(front->slot[at] & RECORDS_MAX) - 1]);
	}
}

/* ---- memory ---- */

/* Files all records anew in `slot`, which is empty. False: halted. */
static bool refile(const struct tilt_front *front, uint32_t *slot, uint32_t mask,
                   struct watch *watch, struct answer *answer)
{
	for (uint32_t n = 0; n < front->count; n++) {
		const struct tilt_record *record = &front->record[n];
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
	const size_t after = before == 0 ? 2 * FIRST_RECORDS : 2 * before;
	if (after * sizeof *front->slot > budget->limit - budget->bytes)
		return TILT_FULL;
	uint32_t *slot = calloc(after, sizeof *slot);
	if (slot == NULL)
		return TILT_FULL;
	if (!refile(front, slot, (uint32_t)after - 1, watch, answer)) {
		free(slot);
		return TILT_HALTED;
	}
	free(front->slot);
	front->slot = slot;
	front->mask = (uint32_t)after - 1;
	budget->bytes += (after - before) * sizeof *slot;
	return TILT_GOING;
}

static bool grow_records(struct tilt_front *front, struct tilt_budget *budget)
{
	const size_t left = (budget->limit - budget->bytes) / sizeof *front->record;
	size_t more = front->room < FIRST_RECORDS ? FIRST_RECORDS : front->room / 2;
	if (more > left)
		more = left;
	if (more > RECORDS_MAX - front->room)
		more = RECORDS_MAX - front->room;
	if (more < front->room / 16 + 2)
		return false;
	struct tilt_record *record = realloc(front->record, (front->room + more) * sizeof *record);
	if (record == NULL)
		return false;
	front->record = record;
	front->room += (uint32_t)more;
	budget->bytes += more * sizeof *record;
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
	return front->count < front->room || grow_records(front, budget) ? TILT_GOING : TILT_FULL;
}

void tilt_front_file(struct tilt_front *front, const struct tilt_record *record, uint64_t hash,
                     uint32_t empty)
{
	front->slot[empty] = slot_value(hash, front->count);
	front->record[front->count++] = *record;
}

void tilt_front_clear(struct tilt_front *front, struct tilt_budget *budget)
{
	budget->bytes -= front->room * sizeof *front->record;
	if (front->slot != NULL)
		budget->bytes -= ((size_t)front->mask + 1) * sizeof *front->slot;
	free(front->record);
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
	for (; front->record[number].parent != TILT_NONE; number = front->record[number].parent)
		length++;
	return length;
}
