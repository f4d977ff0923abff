#include "os/player.h"

#include <string.h>

bool player_name_is_valid(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                              "0123456789._-";
	const size_t length = strlen(name);
	return length >= 1 && length <= PLAYER_NAME_MAX && name[0] != '.' && name[0] != '-' &&
	       strspn(name, letters) == length;
}
