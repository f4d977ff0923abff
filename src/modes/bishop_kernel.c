/* The search of bishop's own: A* (Hart, Nilsson and Raphael 1968) on additive pattern databases.
 *
 * Two searches take turns until one has found a way: a hasty one, whose bound weighs more than it
 * should (Pohl 1970), and the one that proves. The databases depend on the goal alone and are built
 * once a level: those of single colours before a search or between two tries at it, those of
 * several colours while it runs. Of each shortest way the positions are kept with the exact number
 * of moves left; a search that reaches one of them needs to go no further there. */
#include "modes/bishop_kernel.h"

#include <stdlib.h>

#include "modes/bishop_astar.h"

enum {
	KNOWN_BITS = 8,        /* at first, of the table of known positions */
	FIRST_STATES = 4096,   /* of each search in its first turn */
	HASTE = 3,             /* the weight of its bound */
	SHARE = 4,             /* it has one byte of the memory in so many */
	GAP = 4,               /* moves from the bound to a way, for a division to be built */
	SETS_FIRST = 1 << 12,  /* of databases that are always built */
};

struct own {
	struct ground ground;
	size_t bytes;
};

/* ---- what is kept ---- */

static size_t bytes_left(const struct own *own)
{
	const size_t used = sizeof *own + space_bytes(&own->ground.space) +
	                    own->ground.patterns.bytes + own->ground.mixed.bytes +
	                    notes_bytes(own->ground.known.bits);
	return used < own->bytes ? own->bytes - used : 0;
}

static bool make_room(struct own *own)
{
	struct notes *known = &own->ground.known, more;
	if (notes_have_room(known, 1))
		return true;
	const int bits = known->bits == 0 ? KNOWN_BITS : known->bits + 1;
	/* The searches come first. */
	if (notes_bytes(bits) > bytes_left(own) / 16 || !notes_init(&more, bits))
		return false;
	for (uint64_t i = 0; known->bits > 0 && i < (uint64_t)1 << known->bits; i++)
		if (known->slot[i] != 0)
			*notes_find(&more, (known->slot[i] >> NOTE_BITS) - 1) = known->slot[i];
	more.count = known->count;
	notes_free(known);
	*known = more;
	return true;
}

static uint64_t rank_after(const struct own *own, struct state *state, move_code move)
{
	uint64_t rank = 0;
	bishop_apply(&own->ground.level, state, move);
	space_rank(&own->ground.space, &own->ground.level, state, &rank);
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
		uint64_t *slot = notes_find(&own->ground.known, rank[i]);
		own->ground.known.count += *slot == 0;
		*slot = notes_slot(rank[i], (unsigned)(answer->length - 1 - i));
	}
}

/* ---- the search ---- */

/* DEAD if some colour or group never gets home. */
static int ground_bound(const struct ground *ground, const struct position *position)
{
	struct needs needs;
	if (!pattern_needs(&ground->patterns, &ground->space, &ground->level, position, &needs))
		return DEAD;
	const int mixed = mixed_bound(&ground->mixed, &ground->space, position);
	return mixed == DEAD || mixed > needs.bound ? mixed : needs.bound;
}

static bool fill_patterns(struct own *own, uint64_t sets, struct watch *watch,
                          struct answer *answer)
{
	struct ground *ground = &own->ground;
	const size_t bytes = ground->patterns.bytes + bytes_left(own) / 2;
	return patterns_fill(&ground->patterns, &ground->space, &ground->level, sets, bytes, watch,
	                     answer);
}

/* Builds the next division within so many bytes; IMPROVED if it is kept. What is open already gets
 * the better bound when its turn comes. */
static enum pause divide(struct own *own, struct astar *proof, size_t bytes, struct watch *watch,
                         struct answer *answer)
{
	struct ground *ground = &own->ground;
	struct position *start = &proof->position;
	const uint8_t *kept = ground->mixed.kept.group[0].rest;
	space_enter(&ground->space, proof->start, start);
	const int bound = ground_bound(ground, start);
	const bool goes_on = mixed_add(&ground->mixed, &ground->space, &ground->level, start, bound,
	                               bytes, watch, answer);
	const int better = mixed_bound(&ground->mixed, &ground->space, start);
	space_leave(&ground->space, start);
	answer->lower = better > answer->lower ? better : answer->lower;
	if (!goes_on)
		return STOPPED;
	return ground->mixed.kept.group[0].rest != kept ? IMPROVED : PAUSED;
}

/* Proves, up to so many states or children. A division is built when as much has been done as that
 * takes, and where the way that is known leaves something to gain. */
static enum pause prove(struct own *own, struct astar *proof, size_t bytes, uint64_t states,
                        uint64_t children, struct watch *watch, struct answer *answer)
{
	const uint64_t due = mixed_due(&own->ground.mixed);
	const enum pause pause = astar_run(proof, states, due < children ? due : children, watch,
	                                   answer);
	if (pause != PAUSED || proof->children_seen < due)
		return pause;
	if (answer->upper < 0 || answer->upper - proof->bound >= GAP)
		return divide(own, proof, bytes, watch, answer);
	return astar_run(proof, states, children, watch, answer);
}

/* Begins the hasty search anew, with a better bound. */
static enum pause hurry(const struct own *own, struct astar *hasty, int bound)
{
	const uint64_t start = hasty->start;
	const size_t bytes = hasty->bytes;
	astar_free(hasty);
	return astar_begin(hasty, &own->ground, start, bound, HASTE, bytes) ? PAUSED : NO_ROOM;
}

/* Both searches in turns, up to so many children of each. */
static enum pause take_turns(struct own *own, struct astar *proof, struct astar *hasty,
                             size_t bytes, uint64_t children, struct watch *watch,
                             struct answer *answer)
{
	enum pause haste = PAUSED;
	uint64_t states = FIRST_STATES;
	for (;;) {
		if (answer->upper < 0 && haste == PAUSED)
			haste = astar_run(hasty, states, children, watch, answer);
		if (haste == STOPPED || (haste == EXHAUSTED && answer->upper < 0))
			return haste;
		if (answer->upper >= 0) {
			proof->bytes += hasty->bytes;
			astar_free(hasty);
		}
		const enum pause pause = prove(own, proof, bytes, states, children, watch, answer);
		if (pause == IMPROVED && answer->upper < 0)
			haste = hurry(own, hasty, answer->lower);
		else if (pause != PAUSED && pause != IMPROVED)
			return pause;
		if (proof->children_seen >= children)
			return PAUSED;
		if (proof->notes.count >= states)
			states *= 2;
	}
}

/* Until it is concluded; PAUSED after so many children. The answer's lower bound is the start's. */
static enum pause search_up_to(struct own *own, uint64_t start, uint64_t children,
                               struct watch *watch, struct answer *answer)
{
	const int bound = answer->lower;
	const size_t tables = bytes_left(own) / SHARE, bytes = bytes_left(own) - tables;
	struct astar *proof = malloc(2 * sizeof *proof);
	if (proof == NULL)
		return NO_ROOM;
	struct astar *hasty = proof + 1;
	enum pause pause = NO_ROOM;
	const bool begun = astar_begin(hasty, &own->ground, start, bound, HASTE, bytes / SHARE);
	if (astar_begin(proof, &own->ground, start, bound, 1, bytes - bytes / SHARE) && begun) {
		answer->states += hasty->notes.count + proof->notes.count;
		pause = take_turns(own, proof, hasty, tables + own->ground.mixed.bytes, children, watch, answer);
	}
	if (pause == EXHAUSTED && answer->upper < 0 && (proof->cut || hasty->cut))
		pause = NO_ROOM;
	astar_free(proof);
	astar_free(hasty);
	free(proof);
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

/* A large database is built only when a search without it has taken about as long. */
static void search_between(struct own *own, uint64_t start, struct watch *watch,
                           struct answer *answer)
{
	const struct ground *ground = &own->ground;
	enum pause pause = PAUSED;
	while (pause == PAUSED) {
		const uint64_t sets = patterns_next(&ground->patterns, &ground->space);
		/* A set takes about as long to fill as the bound of a child without. */
		const uint64_t children = sets == 0 ? UINT64_MAX : sets;
		pause = search_up_to(own, start, children, watch, answer);
		if (pause == PAUSED && !fill_patterns(own, sets, watch, answer))
			pause = STOPPED;
	}
	conclude(pause, answer);
}

/* The way from a position that lies on a kept one. */
static void follow(const struct ground *ground, uint64_t start, struct position *position,
                   struct answer *answer)
{
	struct step *step = malloc(space_steps_most(&ground->space) * sizeof *step);
	answer->verdict = GAVE_UP;
	if (step == NULL)
		return;
	space_begin(&ground->space, position);
	answer->length = ground_go_on(ground, position, step, start, answer->plan);
	answer->lower = answer->upper = answer->length;
	answer->states = (uint64_t)answer->length;
	answer->verdict = OPTIMAL;
	free(step);
}

static void search_from_rank(struct own *own, uint64_t start, struct watch *watch,
                             struct answer *answer)
{
	struct position position;
	space_begin(&own->ground.space, &position);
	space_enter(&own->ground.space, start, &position);
	const int bound = ground_bound(&own->ground, &position);
	if (bound == DEAD) {
		answer->verdict = UNSOLVABLE;
	} else if (bound == 0) {
		*answer = (struct answer){.verdict = OPTIMAL, .states = 1};
	} else if (ground_rest(&own->ground, start) >= 0) {
		follow(&own->ground, start, &position, answer);
	} else {
		answer->lower = bound;
		search_between(own, start, watch, answer);
	}
}

static void kernel_search(void *context, const struct state *start, struct watch *watch,
                          struct answer *answer)
{
	struct own *own = context;
	struct ground *ground = &own->ground;
	uint64_t rank;
	if ((ground->level.rules & HOPELESS) != 0) {
		answer->verdict = UNSOLVABLE;
	} else if (!space_rank(&ground->space, &ground->level, start, &rank)) {
		answer->verdict = GAVE_UP;
	} else if (fill_patterns(own, SETS_FIRST, watch, answer)) {
		search_from_rank(own, rank, watch, answer);
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
	if (!space_init(&own->ground.space, level, bytes - sizeof *own)) {
		free(own);
		return NULL;
	}
	patterns_init(&own->ground.patterns, &own->ground.space, level);
	mixed_init(&own->ground.mixed, &own->ground.space);
	return own;
}

static void kernel_close(void *context)
{
	struct own *own = context;
	patterns_free(&own->ground.patterns);
	mixed_free(&own->ground.mixed);
	notes_free(&own->ground.known);
	space_free(&own->ground.space);
	free(own);
}

const struct kernel bishop_kernel = {
	.open = kernel_open,
	.close = kernel_close,
	.search = kernel_search,
};
