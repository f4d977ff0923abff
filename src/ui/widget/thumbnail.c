/* The method: the puzzle paints the board on a canvas, larger than wanted, from which miniature.h
 * makes the cells. Symbols on pieces would only blur them, so they are painted as letters, which
 * leave the pixels as they are. Pieces that are nothing but a letter then are painted as shapes. */
#include "ui/widget/thumbnail.h"

#include <stdlib.h>

#include "algo/least.h"
#include "ui/widget/miniature.h"

/* All in pixels a cell. */
enum {
	FRAMED_MIN = 3,  /* a frame is worth more than larger cells than that */
	SYMBOLS_MIN = 8, /* there is room for symbols */
	SMALLEST = 5,    /* below, */
	CANVAS = 12,     /* the canvas has about that many */
	MAGNIFIED = 4,   /* how many times larger the canvas is for others, without symbols */
	SIDE_LARGEST = 24,
};

struct thumbnail {
	struct size size; /* size of the room, on the screen */
	colour_id pixel[];
};

/* ---- the board ---- */

/* Pixels a cell: as many as the room has for the whole board and a frame around it, which gives way
 * where cells would be tiny. */
static int side_for(const struct level *level, struct size size)
{
	const int height = 2 * size.rows, width = size.columns;
	const int side = least(height / level->rows, width / level->columns);
	const int framed = least((height - 2) / level->rows, (width - 2) / level->columns);
	if (side < 1)
		return 1;
	return framed < FRAMED_MIN ? least(side, FRAMED_MIN) : least(framed, SIDE_LARGEST);
}

static bool shows_pieces(const struct picture *canvas)
{
	for (int i = 0; i < canvas->rows * canvas->columns; i++)
		if (canvas->cells[i].role == ROLE_PAINTED &&
		    (colour_hue(canvas->cells[i].paper) > 0 ||
		     (canvas->cells[i].glyph == U'▀' && colour_hue(canvas->cells[i].ink) > 0)))
			return true;
	return false;
}

/* The board to paint, and the side of a cell of its thumbnail in pixels. */
struct subject {
	const struct puzzle *puzzle;
	const struct level *level;
	const struct state *state;
	int side;
	enum tones tones; /* of the terminal */
};

/* Paints it with `times` times as many pixels a side. */
static bool paint(struct picture *canvas, const struct subject *subject, enum glyph_set glyphs,
                  int times)
{
	const int side = subject->side * times;
	const struct size extent = puzzle_extent(subject->puzzle, subject->level, side);
	if (!picture_resize(canvas, extent.rows, extent.columns))
		return false;
	canvas->pixels = true;
	canvas->glyphs = glyphs;
	picture_set_side(canvas, side);
	subject->puzzle->screen.paint(subject->level, &(struct view){.state = subject->state},
	                              canvas);
	return true;
}

static bool is_miniature(const struct subject *subject)
{
	return subject->side <= MINIATURE_SIDE_MAX;
}

/* Returns how many times larger the canvas is; 0 without memory. What is drawn anew is recognised
 * by its tones. */
static int paint_canvas(struct picture *canvas, const struct subject *subject)
{
	const int side = subject->side, large = side < SMALLEST ? CANVAS / side : MAGNIFIED;
	int times = large;
	canvas->tones = is_miniature(subject) ? TONES_MANY : subject->tones;
	bool good = side >= SYMBOLS_MIN || paint(canvas, subject, GLYPHS_LETTERS, times);
	if (side >= SYMBOLS_MIN || (good && !shows_pieces(canvas))) {
		times = is_miniature(subject) ? large : 1;
		good = paint(canvas, subject, GLYPHS_SHAPES, times);
	}
	return good ? times : 0;
}

/* Puts a cell at its place; what is outside is left out. */
static void put_cell(struct thumbnail *thumbnail, int top, int left, int side,
                     const colour_id *pixels)
{
	const int height = 2 * thumbnail->size.rows, width = thumbnail->size.columns;
	for (int i = 0; i < side * side; i++) {
		const int y = top + i / side, x = left + i % side;
		if (y >= 0 && y < height && x >= 0 && x < width)
			thumbnail->pixel[y * width + x] = pixels[i];
	}
}

/* The board in the middle of a plate that takes the room; few colours show none. */
static void take_pixels(struct thumbnail *thumbnail, const struct picture *canvas,
                        const struct subject *subject, int times)
{
	const struct size margin = subject->puzzle->screen.margin;
	const struct level *level = subject->level;
	const int side = subject->side, large = side * times;
	const int height = 2 * thumbnail->size.rows, width = thumbnail->size.columns;
	const int top = (height - level->rows * side) / 2;
	const int left = (width - level->columns * side) / 2;
	const bool flat = subject->tones >= TONES_ONE;
	colour_id pixels[SIDE_LARGEST * SIDE_LARGEST];
	for (int i = 0; i < height * width; i++)
		thumbnail->pixel[i] = flat ? COLOUR_NONE : COLOUR_FRAME_DARK;
	for (int i = 0; i < level->rows * level->columns; i++) {
		const int row = i / level->columns, column = i % level->columns;
		const struct painted_cell cell = {canvas, 2 * margin.rows + row * large,
		                                  margin.columns + column * large, large};
		miniature_draw(cell, (struct miniature){side, flat}, pixels);
		put_cell(thumbnail, top + row * side, left + column * side, side, pixels);
	}
}

struct thumbnail *thumbnail_new(struct picture *canvas, const struct puzzle *puzzle,
                                const struct level *level, const struct state *state,
                                struct size size, enum tones tones)
{
	const struct subject subject = {puzzle, level, state, side_for(level, size), tones};
	struct thumbnail *thumbnail =
		malloc(sizeof *thumbnail +
	               (size_t)(2 * size.rows * size.columns) * sizeof thumbnail->pixel[0]);
	const int times = thumbnail == NULL ? 0 : paint_canvas(canvas, &subject);
	if (times == 0) {
		free(thumbnail);
		return NULL;
	}
	thumbnail->size = size;
	take_pixels(thumbnail, canvas, &subject, times);
	return thumbnail;
}

void thumbnail_free(struct thumbnail *thumbnail)
{
	free(thumbnail);
}

bool thumbnail_fits(const struct thumbnail *thumbnail, struct size size)
{
	return thumbnail->size.rows == size.rows && thumbnail->size.columns == size.columns;
}

void thumbnail_paint(const struct thumbnail *thumbnail, struct picture *picture, int row,
                     int column)
{
	const int height = 2 * thumbnail->size.rows, width = thumbnail->size.columns;
	for (int i = 0; i < height * width; i++)
		picture_pixel(picture, 2 * row + i / width, column + i % width,
		              thumbnail->pixel[i]);
}
