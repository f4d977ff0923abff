/* Breadth-first walks through the classes of a layout and the words of each. */
#ifndef PARLOUR_ATLAS_WALK_H
#define PARLOUR_ATLAS_WALK_H

#include "classes.h"
#include "words.h"

/* A set of words for each class: 64-bit words, then a byte for each block of them, 0 if the block
 * is empty. They are made when they are first written to, some classes at once. */
struct sets {
	uint64_t **slab;
};

struct walk {
	const struct classes *classes;
	struct words words;
	uint32_t wide;   /* 64-bit words in the set of a class's words */
	uint32_t blocks; /* of these */
	size_t stride;   /* 64-bit words of a set with its blocks */
	int slab_shift;  /* 2^slab_shift classes have their sets in one slab */

	/* The words that were reached, those of the current level, and those of the next one. The
	 * last two are empty between walks. */
	struct sets reached, current, next;
	uint32_t *active, *active_next; /* the classes that have words in these two */
	uint32_t active_count, next_count;
	char *queued;  /* whether a class is in active_next */
	uint32_t room; /* of classes in all these */

	const char *within; /* as walk_begin() got it */
};

/* Words are those of words_init(). */
void walk_init(struct walk *walk, const struct classes *classes, int pairs);
void walk_free(struct walk *walk);

/* Gives up large sets, since another layout has other classes. */
void walk_forget(struct walk *walk);

/* Begins a walk within the classes that have a 1 there; NULL: in all. */
void walk_begin(struct walk *walk, const char *within);

/* Reaches a class with a word, in the next level. */
void walk_reach(struct walk *walk, uint32_t node, uint64_t word);

/* Goes on to the next level. Returns false, if nothing was reached: the walk is over. */
bool walk_next(struct walk *walk);

/* Where a class's set begins in its slab. */
static inline size_t walk_set_at(const struct walk *walk, uint32_t node)
{
	return (node & ((UINT32_C(1) << walk->slab_shift) - 1)) * walk->stride;
}

/* A class's set; NULL: it is empty. */
static inline uint64_t *walk_set(const struct walk *walk, const struct sets *sets, uint32_t node)
{
	uint64_t *slab = sets->slab[node >> walk->slab_shift];
	return slab == NULL ? NULL : slab + walk_set_at(walk, node);
}

/* Whether a class's word is in one of the sets. */
static inline bool walk_has(const struct walk *walk, const struct sets *sets, uint32_t node,
                            uint64_t word)
{
	const uint64_t *set = walk_set(walk, sets, node);
	return set != NULL && (set[word / 64] >> word % 64 & 1) != 0;
}

/* How far the farthest is that a class can reach. */
int walk_eccentricity(struct walk *walk, uint32_t node, const char *within);

#endif
