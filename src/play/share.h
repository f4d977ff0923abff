/* A result as a few lines of text to send to somebody who has not solved the level yet: which one
 * it was, how many moves, and a symbol for each of them, from which none can be told. */
#ifndef PARLOUR_PLAY_SHARE_H
#define PARLOUR_PLAY_SHARE_H

#include "play/library.h"
#include "play/session.h"

enum {
	SHARE_MAX = 1024,
	SHARE_COLUMNS = 30, /* symbols a line */
	SHARE_ROWS = 4,     /* lines of symbols; a longer game's end is a number */
	SHARE_LINES = SHARE_ROWS + 2,
};

/* What the symbols mean, in one line. */
const char *share_legend(bool ascii);

/* Writes the text of a solved game, with a newline behind each line. What it says of a move is
 * proven: that it came one nearer, or that it did not. */
void share_text(const struct session *session, const struct library *library, struct level_ref ref,
                bool ascii, char out[SHARE_MAX]);

#endif
