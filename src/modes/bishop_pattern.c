#include "modes/bishop_pattern.h"

#include <stdlib.h>
#include <string.h>

enum {
	SETS_MOST = 1 << 22,   /* of a database */
	TICK_SETS = 256,       /* taken apart between two looks at the watch */
};

/* ---- one database ---- */

/* Breadth-first from the sets that hold every target, by moves taken back. */
struct build {
	struct space space;    /* of the troop alone */
	struct position position;
	struct mover mover;
	uint8_t *rest;
	uint32_t *queue;
	uint32_t head, tail;
	struct watch *watch;
	struct answer *answer;
};

static bool build_goes_on(struct build *build, uint32_t done)
{
	return done % TICK_SETS != 0 || watch_goes_on(build->watch, build->answer);
}

static void put(struct build *build, uint64_t set, int rest)
{
	build->rest[set] = (uint8_t)rest;
	build->queue[build->tail++] = (uint32_t)set;
}

static bool put_goals(struct build *build, const struct level *level)
{
	const struct troop *troop = &build->space.troop[0];
	uint16_t cell[PIECES_MAX];
	int targets = 0;
	for (int c = 0; c < build->space.cells; c++)
		if (level->goal[build->space.board[c]] == troop->colour)
			cell[targets++] = (uint16_t)c;
	if (targets == troop->count) {
		put(build, space_set(&build->space, cell, targets), 0);
		return true;
	}
	for (uint32_t set = 0; set < troop->sets; set++) {
		int home = 0;
		space_cells_of(&build->space, set, troop->count, cell);
		for (int i = 0; i < troop->count; i++)
			home += level->goal[build->space.board[cell[i]]] == troop->colour;
		if (home == targets)
			put(build, set, 0);
		if (!build_goes_on(build, set + 1))
			return false;
	}
	return true;
}

/* Where the piece can have come from, going in one direction. */
static void spread_back(struct build *build, const struct mover *mover, int direction, int rest)
{
	const struct space *space = &build->space;
	const uint16_t *next = space->next[space->opposite[direction]];
	const uint8_t *grid = build->position.grid;
	int below = mover->below;
	if (space->slide && grid[space->next[direction][mover->from]] == 0)
		return;
	for (int to = next[mover->from]; grid[to] == 0; to = next[to]) {
		const uint64_t set = mover_set(mover, to, &below);
		if (build->rest[set] == REST_NEVER)
			put(build, set, rest);
		if (!space->far)
			break;
	}
}

/* Whether the piece can go in one direction to a set that is so far from home. */
static bool leads_to(const struct build *build, const struct mover *mover, int direction, int rest)
{
	const struct space *space = &build->space;
	const uint16_t *next = space->next[direction];
	const uint8_t *grid = build->position.grid;
	int below = mover->below;
	for (int to = next[mover->from]; grid[to] == 0; to = next[to]) {
		if ((!space->slide || grid[next[to]] != 0) &&
		    build->rest[mover_set(mover, to, &below)] == rest)
			return true;
		if (!space->far)
			break;
	}
	return false;
}

/* Finds the sets that lead to one. */
static void spread_from(struct build *build, uint64_t set, int next)
{
	struct position *position = &build->position;
	space_enter(&build->space, set, position);
	for (int i = 0; i < build->mover.count; i++) {
		mover_take(&build->mover, position->cell, i);
		position->grid[build->mover.from] = 0;
		for (int d = 0; d < build->space.directions; d++)
			spread_back(build, &build->mover, d, next);
		position->grid[build->mover.from] = 1;
	}
	space_leave(&build->space, position);
}

/* Whether some move leads from a set to one of those. */
static bool is_next(struct build *build, uint64_t set, int rest)
{
	struct position *position = &build->position;
	bool found = false;
	space_enter(&build->space, set, position);
	for (int i = 0; !found && i < build->mover.count; i++) {
		mover_take(&build->mover, position->cell, i);
		position->grid[build->mover.from] = 0;
		for (int d = 0; !found && d < build->space.directions; d++)
			found = leads_to(build, &build->mover, d, rest);
		position->grid[build->mover.from] = 1;
	}
	space_leave(&build->space, position);
	return found;
}

/* The next layer, from the last one's end of the moves or, where fewer sets are left than it has,
 * from theirs (Beamer, Asanović and Patterson 2012). */
static bool add_layer(struct build *build, int rest)
{
	const uint32_t sets = (uint32_t)build->space.troop[0].sets, last = build->tail;
	const int next = rest < REST_MOST ? rest + 1 : REST_MOST;
	if (last - build->head <= sets - last) {
		while (build->head < last) {
			spread_from(build, build->queue[build->head], next);
			if (!build_goes_on(build, ++build->head))
				return false;
		}
		return true;
	}
	for (uint32_t set = 0; set < sets; set++) {
		if (build->rest[set] == REST_NEVER && is_next(build, set, rest))
			put(build, set, next);
		if (!build_goes_on(build, set + 1))
			return false;
	}
	build->head = last;
	return true;
}

static bool spread(struct build *build)
{
	mover_begin(&build->mover, &build->space, 0);
	for (int rest = 0; build->head < build->tail; rest += rest < REST_MOST)
		if (!add_layer(build, rest))
			return false;
	return true;
}

static void set_alone(struct build *build, const struct space *space, int t)
{
	build->space = *space;
	build->space.troops = 1;
	build->space.troop[0] = space->troop[t];
	build->space.troop[0].first = 0;
	build->space.troop[0].unit = 1;
	build->space.no_attack = build->space.alternate = false;
	build->space.slide = space->slide && space->troops == 1;
	space_begin(&build->space, &build->position);
}

/* A database, or NULL: stopped, or there is no memory. */
static uint8_t *build_one(const struct space *space, int t, const struct level *level,
                          struct watch *watch, struct answer *answer, bool *stopped)
{
	const size_t sets = space->troop[t].sets;
	struct build *build = malloc(sizeof *build);
	if (build == NULL)
		return NULL;
	*build = (struct build){.watch = watch, .answer = answer};
	build->rest = malloc(sets);
	build->queue = malloc(sets * sizeof *build->queue);
	bool whole = build->rest != NULL && build->queue != NULL;
	if (whole) {
		set_alone(build, space, t);
		memset(build->rest, REST_NEVER, sets);
		whole = put_goals(build, level) && spread(build);
		*stopped = !whole;
	}
	uint8_t *rest = build->rest;
	free(build->queue);
	free(build);
	if (whole)
		return rest;
	free(rest);
	return NULL;
}

/* ---- all databases ---- */

static bool has_targets(const struct level *level, int colour)
{
	for (int cell = 0; cell < level_cells(level); cell++)
		if (level->goal[cell] == colour)
			return true;
	return false;
}

/* Bytes while a troop's database is built. */
static size_t build_bytes(const struct space *space, int t)
{
	return space->troop[t].sets * (1 + sizeof(uint32_t)) + sizeof(struct build);
}

void patterns_init(struct patterns *patterns, const struct space *space,
                   const struct level *level)
{
	*patterns = (struct patterns){.bytes = 0};
	for (int t = 0; t < space->troops; t++)
		patterns->wanted[t] = has_targets(level, space->troop[t].colour);
}

static bool is_missing(const struct patterns *patterns, const struct space *space, int t)
{
	return patterns->wanted[t] && patterns->rest[t] == NULL && !patterns->refused[t] &&
	       space->troop[t].sets <= SETS_MOST;
}

bool patterns_are_complete(const struct patterns *patterns, const struct space *space)
{
	for (int t = 0; t < space->troops; t++)
		if (patterns->wanted[t] && patterns->rest[t] == NULL)
			return false;
	return true;
}

uint64_t patterns_next(const struct patterns *patterns, const struct space *space)
{
	uint64_t least = 0;
	for (int t = 0; t < space->troops; t++)
		if (is_missing(patterns, space, t) && (least == 0 || space->troop[t].sets < least))
			least = space->troop[t].sets;
	return least;
}

bool patterns_fill(struct patterns *patterns, const struct space *space, const struct level *level,
                   uint64_t sets, size_t bytes, struct watch *watch, struct answer *answer)
{
	for (int t = 0; t < space->troops; t++) {
		bool stopped = false;
		if (space->troop[t].sets > sets || !is_missing(patterns, space, t))
			continue;
		if (patterns->bytes + build_bytes(space, t) <= bytes)
			patterns->rest[t] = build_one(space, t, level, watch, answer, &stopped);
		if (stopped)
			return false;
		if (patterns->rest[t] != NULL)
			patterns->bytes += space->troop[t].sets;
		else
			patterns->refused[t] = true;
	}
	return true;
}

void patterns_free(struct patterns *patterns)
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
	space_cells_of(space, set, troop->count, cell);
	for (int i = 0; i < troop->count; i++)
		cell[i] = space->board[cell[i]];
	return bishop_colour_at_least(level, troop->colour, cell, troop->count);
}

static inline int need_of(const struct patterns *patterns, const struct space *space,
                          const struct level *level, int t, uint64_t set)
{
	if (patterns->rest[t] != NULL)
		return patterns->rest[t][set] == REST_NEVER ? DEAD : patterns->rest[t][set];
	return patterns->wanted[t] ? need_by_assignment(space, level, &space->troop[t], set) : 0;
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

bool pattern_needs(const struct patterns *patterns, const struct space *space,
                   const struct level *level, const struct position *position,
                   struct needs *needs)
{
	needs->sum = 0;
	for (int t = 0; t < space->troops; t++) {
		needs->of[t] = need_of(patterns, space, level, t, position->set[t]);
		if (needs->of[t] == DEAD)
			return false;
		needs->sum += needs->of[t];
	}
	needs->bound = space->alternate ? bound_in_turns(space, level, needs, position->last)
	                                : needs->sum;
	return true;
}

int pattern_bound_after(const struct patterns *patterns, const struct space *space,
                        const struct level *level, const struct needs *needs,
                        const struct step *step)
{
	const int t = step->troop, need = need_of(patterns, space, level, t, step->set);
	if (need == DEAD || !space->alternate)
		return need == DEAD ? DEAD : needs->sum - needs->of[t] + need;
	struct needs after = *needs;
	after.sum += need - after.of[t];
	after.of[t] = need;
	return bound_in_turns(space, level, &after, t + 1);
}
