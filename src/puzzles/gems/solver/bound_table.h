/* Lower bounds on the moves from positions to the goal, in a table that never gets full.
 *
 * A position has two places. One keeps the position whose bound took the most work, the other the
 * newest (Breuker, Uiterwijk and van den Herik 1994), so that what is lost is soon found again.
 * Bounds are facts of the level: they hold for every search.
 *
 * Threads may share it. A place has a bit that locks both, where what is read lies anyway. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_BOUND_TABLE_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_BOUND_TABLE_H

#include "puzzles/gems/solver/space.h"

enum { BOUND_NONE = 2047 }; /* higher than any bound: no plan leads to the goal */

struct bound_table {
	uint64_t *entry; /* NULL: there is no table */
	size_t words;    /* of a position */
	size_t bucket;   /* words of a bucket: the two places that share a hash */
	uint32_t buckets;
	bool shared; /* by threads */
};

/* Makes an empty table for positions of so many words, which takes at most `bytes`. False: no
 * memory, or those are too few. */
bool bound_table_init(struct bound_table *table, int words, size_t bytes);
void bound_table_free(struct bound_table *table);

static inline uint64_t *bound_table_bucket(const struct bound_table *table, uint64_t hash)
{
	return table->entry + ((hash & UINT32_MAX) * table->buckets >> 32) * table->bucket;
}

/* Asks for the memory that bound_table_get will read. */
static inline __attribute__((always_inline)) void
bound_table_prefetch(const struct bound_table *table, uint64_t hash)
{
	__builtin_prefetch(bound_table_bucket(table, hash));
}

/* The bound of a position with this hash, at most BOUND_NONE; 0: it is not there. */
int bound_table_get(const struct bound_table *table, const struct position *position,
                    uint64_t hash);

/* Keeps a bound of 1..BOUND_NONE that took so much work: positions expanded. */
void bound_table_put(struct bound_table *table, const struct position *position, uint64_t hash,
                     int bound, uint64_t work);

#endif
