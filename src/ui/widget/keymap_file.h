/* The player's own keys: a file of lines "ACTION = KEY KEY …", all keys of that action, by the
 * names that the help screen shows. A blank line and one that begins with ";" say nothing. */
#ifndef PARLOUR_UI_WIDGET_KEYMAP_FILE_H
#define PARLOUR_UI_WIDGET_KEYMAP_FILE_H

#include <stdbool.h>

#include "os/error.h"
#include "ui/widget/keymap.h"

/* Reads $XDG_CONFIG_HOME/parlour/keys, or ~/.config/parlour/keys; without a file that can be
 * reached the table's keys hold. False with FILE:LINE and what is wrong there. */
bool keys_load(struct keys *keys, struct error *error);

/* The same from text, which is cut up; `file` is for messages. */
bool keys_read(struct keys *keys, const char *file, char *text, struct error *error);

#endif
