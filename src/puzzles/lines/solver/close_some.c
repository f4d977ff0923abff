/* Closing less than all: iterative deepening with two bounds, the cover (here) and that of
 * pattern.c.
 *
 * A tile with an invalid side is open, and stays open until a line is slid through it or through
 * the cell that the side faces. So the lines that are slid must leave no more such tiles untouched
 * than the goal allows, and none that is marked. From two slides before the end, only sets of lines
 * that satisfy this are slid. */
#include <stdlib.h>

#include "puzzles/lines/solver/search.h"

enum {
	COVER_LEFT = 2, /* slides left when lines are chosen by the cover */
	LINES_MAX = AXES * BOARD_SIDE_MAX,
	EVERY_LINE = (1 << LINES_MAX) - 1,
};

/* A bit a line: rows first, then columns. */
typedef uint16_t line_set;

struct close_some {
	struct geometry geometry;
	int spare;  /* tiles that may stay open */
	int groups; /* groups that must be closed; 0: any number */
	line_set lines;
	struct pattern *pattern; /* NULL: no tile is marked */
	/* Sides whose validity a slide of a line may change; and the lines that touch a side. */
	uint64_t touched[LINES_MAX][DIRECTIONS];
	line_set touching[DIRECTIONS][BOARD_SIDE_MAX * BOARD_SIDE_MAX];
};

struct sides {
	uint64_t invalid[DIRECTIONS];
	uint64_t marks;
};

static const uint64_t not_first = UINT64_C(0xFEFEFEFEFEFEFEFE);
static const uint64_t not_last = UINT64_C(0x7F7F7F7F7F7F7F7F);

/* ---- the level ---- */

static line_set bit_of(int axis, int line)
{
	return (line_set)(1 << (axis * BOARD_SIDE_MAX + line));
}

static void init_touched(struct close_some *some, int axis, int line)
{
	const uint64_t cells = some->geometry.cells[axis][line];
	uint64_t *touched = some->touched[axis * BOARD_SIDE_MAX + line];
	for (int d = 0; d < DIRECTIONS; d++)
		touched[d] = cells;
	/* And the sides of its neighbours that face it. */
	touched[axis == ROWS ? UP : LEFT] |= axis == ROWS ? cells << 8 : cells << 1 & not_first;
	touched[axis == ROWS ? DOWN : RIGHT] |= axis == ROWS ? cells >> 8 : cells >> 1 & not_last;
	for (int d = 0; d < DIRECTIONS; d++)
		for (int cell = 0; cell < BOARD_SIDE_MAX * BOARD_SIDE_MAX; cell++)
			if (touched[d] >> cell & 1)
				some->touching[d][cell] |= bit_of(axis, line);
}

static void *some_open(const struct geometry *geometry, const struct level *level, size_t *bytes)
{
	struct board board;
	struct close_some *some = lines_allocate(bytes, sizeof *some);
	if (some == NULL)
		return NULL;
	some->geometry = *geometry;
	some->spare = lines_spare_tiles(level);
	some->groups = level->rules & CLOSE_GROUPS ? level->amount : 0;
	for (int axis = 0; axis < AXES; axis++)
		for (int line = 0; line < geometry->lines[axis]; line++) {
			some->lines |= bit_of(axis, line);
			init_touched(some, axis, line);
		}
	lines_board_load(level, &level->start, &board);
	some->pattern = lines_pattern_new(&some->geometry, &board, bytes);
	return some;
}

static void some_close(void *data)
{
	struct close_some *some = data;
	lines_pattern_free(some->pattern);
	free(some);
}

static bool some_prepare(void *data, struct search *search, uint64_t generated)
{
	const struct close_some *some = data;
	return lines_pattern_prepare(some->pattern, search, generated);
}

/* ---- which tiles are closed ---- */

/* The sides that meet another side, by direction. */
static void join(const struct board *board, uint64_t joined[DIRECTIONS])
{
	const uint64_t *side = board->plane;
	joined[UP] = side[UP] & side[DOWN] << 8;
	joined[DOWN] = side[DOWN] & side[UP] >> 8;
	joined[LEFT] = side[LEFT] & (side[RIGHT] << 1 & not_first);
	joined[RIGHT] = side[RIGHT] & (side[LEFT] >> 1 & not_last);
}

/* The tiles and all that are joined to them, directly or not. */
static uint64_t add_joined(const uint64_t joined[DIRECTIONS], uint64_t tiles)
{
	for (;;) {
		const uint64_t more = tiles | (tiles & joined[UP]) >> 8 |
		                      (tiles & joined[DOWN]) << 8 | (tiles & joined[LEFT]) >> 1 |
		                      (tiles & joined[RIGHT]) << 1;
		if (more == tiles)
			return tiles;
		tiles = more;
	}
}

static void find_invalid(const struct board *board, struct sides *sides)
{
	join(board, sides->invalid);
	for (int d = 0; d < DIRECTIONS; d++)
		sides->invalid[d] ^= board->plane[d];
	sides->marks = board->plane[MARKS];
}

static inline uint64_t tiles_of(const uint64_t side[DIRECTIONS])
{
	return side[UP] | side[RIGHT] | side[DOWN] | side[LEFT];
}

/* Whether these tiles may be open, if the marked ones must not be. */
static inline bool can_spare(const struct close_some *some, uint64_t open, uint64_t marks)
{
	return (open & marks) == 0 && bits_count(open) <= some->spare;
}

/* How many more groups must be closed than these tiles form. */
static int missing_groups(const struct close_some *some, const uint64_t joined[DIRECTIONS],
                          uint64_t tiles)
{
	int missing = some->groups;
	for (; missing > 0 && tiles != 0; missing--)
		tiles &= ~add_joined(joined, tiles & (~tiles + 1));
	return missing;
}

static bool is_solved(const struct close_some *some, const struct board *board)
{
	uint64_t joined[DIRECTIONS], invalid = 0;
	join(board, joined);
	for (int d = 0; d < DIRECTIONS; d++)
		invalid |= board->plane[d] ^ joined[d];
	if (!can_spare(some, invalid, board->plane[MARKS]))
		return false;
	const uint64_t open = add_joined(joined, invalid);
	return can_spare(some, open, board->plane[MARKS]) &&
	       missing_groups(some, joined, tiles_of(board->plane) & ~open) == 0;
}

/* ---- the cover ---- */

/* Lines of which at least one must be slid: a marked open tile, or any if none can be spared, must
 * be closed, so each invalid side of it must be touched. */
static line_set lines_to_choose(const struct close_some *some, const struct sides *sides,
                                uint64_t open)
{
	const uint64_t marked = open & sides->marks;
	if (marked == 0 && some->spare > 0)
		return some->lines;
	const int cell = __builtin_ctzll(marked != 0 ? marked : open);
	int d = 0;
	while (!(sides->invalid[d] >> cell & 1))
		d++;
	return some->touching[d][cell];
}

/* The lines that alone leave no more open tiles untouched than can be spared. */
static line_set lines_that_cover(const struct close_some *some, const struct sides *sides,
                                 unsigned lines)
{
	line_set found = 0;
	for (; lines != 0; lines &= lines - 1) {
		const int line = __builtin_ctz(lines);
		uint64_t open = 0;
		for (int d = 0; d < DIRECTIONS; d++)
			open |= sides->invalid[d] & ~some->touched[line][d];
		if (can_spare(some, open, sides->marks))
			found |= (line_set)(1 << line);
	}
	return found;
}

/* The lines in any set of `slides` of these lines that does so together. */
static line_set lines_to_cover(const struct close_some *some, const struct sides *sides,
                               line_set lines, int slides)
{
	const uint64_t open = tiles_of(sides->invalid);
	line_set found = 0;
	if (can_spare(some, open, sides->marks))
		return EVERY_LINE;
	unsigned left = lines & lines_to_choose(some, sides, open);
	if (slides == 1)
		return lines_that_cover(some, sides, left);
	for (; left != 0; left &= left - 1) {
		const int line = __builtin_ctz(left);
		struct sides rest = {.marks = sides->marks};
		for (int d = 0; d < DIRECTIONS; d++)
			rest.invalid[d] = sides->invalid[d] & ~some->touched[line][d];
		lines &= (line_set) ~(1 << line); /* no set with it remains */
		const line_set others = lines_to_cover(some, &rest, lines, slides - 1);
		if (others != 0)
			found |= (line_set)(1 << line | others);
	}
	return found;
}

/* ---- the search ---- */

static bool dfs(struct worker *worker, const struct board *board, struct slide last, int left)
{
	const struct close_some *some = worker->search->data;
	line_set lines = EVERY_LINE;
	if (!worker_continues(worker) || lines_pattern_lower_bound(some->pattern, board) > left)
		return false;
	if (left <= COVER_LEFT) {
		struct sides sides;
		find_invalid(board, &sides);
		lines = lines_to_cover(some, &sides, some->lines, left);
	}
	struct slide slide;
	for (slide.axis = 0; slide.axis < AXES; slide.axis++)
		for (slide.line = 0; slide.line < some->geometry.lines[slide.axis]; slide.line++) {
			if (!(lines & bit_of(slide.axis, slide.line)))
				continue;
			for (slide.heading = 0; slide.heading < HEADINGS; slide.heading++) {
				struct board next = *board;
				if (!slide_may_follow(&some->geometry, last, &slide))
					continue;
				lines_board_slide(&some->geometry, &next, slide);
				worker->states++;
				worker->path[worker->depth++] = slide;
				if (left == 1 ? is_solved(some, &next)
				              : dfs(worker, &next, slide, left - 1))
					return true;
				worker->depth--;
			}
		}
	return false;
}

/* Counts open tiles, marked ones for more, missing groups and invalid sides. */
static int some_evaluate(const void *data, const struct board *board, int *lower)
{
	enum { WEIGHT = 2, MARK_WEIGHT = 6, GROUP_WEIGHT = 6 };
	const struct close_some *some = data;
	uint64_t joined[DIRECTIONS];
	struct sides sides;
	join(board, joined);
	find_invalid(board, &sides);
	const uint64_t open = add_joined(joined, tiles_of(sides.invalid));
	const int missing = missing_groups(some, joined, tiles_of(board->plane) & ~open);
	int estimate = GROUP_WEIGHT * missing + WEIGHT * bits_count(open) +
	               MARK_WEIGHT * bits_count(open & sides.marks);
	for (int d = 0; d < DIRECTIONS; d++)
		estimate += bits_count(sides.invalid[d]);
	*lower = 0;
	if (missing == 0 && can_spare(some, open, sides.marks))
		return estimate;
	*lower = lines_pattern_lower_bound(some->pattern, board);
	if (*lower == 0)
		*lower = 1;
	while (*lower <= COVER_LEFT && lines_to_cover(some, &sides, some->lines, *lower) == 0)
		++*lower;
	return estimate;
}

static bool some_dfs(struct worker *worker, const struct board *board, struct slide last, int left)
{
	return left == 0 ? is_solved(worker->search->data, board) : dfs(worker, board, last, left);
}

const struct goal_search lines_close_some = {
	.open = some_open,
	.close = some_close,
	.prepare = some_prepare,
	.evaluate = some_evaluate,
	.dfs = some_dfs,
};
