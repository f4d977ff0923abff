#include "puzzles/gems/solver/bound_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* An entry is a position and one word more: its bound, and above that the work it took; 0: free. */
enum { PLACES = 2, BOUND_BITS = 11 };

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

static bool is_at(const struct bound_table *table, const uint64_t *entry,
                  const struct position *position)
{
	uint64_t differ = entry[table->words] == 0;
	for (size_t i = 0; i < table->words; i++)
		differ |= entry[i] ^ position->word[i];
	return differ == 0;
}

int bound_table_get(const struct bound_table *table, const struct position *position, uint64_t hash)
{
	const uint64_t *entry = bound_table_bucket(table, hash);
	for (int i = 0; i < PLACES; i++, entry += table->words + 1)
		if (is_at(table, entry, position))
			return (int)(entry[table->words] & BOUND_NONE);
	return 0;
}

void bound_table_put(struct bound_table *table, const struct position *position, uint64_t hash,
                     int bound, uint64_t work)
{
	const size_t words = table->words, size = words + 1;
	uint64_t *hardest = bound_table_bucket(table, hash), *newest = hardest + size;
	uint64_t *to = newest;
	assert(bound > 0 && bound <= BOUND_NONE);
	if (is_at(table, hardest, position)) {
		to = hardest;
	} else if (!is_at(table, newest, position) && hardest[words] >> BOUND_BITS <= work) {
		memcpy(newest, hardest, size * sizeof *newest);
		to = hardest;
	}
	memcpy(to, position->word, words * sizeof *to);
	to[words] = work << BOUND_BITS | (uint64_t)bound;
}
