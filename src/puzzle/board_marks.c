/* Marks around cells. */
#include "puzzle/board_flat.h"
#include "puzzle/board_pixels.h"

enum {
	WIDE = 8,   /* from this side on, the cursor is broad */
	LARGE = 12, /* in larger cells, marks may be thin */
};

void pixels_legs(struct picture *picture, int y, int x, int leg, colour_id colour)
{
	const int side = picture->side;
	for (int i = 0; i < 4; i++) {
		const int top = i < 2 ? y : y + side - 1, left = i % 2 == 0 ? x : x + side - 1;
		picture_pixels(picture, top, i % 2 == 0 ? x : x + side - leg, 1, leg, colour);
		picture_pixels(picture, i < 2 ? y : y + side - leg, left, leg, 1, colour);
	}
}

/* In a cell of one row, a mark beside the symbol, which keeps its colour; what is there, such as
 * the symbol of a special gem, is on it. */
static void mark_beside(struct picture *picture, int y, int x, char32_t mark, colour_id colour)
{
	const char32_t there = picture_cell_at(picture, y / 2, x + 1).glyph;
	if (there == U' ')
		picture_ink(picture, y / 2, x + 1, mark, colour, COLOUR_NONE);
	else
		picture_ink(picture, y / 2, x + 1, there, COLOUR_CELL, colour);
}

void pixels_tab(struct picture *picture, int y, int x, colour_id colour)
{
	mark_beside(picture, y, x, U'█', colour);
}

/* Four corners with legs across, which are shorter up and down: so a corner is in one row of the
 * screen. */
void pixels_brackets(struct picture *picture, int y, int x, int leg, colour_id colour)
{
	const int bottom = y + picture->side, right = x + picture->side;
	for (int i = 0; i < 2; i++) {
		picture_pixels(picture, i == 0 ? y : bottom - 1, x, 1, leg, colour);
		picture_pixels(picture, i == 0 ? y : bottom - 1, right - leg, 1, leg, colour);
		picture_pixels(picture, i == 0 ? y : bottom - 2, x, 2, 1, colour);
		picture_pixels(picture, i == 0 ? y : bottom - 2, right - 1, 2, 1, colour);
	}
}

/* In one whole row of the screen, so that going from one mark to the other takes few bytes; where
 * there is room, blanks, which take fewer than glyphs. */
void pixels_cursor(struct picture *picture, int y, int x, colour_id colour)
{
	const int side = picture->side, leg = side / 4, row = (y + 1) / 2;
	const bool sharp = y % 2 == 0;
	if (side == 2 && picture_is_mono(picture)) {
		flat_reverse(picture, y, x + 1, 1);
	} else if (side == 2) {
		mark_beside(picture, y, x, U'█', colour);
	} else if (side < 4) {
		picture_ink(picture, row, x, sharp ? U'▛' : U'▌', colour, COLOUR_NONE);
		picture_ink(picture, row, x + side - 1, sharp ? U'▜' : U'▐', colour, COLOUR_NONE);
	} else if (side <= LARGE) {
		/* Without colours a gap, as it would melt into a piece. */
		const colour_id inner = picture_is_mono(picture) ? COLOUR_CELL : colour;
		const int width = side < WIDE && !picture_is_mono(picture) ? 1 : 2;
		picture_pixels(picture, 2 * row, x, 2, width, inner);
		picture_pixels(picture, 2 * row, x + side - width, 2, width, inner);
		picture_pixels(picture, 2 * row, x, 2, 1, colour);
		picture_pixels(picture, 2 * row, x + side - 1, 2, 1, colour);
	} else {
		pixels_brackets(picture, y, x, leg, colour);
	}
}

void pixels_bar(struct picture *picture, int row, int column, bool left, colour_id colour)
{
	const struct picture_cell there = picture_cell_at(picture, row, column);
	if (there.glyph == U' ')
		picture_ink(picture, row, column, left ? U'▌' : U'▐', colour, COLOUR_NONE);
	else
		picture_ink(picture, row, column, there.glyph, there.ink, colour);
}

void pixels_bars(struct picture *picture, int y, int x, int rows, colour_id colour)
{
	for (int row = y / 2; row < y / 2 + rows; row++) {
		pixels_bar(picture, row, x, true, colour);
		pixels_bar(picture, row, x + picture->side - 1, false, colour);
	}
}

void pixels_upper_corners(struct picture *picture, int y, int x, colour_id colour)
{
	const int side = picture->side, leg = side * 3 / 10, row = (y + 1) / 2;
	picture_ink(picture, row, x, U'▛', colour, COLOUR_NONE);
	picture_ink(picture, row, x + side - 1, U'▜', colour, COLOUR_NONE);
	for (int i = 1; i < leg; i++) {
		picture_ink(picture, row, x + i, U'▀', colour, COLOUR_NONE);
		picture_ink(picture, row, x + side - 1 - i, U'▀', colour, COLOUR_NONE);
	}
}

void pixels_corners(struct picture *picture, int y, int x, colour_id colour)
{
	const int side = picture->side;
	pixels_legs(picture, y, x,
	            side < 6                   ? 1
	            : picture_is_mono(picture) ? (side + 4) / 8
	                                       : side / 3,
	            colour);
}

void pixels_ring(struct picture *picture, int y, int x, colour_id colour)
{
	const int side = picture->side;
	if (side > 3) { /* else the symbol is there */
		picture_pixels(picture, y, x, 1, side, colour);
		picture_pixels(picture, y + side - 1, x, 1, side, colour);
	}
	picture_pixels(picture, y, x, side, 1, colour);
	picture_pixels(picture, y, x + side - 1, side, 1, colour);
}

void pixels_chosen(struct picture *picture, int y, int x)
{
	if (picture_is_mono(picture))
		flat_reverse(picture, y, x, picture->side);
	else if (picture->side > 2)
		pixels_corners(picture, y, x, COLOUR_CHOSEN);
	else
		mark_beside(picture, y, x, U'▐', COLOUR_CHOSEN);
}

void pixels_source(struct picture *picture, int y, int x)
{
	if (picture->side > 5 && !picture_is_mono(picture))
		pixels_ring(picture, y, x, COLOUR_HINT);
	else if (picture->side == 2 && picture_is_mono(picture))
		flat_reverse(picture, y, x, 1);
	else if (picture->side == 2)
		mark_beside(picture, y, x, U'▐', COLOUR_HINT);
}

void pixels_target(struct picture *picture, int y, int x)
{
	if (picture->side > 2)
		pixels_corners(picture, y, x, COLOUR_HINT);
	else if (picture_is_mono(picture))
		picture_ink(picture, y / 2, x + 1, U'▌', COLOUR_HINT, COLOUR_NONE);
	else
		mark_beside(picture, y, x, U'█', COLOUR_HINT);
}
