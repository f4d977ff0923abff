/* Player names, for accounts that several players share. */
#ifndef PARLOUR_OS_PLAYER_H
#define PARLOUR_OS_PLAYER_H

#include <stdbool.h>

enum { PLAYER_NAME_MAX = 32 };

/* Whether `name` is a valid player name. It also names a folder and is shown to others, so it has 1
 * to PLAYER_NAME_MAX of "a-z A-Z 0-9 . _ -" and does not begin with '.' or '-'. */
bool player_name_is_valid(const char *name);

#endif
