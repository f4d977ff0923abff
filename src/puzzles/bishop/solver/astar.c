#include "puzzles/bishop/solver/astar.h"

#include <limits.h>
#include <stdlib.h>

enum {
	FIRST_BITS = 10,       /* of the table */
	BATCH = 32,            /* positions expanded before their children are looked up */
	CHILDREN = 512,        /* about so many are looked up at once */
	GROWN_SLOTS = 1 << 12, /* moved between two looks at the watch */
	PUT_BACK = 64,         /* positions, likewise */
	TICK_WORK = 4096,      /* children, likewise; */
	SLOW_WORK = 32,        /* a bound that takes long counts for so many */
	SPARING = 2,           /* priorities, from the start's, at which children are left out */
	EXPANDED = 1 << 15,    /* in a note, above the depth */
	DEPTH_MOST = EXPANDED - 1,
	NEVER = INT_MAX,
};

_Static_assert(RANK_BITS + NOTE_BITS <= 64, "a slot is to hold a number and a note");

struct child {
	uint64_t rank;
	uint16_t depth;
	uint16_t bound;
};

/* ---- memory ---- */

static size_t bytes_used(const struct astar *astar)
{
	const size_t steps = bishop_space_steps_most(&astar->ground->space);
	return sizeof *astar + bishop_notes_bytes(astar->notes.bits) + astar->front.bytes +
	       steps * sizeof *astar->step + (CHILDREN + steps) * sizeof *astar->child;
}

bool bishop_astar_begin(struct astar *astar, const struct ground *ground, uint64_t start,
                        int weight, size_t bytes)
{
	const size_t steps = bishop_space_steps_most(&ground->space);
	*astar = (struct astar){
		.ground = ground, .weight = weight, .bytes = bytes, .start = start, .sparing = -1,
	};
	if (bytes_used(astar) + bishop_notes_bytes(FIRST_BITS) > bytes)
		return false;
	astar->step = malloc(steps * sizeof *astar->step);
	astar->child = malloc((CHILDREN + steps) * sizeof *astar->child);
	if (astar->step == NULL || astar->child == NULL ||
	    !bishop_notes_init(&astar->notes, FIRST_BITS))
		return false;
	*bishop_notes_find(&astar->notes, start) = bishop_notes_slot(start, 0);
	astar->notes.count = 1;
	return bishop_front_push(&astar->front, 0, start);
}

void bishop_astar_free(struct astar *astar)
{
	bishop_notes_free(&astar->notes);
	bishop_front_free(&astar->front);
	free(astar->step);
	free(astar->child);
	*astar = (struct astar){.step = NULL};
}

/* Twice as many slots. */
static enum pause grow(struct astar *astar, struct monitor *monitor, struct answer *answer)
{
	struct notes more, *notes = &astar->notes;
	if (bytes_used(astar) + bishop_notes_bytes(notes->bits + 1) > astar->bytes ||
	    !bishop_notes_init(&more, notes->bits + 1))
		return NO_ROOM;
	const uint64_t slots = (uint64_t)1 << notes->bits;
	for (uint64_t i = 0; i < slots; i += GROWN_SLOTS) {
		const uint64_t end = i + GROWN_SLOTS < slots ? i + GROWN_SLOTS : slots;
		bishop_notes_refile(notes, i, end, &more);
		if (!monitor_report(monitor, answer)) {
			bishop_notes_free(&more);
			return STOPPED;
		}
	}
	bishop_notes_free(notes);
	*notes = more;
	return PAUSED;
}

/* ---- what is known of a position ---- */

int bishop_ground_bound(const struct ground *ground, const struct position *position,
                        struct needs *needs)
{
	if (!bishop_pattern_needs(&ground->patterns, &ground->space, &ground->level, position,
	                          needs))
		return DEAD_END;
	const int mixed = bishop_mixed_bound(&ground->mixed, &ground->space, position);
	return mixed == DEAD_END || mixed > needs->bound ? mixed : needs->bound;
}

static move_code code_of(const struct ground *ground, int from, int to)
{
	struct way way = {.code = NO_MOVE};
	bishop_way_between(&ground->level, ground->space.board[from], ground->space.board[to],
	                   &way);
	return way.code;
}

int bishop_ground_go_on(const struct ground *ground, struct position *position, struct step *step,
                        uint64_t rank, move_code *out)
{
	int made = 0;
	for (int rest = bishop_ground_rest(ground, rank); rest > 0; rest--) {
		int i = 0;
		bishop_space_enter(&ground->space, rank, position);
		bishop_space_steps(&ground->space, position, false, step);
		while (bishop_ground_rest(ground, step[i].rank) != rest - 1)
			i++;
		out[made++] = code_of(ground, step[i].from, step[i].to);
		rank = step[i].rank;
	}
	return made;
}

/* ---- ways ---- */

static int depth_of(const struct astar *astar, uint64_t rank)
{
	const uint64_t slot = *bishop_notes_find(&astar->notes, rank);
	return slot == 0 ? DEPTH_MOST : (int)(bishop_notes_of(slot) & DEPTH_MOST);
}

/* The step back from a position that lies so deep to one that is nearest to the start. */
static struct step step_back(struct astar *astar, uint64_t rank, int depth)
{
	const struct space *space = &astar->ground->space;
	/* Where colours take turns nobody has moved at the start, and it is found from its own
	 * side. */
	const bool first = depth == 1;
	struct step best = {.rank = rank};
	bishop_space_enter(space, first ? astar->start : rank, &astar->position);
	const int count = bishop_space_steps(space, &astar->position, !first, astar->step);
	for (int i = 0; i < count; i++) {
		const struct step *step = &astar->step[i];
		if (first && step->rank == rank)
			return (struct step){.rank = astar->start,
			                     .from = step->to,
			                     .to = step->from};
		if (!first && depth_of(astar, step->rank) < depth) {
			depth = depth_of(astar, step->rank);
			best = *step;
		}
	}
	return best;
}

/* A way through a position that was reached so deep and has so many moves left. */
static void note_way(struct astar *astar, uint64_t rank, int depth, int rest,
                     struct answer *answer)
{
	const uint64_t met = rank;
	move_code *plan = answer->plan;
	if (answer->upper >= 0 && depth + rest >= answer->upper)
		return;
	answer->upper = depth + rest;
	answer->length = 0;
	astar->told = true;
	if (answer->upper > PLAN_MAX)
		return;
	/* From the end of the plan backwards; it may turn out shorter than it was. */
	int at = PLAN_MAX;
	while (rank != astar->start) {
		const struct step step = step_back(astar, rank, depth);
		plan[--at] = code_of(astar->ground, step.to, step.from);
		rank = step.rank;
		depth = depth_of(astar, rank);
	}
	for (; at < PLAN_MAX; at++)
		plan[answer->length++] = plan[at];
	answer->length += bishop_ground_go_on(astar->ground, &astar->position, astar->step, met,
	                                      plan + answer->length);
	answer->upper = answer->length;
}

/* ---- expansion ---- */

/* Children that can lie on a shorter way than is known. Those that are worse than the priority are
 * left out while it is low; returns the least priority among them, or NEVER. */
static int add_children(struct astar *astar, int count, int depth, int priority,
                        const struct needs *needs, const struct answer *answer)
{
	const int worst = priority <= astar->sparing ? priority : NEVER;
	int later = NEVER;
	const struct ground *ground = astar->ground;
	const struct patterns *patterns = &ground->patterns;
	const int most = answer->upper < 0 ? DEPTH_MOST + REST_MOST : answer->upper - 1;
	for (int i = 0; i < count; i++) {
		const struct step *step = &astar->step[i];
		const int bound = bishop_pattern_bound_after(patterns, &ground->space,
		                                             &ground->level, needs, step);
		if (bound == DEAD_END || depth + bound > most)
			continue;
		if (depth + bound > worst) {
			later = depth + bound < later ? depth + bound : later;
			continue;
		}
		astar->child[astar->children++] = (struct child){
			.rank = step->rank,
			.depth = (uint16_t)depth,
			.bound = (uint16_t)bound,
		};
		bishop_notes_touch(&astar->notes, step->rank);
	}
	return later;
}

/* The priority that the position taken apart should have by what is known now. NEVER: it can't lie
 * on a shorter way than is known. */
static int priority_of(const struct astar *astar, int depth, struct needs *needs,
                       const struct answer *answer)
{
	const int bound = bishop_ground_bound(astar->ground, &astar->position, needs);
	if (bound == DEAD_END || (answer->upper >= 0 && depth + bound >= answer->upper))
		return NEVER;
	return depth + astar->weight * bound;
}

/* Adds children of a position; it stays open while some are left out. False: no room. */
static bool expand(struct astar *astar, uint64_t rank, int priority, const struct answer *answer)
{
	const struct space *space = &astar->ground->space;
	uint64_t *slot = bishop_notes_find(&astar->notes, rank);
	const int depth = (int)(bishop_notes_of(*slot) & DEPTH_MOST) + 1;
	if ((bishop_notes_of(*slot) & EXPANDED) != 0)
		return true;
	if (depth > DEPTH_MOST) {
		astar->cut = true;
		return true;
	}
	bishop_space_enter(space, rank, &astar->position);
	struct needs needs;
	int later = priority_of(astar, depth - 1, &needs, answer);
	if (later <= priority) {
		const int count = bishop_space_steps(space, &astar->position, false, astar->step);
		later = add_children(astar, count, depth, priority, &needs, answer);
		astar->children_seen += (uint64_t)count;
		astar->work += count * (astar->slow ? SLOW_WORK : 1);
	}
	astar->work += SLOW_WORK;
	if (later < NEVER)
		return bishop_front_push(&astar->front, later, rank);
	*slot |= EXPANDED;
	return true;
}

/* Expands a batch of the least priority. */
static bool expand_some(struct astar *astar, const struct answer *answer)
{
	uint64_t rank[BATCH];
	const int priority = astar->front.least;
	const int taken = bishop_front_take(&astar->front, rank, BATCH);
	for (int i = 0; i < taken; i++)
		bishop_notes_touch(&astar->notes, rank[i]);
	for (int i = 0; i < taken; i++) {
		const bool done = astar->children < CHILDREN
		                          ? expand(astar, rank[i], priority, answer)
		                          : bishop_front_push(&astar->front, priority, rank[i]);
		if (!done)
			return false;
	}
	return true;
}

static bool reach(struct astar *astar, const struct child *child, struct answer *answer)
{
	uint64_t *slot = bishop_notes_find(&astar->notes, child->rank);
	if (*slot != 0 && (bishop_notes_of(*slot) & DEPTH_MOST) <= child->depth)
		return true;
	astar->notes.count += *slot == 0;
	*slot = bishop_notes_slot(child->rank, child->depth);
	const int rest = child->bound == 0 ? 0 : bishop_ground_rest(astar->ground, child->rank);
	if (rest >= 0) {
		note_way(astar, child->rank, child->depth, rest, answer);
		return true;
	}
	return bishop_front_push(&astar->front, child->depth + astar->weight * child->bound,
	                         child->rank);
}

static enum pause reach_children(struct astar *astar, struct monitor *monitor,
                                 struct answer *answer)
{
	while (!bishop_notes_have_room(&astar->notes, (uint64_t)astar->children)) {
		const enum pause pause = grow(astar, monitor, answer);
		if (pause == STOPPED)
			return STOPPED;
		/* Rather a fuller table than none. */
		if (pause == NO_ROOM && astar->notes.count + (uint64_t)astar->children <=
		                                (uint64_t)15 << astar->notes.bits >> 4)
			break;
		if (pause == NO_ROOM)
			return NO_ROOM;
	}
	for (int i = 0; i < astar->children; i++)
		if (!reach(astar, &astar->child[i], answer))
			return NO_ROOM;
	astar->children = 0;
	return bytes_used(astar) > astar->bytes ? NO_ROOM : PAUSED;
}

/* ---- the search ---- */

/* Opens a position again. False: no room. */
static bool put_back(struct astar *astar, uint64_t rank, const struct answer *answer)
{
	const unsigned note = bishop_notes_of(*bishop_notes_find(&astar->notes, rank));
	struct needs needs;
	if ((note & EXPANDED) != 0)
		return true;
	bishop_space_enter(&astar->ground->space, rank, &astar->position);
	const int priority = priority_of(astar, (int)note, &needs, answer);
	return priority == NEVER || bishop_front_push(&astar->front, priority, rank);
}

enum pause bishop_astar_weigh(struct astar *astar, int weight, struct monitor *monitor,
                              struct answer *answer)
{
	uint64_t rank[PILE];
	int count;
	struct needs needs;
	astar->weight = weight;
	bishop_space_enter(&astar->ground->space, astar->start, &astar->position);
	const int bound = bishop_ground_bound(astar->ground, &astar->position, &needs);
	astar->sparing = weight == 1 ? bound + SPARING - 1 : -1;
	bishop_front_gather(&astar->front);
	while ((count = bishop_front_next(&astar->front, rank)) > 0)
		for (int i = 0; i < count; i++) {
			if (!put_back(astar, rank[i], answer))
				return NO_ROOM;
			if (i % PUT_BACK == PUT_BACK - 1 && !monitor_report(monitor, answer))
				return STOPPED;
		}
	return PAUSED;
}

/* With weight 1, every way that is not known yet runs through an open position. */
static void raise_lower(const struct astar *astar, struct answer *answer)
{
	const int least = astar->front.least;
	if (astar->weight == 1 && least > answer->lower)
		answer->lower = answer->upper >= 0 && least > answer->upper ? answer->upper : least;
}

enum pause bishop_astar_run(struct astar *astar, uint64_t states, uint64_t children,
                            struct monitor *monitor, struct answer *answer)
{
	const struct ground *ground = astar->ground;
	astar->slow = !bishop_patterns_are_complete(&ground->patterns, &ground->space);
	while (astar->notes.count < states && astar->children_seen < children) {
		if (!bishop_front_settle(&astar->front))
			return EXHAUSTED;
		raise_lower(astar, answer);
		if (answer->upper >= 0 && answer->lower >= answer->upper)
			return EXHAUSTED;
		if (answer->upper >= 0 && astar->weight > 1)
			return PAUSED;
		if (!expand_some(astar, answer))
			return NO_ROOM;
		const enum pause pause = reach_children(astar, monitor, answer);
		answer->states = astar->notes.count;
		if (pause != PAUSED)
			return pause;
		if (astar->told || astar->work >= TICK_WORK) {
			astar->told = false;
			astar->work = 0;
			if (!monitor_report(monitor, answer))
				return STOPPED;
		}
	}
	return PAUSED;
}
