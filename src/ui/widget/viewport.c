/* A board that does not fit in any scale is shown in the smallest one, and scrolled.
 *
 * It scrolls by half its size when the cursor comes near the edge, because each step repaints the
 * board. Between moves of the cursor the player may scroll elsewhere. Where the board continues, a
 * strip with arrows along that side shows it; a click on the strip scrolls there. */
#include "ui/widget/viewport.h"

#include <assert.h>

#include "os/language.h"
#include "puzzle/board.h"
#include "puzzle/key.h"

enum {
	STRIP = 1,      /* rows, or columns, of one */
	NEAR_CELLS = 2, /* the cursor's minimum distance from an edge where the board continues */
	STEP_CELLS = 4, /* scrolled by one key */
};

enum {
	SIDE_MIN = 2,          /* smallest side of a cell, in pixels */
	SIDE_OF_CELL_MAX = 48, /* the same */
	ODD_SIDES_MAX = 5,     /* up to here, a pixel more is worth more than an even number */
};

/* The next smaller side of a cell; 0 after the smallest. On boards of glyphs, cells have a row in
 * the middle, except small ones: 2, 4, 6, 10, 14 pixels, and so on. */
static int smaller(bool pixels, int side)
{
	if (side <= SIDE_MIN)
		return 0;
	if (pixels)
		return side - 1;
	return side > 6 ? (side - 3) / 4 * 4 + 2 : side > 4 ? 4 : SIDE_MIN;
}

/* The size of a board with cells of that side, and a frame with that many rows if it is of
 * pixels. */
static struct size whole_of(const struct puzzle *puzzle, const struct level *level, bool pixels,
                            int side, int frame)
{
	return pixels ? puzzle_framed_extent(puzzle, level, side, frame)
	              : puzzle_extent(puzzle, level, side);
}

struct size viewport_minimum(const struct puzzle *puzzle, const struct level *level, bool pixels)
{
	return whole_of(puzzle, level, pixels, SIDE_MIN, puzzle_frame_rows(puzzle, level));
}

static bool fits(struct size size, struct viewport room)
{
	return size.rows <= room.rows && size.columns <= room.columns;
}

/* The rows of a frame: the most for which there is room, but around the smallest cells the
 * minimum. */
static int frame_rows(const struct puzzle *puzzle, const struct level *level, struct viewport room,
                      int side)
{
	const int least = puzzle_frame_rows(puzzle, level);
	int rows = side == SIDE_MIN ? least : FRAME_ROWS_MAX;
	while (rows > least && !fits(puzzle_framed_extent(puzzle, level, side, rows), room))
		rows--;
	return rows;
}

/* ---- scrolling ---- */

/* How much of a board's side is visible in that room: all of it, or whole cells between two
 * strips. */
static int seen_of(int whole, int room, int cell)
{
	return whole <= room ? whole : (room - 2 * STRIP) / cell * cell;
}

/* Where to begin so that a cell of `size` at `at` is not near an edge. */
static int follow(int first, int seen, int at, int size)
{
	const int near = NEAR_CELLS * size;
	return at - near >= first && at + size + near <= first + seen ? first
	                                                              : at + (size - seen) / 2;
}

static int clamp(int first, int last)
{
	return first > last ? last : first < 0 ? 0 : first;
}

/* Follows the cursor if it has moved to another cell. */
static void scroll_to(struct scroll *scroll, struct viewport *viewport, const struct level *level,
                      int cell)
{
	struct size first = scroll->first;
	const struct size scale = picture_scale(viewport->side), around = viewport->around;
	assert(cell >= 0 && cell < level->rows * level->columns);
	if (cell != scroll->cell) {
		first.rows = follow(first.rows, viewport->seen.rows,
		                    around.rows + cell / level->columns * scale.rows, scale.rows);
		first.columns = follow(first.columns, viewport->seen.columns,
		                       around.columns + cell % level->columns * scale.columns,
		                       scale.columns);
	}
	scroll->cell = cell;
	scroll->last = (struct size){viewport->whole.rows - viewport->seen.rows,
	                             (viewport->whole.columns - viewport->seen.columns) & ~1};
	scroll->first = viewport->first = (struct size){
		clamp(first.rows, scroll->last.rows),
		clamp(first.columns, scroll->last.columns) & ~1,
	};
}

void scroll_reset(struct scroll *scroll)
{
	scroll->cell = -1;
}

const char *scroll_action(struct scroll *scroll, enum action action)
{
	const struct size before = scroll->first, last = scroll->last;
	struct size first = before;
	switch (action) {
	case ACTION_LOOK_UP: first.rows -= STEP_CELLS; break;
	case ACTION_LOOK_DOWN: first.rows += STEP_CELLS; break;
	case ACTION_LOOK_LEFT: first.columns -= 2 * STEP_CELLS; break;
	case ACTION_LOOK_RIGHT: first.columns += 2 * STEP_CELLS; break;
	default: return NULL;
	}
	first = (struct size){clamp(first.rows, last.rows), clamp(first.columns, last.columns)};
	scroll->first = first;
	if (last.rows == 0 && last.columns == 0)
		return _("The whole board is visible.");
	const bool same = first.rows == before.rows && first.columns == before.columns;
	return same ? _("The board ends here.") : "";
}

/* ---- where the board goes ---- */

/* With cells of that side. */
static struct viewport place(struct scroll *scroll, const struct puzzle *puzzle,
                             const struct level *level, struct viewport room, int side, int cell)
{
	const struct size scale = picture_scale(side), margin = puzzle->screen.margin;
	const int frame = frame_rows(puzzle, level, room, side);
	const struct size whole = whole_of(puzzle, level, room.pixels, side, frame);
	const struct size seen = {seen_of(whole.rows, room.rows, scale.rows),
	                          seen_of(whole.columns, room.columns, scale.columns)};
	const struct size extent = {seen.rows + (seen.rows < whole.rows ? 2 * STRIP : 0),
	                            seen.columns + (seen.columns < whole.columns ? 2 * STRIP : 0)};
	struct viewport viewport = room;
	assert(extent.rows <= room.rows && extent.columns <= room.columns);
	viewport.side = side;
	viewport.frame = frame;
	viewport.margin = margin;
	viewport.around = room.pixels ? board_frame_size(margin, frame) : margin;
	viewport.whole = whole;
	viewport.seen = seen;
	viewport.extent = extent;
	viewport.row = room.top + (room.rows - extent.rows) / 2;
	viewport.column = room.left + (room.columns - extent.columns) / 2;
	scroll_to(scroll, &viewport, level, cell);
	return viewport;
}

/* Instead of an odd side the next smaller one, if it takes rows enough: then no row of the screen
 * shows two rows of cells, pictures are drawn for it by hand, and take fewer bytes. */
static int prefer_even(const struct puzzle *puzzle, const struct level *level, struct viewport room,
                       int side)
{
	const int even = side - 1, frame = frame_rows(puzzle, level, room, even);
	if (!room.pixels || side % 2 == 0)
		return side;
	if (room.flat && puzzle->screen.even_if_flat)
		return even;
	return side > ODD_SIDES_MAX &&
	                       puzzle_framed_extent(puzzle, level, even, frame).rows >= room.enough
	               ? even
	               : side;
}

struct viewport viewport_find(struct scroll *scroll, const struct puzzle *puzzle,
                              const struct level *level, struct viewport room, int cell)
{
	int side = smaller(room.pixels, SIDE_OF_CELL_MAX + 1);
	const int frame = puzzle_frame_rows(puzzle, level);
	for (int next; (next = smaller(room.pixels, side)) != 0; side = next)
		if (fits(whole_of(puzzle, level, room.pixels, side, frame), room))
			break;
	side = prefer_even(puzzle, level, room, side);
	return place(scroll, puzzle, level, room, side, cell);
}

void viewport_begin(const struct viewport *viewport, struct picture *picture)
{
	const struct size seen = viewport->seen, extent = viewport->extent;
	const int row = viewport->row + (extent.rows - seen.rows) / 2;
	const int column = viewport->column + (extent.columns - seen.columns) / 2;
	picture_set_side(picture, viewport->side);
	picture->frame = viewport->frame;
	picture_clip(picture, row, column, seen.rows, seen.columns);
	picture_set_origin(picture,
	                   row - viewport->first.rows + viewport->around.rows -
	                           viewport->margin.rows,
	                   column - viewport->first.columns + viewport->around.columns -
	                           viewport->margin.columns);
}

/* Three arrows along a strip, all of which can be clicked. */
static void draw_strip(struct picture *picture, int row, int column, struct size size,
                       char32_t arrow, int key)
{
	const int length = size.rows > size.columns ? size.rows : size.columns;
	for (int i = 1; i <= 3; i++) {
		const int at = i * length / 4;
		picture_put(picture, row + (size.rows > 1 ? at : 0),
		            column + (size.rows > 1 ? 0 : at), arrow, ROLE_STRONG, 0);
	}
	picture_click_area(picture, row, column, size.rows, size.columns, key, -1);
}

static void draw_strips(const struct viewport *viewport, struct picture *picture)
{
	const int row = viewport->row, below = row + viewport->extent.rows - STRIP;
	const int column = viewport->column, right = column + viewport->extent.columns - STRIP;
	const struct size across = {STRIP, viewport->extent.columns};
	const struct size down = {viewport->extent.rows, STRIP};
	if (viewport->first.rows > 0)
		draw_strip(picture, row, column, across, picture_glyph(picture, U'↑', U'^'),
		           PRESS_PAGE_UP);
	if (viewport->first.rows + viewport->seen.rows < viewport->whole.rows)
		draw_strip(picture, below, column, across, picture_glyph(picture, U'↓', U'v'),
		           PRESS_PAGE_DOWN);
	if (viewport->first.columns > 0)
		draw_strip(picture, row, column, down, picture_glyph(picture, U'←', U'<'), '<');
	if (viewport->first.columns + viewport->seen.columns < viewport->whole.columns)
		draw_strip(picture, row, right, down, picture_glyph(picture, U'→', U'>'), '>');
}

void viewport_end(const struct viewport *viewport, struct picture *picture)
{
	picture_set_origin(picture, 0, 0);
	picture_clip(picture, 0, 0, picture->rows, picture->columns);
	draw_strips(viewport, picture);
}
