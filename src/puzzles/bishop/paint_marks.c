/* Marks. One never differs from another by its colour alone: a crumb is a dot, on a target a gap in
 * each side of its ring; a forbidden square has a cross and a dotted line to the piece that forbids
 * it; the chosen square has four corners, a hint's source has sides without corners, its target
 * corners and a dot. So a target's ring also stays visible under the mark. Without colours, there
 * are gaps around marks, a chosen piece is an outline, and a target that a hint leads to is
 * reverse. */
#include "puzzles/bishop/paint_pixels.h"

#include <stdlib.h>

#include "puzzle/board_flat.h"

enum { BARS_UP_TO = 12 }; /* the largest side in which the cursor is two bars */

colour_id marks_ground(const struct board *board, int cell)
{
	const bool mono = picture_is_mono(board->picture);
	const bool bare = mono && board->side >= 4; /* a shade would blur the outline of a piece */
	if (board->hint.steps > 0 && cell == board->hint.to && !mono)
		return COLOUR_HINT_CELL;
	if (board->hint.steps > 0 && cell == board->hint.from && !bare)
		return COLOUR_HINT_CELL;
	return cell == board->lit && !bare ? COLOUR_CHOSEN_CELL : COLOUR_NONE;
}

/* ---- below the pieces ---- */

/* A size for what is in the middle of a cell: as even or odd as the cell, so that it is centred. */
static int centred(int side, int about)
{
	return about + (side - about) % 2;
}

/* On a target: in the middle of each side of its ring. */
static void paint_gaps(const struct board *board, int cell, colour_id colour)
{
	const struct point at = corner_of(board, cell);
	const int side = board->side, size = centred(side, side / 4), width = target_ring(side);
	const int near = (side - size) / 2, far = side - width;
	picture_pixels(board->picture, at.y, at.x + near, width, size, colour);
	picture_pixels(board->picture, at.y + far, at.x + near, width, size, colour);
	picture_pixels(board->picture, at.y + near, at.x, size, width, colour);
	picture_pixels(board->picture, at.y + near, at.x + far, size, width, colour);
}

/* The sides of a cell without their corners. */
static void paint_source(const struct board *board, int cell)
{
	const struct point at = corner_of(board, cell);
	const int side = board->side, cut = side / 3, length = side - 2 * cut;
	picture_pixels(board->picture, at.y, at.x + cut, 1, length, COLOUR_HINT);
	picture_pixels(board->picture, at.y + side - 1, at.x + cut, 1, length, COLOUR_HINT);
	picture_pixels(board->picture, at.y + cut, at.x, length, 1, COLOUR_HINT);
	picture_pixels(board->picture, at.y + cut, at.x + side - 1, length, 1, COLOUR_HINT);
}

void marks_paint_below(const struct board *board, int cell)
{
	const struct point at = corner_of(board, cell);
	if (board->side < PICTURES_FROM)
		return;
	if (picture_is_mono(board->picture)) /* there they would melt into a piece or a ring */
		return;
	if (board->hint.steps > 0 && cell == board->hint.from)
		paint_source(board, cell);
	if (board->hint.steps > 0 && cell == board->hint.to)
		pixels_corners(board->picture, at.y, at.x, COLOUR_HINT);
	if (cell == board->lit)
		pixels_corners(board->picture, at.y, at.x, COLOUR_CHOSEN);
}

/* ---- crumbs ---- */

/* The upper left pixel of a square in the middle of a cell; without tones in whole rows of the
 * screen, as the background around it would be black in half a row. */
static struct point middle_of(const struct board *board, int cell, int size)
{
	const struct point at = corner_of(board, cell);
	const int offset = (board->side - size) / 2, y = at.y + offset;
	const bool rows = picture_is_flat(board->picture) && size == 2;
	return (struct point){rows ? y & ~1 : y, at.x + offset};
}

/* In cells of two rows, whose middle is between glyphs: a dot of two quarters. */
static void put_small_dot(const struct board *board, int cell, colour_id colour)
{
	const struct point at = corner_of(board, cell);
	picture_ink(board->picture, at.y / 2, at.x + 1, U'▗', colour, COLOUR_NONE);
	picture_ink(board->picture, at.y / 2, at.x + 2, U'▖', colour, COLOUR_NONE);
}

/* A round dot, with light on its upper left. */
static void paint_dot(const struct board *board, int cell, colour_id colour, colour_id light)
{
	const int size = centred(board->side, board->side * 3 / 10), half = size / 2;
	const struct point at = middle_of(board, cell, size);
	if (board->side < PICTURES_FROM) {
		put_small_dot(board, cell, light);
		return;
	}
	for (int row = 0; row < size; row++)
		for (int column = 0; column < size; column++) {
			const int down = 2 * row + 1 - size, right = 2 * column + 1 - size;
			if (down * down + right * right <= size * size + 1)
				picture_pixel(board->picture, at.y + row, at.x + column,
				              row < half && column < half ? light : colour);
		}
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

static void paint_crumb(const struct board *board, int cell, int hue)
{
	const bool target = board->level->goal[cell] != 0, flat = picture_is_flat(board->picture);
	if (board->side < (target ? PICTURES_FROM : 4))
		put_glyph(board, cell, U'•', hue_colour(hue, TONE_LIGHT));
	else if (target)
		paint_gaps(board, cell, flat ? COLOUR_CELL : hue_colour(hue, TONE_GLINT));
	else
		paint_dot(board, cell, hue_colour(hue, TONE_BASE), hue_colour(hue, TONE_LIGHT));
}

/* ---- what is forbidden ---- */

/* On a target in place of its symbol. */
static void paint_cross(const struct board *board, int cell)
{
	const int size = centred(board->side, board->side * 5 / 8), width = 1 + board->side / 24;
	const struct point at = middle_of(board, cell, size);
	if (board->side < PICTURES_FROM) {
		put_glyph(board, cell, U'×', COLOUR_FORBIDDEN);
		return;
	}
	if (board->level->goal[cell] != 0)
		picture_pixels(board->picture, at.y, at.x, size, size, COLOUR_PIT);
	for (int i = 0; i < size; i++) {
		picture_pixels(board->picture, at.y + i, at.x + i, 1, width, COLOUR_FORBIDDEN);
		picture_pixels(board->picture, at.y + i, at.x + size - i - width, 1, width,
		               COLOUR_FORBIDDEN);
	}
}

/* Dots from a cell to the middle of another, which is left free. The first ones are in the cell
 * itself, `within` pixels from its edge. */
static void paint_line(const struct board *board, int from, int to, int within, colour_id colour)
{
	const struct point a = corner_of(board, from), b = corner_of(board, to);
	const int down = b.y - a.y, right = b.x - a.x, side = board->side;
	const int length = abs(down) > abs(right) ? abs(down) : abs(right);
	const int gap = side < 10 ? 2 : side / 5, dot = side < 12 ? 1 : side / 12;
	/* Between two pixels, the one ahead, so that the four diagonals are alike. */
	const int y = a.y + (side - dot + (down < 0)) / 2, x = a.x + (side - dot + (right < 0)) / 2;
	for (int i = side - (side - dot) / 2 - within; i <= length - side / 4 && side > 2; i += gap)
		picture_pixels(board->picture, y + down * i / length, x + right * i / length, dot,
		               dot, colour);
}

/* ---- above the pieces ---- */

/* Where the chosen piece could go, and where no-attack or the rotation forbid it. */
static void paint_crumbs(const struct board *board, int from)
{
	struct path paths[PATHS_MAX];
	uint8_t grid[CELLS_MAX];
	const int hue = board->grid[from];
	const int count = bishop_open_paths(board->level, board->grid, from, paths);
	for (int cell = 0; cell < level_cells(board->level); cell++)
		grid[cell] = cell == from ? 0 : board->grid[cell];
	for (int i = 0; i < count; i++) {
		const int to = paths[i].to;
		int attacker;
		if (board->hint.steps > 0 && to == board->hint.to)
			continue;
		if (bishop_is_valid(board->level, board->view->state, paths[i].code)) {
			paint_crumb(board, to, hue);
			continue;
		}
		if ((board->level->rules & NO_ATTACK) != 0 &&
		    bishop_sees_other(board->level, grid, to, hue, &attacker))
			paint_line(board, attacker, to, 1, COLOUR_FORBIDDEN);
		paint_cross(board, to);
	}
}

/* A trail of dots to the hint's target. */
static void paint_hint(const struct board *board)
{
	const struct path *hint = &board->hint;
	if (hint->steps == 0)
		return;
	paint_line(board, hint->from, hint->to, 0, COLOUR_HINT);
	if (board->level->goal[hint->to] == 0 && board->side >= 4)
		paint_dot(board, hint->to, COLOUR_HINT, COLOUR_HINT);
}

/* In cells of two rows, where pieces and symbols cover the background: a mark at the right edge,
 * in the lower row or in both. */
static void paint_tab(const struct board *board, int cell, bool high, colour_id colour)
{
	const struct point at = corner_of(board, cell);
	for (int row = at.y / 2 + !high; row < at.y / 2 + 2; row++)
		picture_ink(board->picture, row, at.x + 3,
		            picture_cell_at(board->picture, row, at.x + 3).glyph, COLOUR_CELL,
		            colour);
}

/* In small cells with few colours, marks cover the cell's contents, because their background is
 * hardly visible. */
static void paint_small_marks(const struct board *board)
{
	struct picture *picture = board->picture;
	const struct path *hint = &board->hint;
	const struct point to = corner_of(board, hint->to), from = corner_of(board, hint->from);
	const bool mono = picture_is_mono(picture);
	if (hint->steps > 0 && board->side == 4) {
		paint_tab(board, hint->from, !mono, COLOUR_HINT);
		if (mono && board->level->goal[hint->to] != 0)
			flat_reverse(picture, to.y, to.x, board->side);
		else
			pixels_corners(picture, to.y, to.x, COLOUR_HINT);
	} else if (hint->steps > 0) {
		pixels_target(picture, to.y, to.x);
		pixels_source(picture, from.y, from.x);
	}
	if (board->lit >= 0 && board->side == 4)
		paint_tab(board, board->lit, true, COLOUR_CHOSEN);
	else if (board->lit >= 0)
		pixels_chosen(picture, corner_of(board, board->lit).y,
		              corner_of(board, board->lit).x);
}

/* A bar at the left and one at the right; `apart`: with a gap beside them, and in a ring with gaps
 * around them, as it would go on above and below. */
static void paint_bars(const struct board *board, int cell, bool apart)
{
	const struct point at = corner_of(board, cell);
	const int side = board->side, width = side < 12 ? 1 : 2;
	const int height = side < 8 ? 2 : side <= BARS_UP_TO ? 4 : 8;
	const int y = (at.y + (side - height + 1) / 2) & ~1;
	const int around = board->level->goal[cell] != 0;
	for (int i = 0; i < 2; i++) {
		const int x = i == 0 ? at.x : at.x + side - width;
		if (apart)
			picture_pixels(board->picture, y - around, x - i, height + 2 * around,
			               width + 1, COLOUR_CELL);
		picture_pixels(board->picture, y, x, height, width, COLOUR_CURSOR);
	}
}

/* In cells of two rows: two arrows towards the piece, where no symbol is. */
static void put_arrows(const struct board *board, int cell)
{
	const struct point at = corner_of(board, cell);
	const bool tagged = board->grid[cell] != 0 && board->level->goal[cell] != 0;
	picture_ink(board->picture, at.y / 2, at.x, U'▶', COLOUR_CURSOR, COLOUR_CELL);
	if (!tagged)
		picture_ink(board->picture, at.y / 2, at.x + 3, U'◀', COLOUR_CURSOR, COLOUR_CELL);
}

/* A square in each corner, with a gap at its inner sides. */
static void paint_corner_spots(const struct board *board, int cell)
{
	const struct point at = corner_of(board, cell);
	const int size = (board->side + 4) / 8, far = board->side - size;
	for (int i = 0; i < 4; i++) {
		const int down = i / 2, right = i % 2;
		picture_pixels(board->picture, at.y + down * (far - 1), at.x + right * (far - 1),
		               size + 1, size + 1, COLOUR_CELL);
		picture_pixels(board->picture, at.y + down * far, at.x + right * far, size, size,
		               COLOUR_HINT);
	}
}

/* In most cells the cursor is two bars, in one or two rows of the screen where a piece leaves room
 * and a ring has one colour: it moves often, and so takes few bytes. Without colours there are gaps
 * around them. */
static void paint_cursor(const struct board *board, int cell)
{
	const struct point at = corner_of(board, cell);
	const bool mono = picture_is_mono(board->picture);
	if (mono && board->side == 4)
		put_arrows(board, cell);
	else if (board->side < PICTURES_FROM || (board->side > BARS_UP_TO && !mono))
		pixels_cursor(board->picture, at.y, at.x, COLOUR_CURSOR);
	else
		paint_bars(board, cell, mono);
}

/* Without colours: the source's corners, with gaps around them; the target's too, or a goal there
 * reverse. The chosen piece is an outline. */
static void paint_hint_without_colours(const struct board *board)
{
	struct picture *picture = board->picture;
	const struct path *hint = &board->hint;
	const struct point to = corner_of(board, hint->to);
	if (hint->steps == 0)
		return;
	paint_corner_spots(board, hint->from);
	if (board->level->goal[hint->to] != 0)
		flat_reverse(picture, to.y, to.x, board->side);
	else
		pixels_corners(picture, to.y, to.x, COLOUR_HINT);
}

void marks_paint_above(const struct board *board)
{
	const struct cursor *cursor = board->view->cursor;
	const struct level *level = board->level;
	const bool small = board->side < PICTURES_FROM;
	paint_hint(board);
	if (board->lit >= 0)
		paint_crumbs(board, board->lit);
	if (small && board->picture->tones != TONES_MANY)
		paint_small_marks(board);
	else if (picture_is_mono(board->picture))
		paint_hint_without_colours(board);
	if (cursor != NULL &&
	    (cursor->selected < 0 || cursor->selected != cursor_cell(level, cursor)))
		paint_cursor(board, cursor_cell(level, cursor));
}
