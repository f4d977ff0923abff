/* The data structures that searches share, each against one too simple to be wrong. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "algo/astar.h"
#include "algo/hash_slots.h"
#include "algo/proof_table.h"
#include "algo/random.h"
#include "algo/state_table.h"
#include "os/scratch.h"
#include "support/folder.h"
#include "support/help.h"

/* ---- slots ---- */

START_TEST(slots_map_numbers_to_values)
{
	enum { KEYS = 200000, BITS = 16 };
	struct hash_slots slots;
	hash_slots_init(&slots, BITS);
	for (uint64_t key = 1; key <= KEYS; key++) {
		const uint64_t spread = key * UINT64_C(0x9E3779B1) & ((UINT64_C(1) << 48) - 1);
		must(*hash_slots_find(&slots, spread) == 0, "%u before", (unsigned)key);
		must(hash_slots_reserve(&slots, spread, SIZE_MAX), "no room");
		hash_slots_fill(&slots, hash_slots_find(&slots, spread), spread, key % 60000);
	}
	for (uint64_t key = 1; key <= KEYS; key++) {
		const uint64_t spread = key * UINT64_C(0x9E3779B1) & ((UINT64_C(1) << 48) - 1);
		must(*hash_slots_find(&slots, spread) == (spread << BITS | key % 60000),
		     "%u is lost", (unsigned)key);
	}
	ck_assert_uint_le(slots.bytes, KEYS * sizeof(uint64_t) * 4);
	hash_slots_free(&slots);
}
END_TEST

/* Without memory to grow, shards fill up except for a few slots. */
START_TEST(slots_without_memory_refuse)
{
	struct hash_slots slots;
	uint64_t key = 1;
	hash_slots_init(&slots, 1);
	ck_assert(!hash_slots_reserve(&slots, key, 7));
	for (; hash_slots_reserve(&slots, key, slots.bytes < 100000 ? 4096 : 0); key++)
		hash_slots_fill(&slots, hash_slots_find(&slots, key), key, 1);
	const uint32_t full = hash_slots_home(key).shard;
	ck_assert_uint_eq(hash_slots_used(&slots, full), hash_slots_count(&slots, full) * 15 / 16);
	while (--key > 0)
		must(*hash_slots_find(&slots, key) == (key << 1 | 1), "%u", (unsigned)key);
	hash_slots_free(&slots);
}
END_TEST

/* ---- the state table ---- */

static void make_bytes(uint8_t *bytes, size_t size, uint32_t number)
{
	memset(bytes, 0, size);
	for (size_t i = 0; i < size && i < 4; i++)
		bytes[size - 1 - i] = (uint8_t)(number >> (8 * i));
}

START_TEST(a_table_finds_exactly_its_states)
{
	static const size_t sizes[] = {3, 7, 8, 9, 16, 767, 768};
	const size_t size = sizes[_i];
	const uint32_t count = size > 100 ? 5000 : 100000;
	uint8_t bytes[STATE_MAX];
	struct state_table table;
	bool fresh;
	ck_assert(state_table_init(&table, size, 4, limits_default.bytes));
	for (uint32_t i = 0; i < count; i++) {
		make_bytes(bytes, size, i);
		must(state_table_find(&table, bytes) == STATE_NONE, "%u found before", i);
		must(state_table_put(&table, bytes, &fresh) == i && fresh, "%u", i);
		must(*(uint32_t *)state_table_payload(&table, i) == 0, "payload of %u", i);
		*(uint32_t *)state_table_payload(&table, i) = ~i;
	}
	for (uint32_t i = 0; i < count; i++) {
		make_bytes(bytes, size, i);
		must(state_table_find(&table, bytes) == i, "%u is lost", i);
		must(state_table_put(&table, bytes, &fresh) == i && !fresh, "%u again", i);
		must(*(uint32_t *)state_table_payload(&table, i) == ~i, "payload of %u", i);
		must(memcmp(state_table_state(&table, i), bytes, size) == 0, "state of %u", i);
	}
	ck_assert_uint_eq(table.count, count);
	state_table_free(&table);
}
END_TEST

START_TEST(states_never_move_in_memory)
{
	struct state_table table;
	uint8_t bytes[20];
	bool fresh;
	ck_assert(state_table_init(&table, sizeof bytes, 8, limits_default.bytes));
	make_bytes(bytes, sizeof bytes, 0);
	state_table_put(&table, bytes, &fresh);
	const void *payload = state_table_payload(&table, 0);
	for (uint32_t i = 1; i < 50000; i++) {
		make_bytes(bytes, sizeof bytes, i);
		state_table_put(&table, bytes, &fresh);
	}
	ck_assert_ptr_eq(state_table_payload(&table, 0), payload);
	ck_assert_uint_eq((uintptr_t)state_table_payload(&table, 49999) % 4, 0);
	state_table_free(&table);
}
END_TEST

/* Fills a table until it refuses; returns how many states it took. */
static uint32_t fill_table(struct state_table *table, uint8_t *bytes, size_t limit)
{
	uint32_t number = 0;
	bool fresh = false;
	make_bytes(bytes, table->state_size, 0);
	while (state_table_put(table, bytes, &fresh) != STATE_NONE) {
		must(table->bytes <= limit, "%zu of %zu bytes", table->bytes, limit);
		make_bytes(bytes, table->state_size, ++number);
	}
	must(fresh && table->count == number && table->bytes <= limit, "refused wrongly");
	size_t slots = 0;
	for (int i = 0; i < STATE_SHARDS; i++)
		slots += hash_slots_count(&table->slots, (uint32_t)i);
	must(table->slots.bytes == slots * sizeof(uint64_t) &&
	             table->bytes >=
	                     table->slots.bytes +
	                             table->chunk_count * (table->stride << table->chunk_bits),
	     "memory that nobody counted");
	return number;
}

START_TEST(a_table_spills_to_disk)
{
	enum { COUNT = 100000, LIMIT = 1 << 20 };
	char *folder = folder_new();
	struct error error;
	struct state_table table;
	uint8_t bytes[20];
	ck_assert(state_table_init(&table, sizeof bytes, 4, LIMIT));
	const uint32_t full = fill_table(&table, bytes, LIMIT);
	must(full < COUNT / 2 && !state_table_has_spilled(&table), "%u fit", full);
	state_table_free(&table);
	must(scratch_open(folder, &error), "%s", error.text);
	ck_assert(state_table_init(&table, sizeof bytes, 4, LIMIT));
	state_table_spill(&table);
	for (uint32_t i = 0; i < COUNT; i++) {
		make_bytes(bytes, sizeof bytes, i);
		must(state_table_put(&table, bytes, &(bool){false}) == i, "%u", i);
		must(table.bytes <= LIMIT, "%zu bytes", table.bytes);
	}
	ck_assert(state_table_has_spilled(&table));
	for (uint32_t i = 0; i < COUNT; i++) {
		make_bytes(bytes, sizeof bytes, i);
		must(state_table_find(&table, bytes) == i, "%u is lost", i);
	}
	state_table_free(&table);
	scratch_close();
	folder_free(folder);
}
END_TEST

START_TEST(a_full_table_still_finds_its_states)
{
	static const size_t limits[] = {8192, 80000, 131072, 300000, 5000000};
	struct state_table table;
	uint8_t bytes[30];
	bool fresh;
	ck_assert(state_table_init(&table, sizeof bytes, 4, limits[_i]));
	uint32_t number = fill_table(&table, bytes, limits[_i]);
	ck_assert_uint_ge((number + 10000) * UINT64_C(120), limits[_i]); /* it makes use of it */
	ck_assert_uint_eq(state_table_find(&table, bytes), STATE_NONE);
	while (number-- > 0) {
		make_bytes(bytes, sizeof bytes, number);
		must(state_table_put(&table, bytes, &fresh) == number && !fresh, "%u is lost",
		     number);
	}
	state_table_free(&table);
}
END_TEST

START_TEST(a_table_respects_every_limit)
{
	uint8_t bytes[300];
	for (size_t limit = 8192; limit < 200000; limit += 31 * SLOWDOWN) {
		struct state_table table;
		ck_assert(state_table_init(&table, sizeof bytes, 20, limit));
		fill_table(&table, bytes, limit);
		state_table_free(&table);
	}
}
END_TEST

START_TEST(a_table_does_not_start_above_its_limit)
{
	struct state_table table;
	ck_assert(!state_table_init(&table, 30, 4, 100) || table.bytes <= 100);
	state_table_free(&table);
}
END_TEST

START_TEST(a_cleared_table_is_empty_and_can_be_filled_again)
{
	struct state_table table;
	uint8_t bytes[20];
	bool fresh;
	ck_assert(state_table_init(&table, sizeof bytes, 8, limits_default.bytes));
	for (int round = 0; round < 3; round++) {
		const size_t before = table.bytes;
		for (uint32_t i = 0; i < 30000; i++) {
			make_bytes(bytes, sizeof bytes, i);
			must(state_table_put(&table, bytes, &fresh) == i && fresh, "%u", i);
			uint64_t *payload = state_table_payload(&table, i);
			must(*payload == 0, "payload of %u", i);
			*payload = i + 1;
		}
		ck_assert(round == 0 || table.bytes == before);
		for (uint32_t i = 0; i < STATE_SHARDS; i++)
			state_table_clear(&table, i);
		ck_assert_uint_eq(table.count, 0);
		ck_assert_uint_eq(state_table_find(&table, bytes), STATE_NONE);
	}
	state_table_free(&table);
}
END_TEST

START_TEST(states_with_equal_hashes_are_distinguished)
{
	struct state_table table;
	bool fresh;
	ck_assert(state_table_init(&table, sizeof(uint64_t), 0, limits_default.bytes));
	for (uint64_t state = 0; state < 500; state++)
		ck_assert_uint_eq(state_table_add(&table, &state, 7), state);
	for (uint64_t state = 0; state < 500; state++) {
		ck_assert_uint_eq(state_table_find_hashed(&table, &state, 7), state);
		ck_assert_uint_eq(state_table_put_hashed(&table, &state, 7, &fresh), state);
		ck_assert(!fresh);
	}
	state_table_free(&table);
}
END_TEST

/* ---- the queue ---- */

enum { QUEUE_ITEMS = 3000, QUEUE_PRIORITIES = 300 };

/* A queue kept as a list. */
struct list {
	int count;
	int priority[QUEUE_ITEMS];
	uint64_t item[QUEUE_ITEMS];
};

/* The last that came in with the least priority. */
static int first_of(const struct list *list)
{
	int best = 0;
	for (int i = 1; i < list->count; i++)
		if (list->priority[i] <= list->priority[best])
			best = i;
	return best;
}

static void list_remove(struct list *list, int at)
{
	for (list->count--; at < list->count; at++) {
		list->priority[at] = list->priority[at + 1];
		list->item[at] = list->item[at + 1];
	}
}

static void fill_queue(struct bucket_queue *queue, struct list *list, struct random *random)
{
	while (list->count < QUEUE_ITEMS) {
		const int priority = (int)random_below(random, QUEUE_PRIORITIES);
		ck_assert(bucket_queue_push(queue, priority, (uint64_t)list->count));
		list->priority[list->count] = priority;
		list->item[list->count] = (uint64_t)list->count;
		list->count++;
	}
}

static void take_some(struct bucket_queue *queue, struct list *list, int count)
{
	for (; count > 0; count--) {
		uint64_t item = 0;
		const int first = first_of(list);
		ck_assert(bucket_queue_settle(queue));
		ck_assert_int_eq(queue->lowest, list->priority[first]);
		ck_assert(bucket_queue_take(queue, queue->lowest, &item));
		ck_assert_uint_eq(item, list->item[first]);
		list_remove(list, first);
	}
}

START_TEST(the_lowest_priority_comes_first_and_last_in_first_out)
{
	static struct list list;
	struct bucket_queue queue;
	struct bucket_visit visit = {0};
	struct random random = {7};
	uint64_t item;
	list.count = 0;
	bucket_queue_init(&queue, SIZE_MAX);
	ck_assert(!bucket_queue_settle(&queue));
	fill_queue(&queue, &list, &random);
	take_some(&queue, &list, QUEUE_ITEMS / 2);
	struct list rest = list;
	for (; bucket_queue_visit(&queue, &visit, &item); list_remove(&rest, first_of(&rest)))
		ck_assert_uint_eq(item, rest.item[first_of(&rest)]);
	ck_assert_int_eq(rest.count, 0);
	take_some(&queue, &list, list.count);
	ck_assert(!bucket_queue_settle(&queue));
	bucket_queue_free(&queue);
}
END_TEST

START_TEST(a_queue_respects_its_limit)
{
	struct bucket_queue queue;
	uint64_t item = 0;
	bucket_queue_init(&queue, 100000);
	for (int round = 0; round < 3; round++) {
		uint64_t count = 0;
		while (bucket_queue_push(&queue, (int)(count % 20), count))
			count++;
		ck_assert_uint_le(queue.bytes, queue.limit);
		ck_assert_uint_ge(count * 9 + 20 * sizeof(struct bucket_block), queue.limit);
		ck_assert(!bucket_queue_push(&queue, 1000000, 0));
		ck_assert(bucket_queue_settle(&queue) && bucket_queue_take(&queue, 0, &item));
		bucket_queue_clear(&queue);
		ck_assert(!bucket_queue_settle(&queue));
	}
	bucket_queue_free(&queue);
}
END_TEST

/* ---- A* ---- */

/* A graph whose bound is admissible but not consistent. */
enum { GRAPH = 2000, EDGES = 3, FAR = 30000 };

struct walk {
	struct astar astar;
	int next[GRAPH][EDGES];
	int distance[GRAPH]; /* to node 0, or FAR */
	int bound[GRAPH];
	int g[GRAPH];
	bool closed[GRAPH];
	int lower, upper;
	int expanded;
};

static int g_of(uint64_t item)
{
	return (int)(item >> 32);
}

static bool walk_is_open(void *context, uint64_t item, int f)
{
	const struct walk *walk = context;
	const uint32_t node = (uint32_t)item;
	ck_assert_int_eq(f, g_of(item) + walk->astar.weight * walk->bound[node]);
	return !walk->closed[node] && walk->g[node] == g_of(item);
}

static bool walk_reach(struct walk *walk, int node, int g)
{
	if (walk->g[node] <= g || walk->bound[node] == FAR)
		return true;
	walk->g[node] = g;
	walk->closed[node] = false;
	if (node == 0)
		astar_solved(&walk->astar, g);
	return astar_open(&walk->astar, (uint64_t)g << 32 | (uint64_t)node, g, walk->bound[node]);
}

static enum astar_outcome walk_expand(void *context, uint64_t item, int f)
{
	struct walk *walk = context;
	const uint32_t node = (uint32_t)item;
	(void)f;
	walk->closed[node] = true;
	walk->expanded++;
	for (int i = 0; i < EDGES; i++)
		if (!walk_reach(walk, walk->next[node][i], walk->g[node] + 1))
			return ASTAR_FULL;
	return ASTAR_CONTINUE;
}

static enum astar_outcome walk_progress(void *context)
{
	const struct walk *walk = context;
	ck_assert(walk->lower <= walk->distance[GRAPH - 1]);
	ck_assert(walk->upper < 0 || walk->upper >= walk->distance[GRAPH - 1]);
	return walk->astar.weight > 1 && walk->expanded > 50 ? ASTAR_PAUSED : ASTAR_CONTINUE;
}

static const struct astar_client walk_client = {
	.is_open = walk_is_open,
	.expand = walk_expand,
	.progress = walk_progress,
};

static void measure(struct walk *walk)
{
	for (int node = 0; node < GRAPH; node++)
		walk->distance[node] = node == 0 ? 0 : FAR;
	for (bool changed = true; changed;) {
		changed = false;
		for (int node = 1; node < GRAPH; node++)
			for (int i = 0; i < EDGES; i++) {
				const int through = walk->distance[walk->next[node][i]] + 1;
				if (through < walk->distance[node]) {
					walk->distance[node] = through;
					changed = true;
				}
			}
	}
}

static void make_walk(struct walk *walk, uint64_t seed, int weight)
{
	struct random random = {seed};
	*walk = (struct walk){.upper = -1};
	for (int node = 0; node < GRAPH; node++)
		for (int i = 0; i < EDGES; i++) {
			/* Mostly to nodes nearby, so that distances are long. */
			const int step = (int)random_below(&random, 41) - 22;
			const int to = node + step < 0 ? 1 : node + step;
			walk->next[node][i] = to < GRAPH ? to : node;
		}
	walk->next[random_below(&random, 20)][0] = seed % 5 == 0 ? 1 : 0;
	measure(walk);
	for (int node = 0; node < GRAPH; node++) {
		const int distance = walk->distance[node];
		walk->g[node] = FAR;
		walk->bound[node] = distance == FAR
		                            ? (int)random_below(&random, 3) * (FAR / 2)
		                            : (int)random_below(&random, (uint32_t)distance + 1);
	}
	walk->astar = (struct astar){
		.weight = weight,
		.batch = 1 + (int)(seed % ASTAR_BATCH),
		.pending_max = 1,
		.lower = &walk->lower,
		.upper = &walk->upper,
	};
	bucket_queue_init(&walk->astar.open, SIZE_MAX);
}

/* Puts the open list in the order of weight 1, without outdated items. */
static void make_weight_1(struct walk *walk)
{
	struct bucket_queue weighted = walk->astar.open;
	struct bucket_visit visit = {0};
	uint64_t item;
	walk->astar.weight = 1;
	bucket_queue_init(&walk->astar.open, SIZE_MAX);
	while (bucket_queue_visit(&weighted, &visit, &item)) {
		const uint32_t node = (uint32_t)item;
		if (!walk->closed[node] && walk->g[node] == g_of(item))
			ck_assert(astar_open(&walk->astar, item, g_of(item), walk->bound[node]));
	}
	bucket_queue_free(&weighted);
}

START_TEST(astar_agrees_with_the_distances)
{
	struct walk *walk = malloc(sizeof *walk);
	ck_assert_ptr_nonnull(walk);
	for (uint64_t seed = 1; seed <= 60 / SLOWDOWN; seed++) {
		make_walk(walk, seed, 1 + (int)(seed % 3));
		const int distance = walk->distance[GRAPH - 1];
		walk_reach(walk, GRAPH - 1, 0);
		enum astar_outcome outcome = astar_run(&walk->astar, &walk_client, walk);
		if (outcome == ASTAR_PAUSED) {
			make_weight_1(walk);
			outcome = astar_run(&walk->astar, &walk_client, walk);
		}
		ck_assert_int_eq(outcome, ASTAR_PROVEN);
		ck_assert_int_eq(walk->upper, distance == FAR ? -1 : distance);
		ck_assert(distance == FAR || walk->lower == distance);
		bucket_queue_free(&walk->astar.open);
	}
	free(walk);
}
END_TEST

/* ---- proofs ---- */

static void count_down(void *context, void *state, uint16_t move)
{
	(void)context;
	*(uint32_t *)state -= move;
}

START_TEST(a_plan_is_known_from_each_of_its_positions)
{
	static const uint16_t plan[] = {1, 2, 1, 3, 1};
	static const uint32_t state[] = {8, 7, 5, 4, 1, 0};
	uint32_t at = state[0];
	uint16_t out[5];
	struct proof_table proofs;
	ck_assert(proof_table_init(&proofs, sizeof at, 100000));
	ck_assert_ptr_null(proof_table_find(&proofs, &at));
	ck_assert(proof_table_note_plan(&proofs, &at, 4, plan, 5, count_down, NULL));
	ck_assert_uint_eq(at, 0);
	for (int i = 0; i <= 5; i++) {
		at = state[i];
		const struct proof *proof = proof_table_find(&proofs, &at);
		ck_assert_ptr_nonnull(proof);
		ck_assert_int_eq(proof->upper, 5 - i);
		ck_assert_int_eq(proof->lower, i < 4 ? 4 - i : 0);
		ck_assert_int_eq(proof_table_plan(&proofs, &at, out, 5, count_down, NULL), 5 - i);
		ck_assert_int_eq(memcmp(out, plan + i, (size_t)(5 - i) * sizeof *out), 0);
		ck_assert_uint_eq(at, 0);
	}
	at = 8;
	ck_assert_int_eq(proof_table_plan(&proofs, &at, out, 4, count_down, NULL), -1);
	proof_table_free(&proofs);
}
END_TEST

START_TEST(bounds_only_become_better)
{
	uint32_t at = 3;
	const uint16_t shorter[] = {2, 1};
	uint16_t out[9];
	struct proof_table proofs;
	ck_assert(proof_table_init(&proofs, sizeof at, 100000));
	ck_assert(proof_table_note(&proofs, &at, 1, 3, 1));
	ck_assert(proof_table_note(&proofs, &at, 2, -1, 0));
	ck_assert_int_eq(proof_table_find(&proofs, &at)->lower, 2);
	ck_assert_int_eq(proof_table_find(&proofs, &at)->upper, 3);
	ck_assert_int_eq(proof_table_plan(&proofs, &at, out, 9, count_down, NULL),
	                 -1); /* it breaks off */
	at = 3;
	ck_assert(proof_table_note_plan(&proofs, &at, 1, shorter, 2, count_down, NULL));
	at = 3;
	ck_assert_int_eq(proof_table_plan(&proofs, &at, out, 9, count_down, NULL), 2);
	at = 3;
	ck_assert_int_eq(proof_table_find(&proofs, &at)->lower, 2);
	at = 77;
	ck_assert(proof_table_note(&proofs, &at, PROOF_DEAD, -1, 0));
	ck_assert_int_eq(proof_table_find(&proofs, &at)->lower, PROOF_DEAD);
	ck_assert_int_eq(proof_table_plan(&proofs, &at, out, 9, count_down, NULL), -1);
	proof_table_free(&proofs);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, slots_map_numbers_to_values);
	tcase_add_test(tests, slots_without_memory_refuse);
	tcase_add_loop_test(tests, a_table_finds_exactly_its_states, 0, 7);
	tcase_add_test(tests, states_never_move_in_memory);
	tcase_add_test(tests, a_table_spills_to_disk);
	tcase_add_loop_test(tests, a_full_table_still_finds_its_states, 0, 5);
	tcase_add_test(tests, a_table_respects_every_limit);
	tcase_add_test(tests, a_table_does_not_start_above_its_limit);
	tcase_add_test(tests, a_cleared_table_is_empty_and_can_be_filled_again);
	tcase_add_test(tests, states_with_equal_hashes_are_distinguished);
	tcase_add_test(tests, the_lowest_priority_comes_first_and_last_in_first_out);
	tcase_add_test(tests, a_queue_respects_its_limit);
	tcase_add_test(tests, astar_agrees_with_the_distances);
	tcase_add_test(tests, a_plan_is_known_from_each_of_its_positions);
	tcase_add_test(tests, bounds_only_become_better);
}

int main(void)
{
	return run_tests("algo", add_all);
}
