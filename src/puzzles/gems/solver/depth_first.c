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
	ply->number = number;
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
static enum astar_outcome list_successor(struct gems_search *search, struct ply *ply, int i)
{
	const struct successor *next = &search->successor[i];
	uint64_t *slot = position_slot(&search->table, &next->position, search->hash[i]);
	uint32_t number = (uint32_t)*slot - 1;
	if (number != STATE_NONE && gems_search_status(search, number) == STATUS_DEAD)
		return ASTAR_CONTINUE;
	const int bound = number != STATE_NONE
	                          ? (int)entry_at(&search->table, number)->h
	                          : gems_bound(&search->space, &search->transport, &next->position);
	if (bound == 0 && gems_search_improve(search, search->depth))
		fill_path(search, next->move);
	if (bound <= 0)
		return ASTAR_CONTINUE;
	if (number == STATE_NONE)
		number = gems_search_add(search, slot, &next->position, search->hash[i], bound);
	if (number == STATE_NONE)
		return ASTAR_FULL;
	const int rank = gems_rank(&search->space, &next->position, bound);
	add_candidate(ply, (struct candidate){.number = number, .rank = rank, .move = next->move});
	return ASTAR_CONTINUE;
}

/* Extends the path by a position, and lists its candidate moves. */
static enum astar_outcome extend_path(struct gems_search *search, uint32_t number)
{
	enum astar_outcome outcome = push_ply(search, number) ? ASTAR_CONTINUE : ASTAR_FULL;
	if (outcome != ASTAR_CONTINUE)
		return outcome;
	search->successors = 0;
	gems_search_expand(search, number);
	struct ply *ply = &search->ply[search->depth - 1];
	for (int i = 0; i < search->successors && outcome == ASTAR_CONTINUE; i++)
		outcome = list_successor(search, ply, i);
	return outcome;
}

/* Completes the path from a position whose distance is proven. */
static void complete_path(struct gems_search *search, const struct candidate *candidate)
{
	const int rest = (int)entry_at(&search->table, candidate->number)->distance;
	if (!gems_search_improve(search, search->depth + rest))
		return;
	fill_path(search, candidate->move);
	gems_search_fill_proven(search, position_of(&search->table, candidate->number),
	                        search->depth);
}

/* One position further, or back from a dead end. */
static enum astar_outcome step(struct gems_search *search)
{
	struct ply *ply = &search->ply[search->depth - 1];
	if (ply->tried == ply->count) {
		entry_set_status(&search->table, entry_at(&search->table, ply->number),
		                 STATUS_DEAD);
		return --search->depth == 0 ? ASTAR_PROVEN : ASTAR_CONTINUE;
	}
	const struct candidate *candidate = &ply->candidate[ply->tried++];
	switch (gems_search_status(search, candidate->number)) {
	case STATUS_DEAD:
		return ASTAR_CONTINUE;
	case STATUS_SOLVED:
		complete_path(search, candidate);
		return ASTAR_CONTINUE;
	default:
		break;
	}
	const enum astar_outcome outcome = extend_path(search, candidate->number);
	return outcome == ASTAR_CONTINUE ? gems_search_progress(search) : outcome;
}

enum astar_outcome gems_depth_first(struct gems_search *search, unsigned expansions)
{
	enum astar_outcome outcome = ASTAR_CONTINUE;
	if (search->depth == 0)
		outcome = extend_path(search, search->start);
	search->pause_at = search->expanded + expansions;
	while (outcome == ASTAR_CONTINUE && search->answer->upper < 0)
		outcome = step(search);
	return outcome;
}
