/* The solver of bishop: A* on additive pattern databases.
 *
 * It begins with a bound that needs no preparation. The databases depend only on the goal and are
 * built once per level, the smallest first, each as soon as the search has cost as much as building
 * it will; beams, which look for a plan, take turns with it likewise. Where A* or a database takes
 * long, several threads share it. The positions of each proven plan are kept, so that a search that
 * reaches one of them stops there. */
#include "puzzles/bishop/bishop.h"

#include <stdlib.h>

#include "algo/least.h"
#include "puzzles/bishop/solver/astar.h"
#include "puzzles/bishop/solver/beam.h"
#include "puzzles/bishop/solver/deepen.h"

enum {
	BEAM_DUE = 4096,      /* successors of A* before the first beam, */
	BEAM_FIRST = 16,      /* its width, */
	BEAM_WIDER = 4,       /* and times as wide is each next one */
	BEAM_SHARE = 8,       /* beams may take an eighth of the memory, */
	DATABASE_SHARE = 4,   /* databases a fourth, */
	PROOF_SHARE = 16,     /* proofs a sixteenth, */
	ROUTES_SHARE = 64,    /* and routes a 64th */
	GAP = 4,              /* moves from the bound to a plan, for a division to be built */
	SUCCESSORS_A_SET = 6, /* take as long as a set of a database to build */
};

/* ---- memory ---- */

static size_t difference(size_t a, size_t b)
{
	return a > b ? a - b : 0;
}

static size_t beam_bytes(const struct bishop_context *context)
{
	return context->bytes / BEAM_SHARE;
}

static size_t database_bytes_left(const struct bishop_context *context)
{
	return difference(context->bytes / DATABASE_SHARE, context->patterns.bytes);
}

/* The bytes left for a search beside databases and beams. */
static size_t search_bytes(const struct bishop_context *context)
{
	const size_t used = sizeof *context + context->space.bytes + context->patterns.bytes +
	                    context->proofs.table.bytes + database_bytes_left(context) +
	                    beam_bytes(context);
	return difference(context->bytes, used);
}

/* ---- databases ---- */

/* The database that is built next. */
struct next_database {
	uint64_t sets; /* 0: there is none */
	int group;     /* whose it is, from 0; -1: a division's */
};

/* The smallest one. Once a division has given a better bound than the colours, their databases are
 * no longer worth building. */
static struct next_database find_next(const struct bishop_context *context)
{
	const struct patterns *patterns = &context->patterns;
	const uint64_t division = patterns->next.sets;
	const int group = patterns->division.sets > 0 ? -1 : bishop_patterns_next(patterns);
	const uint64_t sets = group < 0 ? 0 : context->space.group[group].sets;
	if (group >= 0 && (division == 0 || sets <= division))
		return (struct next_database){sets, group};
	return (struct next_database){division, -1};
}

/* Positions that are open already get the better bound when they are taken. */
static enum astar_outcome build(struct bishop_search *search, const struct next_database *next)
{
	struct patterns *patterns = &search->context->patterns;
	const size_t bytes = database_bytes_left(search->context);
	bool has_more;
	if (next->group >= 0) {
		has_more = bishop_patterns_build(patterns, next->group, bytes, search->monitor,
		                                 search->answer);
	} else {
		const int h = bishop_bound_of_rank(patterns, search->start);
		has_more = bishop_division_build(patterns, search->start, h, bytes, search->monitor,
		                                 search->answer);
	}
	return has_more ? ASTAR_PAUSED : ASTAR_STOPPED;
}

/* A division is worth building if no plan is known, or if the known one is well above the bound. */
static bool is_worth_building(const struct next_database *next, int h, const struct answer *answer)
{
	return next->sets > 0 &&
	       (next->group >= 0 || answer->upper < 0 || answer->upper - h >= GAP);
}

/* ---- the search ---- */

/* Looks for a plan. The next beam follows when A* has made as many successors as that may, or
 * sooner while no plan is known. */
static enum astar_outcome run_beam(struct bishop_context *context)
{
	struct bishop_search *search = &context->search;
	uint64_t made = 0;
	enum astar_outcome outcome =
		bishop_beam(search, context->width, beam_bytes(context), &made);
	if (outcome == ASTAR_PAUSED && bishop_beam_has_back(context))
		outcome = bishop_beam_back(search, context->width, beam_bytes(context), &made);
	if (outcome == ASTAR_STOPPED)
		return ASTAR_STOPPED;
	if (outcome == ASTAR_FULL || context->width > INT_MAX / BEAM_WIDER) {
		context->beam_due = UINT64_MAX;
	} else {
		context->beam_due =
			search->made + made * (search->answer->upper < 0 ? 1 : BEAM_WIDER);
		context->width *= BEAM_WIDER;
	}
	return ASTAR_PAUSED;
}

static enum astar_outcome take_turns(struct bishop_context *context)
{
	struct bishop_search *search = &context->search;
	const int h = bishop_bound_of_rank(&context->patterns, search->start);
	enum astar_outcome outcome = ASTAR_PAUSED;
	while (outcome == ASTAR_PAUSED) {
		const struct next_database next = find_next(context);
		const uint64_t due = is_worth_building(&next, h, search->answer)
		                             ? context->paid + SUCCESSORS_A_SET * next.sets
		                             : UINT64_MAX;
		const bool beam = context->beam_due < due;
		outcome = bishop_search_run(search, beam ? context->beam_due : due);
		if (outcome == ASTAR_PAUSED && beam) {
			outcome = run_beam(context);
		} else if (outcome == ASTAR_PAUSED) {
			outcome = build(search, &next);
			if (outcome == ASTAR_PAUSED)
				context->paid = search->made;
		}
	}
	return outcome;
}

static void end_search(struct bishop_context *context)
{
	if (context->interrupted)
		bishop_search_free(&context->search);
	context->interrupted = false;
}

/* A search leaves out what can't lead to a shorter plan than the one known to it, so only an answer
 * that has as good a plan can take it on. */
static bool can_continue(const struct bishop_context *context, uint64_t start,
                         const struct answer *answer)
{
	return context->interrupted && context->search.start == start &&
	       (context->upper < 0 || (answer->upper >= 0 && answer->upper <= context->upper));
}

/* Continues the search that was interrupted, or begins one. False: no room. */
static bool begin_search(struct bishop_context *context, uint64_t start, struct monitor *monitor,
                         struct answer *answer)
{
	if (can_continue(context, start, answer)) {
		bishop_search_resume(&context->search, monitor, answer);
		return true;
	}
	end_search(context);
	context->interrupted = true;
	context->paid = 0;
	context->beam_due = BEAM_DUE;
	context->width = BEAM_FIRST;
	return bishop_search_begin(&context->search, context, start, search_bytes(context), monitor,
	                           answer);
}

/* The answer's lower bound is at least the start's h. */
static void search_on(struct bishop_context *context, uint64_t start, struct monitor *monitor,
                      struct answer *answer)
{
	enum astar_outcome outcome = ASTAR_FULL;
	if (begin_search(context, start, monitor, answer))
		outcome = take_turns(context);
	if (outcome == ASTAR_FULL)
		answer->verdict = GAVE_UP;
	else if (outcome == ASTAR_PROVEN)
		answer->verdict = answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
	if (outcome != ASTAR_STOPPED || context->search.lost)
		end_search(context);
	if (outcome == ASTAR_FULL)
		context->full = start + 1;
	context->upper = answer->upper;
}

static void search_from(struct bishop_context *context, uint64_t start, struct monitor *monitor,
                        struct answer *answer)
{
	const int h = bishop_bound_of_rank(&context->patterns, start);
	if (h == DEAD_END) {
		answer->verdict = UNSOLVABLE;
	} else if (h == 0) {
		*answer = (struct answer){.verdict = OPTIMAL, .states = 1};
	} else if (bishop_context_distance(context, start) >= 0) {
		answer->length = bishop_context_plan(context, start, answer->plan, PLAN_MAX);
		answer->lower = answer->upper = answer->length;
		answer->states = (uint64_t)answer->length;
		answer->verdict = OPTIMAL;
	} else {
		answer->lower = greatest(h, answer->lower);
		if (context->full != start + 1 || !monitor->has_end)
			search_on(context, start, monitor, answer);
		if (context->full == start + 1 && monitor->has_end)
			bishop_deepen(&context->level, &context->patterns, start,
			              search_bytes(context) + database_bytes_left(context), monitor,
			              answer);
		if (answer->verdict == OPTIMAL && answer->length > 0)
			bishop_context_save(context, start, answer);
	}
	assert(answer->upper < 0 || answer->lower <= answer->upper);
}

/* ---- the solver ---- */

static void solver_search(void *given, const struct state *start, struct monitor *monitor,
                          struct answer *answer)
{
	struct bishop_context *context = given;
	uint64_t rank;
	if ((context->level.rules & LACKS_PIECES) != 0) {
		answer->verdict = UNSOLVABLE;
	} else if (!bishop_space_rank(&context->space, start, &rank)) {
		answer->verdict = GAVE_UP;
	} else {
		bishop_patterns_make_room(&context->patterns, context->bytes / DATABASE_SHARE);
		search_from(context, rank, monitor, answer);
	}
}

/* Whether A* counts at least twice as many moves as the bound. A level with many positions and a
 * long plan is better left to the general search. */
static bool counts_enough(const struct space *space)
{
	const int h = bishop_lower_bound(space->level, &space->level->start);
	return h == DEAD_END || 2 * h <= bishop_search_g_max(space);
}

static void *solver_open(const struct level *level, size_t bytes)
{
	struct bishop_context *context =
		bytes < sizeof *context ? NULL : calloc(1, sizeof *context);
	if (context == NULL)
		return NULL;
	context->level = *level;
	context->bytes = bytes;
	if (!bishop_space_init(&context->space, &context->level, bytes - sizeof *context)) {
		free(context);
		return NULL;
	}
	if (!counts_enough(&context->space)) {
		bishop_space_free(&context->space);
		free(context);
		return NULL;
	}
	bishop_beam_weigh(context);
	bishop_patterns_init(&context->patterns, &context->space, bytes / ROUTES_SHARE);
	/* With too little memory for this, no proofs are kept. */
	proof_table_init(&context->proofs, sizeof(uint64_t), bytes / PROOF_SHARE);
	return context;
}

static void solver_close(void *given)
{
	struct bishop_context *context = given;
	end_search(context);
	bishop_patterns_free(&context->patterns);
	proof_table_free(&context->proofs);
	bishop_space_free(&context->space);
	free(context);
}

const struct puzzle_solver bishop_solver = {
	.open = solver_open,
	.close = solver_close,
	.search = solver_search,
	.takes_plans = true,
};
