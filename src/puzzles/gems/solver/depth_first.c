/* The depth-first search for a first plan of match three.
 *
 * No path meets a position twice, so no depth limit is needed. Dead ends are proven, and the table
 * remembers them. The most promising positions go first. */
#include <stdlib.h>

#include "puzzles/gems/solver/search.h"

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
	const int bound = search->outlook[i].bound;
	if (bound == 0) {
		if (gems_search_improve(search, search->depth, STATE_NONE))
			search->answer->plan[search->depth - 1] = next->move;
		return ASTAR_CONTINUE;
	}
	const uint32_t hash = search->outlook[i].hash;
	uint64_t *slot = state_table_slot(&search->table, next->position.word, hash);
	uint32_t number = (uint32_t)*slot - 1;
	if (number != STATE_NONE && entry_status(search, entry_at(search, number)) == STATUS_DEAD)
		return ASTAR_CONTINUE;
	if (number == STATE_NONE)
		number = gems_search_add(search, slot, &next->position, hash, bound);
	if (number == STATE_NONE)
		return ASTAR_FULL;
	const int rank = gems_rank(&search->space, &next->position, bound);
	add_candidate(ply, (struct candidate){.number = number, .rank = rank, .move = next->move});
	return ASTAR_CONTINUE;
}

/* Extends the path by a position, and lists its candidate moves. */
static enum astar_outcome extend_path(struct gems_search *search, uint32_t number)
{
	assert(search->depth < PLIES_MAX);
	struct ply *ply = search->ply[search->depth];
	if (ply == NULL)
		ply = search->ply[search->depth] = malloc(sizeof *ply);
	if (ply == NULL)
		return ASTAR_FULL;
	enum astar_outcome outcome = ASTAR_CONTINUE;
	search->depth++;
	ply->number = number;
	ply->count = ply->tried = 0;
	search->astar.pending = 0;
	gems_search_expand(search, number);
	for (int i = 0; i < search->astar.pending && outcome == ASTAR_CONTINUE; i++)
		outcome = list_successor(search, ply, i);
	return outcome;
}

/* One position further, or back from a dead end. */
static enum astar_outcome step(struct gems_search *search)
{
	struct ply *ply = search->ply[search->depth - 1];
	if (ply->tried == ply->count) {
		entry_set_status(search, entry_at(search, ply->number), STATUS_DEAD);
		return --search->depth == 0 ? ASTAR_PROVEN : ASTAR_CONTINUE;
	}
	const struct candidate *next = &ply->candidate[ply->tried++];
	const enum entry_status status = entry_status(search, entry_at(search, next->number));
	if (status == STATUS_DEAD)
		return ASTAR_CONTINUE;
	search->answer->plan[search->depth - 1] = next->move;
	if (status == STATUS_SOLVED) {
		gems_search_improve(search, search->depth, next->number);
		return ASTAR_CONTINUE;
	}
	const enum astar_outcome outcome = extend_path(search, next->number);
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
