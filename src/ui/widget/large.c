#include "ui/widget/large.h"

#include <string.h>

enum { DOTS_ACROSS = 3, DOTS = 15 };

static const char *dots_of(char letter)
{
	static const struct {
		char letter;
		const char *dots; /* row by row from the top */
	} letters[] = {
		{'0', "111101101101111"}, {'1', "010110010010111"}, {'2', "111001111100111"},
		{'3', "111001011001111"}, {'4', "101101111001001"}, {'5', "111100111001111"},
		{'6', "111100111101111"}, {'7', "111001010010010"}, {'8', "111101111101111"},
		{'9', "111101111001111"}, {'A', "010101111101101"}, {'B', "110101110101110"},
		{'C', "011100100100011"}, {'D', "110101101101110"}, {'E', "111100111100111"},
		{'F', "111100111100100"}, {'G', "011100101101011"}, {'H', "101101111101101"},
		{'I', "111010010010111"}, {'J', "001001001101010"}, {'K', "101101110101101"},
		{'L', "100100100100111"}, {'M', "101111111101101"}, {'N', "110101101101101"},
		{'O', "111101101101111"}, {'P', "110101110100100"}, {'Q', "111101101111001"},
		{'R', "110101110101101"}, {'S', "011100010001110"}, {'T', "111010010010010"},
		{'U', "101101101101111"}, {'V', "101101101101010"}, {'W', "101101111111101"},
		{'X', "101101010101101"}, {'Y', "101101010010010"}, {'Z', "111001010100111"},
	};
	for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
		if (letters[i].letter == letter)
			return letters[i].dots;
	return NULL;
}

bool large_has(const char *text)
{
	for (; *text != '\0'; text++)
		if (dots_of(*text) == NULL)
			return false;
	return true;
}

void large_print(struct picture *picture, int row, int column, const char *text, int side,
                 const colour_id *colours, int count)
{
	for (int i = 0; text[i] != '\0'; i++) {
		const char *dots = dots_of(text[i]);
		if (dots == NULL)
			continue;
		for (int dot = 0; dot < DOTS; dot++)
			if (dots[dot] == '1')
				picture_pixels(picture, 2 * row + dot / DOTS_ACROSS * side,
				               column + dot % DOTS_ACROSS * side, side, side,
				               colours[i % count]);
		column += large_columns(side);
	}
}

void large_star(struct picture *picture, int row, int column, int side)
{
	enum { STAR_SIDE = 9 };
	static const char *const dots[STAR_SIDE] = {
		"....l....", "....l....", "...lgg...", "llllggggg", ".llggggg.",
		"..lgggg..", "..lgggg..", ".lgg.ggg.", ".g.....g.",
	};
	for (int y = 0; y < STAR_SIDE; y++)
		for (int x = 0; x < STAR_SIDE; x++)
			if (dots[y][x] != '.')
				picture_pixels(picture, 2 * row + y * side, column + x * side, side,
				               side,
				               dots[y][x] == 'l' ? COLOUR_CHOSEN : COLOUR_GOLD);
}
