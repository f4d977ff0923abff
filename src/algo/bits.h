/* Counts set bits. On machines without an instruction for that, the compiler's built-in is a
 * function call; this code is inlined. */
#ifndef PARLOUR_ALGO_BITS_H
#define PARLOUR_ALGO_BITS_H

#include <stdint.h>

/* How many are set in each byte, in that byte. */
static inline uint64_t bits_of_bytes(uint64_t set)
{
	set -= set >> 1 & UINT64_C(0x5555555555555555);
	set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
	return (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
}

/* How many are set in all. */
static inline int bits_count(uint64_t set)
{
	return (int)(bits_of_bytes(set) * UINT64_C(0x0101010101010101) >> 56);
}

#endif
