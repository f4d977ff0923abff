#include "puzzles/tilt/solver/layer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "os/parallel.h"

enum { SLOTS_MIN = 16, SLOTS_MAX = 1 << 27 };

/* ---- a set ---- */

void tilt_set_clear(struct tilt_set *set)
{
	set->mask = set->room < SLOTS_MIN ? 0 : SLOTS_MIN - 1;
	set->count = 0;
	for (uint32_t i = 0; set->room > 0 && i <= set->mask; i++)
		set->slot[i] = TILT_NO_COLOURING;
}

void tilt_set_free(struct tilt_set *set)
{
	tilt_budget_release(set->budget, set->room * sizeof *set->slot);
	free(set->slot);
	*set = (struct tilt_set){.budget = set->budget};
}

/* Puts all colourings into a larger table, in place: of its slots, the first hold the old one. */
static void rehash(struct tilt_set *set, uint32_t slots)
{
	assert(set->slot != NULL);
	const uint32_t before = set->count == 0 ? 0 : set->mask + 1;
	uint64_t *old = set->slot + set->room - before;
	if (before > 0)
		memmove(old, set->slot, before * sizeof *old);
	set->mask = slots - 1;
	memset(set->slot, 0xFF, slots * sizeof *set->slot);
	for (uint32_t i = 0; i < before; i++)
		if (old[i] != TILT_NO_COLOURING)
			*tilt_set_slot(set, old[i]) = old[i];
}

/* The room is three halves of the slots, so that there is a place for the smaller table while it is
 * put into the larger one. */
bool tilt_set_reserve(struct tilt_set *set, uint32_t more)
{
	uint32_t slots = SLOTS_MIN;
	while (slots < SLOTS_MAX && slots / 2 < (uint64_t)set->count + more)
		slots *= 2;
	const uint32_t room = slots / 2 * 3;
	if (slots / 2 < (uint64_t)set->count + more)
		return false;
	if (set->room > 0 && slots <= set->mask + 1)
		return true;
	if (room > set->room) {
		uint64_t *slot = tilt_budget_grow(set->budget, set->slot, set->room * sizeof *slot,
		                                  room * sizeof *slot);
		if (slot == NULL)
			return false;
		set->slot = slot;
		set->room = room;
	}
	rehash(set, slots);
	return true;
}

/* ---- memory of a layer ---- */

static uint32_t count_blocks(uint32_t nodes)
{
	return (nodes + (1U << TILT_BLOCK_BITS) - 1) >> TILT_BLOCK_BITS;
}

static size_t index_bytes(uint32_t nodes)
{
	return count_blocks(nodes) * sizeof(uint64_t *) + nodes * sizeof(uint32_t);
}

/* Without blocks yet. */
static bool layer_init(struct tilt_layer *layer, uint32_t nodes, struct tilt_budget *budget)
{
	*layer = (struct tilt_layer){.nodes = nodes};
	if (!tilt_budget_take(budget, index_bytes(nodes)))
		return false;
	layer->block = calloc(count_blocks(nodes), sizeof *layer->block);
	layer->end = calloc(nodes, sizeof *layer->end);
	if (layer->block != NULL && layer->end != NULL)
		return true;
	free(layer->block);
	free(layer->end);
	*layer = (struct tilt_layer){0};
	tilt_budget_release(budget, index_bytes(nodes));
	return false;
}

/* The number of classes of a block, when the ends of its lists are set. */
static size_t block_count(const struct tilt_layer *layer, uint32_t block)
{
	const uint32_t end = (block + 1) << TILT_BLOCK_BITS;
	return layer->end[(end < layer->nodes ? end : layer->nodes) - 1];
}

static bool block_init(struct tilt_layer *layer, uint32_t block, struct tilt_budget *budget)
{
	const size_t bytes = block_count(layer, block) * sizeof(uint64_t);
	if (!tilt_budget_take(budget, bytes))
		return false;
	layer->block[block] = malloc(bytes + 1);
	if (layer->block[block] == NULL)
		tilt_budget_release(budget, bytes);
	return layer->block[block] != NULL;
}

void tilt_layer_free(struct tilt_layer *layer, struct tilt_budget *budget)
{
	if (layer->end == NULL)
		return;
	for (uint32_t i = 0; i < count_blocks(layer->nodes); i++) {
		if (layer->block[i] == NULL)
			continue;
		tilt_budget_release(budget, block_count(layer, i) * sizeof(uint64_t));
		free(layer->block[i]);
	}
	free(layer->block);
	free(layer->end);
	tilt_budget_release(budget, index_bytes(layer->nodes));
	*layer = (struct tilt_layer){0};
}

/* ---- from a bidirectional search ---- */

static bool is_first_of_block(uint32_t node)
{
	return (node & ((1U << TILT_BLOCK_BITS) - 1)) == 0;
}

/* Sets the ends of all lists to how many records each node has. */
static void count_records(struct tilt_layer *layer, const struct tilt_visited *visited)
{
	for (uint32_t i = visited->begin; i < visited->end; i++) {
		const uint32_t node = tilt_record_at(visited, i)->node;
		if (node != TILT_NONE) {
			layer->end[node]++;
			layer->count++;
		}
	}
	for (uint32_t node = 0; node < layer->nodes; node++)
		if (!is_first_of_block(node))
			layer->end[node] += layer->end[node - 1];
}

/* Each list's end moves from its beginning while the list is filled. */
static void fill_lists(struct tilt_layer *layer, const struct tilt_visited *visited)
{
	for (uint32_t node = layer->nodes; node-- > 0;)
		layer->end[node] = is_first_of_block(node) ? 0 : layer->end[node - 1];
	for (uint32_t i = visited->begin; i < visited->end; i++) {
		const struct tilt_record *record = tilt_record_at(visited, i);
		if (record->node != TILT_NONE)
			layer->block[record->node >> TILT_BLOCK_BITS][layer->end[record->node]++] =
				record->colouring;
	}
}

enum tilt_status tilt_layer_take(struct tilt_layer *layer, struct tilt_bidirectional *search,
                                 const struct tilt_visited *visited)
{
	const uint32_t nodes = search->graph->nodes.count;
	if (!layer_init(layer, nodes, &search->budget))
		return TILT_NO_MEMORY;
	layer->depth = visited->depth;
	count_records(layer, visited);
	for (uint32_t block = 0; block < count_blocks(nodes); block++)
		if (!block_init(layer, block, &search->budget)) {
			tilt_layer_free(layer, &search->budget);
			return TILT_NO_MEMORY;
		}
	fill_lists(layer, visited);
	return TILT_OK;
}

/* ---- the next layer ---- */

/* What one thread needs while it makes the lists of a block. */
struct maker {
	struct tilt_set set; /* all colourings of the node so far, older ones too */
	uint64_t *colouring; /* of the lists of the block */
	uint32_t count, room;
};

struct making {
	struct tilt_bidirectional *search;
	const struct tilt_layer *last, *older;
	struct tilt_layer *made;
	bool forward;
	const struct tilt_task *task; /* the first worker reports */
	atomic_uint_least32_t next;   /* the first unclaimed block */
	atomic_uint_least64_t count;
	atomic_int status; /* TILT_OK until a worker has to stop */
};

static bool maker_reserve(struct maker *maker, uint32_t more)
{
	const uint32_t needed = maker->count + more;
	if (!tilt_set_reserve(&maker->set, more))
		return false;
	if (needed <= maker->room)
		return true;
	const uint32_t room = needed + needed / 2;
	uint64_t *colouring =
		tilt_budget_grow(maker->set.budget, maker->colouring,
	                         maker->room * sizeof *colouring, room * sizeof *colouring);
	if (colouring == NULL)
		return false;
	maker->colouring = colouring;
	maker->room = room;
	return true;
}

static void maker_free(struct maker *maker)
{
	tilt_budget_release(maker->set.budget, maker->room * sizeof *maker->colouring);
	free(maker->colouring);
	tilt_set_free(&maker->set);
}

/* Marks colourings that must not come again. */
static bool mark_old(const struct tilt_layer *layer, uint32_t node, struct maker *maker)
{
	if (layer->end == NULL)
		return true;
	const struct tilt_list list = tilt_layer_list(layer, node);
	if (!tilt_set_reserve(&maker->set, list.count))
		return false;
	for (uint32_t i = 0; i < list.count; i++)
		tilt_set_add(&maker->set, list.colouring[i]);
	return true;
}

/* Adds what comes over an edge, 2 * source + side, along it or back. */
static bool add_edge(const struct making *job, uint32_t edge, struct maker *maker)
{
	const uint32_t target = tilt_edges(job->search->graph, edge / 2)[edge % 2];
	uint8_t to[TILT_BLOCKS_MAX];
	if (target == TILT_NONE)
		return true; /* not explored */
	const struct tilt_list list = tilt_layer_list(job->last, job->forward ? edge / 2 : target);
	if (!maker_reserve(maker, list.count))
		return false;
	if (list.count > 0)
		tilt_graph_permutation(job->search->graph, edge / 2, (int)(edge % 2), to);
	for (uint32_t i = 0; i < list.count; i++) {
		const uint64_t colouring =
			job->forward ? tilt_permute(job->search, to, list.colouring[i])
				     : tilt_permute_back(job->search, to, list.colouring[i]);
		if (tilt_set_add(&maker->set, colouring))
			maker->colouring[maker->count++] = colouring;
	}
	return true;
}

static bool add_node(const struct making *job, uint32_t node, struct maker *maker)
{
	const struct tilt_graph *graph = job->search->graph;
	tilt_set_clear(&maker->set);
	if (!mark_old(job->last, node, maker) || !mark_old(job->older, node, maker))
		return false;
	if (!job->forward)
		return add_edge(job, 2 * node, maker) && add_edge(job, 2 * node + 1, maker);
	for (uint32_t e = graph->reverse_first[node]; e < graph->reverse_first[node + 1]; e++)
		if (!add_edge(job, graph->reverse[e], maker))
			return false;
	return true;
}

static bool make_block(struct making *job, uint32_t block, struct maker *maker)
{
	struct tilt_layer *made = job->made;
	const uint32_t begin = block << TILT_BLOCK_BITS, size = 1U << TILT_BLOCK_BITS;
	maker->count = 0;
	for (uint32_t node = begin; node < begin + size && node < made->nodes; node++) {
		if (!add_node(job, node, maker))
			return false;
		made->end[node] = maker->count;
	}
	if (!block_init(made, block, maker->set.budget))
		return false;
	if (maker->count > 0)
		memcpy(made->block[block], maker->colouring,
		       maker->count * sizeof *maker->colouring);
	atomic_fetch_add(&job->count, maker->count);
	return true;
}

static void make_blocks(void *context, int worker)
{
	struct making *job = context;
	const uint32_t blocks = count_blocks(job->made->nodes);
	struct maker maker = {.set.budget = &job->search->budget};
	uint32_t block;
	while (atomic_load(&job->status) == TILT_OK &&
	       (block = atomic_fetch_add(&job->next, 1)) < blocks) {
		if (!make_block(job, block, &maker))
			atomic_store(&job->status, TILT_NO_MEMORY);
		else if (worker == 0 && !tilt_report(job->task))
			atomic_store(&job->status, TILT_STOPPED);
	}
	maker_free(&maker);
}

enum tilt_status tilt_layer_next(struct tilt_layer *layer, struct tilt_bidirectional *search,
                                 const struct tilt_layer *last, const struct tilt_layer *older,
                                 bool forward, const struct tilt_task *task)
{
	struct making job = {
		.search = search,
		.last = last,
		.older = older,
		.made = layer,
		.forward = forward,
		.task = task,
	};
	if (!layer_init(layer, last->nodes, &search->budget))
		return TILT_NO_MEMORY;
	parallel_for(task->monitor->limits->threads, make_blocks, &job);
	layer->count = job.count;
	layer->depth = last->depth + 1;
	if (job.status != TILT_OK)
		tilt_layer_free(layer, &search->budget);
	return (enum tilt_status)job.status;
}
