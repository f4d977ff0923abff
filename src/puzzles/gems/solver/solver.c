/* The solver of match three: a depth-first search for a first plan, then A* for the proof.
 *
 * Every swap clears three gems or more, and gems and letters to come run out. So no path meets a
 * position twice, and a depth-first search that remembers dead ends soon finds a plan. The two
 * searches take turns until it does; the rest is for A*.
 *
 * Between calls the table keeps what is proven: dead positions, and those on shortest plans. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/gems/gems.h"
#include "puzzles/gems/solver/search.h"

enum {
	SLICE_CLEAR = 8192,  /* expansions of the depth-first search before A* has its turn */
	SLICE_SCORE = 128,   /* the same where points are the goal: most swaps come nearer */
	BYTES_MIN = 2 << 20, /* with less, the general search serves the level */
};

/* ---- one call ---- */

static enum astar_outcome answer_from_table(struct gems_search *search)
{
	search->answer->lower = (int)entry_at(&search->table, search->start)->distance;
	if (gems_search_improve(search, search->answer->lower))
		gems_search_fill_proven(search, position_of(&search->table, search->start), 0);
	return ASTAR_PROVEN;
}

static bool has_more(enum astar_outcome outcome)
{
	return outcome == ASTAR_CONTINUE || outcome == ASTAR_PAUSED;
}

/* The two searches in turn until a plan is known, then A* alone. */
static enum astar_outcome run(struct gems_search *search)
{
	if (gems_search_status(search, search->start) == STATUS_DEAD)
		return ASTAR_PROVEN;
	if (gems_search_status(search, search->start) == STATUS_SOLVED)
		return answer_from_table(search);
	if (!gems_astar_begin(search))
		return ASTAR_FULL;
	for (unsigned slice = search->space.score_at > 0 ? SLICE_SCORE : SLICE_CLEAR;; slice *= 2) {
		enum astar_outcome outcome = ASTAR_PAUSED;
		if (search->answer->upper < 0)
			outcome = gems_depth_first(search, slice);
		const bool planned = search->answer->upper >= 0;
		if (has_more(outcome))
			outcome = gems_astar(search, planned ? UINT32_MAX / 2 : 4 * slice);
		if (!has_more(outcome))
			return outcome;
	}
}

/* Gives every position of the plan an entry. False without memory. */
static bool add_plan(struct gems_search *search, struct position position)
{
	for (int i = 0; i < search->answer->length; i++) {
		if (gems_search_put(search, &position, 1) == STATE_NONE)
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
		const uint32_t number = position_find(&search->table, &position);
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
	search->depth = 0;
	search->count_before = search->table.states.count;
	search->start = gems_search_put(search, start, bound);
	return search->start != STATE_NONE;
}

/* Discards what earlier calls left. */
static enum astar_outcome clear_table(struct gems_search *search)
{
	search->ready = false; /* stopped halfway, the next call prepares everything again */
	search->table.epoch = 0;
	memset(search->table.dead, 0, sizeof search->table.dead);
	for (uint32_t shard = 0; shard < STATE_SHARDS; shard++) {
		state_table_clear(&search->table.states, shard);
		if (shard % (STATE_SHARDS / 16) == 0 && gems_search_report(search) == ASTAR_STOPPED)
			return ASTAR_STOPPED;
	}
	search->ready = true;
	return ASTAR_CONTINUE;
}

/* Begins another epoch, or empties the table if there is no epoch left, or little room. */
static enum astar_outcome next_epoch(struct gems_search *search)
{
	struct position_table *table = &search->table;
	const size_t entry_bytes = table->states.stride + 2 * sizeof(uint64_t);
	if (table->epoch == EPOCHS - 1 ||
	    table->states.count > table->states.limit / entry_bytes / 2)
		return clear_table(search);
	table->epoch++;
	return ASTAR_CONTINUE;
}

/* When memory runs out, what earlier calls left is discarded once. */
static enum astar_outcome run_in_memory(struct gems_search *search, const struct position *start,
                                        int bound)
{
	enum astar_outcome outcome = next_epoch(search);
	while (outcome == ASTAR_CONTINUE) {
		outcome = add_start(search, start, bound) ? run(search) : ASTAR_FULL;
		if (outcome == ASTAR_FULL && search->count_before > 0)
			outcome = clear_table(search);
	}
	return outcome;
}

static enum verdict verdict_of(enum astar_outcome outcome, const struct answer *answer)
{
	switch (outcome) {
	case ASTAR_PROVEN:
		return answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
	case ASTAR_STOPPED:
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
	search->expanded = search->report_at = 0;
	search->count_before = search->table.states.count;
	answer->lower = bound;
	answer->verdict = SEARCHING;
	const enum astar_outcome outcome = run_in_memory(search, start, bound);
	answer->verdict = verdict_of(outcome, answer);
	answer->states = search->table.states.count - search->count_before;
	assert(answer->upper < 0 || answer->lower <= answer->upper);
	assert(answer->verdict != OPTIMAL || answer->lower == answer->upper);
	if (answer->verdict == OPTIMAL)
		keep_plan(search, *start);
	else if (answer->verdict == UNSOLVABLE)
		search->table.dead[search->table.epoch] = true;
}

/* ---- the solver's interface ---- */

static void free_memory(struct gems_search *search)
{
	state_table_free(&search->table.states);
	search->table = (struct position_table){.epoch = 0};
	gems_transport_free(&search->transport);
	bucket_queue_free(&search->astar.open);
}

/* Prepares space, transport bound and table for positions of these gems. */
static bool make_ready(struct gems_search *search, const struct gems *gems)
{
	const size_t bytes = search->bytes - sizeof *search;
	if (search->ready && gems_space_fits(&search->space, &search->level, gems))
		return true;
	free_memory(search);
	gems_space_init(&search->space, &search->level, gems);
	bucket_queue_init(&search->astar.open, bytes / 8);
	search->ready = gems_transport_init(&search->transport, bytes / 8) &&
	                state_table_init(&search->table.states,
	                                 (size_t)search->space.words * sizeof(uint64_t),
	                                 sizeof(struct entry), bytes / 4 * 3);
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
	free_memory(search);
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
