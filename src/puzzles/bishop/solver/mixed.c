#include "puzzles/bishop/solver/mixed.h"

#include <stdlib.h>
#include <string.h>

enum {
	SETS_MOST = 1 << 20,    /* of both databases */
	DEALT_MOST = 32,        /* pieces of a colour */
	VECTORS_MOST = 1 << 12, /* of counts looked through for divisions */
};

static bool are_alike(const struct division *division)
{
	return memcmp(division->group[0].count, division->group[1].count,
	              sizeof division->group[0].count) == 0;
}

/* Fills in what follows from the first group's counts. False if this is no division to build: too
 * large, or each group has one colour, or it is the same as another with its groups exchanged. */
static bool complete(const struct space *space, struct division *division)
{
	struct group *group = division->group;
	int troops[2] = {0};
	uint64_t deals = 1;
	for (int t = 0; t < space->troops; t++) {
		const int count = space->troop[t].count;
		if (count > DEALT_MOST)
			return false;
		group[1].count[t] = (uint8_t)(count - group[0].count[t]);
		troops[0] += group[0].count[t] > 0;
		troops[1] += group[1].count[t] > 0;
		deals *= bishop_space_sets(space, count, group[0].count[t]);
		if (deals > DEALS_MOST)
			return false;
	}
	if (troops[0] == 0 || troops[1] == 0 || troops[0] + troops[1] == 2 ||
	    memcmp(group[0].count, group[1].count, sizeof group[0].count) > 0 ||
	    !bishop_group_number(&group[0], space, SETS_MOST) ||
	    !bishop_group_number(&group[1], space, SETS_MOST))
		return false;
	division->sets = group[0].sets + (are_alike(division) ? 0 : group[1].sets);
	return division->sets <= SETS_MOST;
}

/* By size, then by the counts of the first group. */
static bool is_before(const struct division *a, const struct division *b)
{
	if (a->sets != b->sets)
		return a->sets < b->sets;
	return memcmp(a->group[0].count, b->group[0].count, sizeof a->group[0].count) < 0;
}

/* The first division behind that one. */
static void find_next(struct mixed *mixed, const struct space *space)
{
	const struct division last = mixed->next;
	struct division at = {.sets = 0};
	int t = 0;
	mixed->next = at;
	while (t < space->troops && mixed->built < DIVISIONS_MOST) {
		if (complete(space, &at) && is_before(&last, &at) &&
		    (mixed->next.sets == 0 || is_before(&at, &mixed->next)))
			mixed->next = at;
		for (t = 0; t < space->troops; t++)
			if (at.group[0].count[t]++ < space->troop[t].count)
				break;
			else
				at.group[0].count[t] = 0;
	}
}

void bishop_mixed_init(struct mixed *mixed, const struct space *space)
{
	uint64_t vectors = 1;
	*mixed = (struct mixed){.bytes = 0};
	for (int t = 0; t < space->troops && vectors <= VECTORS_MOST; t++)
		vectors *= space->troop[t].count + (uint64_t)1;
	if (vectors <= VECTORS_MOST)
		find_next(mixed, space);
}

static void free_division(struct division *division)
{
	if (division->group[1].rest != division->group[0].rest)
		free(division->group[1].rest);
	free(division->group[0].rest);
	*division = (struct division){.sets = 0};
}

void bishop_mixed_free(struct mixed *mixed)
{
	free_division(&mixed->kept);
}

static bool build_both(struct division *division, const struct space *space,
                       const struct level *level, struct monitor *monitor, struct answer *answer)
{
	struct group *group = division->group;
	if (!bishop_group_build(&group[0], space, level, monitor, answer))
		return false;
	if (!are_alike(division))
		return bishop_group_build(&group[1], space, level, monitor, answer);
	group[1].rest = group[0].rest;
	return true;
}

static size_t build_bytes(const struct space *space, const struct division *division)
{
	const struct group *group = division->group;
	const size_t first = bishop_group_build_bytes(&group[0], space);
	const size_t second = (size_t)group[0].sets + bishop_group_build_bytes(&group[1], space);
	return first > second ? first : second;
}

bool bishop_mixed_add(struct mixed *mixed, const struct space *space, const struct level *level,
                      const struct position *start, int bound, size_t bytes,
                      struct monitor *monitor, struct answer *answer)
{
	struct mixed with = {.kept = mixed->next};
	bool goes_on = true;
	if (mixed->bytes + build_bytes(space, &with.kept) <= bytes)
		goes_on = build_both(&with.kept, space, level, monitor, answer);
	const bool whole = goes_on && with.kept.group[0].rest != NULL &&
	                   with.kept.group[1].rest != NULL;
	if (goes_on) {
		mixed->built++;
		find_next(mixed, space);
	}
	const int after = whole ? bishop_mixed_bound(&with, space, start) : DEAD_END;
	if (whole && (after == DEAD_END || after > bound)) {
		free_division(&mixed->kept);
		mixed->kept = with.kept;
		mixed->bytes = (size_t)with.kept.sets;
	} else {
		free_division(&with.kept);
	}
	return goes_on;
}

/* ---- the bound ---- */

/* The next larger number with as many bits, which must be some (Gosper 1972). */
static uint64_t next_choice(uint64_t mask)
{
	const uint64_t low = mask & (~mask + 1), carried = mask + low;
	return carried | ((mask ^ carried) >> 2) / low;
}

/* The digits of a troop's pieces in both groups, for each way to deal them. Returns how many. */
static int deal(const struct space *space, const struct division *division, int t,
                const uint16_t *cell, uint64_t digit[2][DEALS_MOST])
{
	const int count = space->troop[t].count, taken = division->group[0].count[t];
	/* Between groups that are alike the first troop's last piece is where it is. */
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
			digit[g][deals] = set[g] * division->group[g].unit[t];
		mask = mask == 0 ? end : next_choice(mask);
	}
	return deals;
}

int bishop_mixed_bound(const struct mixed *mixed, const struct space *space,
                       const struct position *position)
{
	const struct group *group = mixed->kept.group;
	uint64_t digit[COLOURS_MAX][2][DEALS_MOST];
	int deals[COLOURS_MAX], at[COLOURS_MAX] = {0};
	int most = 2, t = 0;
	if (mixed->kept.sets == 0)
		return 0;
	for (; t < space->troops; t++)
		deals[t] = deal(space, &mixed->kept, t, position->cell + space->troop[t].first,
		                digit[t]);
	do {
		uint64_t set[2] = {0};
		for (t = 0; t < space->troops; t++)
			for (int g = 0; g < 2; g++)
				set[g] += digit[t][g][at[t]];
		const int rest[2] = {group[0].rest[set[0]], group[1].rest[set[1]]};
		if (rest[0] == 0 || rest[1] == 0)
			return DEAD_END;
		most = rest[0] + rest[1] > most ? rest[0] + rest[1] : most;
		for (t = 0; t < space->troops && ++at[t] == deals[t]; t++)
			at[t] = 0;
	} while (t < space->troops);
	return most - 2;
}
