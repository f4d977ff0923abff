/* A* proves the shortest plan of match three.
 *
 * The bound (bound.c) is consistent: a swap changes the cost of two colours by one each, and a run
 * that is cleared takes nothing with it that would have cost more. So on one thread every expanded
 * position was reached by a shortest path, and all open positions of the minimum f can be expanded
 * as one batch: their successors are looked up while the slots of the next ones are fetched. */
#include "puzzles/gems/solver/search.h"

enum {
	BATCH = 16,   /* positions expanded before their successors are looked up */
	AHEAD = 16,   /* successors whose slots are on their way */
	ALONE = 8192, /* positions that one thread expands before more are worth while */
};

/* Opens a position that a move from `parent` reaches, g moves from the start. */
static bool open_entry(struct gems_search *search, uint32_t number, uint32_t parent, move_code move,
                       int g)
{
	struct entry *entry = entry_at(search, number);
	entry->parent = parent;
	entry->distance = (unsigned)g & DISTANCE_MAX;
	entry->move = (unsigned)move & MOVE_CODE_MAX;
	entry_set_status(search, entry, STATUS_OPEN);
	return astar_open(&search->astar, number, g, (int)entry->h);
}

static bool is_open(void *context, uint64_t item, int f)
{
	const struct gems_search *search = context;
	const struct entry *entry = entry_at(search, (uint32_t)item);
	return entry_status(search, entry) == STATUS_OPEN && (int)(entry->distance + entry->h) == f;
}

bool gems_astar_close(struct gems_search *search, uint32_t number, int f)
{
	if (!is_open(search, number, f))
		return false;
	entry_set_status(search, entry_at(search, number), STATUS_CLOSED);
	return true;
}

bool gems_astar_reopen(struct gems_search *search, uint32_t number, int f)
{
	struct entry *entry = entry_at(search, number);
	if (entry_status(search, entry) != STATUS_CLOSED)
		return true;
	entry_set_status(search, entry, STATUS_OPEN);
	return bucket_queue_push(&search->astar.open, f, number);
}

static enum astar_outcome expand(void *context, uint64_t item, int f)
{
	struct gems_search *search = context;
	(void)f;
	entry_set_status(search, entry_at(search, (uint32_t)item), STATUS_CLOSED);
	gems_search_expand(search, (uint32_t)item);
	return ASTAR_CONTINUE;
}

/* A plan by way of a successor: solved, or STATE_NONE for the goal. It may be shorter than the
 * successor's g, if a shorter path to a position on it has been found in the meantime. */
static void note_plan(struct gems_search *search, const struct successor *next, uint32_t solved)
{
	move_code *plan = search->answer->plan;
	uint32_t number = next->from;
	int g = 1;
	for (; number != search->start; number = entry_at(search, number)->parent)
		g++;
	if (!gems_search_improve(search, g, solved))
		return;
	plan[g - 1] = next->move;
	number = next->from;
	for (int i = g - 2; i >= 0; i--) {
		plan[i] = entry_at(search, number)->move;
		number = entry_at(search, number)->parent;
	}
}

/* Opens a successor that is new or that is reached by a shorter path. False without memory. */
static inline __attribute__((always_inline)) bool visit_successor(struct gems_search *search,
                                                                  const struct successor *next,
                                                                  const struct outlook *outlook)
{
	const int g = next->g;
	if (outlook->bound == 0)
		note_plan(search, next, STATE_NONE);
	if (!astar_is_useful(&search->astar, g, outlook->bound))
		return true;
	uint64_t *slot = state_table_slot(&search->table, next->position.word, outlook->hash);
	uint32_t number = (uint32_t)*slot - 1;
	if (number == STATE_NONE) {
		number = gems_search_add(search, slot, &next->position, outlook->hash,
		                         outlook->bound);
		return number != STATE_NONE &&
		       open_entry(search, number, next->from, next->move, g);
	}
	const struct entry *entry = entry_at(search, number);
	const enum entry_status status = entry_status(search, entry);
	if (status == STATUS_SOLVED)
		note_plan(search, next, number);
	return status >= STATUS_DEAD || (status != STATUS_SEEN && g >= (int)entry->distance) ||
	       open_entry(search, number, next->from, next->move, g);
}

bool gems_astar_visit(struct gems_search *search, const struct successor *successor,
                      const struct outlook *outlook, int count)
{
	for (int i = 0; i < count; i++) {
		if (i + AHEAD < count) {
			__builtin_prefetch(&successor[i + AHEAD]);
			state_table_prefetch(&search->table, outlook[i + AHEAD].hash);
		}
		if (i + AHEAD / 2 < count)
			state_table_prefetch_state(&search->table, outlook[i + AHEAD / 2].hash);
		if (!visit_successor(search, &successor[i], &outlook[i]))
			return false;
	}
	return true;
}

static enum astar_outcome visit(void *context)
{
	struct gems_search *search = context;
	const int count = search->astar.pending;
	search->astar.pending = 0;
	return gems_astar_visit(search, search->successor, search->outlook, count) ? ASTAR_CONTINUE
	                                                                           : ASTAR_FULL;
}

bool gems_astar_begin(struct gems_search *search)
{
	struct astar *astar = &search->astar;
	bucket_queue_clear(&astar->open);
	astar->weight = 1;
	astar->batch = BATCH;
	astar->pending_max = BATCH_MAX - SUCCESSORS_MAX + 1;
	return open_entry(search, search->start, STATE_NONE, 0, 0);
}

enum astar_outcome gems_astar(struct gems_search *search, unsigned expansions)
{
	static const struct astar_client client = {
		.is_open = is_open,
		.expand = expand,
		.visit = visit,
		.progress = gems_search_progress,
	};
	search->astar.pending = 0;
	search->pause_at = search->expanded + expansions;
	if (search->monitor->limits->threads > 1 && search->expanded >= ALONE) {
		const enum astar_outcome outcome = gems_pipeline(search);
		if (outcome != ASTAR_CONTINUE)
			return outcome;
	}
	return astar_run(&search->astar, &client, search);
}
