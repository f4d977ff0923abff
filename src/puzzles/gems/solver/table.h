/* The table of positions that the searches of match three have met: open, closed, or proven.
 *
 * Open addressing with linear probing (as in algo/state_table.h, with fewer bytes): a slot holds
 * half of the hash and a number; positions lie one after another in chunks that never move. The
 * slots are divided into many segments that grow one by one, so that no growth takes long. A lookup
 * is two cache misses, which table_prefetch starts ahead of time.
 *
 * What is proven stays: dead positions, and those whose distance to the goal is known. Everything
 * else holds for one call of the solver, whose number (epoch) it bears; the next call begins
 * another epoch and need not touch it. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_TABLE_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/gems/solver/space.h"

#define ENTRY_NONE UINT32_MAX

enum entry_status {
	STATUS_SEEN,   /* nothing but its bound is known */
	STATUS_OPEN,   /* waits to be expanded */
	STATUS_CLOSED, /* has been expanded */
	STATUS_DEAD,   /* proven: no plan leads to the goal */
	STATUS_SOLVED  /* proven: its distance to the goal, and the first move of a shortest plan */
};

enum {
	CHUNK_BITS = 12,
	CHUNK_ENTRIES = 1 << CHUNK_BITS,
	EPOCHS = 64,
	SEGMENTS = 256,
	H_MAX = 31,
	DISTANCE_MAX = 2047,
	MOVE_CODE_MAX = 127,
};

struct entry {
	uint32_t parent;        /* of an open or closed position; or ENTRY_NONE */
	unsigned distance : 11; /* g, from the start; of a solved position: to the goal */
	unsigned move : 7;      /* from the parent; of a solved position: of the plan */
	unsigned epoch : 6;
	unsigned h : 5;      /* the lower bound, capped */
	unsigned status : 3; /* as of its epoch: ask entry_status */
};

struct segment {
	uint64_t *slot;       /* hash << 32 | number + 1; 0: empty */
	uint32_t mask, count; /* count: of slots in use */
};

struct position_table {
	int words;     /* of a position */
	size_t stride; /* bytes of an entry and its position */
	size_t bytes, limit;
	uint32_t count;
	uint8_t **chunk;
	size_t chunks, chunk_room;
	unsigned epoch;
	bool dead[EPOCHS]; /* every position of that epoch is dead */
	struct segment segment[SEGMENTS];
};

bool gems_table_init(struct position_table *table, int words, size_t limit);
void gems_table_free(struct position_table *table);

/* The number of a position, or ENTRY_NONE. */
uint32_t gems_table_find(const struct position_table *table, const struct position *position,
                         uint64_t hash);

/* Adds a position that is not there. ENTRY_NONE where the limit is met. */
uint32_t gems_table_add(struct position_table *table, const struct position *position,
                        uint64_t hash);

void gems_table_position(const struct position_table *table, uint32_t number,
                         struct position *position);

static inline uint8_t *entry_bytes(const struct position_table *table, uint32_t number)
{
	return table->chunk[number >> CHUNK_BITS] + (number & (CHUNK_ENTRIES - 1)) * table->stride;
}

static inline struct entry *entry_at(const struct position_table *table, uint32_t number)
{
	return (struct entry *)(void *)entry_bytes(table, number);
}

/* The status of a position in this epoch. */
static inline enum entry_status entry_status(const struct position_table *table,
                                             const struct entry *entry)
{
	if (entry->epoch == table->epoch || entry->status >= STATUS_DEAD)
		return (enum entry_status)entry->status;
	return table->dead[entry->epoch] ? STATUS_DEAD : STATUS_SEEN;
}

static inline void entry_set_status(const struct position_table *table, struct entry *entry,
                                    enum entry_status status)
{
	entry->epoch = table->epoch % EPOCHS;
	entry->status = status & 7;
}

static inline uint64_t position_hash(const struct position_table *table,
                                     const struct position *position)
{
	uint64_t hash = 0;
	for (int i = 0; i < table->words; i++) {
		hash = (hash ^ position->word[i]) * UINT64_C(0x9E3779B97F4A7C15);
		hash ^= hash >> 32;
	}
	return hash * UINT64_C(0x9E3779B97F4A7C15) >> 32;
}

/* The low bits choose the slot in a segment, the high ones the segment. */
static inline unsigned segment_of(uint64_t hash)
{
	return (unsigned)(hash >> 24) % SEGMENTS;
}

static inline void table_prefetch(const struct position_table *table, uint64_t hash)
{
	const struct segment *segment = &table->segment[segment_of(hash)];
	__builtin_prefetch(&segment->slot[hash & segment->mask]);
}

/* Begins another epoch. False where there is none left, or little room: then the table must be
 * cleared. */
bool gems_table_next_epoch(struct position_table *table);

/* Clears the table a segment at a time: to be called for each number below SEGMENTS. */
void gems_table_clear_segment(struct position_table *table, int number);

#endif
