#include "ui/term/palette.h"

/* Of the 256-colour palette. The first one is readable on dark and light backgrounds, with a
 * contrast of 3:1 at least; the first six, or eight, of each are kept apart for colour-blind eyes
 * too. Each of the others is the one farthest, in OKLab, from all before it: with so many colours,
 * glyphs are the better guide. */
static const struct palette palettes[PALETTES] = {
	{"any ground", TINTS_MAX, {26, 202, 126, 58, 105, 138, 200, 93, 29, 97, 160, 100, 32, 95,
	 169, 198, 99, 128, 132, 165, 60, 163, 134, 103, 66, 167}},
	{"dark ground, six", TINTS_MAX, {34, 182, 59, 231, 165, 46, 196, 32, 138, 214, 126, 114,
	 199, 141, 157, 25, 45, 28, 226, 37, 172, 253, 130, 93, 40, 133}},
	{"dark ground, eight", TINTS_MAX, {123, 162, 226, 63, 136, 216, 58, 111, 40, 206, 30, 72,
	 97, 203, 115, 165, 139, 47, 219, 131, 184, 160, 224, 105, 208, 28}},
	{"light ground, six", TINTS_MAX, {20, 202, 88, 105, 16, 17, 29, 127, 201, 54, 93, 22, 232,
	 60, 138, 237, 161, 26, 130, 133, 199, 32, 234, 89, 164, 98}},
};

/* The six of the eight ANSI colours that are neither black nor white: red, green, magenta, cyan,
 * yellow, and blue, which many terminals show too dark to read, last. */
static const struct palette eight_colours = {"eight colours", 6, {1, 2, 5, 6, 3, 4}};

const struct palette *palette_of(int colours, int number)
{
	return colours == 256 ? &palettes[number % PALETTES] : &eight_colours;
}

/* By relative luminance (WCAG 2) in the colour cube; green, yellow, cyan and white of the ANSI
 * colours, whose shades are up to the terminal. */
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
