#include "puzzles/bishop/solver/colour_group.h"

#include <stdlib.h>
#include <string.h>

#include "puzzles/bishop/solver/steps.h"

enum {
	TICK_SETS = 256,       /* taken apart between two looks at the watch */
	TICK_GOALS = 1 << 12,  /* sets of one troop looked at, likewise */
};

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
	struct monitor *monitor;
	struct answer *answer;
};

bool bishop_group_number(struct group *group, const struct space *space, uint64_t most)
{
	group->sets = 1;
	for (int t = 0; t < space->troops; t++) {
		const uint64_t sets = bishop_space_sets(space, space->cells, group->count[t]);
		if (sets > most / group->sets)
			return false;
		group->unit[t] = group->sets;
		group->sets *= sets;
	}
	return true;
}

size_t bishop_group_build_bytes(const struct group *group, const struct space *space)
{
	return sizeof(struct build) + bishop_space_steps_most(space) * sizeof(struct step) +
	       group->sets * (sizeof *group->rest + sizeof(uint32_t));
}

static void set_alone(struct build *build, const struct space *space, const struct level *level,
                      const struct group *group)
{
	struct space *alone = &build->space;
	int first = 0, others = 0;
	*alone = *space;
	alone->troops = 0;
	alone->turn_unit = group->sets;
	alone->alternate = false;
	for (int t = 0; t < space->troops; t++) {
		const int colour = space->troop[t].colour;
		others += space->troop[t].count - group->count[t];
		if (group->count[t] == 0)
			continue;
		build->spare[alone->troops] = space->troop[t].count;
		for (int cell = 0; cell < level_cells(level); cell++)
			build->spare[alone->troops] -= level->goal[cell] == colour;
		alone->troop[alone->troops++] = (struct troop){
			.colour = (uint8_t)colour,
			.first = (uint8_t)first,
			.count = group->count[t],
			.sets = bishop_space_sets(space, space->cells, group->count[t]),
			.unit = group->unit[t],
		};
		first += group->count[t];
	}
	alone->slide = space->slide && others == 0;
}

static void put(struct build *build, uint64_t rank, int rest)
{
	build->rest[rank] = (uint8_t)(rest + 1);
	build->queue[build->tail++] = (uint32_t)rank;
}

/* All sets with that number so far that are home in the troops from one on. */
static bool put_goals(struct build *build, const struct level *level, int t, uint64_t rank)
{
	const struct space *space = &build->space;
	const struct troop *troop = &space->troop[t];
	uint16_t cell[PIECES_MAX];
	if (t == space->troops) {
		bishop_space_enter(space, rank, &build->position);
		if (bishop_space_can_stand(space, &build->position))
			put(build, rank, 0);
		return true;
	}
	for (uint64_t set = 0; set < troop->sets; set++) {
		int away = 0;
		bishop_space_cells_of(space, set, troop->count, cell);
		for (int i = 0; i < troop->count; i++)
			away += level->goal[space->board[cell[i]]] != troop->colour;
		if (++build->looked_at % TICK_GOALS == 0 &&
		    !monitor_report(build->monitor, build->answer))
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
		const int rest = build->rest[rank] - 1;
		bishop_space_enter(&build->space, rank, &build->position);
		const int count =
			bishop_space_steps(&build->space, &build->position, true, build->step);
		for (int i = 0; i < count; i++)
			if (build->rest[build->step[i].rank] == 0)
				put(build, build->step[i].rank,
				    rest < REST_MOST ? rest + 1 : REST_MOST);
		if (build->head % TICK_SETS == 0 && !monitor_report(build->monitor, build->answer))
			return false;
	}
	return true;
}

bool bishop_group_build(struct group *group, const struct space *space, const struct level *level,
                        struct monitor *monitor, struct answer *answer)
{
	struct build *build = calloc(1, sizeof *build);
	bool goes_on = true;
	if (build == NULL)
		return true;
	build->monitor = monitor;
	build->answer = answer;
	build->rest = calloc(group->sets, 1);
	build->queue = malloc(group->sets * sizeof *build->queue);
	build->step = malloc(bishop_space_steps_most(space) * sizeof *build->step);
	if (build->rest != NULL && build->queue != NULL && build->step != NULL) {
		set_alone(build, space, level, group);
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

