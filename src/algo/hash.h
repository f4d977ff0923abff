/* FNV-1a (Fowler, Noll, Vo), 64 bits: the same on every machine, so that names and
 * colours derived from it never change. */
#ifndef PARLOUR_ALGO_HASH_H
#define PARLOUR_ALGO_HASH_H

#include <stdint.h>

#define HASH_BEGIN UINT64_C(0xCBF29CE484222325)

static inline uint64_t hash_more(uint64_t hash, uint64_t value)
{
	return (hash ^ value) * UINT64_C(0x100000001B3);
}

/* The hash of a text, without the byte at its end. */
static inline uint64_t hash_text(const char *text)
{
	uint64_t hash = HASH_BEGIN;
	for (; *text != '\0'; text++)
		hash = hash_more(hash, (unsigned char)*text);
	return hash;
}

#endif
