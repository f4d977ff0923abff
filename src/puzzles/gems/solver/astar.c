/* A* proves the shortest plan of match three.
 *
 * The bound (bound.c) is consistent: a swap changes the cost of two colours by one each, and a run
 * that is cleared takes nothing with it that would have cost more. So every expanded position was
 * reached by a shortest path, and all open positions of the least f can be expanded as one batch:
 * the table is asked about their successors only after it has been told to prefetch all of them. */
#include "puzzles/gems/solver/search.h"

enum { BATCH = 16 }; /* positions expanded before their successors are looked up */

/* Opens a position that a move from `parent` reaches, g moves from the start. */
static bool open_entry(struct gems_search *search, uint32_t number, uint32_t parent, move_code move,
                       int g)
{
	struct entry *entry = entry_at(&search->table, number);
	*entry = (struct entry){
		.parent = parent,
		.distance = (unsigned)g & DISTANCE_MAX,
		.move = (unsigned)move & MOVE_CODE_MAX,
		.epoch = search->table.epoch % EPOCHS,
		.h = entry->h,
		.status = STATUS_OPEN,
	};
	return astar_open(&search->astar, number, g, (int)entry->h);
}

static bool is_open(void *context, uint64_t item, int f)
{
	const struct gems_search *search = context;
	const struct entry *entry = entry_at(&search->table, (uint32_t)item);
	return entry_status(&search->table, entry) == STATUS_OPEN &&
	       (int)(entry->distance + entry->h) == f;
}

static enum astar_outcome expand(void *context, uint64_t item, int f)
{
	struct gems_search *search = context;
	struct entry *entry = entry_at(&search->table, (uint32_t)item);
	(void)f;
	entry_set_status(&search->table, entry, STATUS_CLOSED);
	gems_search_expand(search, (uint32_t)item);
	search->astar.pending = search->successors;
	return ASTAR_CONTINUE;
}

/* Makes the plan the path to a position and one more move, `length` moves in all. */
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

/* Opens a position that is not in the table. False without memory. */
static bool visit_new(struct gems_search *search, uint64_t *slot, int i, int g)
{
	const struct successor *next = &search->successor[i];
	const int h = gems_bound(&search->space, &search->transport, &next->position);
	if (h == 0)
		note_plan(search, next, g, 0);
	if (h <= 0 || !astar_is_useful(&search->astar, g, h))
		return true;
	const uint32_t number = gems_search_add(search, slot, &next->position, search->hash[i], h);
	return number != STATE_NONE && open_entry(search, number, next->from, next->move, g);
}

/* Opens a position again if it is reached by a shorter path. False without memory. */
static bool visit_known(struct gems_search *search, uint32_t number, int i, int g)
{
	const struct successor *next = &search->successor[i];
	const struct entry *entry = entry_at(&search->table, number);
	const enum entry_status status = entry_status(&search->table, entry);
	if (status == STATUS_SOLVED)
		note_plan(search, next, g, (int)entry->distance);
	if (status >= STATUS_DEAD || (status != STATUS_SEEN && g >= (int)entry->distance) ||
	    !astar_is_useful(&search->astar, g, (int)entry->h))
		return true;
	return open_entry(search, number, next->from, next->move, g);
}

static enum astar_outcome visit(void *context)
{
	struct gems_search *search = context;
	const int count = search->successors;
	search->successors = search->astar.pending = 0;
	for (int i = 0; i < count; i++) {
		const struct successor *next = &search->successor[i];
		const int g = next->g + 1;
		uint64_t *slot = position_slot(&search->table, &next->position, search->hash[i]);
		if (*slot == 0 ? !visit_new(search, slot, i, g)
		               : !visit_known(search, (uint32_t)*slot - 1, i, g))
			return ASTAR_FULL;
	}
	return ASTAR_CONTINUE;
}

static enum astar_outcome progress(void *context)
{
	return gems_search_progress(context);
}

bool gems_astar_begin(struct gems_search *search)
{
	struct astar *astar = &search->astar;
	bucket_queue_clear(&astar->open);
	astar->weight = 1;
	astar->batch = BATCH;
	astar->pending_most = BATCH_MAX - SUCCESSORS_MAX + 1;
	astar->lower = &search->answer->lower;
	astar->upper = &search->answer->upper;
	return open_entry(search, search->start, STATE_NONE, 0, 0);
}

enum astar_outcome gems_astar(struct gems_search *search, unsigned expansions)
{
	static const struct astar_client client = {
		.is_open = is_open,
		.expand = expand,
		.visit = visit,
		.progress = progress,
	};
	search->successors = search->astar.pending = 0;
	search->pause_at = search->expanded + expansions;
	return astar_run(&search->astar, &client, search);
}
