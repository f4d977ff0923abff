/* Proves that there is no plan of one length after another until there is one, and looks for
 * shorter plans meanwhile, with as much work. */
#include "puzzles/tilt/solver/middle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	LISTS_FULL = 32,           /* classes for each node: a walk then has enough to bring */
	SET_MAX = 1 << 20,         /* classes expected in a middle's set */
	PLAN_WORK = 1 << 24,       /* for the first plan: a few tenths of a second */
	MIDDLE_WORK_MAX = 1 << 21, /* for a middle, where few are looked through: the first thread
	                              does not report while it waits for others */
};

/* Where nothing else ends a search, so much work for each byte of memory does: about a minute with
 * 512 MiB. */
static const double work_without_end = 8;

struct side {
	struct tilt_layer *layer; /* its last one */
	struct tilt_layer older;
	bool full; /* larger layers would be no help, or there is no memory for them */
};

struct turns {
	struct tilt_middle middle;
	struct side forward, backward;
	double proof_work, plan_work; /* so far */
	double plans_expected;        /* of a trial of a few middles, which may find none of them */
	uint32_t seed;                /* another one for each such trial */
};

/* The moves between the layers of a plan of that length. */
static int moves_between(const struct turns *turns, int length)
{
	const int layers = turns->middle.forward.depth + turns->middle.backward.depth;
	return length > layers ? length - layers : 0;
}

/* ---- plans ---- */

/* A search for a part of a plan, and what it reports to. */
struct part {
	struct tilt_task task;
	struct answer answer;
	struct limits limits;
	struct monitor monitor;
};

static bool report_whole(void *context, const struct answer *answer)
{
	(void)answer; /* it is about a part */
	return tilt_report(context);
}

/* The shortest plan from some classes to others. TILT_OK, TILT_NO_MEMORY or TILT_STOPPED. */
static enum tilt_status find_part(const struct turns *turns, struct part *part,
                                  const struct tilt_class from[TILT_AXES],
                                  const struct tilt_class goal[TILT_AXES], int moves_max)
{
	const struct tilt_task *task = turns->middle.task;
	const struct tilt_bidirectional *search = turns->middle.search;
	struct tilt_bidirectional inner;
	part->limits = (struct limits){.threads = 1};
	part->monitor = monitor_begin(&part->limits, report_whole, (void *)task);
	part->task = *task;
	part->task.monitor = &part->monitor;
	part->task.answer = &part->answer;
	/* A plan to the middle ends with a move that is dropped, to any side. */
	for (enum tilt_axis axis = 0; axis < TILT_AXES; axis++)
		if (task->goal_side[axis] < 0)
			part->task.goal_side[axis] = 0;
	memcpy(part->task.from, from, sizeof part->task.from);
	memcpy(part->task.goal, goal, sizeof part->task.goal);
	part->answer = (struct answer){.lower = 1, .upper = moves_max + 1};
	tilt_bidirectional_init(&inner, search->graph, task->level,
	                        search->budget.limit - search->budget.bytes);
	tilt_bidirectional_search(&inner, &part->task);
	tilt_bidirectional_free(&inner, NULL);
	return part->answer.verdict == OPTIMAL   ? TILT_OK
	       : part->answer.verdict == GAVE_UP ? TILT_NO_MEMORY
	                                         : TILT_STOPPED;
}

/* The class in the middle of a plan, alone on its axis. */
static void unpack_middle(const struct turns *turns, const struct tilt_trial *trial,
                          struct tilt_class class[TILT_AXES])
{
	const struct tilt_bidirectional *search = turns->middle.search;
	const enum tilt_axis axis = tilt_axis_of(search->graph, trial->node);
	const uint64_t mask = (UINT64_C(1) << search->bits) - 1;
	class[axis].node = trial->node;
	class[!axis].node = TILT_NONE;
	for (int i = 0; i < search->graph->blocks; i++)
		for (int colour = 1; colour <= COLOURS_MAX; colour++)
			if (turns->middle.task->level->pieces[colour] > 0 &&
			    search->code[colour] ==
			            (trial->colouring >> (unsigned)i * search->bits & mask))
				class[axis].colouring[i] = (uint8_t)colour;
}

/* Puts the two parts of the plan that a trial has found together. */
static enum tilt_status take_plan(const struct turns *turns, const struct tilt_trial *trial)
{
	const struct tilt_middle *middle = &turns->middle;
	struct tilt_class class[TILT_AXES] = {{0}};
	struct part *part = malloc(sizeof *part);
	move_code plan[PLAN_MAX];
	enum tilt_status status = TILT_NO_MEMORY;
	int count = 0;
	unpack_middle(turns, trial, class);
	if (part != NULL)
		status = find_part(turns, part, middle->task->from, class,
		                   middle->forward.depth + trial->moves[0] + 1);
	if (status == TILT_OK) {
		count = part->answer.length - 1; /* its last move is the first of the other part */
		memcpy(plan, part->answer.plan, (size_t)count * sizeof *plan);
		status = find_part(turns, part, class, middle->task->goal,
		                   middle->backward.depth + trial->moves[1]);
	}
	if (status == TILT_OK) {
		memcpy(plan + count, part->answer.plan, (size_t)part->answer.length * sizeof *plan);
		tilt_take_plan(middle->task, plan, count + part->answer.length);
	}
	free(part);
	return status;
}

/* ---- trials ---- */

/* Divides the moves between the layers, so that the work is least. False: the middle's set would
 * be too large. */
static bool divide(const struct turns *turns, int moves, struct tilt_trial *trial)
{
	double least = -1;
	for (int on = 0; on <= moves && on <= TILT_WALK_MAX; on++) {
		const int division[2] = {moves - on, on};
		if (division[0] > TILT_WALK_MAX)
			continue;
		const struct tilt_trial_cost cost = tilt_trial_cost(&turns->middle, division);
		if (cost.set <= SET_MAX && (least < 0 || cost.work < least)) {
			least = cost.work;
			memcpy(trial->moves, division, sizeof division);
		}
	}
	return least >= 0;
}

/* Looks for a plan of a length that nothing shorter has. TILT_OK: there is none. */
static enum tilt_status prove_length(struct turns *turns, int length)
{
	const double most = work_without_end * (double)turns->middle.search->budget.limit;
	struct tilt_trial trial = {.work_max = turns->middle.task->monitor->has_end
	                                               ? INFINITY
	                                               : most - turns->proof_work};
	enum tilt_status status;
	if (!divide(turns, moves_between(turns, length), &trial))
		return TILT_NO_MEMORY;
	/* Where a middle's set is far larger than others, fewer moves make it smaller. */
	for (;; trial.moves[1]--, trial.moves[0]++) {
		status = tilt_try(&turns->middle, &trial);
		turns->proof_work += trial.work;
		if (status != TILT_NO_MEMORY || trial.moves[1] == 0 ||
		    trial.moves[0] == TILT_WALK_MAX)
			break;
	}
	if (status != TILT_MET)
		return status;
	status = take_plan(turns, &trial);
	return status == TILT_OK ? TILT_MET : status;
}

/* The least length of which a plan is likely to be found with some work, or -1. */
static int likely_length(const struct turns *turns, double work, struct tilt_trial *trial)
{
	const struct answer *answer = turns->middle.task->answer;
	const int first = answer->lower + 1;
	const double nodes = turns->middle.search->graph->nodes.count;
	const double colourings =
		(double)tilt_colourings_count(turns->middle.task->level->pieces, UINT64_MAX);
	for (int length = first; answer->upper < 0 || length < answer->upper; length++) {
		if (!divide(turns, moves_between(turns, length), trial))
			return -1;
		const struct tilt_trial_cost cost = tilt_trial_cost(&turns->middle, trial->moves);
		const double middles = work / cost.work * nodes;
		if (middles < 1 || cost.work > MIDDLE_WORK_MAX * nodes)
			return -1;
		if (middles * cost.set * cost.tests > turns->plans_expected * colourings)
			return length;
	}
	return -1;
}

/* Looks for shorter plans with as much work as went into the proof. TILT_OK, or TILT_STOPPED. */
static enum tilt_status shorten(struct turns *turns)
{
	for (;;) {
		const double most = turns->proof_work < PLAN_WORK ? PLAN_WORK : turns->proof_work;
		struct tilt_trial trial = {
			.work_max = most - turns->plan_work,
			.first = turns->seed += 12345,
		};
		if (likely_length(turns, trial.work_max, &trial) < 0)
			return TILT_OK;
		const enum tilt_status status = tilt_try(&turns->middle, &trial);
		turns->plan_work += trial.work;
		if (status == TILT_STOPPED ||
		    (status == TILT_MET && take_plan(turns, &trial) == TILT_STOPPED) ||
		    !tilt_report(turns->middle.task))
			return TILT_STOPPED;
		/* What is expected of an even spread of classes may be far too much. */
		turns->plans_expected *= status == TILT_MET ? 0.5 : 2;
		if (status != TILT_MET)
			return TILT_OK;
	}
}

/* ---- layers ---- */

/* Replaces a side's layer by the next one. */
static enum tilt_status extend(struct turns *turns, struct side *side)
{
	struct tilt_bidirectional *search = turns->middle.search;
	struct tilt_layer next;
	const enum tilt_status status =
		tilt_layer_next(&next, search, side->layer, &side->older, side == &turns->forward,
	                        turns->middle.task);
	if (status == TILT_OK) {
		tilt_layer_free(&side->older, &search->budget);
		side->older = *side->layer;
		*side->layer = next;
	}
	return status;
}

/* Whether the next layer is not worth its memory, of which a quarter is left to other things. Then
 * the older one is of no more use. */
static void check_full(struct turns *turns, struct side *side)
{
	enum { GROWTH = 3 };
	struct tilt_budget *budget = &turns->middle.search->budget;
	const uint64_t count = side->layer->count;
	side->full = side->full ||
	             count >= (uint64_t)LISTS_FULL * turns->middle.search->graph->nodes.count ||
	             budget->bytes + GROWTH * count * sizeof(uint64_t) > budget->limit / 4 * 3;
	if (side->full)
		tilt_layer_free(&side->older, budget);
}

/* The side whose next layer is to be made, or NULL: both are full. */
static struct side *next_side(struct turns *turns)
{
	struct side *forward = &turns->forward, *backward = &turns->backward;
	check_full(turns, forward);
	check_full(turns, backward);
	if (forward->full || backward->full)
		return !forward->full ? forward : !backward->full ? backward : NULL;
	return forward->layer->count < backward->layer->count ? forward : backward;
}

/* Makes layers larger as long as that is worth it and no length has to be proven twice. */
static enum tilt_status grow(struct turns *turns)
{
	const struct answer *answer = turns->middle.task->answer;
	while (moves_between(turns, answer->lower) > 0) {
		struct side *side = next_side(turns);
		if (side == NULL)
			return TILT_OK;
		const enum tilt_status status = extend(turns, side);
		side->full = status == TILT_NO_MEMORY;
		if (status == TILT_STOPPED || (status == TILT_OK && side->layer->count == 0))
			return status == TILT_STOPPED ? status : TILT_MORE;
	}
	return TILT_OK;
}

/* ---- turns ---- */

static enum verdict run(struct turns *turns)
{
	const struct tilt_middle *middle = &turns->middle;
	struct answer *answer = middle->task->answer;
	enum tilt_status status = shorten(turns);
	while (status == TILT_OK) {
		answer->states = tilt_expand_states(middle->search) + middle->forward.count +
		                 middle->backward.count;
		if (answer->lower == answer->upper)
			return OPTIMAL;
		if (!tilt_report(middle->task))
			return answer->verdict;
		status = grow(turns);
		if (status == TILT_MORE)
			return UNSOLVABLE;
		if (status == TILT_OK)
			status = prove_length(turns, answer->lower);
		if (status == TILT_OK) {
			answer->lower++;
			status = shorten(turns);
		}
	}
	return status == TILT_MET ? OPTIMAL : status == TILT_STOPPED ? answer->verdict : GAVE_UP;
}

static void turns_free(struct turns *turns)
{
	struct tilt_budget *budget = &turns->middle.search->budget;
	tilt_layer_free(&turns->middle.forward, budget);
	tilt_layer_free(&turns->middle.backward, budget);
	tilt_layer_free(&turns->forward.older, budget);
	tilt_layer_free(&turns->backward.older, budget);
}

/* False: no memory, or the bidirectional search has no layers. */
static bool turns_init(struct turns *turns, struct tilt_bidirectional *search,
                       const struct tilt_task *task)
{
	*turns = (struct turns){
		.middle.search = search,
		.middle.task = task,
		.plans_expected = 2,
	};
	turns->forward.layer = &turns->middle.forward;
	turns->backward.layer = &turns->middle.backward;
	return tilt_layer_take(turns->forward.layer, search, &search->forward) == TILT_OK &&
	       tilt_layer_take(turns->backward.layer, search, &search->backward) == TILT_OK &&
	       turns->forward.layer->count > 0 && turns->backward.layer->count > 0;
}

bool tilt_middle_plans(struct tilt_bidirectional *search, const struct tilt_task *task)
{
	struct turns turns;
	const bool going = !turns_init(&turns, search, task) || shorten(&turns) == TILT_OK;
	turns_free(&turns);
	return going;
}

void tilt_middle_search(struct tilt_bidirectional *search, const struct tilt_task *task)
{
	struct turns turns;
	if (!turns_init(&turns, search, task))
		task->answer->verdict = GAVE_UP;
	else if (tilt_visited_free(&search->forward, task))
		task->answer->verdict = run(&turns);
	turns_free(&turns);
}
