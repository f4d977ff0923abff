/* The positions that searches for match three have met, each with what is known of it.
 *
 * Open addressing with linear probing (as in algo/state_table.h, with fewer bytes): a slot holds half
 * of the hash and a number; positions lie one after another in chunks that never move. The slots
 * are cut in many segments that grow one by one, so that growing never takes long. Looking a
 * position up is two misses of the cache, which nodes_prefetch lets happen ahead of time.
 *
 * What is proven stays: dead positions, and those whose distance is known. The rest is true of one
 * search, whose number (epoch) it bears; to begin another forgets it without touching it. */
#ifndef PARLOUR_PUZZLES_GEMS_SOLVER_NODES_H
#define PARLOUR_PUZZLES_GEMS_SOLVER_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/gems/solver/field.h"

#define NODES_NONE UINT32_MAX

enum node_status {
	NODE_SEEN,   /* nothing but its bound is known */
	NODE_OPEN,   /* waits to be expanded */
	NODE_CLOSED, /* has been expanded */
	NODE_DEAD,   /* proven: no way is left */
	NODE_SOLVED  /* proven: `depth` moves are left, `move` is the first of such a way */
};

enum {
	CHUNK_BITS = 12,
	CHUNK_NODES = 1 << CHUNK_BITS,
	EPOCHS = 64,
	SEGMENTS = 256,
	NODE_BOUND_MAX = 31,
	NODE_DEPTH_MAX = 2047,
	NODE_MOVE_MAX = 127,
};

struct node {
	uint32_t parent;      /* while it is open or closed; or NODES_NONE */
	unsigned depth : 11;
	unsigned move : 7;    /* from the parent */
	unsigned epoch : 6;
	unsigned bound : 5;   /* capped, which leaves it true */
	unsigned status : 3;  /* as it was in its epoch: ask node_status */
};

struct segment {
	uint64_t *slot;       /* hash << 32 | number + 1; 0: empty */
	uint32_t mask, count; /* of slots in use */
};

struct nodes {
	int words;            /* of a position */
	size_t stride;        /* bytes of a node and its position */
	size_t bytes, limit;
	uint32_t count;
	uint8_t **chunk;
	size_t chunks, chunk_room;
	unsigned epoch;
	bool dead[EPOCHS];    /* all that was met in that epoch is dead */
	struct segment segment[SEGMENTS];
};

bool gems_nodes_init(struct nodes *nodes, int words, size_t limit);
void gems_nodes_free(struct nodes *nodes);

/* The number of a position, or NODES_NONE. */
uint32_t gems_nodes_find(const struct nodes *nodes, const struct position *position, uint64_t hash);

/* Adds a position that is not there. NODES_NONE where the limit is met. */
uint32_t gems_nodes_add(struct nodes *nodes, const struct position *position, uint64_t hash);

void gems_nodes_position(const struct nodes *nodes, uint32_t number, struct position *position);

static inline uint8_t *node_entry(const struct nodes *nodes, uint32_t number)
{
	return nodes->chunk[number >> CHUNK_BITS] + (number & (CHUNK_NODES - 1)) * nodes->stride;
}

static inline struct node *node_at(const struct nodes *nodes, uint32_t number)
{
	return (struct node *)(void *)node_entry(nodes, number);
}

/* What is known of a node in this epoch. */
static inline enum node_status node_status(const struct nodes *nodes, const struct node *node)
{
	if (node->epoch == nodes->epoch || node->status >= NODE_DEAD)
		return (enum node_status)node->status;
	return nodes->dead[node->epoch] ? NODE_DEAD : NODE_SEEN;
}

static inline void node_set(const struct nodes *nodes, struct node *node, enum node_status status)
{
	node->epoch = nodes->epoch % EPOCHS;
	node->status = status & 7;
}

static inline uint64_t nodes_hash(const struct nodes *nodes, const struct position *position)
{
	uint64_t hash = 0;
	for (int i = 0; i < nodes->words; i++) {
		hash = (hash ^ position->word[i]) * UINT64_C(0x9E3779B97F4A7C15);
		hash ^= hash >> 32;
	}
	return hash * UINT64_C(0x9E3779B97F4A7C15) >> 32;
}

/* The slots of a segment are chosen by the low bits, segments by the high ones. */
static inline unsigned segment_of(uint64_t hash)
{
	return (unsigned)(hash >> 24) % SEGMENTS;
}

static inline void nodes_prefetch(const struct nodes *nodes, uint64_t hash)
{
	const struct segment *segment = &nodes->segment[segment_of(hash)];
	__builtin_prefetch(&segment->slot[hash & segment->mask]);
}

/* Begins another epoch. False where there are no more, or little room is left: then all must be
 * forgotten. */
bool gems_nodes_begin(struct nodes *nodes);

/* Forgets all positions, a segment at a time: to be called with each number below SEGMENTS. */
void gems_nodes_forget(struct nodes *nodes, int number);

#endif
