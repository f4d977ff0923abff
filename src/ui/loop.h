/* The game on a terminal: menu, board, help, demo. */
#ifndef PARLOUR_UI_LOOP_H
#define PARLOUR_UI_LOOP_H

#include "play/library.h"
#include "store/store.h"
#include "ui/settings.h"

/* Runs until the player quits, a signal ends it, or the terminal is gone. False, with an error, if
 * the terminal can't be used. */
bool ui_run(const struct ui_options *options, struct library *library,
            const struct level_list *levels, struct store *store, struct error *error);

#endif
