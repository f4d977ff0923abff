/* The lines atlas: of all positions of all sets of tiles that can be closed, those that need the
 * most slides.
 *
 * Where everything is closed, both sides of every edge inside the board are solid or both open, and
 * the border is open; so there are 2^edges closed arrangements. Slides can be undone, so a walk
 * from all closed arrangements of a set reaches exactly the positions that can be closed, each at
 * its minimum. Sets are taken once of each set of images under the grid's symmetries, and count as
 * often as they have different images. */
#include <stdlib.h>
#include <string.h>

#include "lines.h"

enum { TOP = 1, RIGHT = 2, BOTTOM = 4, LEFT = 8, DEPTHS_MOST = 64 };

struct arrangement {
	nibbles set;   /* how many of each kind */
	nibbles tiles; /* where they are */
};

/* A slide, by bits of nibbles. */
struct slide {
	int length;
	uint8_t from[SIDE_LONGEST], to[SIDE_LONGEST];
	nibbles others; /* what stays */
};

struct lines {
	const struct grid *grid;
	struct slide slides[4 * SIDE_LONGEST];
	int slides_count;
	struct arrangement *closed; /* of all sets, in the order of sets */
	size_t closed_count;
	uint64_t sets;

	/* The set at hand. A number says which of its tiles are left, count[kind] + 1 being the
	 * base of the digit that counts a kind. Positions are numbered in lexicographic order:
	 * before[left][kind] of those that agree in earlier cells have a lower kind in this one. */
	uint8_t count[KINDS];
	uint32_t unit[KINDS], all_left, before[1 << TILES_MOST][KINDS];
	uint64_t positions; /* all orders of its tiles */
	uint64_t *reached;  /* a bit for the number of each */
	nibbles *queue;
	uint64_t room;

	uint64_t sets_seen, depth[DEPTHS_MOST];
	int most, listed;
	nibbles hardest[BOARDS_LISTED]; /* the first of the deepest, with cell 0 compared first */
};

/* ---- sets of tiles ---- */

/* Symmetries are numbered as grid_init does: flips, then the transposition. */
unsigned lines_tile_image(int symmetry, unsigned tile)
{
	if (symmetry & 1)
		tile = (tile & (LEFT | RIGHT)) | (tile & TOP) << 2 | (tile & BOTTOM) >> 2;
	if (symmetry & 2)
		tile = (tile & (TOP | BOTTOM)) | (tile & RIGHT) << 2 | (tile & LEFT) >> 2;
	if (symmetry & 4)
		tile = (tile & TOP) << 3 | (tile & LEFT) >> 3 | (tile & RIGHT) << 1 |
		       (tile & BOTTOM) >> 1;
	return tile;
}

static nibbles set_image(int symmetry, nibbles set)
{
	nibbles image = 0;
	for (unsigned kind = 0; kind < KINDS; kind++)
		image |= (nibbles)nibble(set, (int)kind) << 4 * lines_tile_image(symmetry, kind);
	return image;
}

/* How many different images a set has; 0 if one of them has a lower number. */
static unsigned count_images(const struct grid *grid, nibbles set)
{
	unsigned same = 1; /* itself */
	for (int s = 1; s < grid->symmetries; s++) {
		const nibbles image = set_image(s, set);
		if (image < set)
			return 0;
		same += image == set;
	}
	return (unsigned)grid->symmetries / same;
}

int lines_edges(const struct grid *grid)
{
	return grid->rows * (grid->columns - 1) + (grid->rows - 1) * grid->columns;
}

nibbles lines_arrangement(const struct grid *grid, uint32_t solid)
{
	uint8_t tile[CELLS_MOST] = {0};
	for (int cell = 0; cell < grid->cells; cell++) {
		if (cell % grid->columns < grid->columns - 1) {
			if (solid & 1) {
				tile[cell] |= RIGHT;
				tile[cell + 1] |= LEFT;
			}
			solid >>= 1;
		}
		if (cell + grid->columns < grid->cells) {
			if (solid & 1) {
				tile[cell] |= BOTTOM;
				tile[cell + grid->columns] |= TOP;
			}
			solid >>= 1;
		}
	}
	nibbles arrangement = 0;
	for (int cell = 0; cell < grid->cells; cell++)
		arrangement |= (nibbles)tile[cell] << 4 * cell;
	return arrangement;
}

/* How many tiles of each kind an arrangement has. */
static nibbles set_of(const struct grid *grid, nibbles tiles)
{
	nibbles set = 0;
	for (int cell = 0; cell < grid->cells; cell++)
		set += UINT64_C(1) << 4 * nibble(tiles, cell);
	return set;
}

static int compare_arrangements(const void *a, const void *b)
{
	const struct arrangement *one = a, *other = b;
	if (one->set != other->set)
		return one->set < other->set ? -1 : 1;
	return (one->tiles > other->tiles) - (one->tiles < other->tiles);
}

/* Lists the closed arrangements of one set of each set of images. */
static void list_closed(struct lines *lines)
{
	const uint32_t all = UINT32_C(1) << lines_edges(lines->grid);
	lines->closed = chart_alloc(all, sizeof *lines->closed);
	for (uint32_t solid = 0; solid < all; solid++) {
		const nibbles tiles = lines_arrangement(lines->grid, solid);
		const struct arrangement arrangement = {set_of(lines->grid, tiles), tiles};
		if (count_images(lines->grid, arrangement.set) > 0)
			lines->closed[lines->closed_count++] = arrangement;
	}
	qsort(lines->closed, lines->closed_count, sizeof *lines->closed, compare_arrangements);
	for (size_t i = 0; i < lines->closed_count; i++)
		lines->sets += i == 0 || lines->closed[i].set != lines->closed[i - 1].set;
}

/* ---- positions of a set ---- */

/* The number of a position among all orders of the set's tiles. */
static uint64_t number_of(const struct lines *lines, nibbles tiles)
{
	uint32_t number = 0, left = lines->all_left;
	for (int cell = 0; cell < lines->grid->cells; cell++, tiles >>= 4) {
		number += lines->before[left][tiles & 15];
		left -= lines->unit[tiles & 15];
	}
	return number;
}

/* How many orders the tiles of `left` have. */
static uint32_t orders_of(const struct lines *lines, uint32_t left)
{
	uint32_t orders = 1, placed = 0;
	for (unsigned kind = 0; kind < KINDS; kind++) {
		const uint32_t count = left / lines->unit[kind] % (lines->count[kind] + 1U);
		for (uint32_t i = 1; i <= count; i++)
			orders = orders * ++placed / i;
	}
	return orders;
}

static void begin_set(struct lines *lines, nibbles set)
{
	uint32_t unit = 1;
	for (unsigned kind = 0; kind < KINDS; kind++) {
		lines->count[kind] = (uint8_t)nibble(set, (int)kind);
		lines->unit[kind] = unit;
		unit *= lines->count[kind] + 1U;
	}
	lines->all_left = unit - 1;
	for (uint32_t left = 0; left < unit; left++) {
		uint32_t before = 0;
		for (unsigned kind = 0; kind < KINDS; kind++) {
			lines->before[left][kind] = before;
			if (left / lines->unit[kind] % (lines->count[kind] + 1U) > 0)
				before += orders_of(lines, left - lines->unit[kind]);
		}
	}
	lines->positions = orders_of(lines, lines->all_left);
	if (lines->positions > lines->room) {
		lines->room = lines->positions;
		free(lines->reached);
		free(lines->queue);
		lines->reached = chart_alloc(lines->room / 64 + 1, sizeof *lines->reached);
		lines->queue = chart_alloc(lines->room, sizeof *lines->queue);
	}
	memset(lines->reached, 0, (lines->positions / 64 + 1) * sizeof *lines->reached);
}

/* A line's first tile is in a cell, and each other one so many cells after the one before. Adds the
 * slides by one towards the first tile and, unless that is the same, away from it. */
static void add_slides(struct lines *lines, int first, int step, int length)
{
	for (int away = 0; length > 1 && away < (length > 2 ? 2 : 1); away++) {
		struct slide *slide = &lines->slides[lines->slides_count++];
		slide->length = length;
		for (int i = 0; i < length; i++) {
			const int to = (i + (away ? 1 : length - 1)) % length;
			slide->from[i] = (uint8_t)(4 * (first + step * i));
			slide->to[i] = (uint8_t)(4 * (first + step * to));
			slide->others &= ~(UINT64_C(15) << slide->to[i]);
		}
	}
}

static void find_slides(struct lines *lines)
{
	const int rows = lines->grid->rows, columns = lines->grid->columns;
	for (int s = 0; s < 4 * SIDE_LONGEST; s++)
		lines->slides[s].others = ~UINT64_C(0);
	for (int r = 0; r < rows; r++)
		add_slides(lines, r * columns, 1, columns);
	for (int c = 0; c < columns; c++)
		add_slides(lines, c, columns, rows);
}

static nibbles after_slide(const struct slide *slide, nibbles tiles)
{
	nibbles after = tiles & slide->others;
	for (int i = 0; i < slide->length; i++)
		after |= (tiles >> slide->from[i] & 15) << slide->to[i];
	return after;
}

static uint64_t reach(struct lines *lines, nibbles tiles, uint64_t queued)
{
	const uint64_t number = number_of(lines, tiles), bit = UINT64_C(1) << number % 64;
	if (lines->reached[number / 64] & bit)
		return queued;
	lines->reached[number / 64] |= bit;
	lines->queue[queued] = tiles;
	return queued + 1;
}

/* Whether a position comes before another, cell by cell. */
static int is_before(nibbles a, nibbles b)
{
	const nibbles different = a ^ b;
	if (different == 0)
		return 0;
	const int at = first_cell(different) / 4;
	return nibble(a, at) < nibble(b, at);
}

static void list_position(struct lines *lines, nibbles tiles, int depth)
{
	if (depth > lines->most) {
		lines->most = depth;
		lines->listed = 0;
	}
	int at = lines->listed;
	while (at > 0 && is_before(tiles, lines->hardest[at - 1]))
		at--;
	if (at == BOARDS_LISTED)
		return;
	if (lines->listed < BOARDS_LISTED)
		lines->listed++;
	memmove(&lines->hardest[at + 1], &lines->hardest[at],
	        (size_t)(lines->listed - 1 - at) * sizeof tiles);
	lines->hardest[at] = tiles;
}

/* Walks from the closed arrangements of a set, `count` of them. */
static void walk(struct lines *lines, const struct arrangement *closed, size_t count)
{
	const unsigned images = count_images(lines->grid, closed->set);
	uint64_t from = 0, queued = 0;
	lines->sets_seen += images;
	begin_set(lines, closed->set);
	for (size_t i = 0; i < count; i++)
		queued = reach(lines, closed[i].tiles, queued);
	for (int depth = 0; from < queued; depth++) {
		const uint64_t end = queued;
		if (depth == DEPTHS_MOST) {
			fputs("chart: a position is too deep\n", stderr);
			exit(EXIT_FAILURE);
		}
		lines->depth[depth] += images * (end - from);
		for (; from < end; from++) {
			if (depth >= lines->most)
				list_position(lines, lines->queue[from], depth);
			for (int s = 0; s < lines->slides_count; s++)
				queued = reach(lines,
				               after_slide(&lines->slides[s], lines->queue[from]),
				               queued);
		}
	}
}

/* ---- shards ---- */

static void print_shard(const struct lines *lines, const struct shard *shard)
{
	char key[128];
	uint64_t positions = 0;
	snprintf(key, sizeof key, "{\"atlas\": \"lines\", \"rows\": %d, \"columns\": %d",
	         lines->grid->rows, lines->grid->columns);
	for (int d = 0; d <= lines->most; d++)
		positions += lines->depth[d];
	shard_print(shard, key);
	printf("\"sets\": %llu, \"positions\": %llu, \"most\": %d, \"boards\": %llu, ",
	       (unsigned long long)lines->sets_seen, (unsigned long long)positions, lines->most,
	       (unsigned long long)lines->depth[lines->most]);
	depths_print(lines->depth, lines->most);
	printf("}\n");
	for (int i = 0; i < lines->listed; i++) {
		printf("%s, \"moves\": %d, \"start\": \"", key, lines->most);
		for (int cell = 0; cell < lines->grid->cells; cell++)
			printf("%s%x", cell > 0 && cell % lines->grid->columns == 0 ? "/" : "",
			       nibble(lines->hardest[i], cell));
		printf("\"}\n");
	}
}

static struct lines *new_lines(const struct grid *grid)
{
	struct lines *lines = chart_alloc(1, sizeof *lines);
	lines->grid = grid;
	find_slides(lines);
	list_closed(lines);
	return lines;
}

static void free_lines(struct lines *lines)
{
	free(lines->closed);
	free(lines->reached);
	free(lines->queue);
	free(lines);
}

uint64_t chart_lines_size(const struct grid *grid)
{
	struct lines *lines = new_lines(grid);
	const uint64_t sets = lines->sets;
	free_lines(lines);
	return sets;
}

void chart_lines(const struct grid *grid, const struct shard *shard)
{
	struct lines *lines = new_lines(grid);
	uint64_t set = 0;
	for (size_t i = 0, end; i < lines->closed_count; i = end, set++) {
		for (end = i;
		     end < lines->closed_count && lines->closed[end].set == lines->closed[i].set;
		     end++) {
		}
		if (set >= shard->from && set < shard->to)
			walk(lines, &lines->closed[i], end - i);
	}
	print_shard(lines, shard);
	free_lines(lines);
}
