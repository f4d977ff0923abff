#include "solve/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "solve/general.h"

const struct limits limits_default = {.bytes = (size_t)512 << 20, .threads = 1};

/* A level that is searched as one: the whole, or a part of it. */
struct piece {
	struct level level;
	void *context; /* context of the puzzle's solver; NULL where the general search answers */
	struct general *general;
};

struct level_solver {
	const struct puzzle *puzzle;
	struct limits limits;
	struct level level; /* its start is the position asked about */
	struct state start; /* the level's own */
	int parts;          /* parts of each position of the level */
	int count;
	struct piece *piece; /* the parts searched so far, or the whole; room for all */
};

/* ---- pieces ---- */

static void free_last_piece(struct level_solver *solver)
{
	struct piece *piece = &solver->piece[--solver->count];
	if (piece->context != NULL)
		solver->puzzle->solver->close(piece->context);
	else
		general_close(piece->general);
}

static struct piece *add_piece(struct level_solver *solver, const struct level *level, size_t bytes)
{
	const struct puzzle *puzzle = solver->puzzle;
	struct piece *piece = &solver->piece[solver->count];
	piece->level = *level;
	piece->context = puzzle->solver == NULL ? NULL : puzzle->solver->open(&piece->level, bytes);
	piece->general = piece->context == NULL ? general_open(puzzle, &piece->level, bytes) : NULL;
	if (piece->context == NULL && piece->general == NULL)
		return NULL;
	solver->count++;
	return piece;
}

/* The piece of that level, made when it is first needed. There are no more pieces than a position
 * has parts, so that together they keep to the limit of memory. */
static struct piece *piece_of(struct level_solver *solver, const struct level *level)
{
	for (int i = 0; i < solver->count; i++)
		if (level_is_same(&solver->piece[i].level, level))
			return &solver->piece[i];
	if (solver->count == solver->parts)
		free_last_piece(solver);
	return add_piece(solver, level, solver->limits.bytes / (size_t)solver->parts);
}

/* ---- one piece ---- */

static void search_piece(struct level_solver *solver, const struct level *level,
                         struct monitor *monitor, struct answer *answer)
{
	*answer = (struct answer){.verdict = SEARCHING, .upper = -1};
	if (solver->puzzle->rules.solved(level, &level->start)) {
		*answer = (struct answer){.verdict = OPTIMAL, .states = 1};
		return;
	}
	struct piece *piece = piece_of(solver, level);
	if (piece == NULL)
		answer->verdict = GAVE_UP;
	else if (piece->context != NULL)
		solver->puzzle->solver->search(piece->context, &level->start, monitor, answer);
	else
		general_search(piece->general, &level->start, monitor, answer);
}

/* ---- positions of several parts ---- */

struct whole {
	struct monitor *monitor;
	struct answer done; /* the sum over the parts that have been searched */
	struct answer part; /* the one that is being searched, */
	struct level level; /* and its level */
	bool last;          /* it is the last */
	struct answer sum;  /* sum of `done` and that one, as reported */
};

static void forget_plan(struct answer *answer)
{
	answer->upper = -1;
	answer->length = 0;
}

/* Adds a part's answer. There is a plan for the whole only if each part has one. */
static void add_part(struct answer *sum, const struct answer *part)
{
	sum->states += part->states;
	sum->lower += part->lower;
	if (sum->upper < 0 || part->upper < 0) {
		forget_plan(sum);
		return;
	}
	const bool whole = sum->length == sum->upper && part->length == part->upper &&
	                   sum->upper + part->upper <= PLAN_MAX;
	if (whole)
		memcpy(sum->plan + sum->length, part->plan,
		       (size_t)part->length * sizeof *sum->plan);
	sum->upper += part->upper;
	sum->length = whole ? sum->upper : 0;
}

static bool report_whole(void *context, const struct answer *part)
{
	struct whole *whole = context;
	whole->sum = whole->done;
	add_part(&whole->sum, part);
	if (!whole->last)
		forget_plan(&whole->sum);
	return monitor_report(whole->monitor, &whole->sum);
}

/* Searches each part. An unsolvable one ends it; after one without a proof the sums are still
 * true. */
static void search_parts(struct level_solver *solver, const struct state *start,
                         struct monitor *monitor, struct whole *whole, struct answer *answer)
{
	const struct limits alone = {.threads = solver->limits.threads};
	struct monitor inner = {.limits = &alone, .progress = report_whole, .context = whole};
	const struct answer *part = &whole->part;
	enum verdict verdict = OPTIMAL;
	whole->monitor = monitor;
	for (int i = 0; i < solver->parts; i++) {
		whole->last = i == solver->parts - 1;
		solver->puzzle->rules.split(&solver->level, start, i, &whole->level);
		search_piece(solver, &whole->level, &inner, &whole->part);
		add_part(&whole->done, part);
		if (part->verdict != OPTIMAL)
			verdict = part->verdict;
		if (part->verdict == UNSOLVABLE || part->verdict == SEARCHING)
			break;
	}
	*answer = whole->done;
	answer->verdict = verdict == SEARCHING ? whole->sum.verdict : verdict;
	if (!whole->last || verdict == UNSOLVABLE)
		forget_plan(answer);
}

bool level_solver_run(struct level_solver *solver, const struct state *start, progress_fn *progress,
                      void *context, struct answer *answer)
{
	*answer = (struct answer){.verdict = GAVE_UP, .upper = -1};
	if (solver == NULL || solver->level.endless)
		return false;
	struct monitor monitor = monitor_begin(&solver->limits, progress, context);
	if (solver->parts > 1) {
		struct whole *whole = calloc(1, sizeof *whole);
		if (whole == NULL)
			return false;
		search_parts(solver, start, &monitor, whole, answer);
		free(whole);
	} else {
		solver->level.start = *start;
		search_piece(solver, &solver->level, &monitor, answer);
	}
	assert(puzzle_answer_is_valid(solver->puzzle, &solver->level, start, answer));
	return answer->verdict == OPTIMAL || answer->verdict == UNSOLVABLE;
}

bool level_solver_is_for(const struct level_solver *solver, const struct puzzle *puzzle,
                         const struct level *level)
{
	return solver->puzzle == puzzle && level_is_same(&solver->level, level) &&
	       memcmp(&solver->start, &level->start, sizeof level->start) == 0;
}

struct level_solver *level_solver_new(const struct puzzle *puzzle, const struct level *level,
                                      const struct limits *limits)
{
	struct level_solver *made = calloc(1, sizeof *made);
	if (made == NULL)
		return NULL;
	made->puzzle = puzzle;
	made->limits = *limits;
	made->level = *level;
	made->start = level->start;
	made->parts = puzzle->rules.split == NULL
	                      ? 1
	                      : puzzle->rules.split(level, &level->start, 0, NULL);
	made->piece = calloc((size_t)made->parts, sizeof *made->piece);
	if (made->piece == NULL) {
		free(made);
		return NULL;
	}
	return made;
}

void level_solver_free(struct level_solver *solver)
{
	if (solver == NULL)
		return;
	while (solver->count > 0)
		free_last_piece(solver);
	free(solver->piece);
	free(solver);
}

bool solve_position(const struct puzzle *puzzle, const struct level *level,
                    const struct state *start, const struct limits *limits, progress_fn *progress,
                    void *context, struct answer *answer)
{
	struct level_solver *alone = level_solver_new(puzzle, level, limits);
	const bool proven = level_solver_run(alone, start, progress, context, answer);
	level_solver_free(alone);
	return proven;
}
