/* A* with a queue of buckets: every open state hangs in the list of its depth plus bound.
 *
 * The least such sum among the open states is a lower bound at any time, for every way to a
 * solution runs through one of them. A solved state counts when the search reaches its bucket,
 * not when it is generated; until then its depth is an upper bound. A state that is reached again
 * by a shorter way goes back into the queue, so bounds need not be consistent. */
#include "search/search.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "search/table.h"

const struct limits limits_default = {.bytes = (size_t)256 << 20};

enum {
	TICK_STATES = 256,  /* states expanded between two looks at clock and caller */
	DEPTH_MAX = 60000,  /* moves; what lies deeper is not looked for */
};

/* What the table keeps beside a state. */
struct node {
	uint32_t parent;
	uint32_t next, previous; /* in its bucket */
	uint16_t depth;
	uint16_t bound;
	move_code move;          /* from the parent */
	uint16_t open;           /* in a bucket */
};

struct run {
	const struct mode *mode;
	const struct level *level;
	const struct limits *limits;
	struct answer *answer;
	struct table table;
	uint32_t *bucket;        /* first state of each sum, or TABLE_NONE */
	int bucket_count;
	int sum;                 /* no open state has a lesser one */
	uint32_t goal;           /* the solved state nearest to the start so far, or TABLE_NONE */
	double deadline;         /* 0: none */
	struct state from, to;   /* all bytes behind state_size stay 0 */
};

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct node *node_at(const struct run *run, uint32_t number)
{
	return table_own(&run->table, number);
}

/* ---- the queue ---- */

static bool grow_buckets(struct run *run, int sum)
{
	int count = run->bucket_count == 0 ? 256 : run->bucket_count;
	while (count <= sum)
		count *= 2;
	uint32_t *bucket = realloc(run->bucket, (size_t)count * sizeof *bucket);
	if (bucket == NULL)
		return false;
	for (int i = run->bucket_count; i < count; i++)
		bucket[i] = TABLE_NONE;
	run->bucket = bucket;
	run->bucket_count = count;
	return true;
}

static bool enqueue(struct run *run, uint32_t number)
{
	struct node *node = node_at(run, number);
	const int sum = node->depth + node->bound;
	if (sum >= run->bucket_count && !grow_buckets(run, sum))
		return false;
	node->open = 1;
	node->previous = TABLE_NONE;
	node->next = run->bucket[sum];
	if (node->next != TABLE_NONE)
		node_at(run, node->next)->previous = number;
	run->bucket[sum] = number;
	if (sum < run->sum)
		run->sum = sum;
	return true;
}

static void dequeue(struct run *run, uint32_t number)
{
	struct node *node = node_at(run, number);
	if (node->next != TABLE_NONE)
		node_at(run, node->next)->previous = node->previous;
	if (node->previous != TABLE_NONE)
		node_at(run, node->previous)->next = node->next;
	else
		run->bucket[node->depth + node->bound] = node->next;
	node->open = 0;
}

/* The next state to expand, out of the queue; TABLE_NONE when it is empty. */
static uint32_t take(struct run *run)
{
	while (run->sum < run->bucket_count && run->bucket[run->sum] == TABLE_NONE)
		run->sum++;
	if (run->sum >= run->bucket_count)
		return TABLE_NONE;
	const uint32_t number = run->bucket[run->sum];
	dequeue(run, number);
	return number;
}

/* ---- states ---- */

static void note_solved(struct run *run, uint32_t number)
{
	const int depth = node_at(run, number)->depth;
	if (run->answer->upper < 0 || depth < run->answer->upper) {
		run->answer->upper = depth;
		run->goal = number;
	}
}

/* A state reached at a depth from its parent: new, by a shorter way, or nothing. False: no room. */
static bool reach(struct run *run, const struct state *state, uint32_t parent, move_code move,
                  int depth)
{
	bool fresh;
	const uint32_t number = table_put(&run->table, state->byte, &fresh);
	if (number == TABLE_NONE)
		return false;
	struct node *node = node_at(run, number);
	if (!fresh && depth >= node->depth)
		return true;
	if (fresh) {
		const int bound = run->mode->at_least(run->level, state);
		/* Dead states stay in the table at depth 0, so that nothing reopens them. */
		if (bound == DEAD)
			return true;
		node->bound = (uint16_t)bound;
	} else if (node->open) {
		dequeue(run, number);
	}
	node->depth = (uint16_t)depth;
	node->parent = parent;
	node->move = move;
	if (node->bound == 0 && run->mode->solved(run->level, state))
		note_solved(run, number);
	if (run->answer->upper >= 0 && depth + node->bound > run->answer->upper)
		return true;
	return enqueue(run, number);
}

static bool expand(struct run *run, uint32_t number)
{
	const size_t size = run->level->state_size;
	const int depth = node_at(run, number)->depth + 1;
	move_code moves[MOVES_MAX];
	memcpy(run->from.byte, table_state(&run->table, number), size);
	const int count = run->mode->moves(run->level, &run->from, moves);
	for (int i = 0; i < count; i++) {
		memcpy(run->to.byte, run->from.byte, size);
		if (run->mode->apply(run->level, &run->to, moves[i]) &&
		    (depth > DEPTH_MAX || !reach(run, &run->to, number, moves[i], depth)))
			return false;
	}
	return true;
}

/* ---- the answer ---- */

static int way_length(const struct run *run, uint32_t number)
{
	int length = 0;
	for (; node_at(run, number)->parent != TABLE_NONE; number = node_at(run, number)->parent)
		length++;
	return length;
}

/* The way to the goal may have become shorter since it was found: a state on it was reached again
 * by fewer moves. */
static void fill_plan(struct run *run)
{
	struct answer *answer = run->answer;
	if (run->goal == TABLE_NONE)
		return;
	answer->upper = way_length(run, run->goal);
	if (answer->lower > answer->upper)
		answer->lower = answer->upper;
	if (answer->upper > PLAN_MAX)
		return;
	answer->length = answer->upper;
	uint32_t number = run->goal;
	for (int i = answer->length - 1; i >= 0; i--) {
		const struct node *node = node_at(run, number);
		answer->plan[i] = node->move;
		number = node->parent;
	}
}

/* The least open sum is a lower bound, and no more than any way that is known. */
static void raise_lower(struct run *run)
{
	struct answer *answer = run->answer;
	if (run->sum > answer->lower)
		answer->lower = run->sum;
	if (answer->upper >= 0 && answer->lower > answer->upper)
		answer->lower = answer->upper;
	answer->states = run->table.count;
}

static bool over_limit(const struct run *run)
{
	return (run->limits->states > 0 && run->table.count >= run->limits->states) ||
	       (run->deadline > 0 && now() >= run->deadline);
}

static enum verdict run_search(struct run *run, tick_fn *tick, void *context)
{
	for (unsigned count = 1;; count++) {
		const uint32_t number = take(run);
		if (number == TABLE_NONE)
			return run->answer->upper < 0 ? UNSOLVABLE : OPTIMAL;
		raise_lower(run);
		if (run->answer->upper >= 0 && run->answer->lower >= run->answer->upper)
			return OPTIMAL;
		if (!expand(run, number))
			return GAVE_UP;
		if (count % TICK_STATES == 0) {
			if (over_limit(run))
				return GAVE_UP;
			if (tick != NULL && !tick(context, run->answer))
				return SEARCHING;
		}
	}
}

static void search_part(const struct mode *mode, const struct level *level,
                        const struct state *start, const struct limits *limits, tick_fn *tick,
                        void *context, struct answer *answer)
{
	*answer = (struct answer){.verdict = GAVE_UP, .upper = -1};
	struct run *run = calloc(1, sizeof *run);
	if (run == NULL || level->endless) {
		free(run);
		return;
	}
	run->mode = mode;
	run->level = level;
	run->limits = limits;
	run->answer = answer;
	run->goal = TABLE_NONE;
	run->deadline = limits->seconds > 0 ? now() + limits->seconds : 0;
	if (table_init(&run->table, level->state_size, sizeof(struct node), limits->bytes) &&
	    reach(run, start, TABLE_NONE, 0, 0)) {
		answer->verdict = SEARCHING;
		answer->verdict = run_search(run, tick, context);
	}
	if (answer->verdict == OPTIMAL)
		answer->lower = answer->upper;
	answer->states = run->table.count;
	fill_plan(run);
	table_free(&run->table);
	free(run->bucket);
	free(run);
}

/* ---- positions of several parts ---- */

struct whole {
	tick_fn *tick;
	void *context;
	struct answer *answer; /* the sum over the parts that are done */
	struct answer told;    /* with the bounds of the part being searched */
	struct limits left;
};

static bool tick_whole(void *context, const struct answer *part)
{
	struct whole *whole = context;
	whole->told.lower = whole->answer->lower + part->lower;
	whole->told.states = whole->answer->states + part->states;
	return whole->tick == NULL || whole->tick(whole->context, &whole->told);
}

/* Adds a part's answer; a way through all parts is known while one is known through each. */
static void add_part(struct answer *answer, const struct answer *part)
{
	answer->states += part->states;
	answer->lower += part->lower;
	answer->verdict = part->verdict;
	const bool known = answer->upper >= 0 && part->upper >= 0;
	answer->upper = known ? answer->upper + part->upper : -1;
	if (answer->upper > PLAN_MAX || part->length != part->upper)
		answer->length = 0;
	else
		for (int i = 0; i < part->length; i++)
			answer->plan[answer->length++] = part->plan[i];
}

/* What may still be used once a part is done; false: nothing. */
static bool reduce(struct limits *left, double seconds, uint64_t states)
{
	if ((left->seconds > 0 && seconds >= left->seconds) ||
	    (left->states > 0 && states >= left->states))
		return false;
	left->seconds -= left->seconds > 0 ? seconds : 0;
	left->states -= left->states > 0 ? states : 0;
	return true;
}

static bool search_next_part(struct whole *whole, const struct mode *mode,
                             const struct level *level, struct answer *part)
{
	const double start = now();
	whole->told = (struct answer){.verdict = SEARCHING, .upper = -1};
	search_part(mode, level, &level->start, &whole->left, tick_whole, whole, part);
	add_part(whole->answer, part);
	if (whole->answer->verdict != OPTIMAL)
		return false;
	if (!reduce(&whole->left, now() - start, part->states))
		whole->answer->verdict = GAVE_UP;
	return true;
}

/* Each part on its own, until one can't be solved or proven. What comes behind that one is not
 * known, so there is no way through all of them either. */
static void search_parts(struct whole *whole, const struct mode *mode, const struct level *level,
                         const struct state *start, int parts)
{
	struct answer *answer = whole->answer;
	struct answer *part = malloc(sizeof *part);
	struct level *one = malloc(sizeof *one);
	*answer = (struct answer){.verdict = GAVE_UP};
	int done = 0;
	if (part != NULL && one != NULL)
		for (; done < parts; done++) {
			if (done > 0 && answer->verdict != OPTIMAL)
				break;
			mode->split(level, start, done, one);
			if (!search_next_part(whole, mode, one, part))
				break;
		}
	if (done < parts) {
		answer->upper = -1;
		answer->length = 0;
	} else {
		answer->verdict = OPTIMAL;
	}
	free(part);
	free(one);
}

bool search(const struct mode *mode, const struct level *level, const struct state *start,
            const struct limits *limits, tick_fn *tick, void *context, struct answer *answer)
{
	const int parts = mode->split == NULL ? 1 : mode->split(level, start, 0, NULL);
	if (parts > 1) {
		struct whole whole = {.tick = tick, .context = context, .answer = answer,
		                      .left = *limits};
		search_parts(&whole, mode, level, start, parts);
	} else {
		search_part(mode, level, start, limits, tick, context, answer);
	}
	return answer->verdict == OPTIMAL || answer->verdict == UNSOLVABLE;
}

/* ---- everything that can be reached ---- */

struct walk {
	struct table table;
	uint32_t *layer;       /* number of the first state at each distance */
	int layers, room;
};

static bool begin_layer(struct walk *walk)
{
	if (walk->layers == walk->room) {
		const int room = walk->room == 0 ? 64 : 2 * walk->room;
		uint32_t *layer = realloc(walk->layer, (size_t)room * sizeof *layer);
		if (layer == NULL)
			return false;
		walk->layer = layer;
		walk->room = room;
	}
	walk->layer[walk->layers++] = walk->table.count;
	return true;
}

/* Adds the successors of every state from `first` to `last`; false when the limit is met. */
static bool walk_layer(struct walk *walk, const struct mode *mode, const struct level *level,
                       uint32_t first, uint32_t last, uint64_t states)
{
	struct state from = {{0}}, to = {{0}};
	move_code moves[MOVES_MAX];
	for (uint32_t number = first; number < last; number++) {
		memcpy(from.byte, table_state(&walk->table, number), level->state_size);
		const int count = mode->moves(level, &from, moves);
		for (int i = 0; i < count; i++) {
			bool fresh;
			memcpy(to.byte, from.byte, level->state_size);
			if (mode->apply(level, &to, moves[i]) &&
			    (walk->table.count >= states ||
			     table_put(&walk->table, to.byte, &fresh) == TABLE_NONE))
				return false;
		}
	}
	return true;
}

static void walk_all(struct walk *walk, const struct mode *mode, const struct level *level,
                     uint64_t states, int most)
{
	bool fresh;
	if (!begin_layer(walk) || table_put(&walk->table, level->start.byte, &fresh) == TABLE_NONE)
		return;
	uint32_t first = 0;
	while (first < walk->table.count && walk->layers <= most) {
		const uint32_t last = walk->table.count;
		if (!begin_layer(walk) || !walk_layer(walk, mode, level, first, last, states))
			return;
		first = last;
	}
}

int search_reachable(const struct mode *mode, const struct level *level, uint64_t states,
                     int least, int most, bool farthest, struct random *random,
                     struct state *found)
{
	struct walk walk = {0};
	int distance = -1;
	if (table_init(&walk.table, level->state_size, 0, limits_default.bytes))
		walk_all(&walk, mode, level, states, most);
	/* A layer that was begun may be empty: the last one with states is the farthest. */
	int last_layer = walk.layers - 1;
	while (last_layer >= 0 && walk.layer[last_layer] >= walk.table.count)
		last_layer--;
	if (last_layer >= least) {
		const uint32_t layers = (uint32_t)(last_layer - least + 1);
		distance = farthest ? last_layer : least + (int)random_below(random, layers);
		const uint32_t first = walk.layer[distance];
		const uint32_t last =
			distance + 1 < walk.layers ? walk.layer[distance + 1] : walk.table.count;
		const uint32_t pick = first + random_below(random, last - first);
		*found = (struct state){{0}};
		memcpy(found->byte, table_state(&walk.table, pick), level->state_size);
	}
	table_free(&walk.table);
	free(walk.layer);
	return distance;
}
