/* The classes that a breadth-first search of a tilt level has visited from one side, in order of
 * distance, and a hash table to find them.
 *
 * Several threads may insert classes without a lock: nothing is ever removed, and a slot holds a
 * few bits of the hash (Laarman, van de Pol and Weber 2010). They reserve a slot first, and
 * others wait for its record. Here the record is written first, at a number that only its thread
 * uses, and then a compare-and-swap sets the slot. Whoever sees the slot sees the record, and
 * no thread waits. The table grows only while no thread inserts.
 *
 * algo/hash_slots.h has slots of eight bytes, which can't be shared by threads. With the four
 * bytes here a class takes 22 bytes rather than 28, so the same memory holds 27 % more classes. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_VISITED_H
#define PARLOUR_PUZZLES_TILT_SOLVER_VISITED_H

#include <stdatomic.h>

#include "puzzles/tilt/solver/graph.h"

struct tilt_record {
	uint64_t colouring; /* packed, a few bits per block, block 0 lowest */
	uint32_t node;      /* TILT_NONE: an unused number */
	uint32_t parent; /* one move nearer to where this side started; TILT_NONE: it starts here */
};

enum { TILT_CHUNK_BITS = 10, TILT_CHUNK = 1 << TILT_CHUNK_BITS };

typedef _Atomic(struct tilt_record *) tilt_chunk_link;

/* Memory in use by both sides of a search. */
struct tilt_budget {
	atomic_size_t bytes;
	size_t limit;
	bool spills; /* records and slots are on disk instead, as long as it has room */
};

/* Takes some bytes; false: they are not left. */
bool tilt_budget_take(struct tilt_budget *budget, size_t bytes);
void tilt_budget_release(struct tilt_budget *budget, size_t bytes);

/* realloc to `after` bytes from `before`, which are less. NULL: no memory, and all is as it was. */
void *tilt_budget_grow(struct tilt_budget *budget, void *memory, size_t before, size_t after);

struct tilt_visited {
	struct tilt_budget *budget;
	tilt_chunk_link *chunk; /* chunks of TILT_CHUNK records each, which never move; or NULL */
	uint32_t chunk_capacity;
	atomic_uint_least32_t count; /* numbers reserved */
	uint32_t unused;             /* unused ones of these */
	uint32_t limit;              /* limit of count, until the table grows */
	atomic_uint_least32_t *slot; /* a few bits of the hash, then number + 1; 0: empty */
	uint32_t mask;
	uint32_t begin; /* begin of the last layer */
	uint32_t next;  /* the first record of the last layer that is not expanded */
	uint32_t end;   /* end of the last layer, and begin of the one under construction */
	int depth;      /* depth of the last layer */
};

static inline struct tilt_record *tilt_record_at(const struct tilt_visited *visited,
                                                 uint32_t number)
{
	return atomic_load_explicit(&visited->chunk[number >> TILT_CHUNK_BITS],
	                            memory_order_relaxed) +
	       number % TILT_CHUNK;
}

/* The hash of a record's class: its parent does not count. */
uint64_t tilt_record_hash(const struct tilt_record *record);

/* The number of classes on this side. */
static inline uint32_t tilt_visited_classes(const struct tilt_visited *visited)
{
	return visited->count - visited->unused;
}

/* The number of a record's class, or TILT_NONE. */
uint32_t tilt_visited_find(const struct tilt_visited *visited, const struct tilt_record *record,
                           uint64_t hash);

/* Prefetches what looking up these hashes will read. */
void tilt_visited_prefetch(const struct tilt_visited *visited, const uint64_t *hash, int count);

/* Makes room for at least one more record, as long as there are fewer than `max`. TILT_OK,
 * TILT_NO_MEMORY or TILT_STOPPED. No thread may be inserting. */
enum tilt_status tilt_visited_make_room(struct tilt_visited *visited, uint64_t max,
                                        const struct tilt_task *task);

/* Removes all classes and frees their memory, reporting meanwhile unless the task is NULL. False:
 * stop; the classes are removed in any case, but some memory is not free yet. */
bool tilt_visited_free(struct tilt_visited *visited, const struct tilt_task *task);

/* One thread's access for inserting. */
struct tilt_inserter {
	struct tilt_visited *visited;
	uint32_t next, end; /* numbers reserved for its records */
	bool single;        /* no other thread is inserting */
};

/* Makes sure that the inserter has a number: TILT_OK, TILT_FULL or TILT_NO_MEMORY. */
enum tilt_status tilt_visited_reserve(struct tilt_inserter *inserter);

/* Inserts a record; returns its number, or TILT_NONE if its class is there already. A number
 * must be reserved. */
uint32_t tilt_visited_insert(struct tilt_inserter *inserter, const struct tilt_record *record,
                             uint64_t hash);

/* Gives unused numbers back, after all threads have stopped inserting. */
void tilt_visited_release(struct tilt_inserter *inserter);

#endif
