/* Colourings numbered such that a permutation of the labels moves whole blocks of numbers.
 *
 * Colours are placed one after another: the labels of the first colour among all labels, of the
 * second among those that are left, and so on. Each colour's labels are a combination, numbered in
 * colexicographic order (the combinatorial number system; Knuth, The Art of Computer Programming
 * 4A, 7.2.1.3). The colours are divided into head, middle and tail. A permutation maps each head to
 * a head and permutes the labels left over, of which there are at most six. So all heads of all
 * permutations share a small number of tables for the middle, and middles share those for the tail.
 *
 * A set of colourings has one bit for each. The bits of all tails of one head and middle form a
 * lane of 8 to 64 bits. A lane is permuted by looking up its bytes: many colourings at once, in
 * tables that fit in the cache. */
#ifndef PARLOUR_PUZZLES_TILT_SOLVER_COLOURINGS_H
#define PARLOUR_PUZZLES_TILT_SOLVER_COLOURINGS_H

#include <string.h>

#include "puzzle/level.h"

enum {
	TILT_FREE_MAX = 6,      /* labels left over by the head */
	TILT_REST_ORDERS = 720, /* 6!, of their permutations */
};

/* All placements of some colours on some labels. */
struct tilt_placements {
	int labels, colours;
	int pieces[COLOURS_MAX];
	uint32_t count;
	uint64_t *mask; /* for each placement, the labels of each colour */
};

/* Where a permutation takes a placement. */
struct tilt_image {
	uint32_t to;
	uint32_t rest; /* number of the permutation of the labels left over */
};

struct tilt_colourings {
	int colours;
	int colour[COLOURS_MAX]; /* in the order in which they are placed */
	struct tilt_placements head, middle, tail;
	size_t lane_bytes;
	size_t set_bytes;                             /* a multiple of 8 */
	size_t table_bytes;                           /* size of all tables, once all are built */
	struct tilt_image *middles[TILT_REST_ORDERS]; /* built when first needed */
	uint8_t *tails[TILT_REST_ORDERS];             /* lanes by byte and its value; likewise */
};

/* The bits of a lane of 1, 2, 4 or 8 bytes. */
static inline uint64_t tilt_load_lane(const uint8_t *from, size_t lane)
{
	uint16_t half;
	uint32_t word;
	uint64_t whole;
	switch (lane) {
	case 1:
		return *from;
	case 2:
		memcpy(&half, from, sizeof half);
		return half;
	case 4:
		memcpy(&word, from, sizeof word);
		return word;
	default:
		memcpy(&whole, from, sizeof whole);
		return whole;
	}
}

static inline void tilt_store_lane(uint8_t *to, size_t lane, uint64_t value)
{
	const uint16_t half = (uint16_t)value;
	const uint32_t word = (uint32_t)value;
	switch (lane) {
	case 1:
		*to = (uint8_t)value;
		break;
	case 2:
		memcpy(to, &half, sizeof half);
		break;
	case 4:
		memcpy(to, &word, sizeof word);
		break;
	default:
		memcpy(to, &value, sizeof value);
	}
}

/* `pieces` by colour, from 1. False: too many colourings for a set, or no memory. */
bool tilt_colourings_init(struct tilt_colourings *colourings, const int pieces[COLOURS_MAX + 1]);
void tilt_colourings_free(struct tilt_colourings *colourings);

/* A colouring's bit in a set, lane by lane. `colouring` gives the colour of each label. */
uint64_t tilt_colourings_locate(const struct tilt_colourings *colourings, const uint8_t *colouring);

/* Fills heads[] with the images of all colourings->head.count heads under a permutation, and builds
 * the tables that they refer to. False without memory. */
bool tilt_colourings_permute(struct tilt_colourings *colourings, const uint8_t *permutation,
                             struct tilt_image *heads);

/* The number of colourings, at most `max`. */
uint64_t tilt_colourings_count(const int pieces[COLOURS_MAX + 1], uint64_t max);

/* n over k, at most `max`. */
uint64_t tilt_binomial(int n, int k, uint64_t max);

#endif
