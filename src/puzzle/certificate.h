/* What certificates (solve/certificate.h) need of a puzzle. doc/certificates.md says the same for
 * others: parlour-verify was written from it, so a change is a new version of that format. */
#ifndef PARLOUR_PUZZLE_CERTIFICATE_H
#define PARLOUR_PUZZLE_CERTIFICATE_H

#include <stdbool.h>
#include <stddef.h>

#include "puzzle/level.h"

enum { CERTIFICATE_STATE_MAX = 1024 }; /* bytes of a position */

/* Writes numbers, the highest bit first, into bytes that are all 0. */
struct bit_writer {
	uint8_t byte[CERTIFICATE_STATE_MAX];
	size_t bits;
};

/* Writes a number in as many bits as `largest` has. */
void bits_put(struct bit_writer *out, unsigned largest, unsigned number);

struct puzzle_certificate {
	/* Writes a position. NULL: the puzzle has no certificates. */
	void (*write)(const struct level *level, const struct state *state, struct bit_writer *out);
	/* Whether this level can have one. Default: any that is not endless. */
	bool (*covers)(const struct level *level);
	/* An admissible lower bound that parlour-verify knows too, or DEAD_END. `open` prepares it
	 * for a level. Where there is none, or `open` returns NULL, it is 1, unless solved. */
	void *(*open)(const struct level *level);
	int (*bound)(void *context, const struct level *level, const struct state *state);
	void (*close)(void *context); /* NULL: nothing to do */
};

#endif
