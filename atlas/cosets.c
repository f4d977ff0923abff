#include "cosets.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
	REACHED_FIRST = 1 << 16, /* before loops are put together; then four times as many */
	REACHED_MOST = 1 << 24,
	PAIRS_MOST = 1 << 24, /* of loops that are put together, at a time */
	REST_MOST = 6,
	RENAMINGS_MOST = 720, /* 6! */
};

struct loop_key {
	uint64_t key; /* where marked letters are */
	uint32_t loop;
};

/* Of each edge of a class: a place's new place. */
struct class_steps {
	uint8_t place[SIDES][WORD_LETTERS_MOST];
};

/* Half of the letters or a little more are marked, in pairs. */
static int rest_of(int letters)
{
	int rest = letters / 2 + 1;
	if (rest > REST_MOST)
		rest = REST_MOST;
	return rest - (rest + letters) % 2;
}

void cosets_init(struct cosets *cosets, const struct classes *classes)
{
	*cosets = (struct cosets){.classes = classes, .letters = classes->blocks};
	cosets->rest = rest_of(cosets->letters);
	walk_init(&cosets->walk, classes, (cosets->letters - cosets->rest) / 2);
}

static void free_class_lists(struct cosets *cosets)
{
	free(cosets->steps);
	free(cosets->stack);
	free(cosets->merged);
	free(cosets->sign);
}

void cosets_free(struct cosets *cosets)
{
	walk_free(&cosets->walk);
	free(cosets->reached);
	free(cosets->table);
	free(cosets->loops);
	free(cosets->first);
	free(cosets->second);
	free_class_lists(cosets);
}

static void make_room(struct cosets *cosets)
{
	const uint32_t count = cosets->classes->first[AXES];
	if (count <= cosets->room)
		return;
	free_class_lists(cosets);
	cosets->room = 2 * count;
	cosets->steps = chart_alloc(cosets->room, sizeof *cosets->steps);
	cosets->merged =
		chart_alloc((size_t)cosets->room * WORD_LETTERS_MOST, sizeof *cosets->merged);
	cosets->stack = chart_alloc(cosets->room, sizeof *cosets->stack);
	cosets->sign = chart_alloc(cosets->room, 1);
}

/* ---- which renamings there can be ---- */

static uint32_t find_root(uint32_t *merged, uint32_t place)
{
	while (merged[place] != place)
		place = merged[place] = merged[merged[place]];
	return place;
}

static int sign_of(const uint8_t *place, int count)
{
	int sign = 1;
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++)
			if (place[j] > place[i])
				sign = -sign;
	return sign;
}

/* Reads the edges within the set. Returns whether all loops are even permutations. */
static bool read_edges(struct cosets *cosets, uint32_t node, const char *within)
{
	const struct class_node *nodes = cosets->classes->nodes;
	const uint32_t count = cosets->classes->first[AXES], letters = (uint32_t)cosets->letters;
	bool even = true;
	uint32_t *stack = cosets->stack, depth = 0;
	for (uint32_t i = 0; i < count * letters; i++)
		cosets->merged[i] = i;
	memset(cosets->sign, 0, count);
	cosets->sign[node] = 1;
	stack[depth++] = node;
	while (depth > 0) {
		const uint32_t n = stack[--depth];
		for (int side = 0; side < SIDES; side++) {
			const struct class_edge *edge = &nodes[n].edge[side];
			uint8_t *place = cosets->steps[n].place[side];
			if (!within[edge->to])
				continue;
			word_places(cosets->letters, edge->permutation, place);
			for (uint32_t i = 0; i < letters; i++)
				cosets->merged[find_root(cosets->merged, n * letters + i)] =
					find_root(cosets->merged, edge->to * letters + place[i]);
			const int sign = cosets->sign[n] * sign_of(place, cosets->letters);
			if (cosets->sign[edge->to] == 0) {
				cosets->sign[edge->to] = (signed char)sign;
				stack[depth++] = edge->to;
			} else if (cosets->sign[edge->to] != sign) {
				even = false;
			}
		}
	}
	return even;
}

/* How many renamings of the rest there can be at most: a letter stays in its orbit, and the parity
 * may be given. */
static int count_renamings(struct cosets *cosets, uint32_t node, bool even)
{
	const int letters = cosets->letters, first = letters - cosets->rest;
	int count = 1;
	for (int i = first; i < letters; i++) {
		const uint32_t place = node * (uint32_t)letters + (uint32_t)i;
		int alike = 1; /* letters of its orbit up to this one */
		for (int j = 1; j <= i - first; j++)
			alike += find_root(cosets->merged, place - (uint32_t)j) ==
			         find_root(cosets->merged, place);
		count *= alike;
	}
	return even && count > 1 ? count / 2 : count;
}

/* ---- loops ---- */

static int place_at(uint64_t key, int letter)
{
	return (int)(key >> 4 * letter & 15);
}

static bool add_key(struct cosets *cosets, uint64_t key)
{
	uint32_t at = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32) & cosets->table_mask;
	for (; cosets->table[at] != 0; at = (at + 1) & cosets->table_mask)
		if (cosets->table[at] == key)
			return false;
	cosets->table[at] = key;
	return true;
}

static void reach(struct cosets *cosets, uint32_t node, uint32_t class, uint64_t places, int moves)
{
	const uint64_t key = (uint64_t) class << 4 * cosets->letters | places;
	if (!add_key(cosets, key))
		return;
	if (class == node)
		cosets->loops[cosets->loops_count++] = cosets->reached_count;
	cosets->reached[cosets->reached_count++] = (struct placed){key, moves};
}

/* Makes room for so many. */
static void make_room_for(struct cosets *cosets, uint32_t wanted)
{
	if (wanted > cosets->room_reached) {
		/* The last class that is gone on from may reach more. */
		const size_t room = (size_t)wanted + SIDES;
		cosets->room_reached = wanted;
		cosets->reached = chart_realloc(cosets->reached, room, sizeof *cosets->reached);
		cosets->loops = chart_realloc(cosets->loops, room, sizeof *cosets->loops);
		cosets->first = chart_realloc(cosets->first, room, sizeof *cosets->first);
		cosets->second = chart_realloc(cosets->second, room, sizeof *cosets->second);
		cosets->table =
			chart_realloc(cosets->table, 2 * (size_t)wanted, sizeof *cosets->table);
	}
	cosets->table_mask = 2 * wanted - 1;
	memset(cosets->table, 0, 2 * (size_t)wanted * sizeof *cosets->table);
	for (uint32_t i = 0; i < cosets->reached_count; i++)
		add_key(cosets, cosets->reached[i].key);
}

static void begin_at(struct cosets *cosets, uint32_t node)
{
	uint64_t places = 0;
	for (int i = 0; i < cosets->letters; i++)
		places |= (uint64_t)i << 4 * i;
	cosets->reached_count = cosets->expanded = cosets->loops_count = 0;
	make_room_for(cosets, REACHED_FIRST);
	reach(cosets, node, node, places, 0);
}

/* Goes on until so much is reached; false: everything is. */
static bool reach_more(struct cosets *cosets, uint32_t node, const char *within, uint32_t wanted)
{
	while (cosets->reached_count < wanted) {
		if (cosets->expanded == cosets->reached_count)
			return false;
		const struct placed from = cosets->reached[cosets->expanded++];
		const uint32_t class = (uint32_t)(from.key >> 4 * cosets->letters);
		for (int side = 0; side < SIDES; side++) {
			const uint32_t to = cosets->classes->nodes[class].edge[side].to;
			const uint8_t *place = cosets->steps[class].place[side];
			if (!within[to])
				continue;
			uint64_t places = 0;
			for (int i = 0; i < cosets->letters; i++)
				places |= (uint64_t)place[place_at(from.key, i)] << 4 * i;
			reach(cosets, node, to, places, from.moves + 1);
		}
	}
	return true;
}

/* Where the letters come from. */
static uint64_t inverse_of(const struct cosets *cosets, uint64_t key)
{
	uint64_t inverse = 0;
	for (int i = 0; i < cosets->letters; i++)
		inverse |= (uint64_t)i << 4 * place_at(key, i);
	return inverse;
}

static int compare_keys(const void *a, const void *b)
{
	const struct loop_key *one = a, *other = b;
	if (one->key != other->key)
		return one->key < other->key ? -1 : 1;
	return (one->loop > other->loop) - (one->loop < other->loop);
}

/* The renaming of the rest that two loops make, by its number. */
static uint32_t renaming(const struct cosets *cosets, uint64_t first, uint64_t second)
{
	const int marked = cosets->letters - cosets->rest;
	uint8_t place[REST_MOST];
	for (int i = 0; i < cosets->rest; i++)
		place[i] = (uint8_t)(place_at(second, place_at(first, marked + i)) - marked);
	return (uint32_t)word_number(cosets->rest, place);
}

/* Puts loops together. Returns how many renamings they make, and the moves for the farthest. */
static int join_loops(struct cosets *cosets, int *farthest)
{
	const uint64_t marked = (UINT64_C(1) << 4 * (cosets->letters - cosets->rest)) - 1;
	const uint32_t count = cosets->loops_count;
	struct loop_key *first = cosets->first, *second = cosets->second;
	int moves[RENAMINGS_MOST];
	for (int i = 0; i < RENAMINGS_MOST; i++)
		moves[i] = INT_MAX;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t loop = cosets->loops[i];
		const uint64_t key = cosets->reached[loop].key;
		first[i] = (struct loop_key){.key = key & marked, .loop = loop};
		second[i] =
			(struct loop_key){.key = inverse_of(cosets, key) & marked, .loop = loop};
	}
	qsort(first, count, sizeof *first, compare_keys);
	qsort(second, count, sizeof *second, compare_keys);
	uint32_t pairs = 0, same = 0; /* the first in `second` of the same key, or a later one */
	for (uint32_t i = 0; i < count && pairs < PAIRS_MOST; i++) {
		while (same < count && second[same].key < first[i].key)
			same++;
		for (uint32_t j = same; j < count && second[j].key == first[i].key; j++, pairs++) {
			const struct placed *a = &cosets->reached[first[i].loop];
			const struct placed *b = &cosets->reached[second[j].loop];
			int *best = &moves[renaming(cosets, a->key, b->key)];
			if (a->moves + b->moves < *best)
				*best = a->moves + b->moves;
		}
	}
	int found = 0;
	*farthest = 0;
	for (int i = 0; i < RENAMINGS_MOST; i++) {
		if (moves[i] == INT_MAX)
			continue;
		found++;
		if (moves[i] > *farthest)
			*farthest = moves[i];
	}
	return found;
}

int cosets_bound(struct cosets *cosets, uint32_t node, const char *within)
{
	if (cosets->classes->first[AXES] > UINT64_C(1) << (64 - 4 * cosets->letters))
		return INT_MAX; /* a key has no room for them */
	make_room(cosets);
	const int wanted = count_renamings(cosets, node, read_edges(cosets, node, within));
	begin_at(cosets, node);
	for (uint32_t limit = REACHED_FIRST;; limit *= 4) {
		int farthest;
		if (!reach_more(cosets, node, within, limit))
			return cosets->reached[cosets->reached_count - 1].moves;
		if (join_loops(cosets, &farthest) == wanted)
			return walk_eccentricity(&cosets->walk, node, within) + farthest;
		if (limit == REACHED_MOST)
			return INT_MAX;
		make_room_for(cosets, 4 * limit);
	}
}
