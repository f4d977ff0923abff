/* Depth-first search in reading order: each cell gets a tile that fits those above and before it.
 *
 * If some tiles may stay open, a cell may also be left to any of them. To a closed tile such a cell
 * is like a blank, as a closed tile's lines never lead to an open one. The pieces left at the end
 * go to these cells; they must not be marked, and no more than the goal can spare. Blanks are
 * closed wherever they lie. */
#include "puzzles/lines/lines.h"

/* A piece that may stay open, or the choice of any. */
static bool is_loose(int piece)
{
	return piece != 0 && !(piece & MARK);
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

void lines_layouts_init(struct layouts *layouts, const struct level *level,
                        const uint8_t piece[CELLS_MAX])
{
	*layouts = (struct layouts){.level = level};
	layouts->even = level->rows % 2 == 1 && level->columns % 2 == 1;
	for (int cell = 0; cell < level_cells(level); cell++) {
		layouts->even = layouts->even && layouts->left[piece[cell]] == 0;
		layouts->left[piece[cell]]++;
		layouts->loose += is_loose(piece[cell]);
	}
	layouts->left[ANY_PIECE] = lines_spare_tiles(level);
	layouts->odd_start = layouts->even && is_odd(level, piece);
}

bool lines_layouts_are_for(const struct layouts *layouts, const struct state *start)
{
	uint8_t piece[CELLS_MAX];
	lines_unpack(layouts->level, start, piece);
	return !layouts->even || is_odd(layouts->level, piece) == layouts->odd_start;
}

static void lay(struct layouts *layouts, int piece, int by)
{
	layouts->left[piece] -= by;
	layouts->loose -= is_loose(piece) ? by : 0;
}

/* Lays out the next piece that fits the cell; false if there is none. */
static bool go_on(struct layouts *layouts)
{
	const int rows = layouts->level->rows, columns = layouts->level->columns;
	const int row = layouts->cell / columns, column = layouts->cell % columns;
	uint8_t *piece = &layouts->piece[layouts->cell];
	const int above = row == 0 ? 0 : piece[-columns], before = column == 0 ? 0 : piece[-1];
	const int solid = (above >> DOWN & 1) << UP | (before >> RIGHT & 1) << LEFT;
	const int fixed = 1 << UP | 1 << LEFT | (row + 1 == rows) << DOWN |
	                  (column + 1 == columns) << RIGHT; /* the sides without a choice */
	while (*piece < LAYOUT_CHOICES &&
	       (layouts->left[*piece] <= 0 || (*piece & fixed) != solid ||
	        (is_loose(*piece) && layouts->loose == 0)))
		++*piece;
	if (*piece == LAYOUT_CHOICES)
		return false;
	lay(layouts, *piece, 1);
	layouts->piece[++layouts->cell] = 0;
	return true;
}

static void go_back(struct layouts *layouts)
{
	if (--layouts->cell >= 0)
		lay(layouts, layouts->piece[layouts->cell]++, -1);
}

/* Fills the cells for any piece with the pieces left. False if slides do not reach the layout. */
static bool write_layout(const struct layouts *layouts, struct state *layout)
{
	uint8_t piece[CELLS_MAX] = {0};
	int open[CELLS_MAX] = {0}, count = 0, filled = 0;
	for (int cell = 0; cell < level_cells(layouts->level); cell++) {
		piece[cell] = layouts->piece[cell];
		if (piece[cell] == ANY_PIECE)
			open[count++] = cell;
	}
	for (int kind = 0; kind < ANY_PIECE; kind++)
		for (int i = 0; i < layouts->left[kind]; i++)
			piece[open[filled++]] = (uint8_t)kind;
	if (layouts->even && is_odd(layouts->level, piece) != layouts->odd_start) {
		if (count < 2)
			return false;
		const uint8_t swapped = piece[open[0]];
		piece[open[0]] = piece[open[1]];
		piece[open[1]] = swapped;
	}
	lines_pack(layouts->level, piece, layout);
	return true;
}

enum layouts_result lines_layouts_next(struct layouts *layouts, int tries, struct state *layout)
{
	for (; tries > 0 && layouts->cell >= 0; tries--) {
		const bool full = layouts->cell == level_cells(layouts->level);
		const bool found = full && write_layout(layouts, layout) &&
		                   lines_solved(layouts->level, layout);
		if (full || !go_on(layouts))
			go_back(layouts);
		if (found)
			return LAYOUTS_FOUND;
	}
	return layouts->cell < 0 ? LAYOUTS_END : LAYOUTS_MORE;
}
