/* The player's own keys: a file of lines "ACTION = KEY KEY …", all keys of that action, by the
 * names that the help page shows. Blank lines, and lines that begin with ";", are skipped. */
#ifndef PARLOUR_UI_WIDGET_KEYMAP_FILE_H
#define PARLOUR_UI_WIDGET_KEYMAP_FILE_H

#include <stdbool.h>

#include "os/error.h"
#include "ui/widget/keymap.h"

/* Reads $XDG_CONFIG_HOME/parlour/keys, or ~/.config/parlour/keys; without such a file the table's
 * keys are bound. False with FILE:LINE and what is wrong there. */
bool keys_load(struct keys *keys, struct error *error);

/* The same from text, which is changed; `file` is for messages. */
bool keys_read(struct keys *keys, const char *file, char *text, struct error *error);

#endif
