/* The search that goes on when memory is full: iterative deepening with a table of bounds.
 *
 * A round looks depth-first for a plan of as many moves as the lower bound. Where there is none,
 * the bound of each position that it has expanded becomes one more than the lowest of those after
 * it (Reinefeld and Marsland 1994), and that of the start is the lower bound for the next round.
 * bound_table.h keeps as many of these bounds as it has room for. */
#include <stdlib.h>

#include "algo/least.h"
#include "puzzles/gems/solver/search.h"

/* A position on the path of a round. */
struct deepen_ply {
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

/* A successor that may be on a plan of the round's length. */
struct prospect {
	const struct successor *successor;
	uint64_t hash;
	int bound, rank;
};

struct deepening {
	struct gems_search *search;
	struct deepen_ply *ply; /* `depth` of PLIES_MAX */
	struct option *option;  /* `options` of `room` */
	int depth;
	size_t options, room;
};

/* A position after the last ply has this bound, BOUND_NONE if no plan leads on from it. */
static void note_bound(struct deepening *deepening, int bound)
{
	struct deepen_ply *ply = &deepening->ply[deepening->depth - 1];
	if (bound < ply->lowest)
		ply->lowest = bound;
}

static void note_plan(struct deepening *deepening, move_code move)
{
	move_code *plan = deepening->search->answer->plan;
	const int depth = deepening->depth;
	if (!gems_search_improve(deepening->search, depth, STATE_NONE))
		return;
	for (int i = 0; i < depth - 1; i++)
		plan[i] = deepening->ply[i].move;
	plan[depth - 1] = move;
}

/* Whether a position after the last ply may be on a plan of the round's length. */
static bool is_within(struct deepening *deepening, int bound)
{
	if (deepening->depth + bound <= deepening->search->answer->lower)
		return true;
	note_bound(deepening, bound);
	return false;
}

/* Expands the last ply: its successors of which the bound alone doesn't dispose. Their places in
 * the table are on their way when it returns. */
static int list_prospects(struct deepening *deepening, struct prospect out[SUCCESSORS_MAX])
{
	struct gems_search *search = deepening->search;
	const struct deepen_ply *ply = &deepening->ply[deepening->depth - 1];
	const struct successor *next = search->successor;
	const int all = gems_space_successors(&search->space, &ply->position, search->successor);
	int count = 0;
	search->expanded++;
	for (int i = 0; i < all; i++, next++) {
		const int bound = gems_bound(&search->space, search->transport, &next->position);
		if (bound == 0) {
			note_plan(deepening, next->move);
			note_bound(deepening, 0);
		}
		if (bound <= 0 || !is_within(deepening, bound))
			continue;
		const uint64_t hash = gems_hash(&next->position, search->space.words);
		bound_table_prefetch(&search->bounds, hash);
		out[count++] = (struct prospect){.successor = next, .hash = hash, .bound = bound};
	}
	return count;
}

/* Of `count` prospects those that remain after a look into the table, the best one last. */
static int sort_prospects(struct deepening *deepening, struct prospect *prospect, int count)
{
	struct gems_search *search = deepening->search;
	int left = 0;
	for (int i = 0; i < count; i++) {
		struct prospect next = prospect[i];
		const struct position *position = &next.successor->position;
		const int known = bound_table_get(&search->bounds, position, next.hash);
		next.bound = greatest(known, next.bound);
		if (!is_within(deepening, next.bound))
			continue;
		next.rank = gems_rank(&search->space, position, next.bound);
		int at = left++;
		for (; at > 0 && prospect[at - 1].rank < next.rank; at--)
			prospect[at] = prospect[at - 1];
		prospect[at] = next;
	}
	return left;
}

/* Extends the path by a position, and lists its options. */
static enum astar_outcome extend_path(struct deepening *deepening, const struct position *position,
                                      uint64_t hash)
{
	struct prospect prospect[SUCCESSORS_MAX];
	assert(deepening->depth < PLIES_MAX);
	deepening->ply[deepening->depth++] = (struct deepen_ply){
		.position = *position,
		.hash = hash,
		.begun = deepening->search->expanded,
		.first = deepening->options,
		.lowest = BOUND_NONE,
	};
	int count = list_prospects(deepening, prospect);
	count = sort_prospects(deepening, prospect, count);
	if (deepening->options + (size_t)count > deepening->room)
		return ASTAR_FULL;
	for (int i = 0; i < count; i++)
		deepening->option[deepening->options++] = (struct option){
			.position = prospect[i].successor->position,
			.hash = prospect[i].hash,
			.bound = prospect[i].bound,
			.move = prospect[i].successor->move,
		};
	return gems_search_progress(deepening->search);
}

/* Leaves the last ply, which has no options left. Its bound is one of the ply before. */
static void shorten_path(struct deepening *deepening)
{
	const struct deepen_ply *ply = &deepening->ply[--deepening->depth];
	struct gems_search *search = deepening->search;
	const int bound = ply->lowest < BOUND_NONE ? ply->lowest + 1 : BOUND_NONE;
	bound_table_put(&search->bounds, &ply->position, ply->hash, bound,
	                search->expanded - ply->begun);
	if (deepening->depth > 0)
		note_bound(deepening, bound);
}

/* One position further, or back. */
static enum astar_outcome step(struct deepening *deepening)
{
	struct deepen_ply *ply = &deepening->ply[deepening->depth - 1];
	if (deepening->options == ply->first) {
		shorten_path(deepening);
		return ASTAR_CONTINUE;
	}
	const struct option next = deepening->option[--deepening->options];
	const int known = bound_table_get(&deepening->search->bounds, &next.position, next.hash);
	if (!is_within(deepening, greatest(known, next.bound)))
		return ASTAR_CONTINUE;
	ply->move = next.move;
	return extend_path(deepening, &next.position, next.hash);
}

static bool is_proven(const struct answer *answer)
{
	return answer->upper == answer->lower;
}

/* One round. It ends early with a plan. */
static enum astar_outcome look(struct deepening *deepening, const struct position *start)
{
	const struct answer *answer = deepening->search->answer;
	deepening->depth = 0;
	deepening->options = 0;
	enum astar_outcome outcome =
		extend_path(deepening, start, gems_hash(start, deepening->search->space.words));
	while (outcome == ASTAR_CONTINUE && deepening->depth > 0 && !is_proven(answer))
		outcome = step(deepening);
	return outcome;
}

static enum astar_outcome look_further(struct deepening *deepening, const struct position *start)
{
	struct answer *answer = deepening->search->answer;
	while (!is_proven(answer)) {
		const enum astar_outcome outcome = look(deepening, start);
		if (outcome != ASTAR_CONTINUE)
			return outcome;
		const int lowest = deepening->ply[0].lowest;
		if (is_proven(answer) || lowest == BOUND_NONE)
			break;
		const bool above = answer->upper >= 0 && answer->upper <= lowest;
		answer->lower = above ? answer->upper : lowest + 1;
	}
	if (answer->upper >= 0)
		answer->lower = answer->upper;
	return ASTAR_PROVEN;
}

enum astar_outcome gems_deepen(struct gems_search *search, const struct position *start,
                               size_t bytes)
{
	const size_t path_bytes = PLIES_MAX * sizeof(struct deepen_ply);
	const size_t room = bytes > path_bytes ? (bytes - path_bytes) / sizeof(struct option) : 1;
	struct deepening deepening = {
		.search = search,
		.ply = malloc(path_bytes),
		.room = room < PLIES_MAX * SUCCESSORS_MAX ? room : PLIES_MAX * SUCCESSORS_MAX,
	};
	enum astar_outcome outcome = ASTAR_FULL;
	search->pause_at = UINT64_MAX;
	deepening.option = malloc(deepening.room * sizeof *deepening.option);
	if (deepening.ply != NULL && deepening.option != NULL)
		outcome = look_further(&deepening, start);
	free(deepening.ply);
	free(deepening.option);
	return outcome;
}
