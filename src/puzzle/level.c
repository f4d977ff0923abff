#include "puzzle/level.h"

#include <stddef.h>
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

bool level_is_same(const struct level *one, const struct level *other)
{
	const size_t start = offsetof(struct level, start), after = start + sizeof one->start;
	return memcmp(one, other, start) == 0 &&
	       memcmp((const char *)one + after, (const char *)other + after,
	              sizeof *one - after) == 0;
}
