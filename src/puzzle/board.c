#include "puzzle/board.h"

#include "puzzle/key.h"

struct box {
	int row, column; /* top left cell of the picture, from its origin */
};

static struct box box_of(const struct picture *picture, struct size margin, int row, int column)
{
	return (struct box){
		.row = margin.rows + row * picture->scale.rows,
		.column = margin.columns + column * picture->scale.columns,
	};
}

static void fill(struct picture *picture, struct box box, char32_t glyph, enum role role, int tint)
{
	picture_fill(picture, box.row, box.column, picture->scale.rows, picture->scale.columns,
	             glyph, role, tint);
}

/* Paints a glyph in the middle of a cell; twice in wide cells, so that it looks as large. */
static void put_middle(struct picture *picture, struct box box, char32_t glyph, enum role role,
                       int tint)
{
	const int row = box.row + (picture->scale.rows - 1) / 2;
	const int column = box.column + (picture->scale.columns - 1) / 2;
	picture_put(picture, row, column, glyph, role, tint);
	if (picture->scale.columns > 2 && glyph != U'·' && glyph != U'.')
		picture_put(picture, row, column + 1, glyph, role, tint);
}

/* Brackets at the cell's corners, or at its sides if it is one row high. */
static void put_brackets(struct picture *picture, struct box box, enum role role, int tint)
{
	const int right = box.column + picture->scale.columns - 1;
	const int bottom = box.row + picture->scale.rows - 1;
	if (picture->scale.rows == 1) {
		if (picture->scale.columns > 2)
			picture_put(picture, box.row, box.column, U'[', role, tint);
		picture_put(picture, box.row, right, U']', role, tint);
		return;
	}
	picture_put(picture, box.row, box.column, picture_glyph(picture, U'┌', U'['), role, tint);
	picture_put(picture, box.row, right, picture_glyph(picture, U'┐', U']'), role, tint);
	picture_put(picture, bottom, box.column, picture_glyph(picture, U'└', U'['), role, tint);
	picture_put(picture, bottom, right, picture_glyph(picture, U'┘', U']'), role, tint);
}

/* The glyph of a goal: a hollow shape or a lower-case letter. */
static char32_t goal_glyph(const struct picture *picture, int colour)
{
	static const char32_t hollow[] = U"○◇△□♡♧♤▽";
	const int count = (int)(sizeof hollow / sizeof hollow[0]) - 1;
	if (picture->glyphs != GLYPHS_SHAPES || colour > count)
		return (char32_t)(U'a' + (char32_t)colour - 1);
	return hollow[colour - 1];
}

void board_wall(struct picture *picture, struct size margin, int row, int column)
{
	fill(picture, box_of(picture, margin, row, column), picture_glyph(picture, U'█', U'#'),
	     ROLE_WALL, 0);
}

void board_frame(struct picture *picture, struct size margin, int rows, int columns)
{
	const char32_t glyph = picture_glyph(picture, U'█', U'#');
	const int height = rows * picture->scale.rows;
	const int width = columns * picture->scale.columns + 2 * margin.columns;
	picture_fill(picture, 0, 0, margin.rows, width, glyph, ROLE_WALL, 0);
	picture_fill(picture, margin.rows + height, 0, margin.rows, width, glyph, ROLE_WALL, 0);
	picture_fill(picture, margin.rows, 0, height, margin.columns, glyph, ROLE_WALL, 0);
	picture_fill(picture, margin.rows, width - margin.columns, height, margin.columns, glyph,
	             ROLE_WALL, 0);
}

/* The corners and sides of a thin frame. */
static void draw_box(struct picture *picture, int top, int left, int bottom, int right)
{
	const char32_t across = picture_glyph(picture, U'─', U'-');
	const char32_t down = picture_glyph(picture, U'│', U'|');
	picture_fill(picture, top, left, 1, right - left, across, ROLE_WALL, 0);
	picture_fill(picture, bottom, left, 1, right - left, across, ROLE_WALL, 0);
	picture_fill(picture, top, left, bottom - top, 1, down, ROLE_WALL, 0);
	picture_fill(picture, top, right, bottom - top, 1, down, ROLE_WALL, 0);
	picture_put(picture, top, left, picture_glyph(picture, U'╭', U'+'), ROLE_WALL, 0);
	picture_put(picture, top, right, picture_glyph(picture, U'╮', U'+'), ROLE_WALL, 0);
	picture_put(picture, bottom, left, picture_glyph(picture, U'╰', U'+'), ROLE_WALL, 0);
	picture_put(picture, bottom, right, picture_glyph(picture, U'╯', U'+'), ROLE_WALL, 0);
}

void board_thin_frame(struct picture *picture, struct size margin, int rows, int columns)
{
	const struct size scale = picture->scale;
	const int height = rows * scale.rows, width = columns * scale.columns;
	const int far_row = margin.rows + height, far_column = margin.columns + width;
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
	const struct size scale = picture->scale;
	for (int cell = 0; cell < rows * columns; cell++) {
		const struct box box = box_of(picture, margin, cell / columns, cell % columns);
		picture_click_area(picture, box.row, box.column, scale.rows, scale.columns,
		                   PRESS_CLICK, cell);
	}
}

void board_floor(struct picture *picture, struct size margin, int row, int column)
{
	const struct box box = box_of(picture, margin, row, column);
	fill(picture, box, U' ', ROLE_FLOOR, 0);
	put_middle(picture, box, picture_glyph(picture, U'·', U'.'), ROLE_FLOOR, 0);
}

void board_goal(struct picture *picture, struct size margin, int row, int column, int colour)
{
	const struct box box = box_of(picture, margin, row, column);
	fill(picture, box, U' ', ROLE_FLOOR, 0);
	put_brackets(picture, box, ROLE_GOAL, colour);
	put_middle(picture, box, goal_glyph(picture, colour), ROLE_GOAL, colour);
}

/* One side of the cursor. It does not cover the goal shown in the corner of a piece. */
static void put_side(struct picture *picture, int row, int column, char32_t glyph, enum role role)
{
	const enum role under = picture_role(picture, row, column);
	if ((under != ROLE_PIECE && under != ROLE_SELECTED && under != ROLE_HINT) ||
	    picture_glyph_at(picture, row, column) == U' ')
		picture_put(picture, row, column, glyph, role, 0);
}

void board_brackets(struct picture *picture, struct size margin, int row, int column,
                    enum role role)
{
	const struct box box = box_of(picture, margin, row, column);
	const struct size scale = picture->scale;
	const int middle = box.row + (scale.rows - 1) / 2;
	const bool small = scale.rows == 1;
	put_side(picture, middle, box.column - small,
	         small ? U'(' : picture_glyph(picture, U'▌', U'('), role);
	put_side(picture, middle, box.column + scale.columns - 1,
	         small ? U')' : picture_glyph(picture, U'▐', U')'), role);
}

void board_mark(struct picture *picture, struct size margin, int row, int column, char32_t glyph,
                enum role role, int tint)
{
	const struct box box = box_of(picture, margin, row, column);
	fill(picture, box, U' ', ROLE_FLOOR, 0);
	picture_put(picture, box.row + (picture->scale.rows - 1) / 2,
	            box.column + (picture->scale.columns - 1) / 2, glyph, role, tint);
}

/* If a piece stands on another colour's goal, the goal shows in the cell's corner. */
static void put_goal(struct picture *picture, struct box box, int goal, enum role role,
                       int tint)
{
	if (goal != 0 && picture->scale.columns > 1)
		picture_put(picture, box.row + picture->scale.rows - 1,
		            box.column + picture->scale.columns - 1, goal_glyph(picture, goal),
		            role, tint);
}

void board_piece_in_role(struct picture *picture, struct size margin, int row, int column,
                         int colour, int goal, enum role role)
{
	const struct box box = box_of(picture, margin, row, column);
	fill(picture, box, U' ', role, colour);
	put_goal(picture, box, goal, role, colour);
	put_middle(picture, box, picture_piece_glyph(picture, colour), role, colour);
}

void board_piece(struct picture *picture, struct size margin, int row, int column, int colour,
                 bool home, int goal)
{
	const struct box box = box_of(picture, margin, row, column);
	const enum role role = home ? ROLE_HOME : ROLE_PIECE;
	fill(picture, box, U' ', role, colour);
	if (home)
		put_brackets(picture, box, role, colour);
	else
		put_goal(picture, box, goal, role, colour);
	put_middle(picture, box, picture_piece_glyph(picture, colour), role, colour);
}

void board_cell(struct picture *picture, struct size margin, int row, int column, bool wall,
                int piece, int goal)
{
	if (wall)
		board_wall(picture, margin, row, column);
	else if (piece != 0)
		board_piece(picture, margin, row, column, piece, piece == goal, goal);
	else if (goal != 0)
		board_goal(picture, margin, row, column, goal);
	else
		board_floor(picture, margin, row, column);
}
