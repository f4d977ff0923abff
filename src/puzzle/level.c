#include "puzzle/level.h"

#include <string.h>

bool state_is_valid(const struct level *level, const struct state *state)
{
	static const struct state zero;
	const size_t size = level->state_size;
	return memcmp(state->byte + size, zero.byte + size, sizeof zero.byte - size) == 0;
}

bool level_is_valid(const struct level *level)
{
	return level->rows >= 1 && level->rows <= SIDE_MAX && level->columns >= 1 &&
	       level->columns <= SIDE_MAX && level->par >= -1 && level->par <= PAR_MAX &&
	       level->state_size >= 1 && level->state_size <= STATE_MAX &&
	       state_is_valid(level, &level->start);
}
