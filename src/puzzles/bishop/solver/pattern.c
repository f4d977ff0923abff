#include "puzzles/bishop/solver/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "algo/least.h"

enum {
	UNKNOWN = -2,             /* neither moves nor DEAD_END */
	SETS_MAX = 1 << 22,       /* sets of a database */
	SLIDE_SETS_MAX = 1 << 18, /* where pieces slide all the way, see is_planned */
	QUICK_MAX = 6,            /* pieces of a colour that are assigned quickly */
};

/* ---- the databases ---- */

void bishop_patterns_init(struct patterns *patterns, const struct space *space, size_t bytes)
{
	*patterns = (struct patterns){.space = space};
	bishop_routes_init(&patterns->routes, space, bytes);
	patterns->bytes = patterns->routes.bytes;
	for (int t = 0; t < space->groups; t++)
		patterns->wanted[t] = bishop_targets(space->level, space->group[t].colour) > 0;
	bishop_division_find_next(patterns);
}

void bishop_patterns_free(struct patterns *patterns)
{
	for (int t = 0; t < COLOURS_MAX; t++)
		free(patterns->distance[t]);
	bishop_division_free(&patterns->division);
	bishop_routes_free(&patterns->routes);
	*patterns = (struct patterns){.bytes = 0};
}

void bishop_patterns_make_room(struct patterns *patterns, size_t bytes)
{
	for (int t = 0; t < patterns->space->groups; t++) {
		const uint64_t sets = patterns->space->group[t].sets;
		if (!patterns->wanted[t] || patterns->distance[t] != NULL || sets > SETS_MAX ||
		    patterns->bytes + (size_t)sets > bytes)
			continue;
		patterns->distance[t] = calloc((size_t)sets, 1);
		patterns->bytes += patterns->distance[t] == NULL ? 0 : (size_t)sets;
	}
}

/* Whether a colour is to have a database. Where pieces slide all the way, and others may stand
 * anywhere to stop them, one hardly knows more than the assignment: a large one does not pay. */
static bool is_planned(const struct patterns *patterns, int t)
{
	const struct space *space = patterns->space;
	const bool others = space->slide && space->groups > 1;
	return patterns->wanted[t] && !patterns->refused[t] &&
	       space->group[t].sets <= (uint64_t)(others ? SLIDE_SETS_MAX : SETS_MAX);
}

bool bishop_patterns_are_slow(const struct patterns *patterns)
{
	for (int t = 0; t < patterns->space->groups; t++)
		if (patterns->wanted[t] && !patterns->built[t] &&
		    (is_planned(patterns, t) || patterns->space->group[t].count > QUICK_MAX))
			return true;
	return false;
}

int bishop_patterns_next(const struct patterns *patterns)
{
	const struct colour_group *group = patterns->space->group;
	int next = -1;
	for (int t = 0; t < patterns->space->groups; t++)
		if (is_planned(patterns, t) && !patterns->built[t] &&
		    (next < 0 || group[t].sets < group[next].sets))
			next = t;
	return next;
}

bool bishop_patterns_build(struct patterns *patterns, int group, size_t bytes,
                           struct monitor *monitor, struct answer *answer)
{
	const struct space *space = patterns->space;
	struct database database = {.sets = 0};
	database.count[group] = space->group[group].count;
	if (bishop_database_number(&database, space, SETS_MAX) &&
	    !bishop_database_build(&database, space, bytes, monitor, answer))
		return false;
	patterns->refused[group] = database.distance == NULL;
	if (database.distance != NULL) {
		patterns->bytes += patterns->distance[group] == NULL ? (size_t)database.sets : 0;
		free(patterns->distance[group]);
		patterns->distance[group] = database.distance;
		patterns->built[group] = true;
	}
	return true;
}

/* ---- the bound ---- */

static int need_by_assignment(const struct space *space, const struct position *position, int t)
{
	const struct colour_group *group = &space->group[t];
	uint16_t cell[PIECES_MAX];
	bishop_space_board_cells(space, position, t, cell);
	return bishop_colour_lower_bound(space->level, group->colour, cell, group->count);
}

/* What a colour needs by its database, or by what is saved of its assignments; UNKNOWN: by neither.
 */
static inline int saved_need(const struct patterns *patterns, int t, uint64_t set)
{
	const uint8_t *distance = patterns->distance[t];
	if (!patterns->wanted[t])
		return 0;
	const uint8_t known =
		distance == NULL ? 0 : __atomic_load_n(&distance[set], __ATOMIC_RELAXED);
	if (known != 0)
		return known - 1;
	return patterns->built[t] ? DEAD_END : UNKNOWN;
}

/* Saves what a colour needs by assignment, in as far as there is room. */
static int save_need(const struct patterns *patterns, int t, uint64_t set, int need)
{
	uint8_t *distance = patterns->distance[t];
	if (distance == NULL)
		return need;
	const int saved = least(need, DISTANCE_MAX);
	__atomic_store_n(&distance[set], (uint8_t)(saved + 1), __ATOMIC_RELAXED);
	return saved;
}

static int need_of(const struct patterns *patterns, const struct position *position, int t)
{
	const int saved = saved_need(patterns, t, position->set[t]);
	if (saved != UNKNOWN)
		return saved;
	return save_need(patterns, t, position->set[t],
	                 need_by_assignment(patterns->space, position, t));
}

/* What the colour that moves needs after a step. */
static int need_after(const struct patterns *patterns, const struct position *position,
                      struct estimate *estimate, const struct step *step)
{
	const int t = step->group, saved = saved_need(patterns, t, step->set);
	const struct space *space = patterns->space;
	const struct colour_group *group = &space->group[t];
	if (saved != UNKNOWN)
		return saved;
	if (!bishop_has_table(space->level))
		return estimate->of[t] + bishop_space_is_target(space, t, step->from) -
		       bishop_space_is_target(space, t, step->to);
	if (!estimate->prepared[t]) {
		uint16_t cell[PIECES_MAX];
		bishop_space_board_cells(space, position, t, cell);
		bishop_prepare_moves(space->level, group->colour, cell, group->count,
		                     estimate->others + group->first);
		estimate->prepared[t] = true;
	}
	int piece = group->first;
	while (position->cell[piece] != step->from)
		piece++;
	return save_need(patterns, t, step->set,
	                 bishop_assign_after(space->level, group->colour, estimate->others[piece],
	                                     space->board[step->to]));
}

/* Where colours take turns, some may have to wait for others. */
static int bound_in_turns(const struct space *space, int sum, const int *need, int last)
{
	const int turns = bishop_in_rotation(space->groups, need, last);
	return turns > sum ? turns : sum;
}

int bishop_bound(const struct patterns *patterns, const struct position *position,
                 struct estimate *estimate)
{
	const struct space *space = patterns->space;
	estimate->sum = 0;
	for (int t = 0; t < space->groups; t++) {
		estimate->of[t] = need_of(patterns, position, t);
		estimate->prepared[t] = false;
		if (estimate->of[t] == DEAD_END)
			return DEAD_END;
		estimate->sum += estimate->of[t];
	}
	const int h = !space->alternate
	                      ? estimate->sum
	                      : bound_in_turns(space, estimate->sum, estimate->of, position->last);
	const int mixed = bishop_division_bound(&patterns->division, space, position);
	return mixed == DEAD_END || mixed > h ? mixed : h;
}

int bishop_bound_by_stops(const struct patterns *patterns, const struct position *position, int h)
{
	if (patterns->routes.bits == NULL || h == DEAD_END)
		return h;
	return greatest(h, bishop_stops_bound(&patterns->routes, patterns->space, position));
}

int bishop_bound_of_rank(const struct patterns *patterns, uint64_t rank)
{
	struct position position;
	struct estimate estimate;
	bishop_space_unrank(patterns->space, rank, &position);
	const int h = bishop_bound(patterns, &position, &estimate);
	return bishop_bound_by_stops(patterns, &position, h);
}

int bishop_bound_after(const struct patterns *patterns, const struct position *position,
                       struct estimate *estimate, const struct step *step)
{
	const int t = step->group, need = need_after(patterns, position, estimate, step);
	const int sum = estimate->sum - estimate->of[t] + need;
	if (need == DEAD_END || !patterns->space->alternate)
		return need == DEAD_END ? DEAD_END : sum;
	int of[COLOURS_MAX];
	memcpy(of, estimate->of, sizeof of);
	of[t] = need;
	return bound_in_turns(patterns->space, sum, of, t + 1);
}
