/* A* (Hart, Nilsson, Raphael 1968): proves the shortest plan of match three.
 *
 * The bound (bound.c) is consistent: a swap changes the cost of two colours by one each, and a run
 * that is cleared takes nothing with it that would have cost more. So every expanded position was
 * reached by a shortest path, and all open positions of the least f can be expanded as one batch:
 * the table is asked about their successors only after it has been told to prefetch all of them.
 * The last one in goes first: once f is the length of a shortest plan, the search runs straight
 * down to the goal. */
#include <assert.h>
#include <stdlib.h>

#include "puzzles/gems/solver/search.h"

enum { BATCH = 16 }; /* positions expanded before their successors are looked up */

/* ---- the open list ---- */

static bool push(struct gems_search *search, uint32_t number)
{
	const struct entry *entry = entry_at(&search->table, number);
	const int f = (int)(entry->distance + entry->h);
	assert(f < F_LIMIT);
	struct bucket *bucket = &search->open[f];
	if (bucket->count == bucket->room) {
		const size_t room = bucket->room == 0 ? 64 : 2 * bucket->room;
		const size_t more = (room - bucket->room) * sizeof *bucket->entry;
		if (search->open_bytes + more > search->open_limit)
			return false;
		uint32_t *larger = realloc(bucket->entry, room * sizeof *larger);
		if (larger == NULL)
			return false;
		bucket->entry = larger;
		bucket->room = room;
		search->open_bytes += more;
	}
	bucket->entry[bucket->count++] = number;
	if (f < search->f)
		search->f = f;
	return true;
}

/* Opens a position that a move from `parent` reaches, g moves from the start. */
static bool open_entry(struct gems_search *search, uint32_t number, uint32_t parent, move_code move,
                       int g)
{
	struct entry *entry = entry_at(&search->table, number);
	entry_set_status(&search->table, entry, STATUS_OPEN);
	entry->parent = parent;
	entry->move = (unsigned)move & MOVE_CODE_MAX;
	entry->distance = (unsigned)g & DISTANCE_MAX;
	return push(search, number);
}

/* Closes the last open position of the least f and returns it; ENTRY_NONE without one. */
static uint32_t pop(struct gems_search *search)
{
	struct bucket *bucket = &search->open[search->f];
	while (bucket->count > 0) {
		const uint32_t number = bucket->entry[--bucket->count];
		struct entry *entry = entry_at(&search->table, number);
		if (entry_status(&search->table, entry) == STATUS_OPEN &&
		    (int)(entry->distance + entry->h) == search->f) {
			entry_set_status(&search->table, entry, STATUS_CLOSED);
			return number;
		}
	}
	return ENTRY_NONE;
}

bool gems_astar_begin(struct gems_search *search)
{
	for (int f = 0; f < F_LIMIT; f++)
		search->open[f].count = 0;
	search->f = F_LIMIT;
	return open_entry(search, search->start, ENTRY_NONE, 0, 0);
}

void gems_astar_free(struct gems_search *search)
{
	for (int f = 0; f < F_LIMIT; f++)
		free(search->open[f].entry);
}

/* ---- expansion ---- */

/* Makes the plan the path to an entry and one more move, `length` moves in all. */
static void fill_path(struct gems_search *search, uint32_t number, move_code move, int length)
{
	move_code *plan = search->answer->plan;
	plan[length - 1] = move;
	for (int i = length - 2; i >= 0; i--) {
		plan[i] = entry_at(&search->table, number)->move;
		number = entry_at(&search->table, number)->parent;
	}
}

/* A plan by way of a successor that is `rest` moves from the goal: proven, or the goal itself. */
static void note_plan(struct gems_search *search, const struct successor *next, int g, int rest)
{
	if (!gems_search_improve(search, g + rest))
		return;
	fill_path(search, next->from, next->move, g);
	gems_search_fill_proven(search, next->position, g);
}

/* Whether reaching an entry in g moves may lead to a shorter plan. */
static bool is_improvement(const struct gems_search *search, const struct entry *entry, int g)
{
	const enum entry_status status = entry_status(&search->table, entry);
	const int upper = search->answer->upper;
	if (status == STATUS_SOLVED)
		return upper < 0 || g + (int)entry->distance < upper;
	return (status == STATUS_SEEN || (status < STATUS_DEAD && g < (int)entry->distance)) &&
	       (upper < 0 || g + (int)entry->h < upper);
}

static bool reach_new(struct gems_search *search, int i, int g)
{
	const struct successor *next = &search->successor[i];
	const int upper = search->answer->upper;
	const int h = gems_bound(&search->space, &search->transport, &next->position);
	if (h == 0)
		note_plan(search, next, g, 0);
	if (h <= 0 || (upper >= 0 && g + h >= upper))
		return true;
	const uint32_t number = gems_search_add(search, &next->position, search->hash[i], h);
	return number != ENTRY_NONE && open_entry(search, number, next->from, next->move, g);
}

/* Opens a successor that is new, or reached by a shorter path. False without memory. */
static bool reach(struct gems_search *search, int i)
{
	const struct successor *next = &search->successor[i];
	const int g = (int)entry_at(&search->table, next->from)->distance + 1;
	const uint32_t number = gems_table_find(&search->table, &next->position, search->hash[i]);
	if (number == ENTRY_NONE)
		return reach_new(search, i, g);
	const struct entry *entry = entry_at(&search->table, number);
	if (!is_improvement(search, entry, g))
		return true;
	if (entry_status(&search->table, entry) == STATUS_SOLVED) {
		note_plan(search, next, g, (int)entry->distance);
		return true;
	}
	return open_entry(search, number, next->from, next->move, g);
}

/* Expands positions of the least f. */
static enum outcome expand_batch(struct gems_search *search)
{
	enum outcome outcome = CONTINUE;
	search->successors = 0;
	for (int i = 0; i < BATCH && search->successors <= BATCH_MAX - SUCCESSORS_MAX; i++) {
		const uint32_t number = pop(search);
		if (number == ENTRY_NONE)
			break;
		gems_search_expand(search, number);
		if (outcome == CONTINUE)
			outcome = gems_search_count(search);
	}
	for (int i = 0; i < search->successors; i++)
		if (!reach(search, i))
			return NO_MEMORY;
	return outcome;
}

/* Every plan that is not known yet is at least as long as the least f of an open position. */
static void raise_lower_bound(struct gems_search *search)
{
	struct answer *answer = search->answer;
	while (search->f < F_LIMIT && search->open[search->f].count == 0)
		search->f++;
	if (search->f < F_LIMIT && search->f > answer->lower)
		answer->lower = search->f;
	if (answer->upper >= 0 && (search->f == F_LIMIT || answer->lower > answer->upper))
		answer->lower = answer->upper;
}

enum outcome gems_astar(struct gems_search *search, unsigned expansions)
{
	const unsigned end = search->expanded + expansions;
	enum outcome outcome = CONTINUE;
	while (outcome == CONTINUE && search->expanded < end) {
		raise_lower_bound(search);
		if (search->f == F_LIMIT || search->answer->lower == search->answer->upper)
			return PROVEN;
		outcome = expand_batch(search);
	}
	return outcome;
}
