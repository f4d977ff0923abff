#include "puzzles/gems/jewels.h"

#include <stdlib.h>

#include "puzzle/board_flat.h"
#include "puzzle/board_pixels.h"
#include "puzzles/gems/cuts.h"
#include "puzzles/gems/gems.h"

int jewel_side(int side)
{
	return side - (side < 12 ? 1 : side / 6);
}

/* Without colours a small special gem has the letter of its kind, cut out of its middle. */
static bool has_letter(const struct picture *picture)
{
	return picture_is_mono(picture) && picture->side < 7;
}

static void cut_letter(struct picture *picture, int y, int x, int hue, int kind)
{
	const int middle = (picture->side - 1) / 2;
	picture_ink(picture, (y + middle) / 2, x + middle, (char32_t)GEMS_KIND_LETTERS[kind],
	            hue_colour(hue, TONE_EDGE), hue_colour(hue, TONE_BASE));
}

/* The middle of a small colour gem: its own hue and three others. */
static void colour_small(struct picture *picture, int y, int x, int hue)
{
	for (int i = 0; i < 4; i++)
		picture_pixels(picture, y + i / 2 * 2, x + 1 + i % 2, 2 - i / 2, 1,
		               hue_colour((hue - 1 + 2 * i) % CUTS + 1, TONE_BASE));
}

/* At a whole row, with quarters of cells. */
static void paint_small(struct picture *picture, int y, int x, int hue, int kind)
{
	static const struct size cells = {2, 4};
	sprite_paint_quarters(picture, y / 2, x, cells, small_cuts[hue - 1], hue);
	if (kind == GEM_PLAIN)
		return;
	if (has_letter(picture))
		cut_letter(picture, y, x, hue, kind);
	else if (kind == GEM_COLOUR)
		colour_small(picture, y, x, hue);
	else
		sprite_paint_quarters(picture, y / 2, x, cells, small_marks[kind], hue);
}

/* Whether a pixel belongs to the table of a colour gem: in a small one the dark side does too. */
static bool is_table(colour_id colour, int side, int hue)
{
	return colour == hue_colour(hue, TONE_BASE) ||
	       (side < 6 && colour == hue_colour(hue, TONE_DARK));
}

/* The table of a colour gem: facets of many hues around its middle. */
static void colour_table(struct picture *picture, int y, int x, int side, int hue)
{
	for (int i = 0; i < side * side; i++) {
		const int down = 2 * (i / side) + 1 - side, right = 2 * (i % side) + 1 - side;
		const bool steep = abs(down) > abs(right);
		const int eighth = (down >= 0 ? 4 : 0) + (right >= 0 ? 2 : 0) + steep;
		if (is_table(picture_pixel_at(picture, y + i / side, x + i % side), side, hue))
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

/* Where a hue has only one tone, a silhouette. An emerald shows its steps then, as its outline is
 * much like a ruby's; a special one shows its mark. */
static void paint_cut(struct picture *picture, int y, int x, int hue, int kind)
{
	const int side = jewel_side(picture->side), inset = (picture->side - side) / 2;
	const int top = y + inset, left = x + inset;
	if (picture_is_flat(picture))
		sprite_paint_flat(picture, top, left, side, &cuts[hue - 1],
		                  hue_colour(hue, TONE_BASE));
	else
		sprite_paint(picture, top, left, side, &cuts[hue - 1], hue);
	if (kind == GEM_PLAIN && picture_is_flat(picture) && hue == EMERALD)
		sprite_paint(picture, top, left, side, &emerald_steps, hue);
	if (kind == GEM_PLAIN)
		return;
	if (has_letter(picture))
		cut_letter(picture, y, x, hue, kind);
	else if (kind != GEM_COLOUR)
		sprite_paint(picture, top, left, side, &cut_marks[kind], hue);
	else if (picture_is_mono(picture))
		chequered_table(picture, top, left, side, hue);
	else
		colour_table(picture, top, left, side, hue);
}

/* A letter, followed by that of its kind. */
static void paint_letter(struct picture *picture, int y, int x, int hue, int kind)
{
	pixels_letter(picture, y, x, hue, hue_colour(hue, TONE_BASE));
	if (kind != GEM_PLAIN)
		pixels_glyph(picture, y, x + 1, (char32_t)GEMS_KIND_LETTERS[kind], COLOUR_MARK);
}

/* Whether there is room for the drawing. */
static bool is_cut(const struct picture *picture, int hue)
{
	return hue <= CUTS && picture->glyphs == GLYPHS_SHAPES && picture->side >= 4;
}

void jewel_paint(struct picture *picture, int y, int x, int hue, int kind)
{
	if (!is_cut(picture, hue))
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
