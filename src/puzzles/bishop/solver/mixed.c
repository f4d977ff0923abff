/* Divisions: the pieces of all colours in two groups, with a database for each.
 *
 * On the 67 boards of tests/bench they save a third of the time (6.5 s rather than 10.5), on 155
 * random boards 3 % of the positions. */
#include "puzzles/bishop/solver/pattern.h"

#include <stdlib.h>
#include <string.h>

enum {
	SETS_MAX = 1 << 20,    /* sets of both databases */
	DEALT_MAX = 32,        /* pieces of a colour */
	VECTORS_MAX = 1 << 12, /* vectors of counts looked through for divisions */
};

static int compare(const struct database *a, const struct database *b)
{
	return memcmp(a->count, b->count, sizeof a->count);
}

static bool are_alike(const struct division *division)
{
	return compare(&division->database[0], &division->database[1]) == 0;
}

/* Fills in the members that follow from the first group's counts. False if this is no division to
 * build: too large, or each group has one colour, or it is the same as another with its groups
 * exchanged. */
static bool complete(const struct space *space, struct division *division)
{
	struct database *database = division->database;
	int groups[2] = {0};
	uint64_t deals = 1;
	for (int t = 0; t < space->groups; t++) {
		const int count = space->group[t].count;
		if (count > DEALT_MAX)
			return false;
		database[1].count[t] = (uint8_t)(count - database[0].count[t]);
		groups[0] += database[0].count[t] > 0;
		groups[1] += database[1].count[t] > 0;
		deals *= bishop_space_sets(space, count, database[0].count[t]);
		if (deals > DEALS_MAX)
			return false;
	}
	if (groups[0] == 0 || groups[1] == 0 || groups[0] + groups[1] == 2 ||
	    compare(&database[0], &database[1]) > 0 ||
	    !bishop_database_number(&database[0], space, SETS_MAX) ||
	    !bishop_database_number(&database[1], space, SETS_MAX))
		return false;
	division->sets = database[0].sets + (are_alike(division) ? 0 : database[1].sets);
	return division->sets <= SETS_MAX;
}

/* By size, then by the counts of the first group. */
static bool is_before(const struct division *a, const struct division *b)
{
	return a->sets != b->sets ? a->sets < b->sets : compare(a->database, b->database) < 0;
}

/* The next larger division. */
void bishop_division_find_next(struct patterns *patterns)
{
	const struct space *space = patterns->space;
	const struct division last = patterns->next;
	struct division at = {.sets = 0};
	uint64_t vectors = 1;
	int t = 0;
	patterns->next = at;
	for (int g = 0; g < space->groups && vectors <= VECTORS_MAX; g++)
		vectors *= space->group[g].count + (uint64_t)1;
	if (vectors > VECTORS_MAX || patterns->divisions == DIVISIONS_MAX)
		return;
	while (t < space->groups) {
		if (complete(space, &at) && is_before(&last, &at) &&
		    (patterns->next.sets == 0 || is_before(&at, &patterns->next)))
			patterns->next = at;
		for (t = 0; t < space->groups; t++)
			if (at.database[0].count[t]++ < space->group[t].count)
				break;
			else
				at.database[0].count[t] = 0;
	}
}

void bishop_division_free(struct division *division)
{
	if (division->database[1].distance != division->database[0].distance)
		free(division->database[1].distance);
	free(division->database[0].distance);
	*division = (struct division){.sets = 0};
}

static bool build_both(struct division *division, const struct space *space, size_t bytes,
                       struct monitor *monitor, struct answer *answer)
{
	struct database *database = division->database;
	if (!bishop_database_build(&database[0], space, bytes, monitor, answer))
		return false;
	if (are_alike(division))
		database[1].distance = database[0].distance;
	else if (database[0].distance != NULL)
		return bishop_database_build(&database[1], space, bytes - (size_t)database[0].sets,
		                             monitor, answer);
	return true;
}

bool bishop_division_build(struct patterns *patterns, uint64_t start, int bound, size_t bytes,
                           struct monitor *monitor, struct answer *answer)
{
	const struct space *space = patterns->space;
	struct division made = patterns->next;
	struct position position;
	if (!build_both(&made, space, bytes, monitor, answer)) {
		bishop_division_free(&made);
		return false;
	}
	patterns->divisions++;
	bishop_division_find_next(patterns);
	bishop_space_unrank(space, start, &position);
	const bool whole = made.database[0].distance != NULL && made.database[1].distance != NULL;
	const int after = whole ? bishop_division_bound(&made, space, &position) : 0;
	if (whole && (after == DEAD_END || after > bound)) {
		patterns->bytes += (size_t)made.sets - (size_t)patterns->division.sets;
		bishop_division_free(&patterns->division);
		patterns->division = made;
	} else {
		bishop_division_free(&made);
	}
	return true;
}

/* ---- the bound ---- */

/* The next larger number with as many bits, which must be some (Gosper 1972). */
static uint64_t next_choice(uint64_t mask)
{
	const uint64_t low = mask & (~mask + 1), carried = mask + low;
	return carried | ((mask ^ carried) >> 2) / low;
}

/* The digits of a colour's pieces in both groups, for each way to deal them. Returns how many. */
static int deal(const struct space *space, const struct division *division, int t,
                const uint16_t *cell, uint64_t digit[2][DEALS_MAX])
{
	const int count = space->group[t].count, taken = division->database[0].count[t];
	/* Between groups that are alike the last piece of the first colour stays in one. */
	const uint64_t end = (uint64_t)1 << (t == 0 && are_alike(division) ? count - 1 : count);
	int deals = 0;
	for (uint64_t mask = ((uint64_t)1 << taken) - 1; mask < end; deals++) {
		uint64_t set[2] = {0};
		int dealt[2] = {0};
		for (int i = 0; i < count; i++) {
			const int g = (mask >> i & 1) == 0;
			set[g] += bishop_space_sets(space, cell[i], ++dealt[g]);
		}
		for (int g = 0; g < 2; g++)
			digit[g][deals] = set[g] * division->database[g].unit[t];
		mask = mask == 0 ? end : next_choice(mask);
	}
	return deals;
}

int bishop_division_bound(const struct division *division, const struct space *space,
                          const struct position *position)
{
	const struct database *database = division->database;
	uint64_t digit[COLOURS_MAX][2][DEALS_MAX];
	int deals[COLOURS_MAX], at[COLOURS_MAX] = {0};
	int max = 2, t = 0;
	if (division->sets == 0)
		return 0;
	for (; t < space->groups; t++)
		deals[t] =
			deal(space, division, t, position->cell + space->group[t].first, digit[t]);
	do {
		uint64_t set[2] = {0};
		for (t = 0; t < space->groups; t++)
			for (int g = 0; g < 2; g++)
				set[g] += digit[t][g][at[t]];
		const int distance[2] = {database[0].distance[set[0]],
		                         database[1].distance[set[1]]};
		if (distance[0] == 0 || distance[1] == 0)
			return DEAD_END;
		max = distance[0] + distance[1] > max ? distance[0] + distance[1] : max;
		for (t = 0; t < space->groups && ++at[t] == deals[t]; t++)
			at[t] = 0;
	} while (t < space->groups);
	return max - 2;
}
