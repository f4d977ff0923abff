/* The buttons around a board of pixels: at both ends of each line a plate between the board and the
 * frame's edge, with an arrow on it. Those below and on the left have the line's name beside
 * them. */
#include <stdio.h>

#include "puzzle/board.h"
#include "puzzle/board_pixels.h"
#include "puzzles/lines/paint.h"

static const struct size margin = {LINES_MARGIN_ROWS, LINES_MARGIN_COLUMNS};

enum {
	THICK = 2,      /* a plate's pixels from the board's edge */
	LARGE_FROM = 12 /* the first side of a cell whose buttons grow with it */
};

/* A plate, in pixels from the picture's origin. */
struct plate {
	int y, x, height, width;
};

enum button { BUTTON_IDLE, BUTTON_HELD, BUTTON_VALID, BUTTON_HINT, BUTTON_KINDS };

/* How it looks where a hue has many tones, one, or none. */
static const struct cap {
	colour_id face, ink;
} caps[BUTTON_KINDS][3] = {
	/* clang-format off */
	[BUTTON_IDLE] = {{COLOUR_FRAME_LIGHT, COLOUR_BUTTON}, {COLOUR_CELL, COLOUR_BUTTON},
	                   {COLOUR_CELL, COLOUR_BUTTON}},
	[BUTTON_HELD] = {{COLOUR_CHOSEN_CELL, COLOUR_CHOSEN}, {COLOUR_CHOSEN, COLOUR_CELL},
	                   {COLOUR_FRAME, COLOUR_CHOSEN}},
	[BUTTON_VALID] = {{COLOUR_FRAME_LIGHT, COLOUR_BUTTON_LIT}, {COLOUR_MARK, COLOUR_CELL},
	                    {COLOUR_MARK, COLOUR_CELL}},
	[BUTTON_HINT] = {{COLOUR_HINT_CELL, COLOUR_HINT}, {COLOUR_HINT, COLOUR_CELL},
	                   {COLOUR_HINT, COLOUR_CELL}},
	/* clang-format on */
};

/* Of a plate above or below a column. */
static int plate_width(int side)
{
	return side >= LARGE_FROM ? (side / 2) | 1 : side == 2 ? 2 : side == 3 ? 1 : 3;
}

/* An arrow is a glyph: a plate beside a row takes whole rows of the screen, as many above the arrow
 * as below it. */
static struct plate plate_beside(int side, int y, int x)
{
	const int height = side >= LARGE_FROM ? 6 : 2;
	return (struct plate){((y + (side - 1) / 2) & ~1) - (height / 2 - 1), x, height, THICK};
}

static struct plate plate_of(const struct scene *scene, move_code move)
{
	const struct picture *picture = scene->picture;
	const struct level *level = scene->level;
	const int side = picture->side, line = lines_line(move), direction = lines_direction(move);
	const int y = board_y(picture, margin, line), x = board_x(picture, margin, line);
	const int below = 2 * (margin.rows + (level->rows * side + 1) / 2);
	const int right = margin.columns + level->columns * side;
	if (lines_is_row(move))
		return plate_beside(side, y, direction == LEFT ? margin.columns - THICK : right);
	const int width = plate_width(side);
	return (struct plate){direction == UP ? 2 * margin.rows - THICK : below,
	                      x + (side - width) / 2, THICK, width};
}

/* The row of the screen with its glyphs. */
static int row_of(struct plate plate)
{
	return (plate.y + plate.height / 2 - 1) / 2;
}

/* The cell of the screen with a glyph for an arrow. */
static void put_arrow(struct picture *picture, struct plate plate, int direction, colour_id ink)
{
	const bool second = direction == RIGHT || (direction == DOWN && picture->side == 2);
	picture_ink(picture, row_of(plate), plate.x + (plate.width - 1) / 2 + second,
	            U"▲▶▼◀"[direction], ink, COLOUR_NONE);
}

/* The name of a column is before its lower button, a row's before its left one. */
static void paint_name(const struct scene *scene, move_code move, struct plate plate)
{
	struct picture *picture = scene->picture;
	const int line = lines_line(move), number = scene->level->rows - line;
	const char letter[] = {(char)('a' + line), '\0'};
	char name[16];
	snprintf(name, sizeof name, "%d", number);
	if (lines_direction(move) == DOWN)
		board_frame_text(picture, row_of(plate), plate.x - (picture->side > 2), 1, letter);
	else if (lines_direction(move) == LEFT)
		board_frame_text(picture, row_of(plate), margin.columns - 3 - (number > 9), 2,
		                 name);
}

static void paint_button(const struct scene *scene, move_code move, enum button kind)
{
	struct picture *picture = scene->picture;
	const int tones = picture_is_mono(picture) ? 2 : picture_is_flat(picture);
	const struct cap cap = caps[kind][tones];
	const struct plate plate = plate_of(scene, move);
	picture_pixels(picture, plate.y, plate.x, plate.height, plate.width, cap.face);
	put_arrow(picture, plate, lines_direction(move), cap.ink);
	paint_name(scene, move, plate);
}

/* Whether a slide moves the tile that is held. */
static bool is_held(const struct scene *scene, const struct cursor *cursor, move_code move)
{
	const int columns = scene->level->columns;
	const int line =
		lines_is_row(move) ? cursor->selected / columns : cursor->selected % columns;
	return cursor->selected >= 0 && line == lines_line(move);
}

/* Those under a cursor that only passes are not lit, as each would cost bytes with each move of
 * it. */
void lines_paint_buttons(const struct scene *scene, const struct cursor *cursor)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		const bool row = direction_column_step(d) != 0;
		const int lines = row ? scene->level->rows : scene->level->columns;
		for (int line = 0; line < lines; line++) {
			const move_code move = lines_move(line, d);
			if (lines_length(scene->level, move) < 2)
				continue;
			paint_button(scene, move,
			             is_held(scene, cursor, move) ? BUTTON_HELD : BUTTON_IDLE);
			lines_add_area(scene, move);
		}
	}
}

void lines_paint_marked_buttons(const struct scene *scene, const struct view *view)
{
	for (int i = 0; i < view->valid_count; i++)
		paint_button(scene, view->valid[i], BUTTON_VALID);
	if (view->hint != NULL)
		paint_button(scene, *view->hint, BUTTON_HINT);
}
