#include "puzzles/gems/cuts.h"

/* clang-format off */
#define FACET(tone, count, ...) {TONE_##tone, count, {__VA_ARGS__}}
#define NO_FACET {0, 0, {{0, 0}}}

/* Ruby: a round cut */
static const struct sprite_facet ruby[] = {
	FACET(BASE, 12, {34, 3}, {66, 3}, {86, 14}, {97, 34}, {97, 66}, {86, 86}, {66, 97},
	      {34, 97}, {14, 86}, {3, 66}, {3, 34}, {14, 14}),
	FACET(DARK, 12, {86, 14}, {97, 34}, {97, 66}, {86, 86}, {66, 97}, {34, 97}, {14, 86},
	      {30, 70}, {42, 76}, {60, 76}, {75, 62}, {75, 35}),
	FACET(LIGHT, 12, {14, 86}, {3, 66}, {3, 34}, {14, 14}, {34, 3}, {66, 3}, {86, 14},
	      {70, 30}, {58, 24}, {40, 24}, {25, 38}, {25, 65}),
	FACET(GLINT, 5, {29, 52}, {29, 29}, {52, 29}, {43, 38}, {38, 43}),
	NO_FACET,
};
/* Sapphire: a lozenge */
static const struct sprite_facet sapphire[] = {
	FACET(BASE, 4, {50, 2}, {98, 50}, {50, 98}, {2, 50}),
	FACET(DARK, 4, {98, 50}, {50, 98}, {50, 75}, {75, 50}),
	FACET(LIGHT, 4, {2, 50}, {50, 2}, {50, 25}, {25, 50}),
	FACET(GLINT, 5, {27, 46}, {30, 32}, {44, 29}, {38, 36}, {34, 40}),
	NO_FACET,
};
/* Citrine: a triangle */
static const struct sprite_facet citrine[] = {
	FACET(BASE, 5, {50, 2}, {55, 4}, {98, 97}, {2, 97}, {45, 4}),
	FACET(DARK, 4, {98, 97}, {2, 97}, {28, 80}, {72, 80}),
	FACET(LIGHT, 5, {2, 97}, {45, 4}, {50, 2}, {50, 37}, {28, 80}),
	FACET(GLINT, 5, {35, 68}, {38, 54}, {52, 51}, {46, 58}, {42, 62}),
	NO_FACET,
};
/* Emerald: an emerald cut */
static const struct sprite_facet emerald[] = {
	FACET(BASE, 8, {24, 8}, {76, 8}, {92, 24}, {92, 76}, {76, 92}, {24, 92}, {8, 76},
	      {8, 24}),
	FACET(DARK, 8, {92, 24}, {92, 76}, {76, 92}, {24, 92}, {34, 75}, {66, 75}, {75, 66},
	      {75, 34}),
	FACET(LIGHT, 8, {8, 76}, {8, 24}, {24, 8}, {76, 8}, {66, 25}, {34, 25}, {25, 34},
	      {25, 66}),
	FACET(GLINT, 5, {27, 46}, {30, 32}, {44, 29}, {38, 36}, {34, 40}),
	NO_FACET,
};
/* Amethyst: a heart */
static const struct sprite_facet amethyst[] = {
	FACET(BASE, 12, {50, 22}, {62, 8}, {80, 5}, {95, 17}, {98, 38}, {88, 60}, {50, 97},
	      {12, 60}, {2, 38}, {5, 17}, {20, 8}, {38, 8}),
	FACET(LIGHT, 6, {50, 22}, {62, 8}, {80, 5}, {66, 23}, {57, 24}, {50, 32}),
	FACET(DARK, 8, {95, 17}, {98, 38}, {88, 60}, {50, 97}, {50, 73}, {71, 53}, {76, 41},
	      {75, 29}),
	FACET(LIGHT, 8, {2, 38}, {5, 17}, {20, 8}, {38, 8}, {43, 24}, {34, 24}, {25, 29},
	      {24, 41}),
	FACET(GLINT, 5, {27, 40}, {30, 26}, {44, 23}, {38, 30}, {34, 34}),
	NO_FACET,
};
/* Amber: a leaf of clover, with four lobes */
static const struct sprite_facet amber[] = {
	FACET(BASE, 8, {35, 7}, {19, 7}, {7, 19}, {7, 35}, {19, 47}, {35, 47}, {47, 35}, {47, 19}),
	FACET(BASE, 8, {65, 7}, {81, 7}, {93, 19}, {93, 35}, {81, 47}, {65, 47}, {53, 35},
	      {53, 19}),
	FACET(BASE, 8, {35, 93}, {19, 93}, {7, 81}, {7, 65}, {19, 53}, {35, 53}, {47, 65},
	      {47, 81}),
	FACET(BASE, 8, {65, 93}, {81, 93}, {93, 81}, {93, 65}, {81, 53}, {65, 53}, {53, 65},
	      {53, 81}),
	FACET(BASE, 4, {50, 31}, {69, 50}, {50, 69}, {31, 50}),
	FACET(LIGHT, 12, {47, 19}, {35, 7}, {19, 7}, {7, 19}, {7, 35}, {19, 47}, {25, 38}, {20, 31},
	      {20, 24}, {24, 20}, {31, 20}, {38, 25}),
	FACET(LIGHT, 6, {53, 19}, {65, 7}, {81, 7}, {75, 18}, {69, 20}, {62, 25}),
	FACET(LIGHT, 6, {19, 53}, {7, 65}, {7, 81}, {18, 75}, {20, 69}, {25, 62}),
	FACET(DARK, 12, {53, 81}, {65, 93}, {81, 93}, {93, 81}, {93, 65}, {81, 53}, {75, 62},
	      {80, 69}, {80, 76}, {76, 80}, {69, 80}, {62, 75}),
	FACET(DARK, 8, {81, 7}, {93, 19}, {93, 35}, {81, 47}, {75, 38}, {80, 31}, {80, 24},
	      {75, 18}),
	FACET(DARK, 8, {7, 81}, {19, 93}, {35, 93}, {47, 81}, {38, 75}, {31, 80}, {24, 80},
	      {18, 75}),
	FACET(GLINT, 4, {23, 23}, {36, 23}, {36, 30}, {23, 36}),
	NO_FACET,
};
/* Pearl: a spade */
static const struct sprite_facet pearl[] = {
	FACET(BASE, 6, {45, 60}, {55, 60}, {58, 84}, {72, 97}, {28, 97}, {42, 84}),
	FACET(DARK, 5, {50, 60}, {55, 60}, {58, 84}, {72, 97}, {50, 97}),
	FACET(BASE, 12, {50, 2}, {66, 22}, {90, 42}, {97, 58}, {90, 72}, {74, 77}, {50, 66},
	      {26, 77}, {10, 72}, {3, 58}, {10, 42}, {34, 22}),
	FACET(LIGHT, 9, {50, 2}, {50, 30}, {26, 52}, {20, 66}, {26, 77}, {10, 72}, {3, 58},
	      {10, 42}, {34, 22}),
	FACET(DARK, 8, {90, 42}, {97, 58}, {90, 72}, {74, 77}, {50, 66}, {50, 58}, {72, 64},
	      {82, 56}),
	FACET(GLINT, 4, {30, 40}, {40, 30}, {42, 40}, {32, 50}),
	NO_FACET,
};
/* Aquamarine: a kite */
static const struct sprite_facet aquamarine[] = {
	FACET(BASE, 7, {3, 12}, {8, 5}, {92, 5}, {97, 12}, {56, 94}, {50, 97}, {44, 94}),
	FACET(LIGHT, 6, {3, 12}, {8, 5}, {92, 5}, {69, 22}, {31, 22}, {28, 25}),
	FACET(DARK, 8, {97, 12}, {56, 94}, {50, 97}, {44, 94}, {47, 63}, {50, 64}, {53, 63},
	      {72, 25}),
	FACET(GLINT, 5, {35, 40}, {38, 26}, {52, 23}, {46, 30}, {42, 34}),
	NO_FACET,
};

/* Small ones, drawn by hand. */
#define BITMAP(side, ...) {side, (const char *const[]){__VA_ARGS__}}
static const struct sprite_bitmap small_ruby[] = {
	BITMAP(4, ".bb.", "bgbb", "bbbb", ".dd."),
	BITMAP(5, ".bbb.", "bgbbd", "bbbbd", "bbbbd", ".ddd."),
	BITMAP(6, ".llbb.", "lglbbd", "llbbbd", "lbbbbd", "lbbbdd", ".bbdd."),
	BITMAP(7, "..llb..", ".llbbb.", "lglbbbd", "llbbbbd", "lbbbbdd", ".bbbdd.", "..bdd.."),
	BITMAP(8, "..lllb..", ".lglbbb.", "lgllbbbd", "lllbbbbd", "llbbbbbd", "lbbbbbdd",
	       ".bbbbdd.", "..bddd.."),
	BITMAP(10, "...llll...", ".llggbbbb.", ".llggbbbb.", "lllbbbbbbd", "lllbbbbbbd",
	       "llbbbbbbdd", "llbbbbbbdd", ".bbbbbddd.", ".bbbbbddd.", "...dddd..."),
	{0, NULL},
};
static const struct sprite_bitmap small_sapphire[] = {
	BITMAP(4, ".b..", "bgb.", "bbb.", ".b.."),
	BITMAP(5, "..b..", ".gbb.", "bbbbd", ".bbd.", "..d.."),
	BITMAP(6, "..lb..", ".lgbb.", "llbbbd", "lbbbdd", ".bbdd.", "..dd.."),
	BITMAP(7, "...l...", "..llb..", ".lgbbb.", "llbbbbd", ".bbbdd.", "..bdd..", "...d..."),
	BITMAP(8, "...ll...", "..lgbb..", ".llbbbb.", "llbbbbbd", "lbbbbbdd", ".bbbbdd.",
	       "..bddd..", "...dd..."),
	BITMAP(10, "....lb....", "...lgbb...", "..llgbbb..", ".llllbbbb.", "lllllbbbbb",
	       "bbbbbddddd", ".bbbbdddd.", "..bbbddd..", "...bbdd...", "....bd...."),
	{0, NULL},
};
static const struct sprite_bitmap small_citrine[] = {
	BITMAP(4, ".bb.", ".gb.", "bbbb", "dddd"),
	BITMAP(5, "..g..", "..b..", ".bbd.", ".bbd.", "bbbbd"),
	BITMAP(6, "..lb..", "..lb..", ".lgbb.", ".lbbd.", "llbbbd", "dddddd"),
	BITMAP(7, "...l...", "..lgb..", "..lbb..", ".llbbd.", ".lbbbd.", "llbbbdd", "ddddddd"),
	BITMAP(8, "...ll...", "...lb...", "..lgbb..", "..llbb..", ".llbbbb.", ".lbbbbd.",
	       "llbbbbdd", "dddddddd"),
	BITMAP(10, "....lb....", "....lb....", "...llbb...", "...lgbb...", "..llgbbb..",
	       "..lllbbb..", ".llllbbbb.", ".llllbbbb.", "lllllbbbbb", "dddddddddd"),
	{0, NULL},
};
static const struct sprite_bitmap small_emerald[] = {
	BITMAP(4, "bbbb", "bgbb", "bbbb", "dddd"),
	BITMAP(5, "bbbb.", "bgbbd", "bbbbd", "bbbbd", ".dddd"),
	BITMAP(6, "lllllb", "lgbbbd", "lbbbbd", "lbbbbd", "lbbbbd", "bddddd"),
	BITMAP(7, "llllllb", "lglbbbd", "llbbbbd", "lbbbbbd", "lbbbbbd", "lbbbbdd", "bdddddd"),
	BITMAP(8, "lllllllb", "lglbbbbd", "llbbbbbd", "lbbbbbbd", "lbbbbbbd", "lbbbbbbd",
	       "lbbbbbdd", "bddddddd"),
	BITMAP(9, "llllllllb", "lgglbbbbd", "lglbbbbbd", "llbbbbbbd", "lbbbbbbbd", "lbbbbbbbd",
	       "lbbbbbbdd", "lbbbbbddd", "bdddddddd"),
	BITMAP(10, ".llllllll.", "llggbbbbdd", "llggbbbbdd", "llbbbbbbdd", "llbbbbbbdd",
	       "llbbbbbbdd", "llbbbbbbdd", "lddddddddd", "lddddddddd", ".dddddddd."),
	{0, NULL},
};
static const struct sprite_bitmap small_amethyst[] = {
	BITMAP(4, "b..b", "bgbb", "bbbb", ".bb."),
	BITMAP(5, "bb.bd", "bgbbd", "bbbbd", ".bbd.", "..d.."),
	BITMAP(6, ".l..b.", "lglbbd", "llbbbd", "lbbbdd", ".bbdd.", "..bd.."),
	BITMAP(7, ".ll.bb.", "lglbbbd", "llbbbbd", "lbbbbdd", ".bbbdd.", "..bdd..", "...d..."),
	BITMAP(8, ".ll..bb.", "lgllbbbd", "llbbbbbd", "llbbbbdd", ".lbbbdd.", "..bbdd..",
	       "...bd...", "........"),
	BITMAP(10, ".lll..bbb.", "llggbbbbbd", "llggbbbbbd", "lllbbbbbdd", "lllbbbbbdd",
	       ".lbbbbbdd.", "..bbbbdd..", "...bbdd...", "....bd....", ".........."),
	{0, NULL},
};
static const struct sprite_bitmap small_amber[] = {
	BITMAP(4, "b..b", ".gb.", ".bb.", "d..d"),
	BITMAP(5, "bb.bl", "bgbbd", ".bbb.", "bbbbd", "dd.db"),
	BITMAP(6, "ll..bb", "lglbbd", ".lbbd.", ".bbdd.", "lbbbdd", "bb..dd"),
	BITMAP(7, ".ll.bb.", "lgl.bbd", "llbbbbd", "..bbb..", "lbbbbdd", "lbb.ddd", ".bb.dd."),
	BITMAP(8, ".ll..bb.", "lgl..bbd", "lllbbbbd", "..lbbb..", "..bbbd..", "lbbbbddd",
	       "lbb..ddd", ".bb..dd."),
	BITMAP(10, ".lll..bbb.", "lggl..bbbd", "lggl..bbbd", "llllbbbbbd", "..llbbbb..",
	       "..lbbbbd..", "lllbbbbbdd", "lbbb..bddd", "lbbb..bddd", ".bbb..ddd."),
	{0, NULL},
};
static const struct sprite_bitmap small_pearl[] = {
	BITMAP(4, ".bb.", "bgbb", "bbbb", "d..d"),
	BITMAP(5, "..b..", ".gbb.", "bbbbd", "bbbbd", "bb.dd"),
	BITMAP(6, "..lb..", ".llbb.", "lglbbd", "llbbbd", "lbbbdd", "bb..dd"),
	BITMAP(7, "...l...", "..llb..", ".lgbbb.", "llbbbbd", "lbbbbdd", "...b...", "..bdd.."),
	BITMAP(8, "...ll...", "..llbb..", ".lglbbb.", "llglbbbd", "lllbbbbd", "lbbbbbdd",
	       "...bd...", "..bddd.."),
	BITMAP(10, "....lb....", "...llbb...", "..lllbbb..", ".llggbbbb.", "lllggbbbbb",
	       "lllbbbbbdd", "lllbbbbbdd", ".bb.bd.dd.", "....bd....", "..bbbddd.."),
	{0, NULL},
};
static const struct sprite_bitmap small_aquamarine[] = {
	BITMAP(4, "bbbb", "bgbb", ".bb.", ".dd."),
	BITMAP(5, "bgbbd", ".bbd.", ".bbd.", "..b..", "..d.."),
	BITMAP(6, "lllbbd", "lgbbbd", ".lbbd.", ".bbbd.", "..bd..", "..dd.."),
	BITMAP(7, "llllllb", "lglbbbd", ".lbbbd.", ".lbbbd.", "..bbd..", "..bdd..", "...d..."),
	BITMAP(8, "llllllbd", "lglbbbbd", ".llbbbd.", ".lbbbbd.", "..lbbd..", "..bbbd..",
	       "...bd...", "...dd..."),
	BITMAP(10, "llllllllll", "bggbbddddd", ".bgbbdddd.", ".bbbbdddd.", "..bbbddd..",
	       "..bbbddd..", "...bbdd...", "...bbdd...", "....bd....", "....bd...."),
	{0, NULL},
};

const struct sprite cuts[CUTS] = {
	{ruby, small_ruby},
	{sapphire, small_sapphire},
	{citrine, small_citrine},
	{emerald, small_emerald},
	{amethyst, small_amethyst},
	{amber, small_amber},
	{pearl, small_pearl},
	{aquamarine, small_aquamarine},
};

static const struct sprite_facet steps[] = {
	FACET(EDGE, 4, {18, 18}, {82, 18}, {82, 82}, {18, 82}),
	FACET(BASE, 4, {31, 31}, {69, 31}, {69, 69}, {31, 69}),
	NO_FACET,
};
static const struct sprite_bitmap small_steps[] = {
	BITMAP(4, "....", ".ee.", ".ee.", "...."),
	BITMAP(5, ".....", ".eee.", ".ebe.", ".eee.", "....."),
	BITMAP(6, "......", ".eeee.", ".ebbe.", ".ebbe.", ".eeee.", "......"),
	BITMAP(7, ".......", ".eeeee.", ".ebbbe.", ".ebbbe.", ".ebbbe.", ".eeeee.", "......."),
	BITMAP(8, "........", ".eeeeee.", ".ebbbbe.", ".ebbbbe.", ".ebbbbe.", ".ebbbbe.",
	       ".eeeeee.", "........"),
	BITMAP(9, ".........", ".eeeeeee.", ".ebbbbbe.", ".ebbbbbe.", ".ebbbbbe.", ".ebbbbbe.",
	       ".ebbbbbe.", ".eeeeeee.", "........."),
	BITMAP(10, "..........", "..........", "..eeeeee..", "..ebbbbe..", "..ebbbbe..",
	       "..ebbbbe..", "..ebbbbe..", "..eeeeee..", "..........", ".........."),
	{0, NULL},
};
const struct sprite emerald_steps = {steps, small_steps};

/* What tells a special gem, drawn over its cut: a bar or a ring. */
static const struct sprite_facet row_mark[] = {
	FACET(EDGE, 10, {0, 50}, {24, 22}, {24, 34}, {76, 34}, {76, 22}, {100, 50}, {76, 78},
	      {76, 66}, {24, 66}, {24, 78}),
	FACET(GLINT, 10, {6, 50}, {18, 34}, {18, 43}, {82, 43}, {82, 34}, {94, 50}, {82, 66},
	      {82, 57}, {18, 57}, {18, 66}),
	NO_FACET,
};
static const struct sprite_facet column_mark[] = {
	FACET(EDGE, 10, {50, 0}, {22, 24}, {34, 24}, {34, 76}, {22, 76}, {50, 100}, {78, 76},
	      {66, 76}, {66, 24}, {78, 24}),
	FACET(GLINT, 10, {50, 6}, {34, 18}, {43, 18}, {43, 82}, {34, 82}, {50, 94}, {66, 82},
	      {57, 82}, {57, 18}, {66, 18}),
	NO_FACET,
};
static const struct sprite_facet blast_mark[] = {
	FACET(EDGE, 8, {37, 20}, {63, 20}, {80, 37}, {80, 63}, {63, 80}, {37, 80}, {20, 63},
	      {20, 37}),
	FACET(GLINT, 8, {39, 24}, {61, 24}, {76, 39}, {76, 61}, {61, 76}, {39, 76}, {24, 61},
	      {24, 39}),
	FACET(EDGE, 8, {45, 37}, {55, 37}, {63, 45}, {63, 55}, {55, 63}, {45, 63}, {37, 55},
	      {37, 45}),
	NO_FACET,
};
static const struct sprite_bitmap small_row_mark[] = {
	BITMAP(4, "....", "....", "gggg", "...."),
	BITMAP(5, ".....", ".....", "ggggg", ".....", "....."),
	BITMAP(6, "......", "......", "eeeeee", "gggggg", "......", "......"),
	BITMAP(8, "........", "........", "........", "eeeeeeee", "gggggggg", "........",
	       "........", "........"),
	{0, NULL},
};
static const struct sprite_bitmap small_column_mark[] = {
	BITMAP(4, "..g.", "..g.", "..g.", "..g."),
	BITMAP(5, "..g..", "..g..", "..g..", "..g..", "..g.."),
	BITMAP(6, "..eg..", "..eg..", "..eg..", "..eg..", "..eg..", "..eg.."),
	BITMAP(8, "...eg...", "...eg...", "...eg...", "...eg...", "...eg...", "...eg...",
	       "...eg...", "...eg..."),
	{0, NULL},
};
static const struct sprite_bitmap small_blast_mark[] = {
	BITMAP(4, "e..e", ".gg.", ".gg.", "e..e"),
	BITMAP(5, ".....", ".ggg.", ".geg.", ".ggg.", "....."),
	BITMAP(6, "......", ".gggg.", ".geeg.", ".geeg.", ".gggg.", "......"),
	BITMAP(8, "........", "........", "..gggg..", "..geeg..", "..geeg..", "..gggg..",
	       "........", "........"),
	{0, NULL},
};

const struct small_gem small_gems[CUTS] = {
	{{U"▗▇▇▖", U"▝▁▁▘"}},
	{{U" ▟▙ ", U" ▜▛ "}},
	{{U" ▟▙ ", U"▗██▖"}},
	{{U"▗▄▄▖", U"▐██▌"}},
	{{U"▐▙▟▌", U" ▜▛ "}},
	{{U"▝▙▟▘", U"▗▛▜▖"}},
	{{U"▗▟▙▖", U"▀▜▛▀"}},
	{{U"▝██▘", U" ▜▛ "}},
};
const struct small_gem small_gem_marks[GEM_KINDS] = {
	[GEM_ROW] = {{U"▄▄▄▄", U"    "}},
	[GEM_COLUMN] = {{U" ▐▌ ", U" ▐▌ "}},
	[GEM_BLAST] = {{U" ▛▜ ", U" ▙▟ "}},
};
const char *const small_cuts[CUTS][4] = {
	{"..gbbb..", ".bbbbbb.", "..dddd..", "........"},
	{"...bb...", ".bbbbbb.", "...dd...", "........"},
	{"...bb...", "..bbbb..", ".dddddd.", "........"},
	{".bgbbbb.", ".bbbbbb.", ".dddddd.", "........"},
	{".bb..bb.", ".bbbbbb.", "...dd...", "........"},
	{".bb..bb.", "..bbbb..", ".dd..dd.", "........"},
	{"...bb...", ".bbbbbb.", ".dd..dd.", "........"},
	{".bgbbbb.", "..bbbb..", "...dd...", "........"},
};
const char *const small_marks[GEM_KINDS][4] = {
	[GEM_ROW] = {"........", "........", "gggggggg", "........"},
	[GEM_COLUMN] = {"..lggb..", "..lggb..", "..bggd..", "..bggd.."},
	[GEM_BLAST] = {"..gggg..", "..eeee..", "..gggg..", "........"},
};

const struct sprite cut_marks[GEM_KINDS] = {
	[GEM_ROW] = {row_mark, small_row_mark},
	[GEM_COLUMN] = {column_mark, small_column_mark},
	[GEM_BLAST] = {blast_mark, small_blast_mark},
};
/* clang-format on */
