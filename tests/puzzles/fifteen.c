/* The fifteen puzzle: numbered tiles and a gap; slide them into order, the gap last.
 *
 * A position has a byte for each cell, row by row: the tile's number, 0 for the gap. A move is the
 * direction in which a tile slides into the gap. The lower bound adds up the rows and columns that
 * each tile is from home, for a move brings one tile nearer by one. Half of all arrangements can't
 * be solved (Johnson and Story 1879): with each move the gap changes places with a tile, so whether
 * the tiles are an even or an odd permutation is known from where the gap is. */
#include "puzzles/fifteen.h"

#include <stdio.h>
#include <string.h>

#include "puzzle/board.h"
#include "puzzle/key.h"

enum {
	GAP = 0,
	FIFTEEN_CELLS_MAX = 25,
	WALK_MAX = 30, /* slides of a new board: more take too long to prove */
};

static const struct size margin = {1, 2};

/* As level files and the screen have them, the gap first: tile 10 is 'a'. */
static const char letters[] = ".123456789abcdefghijklmno";

static int gap_of(const struct level *level, const struct state *state)
{
	int cell = 0;
	while (cell < level_cells(level) && state->byte[cell] != GAP)
		cell++;
	return cell;
}

static int home_of(const struct level *level, int tile)
{
	return tile == GAP ? level_cells(level) - 1 : tile - 1;
}

/* Rows and columns between two cells. */
static int distance(const struct level *level, int a, int b)
{
	const int rows = a / level->columns - b / level->columns;
	const int columns = a % level->columns - b % level->columns;
	return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

/* ---- rules ---- */

/* The cell of the tile that slides into the gap in this direction; -1 if there is none. */
static int tile_cell(const struct level *level, const struct state *state, int direction)
{
	const int gap = gap_of(level, state);
	int row = gap / level->columns, column = gap % level->columns;
	if (!direction_step(level, (direction + 2) % DIRECTIONS, &row, &column))
		return -1;
	return row * level->columns + column;
}

static int fifteen_moves(const struct level *level, const struct state *state,
                         move_code out[MOVES_MAX])
{
	(void)level;
	(void)state;
	for (int direction = 0; direction < DIRECTIONS; direction++)
		out[direction] = (move_code)direction;
	return DIRECTIONS;
}

static bool fifteen_apply(const struct level *level, struct state *state, move_code move)
{
	const int gap = gap_of(level, state);
	const int cell = move < DIRECTIONS ? tile_cell(level, state, move) : -1;
	if (cell < 0)
		return false;
	state->byte[gap] = state->byte[cell];
	state->byte[cell] = GAP;
	return true;
}

static bool fifteen_solved(const struct level *level, const struct state *state)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		if (home_of(level, state->byte[cell]) != cell)
			return false;
	return true;
}

/* Whether no move can ever change that the tiles are in the wrong order. */
static bool is_odd(const struct level *level, const struct state *state)
{
	int swaps = distance(level, gap_of(level, state), home_of(level, GAP));
	for (int a = 0; a < level_cells(level); a++)
		for (int b = 0; b < a; b++)
			swaps += home_of(level, state->byte[b]) > home_of(level, state->byte[a]);
	return swaps % 2 != 0;
}

static void fifteen_prepare(struct level *level)
{
	level->table[0][0] = is_odd(level, &level->start);
}

static int fifteen_lower_bound(const struct level *level, const struct state *state)
{
	int moves = 0;
	if (level->table[0][0])
		return DEAD_END;
	for (int cell = 0; cell < level_cells(level); cell++)
		if (state->byte[cell] != GAP)
			moves += distance(level, cell, home_of(level, state->byte[cell]));
	return moves;
}

static bool fifteen_reverse(const struct level *level, move_code move, move_code *back)
{
	(void)level;
	*back = (move_code)((move + 2) % DIRECTIONS);
	return true;
}

/* ---- level files, names of moves ---- */

static bool read_tile(struct level *level, const struct level_text *text, int cell,
                      struct error *error)
{
	const int row = cell / level->columns, column = cell % level->columns;
	const char letter = text->words[0][row][column];
	const int tile = (int)strcspn(letters, (char[]){letter, '\0'});
	if (tile >= level_cells(level))
		return error_at(error, text->file, text->row_line[row],
		                "column %d is not a tile of this board; expected '.' or 1 to %c",
		                column + 1, letters[level_cells(level) - 1]);
	if (memchr(level->start.byte, tile, (size_t)cell) != NULL)
		return error_at(error, text->file, text->row_line[row],
		                "'%c' is there twice; expected every tile once", letter);
	level->start.byte[cell] = (uint8_t)tile;
	return true;
}

static bool fifteen_read(struct level *level, const struct level_text *text, struct error *error)
{
	const int cells = level_cells(level);
	if (cells > FIFTEEN_CELLS_MAX)
		return error_at(error, text->file, text->row_line[0],
		                "a board of %d cells; expected %d at most", cells,
		                FIFTEEN_CELLS_MAX);
	level->state_size = (size_t)cells;
	for (int cell = 0; cell < cells; cell++)
		if (!read_tile(level, text, cell, error))
			return false;
	return true;
}

static void fifteen_write(const struct level *level, const struct state *state,
                          struct level_writer *writer)
{
	const uint8_t *tile = (state == NULL ? &level->start : state)->byte;
	writer->text.rows = level->rows;
	writer->text.columns[0] = level->columns;
	for (int row = 0; row < level->rows; row++) {
		char *word = writer->words[0][row];
		for (int column = 0; column < level->columns; column++)
			word[column] = letters[*tile++];
		word[level->columns] = '\0';
		writer->text.words[0][row] = word;
	}
}

static void fifteen_name_move(const struct level *level, move_code move, char out[MOVE_NAME_MAX])
{
	(void)level;
	snprintf(out, MOVE_NAME_MAX, "%s", direction_name(move % DIRECTIONS));
}

static bool fifteen_read_move(const struct level *level, const char *name, move_code *move)
{
	const int direction = direction_named(name);
	(void)level;
	*move = (move_code)direction;
	return direction >= 0;
}

/* ---- text ---- */

static void fifteen_describe_cell(const struct level *level, const struct state *state, int cell,
                                  char *out, size_t size)
{
	(void)level;
	if (state->byte[cell] == GAP)
		snprintf(out, size, "%s", "");
	else
		snprintf(out, size, "tile %d", state->byte[cell]);
}

static void fifteen_hint_text(const struct level *level, const struct state *state, move_code move,
                              char *out, size_t size)
{
	snprintf(out, size, "Hint: tile %d.", state->byte[tile_cell(level, state, move)]);
}

/* ---- keys and pictures ---- */

static enum intent fifteen_press(const struct level *level, const struct state *state,
                                 struct cursor *cursor, int key, move_code *move)
{
	bool shifted = false;
	int direction = direction_of_key(key, &shifted);
	if (key == PRESS_CLICK)
		for (int d = 0; d < DIRECTIONS; d++)
			if (tile_cell(level, state, d) == cursor_cell(level, cursor))
				direction = d;
	if (direction < 0 || shifted)
		return INTENT_NONE;
	*move = (move_code)direction;
	return INTENT_MOVE;
}

static void paint_tile(const struct level *level, int cell, int tile, bool hinted,
                       struct picture *picture)
{
	const int row = cell / level->columns, column = cell % level->columns;
	const enum role role = hinted                         ? ROLE_HINT
	                       : home_of(level, tile) == cell ? ROLE_HOME
	                                                      : ROLE_PIECE;
	if (tile == GAP)
		board_floor(picture, margin, row, column);
	else
		board_mark(picture, margin, row, column, (char32_t)letters[tile], role, 1);
}

static void fifteen_paint(const struct level *level, const struct view *view,
                          struct picture *picture)
{
	const int hinted = view->hint == NULL ? -1 : tile_cell(level, view->state, *view->hint);
	board_frame(picture, margin, level->rows, level->columns);
	for (int cell = 0; cell < level_cells(level); cell++)
		paint_tile(level, cell, view->state->byte[cell], cell == hinted, picture);
	if (view->cursor != NULL)
		board_click_areas(picture, margin, level->rows, level->columns);
}

static void fifteen_move_cells(const struct level *level, const struct state *state, move_code move,
                               int *from, int *to)
{
	*from = tile_cell(level, state, move);
	*to = gap_of(level, state);
}

/* ---- new levels ---- */

/* Walks away from the solved board, never straight back. */
static bool fifteen_start(struct level *level, const struct recipe *recipe, struct random *random)
{
	const int cells = level_cells(level);
	if (cells < 2 || cells > FIFTEEN_CELLS_MAX || recipe->par_min > WALK_MAX)
		return false;
	level->state_size = (size_t)cells;
	for (int cell = 0; cell < cells; cell++)
		level->start.byte[cell] = (uint8_t)((cell + 1) % cells);
	const int max = recipe->par_max < WALK_MAX ? recipe->par_max : WALK_MAX;
	uint32_t back = DIRECTIONS;
	for (int tries = 0; tries < 2 * max; tries++) {
		const uint32_t direction = random_below(random, DIRECTIONS);
		if (direction != back && fifteen_apply(level, &level->start, (move_code)direction))
			back = (direction + 2) % DIRECTIONS;
	}
	fifteen_prepare(level);
	return true;
}

static const char *const rules[] = {
	"A tile next to the gap slides into it.",
	"Bring the tiles into order, row by row; the gap comes last.",
	NULL,
};

static const char *const help[] = {
	"An arrow slides the tile that can go that way; so does a click on it.",
	NULL,
};

const struct puzzle fifteen_puzzle = {
	.name = "fifteen",
	.title = "Fifteen",
	.rules =
		{
			.moves = fifteen_moves,
			.apply = fifteen_apply,
			.solved = fifteen_solved,
			.lower_bound = fifteen_lower_bound,
			.prepare = fifteen_prepare,
			.reverse = fifteen_reverse,
		},
	.format =
		{
			.alphabet = {letters},
			.read = fifteen_read,
			.write = fifteen_write,
			.name_move = fifteen_name_move,
			.read_move = fifteen_read_move,
		},
	.text =
		{
			.goal = "Slide the tiles into order.",
			.rules = rules,
			.help = help,
			.legend = "Boards: 1 to 9 and a to o are tiles in their order, . the gap.",
			.refusal = "No tile slides that way.",
			.key_labels = {[KEY_GROUP_ARROWS] = "slide"},
			.arrow_help = {[UP] = "slide a tile up",
                                       [RIGHT] = "slide a tile right",
                                       [DOWN] = "slide a tile down",
                                       [LEFT] = "slide a tile left"},
			.describe_cell = fifteen_describe_cell,
			.hint_text = fifteen_hint_text,
		},
	.screen =
		{
			.margin = {1, 2},
			.press = fifteen_press,
			.paint = fifteen_paint,
			.move_cells = fifteen_move_cells,
		},
	.generator =
		{
			.recipe = {.rows = 4,
                                   .columns = 4,
                                   .pieces = -1,
                                   .colours = -1,
                                   .par_min = 8,
                                   .par_max = 16},
			.start = fifteen_start,
		},
};
