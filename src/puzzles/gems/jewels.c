#include "puzzles/gems/jewels.h"

#include <stdlib.h>

#include "puzzle/board_flat.h"
#include "puzzle/board_pixels.h"
#include "puzzles/gems/cuts.h"
#include "puzzles/gems/gems.h"

enum { WHOLE = 5 }; /* in cells of this side, a smaller gem could not be symmetric */

int jewel_side(const struct picture *picture)
{
	const int side = picture->side;
	if (side == WHOLE && !picture_is_flat(picture))
		return side;
	return side - (side < 12 ? 1 : side / 6);
}

/* Without colours the mark of a small special gem is cut out of it. */
static bool is_carved(const struct picture *picture)
{
	return picture_is_mono(picture) && picture->side < 7;
}

/* Where the gem fills a cell of the screen. */
static void carve_cell(struct picture *picture, int row, int column, int hue, char32_t glyph)
{
	const struct picture_cell cell = picture_cell_at(picture, row, column);
	if (cell.glyph == U' ' && colour_hue(cell.paper) == hue)
		picture_ink(picture, row, column, glyph, hue_colour(hue, TONE_EDGE),
		            hue_colour(hue, TONE_BASE));
}

/* A groove from side to side or from top to bottom, a hole, or a chequer. */
static void carve(struct picture *picture, int y, int x, int hue, int kind)
{
	static const char32_t glyphs[GEM_KINDS] =
		{[GEM_ROW] = U'━', [GEM_COLUMN] = U'┃', [GEM_BLAST] = U'●', [GEM_COLOUR] = U'▚'};
	const int side = picture->side, middle = (side - 1) / 2, row = (y + middle) / 2;
	picture_ink(picture, row, x + middle, glyphs[kind], hue_colour(hue, TONE_EDGE),
	            hue_colour(hue, TONE_BASE));
	for (int i = 0; i < side && kind == GEM_ROW; i++)
		carve_cell(picture, row, x + i, hue, glyphs[kind]);
	for (int i = y / 2; i < (y + side) / 2 && kind == GEM_COLUMN; i++)
		carve_cell(picture, i, x + middle, hue, glyphs[kind]);
	for (int i = 0; i < 4 && kind == GEM_COLOUR; i++)
		carve_cell(picture, row + i / 2, x + middle + i % 2, hue, glyphs[kind]);
}

/* The middle of a small colour gem: its own hue and three others. */
static void colour_small(struct picture *picture, int y, int x, int hue)
{
	for (int i = 0; i < 4; i++)
		picture_pixels(picture, y + i / 2 * 2, x + 1 + i % 2,
		               picture_is_flat(picture) ? 2 - i / 2 : 2, 1,
		               hue_colour((hue - 1 + 2 * i) % CUTS + 1, TONE_BASE));
}

/* A cell of a small gem, in its tone on what is there. */
static void put_small(struct picture *picture, int row, int column, char32_t glyph, colour_id ink)
{
	if (glyph == U'█')
		picture_pixels(picture, 2 * row, column, 2, 1, ink);
	else if (glyph == U'▁')
		picture_ink(picture, row, column, glyph,
		            picture_pixel_at(picture, 2 * row + 1, column), ink);
	else if (glyph != U' ')
		picture_ink(picture, row, column, glyph, ink, COLOUR_NONE);
}

/* Four facets: the upper left one is in the light, the lower right one is in the dark. */
static void facets_small(struct picture *picture, int row, int column, int hue)
{
	for (int i = 0; i < SMALL_ROWS; i++)
		for (int j = 0; j < SMALL_COLUMNS; j++)
			put_small(picture, row + i, column + j, small_gems[hue - 1].rows[i][j],
			          hue_colour(hue, TONE_LIGHT + i + (i > 0 && j > 1)));
}

/* The mark of a special gem: bright, on what the gem has there. */
static void mark_small(struct picture *picture, int row, int column, int hue, int kind)
{
	for (int i = 0; i < SMALL_ROWS * SMALL_COLUMNS; i++) {
		const int y = row + i / SMALL_COLUMNS, x = column + i % SMALL_COLUMNS;
		const char32_t mark =
			small_gem_marks[kind].rows[i / SMALL_COLUMNS][i % SMALL_COLUMNS];
		if (mark != U' ')
			picture_ink(picture, y, x, mark, hue_colour(hue, TONE_GLINT),
			            kind == GEM_BLAST ? hue_colour(hue, TONE_EDGE) : COLOUR_NONE);
	}
}

static void paint_small(struct picture *picture, int y, int x, int hue, int kind)
{
	facets_small(picture, y / 2, x, hue);
	if (kind == GEM_COLOUR)
		colour_small(picture, y, x, hue);
	else if (kind != GEM_PLAIN)
		mark_small(picture, y / 2, x, hue, kind);
}

/* Without tones, with quarters of cells. */
static void paint_small_flat(struct picture *picture, int y, int x, int hue, int kind)
{
	static const struct size cells = {SMALL_ROWS, SMALL_COLUMNS};
	sprite_paint_quarters(picture, y / 2, x, cells, small_cuts[hue - 1], hue);
	if (kind == GEM_PLAIN)
		return;
	if (is_carved(picture))
		carve(picture, y, x, hue, kind);
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
	const int side = jewel_side(picture), inset = (picture->side - side) / 2;
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
	if (is_carved(picture))
		carve(picture, y, x, hue, kind);
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
		(picture_is_flat(picture) ? paint_small_flat : paint_small)(picture, y, x, hue,
		                                                            kind);
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
