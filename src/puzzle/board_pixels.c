#include "puzzle/board_pixels.h"

#include "puzzle/board.h"
#include "puzzle/board_flat.h"

enum {
	SMALL = 6, /* in cells of at most this side, symbols are glyphs */
	ROUND = 8, /* from this side on, corners are round */
};

/* ---- ground ---- */

void pixels_frame(struct picture *picture, struct size margin, int rows, int columns,
                  colour_id face)
{
	const struct size frame = board_around(picture, margin);
	const int y = 2 * (margin.rows - frame.rows), x = margin.columns - frame.columns;
	const int height = 2 * ((rows * picture->side + 1) / 2 + 2 * frame.rows);
	const int across = columns * picture->side + 2 * frame.columns;
	picture_pixels(picture, y, x, height, across, face);
	if (picture_is_flat(picture))
		return;
	picture_pixels(picture, y, x, 1, across, COLOUR_FRAME_LIGHT);
	picture_pixels(picture, y, x, height, 1, COLOUR_FRAME_LIGHT);
	picture_pixels(picture, y + height - 1, x + 1, 1, across - 1, COLOUR_FRAME_DARK);
	picture_pixels(picture, y + 1, x + across - 1, height - 1, 1, COLOUR_FRAME_DARK);
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

void pixels_ground(struct picture *picture, int y, int x, colour_id colour)
{
	picture_pixels(picture, y, x, picture->side, picture->side, colour);
}

/* A rectangle whose upper and left edges are in the light; a large one has round corners. */
static void raise(struct picture *picture, int y, int x, int side, int edge, colour_id light,
                  colour_id face, colour_id dark)
{
	picture_pixels(picture, y + edge, x + edge, side - 2 * edge, side - 2 * edge, face);
	for (int i = 0; i < edge; i++) {
		const int cut = i == 0 && side >= ROUND ? 1 : 0, length = side - 2 * (i + cut);
		const int far = side - 1 - i, near = i + cut;
		picture_pixels(picture, y + far, x + near, 1, length, dark);
		picture_pixels(picture, y + near, x + far, length, 1, dark);
		picture_pixels(picture, y + i, x + near, 1, length, light);
		picture_pixels(picture, y + near, x + i, length, 1, light);
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
	raise(picture, y, x, side, edge_of(side), COLOUR_STONE_LIGHT, COLOUR_STONE,
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
	FACET(12, {50, 6}, {72, 12}, {88, 28}, {94, 50}, {88, 72}, {72, 88}, {50, 94}, {28, 88},
	      {12, 72}, {6, 50}, {12, 28}, {28, 12}),
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
	BITMAP(5, ".sss.", "sssss", "sssss", "sssss", ".sss."),
	BITMAP(6, ".ssss.", "ssssss", "ssssss", "ssssss", "ssssss", ".ssss."),
	{0, NULL},
};
static const struct sprite_bitmap small_diamond[] = {
	BITMAP(5, "..s..", ".sss.", "sssss", ".sss.", "..s.."),
	BITMAP(6, "..ss..", ".ssss.", "ssssss", "ssssss", ".ssss.", "..ss.."),
	{0, NULL},
};
static const struct sprite_bitmap small_triangle[] = {
	BITMAP(5, ".....", "..s..", ".sss.", "sssss", "....."),
	BITMAP(6, "......", "..ss..", ".ssss.", "ssssss", "ssssss", "......"),
	{0, NULL},
};
static const struct sprite_bitmap small_square[] = {
	BITMAP(5, "sssss", "sssss", "sssss", "sssss", "sssss"),
	BITMAP(6, "......", ".ssss.", ".ssss.", ".ssss.", ".ssss.", "......"),
	{0, NULL},
};
static const struct sprite_bitmap small_heart[] = {
	BITMAP(5, ".s.s.", "sssss", "sssss", ".sss.", "..s.."),
	BITMAP(6, ".s..s.", "ssssss", "ssssss", "ssssss", ".ssss.", "..ss.."),
	{0, NULL},
};
static const struct sprite_bitmap small_club[] = {
	BITMAP(5, ".sss.", ".sss.", "ss.ss", "sssss", "..s.."),
	BITMAP(6, "..ss..", "..ss..", "ssssss", "ssssss", "..ss..", ".ssss."),
	{0, NULL},
};
static const struct sprite_bitmap small_spade[] = {
	BITMAP(5, "..s..", ".sss.", "sssss", "s.s.s", ".sss."),
	BITMAP(6, "..ss..", ".ssss.", "ssssss", "ssssss", "s.ss.s", "..ss.."),
	{0, NULL},
};
static const struct sprite_bitmap small_down[] = {
	BITMAP(5, ".....", "sssss", ".sss.", "..s..", "....."),
	BITMAP(6, "......", "ssssss", "ssssss", ".ssss.", "..ss..", "......"),
	{0, NULL},
};
/* clang-format on */

enum { SYMBOLS = 8 };
static const struct sprite symbols[SYMBOLS] = {
	{circle, small_circle},     {diamond, small_diamond}, {triangle, small_triangle},
	{square, small_square},     {heart, small_heart},     {club, small_club},
	{spade, small_spade},       {down, small_down},
};

/* In cells of two rows and four columns: two glyphs above two, of quarters of a cell. */
static const char32_t quarters[SYMBOLS][4] = {
	{U'▗', U'▖', U'▝', U'▘'}, {U'▟', U'▙', U'▝', U'▘'}, {U'▗', U'▖', U'▀', U'▀'},
	{U'▄', U'▄', U'▀', U'▀'}, {U'▖', U'▗', U'▀', U'▀'}, {U'▗', U'▖', U'▜', U'▛'},
	{U'▟', U'▙', U'▀', U'▀'}, {U'▄', U'▄', U'▝', U'▘'},
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

/* Of a symbol, in pixels: about three quarters of the face, centred, so odd where the cell is. In
 * fewer than five, shapes look alike. */
static int symbol_side(int side)
{
	const int room = (side - 2 * edge_of(side)) * 3 / 4, size = room - (side - room) % 2;
	return size >= 5 ? size : 6 - side % 2;
}

void pixels_symbol(struct picture *picture, int y, int x, int hue, colour_id ink)
{
	const int side = picture->side;
	const bool drawn = hue <= SYMBOLS && picture->glyphs == GLYPHS_SHAPES;
	if (drawn && side > SMALL) {
		const int size = symbol_side(side), offset = (side - size) / 2;
		sprite_paint_flat(picture, y + offset, x + offset, size, &symbols[hue - 1], ink);
	} else if (drawn && side == 4 && y % 2 == 0) {
		for (int i = 0; i < 4; i++)
			picture_ink(picture, y / 2 + i / 2, x + 1 + i % 2, quarters[hue - 1][i],
			            ink, COLOUR_NONE);
	} else if (side != 4 || y % 2 == 0) {
		pixels_letter(picture, y, x, hue, ink);
	}
}

void pixels_small_symbol(struct picture *picture, int y, int x, int height, int width, int hue,
                         colour_id ink)
{
	const bool drawn = hue <= SYMBOLS && picture->glyphs == GLYPHS_SHAPES;
	if (drawn && height == width && height >= 4)
		sprite_paint_flat(picture, y, x, height, &symbols[hue - 1], ink);
	else
		picture_ink(picture, (y + height) / 2 - 1, x + (width - 1) / 2,
		            picture_piece_glyph(picture, hue), ink, COLOUR_NONE);
}

/* ---- blocks and goals ---- */

/* In cells of one row, which the symbol takes; those of three pixels have half a row more, which is
 * in the light above it or in the dark below. */
static void paint_flat_block(struct picture *picture, int y, int x, int hue)
{
	const int side = picture->side, row = (y + 1) / 2;
	const colour_id base = hue_colour(hue, TONE_BASE), dark = hue_colour(hue, TONE_DARK);
	picture_pixels(picture, y, x, side, side - 1, hue_colour(hue, TONE_LIGHT));
	picture_pixels(picture, y, x + side - 1, side, 1, dark);
	picture_pixels(picture, 2 * row, x, 2, side - 1, base);
	if (side > 2 && y % 2 == 0)
		picture_pixels(picture, y + 2, x, 1, side, dark);
	pixels_letter(picture, y, x, hue, hue_colour(hue, TONE_SYMBOL));
}

/* In cells of four columns the symbol has the middle ones, so that the sides alone are left for
 * edges: of a block without corners, of a goal whole. */
static void paint_narrow_block(struct picture *picture, int y, int x, int hue)
{
	picture_pixels(picture, y, x + 1, 4, 2, hue_colour(hue, TONE_BASE));
	picture_pixels(picture, y + 1, x, 2, 1, hue_colour(hue, TONE_LIGHT));
	picture_pixels(picture, y + 1, x + 3, 2, 1, hue_colour(hue, TONE_DARK));
	pixels_symbol(picture, y, x, hue, hue_colour(hue, TONE_SYMBOL));
}

static void paint_narrow_goal(struct picture *picture, int y, int x, int hue)
{
	picture_pixels(picture, y, x, 4, 4, hue_colour(hue, TONE_RING));
	picture_pixels(picture, y, x + 1, 4, 2, hue_colour(hue, TONE_SUNK));
	pixels_symbol(picture, y, x, hue, hue_colour(hue, TONE_RING));
}

void pixels_block(struct picture *picture, int y, int x, int hue)
{
	const int side = picture->side;
	const colour_id base = hue_colour(hue, TONE_BASE), symbol = hue_colour(hue, TONE_SYMBOL);
	if (picture_is_flat(picture)) {
		flat_block(picture, y, x, hue);
		return;
	}
	if (side < 4) {
		paint_flat_block(picture, y, x, hue);
		return;
	}
	if (side == 4) {
		paint_narrow_block(picture, y, x, hue);
		return;
	}
	raise(picture, y, x, side, edge_of(side), hue_colour(hue, TONE_LIGHT), base,
	      hue_colour(hue, TONE_DARK));
	pixels_symbol(picture, y, x, hue, symbol);
}

void pixels_goal(struct picture *picture, int y, int x, int hue)
{
	const int side = picture->side;
	const colour_id ring = hue_colour(hue, TONE_RING), ground = hue_colour(hue, TONE_SUNK);
	if (picture_is_flat(picture)) {
		flat_goal(picture, y, x, hue);
		return;
	}
	if (side < 4) {
		pixels_ground(picture, y, x, ground);
		pixels_letter(picture, y, x, hue, ring);
		return;
	}
	if (side == 4) {
		paint_narrow_goal(picture, y, x, hue);
		return;
	}
	raise(picture, y, x, side, edge_of(side), ring, ground, ring);
	if (side > SMALL)
		picture_pixels(picture, y + edge_of(side), x + edge_of(side), 1,
		               side - 2 * edge_of(side), COLOUR_PIT);
	pixels_symbol(picture, y, x, hue, ring);
}

void pixels_goal_under(struct picture *picture, int y, int x, int goal)
{
	const int side = picture->side;
	const colour_id ring = hue_colour(goal, TONE_RING);
	if (picture_is_flat(picture))
		flat_goal_under(picture, y, x, goal);
	else if (side < 4)
		picture_pixel(picture, y + side - 1, x + side - 1, ring);
	else
		pixels_legs(picture, y, x, side / 4, ring);
}

void pixels_home(struct picture *picture, int y, int x, int hue)
{
	if (picture_is_flat(picture)) {
		flat_home(picture, y, x, hue);
		return;
	}
	const colour_id light = hue_colour(hue, TONE_GLINT);
	pixels_block(picture, y, x, hue);
	if (picture->side > 4)
		pixels_ring(picture, y, x, light);
	else if (picture->side == 4)
		pixels_legs(picture, y, x, 1, light);
	else
		picture_pixel(picture, y + picture->side - 1, x + picture->side - 1, light);
}

/* ---- shine ---- */

/* The colour so many tones brighter; COLOUR_NONE if it has no hue. */
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
