/* A bar chart in text cells: a column for each value, in eighths of a row; whole rows in ASCII. */
#ifndef PARLOUR_UI_WIDGET_GRAPH_H
#define PARLOUR_UI_WIDGET_GRAPH_H

#include "puzzle/picture.h"

struct graph {
	int row, column, rows; /* on the screen */
	int lowest, highest;   /* the values of the shortest bar, which is still seen, and of the
	                        * longest */
};

/* A value as a bar at an index, from 0. In ASCII it is made of `plain`; without colours, a bar in
 * the colour of warnings is hatched. */
void graph_bar(struct picture *picture, const struct graph *graph, int index, int value,
               colour_id colour, char plain);

/* A sign on the ground line, where there is no value. */
void graph_sign(struct picture *picture, const struct graph *graph, int index, char32_t sign,
                char plain, colour_id colour);

#endif
