/* The depth-first search for a first plan of match three.
 *
 * No path meets a position twice, so no depth limit is needed. Dead ends are proven, and the table
 * remembers them. The most promising positions go first. */
#include <assert.h>
#include <stdlib.h>

#include "puzzles/gems/solver/search.h"

/* Makes the plan the current path and one more move. */
static void fill_path(struct gems_search *search, move_code move)
{
	move_code *plan = search->answer->plan;
	for (int i = 0; i < search->depth - 1; i++)
		plan[i] = search->ply[i].candidate[search->ply[i].tried - 1].move;
	plan[search->depth - 1] = move;
}

static bool push_ply(struct gems_search *search, uint32_t number)
{
	if (search->depth == search->ply_room) {
		const int room = search->ply_room == 0 ? 32 : 2 * search->ply_room;
		struct ply *larger = realloc(search->ply, (size_t)room * sizeof *larger);
		if (larger == NULL)
			return false;
		search->ply = larger;
		search->ply_room = room;
	}
	struct ply *ply = &search->ply[search->depth++];
	ply->entry = number;
	ply->count = ply->tried = 0;
	return true;
}

/* Inserts by rank; of equal ranks the first one stays first. */
static void add_candidate(struct ply *ply, struct candidate candidate)
{
	int i = ply->count++;
	assert(i < SUCCESSORS_MAX);
	for (; i > 0 && ply->candidate[i - 1].rank > candidate.rank; i--)
		ply->candidate[i] = ply->candidate[i - 1];
	ply->candidate[i] = candidate;
}

/* A successor of the last position of the path: the goal, a candidate, or dead. */
static enum outcome list_successor(struct gems_search *search, struct ply *ply, int i)
{
	const struct successor *next = &search->successor[i];
	uint32_t number = gems_table_find(&search->table, &next->position, search->hash[i]);
	if (number != ENTRY_NONE && gems_search_status(search, number) == STATUS_DEAD)
		return CONTINUE;
	const int bound = number != ENTRY_NONE
	                          ? (int)entry_at(&search->table, number)->h
	                          : gems_bound(&search->space, &search->transport, &next->position);
	if (bound == 0 && gems_search_improve(search, search->depth))
		fill_path(search, next->move);
	if (bound <= 0)
		return CONTINUE;
	if (number == ENTRY_NONE)
		number = gems_search_add(search, &next->position, search->hash[i], bound);
	if (number == ENTRY_NONE)
		return NO_MEMORY;
	const int rank = gems_rank(&search->space, &next->position, bound);
	add_candidate(ply, (struct candidate){.entry = number, .rank = rank, .move = next->move});
	return CONTINUE;
}

/* Extends the path by a position, and lists its candidate moves. */
static enum outcome extend_path(struct gems_search *search, uint32_t number)
{
	enum outcome outcome = push_ply(search, number) ? CONTINUE : NO_MEMORY;
	if (outcome != CONTINUE)
		return outcome;
	search->successors = 0;
	gems_search_expand(search, number);
	struct ply *ply = &search->ply[search->depth - 1];
	for (int i = 0; i < search->successors && outcome == CONTINUE; i++)
		outcome = list_successor(search, ply, i);
	return outcome;
}

/* Completes the path from a position whose distance is proven. */
static void complete_path(struct gems_search *search, const struct candidate *candidate)
{
	struct position position;
	const int rest = (int)entry_at(&search->table, candidate->entry)->distance;
	if (!gems_search_improve(search, search->depth + rest))
		return;
	fill_path(search, candidate->move);
	gems_table_position(&search->table, candidate->entry, &position);
	gems_search_fill_proven(search, position, search->depth);
}

/* One position further, or back from a dead end. */
static enum outcome step(struct gems_search *search)
{
	struct ply *ply = &search->ply[search->depth - 1];
	if (ply->tried == ply->count) {
		entry_set_status(&search->table, entry_at(&search->table, ply->entry), STATUS_DEAD);
		return --search->depth == 0 ? PROVEN : CONTINUE;
	}
	const struct candidate *candidate = &ply->candidate[ply->tried++];
	switch (gems_search_status(search, candidate->entry)) {
	case STATUS_DEAD:
		return CONTINUE;
	case STATUS_SOLVED:
		complete_path(search, candidate);
		return CONTINUE;
	default:
		break;
	}
	const enum outcome outcome = extend_path(search, candidate->entry);
	return outcome == CONTINUE ? gems_search_count(search) : outcome;
}

enum outcome gems_depth_first(struct gems_search *search, unsigned expansions)
{
	const unsigned end = search->expanded + expansions;
	enum outcome outcome = CONTINUE;
	if (search->depth == 0)
		outcome = extend_path(search, search->start);
	while (outcome == CONTINUE && search->answer->upper < 0 && search->expanded < end)
		outcome = step(search);
	return outcome;
}
