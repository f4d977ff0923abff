/* When memory is full: iterative deepening (Korf 1985) from all classes of the forward side's last
 * layer, by one move more in each round, until a walk ends in a class of the backward side or of
 * the goal. Nothing is stored and no node is explored, so only time ends it. A class that several
 * walks lead to is searched again for each; a layer grows 1.9 times a move where walks double, so
 * that costs little. */
#include <string.h>

#include "os/parallel.h"
#include "puzzles/tilt/solver/search.h"

enum {
	MOVES_BEYOND = 64, /* more would take far longer than anyone waits */
	RANGE = 4,         /* records claimed at once */
	TICK_WALKS = 1 << 12,
};

/* Where a walk is. */
struct walk {
	enum tilt_axis axis;
	uint16_t cell[TILT_BLOCKS_MAX];
	uint64_t colouring;
};

/* A class of the goal, as walks are compared with it. */
struct goal {
	uint16_t cell[TILT_BLOCKS_MAX];
	uint64_t colouring;
	bool exists;
};

struct round {
	struct tilt_bidirectional *search;
	const struct tilt_task *task;
	int moves;
	struct goal goal[TILT_AXES]; /* where the backward side is empty */
	atomic_uint_least32_t next;  /* the first record that no worker has claimed */
	atomic_int status;           /* TILT_OK until a worker has to stop */
	/* The plan found: from the forward record, to these sides, to the backward record. */
	struct tilt_meeting_point point;
	uint8_t side[MOVES_BEYOND];
};

struct worker {
	struct round *round;
	int number; /* the first one reports */
	uint32_t walks;
	uint32_t record; /* where the walk began, and where it went */
	uint8_t side[MOVES_BEYOND];
};

static bool end_round(struct round *round, enum tilt_status status)
{
	int none = TILT_OK;
	return atomic_compare_exchange_strong(&round->status, &none, (int)status);
}

static void report(void *context)
{
	struct round *round = context;
	if (!tilt_report(round->task))
		end_round(round, TILT_STOPPED);
}

/* Whether a walk has come to the other side, and there to which record. */
static bool has_arrived(const struct round *round, const struct walk *walk, uint32_t *there)
{
	const struct tilt_graph *graph = round->search->graph;
	const struct tilt_visited *backward = &round->search->backward;
	const size_t bytes = (size_t)graph->blocks * sizeof *walk->cell;
	uint8_t state[TILT_NODE_MAX];
	*there = TILT_NONE;
	if (backward->count == 0) {
		const struct goal *goal = &round->goal[walk->axis];
		return goal->exists && walk->colouring == goal->colouring &&
		       memcmp(walk->cell, goal->cell, bytes) == 0;
	}
	tilt_graph_pack(graph, walk->axis, walk->cell, state);
	const struct tilt_record record = {
		.colouring = walk->colouring,
		.node = state_table_find(&graph->nodes, state),
	};
	if (record.node != TILT_NONE)
		*there = tilt_visited_find(backward, &record, tilt_record_hash(&record));
	/* Of the layer that is not complete nothing counts: a plan through it may be too long. */
	return *there != TILT_NONE && *there < backward->end;
}

static void take(const struct worker *worker, uint32_t there)
{
	struct round *round = worker->round;
	if (!end_round(round, TILT_MET))
		return;
	round->point = (struct tilt_meeting_point){.backward = there, .forward = worker->record};
	memcpy(round->side, worker->side, sizeof round->side);
}

/* Continues a walk by the moves that are left. False: stop. */
static bool walk_on(struct worker *worker, const struct walk *walk, int made)
{
	const struct tilt_bidirectional *search = worker->round->search;
	struct walk next[2] = {{.axis = !walk->axis}, {.axis = !walk->axis}};
	uint8_t to[TILT_BLOCKS_MAX];
	uint32_t there;
	if (made == worker->round->moves) {
		if (has_arrived(worker->round, walk, &there))
			take(worker, there);
		if (++worker->walks % TICK_WALKS == 0 && worker->number == 0)
			report(worker->round);
		return atomic_load_explicit(&worker->round->status, memory_order_relaxed) ==
		       TILT_OK;
	}
	for (uint8_t side = 0; side < 2; side++) {
		uint16_t cell[TILT_BLOCKS_MAX];
		memcpy(cell, walk->cell, sizeof cell);
		tilt_graph_slide(search->graph, walk->axis, cell, side, next[side].cell, to);
		next[side].colouring = tilt_permute(search, to, walk->colouring);
		worker->side[made] = side;
		if (side == 1 && next[0].colouring == next[1].colouring &&
		    memcmp(next[0].cell, next[1].cell,
		           (size_t)search->graph->blocks * sizeof *cell) == 0)
			return true;
		if (!walk_on(worker, &next[side], made + 1))
			return false;
	}
	return true;
}

/* All walks from some records of the last layer. */
static void walk_all(void *context, int number)
{
	struct round *round = context;
	const struct tilt_visited *forward = &round->search->forward;
	struct worker worker = {.round = round, .number = number};
	uint32_t begin;
	while ((begin = atomic_fetch_add(&round->next, RANGE)) < forward->end)
		for (uint32_t i = begin; i < begin + RANGE && i < forward->end; i++) {
			const struct tilt_record *record = tilt_record_at(forward, i);
			struct walk walk = {.colouring = record->colouring};
			if (record->node == TILT_NONE)
				continue;
			worker.record = i;
			walk.axis = tilt_graph_cells(round->search->graph, record->node, walk.cell);
			if (!walk_on(&worker, &walk, 0))
				return;
		}
}

static void set_goals(struct round *round)
{
	const struct tilt_task *task = round->task;
	for (enum tilt_axis axis = 0; axis < TILT_AXES; axis++) {
		struct goal *goal = &round->goal[axis];
		struct tilt_class class = {.node = TILT_NONE};
		goal->exists = task->goal_side[axis] >= 0;
		if (!goal->exists)
			continue;
		tilt_graph_class_of(round->search->graph, task->level->goal, axis, goal->cell,
		                    class.colouring);
		goal->colouring = tilt_expand_record(round->search, &class).colouring;
	}
}

/* The plan that a round has found. */
static void take_plan(const struct round *round)
{
	const struct tilt_task *task = round->task;
	const struct tilt_bidirectional *search = round->search;
	const uint32_t node = tilt_record_at(&search->forward, round->point.forward)->node;
	enum tilt_axis axis = tilt_axis_of(search->graph, node);
	move_code plan[PLAN_MAX];
	int count = tilt_bidirectional_to(search, round->point.forward, plan);
	for (int i = 0; i < round->moves; i++, axis = !axis)
		plan[count++] = tilt_axis_move(axis, round->side[i]);
	if (round->point.backward == TILT_NONE)
		plan[count++] = tilt_axis_move(axis, task->goal_side[axis]);
	else
		count += tilt_bidirectional_from(search, task, round->point.backward, plan + count);
	task->answer->upper = -1; /* it is as short as any */
	tilt_take_plan(task, plan, count);
}

void tilt_deepen(struct tilt_bidirectional *search, const struct tilt_task *task)
{
	struct answer *answer = task->answer;
	const int layers = search->forward.depth + search->backward.depth;
	struct round round = {.search = search, .task = task};
	set_goals(&round);
	answer->verdict = SEARCHING;
	for (round.moves = answer->lower - layers; answer->lower != answer->upper; round.moves++) {
		if (round.moves > MOVES_BEYOND || answer->lower > PLAN_MAX) {
			answer->verdict = GAVE_UP;
			return;
		}
		round.next = search->forward.begin;
		round.status = TILT_OK;
		parallel_for_reporting(task->monitor->limits->threads, walk_all, report, &round);
		if (round.status == TILT_STOPPED)
			return;
		if (round.status == TILT_MET)
			take_plan(&round);
		else
			answer->lower++;
		if (!tilt_report(task))
			return;
	}
	answer->verdict = OPTIMAL;
}
