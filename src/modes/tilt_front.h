/* The classes that a breadth-first search of a tilt level has seen from one side, in the order of
 * their distance, and a hash to find them again. */
#ifndef PARLOUR_MODES_TILT_FRONT_H
#define PARLOUR_MODES_TILT_FRONT_H

#include "modes/tilt_graph.h"

struct tilt_record {
	uint64_t word; /* its colours, a few bits each, the first label lowest */
	uint32_t node;
	uint32_t parent; /* one move nearer to where this side began; TILT_NONE: that is here */
};

enum { TILT_CHUNK_BITS = 10, TILT_CHUNK = 1 << TILT_CHUNK_BITS };

struct tilt_front {
	struct tilt_record **chunk; /* of TILT_CHUNK records each: they stay where they are */
	uint32_t chunks, chunk_room;
	uint32_t count;
	uint32_t *slot; /* a few bits of the hash, then number + 1; 0: empty */
	uint32_t mask;
	uint32_t begin; /* of the last layer */
	uint32_t next;  /* of the last layer: the first that is still to be expanded */
	uint32_t end;   /* of the last layer; behind it begins the one that is being made */
	int depth;      /* of the last layer */
};

static inline const struct tilt_record *tilt_record_at(const struct tilt_front *front,
                                                       uint32_t number)
{
	return &front->chunk[number >> TILT_CHUNK_BITS][number % TILT_CHUNK];
}

/* What all fronts of a search may use together. */
struct tilt_budget {
	size_t bytes, limit;
};

/* How a part of a search ended. */
enum tilt_outcome { TILT_GOING, TILT_MET, TILT_HALTED, TILT_FULL };

uint64_t tilt_record_hash(uint64_t word, uint32_t node);

/* The class's number, or TILT_NONE, and then *empty is where it would be filed. */
uint32_t tilt_front_find(const struct tilt_front *front, uint64_t word, uint32_t node,
                         uint64_t hash, uint32_t *empty);

/* Makes sure of room for a record more: TILT_GOING, or why there is none. */
enum tilt_outcome tilt_front_room(struct tilt_front *front, struct tilt_budget *budget,
                                  struct watch *watch, struct answer *answer);

/* Files a record where tilt_front_find said. */
void tilt_front_file(struct tilt_front *front, const struct tilt_record *record, uint64_t hash,
                     uint32_t empty);

/* Asks for the memory that finding these classes will need. */
void tilt_front_look_ahead(const struct tilt_front *front, const uint64_t *hash, int count);

/* The layer that was made is the last one. */
void tilt_front_end_layer(struct tilt_front *front);

/* Moves from where this side began. */
int tilt_front_way(const struct tilt_front *front, uint32_t number);

/* Gives memory back and forgets all, with looks at the watch. False: halted, and forgotten already. */
bool tilt_front_empty(struct tilt_front *front, struct tilt_budget *budget, struct watch *watch,
                      struct answer *answer);

void tilt_front_clear(struct tilt_front *front, struct tilt_budget *budget);

#endif
