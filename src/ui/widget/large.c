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
		{'9', "111101111001111"}, {'P', "110101110100100"}, {'A', "010101111101101"},
		{'R', "110101110101101"}, {'L', "100100100100111"}, {'O', "111101101101111"},
		{'U', "101101101101111"},
	};
	for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
		if (letters[i].letter == letter)
			return letters[i].dots;
	return NULL;
}

/* With dots of so many pixels a side. */
static void print(struct picture *picture, int row, int column, const char *text,
                  const colour_id *colours, int count, int side)
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
		column += (DOTS_ACROSS + 1) * side;
	}
}

void large_print(struct picture *picture, int row, int column, const char *text,
                 const colour_id *colours, int count)
{
	print(picture, row, column, text, colours, count, 2);
}

void large_print_small(struct picture *picture, int row, int column, const char *text,
                       const colour_id *colours, int count)
{
	print(picture, row, column, text, colours, count, 1);
}
