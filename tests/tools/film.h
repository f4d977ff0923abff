/* A recording of a terminal as one animated SVG, which browsers show like any picture. */
#ifndef PARLOUR_TESTS_TOOLS_FILM_H
#define PARLOUR_TESTS_TOOLS_FILM_H

#include <stdio.h>

#include "support/term.h"

struct film;

/* Records until the text is on the screen; NULL if it does not appear. */
struct film *film_record(struct term *term, const char *until);
void film_free(struct film *film); /* or NULL */

void film_write(const struct film *film, FILE *out, const struct term *term);

#endif
