#include "modes/bishop_mixed.h"

#include <stdlib.h>
#include <string.h>

#include "modes/bishop_pattern.h"

enum {
	SETS_MOST = 1 << 20,   /* of both databases */
	DEALT_MOST = 32,        /* pieces of a colour */
	VECTORS_MOST = 1 << 12, /* of counts looked through for divisions */
	TICK_SETS = 64,        /* taken apart between two looks at the watch */
	TICK_GOALS = 1 << 12,  /* sets of one troop looked at, likewise */
};

/* ---- one database ---- */

/* Breadth-first from the sets that are home, by moves taken back. */
struct build {
	struct space space;    /* of the group alone */
	struct position position;
	struct step *step;
	uint8_t *rest;
	uint32_t *queue;
	uint32_t head, tail;
	uint32_t looked_at;
	int spare[COLOURS_MAX]; /* pieces without a target, of each of its troops */
	struct watch *watch;
	struct answer *answer;
};

static void set_alone(struct build *build, const struct space *space, const struct level *level,
                      const struct group *group)
{
	struct space *alone = &build->space;
	int first = 0;
	*alone = *space;
	alone->troops = 0;
	alone->turn_unit = group->sets;
	alone->alternate = false;
	for (int t = 0; t < space->troops; t++) {
		const int colour = space->troop[t].colour;
		if (group->count[t] == 0)
			continue;
		build->spare[alone->troops] = space->troop[t].count;
		for (int cell = 0; cell < level_cells(level); cell++)
			build->spare[alone->troops] -= level->goal[cell] == colour;
		alone->troop[alone->troops++] = (struct troop){
			.colour = (uint8_t)colour,
			.first = (uint8_t)first,
			.count = group->count[t],
			.sets = space_sets(space, space->cells, group->count[t]),
			.unit = group->unit[t],
		};
		first += group->count[t];
	}
	space_begin(alone, &build->position);
}

static void put(struct build *build, uint64_t rank, int rest)
{
	build->rest[rank] = (uint8_t)rest;
	build->queue[build->tail++] = (uint32_t)rank;
}

/* Whether no two pieces are on one cell, nor see each other where they may not. */
static bool can_stand(struct build *build, uint64_t rank)
{
	const struct space *space = &build->space;
	struct position *position = &build->position;
	bool can = true;
	space_enter(space, rank, position);
	for (int t = 0; can && t < space->troops; t++)
		for (int i = 0; can && i < space->troop[t].count; i++)
			can = position->grid[position->cell[space->troop[t].first + i]] == t + 1;
	can = can && (!space->no_attack || space_is_peaceful(space, position));
	space_leave(space, position);
	return can;
}

/* All sets with that number so far that are home in the troops from one on. */
static bool put_goals(struct build *build, const struct level *level, int t, uint64_t rank)
{
	const struct space *space = &build->space;
	const struct troop *troop = &space->troop[t];
	uint16_t cell[PIECES_MAX];
	if (t == space->troops) {
		if (can_stand(build, rank))
			put(build, rank, 0);
		return true;
	}
	for (uint64_t set = 0; set < troop->sets; set++) {
		int away = 0;
		space_cells_of(space, set, troop->count, cell);
		for (int i = 0; i < troop->count; i++)
			away += level->goal[space->board[cell[i]]] != troop->colour;
		if (++build->looked_at % TICK_GOALS == 0 &&
		    !watch_goes_on(build->watch, build->answer))
			return false;
		/* As many may be away as have no target. */
		if (away <= build->spare[t] &&
		    !put_goals(build, level, t + 1, rank + set * troop->unit))
			return false;
	}
	return true;
}

static bool spread(struct build *build)
{
	while (build->head < build->tail) {
		const uint32_t rank = build->queue[build->head++];
		const int rest = build->rest[rank];
		space_enter(&build->space, rank, &build->position);
		const int count = space_steps(&build->space, &build->position, true, build->step);
		space_leave(&build->space, &build->position);
		for (int i = 0; i < count; i++)
			if (build->rest[build->step[i].rank] == REST_NEVER)
				put(build, build->step[i].rank,
				    rest < REST_MOST ? rest + 1 : REST_MOST);
		if (build->head % TICK_SETS == 0 && !watch_goes_on(build->watch, build->answer))
			return false;
	}
	return true;
}

/* Leaves the group without a database if there is no memory. False: the watch says no. */
static bool build_group(struct group *group, const struct space *space, const struct level *level,
                        struct watch *watch, struct answer *answer)
{
	struct build *build = calloc(1, sizeof *build);
	bool goes_on = true;
	if (build == NULL)
		return true;
	build->watch = watch;
	build->answer = answer;
	build->rest = malloc(group->sets);
	build->queue = malloc(group->sets * sizeof *build->queue);
	build->step = malloc(space_steps_most(space) * sizeof *build->step);
	if (build->rest != NULL && build->queue != NULL && build->step != NULL) {
		set_alone(build, space, level, group);
		memset(build->rest, REST_NEVER, group->sets);
		goes_on = put_goals(build, level, 0, 0) && spread(build);
		if (goes_on) {
			group->rest = build->rest;
			build->rest = NULL;
		}
	}
	free(build->rest);
	free(build->queue);
	free(build->step);
	free(build);
	return goes_on;
}

/* ---- divisions ---- */

/* False if there are too many sets. */
static bool number_group(const struct space *space, struct group *group)
{
	group->sets = 1;
	for (int t = 0; t < space->troops; t++) {
		const uint64_t sets = space_sets(space, space->cells, group->count[t]);
		if (sets > SETS_MOST / group->sets)
			return false;
		group->unit[t] = group->sets;
		group->sets *= sets;
	}
	return true;
}

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
		deals *= space_sets(space, count, group[0].count[t]);
		if (deals > DEALS_MOST)
			return false;
	}
	if (troops[0] == 0 || troops[1] == 0 || troops[0] + troops[1] == 2 ||
	    memcmp(group[0].count, group[1].count, sizeof group[0].count) > 0 ||
	    !number_group(space, &group[0]) || !number_group(space, &group[1]))
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

void mixed_init(struct mixed *mixed, const struct space *space)
{
	uint64_t vectors = 1;
	*mixed = (struct mixed){.bytes = 0};
	for (int t = 0; t < space->troops && vectors <= VECTORS_MOST; t++)
		vectors *= space->troop[t].count + (uint64_t)1;
	/* Where pieces slide all the way, what is in a group's way says too little. */
	if (!space->slide && vectors <= VECTORS_MOST)
		find_next(mixed, space);
}

static void free_division(struct division *division)
{
	if (division->group[1].rest != division->group[0].rest)
		free(division->group[1].rest);
	free(division->group[0].rest);
	*division = (struct division){.sets = 0};
}

void mixed_free(struct mixed *mixed)
{
	free_division(&mixed->kept);
}

static bool build_both(struct division *division, const struct space *space,
                       const struct level *level, struct watch *watch, struct answer *answer)
{
	struct group *group = division->group;
	if (!build_group(&group[0], space, level, watch, answer))
		return false;
	if (!are_alike(division))
		return build_group(&group[1], space, level, watch, answer);
	group[1].rest = group[0].rest;
	return true;
}

static size_t build_bytes(const struct space *space, const struct division *division)
{
	const struct group *group = division->group;
	const uint64_t larger = group[0].sets > group[1].sets ? group[0].sets : group[1].sets;
	return sizeof(struct build) + space_steps_most(space) * sizeof(struct step) +
	       division->sets + larger * sizeof(uint32_t);
}

bool mixed_add(struct mixed *mixed, const struct space *space, const struct level *level,
               const struct position *start, int bound, size_t bytes, struct watch *watch,
               struct answer *answer)
{
	struct mixed with = {.kept = mixed->next};
	bool goes_on = true;
	if (mixed->bytes + build_bytes(space, &with.kept) <= bytes)
		goes_on = build_both(&with.kept, space, level, watch, answer);
	const bool whole = goes_on && with.kept.group[0].rest != NULL &&
	                   with.kept.group[1].rest != NULL;
	if (goes_on) {
		mixed->built++;
		mixed->work += mixed->next.sets;
		find_next(mixed, space);
	}
	const int after = whole ? mixed_bound(&with, space, start) : DEAD;
	if (whole && (after == DEAD || after > bound)) {
		free_division(&mixed->kept);
		mixed->kept = with.kept;
		mixed->bytes = with.kept.sets;
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
	const uint64_t end = (uint64_t)1 << count;
	int deals = 0;
	for (uint64_t mask = ((uint64_t)1 << taken) - 1; mask < end; deals++) {
		uint16_t of[2][PIECES_MAX];
		int dealt[2] = {0};
		for (int i = 0; i < count; i++) {
			const int g = (mask >> i & 1) == 0;
			of[g][dealt[g]++] = cell[i];
		}
		for (int g = 0; g < 2; g++)
			digit[g][deals] = space_set(space, of[g], dealt[g]) *
			                  division->group[g].unit[t];
		mask = mask == 0 ? end : next_choice(mask);
	}
	return deals;
}

int mixed_bound(const struct mixed *mixed, const struct space *space,
                const struct position *position)
{
	const struct group *group = mixed->kept.group;
	uint64_t digit[COLOURS_MAX][2][DEALS_MOST];
	int deals[COLOURS_MAX], at[COLOURS_MAX] = {0};
	int most = 0, t = 0;
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
		if (rest[0] == REST_NEVER || rest[1] == REST_NEVER)
			return DEAD;
		most = rest[0] + rest[1] > most ? rest[0] + rest[1] : most;
		for (t = 0; t < space->troops && ++at[t] == deals[t]; t++)
			at[t] = 0;
	} while (t < space->troops);
	return most;
}
