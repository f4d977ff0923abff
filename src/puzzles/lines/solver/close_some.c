/* Closing less than all: a walk of iterative deepening with one bound, and that of lines_stars.c.
 *
 * A tile with an invalid side is open, and stays so until a line is slid through it or through the
 * cell that the side faces. So the lines that are slid must leave no more such tiles untouched than
 * the goal can spare, and none with a mark. Two slides before the end it is tried which lines that
 * can be; only they are slid. */
#include "puzzles/lines/solver/close_some.h"

enum {
	COVER_LEFT = 2, /* slides left when lines are looked for */
	EVERY_LINE = (1 << LINES_MAX) - 1,
};

struct sides {
	uint64_t invalid[DIRECTIONS];
	uint64_t marks;
};

static const uint64_t not_first = UINT64_C(0xFEFEFEFEFEFEFEFE);
static const uint64_t not_last = UINT64_C(0x7F7F7F7F7F7F7F7F);

static line_set bit_of(int axis, int line)
{
	return (line_set)(1 << (axis * BOARD_SIDE_MAX + line));
}

static void init_touched(struct some *some, int axis, int line)
{
	const uint64_t cells = some->field.cells[axis][line];
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

void lines_some_init(struct some *some, const struct field *field, const struct level *level)
{
	*some = (struct some){.field = *field, .spare = level->pieces[1]};
	if (level->rules & CLOSE_TILES) {
		some->spare -= level->amount;
	} else if (level->rules & CLOSE_GROUPS) {
		some->groups = level->amount;
		some->spare -= 2 * level->amount; /* a closed group has two tiles at least */
	}
	for (int axis = 0; axis < AXES; axis++)
		for (int line = 0; line < field->lines[axis]; line++) {
			some->lines |= bit_of(axis, line);
			init_touched(some, axis, line);
		}
}

/* ---- which tiles are closed ---- */

/* Sides that meet a side, by direction. */
static void join(const struct board *board, uint64_t joined[DIRECTIONS])
{
	const uint64_t *side = board->plane;
	joined[UP] = side[UP] & side[DOWN] << 8;
	joined[DOWN] = side[DOWN] & side[UP] >> 8;
	joined[LEFT] = side[LEFT] & (side[RIGHT] << 1 & not_first);
	joined[RIGHT] = side[RIGHT] & (side[LEFT] >> 1 & not_last);
}

/* The tiles and all that are joined to them. */
static uint64_t spread(const uint64_t joined[DIRECTIONS], uint64_t tiles)
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

/* Whether these tiles may be open, where those must not. */
static inline bool can_spare(const struct some *some, uint64_t open, uint64_t marks)
{
	return (open & marks) == 0 && bits_count(open) <= some->spare;
}

static int count_groups(const uint64_t joined[DIRECTIONS], uint64_t tiles)
{
	int count = 0;
	for (; tiles != 0; count++)
		tiles &= ~spread(joined, tiles & (~tiles + 1));
	return count;
}

static bool is_solved(const struct some *some, const struct board *board)
{
	uint64_t joined[DIRECTIONS], invalid = 0;
	join(board, joined);
	for (int d = 0; d < DIRECTIONS; d++)
		invalid |= board->plane[d] ^ joined[d];
	if (!can_spare(some, invalid, board->plane[MARKS]))
		return false;
	const uint64_t open = spread(joined, invalid);
	return can_spare(some, open, board->plane[MARKS]) &&
	       (some->groups == 0 ||
	        count_groups(joined, tiles_of(board->plane) & ~open) >= some->groups);
}

/* ---- the cover ---- */

/* Lines that touch an invalid side of the lowest one of the tiles. */
static line_set lines_at_first(const struct some *some, const struct sides *sides, uint64_t tiles)
{
	const int cell = __builtin_ctzll(tiles);
	int d = 0;
	while (!(sides->invalid[d] >> cell & 1))
		d++;
	return some->touching[d][cell];
}

/* Lines of which one at least must be slid: an open tile with a mark, or any where none can be
 * spared, has to be closed, and so each invalid side of it touched. */
static line_set lines_to_choose(const struct some *some, const struct sides *sides, uint64_t open)
{
	if (open & sides->marks)
		return lines_at_first(some, sides, open & sides->marks);
	return some->spare == 0 ? lines_at_first(some, sides, open) : some->lines;
}

/* Lines that, each alone, leave no more open tiles untouched than can be spared. */
static line_set lines_that_cover(const struct some *some, const struct sides *sides, unsigned lines)
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

/* Lines that belong to sets of so many of these lines which do. */
static line_set lines_to_cover(const struct some *some, const struct sides *sides, line_set lines,
                               int slides)
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
		lines &= (line_set)~(1 << line); /* sets with it are all seen here */
		const line_set others = lines_to_cover(some, &rest, lines, slides - 1);
		if (others != 0)
			found |= (line_set)(1 << line | others);
	}
	return found;
}

static int stars_at_least(const struct some *some, const struct board *board)
{
	return some->stars == NULL ? 0 : lines_stars_lower_bound(some->stars, board);
}

/* ---- the walk ---- */

static bool walk(struct walker *walker, const struct board *board, struct turn last, int left);

static bool walk_line(struct walker *walker, const struct board *board, struct turn last, int left,
                      struct turn turn)
{
	const struct some *some = walker->effort->own;
	for (turn.way = 0; turn.way < WAYS; turn.way++) {
		struct board next = *board;
		if (!turn_follows(&some->field, last, &turn))
			continue;
		lines_board_slide(&some->field, &next, turn.axis, turn.line, turn.way);
		walker->states++;
		walker->path[walker->depth++] = turn;
		if (left == 1 ? is_solved(some, &next) : walk(walker, &next, turn, left - 1))
			return true;
		walker->depth--;
	}
	return false;
}

static bool walk(struct walker *walker, const struct board *board, struct turn last, int left)
{
	const struct some *some = walker->effort->own;
	line_set lines = EVERY_LINE;
	if (!walker_goes_on(walker) || stars_at_least(some, board) > left)
		return false;
	if (left <= COVER_LEFT) {
		struct sides sides;
		find_invalid(board, &sides);
		lines = lines_to_cover(some, &sides, some->lines, left);
	}
	for (int axis = 0; axis < AXES; axis++)
		for (int line = 0; line < some->field.lines[axis]; line++)
			if (lines & bit_of(axis, line) &&
			    walk_line(walker, board, last, left,
			              (struct turn){.axis = (int8_t)axis, .line = (int8_t)line}))
				return true;
	return false;
}

/* ---- for the search ---- */

static int lower_bound(const struct some *some, const struct board *board,
                       const struct sides *sides)
{
	int slides = stars_at_least(some, board);
	if (is_solved(some, board))
		return 0;
	slides = slides > 1 ? slides : 1;
	while (slides <= COVER_LEFT && lines_to_cover(some, sides, some->lines, slides) == 0)
		slides++;
	return slides;
}

/* Open tiles first, those with a mark more than others, and then how many sides are invalid. */
static int some_rank(const void *own, const struct board *board, int *least)
{
	enum { WEIGHT = 2, MARK_WEIGHT = 6, GROUP_WEIGHT = 6 };
	const struct some *some = own;
	uint64_t joined[DIRECTIONS];
	struct sides sides;
	int rank = 0;
	join(board, joined);
	find_invalid(board, &sides);
	const uint64_t open = spread(joined, tiles_of(sides.invalid));
	for (int d = 0; d < DIRECTIONS; d++)
		rank += bits_count(sides.invalid[d]);
	if (some->groups > 0) {
		const int groups = count_groups(joined, tiles_of(board->plane) & ~open);
		rank += GROUP_WEIGHT * (groups < some->groups ? some->groups - groups : 0);
	}
	*least = lower_bound(some, board, &sides);
	return rank + WEIGHT * bits_count(open) +
	       MARK_WEIGHT * bits_count(open & board->plane[MARKS]);
}

static bool some_walk(struct walker *walker, const struct board *board, struct turn last, int left)
{
	return left == 0 ? is_solved(walker->effort->own, board) : walk(walker, board, last, left);
}

const struct goal_kind lines_some_kind = {
	.rank = some_rank,
	.walk = some_walk,
};
