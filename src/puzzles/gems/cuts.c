#include "puzzles/gems/cuts.h"

/* clang-format off */
#define FACET(tone, count, ...) {TONE_##tone, count, {__VA_ARGS__}}
#define NO_FACET {0, 0, {{0, 0}}}

/* Ruby: a round cut */
static const struct sprite_facet ruby[] = {
	FACET(BASE, 10, {64, 6}, {87, 23}, {96, 50}, {87, 77}, {64, 94}, {36, 94}, {13, 77},
	      {4, 50}, {13, 23}, {36, 6}),
	FACET(DARK, 10, {87, 23}, {96, 50}, {87, 77}, {64, 94}, {36, 94}, {42, 75}, {58, 75},
	      {72, 66}, {77, 50}, {72, 34}),
	FACET(LIGHT, 8, {4, 50}, {13, 23}, {36, 6}, {64, 6}, {58, 25}, {42, 25}, {28, 34},
	      {23, 50}),
	FACET(GLINT, 5, {27, 46}, {30, 32}, {44, 29}, {38, 36}, {34, 40}),
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
	FACET(BASE, 7, {50, 4}, {56, 6}, {97, 88}, {92, 95}, {8, 95}, {3, 88}, {44, 6}),
	FACET(DARK, 6, {97, 88}, {92, 95}, {8, 95}, {31, 78}, {69, 78}, {72, 75}),
	FACET(LIGHT, 8, {3, 88}, {44, 6}, {50, 4}, {56, 6}, {53, 37}, {50, 36}, {47, 37},
	      {28, 75}),
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
/* Amber: a clover leaf */
static const struct sprite_facet amber[] = {
	FACET(BASE, 4, {44, 60}, {56, 60}, {64, 97}, {36, 97}),
	FACET(DARK, 4, {50, 60}, {56, 60}, {64, 97}, {50, 97}),
	FACET(LIGHT, 10, {50, 3}, {63, 7}, {71, 18}, {71, 32}, {63, 43}, {50, 47}, {37, 43},
	      {29, 32}, {29, 18}, {37, 7}),
	FACET(DARK, 6, {63, 7}, {71, 18}, {71, 32}, {63, 43}, {50, 47}, {37, 43}),
	FACET(BASE, 10, {54, 13}, {63, 16}, {69, 24}, {69, 34}, {63, 42}, {54, 45}, {45, 42},
	      {39, 34}, {39, 24}, {45, 16}),
	FACET(LIGHT, 10, {25, 36}, {38, 40}, {46, 51}, {46, 65}, {38, 76}, {25, 80}, {12, 76},
	      {4, 65}, {4, 51}, {12, 40}),
	FACET(DARK, 6, {38, 40}, {46, 51}, {46, 65}, {38, 76}, {25, 80}, {12, 76}),
	FACET(BASE, 10, {29, 46}, {38, 49}, {44, 57}, {44, 67}, {38, 75}, {29, 78}, {20, 75},
	      {14, 67}, {14, 57}, {20, 49}),
	FACET(LIGHT, 10, {75, 36}, {88, 40}, {96, 51}, {96, 65}, {88, 76}, {75, 80}, {62, 76},
	      {54, 65}, {54, 51}, {62, 40}),
	FACET(DARK, 6, {88, 40}, {96, 51}, {96, 65}, {88, 76}, {75, 80}, {62, 76}),
	FACET(BASE, 10, {79, 46}, {88, 49}, {94, 57}, {94, 67}, {88, 75}, {79, 78}, {70, 75},
	      {64, 67}, {64, 57}, {70, 49}),
	FACET(BASE, 4, {40, 38}, {60, 38}, {64, 62}, {36, 62}),
	FACET(GLINT, 6, {42, 12}, {47, 15}, {47, 21}, {42, 24}, {37, 21}, {37, 15}),
	NO_FACET,
};
/* Pearl: a spade */
static const struct sprite_facet pearl[] = {
	FACET(BASE, 4, {44, 60}, {56, 60}, {64, 97}, {36, 97}),
	FACET(DARK, 4, {50, 60}, {56, 60}, {64, 97}, {50, 97}),
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
static const char *const ruby_5[] = {
	".llb.", "lglbd", "lbbbd", "bbbdd", ".bdd.",
};
static const char *const sapphire_5[] = {
	"..l..", ".lgb.", "llbbd", ".bbd.", "..d..",
};
static const char *const citrine_5[] = {
	"..l..", ".lgb.", ".lbb.", "lbbbd", "ddddd",
};
static const char *const emerald_5[] = {
	"lllld", "lgbbd", "lbbbd", "lbbbd", "ddddd",
};
static const char *const amethyst_5[] = {
	".l.b.", "lglbd", "llbbd", ".bbd.", "..d..",
};
static const char *const amber_5[] = {
	".lgb.", ".lbd.", "lbbbd", "lbbdd", "..d..",
};
static const char *const pearl_5[] = {
	"..l..", ".lgb.", "llbbd", "lbbdd", "..d..",
};
static const char *const aquamarine_5[] = {
	"lllbd", "lgbbd", ".lbd.", ".bbd.", "..d..",
};
static const char *const ruby_6[] = {
	".llbb.", "lglbbd", "llbbbd", "lbbbdd", "bbbddd", ".bddd.",
};
static const char *const sapphire_6[] = {
	"..lb..", ".lgbb.", "llbbbd", "lbbbdd", ".bbdd.", "..dd..",
};
static const char *const citrine_6[] = {
	"..lb..", "..lb..", ".lgbb.", ".lbbd.", "llbbbd", "dddddd",
};
static const char *const emerald_6[] = {
	"llllld", "lgbbbd", "lbbbbd", "lbbbbd", "lbbbbd", "dddddd",
};
static const char *const amethyst_6[] = {
	".l..b.", "lglbbd", "llbbbd", "lbbbdd", ".bbdd.", "..bd..",
};
static const char *const amber_6[] = {
	"..lb..", "..lb..", "lb..bd", "lgbbbd", "..bd..", ".bddd.",
};
static const char *const pearl_6[] = {
	"..lb..", ".llbb.", "lglbbd", "llbbdd", "b.bd.d", "..bd..",
};
static const char *const aquamarine_6[] = {
	"lllbbd", "lgbbbd", ".lbbd.", ".bbbd.", "..bd..", "..dd..",
};
static const char *const ruby_8[] = {
	"........", "..llll..", ".lgllbb.", ".llbbbd.", ".llbbbd.", ".lbbbdd.", "..bddd..",
	"........",
};
static const char *const sapphire_8[] = {
	"...ll...", "..lgbb..", ".llbbbb.", "llbbbbbd", "lbbbbbdd", ".bbbbdd.", "..bddd..",
	"...dd...",
};
static const char *const citrine_8[] = {
	"...ll...", "...lb...", "..lgbb..", "..llbb..", ".llbbbb.", ".lbbbbd.", "llbbbbdd",
	"dddddddd",
};
static const char *const emerald_8[] = {
	"........", ".llllll.", ".lgbbbd.", ".lbbbbd.", ".lbbbbd.", ".lbbbbd.", ".dddddd.",
	"........",
};
static const char *const amethyst_8[] = {
	".ll..bb.", "lgllbbbd", "llbbbbbd", "llbbbbdd", ".lbbbdd.", "..bbdd..", "...bd...",
	"........",
};
static const char *const amber_8[] = {
	"...lb...", "..lgbd..", "..lbbd..", ".lllbbb.", "lglbbbbd", "llbbbbdd", "...bd...",
	"..bddd..",
};
static const char *const pearl_8[] = {
	"...ll...", "..llbb..", ".lglbbb.", "llglbbbd", "lllbbbbd", "lbbbbbdd", "...bd...",
	"..bddd..",
};
static const char *const aquamarine_8[] = {
	"llllllbd", "lglbbbbd", ".llbbbd.", ".lbbbbd.", "..lbbd..", "..bbbd..", "...bd...",
	"...dd...",
};
static const struct sprite_bitmap small_ruby[] = {
	{5, ruby_5}, {6, ruby_6}, {8, ruby_8}, {0, NULL},
};
static const struct sprite_bitmap small_sapphire[] = {
	{5, sapphire_5}, {6, sapphire_6}, {8, sapphire_8}, {0, NULL},
};
static const struct sprite_bitmap small_citrine[] = {
	{5, citrine_5}, {6, citrine_6}, {8, citrine_8}, {0, NULL},
};
static const struct sprite_bitmap small_emerald[] = {
	{5, emerald_5}, {6, emerald_6}, {8, emerald_8}, {0, NULL},
};
static const struct sprite_bitmap small_amethyst[] = {
	{5, amethyst_5}, {6, amethyst_6}, {8, amethyst_8}, {0, NULL},
};
static const struct sprite_bitmap small_amber[] = {
	{5, amber_5}, {6, amber_6}, {8, amber_8}, {0, NULL},
};
static const struct sprite_bitmap small_pearl[] = {
	{5, pearl_5}, {6, pearl_6}, {8, pearl_8}, {0, NULL},
};
static const struct sprite_bitmap small_aquamarine[] = {
	{5, aquamarine_5}, {6, aquamarine_6}, {8, aquamarine_8}, {0, NULL},
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
static const char *const row_mark_5[] = {
	".....", ".....", "ggggg", ".....", ".....",
};
static const char *const row_mark_6[] = {
	"......", "......", "gggggg", "eeeeee", "......", "......",
};
static const char *const row_mark_8[] = {
	"........", "........", "........", "gggggggg", "eeeeeeee", "........", "........",
	"........",
};
static const char *const column_mark_5[] = {
	"..g..", "..g..", "..g..", "..g..", "..g..",
};
static const char *const column_mark_6[] = {
	"..ge..", "..ge..", "..ge..", "..ge..", "..ge..", "..ge..",
};
static const char *const column_mark_8[] = {
	"...ge...", "...ge...", "...ge...", "...ge...", "...ge...", "...ge...", "...ge...",
	"...ge...",
};
static const char *const blast_mark_5[] = {
	".....", ".ggg.", ".geg.", ".ggg.", ".....",
};
static const char *const blast_mark_6[] = {
	"......", ".gggg.", ".geeg.", ".geeg.", ".gggg.", "......",
};
static const char *const blast_mark_8[] = {
	"........", "........", "..gggg..", "..geeg..", "..geeg..", "..gggg..", "........",
	"........",
};
static const struct sprite_bitmap small_row_mark[] = {
	{5, row_mark_5}, {6, row_mark_6}, {8, row_mark_8}, {0, NULL},
};
static const struct sprite_bitmap small_column_mark[] = {
	{5, column_mark_5}, {6, column_mark_6}, {8, column_mark_8}, {0, NULL},
};
static const struct sprite_bitmap small_blast_mark[] = {
	{5, blast_mark_5}, {6, blast_mark_6}, {8, blast_mark_8}, {0, NULL},
};

const char *const small_cuts[CUTS][4] = {
	{"..llll..", ".llllll.", ".bbbbbb.", "..bbbb.."},
	{"...ll...", ".llllll.", ".bbbbbb.", "...bb..."},
	{"...ll...", "..llll..", ".bbbbbb.", "bbbbbbbb"},
	{".llllll.", ".llllll.", ".bbbbbb.", ".bbbbbb."},
	{".ll..ll.", "llllllll", ".bbbbbb.", "...bb..."},
	{"..llll..", "..llll..", "bbb..bbb", "bbb..bbb"},
	{"...ll...", ".llllll.", "bbbbbbbb", "...bb..."},
	{"llllllll", ".llllll.", ".bbbbbb.", "...bb..."},
};
const char *const small_marks[GEM_KINDS][4] = {
	[GEM_ROW] = {"........", "........", "gggggggg", "..bbbb.."},
	[GEM_COLUMN] = {"..lggl..", "..lggl..", "..bggb..", "..bggb.."},
	[GEM_BLAST] = {"..gggg..", "..eeee..", "..eeee..", "..gggg.."},
};

const struct sprite cut_marks[GEM_KINDS] = {
	[GEM_ROW] = {row_mark, small_row_mark},
	[GEM_COLUMN] = {column_mark, small_column_mark},
	[GEM_BLAST] = {blast_mark, small_blast_mark},
};
/* clang-format on */
