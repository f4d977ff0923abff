#include "puzzle/board_flat.h"

#include "puzzle/board_pixels.h"

enum {
	ROUND = 7,  /* from this side on, faces have round corners */
	RINGED = 7, /* there is room for a symbol drawn in a ring */
	INSET = 11, /* and for a whole face in a ring */
	BADGE = 16, /* smaller cells have badges in the gap */
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

static void clear(struct picture *picture, int y, int x)
{
	picture_pixels(picture, y, x, picture->side, picture->side, COLOUR_CELL);
}

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

/* The side of a symbol in the middle of a square: half of it, or a little more. */
static int symbol_side(int side)
{
	const int about = side / 2;
	return about + (side - about) % 2;
}

/* In the middle of a square of that side: the symbol of a hue, or a glyph in its place. */
static void put_symbol(struct picture *picture, int y, int x, int side, int hue, char32_t glyph,
                       colour_id ink)
{
	const int size = symbol_side(side), offset = (side - size) / 2, middle = (side - 1) / 2;
	const int row = side <= 3 ? (y + 1) / 2 : (y + middle) / 2;
	if (!pixels_draw_symbol(picture, y + offset, x + offset, size, hue, ink))
		picture_ink(picture, row, x + middle, glyph, ink, COLOUR_NONE);
}

/* A glyph in the lower right corner of a cell, which the gap leaves free. */
static void put_badge(struct picture *picture, int y, int x, char32_t glyph, colour_id ink)
{
	const int last = picture->side - 1;
	picture_ink(picture, (y + last) / 2, x + last, glyph, ink, COLOUR_CELL);
}

/* ---- what stands on a board ---- */

/* Dense hatching in whole rows of the screen. The gap on the right keeps it apart from pieces and
 * makes blocks of a wall. */
void flat_stone(struct picture *picture, int y, int x)
{
	const int side = picture->side, width = side > 2 ? flat_face(side) : side;
	clear(picture, y, x);
	for (int row = (y + 1) / 2; row < (y + side) / 2; row++)
		for (int column = x; column < x + width; column++)
			picture_ink(picture, row, column, U'▓', COLOUR_STONE_LIGHT, COLOUR_CELL);
}

void flat_block(struct picture *picture, int y, int x, int hue)
{
	const colour_id base = hue_colour(hue, TONE_BASE), ink = hue_colour(hue, TONE_SYMBOL);
	const char32_t glyph = picture_piece_glyph(picture, hue);
	clear(picture, y, x);
	if (picture->side > 2) {
		const int side = flat_face(picture->side);
		put_face(picture, y, x, side, base);
		put_symbol(picture, y, x, side, hue, glyph, ink);
	} else {
		picture_ink(picture, (y + 1) / 2, x, glyph, ink, base);
		picture_ink(picture, (y + 1) / 2, x + 1, U'▘', base, COLOUR_CELL);
	}
}

/* The symbol is in its upper side, where a ring of pixels would be open. */
void flat_small_ring(struct picture *picture, int y, int x, int width, int hue)
{
	const colour_id ring = hue_colour(hue, TONE_RING);
	const int row = (y + 1) / 2, last = x + width - 1;
	for (int i = 0; i < 2; i++) {
		for (int column = x + 1; column < last; column++)
			picture_ink(picture, row + i, column, U'━', ring, COLOUR_CELL);
		picture_ink(picture, row + i, x, U"┏┗"[i], ring, COLOUR_CELL);
		picture_ink(picture, row + i, last, U"┓┛"[i], ring, COLOUR_CELL);
	}
	picture_ink(picture, row, x + (width - 1) / 2, picture_goal_glyph(picture, hue),
	            COLOUR_MARK, COLOUR_CELL);
}

/* A hollow symbol, beside a spot of the hue if there is one. */
static void put_tiny_goal(struct picture *picture, int y, int x, int hue)
{
	const int row = (y + 1) / 2;
	if (!picture_is_mono(picture))
		picture_ink(picture, row, x + 1, U'▗', hue_colour(hue, TONE_RING), COLOUR_CELL);
	picture_ink(picture, row, x, picture_goal_glyph(picture, hue), COLOUR_MARK, COLOUR_CELL);
}

void flat_goal(struct picture *picture, int y, int x, int hue)
{
	const int side = flat_face(picture->side);
	const colour_id ring = hue_colour(hue, TONE_RING);
	const char32_t glyph = picture_goal_glyph(picture, hue);
	clear(picture, y, x);
	if (side < 3) {
		put_tiny_goal(picture, y, x, hue);
	} else if (side == 3) {
		flat_small_ring(picture, y, x, side, hue);
	} else if (side < RINGED) { /* a glyph, as a drawing would melt into the ring */
		const int middle = (side - 1) / 2;
		put_ring(picture, y, x, side, 1, ring);
		picture_ink(picture, (y + middle) / 2, x + middle, glyph, COLOUR_MARK, COLOUR_CELL);
	} else {
		const int width = gap_of(picture->side), inner = side - 2 * width;
		put_ring(picture, y, x, side, width, ring);
		put_symbol(picture, y + width, x + width, inner, hue, glyph, ring);
	}
}

/* In a large cell the face gives way. */
void flat_goal_under(struct picture *picture, int y, int x, int goal)
{
	const int side = picture->side, size = side / 4, at = flat_face(side) - size;
	const colour_id ring = hue_colour(goal, TONE_RING);
	if (side < BADGE) {
		put_badge(picture, y, x, picture_goal_glyph(picture, goal), COLOUR_MARK);
		return;
	}
	picture_pixels(picture, y + at - 1, x + at - 1, size + 1, size + 1, COLOUR_CELL);
	pixels_small_symbol(picture, y + at, x + at, size, size, goal, ring);
}

void flat_home(struct picture *picture, int y, int x, int hue)
{
	const int side = flat_face(picture->side), width = gap_of(picture->side);
	if (side < INSET) {
		flat_block(picture, y, x, hue);
		put_badge(picture, y, x, U'✓', COLOUR_HINT);
		return;
	}
	clear(picture, y, x);
	put_ring(picture, y, x, side, width, hue_colour(hue, TONE_RING));
	const int inner = side - 4 * width, top = y + 2 * width, left = x + 2 * width;
	put_face(picture, top, left, inner, hue_colour(hue, TONE_BASE));
	put_symbol(picture, top, left, inner, hue, picture_piece_glyph(picture, hue),
	           hue_colour(hue, TONE_SYMBOL));
}

/* ---- marks ---- */

/* Pieces and strokes become background; the background, and what is drawn on pieces, become ink. */
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
