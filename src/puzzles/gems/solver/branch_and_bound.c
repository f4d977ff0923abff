/* The search that goes on when memory is full: depth-first branch and bound, in rounds, with a
 * table of bounds.
 *
 * A round looks for plans of at most so many moves, and with each that it finds for shorter ones.
 * The bound of each position that it has expanded becomes one more than the lowest of those after
 * it (Reinefeld and Marsland 1994). Where there is no plan, the least number of moves that was too
 * many is the new lower bound. bound_table.h keeps as many of these bounds as it has room for.
 *
 * A round takes up to twice as long as one for a move less, so there is not one for each number of
 * moves. As long as no plan is known, there may be none: then one round is for plans of any length.
 * Two boards of 60 gems without a way took 32 and 28 million expansions in many rounds, and 9 and 7
 * million in one.
 *
 * Threads share a round out by the positions two moves after the start, and the table. Which plan
 * is found, and how much is expanded, depends on them; what is proven does not. */
#include <stdatomic.h>
#include <stdlib.h>

#include "algo/least.h"
#include "os/parallel.h"
#include "puzzles/gems/solver/search.h"

enum {
	SPLIT = 2,                /* moves from the start to where a thread begins */
	EXPLORER_BYTES = 2 << 20, /* for each thread, at least, unless there is only one */
	TASKS_MAX = SUCCESSORS_MAX * SUCCESSORS_MAX,
	CHECK = 64, /* positions that a thread expands before it counts them */
	GAP = 3,    /* between the bounds, at most, if one round is to close it */
};

/* A position on the path of a round. */
struct round_ply {
	struct position position;
	uint64_t hash;
	uint64_t begun; /* positions expanded before it */
	size_t first;   /* its first option */
	int lowest;     /* of the bounds of positions after it; BOUND_NONE: no plan from there */
	move_code move; /* to the next ply */
};

/* A position that waits to be expanded. Those of the last ply come last, the best at the end. */
struct option {
	struct position position;
	uint64_t hash;
	int bound;
	move_code move;
};

/* A successor that may be on a plan of the round. */
struct prospect {
	const struct successor *successor;
	uint64_t hash;
	int bound, rank;
};

/* A part of a round. */
struct task {
	struct option option;
	int rank;
	move_code before[SPLIT]; /* the moves to it */
};

/* What the threads share, from round to round. */
struct rounds {
	struct gems_search *search;
	struct explorer *explorer;
	int explorers;
	struct task *task; /* `tasks`, the most promising first */
	int tasks;
	atomic_int next;    /* the first task that nobody has taken */
	atomic_int outcome; /* CONTINUE, or why the round ends early: PROVEN with a shortest plan */
	atomic_int most;    /* it looks for plans of at most so many moves */
	atomic_uint_fast64_t expanded; /* positions that are not counted in the search yet */
	atomic_flag locked;            /* the shortest plan so far: */
	int length;                    /* its moves; 0: the search has it, or there is none */
	move_code plan[PLIES_MAX];
};

/* One thread's path. */
struct explorer {
	struct rounds *rounds;
	struct transport *transport;
	int depth;
	struct round_ply *ply; /* `depth` of PLIES_MAX */
	struct option *option; /* `options` of `room` */
	size_t options, room;
	int beyond;                 /* the least number of moves that was too many; or BOUND_NONE */
	uint64_t expanded, counted; /* positions; of them, counted in `rounds` */
	struct successor successor[SUCCESSORS_MAX];
};

/* ---- one position ---- */

/* Ends the round, unless it has ended in another way. */
static void end_round(struct rounds *rounds, enum astar_outcome outcome)
{
	int going = ASTAR_CONTINUE;
	atomic_compare_exchange_strong(&rounds->outcome, &going, (int)outcome);
}

/* A position after the last ply has this bound, BOUND_NONE if no plan leads on from it. */
static void note_bound(struct explorer *explorer, int bound)
{
	struct round_ply *ply = &explorer->ply[explorer->depth - 1];
	if (bound < ply->lowest)
		ply->lowest = bound;
}

/* Plans are rare, and soon copied: nobody waits for long. */
static void lock_plan(struct rounds *rounds)
{
	while (atomic_flag_test_and_set(&rounds->locked)) {
	}
}

/* The move completes a plan. From now on only shorter ones count. */
static void note_plan(struct explorer *explorer, move_code move)
{
	struct rounds *rounds = explorer->rounds;
	const int length = explorer->depth;
	lock_plan(rounds);
	if (length <= atomic_load(&rounds->most)) {
		for (int i = 0; i < length - 1; i++)
			rounds->plan[i] = explorer->ply[i].move;
		rounds->plan[length - 1] = move;
		rounds->length = length;
		atomic_store(&rounds->most, length - 1);
		if (length == rounds->search->answer->lower)
			end_round(rounds, ASTAR_PROVEN);
	}
	atomic_flag_clear(&rounds->locked);
}

/* Gives the search the shortest plan so far, if it is new. */
static void take_plan(struct rounds *rounds)
{
	struct answer *answer = rounds->search->answer;
	lock_plan(rounds);
	const int length = rounds->length;
	if (length > 0 && gems_search_improve(rounds->search, length, STATE_NONE))
		memcpy(answer->plan, rounds->plan, (size_t)length * sizeof *answer->plan);
	rounds->length = 0;
	atomic_flag_clear(&rounds->locked);
}

/* Whether a position after the last ply may be on a plan of the round. */
static bool is_within(struct explorer *explorer, int bound)
{
	if (explorer->depth + bound <= atomic_load(&explorer->rounds->most))
		return true;
	if (bound < BOUND_NONE)
		explorer->beyond = least(explorer->beyond, explorer->depth + bound);
	note_bound(explorer, bound);
	return false;
}

/* Expands the last ply: its successors of which the bound alone doesn't dispose. Their places in
 * the table are on their way when it returns. */
static int list_prospects(struct explorer *explorer, struct prospect out[SUCCESSORS_MAX])
{
	const struct gems_search *search = explorer->rounds->search;
	const struct round_ply *ply = &explorer->ply[explorer->depth - 1];
	const struct successor *next = explorer->successor;
	const int all = gems_space_successors(&search->space, &ply->position, explorer->successor);
	int count = 0;
	explorer->expanded++;
	for (int i = 0; i < all; i++, next++) {
		const int bound = gems_bound(&search->space, explorer->transport, &next->position);
		if (bound == 0) {
			note_plan(explorer, next->move);
			note_bound(explorer, 0);
		}
		if (bound <= 0 || !is_within(explorer, bound))
			continue;
		const uint64_t hash = gems_hash(&next->position, search->space.words);
		bound_table_prefetch(&search->bounds, hash);
		out[count++] = (struct prospect){.successor = next, .hash = hash, .bound = bound};
	}
	return count;
}

/* Of `count` prospects those that remain after a look into the table, the best one last. */
static int sort_prospects(struct explorer *explorer, struct prospect *prospect, int count)
{
	struct gems_search *search = explorer->rounds->search;
	int left = 0;
	for (int i = 0; i < count; i++) {
		struct prospect next = prospect[i];
		const struct position *position = &next.successor->position;
		const int known = bound_table_get(&search->bounds, position, next.hash);
		next.bound = greatest(known, next.bound);
		if (!is_within(explorer, next.bound))
			continue;
		next.rank = gems_rank(&search->space, position, next.bound);
		int at = left++;
		for (; at > 0 && prospect[at - 1].rank < next.rank; at--)
			prospect[at] = prospect[at - 1];
		prospect[at] = next;
	}
	return left;
}

/* Counts what has been expanded; the first explorer takes plans and reports when due. False: the
 * round is over. */
static bool goes_on(struct explorer *explorer)
{
	struct rounds *rounds = explorer->rounds;
	struct gems_search *search = rounds->search;
	const bool first = explorer == rounds->explorer;
	atomic_fetch_add(&rounds->expanded, explorer->expanded - explorer->counted);
	explorer->counted = explorer->expanded;
	if (first) {
		search->expanded += atomic_exchange(&rounds->expanded, 0);
		take_plan(rounds);
	}
	if (atomic_load(&rounds->outcome) != ASTAR_CONTINUE)
		return false;
	if (first && gems_search_progress(search) == ASTAR_STOPPED)
		end_round(rounds, ASTAR_STOPPED);
	return atomic_load(&rounds->outcome) == ASTAR_CONTINUE;
}

/* Extends the path by a position, and lists its options. False: the round is over. */
static bool extend_path(struct explorer *explorer, const struct position *position, uint64_t hash)
{
	struct prospect prospect[SUCCESSORS_MAX];
	assert(explorer->depth < PLIES_MAX);
	explorer->ply[explorer->depth++] = (struct round_ply){
		.position = *position,
		.hash = hash,
		.begun = explorer->expanded,
		.first = explorer->options,
		.lowest = BOUND_NONE,
	};
	int count = list_prospects(explorer, prospect);
	count = sort_prospects(explorer, prospect, count);
	if (explorer->options + (size_t)count > explorer->room) {
		end_round(explorer->rounds, ASTAR_FULL);
		return false;
	}
	for (int i = 0; i < count; i++)
		explorer->option[explorer->options++] = (struct option){
			.position = prospect[i].successor->position,
			.hash = prospect[i].hash,
			.bound = prospect[i].bound,
			.move = prospect[i].successor->move,
		};
	return explorer->expanded - explorer->counted < CHECK || goes_on(explorer);
}

/* Leaves the last ply, which has no options left. Its bound is one of the ply before. */
static void shorten_path(struct explorer *explorer)
{
	const struct round_ply *ply = &explorer->ply[--explorer->depth];
	const int bound = ply->lowest < BOUND_NONE ? ply->lowest + 1 : BOUND_NONE;
	bound_table_put(&explorer->rounds->search->bounds, &ply->position, ply->hash, bound,
	                explorer->expanded - ply->begun);
	if (explorer->depth > 0)
		note_bound(explorer, bound);
}

/* One position further, or back. False: the round is over. */
static bool step(struct explorer *explorer)
{
	struct round_ply *ply = &explorer->ply[explorer->depth - 1];
	if (explorer->options == ply->first) {
		shorten_path(explorer);
		return true;
	}
	const struct option next = explorer->option[--explorer->options];
	const int known =
		bound_table_get(&explorer->rounds->search->bounds, &next.position, next.hash);
	if (!is_within(explorer, greatest(known, next.bound)))
		return true;
	ply->move = next.move;
	return extend_path(explorer, &next.position, next.hash);
}

/* ---- a round ---- */

/* Adds a task for each position that is SPLIT moves from the start and may be on a plan of the
 * round. False: the round is over. */
static bool add_tasks(struct explorer *explorer)
{
	struct rounds *rounds = explorer->rounds;
	struct round_ply *ply = &explorer->ply[explorer->depth - 1];
	bool going = true;
	while (going && explorer->options > ply->first) {
		const struct option option = explorer->option[--explorer->options];
		ply->move = option.move;
		if (explorer->depth < SPLIT) {
			going = extend_path(explorer, &option.position, option.hash) &&
			        add_tasks(explorer);
			explorer->depth--;
			continue;
		}
		struct task *task = &rounds->task[rounds->tasks++];
		*task = (struct task){.option = option};
		for (int i = 0; i < SPLIT; i++)
			task->before[i] = explorer->ply[i].move;
		task->rank = gems_rank(&rounds->search->space, &option.position, option.bound);
	}
	return going;
}

static int compare_tasks(const void *one, const void *other)
{
	const struct task *a = one, *b = other;
	return (a->rank > b->rank) - (a->rank < b->rank);
}

/* Looks for a plan by way of the task's position. False: the round is over. */
static bool explore(struct explorer *explorer, const struct task *task)
{
	/* The plies before are there for their moves, and for the bound of the task's position. */
	for (int i = 0; i < SPLIT; i++) {
		explorer->ply[i].lowest = BOUND_NONE;
		explorer->ply[i].first = 0;
		explorer->ply[i].move = task->before[i];
	}
	explorer->depth = SPLIT;
	explorer->options = 0;
	explorer->option[explorer->options++] = task->option;
	bool going = true;
	while (going && (explorer->depth > SPLIT || explorer->options > 0))
		going = step(explorer);
	return going;
}

/* The first explorer has no task left, but it is the one that reports. */
static void report(void *context)
{
	struct rounds *rounds = context;
	goes_on(rounds->explorer);
}

static void run_explorer(void *context, int number)
{
	struct rounds *rounds = context;
	struct explorer *explorer = &rounds->explorer[number];
	bool going = true;
	for (int i; going && (i = atomic_fetch_add(&rounds->next, 1)) < rounds->tasks;)
		going = explore(explorer, &rounds->task[i]);
	goes_on(explorer);
}

/* All of a round on this thread. */
static void explore_alone(struct explorer *explorer, const struct position *start, uint64_t hash)
{
	bool going = extend_path(explorer, start, hash);
	while (going && explorer->depth > 0)
		going = step(explorer);
	goes_on(explorer);
}

static void explore_together(struct rounds *rounds, const struct position *start, uint64_t hash)
{
	rounds->tasks = 0;
	atomic_store(&rounds->next, 0);
	if (!extend_path(rounds->explorer, start, hash) || !add_tasks(rounds->explorer))
		return;
	qsort(rounds->task, (size_t)rounds->tasks, sizeof *rounds->task, compare_tasks);
	parallel_for_reporting(rounds->explorers, run_explorer, report, rounds);
}

/* A round for plans of at most so many moves. PROVEN: one of them has as many moves as the lower
 * bound. CONTINUE: all have been looked for, and the shortest is known. */
static enum astar_outcome look(struct rounds *rounds, const struct position *start, int most)
{
	const uint64_t hash = gems_hash(start, rounds->search->space.words);
	atomic_store(&rounds->outcome, ASTAR_CONTINUE);
	atomic_store(&rounds->most, most);
	for (int i = 0; i < rounds->explorers; i++) {
		rounds->explorer[i].depth = 0;
		rounds->explorer[i].options = 0;
		rounds->explorer[i].beyond = BOUND_NONE;
	}
	if (rounds->explorers == 1)
		explore_alone(rounds->explorer, start, hash);
	else
		explore_together(rounds, start, hash);
	rounds->search->expanded += atomic_exchange(&rounds->expanded, 0);
	take_plan(rounds);
	return (enum astar_outcome)atomic_load(&rounds->outcome);
}

/* The most moves of the plans that the next round looks for. */
static int choose_most(const struct answer *answer)
{
	const int gap = answer->upper - answer->lower;
	if (answer->upper < 0)
		return PLIES_MAX - 1;
	return gap > GAP ? answer->lower + gap / 2 : answer->upper - 1;
}

static enum astar_outcome look_further(struct rounds *rounds, const struct position *start)
{
	struct answer *answer = rounds->search->answer;
	while (answer->upper != answer->lower) {
		const enum astar_outcome outcome = look(rounds, start, choose_most(answer));
		if (outcome != ASTAR_CONTINUE)
			return outcome;
		int beyond = BOUND_NONE;
		for (int i = 0; i < rounds->explorers; i++)
			beyond = least(beyond, rounds->explorer[i].beyond);
		if (beyond == BOUND_NONE)
			break;
		answer->lower = answer->upper >= 0 ? least(answer->upper, beyond) : beyond;
	}
	if (answer->upper >= 0)
		answer->lower = answer->upper;
	return ASTAR_PROVEN;
}

/* ---- memory ---- */

/* False: no memory. */
static bool make_explorer(struct explorer *explorer, size_t bytes)
{
	const size_t path_bytes = PLIES_MAX * sizeof *explorer->ply;
	const size_t most = PLIES_MAX * SUCCESSORS_MAX;
	const size_t room =
		bytes > path_bytes ? (bytes - path_bytes) / sizeof *explorer->option : 1;
	explorer->room = room < most ? room : most;
	explorer->ply = malloc(path_bytes);
	explorer->option = malloc(explorer->room * sizeof *explorer->option);
	return explorer->ply != NULL && explorer->option != NULL;
}

/* False: no memory. */
static bool make_explorers(struct rounds *rounds, size_t bytes)
{
	const int count = rounds->explorers;
	const size_t task_bytes = count > 1 ? TASKS_MAX * sizeof *rounds->task : 0;
	const size_t each = (bytes - task_bytes) / (size_t)count;
	rounds->explorer = calloc((size_t)count, sizeof *rounds->explorer);
	rounds->task = count > 1 ? malloc(task_bytes) : NULL;
	if (rounds->explorer == NULL || (count > 1 && rounds->task == NULL))
		return false;
	for (int i = 0; i < count; i++) {
		struct explorer *explorer = &rounds->explorer[i];
		explorer->rounds = rounds;
		explorer->transport = &rounds->search->transport[i];
		if (!make_explorer(explorer, each))
			return false;
	}
	return true;
}

static void free_explorers(struct rounds *rounds)
{
	for (int i = 0; rounds->explorer != NULL && i < rounds->explorers; i++) {
		free(rounds->explorer[i].ply);
		free(rounds->explorer[i].option);
	}
	free(rounds->explorer);
	free(rounds->task);
}

/* How many threads have enough to do, and memory. A limit of states holds for one. */
static int count_explorers(struct gems_search *search, size_t bytes)
{
	const size_t most = bytes / EXPLORER_BYTES;
	if (search->monitor->limits->states > 0 || most < 2)
		return 1;
	gems_search_make_transports(search);
	return (size_t)search->threads < most ? search->threads : (int)most;
}

enum astar_outcome gems_branch_and_bound(struct gems_search *search, const struct position *start,
                                         size_t bytes)
{
	struct rounds rounds = {
		.search = search,
		.explorers = count_explorers(search, bytes),
		.locked = ATOMIC_FLAG_INIT,
	};
	enum astar_outcome outcome = ASTAR_FULL;
	search->pause_at = UINT64_MAX;
	search->bounds.shared = rounds.explorers > 1;
	if (make_explorers(&rounds, bytes))
		outcome = look_further(&rounds, start);
	free_explorers(&rounds);
	return outcome;
}
