/* Tiles of lines, and the arrangements that are closed. */
#ifndef PARLOUR_ATLAS_LINES_H
#define PARLOUR_ATLAS_LINES_H

#include "chart.h"

enum { KINDS = 16 }; /* of tiles, by their solid sides: top 1, right 2, bottom 4, left 8 */

/* Tiles in cells, or how many tiles there are of each kind: four bits each. */
typedef uint64_t nibbles;

static inline unsigned nibble(nibbles all, int at)
{
	return (unsigned)(all >> 4 * at & 15);
}

/* A tile's image under a symmetry of the grid, by its number there. */
unsigned lines_tile_image(int symmetry, unsigned tile);

/* How many sides of cells are inside the board. */
int lines_edges(const struct grid *grid);

/* The tiles of the closed arrangement whose solid edges are given, of at most 16 cells. */
nibbles lines_arrangement(const struct grid *grid, uint32_t solid);

#endif
