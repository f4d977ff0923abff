/* The 256 colours of a terminal: a cube of 6x6x6 and a ramp of greys.
 *
 * Rounding each colour for itself would make neighbours equal: the two cells of a chequer, or light
 * and dark of one gem. So the colours are chosen one after the other, each the most similar one
 * that differs as it must from those before. Similarity is distance in OKLab (B. Ottosson, 2020),
 * in which equal steps look about equal and hues stay what they are. */
#include "ui/term/theme.h"

#include <math.h>
#include <stddef.h>

uint32_t cube_rgb(int number)
{
	static const uint32_t level[6] = {0, 95, 135, 175, 215, 255};
	if (number >= 232)
		return (uint32_t)(8 + 10 * (number - 232)) * 0x010101;
	const int index = number - CUBE_FIRST;
	return level[index / 36] << 16 | level[index / 6 % 6] << 8 | level[index % 6];
}

/* ---- similarity ---- */

struct oklab {
	double l, a, b;
};

static struct oklab oklab_of(uint32_t rgb)
{
	const double r = theme_linear(rgb >> 16 & 255);
	const double g = theme_linear(rgb >> 8 & 255);
	const double b = theme_linear(rgb & 255);
	const double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	return (struct oklab){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
	                      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
	                      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

static double distance(struct oklab x, struct oklab y, double weight_of_light)
{
	return weight_of_light * pow(x.l - y.l, 2) + pow(x.a - y.a, 2) + pow(x.b - y.b, 2);
}

/* How much more colourful it is than the one that is wanted, squared: a slate that turns violet is
 * worse than one that turns grey. */
static double excess(struct oklab x, struct oklab wanted)
{
	const double more = hypot(x.a, x.b) - hypot(wanted.a, wanted.b);
	return more > 0 ? more * more : 0;
}

/* ---- choosing ---- */

struct cube {
	struct oklab look[CUBE_COUNT];
	double luminance[CUBE_COUNT];
};

static void make_cube(struct cube *cube)
{
	for (int i = 0; i < CUBE_COUNT; i++) {
		cube->look[i] = oklab_of(cube_rgb(CUBE_FIRST + i));
		cube->luminance[i] = theme_luminance(cube_rgb(CUBE_FIRST + i));
	}
}

/* What a number has to keep. */
struct demand {
	double above, below;  /* its luminance lies between these, and equals neither */
	bool readable;        /* on both of `ground` */
	double ground[2];     /* luminances */
	const int32_t *taken; /* numbers that it differs from */
	int taken_count;
	bool calm; /* no more colourful than need be */
	bool hued; /* a piece's: rather too light or too dark than of another hue */
};

static bool meets(const struct cube *cube, int i, const struct demand *demand)
{
	const double luminance = cube->luminance[i];
	if (luminance <= demand->above || luminance >= demand->below)
		return false;
	if (demand->readable && (!theme_is_readable(luminance, demand->ground[0]) ||
	                         !theme_is_readable(luminance, demand->ground[1])))
		return false;
	for (int k = 0; k < demand->taken_count; k++)
		if (demand->taken[k] == CUBE_FIRST + i)
			return false;
	return true;
}

static const struct demand anything = {
	.above = -1,
	.below = 2,
	.readable = false,
	.ground = {0, 0},
	.taken = NULL,
	.taken_count = 0,
	.calm = false,
	.hued = false,
};

/* The most similar one that meets the demand; of all, if none does. */
static int choose(const struct cube *cube, uint32_t rgb, const struct demand *demand)
{
	const struct oklab wanted = oklab_of(rgb);
	int best = -1;
	double least = INFINITY;
	for (int i = 0; i < CUBE_COUNT; i++) {
		const double far = distance(cube->look[i], wanted, demand->hued ? 0.3 : 1) +
		                   (demand->calm ? excess(cube->look[i], wanted) : 0);
		if (far < least && meets(cube, i, demand)) {
			best = i;
			least = far;
		}
	}
	return best >= 0 ? CUBE_FIRST + best : choose(cube, rgb, &anything);
}

void cube_readable(const uint32_t rgb[], int count, const uint32_t ground[2], int32_t out[])
{
	struct cube cube;
	make_cube(&cube);
	const struct demand demand = {
		.above = -1,
		.below = 2,
		.readable = true,
		.hued = true,
		.ground = {theme_luminance(ground[0]), theme_luminance(ground[1])},
	};
	for (int i = 0; i < count; i++)
		out[i] = choose(&cube, rgb[i], &demand);
}

/* ---- a theme ---- */

struct choice {
	const struct theme *theme;
	struct cube cube;
	double ground[2]; /* luminances of the cells */
	int32_t *out;
};

static double luminance_of(const struct choice *choice, colour_id colour)
{
	return choice->cube.luminance[choice->out[colour] - CUBE_FIRST];
}

/* The theme's own number; 0: none. */
static int by_hand(const struct theme *theme, colour_id colour)
{
	const int hue = colour_hue(colour);
	const enum tone tone = colour_tone(colour);
	if (hue == 0)
		return theme->cube.board[colour];
	return hue <= THEME_HUES && tone <= TONE_SUNK ? theme->cube.hue[hue - 1][tone] : 0;
}

static void take(struct choice *choice, colour_id colour, const struct demand *demand)
{
	const int number = by_hand(choice->theme, colour);
	const uint32_t rgb = theme_rgb(choice->theme, colour);
	struct demand all = *demand;
	all.hued = colour_hue(colour) > 0;
	choice->out[colour] = number != 0 ? number : choose(&choice->cube, rgb, &all);
}

/* Takes a colour that differs from another, and is lighter or darker as it is in the theme. */
static void take_beside(struct choice *choice, colour_id colour, colour_id other)
{
	struct demand demand = anything;
	const double luminance = luminance_of(choice, other);
	demand.calm = colour_hue(colour) == 0;
	if (theme_luminance(theme_rgb(choice->theme, colour)) >
	    theme_luminance(theme_rgb(choice->theme, other)))
		demand.above = luminance;
	else
		demand.below = luminance;
	take(choice, colour, &demand);
}

/* Takes a colour that is readable on these two. */
static void take_on(struct choice *choice, colour_id colour, colour_id ground, colour_id other)
{
	struct demand demand = anything;
	demand.readable = true;
	demand.ground[0] = luminance_of(choice, ground);
	demand.ground[1] = luminance_of(choice, other);
	take(choice, colour, &demand);
}

static void take_board(struct choice *choice)
{
	static const struct {
		colour_id colour, beside;
	} grounds[] = {
		{COLOUR_CELL_ODD, COLOUR_CELL},        {COLOUR_SQUARE, COLOUR_CELL},
		{COLOUR_SQUARE_ODD, COLOUR_SQUARE},    {COLOUR_PIT, COLOUR_CELL},
		{COLOUR_FRAME, COLOUR_CELL_ODD},       {COLOUR_FRAME_LIGHT, COLOUR_FRAME},
		{COLOUR_FRAME_DARK, COLOUR_FRAME},     {COLOUR_STONE, COLOUR_FRAME},
		{COLOUR_STONE_LIGHT, COLOUR_STONE},    {COLOUR_STONE_DARK, COLOUR_STONE},
		{COLOUR_CHOSEN_CELL, COLOUR_CELL_ODD}, {COLOUR_HINT_CELL, COLOUR_CELL_ODD},
	};
	static const colour_id inks[] = {
		COLOUR_BUTTON_LIT, COLOUR_CURSOR, COLOUR_CHOSEN,
		COLOUR_HINT,       COLOUR_MARK,   COLOUR_FORBIDDEN,
	};
	take(choice, COLOUR_CELL, &anything);
	for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++)
		take_beside(choice, grounds[i].colour, grounds[i].beside);
	for (size_t i = 0; i < sizeof inks / sizeof inks[0]; i++)
		take_on(choice, inks[i], COLOUR_CELL, COLOUR_CELL_ODD);
	take_on(choice, COLOUR_LABEL, COLOUR_FRAME, COLOUR_FRAME);
	take_on(choice, COLOUR_BUTTON, COLOUR_FRAME, COLOUR_FRAME);
}

/* The base tone: of the first hues another one for each. */
static void take_base(struct choice *choice, int hue)
{
	int32_t taken[THEME_HUES];
	struct demand demand = anything;
	demand.readable = true;
	demand.ground[0] = luminance_of(choice, COLOUR_CELL);
	demand.ground[1] = luminance_of(choice, COLOUR_CELL_ODD);
	demand.taken = taken;
	for (int other = 1; other < hue && hue <= THEME_HUES; other++)
		taken[demand.taken_count++] = choice->out[hue_colour(other, TONE_BASE)];
	take(choice, hue_colour(hue, TONE_BASE), &demand);
}

static void take_hue(struct choice *choice, int hue)
{
	const colour_id base = hue_colour(hue, TONE_BASE);
	take_base(choice, hue);
	take_beside(choice, hue_colour(hue, TONE_LIGHT), base);
	take_beside(choice, hue_colour(hue, TONE_GLINT), hue_colour(hue, TONE_LIGHT));
	take_beside(choice, hue_colour(hue, TONE_DARK), base);
	take_beside(choice, hue_colour(hue, TONE_EDGE), hue_colour(hue, TONE_DARK));
	take_beside(choice, hue_colour(hue, TONE_SUNK), base);
	take_on(choice, hue_colour(hue, TONE_SYMBOL), base, base);
	take_on(choice, hue_colour(hue, TONE_RING), COLOUR_CELL, COLOUR_CELL_ODD);
}

/* The theme with hand-chosen base tones, from which the other tones follow. */
static struct theme with_bases(const struct theme *theme)
{
	struct theme with = *theme;
	for (int i = 0; i < THEME_HUES; i++)
		if (theme->cube.hue[i][TONE_BASE] != 0)
			with.hue[i] = cube_rgb(theme->cube.hue[i][TONE_BASE]);
	return with;
}

void cube_resolve(const struct theme *theme, int32_t out[COLOUR_IDS])
{
	const struct theme with = with_bases(theme);
	struct choice choice = {.theme = &with, .out = out};
	make_cube(&choice.cube);
	for (int id = 0; id < COLOUR_IDS; id++)
		out[id] = CUBE_FIRST;
	take_board(&choice);
	for (int hue = 1; hue <= HUES_MAX; hue++)
		take_hue(&choice, hue);
}
