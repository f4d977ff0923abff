/* How the game on a terminal begins. */
#ifndef PARLOUR_UI_OPTIONS_H
#define PARLOUR_UI_OPTIONS_H

#include <stdbool.h>

#include "solve/solve.h"

struct ui_options {
	bool demo; /* plays by itself, from level to level */
	bool tour; /* the demo goes through all puzzles; any key ends it */
	bool mouse;
	bool edit;                  /* begins in the editor, with the first level */
	const struct puzzle *empty; /* or with an empty board of this puzzle; NULL: not so */
	bool begin_in_menu;         /* else at the first level */
	struct limits limits;
	bool restricted; /* no files are written, and there is no shell to go back to */
};

#endif
