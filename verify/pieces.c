/* Tilt and bishop: pieces that differ by nothing but colour. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

static bool read_pieces(struct level *level, const struct text *text)
{
	for (int cell = 0; cell < text->count[1]; cell++) {
		const int one = content_of(text->word[0][cell]);
		const int other = content_of(text->word[1][cell]);
		if (one < 0 || other < 0 || one == DEAD || other == DEAD ||
		    (one == WALL) != (other == WALL))
			return refuse("this board can't be read");
		level->start.cell[cell] = (uint8_t)one;
		level->goal[cell] = other == WALL ? 0 : (uint8_t)other;
		level->count[one]++;
	}
	level->moves = level->puzzle == &tilt_puzzle ? 4 : cells_of(level) * cells_of(level);
	return text->count[1] > 0 || refuse("the goal is missing");
}

static bool at_goal(const struct level *level, const struct state *state)
{
	for (int cell = 0; cell < cells_of(level); cell++)
		if (level->goal[cell] != 0 && state->cell[cell] != level->goal[cell])
			return false;
	return true;
}

/* ---- tilt: all blocks slide ---- */

static void tilt_name(const struct level *level, int move, char out[NAME_BYTES])
{
	static const char *const names[] = {"up", "right", "down", "left"};
	(void)level;
	snprintf(out, NAME_BYTES, "%s", names[move]);
}

/* Line by line, from the side that blocks move towards: each goes to the cell after the last
 * obstacle. */
static bool tilt_move(const struct level *level, struct state *state, int move)
{
	const bool vertical = move % 2 == 0, far = move == 1 || move == 2;
	const int length = vertical ? level->rows : level->columns;
	const int step = (vertical ? level->columns : 1) * (far ? -1 : 1);
	bool moved = false;
	for (int line = 0; line < cells_of(level) / length; line++) {
		int cell = (vertical ? line : line * length) - (far ? (length - 1) * step : 0);
		for (int i = 0, to = cell; i < length; i++, cell += step) {
			const uint8_t content = state->cell[cell];
			if (content == 0)
				continue;
			if (content == WALL)
				to = cell;
			moved = moved || to != cell;
			state->cell[cell] = 0;
			state->cell[to] = content;
			to += step;
		}
	}
	return moved;
}

const struct puzzle tilt_puzzle = {"tilt", read_pieces, tilt_name, tilt_move, at_goal, NULL, NULL};

/* ---- bishop: one piece moves ---- */

enum { BISHOP, ROOK, QUEEN, KNIGHT, KING, KINDS };

static bool bishop_read(struct level *level, const struct text *text)
{
	static const char *const kinds[] = {"bishop", "rook", "queen", "knight", "king"};
	const char *rules = text->header[RULES] == NULL ? "" : text->header[RULES];
	char word[20];
	for (int used; sscanf(rules, " %19s%n", word, &used) == 1; rules += used)
		if (strcmp(word, "no-attack") == 0)
			level->no_attack = true;
		else if (strcmp(word, "slide") == 0)
			level->slide = true;
		else if (strcmp(word, "alternate") == 0)
			level->alternate = true;
		else
			return refuse("no rule is named %s", word);
	while (text->header[PIECE] != NULL && strcmp(text->header[PIECE], kinds[level->piece]) != 0)
		if (++level->piece == KINDS)
			return refuse("no piece is named %s", text->header[PIECE]);
	return read_pieces(level, text);
}

/* A move: the cell it leaves times the number of cells, plus the cell it goes to. */
static void bishop_name(const struct level *level, int move, char out[NAME_BYTES])
{
	name_cells(level, move / cells_of(level), move % cells_of(level), out);
}

/* In how many steps a piece gets from one cell to the other on an empty board, and which; 0: it
 * can't in one move. */
static int steps(const struct level *level, int from, int to, int *down, int *right)
{
	*down = to / level->columns - from / level->columns;
	*right = to % level->columns - from % level->columns;
	const int rows = abs(*down), columns = abs(*right),
		  longer = rows > columns ? rows : columns;
	if (level->piece == KNIGHT)
		return rows * columns == 2;
	if (longer == 0 || (rows != columns && level->piece == BISHOP) ||
	    (rows != columns && rows != 0 && columns != 0) ||
	    (rows == columns && level->piece == ROOK) || (longer > 1 && level->piece == KING))
		return 0;
	*down /= longer;
	*right /= longer;
	return longer;
}

/* Whether it can, and nothing stands between. */
static bool is_open(const struct level *level, const uint8_t *grid, int from, int to)
{
	int down, right, count = steps(level, from, to, &down, &right);
	while (count > 1 && grid[from + (count - 1) * (down * level->columns + right)] == 0)
		count--;
	return count == 1;
}

static bool is_peaceful(const struct level *level, const uint8_t *grid)
{
	for (int one = 0; one < cells_of(level); one++)
		for (int other = 0; is_colour(grid[one]) && other < one; other++)
			if (is_colour(grid[other]) && grid[other] != grid[one] &&
			    is_open(level, grid, one, other))
				return false;
	return true;
}

static bool bishop_move(const struct level *level, struct state *state, int move)
{
	const int from = move / cells_of(level), to = move % cells_of(level);
	const uint8_t colour = state->cell[from];
	int down, right, turn = state->last_mover;
	if (!is_colour(colour) || state->cell[to] != 0 || !is_open(level, state->cell, from, to))
		return false;
	/* Colours take turns in the order of their letters; any may begin. */
	do
		turn = turn % COLOURS + 1;
	while (level->count[turn] == 0);
	if (level->alternate && state->last_mover != 0 && turn != colour)
		return false;
	steps(level, from, to, &down, &right);
	const int row = to / level->columns + down, column = to % level->columns + right;
	if (level->slide && level->piece != KNIGHT && level->piece != KING && row >= 0 &&
	    row < level->rows && column >= 0 && column < level->columns &&
	    state->cell[row * level->columns + column] == 0)
		return false;
	state->cell[from] = 0;
	state->cell[to] = colour;
	state->last_mover = level->alternate ? colour : 0;
	return !level->no_attack || is_peaceful(level, state->cell);
}

/* Gives a part's number to a cell and all that a piece there, alone, could come to. */
static void spread(const struct level *level, const uint8_t *walls, int from, int part, int *of)
{
	of[from] = part;
	for (int to = 0; to < cells_of(level); to++)
		if (of[to] == 0 && walls[to] == 0 && is_open(level, walls, from, to))
			spread(level, walls, to, part, of);
}

/* Two cells are in one part if a piece alone could come from one to the other: pieces never leave
 * their part, and can't block or see one of another part. Parts are numbered by their first piece
 * or goal, row by row. The turns of alternate join all. */
static int bishop_parts(const struct level *level, int part, struct level *out)
{
	const int cells = cells_of(level);
	uint8_t walls[CELLS_MAX];
	int of[CELLS_MAX] = {0}, count = 0; /* parts from 1 */
	for (int cell = 0; cell < cells; cell++)
		walls[cell] = level->start.cell[cell] == WALL ? WALL : 0;
	for (int first = 0; first < cells; first++)
		if (of[first] == 0 &&
		    (is_colour(level->start.cell[first]) || level->goal[first] != 0))
			spread(level, walls, first, ++count, of);
	*out = *level;
	if (level->alternate || count == 1)
		return 1;
	memset(out->count, 0, sizeof out->count);
	for (int cell = 0; cell < cells; cell++) {
		if (of[cell] != part + 1 && walls[cell] == 0)
			out->start.cell[cell] = out->goal[cell] = 0;
		out->count[out->start.cell[cell]]++;
	}
	return count;
}

const struct puzzle bishop_puzzle = {"bishop", bishop_read, bishop_name, bishop_move,
                                     at_goal,  NULL,        bishop_parts};
