#include "puzzles/gems/solver/search.h"

#include <assert.h>

enum { REPORT_EXPANSIONS = 128 }; /* between two reports */

/* ---- plans ---- */

void gems_search_make_move(struct gems_search *search, struct position *position, move_code move)
{
	struct successor *successor = search->plan_successor;
	const int count = gems_space_successors(&search->space, position, successor);
	int i = 0;
	while (i < count && successor[i].move != move)
		i++;
	assert(i < count);
	*position = successor[i].position;
}

bool gems_search_improve(struct gems_search *search, int length)
{
	struct answer *answer = search->answer;
	assert(length >= answer->lower);
	if (answer->upper >= 0 && length >= answer->upper)
		return false;
	answer->upper = length;
	answer->length = length <= PLAN_MAX ? length : 0;
	search->improved = true;
	return answer->length > 0;
}

void gems_search_fill_proven(struct gems_search *search, struct position position, int from)
{
	for (int i = from; i < search->answer->length; i++) {
		const uint32_t number = position_find(&search->table, &position);
		assert(number != STATE_NONE && gems_search_status(search, number) == STATUS_SOLVED);
		search->answer->plan[i] = entry_at(&search->table, number)->move;
		gems_search_make_move(search, &position, search->answer->plan[i]);
	}
}

/* ---- positions ---- */

enum entry_status gems_search_status(const struct gems_search *search, uint32_t number)
{
	return entry_status(&search->table, entry_at(&search->table, number));
}

enum astar_outcome gems_search_report(struct gems_search *search)
{
	search->improved = false;
	search->report_at = search->expanded + REPORT_EXPANSIONS;
	search->answer->states = search->table.states.count - search->count_before;
	return monitor_report(search->monitor, search->answer) ? ASTAR_CONTINUE : ASTAR_STOPPED;
}

enum astar_outcome gems_search_progress(struct gems_search *search)
{
	enum astar_outcome outcome = ASTAR_CONTINUE;
	if (search->improved || search->expanded >= search->report_at)
		outcome = gems_search_report(search);
	return outcome == ASTAR_CONTINUE && search->expanded >= search->pause_at ? ASTAR_PAUSED
	                                                                         : outcome;
}

void gems_search_expand(struct gems_search *search, uint32_t number)
{
	const struct position position = position_of(&search->table, number);
	const int from = search->successors;
	const uint16_t g = entry_at(&search->table, number)->distance;
	search->expanded++;
	search->successors +=
		gems_space_successors(&search->space, &position, search->successor + from);
	for (int i = from; i < search->successors; i++) {
		struct successor *successor = &search->successor[i];
		successor->from = number;
		successor->g = g;
		search->hash[i] = position_hash(&search->table, &successor->position);
		state_table_prefetch(&search->table.states, search->hash[i]);
	}
}

uint32_t gems_search_add(struct gems_search *search, uint64_t *slot,
                         const struct position *position, uint32_t hash, int bound)
{
	const uint32_t number = state_table_fill(&search->table.states, slot, position->word, hash);
	if (number != STATE_NONE)
		*entry_at(&search->table, number) = (struct entry){
			.parent = STATE_NONE,
			.epoch = search->table.epoch % EPOCHS,
			.h = (unsigned)(bound < H_MAX ? bound : H_MAX) & H_MAX,
			.status = STATUS_SEEN,
		};
	return number;
}

uint32_t gems_search_put(struct gems_search *search, const struct position *position, int bound)
{
	const uint32_t hash = position_hash(&search->table, position);
	uint64_t *slot = position_slot(&search->table, position, hash);
	return *slot != 0 ? (uint32_t)*slot - 1
	                  : gems_search_add(search, slot, position, hash, bound);
}
