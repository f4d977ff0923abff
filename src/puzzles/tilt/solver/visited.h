/* The classes that a breadth-first search of a tilt level has seen from one side, in the order of
 * their distance, and a hash to find them again.
 *
 * Several threads may file classes at once, without a lock: in a table that nothing is removed
 * from, with a few bits of the hash in its slots (Laarman, van de Pol and Weber 2010). There a slot
 * is taken first, and others wait until its record is written. Here a record is written first, at a
 * number that is its thread's alone, and then a slot is taken by a compare-and-swap: whoever sees
 * the slot sees the record, and nobody waits. More slots take the place of the old ones only while
 * nobody files. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_VISITED_H
#define PARLOUR_PUZZLES_TILT_SOLVER_VISITED_H

#include <stdatomic.h>

#include "puzzles/tilt/solver/graph.h"

struct tilt_record {
	uint64_t word;   /* its colours, a few bits each, the first label lowest */
	uint32_t node;   /* TILT_NONE: a number that is not in use */
	uint32_t parent; /* one move nearer to where this side began; TILT_NONE: that is here */
};

enum { TILT_CHUNK_BITS = 10, TILT_CHUNK = 1 << TILT_CHUNK_BITS };

typedef _Atomic(struct tilt_record *) tilt_chunk_link;

struct tilt_front {
	tilt_chunk_link *chunk; /* of TILT_CHUNK records each: they stay where they are; or NULL */
	uint32_t chunk_room;
	atomic_uint_least32_t count; /* numbers given out */
	uint32_t unused;             /* of them, not in use */
	uint32_t limit;              /* of the count, until there is more room */
	atomic_uint_least32_t *slot; /* a few bits of the hash, then number + 1; 0: empty */
	uint32_t mask;
	uint32_t begin; /* of the last layer */
	uint32_t next;  /* of the last layer: the first that is still to be expanded */
	uint32_t end;   /* of the last layer; behind it begins the one that is being made */
	int depth;      /* of the last layer */
};

static inline struct tilt_record *tilt_record_at(const struct tilt_front *front, uint32_t number)
{
	return atomic_load_explicit(&front->chunk[number >> TILT_CHUNK_BITS],
	                            memory_order_relaxed) +
	       number % TILT_CHUNK;
}

/* What all fronts of a search may use together. */
struct tilt_budget {
	atomic_size_t bytes;
	size_t limit;
};

/* How a part of a search ended. */
enum tilt_outcome {
	TILT_GOING,
	TILT_CROWDED, /* the front has to be given room first */
	TILT_FULL,
	TILT_MET,
	TILT_HALTED,
};

uint64_t tilt_record_hash(uint64_t word, uint32_t node);

/* The class's number, or TILT_NONE. */
uint32_t tilt_front_find(const struct tilt_front *front, uint64_t word, uint32_t node,
                         uint64_t hash);

/* Makes sure of room for a record more, as long as there are fewer than `most`: TILT_GOING, or why
 * there is none. Nobody may be filing. */
enum tilt_outcome tilt_front_room(struct tilt_front *front, uint64_t most,
                                  struct tilt_budget *budget, struct monitor *monitor,
                                  struct answer *answer);

/* Asks for the memory that finding these classes will need. */
void tilt_front_look_ahead(const struct tilt_front *front, const uint64_t *hash, int count);

/* The layer that was made is the last one. */
void tilt_front_end_layer(struct tilt_front *front);

/* Classes on this side. */
uint32_t tilt_front_classes(const struct tilt_front *front);

/* Moves from where this side began. */
int tilt_front_way(const struct tilt_front *front, uint32_t number);

/* Gives memory back and forgets all, with looks at the watch. False: halted, and forgotten
 * already. */
bool tilt_front_empty(struct tilt_front *front, struct tilt_budget *budget, struct monitor *monitor,
                      struct answer *answer);

void tilt_front_clear(struct tilt_front *front, struct tilt_budget *budget);

/* One of those who file at once. */
struct tilt_filer {
	struct tilt_front *front;
	struct tilt_budget *budget;
	uint32_t next, end; /* numbers taken for records to come */
	bool alone;         /* there are no others */
};

/* Makes sure that the filer has a number: TILT_GOING, TILT_CROWDED or TILT_FULL. */
enum tilt_outcome tilt_filer_ready(struct tilt_filer *filer);

/* Files a record; returns its number, or TILT_NONE if its class was there. The filer is ready. */
uint32_t tilt_filer_put(struct tilt_filer *filer, const struct tilt_record *record, uint64_t hash);

/* Gives the numbers back that are left, when all have stopped filing. */
void tilt_filer_end(struct tilt_filer *filer);

#endif
