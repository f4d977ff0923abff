/* A small seeded generator of random numbers, the same on every machine.
 *
 * SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). A level
 * made from a seed today must be the same level tomorrow, so this never changes. */
#ifndef PARLOUR_ALGO_RANDOM_H
#define PARLOUR_ALGO_RANDOM_H

#include <stdint.h>

struct random {
	uint64_t state; /* the seed; any value will do */
};

static inline uint64_t random_next(struct random *random)
{
	uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

/* A number in 0..below-1, each equally likely (below > 0). */
static inline uint32_t random_below(struct random *random, uint32_t below)
{
	const uint64_t reject = UINT64_MAX - UINT64_MAX % below;
	uint64_t number;
	do
		number = random_next(random);
	while (number >= reject);
	return (uint32_t)(number % below);
}

#endif
