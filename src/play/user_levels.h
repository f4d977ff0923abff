/* The player's own levels: the level files in $XDG_DATA_HOME/parlour, or ~/.local/share/parlour.
 * The editor saves there by default, and the list of levels shows them. */
#ifndef PARLOUR_PLAY_USER_LEVELS_H
#define PARLOUR_PLAY_USER_LEVELS_H

#include "play/library.h"

/* The path of a file there. The caller frees it; NULL without a home or memory. */
char *user_levels_path(const char *name);

/* Creates the folder, if `path` is in it. */
void user_levels_make_folder(const char *path);

/* Reads the files there into the library and appends their levels, in the order of the file names;
 * none if the library allows no files. Returns how many files could not be read; `error` has the
 * reason for the first, without the folder. */
int user_levels_read(struct library *library, struct level_list *levels, struct error *error);

#endif
