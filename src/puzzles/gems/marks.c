/* Marks of gems without colours: lines in the columns beside a gem, which no gem reaches. So a
 * marked gem keeps its outline, and no mark looks like a part of one. */
#include "puzzles/gems/jewels.h"
#include "puzzles/gems/paint.h"

/* On the left and on the right: in the first row, between, and in the last row. */
static const char32_t lines[][2][4] = {
	[MARK_CHOSEN] = {U"┏┃┗", U"┓┃┛"},
	[MARK_SOURCE] = {U"║║║", U"║║║"},
	[MARK_TARGET] = {U"┇┇┇", U"┇┇┇"},
	[MARK_CURSOR] = {U"▶▶▶", U"◀◀◀"},
};

/* The cursor is in the middle third alone, so that other marks are seen above and below it, and
 * that it takes few bytes. */
void gems_mark_without_colours(struct picture *picture, int y, int x, enum mark mark)
{
	const int side = jewel_side(picture), inset = (picture->side - side) / 2;
	const int top = (y + inset) / 2, rows = (y + inset + side - 1) / 2 - top + 1;
	const int part = mark != MARK_CURSOR ? rows : rows < 6 ? 1 : rows / 3;
	const int first = top + (rows - part) / 2, last = first + part - 1;
	for (int row = first; row <= last; row++)
		for (int i = 0; i < 2; i++)
			picture_ink(picture, row, x + inset + (i == 0 ? -1 : side),
			            lines[mark][i][row == first  ? 0
			                           : row == last ? 2
			                                         : 1],
			            COLOUR_CURSOR, COLOUR_CELL);
}
