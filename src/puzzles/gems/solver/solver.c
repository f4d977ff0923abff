/* The solver of match three: a depth-first search for a first plan, then A* for the proof.
 *
 * Every swap clears three gems or more, and gems and letters to come run out. So no path meets a
 * position twice, and a depth-first search that remembers dead ends soon finds a plan. The two
 * searches take turns until it does; the rest is for A*.
 *
 * Between calls the table keeps what is proven: dead positions, and those on shortest plans. */
#include <assert.h>
#include <stdlib.h>

#include "puzzles/gems/gems.h"
#include "puzzles/gems/solver/search.h"

enum {
	SLICE_CLEAR = 8192,  /* expansions of the depth-first search before A* has its turn */
	SLICE_SCORE = 128,   /* the same where points are the goal: most swaps come nearer */
	BYTES_MIN = 2 << 20, /* with less, the general search serves the level */
};

/* ---- one call ---- */

static enum outcome answer_from_table(struct gems_search *search)
{
	struct position position;
	gems_table_position(&search->table, search->start, &position);
	search->answer->lower = (int)entry_at(&search->table, search->start)->distance;
	if (gems_search_improve(search, search->answer->lower))
		gems_search_fill_proven(search, position, 0);
	return PROVEN;
}

/* The two searches in turn until a plan is known, then A* alone. */
static enum outcome run(struct gems_search *search)
{
	if (gems_search_status(search, search->start) == STATUS_DEAD)
		return PROVEN;
	if (gems_search_status(search, search->start) == STATUS_SOLVED)
		return answer_from_table(search);
	if (!gems_astar_begin(search))
		return NO_MEMORY;
	for (unsigned slice = search->space.score_at > 0 ? SLICE_SCORE : SLICE_CLEAR;; slice *= 2) {
		enum outcome outcome = CONTINUE;
		if (search->answer->upper < 0)
			outcome = gems_depth_first(search, slice);
		const bool planned = search->answer->upper >= 0;
		if (outcome == CONTINUE)
			outcome = gems_astar(search, planned ? UINT32_MAX / 2 : 4 * slice);
		if (outcome != CONTINUE)
			return outcome;
	}
}

/* Gives every position of the plan an entry. False without memory. */
static bool add_plan(struct gems_search *search, struct position position)
{
	for (int i = 0; i < search->answer->length; i++) {
		const uint64_t hash = position_hash(&search->table, &position);
		if (gems_table_find(&search->table, &position, hash) == ENTRY_NONE &&
		    gems_search_add(search, &position, hash, 1) == ENTRY_NONE)
			return false;
		gems_search_make_move(search, &position, search->answer->plan[i]);
	}
	return true;
}

/* Remembers a shortest plan: from each of its positions the rest of it is shortest, too. All of it
 * or nothing, so that it can be followed to its end. */
static void keep_plan(struct gems_search *search, struct position position)
{
	const struct answer *answer = search->answer;
	if (!add_plan(search, position))
		return;
	for (int i = 0; i < answer->length; i++) {
		const uint64_t hash = position_hash(&search->table, &position);
		const uint32_t number = gems_table_find(&search->table, &position, hash);
		struct entry *entry = entry_at(&search->table, number);
		entry_set_status(&search->table, entry, STATUS_SOLVED);
		entry->distance = (unsigned)(answer->length - i) & DISTANCE_MAX;
		entry->move = (unsigned)answer->plan[i] & MOVE_CODE_MAX;
		gems_search_make_move(search, &position, answer->plan[i]);
	}
	assert(answer->length == 0 ||
	       gems_bound(&search->space, &search->transport, &position) == 0);
}

/* Finds or adds the start. False without memory. */
static bool add_start(struct gems_search *search, const struct position *start, int bound)
{
	const uint64_t hash = position_hash(&search->table, start);
	search->depth = 0;
	search->count_before = search->table.count;
	search->start = gems_table_find(&search->table, start, hash);
	if (search->start == ENTRY_NONE)
		search->start = gems_search_add(search, start, hash, bound);
	return search->start != ENTRY_NONE;
}

/* Discards what earlier calls left. */
static enum outcome clear_table(struct gems_search *search)
{
	search->ready = false; /* stopped halfway, the next call prepares everything again */
	for (int i = 0; i < SEGMENTS; i++) {
		gems_table_clear_segment(&search->table, i);
		if (i % (SEGMENTS / 16) == 0 && gems_search_report(search) == STOPPED)
			return STOPPED;
	}
	search->ready = true;
	return CONTINUE;
}

/* When memory runs out, what earlier calls left is discarded once. */
static enum outcome run_in_memory(struct gems_search *search, const struct position *start,
                                  int bound)
{
	enum outcome outcome =
		gems_table_next_epoch(&search->table) ? CONTINUE : clear_table(search);
	while (outcome == CONTINUE) {
		outcome = add_start(search, start, bound) ? run(search) : NO_MEMORY;
		if (outcome == NO_MEMORY && search->count_before > 0)
			outcome = clear_table(search);
	}
	return outcome;
}

static enum verdict verdict_of(enum outcome outcome, const struct answer *answer)
{
	switch (outcome) {
	case PROVEN:
		return answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
	case STOPPED:
		return answer->verdict;
	default:
		return GAVE_UP;
	}
}

static void search_position(struct gems_search *search, const struct position *start)
{
	struct answer *answer = search->answer;
	const int bound = gems_bound(&search->space, &search->transport, start);
	if (bound == BOUND_DEAD) {
		answer->verdict = UNSOLVABLE;
		return;
	}
	search->expanded = 0;
	search->count_before = search->table.count;
	answer->lower = bound;
	answer->verdict = SEARCHING;
	const enum outcome outcome = run_in_memory(search, start, bound);
	answer->verdict = verdict_of(outcome, answer);
	answer->states = search->table.count - search->count_before;
	assert(answer->upper < 0 || answer->lower <= answer->upper);
	assert(answer->verdict != OPTIMAL || answer->lower == answer->upper);
	if (answer->verdict == OPTIMAL)
		keep_plan(search, *start);
	else if (answer->verdict == UNSOLVABLE)
		search->table.dead[search->table.epoch] = true;
}

/* ---- the solver's interface ---- */

/* Prepares space, transport bound and table for positions of these gems. */
static bool make_ready(struct gems_search *search, const struct gems *gems)
{
	const size_t bytes = search->bytes - sizeof *search;
	if (search->ready && gems_space_fits(&search->space, &search->level, gems))
		return true;
	gems_table_free(&search->table);
	gems_transport_free(&search->transport);
	gems_space_init(&search->space, &search->level, gems);
	search->open_limit = bytes / 8;
	search->ready = gems_transport_init(&search->transport, bytes / 8) &&
	                gems_table_init(&search->table, search->space.words, bytes / 4 * 3);
	return search->ready;
}

static void solver_search(void *context, const struct state *start, struct monitor *monitor,
                          struct answer *answer)
{
	struct gems_search *search = context;
	struct gems gems;
	struct position position;
	gems_unpack(&search->level, start, &gems);
	search->monitor = monitor;
	search->answer = answer;
	answer->verdict = GAVE_UP;
	if (!make_ready(search, &gems))
		return;
	gems_space_position(&search->space, &search->level, &gems, &position);
	search_position(search, &position);
}

static void solver_close(void *context)
{
	struct gems_search *search = context;
	gems_table_free(&search->table);
	gems_transport_free(&search->transport);
	gems_astar_free(search);
	free(search->ply);
	free(search);
}

static void *solver_open(const struct level *level, size_t bytes)
{
	if (!gems_space_accepts(level) || bytes < BYTES_MIN)
		return NULL;
	struct gems_search *search = calloc(1, sizeof *search);
	if (search != NULL) {
		search->level = *level;
		search->bytes = bytes;
	}
	return search;
}

const struct puzzle_solver gems_solver = {
	.open = solver_open,
	.close = solver_close,
	.search = solver_search,
};
