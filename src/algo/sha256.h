/* SHA-256 (FIPS 180-4), for texts that others may have chosen: nobody can make two of one hash. */
#ifndef PARLOUR_ALGO_SHA256_H
#define PARLOUR_ALGO_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32 };

void sha256(const void *bytes, size_t size, uint8_t out[SHA256_BYTES]);

#endif
