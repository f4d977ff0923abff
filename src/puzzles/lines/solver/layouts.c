/* Depth-first search in reading order: each cell gets a tile that fits those above and before it.
 *
 * If some tiles may stay open, a cell may also be left to any of them. To a closed tile such a cell
 * is like a blank, as a closed tile's lines never lead to an open one. The pieces left at the end
 * go to these cells; they must not be marked, and no more than the goal can spare. Blanks are
 * closed wherever they lie. */
#include "puzzles/lines/solver/layouts.h"

#include <stdlib.h>
#include <string.h>

enum {
	KINDS = 2 * MARK, /* of pieces */
	ANY = KINDS,      /* a cell that is left to any piece */
	CHOICES,
};

struct layouts {
	struct level level;
	int left[CHOICES]; /* pieces to lay out, by kind; cells that may still be ANY */
	int loose;         /* of these pieces, those that may stay open */
	int any;           /* cells that are ANY */
	int cell;          /* the cells before it are filled; -1: all layouts were tried */
	bool even;         /* slides are even permutations, and no two pieces are equal */
	bool odd_start;    /* the parity of the start as a permutation */
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

/* The parity of the order of pieces that all differ. */
static bool is_odd(const struct level *level, const uint8_t piece[CELLS_MAX])
{
	bool odd = false;
	for (int i = 0; i < level_cells(level); i++)
		for (int j = 0; j < i; j++)
			odd ^= piece[j] > piece[i];
	return odd;
}

struct layouts *lines_layouts_new(const struct level *level, const struct state *start)
{
	uint8_t piece[CELLS_MAX];
	struct layouts *layouts = calloc(1, sizeof *layouts);
	if (layouts == NULL)
		return NULL;
	layouts->level = *level;
	layouts->even = level->rows % 2 == 1 && level->columns % 2 == 1;
	lines_unpack(level, start, piece);
	layouts->odd_start = is_odd(level, piece);
	for (int cell = 0; cell < level_cells(level); cell++) {
		layouts->even = layouts->even && layouts->left[piece[cell]] == 0;
		layouts->left[piece[cell]]++;
		layouts->loose += is_loose(piece[cell]);
	}
	layouts->left[ANY] = lines_spare_tiles(level);
	return layouts;
}

bool lines_layouts_are_for(const struct layouts *layouts, const struct state *start)
{
	uint8_t piece[CELLS_MAX];
	lines_unpack(&layouts->level, start, piece);
	return !layouts->even || is_odd(&layouts->level, piece) == layouts->odd_start;
}

void lines_layouts_free(struct layouts *layouts)
{
	free(layouts);
}

size_t lines_layouts_bytes(void)
{
	return sizeof(struct layouts);
}

static bool fits(const struct layouts *layouts, int piece)
{
	const int columns = layouts->level.columns, cell = layouts->cell;
	const int above = cell < columns ? 0 : sides_of(layouts->piece[cell - columns]);
	const int before = cell % columns == 0 ? 0 : sides_of(layouts->piece[cell - 1]);
	if (layouts->left[piece] <= 0 ||
	    ((piece == ANY || is_loose(piece)) && layouts->any == layouts->loose))
		return false;
	return lines_tile_fits(&layouts->level, cell, sides_of(piece), above, before);
}

static void lay(struct layouts *layouts, int piece, int by)
{
	layouts->left[piece] -= by;
	layouts->loose -= is_loose(piece) ? by : 0;
	layouts->any += piece == ANY ? by : 0;
}

/* Lays out the next piece that fits the cell, or goes back by a cell. */
static void try_one(struct layouts *layouts)
{
	int *piece = &layouts->piece[layouts->cell];
	while (*piece < CHOICES && !fits(layouts, *piece))
		++*piece;
	if (*piece < CHOICES) {
		lay(layouts, *piece, 1);
		layouts->piece[++layouts->cell] = 0;
	} else if (--layouts->cell >= 0) {
		piece = &layouts->piece[layouts->cell];
		lay(layouts, (*piece)++, -1);
	}
}

/* Swaps the pieces of two cells that are ANY; false if there are fewer. */
static bool swap_any(const struct layouts *layouts, uint8_t piece[CELLS_MAX])
{
	int first = -1;
	for (int cell = 0; cell < level_cells(&layouts->level); cell++) {
		if (layouts->piece[cell] != ANY)
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

/* Fills the cells that are ANY with the pieces left. False if slides do not reach the layout. */
static bool write_layout(const struct layouts *layouts, struct state *layout)
{
	uint8_t piece[CELLS_MAX] = {0};
	int left[KINDS], next = 0;
	memcpy(left, layouts->left, sizeof left);
	for (int cell = 0; cell < level_cells(&layouts->level); cell++) {
		int kind = layouts->piece[cell];
		if (kind == ANY) {
			while (left[next] == 0)
				next++;
			left[next]--;
			kind = next;
		}
		piece[cell] = (uint8_t)kind;
	}
	if (layouts->even && is_odd(&layouts->level, piece) != layouts->odd_start &&
	    !swap_any(layouts, piece))
		return false;
	lines_pack(&layouts->level, piece, layout);
	return true;
}

enum layouts_result lines_layouts_next(struct layouts *layouts, int tries, struct state *layout)
{
	const int cells = level_cells(&layouts->level);
	for (; tries > 0 && layouts->cell >= 0; tries--) {
		if (layouts->cell < cells) {
			try_one(layouts);
			continue;
		}
		const bool reached = write_layout(layouts, layout);
		lay(layouts, layouts->piece[--layouts->cell]++, -1);
		if (reached && lines_solved(&layouts->level, layout))
			return LAYOUTS_FOUND;
	}
	return layouts->cell < 0 ? LAYOUTS_END : LAYOUTS_MORE;
}
