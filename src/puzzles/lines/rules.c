/* The rules of lines: tiles, slides, groups, goals, and the bound.
 *
 * A packed state is a nibble a tile; in levels with marks a bit a cell follows.
 *
 * A side is valid if it is open, or meets a solid side. So all is closed once every solid side is
 * joined to another one, which needs no groups; they are computed only for goals that ask for less
 * than all.
 *
 * The bound for closing all has two parts. Row slides exchange one tile of each column and leave
 * the tiles of each row, and column slides the reverse; so the differences between the sides that
 * should meet give a minimum for the slides of each kind. And a side stays invalid until a line
 * through its tile or through the cell it faces is slid; so the slid lines, of each kind at most as
 * many as slides, touch every invalid side. The bound is the smallest number of slides that
 * satisfies both. */
#include "puzzles/lines/lines.h"

#include <assert.h>
#include <string.h>

#include "algo/least.h"

enum {
	EDGES_MAX = 2 * SIDE_MAX * (SIDE_MAX + 1), /* edges of cells, including the outer ones */
	COVER_MAX = 6,                             /* slides up to which sets of lines are tried */
	LAYOUT_TRIES = 20000, /* tiles laid out to see whether all can be closed */
};

/* ---- packed states ---- */

static uint8_t get_piece(const struct level *level, const struct state *state, int cell)
{
	int piece = state->byte[cell / 2] >> cell % 2 * 4 & SIDES;
	if (level->rules & MARKED) {
		const uint8_t *marks = state->byte + (level_cells(level) + 1) / 2;
		piece |= (marks[cell / 8] >> cell % 8 & 1) * MARK;
	}
	return (uint8_t)piece;
}

static void put_piece(const struct level *level, struct state *state, int cell, uint8_t piece)
{
	uint8_t *tiles = &state->byte[cell / 2];
	*tiles = (uint8_t)((*tiles & ~(SIDES << cell % 2 * 4)) | (piece & SIDES) << cell % 2 * 4);
	if (level->rules & MARKED) {
		uint8_t *marks = &state->byte[(level_cells(level) + 1) / 2 + cell / 8];
		*marks = (uint8_t)((*marks & ~(1 << cell % 8)) | piece / MARK << cell % 8);
	}
}

void lines_unpack(const struct level *level, const struct state *state, uint8_t piece[CELLS_MAX])
{
	memset(piece, 0, (size_t)level_cells(level));
	for (int cell = 0; cell < level_cells(level); cell++)
		piece[cell] = get_piece(level, state, cell);
}

void lines_pack(const struct level *level, const uint8_t piece[CELLS_MAX], struct state *state)
{
	*state = (struct state){{0}};
	for (int cell = 0; cell < level_cells(level); cell++) {
		put_piece(level, state, cell, piece[cell]);
		assert(get_piece(level, state, cell) == piece[cell]);
	}
}

/* ---- slides ---- */

int lines_length(const struct level *level, move_code move)
{
	return lines_is_row(move) ? level->columns : level->rows;
}

move_code lines_slide(const struct level *level, int line, int direction)
{
	const move_code move = lines_move(line, direction);
	if (lines_length(level, move) > 2)
		return move;
	return lines_move(line, lines_is_row(move) ? RIGHT : UP);
}

bool lines_reverse(const struct level *level, move_code move, move_code *back)
{
	*back = lines_slide(level, lines_line(move), (lines_direction(move) + 2) % DIRECTIONS);
	return true;
}

/* A line of one cell can't be slid, and in a line of two both directions are one move. */
static bool is_move(const struct level *level, move_code move)
{
	const int count = lines_is_row(move) ? level->rows : level->columns;
	const int length = lines_length(level, move), direction = lines_direction(move);
	return lines_line(move) < count && length > 1 &&
	       (length > 2 || direction == RIGHT || direction == UP);
}

int lines_moves(const struct level *level, const struct state *state, move_code out[MOVES_MAX])
{
	(void)state;
	int count = 0;
	for (int d = 0; d < DIRECTIONS; d++)
		for (int line = 0; line < SIDE_MAX; line++)
			if (is_move(level, lines_move(line, d)))
				out[count++] = lines_move(line, d);
	return count;
}

bool lines_apply(const struct level *level, struct state *state, move_code move)
{
	if (!is_move(level, move))
		return false;
	const bool forward = lines_direction(move) == RIGHT || lines_direction(move) == DOWN;
	const int line = lines_line(move), length = lines_length(level, move);
	const int step = lines_is_row(move) ? 1 : level->columns;
	const int first = lines_is_row(move) ? line * level->columns : line;
	const int last = first + (length - 1) * step;
	uint8_t coming = get_piece(level, state, forward ? last : first);
	for (int i = 0; i < length; i++) {
		const int cell = forward ? first + i * step : last - i * step;
		const uint8_t going = get_piece(level, state, cell);
		put_piece(level, state, cell, coming);
		coming = going;
	}
	return true;
}

/* ---- groups ---- */

void lines_connect(const struct level *level, const struct state *state, uint8_t piece[CELLS_MAX],
                   uint8_t joined[CELLS_MAX])
{
	const int columns = level->columns;
	lines_unpack(level, state, piece);
	memset(joined, 0, (size_t)level_cells(level));
	for (int row = 0, cell = 0; row < level->rows; row++)
		for (int column = 0; column < columns; column++, cell++) {
			if (column + 1 < columns && piece[cell] & 1 << RIGHT &&
			    piece[cell + 1] & 1 << LEFT) {
				joined[cell] |= 1 << RIGHT;
				joined[cell + 1] |= 1 << LEFT;
			}
			if (row + 1 < level->rows && piece[cell] & 1 << DOWN &&
			    piece[cell + columns] & 1 << UP) {
				joined[cell] |= 1 << DOWN;
				joined[cell + columns] |= 1 << UP;
			}
		}
}

/* Gives all cells joined to this one its group; true if none of them has an invalid side. */
static bool flood(const struct level *level, const uint8_t piece[CELLS_MAX],
                  const uint8_t joined[CELLS_MAX], int first, int group, int of[CELLS_MAX])
{
	const int step[DIRECTIONS] = {-level->columns, 1, level->columns, -1};
	int stack[CELLS_MAX], height = 0;
	bool closed = true;
	of[first] = group;
	stack[height++] = first;
	while (height > 0) {
		const int cell = stack[--height];
		closed = closed && joined[cell] == (piece[cell] & SIDES);
		for (int d = 0; d < DIRECTIONS; d++) {
			const int next = cell + step[d];
			if (joined[cell] & 1 << d && of[next] < 0) {
				of[next] = group;
				stack[height++] = next;
			}
		}
	}
	return closed;
}

void lines_group(const struct level *level, const uint8_t piece[CELLS_MAX],
                 const uint8_t joined[CELLS_MAX], struct groups *out)
{
	out->count = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		out->of[cell] = -1;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (out->of[cell] < 0) {
			out->closed[out->count] =
				flood(level, piece, joined, cell, out->count, out->of);
			out->count++;
		}
}

void lines_groups(const struct level *level, const struct state *state, struct groups *out)
{
	uint8_t piece[CELLS_MAX], joined[CELLS_MAX];
	lines_connect(level, state, piece, joined);
	lines_group(level, piece, joined, out);
}

/* ---- goals ---- */

void lines_count(const struct level *level, const struct state *state, struct tally *tally)
{
	uint8_t piece[CELLS_MAX], joined[CELLS_MAX];
	struct groups groups;
	lines_connect(level, state, piece, joined);
	lines_group(level, piece, joined, &groups);
	*tally = (struct tally){0};
	for (int group = 0; group < groups.count; group++)
		tally->closed_groups += groups.closed[group];
	for (int cell = 0; cell < level_cells(level); cell++) {
		const bool closed = groups.closed[groups.of[cell]];
		const bool blank = (piece[cell] & SIDES) == 0, marked = piece[cell] / MARK != 0;
		tally->closed_groups -= blank;
		tally->tiles += !blank;
		tally->closed_tiles += !blank && closed;
		tally->marks += marked;
		tally->closed_marks += marked && closed;
	}
}

static bool all_closed(const struct level *level, const struct state *state)
{
	uint8_t piece[CELLS_MAX], joined[CELLS_MAX];
	lines_connect(level, state, piece, joined);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (joined[cell] != (piece[cell] & SIDES))
			return false;
	return true;
}

bool lines_solved(const struct level *level, const struct state *state)
{
	struct tally tally;
	if (level->rules & CLOSE_ALL)
		return all_closed(level, state);
	lines_count(level, state, &tally);
	return (!(level->rules & CLOSE_TILES) || tally.closed_tiles >= level->amount) &&
	       (!(level->rules & CLOSE_GROUPS) || tally.closed_groups >= level->amount) &&
	       tally.closed_marks == tally.marks;
}

/* ---- hopeless levels ---- */

bool lines_must_close_all(const struct level *level)
{
	return level->rules & CLOSE_ALL ||
	       (level->rules & CLOSE_TILES && level->amount == level->pieces[1]);
}

int lines_spare_tiles(const struct level *level)
{
	if (level->rules & CLOSE_ALL)
		return 0;
	if (level->rules & CLOSE_TILES)
		return level->pieces[1] - level->amount;
	/* A closed group has two tiles at least. */
	return level->pieces[1] - (level->rules & CLOSE_GROUPS ? 2 * level->amount : 0);
}

int lines_tiles(const struct level *level, const uint8_t piece[CELLS_MAX])
{
	int count = 0;
	for (int cell = 0; cell < level_cells(level); cell++)
		count += (piece[cell] & SIDES) != 0;
	return count;
}

void lines_begin(struct level *level, const uint8_t piece[CELLS_MAX])
{
	level->state_size = (size_t)(level_cells(level) + 1) / 2;
	if (level->rules & MARKED)
		level->state_size += (size_t)(level_cells(level) + 7) / 8;
	lines_pack(level, piece, &level->start);
	level->pieces[1] = lines_tiles(level, piece);
}

void lines_prepare(struct level *level)
{
	struct layouts layouts;
	struct state layout;
	uint8_t piece[CELLS_MAX];
	lines_unpack(level, &level->start, piece);
	for (int cell = 0; cell < level_cells(level); cell++)
		piece[cell] &= SIDES; /* if all are closed, so are the marked ones */
	lines_layouts_init(&layouts, level, piece);
	layouts.even = false; /* whether slides reach a layout is left to the solver */
	if (lines_spare_tiles(level) < 0 ||
	    (lines_must_close_all(level) &&
	     lines_layouts_next(&layouts, LAYOUT_TRIES, &layout) == LAYOUTS_END))
		level->rules |= HOPELESS;
}

/* ---- the bound for closing all ---- */

/* Solid sides of a line's tiles, counted by direction, a byte each. */
typedef uint32_t side_count;

static int count_of(side_count count, int direction)
{
	return (int)(count >> 8 * direction & 0xFF);
}

/* The slides that make two numbers equal, if each changes the difference by two. */
static int slides_between(int a, int b)
{
	return ((a > b ? a - b : b - a) + 1) / 2;
}

/* The slides needed across parallel lines, from the sides in each; `back` is the direction to the
 * line before. */
static int slides_across(const side_count count[], int lines, int back)
{
	const int on = (back + 2) % DIRECTIONS;
	const int along = (back + 1) % DIRECTIONS, against = (back + 3) % DIRECTIONS;
	int slides = greatest(count_of(count[0], back), count_of(count[lines - 1], on));
	for (int i = 0; i < lines; i++) {
		const int forward = count_of(count[i], on);
		const int across =
			slides_between(count_of(count[i], along), count_of(count[i], against));
		slides = greatest(slides, across);
		if (i + 1 < lines)
			slides = greatest(slides,
			                  slides_between(forward, count_of(count[i + 1], back)));
	}
	return slides;
}

/* The row slides and column slides that the counts need. */
static void count_slides(const struct level *level, const uint8_t piece[CELLS_MAX], int *rows,
                         int *columns)
{
	side_count in_row[SIDE_MAX] = {0}, in_column[SIDE_MAX] = {0};
	for (int row = 0, cell = 0; row < level->rows; row++)
		for (int column = 0; column < level->columns; column++, cell++) {
			/* Each bit of the tile to a separate byte. */
			const side_count count = (piece[cell] & SIDES) * 0x204081U & 0x01010101U;
			in_row[row] += count;
			in_column[column] += count;
		}
	*rows = slides_across(in_column, level->columns, LEFT);
	*columns = slides_across(in_row, level->rows, UP);
}

/* Sets of lines: rows in the low half, columns in the high one. */
typedef uint64_t line_set;

static const line_set all_rows = UINT32_MAX, all_columns = (line_set)UINT32_MAX << 32;

static line_set lines_through(const struct level *level, int row, int column)
{
	line_set lines = 0;
	if (row >= 0 && row < level->rows && column >= 0 && column < level->columns)
		lines = (line_set)1 << row | (line_set)1 << (32 + column);
	return lines;
}

/* Lists for each invalid side the lines of which one must be slid; returns how many. */
static int list_invalid(const struct level *level, const uint8_t piece[CELLS_MAX],
                        const uint8_t joined[CELLS_MAX], line_set touching[EDGES_MAX])
{
	int count = 0;
	for (int cell = 0; cell < level_cells(level); cell++) {
		const int invalid = (piece[cell] & SIDES) & ~joined[cell];
		const int row = cell / level->columns, column = cell % level->columns;
		for (int d = 0; invalid >> d != 0; d++)
			if (invalid >> d & 1)
				touching[count++] =
					lines_through(level, row, column) |
					lines_through(level, row + direction_row_step(d),
				                      column + direction_column_step(d));
	}
	return count;
}

/* Whether at most `rows` more rows and `columns` more columns, together with the selected lines,
 * have a line of every set: tries all choices for the first set without one, and so on. */
static bool can_touch_all(const line_set touching[], int count, line_set selected, int rows,
                          int columns)
{
	int i = 0;
	while (i < count && touching[i] & selected)
		i++;
	if (i == count)
		return true;
	line_set options =
		touching[i] & ((rows > 0 ? all_rows : 0) | (columns > 0 ? all_columns : 0));
	for (; options != 0; options &= options - 1) {
		const line_set line = options & -options;
		const bool row = line & all_rows;
		if (can_touch_all(touching + i, count - i, selected | line, rows - row,
		                  columns - !row))
			return true;
	}
	return false;
}

static int slides_to_close_all(const struct level *level, const struct state *state)
{
	uint8_t piece[CELLS_MAX], joined[CELLS_MAX];
	line_set touching[EDGES_MAX];
	int rows, columns;
	lines_connect(level, state, piece, joined);
	count_slides(level, piece, &rows, &columns);
	const int count = list_invalid(level, piece, joined, touching);
	for (int slides = rows + columns; slides <= COVER_MAX; slides++)
		for (int more = slides - rows - columns; more >= 0; more--)
			if (can_touch_all(touching, count, 0, rows + more, slides - rows - more))
				return slides;
	return greatest(rows + columns, COVER_MAX + 1);
}

/* ---- the bound for other goals ---- */

/* 0 when solved, 1 if a slide from here solves it, else 2. */
static int slides_up_to_two(const struct level *level, const struct state *state)
{
	move_code moves[MOVES_MAX];
	if (lines_solved(level, state))
		return 0;
	const int count = lines_moves(level, state, moves);
	struct state next = *state;
	for (int i = 0; i < count; i++) {
		memcpy(next.byte, state->byte, level->state_size);
		if (lines_apply(level, &next, moves[i]) && lines_solved(level, &next))
			return 1;
	}
	return 2;
}

int lines_lower_bound(const struct level *level, const struct state *state)
{
	if (level->rules & HOPELESS)
		return DEAD_END;
	return lines_must_close_all(level) ? slides_to_close_all(level, state)
	                                   : slides_up_to_two(level, state);
}

/* ---- certificates ---- */

void lines_put(const struct level *level, const struct state *state, struct bit_writer *out)
{
	const unsigned largest = (level->rules & MARKED) != 0 ? SIDES + MARK : SIDES;
	for (int cell = 0; cell < level_cells(level); cell++)
		bits_put(out, largest, get_piece(level, state, cell));
}

/* The bound is what the counts need, if the goal is to close all. It needs no context, so this is
 * any pointer. */
void *lines_open_bound(const struct level *level)
{
	static bool context;
	return (level->rules & CLOSE_ALL) != 0 ? &context : NULL;
}

int lines_certificate_bound(void *context, const struct level *level, const struct state *state)
{
	uint8_t piece[CELLS_MAX];
	int rows, columns;
	(void)context;
	lines_unpack(level, state, piece);
	count_slides(level, piece, &rows, &columns);
	return rows + columns;
}
