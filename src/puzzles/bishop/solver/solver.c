/* The search of bishop's own: A* (Hart, Nilsson and Raphael 1968) on additive pattern databases.
 *
 * It begins with a bound that is there at once. The databases depend on the goal alone and are
 * built once a level, the smallest first, each when searching has cost as much as it will. Until a
 * way is known the bound weighs more than it should for a while (Pohl 1970), now and again. Of each
 * shortest way the positions are kept with the exact number of moves left; a search that reaches
 * one of them needs to go no further there. */
#include "puzzles/bishop/solver/solver.h"

#include <stdlib.h>

#include "puzzles/bishop/solver/astar.h"

enum {
	KNOWN_BITS = 8,        /* at first, of the table of known positions */
	HASTE = 3,             /* the weight of the bound, for a while */
	HASTY_STATES = 2048,   /* at first */
	SHARE = 4,             /* databases may take one byte of the memory in so many */
	GAP = 4,               /* moves from the bound to a way, for a division to be built */
	CHILDREN_A_SET = 6,    /* take as long as a set of a database to build */
};

struct own {
	struct ground ground;
	size_t bytes;
};

/* ---- what is kept ---- */

static size_t bytes_left(const struct own *own)
{
	const size_t used = sizeof *own + bishop_space_bytes(&own->ground.space) +
	                    own->ground.patterns.bytes + own->ground.mixed.bytes +
	                    bishop_notes_bytes(own->ground.known.bits);
	return used < own->bytes ? own->bytes - used : 0;
}

/* Of those, for databases. */
static size_t table_bytes_left(const struct own *own)
{
	const size_t used = own->ground.patterns.bytes + own->ground.mixed.bytes;
	return used < own->bytes / SHARE ? own->bytes / SHARE - used : 0;
}

static bool make_room(struct own *own)
{
	struct notes *known = &own->ground.known, more;
	if (bishop_notes_have_room(known, 1))
		return true;
	const int bits = known->bits == 0 ? KNOWN_BITS : known->bits + 1;
	/* The searches come first. */
	if (bishop_notes_bytes(bits) > bytes_left(own) / 16 || !bishop_notes_init(&more, bits))
		return false;
	if (known->bits > 0)
		bishop_notes_refile(known, 0, (uint64_t)1 << known->bits, &more);
	bishop_notes_free(known);
	*known = more;
	return true;
}

static uint64_t rank_after(const struct own *own, struct state *state, move_code move)
{
	uint64_t rank = 0;
	bishop_apply(&own->ground.level, state, move);
	bishop_space_rank(&own->ground.space, &own->ground.level, state, &rank);
	return rank;
}

/* Keeps the positions of a shortest way from its end on, so that each one's next is there too. */
static void keep_way(struct own *own, const struct state *start, const struct answer *answer)
{
	uint64_t rank[PLAN_MAX];
	struct state state = *start;
	for (int i = 0; i < answer->length; i++)
		rank[i] = rank_after(own, &state, answer->plan[i]);
	for (int i = answer->length - 1; i >= 0 && make_room(own); i--) {
		uint64_t *slot = bishop_notes_find(&own->ground.known, rank[i]);
		own->ground.known.count += *slot == 0;
		*slot = bishop_notes_slot(rank[i], (unsigned)(answer->length - 1 - i));
	}
}

/* ---- the search ---- */

/* The table that is built next. */
struct table {
	uint64_t sets; /* 0: there is none */
	int troop;     /* whose it is, from 0; -1: a division's */
};

/* The least one. Once a division says more of a start than the colours do, theirs come too late. */
static struct table next_table(const struct ground *ground)
{
	const uint64_t division = ground->mixed.next.sets;
	const int troop = ground->mixed.kept.sets > 0
	                          ? -1
	                          : bishop_patterns_next(&ground->patterns, &ground->space);
	const uint64_t sets = troop < 0 ? 0 : ground->space.troop[troop].sets;
	if (troop >= 0 && (division == 0 || sets <= division))
		return (struct table){sets, troop};
	return (struct table){division, -1};
}

static bool add_division(struct own *own, uint64_t start, size_t bytes, struct monitor *monitor,
                         struct answer *answer)
{
	struct ground *ground = &own->ground;
	struct position position;
	struct needs needs;
	bishop_space_enter(&ground->space, start, &position);
	const int bound = bishop_ground_bound(ground, &position, &needs);
	return bishop_mixed_add(&ground->mixed, &ground->space, &ground->level, &position, bound,
	                        bytes, monitor, answer);
}

/* What is open already gets the better bound when its turn comes. */
static enum pause build_table(struct own *own, const struct table *table, uint64_t start,
                              struct monitor *monitor, struct answer *answer)
{
	struct ground *ground = &own->ground;
	const size_t bytes = table_bytes_left(own);
	const bool goes_on =
		table->troop < 0
			? add_division(own, start, bytes, monitor, answer)
			: bishop_patterns_build(&ground->patterns, &ground->space, &ground->level,
	                                        table->troop, bytes, monitor, answer);
	return goes_on ? PAUSED : STOPPED;
}

/* Changes between haste and proof, whose turns are longer and which has the last. */
static enum pause turn(struct astar *astar, uint64_t *states, struct monitor *monitor,
                       struct answer *answer)
{
	const bool hasty = astar->weight > 1;
	*states = answer->upper >= 0 ? UINT64_MAX : *states + *states / (hasty ? 1 : 4);
	return bishop_astar_weigh(astar, hasty ? 1 : HASTE, monitor, answer);
}

/* A division is, where the way that is known leaves something to gain. */
static bool is_worth_building(const struct table *table, int bound, const struct answer *answer)
{
	return table->sets > 0 &&
	       (table->troop >= 0 || answer->upper < 0 || answer->upper - bound >= GAP);
}

static enum pause take_turns(struct own *own, struct astar *astar, int bound,
                             struct monitor *monitor, struct answer *answer)
{
	uint64_t states = HASTY_STATES, paid = 0;
	enum pause pause = PAUSED;
	while (pause == PAUSED) {
		const struct table next = next_table(&own->ground);
		const uint64_t due = is_worth_building(&next, bound, answer)
		                             ? paid + CHILDREN_A_SET * next.sets
		                             : UINT64_MAX;
		pause = bishop_astar_run(astar, states, due, monitor, answer);
		if (pause == PAUSED && astar->children_seen >= due) {
			paid = astar->children_seen;
			pause = build_table(own, &next, astar->start, monitor, answer);
		} else if (pause == PAUSED) {
			pause = turn(astar, &states, monitor, answer);
		}
	}
	return pause;
}

/* The answer's lower bound is the start's. */
static enum pause search_on(struct own *own, uint64_t start, struct monitor *monitor,
                            struct answer *answer)
{
	struct astar *astar = malloc(sizeof *astar);
	enum pause pause = NO_ROOM;
	if (astar == NULL)
		return NO_ROOM;
	const size_t left = bytes_left(own), tables = table_bytes_left(own);
	if (bishop_astar_begin(astar, &own->ground, start, HASTE,
	                       left > tables ? left - tables : 0))
		pause = take_turns(own, astar, answer->lower, monitor, answer);
	if (pause == EXHAUSTED && answer->upper < 0 && astar->cut)
		pause = NO_ROOM;
	bishop_astar_free(astar);
	free(astar);
	return pause;
}

static void conclude(enum pause pause, struct answer *answer)
{
	if (pause == NO_ROOM)
		answer->verdict = GAVE_UP;
	else if (pause == EXHAUSTED)
		answer->verdict = answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
	if (answer->verdict == OPTIMAL)
		answer->lower = answer->upper;
}

/* The way from a position that lies on a kept one. */
static void follow(const struct ground *ground, uint64_t start, struct position *position,
                   struct answer *answer)
{
	struct step *step = malloc(bishop_space_steps_most(&ground->space) * sizeof *step);
	answer->verdict = GAVE_UP;
	if (step == NULL)
		return;
	answer->length = bishop_ground_go_on(ground, position, step, start, answer->plan);
	answer->lower = answer->upper = answer->length;
	answer->states = (uint64_t)answer->length;
	answer->verdict = OPTIMAL;
	free(step);
}

static void search_from_rank(struct own *own, uint64_t start, struct monitor *monitor,
                             struct answer *answer)
{
	struct position position;
	struct needs needs;
	bishop_space_enter(&own->ground.space, start, &position);
	const int bound = bishop_ground_bound(&own->ground, &position, &needs);
	if (bound == DEAD_END) {
		answer->verdict = UNSOLVABLE;
	} else if (bound == 0) {
		*answer = (struct answer){.verdict = OPTIMAL, .states = 1};
	} else if (bishop_ground_rest(&own->ground, start) >= 0) {
		follow(&own->ground, start, &position, answer);
	} else {
		answer->lower = bound;
		conclude(search_on(own, start, monitor, answer), answer);
	}
}

static void kernel_search(void *context, const struct state *start, struct monitor *monitor,
                          struct answer *answer)
{
	struct own *own = context;
	struct ground *ground = &own->ground;
	uint64_t rank;
	if ((ground->level.rules & HOPELESS) != 0) {
		answer->verdict = UNSOLVABLE;
	} else if (!bishop_space_rank(&ground->space, &ground->level, start, &rank)) {
		answer->verdict = GAVE_UP;
	} else {
		bishop_patterns_make_room(&ground->patterns, &ground->space, own->bytes / SHARE);
		search_from_rank(own, rank, monitor, answer);
		if (answer->verdict == OPTIMAL && answer->length > 0)
			keep_way(own, start, answer);
	}
}

static void *kernel_open(const struct level *level, size_t bytes)
{
	struct own *own = bytes < sizeof *own ? NULL : calloc(1, sizeof *own);
	if (own == NULL)
		return NULL;
	own->ground.level = *level;
	own->bytes = bytes;
	if (!bishop_space_init(&own->ground.space, level, bytes - sizeof *own)) {
		free(own);
		return NULL;
	}
	bishop_patterns_init(&own->ground.patterns, &own->ground.space, level);
	bishop_mixed_init(&own->ground.mixed, &own->ground.space);
	return own;
}

static void kernel_close(void *context)
{
	struct own *own = context;
	bishop_patterns_free(&own->ground.patterns);
	bishop_mixed_free(&own->ground.mixed);
	bishop_notes_free(&own->ground.known);
	bishop_space_free(&own->ground.space);
	free(own);
}

const struct puzzle_solver bishop_solver = {
	.open = kernel_open,
	.close = kernel_close,
	.search = kernel_search,
};
