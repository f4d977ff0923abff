#include "puzzles/gems/solver/bound_table.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* An entry is a position and one word more: its bound, and above that the work it took; 0: free.
 * The highest bit of a bucket's first such word locks it. */
enum { PLACES = 2, BOUND_BITS = 11 };

#define LOCKED (UINT64_C(1) << 63)

static_assert(BOUND_NONE == (1 << BOUND_BITS) - 1, "a bound fits");

bool bound_table_init(struct bound_table *table, int words, size_t bytes)
{
	const size_t bucket = PLACES * ((size_t)words + 1);
	const size_t buckets = bytes / (bucket * sizeof *table->entry);
	*table = (struct bound_table){.words = (size_t)words, .bucket = bucket};
	table->buckets = buckets < UINT32_MAX ? (uint32_t)buckets : UINT32_MAX;
	if (table->buckets > 0)
		table->entry = calloc(table->buckets, bucket * sizeof *table->entry);
	return table->entry != NULL;
}

void bound_table_free(struct bound_table *table)
{
	free(table->entry);
	*table = (struct bound_table){.entry = NULL};
}

/* Waits until nobody else uses a bucket. Returns the last word of its first entry: to store it
 * again unlocks the bucket. */
static uint64_t enter(const struct bound_table *table, uint64_t *bucket)
{
	uint64_t *word = bucket + table->words;
	if (!table->shared)
		return *word;
	for (;;) {
		const uint64_t before = __atomic_fetch_or(word, LOCKED, __ATOMIC_ACQUIRE);
		if ((before & LOCKED) == 0)
			return before;
		sched_yield();
	}
}

/* Whether an entry with that last word is the position's. */
static bool is_at(const struct bound_table *table, const uint64_t *entry, uint64_t last,
                  const struct position *position)
{
	uint64_t differ = last == 0;
	for (size_t i = 0; i < table->words; i++)
		differ |= entry[i] ^ position->word[i];
	return differ == 0;
}

int bound_table_get(const struct bound_table *table, const struct position *position, uint64_t hash)
{
	uint64_t *hardest = bound_table_bucket(table, hash);
	const uint64_t *newest = hardest + table->words + 1;
	const uint64_t of_hardest = enter(table, hardest), of_newest = newest[table->words];
	uint64_t found = 0;
	if (is_at(table, hardest, of_hardest, position))
		found = of_hardest;
	else if (is_at(table, newest, of_newest, position))
		found = of_newest;
	if (table->shared)
		__atomic_store_n(hardest + table->words, of_hardest, __ATOMIC_RELEASE);
	return (int)(found & BOUND_NONE);
}

void bound_table_put(struct bound_table *table, const struct position *position, uint64_t hash,
                     int bound, uint64_t work)
{
	const size_t words = table->words, bytes = words * sizeof(uint64_t);
	const uint64_t last = (work << BOUND_BITS & ~LOCKED) | (uint64_t)bound;
	uint64_t *hardest = bound_table_bucket(table, hash), *newest = hardest + words + 1;
	uint64_t of_hardest = enter(table, hardest);
	assert(bound > 0 && bound <= BOUND_NONE);
	if (is_at(table, hardest, of_hardest, position)) {
		of_hardest = last;
	} else if (!is_at(table, newest, newest[words], position) &&
	           of_hardest >> BOUND_BITS <= work) {
		memcpy(newest, hardest, bytes);
		newest[words] = of_hardest;
		memcpy(hardest, position->word, bytes);
		of_hardest = last;
	} else {
		memcpy(newest, position->word, bytes);
		newest[words] = last;
	}
	__atomic_store_n(hardest + words, of_hardest, __ATOMIC_RELEASE);
}
