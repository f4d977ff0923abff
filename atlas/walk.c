#include "walk.h"

#include <stdlib.h>
#include <string.h>

enum {
	BLOCK_WORDS = 256,
	SLAB_WORDS = 1 << 13,
	SLAB_CLASSES_MOST = 10, /* as a power of two */
};

void walk_init(struct walk *walk, const struct classes *classes, int pairs)
{
	*walk = (struct walk){.classes = classes};
	words_init(&walk->words, classes->alike ? 1 : classes->blocks, pairs);
	walk->wide = (uint32_t)((walk->words.count + 63) / 64);
	walk->blocks = (walk->wide + BLOCK_WORDS - 1) / BLOCK_WORDS;
	walk->stride = walk->wide + (walk->blocks + sizeof(uint64_t) - 1) / sizeof(uint64_t);
	while (walk->slab_shift < SLAB_CLASSES_MOST &&
	       walk->stride << walk->slab_shift < SLAB_WORDS)
		walk->slab_shift++;
}

static void empty_sets(struct walk *walk, struct sets *sets)
{
	for (uint32_t i = 0; i < walk->room >> walk->slab_shift; i++) {
		free(sets->slab[i]);
		sets->slab[i] = NULL;
	}
}

static void free_sets(struct walk *walk, struct sets *sets)
{
	empty_sets(walk, sets);
	free(sets->slab);
}

static void free_all(struct walk *walk)
{
	free_sets(walk, &walk->reached);
	free_sets(walk, &walk->current);
	free_sets(walk, &walk->next);
	free(walk->active);
	free(walk->active_next);
	free(walk->queued);
}

void walk_free(struct walk *walk)
{
	free_all(walk);
	words_free(&walk->words);
}

static void make_room(struct walk *walk)
{
	const uint32_t count = walk->classes->first[AXES];
	if (count <= walk->room)
		return;
	free_all(walk);
	const uint32_t slabs = (2 * count >> walk->slab_shift) + 1;
	walk->room = slabs << walk->slab_shift;
	walk->reached.slab = chart_alloc(slabs, sizeof *walk->reached.slab);
	walk->current.slab = chart_alloc(slabs, sizeof *walk->current.slab);
	walk->next.slab = chart_alloc(slabs, sizeof *walk->next.slab);
	walk->active = chart_alloc(walk->room, sizeof *walk->active);
	walk->active_next = chart_alloc(walk->room, sizeof *walk->active_next);
	walk->queued = chart_alloc(walk->room, 1);
}

void walk_forget(struct walk *walk)
{
	words_forget_met(&walk->words);
	if (walk->stride <= SLAB_WORDS)
		return;
	empty_sets(walk, &walk->reached);
	empty_sets(walk, &walk->current);
	empty_sets(walk, &walk->next);
}

/* A class's set, to be written to. */
static uint64_t *make_set(struct walk *walk, struct sets *sets, uint32_t node)
{
	uint64_t **slab = &sets->slab[node >> walk->slab_shift];
	if (*slab == NULL)
		*slab = chart_alloc(walk->stride << walk->slab_shift, sizeof **slab);
	return *slab + walk_set_at(walk, node);
}

void walk_begin(struct walk *walk, const char *within)
{
	make_room(walk);
	walk->within = within;
	for (uint32_t n = 0; n < walk->classes->first[AXES]; n++) {
		uint64_t *set = walk_set(walk, &walk->reached, n);
		if (set != NULL && (within == NULL || within[n]))
			memset(set, 0, walk->wide * sizeof *set);
	}
}

static void queue(struct walk *walk, uint32_t node)
{
	if (walk->queued[node])
		return;
	walk->queued[node] = 1;
	walk->active_next[walk->next_count++] = node;
}

/* An edge of a class: what it does to the bunches of each head, and the sets of where it leads. */
struct step {
	uint32_t to;
	const struct word_step *heads;
	uint64_t *reached, *next;
	char *block;
	uint64_t fresh; /* not 0: words were reached for the first time */
};

static struct step step_to(struct walk *walk, uint32_t to, const struct word_step *heads)
{
	uint64_t *next = make_set(walk, &walk->next, to);
	return (struct step){
		.to = to,
		.heads = heads,
		.reached = make_set(walk, &walk->reached, to),
		.next = next,
		.block = (char *)(next + walk->wide),
	};
}

/* Reaches some of the words in one of a set's 64-bit words. */
static inline void reach(struct step *step, uint32_t at, uint64_t words)
{
	words &= ~step->reached[at];
	if (words == 0)
		return;
	step->reached[at] |= words;
	step->next[at] |= words;
	step->block[at / BLOCK_WORDS] = 1;
	step->fresh = words;
}

void walk_reach(struct walk *walk, uint32_t node, uint64_t word)
{
	struct step step = step_to(walk, node, NULL);
	reach(&step, (uint32_t)(word / 64), UINT64_C(1) << word % 64);
	if (step.fresh)
		queue(walk, node);
}

/* Goes by an edge with a set of words of one bunch. */
static inline void go(const struct words *words, struct step *step, uint32_t head, uint32_t tail,
                      uint64_t set)
{
	const struct word_step *first = &step->heads[head];
	const struct tail_step *last = &words->permuted[first->tail][tail];
	const uint64_t first_word = (uint64_t)(first->first + last->tail) << words->pairs;
	set = words_changed(set, first->changed | last->changed);
	reach(step, (uint32_t)(first_word / 64), set << first_word % 64);
}

static bool is_within(const struct walk *walk, uint32_t node)
{
	return walk->within == NULL || walk->within[node];
}

/* As follow(), with words that are numbered as they are met. */
static void follow_met(struct walk *walk, uint32_t node)
{
	const struct class_edge *edge = walk->classes->nodes[node].edge;
	uint64_t *current = walk_set(walk, &walk->current, node);
	for (int side = 0; side < SIDES; side++) {
		if (!is_within(walk, edge[side].to))
			continue;
		for (uint32_t i = 0; i < walk->wide; i++)
			for (uint64_t rest = current[i]; rest != 0; rest &= rest - 1)
				walk_reach(walk, edge[side].to,
				           word_permuted(&walk->words, edge[side].permutation,
				                         64 * (uint64_t)i +
				                                 (uint64_t)first_cell(rest)));
	}
	memset(current, 0, walk->stride * sizeof *current);
}

/* Goes on from all current words of a class, by its edges within. Empties the set. */
static void follow(struct walk *walk, uint32_t node)
{
	if (walk->words.met != NULL) {
		follow_met(walk, node);
		return;
	}
	const struct class_edge *edge = walk->classes->nodes[node].edge;
	const struct words *words = &walk->words;
	const uint32_t tails = words->tails;
	const int pairs = words->pairs;
	const uint64_t bunch_set = UINT64_MAX >> (64 - (1 << pairs));
	const uint32_t wide = walk->wide;
	uint64_t *current = walk_set(walk, &walk->current, node);
	char *block = (char *)(current + wide);
	struct step step[SIDES];
	int steps = 0;
	words_make_room(&walk->words, SIDES);
	for (int side = 0; side < SIDES; side++)
		if (is_within(walk, edge[side].to))
			step[steps++] = step_to(walk, edge[side].to,
			                        words_row(&walk->words, edge[side].permutation));
	uint32_t head = 0, first = 0; /* and its first bunch */
	for (uint32_t i = 0; i < wide; i++) {
		if (i % BLOCK_WORDS == 0 && !block[i / BLOCK_WORDS]) {
			i += BLOCK_WORDS - 1;
			continue;
		}
		for (uint64_t rest = current[i]; rest != 0;) {
			const uint32_t part = (uint32_t)first_cell(rest) >> pairs;
			const uint32_t bunch = i << (6 - pairs) | part, shift = part << pairs;
			const uint64_t set = rest >> shift & bunch_set;
			rest ^= set << shift;
			for (; bunch - first >= tails; head++)
				first += tails;
			for (int s = 0; s < steps; s++)
				go(words, &step[s], head, bunch - first, set);
		}
		current[i] = 0;
	}
	memset(block, 0, walk->blocks);
	for (int s = 0; s < steps; s++)
		if (step[s].fresh)
			queue(walk, step[s].to);
}

bool walk_next(struct walk *walk)
{
	for (uint32_t i = 0; i < walk->active_count; i++)
		follow(walk, walk->active[i]);
	const struct sets sets = walk->current;
	walk->current = walk->next;
	walk->next = sets;
	uint32_t *list = walk->active;
	walk->active = walk->active_next;
	walk->active_next = list;
	walk->active_count = walk->next_count;
	walk->next_count = 0;
	for (uint32_t i = 0; i < walk->active_count; i++)
		walk->queued[walk->active[i]] = 0;
	return walk->active_count > 0;
}

int walk_eccentricity(struct walk *walk, uint32_t node, const char *within)
{
	int farthest = -1;
	walk_begin(walk, within);
	walk_reach(walk, node, 0);
	while (walk_next(walk))
		farthest++;
	return farthest;
}
