/* The board as pixels: strokes a third of a cell thick on a chequer. buttons.c paints what is
 * around it.
 *
 * A bend is a quarter of a ring between two straight arms, so that strokes meet at the edges of
 * cells, and only there. Each pixel of a stroke has the tone that its neighbours give it: light
 * where the stroke ends above or to the left, dark where it ends below or to the right. Closed
 * groups shine on a background in their colour; the ends of open ones are lit.
 *
 * A moving line is painted some pixels further on, cut off at one end of the board and continued at
 * the other. */
#include <stdlib.h>

#include "puzzle/board.h"
#include "puzzle/board_pixels.h"
#include "puzzle/key.h"
#include "puzzles/lines/paint.h"

static const struct size margin = {LINES_MARGIN_ROWS, LINES_MARGIN_COLUMNS};

enum {
	BARS_FROM = 12, /* the first side of a cell with room for bars across strokes */
	/* From and up to these sides the cursor is two small corners, and white is theirs alone:
	 * beside white ends they would be lost. */
	CORNERS_FROM = 7,
	CORNERS_UP_TO = 12,
};

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

/* A stroke of that width in cells of that side, in pixels. */
struct pen {
	int side, width;
};

/* Pixels across a stroke: of the numbers that are even or odd as the side is, the nearest to a
 * third of it. Two are too few for edges: they are for the smallest cells, and for those without
 * colours, where thicker strokes would run together. */
static struct pen pen_of(const struct scene *scene)
{
	const int side = scene->picture->side, third = side / 3;
	const bool mono = picture_is_mono(scene->picture);
	int width = third - (side - third) % 2;
	if (width < 1 || (width == 2 && side > 6) || side - 3 * width > 3)
		width += 2;
	if (mono && 3 * width > side + 1 && width > 2)
		width -= 2;
	return (struct pen){side, width};
}

/* Whether a stroke has a light and a dark edge: in two pixels they would be all of it. */
static bool has_edges(struct pen pen)
{
	return pen.width > 2;
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
static bool is_knob(int sides, struct pen pen, int y, int x)
{
	const int side = pen.side, width = pen.width;
	const int knob = side < 4 ? width : width + 2 < side ? width + 2 : side;
	const int middle_y = 2 * y + 1 - side, middle_x = 2 * x + 1 - side;
	return sides != 0 && middle_y * middle_y + middle_x * middle_x <= knob * knob;
}

/* The inner radius of a bend. A thin stroke in a wide bend would be a staircase. */
static int bend_radius(struct pen pen)
{
	const int low = (pen.side - pen.width) / 2;
	return (low + has_edges(pen)) / 2;
}

/* Whether a pixel of a bend belongs to the stroke. It is turned so that the arms go up and left: a
 * quarter of a ring, and from its ends on two straight arms. */
static bool is_bent_stroke(int sides, struct pen pen, int y, int x)
{
	const int side = pen.side, low = (side - pen.width) / 2, high = low + pen.width;
	const int inner = bend_radius(pen), centre = low - inner;
	if (sides >> DOWN & 1)
		y = side - 1 - y;
	if (sides >> RIGHT & 1)
		x = side - 1 - x;
	if (y < centre || x < centre)
		return (y < centre && x >= low && x < high) || (x < centre && y >= low && y < high);
	const int from = distance(y, x, centre, centre), outer = inner + pen.width;
	return from >= 4 * inner * inner && from < 4 * outer * outer;
}

/* Whether a pixel of a tile, or one next to the tile, belongs to the stroke. */
static bool is_stroke(int sides, struct pen pen, int y, int x)
{
	const int side = pen.side, low = (side - pen.width) / 2, high = low + pen.width;
	const bool upright = x >= low && x < high, across = y >= low && y < high;
	const int out = side_outside(side, y, x);
	if (out >= 0)
		return (sides >> out & 1) != 0 && (direction_row_step(out) != 0 ? upright : across);
	if (is_bend(sides))
		return is_bent_stroke(sides, pen, y, x);
	const bool one_arm = (sides & (sides - 1)) == 0;
	if (one_arm ? is_knob(sides, pen, y, x) : upright && across)
		return true;
	return (upright && ((sides >> UP & 1 && y < high) || (sides >> DOWN & 1 && y >= low))) ||
	       (across && ((sides >> LEFT & 1 && x < high) || (sides >> RIGHT & 1 && x >= low)));
}

/* Where a bend's pixel lies: less than 0 where it runs more across than down, more than 0 where it
 * runs more down. */
static int steepness(int sides, struct pen pen, int y, int x)
{
	const int side = pen.side, low = (side - pen.width) / 2;
	const int centre = low - bend_radius(pen);
	if (sides >> DOWN & 1)
		y = side - 1 - y;
	if (sides >> RIGHT & 1)
		x = side - 1 - x;
	return abs(x - centre) - abs(y - centre);
}

/* The tone of an edge that is in the light on one side and in the dark on another, at a pixel of
 * it: in a bend, of the side that it rather faces. */
static enum tone tone_between(int sides, struct pen pen, bool left, bool above, int y, int x)
{
	const int steep = is_bend(sides) ? steepness(sides, pen, y, x) : 0;
	return steep == 0 ? TONE_BASE : (steep > 0 ? left : above) ? TONE_LIGHT : TONE_DARK;
}

static enum tone tone_of_edge(int sides, struct pen pen, int y, int x)
{
	const bool above = !is_stroke(sides, pen, y - 1, x);
	const bool left = !is_stroke(sides, pen, y, x - 1);
	const bool dark = !is_stroke(sides, pen, y + 1, x) || !is_stroke(sides, pen, y, x + 1);
	if ((above || left) && dark)
		return tone_between(sides, pen, left, above, y, x);
	return above || left ? TONE_LIGHT : dark ? TONE_DARK : TONE_BASE;
}

static enum tone tone_of(int sides, struct pen pen, bool closed, int y, int x)
{
	if (!has_edges(pen))
		return closed ? TONE_LIGHT : TONE_BASE;
	const enum tone tone = tone_of_edge(sides, pen, y, x);
	return closed && tone == TONE_LIGHT ? TONE_GLINT : tone;
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
	const struct pen pen = pen_of(scene);
	const bool closed = is_closed(scene, spot.cell);
	if (side < 3) {
		paint_flat_tile(scene, spot);
		return;
	}
	if (closed)
		put_pixels(scene, spot.at, side, side, hue_colour(hue, TONE_SUNK));
	for (int y = 0; y < side && sides != 0; y++)
		for (int x = 0; x < side; x++)
			if (is_stroke(sides, pen, y, x))
				put_pixel(scene, spot.at.y + y, spot.at.x + x,
				          hue_colour(hue, tone_of(sides, pen, closed, y, x)));
}

/* How the end of an arm that meets nothing is shown: it is lit, in small cells in its hue; without
 * colours, a bar is across it, or in small cells, where bars would touch, it does not reach the
 * edge. */
static void mark_end(const struct scene *scene, struct spot spot, int direction)
{
	const bool mono = picture_is_mono(scene->picture);
	const int side = scene->picture->side, width = pen_of(scene).width;
	const int hue = scene->tint[scene->groups.of[spot.cell]];
	const int lit = width < 3 ? width : width - 2, bar = width + 2 * (1 + side / 16);
	const int size = !mono ? lit : side < BARS_FROM ? width : bar, depth = (width + 3) / 4;
	const colour_id light = side <= CORNERS_UP_TO ? hue_colour(hue, TONE_GLINT) : COLOUR_CURSOR;
	const colour_id colour = mono && side < BARS_FROM ? COLOUR_CELL : light;
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

/* In cells of one row, the light is a cross beside the tile. */
static void paint_end(const struct scene *scene, struct spot spot, int direction)
{
	const int right = direction_column_step(direction);
	if (scene->picture->side >= 3)
		mark_end(scene, spot, direction);
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

/* The colour of a star's pixel; COLOUR_NONE outside it. It is set in the dark except where an arm
 * of the stroke leaves it: so it covers no more of the arms than it needs. */
static colour_id star_colour(int size, int y, int x)
{
	const int down = 2 * y + 1 - size, right = 2 * x + 1 - size;
	const int far = abs(down) + abs(right),
		  edge = abs(down) < abs(right) ? abs(down) : abs(right);
	if (far > size)
		return COLOUR_NONE;
	if (far > size - 2)
		return edge > 1 ? COLOUR_PIT : COLOUR_CHOSEN;
	return far < size / 2 ? COLOUR_CURSOR : COLOUR_CHOSEN;
}

/* A star in the middle of the tile. */
static void paint_star(const struct scene *scene, struct spot spot)
{
	const int side = scene->picture->side;
	const int size = pen_of(scene).width + 2 + side / 12 * 2, offset = (side - size) / 2;
	if ((scene->piece[spot.cell] & MARK) == 0)
		return;
	if (side < 8) {
		const int x = spot.at.x + (side < 3 ? 1 : (side - 1) / 2);
		put_glyph(scene, spot.at.y + (side - 1) / 2, x, U'★', COLOUR_CHOSEN,
		          side < 3 ? COLOUR_NONE : COLOUR_PIT);
		return;
	}
	for (int y = 0; y < size; y++)
		for (int x = 0; x < size; x++)
			put_pixel(scene, spot.at.y + offset + y, spot.at.x + offset + x,
			          star_colour(size, y, x));
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

/* ---- all of it ---- */

/* Without colours they would melt into strokes. */
static bool has_corners(const struct picture *picture)
{
	return picture->side >= CORNERS_FROM && picture->side <= CORNERS_UP_TO &&
	       !picture_is_mono(picture);
}

static void paint_cursor(const struct scene *scene, const struct cursor *cursor)
{
	struct picture *picture = scene->picture;
	const int columns = scene->level->columns, held = cursor->selected;
	const int row = held >= 0 ? held / columns : cursor->row;
	const int column = held >= 0 ? held % columns : cursor->column;
	const int y = board_y(picture, margin, row), x = board_x(picture, margin, column);
	board_click_areas(picture, margin, scene->level->rows, columns);
	lines_paint_buttons(scene, cursor);
	if (held >= 0)
		pixels_chosen(picture, y, x);
	else if (has_corners(picture))
		pixels_upper_corners(picture, y, x, COLOUR_CURSOR);
	else
		pixels_cursor(picture, y, x, COLOUR_CURSOR);
}

void lines_paint_pixels(const struct scene *scene, const struct view *view)
{
	const struct level *level = scene->level;
	const int cells = level_cells(level);
	board_frame(scene->picture, margin, level->rows, level->columns);
	for (int cell = 0; cell < cells; cell++)
		paint_cell(scene, view, cell, paint_tile);
	for (int cell = 0; cell < cells; cell++)
		paint_cell(scene, view, cell, paint_ends);
	for (int cell = 0; cell < cells; cell++)
		paint_cell(scene, view, cell, paint_star);
	if (view->cursor != NULL)
		paint_cursor(scene, view->cursor);
	lines_paint_marked_buttons(scene, view);
}
