#include "puzzles/bishop/men.h"

#include "puzzle/board_pixels.h"
#include "puzzles/bishop/men_sprites.h"

enum {
	FACETS_FROM = 20,  /* the smallest side for which facets look well */
	SYMBOLS_FROM = 23, /* and the symbol as a drawing on the base */
};

char32_t men_glyph(int kind)
{
	return U"♝♜♛♞♚"[kind];
}

/* The colours of a piece for each tone of its drawing. At home it is light on the dark of its hue;
 * where a hue has one tone, the piece is cut out of it. */
static void find_colours(const struct picture *picture, int hue, bool home, colour_id out[TONES])
{
	static const enum tone light[TONES] = {
		[TONE_GLINT] = TONE_GLINT, [TONE_LIGHT] = TONE_GLINT, [TONE_BASE] = TONE_LIGHT,
		[TONE_DARK] = TONE_BASE,   [TONE_EDGE] = TONE_DARK,
	};
	for (int tone = 0; tone < TONES; tone++)
		out[tone] = hue_colour(hue, !home                      ? (enum tone)tone
		                            : picture_is_flat(picture) ? TONE_SYMBOL
		                                                       : light[tone]);
	if (picture_is_mono(picture)) /* where shades are no tones */
		out[TONE_DARK] = out[TONE_BASE];
}

/* In cells of one row: its glyph, and the symbol of its colour. */
static void paint_glyphs(struct picture *picture, int y, int x, int kind, int hue, bool home)
{
	const int row = (y + 1) / 2;
	const colour_id ink = hue_colour(hue, home ? TONE_SYMBOL : TONE_RING);
	picture_ink(picture, row, x, men_glyph(kind), ink, COLOUR_NONE);
	picture_ink(picture, row, x + 1, picture_piece_glyph(picture, hue), ink, COLOUR_NONE);
}

/* In cells of two rows and four columns: quarters of cells, with the symbol beside them. */
static void paint_quarters(struct picture *picture, int row, int x, int kind, int hue)
{
	sprite_paint_quarters(picture, row, x, (struct size){2, 3}, men_quarters[kind], hue);
	picture_ink(picture, row + 1, x + 3, picture_piece_glyph(picture, hue),
	            hue_colour(hue, TONE_LIGHT), COLOUR_NONE);
}

/* The side of the picture that a cell of that side shows: the largest drawn by hand. */
static int drawn_side(int side)
{
	static const int sides[] = {16, 12, 10, 8};
	for (size_t i = 0; side < FACETS_FROM && i < sizeof sides / sizeof sides[0]; i++)
		if (side >= sides[i])
			return sides[i];
	return side;
}

/* The symbol on the base. */
static void paint_symbol(struct picture *picture, int y, int x, int side, int hue, colour_id ink)
{
	const int about = side * 2 / 9, size = about + (side - about) % 2;
	if (side < SYMBOLS_FROM)
		pixels_small_symbol(picture, y + side - 2, x, 2, side, hue, ink);
	else
		pixels_small_symbol(picture, y + side * 87 / 100 - size / 2, x + (side - size) / 2,
		                    size, size, hue, ink);
}

/* The cells around stay as they are: a piece that fills its cell has no gap above and below. */
void men_paint_gap(struct picture *picture, int y, int x, int kind)
{
	const int cell = picture->side, side = drawn_side(cell);
	const int above = (cell - side + 1) / 2, left = (cell - side) / 2;
	const struct rectangle clip = picture_clip_more(picture, 0, x, picture->rows, cell);
	for (int down = -(above > 0); down <= (above + side < cell); down++)
		for (int right = -1; right <= 1; right++)
			sprite_paint_flat(picture, y + above + down, x + left + right, side,
			                  &men_sprites[kind], COLOUR_CELL);
	picture->clip = clip;
}

static bool has_hue(const struct picture *picture, int y, int x, int hue)
{
	return colour_hue(picture_pixel_at(picture, y, x)) == hue;
}

/* Whether that pixel of a painted cell, and those on all sides, are of a piece of that hue. */
static bool is_inside(const struct picture *picture, int y, int x, int i, int hue)
{
	const int side = picture->side, down = i / side, right = i % side;
	if (down == 0 || right == 0 || down == side - 1 || right == side - 1)
		return false;
	y += down;
	x += right;
	return picture_cell_is_pixels(picture_cell_at(picture, y / 2, x)) &&
	       has_hue(picture, y, x, hue) && has_hue(picture, y - 1, x, hue) &&
	       has_hue(picture, y + 1, x, hue) && has_hue(picture, y, x - 1, hue) &&
	       has_hue(picture, y, x + 1, hue);
}

/* Facets in the dark would be gaps in the outline, so a silhouette is painted first. */
void men_paint_outline(struct picture *picture, int y, int x, int kind, int hue)
{
	bool inside[SPRITE_SIDE_MAX * SPRITE_SIDE_MAX];
	const int cell = picture->side, side = drawn_side(cell);
	const int top = y + (cell - side + 1) / 2, left = x + (cell - side) / 2;
	sprite_paint_flat(picture, top, left, side, &men_sprites[kind], hue_colour(hue, TONE_BASE));
	paint_symbol(picture, top, left, side, hue, hue_colour(hue, TONE_SYMBOL));
	for (int i = 0; i < cell * cell; i++)
		inside[i] = is_inside(picture, y, x, i, hue);
	for (int i = 0; i < cell * cell; i++)
		if (inside[i])
			picture_pixel(picture, y + i / cell, x + i % cell, COLOUR_CELL);
}

void men_paint(struct picture *picture, int y, int x, int kind, int hue, bool home)
{
	const int side = drawn_side(picture->side);
	const struct sprite *man = &men_sprites[kind];
	const bool carved = home && picture_is_flat(picture);
	colour_id colours[TONES];
	if (side < 4) {
		paint_glyphs(picture, y, x, kind, hue, home);
		return;
	}
	if (side == 4) {
		paint_quarters(picture, y / 2, x, kind, hue);
		return;
	}
	x += (picture->side - side) / 2;
	y += (picture->side - side + 1) / 2;
	find_colours(picture, hue, home, colours);
	const bool shadow = side > 8 && !home && !picture_is_mono(picture);
	if (shadow) /* to the right: there is no room below */
		sprite_paint_flat(picture, y, x + 1, side, man, hue_colour(hue, TONE_EDGE));
	sprite_paint_in(picture, y, x, side, man, colours);
	paint_symbol(picture, y, x, side, hue, hue_colour(hue, carved ? TONE_BASE : TONE_SYMBOL));
}
