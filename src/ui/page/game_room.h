/* How much of a screen a board gets. */
#ifndef PARLOUR_UI_PAGE_GAME_ROOM_H
#define PARLOUR_UI_PAGE_GAME_ROOM_H

#include "play/report.h"
#include "puzzle/pack.h"
#include "ui/widget/viewport.h"

enum {
	ROOM_HEAD_ROWS = 1, /* above the board: title */
	ROOM_FOOT_ROWS = 2, /* below: counter, keys */
	ROOM_TENTHS = 9,    /* this share of the rows between these is enough for the board */
	ROOM_SIDE_GAP = 2,  /* between the board and the column beside it */
	ROOM_SIDE_COLUMNS = 23,
};

/* Columns that are kept free for the column beside the board and the gap; 0: the screen is too
 * narrow for it. */
int room_side_columns(const struct picture *picture);

/* A level's own words, which stand between the board and the counter: its hint, else its rules; may
 * be "". */
const char *room_words(const struct puzzle *puzzle, const struct level *level,
                       const char *hint, char buffer[REPORT_MAX]);

/* The room for the board: all rows but those of title, words, counter and keys; if only the words
 * leave too little room, they are drawn over the board's lower edge. */
struct viewport room_find(const struct picture *picture, const struct puzzle *puzzle,
                          const struct level *level, const char *words);

#endif
