/* The outlines differ by at least six pixels, even in the smallest size. An emerald shows its
 * steps, as its outline is much like a ruby's. */
#include "puzzles/gems/jewels_flat.h"

#include <stddef.h>

int flat_gem_side(int side)
{
	static const struct {
		int cell, gem;
	} sides[] = {{14, 10}, {10, 8}, {8, 6}, {6, 5}};
	if (side >= 16)
		return side - side / 6 * 2;
	for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
		if (side >= sides[i].cell)
			return sides[i].gem;
	return side;
}

/* clang-format off */
#define ROWS(...) (const char *const[]){__VA_ARGS__}
static const struct sprite_bitmap ruby[] = {
	{5, ROWS(".bbb.", "bbbbb", "bbbbb", "bbbbb", ".bbb.")},
	{6, ROWS(".bbbb.", "bbbbbb", "bbbbbb", "bbbbbb", "bbbbbb", ".bbbb.")},
	{8, ROWS("..bbbb..", ".bbbbbb.", "bbbbbbbb", "bbbbbbbb",
	         "bbbbbbbb", "bbbbbbbb", ".bbbbbb.", "..bbbb..")},
	{0, NULL},
};
static const struct sprite_bitmap sapphire[] = {
	{5, ROWS("..b..", ".bbb.", "bbbbb", ".bbb.", "..b..")},
	{6, ROWS("..bb..", ".bbbb.", "bbbbbb", "bbbbbb", ".bbbb.", "..bb..")},
	{8, ROWS("...bb...", "..bbbb..", ".bbbbbb.", "bbbbbbbb",
	         "bbbbbbbb", ".bbbbbb.", "..bbbb..", "...bb...")},
	{0, NULL},
};
static const struct sprite_bitmap citrine[] = {
	{5, ROWS("..b..", "..b..", ".bbb.", ".bbb.", "bbbbb")},
	{6, ROWS("..bb..", "..bb..", ".bbbb.", ".bbbb.", "bbbbbb", "bbbbbb")},
	{8, ROWS("...bb...", "...bb...", "..bbbb..", "..bbbb..",
	         ".bbbbbb.", ".bbbbbb.", "bbbbbbbb", "bbbbbbbb")},
	{0, NULL},
};
static const struct sprite_bitmap emerald[] = {
	{5, ROWS("bbbbb", "beeeb", "bebeb", "beeeb", "bbbbb")},
	{6, ROWS("bbbbbb", "beeeeb", "bebbeb", "bebbeb", "beeeeb", "bbbbbb")},
	{8, ROWS("bbbbbbbb", "beeeeeeb", "bebbbbeb", "bebbbbeb",
	         "bebbbbeb", "bebbbbeb", "beeeeeeb", "bbbbbbbb")},
	{0, NULL},
};
static const struct sprite_bitmap amethyst[] = {
	{5, ROWS("bb.bb", "bbbbb", "bbbbb", ".bbb.", "..b..")},
	{6, ROWS("bb..bb", "bbbbbb", "bbbbbb", "bbbbbb", ".bbbb.", "..bb..")},
	{8, ROWS(".bb..bb.", "bbbbbbbb", "bbbbbbbb", "bbbbbbbb",
	         ".bbbbbb.", "..bbbb..", "...bb...", "........")},
	{0, NULL},
};
static const struct sprite_bitmap amber[] = {
	{5, ROWS("bb.bb", "bb.bb", "..b..", "bb.bb", "bb.bb")},
	{6, ROWS("bb..bb", "bb..bb", "..bb..", "..bb..", "bb..bb", "bb..bb")},
	{8, ROWS("..bbbb..", "..bbbb..", "...bb...", "bbb..bbb",
	         "bbbbbbbb", "bbb..bbb", "...bb...", "..bbbb..")},
	{0, NULL},
};
static const struct sprite_bitmap pearl[] = {
	{5, ROWS("..b..", ".bbb.", "bbbbb", "b.b.b", ".bbb.")},
	{6, ROWS("..bb..", ".bbbb.", "bbbbbb", "b.bb.b", "..bb..", ".bbbb.")},
	{8, ROWS("...bb...", "..bbbb..", ".bbbbbb.", "bbbbbbbb",
	         "bbbbbbbb", "bb.bb.bb", "...bb...", "..bbbb..")},
	{0, NULL},
};
static const struct sprite_bitmap aquamarine[] = {
	{5, ROWS("bbbbb", ".bbb.", ".bbb.", "..b..", "..b..")},
	{6, ROWS("bbbbbb", "bbbbbb", ".bbbb.", ".bbbb.", "..bb..", "..bb..")},
	{8, ROWS("bbbbbbbb", "bbbbbbbb", ".bbbbbb.", ".bbbbbb.",
	         "..bbbb..", "..bbbb..", "...bb...", "...bb...")},
	{0, NULL},
};
static const struct sprite_facet steps[] = {
	{TONE_BASE, 8, {{20, 4}, {80, 4}, {96, 20}, {96, 80}, {80, 96}, {20, 96}, {4, 80},
	                {4, 20}}},
	{TONE_EDGE, 4, {{18, 18}, {82, 18}, {82, 82}, {18, 82}}},
	{TONE_BASE, 4, {{31, 31}, {69, 31}, {69, 69}, {31, 69}}},
	{0, 0, {{0, 0}}},
};
static const char *const quarters[][4] = {
	{"..bbbb..", ".bbbbbb.", "..bbbb..", "........"},
	{"...bb...", ".bbbbbb.", "...bb...", "........"},
	{"...bb...", "..bbbb..", ".bbbbbb.", "........"},
	{".bbbbbb.", ".bbbbbb.", ".bbbbbb.", "........"},
	{".bb..bb.", ".bbbbbb.", "...bb...", "........"},
	{"...bb...", ".bb..bb.", "...bb...", "........"},
	{"...bb...", ".bbbbbb.", ".b.bb.b.", "........"},
	{".bbbbbb.", "..bbbb..", "...bb...", "........"},
};
/* clang-format on */

static const struct sprite cuts[] = {
	{NULL, ruby},     {NULL, sapphire}, {NULL, citrine}, {steps, emerald},
	{NULL, amethyst}, {NULL, amber},    {NULL, pearl},   {NULL, aquamarine},
};

const struct sprite *flat_cut(int hue, int side)
{
	const struct sprite *cut = &cuts[hue - 1];
	const struct sprite_bitmap *bitmap = cut->bitmaps;
	while (bitmap->side != 0 && bitmap->side != side)
		bitmap++;
	return bitmap->side == side || cut->facets != NULL ? cut : NULL;
}

const char *const *flat_quarters(int hue)
{
	return quarters[hue - 1];
}
