/* Boards from elsewhere: a level code, a level file, its rows alone, or the text board of another
 * program. parlour-levels(5) describes those that are understood. */
#ifndef PARLOUR_PLAY_IMPORT_BOARD_H
#define PARLOUR_PLAY_IMPORT_BOARD_H

#include "puzzle/puzzle.h"

/* The first board of a text as the text of a level file with one level of the puzzle, which need
 * not be valid: the pack reader accepts its syntax. To be freed; NULL with the error. */
char *import_board(const struct puzzle *puzzle, const char *text, struct error *error);

#endif
