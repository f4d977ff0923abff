/* The method: the puzzle paints the board on a canvas, larger than wanted; each pixel of the
 * thumbnail takes what most of a square shows. Symbols on pieces would only blur that, so they are
 * painted as letters, which leave the pixels as they are. Pieces that are nothing but a letter then
 * are painted as shapes. */
#include "ui/widget/thumbnail.h"

#include <assert.h>
#include <stdlib.h>

/* All in pixels a cell. */
enum {
	EDGES_MIN = 3,   /* edges of pieces are seen from here on */
	SHAPES_MIN = 5,  /* from here on shapes are painted with pixels */
	SYMBOLS_MIN = 8, /* there is room for symbols */
	CANVAS = 12,     /* of the canvas for smaller thumbnails, about */
	MAGNIFIED = 4,   /* how many times larger the canvas is for others, without symbols */
	SIDE_LARGEST = 24,
};

struct thumbnail {
	struct size size; /* of the room, on the screen */
	colour_id pixel[];
};

/* ---- what a square shows ---- */

/* How much a colour tells: the board's own; of a piece; of a piece's edge, or a goal's. */
static int rank_of(colour_id colour)
{
	const enum tone tone = colour_tone(colour);
	if (colour_hue(colour) == 0)
		return 0;
	return tone == TONE_LIGHT || tone == TONE_DARK || tone == TONE_RING ? 2 : 1;
}

/* The colour without what a thumbnail leaves out, as it would cost bytes: the chequer and, where
 * edges are not seen, the tones of a piece. */
static colour_id simple(colour_id colour, bool edges)
{
	if (colour == COLOUR_CELL)
		return COLOUR_CELL_ODD;
	if (edges || colour_hue(colour) == 0 || colour_tone(colour) == TONE_SUNK)
		return colour;
	return hue_colour(colour_hue(colour), TONE_BASE);
}

/* The most frequent colour of those that tell most, if they are a third of the square; of edges,
 * where there is room for them, a quarter. */
static colour_id colour_of_square(const struct picture *canvas, int y, int x, int side, bool edges)
{
	uint8_t count[COLOUR_IDS] = {0};
	colour_id found[CANVAS * CANVAS], best = COLOUR_NONE;
	int ranked[3] = {0}, colours = 0;
	assert(side <= CANVAS);
	for (int i = 0; i < side * side; i++) {
		const colour_id colour =
			simple(picture_pixel_at(canvas, y + i / side, x + i % side), edges);
		if (count[colour]++ == 0)
			found[colours++] = colour;
		ranked[rank_of(colour)]++;
	}
	const int rank = edges && 4 * ranked[2] >= side * side        ? 2
	                 : 3 * (ranked[1] + ranked[2]) >= side * side ? 1
	                                                              : 0;
	count[COLOUR_NONE] = 0;
	for (int i = 0; i < colours; i++) {
		const int more = count[found[i]] - count[best];
		if (rank_of(found[i]) >= rank && (more > 0 || (more == 0 && found[i] < best)))
			best = found[i];
	}
	return best;
}

/* ---- the board ---- */

static int smaller(int a, int b)
{
	return a < b ? a : b;
}

/* Pixels a cell: as many as the room has for the whole board, and for the frame around a large
 * one. */
static int side_for(const struct level *level, struct size size)
{
	const int height = 2 * size.rows, width = size.columns;
	const int side = smaller(height / level->rows, width / level->columns);
	const int framed = smaller((height - 2) / level->rows, (width - 2) / level->columns);
	return side < 1 ? 1 : framed < EDGES_MIN ? side : smaller(framed, SIDE_LARGEST);
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

/* A board to be painted, and the pixels a cell of its thumbnail. */
struct subject {
	const struct puzzle *puzzle;
	const struct level *level;
	const struct state *state;
	int side;
};

/* Paints it with so many times more pixels. */
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

/* Returns how many times larger the canvas is; 0 without memory. */
static int paint_canvas(struct picture *canvas, const struct subject *subject)
{
	const int side = subject->side, small = CANVAS / side;
	int times = side < SHAPES_MIN ? small : MAGNIFIED;
	bool good = side >= SYMBOLS_MIN || paint(canvas, subject, GLYPHS_LETTERS, times);
	if (side >= SYMBOLS_MIN || (good && !shows_pieces(canvas))) {
		times = side < SHAPES_MIN ? small : 1;
		good = paint(canvas, subject, GLYPHS_SHAPES, times);
	}
	return good ? times : 0;
}

static bool is_within(int y, int x, int rows, int columns, int edge)
{
	return y >= -edge && y < rows + edge && x >= -edge && x < columns + edge;
}

/* The board in the middle of the room, with a frame around it if that has room on all sides. */
static void take_pixels(struct thumbnail *thumbnail, const struct picture *canvas,
                        const struct subject *subject, int times)
{
	const struct size margin = subject->puzzle->screen.margin;
	const int rows = subject->level->rows * subject->side;
	const int columns = subject->level->columns * subject->side;
	const int height = 2 * thumbnail->size.rows, width = thumbnail->size.columns;
	const int top = (height - rows) / 2, left = (width - columns) / 2;
	const int frame = smaller(top, left) > 0 && height > rows + top && width > columns + left;
	for (int i = 0; i < height * width; i++) {
		const int y = i / width - top, x = i % width - left;
		colour_id colour = is_within(y, x, rows, columns, frame) ? COLOUR_FRAME
		                                                         : COLOUR_NONE;
		if (is_within(y, x, rows, columns, 0))
			colour = colour_of_square(canvas, 2 * margin.rows + y * times,
			                          margin.columns + x * times, times,
			                          subject->side >= EDGES_MIN);
		thumbnail->pixel[i] = colour;
	}
}

struct thumbnail *thumbnail_new(struct picture *canvas, const struct puzzle *puzzle,
                                const struct level *level, const struct state *state,
                                struct size size)
{
	const struct subject subject = {puzzle, level, state, side_for(level, size)};
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
