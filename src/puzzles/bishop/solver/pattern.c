#include "puzzles/bishop/solver/pattern.h"

#include <stdlib.h>

enum { SETS_MAX = 1 << 22 }; /* of a database */

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
	for (int t = 0; t < space->groups; t++)
		patterns->wanted[t] = has_targets(level, space->group[t].colour);
}

void bishop_patterns_make_room(struct patterns *patterns, const struct space *space, size_t bytes)
{
	for (int t = 0; t < space->groups; t++) {
		const uint64_t sets = space->group[t].sets;
		if (!patterns->wanted[t] || patterns->distance[t] != NULL || sets > SETS_MAX ||
		    patterns->bytes + sets > bytes)
			continue;
		patterns->distance[t] = calloc(sets, 1);
		patterns->bytes += patterns->distance[t] == NULL ? 0 : sets;
	}
}

bool bishop_patterns_are_complete(const struct patterns *patterns, const struct space *space)
{
	for (int t = 0; t < space->groups; t++)
		if (patterns->wanted[t] && !patterns->built[t])
			return false;
	return true;
}

int bishop_patterns_next(const struct patterns *patterns, const struct space *space)
{
	int next = -1;
	for (int t = 0; t < space->groups; t++)
		if (patterns->wanted[t] && !patterns->built[t] && !patterns->refused[t] &&
		    space->group[t].sets <= SETS_MAX &&
		    (next < 0 || space->group[t].sets < space->group[next].sets))
			next = t;
	return next;
}

bool bishop_patterns_build(struct patterns *patterns, const struct space *space,
                           const struct level *level, int group, size_t bytes,
                           struct monitor *monitor, struct answer *answer)
{
	struct database database = {.sets = 0};
	database.count[group] = space->group[group].count;
	if (bishop_database_number(&database, space, SETS_MAX) &&
	    bishop_database_build_bytes(&database, space) <= bytes &&
	    !bishop_database_build(&database, space, level, monitor, answer))
		return false;
	patterns->refused[group] = database.distance == NULL;
	if (database.distance != NULL) {
		patterns->bytes += patterns->distance[group] == NULL ? database.sets : 0;
		free(patterns->distance[group]);
		patterns->distance[group] = database.distance;
		patterns->built[group] = true;
	}
	return true;
}

void bishop_patterns_free(struct patterns *patterns)
{
	for (int t = 0; t < COLOURS_MAX; t++)
		free(patterns->distance[t]);
	*patterns = (struct patterns){.bytes = 0};
}

/* ---- the bound ---- */

static int need_by_assignment(const struct space *space, const struct level *level,
                              const struct colour_group *group, uint64_t set)
{
	uint16_t cell[PIECES_MAX];
	bishop_space_cells_of(space, set, group->count, cell);
	for (int i = 0; i < group->count; i++)
		cell[i] = space->board[cell[i]];
	return bishop_colour_lower_bound(level, group->colour, cell, group->count);
}

static inline int need_of(const struct patterns *patterns, const struct space *space,
                          const struct level *level, int t, uint64_t set)
{
	uint8_t *distance = patterns->distance[t];
	if (!patterns->wanted[t])
		return 0;
	if (distance != NULL && distance[set] != 0)
		return distance[set] - 1;
	if (patterns->built[t])
		return DEAD_END;
	const int need = need_by_assignment(space, level, &space->group[t], set);
	if (distance == NULL)
		return need;
	distance[set] = (uint8_t)((need < DISTANCE_MAX ? need : DISTANCE_MAX) + 1);
	return distance[set] - 1;
}

/* Where colours take turns, some may have to wait for others. */
static int bound_in_turns(const struct space *space, const struct level *level,
                          const struct estimate *estimate, int last)
{
	int of_colour[COLOURS_MAX + 1] = {0};
	for (int t = 0; t < space->groups; t++)
		of_colour[space->group[t].colour] = estimate->of[t];
	const int turns =
		bishop_in_rotation(level, last == 0 ? 0 : space->group[last - 1].colour, of_colour);
	return turns > estimate->sum ? turns : estimate->sum;
}

bool bishop_pattern_estimate(const struct patterns *patterns, const struct space *space,
                             const struct level *level, const struct position *position,
                             struct estimate *estimate)
{
	estimate->sum = 0;
	for (int t = 0; t < space->groups; t++) {
		estimate->of[t] = need_of(patterns, space, level, t, position->set[t]);
		if (estimate->of[t] == DEAD_END)
			return false;
		estimate->sum += estimate->of[t];
	}
	estimate->h = space->alternate ? bound_in_turns(space, level, estimate, position->last)
	                               : estimate->sum;
	return true;
}

int bishop_pattern_h_after(const struct patterns *patterns, const struct space *space,
                           const struct level *level, const struct estimate *estimate,
                           const struct step *step)
{
	const int t = step->group, need = need_of(patterns, space, level, t, step->set);
	if (need == DEAD_END || !space->alternate)
		return need == DEAD_END ? DEAD_END : estimate->sum - estimate->of[t] + need;
	struct estimate after = *estimate;
	after.sum += need - after.of[t];
	after.of[t] = need;
	return bound_in_turns(space, level, &after, t + 1);
}
