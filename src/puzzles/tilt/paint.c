/* Pictures of tilt: the board in its frame, whose sides can be clicked, and blocks that slide, ever
 * slower, to where they stop. */
#include <stdio.h>
#include <string.h>

#include "puzzle/board.h"
#include "puzzle/board_pixels.h"
#include "puzzle/key.h"
#include "puzzles/tilt/tilt.h"

enum { FRAMES = 7 }; /* between two positions */

static const struct size margin = TILT_MARGIN;

int tilt_frames(const struct level *level, const struct state *state, move_code move)
{
	uint8_t grid[CELLS_MAX];
	tilt_unpack(level, state, grid);
	return tilt_slide(level, grid, move) ? FRAMES : 0;
}

/* ---- the frame's sides ---- */

/* One of the frame's four sides, without its corners. */
struct side {
	int row, column;
	struct size size;
};

static struct side side_of(const struct level *level, const struct picture *picture, int direction)
{
	const struct size frame = board_around(picture, margin);
	const int height = (level->rows * picture->side + 1) / 2;
	const int width = level->columns * picture->side;
	switch (direction) {
	case UP:
		return (struct side){margin.rows - frame.rows, margin.columns, {frame.rows, width}};
	case DOWN:
		return (struct side){margin.rows + height, margin.columns, {frame.rows, width}};
	case LEFT:
		return (struct side){margin.rows,
		                     margin.columns - frame.columns,
		                     {height, frame.columns}};
	default:
		return (struct side){margin.rows, margin.columns + width, {height, frame.columns}};
	}
}

/* A click on a side tilts the board to it. */
static void add_sides(const struct level *level, struct picture *picture)
{
	static const int keys[DIRECTIONS] =
		{[UP] = PRESS_UP, [RIGHT] = PRESS_RIGHT, [DOWN] = PRESS_DOWN, [LEFT] = PRESS_LEFT};
	for (int d = 0; d < DIRECTIONS; d++) {
		const struct side side = side_of(level, picture, d);
		picture_click_area(picture, side.row, side.column, side.size.rows,
		                   side.size.columns, keys[d], -1);
	}
}

/* Draws the frame's side in this direction as arrows. */
static void paint_arrows(const struct level *level, int direction, enum role role,
                         struct picture *picture)
{
	static const char32_t arrows[] = U"▲▶▼◀", plain[] = U"^>v<";
	const struct side side = side_of(level, picture, direction);
	board_arrows(picture, side.row, side.column, side.size,
	             picture_glyph(picture, arrows[direction], plain[direction]), role);
}

/* Names of rows and columns beside the board, for a hint's reason; not on the side that the hint
 * shows. */
static void paint_names(const struct level *level, int hint, struct picture *picture)
{
	const struct side beside = side_of(level, picture, hint == LEFT ? RIGHT : LEFT);
	const struct side along = side_of(level, picture, hint == DOWN ? UP : DOWN);
	const int middle = picture->side / 2;
	const int row = hint == DOWN ? along.row + along.size.rows - 1 : along.row;
	for (int i = 0; i < level->rows; i++) {
		char name[16];
		const int width = snprintf(name, sizeof name, "%d", level->rows - i);
		const int column = hint == LEFT ? beside.column
		                                : beside.column + beside.size.columns - width;
		board_frame_text(picture, beside.row + (i * picture->side + middle) / 2, column,
		                 width, name);
	}
	for (int i = 0; i < level->columns; i++)
		board_frame_text(picture, row, along.column + i * picture->side + middle, 1,
		                 (char[]){(char)('a' + i), '\0'});
}

/* ---- blocks ---- */

/* How much of a distance is done in the frame. */
static int slid(int distance, const struct view *view)
{
	return picture_eased(distance, view->frame, FRAMES);
}

/* A block at rest, or moved that many pixels in its direction. */
static void paint_block(const struct level *level, int cell, int colour, int direction, int shift,
                        struct picture *picture)
{
	const int y = board_y(picture, margin, cell / level->columns) +
	              direction_row_step(direction) * shift;
	const int x = board_x(picture, margin, cell % level->columns) +
	              direction_column_step(direction) * shift;
	const int goal = shift == 0 ? level->goal[cell] : 0;
	if (goal == colour)
		pixels_home(picture, y, x, colour);
	else
		pixels_block(picture, y, x, colour);
	if (goal != 0 && goal != colour)
		pixels_goal_under(picture, y, x, goal);
}

static void paint_pixels(const struct level *level, const struct view *view,
                         const uint8_t grid[CELLS_MAX], struct picture *picture)
{
	uint8_t distance[CELLS_MAX] = {0};
	if (view->frame > 0)
		tilt_distances(level, grid, view->moving, distance);
	for (int cell = 0; cell < level_cells(level); cell++)
		board_cell(picture, margin, cell / level->columns, cell % level->columns,
		           level->map[cell] != 0, 0, level->goal[cell]);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (grid[cell] != 0)
			paint_block(level, cell, grid[cell], view->moving,
			            slid(distance[cell] * picture->side, view), picture);
}

/* Moves blocks by whole cells: in glyphs. */
static void paint_glyphs(const struct level *level, const struct view *view,
                         const uint8_t grid[CELLS_MAX], struct picture *picture)
{
	uint8_t distance[CELLS_MAX] = {0}, moved[CELLS_MAX] = {0};
	const int step = view->frame > 0 ? tilt_line_of(level, view->moving, 0).step : 0;
	if (view->frame > 0)
		tilt_distances(level, grid, view->moving, distance);
	for (int cell = 0; cell < level_cells(level); cell++)
		if (grid[cell] != 0)
			moved[cell - slid(distance[cell], view) * step] = grid[cell];
	for (int cell = 0; cell < level_cells(level); cell++)
		board_cell(picture, margin, cell / level->columns, cell % level->columns,
		           level->map[cell] != 0, moved[cell], level->goal[cell]);
}

void tilt_paint(const struct level *level, const struct view *view, struct picture *picture)
{
	uint8_t grid[CELLS_MAX];
	tilt_unpack(level, view->state, grid);
	board_frame(picture, margin, level->rows, level->columns);
	(picture->pixels ? paint_pixels : paint_glyphs)(level, view, grid, picture);
	for (int i = 0; i < view->valid_count; i++)
		paint_arrows(level, view->valid[i], ROLE_STRONG, picture);
	if (view->hint != NULL) {
		paint_names(level, *view->hint, picture);
		paint_arrows(level, *view->hint, ROLE_HINT, picture);
	}
	if (view->cursor != NULL) {
		board_click_areas(picture, margin, level->rows, level->columns); /* to drag */
		add_sides(level, picture);
	}
}
