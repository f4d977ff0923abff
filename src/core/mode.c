#include "core/mode.h"

#include <string.h>

const struct mode *mode_named(const char *name)
{
	for (int i = 0; modes[i] != NULL; i++)
		if (strcmp(modes[i]->name, name) == 0)
			return modes[i];
	return NULL;
}

void mode_prepare(const struct mode *mode, struct level *level)
{
	if (mode->prepare != NULL)
		mode->prepare(level);
}

int mode_valid_moves(const struct mode *mode, const struct level *level,
                     const struct state *state, move_code out[MOVES_MAX])
{
	const int count = mode->moves(level, state, out);
	int valid = 0;
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		if (mode->apply(level, &next, out[i]))
			out[valid++] = out[i];
	}
	return valid;
}

bool mode_find_move(const struct mode *mode, const struct level *level, const struct state *state,
                    const char *name, move_code *move)
{
	struct state next = *state;
	return mode->read_move(level, name, move) && mode->apply(level, &next, *move);
}

int mode_score(const struct mode *mode, const struct level *level, const struct state *state,
               move_code move, int score)
{
	const int points = mode->points == NULL ? 0 : mode->points(level, state, move, 0);
	return points < SCORE_MAX - score ? score + points : SCORE_MAX;
}

struct scale mode_extent(const struct mode *mode, const struct level *level, struct scale scale)
{
	return (struct scale){
		.rows = level->rows * scale.rows + 2 * mode->margin.rows,
		.columns = level->columns * scale.columns + 2 * mode->margin.columns,
	};
}
