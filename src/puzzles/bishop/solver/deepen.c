#include "puzzles/bishop/solver/deepen.h"

#include <limits.h>
#include <stdlib.h>

#include "algo/least.h"

enum {
	NEED_BITS = 64 - RANK_BITS_MAX, /* bits of an entry for the moves that are needed */
	NEED_MAX = (1 << NEED_BITS) - 1,
	STEPS_SHARE = 4,  /* the part of the memory for the steps of all positions on the path */
	TICK_MET = 128,   /* positions met between two reports */
	ENTRIES_MIN = 64, /* of the table */
};

/* A position on the path: its steps that have not been tried yet. */
struct on_path {
	size_t next, end;
};

struct deepen {
	const struct level *level;
	const struct patterns *patterns;
	struct on_path path[PLAN_MAX + 1];
	int length;        /* moves from the start to the end of the path */
	struct step *step; /* the steps of all on the path */
	size_t steps;      /* room for them */
	uint64_t *entry;   /* number + 1 << NEED_BITS | moves that are needed from there; 0: free */
	uint64_t mask;     /* of the index of an entry */
	int max, next;     /* moves that a plan may have in this round; the lowest f above */
	struct position position;
	struct monitor *monitor;
	struct answer *answer;
};

enum outcome { NOTHING, FOUND, STOPPED, NO_ROOM };

/* Whether no plan of this round leads through a position reached by `g` moves. If one may, that is
 * noted as if there were none: so it is not searched again by as many moves or more, and in later
 * rounds, which only follow where there was none, it is true. */
static bool is_known(struct deepen *deepen, uint64_t rank, int g)
{
	uint64_t *entry = &deepen->entry[rank * UINT64_C(0x9E3779B97F4A7C15) >> 16 & deepen->mask];
	const int need = deepen->max + 1 - g;
	if (*entry >> NEED_BITS == rank + 1) {
		const int known = g + (int)(*entry & NEED_MAX);
		if (known > deepen->max) {
			deepen->next = least(known, deepen->next);
			return true;
		}
	}
	*entry = (rank + 1) << NEED_BITS | (uint64_t)least(need, NEED_MAX);
	return false;
}

/* Adds a position with its useful steps to the path. */
static enum outcome enter(struct deepen *deepen, uint64_t rank)
{
	const struct space *space = deepen->patterns->space;
	const int g = deepen->length;
	const size_t first = g == 0 ? 0 : deepen->path[g - 1].end;
	struct estimate estimate;
	size_t end = first;
	deepen->path[g] = (struct on_path){first, first};
	if (++deepen->answer->states % TICK_MET == 0 &&
	    !monitor_report(deepen->monitor, deepen->answer))
		return STOPPED;
	bishop_space_unrank(space, rank, &deepen->position);
	int h = bishop_bound(deepen->patterns, &deepen->position, &estimate);
	if (h == 0)
		return FOUND;
	if (g + h == deepen->max)
		h = bishop_bound_by_stops(deepen->patterns, &deepen->position, h);
	if (h != DEAD_END && g + h > deepen->max)
		deepen->next = least(g + h, deepen->next);
	if (h == DEAD_END || g + h > deepen->max || is_known(deepen, rank, g))
		return NOTHING;
	if (first + bishop_space_steps_max(space) > deepen->steps || g == PLAN_MAX)
		return NO_ROOM;
	const int count = bishop_space_steps(space, &deepen->position, false, deepen->step + first);
	for (int i = 0; i < count; i++) {
		const struct step step = deepen->step[first + (size_t)i];
		const int after =
			bishop_bound_after(deepen->patterns, &deepen->position, &estimate, &step);
		if (after == DEAD_END)
			continue;
		if (g + 1 + after <= deepen->max)
			deepen->step[end++] = step;
		else
			deepen->next = least(g + 1 + after, deepen->next);
	}
	deepen->path[g].end = end;
	return NOTHING;
}

/* Depth first from the start. */
static enum outcome run_round(struct deepen *deepen, uint64_t start)
{
	deepen->length = 0;
	enum outcome outcome = enter(deepen, start);
	while (outcome == NOTHING && deepen->length >= 0) {
		struct on_path *last = &deepen->path[deepen->length];
		if (last->next == last->end) {
			deepen->length--;
			continue;
		}
		const uint64_t rank = deepen->step[last->next++].rank;
		deepen->length++;
		outcome = enter(deepen, rank);
	}
	return outcome;
}

static void take_plan(const struct deepen *deepen)
{
	const uint16_t *board = deepen->patterns->space->board;
	struct answer *answer = deepen->answer;
	answer->upper = answer->length = deepen->length;
	for (int i = 0; i < deepen->length; i++) {
		const struct step *step = &deepen->step[deepen->path[i].next - 1];
		answer->plan[i] =
			bishop_path_between(deepen->level, board[step->from], board[step->to]).code;
	}
}

static void run_rounds(struct deepen *deepen, uint64_t start)
{
	struct answer *answer = deepen->answer;
	enum outcome outcome = NOTHING;
	deepen->next = answer->lower;
	while (outcome == NOTHING && deepen->next < INT_MAX &&
	       (answer->upper < 0 || deepen->next < answer->upper)) {
		deepen->max = answer->lower = deepen->next;
		deepen->next = INT_MAX;
		outcome = run_round(deepen, start);
	}
	if (outcome == STOPPED)
		return;
	if (outcome == FOUND)
		take_plan(deepen);
	answer->verdict = outcome == NO_ROOM ? GAVE_UP : answer->upper >= 0 ? OPTIMAL : UNSOLVABLE;
	if (answer->verdict == OPTIMAL)
		answer->lower = answer->upper;
}

void bishop_deepen(const struct level *level, const struct patterns *patterns, uint64_t start,
                   size_t bytes, struct monitor *monitor, struct answer *answer)
{
	struct deepen *deepen = bytes < sizeof *deepen ? NULL : malloc(sizeof *deepen);
	answer->verdict = GAVE_UP;
	if (deepen == NULL)
		return;
	*deepen = (struct deepen){
		.level = level,
		.patterns = patterns,
		.steps = (bytes - sizeof *deepen) / STEPS_SHARE / sizeof *deepen->step,
		.mask = ENTRIES_MIN - 1,
		.monitor = monitor,
		.answer = answer,
	};
	while (4 * (deepen->mask + 1) * sizeof *deepen->entry <= bytes)
		deepen->mask = 2 * deepen->mask + 1;
	deepen->step = malloc(deepen->steps * sizeof *deepen->step);
	deepen->entry = calloc((size_t)deepen->mask + 1, sizeof *deepen->entry);
	if (deepen->step != NULL && deepen->entry != NULL) {
		answer->verdict = SEARCHING;
		run_rounds(deepen, start);
	}
	free(deepen->step);
	free(deepen->entry);
	free(deepen);
}
