/* Men are drawn by hand up to a side of 16: a formula looks like one there. From 20 on they are
 * facets on one base, which has room for the symbol of the colour.
 *
 * Bitmaps are symmetrical around the column (side - 1) / 2, so that a glyph can be in the middle of
 * the base; the last column of an even side is free. In cells of two rows and four columns, men are
 * made of quarters of cells, with the symbol beside them. */
#include "puzzles/bishop/men.h"

#include "puzzle/board_pixels.h"
#include "puzzles/bishop/bishop.h"

/* ---- drawn by hand ---- */

#define ROWS (const char *const[])
/* clang-format off */
static const struct sprite_bitmap bishop_bitmaps[] = {
	{5, ROWS{"..g..",
	         ".lbd.",
	         "..b..",
	         ".lbd.",
	         "lbbbd"}},
	{6, ROWS{"..g...",
	         ".lbd..",
	         ".lbd..",
	         "..b...",
	         ".lbd..",
	         "lbbbd."}},
	{7, ROWS{"...g...",
	         "..lbd..",
	         ".lbebd.",
	         "..lbd..",
	         "...b...",
	         "..lbd..",
	         ".lbbbd."}},
	{8, ROWS{"...g....",
	         "..lbe...",
	         ".lbebd..",
	         ".lbbbd..",
	         "..lbd...",
	         "..lbd...",
	         ".lbbbd..",
	         "lbbbbbd."}},
	{10, ROWS{"....g.....",
	          "...lbd....",
	          "..lbbed...",
	          ".lbbebbd..",
	          ".lbbbbbd..",
	          "..lbbbd...",
	          "...lbd....",
	          "...lbd....",
	          "..lbbbd...",
	          ".lbbbbbd.."}},
	{12, ROWS{".....g......",
	          "....lbd.....",
	          "....lbe.....",
	          "...lbebd....",
	          "..lgebbbd...",
	          "..lgbbbbd...",
	          "..lbbbbbd...",
	          "...lbbbd....",
	          "....lbd.....",
	          "...lbbbd....",
	          "..lbbbbbd...",
	          ".lbbbbbbbd.."}},
	{16, ROWS{".......g........",
	          "......lbd.......",
	          ".......b........",
	          "......lbe.......",
	          ".....lgebd......",
	          "....lgebbbd.....",
	          "....lgbbbbd.....",
	          "....lbbbbdd.....",
	          ".....lbbbd......",
	          "....lbbbbbd.....",
	          "......lbd.......",
	          "......lbd.......",
	          ".....lbbbd......",
	          "....lbbbbbd.....",
	          "..lbbbbbbbbbd...",
	          "..lbbbbbbbbdd..."}},
	{0, NULL},
};

static const struct sprite_bitmap rook_bitmaps[] = {
	{5, ROWS{"l.b.d",
	         "lbbbd",
	         ".lbd.",
	         ".lbd.",
	         "lbbbd"}},
	{6, ROWS{"l.b.d.",
	         "lbbbd.",
	         ".lbd..",
	         ".lbd..",
	         "lbbbd.",
	         "lbbbd."}},
	{7, ROWS{"l.lbd.d",
	         "lbbbbbd",
	         ".lbbbd.",
	         ".lbbbd.",
	         ".lbbbd.",
	         ".lbbbd.",
	         "lbbbbbd"}},
	{8, ROWS{"lb.b.bd.",
	         "lbbbbbd.",
	         ".lbbbd..",
	         ".lbbbd..",
	         ".lbbbd..",
	         ".lbbbd..",
	         "lbbbbbd.",
	         "lbbbbbd."}},
	{10, ROWS{".lb.b.bd..",
	          ".lbbbbbd..",
	          ".ldddddd..",
	          "..lbbbd...",
	          "..lbbbd...",
	          "..lbbbd...",
	          "..lbbbd...",
	          ".lbbbbbd..",
	          ".lbbbbbd..",
	          "lbbbbbbbd."}},
	{12, ROWS{".lb.lbd.bd..",
	          ".lbblbdbbd..",
	          ".lbbbbbbbd..",
	          "..ldddddd...",
	          "..lgbbbbd...",
	          "..lgbbbbd...",
	          "..lgbbbbd...",
	          "..lbbbbbd...",
	          "..lbbbbbd...",
	          ".lbbbbbbbd..",
	          ".lbbbbbbbd..",
	          "lbbbbbbbbbd."}},
	{16, ROWS{"..lbd.lbd.lbd...",
	          "..lbd.lbd.lbd...",
	          "..lgbbbbbbbbd...",
	          "..lbbbbbbbbdd...",
	          "...ddddddddd....",
	          "....lgbbbbd.....",
	          "....lgbbbbd.....",
	          "....lgbbbbd.....",
	          "....lgbbbbd.....",
	          "....lgbbbbd.....",
	          "....lbbbbbd.....",
	          "....lbbbbbd.....",
	          "...lbbbbbbbd....",
	          "..lgbbbbbbbbd...",
	          ".lbbbbbbbbbbbd..",
	          ".lbbbbbbbbbbdd.."}},
	{0, NULL},
};

static const struct sprite_bitmap queen_bitmaps[] = {
	{5, ROWS{"g.g.g",
	         ".lbd.",
	         ".lbd.",
	         "..b..",
	         "lbbbd"}},
	{6, ROWS{"g.g.g.",
	         "l.b.d.",
	         "lbbbd.",
	         ".lbd..",
	         "..b...",
	         "lbbbd."}},
	{7, ROWS{"g..g..g",
	         "l..b..d",
	         "lb.b.bd",
	         ".lbbbd.",
	         "..lbd..",
	         "..lbd..",
	         ".lbbbd."}},
	{8, ROWS{"g..g..g.",
	         "l..b..d.",
	         "lb.b.bd.",
	         "lbbbbbd.",
	         ".lbbbd..",
	         "..lbd...",
	         ".lbbbd..",
	         "lbbbbbd."}},
	{10, ROWS{"....g.....",
	          "g...b...g.",
	          "l..lbd..d.",
	          "lb.lbd.bd.",
	          "lbbbbbbbd.",
	          ".lbbbbbd..",
	          "..lbbbd...",
	          "...lbd....",
	          "..lbbbd...",
	          ".lbbbbbd.."}},
	{12, ROWS{"...g...g....",
	          "...l.g.d....",
	          "g..l.b.d..g.",
	          "l..lbbbd..d.",
	          "lb.lbbbd.bd.",
	          ".lbbbbbbbd..",
	          ".lgbbbbbbd..",
	          "..lbbbbbd...",
	          "...lbbbd....",
	          "...lbbbd....",
	          "..lbbbbbd...",
	          ".lbbbbbbbd.."}},
	{16, ROWS{".......g........",
	          "...g...b...g....",
	          "...l..lbd..d....",
	          ".g.lb.lbd.bd.g..",
	          ".l.lb.lbd.bd.d..",
	          ".lblbbbbbbbdbd..",
	          "..lbbbbbbbbbd...",
	          "..lgbbbbbbbbd...",
	          "...lgbbbbbbd....",
	          "....ddddddd.....",
	          ".....lbbbd......",
	          ".....lbbbd......",
	          ".....lbbbd......",
	          "....lbbbbbd.....",
	          "..lbbbbbbbbbd...",
	          "..lbbbbbbbbdd..."}},
	{0, NULL},
};

static const struct sprite_bitmap knight_bitmaps[] = {
	{5, ROWS{"..lb.",
	         ".lbbd",
	         "lbbbd",
	         "..bbd",
	         ".lbbd"}},
	{6, ROWS{"..lb..",
	         ".lbbd.",
	         "lbbbd.",
	         "l.bbd.",
	         ".lbbd.",
	         "lbbbd."}},
	{7, ROWS{"...lb..",
	         "..lbbd.",
	         ".lebbbd",
	         "lbbbbbd",
	         "l.lbbbd",
	         "..lbbd.",
	         ".lbbbbd"}},
	{8, ROWS{"...lb...",
	         "..lbbd..",
	         ".lebbbd.",
	         "lbbbbbd.",
	         "lbd.bbd.",
	         "...lbbd.",
	         "..lbbbd.",
	         "lbbbbbd."}},
	{10, ROWS{"....lb....",
	          "...lbbd...",
	          "..lbbbbd..",
	          ".lbebbbbd.",
	          "lbbbbbbbd.",
	          "lbbd.bbbd.",
	          ".l..lbbbd.",
	          "...lbbbd..",
	          "..lbbbbd..",
	          ".lbbbbbbd."}},
	{12, ROWS{".....lb.....",
	          "....lbbd....",
	          "...lgbbbd...",
	          "..lgbbbbbd..",
	          ".lbebbbbbbd.",
	          "lbbbbbbbbbd.",
	          "lebbbbdbbbd.",
	          "lbbd.lbbbbd.",
	          ".l..lbbbbd..",
	          "...lbbbbbd..",
	          "..lbbbbbbd..",
	          ".lbbbbbbbbd."}},
	{16, ROWS{".......l........",
	          "......lbd.......",
	          ".....lgbbd......",
	          "....lgbbbbbd....",
	          "...lgbbbbbbbd...",
	          "..lbebbbbbbbbd..",
	          ".lbbbbbbbbbbbd..",
	          "lbbbbbbbbbbbbbd.",
	          "lebbbbbddbbbbbd.",
	          "lbbbbdd.lbbbbbd.",
	          ".lbd...lbbbbbbd.",
	          "......lbbbbbbd..",
	          ".....lbbbbbbbd..",
	          "....lbbbbbbbbd..",
	          "..lbbbbbbbbbbbd.",
	          "..lbbbbbbbbbbdd."}},
	{0, NULL},
};

static const struct sprite_bitmap king_bitmaps[] = {
	{5, ROWS{"..g..",
	         ".gbg.",
	         "lbbbd",
	         ".lbd.",
	         "lbbbd"}},
	{6, ROWS{"..g...",
	         ".gbg..",
	         "..b...",
	         "lbbbd.",
	         ".lbd..",
	         "lbbbd."}},
	{7, ROWS{"...g...",
	         "..gbg..",
	         "...b...",
	         ".lbbbd.",
	         "lbbbbbd",
	         "..lbd..",
	         ".lbbbd."}},
	{8, ROWS{"...g....",
	         "..gbg...",
	         "...b....",
	         ".lbbbd..",
	         "lbbbbbd.",
	         "lbbbbbd.",
	         ".lbbbd..",
	         "lbbbbbd."}},
	{10, ROWS{"....g.....",
	          "...gbg....",
	          "....b.....",
	          ".lb.b.bd..",
	          "lbbbbbbbd.",
	          "lbbbbbbbd.",
	          ".lbbbbbd..",
	          "...lbd....",
	          "..lbbbd...",
	          ".lbbbbbd.."}},
	{12, ROWS{".....g......",
	          "....gbg.....",
	          ".....b......",
	          "..lb.b.bd...",
	          ".lbbbbbbbd..",
	          ".lgbbbbbbd..",
	          ".lgbbbbbbd..",
	          "..lbbbbbd...",
	          "...lbbbd....",
	          "...lbbbd....",
	          "..lbbbbbd...",
	          ".lbbbbbbbd.."}},
	{16, ROWS{".......g........",
	          ".....lgbbd......",
	          ".......b........",
	          ".......b........",
	          "..lbbd.b.lbbd...",
	          ".lgbbbdblbbbbd..",
	          ".lgbbbbebbbbbd..",
	          ".lgbbbbbbbbbbd..",
	          "..lgbbbbbbbbd...",
	          "...lbbbbbbbd....",
	          "....ddddddd.....",
	          ".....lbbbd......",
	          ".....lbbbd......",
	          "....lbbbbbd.....",
	          "..lbbbbbbbbbd...",
	          "..lbbbbbbbbdd..."}},
	{0, NULL},
};

/* In quarters of cells: three columns, two rows. */
static const char *const quarters[KINDS][4] = {
	{"..bb..",
	 ".lbbd.",
	 "..bb..",
	 "llbbdd"},
	{"ll..dd",
	 "llbbdd",
	 ".lbbd.",
	 "llbbdd"},
	{"l.bb.d",
	 ".lbbd.",
	 "..bb..",
	 "llbbdd"},
	{"..bbd.",
	 "llbbdd",
	 "..bbdd",
	 ".lbbdd"},
	{"..bb..",
	 "llbbdd",
	 ".lbbd.",
	 "llbbdd"},
};

/* ---- facets ---- */

#define FACET(tone, count, ...) {tone, count, {__VA_ARGS__}}
#define NO_FACET {0, 0, {{0, 0}}}
#define BASE                                                                                       \
	FACET(TONE_BASE, 6, {41, 50}, {59, 50}, {63, 66}, {73, 80}, {27, 80}, {37, 66}),           \
		FACET(TONE_LIGHT, 6, {41, 50}, {47, 50}, {45, 66}, {38, 80}, {27, 80}, {37, 66}),  \
		FACET(TONE_DARK, 6, {55, 50}, {59, 50}, {63, 66}, {73, 80}, {64, 80}, {57, 66}),   \
		FACET(TONE_BASE, 6, {18, 80}, {82, 80}, {88, 87}, {88, 98}, {12, 98}, {12, 87}),   \
		FACET(TONE_LIGHT, 6, {18, 80}, {60, 80}, {60, 83}, {20, 83}, {18, 98}, {12, 98}),  \
		FACET(TONE_DARK, 5, {80, 83}, {84, 83}, {88, 87}, {88, 98}, {80, 98})

static const struct sprite_facet bishop_facets[] = {
	BASE,
	FACET(TONE_BASE, 4, {30, 50}, {70, 50}, {74, 57}, {26, 57}),
	FACET(TONE_LIGHT, 4, {30, 50}, {48, 50}, {46, 54}, {27, 54}),
	FACET(TONE_DARK, 4, {62, 50}, {70, 50}, {74, 57}, {58, 57}),
	FACET(TONE_BASE, 9, {50, 9}, {60, 17}, {71, 31}, {71, 41}, {64, 50}, {36, 50}, {29, 41},
	      {29, 31}, {40, 17}),
	FACET(TONE_LIGHT, 8, {50, 9}, {46, 20}, {38, 33}, {38, 43}, {41, 50}, {36, 50}, {29, 41},
	      {29, 31}),
	FACET(TONE_DARK, 7, {60, 17}, {71, 31}, {71, 41}, {64, 50}, {56, 50}, {64, 41}, {63, 30}),
	FACET(TONE_EDGE, 4, {61, 18}, {67, 26}, {52, 42}, {46, 38}),
	FACET(TONE_GLINT, 4, {35, 28}, {40, 24}, {37, 36}, {33, 36}),
	FACET(TONE_GLINT, 6, {45, 1}, {55, 1}, {58, 6}, {55, 11}, {45, 11}, {42, 6}),
	NO_FACET,
};

static const struct sprite_facet rook_facets[] = {
	BASE,
	FACET(TONE_BASE, 4, {28, 28}, {72, 28}, {75, 80}, {25, 80}),
	FACET(TONE_LIGHT, 4, {28, 28}, {38, 28}, {37, 80}, {25, 80}),
	FACET(TONE_GLINT, 4, {33, 36}, {37, 36}, {36, 60}, {32, 60}),
	FACET(TONE_DARK, 4, {62, 28}, {72, 28}, {75, 80}, {63, 80}),
	FACET(TONE_BASE, 4, {17, 4}, {83, 4}, {80, 27}, {20, 27}),
	FACET(TONE_LIGHT, 4, {17, 4}, {27, 4}, {29, 27}, {20, 27}),
	FACET(TONE_DARK, 4, {73, 4}, {83, 4}, {80, 27}, {70, 27}),
	FACET(TONE_EDGE, 4, {23, 26}, {77, 26}, {73, 32}, {27, 32}),
	FACET(0, 4, {34, 0}, {43, 0}, {43, 14}, {34, 14}),
	FACET(0, 4, {57, 0}, {66, 0}, {66, 14}, {57, 14}),
	NO_FACET,
};

static const struct sprite_facet queen_facets[] = {
	BASE,
	FACET(TONE_BASE, 13, {10, 17}, {28, 35}, {30, 9}, {43, 31}, {50, 6}, {57, 31}, {70, 9},
	      {72, 35}, {90, 17}, {75, 50}, {69, 57}, {31, 57}, {25, 50}),
	FACET(TONE_LIGHT, 8, {10, 17}, {28, 35}, {30, 9}, {38, 23}, {35, 42}, {40, 57}, {31, 57},
	      {25, 50}),
	FACET(TONE_DARK, 8, {70, 9}, {72, 35}, {90, 17}, {75, 50}, {69, 57}, {60, 57}, {66, 44},
	      {65, 19}),
	FACET(TONE_EDGE, 4, {28, 49}, {72, 49}, {70, 53}, {30, 53}),
	FACET(TONE_GLINT, 4, {6, 10}, {14, 10}, {14, 18}, {6, 18}),
	FACET(TONE_GLINT, 4, {26, 3}, {34, 3}, {34, 11}, {26, 11}),
	FACET(TONE_GLINT, 4, {45, 0}, {55, 0}, {55, 9}, {45, 9}),
	FACET(TONE_GLINT, 4, {66, 3}, {74, 3}, {74, 11}, {66, 11}),
	FACET(TONE_GLINT, 4, {86, 10}, {94, 10}, {94, 18}, {86, 18}),
	NO_FACET,
};

static const struct sprite_facet knight_facets[] = {
	BASE,
	FACET(TONE_BASE, 16, {46, 2}, {56, 10}, {70, 18}, {81, 36}, {83, 56}, {78, 80}, {28, 80},
	      {34, 66}, {48, 50}, {47, 43}, {33, 50}, {22, 56}, {10, 47}, {16, 33}, {29, 18},
	      {41, 11}),
	FACET(TONE_LIGHT, 9, {46, 2}, {49, 13}, {37, 23}, {27, 37}, {20, 50}, {10, 47}, {16, 33},
	      {29, 18}, {41, 11}),
	FACET(TONE_DARK, 9, {56, 10}, {70, 18}, {81, 36}, {83, 56}, {78, 80}, {66, 80}, {72, 56},
	      {69, 38}, {61, 23}),
	FACET(TONE_EDGE, 4, {34, 25}, {42, 23}, {41, 32}, {34, 32}),
	FACET(TONE_EDGE, 3, {15, 46}, {21, 44}, {17, 50}),
	FACET(TONE_LIGHT, 4, {48, 50}, {53, 52}, {40, 68}, {35, 68}),
	NO_FACET,
};

static const struct sprite_facet king_facets[] = {
	BASE,
	FACET(TONE_BASE, 9, {20, 30}, {38, 27}, {50, 34}, {62, 27}, {80, 30}, {86, 41}, {70, 57},
	      {30, 57}, {14, 41}),
	FACET(TONE_LIGHT, 7, {20, 30}, {38, 27}, {30, 35}, {28, 44}, {40, 57}, {30, 57}, {14, 41}),
	FACET(TONE_DARK, 7, {62, 27}, {80, 30}, {86, 41}, {70, 57}, {59, 57}, {73, 44}, {71, 35}),
	FACET(TONE_EDGE, 4, {28, 50}, {72, 50}, {69, 55}, {31, 55}),
	FACET(TONE_BASE, 4, {45, 0}, {56, 0}, {56, 36}, {45, 36}),
	FACET(TONE_BASE, 4, {34, 7}, {66, 7}, {66, 16}, {34, 16}),
	FACET(TONE_GLINT, 4, {45, 0}, {50, 0}, {50, 30}, {45, 30}),
	FACET(TONE_GLINT, 4, {34, 7}, {50, 7}, {50, 12}, {34, 12}),
	NO_FACET,
};

/* clang-format on */

static const struct sprite men[KINDS] = {
	{bishop_facets, bishop_bitmaps}, {rook_facets, rook_bitmaps}, {queen_facets, queen_bitmaps},
	{knight_facets, knight_bitmaps}, {king_facets, king_bitmaps},
};

/* ---- painting ---- */

enum {
	FACETS_FROM = 20,  /* the smallest side for which facets look well */
	SYMBOLS_FROM = 23, /* and the symbol as a drawing on the base */
};

char32_t men_glyph(const struct picture *picture, int kind)
{
	return picture_glyph(picture, U"♝♜♛♞♚"[kind], (char32_t)"BRQNK"[kind]);
}

static void paint_quarters(struct picture *picture, int row, int x, int kind, int hue)
{
	sprite_paint_quarters(picture, row, x, (struct size){2, 3}, quarters[kind], hue);
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
static void paint_symbol(struct picture *picture, int y, int x, int side, int hue)
{
	const int about = side * 2 / 9, size = about + (side - about) % 2;
	if (side < SYMBOLS_FROM)
		pixels_small_symbol(picture, y + side - 2, x, 2, side, hue,
		                    hue_colour(hue, TONE_SYMBOL));
	else
		pixels_small_symbol(picture, y + side * 87 / 100 - size / 2, x + (side - size) / 2,
		                    size, size, hue, hue_colour(hue, TONE_SYMBOL));
}

void men_paint(struct picture *picture, int y, int x, int kind, int hue)
{
	const int side = drawn_side(picture->side);
	const colour_id edge = hue_colour(hue, TONE_EDGE);
	if (side < 4) {
		const int row = (y + 1) / 2;
		picture_ink(picture, row, x, men_glyph(picture, kind), hue_colour(hue, TONE_RING),
		            COLOUR_NONE);
		picture_ink(picture, row, x + 1, picture_piece_glyph(picture, hue),
		            hue_colour(hue, TONE_RING), COLOUR_NONE);
		return;
	}
	if (side == 4) {
		paint_quarters(picture, y / 2, x, kind, hue);
		return;
	}
	x += (picture->side - side) / 2;
	y += (picture->side - side + 1) / 2;
	if (side > 8) /* its shadow, to the right: below, there is no room in the cell */
		sprite_paint_flat(picture, y, x + 1, side, &men[kind], edge);
	sprite_paint(picture, y, x, side, &men[kind], hue);
	paint_symbol(picture, y, x, side, hue);
}
