#include "puzzles/bishop/solver/pattern.h"

#include <stdlib.h>

enum { SETS_MOST = 1 << 22 }; /* of a database */

/* ---- the databases ---- */

static bool has_targets(const struct level *level, int colour)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		if (level->goal[cell] == colour)
			return true;
	return false;
}

void bishop_patterns_init(struct patterns *patterns, const struct space *space,
                          const struct level *level)
{
	*patterns = (struct patterns){.bytes = 0};
	for (int t = 0; t < space->troops; t++)
		patterns->wanted[t] = has_targets(level, space->troop[t].colour);
}

void bishop_patterns_make_room(struct patterns *patterns, const struct space *space, size_t bytes)
{
	for (int t = 0; t < space->troops; t++) {
		if (!patterns->wanted[t] || patterns->rest[t] != NULL ||
		    space->troop[t].sets > SETS_MOST)
			continue;
		const size_t sets = (size_t)space->troop[t].sets;
		if (patterns->bytes + sets > bytes)
			continue;
		patterns->rest[t] = calloc(sets, 1);
		patterns->bytes += patterns->rest[t] == NULL ? 0 : sets;
	}
}

bool bishop_patterns_are_complete(const struct patterns *patterns, const struct space *space)
{
	for (int t = 0; t < space->troops; t++)
		if (patterns->wanted[t] && !patterns->built[t])
			return false;
	return true;
}

int bishop_patterns_next(const struct patterns *patterns, const struct space *space)
{
	int next = -1;
	for (int t = 0; t < space->troops; t++)
		if (patterns->wanted[t] && !patterns->built[t] && !patterns->refused[t] &&
		    space->troop[t].sets <= SETS_MOST &&
		    (next < 0 || space->troop[t].sets < space->troop[next].sets))
			next = t;
	return next;
}

bool bishop_patterns_build(struct patterns *patterns, const struct space *space,
                           const struct level *level, int troop, size_t bytes,
                           struct monitor *monitor, struct answer *answer)
{
	struct group group = {.sets = 0};
	group.count[troop] = space->troop[troop].count;
	if (bishop_group_number(&group, space, SETS_MOST) &&
	    bishop_group_build_bytes(&group, space) <= bytes &&
	    !bishop_group_build(&group, space, level, monitor, answer))
		return false;
	patterns->refused[troop] = group.rest == NULL;
	if (group.rest != NULL) {
		patterns->bytes += patterns->rest[troop] == NULL ? (size_t)group.sets : 0;
		free(patterns->rest[troop]);
		patterns->rest[troop] = group.rest;
		patterns->built[troop] = true;
	}
	return true;
}

void bishop_patterns_free(struct patterns *patterns)
{
	for (int t = 0; t < COLOURS_MAX; t++)
		free(patterns->rest[t]);
	*patterns = (struct patterns){.bytes = 0};
}

/* ---- the bound ---- */

static int need_by_assignment(const struct space *space, const struct level *level,
                              const struct troop *troop, uint64_t set)
{
	uint16_t cell[PIECES_MAX];
	bishop_space_cells_of(space, set, troop->count, cell);
	for (int i = 0; i < troop->count; i++)
		cell[i] = space->board[cell[i]];
	return bishop_colour_lower_bound(level, troop->colour, cell, troop->count);
}

static inline int need_of(const struct patterns *patterns, const struct space *space,
                          const struct level *level, int t, uint64_t set)
{
	uint8_t *rest = patterns->rest[t];
	if (!patterns->wanted[t])
		return 0;
	if (rest != NULL && rest[set] != 0)
		return rest[set] - 1;
	if (patterns->built[t])
		return DEAD_END;
	const int need = need_by_assignment(space, level, &space->troop[t], set);
	if (rest == NULL)
		return need;
	rest[set] = (uint8_t)((need < REST_MOST ? need : REST_MOST) + 1);
	return rest[set] - 1;
}

/* Where colours take turns, some may have to wait for others. */
static int bound_in_turns(const struct space *space, const struct level *level,
                          const struct needs *needs, int last)
{
	int of_colour[COLOURS_MAX + 1] = {0};
	for (int t = 0; t < space->troops; t++)
		of_colour[space->troop[t].colour] = needs->of[t];
	const int turns = bishop_in_rotation(level, last == 0 ? 0 : space->troop[last - 1].colour,
	                                     of_colour);
	return turns > needs->sum ? turns : needs->sum;
}

bool bishop_pattern_needs(const struct patterns *patterns, const struct space *space,
                          const struct level *level, const struct position *position,
                          struct needs *needs)
{
	needs->sum = 0;
	for (int t = 0; t < space->troops; t++) {
		needs->of[t] = need_of(patterns, space, level, t, position->set[t]);
		if (needs->of[t] == DEAD_END)
			return false;
		needs->sum += needs->of[t];
	}
	needs->bound = space->alternate ? bound_in_turns(space, level, needs, position->last)
	                                : needs->sum;
	return true;
}

int bishop_pattern_bound_after(const struct patterns *patterns, const struct space *space,
                               const struct level *level, const struct needs *needs,
                               const struct step *step)
{
	const int t = step->troop, need = need_of(patterns, space, level, t, step->set);
	if (need == DEAD_END || !space->alternate)
		return need == DEAD_END ? DEAD_END : needs->sum - needs->of[t] + need;
	struct needs after = *needs;
	after.sum += need - after.of[t];
	after.of[t] = need;
	return bound_in_turns(space, level, &after, t + 1);
}
