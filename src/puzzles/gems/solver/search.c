#include "puzzles/gems/solver/search.h"

#include <assert.h>

enum {
	TICK_EXPANSIONS = 128, /* between two reports */
};

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
		const uint64_t hash = position_hash(&search->table, &position);
		const uint32_t number = gems_table_find(&search->table, &position, hash);
		assert(number != ENTRY_NONE && gems_search_status(search, number) == STATUS_SOLVED);
		search->answer->plan[i] = entry_at(&search->table, number)->move;
		gems_search_make_move(search, &position, search->answer->plan[i]);
	}
}

/* ---- positions ---- */

enum entry_status gems_search_status(const struct gems_search *search, uint32_t number)
{
	return entry_status(&search->table, entry_at(&search->table, number));
}

enum outcome gems_search_report(struct gems_search *search)
{
	search->improved = false;
	search->answer->states = search->table.count - search->count_before;
	return monitor_report(search->monitor, search->answer) ? CONTINUE : STOPPED;
}

enum outcome gems_search_count(struct gems_search *search)
{
	search->expanded++;
	return search->improved || search->expanded % TICK_EXPANSIONS == 0
	               ? gems_search_report(search)
	               : CONTINUE;
}

void gems_search_expand(struct gems_search *search, uint32_t number)
{
	struct position position;
	gems_table_position(&search->table, number, &position);
	const int from = search->successors;
	search->successors +=
		gems_space_successors(&search->space, &position, search->successor + from);
	for (int i = from; i < search->successors; i++) {
		struct successor *successor = &search->successor[i];
		successor->from = number;
		search->hash[i] = position_hash(&search->table, &successor->position);
		table_prefetch(&search->table, search->hash[i]);
	}
}

uint32_t gems_search_add(struct gems_search *search, const struct position *position, uint64_t hash,
                         int bound)
{
	const uint32_t number = gems_table_add(&search->table, position, hash);
	if (number != ENTRY_NONE)
		entry_at(&search->table, number)->h =
			(unsigned)(bound < H_MAX ? bound : H_MAX) & H_MAX;
	return number;
}
