/* A pattern database (Culberson and Schaeffer, 1998) of the marked tiles.
 *
 * Retrograde breadth-first search from all arrangements of them that can be part of a solved board:
 * no side faces the edge, and where two marked tiles meet their sides agree.
 *
 * Tiles with the same sides are alike. An arrangement is numbered with a digit for each tile, its
 * cell; those of like tiles ascend. Kinds of tiles are taken, those with the most sides first, as
 * long as the numbers are few enough.
 *
 * It pays where marked tiles have many sides. With ten seconds a board, 36 shuffled boards of 4x4
 * with two to four such marks took 13 s rather than 35, with no lost proof rather than one; 48
 * boards of 5x5 with one to four lost 11 proofs rather than 16. */
#include <stdlib.h>

#include "puzzles/lines/solver/search.h"

enum {
	TILES_MAX = 8,
	KINDS = 16, /* kinds of tiles, by their sides */
	CELLS = BOARD_SIDE_MAX * BOARD_SIDE_MAX,
	NUMBERS_MAX = 1 << 20,
	STATE_SLIDES = 4, /* slides of an arrangement that cost as much as a state of a search */
	CHUNK = 1 << 8,   /* arrangements between two reports to the monitor */
};

struct pattern {
	const struct geometry *geometry;
	uint32_t cells;
	int count;                 /* tiles in it */
	int kind[TILES_MAX];       /* kind of each; like tiles side by side */
	uint8_t digit[CELLS];      /* digit of a cell, by its bit */
	uint8_t bit[CELLS];        /* bit of a cell, by its digit */
	uint32_t size;             /* numbers */
	uint8_t *distance;         /* by number, plus 1; 0: not reached */
	uint32_t *queue;           /* queue of numbers */
	uint32_t queued, expanded;
	uint32_t tested; /* numbers, for being part of a solved board */
	bool ready;
};

/* ---- numbers ---- */

/* The board with the pattern's tiles alone. */
static struct board read_number(const struct pattern *pattern, uint32_t number)
{
	struct board board = {{0}};
	for (int i = 0; i < pattern->count; i++, number /= pattern->cells) {
		const uint64_t cell = UINT64_C(1) << pattern->bit[number % pattern->cells];
		board.plane[MARKS] |= cell;
		for (int d = 0; d < DIRECTIONS; d++)
			if (pattern->kind[i] >> d & 1)
				board.plane[d] |= cell;
	}
	return board;
}

/* The marked tiles with these sides. */
static inline uint64_t marked_tiles(const struct board *board, int kind)
{
	uint64_t tiles = board->plane[MARKS];
	for (int d = 0; d < DIRECTIONS; d++)
		tiles &= kind >> d & 1 ? board->plane[d] : ~board->plane[d];
	return tiles;
}

static inline uint32_t number_of(const struct pattern *pattern, const struct board *board)
{
	uint32_t number = 0, place = 1;
	uint64_t left = 0;
	for (int i = 0; i < pattern->count; i++, place *= pattern->cells) {
		if (left == 0)
			left = marked_tiles(board, pattern->kind[i]);
		number += place * pattern->digit[__builtin_ctzll(left)];
		left &= left - 1;
	}
	return number;
}

int lines_pattern_lower_bound(const struct pattern *pattern, const struct board *board)
{
	if (pattern == NULL || !pattern->ready)
		return 0;
	const int distance = pattern->distance[number_of(pattern, board)];
	return distance == 0 ? 0 : distance - 1;
}

/* ---- its tiles ---- */

/* Takes all tiles of a kind, unless there are too many. */
static void take_kind(struct pattern *pattern, int kind, int count)
{
	uint64_t size = pattern->size;
	for (int i = 0; i < count && size <= NUMBERS_MAX; i++)
		size *= pattern->cells;
	if (size > NUMBERS_MAX || pattern->count + count > TILES_MAX)
		return;
	for (int i = 0; i < count; i++) {
		pattern->kind[pattern->count++] = kind;
		pattern->size *= pattern->cells;
	}
}

static void take_kinds(struct pattern *pattern, const struct board *board)
{
	for (int sides = DIRECTIONS; sides > 0; sides--)
		for (int kind = 0; kind < KINDS; kind++)
			if (bits_count((uint64_t)kind) == sides)
				take_kind(pattern, kind, bits_count(marked_tiles(board, kind)));
}

static void number_cells(struct pattern *pattern)
{
	const int columns = pattern->geometry->lines[COLUMNS];
	for (int cell = 0; cell < (int)pattern->cells; cell++) {
		const int bit = cell / columns * BOARD_SIDE_MAX + cell % columns;
		pattern->digit[bit] = (uint8_t)cell;
		pattern->bit[cell] = (uint8_t)bit;
	}
}

struct pattern *lines_pattern_new(const struct geometry *geometry, const struct board *board,
                                  size_t *bytes)
{
	size_t half = *bytes / 2, left = half;
	struct pattern *pattern = lines_allocate(&left, sizeof *pattern);
	if (pattern == NULL)
		return NULL;
	pattern->geometry = geometry;
	pattern->cells = (uint32_t)(geometry->lines[ROWS] * geometry->lines[COLUMNS]);
	pattern->size = 1;
	number_cells(pattern);
	take_kinds(pattern, board);
	pattern->distance = lines_allocate(&left, pattern->size * sizeof *pattern->distance);
	pattern->queue = lines_allocate(&left, pattern->size * sizeof *pattern->queue);
	if (pattern->count == 0 || pattern->distance == NULL || pattern->queue == NULL) {
		lines_pattern_free(pattern);
		return NULL;
	}
	*bytes -= half - left;
	return pattern;
}

void lines_pattern_free(struct pattern *pattern)
{
	if (pattern != NULL) {
		free(pattern->distance);
		free(pattern->queue);
	}
	free(pattern);
}

/* ---- the search ---- */

/* Whether the tiles can lie like this on a solved board; false also if two are on one cell. */
static bool can_be_solved(const struct pattern *pattern, const struct board *board)
{
	const struct geometry *geometry = pattern->geometry;
	const uint64_t *side = board->plane, tiles = board->plane[MARKS];
	const uint64_t *row = geometry->cells[ROWS], *column = geometry->cells[COLUMNS];
	const uint64_t last_row = row[geometry->lines[ROWS] - 1];
	const uint64_t last_column = column[geometry->lines[COLUMNS] - 1];
	const uint64_t below = tiles & tiles >> BOARD_SIDE_MAX;
	const uint64_t beside = tiles & ~last_column & tiles >> 1;
	return bits_count(tiles) == pattern->count && (side[UP] & row[0]) == 0 &&
	       (side[DOWN] & last_row) == 0 && (side[LEFT] & column[0]) == 0 &&
	       (side[RIGHT] & last_column) == 0 &&
	       ((side[DOWN] ^ side[UP] >> BOARD_SIDE_MAX) & below) == 0 &&
	       ((side[RIGHT] ^ side[LEFT] >> 1) & beside) == 0;
}

static void reach(struct pattern *pattern, uint32_t number, int distance)
{
	if (pattern->distance[number] != 0)
		return;
	pattern->distance[number] = (uint8_t)(distance + 1);
	pattern->queue[pattern->queued++] = number;
}

static void test(struct pattern *pattern, uint32_t number)
{
	const struct board board = read_number(pattern, number);
	if (can_be_solved(pattern, &board) && number_of(pattern, &board) == number)
		reach(pattern, number, 0);
}

static void expand(struct pattern *pattern, uint32_t number, const struct slide slide[], int slides)
{
	const struct board board = read_number(pattern, number);
	for (int i = 0; i < slides; i++) {
		struct board next = board;
		lines_board_slide(pattern->geometry, &next, slide[i]);
		reach(pattern, number_of(pattern, &next), pattern->distance[number]);
	}
}

bool lines_pattern_prepare(struct pattern *pattern, struct search *search, uint64_t generated)
{
	struct slide slide[SLIDES_MAX];
	const int slides = lines_slides_after(search->geometry, no_slide, slide);
	struct worker worker = {.search = search, .first = true};
	if (pattern == NULL || pattern->ready ||
	    generated < (uint64_t)pattern->size * (uint64_t)slides / STATE_SLIDES)
		return true;
	for (; pattern->tested < pattern->size; test(pattern, pattern->tested++))
		if (pattern->tested % CHUNK == 0 && !lines_worker_report(&worker))
			return false;
	for (; pattern->expanded < pattern->queued; pattern->expanded++) {
		if (pattern->expanded % CHUNK == 0 && !lines_worker_report(&worker))
			return false;
		expand(pattern, pattern->queue[pattern->expanded], slide, slides);
	}
	pattern->ready = true;
	return true;
}
