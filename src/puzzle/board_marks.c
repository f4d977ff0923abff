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

static void invert(struct picture *picture, int y, int x, int columns, colour_id paper)
{
	for (int i = x; i < x + columns; i++)
		picture_ink(picture, y / 2, i, picture_cell_at(picture, y / 2, i).glyph,
		            COLOUR_CELL, paper);
}

void pixels_invert(struct picture *picture, int y, int x, colour_id paper)
{
	invert(picture, y, x, 2, paper);
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
		pixels_invert(picture, 2 * row, x, colour);
	} else if (side < 5) {
		picture_ink(picture, row, x, sharp ? U'▛' : U'▌', colour, COLOUR_NONE);
		picture_ink(picture, row, x + side - 1, sharp ? U'▜' : U'▐', colour, COLOUR_NONE);
	} else if (side <= LARGE) {
		/* Without colours a gap, as it would melt into a piece. */
		const colour_id inner = picture_is_mono(picture) ? COLOUR_CELL : colour;
		const int width = side < WIDE ? 1 : 2;
		picture_pixels(picture, 2 * row, x, 2, width, inner);
		picture_pixels(picture, 2 * row, x + side - width, 2, width, inner);
		picture_pixels(picture, 2 * row, x, 2, 1, colour);
		picture_pixels(picture, 2 * row, x + side - 1, 2, 1, colour);
	} else {
		picture_pixels(picture, y, x, 1, leg, colour);
		picture_pixels(picture, y, x, leg, 1, colour);
		picture_pixels(picture, y + side - 1, x + side - leg, 1, leg, colour);
		picture_pixels(picture, y + side - leg, x + side - 1, leg, 1, colour);
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
		pixels_invert(picture, y, x, COLOUR_CHOSEN);
}

void pixels_source(struct picture *picture, int y, int x)
{
	if (picture->side > 5 && !picture_is_mono(picture))
		pixels_ring(picture, y, x, COLOUR_HINT);
	else if (picture->side == 2 && picture_is_mono(picture))
		flat_reverse(picture, y, x, 1);
	else if (picture->side == 2)
		invert(picture, y, x, 1, COLOUR_HINT);
}

void pixels_target(struct picture *picture, int y, int x)
{
	if (picture->side > 2)
		pixels_corners(picture, y, x, COLOUR_HINT);
	else if (picture_is_mono(picture))
		picture_ink(picture, y / 2, x + 1, U'▌', COLOUR_HINT, COLOUR_NONE);
	else
		pixels_invert(picture, y, x, COLOUR_HINT);
}
