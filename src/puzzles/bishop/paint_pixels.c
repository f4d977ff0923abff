/* Paints the board with pixels: a chessboard whose a1 is dark, stone walls, sunken targets, and men
 * on top.
 *
 * Later layers cover earlier ones: squares, marks, men. A mark never differs by its colour alone: a
 * crumb is an arrow, a forbidden square has a cross and a dotted line to the piece that forbids it,
 * a hint's source has a ring, its target four corners. */
#include "puzzle/board.h"
#include "puzzle/board_pixels.h"
#include "puzzles/bishop/bishop.h"
#include "puzzles/bishop/men.h"

static const struct size margin = {BISHOP_MARGIN_ROWS, BISHOP_MARGIN_COLUMNS};

struct board {
	const struct level *level;
	const struct view *view;
	struct picture *picture;
	int side;
	uint8_t grid[CELLS_MAX];
	int lit;          /* the chosen square; -1: none */
	struct path hint; /* of no steps: none */
};

struct point {
	int y, x;
};

static struct point corner_of(const struct board *board, int cell)
{
	const int columns = board->level->columns;
	return (struct point){board_y(board->picture, margin, cell / columns),
	                      board_x(board->picture, margin, cell % columns)};
}

static int kind_of(const struct board *board)
{
	return (int)(bishop_kind(board->level) - bishop_kinds);
}

/* ---- squares ---- */

static colour_id square_colour(const struct level *level, int cell)
{
	const int row = cell / level->columns, column = cell % level->columns;
	return (level->rows - 1 - row + column) % 2 == 0 ? COLOUR_SQUARE : COLOUR_SQUARE_ODD;
}

/* A mark's colour for the ground; COLOUR_NONE: unchanged. */
static colour_id ground_of(const struct board *board, int cell)
{
	const bool target = cell == board->hint.to && !picture_is_mono(board->picture);
	if (board->hint.steps > 0 && (cell == board->hint.from || target))
		return COLOUR_HINT_CELL;
	return cell == board->lit ? COLOUR_CHOSEN_CELL : COLOUR_NONE;
}

/* Pixels of a target's ring. */
static int ring_width(int side)
{
	return side < 14 ? 1 : side / 10;
}

/* The symbol of an empty target, as large as half the cell. */
static void paint_symbol(const struct board *board, struct point at, int hue)
{
	const int side = board->side, half = side / 2, size = half + (side - half) % 2;
	const colour_id ink = hue_colour(hue, TONE_RING);
	if (side < 8 && picture_is_flat(board->picture))
		pixels_glyph(board->picture, at.y, at.x, picture_goal_glyph(board->picture, hue),
		             ink);
	else if (side < 8)
		pixels_letter(board->picture, at.y, at.x, hue, ink);
	else
		pixels_small_symbol(board->picture, at.y + (side - size) / 2,
		                    at.x + (side - size) / 2, size, size, hue, ink);
}

/* A target: a ring with cut corners, and a sunken ground with the shadow of its upper left edge. A
 * man of its colour makes it shine. */
static void paint_target(const struct board *board, int cell, colour_id ground)
{
	struct picture *picture = board->picture;
	const struct point at = corner_of(board, cell);
	const int hue = board->level->goal[cell], side = board->side, width = ring_width(side);
	const bool home = board->grid[cell] == hue;
	const colour_id ring = hue_colour(hue, home ? TONE_GLINT : TONE_RING);
	if (board->grid[cell] != 0 && side < 12) { /* there is room for its corners only */
		if (home && ground == COLOUR_NONE)
			pixels_ground(picture, at.y, at.x, hue_colour(hue, TONE_SUNK));
		pixels_corners(picture, at.y, at.x, ring);
		return;
	}
	if (ground == COLOUR_NONE)
		ground = picture_is_flat(picture) ? COLOUR_CELL : hue_colour(hue, TONE_SUNK);
	const int inner = side - 2 * width;
	picture_pixels(picture, at.y, at.x + 1, side, side - 2, ring);
	picture_pixels(picture, at.y + 1, at.x, side - 2, side, ring);
	picture_pixels(picture, at.y + width, at.x + width, inner, inner, ground);
	if (side >= 8 && board->grid[cell] == 0) {
		picture_pixels(picture, at.y + width, at.x + width, 1, inner, COLOUR_PIT);
		picture_pixels(picture, at.y + width, at.x + width, inner, 1, COLOUR_PIT);
	}
	if (board->grid[cell] == 0)
		paint_symbol(board, at, hue);
}

/* In cells of one row: the ground in the target's tone, and its symbol. */
static void paint_flat_target(const struct board *board, int cell, colour_id ground)
{
	const struct point at = corner_of(board, cell);
	const int hue = board->level->goal[cell];
	if (ground == COLOUR_NONE)
		ground = hue_colour(hue, TONE_SUNK);
	pixels_ground(board->picture, at.y, at.x, ground);
	if (board->grid[cell] == 0)
		paint_symbol(board, at, hue);
}

static void paint_square(const struct board *board, int cell)
{
	const struct point at = corner_of(board, cell);
	const colour_id ground = ground_of(board, cell);
	if (board->level->map[cell] == WALL) {
		pixels_stone(board->picture, at.y, at.x);
		return;
	}
	pixels_ground(board->picture, at.y, at.x,
	              ground != COLOUR_NONE ? ground : square_colour(board->level, cell));
	if (board->level->goal[cell] != 0 && board->side < 4)
		paint_flat_target(board, cell, ground);
	else if (board->level->goal[cell] != 0)
		paint_target(board, cell, ground);
}

/* ---- marks ---- */

/* The side of a crumb. */
static int crumb_size(int side)
{
	return side < 12 ? 3 : side / 4 | 1;
}

/* Where a crumb of that size is in a cell: in the middle, or in the lower right corner of a target,
 * which has its symbol in the middle. */
static struct point crumb_place(const struct board *board, int cell, int size)
{
	const struct point at = corner_of(board, cell);
	const int side = board->side;
	const bool beside = board->level->goal[cell] != 0;
	const int offset =
		beside ? side - size - ring_width(side) - (side >= 12) : (side - size) / 2;
	return (struct point){at.y + offset, at.x + offset};
}

/* A pixel of a triangle with its tip at the upper edge, in the middle of a square. */
static bool is_triangle(int size, int row, int column)
{
	const int last = size - 1, down = row - size / 4;
	const int aside = last < 2 * column ? 2 * column - last : last - 2 * column;
	return 2 * down >= aside && 2 * down <= last;
}

/* A pixel of an arrow that points in the direction of `down` and `right`: a triangle with its tip,
 * or its right angle, there. If both are 0, of a dot. */
static bool is_arrow(int size, int down, int right, int row, int column)
{
	const int last = size - 1;
	const int r = down > 0 ? last - row : row, c = right > 0 ? last - column : column;
	if (down != 0 && right != 0)
		return r + c <= last;
	if (down != 0)
		return is_triangle(size, r, column);
	if (right != 0)
		return is_triangle(size, c, row);
	return size < 5 || (r != 0 && r != last) || (c != 0 && c != last);
}

static void paint_arrow(const struct board *board, struct point at, int size, int down, int right,
                        colour_id colour)
{
	for (int row = 0; row < size; row++)
		for (int column = 0; column < size; column++)
			if (is_arrow(size, down, right, row, column))
				picture_pixel(board->picture, at.y + row, at.x + column, colour);
}

/* In small cells marks are glyphs; on a target beside its symbol. */
static void put_glyph(const struct board *board, int cell, char32_t glyph, colour_id colour)
{
	const struct point at = corner_of(board, cell);
	const bool beside = board->level->goal[cell] != 0;
	const int row = (at.y + (board->side - 1) / 2) / 2 + (beside && board->side == 4);
	const int column = (board->side - 1) / 2 + (beside ? board->side / 2 : 0);
	picture_ink(board->picture, row, at.x + column, glyph, colour, COLOUR_NONE);
}

/* A crumb where the path ends: an arrow along it, or a dot where a knight lands. */
static void paint_crumb(const struct board *board, const struct path *path, colour_id colour)
{
	const struct kind *kind = bishop_kind(board->level);
	const struct direction *d = &kind->direction[path->direction];
	const int size = crumb_size(board->side);
	const bool leaps = d->down * d->down + d->right * d->right > 2;
	if (board->side < 6)
		put_glyph(board, path->to, d->glyph, colour);
	else
		paint_arrow(board, crumb_place(board, path->to, size), size, leaps ? 0 : d->down,
		            leaps ? 0 : d->right, colour);
}

static void paint_cross(const struct board *board, int cell)
{
	const int size = crumb_size(board->side);
	const struct point at = crumb_place(board, cell, size);
	if (board->side < 6) {
		put_glyph(board, cell, U'×', COLOUR_FORBIDDEN);
		return;
	}
	for (int i = 0; i < size; i++) {
		picture_pixel(board->picture, at.y + i, at.x + i, COLOUR_FORBIDDEN);
		picture_pixel(board->picture, at.y + i, at.x + size - 1 - i, COLOUR_FORBIDDEN);
	}
}

/* Dots from the middle of a cell to that of another, but not near the ends. */
static void paint_dots(const struct board *board, int from, int to, colour_id colour)
{
	const struct point a = corner_of(board, from), b = corner_of(board, to);
	const int down = b.y - a.y, right = b.x - a.x, side = board->side;
	const int length = (down < 0 ? -down : down) > (right < 0 ? -right : right)
	                           ? (down < 0 ? -down : down)
	                           : (right < 0 ? -right : right);
	const int gap = side < 10 ? 2 : side / 5, dot = side < 12 ? 1 : side / 12;
	const int middle = (side - dot) / 2;
	for (int i = side * 3 / 8; i <= length - side / 4 && side > 2; i += gap)
		picture_pixels(board->picture, a.y + middle + down * i / length,
		               a.x + middle + right * i / length, dot, dot, colour);
}

/* Where the chosen piece could go, and where no-attack or the rotation forbid it. */
static void paint_crumbs(const struct board *board, int from)
{
	struct path paths[PATHS_MAX];
	uint8_t grid[CELLS_MAX];
	const int colour = board->grid[from];
	const int count = bishop_open_paths(board->level, board->grid, from, paths);
	for (int cell = 0; cell < level_cells(board->level); cell++)
		grid[cell] = cell == from ? 0 : board->grid[cell];
	for (int i = 0; i < count; i++) {
		int attacker;
		const struct path *path = &paths[i];
		if (bishop_is_valid(board->level, board->view->state, path->code)) {
			const bool light = path->direction == 0 || path->direction == 3 ||
			                   path->direction == 4 || path->direction == 7;
			paint_crumb(board, path,
			            hue_colour(colour, light ? TONE_LIGHT : TONE_RING));
			continue;
		}
		if ((board->level->rules & NO_ATTACK) != 0 &&
		    bishop_sees_other(board->level, grid, path->to, colour, &attacker))
			paint_dots(board, attacker, path->to, COLOUR_FORBIDDEN);
		paint_cross(board, path->to);
	}
}

/* A trail of dots to the hint's target, which has an arrow. */
static void paint_hint(const struct board *board)
{
	const struct path *hint = &board->hint;
	const struct point to = corner_of(board, hint->to), from = corner_of(board, hint->from);
	if (hint->steps == 0)
		return;
	paint_dots(board, hint->from, hint->to, COLOUR_HINT);
	paint_crumb(board, hint, COLOUR_HINT);
	if (board->side < 5 && board->picture->tones == TONES_MANY) /* the ground shows it */
		return;
	pixels_target(board->picture, to.y, to.x);
	pixels_source(board->picture, from.y, from.x);
}

/* ---- all of it ---- */

/* The rotation of colours above the board; the one whose turn it is in a lit square. */
static void paint_turn(const struct board *board)
{
	const struct level *level = board->level;
	struct picture *picture = board->picture;
	const int next = bishop_next_mover(level, board->view->state);
	const int frame = board_around(picture, margin).columns, row = margin.rows - 1;
	const int first = margin.columns - frame + 1;
	const int end = margin.columns + level->columns * board->side + frame;
	int column = board_frame_text(picture, row, first, end - first, "turns");
	for (int colour = 1; colour <= COLOURS_MAX; colour++) {
		if (level->pieces[colour] == 0 || column + 4 > end)
			continue;
		const colour_id ink = hue_colour(colour, colour == next ? TONE_SYMBOL : TONE_RING);
		const colour_id paper =
			colour == next ? hue_colour(colour, TONE_BASE) : COLOUR_FRAME_DARK;
		picture_ink(picture, row, column + 1, men_glyph(picture, kind_of(board)), ink,
		            paper);
		picture_ink(picture, row, column + 2, picture_piece_glyph(picture, colour), ink,
		            paper);
		column += 3;
	}
}

/* The piece on its path, above all others. */
static void paint_moving(const struct board *board, const struct path *path, int colour)
{
	const struct point from = corner_of(board, path->from), to = corner_of(board, path->to);
	const bool whole_rows = board->side < 5;
	const int frame = board->view->frame;
	const int y = from.y + picture_eased(to.y - from.y, frame, BISHOP_FRAMES);
	const int x = from.x + picture_eased(to.x - from.x, frame, BISHOP_FRAMES);
	men_paint(board->picture, whole_rows ? y & ~1 : y, x, kind_of(board), colour);
}

/* With few colours a target under a man shows its glyph: in cells of one row in place of the man's,
 * else in the upper right corner, if the man is not at home. */
static void paint_goal_under(const struct board *board, int cell)
{
	const struct point at = corner_of(board, cell);
	const int hue = board->level->goal[cell], side = board->side;
	const bool shown = side == 2 ? board->picture->tones != TONES_MANY
	                             : picture_is_flat(board->picture) && board->grid[cell] != hue;
	if (hue != 0 && shown)
		picture_ink(board->picture, (at.y + 1) / 2, at.x + (side == 2 ? 0 : side - 1),
		            picture_goal_glyph(board->picture, hue), hue_colour(hue, TONE_RING),
		            COLOUR_CELL);
}

static void paint_men(const struct board *board)
{
	for (int cell = 0; cell < level_cells(board->level); cell++) {
		const struct point at = corner_of(board, cell);
		if (!is_piece(board->grid[cell]))
			continue;
		men_paint(board->picture, at.y, at.x, kind_of(board), board->grid[cell]);
		paint_goal_under(board, cell);
	}
	for (int i = 0; i < board->view->valid_count; i++) {
		const struct path path = bishop_decode(board->level, board->view->valid[i]);
		const struct point at = corner_of(board, path.from);
		if (path.steps > 0 && board->side > 2)
			pixels_corners(board->picture, at.y, at.x, COLOUR_MARK);
		else if (path.steps > 0)
			pixels_invert(board->picture, at.y, at.x, COLOUR_MARK);
	}
}

static void set_marks(struct board *board)
{
	const struct view *view = board->view;
	const struct cursor *cursor = view->cursor;
	board->lit = -1;
	if (view->frame > 0)
		return;
	if (cursor != NULL && cursor->selected >= 0 && is_piece(board->grid[cursor->selected]))
		board->lit = cursor->selected;
	if (view->hint != NULL)
		board->hint = bishop_decode(board->level, *view->hint);
	if (board->hint.steps > 0 && !is_piece(board->grid[board->hint.from]))
		board->hint.steps = 0;
}

static void paint_cursor(const struct board *board)
{
	const struct cursor *cursor = board->view->cursor;
	struct picture *picture = board->picture;
	if (board->lit >= 0) {
		const struct point at = corner_of(board, board->lit);
		paint_crumbs(board, board->lit);
		if (board->side >= 4 || picture->tones != TONES_MANY)
			pixels_chosen(picture, at.y, at.x);
	}
	if (cursor->selected < 0 || cursor->selected != cursor_cell(board->level, cursor))
		pixels_cursor(picture, board_y(picture, margin, cursor->row),
		              board_x(picture, margin, cursor->column), COLOUR_CURSOR);
	board_click_areas(picture, margin, board->level->rows, board->level->columns);
}

void bishop_paint_pixels(const struct level *level, const struct view *view,
                         struct picture *picture)
{
	struct board board = {.level = level,
	                      .view = view,
	                      .picture = picture,
	                      .side = picture->side};
	const struct path path = bishop_decode(level, view->moving);
	const bool moving = view->frame > 0 && path.steps > 0;
	bishop_unpack(level, view->state, board.grid);
	const int mover = board.grid[path.from];
	if (moving)
		board.grid[path.from] = 0;
	set_marks(&board);
	board_thin_frame(picture, margin, level->rows, level->columns);
	if ((level->rules & ALTERNATE) != 0)
		paint_turn(&board);
	for (int cell = 0; cell < level_cells(level); cell++)
		paint_square(&board, cell);
	paint_men(&board);
	if (moving)
		paint_moving(&board, &path, mover);
	paint_hint(&board);
	if (view->cursor != NULL)
		paint_cursor(&board);
}
