/* Keys and pictures of bishop: the player selects a piece, breadcrumbs show where it can go, and a
 * second key or click moves it there. The pictures in ASCII are here. */
#include "puzzles/bishop/bishop.h"

#include "os/language.h"
#include "puzzle/board.h"
#include "puzzle/key.h"

static const struct size margin = {BISHOP_MARGIN_ROWS, BISHOP_MARGIN_COLUMNS};

/* ---- keys ---- */

bool bishop_is_valid(const struct level *level, const struct state *state, move_code move)
{
	struct state next = *state;
	return bishop_apply(level, &next, move);
}

/* The cells where a piece may go. Returns how many. */
static int find_targets(const struct level *level, const struct state *state,
                        const uint8_t grid[CELLS_MAX], int from, int out[PATHS_MAX])
{
	struct path paths[PATHS_MAX];
	const int open = bishop_open_paths(level, grid, from, paths);
	int count = 0;
	for (int i = 0; i < open; i++)
		if (bishop_is_valid(level, state, paths[i].code))
			out[count++] = paths[i].to;
	return count;
}

/* Chooses the next piece that may move, in reading order or against it. */
static enum intent choose_next(const struct level *level, const struct state *state,
                               const uint8_t grid[CELLS_MAX], struct cursor *cursor, bool back)
{
	const int cells = level_cells(level);
	int cell = cursor_cell(level, cursor), targets[PATHS_MAX];
	for (int i = 0; i < cells; i++) {
		cell = (cell + (back ? cells - 1 : 1)) % cells;
		if (is_piece(grid[cell]) && find_targets(level, state, grid, cell, targets) > 0) {
			cursor_put(level, cursor, cell);
			cursor->selected = cell;
			return INTENT_CURSOR;
		}
	}
	return INTENT_NONE;
}

/* Moves the cursor to the next or the previous square that the chosen piece may go to. */
static enum intent next_square(const struct level *level, const struct state *state,
                               const uint8_t grid[CELLS_MAX], struct cursor *cursor, bool back)
{
	int targets[PATHS_MAX], at = -1;
	const int count = cursor->selected < 0
	                          ? 0
	                          : find_targets(level, state, grid, cursor->selected, targets);
	if (count == 0)
		return INTENT_NONE;
	for (int i = 0; i < count; i++)
		if (targets[i] == cursor_cell(level, cursor))
			at = i;
	at = back ? (at <= 0 ? count : at) - 1 : (at + 1) % count;
	cursor_put(level, cursor, targets[at]);
	return INTENT_CURSOR;
}

/* Enter or a click on the cell under the cursor. If there is no piece to choose, Enter chooses the
 * next one. */
static enum intent act(const struct level *level, const struct state *state,
                       const uint8_t grid[CELLS_MAX], struct cursor *cursor, int key,
                       move_code *move)
{
	const int cell = cursor_cell(level, cursor);
	if (cell == cursor->selected) {
		cursor->selected = -1;
		return INTENT_CURSOR;
	}
	if (is_piece(grid[cell])) {
		cursor->selected = cell;
		return INTENT_CURSOR;
	}
	if (cursor->selected < 0)
		return key == PRESS_CLICK ? INTENT_CURSOR
		                          : choose_next(level, state, grid, cursor, false);
	*move = bishop_path_between(level, cursor->selected, cell).code;
	return INTENT_MOVE;
}

enum intent bishop_press(const struct level *level, const struct state *state,
                         struct cursor *cursor, int key, move_code *move)
{
	uint8_t grid[CELLS_MAX];
	bishop_unpack(level, state, grid);
	bool shifted;
	const int direction = direction_of_key(key, &shifted);
	if (direction >= 0 && shifted)
		return next_square(level, state, grid, cursor,
		                   direction == UP || direction == LEFT);
	if (direction >= 0) {
		direction_step(level, direction, &cursor->row, &cursor->column);
		return INTENT_CURSOR;
	}
	switch (key) {
	case PRESS_TAB:
	case PRESS_BACKTAB:
		return choose_next(level, state, grid, cursor, key == PRESS_BACKTAB);
	case PRESS_ENTER:
	case PRESS_CLICK:
		return act(level, state, grid, cursor, key, move);
	case PRESS_ESCAPE:
		if (cursor->selected < 0)
			return INTENT_NONE;
		cursor->selected = -1;
		return INTENT_CURSOR;
	default:
		return INTENT_NONE;
	}
}

const char *bishop_drag(const struct level *level, const struct state *state,
                        const struct drag *drag, move_code *move, int *times)
{
	uint8_t grid[CELLS_MAX];
	bishop_unpack(level, state, grid);
	*times = 1;
	*move = bishop_path_between(level, drag->from, drag->to).code;
	return drag->off || !is_piece(grid[drag->from]) ? _("Drag a piece to its square.") : NULL;
}

/* ---- pictures ---- */

static void put_brackets(const struct level *level, int cell, enum role role,
                         struct picture *picture)
{
	board_brackets(picture, margin, cell / level->columns, cell % level->columns, role);
}

static void paint_piece(const struct level *level, const uint8_t grid[CELLS_MAX], int cell,
                        enum role role, struct picture *picture)
{
	board_piece_in_role(picture, margin, cell / level->columns, cell % level->columns,
	                    grid[cell], level->goal[cell], role);
}

/* A glyph right of a cell's middle, beside its content. */
static void put_beside(const struct level *level, int cell, char32_t glyph, enum role role,
                       int tint, struct picture *picture)
{
	const struct size scale = picture->scale;
	const int row = margin.rows + cell / level->columns * scale.rows + (scale.rows - 1) / 2;
	const int column = margin.columns + cell % level->columns * scale.columns;
	picture_put(picture, row, column + scale.columns / 2, glyph, role, tint);
}

static char32_t path_glyph(const struct level *level, const struct path *path)
{
	return bishop_kind(level)->direction[path->direction].glyph;
}

/* A breadcrumb; on a target it stands beside the target's own glyph. */
static void paint_crumb(const struct level *level, const struct path *path, char32_t glyph,
                        enum role role, int tint, struct picture *picture)
{
	if (level->goal[path->to] != 0)
		put_beside(level, path->to, glyph, role, tint, picture);
	else
		board_mark(picture, margin, path->to / level->columns, path->to % level->columns,
		           glyph, role, tint);
}

/* Where the chosen piece could go, and where no-attack or the rotation forbid it. */
static void paint_crumbs(const struct level *level, const struct state *state,
                         const uint8_t grid[CELLS_MAX], int from, struct picture *picture)
{
	struct path paths[PATHS_MAX];
	const int count = bishop_open_paths(level, grid, from, paths);
	for (int i = 0; i < count; i++)
		if (bishop_is_valid(level, state, paths[i].code))
			paint_crumb(level, &paths[i], path_glyph(level, &paths[i]), ROLE_MARK,
			            grid[from], picture);
		else
			paint_crumb(level, &paths[i], U'x', ROLE_QUIET, 0, picture);
	paint_piece(level, grid, from, ROLE_SELECTED, picture);
}

/* The piece and the square it goes to, both with the direction's glyph. */
static void paint_hint(const struct level *level, const uint8_t grid[CELLS_MAX], move_code hint,
                       struct picture *picture)
{
	const struct path path = bishop_decode(level, hint);
	if (path.steps == 0 || !is_piece(grid[path.from]))
		return;
	const char32_t glyph = path_glyph(level, &path);
	paint_piece(level, grid, path.from, ROLE_HINT, picture);
	put_beside(level, path.from, glyph, ROLE_HINT, 0, picture);
	paint_crumb(level, &path, glyph, ROLE_HINT, 0, picture);
	put_brackets(level, path.to, ROLE_HINT, picture);
}

int bishop_colours(const struct level *level)
{
	int count = 0;
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		count += level->pieces[colour] > 0;
	return count;
}

const char *bishop_turns(void)
{
	/* TRANSLATORS: Above the board, before the pieces that take turns. About 8 columns. */
	return C_("order of colours", "turns");
}

/* The rotation of colours above the board, the one whose turn it is as a piece. */
static void paint_turn(const struct level *level, int next, struct picture *picture)
{
	const int width = level->columns * picture->scale.columns + 2 * margin.columns;
	const int room = width - 1 - 2 * bishop_colours(level);
	int column = board_frame_label(picture, 0, 1, room, bishop_turns());
	for (int colour = 1; colour <= COLOURS_MAX; colour++)
		if (level->pieces[colour] > 0 && column + 2 <= width) {
			picture_put(picture, 0, column + 1, picture_piece_glyph(picture, colour),
			            colour == next ? ROLE_SELECTED : ROLE_GOAL, colour);
			column += 2;
		}
}

static void paint_cursor(const struct level *level, const struct view *view,
                         const uint8_t grid[CELLS_MAX], struct picture *picture)
{
	const struct cursor *cursor = view->cursor;
	if (view->frame == 0 && cursor->selected >= 0 && grid[cursor->selected] != 0)
		paint_crumbs(level, view->state, grid, cursor->selected, picture);
	board_brackets(picture, margin, cursor->row, cursor->column, ROLE_CURSOR);
	board_click_areas(picture, margin, level->rows, level->columns);
}

void bishop_paint(const struct level *level, const struct view *view, struct picture *picture)
{
	if (picture->pixels) {
		bishop_paint_pixels(level, view, picture);
		return;
	}
	const struct path path = bishop_decode(level, view->moving);
	uint8_t grid[CELLS_MAX];
	bishop_unpack(level, view->state, grid);
	if (view->frame > 0 && path.steps > 0) {
		const int step = (path.to - path.from) / path.steps;
		const int piece = grid[path.from];
		grid[path.from] = 0;
		const int whole = BISHOP_FRAMES + 1;
		const int steps = (2 * view->frame * path.steps + whole) / (2 * whole);
		grid[path.from + steps * step] = (uint8_t)piece;
	}
	board_thin_frame(picture, margin, level->rows, level->columns);
	if ((level->rules & ALTERNATE) != 0)
		paint_turn(level, bishop_next_mover(level, view->state), picture);
	for (int cell = 0; cell < level_cells(level); cell++)
		board_cell(picture, margin, cell / level->columns, cell % level->columns,
		           grid[cell] == WALL, grid[cell], level->goal[cell]);
	for (int i = 0; i < view->valid_count; i++)
		if (bishop_decode(level, view->valid[i]).steps > 0)
			put_brackets(level, bishop_decode(level, view->valid[i]).from, ROLE_MARK,
			             picture);
	if (view->hint != NULL && view->frame == 0)
		paint_hint(level, grid, *view->hint, picture);
	if (view->cursor != NULL)
		paint_cursor(level, view, grid, picture);
}
