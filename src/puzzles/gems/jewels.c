#include "puzzles/gems/jewels.h"

#include <stdlib.h>

#include "puzzle/board_flat.h"
#include "puzzle/board_pixels.h"
#include "puzzles/gems/cuts.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/jewels_flat.h"

/* The middle of a small colour gem. */
static void colour_small(struct picture *picture, int y, int x, int hue)
{
	for (int i = 0; i < 4; i++)
		picture_pixels(picture, y + i / 2 * 2, x + 1 + i % 2, 2, 1,
		               hue_colour((hue + 2 * i) % CUTS + 1, TONE_BASE));
}

/* At a whole row, with quarters of cells. */
static void paint_small(struct picture *picture, int y, int x, int hue, int kind)
{
	static const struct size cells = {2, 4};
	const bool many = picture->tones == TONES_MANY;
	sprite_paint_quarters(picture, y / 2, x, cells,
	                      many ? small_cuts[hue - 1] : flat_quarters(hue), hue);
	if (kind == GEM_COLOUR)
		colour_small(picture, y, x, hue);
	else if (kind != GEM_PLAIN)
		sprite_paint_quarters(picture, y / 2, x, cells, small_marks[kind], hue);
}

/* The table of a colour gem: facets of many hues around its middle. */
static void colour_table(struct picture *picture, int y, int x, int side, int hue)
{
	for (int i = 0; i < side * side; i++) {
		const int down = 2 * (i / side) + 1 - side, right = 2 * (i % side) + 1 - side;
		const bool steep = abs(down) > abs(right);
		const int eighth = (down >= 0 ? 4 : 0) + (right >= 0 ? 2 : 0) + steep;
		if (picture_pixel_at(picture, y + i / side, x + i % side) ==
		    hue_colour(hue, TONE_BASE))
			picture_pixel(picture, y + i / side, x + i % side,
			              hue_colour(eighth % CUTS + 1, TONE_BASE));
	}
}

/* Without colours: every other pixel. */
static void chequered_table(struct picture *picture, int y, int x, int side, int hue)
{
	for (int i = 0; i < side * side; i++)
		if ((i / side + i % side) % 2 == 0)
			picture_pixel(picture, y + i / side, x + i % side,
			              hue_colour(hue, TONE_EDGE));
}

static void paint_cut(struct picture *picture, int y, int x, int hue, int kind)
{
	const bool flat = picture_is_flat(picture), mono = picture_is_mono(picture);
	const int side = flat ? flat_gem_side(picture->side) : picture->side;
	const struct sprite *cut = flat ? flat_cut(hue, side) : NULL;
	y += (picture->side - side) / 2;
	x += (picture->side - side) / 2;
	sprite_paint(picture, y, x, side, cut != NULL ? cut : &cuts[hue - 1], hue);
	if (kind == GEM_COLOUR)
		(mono ? chequered_table : colour_table)(picture, y, x, side, hue);
	else if (kind != GEM_PLAIN && mono && side < 6) /* the mark has no dark edge there */
		sprite_paint_flat(picture, y, x, side, &cut_marks[kind],
		                  hue_colour(hue, TONE_EDGE));
	else if (kind != GEM_PLAIN)
		sprite_paint(picture, y, x, side, &cut_marks[kind], hue);
}

/* A letter, and behind it that of its kind. */
static void paint_letter(struct picture *picture, int y, int x, int hue, int kind)
{
	pixels_letter(picture, y, x, hue, hue_colour(hue, TONE_BASE));
	if (kind != GEM_PLAIN)
		pixels_glyph(picture, y, x + 1, (char32_t)GEMS_KIND_LETTERS[kind], COLOUR_MARK);
}

/* In cells of three columns and one and a half rows: its symbol on a bead in the whole row, and the
 * bead's light upper or dark lower end in the half. */
static void paint_bead(struct picture *picture, int y, int x, int hue, int kind)
{
	const int row = (y + 1) / 2;
	const colour_id base = hue_colour(hue, TONE_BASE);
	picture_pixel(picture, y % 2 == 0 ? y + 2 : y, x + 1,
	              hue_colour(hue, y % 2 == 0 ? TONE_DARK : TONE_LIGHT));
	picture_ink(picture, row, x, U'▐', base, COLOUR_NONE);
	picture_ink(picture, row, x + 1, picture_piece_glyph(picture, hue),
	            hue_colour(hue, TONE_SYMBOL), base);
	if (kind == GEM_PLAIN)
		picture_ink(picture, row, x + 2, U'▌', base, COLOUR_NONE);
	else
		pixels_glyph(picture, y, x + 1, (char32_t)GEMS_KIND_LETTERS[kind], COLOUR_MARK);
}

/* Whether there is room for the drawing, and with few colours for marks around it. */
static bool is_cut(const struct picture *picture, int hue)
{
	const int smallest = picture_is_mono(picture) ? 6 : 4;
	return hue <= CUTS && picture->glyphs == GLYPHS_SHAPES && picture->side >= smallest &&
	       (!picture_is_flat(picture) || picture->side != 5);
}

void jewel_paint(struct picture *picture, int y, int x, int hue, int kind)
{
	if (picture->side == 3)
		paint_bead(picture, y, x, hue, kind);
	else if (!is_cut(picture, hue))
		paint_letter(picture, y, x, hue, kind);
	else if (picture->side == 4 && y % 2 == 0)
		paint_small(picture, y, x, hue, kind);
	else
		paint_cut(picture, y, x, hue, kind);
}

/* The next brighter tone of a hue; other colours stay. */
static colour_id brighter(colour_id colour, int hue)
{
	const enum tone tone = colour_tone(colour);
	const bool darker = tone > TONE_GLINT && tone <= TONE_DARK;
	return colour_hue(colour) == hue && darker ? hue_colour(hue, tone - 1) : colour;
}

void jewel_flash(struct picture *picture, int y, int x, int hue, int kind)
{
	const int side = picture->side;
	jewel_paint(picture, y, x, hue, kind);
	if (picture_is_mono(picture)) {
		flat_reverse(picture, y, x, side);
		return;
	}
	for (int i = 0; i < side * side; i++) {
		const int down = y + i / side, right = x + i % side;
		const struct picture_cell cell = picture_cell_at(picture, down / 2, right);
		if (cell.glyph == U' ' || cell.glyph == U'▀' || cell.glyph == U'▄')
			picture_pixel(picture, down, right,
			              brighter(picture_pixel_at(picture, down, right), hue));
		else if (down % 2 == 0)
			picture_ink(picture, down / 2, right, cell.glyph, brighter(cell.ink, hue),
			            brighter(cell.paper, hue));
	}
}

void jewel_shrink(struct picture *picture, int y, int x, int hue, int tick)
{
	const int side = picture->side;
	const int less = side * tick / 3, size = side - less - less % 2, inset = (side - size) / 2;
	if (!is_cut(picture, hue) || size < 2 || (side == 4 && tick > 1))
		pixels_glyph(picture, y, x, tick == 1 ? U'•' : U'·', hue_colour(hue, TONE_LIGHT));
	else
		sprite_paint(picture, y + inset, x + inset, size, &cuts[hue - 1], hue);
}

void jewel_paint_small(struct picture *picture, int y, int x, int size, int hue)
{
	if (size >= 5 && hue <= CUTS) {
		sprite_paint(picture, y, x, size, &cuts[hue - 1], hue);
		return;
	}
	picture_pixels(picture, y, x, size, size, hue_colour(hue, TONE_BASE));
	picture_pixels(picture, y, x, (size + 1) / 2, (size + 1) / 2, hue_colour(hue, TONE_GLINT));
}
