#include "puzzle/board.h"

#include <stdio.h>

#include "os/text.h"
#include "puzzle/board_pixels.h"
#include "puzzle/key.h"

struct place {
	int row, column; /* top left cell of the picture, from its origin */
};

static struct place place_of(const struct picture *picture, struct size margin, int row, int column)
{
	return (struct place){margin.rows + row * picture->scale.rows,
	                      margin.columns + column * picture->scale.columns};
}

static void fill(struct picture *picture, struct place at, char32_t glyph, enum role role, int tint)
{
	picture_fill(picture, at.row, at.column, picture->scale.rows, picture->scale.columns, glyph,
	             role, tint);
}

/* Paints a glyph in the middle of a cell; `wide`: twice in wide cells, to look as large. */
static void put_middle(struct picture *picture, struct place at, char32_t glyph, bool wide,
                       enum role role, int tint)
{
	const int row = at.row + (picture->scale.rows - 1) / 2;
	const int column = at.column + (picture->scale.columns - 1) / 2;
	picture_put(picture, row, column, glyph, role, tint);
	if (wide && picture->scale.columns > 2)
		picture_put(picture, row, column + 1, glyph, role, tint);
}

/* Four glyphs: top left, top right, bottom left, bottom right. */
static void put_corners(struct picture *picture, struct place top_left, struct place bottom_right,
                        const char32_t glyphs[4], enum role role, int tint)
{
	picture_put(picture, top_left.row, top_left.column, glyphs[0], role, tint);
	picture_put(picture, top_left.row, bottom_right.column, glyphs[1], role, tint);
	picture_put(picture, bottom_right.row, top_left.column, glyphs[2], role, tint);
	picture_put(picture, bottom_right.row, bottom_right.column, glyphs[3], role, tint);
}

/* Whether pieces made of glyphs leave the last column of their cell free. */
static bool has_gap(const struct picture *picture)
{
	return picture->scale.columns > 3 && !picture_is_mono(picture);
}

/* Brackets at the cell's corners; in a cell one row high at its sides, or only on the right. */
static void put_brackets(struct picture *picture, struct place at, enum role role, int tint)
{
	const struct size scale = picture->scale;
	const bool flat = scale.rows == 1;
	const struct place corner = {at.row + scale.rows - 1, at.column + scale.columns - 1};
	if (flat && scale.columns <= 2)
		at.column = corner.column;
	put_corners(picture, at, corner, U"[][]", role, tint);
}

/* The colour of a mark. */
static colour_id mark_colour(enum role role)
{
	return role == ROLE_HINT       ? COLOUR_HINT
	       : role == ROLE_SELECTED ? COLOUR_CHOSEN
	       : role == ROLE_QUIET    ? COLOUR_FORBIDDEN
	                               : COLOUR_MARK;
}

struct size board_frame_size(struct size margin, int frame_rows)
{
	const int named = margin.columns > 2 ? 3 : 2;
	return (struct size){frame_rows, frame_rows == 1 ? named : 2 * frame_rows};
}

struct size board_around(const struct picture *picture, struct size margin)
{
	return picture->pixels ? board_frame_size(margin, picture->frame) : margin;
}

/* Without tones the frame is a line around bare background, on which labels can be read. */
static colour_id ground_of_frame(const struct picture *picture)
{
	return picture_is_flat(picture) ? COLOUR_CELL : COLOUR_FRAME;
}

int board_frame_text(struct picture *picture, int row, int column, int columns, const char *text)
{
	const int end = picture_text(picture, row, column, columns, ROLE_QUIET, text);
	for (; picture->pixels && column < end; column++)
		picture_ink(picture, row, column, picture_cell_at(picture, row, column).glyph,
		            COLOUR_LABEL, ground_of_frame(picture));
	return end;
}

int board_frame_label(struct picture *picture, int row, int column, int columns, const char *text)
{
	return text_columns(text) > columns ? column
	                                    : board_frame_text(picture, row, column, columns, text);
}

void board_wall(struct picture *picture, struct size margin, int row, int column)
{
	if (picture->pixels) {
		pixels_stone(picture, board_y(picture, margin, row),
		             board_x(picture, margin, column));
		return;
	}
	fill(picture, place_of(picture, margin, row, column), U'#', ROLE_WALL, 0);
}

void board_frame(struct picture *picture, struct size margin, int rows, int columns)
{
	if (picture->pixels) {
		pixels_frame(picture, margin, rows, columns, ground_of_frame(picture));
		/* Without colours a chequer looks more like walls than walls do. */
		if (picture_is_mono(picture))
			pixels_dots(picture, margin, rows, columns);
		else
			pixels_chequer(picture, margin, rows, columns, COLOUR_CELL,
			               COLOUR_CELL_ODD);
		return;
	}
	picture_fill(picture, 0, 0, rows * picture->scale.rows + 2 * margin.rows,
	             columns * picture->scale.columns + 2 * margin.columns, U'#', ROLE_WALL, 0);
}

/* The corners and sides of a thin frame. */
static void draw_box(struct picture *picture, int top, int left, int bottom, int right)
{
	picture_fill(picture, top, left, 1, right - left, U'-', ROLE_WALL, 0);
	picture_fill(picture, bottom, left, 1, right - left, U'-', ROLE_WALL, 0);
	picture_fill(picture, top, left, bottom - top, 1, U'|', ROLE_WALL, 0);
	picture_fill(picture, top, right, bottom - top, 1, U'|', ROLE_WALL, 0);
	put_corners(picture, (struct place){top, left}, (struct place){bottom, right}, U"++++",
	            ROLE_WALL, 0);
}

/* Names of rows and columns on the frame. */
static void put_names(struct picture *picture, struct size margin, int rows, int columns)
{
	const int side = picture->side, below = margin.rows + (rows * side + 1) / 2;
	for (int row = 0; row < rows && margin.columns > 2; row++) {
		char name[16];
		const int wide = rows - row > 9;
		snprintf(name, sizeof name, "%d", rows - row);
		board_frame_text(picture, (board_y(picture, margin, row) + (side - 1) / 2) / 2,
		                 margin.columns - 2 - wide, 2, name);
	}
	/* In the lowest row of the frame, its dark edge would make a comb of them. */
	const int left = margin.columns - board_around(picture, margin).columns;
	if (picture->pixels && !picture_is_flat(picture) && margin.rows > 1)
		picture_pixels(picture, 2 * below + 1, left + 1, 1,
		               columns * side + 2 * (margin.columns - left) - 2, COLOUR_FRAME);
	for (int column = 0; column < columns && margin.rows > 1; column++)
		board_frame_text(picture, below, board_x(picture, margin, column) + (side - 1) / 2,
		                 1, (char[]){(char)('a' + column), '\0'});
}

void board_thin_frame(struct picture *picture, struct size margin, int rows, int columns)
{
	const struct size scale = picture->scale;
	const int far_row = margin.rows + rows * scale.rows;
	const int far_column = margin.columns + columns * scale.columns;
	if (picture->pixels) {
		board_frame(picture, margin, rows, columns);
		put_names(picture, margin, rows, columns);
		return;
	}
	picture_fill(picture, 0, 0, far_row + margin.rows, far_column + margin.columns, U' ',
	             ROLE_TEXT, 0);
	draw_box(picture, margin.rows - 1, margin.columns - 1, far_row, far_column);
	for (int row = 0; row < rows && margin.columns > 2; row++)
		picture_print(picture, margin.rows + row * scale.rows + (scale.rows - 1) / 2,
		              margin.columns - 4 + (rows - row < 10), ROLE_QUIET, "%d", rows - row);
	for (int column = 0; column < columns && margin.rows > 1; column++)
		picture_put(picture, far_row + 1,
		            margin.columns + column * scale.columns + (scale.columns - 1) / 2,
		            U'a' + (char32_t)column, ROLE_QUIET, 0);
}

void board_click_areas(struct picture *picture, struct size margin, int rows, int columns)
{
	const int side = picture->side;
	for (int cell = 0; cell < rows * columns; cell++) {
		const int y = board_y(picture, margin, cell / columns);
		picture_click_area(picture, (y + 1) / 2, board_x(picture, margin, cell % columns),
		                   (y + side + 1) / 2 - (y + 1) / 2, side, PRESS_CLICK, cell);
	}
}

/* One side of the cursor. It does not cover the goal shown in the corner of a piece. */
static void put_side(struct picture *picture, int row, int column, char32_t glyph, enum role role)
{
	const struct picture_cell under = picture_cell_at(picture, row, column);
	if ((under.role != ROLE_PIECE && under.role != ROLE_SELECTED && under.role != ROLE_HINT) ||
	    under.glyph == U' ')
		picture_put(picture, row, column, glyph, role, 0);
}

/* Both sides of a cell made of glyphs; in one row high the left one is in the cell before. */
static void put_sides(struct picture *picture, struct place at, const char32_t sides[2],
                      enum role role)
{
	const struct size scale = picture->scale;
	const int middle = at.row + (scale.rows - 1) / 2;
	const bool small = scale.rows == 1;
	put_side(picture, middle, at.column - small, sides[0], role);
	put_side(picture, middle, at.column + scale.columns - 1, sides[1], role);
}

void board_brackets(struct picture *picture, struct size margin, int row, int column,
                    enum role role)
{
	const char32_t *sides = role == ROLE_HINT ? U"<>" : role == ROLE_MARK ? U"::" : U"()";
	const int y = board_y(picture, margin, row), x = board_x(picture, margin, column);
	if (!picture->pixels)
		put_sides(picture, place_of(picture, margin, row, column), sides, role);
	else if (role == ROLE_CURSOR)
		pixels_cursor(picture, y, x, COLOUR_CURSOR);
	else
		pixels_corners(picture, y, x, mark_colour(role));
}

void board_mark(struct picture *picture, struct size margin, int row, int column, char32_t glyph,
                enum role role, int tint)
{
	if (picture->pixels) {
		const int y = board_y(picture, margin, row), x = board_x(picture, margin, column);
		pixels_glyph(picture, y, x, glyph,
		             tint != 0 ? hue_colour(tint, TONE_RING) : mark_colour(role));
		return;
	}
	const struct place at = place_of(picture, margin, row, column);
	fill(picture, at, U' ', ROLE_FLOOR, 0);
	put_middle(picture, at, glyph, false, role, tint);
}

void board_floor(struct picture *picture, struct size margin, int row, int column)
{
	if (!picture->pixels) /* else the frame has painted the chequer */
		board_mark(picture, margin, row, column, U'.', ROLE_FLOOR, 0);
}

/* The lower edge of a piece made of glyphs and the gap on its right, where there is room: they keep
 * it apart from its neighbours. Without colours a piece is its letters, with room around them. */
static void put_edges(struct picture *picture, struct place at, int colour)
{
	const struct size scale = picture->scale;
	if (scale.rows > 1 && !picture_is_mono(picture))
		picture_fill(picture, at.row + scale.rows - 1, at.column, 1, scale.columns, U'_',
		             ROLE_PIECE, colour);
	if (has_gap(picture))
		picture_fill(picture, at.row, at.column + scale.columns - 1, scale.rows, 1, U' ',
		             ROLE_FLOOR, 0);
}

/* A piece's letter in the middle. Without colours there are two, and in a large cell so many that
 * the piece is seen as a block. */
static void put_letters(struct picture *picture, struct place at, int colour, enum role role)
{
	enum { BLOCK_ROWS = 5 };
	const struct size scale = picture->scale;
	const char32_t letter = picture_piece_glyph(picture, colour);
	if (picture_is_mono(picture) && scale.rows >= BLOCK_ROWS)
		picture_fill(picture, at.row + 1, at.column + 2, scale.rows - 2, scale.columns - 4,
		             letter, role, colour);
	else
		put_middle(picture, at, letter, !has_gap(picture), role, colour);
}

void board_piece_in_role(struct picture *picture, struct size margin, int row, int column,
                         int colour, int goal, enum role role)
{
	if (picture->pixels) {
		const int y = board_y(picture, margin, row), x = board_x(picture, margin, column);
		if (role == ROLE_HOME)
			pixels_home(picture, y, x, colour);
		else
			pixels_block(picture, y, x, colour);
		if (goal != 0)
			pixels_goal_under(picture, y, x, goal);
		if (role == ROLE_SELECTED || role == ROLE_HINT)
			pixels_ring(picture, y, x, mark_colour(role));
		return;
	}
	const struct place at = place_of(picture, margin, row, column);
	const struct size scale = picture->scale;
	/* A chosen piece and a hint's keep their colour; without colours only letters are reverse,
	 * as a reverse cell would look like a block of its own. */
	const enum role letter = role == ROLE_HINT ? ROLE_PIECE : role;
	fill(picture, at, U' ', role == ROLE_SELECTED ? ROLE_PIECE : letter, colour);
	put_edges(picture, at, colour);
	if (role == ROLE_HOME || (goal == colour && picture_is_mono(picture)))
		put_brackets(picture, at, ROLE_HOME, colour);
	else if (goal != 0 && goal != colour && scale.columns > 1) /* in the corner */
		picture_put(picture, at.row + scale.rows - 1, at.column + scale.columns - 1,
		            picture_goal_glyph(picture, goal), has_gap(picture) ? ROLE_GOAL : role,
		            has_gap(picture) ? goal : colour);
	put_letters(picture, at, colour, letter);
	if (role == ROLE_HINT)
		put_sides(picture, at, U"{}", role);
}

/* Brackets in the goal's tint around its glyph. */
static void paint_goal(struct picture *picture, struct place at, int colour)
{
	fill(picture, at, U' ', ROLE_FLOOR, 0);
	put_brackets(picture, at, ROLE_GOAL, colour);
	put_middle(picture, at, picture_goal_glyph(picture, colour), true, ROLE_GOAL, colour);
}

void board_cell(struct picture *picture, struct size margin, int row, int column, bool wall,
                int piece, int goal)
{
	if (wall)
		board_wall(picture, margin, row, column);
	else if (piece != 0)
		board_piece_in_role(picture, margin, row, column, piece, goal,
		                    piece == goal ? ROLE_HOME : ROLE_PIECE);
	else if (goal != 0 && picture->pixels)
		pixels_goal(picture, board_y(picture, margin, row),
		            board_x(picture, margin, column), goal);
	else if (goal != 0)
		paint_goal(picture, place_of(picture, margin, row, column), goal);
	else
		board_floor(picture, margin, row, column);
}

void board_glyph(struct picture *picture, int row, int column, int colour, colour_id paper)
{
	const char32_t glyph = picture_piece_glyph(picture, colour);
	if (picture->pixels)
		picture_ink(picture, row, column, glyph, hue_colour(colour, TONE_LIGHT), paper);
	else
		picture_put(picture, row, column, glyph, ROLE_GOAL, colour);
}

void board_arrows(struct picture *picture, int row, int column, struct size size, char32_t arrow,
                  enum role role)
{
	if (!picture->pixels) {
		picture_fill(picture, row, column, size.rows, size.columns, arrow, role, 0);
		return;
	}
	/* A hint is reverse: its colour can be read on cells, but perhaps not on a frame. */
	const bool reverse = role == ROLE_HINT;
	const colour_id ink = reverse ? COLOUR_CELL : COLOUR_BUTTON;
	const colour_id paper = reverse ? COLOUR_HINT : ground_of_frame(picture);
	const int side = picture->side;
	const bool upright = size.columns < side || size.rows > size.columns;
	picture_pixels(picture, 2 * row, column, 2 * size.rows, size.columns, paper);
	for (int i = 0; upright && (i + 1) * side <= 2 * size.rows; i++)
		picture_ink(picture, row + (i * side + side / 2) / 2,
		            column + (size.columns - 1) / 2, arrow, ink, paper);
	for (int i = 0; !upright && (i + 1) * side <= size.columns; i++)
		picture_ink(picture, row + (size.rows - 1) / 2, column + i * side + side / 2, arrow,
		            ink, paper);
}
