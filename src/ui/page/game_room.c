#include "ui/page/game_room.h"

#include "os/language.h"
#include "ui/widget/footer.h"

enum { WIDE = 110 }; /* minimum width for the column beside the board */

int room_side_columns(const struct picture *picture)
{
	return picture->columns >= WIDE ? ROOM_SIDE_COLUMNS + ROOM_SIDE_GAP : 0;
}

const char *room_words(const struct puzzle *puzzle, const struct level *level,
                       const char *hint, char buffer[REPORT_MAX])
{
	if (hint != NULL)
		return hint;
	report_rules(puzzle, level, false, buffer);
	return buffer;
}

struct viewport room_find(const struct picture *picture, const struct puzzle *puzzle,
                          const struct level *level, const char *words)
{
	const int rows = picture->rows - ROOM_HEAD_ROWS - ROOM_FOOT_ROWS;
	const int minimum = viewport_minimum(puzzle, level, picture->pixels).rows;
	const int below = words_rows(picture, words);
	const bool over = minimum > rows - below && minimum <= rows;
	return (struct viewport){.top = ROOM_HEAD_ROWS,
	                         .rows = over ? rows : rows - below,
	                         .enough = (rows * ROOM_TENTHS + 9) / 10,
	                         .columns = picture->columns - room_side_columns(picture),
	                         .pixels = picture->pixels,
	                         .flat = picture_is_flat(picture)};
}
