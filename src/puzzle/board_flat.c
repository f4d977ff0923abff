#include "puzzle/board_flat.h"

#include "puzzle/board_pixels.h"

enum {
	DRAWN = 5, /* the smallest drawn symbol */
	ROUND = 7, /* from this side on, faces have round corners */
	INNER = 7, /* and there is room for a face inside a ring */
};

/* Pixels of a gap, and of a ring. */
static int gap_of(int side)
{
	return side < 16 ? 1 : side / 8;
}

/* The side of a face: a cell without its gap. */
static int flat_face(int side)
{
	return side - gap_of(side);
}

/* ---- shapes ---- */

static void put_face(struct picture *picture, int y, int x, int side, colour_id colour)
{
	const int cut = side >= ROUND ? 1 : 0;
	picture_pixels(picture, y, x + cut, side, side - 2 * cut, colour);
	picture_pixels(picture, y + cut, x, side - 2 * cut, side, colour);
}

static void put_ring(struct picture *picture, int y, int x, int side, int width, colour_id colour)
{
	put_face(picture, y, x, side, colour);
	put_face(picture, y + width, x + width, side - 2 * width, COLOUR_CELL);
}

/* The side of a symbol in the middle of a face, about half of it; less than DRAWN: a glyph. */
static int symbol_side(int face)
{
	const int about = face < 2 * DRAWN ? face * 5 / 8 : face / 2;
	return about - (face - about) % 2;
}

static void put_glyph(struct picture *picture, int y, int x, int side, char32_t glyph,
                      colour_id ink)
{
	const int middle = (side - 1) / 2;
	picture_ink(picture, (y + middle) / 2, x + middle, glyph, ink, COLOUR_NONE);
}

/* In the middle of a square of that side: the symbol of a piece, or of a goal in its ring. */
static void put_symbol(struct picture *picture, int y, int x, int side, int hue, bool goal,
                       colour_id ink)
{
	const int size = symbol_side(side), offset = (side - size) / 2;
	if (size >= DRAWN)
		pixels_small_symbol(picture, y + offset, x + offset, size, size, hue, ink);
	else
		put_glyph(picture, y, x, side,
		          goal ? picture_goal_glyph(picture, hue)
		               : picture_piece_glyph(picture, hue),
		          ink);
}

/* ---- what stands on a board ---- */

void flat_stone(struct picture *picture, int y, int x)
{
	picture_pixels(picture, y, x, picture->side, picture->side, COLOUR_STONE);
}

void flat_block(struct picture *picture, int y, int x, int hue)
{
	const int side = flat_face(picture->side);
	if (picture->side == 2)
		picture_pixels(picture, y, x, 2, 1, hue_colour(hue, TONE_BASE));
	else
		put_face(picture, y, x, side, hue_colour(hue, TONE_BASE));
	put_symbol(picture, y, x, side, hue, false, hue_colour(hue, TONE_SYMBOL));
}

void flat_goal(struct picture *picture, int y, int x, int hue)
{
	const int side = flat_face(picture->side);
	const colour_id ring = hue_colour(hue, TONE_RING);
	if (picture->side > 2)
		put_ring(picture, y, x, side, gap_of(picture->side), ring);
	put_symbol(picture, y, x, side, hue, true, COLOUR_MARK);
}

/* In the lower right corner of the block's face, which gives way. */
void flat_goal_under(struct picture *picture, int y, int x, int goal)
{
	const int side = picture->side, face = flat_face(side);
	const int row = (y + face - 1) / 2, column = x + (side > 2 ? face - 1 : 1);
	const colour_id ring = hue_colour(goal, TONE_RING);
	const int size = side < 20 ? 1 : side / 4;
	if (size >= DRAWN) {
		const int top = y + face - size, left = x + face - size;
		picture_pixels(picture, top - 1, left - 1, size + 1, size + 1, COLOUR_CELL);
		pixels_small_symbol(picture, top, left, size, size, goal, ring);
		return;
	}
	if (face >= INNER)
		picture_pixels(picture, 2 * row - 1, column - 1, 3, 2, COLOUR_CELL);
	picture_ink(picture, row, column, picture_goal_glyph(picture, goal), COLOUR_MARK,
	            COLOUR_CELL);
}

void flat_home(struct picture *picture, int y, int x, int hue)
{
	const int side = flat_face(picture->side), width = gap_of(picture->side);
	const colour_id base = hue_colour(hue, TONE_BASE);
	if (picture->side == 2) {
		flat_block(picture, y, x, hue);
		flat_goal_under(picture, y, x, hue);
		return;
	}
	put_ring(picture, y, x, side, width, hue_colour(hue, TONE_RING));
	if (side < INNER) {
		put_symbol(picture, y, x, side, hue, false, base);
		return;
	}
	y += 2 * width;
	x += 2 * width;
	put_face(picture, y, x, side - 4 * width, base);
	put_symbol(picture, y, x, side - 4 * width, hue, false, hue_colour(hue, TONE_SYMBOL));
}

/* ---- marks ---- */

/* Pieces and strokes become ground; the ground, and what is drawn on pieces, become ink. */
static colour_id reversed(colour_id colour)
{
	const enum tone tone = colour_tone(colour);
	const bool piece = colour_hue(colour) > 0 && tone != TONE_EDGE && tone != TONE_SYMBOL &&
	                   tone != TONE_SUNK;
	return piece ? COLOUR_CELL : COLOUR_CHOSEN;
}

static void reverse_glyph(struct picture *picture, int row, int column)
{
	const struct picture_cell cell = picture_cell_at(picture, row, column);
	picture_ink(picture, row, column, cell.glyph, reversed(cell.ink), reversed(cell.paper));
}

void flat_reverse(struct picture *picture, int y, int x, int columns)
{
	for (int i = y; i < y + picture->side; i++)
		for (int j = x; j < x + columns; j++) {
			if (picture_cell_is_pixels(picture_cell_at(picture, i / 2, j)))
				picture_pixel(picture, i, j,
				              reversed(picture_pixel_at(picture, i, j)));
			else if (i % 2 == 0 || i == y)
				reverse_glyph(picture, i / 2, j);
		}
}
