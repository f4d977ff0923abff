/* The names of players, where an account has many of them. */
#ifndef PARLOUR_OS_PLAYER_H
#define PARLOUR_OS_PLAYER_H

#include <stdbool.h>

enum { PLAYER_NAME_MAX = 32 };

/* Whether it can be a player's name, which is also a folder's and is shown to others: 1 to
 * PLAYER_NAME_MAX of "a-z A-Z 0-9 . _ -", not beginning with '.' or '-'. */
bool player_name_is_good(const char *name);

#endif
