/* A pattern database (Culberson and Schaeffer, 1998) of the marked tiles and the blank ones.
 *
 * Retrograde breadth-first search from all arrangements of them that can be part of a solved board:
 * no side of a marked tile faces the edge or a blank tile, and where two marked tiles meet their
 * sides agree.
 *
 * Tiles with the same sides are alike, a kind. An arrangement is numbered kind by kind: each takes
 * a set of the cells that are left, and the sets of so many cells are ranked. Kinds are taken,
 * those with the most sides first and blank tiles last, as long as there are few enough
 * arrangements.
 *
 * It pays where marked tiles have many sides. With ten seconds a board, 36 shuffled boards of 4x4
 * with two to four such marks took 13 s rather than 35, with no lost proof rather than one; 48
 * boards of 5x5 with one to four lost 11 proofs rather than 16. */
#include <stdlib.h>

#include "puzzles/lines/solver/search.h"

enum {
	KINDS_MAX = 1 << DIRECTIONS, /* kinds of tiles, by their sides */
	BLANK = 0,                   /* the one without sides, marked or not */
	OTHER = KINDS_MAX - 1,       /* sides of a tile that is no part of the pattern */
	TILES_MAX = 8,               /* of one kind */
	CELLS = BOARD_SIDE_MAX * BOARD_SIDE_MAX,
	ARRANGEMENTS_MAX = 1 << 20,
	STATE_SLIDES = 4, /* slides of an arrangement that cost as much as a state of a search */
	CHUNK = 1 << 8,   /* arrangements between two reports to the monitor */
};

struct pattern {
	const struct geometry *geometry;
	uint64_t cells; /* of the board */
	int kinds;
	struct kind {
		int sides, count; /* a bit a direction; tiles */
		uint32_t sets;    /* sets of cells they can have, once earlier kinds have theirs */
	} kind[KINDS_MAX];
	uint64_t choose[CELLS + 1][TILES_MAX + 1]; /* binomial coefficients */
	uint32_t size;                             /* arrangements */
	uint8_t *distance;                         /* by number, plus 1; 0: not reached */
	uint32_t *queue;                           /* queue of numbers */
	uint32_t queued, expanded;
	uint32_t tested; /* numbers, for being part of a solved board */
	bool ready;
};

/* ---- numbers ---- */

static inline uint64_t blank_tiles(const struct pattern *pattern, const struct board *board)
{
	return pattern->cells & ~(board->plane[UP] | board->plane[RIGHT] | board->plane[DOWN] |
	                          board->plane[LEFT]);
}

/* Of a kind of marked tiles, or the blank ones. */
static inline uint64_t tiles_of_kind(const struct pattern *pattern, const struct board *board,
                                     int sides)
{
	if (sides == BLANK)
		return blank_tiles(pattern, board);
	uint64_t tiles = board->plane[MARKS];
	for (int d = 0; d < DIRECTIONS; d++)
		tiles &= sides >> d & 1 ? board->plane[d] : ~board->plane[d];
	return tiles;
}

/* The rank of a set among those of as many of the free cells. */
static inline uint32_t rank_of(const struct pattern *pattern, uint64_t free, uint64_t set)
{
	uint64_t rank = 0;
	for (int i = 1; set != 0; set &= set - 1, i++)
		rank += pattern->choose[bits_count(free & ~set & (set ^ (set - 1)))][i];
	return (uint32_t)rank;
}

/* The set of `count` of the free cells that has this rank. */
static uint64_t set_of(const struct pattern *pattern, uint64_t free, int count, uint32_t rank)
{
	uint64_t set = 0;
	int index = bits_count(free);
	for (; count > 0; free &= ~(UINT64_C(1) << (63 - __builtin_clzll(free)))) {
		const uint64_t below = pattern->choose[--index][count];
		if (below > rank)
			continue;
		rank -= (uint32_t)below;
		set |= UINT64_C(1) << (63 - __builtin_clzll(free));
		count--;
	}
	return set;
}

static inline uint32_t number_of(const struct pattern *pattern, const struct board *board)
{
	uint32_t number = 0;
	uint64_t free = pattern->cells;
	for (int i = 0; i < pattern->kinds; i++) {
		const struct kind *kind = &pattern->kind[i];
		const uint64_t set = tiles_of_kind(pattern, board, kind->sides);
		number = number * kind->sets + rank_of(pattern, free, set);
		free &= ~set;
	}
	return number;
}

static void put_tiles(struct board *board, uint64_t cells, int sides)
{
	for (int d = 0; d < DIRECTIONS; d++)
		if (sides >> d & 1)
			board->plane[d] |= cells;
}

/* The board with the pattern's tiles, and others. */
static struct board read_number(const struct pattern *pattern, uint32_t number)
{
	struct board board = {{0}};
	uint32_t place = pattern->size;
	uint64_t free = pattern->cells;
	for (int i = 0; i < pattern->kinds; i++) {
		const struct kind *kind = &pattern->kind[i];
		place /= kind->sets;
		const uint64_t set = set_of(pattern, free, kind->count, number / place);
		number %= place;
		free &= ~set;
		put_tiles(&board, set, kind->sides);
		if (kind->sides != BLANK)
			board.plane[MARKS] |= set;
	}
	put_tiles(&board, free, OTHER);
	return board;
}

int lines_pattern_lower_bound(const struct pattern *pattern, const struct board *board)
{
	if (pattern == NULL || !pattern->ready)
		return 0;
	const int distance = pattern->distance[number_of(pattern, board)];
	return distance == 0 ? 0 : distance - 1;
}

/* ---- its tiles ---- */

static void init_cells(struct pattern *pattern)
{
	const struct geometry *geometry = pattern->geometry;
	for (int row = 0; row < geometry->lines[ROWS]; row++)
		pattern->cells |= geometry->cells[ROWS][row];
	for (int n = 0; n <= CELLS; n++)
		for (int k = 0; k <= TILES_MAX; k++)
			pattern->choose[n][k] = k == 0   ? 1
			                        : n == 0 ? 0
			                                 : pattern->choose[n - 1][k - 1] +
			                                           pattern->choose[n - 1][k];
}

/* Takes a kind unless there are none of it, or too many; returns how many cells are left. */
static int take_kind(struct pattern *pattern, int sides, int count, int cells)
{
	if (count == 0 || count > TILES_MAX ||
	    pattern->choose[cells][count] > ARRANGEMENTS_MAX / pattern->size)
		return cells;
	const uint32_t sets = (uint32_t)pattern->choose[cells][count];
	pattern->kind[pattern->kinds++] =
		(struct kind){.sides = sides, .count = count, .sets = sets};
	pattern->size *= sets;
	return cells - count;
}

/* Blank tiles alone make no pattern. */
static void take_kinds(struct pattern *pattern, const struct board *board)
{
	int cells = bits_count(pattern->cells);
	for (int sides = DIRECTIONS; sides >= 0; sides--)
		for (int kind = 0; kind < KINDS_MAX; kind++)
			if (bits_count((uint64_t)kind) == sides &&
			    (kind != BLANK || pattern->kinds > 0))
				cells = take_kind(
					pattern, kind,
					bits_count(tiles_of_kind(pattern, board, kind)), cells);
}

struct pattern *lines_pattern_new(const struct geometry *geometry, const struct board *board,
                                  size_t *bytes)
{
	size_t half = *bytes / 2, left = half;
	struct pattern *pattern = lines_allocate(&left, sizeof *pattern);
	if (pattern == NULL)
		return NULL;
	pattern->geometry = geometry;
	pattern->size = 1;
	init_cells(pattern);
	take_kinds(pattern, board);
	pattern->distance = lines_allocate(&left, pattern->size * sizeof *pattern->distance);
	pattern->queue = lines_allocate(&left, pattern->size * sizeof *pattern->queue);
	if (pattern->kinds == 0 || pattern->distance == NULL || pattern->queue == NULL) {
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

/* Whether the tiles can lie like this on a solved board. */
static bool can_be_solved(const struct pattern *pattern, const struct board *board)
{
	const struct geometry *geometry = pattern->geometry;
	const uint64_t *row = geometry->cells[ROWS], *column = geometry->cells[COLUMNS];
	const uint64_t last_row = row[geometry->lines[ROWS] - 1];
	const uint64_t last_column = column[geometry->lines[COLUMNS] - 1];
	const uint64_t tiles = board->plane[MARKS];
	const uint64_t known = tiles | blank_tiles(pattern, board);
	const uint64_t up = board->plane[UP] & tiles, down = board->plane[DOWN] & tiles;
	const uint64_t left = board->plane[LEFT] & tiles, right = board->plane[RIGHT] & tiles;
	const uint64_t below = known & known >> BOARD_SIDE_MAX;
	const uint64_t beside = known & ~last_column & known >> 1;
	return (up & row[0]) == 0 && (down & last_row) == 0 && (left & column[0]) == 0 &&
	       (right & last_column) == 0 && ((down ^ up >> BOARD_SIDE_MAX) & below) == 0 &&
	       ((right ^ left >> 1) & beside) == 0;
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
	if (can_be_solved(pattern, &board))
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
