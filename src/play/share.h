/* A result as a few lines of text, without spoilers: the level, the number of moves, and a symbol
 * for each move that does not reveal it. */
#ifndef PARLOUR_PLAY_SHARE_H
#define PARLOUR_PLAY_SHARE_H

#include "play/library.h"
#include "play/session.h"

enum {
	SHARE_MAX = 1024,
	SHARE_COLUMNS = 30, /* symbols in a line */
	SHARE_ROWS = 4,     /* lines of symbols; the rest of a longer game is a number */
	SHARE_LINES = SHARE_ROWS + 2,
};

/* The legend of the symbols, in one line. */
const char *share_legend(bool ascii);

/* Writes the text of a solved game, each line ended by a newline. Nearer and detour are printed
 * only if they are proven. */
void share_text(const struct session *session, const struct library *library, struct level_ref ref,
                bool ascii, char out[SHARE_MAX]);

#endif
