/* Rows of a terminal as an SVG picture. */
#ifndef PARLOUR_TESTS_TOOLS_SVG_H
#define PARLOUR_TESTS_TOOLS_SVG_H

#include <stdio.h>

#include "support/term.h"

/* The terminal's own colours are dark on light from here on. */
void svg_use_light_ground(void);

/* Begin and end a picture of that many rows and columns. */
void svg_begin(FILE *out, int rows, int columns);
void svg_end(FILE *out);

/* Draws a row of the terminal as a line of the picture, both from 0. */
void svg_row(FILE *out, struct term *term, int row, int line);

#endif
