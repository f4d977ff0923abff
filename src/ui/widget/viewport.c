/* Where a board goes: the largest scale in which it fits, in the middle; and a window of it where
 * not even the smallest one does.
 *
 * The window goes along with the cursor when that comes near its end, by half a window, as each
 * step repaints the board. Between steps a player may look elsewhere: until the cursor moves again.
 * Around the window, strips with arrows say on which sides the board goes on; a click on one looks
 * there. */
#include "puzzle/key.h"
#include "ui/app.h"

enum {
	STRIP = 1,      /* rows, or columns, of one */
	NEAR_CELLS = 2, /* the cursor's distance from the window's end, where the board goes on */
	LOOK_CELLS = 4, /* a look elsewhere goes so far */
};

/* Sizes of a board's cell on the screen, the largest first. */
static const struct scale scales[SCALES] = {{5, 10}, {3, 6}, {2, 4}, {1, 2}};

struct scale viewport_least(const struct puzzle *puzzle, const struct level *level)
{
	return puzzle_extent(puzzle, level, scales[SCALES - 1]);
}

/* ---- the window ---- */

/* How much of a board of that size is seen in that room: an even number, as cells are two columns
 * wide, and less by the strips if it is not all. */
static int seen_of(int whole, int room, int size)
{
	return whole <= room ? whole : (room - 2 * STRIP) / size * size;
}

/* The first place to be seen, if a cell of `size` places at `at` is to be seen well. */
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

/* Lets the window go along with a cursor that is in another cell than last time. */
static void place_window(struct app *app, struct viewport *viewport, const struct puzzle *puzzle,
                         const struct level *level, int cell)
{
	struct window *window = &app->window;
	struct scale first = window->first;
	const struct scale scale = viewport->scale, margin = puzzle->screen.margin;
	if (cell != window->cell) {
		first.rows = follow(first.rows, viewport->seen.rows,
		                    margin.rows + cell / level->columns * scale.rows, scale.rows);
		first.columns = follow(first.columns, viewport->seen.columns,
		                       margin.columns + cell % level->columns * scale.columns,
		                       scale.columns);
	}
	window->cell = cell;
	window->last = (struct scale){viewport->whole.rows - viewport->seen.rows,
	                              (viewport->whole.columns - viewport->seen.columns) & ~1};
	window->first = viewport->first = (struct scale){
		clamp(first.rows, window->last.rows),
		clamp(first.columns, window->last.columns) & ~1,
	};
}

void window_forget(struct app *app)
{
	app->window.cell = -1;
}

/* So many cells further on; or says that there is nothing more. */
static void look(struct app *app, int rows, int columns)
{
	struct window *window = &app->window;
	const struct scale before = window->first;
	window->first = (struct scale){
		clamp(before.rows + rows, window->last.rows),
		clamp(before.columns + 2 * columns, window->last.columns),
	};
	if (window->last.rows == 0 && window->last.columns == 0)
		app_say(app, "all of the board is to be seen");
	else if (window->first.rows == before.rows && window->first.columns == before.columns)
		app_say(app, "the board ends there");
}

bool window_action(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_LOOK_UP: look(app, -LOOK_CELLS, 0); return true;
	case ACTION_LOOK_DOWN: look(app, LOOK_CELLS, 0); return true;
	case ACTION_LOOK_LEFT: look(app, 0, -LOOK_CELLS); return true;
	case ACTION_LOOK_RIGHT: look(app, 0, LOOK_CELLS); return true;
	default: return false;
	}
}

/* ---- the site ---- */

struct viewport viewport_at(struct app *app, const struct puzzle *puzzle, const struct level *level,
                            struct viewport room, int number, int cell)
{
	struct viewport viewport = {.top = room.top,
	                            .rows = room.rows,
	                            .left = room.left,
	                            .columns = room.columns,
	                            .number = number};
	viewport.scale = scales[number];
	viewport.whole = puzzle_extent(puzzle, level, viewport.scale);
	viewport.seen.rows = seen_of(viewport.whole.rows, viewport.rows, viewport.scale.rows);
	viewport.seen.columns =
		seen_of(viewport.whole.columns, viewport.columns, viewport.scale.columns);
	viewport.strip.rows = viewport.seen.rows < viewport.whole.rows ? STRIP : 0;
	viewport.strip.columns = viewport.seen.columns < viewport.whole.columns ? STRIP : 0;
	viewport.extent.rows = viewport.seen.rows + 2 * viewport.strip.rows;
	viewport.extent.columns = viewport.seen.columns + 2 * viewport.strip.columns;
	viewport.row = viewport.top + (viewport.rows - viewport.extent.rows) / 2;
	viewport.column = viewport.left + (viewport.columns - viewport.extent.columns) / 2;
	place_window(app, &viewport, puzzle, level, cell);
	return viewport;
}

struct viewport viewport_find(struct app *app, const struct puzzle *puzzle,
                              const struct level *level, int top, int rows, int cell)
{
	const struct viewport room = {.top = top, .rows = rows, .columns = app->picture->columns};
	int number = 0;
	for (; number < SCALES - 1; number++) {
		const struct scale whole = puzzle_extent(puzzle, level, scales[number]);
		if (whole.rows <= room.rows && whole.columns <= room.columns)
			break;
	}
	return viewport_at(app, puzzle, level, room, number, cell);
}

void viewport_begin(const struct viewport *viewport, struct picture *picture)
{
	const int row = viewport->row + viewport->strip.rows,
		  column = viewport->column + viewport->strip.columns;
	picture->scale = viewport->scale;
	picture_clip(picture, row, column, viewport->seen.rows, viewport->seen.columns);
	picture_move_to(picture, row - viewport->first.rows, column - viewport->first.columns);
}

/* Three arrows along a strip, all of which can be clicked. */
static void draw_strip(struct picture *picture, int row, int column, struct scale size,
                       char32_t arrow, int key)
{
	const int length = size.rows > size.columns ? size.rows : size.columns;
	for (int i = 1; i <= 3; i++) {
		const int at = i * length / 4;
		picture_put(picture, row + (size.rows > 1 ? at : 0),
		            column + (size.rows > 1 ? 0 : at), arrow, ROLE_STRONG, 0);
	}
	picture_widget(picture, row, column, size.rows, size.columns, key, -1);
}

static void draw_strips(const struct viewport *viewport, struct picture *picture)
{
	const int row = viewport->row, below = row + viewport->extent.rows - STRIP;
	const int column = viewport->column, right = column + viewport->extent.columns - STRIP;
	const struct scale across = {STRIP, viewport->extent.columns};
	const struct scale down = {viewport->extent.rows, STRIP};
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
	picture_move_to(picture, 0, 0);
	picture_clip(picture, 0, 0, picture->rows, picture->columns);
	draw_strips(viewport, picture);
}
