#include "puzzles/tilt/solver/visited.h"

#include <stdlib.h>

#include "os/parallel.h"

enum {
	FIRST_SLOTS = 1 << 13,
	NUMBER_BITS = 26, /* of a slot; the others are of the hash */
	RECORDS_MAX = (1 << NUMBER_BITS) - 1,
	TAKEN_AT_ONCE = 256,      /* numbers, of one chunk */
	SHARED_RECORDS = 1 << 15, /* so many are filed anew by several threads, */
	SHARED_AT_ONCE = 1 << 12, /* each of which takes so many at once, */
	REFILED_AT_ONCE = 64,     /* and waits once for the slots of so many */
	TICK_CHUNKS = 128,
};

static uint32_t least(uint32_t a, uint64_t b)
{
	return a < b ? a : (uint32_t)b;
}

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

static uint32_t number_of(uint32_t taken)
{
	return (taken & RECORDS_MAX) - 1;
}

static inline uint32_t slot_at(const struct tilt_front *front, uint32_t i)
{
	return atomic_load_explicit(&front->slot[i], memory_order_acquire);
}

/* Whether a slot that is taken is the class's. */
static inline bool is_of(const struct tilt_front *front, uint32_t taken, uint64_t word,
                         uint32_t node, uint64_t hash)
{
	if (taken >> NUMBER_BITS != hash_part(hash))
		return false;
	const struct tilt_record *record = tilt_record_at(front, number_of(taken));
	return record->word == word && record->node == node;
}

uint32_t tilt_front_find(const struct tilt_front *front, uint64_t word, uint32_t node,
                         uint64_t hash)
{
	uint32_t i = (uint32_t)hash & front->mask, taken;
	for (; (taken = slot_at(front, i)) != 0; i = (i + 1) & front->mask)
		if (is_of(front, taken, word, node, hash))
			return number_of(taken);
	return TILT_NONE;
}

void tilt_front_look_ahead(const struct tilt_front *front, const uint64_t *hash, int count)
{
	if (front->slot == NULL)
		return;
	for (int i = 0; i < count; i++)
		__builtin_prefetch(&front->slot[(uint32_t)hash[i] & front->mask]);
	for (int i = 0; i < count; i++) {
		uint32_t at = (uint32_t)hash[i] & front->mask, taken;
		while ((taken = slot_at(front, at)) != 0 &&
		       taken >> NUMBER_BITS != hash_part(hash[i]))
			at = (at + 1) & front->mask;
		if (taken != 0)
			__builtin_prefetch(tilt_record_at(front, number_of(taken)));
	}
}

/* ---- memory ---- */

static bool take_bytes(struct tilt_budget *budget, size_t bytes)
{
	size_t used = atomic_load(&budget->bytes);
	do {
		if (bytes > budget->limit - used)
			return false;
	} while (!atomic_compare_exchange_weak(&budget->bytes, &used, used + bytes));
	return true;
}

static void give_bytes(struct tilt_budget *budget, size_t bytes)
{
	atomic_fetch_sub(&budget->bytes, bytes);
}

/* Makes sure that a chunk is there. Others may make it at the same time: one of them stays. */
static bool have_chunk(struct tilt_front *front, struct tilt_budget *budget, uint32_t chunk)
{
	const size_t bytes = TILT_CHUNK * sizeof(struct tilt_record);
	struct tilt_record *none = NULL;
	if (atomic_load_explicit(&front->chunk[chunk], memory_order_acquire) != NULL)
		return true;
	if (!take_bytes(budget, bytes))
		return false;
	struct tilt_record *made = malloc(bytes);
	if (made != NULL && atomic_compare_exchange_strong(&front->chunk[chunk], &none, made))
		return true;
	free(made);
	give_bytes(budget, bytes);
	return none != NULL;
}

static bool grow_chunk_list(struct tilt_front *front, struct tilt_budget *budget, uint32_t room)
{
	if (room <= front->chunk_room)
		return true;
	const size_t more = (room - front->chunk_room) * sizeof *front->chunk;
	if (!take_bytes(budget, more))
		return false;
	tilt_chunk_link *chunk = realloc(front->chunk, room * sizeof *chunk);
	if (chunk == NULL) {
		give_bytes(budget, more);
		return false;
	}
	for (uint32_t i = front->chunk_room; i < room; i++)
		atomic_init(&chunk[i], NULL);
	front->chunk = chunk;
	front->chunk_room = room;
	return true;
}

/* ---- more slots ---- */

/* All records are filed anew in slots that are empty. */
struct refiling {
	const struct tilt_front *front;
	atomic_uint_least32_t *slot;
	uint32_t mask;
	bool alone;
	atomic_uint_least32_t next; /* record that nobody has taken */
	atomic_bool halted;
	struct monitor *monitor; /* the first worker looks at it */
	struct answer *answer;
};

/* Takes a slot that was seen empty: 0, or what it had been taken for since then. */
static inline uint32_t claim(atomic_uint_least32_t *slot, uint32_t value, bool alone)
{
	uint_least32_t taken = 0;
	if (alone)
		atomic_store_explicit(slot, value, memory_order_relaxed);
	else
		atomic_compare_exchange_strong_explicit(slot, &taken, value, memory_order_acq_rel,
		                                        memory_order_acquire);
	return taken;
}

static void refile(struct refiling *job, uint32_t number, uint64_t hash)
{
	for (uint32_t i = (uint32_t)hash & job->mask;; i = (i + 1) & job->mask) {
		if (atomic_load_explicit(&job->slot[i], memory_order_relaxed) == 0 &&
		    claim(&job->slot[i], slot_value(hash, number), job->alone) == 0)
			return;
	}
}

/* Files some records of a chunk; their slots are asked for before. */
static void refile_batch(struct refiling *job, uint32_t begin, uint32_t end)
{
	const struct tilt_record *record = tilt_record_at(job->front, begin);
	uint64_t hash[REFILED_AT_ONCE];
	for (uint32_t i = 0; i < end - begin; i++) {
		hash[i] = tilt_record_hash(record[i].word, record[i].node);
		__builtin_prefetch(&job->slot[(uint32_t)hash[i] & job->mask], 1);
	}
	for (uint32_t i = 0; i < end - begin; i++)
		if (record[i].node != TILT_NONE)
			refile(job, begin + i, hash[i]);
}

static void refile_some(void *context, int worker)
{
	struct refiling *job = context;
	const uint32_t count = job->front->count;
	while (!atomic_load(&job->halted)) {
		const uint32_t begin = atomic_fetch_add(&job->next, SHARED_AT_ONCE);
		const uint32_t end = begin + SHARED_AT_ONCE;
		if (begin >= count)
			return;
		for (uint32_t i = begin; i < end && i < count; i += REFILED_AT_ONCE)
			refile_batch(job, i, least(i + REFILED_AT_ONCE, count));
		if (worker == 0 && !monitor_report(job->monitor, job->answer))
			atomic_store(&job->halted, true);
	}
}

static enum tilt_outcome refile_all(struct refiling *job)
{
	const size_t bytes = ((size_t)job->mask + 1) * sizeof *job->slot;
	if (!tilt_clear(job->slot, bytes, job->monitor, job->answer))
		return TILT_HALTED;
	if (job->alone)
		refile_some(job, 0);
	else
		parallel_for(job->monitor->limits->threads, refile_some, job);
	return atomic_load(&job->halted) ? TILT_HALTED : TILT_GOING;
}

static enum tilt_outcome grow_slots(struct tilt_front *front, struct tilt_budget *budget,
                                    struct monitor *monitor, struct answer *answer)
{
	const size_t before = front->slot == NULL ? 0 : (size_t)front->mask + 1;
	const size_t after = before == 0 ? FIRST_SLOTS : 2 * before;
	const size_t bytes = after * sizeof *front->slot;
	struct refiling job = {
		.front = front,
		.mask = (uint32_t)after - 1,
		.alone = monitor->limits->threads < 2 || front->count < SHARED_RECORDS,
		.monitor = monitor,
		.answer = answer,
	};
	if (!grow_chunk_list(front, budget, (uint32_t)(after / TILT_CHUNK)) ||
	    !take_bytes(budget, bytes))
		return TILT_FULL;
	job.slot = malloc(bytes);
	const enum tilt_outcome outcome = job.slot == NULL ? TILT_FULL : refile_all(&job);
	if (outcome != TILT_GOING) {
		free(job.slot);
		give_bytes(budget, bytes);
		return outcome;
	}
	free(front->slot);
	give_bytes(budget, before * sizeof *front->slot);
	front->slot = job.slot;
	front->mask = job.mask;
	return TILT_GOING;
}

/* Slots are doubled when two in three are taken; where there is no memory for that, a few more
 * are. */
enum tilt_outcome tilt_front_room(struct tilt_front *front, uint64_t most,
                                  struct tilt_budget *budget, struct monitor *monitor,
                                  struct answer *answer)
{
	const uint32_t slots = front->slot == NULL ? 0 : front->mask + 1;
	uint32_t limit = slots / 3 * 2;
	if (front->count >= limit && front->count < most) {
		switch (grow_slots(front, budget, monitor, answer)) {
		case TILT_HALTED:
			return TILT_HALTED;
		case TILT_GOING:
			limit = (front->mask + 1) / 3 * 2;
			break;
		default:
			limit = slots / 8 * 7;
		}
	}
	front->limit = least(least(limit, RECORDS_MAX), most);
	return front->count < front->limit ? TILT_GOING : TILT_FULL;
}

static void empty_slots(struct tilt_front *front, struct tilt_budget *budget)
{
	if (front->slot != NULL)
		give_bytes(budget, ((size_t)front->mask + 1) * sizeof *front->slot);
	free(front->slot);
	front->slot = NULL;
	front->count = front->unused = front->begin = front->next = front->end = 0;
}

static void empty_chunk(struct tilt_front *front, struct tilt_budget *budget, uint32_t chunk)
{
	struct tilt_record *record = atomic_exchange(&front->chunk[chunk], NULL);
	if (record != NULL)
		give_bytes(budget, TILT_CHUNK * sizeof *record);
	free(record);
}

bool tilt_front_empty(struct tilt_front *front, struct tilt_budget *budget, struct monitor *monitor,
                      struct answer *answer)
{
	empty_slots(front, budget);
	for (uint32_t i = 0; i < front->chunk_room; i++) {
		empty_chunk(front, budget, i);
		if (i % TICK_CHUNKS == TICK_CHUNKS - 1 && !monitor_report(monitor, answer))
			return false;
	}
	return true;
}

void tilt_front_clear(struct tilt_front *front, struct tilt_budget *budget)
{
	empty_slots(front, budget);
	for (uint32_t i = 0; i < front->chunk_room; i++)
		empty_chunk(front, budget, i);
	give_bytes(budget, front->chunk_room * sizeof *front->chunk);
	free(front->chunk);
	*front = (struct tilt_front){0};
}

/* ---- filing ---- */

/* Numbers are taken some at once, so that filers seldom meet. */
enum tilt_outcome tilt_filer_ready(struct tilt_filer *filer)
{
	struct tilt_front *front = filer->front;
	if (filer->next < filer->end)
		return TILT_GOING;
	uint32_t count = atomic_load(&front->count), end;
	do {
		if (count >= front->limit)
			return TILT_CROWDED;
		if (!have_chunk(front, filer->budget, count >> TILT_CHUNK_BITS))
			return TILT_FULL;
		end = least((count | (TAKEN_AT_ONCE - 1)) + 1, front->limit);
	} while (!atomic_compare_exchange_weak(&front->count, &count, end));
	filer->next = count;
	filer->end = end;
	return TILT_GOING;
}

uint32_t tilt_filer_put(struct tilt_filer *filer, const struct tilt_record *record, uint64_t hash)
{
	struct tilt_front *front = filer->front;
	for (uint32_t i = (uint32_t)hash & front->mask;; i = (i + 1) & front->mask) {
		uint32_t taken = slot_at(front, i);
		if (taken == 0) {
			*tilt_record_at(front, filer->next) = *record;
			taken = claim(&front->slot[i], slot_value(hash, filer->next), filer->alone);
			if (taken == 0)
				return filer->next++;
		}
		if (is_of(front, taken, record->word, record->node, hash))
			return TILT_NONE;
	}
}

void tilt_filer_end(struct tilt_filer *filer)
{
	struct tilt_front *front = filer->front;
	if (filer->end == front->count) {
		front->count = filer->next;
	} else {
		front->unused += filer->end - filer->next;
		for (uint32_t i = filer->next; i < filer->end; i++)
			tilt_record_at(front, i)->node = TILT_NONE;
	}
	filer->end = filer->next;
}

/* ---- layers ---- */

void tilt_front_end_layer(struct tilt_front *front)
{
	front->begin = front->next = front->end;
	front->end = front->count;
	front->depth++;
}

uint32_t tilt_front_classes(const struct tilt_front *front)
{
	return front->count - front->unused;
}

int tilt_front_way(const struct tilt_front *front, uint32_t number)
{
	int length = 0;
	while ((number = tilt_record_at(front, number)->parent) != TILT_NONE)
		length++;
	return length;
}
