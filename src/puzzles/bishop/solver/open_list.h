/* What a search over numbered positions keeps: a number of 16 bits to each position met, and the
 * open ones in stacks by priority. */
#ifndef PARLOUR_PUZZLES_BISHOP_SOLVER_OPEN_LIST_H
#define PARLOUR_PUZZLES_BISHOP_SOLVER_OPEN_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	NOTE_BITS = 16, /* below the number of a position plus one, in a slot */
	PILE = 254,     /* open positions that are kept together */
};

/* Positions with their notes, in an open-addressing table with linear probing. A slot
 * is 0 while it is free. */
struct notes {
	uint64_t *slot;
	int bits;       /* 0: there are no slots yet */
	uint64_t count;
};

static inline uint64_t bishop_notes_place(const struct notes *notes, uint64_t rank)
{
	return (rank + 1) * UINT64_C(0x9E3779B97F4A7C15) >> (64 - notes->bits);
}

static inline void bishop_notes_touch(const struct notes *notes, uint64_t rank)
{
	__builtin_prefetch(&notes->slot[bishop_notes_place(notes, rank)]);
}

/* The slot of a position, or the free one where it belongs. There must be a free slot. */
static inline uint64_t *bishop_notes_find(const struct notes *notes, uint64_t rank)
{
	const uint64_t mask = ((uint64_t)1 << notes->bits) - 1;
	uint64_t at = bishop_notes_place(notes, rank);
	while (notes->slot[at] != 0 && notes->slot[at] >> NOTE_BITS != rank + 1)
		at = (at + 1) & mask;
	return &notes->slot[at];
}

static inline uint64_t bishop_notes_slot(uint64_t rank, unsigned note)
{
	return (rank + 1) << NOTE_BITS | note;
}

static inline uint64_t bishop_notes_rank(uint64_t slot)
{
	return (slot >> NOTE_BITS) - 1;
}

static inline unsigned bishop_notes_of(uint64_t slot)
{
	return slot & UINT16_MAX;
}

/* Bytes of a table of 2^bits slots. */
static inline size_t bishop_notes_bytes(int bits)
{
	return bits == 0 ? 0 : sizeof(uint64_t) << bits;
}

/* Whether so many more leave the table no more than three quarters full. */
static inline bool bishop_notes_have_room(const struct notes *notes, uint64_t more)
{
	return notes->bits > 0 && notes->count + more <= (uint64_t)3 << notes->bits >> 2;
}

bool bishop_notes_init(struct notes *notes, int bits);
void bishop_notes_free(struct notes *notes);

/* Files what is in the slots from one number on, up to another, in a table that has room for it. */
void bishop_notes_refile(const struct notes *from, uint64_t begin, uint64_t end, struct notes *to);

/* Positions in stacks by priority, from 0. */
struct front {
	struct block **top;
	int priorities;
	int least;      /* no open position has a lesser priority */
	struct block *spare;
	struct block *gathered;
	size_t bytes;   /* of all that is kept */
};

void bishop_front_free(struct front *front);

/* False: no memory. */
bool bishop_front_push(struct front *front, int priority, uint64_t rank);

/* Makes `least` the priority of a position; false if none is open. */
bool bishop_front_settle(struct front *front);

/* Takes all positions out of their stacks, to be pushed again. */
void bishop_front_gather(struct front *front);

/* Gives some of those; returns how many, 0 where all have been given. */
int bishop_front_next(struct front *front, uint64_t rank[PILE]);

/* Takes up to so many of the least priority; `least` must be that of a position. */
int bishop_front_take(struct front *front, uint64_t *rank, int most);

#endif
