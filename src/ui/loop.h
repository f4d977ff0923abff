/* The game on a terminal: menu, board, help, demo. */
#ifndef PARLOUR_UI_LOOP_H
#define PARLOUR_UI_LOOP_H

#include "play/library.h"
#include "solve/solve.h"
#include "store/store.h"

struct ui_options {
	bool demo;          /* plays by itself, from level to level */
	bool tour;          /* of all puzzles, for whoever may come by; any key ends it */
	bool mouse;
	bool edit;          /* begins in the editor */
	const struct puzzle
		*empty;     /* there with an empty board of this mode; NULL: with the level */
	bool begin_in_menu; /* else at the first of the places */
	struct limits limits;
	bool restricted;    /* no files are written, and there is no shell to go back to */
};

/* Runs until the player quits, a signal asks for the end, or the terminal is gone. False with one
 * line where the terminal can't be used. */
bool ui_run(const struct ui_options *options, struct library *library,
            const struct level_list *places, struct store *store, struct error *error);

#endif
