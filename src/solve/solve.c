#include "solve/solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "solve/beam.h"
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

enum { PLAN_SHARE = 4, PLAN_BYTES_MAX = 32 << 20 }; /* memory for looking for a plan */

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

/* Whether parts are searched in turns, and given plans. Where a limit of states counts, each is
 * searched once, one after the other, so that the limit always ends the same search: a seed gives
 * the same board for ever. */
static bool takes_turns(const struct level_solver *solver)
{
	const struct puzzle_solver *own = solver->puzzle->solver;
	return own != NULL && own->takes_plans && solver->limits.states == 0;
}

/* Memory for looking for a plan. */
static size_t plan_bytes(const struct level_solver *solver)
{
	const size_t share = solver->limits.bytes / PLAN_SHARE;
	return share < PLAN_BYTES_MAX ? share : PLAN_BYTES_MAX;
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
	const size_t plan = takes_turns(solver) ? plan_bytes(solver) : 0;
	return add_piece(solver, level, (solver->limits.bytes - plan) / (size_t)solver->parts);
}

/* ---- one piece ---- */

/* Searches from the level's start, on an answer that may have bounds and a plan already. */
static void search_piece(struct level_solver *solver, const struct level *level,
                         struct monitor *monitor, struct answer *answer)
{
	if (solver->puzzle->rules.solved(level, &level->start)) {
		*answer = (struct answer){.verdict = OPTIMAL, .states = 1};
		return;
	}
	struct piece *piece = piece_of(solver, level);
	answer->verdict = SEARCHING;
	if (piece == NULL)
		answer->verdict = GAVE_UP;
	else if (piece->context != NULL)
		solver->puzzle->solver->search(piece->context, &level->start, monitor, answer);
	else
		general_search(piece->general, &level->start, monitor, answer);
}

/* ---- parts, in turns ----
 *
 * All parts take turns, so that each soon has a plan and its share of the lower bound, and none
 * waits for a proof that may never come. A turn ends with the part's first plan. Each turn is
 * longer than the one before, so that a search that begins again loses little. Between two turns
 * of the general search a plan of the part is looked for, or a shorter one. */

enum {
	TURN_REPORTS = 64,   /* reports of progress in a first turn: some thousandths of a second */
	TURN_LONGER = 8,     /* times as long is each next turn, */
	PLAN_WORK = 1 << 12, /* and so is the search for plans; successors after the first turn */
	PLAN_GAP = 1,        /* moves from the bound to a plan that is not worth shortening */
	PLAN_WORK_MAX = 1 << 24,
	TURNS_ALONE = 3, /* of the only part that is left; then nothing interrupts its search */
};

struct whole {
	struct monitor *monitor;
	struct level level;    /* of the part that has its turn */
	struct answer *part;   /* of each part */
	struct answer *sketch; /* of each part: a plan that was made at once, if there is one */
	int parts;
	uint64_t left;     /* reports left in this turn; 0: it has ended */
	bool has_plan;     /* the part that has its turn had one before */
	bool stopped;      /* by the monitor */
	struct answer sum; /* its verdict is SEARCHING until the monitor says otherwise */
};

static void forget_plan(struct answer *answer)
{
	answer->upper = -1;
	answer->length = 0;
}

/* Adds the plan of a part. There is one for the whole only if each part has one. */
static void add_plan(struct answer *sum, const struct answer *part)
{
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

static bool is_sketch_better(const struct answer *part, const struct answer *sketch)
{
	return sketch->upper >= 0 && (part->upper < 0 || part->upper > sketch->upper);
}

static void add_up(struct whole *whole)
{
	struct answer *sum = &whole->sum;
	sum->states = 0;
	sum->lower = sum->upper = sum->length = 0;
	for (int i = 0; i < whole->parts; i++) {
		const struct answer *part = &whole->part[i];
		sum->states += part->states;
		sum->lower += part->lower;
		add_plan(sum, is_sketch_better(part, &whole->sketch[i]) ? &whole->sketch[i] : part);
	}
}

static bool report_whole(void *context, const struct answer *part)
{
	struct whole *whole = context; /* the part is one of its parts */
	const bool first = part->upper >= 0 && !whole->has_plan && whole->parts > 1;
	add_up(whole);
	whole->stopped = !monitor_report(whole->monitor, &whole->sum);
	whole->left = first ? 0 : whole->left - 1;
	return !whole->stopped && whole->left > 0;
}

static bool is_final(const struct answer *part)
{
	return part->verdict != SEARCHING;
}

/* The level of a part of a position. */
static void set_part(const struct level_solver *solver, const struct state *start, int i,
                     struct level *level)
{
	if (solver->puzzle->rules.split != NULL) {
		solver->puzzle->rules.split(&solver->level, start, i, level);
	} else {
		*level = solver->level;
		level->start = *start;
	}
}

static void begin_part(const struct level_solver *solver, const struct level *level,
                       struct answer *part)
{
	const int h =
		takes_turns(solver) ? solver->puzzle->rules.lower_bound(level, &level->start) : 0;
	*part = (struct answer){
		.verdict = SEARCHING,
		.lower = h == DEAD_END ? 0 : h,
		.upper = -1,
	};
}

/* Makes the sketch of a part that had no plan after its first turn. Most need none. False: there is
 * none, or it was made before. */
static bool make_sketch(const struct level_solver *solver, const struct level *level,
                        struct answer *sketch)
{
	const struct puzzle_rules *rules = &solver->puzzle->rules;
	if (rules->plan == NULL || sketch->verdict != SEARCHING)
		return false;
	sketch->verdict = GAVE_UP; /* it is not made again */
	sketch->length = rules->plan(level, &level->start, sketch->plan, PLAN_MAX);
	sketch->upper = sketch->length > 0 ? sketch->length : -1;
	return sketch->length > 0;
}

/* A sketch that the bound has reached is a shortest plan. */
static void take_sketch(struct answer *part, const struct answer *sketch)
{
	const uint64_t states = part->states;
	if (!is_sketch_better(part, sketch) || part->lower < sketch->upper)
		return;
	*part = *sketch;
	part->verdict = OPTIMAL;
	part->lower = part->upper;
	part->states = states;
}

/* Whether a part needs plans that are looked for beside its search: the general search finds none
 * before it is done. */
static bool needs_plans(struct level_solver *solver, const struct level *level)
{
	const struct piece *piece = takes_turns(solver) ? piece_of(solver, level) : NULL;
	return piece != NULL && piece->general != NULL;
}

/* Looks for a plan, or a shorter one. */
static void plan_part(const struct level_solver *solver, struct whole *whole, int work,
                      struct monitor *monitor, struct answer *part)
{
	whole->left = UINT64_MAX;
	part->verdict = SEARCHING;
	beam_plan(solver->puzzle, &whole->level, plan_bytes(solver), work, monitor, part);
	if (part->lower == part->upper)
		part->verdict = OPTIMAL;
}

/* Gives a part a turn of some reports; 0: to the end. */
static void search_part(struct level_solver *solver, struct whole *whole, int i, uint64_t reports,
                        int work)
{
	const struct limits alone = {.threads = solver->limits.threads};
	struct monitor inner = {
		.limits = &alone,
		.progress = report_whole,
		.context = whole,
		.has_end = whole->monitor->has_end,
	};
	struct answer *part = &whole->part[i];
	whole->left = reports == 0 ? UINT64_MAX : reports;
	whole->has_plan = part->upper >= 0;
	search_piece(solver, &whole->level, &inner, part);
	const bool is_new = part->upper < 0 && part->verdict != UNSOLVABLE && !whole->stopped &&
	                    make_sketch(solver, &whole->level, &whole->sketch[i]);
	take_sketch(part, &whole->sketch[i]);
	const bool full = part->verdict == GAVE_UP;
	if (whole->stopped || is_new || (is_final(part) && !full) ||
	    (part->upper >= 0 && part->upper - part->lower <= PLAN_GAP) ||
	    !needs_plans(solver, &whole->level))
		return;
	plan_part(solver, whole, work, &inner, part);
	if (full && part->verdict == SEARCHING && !whole->stopped)
		part->verdict = GAVE_UP;
}

static int count_searching(const struct whole *whole)
{
	int searching = 0;
	for (int i = 0; i < whole->parts; i++)
		searching += !is_final(&whole->part[i]);
	return searching;
}

/* Gives each part that is not done a turn. False: the whole is done, since it was stopped or a part
 * is unsolvable. */
static bool take_turn(struct level_solver *solver, const struct state *start, struct whole *whole,
                      uint64_t reports, int work)
{
	for (int i = 0; i < whole->parts; i++) {
		struct answer *part = &whole->part[i];
		if (is_final(part))
			continue;
		set_part(solver, start, i, &whole->level);
		search_part(solver, whole, i, reports, work);
		if (whole->stopped || part->verdict == UNSOLVABLE)
			return false;
	}
	return true;
}

static enum verdict verdict_of(const struct whole *whole)
{
	enum verdict verdict = OPTIMAL;
	for (int i = 0; i < whole->parts; i++) {
		if (whole->part[i].verdict == UNSOLVABLE)
			return UNSOLVABLE;
		if (whole->part[i].verdict != OPTIMAL)
			verdict = GAVE_UP;
	}
	return whole->stopped ? whole->sum.verdict : verdict;
}

static void search_whole(struct level_solver *solver, const struct state *start,
                         struct whole *whole, struct answer *answer)
{
	uint64_t reports = takes_turns(solver) ? TURN_REPORTS : 0;
	int work = PLAN_WORK, turns = 0;
	for (int i = 0; i < whole->parts; i++) {
		set_part(solver, start, i, &whole->level);
		begin_part(solver, &whole->level, &whole->part[i]);
		whole->sketch[i] = (struct answer){.verdict = SEARCHING, .upper = -1};
	}
	while (count_searching(whole) > 0 && take_turn(solver, start, whole, reports, work)) {
		const bool last = ++turns >= TURNS_ALONE && count_searching(whole) == 1;
		reports = last ? 0 : reports * TURN_LONGER;
		work = work < PLAN_WORK_MAX ? work * TURN_LONGER : work;
	}
	add_up(whole);
	*answer = whole->sum;
	answer->verdict = verdict_of(whole);
	if (answer->verdict == UNSOLVABLE)
		forget_plan(answer);
}

bool level_solver_run(struct level_solver *solver, const struct state *start, progress_fn *progress,
                      void *context, struct answer *answer)
{
	*answer = (struct answer){.verdict = GAVE_UP, .upper = -1};
	if (solver == NULL || solver->level.endless)
		return false;
	struct monitor monitor = monitor_begin(&solver->limits, progress, context);
	if (solver->parts > 1 || takes_turns(solver)) {
		struct whole *whole = calloc(1, sizeof *whole);
		struct answer *part = calloc(2 * (size_t)solver->parts, sizeof *part);
		if (whole != NULL && part != NULL) {
			*whole = (struct whole){
				.monitor = &monitor,
				.part = part,
				.sketch = part + solver->parts,
				.parts = solver->parts,
			};
			search_whole(solver, start, whole, answer);
		}
		free(part);
		free(whole);
	} else {
		solver->level.start = *start;
		answer->verdict = SEARCHING;
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
