#include "puzzles/gems/solver/search.h"

#include "algo/least.h"

enum { REPORT_EXPANSIONS = 128 }; /* between two reports */

static_assert(PLIES_MAX <= DISTANCE_MAX && (int)PLIES_MAX <= PLAN_MAX, "every plan fits");

bool gems_search_improve(struct gems_search *search, int moves, uint32_t number)
{
	struct answer *answer = search->answer;
	int length = moves;
	if (number != STATE_NONE)
		length += (int)entry_at(search, number)->distance;
	assert(length >= answer->lower && length < PLIES_MAX);
	if (!astar_solved(&search->astar, length))
		return false;
	answer->length = length;
	for (int i = moves; i < length; i++) {
		const struct entry *entry = entry_at(search, number);
		assert(entry->status == STATUS_SOLVED);
		answer->plan[i] = entry->move;
		number = entry->parent;
	}
	search->improved = true;
	return true;
}

void gems_search_make_transports(struct gems_search *search)
{
	const int most = least(search->monitor->limits->threads, GEMS_THREADS_MAX);
	const size_t bytes = search->bytes / 16 / GEMS_THREADS_MAX;
	for (; search->threads < most; search->threads++) {
		struct transport *transport = &search->transport[search->threads];
		if (!gems_transport_init(transport, bytes)) {
			gems_transport_free(transport);
			return;
		}
	}
}

uint64_t gems_search_states(const struct gems_search *search)
{
	if (search->bounds.entry != NULL)
		return search->stored + search->expanded - search->stored_at;
	return search->table.count - search->count_before;
}

enum astar_outcome gems_search_report(struct gems_search *search)
{
	search->improved = false;
	search->report_at = search->expanded + REPORT_EXPANSIONS;
	search->answer->states = gems_search_states(search);
	return monitor_report(search->monitor, search->answer) ? ASTAR_CONTINUE : ASTAR_STOPPED;
}

enum astar_outcome gems_search_progress(void *context)
{
	struct gems_search *search = context;
	enum astar_outcome outcome = ASTAR_CONTINUE;
	if (search->improved || search->expanded >= search->report_at)
		outcome = gems_search_report(search);
	return outcome == ASTAR_CONTINUE && search->expanded >= search->pause_at ? ASTAR_PAUSED
	                                                                         : outcome;
}

int gems_search_list(const struct gems_search *search, struct transport *transport,
                     const struct position *position, int g, int upper, struct successor *out,
                     struct outlook *outlook)
{
	const struct gems_space *space = &search->space;
	const int all = gems_space_successors(space, position, out);
	int count = 0;
	for (int i = 0; i < all; i++) {
		const int bound = gems_bound(space, transport, &out[i].position);
		if (bound == BOUND_DEAD || (upper >= 0 && g + 1 + bound >= upper))
			continue;
		if (count < i)
			out[count] = out[i];
		out[count].g = (uint16_t)(g + 1);
		outlook[count++] = (struct outlook){
			.hash = (uint32_t)gems_hash(&out[i].position, space->words),
			.bound = bound,
		};
	}
	return count;
}

void gems_search_expand(struct gems_search *search, uint32_t number)
{
	const size_t words = (size_t)search->space.words;
	const int from = search->astar.pending;
	struct position position = {.word = {0}};
	memcpy(position.word, state_table_state(&search->table, number), words * sizeof(uint64_t));
	const int count =
		gems_search_list(search, search->transport, &position,
	                         entry_at(search, number)->distance, search->answer->upper,
	                         search->successor + from, search->outlook + from);
	for (int i = from; i < from + count; i++) {
		search->successor[i].from = number;
		state_table_prefetch(&search->table, search->outlook[i].hash);
	}
	search->astar.pending += count;
	search->expanded++;
}

uint32_t gems_search_add(struct gems_search *search, uint64_t *slot,
                         const struct position *position, uint32_t hash, int bound)
{
	const uint32_t number = state_table_fill(&search->table, slot, position->word, hash);
	if (number != STATE_NONE) {
		struct entry *entry = entry_at(search, number);
		entry->h = (unsigned)(bound < H_MAX ? bound : H_MAX) & H_MAX;
		entry_set_status(search, entry, STATUS_SEEN);
	}
	return number;
}

uint32_t gems_search_put(struct gems_search *search, const struct position *position, int bound)
{
	const uint32_t hash = (uint32_t)gems_hash(position, search->space.words);
	uint64_t *slot = state_table_slot(&search->table, position->word, hash);
	return *slot != 0 ? (uint32_t)*slot - 1
	                  : gems_search_add(search, slot, position, hash, bound);
}
