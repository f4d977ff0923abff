/* The buttons around a board of pixels: at both ends of each line a plate between the board and the
 * frame's edge, with an arrow on it. Those below and on the left have the line's name on them, or
 * where there is no room, beside them. */
#include <stdio.h>

#include "puzzle/board.h"
#include "puzzle/board_pixels.h"
#include "puzzles/lines/paint.h"

static const struct size margin = {LINES_MARGIN_ROWS, LINES_MARGIN_COLUMNS};

enum {
	THICK = 2,       /* a plate's pixels from the board's edge */
	NAMED_FROM = 7,  /* the first side of a cell whose buttons have room for a letter */
	LARGE_FROM = 12, /* and whose buttons grow with it */
	LONG_FROM = 4,   /* and whose long buttons are longer than others */
};

/* A plate, in pixels from the picture's origin. */
struct plate {
	int y, x, height, width;
};

enum button { BUTTON_IDLE, BUTTON_HELD, BUTTON_VALID, BUTTON_NAMED, BUTTON_HINT, BUTTON_KINDS };

/* How it looks where a hue has many tones, one, or none. The line that a hint names has no look of
 * its own where there are many. */
static const struct cap {
	colour_id face, ink;
} caps[BUTTON_KINDS][3] = {
	/* clang-format off */
	[BUTTON_IDLE] = {{COLOUR_FRAME_LIGHT, COLOUR_BUTTON}, {COLOUR_BUTTON, COLOUR_CELL},
	                   {COLOUR_BUTTON, COLOUR_CELL}},
	[BUTTON_HELD] = {{COLOUR_CHOSEN_CELL, COLOUR_CHOSEN}, {COLOUR_CHOSEN, COLOUR_CELL},
	                   {COLOUR_CELL, COLOUR_CHOSEN}},
	[BUTTON_VALID] = {{COLOUR_FRAME_LIGHT, COLOUR_BUTTON_LIT}, {COLOUR_FRAME, COLOUR_MARK},
	                    {COLOUR_FRAME, COLOUR_MARK}},
	[BUTTON_NAMED] = {{COLOUR_FRAME_LIGHT, COLOUR_BUTTON}, {COLOUR_HINT, COLOUR_CELL},
	                    {COLOUR_HINT, COLOUR_CELL}},
	[BUTTON_HINT] = {{COLOUR_HINT_CELL, COLOUR_HINT}, {COLOUR_HINT, COLOUR_CELL},
	                   {COLOUR_HINT, COLOUR_CELL}},
	/* clang-format on */
};

/* Of a plate above or below a column. */
static int plate_width(int side)
{
	return side >= LARGE_FROM   ? (side / 2) | 1
	       : side >= NAMED_FROM ? 5
	       : side == 2          ? 2
	       : side == 3          ? 1
	                            : 3;
}

/* Whether a plate on the left has room for a number: not on the edge of a thin frame. */
static bool has_number(const struct picture *picture)
{
	return board_around(picture, margin).columns > 1 + THICK;
}

/* An arrow is a glyph: a plate beside a row takes whole rows of the screen, as many above the arrow
 * as below it. */
static struct plate plate_beside(int side, int y, int x, int width)
{
	const int height = side >= LARGE_FROM ? 6 : 2;
	return (struct plate){((y + (side - 1) / 2) & ~1) - (height / 2 - 1), x, height, width};
}

static struct plate plate_of(const struct scene *scene, move_code move)
{
	const struct picture *picture = scene->picture;
	const struct level *level = scene->level;
	const int side = picture->side, line = lines_line(move), direction = lines_direction(move);
	const int y = board_y(picture, margin, line), x = board_x(picture, margin, line);
	const int below = 2 * (margin.rows + (level->rows * side + 1) / 2);
	const int right = margin.columns + level->columns * side;
	const int gap = picture_is_flat(picture); /* else it would melt into a stroke */
	if (direction == RIGHT)
		return plate_beside(side, y, right + gap,
		                    THICK - gap + (gap && has_number(picture)));
	if (direction == LEFT) {
		const int wide = THICK + has_number(picture);
		return plate_beside(side, y, margin.columns - wide, wide - gap);
	}
	const int width = plate_width(side);
	return (struct plate){direction == UP ? 2 * margin.rows - THICK : below,
	                      x + (side - width) / 2, THICK, width};
}

/* The row of the screen with its glyphs. */
static int row_of(struct plate plate)
{
	return (plate.y + plate.height / 2 - 1) / 2;
}

/* The column of the screen with the arrow. */
static int column_of(const struct picture *picture, struct plate plate, int direction)
{
	const bool flat = picture_is_flat(picture);
	if (direction == LEFT)
		return plate.x + plate.width - (flat ? 1 : THICK);
	const bool second = direction == RIGHT ? !flat : direction == DOWN && picture->side == 2;
	return plate.x + (direction == RIGHT && flat ? 0 : (plate.width - 1) / 2) + second;
}

static void put_arrow(struct picture *picture, int row, int column, int direction, colour_id ink)
{
	picture_ink(picture, row, column, U"▲▶▼◀"[direction], ink, COLOUR_NONE);
}

/* Where there are no tones, a hint's button is as long as the line is broad; that of the move has
 * arrows from end to end. */
static void paint_long_plate(const struct scene *scene, move_code move, struct plate plate,
                             bool arrows, struct cap cap)
{
	struct picture *picture = scene->picture;
	const int side = picture->side, line = lines_line(move), direction = lines_direction(move);
	const int y = board_y(picture, margin, line), x = board_x(picture, margin, line);
	const int top = (y + 1) / 2, bottom = (y + side) / 2;
	const int column = column_of(picture, plate, direction);
	if (!lines_is_row(move)) {
		picture_pixels(picture, plate.y, x, plate.height, side, cap.face);
		for (int i = x; arrows && i < x + side; i++)
			put_arrow(picture, row_of(plate), i, direction, cap.ink);
		return;
	}
	picture_pixels(picture, 2 * top, plate.x, 2 * (bottom - top), plate.width, cap.face);
	for (int row = top; arrows && row < bottom; row++)
		put_arrow(picture, row, column, direction, cap.ink);
}

/* A name on the button's face, or where that has no room, on the frame before it. */
static void put_name(struct picture *picture, int row, int column, const char *name, bool inside,
                     struct cap cap)
{
	if (!inside)
		board_frame_text(picture, row, column, 2, name);
	for (; inside && *name != '\0'; name++)
		picture_ink(picture, row, column++, (char32_t)*name, cap.ink, cap.face);
}

/* The name of a column is on the left of its lower button, a row's on its left one. */
static void paint_name(const struct scene *scene, move_code move, struct plate plate,
                       struct cap cap)
{
	struct picture *picture = scene->picture;
	const int line = lines_line(move), number = scene->level->rows - line;
	const int side = picture->side;
	char name[16];
	if (lines_direction(move) == DOWN) {
		const int before = side >= LARGE_FROM ? -1 : side < NAMED_FROM && side > 2;
		snprintf(name, sizeof name, "%c", 'a' + line);
		put_name(picture, row_of(plate), plate.x - before, name, side >= NAMED_FROM, cap);
	} else if (lines_direction(move) == LEFT) {
		snprintf(name, sizeof name, "%d", number);
		put_name(picture, row_of(plate), margin.columns - 3 - (number > 9), name,
		         has_number(picture), cap);
	}
}

static void paint_button(const struct scene *scene, move_code move, enum button kind)
{
	struct picture *picture = scene->picture;
	const bool flat = picture_is_flat(picture), mono = picture_is_mono(picture);
	const bool hatched = mono && kind >= BUTTON_NAMED && picture->side < LONG_FROM;
	const struct cap cap = caps[hatched ? BUTTON_VALID : kind][flat + mono];
	const struct plate plate = plate_of(scene, move);
	const int direction = lines_direction(move);
	picture_pixels(picture, plate.y, plate.x, plate.height, plate.width, cap.face);
	if (flat && kind >= BUTTON_NAMED)
		paint_long_plate(scene, move, plate, kind == BUTTON_HINT, cap);
	put_arrow(picture, row_of(plate), column_of(picture, plate, direction), direction, cap.ink);
	paint_name(scene, move, plate, cap);
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
	if (view->named != NULL && picture_is_flat(scene->picture)) {
		paint_button(scene, *view->named, BUTTON_NAMED);
		paint_button(scene, lines_opposite(*view->named), BUTTON_NAMED);
	}
	if (view->hint != NULL)
		paint_button(scene, *view->hint, BUTTON_HINT);
}
