/* The atlas: what the hardest boards of a size are, proven by looking at all of them.
 *
 *   chart tilt ROWSxCOLUMNS BLOCKS different|alike BOUND [FROM..TO]
 *   chart lines ROWSxCOLUMNS [FROM..TO]
 *   chart size TABLE                     how far the range of a table, one of the above, goes
 *
 * doc/atlas.md says what is counted, and has the results. Everything follows from the arguments. */
#ifndef PARLOUR_ATLAS_CHART_H
#define PARLOUR_ATLAS_CHART_H

#include <stdint.h>
#include <stdio.h>

enum {
	SIDE_LONGEST = 6,
	CELLS_MOST = SIDE_LONGEST * SIDE_LONGEST,
	TILES_MOST = 10, /* of a table of lines; they have 10! orders */
	SYMMETRIES_MOST = 8,
	BOUND_MOST = 30000,
	BOARDS_LISTED = 12, /* boards that a shard prints, at most */
};

/* A set of cells; cell row * columns + column is the bit of that number. */
typedef uint64_t cell_set;

/* A part of a table: what is numbered FROM..TO-1 of `all`. */
struct shard {
	uint64_t from, to, all;
};

/* A rectangle with its symmetries: eight of a square, four of another rectangle. */
struct grid {
	int rows, columns, cells;
	cell_set every, left_column;
	int symmetries;
	uint8_t image[SYMMETRIES_MOST]
		     [CELLS_MOST]; /* where each cell comes to lie; [0] is itself */
};

void grid_init(struct grid *grid, int rows, int columns);

/* The image of a set under a symmetry. */
cell_set grid_image(const struct grid *grid, int symmetry, cell_set set);

/* The cells beside those of a set, which may be in the set themselves. */
cell_set grid_beside(const struct grid *grid, cell_set set);

static inline int count_cells(cell_set set)
{
	return __builtin_popcountll(set);
}

static inline int first_cell(cell_set set)
{
	return __builtin_ctzll(set);
}

/* Allocates zeroed memory or ends the program with a message. */
void *chart_alloc(size_t count, size_t size);

/* Prints the lines of a shard of the tilt atlas: a summary, then boards. `alike`: all blocks have
 * one colour. Of interest are only boards that need at least `bound` moves. */
void chart_tilt(const struct grid *grid, int blocks, int alike, const struct shard *shard,
                int bound);

/* The same for a shard of the lines atlas, and how many sets of tiles that has. */
void chart_lines(const struct grid *grid, const struct shard *shard);
uint64_t chart_lines_size(const struct grid *grid);

#endif
