#include "puzzles/bishop/solver/astar.h"

#include <stdlib.h>
#include <string.h>

#include "algo/least.h"
#include "puzzles/bishop/solver/pipeline.h"

enum {
	VALUE_BITS_MAX = 16,  /* bits of the values in the closed table: g, and below it */
	EXPANDED = 1,         /* whether the position has been expanded */
	SUCCESSORS = 512,     /* approximate number of lookups in a batch */
	AHEAD = 16,           /* successors whose slots are on their way */
	TICK_WORK = 4096,     /* successors between two reports, where */
	SLOW_WORK = 32,       /* successors that a slow bound counts as */
	PARTIAL = 2,          /* values of f, from the start's, with partial expansion */
	ALONE = 1 << 17,      /* successors that one thread makes before more are worth while, */
	SLOW_ALONE = 1 << 14, /* and where bounds are slow */
};

/* ---- memory ---- */

static size_t bytes_left(const struct bishop_search *search)
{
	const size_t steps = bishop_space_steps_max(&search->context->space);
	const size_t used = sizeof *search + search->closed.bytes + search->astar.open.bytes +
	                    steps * sizeof *search->desk.step +
	                    (SUCCESSORS + steps) * sizeof *search->successor;
	return used < search->bytes ? search->bytes - used : 0;
}

/* The slot of a position in the closed table; it is 0 where the position is not there. */
static uint64_t *slot_of(const struct bishop_search *search, uint64_t rank)
{
	return hash_slots_find(&search->closed, rank + 1);
}

static unsigned value_bits(const struct space *space)
{
	return (unsigned)least(64 - space->rank_bits, VALUE_BITS_MAX);
}

int bishop_search_g_max(const struct space *space)
{
	return (1 << (value_bits(space) - 1)) - 1;
}

static int g_max(const struct bishop_search *search)
{
	return bishop_search_g_max(&search->context->space);
}

static int g_of(const struct bishop_search *search, uint64_t slot)
{
	return (int)(slot >> 1) & g_max(search);
}

/* Enters a position in the closed table, or a smaller g for it. False: no room. */
static bool close_with(struct bishop_search *search, uint64_t *slot, uint64_t rank, int g)
{
	const uint64_t key = rank + 1, value = (uint64_t)g << 1;
	if (*slot != 0) {
		*slot = key << search->closed.value_bits | value;
		return true;
	}
	if (!hash_slots_has_room(&search->closed, key)) {
		if (!hash_slots_reserve(&search->closed, key, bytes_left(search)))
			return false;
		slot = hash_slots_find(&search->closed, key);
	}
	hash_slots_fill(&search->closed, slot, key, value);
	search->met++;
	return true;
}

bool bishop_search_begin(struct bishop_search *search, struct bishop_context *context,
                         uint64_t start, size_t bytes, struct monitor *monitor,
                         struct answer *answer)
{
	const size_t steps = bishop_space_steps_max(&context->space);
	*search = (struct bishop_search){
		.context = context,
		.astar = {.weight = 1,
	                  .batch = ASTAR_BATCH,
	                  .pending_max = SUCCESSORS,
	                  .lower = &answer->lower,
	                  .upper = &answer->upper},
		.bytes = bytes,
		.start = start,
		.partial_max = bishop_bound_of_rank(&context->patterns, start) + PARTIAL - 1,
		.made_max = UINT64_MAX,
		.slow = bishop_patterns_are_slow(&context->patterns),
		.monitor = monitor,
		.answer = answer,
	};
	hash_slots_init(&search->closed, value_bits(&context->space));
	bucket_queue_init(&search->astar.open, bytes);
	if (bytes_left(search) == 0)
		return false;
	search->desk.step = malloc(steps * sizeof *search->desk.step);
	search->successor = malloc((SUCCESSORS + steps) * sizeof *search->successor);
	return search->desk.step != NULL && search->successor != NULL &&
	       close_with(search, slot_of(search, start), start, 0) &&
	       bucket_queue_push(&search->astar.open, 0, start);
}

void bishop_search_resume(struct bishop_search *search, struct monitor *monitor,
                          struct answer *answer)
{
	search->monitor = monitor;
	search->answer = answer;
	search->astar.lower = &answer->lower;
	search->astar.upper = &answer->upper;
}

void bishop_search_free(struct bishop_search *search)
{
	hash_slots_free(&search->closed);
	bucket_queue_free(&search->astar.open);
	free(search->desk.step);
	free(search->successor);
}

/* ---- proofs ---- */

/* Makes a move on a position's number. */
static void make_move(void *given, void *rank, uint16_t move)
{
	const struct bishop_context *context = given;
	const struct space *space = &context->space;
	const struct path path = bishop_decode(&context->level, move);
	struct position position;
	bishop_space_unrank(space, *(uint64_t *)rank, &position);
	*(uint64_t *)rank = bishop_space_rank_after(space, &position, space->number[path.from],
	                                            space->number[path.to]);
}

int bishop_context_plan(struct bishop_context *context, uint64_t rank, move_code *out, int max)
{
	return proof_table_plan(&context->proofs, &rank, out, max, make_move, context);
}

void bishop_context_save(struct bishop_context *context, uint64_t rank, const struct answer *answer)
{
	/* A search can't use an incomplete plan, so a full table is cleared. */
	if (!proof_table_note_plan(&context->proofs, &rank, answer->upper, answer->plan,
	                           answer->length, make_move, context))
		proof_table_clear(&context->proofs);
}

/* ---- plans ---- */

static int g_at(const struct bishop_search *search, uint64_t rank)
{
	const uint64_t slot = *slot_of(search, rank);
	return slot == 0 ? g_max(search) : g_of(search, slot);
}

/* The step from a position with that g to the one before it that is nearest to the start. */
static struct step step_back(struct bishop_search *search, uint64_t rank, int g)
{
	const struct space *space = &search->context->space;
	/* Where colours alternate, none has moved at the start, and it is found from its own
	 * side. */
	const bool first = g == 1, back = first == search->context->backward;
	struct step best = {.rank = rank};
	bishop_space_unrank(space, first ? search->start : rank, &search->desk.position);
	const int count =
		bishop_space_steps(space, &search->desk.position, back, search->desk.step);
	for (int i = 0; i < count; i++) {
		const struct step *step = &search->desk.step[i];
		if (first && step->rank == rank)
			return (struct step){.rank = search->start,
			                     .from = step->to,
			                     .to = step->from};
		if (!first && g_at(search, step->rank) < g) {
			g = g_at(search, step->rank);
			best = *step;
		}
	}
	return best;
}

/* The move between two positions, given by a step that leads towards the start of the search. */
static move_code move_of(const struct bishop_context *context, const struct step *step)
{
	const uint16_t from = context->space.board[step->from], to = context->space.board[step->to];
	return context->backward ? bishop_path_between(&context->level, from, to).code
	                         : bishop_path_between(&context->level, to, from).code;
}

static void reverse(move_code *plan, int length)
{
	for (int i = 0; i < length / 2; i++) {
		const move_code move = plan[i];
		plan[i] = plan[length - 1 - i];
		plan[length - 1 - i] = move;
	}
}

/* Fills in the plan through a position with that g, from which a proven plan leads on. */
static void fill_plan(struct bishop_search *search, uint64_t through, int g, int distance)
{
	struct answer *answer = search->answer;
	move_code *plan = answer->plan;
	uint64_t rank = through;
	answer->length = 0;
	if (answer->upper > PLAN_MAX)
		return;
	/* From the end of the plan backwards; it may turn out shorter than it was. */
	int at = PLAN_MAX;
	while (rank != search->start) {
		const struct step step = step_back(search, rank, g);
		plan[--at] = move_of(search->context, &step);
		rank = step.rank;
		g = g_at(search, rank);
	}
	answer->length = PLAN_MAX - at;
	memmove(plan, plan + at, (size_t)answer->length * sizeof *plan);
	if (search->context->backward)
		reverse(plan, answer->length);
	if (distance > 0)
		answer->length +=
			bishop_context_plan(search->context, through, plan + answer->length, at);
	answer->upper = answer->length;
}

/* ---- the A* client ---- */

/* Always true: the slot, which is only prefetched here, tells later whether the position has been
 * expanded. */
static bool is_open(void *context, uint64_t rank, int f)
{
	const struct bishop_search *search = context;
	(void)f;
	hash_slots_prefetch(&search->closed, rank + 1);
	return true;
}

/* Plans shorter than this are looked for: than the known one, and than a slot's g can count. */
static int limit_of(const struct bishop_search *search)
{
	const int upper = *search->astar.upper, limit = g_max(search) + 1;
	return upper < 0 ? limit : least(upper, limit);
}

/* Whether a plan shorter than the limit may lead through a position. */
static bool is_useful(struct expansion *expansion, int g, int h)
{
	if (h == DEAD_END)
		return false;
	expansion->cut |= g + h >= expansion->limit;
	return g + h < expansion->limit;
}

/* The weight of a cell for a piece of a colour group, from 0. */
static int weight_of(const struct bishop_context *context, int group, int cell)
{
	return bishop_space_is_target(&context->space, group, cell) ? context->weight[cell] : 0;
}

/* The weight of the targets that lack their piece. */
static int missing_weight(const struct bishop_context *context, const struct position *position)
{
	const struct space *space = &context->space;
	int missing = context->weight_sum;
	for (int t = 0; t < space->groups; t++)
		for (int i = 0; i < space->group[t].count; i++)
			missing -= weight_of(context, t, position->cell[space->group[t].first + i]);
	return missing;
}

/* Keeps the steps that can lie on a shorter plan than the known one. While expansion is partial,
 * those with a larger f than the position are left out. */
static int choose_steps(const struct bishop_context *context, const struct bishop_desk *desk,
                        struct estimate *estimate, struct expansion *expansion,
                        struct successor *out)
{
	const struct patterns *patterns = &context->patterns;
	const int g = expansion->g + 1;
	const int missing = expansion->weigh ? missing_weight(context, &desk->position) : 0;
	int count = 0;
	for (const struct step *step = desk->step; step < desk->step + expansion->made; step++) {
		const int h = bishop_bound_after(patterns, &desk->position, estimate, step);
		if (!is_useful(expansion, g, h))
			continue;
		if (g + h > expansion->f_max) {
			expansion->f_later = least(expansion->f_later, g + h);
			continue;
		}
		out[count] = (struct successor){step->rank, (uint16_t)g, (uint16_t)h, 0};
		if (expansion->weigh)
			out[count].missing =
				(uint16_t)(missing + weight_of(context, step->group, step->from) -
				           weight_of(context, step->group, step->to));
		count++;
	}
	return count;
}

/* The f of a position by the databases built so far, and by what its pieces stop at, if it would be
 * expanded otherwise. BISHOP_NEVER: it can't lie on a plan shorter than the limit. */
static int f_of(const struct patterns *patterns, const struct position *position,
                struct expansion *expansion, struct estimate *estimate)
{
	int h = bishop_bound(patterns, position, estimate);
	if (expansion->g + h == expansion->f)
		h = bishop_bound_by_stops(patterns, position, h);
	return is_useful(expansion, expansion->g, h) ? expansion->g + h : BISHOP_NEVER;
}

bool bishop_search_take(struct bishop_search *search, uint64_t rank, int f,
                        struct expansion *expansion)
{
	uint64_t *slot = slot_of(search, rank);
	if ((*slot & EXPANDED) != 0)
		return false;
	*expansion = (struct expansion){
		.rank = rank,
		.g = g_of(search, *slot),
		.f = f,
		.f_max = f <= search->partial_max ? f : BISHOP_NEVER,
		.limit = limit_of(search),
		.weigh = search->weigh,
	};
	*slot |= EXPANDED;
	return true;
}

int bishop_search_list(const struct bishop_context *context, struct bishop_desk *desk,
                       struct expansion *expansion, struct successor *out)
{
	const struct space *space = &context->space;
	struct estimate estimate;
	expansion->made = 0;
	bishop_space_unrank(space, expansion->rank, &desk->position);
	expansion->f_later = f_of(&context->patterns, &desk->position, expansion, &estimate);
	if (expansion->f_later > expansion->f || expansion->f_later == BISHOP_NEVER)
		return 0;
	expansion->f_later = BISHOP_NEVER;
	expansion->made =
		bishop_space_steps(space, &desk->position, context->backward, desk->step);
	return choose_steps(context, desk, &estimate, expansion, out);
}

bool bishop_search_settle(struct bishop_search *search, const struct expansion *expansion)
{
	search->cut |= expansion->cut;
	search->made += (uint64_t)expansion->made;
	search->work += expansion->made * (search->slow ? SLOW_WORK : 1) + SLOW_WORK;
	if (expansion->f_later == BISHOP_NEVER)
		return true;
	/* Where a smaller g has been found in the meantime, it is open again already. */
	uint64_t *slot = slot_of(search, expansion->rank);
	if ((*slot & EXPANDED) == 0)
		return true;
	*slot &= ~(uint64_t)EXPANDED;
	return bucket_queue_push(&search->astar.open, expansion->f_later, expansion->rank);
}

/* A position stays open while some of its successors are left out. */
static enum astar_outcome expand(void *context, uint64_t rank, int f)
{
	struct bishop_search *search = context;
	struct successor *out = search->successor + search->astar.pending;
	struct expansion expansion;
	if (!bishop_search_take(search, rank, f, &expansion))
		return ASTAR_CONTINUE;
	const int count = bishop_search_list(search->context, &search->desk, &expansion, out);
	search->astar.pending += count;
	return bishop_search_settle(search, &expansion) ? ASTAR_CONTINUE : ASTAR_FULL;
}

bool bishop_search_close(struct bishop_search *search, uint64_t rank, int g, bool *fresh)
{
	uint64_t *slot = slot_of(search, rank);
	*fresh = *slot == 0;
	return !*fresh || close_with(search, slot, rank, g);
}

void bishop_search_solve(struct bishop_search *search, uint64_t rank, int g, int distance)
{
	if (astar_solved(&search->astar, g + distance)) {
		search->plan_found = true;
		fill_plan(search, rank, g, distance);
	}
}

/* False: no room. */
static bool visit_one(struct bishop_search *search, const struct successor *successor)
{
	uint64_t *slot = slot_of(search, successor->rank);
	if (*slot != 0 && g_of(search, *slot) <= successor->g)
		return true;
	if (!close_with(search, slot, successor->rank, successor->g))
		return false;
	const int distance =
		successor->h == 0 ? 0 : bishop_context_distance(search->context, successor->rank);
	if (distance < 0)
		return astar_open(&search->astar, successor->rank, successor->g, successor->h);
	bishop_search_solve(search, successor->rank, successor->g, distance);
	return true;
}

bool bishop_search_visit(struct bishop_search *search, const struct successor *successor, int count)
{
	for (int i = 0; i < count; i++) {
		if (i + AHEAD < count)
			hash_slots_prefetch(&search->closed, successor[i + AHEAD].rank + 1);
		if (!visit_one(search, &successor[i]))
			return false;
	}
	return bytes_left(search) > 0;
}

static enum astar_outcome visit(void *context)
{
	struct bishop_search *search = context;
	const int count = search->astar.pending;
	search->astar.pending = 0;
	return bishop_search_visit(search, search->successor, count) ? ASTAR_CONTINUE : ASTAR_FULL;
}

enum astar_outcome bishop_search_progress(void *context)
{
	struct bishop_search *search = context;
	search->answer->states = search->met;
	if (search->plan_found || search->work >= TICK_WORK) {
		search->plan_found = false;
		search->work = 0;
		if (!monitor_report(search->monitor, search->answer))
			return ASTAR_STOPPED;
	}
	return search->made >= search->made_max ? ASTAR_PAUSED : ASTAR_CONTINUE;
}

static const struct astar_client client = {
	.is_open = is_open,
	.expand = expand,
	.visit = visit,
	.progress = bishop_search_progress,
};

/* ---- the search ---- */

static enum astar_outcome run_alone(struct bishop_search *search, uint64_t made)
{
	search->made_max = made;
	return search->made >= made ? ASTAR_PAUSED : astar_run(&search->astar, &client, search);
}

static enum astar_outcome run(struct bishop_search *search, uint64_t made)
{
	search->slow = bishop_patterns_are_slow(&search->context->patterns);
	const uint64_t alone = search->slow ? SLOW_ALONE : ALONE;
	enum astar_outcome outcome = run_alone(search, made < alone ? made : alone);
	if (outcome != ASTAR_PAUSED || search->made >= made)
		return outcome;
	struct pipeline *pipeline = bishop_pipeline_new(search, bytes_left(search) / 16);
	search->made_max = made;
	outcome = pipeline == NULL ? run_alone(search, made) : bishop_pipeline_astar(pipeline);
	bishop_pipeline_free(pipeline);
	return outcome;
}

enum astar_outcome bishop_search_run(struct bishop_search *search, uint64_t made)
{
	const int lower = search->answer->lower;
	const enum astar_outcome outcome = run(search, made);
	if (outcome != ASTAR_PROVEN || !search->cut || limit_of(search) == *search->astar.upper)
		return outcome;
	/* There may be plans with more moves than g can count. */
	search->answer->lower = greatest(lower, g_max(search) + 1);
	return ASTAR_FULL;
}
