#include "ui/palette.h"

/* Of the 256-colour palette. The first one is readable on dark and on light grounds, with a
 * contrast of 3:1 at least; all keep their colours apart for colour-blind eyes too. */
static const struct palette palettes[PALETTES] = {
	{"any ground", 6, {26, 202, 126, 58, 105, 138}},
	{"dark ground, six", 6, {34, 182, 59, 231, 165, 46}},
	{"dark ground, eight", 8, {123, 162, 226, 63, 136, 216, 58, 111}},
	{"light ground, six", 6, {20, 202, 88, 105, 16, 17}},
};

/* The six of the eight ANSI colours that are neither black nor white: red, green, magenta, cyan,
 * yellow, and blue, which many terminals show too dark to read, last. */
static const struct palette eight_colours = {"eight colours", 6, {1, 2, 5, 6, 3, 4}};

const struct palette *palette_of(int colours, int number)
{
	return colours == 256 ? &palettes[number % PALETTES] : &eight_colours;
}

/* By relative luminance (WCAG 2) in the colour cube; green, yellow, cyan and white of the ANSI
 * colours, whose shades are the terminal's own affair. */
bool palette_is_light(int colour)
{
	static const bool ansi[8] = {[2] = true, [3] = true, [6] = true, [7] = true};
	static const double level[6] = {0.0, 0.115, 0.243, 0.429, 0.679, 1.0}; /* linear light */
	if (colour < 16)
		return ansi[colour % 8];
	if (colour >= 232)
		return colour > 242;
	const int index = colour - 16;
	const double luminance = 0.2126 * level[index / 36] + 0.7152 * level[index / 6 % 6] +
	                         0.0722 * level[index % 6];
	return luminance > 0.179;
}
