#include "puzzles/tilt/solver/visited.h"

#include <stdlib.h>

#include "os/parallel.h"
#include "os/scratch.h"

enum {
	FIRST_SLOTS = 1 << 13,
	NUMBER_BITS = 26, /* bits of a slot; the other bits are of the hash */
	RECORDS_MAX = (1 << NUMBER_BITS) - 1,
	RESERVED_AT_ONCE = 256,     /* numbers, all in one chunk */
	PARALLEL_RECORDS = 1 << 15, /* from this many on, several threads rehash */
	REHASH_RANGE = 1 << 10,     /* claimed at once by a thread: 3 ms of page faults */
	REHASH_BATCH = 64,          /* whose slots are prefetched together */
	TICK_CHUNKS = 128,
};

static uint32_t smaller(uint32_t a, uint64_t b)
{
	return a < b ? a : (uint32_t)b;
}

uint64_t tilt_record_hash(const struct tilt_record *record)
{
	uint64_t hash = record->colouring ^ (uint64_t)record->node << 40 ^ record->node;
	hash *= UINT64_C(0x9E3779B97F4A7C15);
	hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
	return hash ^ hash >> 29;
}

/* The bits of a hash that a slot holds; its index is made of others. */
static uint32_t hash_tag(uint64_t hash)
{
	return (uint32_t)(hash >> (32 + NUMBER_BITS));
}

static uint32_t slot_value(uint64_t hash, uint32_t number)
{
	return hash_tag(hash) << NUMBER_BITS | (number + 1);
}

static uint32_t number_of(uint32_t value)
{
	return (value & RECORDS_MAX) - 1;
}

static inline uint32_t slot_at(const struct tilt_visited *visited, uint32_t i)
{
	return atomic_load_explicit(&visited->slot[i], memory_order_acquire);
}

/* Whether a slot that is in use holds this class. */
static inline bool holds(const struct tilt_visited *visited, uint32_t value,
                         const struct tilt_record *record, uint64_t hash)
{
	if (value >> NUMBER_BITS != hash_tag(hash))
		return false;
	const struct tilt_record *there = tilt_record_at(visited, number_of(value));
	return there->colouring == record->colouring && there->node == record->node;
}

uint32_t tilt_visited_find(const struct tilt_visited *visited, const struct tilt_record *record,
                           uint64_t hash)
{
	uint32_t i = (uint32_t)hash & visited->mask, value;
	for (; (value = slot_at(visited, i)) != 0; i = (i + 1) & visited->mask)
		if (holds(visited, value, record, hash))
			return number_of(value);
	return TILT_NONE;
}

void tilt_visited_prefetch(const struct tilt_visited *visited, const uint64_t *hash, int count)
{
	if (visited->slot == NULL)
		return;
	for (int i = 0; i < count; i++)
		__builtin_prefetch(&visited->slot[(uint32_t)hash[i] & visited->mask]);
	for (int i = 0; i < count; i++) {
		uint32_t at = (uint32_t)hash[i] & visited->mask, value;
		while ((value = slot_at(visited, at)) != 0 &&
		       value >> NUMBER_BITS != hash_tag(hash[i]))
			at = (at + 1) & visited->mask;
		if (value != 0)
			__builtin_prefetch(tilt_record_at(visited, number_of(value)));
	}
}

/* ---- memory ---- */

bool tilt_budget_take(struct tilt_budget *budget, size_t bytes)
{
	size_t used = atomic_load(&budget->bytes);
	do {
		if (bytes > budget->limit - used)
			return false;
	} while (!atomic_compare_exchange_weak(&budget->bytes, &used, used + bytes));
	return true;
}

void tilt_budget_release(struct tilt_budget *budget, size_t bytes)
{
	atomic_fetch_sub(&budget->bytes, bytes);
}

void *tilt_budget_grow(struct tilt_budget *budget, void *memory, size_t before, size_t after)
{
	if (!tilt_budget_take(budget, after - before))
		return NULL;
	void *grown = realloc(memory, after);
	if (grown == NULL)
		tilt_budget_release(budget, after - before);
	return grown;
}

/* Bytes for records or slots, all 0. NULL: no memory. */
static void *take(struct tilt_budget *budget, size_t bytes)
{
	void *memory = budget->spills ? scratch_take(bytes) : NULL;
	if (memory != NULL || !tilt_budget_take(budget, bytes))
		return memory;
	memory = calloc(1, bytes);
	if (memory == NULL)
		tilt_budget_release(budget, bytes);
	return memory;
}

static void give(struct tilt_budget *budget, void *memory, size_t bytes)
{
	if (memory != NULL && !scratch_free(memory, bytes))
		tilt_budget_release(budget, bytes);
}

/* Allocates a chunk, unless it is there. Where several threads do it at once, one chunk stays. */
static bool ensure_chunk(struct tilt_visited *visited, uint32_t chunk)
{
	const size_t bytes = TILT_CHUNK * sizeof(struct tilt_record);
	struct tilt_record *none = NULL;
	if (atomic_load_explicit(&visited->chunk[chunk], memory_order_acquire) != NULL)
		return true;
	struct tilt_record *made = take(visited->budget, bytes);
	if (made == NULL)
		return false;
	if (!atomic_compare_exchange_strong(&visited->chunk[chunk], &none, made))
		give(visited->budget, made, bytes);
	return true;
}

static bool grow_chunks(struct tilt_visited *visited, uint32_t capacity)
{
	if (capacity <= visited->chunk_capacity)
		return true;
	tilt_chunk_link *chunk =
		tilt_budget_grow(visited->budget, visited->chunk,
	                         visited->chunk_capacity * sizeof *chunk, capacity * sizeof *chunk);
	if (chunk == NULL)
		return false;
	for (uint32_t i = visited->chunk_capacity; i < capacity; i++)
		atomic_init(&chunk[i], NULL);
	visited->chunk = chunk;
	visited->chunk_capacity = capacity;
	return true;
}

/* ---- growing ---- */

/* Inserts all records into a larger, empty table of slots. */
struct rehash {
	const struct tilt_visited *visited;
	atomic_uint_least32_t *slot;
	uint32_t mask;
	bool single;
	atomic_uint_least32_t next; /* the first unclaimed record */
	atomic_bool stopped;
	const struct tilt_task *task; /* the first worker reports */
};

/* Sets a slot that was empty: 0, or the value that another thread has set since then. */
static inline uint32_t claim(atomic_uint_least32_t *slot, uint32_t value, bool single)
{
	uint_least32_t found = 0;
	if (single)
		atomic_store_explicit(slot, value, memory_order_relaxed);
	else
		atomic_compare_exchange_strong_explicit(slot, &found, value, memory_order_acq_rel,
		                                        memory_order_acquire);
	return found;
}

static void rehash(struct rehash *job, uint32_t number, uint64_t hash)
{
	uint32_t i = (uint32_t)hash & job->mask;
	while (atomic_load_explicit(&job->slot[i], memory_order_relaxed) != 0 ||
	       claim(&job->slot[i], slot_value(hash, number), job->single) != 0)
		i = (i + 1) & job->mask;
}

/* Rehashes some records of one chunk, after prefetching their slots. */
static void rehash_batch(struct rehash *job, uint32_t begin, uint32_t end)
{
	const struct tilt_record *record = tilt_record_at(job->visited, begin);
	uint64_t hash[REHASH_BATCH];
	for (uint32_t i = 0; i < end - begin; i++) {
		hash[i] = tilt_record_hash(&record[i]);
		__builtin_prefetch(&job->slot[(uint32_t)hash[i] & job->mask], 1);
	}
	for (uint32_t i = 0; i < end - begin; i++)
		if (record[i].node != TILT_NONE)
			rehash(job, begin + i, hash[i]);
}

static void rehash_range(void *context, int worker)
{
	struct rehash *job = context;
	const uint32_t count = job->visited->count;
	while (!atomic_load(&job->stopped)) {
		const uint32_t begin = atomic_fetch_add(&job->next, REHASH_RANGE);
		const uint32_t end = begin + REHASH_RANGE;
		if (begin >= count)
			return;
		for (uint32_t i = begin; i < end && i < count; i += REHASH_BATCH)
			rehash_batch(job, i, smaller(i + REHASH_BATCH, count));
		if (worker == 0 && !tilt_report(job->task))
			atomic_store(&job->stopped, true);
	}
}

static uint32_t slot_count(const struct tilt_visited *visited)
{
	return visited->slot == NULL ? 0 : visited->mask + 1;
}

static enum tilt_status grow_table(struct tilt_visited *visited, const struct tilt_task *task)
{
	const uint32_t before = slot_count(visited), after = before == 0 ? FIRST_SLOTS : 2 * before;
	const size_t bytes = after * sizeof *visited->slot;
	const int threads = visited->count < PARALLEL_RECORDS ? 1 : task->monitor->limits->threads;
	struct rehash job = {.visited = visited,
	                     .mask = after - 1,
	                     .single = threads < 2,
	                     .task = task};
	if (!grow_chunks(visited, after / TILT_CHUNK))
		return TILT_NO_MEMORY;
	job.slot = take(visited->budget, bytes);
	if (job.slot == NULL)
		return TILT_NO_MEMORY;
	parallel_for(threads, rehash_range, &job);
	if (job.stopped) {
		give(visited->budget, job.slot, bytes);
		return TILT_STOPPED;
	}
	give(visited->budget, visited->slot, before * sizeof *visited->slot);
	visited->slot = job.slot;
	visited->mask = job.mask;
	return TILT_OK;
}

/* The slots are doubled when two in three are in use. Without memory for that, seven in eight
 * may be used. */
enum tilt_status tilt_visited_make_room(struct tilt_visited *visited, uint64_t max,
                                        const struct tilt_task *task)
{
	uint32_t limit = slot_count(visited) / 3 * 2;
	if (visited->count >= limit && visited->count < max) {
		const enum tilt_status status = grow_table(visited, task);
		if (status == TILT_STOPPED)
			return TILT_STOPPED;
		const uint32_t slots = slot_count(visited);
		limit = status == TILT_OK ? slots / 3 * 2 : slots / 8 * 7;
	}
	visited->limit = smaller(smaller(limit, RECORDS_MAX), max);
	return visited->count < visited->limit ? TILT_OK : TILT_NO_MEMORY;
}

bool tilt_visited_free(struct tilt_visited *visited, const struct tilt_task *task)
{
	struct tilt_budget *budget = visited->budget;
	give(budget, visited->slot, slot_count(visited) * sizeof *visited->slot);
	visited->slot = NULL;
	visited->count = visited->unused = visited->begin = visited->next = visited->end = 0;
	for (uint32_t i = 0; i < visited->chunk_capacity; i++) {
		struct tilt_record *record = atomic_exchange(&visited->chunk[i], NULL);
		give(budget, record, TILT_CHUNK * sizeof *record);
		if (i % TICK_CHUNKS == TICK_CHUNKS - 1 && task != NULL && !tilt_report(task))
			return false;
	}
	tilt_budget_release(budget, visited->chunk_capacity * sizeof *visited->chunk);
	free(visited->chunk);
	*visited = (struct tilt_visited){.budget = budget};
	return true;
}

/* ---- inserting ---- */

/* Numbers are reserved in batches, so that threads rarely contend for the counter. */
enum tilt_status tilt_visited_reserve(struct tilt_inserter *inserter)
{
	struct tilt_visited *visited = inserter->visited;
	if (inserter->next < inserter->end)
		return TILT_OK;
	uint32_t count = atomic_load(&visited->count), end;
	do {
		if (count >= visited->limit)
			return TILT_FULL;
		if (!ensure_chunk(visited, count >> TILT_CHUNK_BITS))
			return TILT_NO_MEMORY;
		end = smaller((count | (RESERVED_AT_ONCE - 1)) + 1, visited->limit);
	} while (!atomic_compare_exchange_weak(&visited->count, &count, end));
	inserter->next = count;
	inserter->end = end;
	return TILT_OK;
}

uint32_t tilt_visited_insert(struct tilt_inserter *inserter, const struct tilt_record *record,
                             uint64_t hash)
{
	struct tilt_visited *visited = inserter->visited;
	for (uint32_t i = (uint32_t)hash & visited->mask;; i = (i + 1) & visited->mask) {
		uint32_t value = slot_at(visited, i);
		if (value == 0) {
			*tilt_record_at(visited, inserter->next) = *record;
			value = claim(&visited->slot[i], slot_value(hash, inserter->next),
			              inserter->single);
			if (value == 0)
				return inserter->next++;
		}
		if (holds(visited, value, record, hash))
			return TILT_NONE;
	}
}

void tilt_visited_release(struct tilt_inserter *inserter)
{
	struct tilt_visited *visited = inserter->visited;
	if (inserter->end == visited->count) {
		visited->count = inserter->next;
	} else {
		visited->unused += inserter->end - inserter->next;
		for (uint32_t i = inserter->next; i < inserter->end; i++)
			tilt_record_at(visited, i)->node = TILT_NONE;
	}
	inserter->end = inserter->next;
}
