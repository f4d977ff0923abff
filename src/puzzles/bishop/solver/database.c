#include "puzzles/bishop/solver/pattern.h"

#include <assert.h>
#include <stdlib.h>

#include "puzzles/bishop/solver/space.h"

enum {
	TICK_SETS = 256,      /* taken apart between two reports of progress */
	TICK_GOALS = 1 << 12, /* sets of one colour looked at, likewise */
};

/* Retrograde search: breadth-first from the solved sets, by moves backwards. */
struct build {
	struct space space; /* space of the group alone */
	struct position position;
	struct step *step;
	uint8_t *distance;
	uint32_t *queue;
	uint32_t head, tail;
	uint32_t looked_at;
	int spare[COLOURS_MAX]; /* pieces without a target, of each colour */
	struct monitor *monitor;
	struct answer *answer;
};

bool bishop_database_number(struct database *database, const struct space *space, uint64_t max)
{
	database->sets = 1;
	for (int t = 0; t < space->groups; t++) {
		const uint64_t sets = bishop_space_sets(space, space->cells, database->count[t]);
		if (sets > max / database->sets)
			return false;
		database->unit[t] = database->sets;
		database->sets *= sets;
	}
	return true;
}

static void set_alone(struct build *build, const struct space *space,
                      const struct database *database)
{
	struct space *alone = &build->space;
	int first = 0, others = 0;
	*alone = *space;
	alone->groups = 0;
	alone->turn_unit = database->sets;
	alone->alternate = false;
	for (int t = 0; t < space->groups; t++) {
		const struct colour_group *all = &space->group[t];
		const uint8_t count = database->count[t];
		others += all->count - count;
		if (count == 0)
			continue;
		build->spare[alone->groups] =
			all->count - bishop_targets(space->level, all->colour);
		alone->group[alone->groups++] = (struct colour_group){
			.colour = all->colour,
			.first = (uint8_t)first,
			.count = count,
			.sets = bishop_space_sets(space, space->cells, count),
			.unit = database->unit[t],
		};
		first += count;
	}
	alone->slide = space->slide && others == 0;
}

static void put(struct build *build, uint64_t rank, int distance)
{
	build->distance[rank] = (uint8_t)(distance + 1);
	build->queue[build->tail++] = (uint32_t)rank;
}

/* Adds all solved sets, colour by colour from group t on; `rank` is the number so far. */
static bool put_solved(struct build *build, int t, uint64_t rank)
{
	const struct space *space = &build->space;
	const struct colour_group *group = &space->group[t];
	uint16_t cell[PIECES_MAX];
	if (t == space->groups) {
		bishop_space_unrank(space, rank, &build->position);
		if (bishop_space_is_valid(space, &build->position))
			put(build, rank, 0);
		return true;
	}
	for (uint64_t set = 0; set < group->sets; set++) {
		int away = 0;
		bishop_space_cells_of(space, set, group->count, cell);
		for (int i = 0; i < group->count; i++)
			away += space->level->goal[space->board[cell[i]]] != group->colour;
		if (++build->looked_at % TICK_GOALS == 0 &&
		    !monitor_report(build->monitor, build->answer))
			return false;
		/* Pieces without a target may be anywhere. */
		if (away <= build->spare[t] && !put_solved(build, t + 1, rank + set * group->unit))
			return false;
	}
	return true;
}

static bool expand_all(struct build *build)
{
	while (build->head < build->tail) {
		const uint32_t rank = build->queue[build->head++];
		const int distance = build->distance[rank] - 1;
		bishop_space_unrank(&build->space, rank, &build->position);
		const int count =
			bishop_space_steps(&build->space, &build->position, true, build->step);
		for (int i = 0; i < count; i++)
			if (build->distance[build->step[i].rank] == 0)
				put(build, build->step[i].rank,
				    distance < DISTANCE_MAX ? distance + 1 : DISTANCE_MAX);
		if (build->head % TICK_SETS == 0 && !monitor_report(build->monitor, build->answer))
			return false;
	}
	return true;
}

bool bishop_database_build(struct database *database, const struct space *space, size_t bytes,
                           struct monitor *monitor, struct answer *answer)
{
	const size_t sets = (size_t)database->sets, steps = bishop_space_steps_max(space);
	assert(database->distance == NULL);
	if (steps * sizeof(struct step) + sets * (sizeof(uint8_t) + sizeof(uint32_t)) > bytes)
		return true;
	struct build build = {
		.step = malloc(steps * sizeof *build.step),
		.distance = calloc(sets, 1),
		.queue = malloc(sets * sizeof *build.queue),
		.monitor = monitor,
		.answer = answer,
	};
	bool has_more = true;
	if (build.step != NULL && build.distance != NULL && build.queue != NULL) {
		set_alone(&build, space, database);
		has_more = put_solved(&build, 0, 0) && expand_all(&build);
		if (has_more)
			database->distance = build.distance;
	}
	if (database->distance == NULL)
		free(build.distance);
	free(build.step);
	free(build.queue);
	return has_more;
}
