/* Certificates: proofs that no shorter solution exists, for those who trust no solver.
 *
 * A certificate lists positions that need at least so many moves. Each of these claims follows from
 * the rules, the claims for the positions one move on, and a simple bound for those that are not
 * listed: an inductive lower bound. doc/certificates.md is the format, and parlour-verify (verify/)
 * checks it. Nothing has to be believed here. */
#ifndef PARLOUR_SOLVE_CERTIFICATE_H
#define PARLOUR_SOLVE_CERTIFICATE_H

#include <stdio.h>

#include "puzzle/puzzle.h"

/* Whether the level can have a certificate. */
bool certificate_covers(const struct puzzle *puzzle, const struct level *level);

/* What a certificate came to. */
struct certificate {
	bool written;    /* else errno says why not */
	bool unsolvable; /* it proves that there is no solution, */
	int bound;       /* or that none has fewer moves */
};

/* Writes the certificate of the level, prepared for searches, from its text as a level file and its
 * answer. It proves what the answer does if that is possible within the limits, which hold for each
 * part of the level; else a lower bound. */
struct certificate certificate_write(const struct puzzle *puzzle, const struct level *level,
                                     const char *text, const struct answer *answer,
                                     const struct limits *limits, FILE *file);

#endif
