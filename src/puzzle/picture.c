#include "puzzle/picture.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/least.h"
#include "os/glyph.h"
#include "puzzle/sprite.h"

void picture_set_side(struct picture *picture, int side)
{
	picture->side = side;
	picture->scale = picture_scale(side);
}

struct picture *picture_new(void)
{
	struct picture *picture = calloc(1, sizeof *picture);
	if (picture == NULL)
		return NULL;
	picture_set_side(picture, 2);
	picture->frame = 1;
	return picture;
}

void picture_free(struct picture *picture)
{
	if (picture == NULL)
		return;
	sprite_free_rasters(picture);
	free(picture->cells);
	free(picture);
}

bool picture_resize(struct picture *picture, int rows, int columns)
{
	assert(rows >= 1 && columns >= 1);
	if (rows != picture->rows || columns != picture->columns) {
		struct picture_cell *cells = calloc((size_t)rows * (size_t)columns, sizeof *cells);
		if (cells == NULL)
			return false;
		free(picture->cells);
		picture->cells = cells;
		picture->rows = rows;
		picture->columns = columns;
	}
	picture_erase(picture);
	return true;
}

void picture_erase(struct picture *picture)
{
	const size_t count = (size_t)picture->rows * (size_t)picture->columns;
	for (size_t i = 0; i < count; i++)
		picture->cells[i] = (struct picture_cell){.glyph = U' ', .role = ROLE_TEXT};
	picture->click_area_count = 0;
	picture->has_right_to_left = false;
	picture->row = picture->column = 0;
	picture_clip(picture, 0, 0, picture->rows, picture->columns);
}

/* The intersection of two rectangles; empty rows or columns if they don't overlap. */
static struct rectangle overlap(struct rectangle a, struct rectangle b)
{
	const int row = greatest(a.row, b.row), column = greatest(a.column, b.column);
	const int below = least(a.row + a.rows, b.row + b.rows);
	const int right = least(a.column + a.columns, b.column + b.columns);
	return (struct rectangle){row, column, greatest(below - row, 0),
	                          greatest(right - column, 0)};
}

void picture_clip(struct picture *picture, int row, int column, int rows, int columns)
{
	picture->clip = overlap((struct rectangle){row, column, rows, columns},
	                        (struct rectangle){0, 0, picture->rows, picture->columns});
}

struct rectangle picture_clip_more(struct picture *picture, int row, int column, int rows,
                                   int columns)
{
	const struct rectangle before = picture->clip;
	picture->clip = overlap((struct rectangle){picture->row + row, picture->column + column,
	                                           rows, columns},
	                        before);
	return before;
}

void picture_set_origin(struct picture *picture, int row, int column)
{
	picture->row = row;
	picture->column = column;
}

static struct picture_cell *cell_at(const struct picture *picture, int row, int column)
{
	const struct rectangle *clip = &picture->clip;
	row += picture->row;
	column += picture->column;
	if (row < clip->row || row >= clip->row + clip->rows || column < clip->column ||
	    column >= clip->column + clip->columns)
		return NULL;
	return &picture->cells[row * picture->columns + column];
}

void picture_put(struct picture *picture, int row, int column, char32_t glyph, enum role role,
                 int tint)
{
	struct picture_cell *cell = cell_at(picture, row, column);
	if (cell != NULL)
		*cell = (struct picture_cell){.glyph = glyph,
		                              .role = (uint8_t)role,
		                              .tint = (uint8_t)tint};
}

void picture_fill(struct picture *picture, int row, int column, int rows, int columns,
                  char32_t glyph, enum role role, int tint)
{
	for (int r = row; r < row + rows; r++)
		for (int c = column; c < column + columns; c++)
			picture_put(picture, r, c, glyph, role, tint);
}

/* Marks truncated text in its last column, which may be half of a wide character. */
static void mark_cut(struct picture *picture, int row, int column, enum role role)
{
	if (picture_cell_at(picture, row, column).glyph == 0)
		picture_put(picture, row, column - 1, U' ', role, 0);
	picture_put(picture, row, column, picture_glyph(picture, U'…', U'~'), role, 0);
}

char32_t picture_next_glyph(const struct picture *picture, const char **text, const char *end)
{
	const char32_t glyph = glyph_next(text, end);
	return glyph >= 0x80 && picture->glyphs == GLYPHS_ASCII ? U'?' : glyph;
}

int picture_put_glyph(struct picture *picture, int row, int column, enum role role, char32_t glyph)
{
	const int width = glyph_width(glyph);
	const bool cut = picture->column + column < 0; /* by the left edge */
	if (width == 2)
		picture_put(picture, row, column + 1, cut ? U' ' : 0, role, 0);
	picture_put(picture, row, column, glyph, role, 0);
	return column + width;
}

int picture_order(struct picture *picture, enum text_direction direction, char32_t glyphs[],
                  int place[], int count)
{
	if (picture->glyphs == GLYPHS_ASCII || picture->ordered) {
		for (int i = 0; i < count; i++)
			place[i] = i;
		return count;
	}
	const int kept = glyph_order(direction, glyphs, place, count);
	picture->has_right_to_left |= kept < count;
	for (int i = 0; i < kept; i++)
		picture->has_right_to_left |= place[i] != i;
	return kept;
}

/* The same as picture_text, for a text with letters from right to left: what fits is put in
 * order. */
static int ordered_text(struct picture *picture, int row, int column, int edge, enum role role,
                        const char *text, const char *end, enum text_direction direction)
{
	char32_t glyphs[GLYPH_LINE_MAX];
	int place[GLYPH_LINE_MAX], count = 0, next = column;
	bool cut = false;
	while (text < end && count < GLYPH_LINE_MAX && !cut) {
		const char32_t glyph = picture_next_glyph(picture, &text, end);
		cut = next + glyph_width(glyph) > edge;
		if (!cut) {
			glyphs[count++] = glyph;
			next += glyph_width(glyph);
		}
	}
	while (cut && count > 0 && next >= edge) /* the mark needs a column, too */
		next -= glyph_width(glyphs[--count]);
	if (cut && count < GLYPH_LINE_MAX)
		glyphs[count++] = picture_glyph(picture, U'…', U'~');
	count = picture_order(picture, direction, glyphs, place, count);
	for (int i = 0; i < count && column < edge; i++)
		column = picture_put_glyph(picture, row, column, role, glyphs[i]);
	return column;
}

int picture_text(struct picture *picture, int row, int column, int columns, enum role role,
                 const char *text)
{
	return picture_text_row(picture, row, column, columns, role, text, strlen(text),
	                        glyph_direction(text));
}

int picture_text_row(struct picture *picture, int row, int column, int columns, enum role role,
                     const char *text, size_t length, enum text_direction direction)
{
	const char *end = text + length;
	const int start = column;
	const int edge = least(column + columns, picture->columns - picture->column);
	if (direction == RIGHT_TO_LEFT || glyph_has_right_to_left(text))
		return ordered_text(picture, row, column, edge, role, text, end, direction);
	while (text < end) {
		const char32_t glyph = picture_next_glyph(picture, &text, end);
		if (column + glyph_width(glyph) > edge) { /* a wide one may leave a column free */
			if (edge > start)
				mark_cut(picture, row, edge - 1, role);
			return edge > start ? edge : column;
		}
		column = picture_put_glyph(picture, row, column, role, glyph);
	}
	return column;
}

int picture_print(struct picture *picture, int row, int column, enum role role, const char *format,
                  ...)
{
	char text[1024];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return picture_text(picture, row, column, picture->columns, role, text);
}

struct picture_cell picture_cell_at(const struct picture *picture, int row, int column)
{
	const struct picture_cell *cell = cell_at(picture, row, column);
	return cell != NULL ? *cell : (struct picture_cell){.glyph = U' ', .role = ROLE_TEXT};
}

/* ---- pixels ---- */

/* The halves of a cell: upper and lower. */
static void split_pixels(const struct picture_cell *cell, colour_id half[2])
{
	half[0] = half[1] = cell->paper;
	if (cell->role != ROLE_PAINTED)
		half[0] = half[1] = COLOUR_NONE;
	else if (cell->glyph == U'▀')
		half[0] = cell->ink;
	else if (cell->glyph == U'▄')
		half[1] = cell->ink;
}

/* The paper is the lower number, the board's rather than a piece's: so the fewest pairs of colours
 * occur, and each pair costs bytes. */
static void join_pixels(struct picture_cell *cell, const colour_id half[2])
{
	const bool upper = half[0] > half[1];
	*cell = (struct picture_cell){
		.glyph = half[0] == half[1] ? U' '
	                 : upper            ? U'▀'
	                                    : U'▄',
		.role = ROLE_PAINTED,
		.ink = upper ? half[0] : half[1],
		.paper = upper ? half[1] : half[0],
	};
}

/* Where a pixel is: its cell, and its half; the origin is a whole row. */
static struct picture_cell *pixel_cell(const struct picture *picture, int y, int x)
{
	const int row = y >= 0 ? y / 2 : -((1 - y) / 2);
	return cell_at(picture, row, x);
}

void picture_pixel(struct picture *picture, int y, int x, colour_id colour)
{
	struct picture_cell *cell = pixel_cell(picture, y, x);
	colour_id half[2];
	if (cell == NULL || colour == COLOUR_NONE)
		return;
	split_pixels(cell, half);
	half[y & 1] = colour;
	join_pixels(cell, half);
}

void picture_pixels(struct picture *picture, int y, int x, int height, int width, colour_id colour)
{
	for (int i = y; i < y + height; i++)
		for (int j = x; j < x + width; j++)
			picture_pixel(picture, i, j, colour);
}

colour_id picture_pixel_at(const struct picture *picture, int y, int x)
{
	const struct picture_cell *cell = pixel_cell(picture, y, x);
	colour_id half[2];
	if (cell == NULL)
		return COLOUR_NONE;
	split_pixels(cell, half);
	return half[y & 1];
}

int picture_eased(int length, int frame, int frames)
{
	const int left = frames + 1 - frame, whole = frames + 1;
	return length * (whole * whole - left * left) / (whole * whole);
}

void picture_ink(struct picture *picture, int row, int column, char32_t glyph, colour_id ink,
                 colour_id paper)
{
	struct picture_cell *cell = cell_at(picture, row, column);
	colour_id half[2];
	if (cell == NULL)
		return;
	split_pixels(cell, half);
	*cell = (struct picture_cell){
		.glyph = glyph,
		.role = ROLE_PAINTED,
		.ink = ink,
		.paper = paper != COLOUR_NONE ? paper : half[1],
	};
}

/* ---- roles ---- */

void picture_set_role(struct picture *picture, int row, int column, int columns, enum role role)
{
	for (int c = column; c < column + columns; c++) {
		struct picture_cell *cell = cell_at(picture, row, c);
		if (cell != NULL)
			cell->role = (uint8_t)role;
	}
}

void picture_click_area(struct picture *picture, int row, int column, int rows, int columns,
                        int key, int cell)
{
	const struct rectangle all = {picture->row + row, picture->column + column, rows, columns};
	const struct rectangle seen = overlap(all, picture->clip);
	if (picture->click_area_count == CLICK_AREAS_MAX || seen.rows == 0 || seen.columns == 0)
		return;
	picture->click_areas[picture->click_area_count++] =
		(struct click_area){seen.row, seen.column, seen.rows, seen.columns, key, cell};
}

const struct click_area *picture_click_area_at(const struct picture *picture, int row, int column)
{
	for (int i = picture->click_area_count - 1; i >= 0; i--) {
		const struct click_area *area = &picture->click_areas[i];
		if (row >= area->row && row < area->row + area->rows && column >= area->column &&
		    column < area->column + area->columns)
			return area;
	}
	return NULL;
}

char32_t picture_glyph(const struct picture *picture, char32_t unicode, char32_t ascii)
{
	return picture->glyphs == GLYPHS_ASCII ? ascii : unicode;
}

/* One of the shapes, or a letter from `first` on. */
static char32_t shape_or_letter(const struct picture *picture, const char32_t *shapes,
                                char32_t first, int colour)
{
	enum { SHAPES = 8 };
	const bool drawn = picture->glyphs == GLYPHS_SHAPES && colour <= SHAPES;
	return drawn ? shapes[colour - 1] : first + (char32_t)colour - 1;
}

/* Width 1 in every font, distinct without colour, and no emoji. */
char32_t picture_piece_glyph(const struct picture *picture, int colour)
{
	return shape_or_letter(picture, U"●◆▲■♥♣♠▼", U'A', colour);
}

char32_t picture_goal_glyph(const struct picture *picture, int colour)
{
	return shape_or_letter(picture, U"○◇△□♡♧♤▽", U'a', colour);
}
