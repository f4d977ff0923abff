/* Colour words numbered so that a permutation of their places moves whole blocks of numbers.
 *
 * Colours are placed one after another: the places of the first among all, of the second among
 * those that are left, and so on. Each colour's places are a combination, numbered in
 * colexicographic order (the combinatorial number system; Knuth, The Art of Computer Programming
 * 4A, 7.2.1.3). The colours are cut in three: head, middle and tail. A permutation takes a head to
 * a head, and what it does to the places left is a permutation of these, at most six: all heads of
 * all permutations share the few there can be. So it is with the middle and the tail behind it.
 *
 * A set of words is a bit a word. The bits of the tails of one head and middle are a lane of 8 to
 * 64 bits, which is permuted by looking up its bytes: many words at once, and tables that stay in
 * the cache. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_COLOURINGS_H
#define PARLOUR_PUZZLES_TILT_SOLVER_COLOURINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzle/level.h"

enum {
	TILT_FREE_MAX = 6, /* places behind the head */
	TILT_ORDERS = 720, /* permutations of so many */
};

/* All ways to put some colours on some places. */
struct tilt_ways {
	int places, colours;
	int pieces[COLOURS_MAX];
	uint32_t count;
	uint64_t *mask; /* places of each colour, for each way */
};

/* What a permutation makes of a way. */
struct tilt_image {
	uint32_t to;
	uint32_t order; /* number of the permutation of the places left */
};

struct tilt_words {
	int blocks, colours;
	int colour[COLOURS_MAX]; /* in the order they are placed */
	struct tilt_ways head, middle, tail;
	size_t lane;             /* bytes */
	size_t bytes;            /* of a set, a multiple of 8 */
	size_t memory;           /* of all tables here, once all are made */
	struct tilt_image *middles[TILT_ORDERS]; /* made when first needed */
	uint8_t *tails[TILT_ORDERS];             /* lanes by byte and its value; likewise */
};

/* `pieces` by colour, from 1. False: too many words for a set, or no memory. */
bool tilt_words_init(struct tilt_words *words, const int pieces[COLOURS_MAX + 1]);
void tilt_words_free(struct tilt_words *words);

/* Where a word is in a set: its lane's byte, and its bit in that lane. */
struct tilt_spot {
	size_t at;
	uint32_t bit;
};

/* The word gives the colour at each place. */
struct tilt_spot tilt_words_spot(const struct tilt_words *words, const uint8_t *word);

/* What the permutation makes of each head: words->head.count of them, with the tables they lead to.
 * False without memory. */
bool tilt_words_turn(struct tilt_words *words, const uint8_t *turn, struct tilt_image *heads);

/* How many words there are; `most` if more. */
uint64_t tilt_words_count(const int pieces[COLOURS_MAX + 1], uint64_t most);

#endif
