#include "puzzles/bishop/solver/pattern.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "os/parallel.h"
#include "puzzles/bishop/solver/space.h"

enum {
	TICK_SETS = 256,      /* taken apart between two reports of progress, */
	SHARED_SETS = 8192,   /* or as many by several threads, if a layer has them */
	SHARE = 128,          /* that one thread takes at a time */
	TICK_GOALS = 1 << 12, /* sets of one colour looked at, likewise */
};

/* Retrograde search: breadth-first from the solved sets, by moves backwards. */
struct build {
	struct bishop_desk desk[BISHOP_THREADS_MAX];
	int threads;
	struct space space; /* space of the group alone */
	uint8_t *distance;  /* each is read and written atomically */
	uint32_t *queue;
	uint32_t head, end;     /* those are taken apart */
	atomic_uint tail, next; /* where the next set goes, and comes from */
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

/* Puts a set that is new into the queue. */
static void put(struct build *build, uint64_t rank, int distance)
{
	uint8_t none = 0;
	if (__atomic_compare_exchange_n(&build->distance[rank], &none, (uint8_t)(distance + 1),
	                                false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		build->queue[atomic_fetch_add_explicit(&build->tail, 1, memory_order_relaxed)] =
			(uint32_t)rank;
}

/* Adds all solved sets, colour by colour from group t on; `rank` is the number so far. */
static bool put_solved(struct build *build, int t, uint64_t rank)
{
	const struct space *space = &build->space;
	const struct colour_group *group = &space->group[t];
	uint16_t cell[PIECES_MAX];
	if (t == space->groups) {
		bishop_space_unrank(space, rank, &build->desk[0].position);
		if (bishop_space_is_valid(space, &build->desk[0].position))
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

static void expand(struct build *build, struct bishop_desk *desk, uint32_t rank)
{
	const int distance = __atomic_load_n(&build->distance[rank], __ATOMIC_RELAXED) - 1;
	bishop_space_unrank(&build->space, rank, &desk->position);
	const int count = bishop_space_steps(&build->space, &desk->position, true, desk->step);
	for (int i = 0; i < count; i++)
		if (__atomic_load_n(&build->distance[desk->step[i].rank], __ATOMIC_RELAXED) == 0)
			put(build, desk->step[i].rank,
			    distance < DISTANCE_MAX ? distance + 1 : DISTANCE_MAX);
}

static void expand_shares(void *context, int worker)
{
	struct build *build = context;
	for (;;) {
		uint32_t i = atomic_fetch_add(&build->next, SHARE);
		if (i >= build->end)
			return;
		const uint32_t end = i + SHARE < build->end ? i + SHARE : build->end;
		for (; i < end; i++)
			expand(build, &build->desk[worker], build->queue[i]);
	}
}

/* Takes the sets apart in the order of the queue, at one time only those of one layer. */
static bool expand_all(struct build *build)
{
	uint32_t layer_end = build->tail;
	while (build->head < build->tail) {
		if (build->head == layer_end)
			layer_end = build->tail;
		const uint32_t left = layer_end - build->head;
		const bool shared = build->threads > 1 && left >= SHARED_SETS;
		const uint32_t tick = shared ? SHARED_SETS : TICK_SETS;
		build->end = build->head + (left < tick ? left : tick);
		build->next = build->head;
		parallel_for(shared ? build->threads : 1, expand_shares, build);
		build->head = build->end;
		if (!monitor_report(build->monitor, build->answer))
			return false;
	}
	return true;
}

static void build_free(struct build *build)
{
	for (int i = 0; i < BISHOP_THREADS_MAX; i++)
		free(build->desk[i].step);
	free(build->queue);
	free(build);
}

/* NULL without memory. */
static struct build *build_new(const struct space *space, const struct database *database,
                               struct monitor *monitor, struct answer *answer)
{
	const size_t sets = (size_t)database->sets, steps = bishop_space_steps_max(space);
	struct build *build = calloc(1, sizeof *build);
	if (build == NULL)
		return NULL;
	build->monitor = monitor;
	build->answer = answer;
	build->queue = malloc(sets * sizeof *build->queue);
	const int wanted = monitor->limits->threads;
	while (build->threads < BISHOP_THREADS_MAX &&
	       (build->threads < wanted || build->threads == 0)) {
		struct step **step = &build->desk[build->threads].step;
		*step = malloc(steps * sizeof **step);
		if (*step == NULL)
			break;
		build->threads++;
	}
	if (build->queue == NULL || build->threads == 0) {
		build_free(build);
		return NULL;
	}
	set_alone(build, space, database);
	return build;
}

bool bishop_database_build(struct database *database, const struct space *space, size_t bytes,
                           struct monitor *monitor, struct answer *answer)
{
	const size_t sets = (size_t)database->sets, steps = bishop_space_steps_max(space);
	assert(database->distance == NULL);
	if (BISHOP_THREADS_MAX * steps * sizeof(struct step) +
	            sets * (sizeof(uint8_t) + sizeof(uint32_t)) >
	    bytes)
		return true;
	uint8_t *distance = calloc(sets, 1);
	struct build *build = build_new(space, database, monitor, answer);
	bool has_more = true;
	if (distance != NULL && build != NULL) {
		build->distance = distance;
		has_more = put_solved(build, 0, 0) && expand_all(build);
		if (has_more)
			database->distance = distance;
	}
	if (database->distance == NULL)
		free(distance);
	if (build != NULL)
		build_free(build);
	return has_more;
}
