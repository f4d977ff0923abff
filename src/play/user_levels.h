/* The player's own levels: the level files in $XDG_DATA_HOME/parlour, or ~/.local/share/parlour.
 * The editor offers to save there, and the list of levels shows them. */
#ifndef PARLOUR_PLAY_USER_LEVELS_H
#define PARLOUR_PLAY_USER_LEVELS_H

#include "play/library.h"

/* The path of a file of that name there. To be freed; NULL without a home or memory. */
char *user_levels_path(const char *name);

/* Makes the folder, where the file is to lie in it. */
void user_levels_make_folder(const char *path);

/* Reads the files there, as they are now, into the library, and appends their levels in the order
 * of the files' names; none where a LEVEL is never a file. Returns how many are left out, as they
 * can't be read; the reason for the first, in `error`, names it without its folder. */
int user_levels_read(struct library *library, struct level_list *levels, struct error *error);

#endif
