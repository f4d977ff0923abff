/* Depth-first search in reading order: each cell gets a tile that fits those above and before it.
 *
 * Where some tiles may stay open, a cell may also be left to any of them. To a closed tile such a
 * cell is like a blank, for a closed tile's lines never lead to an open one. What is left at the
 * end goes to these cells; it must not be marked, and no more than the goal can spare. Blanks are
 * closed wherever they lie. */
#include "puzzles/lines/solver/fill.h"

#include <stdlib.h>
#include <string.h>

enum {
	KINDS = 2 * MARK, /* of pieces */
	ANY = KINDS,      /* a cell that is left to any piece */
	CHOICES,
};

struct fill {
	struct level level;
	int left[CHOICES]; /* pieces not laid out yet, by kind; cells that may still be ANY */
	int loose;         /* of them, pieces that may be in such cells */
	int any;           /* such cells so far */
	int cell;          /* the cells before it are filled; -1: all layouts were tried */
	bool even;         /* slides are even permutations, and no two pieces are equal */
	bool odd_start;    /* the position that slides begin from, as a permutation */
	int piece[CELLS_MAX + 1];
};

static int sides_of(int piece)
{
	return piece == ANY ? 0 : piece & SIDES;
}

/* A piece that may be left open. */
static bool is_loose(int piece)
{
	return piece > 0 && piece < MARK;
}

/* How many tiles the goal lets be open. */
static int spare_tiles(const struct level *level)
{
	int wanted = 0;
	if (level->rules & CLOSE_TILES)
		wanted = level->amount;
	else if (level->rules & CLOSE_GROUPS)
		wanted = 2 * level->amount;
	return level->rules & CLOSE_ALL ? 0 : level->pieces[1] - wanted;
}

/* Of the order of pieces that are all different. */
static bool is_odd(const struct level *level, const uint8_t piece[CELLS_MAX])
{
	bool odd = false;
	for (int i = 0; i < level_cells(level); i++)
		for (int j = 0; j < i; j++)
			odd ^= piece[j] > piece[i];
	return odd;
}

struct fill *lines_fill_new(const struct level *level, const struct state *start)
{
	uint8_t piece[CELLS_MAX];
	struct fill *fill = calloc(1, sizeof *fill);
	if (fill == NULL)
		return NULL;
	fill->level = *level;
	fill->even = level->rows % 2 == 1 && level->columns % 2 == 1;
	lines_unpack(level, start, piece);
	fill->odd_start = is_odd(level, piece);
	for (int cell = 0; cell < level_cells(level); cell++) {
		fill->even = fill->even && fill->left[piece[cell]] == 0;
		fill->left[piece[cell]]++;
		fill->loose += is_loose(piece[cell]);
	}
	fill->left[ANY] = spare_tiles(level);
	return fill;
}

bool lines_fill_is_for(const struct fill *fill, const struct state *start)
{
	uint8_t piece[CELLS_MAX];
	lines_unpack(&fill->level, start, piece);
	return !fill->even || is_odd(&fill->level, piece) == fill->odd_start;
}

void lines_fill_free(struct fill *fill)
{
	free(fill);
}

size_t lines_fill_bytes(void)
{
	return sizeof(struct fill);
}

static bool fits(const struct fill *fill, int piece)
{
	const int columns = fill->level.columns, cell = fill->cell;
	const int row = cell / columns, column = cell % columns, sides = sides_of(piece);
	const bool above = row > 0 && sides_of(fill->piece[cell - columns]) >> DOWN & 1;
	const bool before = column > 0 && sides_of(fill->piece[cell - 1]) >> RIGHT & 1;
	if (fill->left[piece] <= 0 || (piece == ANY && fill->any == fill->loose) ||
	    (is_loose(piece) && fill->any == fill->loose))
		return false;
	return above == (sides >> UP & 1) && before == (sides >> LEFT & 1) &&
	       !(row + 1 == fill->level.rows && sides >> DOWN & 1) &&
	       !(column + 1 == columns && sides >> RIGHT & 1);
}

static void lay(struct fill *fill, int piece, int by)
{
	fill->left[piece] -= by;
	fill->loose -= is_loose(piece) ? by : 0;
	fill->any += piece == ANY ? by : 0;
}

/* The next piece for the cell, or one cell back where there is none. */
static void try_one(struct fill *fill)
{
	int *piece = &fill->piece[fill->cell];
	while (*piece < CHOICES && !fits(fill, *piece))
		++*piece;
	if (*piece < CHOICES) {
		lay(fill, *piece, 1);
		fill->piece[++fill->cell] = 0;
	} else if (--fill->cell >= 0) {
		piece = &fill->piece[fill->cell];
		lay(fill, (*piece)++, -1);
	}
}

/* Exchanges the pieces of two cells that are left to any; false if there are less. */
static bool swap_any(const struct fill *fill, uint8_t piece[CELLS_MAX])
{
	int first = -1;
	for (int cell = 0; cell < level_cells(&fill->level); cell++) {
		if (fill->piece[cell] != ANY)
			continue;
		if (first >= 0) {
			const uint8_t other = piece[cell];
			piece[cell] = piece[first];
			piece[first] = other;
			return true;
		}
		first = cell;
	}
	return false;
}

/* Gives cells that are left to any piece what is left. False if no slides lead to the layout. */
static bool write_layout(const struct fill *fill, struct state *layout)
{
	uint8_t piece[CELLS_MAX] = {0};
	int left[KINDS], next = 0;
	memcpy(left, fill->left, sizeof left);
	for (int cell = 0; cell < level_cells(&fill->level); cell++) {
		int kind = fill->piece[cell];
		if (kind == ANY) {
			while (left[next] == 0)
				next++;
			left[next]--;
			kind = next;
		}
		piece[cell] = (uint8_t)kind;
	}
	if (fill->even && is_odd(&fill->level, piece) != fill->odd_start && !swap_any(fill, piece))
		return false;
	lines_pack(&fill->level, piece, layout);
	return true;
}

enum fill_result lines_fill_next(struct fill *fill, int tries, struct state *layout)
{
	const int cells = level_cells(&fill->level);
	for (; tries > 0 && fill->cell >= 0; tries--) {
		if (fill->cell < cells) {
			try_one(fill);
			continue;
		}
		const bool reached = write_layout(fill, layout);
		lay(fill, fill->piece[--fill->cell]++, -1);
		if (reached && lines_solved(&fill->level, layout))
			return FILL_FOUND;
	}
	return fill->cell < 0 ? FILL_END : FILL_MORE;
}
