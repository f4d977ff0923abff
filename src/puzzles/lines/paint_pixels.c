/* The board as pixels: strokes a third of a cell thick on a chequer, and around it buttons that
 * slide its lines.
 *
 * A bend is a quarter of a ring around a corner of its cell, so that strokes meet at the edges of
 * cells, and only there. Each pixel of a stroke has the tone that its neighbours give it: light
 * where the stroke ends above or to the left, dark where it ends below or to the right. Closed
 * groups shine on a ground in their colour; the ends of open ones are lit.
 *
 * A moving line is painted some pixels further on, cut off at one end of the board and continued at
 * the other. */
#include <stdlib.h>

#include "puzzle/board.h"
#include "puzzle/board_pixels.h"
#include "puzzle/key.h"
#include "puzzles/lines/paint.h"

static const struct size margin = {LINES_MARGIN_ROWS, LINES_MARGIN_COLUMNS};

/* The upper left pixel of a cell, from the board's own. */
struct point {
	int y, x;
};

static struct point corner_of(const struct scene *scene, int cell)
{
	const int side = scene->picture->side, columns = scene->level->columns;
	return (struct point){cell / columns * side, cell % columns * side};
}

static bool is_on_board(const struct scene *scene, int y, int x)
{
	const int side = scene->picture->side;
	return y >= 0 && y < scene->level->rows * side && x >= 0 &&
	       x < scene->level->columns * side;
}

static void put_pixel(const struct scene *scene, int y, int x, colour_id colour)
{
	if (is_on_board(scene, y, x))
		picture_pixel(scene->picture, 2 * margin.rows + y, margin.columns + x, colour);
}

static void put_pixels(const struct scene *scene, struct point at, int height, int width,
                       colour_id colour)
{
	for (int y = at.y; y < at.y + height; y++)
		for (int x = at.x; x < at.x + width; x++)
			put_pixel(scene, y, x, colour);
}

static void put_glyph(const struct scene *scene, int y, int x, char32_t glyph, colour_id ink,
                      colour_id paper)
{
	if (is_on_board(scene, y, x))
		picture_ink(scene->picture, margin.rows + y / 2, margin.columns + x, glyph, ink,
		            paper);
}

/* ---- strokes ---- */

/* Pixels across a stroke: of the numbers that are even or odd as the side is, the nearest to a
 * third of it. */
static int stroke_width(int side)
{
	const int third = side / 3, width = third - (side - third) % 2;
	return width < 1 || side - 3 * width > 3 ? width + 2 : width;
}

static bool is_bend(int sides)
{
	return sides == (1 << UP | 1 << RIGHT) || sides == (1 << RIGHT | 1 << DOWN) ||
	       sides == (1 << DOWN | 1 << LEFT) || sides == (1 << LEFT | 1 << UP);
}

/* The square of the distance from a pixel's middle to a point, in half pixels. */
static int distance(int y, int x, int point_y, int point_x)
{
	const int down = 2 * y + 1 - 2 * point_y, right = 2 * x + 1 - 2 * point_x;
	return down * down + right * right;
}

/* The side on which a pixel lies outside its cell; -1: inside. */
static int side_outside(int side, int y, int x)
{
	return y < 0 ? UP : x >= side ? RIGHT : y >= side ? DOWN : x < 0 ? LEFT : -1;
}

/* Whether a pixel belongs to the knob that a single arm ends in. */
static bool is_knob(int sides, int side, int y, int x)
{
	const int width = stroke_width(side);
	const int knob = side < 4 ? width : width + 2 < side ? width + 2 : side;
	const int middle_y = 2 * y + 1 - side, middle_x = 2 * x + 1 - side;
	return sides != 0 && middle_y * middle_y + middle_x * middle_x <= knob * knob;
}

/* Whether a pixel of a tile, or one next to the tile, belongs to the stroke. */
static bool is_stroke(int sides, int side, int y, int x)
{
	const int width = stroke_width(side), low = (side - width) / 2, high = low + width;
	const bool upright = x >= low && x < high, across = y >= low && y < high;
	const int out = side_outside(side, y, x);
	if (out >= 0)
		return (sides >> out & 1) != 0 && (direction_row_step(out) != 0 ? upright : across);
	if (is_bend(sides)) {
		const int from =
			distance(y, x, sides >> DOWN & 1 ? side : 0, sides >> RIGHT & 1 ? side : 0);
		return from >= 4 * low * low && from < 4 * high * high;
	}
	const bool one_arm = (sides & (sides - 1)) == 0;
	if (one_arm ? is_knob(sides, side, y, x) : upright && across)
		return true;
	return (upright && ((sides >> UP & 1 && y < high) || (sides >> DOWN & 1 && y >= low))) ||
	       (across && ((sides >> LEFT & 1 && x < high) || (sides >> RIGHT & 1 && x >= low)));
}

static enum tone tone_of(int sides, int side, bool closed, int y, int x)
{
	const bool light = !is_stroke(sides, side, y - 1, x) || !is_stroke(sides, side, y, x - 1);
	const bool dark = !is_stroke(sides, side, y + 1, x) || !is_stroke(sides, side, y, x + 1);
	if (stroke_width(side) == 1)
		return closed ? TONE_LIGHT : TONE_BASE;
	if (light && (!dark || stroke_width(side) < 3))
		return closed ? TONE_GLINT : TONE_LIGHT;
	return dark && !light && stroke_width(side) > 2 ? TONE_DARK : TONE_BASE;
}

static bool is_closed(const struct scene *scene, int cell)
{
	return scene->groups.closed[scene->groups.of[cell]] && (scene->piece[cell] & SIDES) != 0;
}

/* Where a tile is painted. */
struct spot {
	int cell;
	struct point at;
};

/* In cells of one row: the tile as a glyph, and the arm to its right. */
static void paint_flat_tile(const struct scene *scene, struct spot spot)
{
	const int sides = scene->piece[spot.cell] & SIDES;
	const int hue = scene->tint[scene->groups.of[spot.cell]];
	const bool closed = is_closed(scene, spot.cell);
	const struct look *look = closed ? &scene->closed : &scene->open;
	const colour_id ink = hue_colour(hue, closed ? TONE_LIGHT : TONE_RING);
	if (closed)
		put_pixels(scene, spot.at, 2, 2, hue_colour(hue, TONE_SUNK));
	if (sides == 0)
		return;
	put_glyph(scene, spot.at.y, spot.at.x, look->middle[sides], ink, COLOUR_NONE);
	if (sides >> RIGHT & 1)
		put_glyph(scene, spot.at.y, spot.at.x + 1, look->across, ink, COLOUR_NONE);
}

static void paint_tile(const struct scene *scene, struct spot spot)
{
	const int side = scene->picture->side, sides = scene->piece[spot.cell] & SIDES;
	const int hue = scene->tint[scene->groups.of[spot.cell]];
	const bool closed = is_closed(scene, spot.cell);
	if (side < 3) {
		paint_flat_tile(scene, spot);
		return;
	}
	if (closed)
		put_pixels(scene, spot.at, side, side, hue_colour(hue, TONE_SUNK));
	for (int y = 0; y < side && sides != 0; y++)
		for (int x = 0; x < side; x++)
			if (is_stroke(sides, side, y, x))
				put_pixel(scene, spot.at.y + y, spot.at.x + x,
				          hue_colour(hue, tone_of(sides, side, closed, y, x)));
}

/* The light in the end of an arm that meets nothing. */
static void light_end(const struct scene *scene, struct spot spot, int direction, colour_id colour)
{
	const int side = scene->picture->side, width = stroke_width(side);
	const int size = width < 3 ? width : width - 2, depth = (width + 3) / 4;
	const int near = (side - size) / 2, far = side - depth;
	const int down = direction_row_step(direction), right = direction_column_step(direction);
	const struct point at = {
		spot.at.y + (down == 0  ? near
	                     : down > 0 ? far
	                                : 0),
		spot.at.x + (right == 0  ? near
	                     : right > 0 ? far
	                                 : 0),
	};
	put_pixels(scene, at, down != 0 ? depth : size, right != 0 ? depth : size, colour);
}

/* Without colours there is no light: a gap cuts the end off. */
static void cut_end(const struct scene *scene, struct spot spot, int direction)
{
	const int side = scene->picture->side, width = stroke_width(side),
		  near = (side - width) / 2;
	const int gap = side < 16 ? 1 : side / 10, tip = side < 8 ? 0 : (width + 3) / 4;
	const int down = direction_row_step(direction), right = direction_column_step(direction);
	const int far = side - tip - gap;
	const struct point at = {
		spot.at.y + (down == 0  ? near
	                     : down > 0 ? far
	                                : tip),
		spot.at.x + (right == 0  ? near
	                     : right > 0 ? far
	                                 : tip),
	};
	put_pixels(scene, at, down != 0 ? gap : width, right != 0 ? gap : width, COLOUR_CELL);
}

/* In cells of one row, the light is a cross beside the tile. */
static void paint_end(const struct scene *scene, struct spot spot, int direction)
{
	const int side = scene->picture->side, right = direction_column_step(direction);
	const int hue = scene->tint[scene->groups.of[spot.cell]];
	if (side >= 4 && picture_is_mono(scene->picture))
		cut_end(scene, spot, direction);
	else if (side >= 3)
		light_end(scene, spot, direction,
		          side < 8 ? hue_colour(hue, TONE_GLINT) : COLOUR_CURSOR);
	else if (right != 0)
		put_glyph(scene, spot.at.y, spot.at.x + right, U'×', COLOUR_CURSOR, COLOUR_NONE);
}

static void paint_ends(const struct scene *scene, struct spot spot)
{
	const int invalid = scene->piece[spot.cell] & SIDES & ~scene->joined[spot.cell];
	for (int d = 0; d < DIRECTIONS; d++)
		if (invalid >> d & 1)
			paint_end(scene, spot, d);
}

/* The colour of a jewel's pixel; COLOUR_NONE outside its setting. */
static colour_id jewel_colour(int size, int y, int x)
{
	const int down = 2 * y + 1 - size, right = 2 * x + 1 - size;
	const int far = abs(down) + abs(right);
	if (far > size)
		return COLOUR_NONE;
	if (far > size - 3)
		return COLOUR_PIT;
	return down < 0 && right < 0 && far < size - 4 ? COLOUR_CURSOR : COLOUR_GOLD;
}

/* A jewel in a dark setting, in the middle of the tile. */
static void paint_jewel(const struct scene *scene, struct spot spot)
{
	const int side = scene->picture->side;
	const int size = stroke_width(side) + 4 + side / 16 * 2, offset = (side - size) / 2;
	if ((scene->piece[spot.cell] & MARK) == 0)
		return;
	if (side < 8) {
		const int x = spot.at.x + (side < 3 ? 1 : (side - 1) / 2);
		put_glyph(scene, spot.at.y + (side - 1) / 2, x, U'★', COLOUR_GOLD,
		          side < 3 ? COLOUR_NONE : COLOUR_PIT);
		return;
	}
	for (int y = 0; y < size; y++)
		for (int x = 0; x < size; x++)
			put_pixel(scene, spot.at.y + offset + y, spot.at.x + offset + x,
			          jewel_colour(size, y, x));
}

typedef void paint_fn(const struct scene *scene, struct spot spot);

/* How far a line has slid in a frame: slower at both ends. */
static int slid(int side, int frame)
{
	const int whole = LINES_FRAMES + 1;
	return side * frame * frame * (3 * whole - 2 * frame) / (whole * whole * whole);
}

/* Paints a cell at its place in this frame; if it moves, possibly at both ends of its line. */
static void paint_cell(const struct scene *scene, const struct view *view, int cell,
                       paint_fn *paint)
{
	const struct level *level = scene->level;
	const int side = scene->picture->side;
	const int direction = lines_direction(view->moving);
	const int down = direction_row_step(direction), right = direction_column_step(direction);
	const int at = down != 0 ? cell % level->columns : cell / level->columns;
	struct spot spot = {cell, corner_of(scene, cell)};
	if (view->frame > 0 && at == lines_line(view->moving)) {
		const int shift = slid(side, view->frame) & (side < 3 && down != 0 ? ~1 : ~0);
		spot.at.y += down * shift;
		spot.at.x += right * shift;
		const struct point other = {spot.at.y - down * level->rows * side,
		                            spot.at.x - right * level->columns * side};
		paint(scene, (struct spot){cell, other});
	}
	paint(scene, spot);
}

/* ---- buttons around the board ---- */

/* How a button looks. */
struct cap {
	colour_id face, ink;
};

/* A button: its face in rows and columns of the screen, from the picture's origin. */
struct button {
	int row, column, rows, columns;
	int arrow_row, arrow_column;
};

static struct button button_of(const struct scene *scene, move_code move)
{
	const struct level *level = scene->level;
	const int side = scene->picture->side, line = lines_line(move);
	const int direction = lines_direction(move), middle = (side - 1) / 2;
	const int width = side < 4 ? side : side < 6 ? 3 : side / 2 | 1;
	const int height = side < 8 ? 1 : side / 4 | 1;
	const int y = board_y(scene->picture, margin, line),
		  x = board_x(scene->picture, margin, line);
	const int below = margin.rows + (level->rows * side + 1) / 2;
	if (lines_is_row(move)) {
		const int column =
			direction == LEFT ? 0 : margin.columns + level->columns * side + 1;
		const int row = (y + middle) / 2;
		return (struct button){row - height / 2,
		                       column,
		                       height,
		                       3,
		                       row,
		                       column + (direction == LEFT ? 2 : 1)};
	}
	const int row = direction == UP ? 0 : below + 1;
	return (struct button){row, x + middle - (side < 4 ? 0 : width / 2),     1, width,
	                       row, x + middle + (side < 4 && direction == DOWN)};
}

/* The name of a row or a column beside its arrow. */
static void paint_label(const struct scene *scene, move_code move, struct button button,
                        struct cap cap)
{
	const int line = lines_line(move), number = scene->level->rows - line;
	struct picture *picture = scene->picture;
	if (lines_direction(move) == DOWN)
		picture_ink(picture, button.arrow_row, button.arrow_column - 1,
		            U'a' + (char32_t)line, cap.ink, cap.face);
	if (lines_direction(move) != LEFT)
		return;
	if (number > 9)
		picture_ink(picture, button.arrow_row, 0, U'0' + (char32_t)(number / 10), cap.ink,
		            cap.face);
	picture_ink(picture, button.arrow_row, 1, U'0' + (char32_t)(number % 10), cap.ink,
	            cap.face);
}

/* A button with its arrow: light falls on the upper edge of those below the board, and those above
 * it and beside it show their front, as far as there is room. */
static void paint_button(const struct scene *scene, move_code move, struct cap cap)
{
	struct picture *picture = scene->picture;
	const struct button button = button_of(scene, move);
	const int direction = lines_direction(move), top = 2 * button.row;
	const int bottom = top + 2 * button.rows;
	picture_pixels(picture, top, button.column, 2 * button.rows, button.columns, cap.face);
	if (picture->side >= 4 && direction == DOWN)
		picture_pixels(picture, top - 1, button.column, 1, button.columns,
		               COLOUR_FRAME_LIGHT);
	else if (picture->side >= 4)
		picture_pixels(picture, bottom, button.column, 1, button.columns, COLOUR_PIT);
	paint_label(scene, move, button, cap);
	picture_ink(picture, button.arrow_row, button.arrow_column, U"▲▶▼◀"[direction], cap.ink,
	            cap.face);
}

/* Whether a slide moves the tile that is held. */
static bool is_held(const struct scene *scene, const struct cursor *cursor, move_code move)
{
	const int columns = scene->level->columns;
	const int line =
		lines_is_row(move) ? cursor->selected / columns : cursor->selected % columns;
	return cursor->selected >= 0 && line == lines_line(move);
}

/* Buttons at both ends of each line that can be slid. Those that move the tile that is held are
 * lit; those under a cursor that only passes are not, as each would cost bytes with each move of
 * it. */
static void paint_buttons(const struct scene *scene, const struct cursor *cursor)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		const bool row = direction_column_step(d) != 0;
		const int lines = row ? scene->level->rows : scene->level->columns;
		for (int line = 0; line < lines; line++) {
			const move_code move = lines_move(line, d);
			const bool held = is_held(scene, cursor, move);
			if (lines_length(scene->level, move) < 2)
				continue;
			paint_button(scene, move,
			             held ? (struct cap){COLOUR_CHOSEN_CELL, COLOUR_BUTTON_LIT}
			                  : (struct cap){COLOUR_FRAME, COLOUR_BUTTON});
			lines_add_area(scene, move);
		}
	}
}

/* ---- all of it ---- */

static void paint_cursor(const struct scene *scene, const struct cursor *cursor)
{
	struct picture *picture = scene->picture;
	const int columns = scene->level->columns, held = cursor->selected;
	const int row = held >= 0 ? held / columns : cursor->row;
	const int column = held >= 0 ? held % columns : cursor->column;
	const int y = board_y(picture, margin, row), x = board_x(picture, margin, column);
	board_click_areas(picture, margin, scene->level->rows, columns);
	paint_buttons(scene, cursor);
	if (held >= 0)
		pixels_chosen(picture, y, x);
	else
		pixels_cursor(picture, y, x, COLOUR_CURSOR);
}

void lines_paint_pixels(const struct scene *scene, const struct view *view)
{
	const struct level *level = scene->level;
	const int cells = level_cells(level);
	pixels_frame(scene->picture, margin, level->rows, level->columns, COLOUR_FRAME_DARK);
	pixels_chequer(scene->picture, margin, level->rows, level->columns, COLOUR_CELL,
	               COLOUR_CELL_ODD);
	for (int cell = 0; cell < cells; cell++)
		paint_cell(scene, view, cell, paint_tile);
	for (int cell = 0; cell < cells; cell++)
		paint_cell(scene, view, cell, paint_ends);
	for (int cell = 0; cell < cells; cell++)
		paint_cell(scene, view, cell, paint_jewel);
	if (view->cursor != NULL)
		paint_cursor(scene, view->cursor);
	for (int i = 0; i < view->valid_count; i++)
		paint_button(scene, view->valid[i],
		             (struct cap){COLOUR_FRAME_LIGHT, COLOUR_BUTTON_LIT});
	if (view->hint != NULL)
		paint_button(scene, *view->hint, (struct cap){COLOUR_HINT, COLOUR_CELL});
}
