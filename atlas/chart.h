/* The atlas: what the hardest boards of a size are, proven by looking at all of them.
 *
 *   chart tilt ROWSxCOLUMNS BLOCKS different|alike BOUND [FROM..TO]
 *   chart lines ROWSxCOLUMNS [FROM..TO]
 *   chart house ROWSxCOLUMNS TILES BOUND RADIUS [FROM..TO]
 *   chart bishop ROWSxCOLUMNS PIECES free|no-attack BOUND [FROM..TO]
 *   chart exchange ROWSxCOLUMNS free|no-attack STATES [FROM..TO]
 *   chart gems ROWSxCOLUMNS COLOURS full|any [FROM..TO]
 *   chart size TABLE                     how far the range of a table, one of the above, goes
 *
 * doc/atlas.md says what is counted, and has the results. Everything follows from the arguments. */
#ifndef PARLOUR_ATLAS_CHART_H
#define PARLOUR_ATLAS_CHART_H

#include <stdint.h>
#include <stdio.h>

enum {
	SIDE_LONGEST = 7,
	TILT_LONGEST = 6,
	CELLS_MOST = SIDE_LONGEST * SIDE_LONGEST,
	TILES_MOST = 12, /* of a table of lines; they have 12! orders */
	SYMMETRIES_MOST = 8,
	BISHOPS_MOST = 4,
	EXCHANGE_LONGEST = 10,
	GEM_COLOURS_MOST = 4,
	GEM_CELLS_MOST = 30,
	GEM_BITS_MOST = 32, /* cells, and one more in each column */
	BOUND_MOST = 30000,
	HOUSE_RADIUS_MOST = 4,
	HOUSE_BOUND_LEAST = HOUSE_RADIUS_MOST + 1,
	HOUSE_BOUND_MOST = 40,
	BOARDS_LISTED = 12, /* boards that a shard prints, at most */
	BOARD_TEXT = 2 * CELLS_MOST + 1,
};

/* A set of cells; cell row * columns + column is the bit of that number. */
typedef uint64_t cell_set;

/* A part of a table: what is numbered FROM..TO-1 of `all`. */
struct shard {
	uint64_t from, to, all;
};

/* Prints the beginning of a shard's summary: `key`, which has the table's first members, and its
 * range. */
void shard_print(const struct shard *shard, const char *key);

/* Prints how many positions there are at each depth up to `most`, as the member "depths". */
void depths_print(const uint64_t count[], int most);

/* A rectangle with its symmetries: eight of a square, four of another rectangle. */
struct grid {
	int rows, columns, cells;
	cell_set every, left_column;
	int symmetries;
	/* Where each cell comes to lie; [0] is itself. */
	uint8_t image[SYMMETRIES_MOST][CELLS_MOST];
};

void grid_init(struct grid *grid, int rows, int columns);

/* Whether a symmetry makes columns of rows. */
static inline int grid_transposes(int symmetry)
{
	return symmetry >= 4;
}

/* The image of a set under a symmetry. */
cell_set grid_image(const struct grid *grid, int symmetry, cell_set set);

/* Whether a symmetry leaves a set as it is. */
static inline int grid_keeps(const struct grid *grid, int symmetry, cell_set set)
{
	return grid_image(grid, symmetry, set) == set;
}

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

/* Gives memory another size, or ends the program likewise. */
void *chart_realloc(void *memory, size_t count, size_t size);

/* The boards that need the most moves so far, -1 if there are none. A board is text: its start's
 * cells, then its goal's if it has one, then zeros. */
struct record {
	int most;
	uint64_t boards;
	int listed;
	char text[BOARDS_LISTED][BOARD_TEXT]; /* the first of them by their text */
};

/* Forgets the boards if some need more moves. */
void record_raise(struct record *record, int moves);

/* Adds a board that needs as many moves. */
void record_add(struct record *record, const char text[BOARD_TEXT]);

/* Adds the boards of another record. */
void record_merge(struct record *record, const struct record *other);

/* Prints the end of a shard's summary, then boards, each a line that begins with `key`. */
void record_print(const struct record *record, const struct grid *grid, const char *key);

/* Prints the lines of a shard of the tilt atlas: a summary, then boards. `alike`: all blocks have
 * one colour. Of interest are only boards that need at least `bound` moves. */
void chart_tilt(const struct grid *grid, int blocks, int alike, const struct shard *shard,
                int bound);

/* The same for a shard of the lines atlas, and how many sets of tiles that has. */
void chart_lines(const struct grid *grid, const struct shard *shard);
uint64_t chart_lines_size(const struct grid *grid);

/* The same for the positions of different tiles of lines, as tiles_init() reads them. Of interest
 * are only positions that need at least `bound` slides, HOUSE_BOUND_LEAST or more. A coset asks
 * others that are at most `radius` slides away (house.c). It takes all processors, and up to 20 GB.
 * The size is the number of cosets, images counted as one; 0 if there is no such set. */
void chart_house(const struct grid *grid, const char *kinds, const struct shard *shard, int bound,
                 int radius);
uint64_t chart_house_size(const struct grid *grid, const char *kinds);

/* The same for the bishop atlas, and how many layouts that has. Equal letters of `pieces`, at most
 * BISHOPS_MOST, stand side by side; they are alike bishops. */
void chart_bishop(const struct grid *grid, const char *pieces, int no_attack,
                  const struct shard *shard, int bound);
uint64_t chart_bishop_size(const struct grid *grid);

/* The same for the gems atlas, and how many ways to begin a board it has. `full`: only boards
 * without an empty cell. */
void chart_gems(const struct grid *grid, int colours, int full, const struct shard *shard);
uint64_t chart_gems_size(const struct grid *grid, int colours, int full);

/* Prints a line for each exchange with from + 1 to `to` bishops a side that, if `no_attack`, begins
 * out of sight: its minimum, null if it can't be done, or "open" if a search with this limit of
 * states does not tell. */
void chart_exchange(int rows, int columns, int no_attack, int states, const struct shard *shard);

#endif
