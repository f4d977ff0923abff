/* The solver of match three: a depth-first search for a first plan, then A* for the proof.
 *
 * Every swap clears three gems or more, and gems and letters to come run out. So no path meets a
 * position twice, and a depth-first search that remembers dead ends soon finds a plan. The two
 * searches take turns until it does, and a wider and wider beam search shortens the plan; the rest
 * is for A*. When memory is full, a branch and bound goes on without end.
 *
 * Between calls the table keeps proven positions: dead positions, and those on shortest plans. A
 * proof_table would hold the latter a second time: here they are entries of the search, and a
 * search that reaches one ends there. */
#include <stdlib.h>

#include "os/portable.h"
#include "puzzles/gems/gems.h"
#include "puzzles/gems/solver/search.h"

enum {
	SLICE_CLEAR = 8192, /* expansions of the depth-first search before A* has its turn */
	SLICE_SCORE = 128,  /* the same where points are the goal: most swaps come nearer */
	SLICE_MAX = 1 << 30,
	BEAM_SHARE = 16,    /* a beam is that much narrower than the slice before it */
	BEAM_FULL = 1024,   /* width of the first beam once memory is full */
	BEAM_MAX = 16384,
	HOPELESS = 1 << 18,  /* expansions without a plan */
	BYTES_MIN = 2 << 20, /* with less, the general search serves the level */
};

/* ---- one call ---- */

/* A beam search, unless it is too wide. The next one is `factor` times as wide. */
static enum astar_outcome beam(struct gems_search *search, const struct position *start,
                               uint32_t factor)
{
	const uint32_t width = search->beam_width;
	if (width > BEAM_MAX || !gems_beam_fits(search, width))
		return ASTAR_CONTINUE;
	search->beam_width *= factor;
	const enum astar_outcome outcome = gems_beam(search, start, width);
	return outcome == ASTAR_FULL ? ASTAR_CONTINUE : outcome;
}

/* Whether there is probably no plan: most boards that are to be cleared have one soon, or never. */
static bool is_hopeless(const struct gems_search *search)
{
	return search->answer->upper < 0 && search->space.score_at == 0 &&
	       search->expanded > HOPELESS;
}

/* The searches in turn: the depth-first one until a plan is known, beams until they are too wide,
 * then A* alone. A* is left out where there is probably no plan: it would meet the same positions,
 * and more of them. */
static enum astar_outcome take_turns(struct gems_search *search, const struct position *start)
{
	unsigned slice = search->space.score_at > 0 ? SLICE_SCORE : SLICE_CLEAR;
	if (!gems_astar_begin(search))
		return ASTAR_FULL;
	for (search->beam_width = slice / BEAM_SHARE;;
	     slice = slice < SLICE_MAX ? 2 * slice : slice) {
		enum astar_outcome outcome = ASTAR_CONTINUE;
		if (search->answer->upper < 0)
			outcome = gems_depth_first(search, slice);
		if ((outcome == ASTAR_CONTINUE || outcome == ASTAR_PAUSED) && !is_hopeless(search))
			outcome = gems_astar(search, 2 * slice);
		if (outcome == ASTAR_CONTINUE || outcome == ASTAR_PAUSED)
			outcome = beam(search, start, 2);
		if (outcome != ASTAR_CONTINUE)
			return outcome;
	}
}

static enum astar_outcome run(struct gems_search *search, const struct position *start)
{
	const struct entry *entry = entry_at(search, search->start);
	const enum entry_status status = entry_status(search, entry);
	if (status == STATUS_SOLVED) {
		search->answer->lower = (int)entry->distance;
		gems_search_improve(search, 0, search->start);
	}
	return status >= STATUS_DEAD ? ASTAR_PROVEN : take_turns(search, start);
}

/* With a table of bounds: some beams, then branch and bound. */
static enum astar_outcome run_on_bounds(struct gems_search *search, const struct position *start)
{
	if (search->beam_width < BEAM_FULL)
		search->beam_width = BEAM_FULL;
	for (uint32_t last = 0; last != search->beam_width;) {
		last = search->beam_width;
		if (beam(search, start, 4) == ASTAR_STOPPED)
			return ASTAR_STOPPED;
	}
	return gems_branch_and_bound(search, start, search->bytes / 8);
}

/* Remembers a shortest plan: from each of its positions the rest of it is shortest, too. All of it
 * or nothing, so that it can be followed to its end. A table of bounds has what it needs. */
static void save_plan(struct gems_search *search, struct position position)
{
	const struct answer *answer = search->answer;
	if (search->bounds.entry != NULL)
		return;
	uint32_t number[PLIES_MAX];
	for (int i = 0; i < answer->length; i++) {
		number[i] = gems_search_put(search, &position, 1);
		if (number[i] == STATE_NONE)
			return;
		gems_space_move(&search->space, &position, answer->plan[i]);
	}
	assert(gems_bound(&search->space, search->transport, &position) == 0);
	for (int i = 0; i < answer->length; i++) {
		struct entry *entry = entry_at(search, number[i]);
		entry_set_status(search, entry, STATUS_SOLVED);
		entry->parent = i + 1 < answer->length ? number[i + 1] : STATE_NONE;
		entry->distance = (unsigned)(answer->length - i) & DISTANCE_MAX;
		entry->move = (unsigned)answer->plan[i] & MOVE_CODE_MAX;
	}
}

/* Discards the results of earlier calls. */
static enum astar_outcome clear_table(struct gems_search *search)
{
	search->ready = false; /* stopped halfway, the next call prepares everything again */
	search->epoch = 0;
	search->count_before = 0;
	memset(search->dead, 0, sizeof search->dead);
	for (uint32_t shard = 0; shard < STATE_SHARDS; shard++) {
		state_table_clear(&search->table, shard);
		if (shard % (STATE_SHARDS / 16) == 0 && gems_search_report(search) == ASTAR_STOPPED)
			return ASTAR_STOPPED;
	}
	search->ready = true;
	return ASTAR_CONTINUE;
}

/* Begins another epoch, or empties the table if there is no epoch left, or little room. */
static enum astar_outcome next_epoch(struct gems_search *search)
{
	const size_t entry_bytes = search->table.stride + 2 * sizeof(uint64_t);
	if (search->epoch == EPOCHS - 1 ||
	    search->table.count > search->table.limit / entry_bytes / 2)
		return clear_table(search);
	search->epoch++;
	return ASTAR_CONTINUE;
}

/* When memory runs out, the results of earlier calls are discarded once. */
static enum astar_outcome run_in_memory(struct gems_search *search, const struct position *start,
                                        int bound)
{
	enum astar_outcome outcome = next_epoch(search);
	while (outcome == ASTAR_CONTINUE) {
		search->depth = 0;
		search->count_before = search->table.count;
		search->start = gems_search_put(search, start, bound);
		outcome = search->start != STATE_NONE ? run(search, start) : ASTAR_FULL;
		if (outcome == ASTAR_FULL && search->count_before > 0)
			outcome = clear_table(search);
	}
	return outcome;
}

/* Gives the memory of table and open list to a table of bounds. */
static enum astar_outcome give_up_table(struct gems_search *search)
{
	search->stored = search->table.count - search->count_before;
	search->stored_at = search->expanded;
	state_table_free(&search->table);
	bucket_queue_free(&search->astar.open);
	memory_trim();
	search->ready = bound_table_init(&search->bounds, search->space.words,
	                                 search->bytes / 4 * 3 - sizeof *search);
	return search->ready ? ASTAR_CONTINUE : ASTAR_FULL;
}

static enum astar_outcome run_all(struct gems_search *search, const struct position *start,
                                  int bound)
{
	enum astar_outcome outcome = ASTAR_CONTINUE;
	search->stored = search->stored_at = 0;
	search->beam_width = 0;
	if (search->bounds.entry == NULL) {
		outcome = run_in_memory(search, start, bound);
		if (outcome != ASTAR_FULL)
			return outcome;
		outcome = give_up_table(search);
	}
	return outcome == ASTAR_CONTINUE ? run_on_bounds(search, start) : outcome;
}

static void search_position(struct gems_search *search, const struct position *start)
{
	struct answer *answer = search->answer;
	const int bound = gems_bound(&search->space, search->transport, start);
	if (bound == BOUND_DEAD) {
		answer->verdict = UNSOLVABLE;
		return;
	}
	search->expanded = search->report_at = 0;
	search->count_before = search->table.count;
	search->astar.lower = &answer->lower;
	search->astar.upper = &answer->upper;
	answer->lower = bound;
	answer->verdict = SEARCHING;
	const enum astar_outcome outcome = run_all(search, start, bound);
	if (outcome == ASTAR_PROVEN)
		answer->verdict = answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
	else if (outcome != ASTAR_STOPPED)
		answer->verdict = GAVE_UP;
	answer->states = gems_search_states(search);
	assert(answer->upper < 0 || answer->lower <= answer->upper);
	assert(answer->verdict != OPTIMAL || answer->lower == answer->upper);
	if (answer->verdict == OPTIMAL)
		save_plan(search, *start);
	else if (answer->verdict == UNSOLVABLE && search->bounds.entry == NULL)
		search->dead[search->epoch] = true;
}

/* ---- the solver's interface ---- */

static void free_memory(struct gems_search *search)
{
	state_table_free(&search->table);
	for (; search->threads > 0; search->threads--)
		gems_transport_free(&search->transport[search->threads - 1]);
	bucket_queue_free(&search->astar.open);
	bound_table_free(&search->bounds);
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
	const size_t position_bytes = (size_t)search->space.words * sizeof(uint64_t);
	search->epoch = 0;
	memset(search->dead, 0, sizeof search->dead);
	search->threads = 1;
	search->ready = gems_transport_init(search->transport, bytes / 16) &&
	                state_table_init(&search->table, position_bytes, sizeof(struct entry),
	                                 bytes / 4 * 3);
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
	for (int i = 0; i < PLIES_MAX; i++)
		free(search->ply[i]);
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
