#include "puzzle/board_pixels.h"

#include "puzzle/board.h"
#include "puzzle/board_flat.h"
#include "puzzle/board_small.h"

enum {
	SMALL = 4, /* in cells of at most this side, symbols are glyphs: board_small.c */
	THIN = 6,  /* in cells of this side symbols are thin */
	CLEAR = 5, /* pixels from which a symbol looks like its glyph */
	RINGS = 7, /* from this side on, goals have rings */
	ROUND = 8, /* from this side on, corners are round */
};

/* ---- background ---- */

static void put_line(struct picture *picture, int row, int column, char32_t glyph)
{
	picture_ink(picture, row, column, glyph, COLOUR_FRAME_LIGHT, COLOUR_CELL);
}

/* A thin line: one of pixels would be louder than the pieces. */
static void paint_outline(struct picture *picture, int top, int left, int rows, int columns)
{
	const int bottom = top + rows - 1, right = left + columns - 1;
	for (int column = left + 1; column < right; column++) {
		put_line(picture, top, column, U'─');
		put_line(picture, bottom, column, U'─');
	}
	for (int row = top + 1; row < bottom; row++) {
		put_line(picture, row, left, U'│');
		put_line(picture, row, right, U'│');
	}
	put_line(picture, top, left, U'┌');
	put_line(picture, top, right, U'┐');
	put_line(picture, bottom, left, U'└');
	put_line(picture, bottom, right, U'┘');
}

void pixels_frame(struct picture *picture, struct size margin, int rows, int columns,
                  colour_id face)
{
	const struct size frame = board_around(picture, margin);
	const int y = 2 * (margin.rows - frame.rows), x = margin.columns - frame.columns;
	const int height = 2 * ((rows * picture->side + 1) / 2 + 2 * frame.rows);
	const int across = columns * picture->side + 2 * frame.columns;
	picture_pixels(picture, y, x, height, across, face);
	if (face == COLOUR_CELL)
		paint_outline(picture, y / 2, x, height / 2, across);
	if (face == COLOUR_CELL || picture_is_flat(picture))
		return;
	const colour_id light = COLOUR_FRAME_LIGHT, dark = COLOUR_FRAME_DARK;
	picture_pixels(picture, y, x, 1, across, light);
	picture_pixels(picture, y, x, height, 1, light);
	picture_pixels(picture, y + height - 1, x + 1, 1, across - 1, dark);
	picture_pixels(picture, y + 1, x + across - 1, height - 1, 1, dark);
}

void pixels_chequer(struct picture *picture, struct size margin, int rows, int columns,
                    colour_id even, colour_id odd)
{
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			pixels_ground(picture, board_y(picture, margin, row),
			              board_x(picture, margin, column),
			              (row + column) % 2 == 0 ? even : odd);
}

void pixels_dots(struct picture *picture, struct size margin, int rows, int columns)
{
	pixels_chequer(picture, margin, rows, columns, COLOUR_CELL, COLOUR_CELL);
	for (int cell = 0; cell < rows * columns; cell++)
		pixels_glyph(picture, board_y(picture, margin, cell / columns),
		             board_x(picture, margin, cell % columns), U'·', COLOUR_CELL_ODD);
}

void pixels_ground(struct picture *picture, int y, int x, colour_id colour)
{
	picture_pixels(picture, y, x, picture->side, picture->side, colour);
}

/* A rectangle whose upper and left edges are in the light; a large one has round corners. */
static void emboss(struct picture *picture, int y, int x, int side, int edge, colour_id light,
                   colour_id face, colour_id dark)
{
	picture_pixels(picture, y + edge, x + edge, side - 2 * edge, side - 2 * edge, face);
	for (int i = 0; i < edge; i++) {
		const int cut = i == 0 && side >= ROUND ? 1 : 0, length = side - 2 * (i + cut);
		const int far = side - 1 - i, near = i + cut;
		picture_pixels(picture, y + i, x + near, 1, length, light);
		picture_pixels(picture, y + near, x + i, length, 1, light);
		picture_pixels(picture, y + far, x + near, 1, length, dark);
		picture_pixels(picture, y + near, x + far, length, 1, dark);
	}
}

/* Pixels of the edges of a raised block. */
static int edge_of(int side)
{
	return side < 12 ? 1 : side / 8;
}

void pixels_stone(struct picture *picture, int y, int x)
{
	/* Chips in the stone, in hundredths of the side. */
	static const struct sprite_point chips[] = {
		{30, 25}, {65, 35}, {45, 60}, {72, 70}, {22, 75}};
	const int side = picture->side;
	if (picture_is_flat(picture)) {
		flat_stone(picture, y, x);
		return;
	}
	if (side == 2) {
		picture_pixels(picture, y, x, 1, 2, COLOUR_STONE);
		picture_pixels(picture, y + 1, x, 1, 2, COLOUR_STONE_DARK);
		return;
	}
	emboss(picture, y, x, side, edge_of(side), COLOUR_STONE_LIGHT, COLOUR_STONE,
	       COLOUR_STONE_DARK);
	for (size_t i = 0; side >= 8 && i < sizeof chips / sizeof chips[0]; i++)
		picture_pixels(picture, y + chips[i].y * side / 100, x + chips[i].x * side / 100,
		               1, 1 + side / 12, i % 2 == 0 ? COLOUR_STONE_DARK
		                                            : COLOUR_STONE_LIGHT);
}

/* ---- symbols ---- */

/* The symbols of the first eight colours, as glyphs show them: ●◆▲■♥♣♠▼. */
#define FACET(count, ...) {TONE_SYMBOL, count, {__VA_ARGS__}}
#define NO_FACET {0, 0, {{0, 0}}}
static const struct sprite_facet circle[] = {
	FACET(16, {60, 2}, {77, 9}, {91, 23}, {98, 40}, {98, 60}, {91, 77}, {77, 91}, {60, 98},
	      {40, 98}, {23, 91}, {9, 77}, {2, 60}, {2, 40}, {9, 23}, {23, 9}, {40, 2}),
	NO_FACET,
};
static const struct sprite_facet diamond[] = {
	FACET(4, {50, 0}, {100, 50}, {50, 100}, {0, 50}), NO_FACET,
};
static const struct sprite_facet triangle[] = {
	FACET(3, {50, 2}, {102, 96}, {-2, 96}), NO_FACET,
};
static const struct sprite_facet square[] = {
	FACET(4, {12, 12}, {88, 12}, {88, 88}, {12, 88}), NO_FACET,
};
static const struct sprite_facet heart[] = {
	FACET(12, {50, 28}, {62, 10}, {80, 6}, {96, 18}, {99, 38}, {88, 60}, {50, 98}, {12, 60},
	      {1, 38}, {4, 18}, {20, 6}, {38, 10}),
	NO_FACET,
};
static const struct sprite_facet club[] = {
	FACET(8, {36, 6}, {64, 6}, {74, 20}, {70, 44}, {50, 52}, {30, 44}, {26, 20}, {36, 6}),
	FACET(8, {12, 36}, {34, 36}, {48, 52}, {46, 68}, {30, 78}, {10, 74}, {0, 58}, {2, 44}),
	FACET(8, {88, 36}, {66, 36}, {52, 52}, {54, 68}, {70, 78}, {90, 74}, {100, 58}, {98, 44}),
	FACET(4, {42, 40}, {58, 40}, {66, 98}, {34, 98}),
	NO_FACET,
};
static const struct sprite_facet spade[] = {
	FACET(11, {50, 0}, {72, 24}, {96, 46}, {98, 64}, {86, 78}, {64, 74}, {50, 66}, {36, 74},
	      {14, 78}, {2, 64}, {4, 46}),
	FACET(3, {50, 0}, {96, 46}, {4, 46}),
	FACET(4, {42, 60}, {58, 60}, {68, 98}, {32, 98}),
	NO_FACET,
};
static const struct sprite_facet down[] = {
	FACET(3, {-2, 4}, {102, 4}, {50, 98}), NO_FACET,
};

/* Small ones, drawn by hand. */
/* clang-format off */
#define BITMAP(side, ...) {side, (const char *const[]){__VA_ARGS__}}
static const struct sprite_bitmap small_circle[] = {
	BITMAP(3, "sss", "s.s", "sss"),
	BITMAP(4, ".ss.", "ssss", "ssss", ".ss."),
	BITMAP(5, ".sss.", "sssss", "sssss", "sssss", ".sss."),
	BITMAP(6, ".ssss.", "ssssss", "ssssss", "ssssss", "ssssss", ".ssss."),
	{0, NULL},
};
static const struct sprite_bitmap small_diamond[] = {
	BITMAP(3, ".s.", "sss", ".s."),
	BITMAP(4, ".ss.", "s..s", "s..s", ".ss."),
	BITMAP(5, "..s..", ".sss.", "sssss", ".sss.", "..s.."),
	BITMAP(6, "..ss..", ".ssss.", "ssssss", "ssssss", ".ssss.", "..ss.."),
	{0, NULL},
};
static const struct sprite_bitmap small_triangle[] = {
	BITMAP(3, "...", ".s.", "sss"),
	BITMAP(4, ".ss.", ".ss.", "ssss", "ssss"),
	BITMAP(5, "..s..", "..s..", ".sss.", ".sss.", "sssss"),
	BITMAP(6, "..ss..", "..ss..", ".ssss.", ".ssss.", "ssssss", "ssssss"),
	{0, NULL},
};
static const struct sprite_bitmap small_square[] = {
	BITMAP(3, "sss", "sss", "sss"),
	BITMAP(4, "ssss", "ssss", "ssss", "ssss"),
	BITMAP(5, "sssss", "sssss", "sssss", "sssss", "sssss"),
	BITMAP(6, "......", ".ssss.", ".ssss.", ".ssss.", ".ssss.", "......"),
	{0, NULL},
};
static const struct sprite_bitmap small_heart[] = {
	BITMAP(3, "s.s", "sss", ".s."),
	BITMAP(4, "s..s", "ssss", "ssss", ".ss."),
	BITMAP(5, ".s.s.", "sssss", "sssss", ".sss.", "..s.."),
	BITMAP(6, ".s..s.", "ssssss", "ssssss", "ssssss", ".ssss.", "..ss.."),
	{0, NULL},
};
static const struct sprite_bitmap small_club[] = {
	BITMAP(3, ".s.", "s.s", ".s."),
	BITMAP(4, ".ss.", "s..s", "ssss", ".ss."),
	BITMAP(5, ".sss.", ".sss.", "ss.ss", "sssss", "..s.."),
	BITMAP(6, "..ss..", "..ss..", "ssssss", "ssssss", "..ss..", ".ssss."),
	{0, NULL},
};
static const struct sprite_bitmap small_spade[] = {
	BITMAP(3, ".s.", "sss", "s.s"),
	BITMAP(4, ".ss.", "ssss", "ssss", "s..s"),
	BITMAP(5, "..s..", ".sss.", "sssss", "s.s.s", ".sss."),
	BITMAP(6, "..ss..", ".ssss.", "ssssss", "ssssss", "s.ss.s", "..ss.."),
	{0, NULL},
};
static const struct sprite_bitmap small_down[] = {
	BITMAP(3, "sss", ".s.", "..."),
	BITMAP(4, "ssss", "ssss", ".ss.", ".ss."),
	BITMAP(5, "sssss", ".sss.", ".sss.", "..s..", "..s.."),
	BITMAP(6, "ssssss", "ssssss", ".ssss.", ".ssss.", "..ss..", "..ss.."),
	{0, NULL},
};

/* Thin ones, for faces of four pixels, of which they leave more than half. */
static const struct sprite_bitmap thin_circle[] = {
	BITMAP(4, "....", ".ss.", ".ss.", "...."), {0, NULL},
};
static const struct sprite_bitmap thin_diamond[] = {
	BITMAP(4, ".ss.", "s..s", "s..s", ".ss."), {0, NULL},
};
static const struct sprite_bitmap thin_triangle[] = {
	BITMAP(4, "....", ".ss.", "ssss", "...."), {0, NULL},
};
static const struct sprite_bitmap thin_square[] = {
	BITMAP(4, "....", "ssss", "ssss", "...."), {0, NULL},
};
static const struct sprite_bitmap thin_heart[] = {
	BITMAP(4, "s..s", "ssss", ".ss.", "...."), {0, NULL},
};
static const struct sprite_bitmap thin_club[] = {
	BITMAP(4, ".ss.", ".ss.", "s..s", "...."), {0, NULL},
};
static const struct sprite_bitmap thin_spade[] = {
	BITMAP(4, ".ss.", "ssss", ".ss.", "...."), {0, NULL},
};
static const struct sprite_bitmap thin_down[] = {
	BITMAP(4, "....", "ssss", ".ss.", "...."), {0, NULL},
};
/* clang-format on */

enum { SYMBOLS = 8 };
static const struct sprite symbols[SYMBOLS] = {
	{circle, small_circle},     {diamond, small_diamond}, {triangle, small_triangle},
	{square, small_square},     {heart, small_heart},     {club, small_club},
	{spade, small_spade},       {down, small_down},
};

static const struct sprite thin_symbols[SYMBOLS] = {
	{circle, thin_circle}, {diamond, thin_diamond}, {triangle, thin_triangle},
	{square, thin_square}, {heart, thin_heart},     {club, thin_club},
	{spade, thin_spade},   {down, thin_down},
};

void pixels_glyph(struct picture *picture, int y, int x, char32_t glyph, colour_id ink)
{
	const int middle = (picture->side - 1) / 2;
	picture_ink(picture, (y + middle) / 2, x + middle, glyph, ink, COLOUR_NONE);
}

void pixels_letter(struct picture *picture, int y, int x, int hue, colour_id ink)
{
	pixels_glyph(picture, y, x, picture_piece_glyph(picture, hue), ink);
}

/* Of a symbol, in pixels: about three quarters of a face, which is half the cell, centred, so odd
 * where the cell is. */
static int symbol_side(int side)
{
	const int room = (side - 2 * edge_of(side)) * 3 / 4;
	return side < RINGS ? side - 2 : room - (side - room) % 2;
}

/* Draws one of a set of symbols. */
static bool draw_symbol(struct picture *picture, int y, int x, int side,
                        const struct sprite set[SYMBOLS], int hue, colour_id ink)
{
	if (side < 3 || hue > SYMBOLS || picture->glyphs != GLYPHS_SHAPES)
		return false;
	sprite_paint_flat(picture, y, x, side, &set[hue - 1], ink);
	return true;
}

bool pixels_draw_symbol(struct picture *picture, int y, int x, int side, int hue, colour_id ink)
{
	return side >= CLEAR && draw_symbol(picture, y, x, side, symbols, hue, ink);
}

void pixels_symbol(struct picture *picture, int y, int x, int hue, colour_id ink)
{
	const int side = picture->side, size = symbol_side(side), offset = (side - size) / 2;
	const struct sprite *set = side == THIN ? thin_symbols : symbols;
	if (side <= SMALL || !draw_symbol(picture, y + offset, x + offset, size, set, hue, ink))
		pixels_letter(picture, y, x, hue, ink);
}

void pixels_small_symbol(struct picture *picture, int y, int x, int height, int width, int hue,
                         colour_id ink)
{
	if (height != width || !pixels_draw_symbol(picture, y, x, height, hue, ink))
		picture_ink(picture, (y + height) / 2 - 1, x + (width - 1) / 2,
		            picture_piece_glyph(picture, hue), ink, COLOUR_NONE);
}

/* ---- blocks and goals ---- */

/* With a symbol, between edges in the light and in the dark. */
static void paint_block(struct picture *picture, int y, int x, int hue, enum tone light,
                        enum tone dark)
{
	const int side = picture->side;
	emboss(picture, y, x, side, edge_of(side), hue_colour(hue, light),
	       hue_colour(hue, TONE_BASE), hue_colour(hue, dark));
	pixels_symbol(picture, y, x, hue, hue_colour(hue, TONE_SYMBOL));
}

void pixels_block(struct picture *picture, int y, int x, int hue)
{
	if (picture_is_flat(picture))
		flat_block(picture, y, x, hue);
	else if (picture->side <= SMALL)
		small_block(picture, y, x, hue);
	else
		paint_block(picture, y, x, hue, TONE_LIGHT, TONE_DARK);
}

/* A floor in the shade of its upper wall, with the symbol; where there is room, in a ring whose
 * walls are lit where a block's edges are dark; else in the shade of its left wall, too, so that
 * neighbours stay apart. */
static void paint_goal(struct picture *picture, int y, int x, int hue)
{
	const int side = picture->side, rim = side < RINGS ? 0 : edge_of(side);
	const colour_id ring = hue_colour(hue, TONE_RING), ground = hue_colour(hue, TONE_SUNK);
	emboss(picture, y, x, side, rim, hue_colour(hue, TONE_DARK), ground, ring);
	picture_pixels(picture, y + rim, x + rim, 1, side - 2 * rim, COLOUR_PIT);
	if (rim == 0)
		picture_pixels(picture, y, x, side, 1, COLOUR_PIT);
	pixels_symbol(picture, y, x, hue, ring);
}

void pixels_goal(struct picture *picture, int y, int x, int hue)
{
	if (picture_is_flat(picture))
		flat_goal(picture, y, x, hue);
	else if (picture->side <= SMALL)
		small_goal(picture, y, x, hue);
	else
		paint_goal(picture, y, x, hue);
}

void pixels_goal_under(struct picture *picture, int y, int x, int goal)
{
	const int side = picture->side;
	if (picture_is_flat(picture))
		flat_goal_under(picture, y, x, goal);
	else if (side <= SMALL)
		small_goal_under(picture, y, x, goal);
	else
		pixels_legs(picture, y, x, side / 4, hue_colour(goal, TONE_RING));
}

void pixels_home(struct picture *picture, int y, int x, int hue)
{
	if (picture_is_flat(picture))
		flat_home(picture, y, x, hue);
	else if (picture->side <= SMALL)
		small_home(picture, y, x, hue);
	else
		paint_block(picture, y, x, hue, TONE_GLINT, TONE_LIGHT);
}

/* ---- shine ---- */

/* The colour that many tones brighter; COLOUR_NONE if it has no hue. */
static colour_id brighter(colour_id colour, int tones)
{
	static const enum tone next[TONES] = {
		[TONE_GLINT] = TONE_GLINT, [TONE_LIGHT] = TONE_GLINT,   [TONE_BASE] = TONE_LIGHT,
		[TONE_DARK] = TONE_BASE,   [TONE_EDGE] = TONE_DARK,     [TONE_RING] = TONE_LIGHT,
		[TONE_SUNK] = TONE_DARK,   [TONE_SYMBOL] = TONE_SYMBOL, [TONE_TEXT] = TONE_TEXT,
	};
	enum tone tone = colour_tone(colour);
	for (; tones > 0; tones--)
		tone = next[tone];
	return colour_hue(colour) == 0 ? COLOUR_NONE : hue_colour(colour_hue(colour), tone);
}

void pixels_shine_at(struct picture *picture, int y, int x, int tones)
{
	const struct picture_cell cell = picture_cell_at(picture, y / 2, x);
	if (picture_cell_is_pixels(cell))
		picture_pixel(picture, y, x, brighter(picture_pixel_at(picture, y, x), tones));
	else if (y % 2 == 0)
		picture_ink(picture, y / 2, x, cell.glyph, cell.ink, brighter(cell.paper, tones));
}

void pixels_shine(struct picture *picture, int y, int x, int tones)
{
	for (int i = y; i < y + picture->side; i++)
		for (int j = x; j < x + picture->side; j++)
			pixels_shine_at(picture, i, j, tones);
}
