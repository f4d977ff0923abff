/* A terminal's rows as a picture in SVG. */
#ifndef PARLOUR_TESTS_TOOLS_SVG_H
#define PARLOUR_TESTS_TOOLS_SVG_H

#include <stdio.h>

#include "support/term.h"

/* Begins and ends a picture of so many rows and columns. */
void svg_begin(FILE *out, int rows, int columns);
void svg_end(FILE *out);

/* Draws a row of the terminal as a line of the picture, both from 0. */
void svg_row(FILE *out, struct term *term, int row, int line);

#endif
