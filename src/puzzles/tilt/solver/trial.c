/* Looks for a plan of some length, middle by middle, divided among threads. */
#include <stdlib.h>
#include <string.h>

#include "algo/least.h"
#include "os/parallel.h"
#include "puzzles/tilt/solver/middle.h"

enum {
	SET_WORK = 4,      /* the work for a colouring in a set, as others are only looked up, */
	WALK_WORK = 16,    /* and for a walk */
	KEY_BITS_MIN = 10, /* of the colours that are compared first */
	KEY_BITS_MAX = 20,
	KEYS_FOR_EACH = 32,  /* colouring in the set */
	TICK_WORK = 1 << 16, /* between two reports */
	BATCH = 64,          /* walks continued together */
	ARCS = 128,
};

/* From a middle to the next one: a prime above the number of nodes, so all have their turn. */
static const uint32_t stride = 0x9E3779B1;

struct job {
	const struct tilt_middle *middle;
	struct tilt_trial *trial;
	int key_blocks;             /* of the middle, whose colours are compared first */
	atomic_uint_least32_t next; /* number of the first unclaimed middle */
	atomic_uint_least64_t work;
	atomic_bool cut;   /* by the limit of work */
	atomic_int status; /* TILT_OK until a worker has to stop */
};

/* Walks with as many moves left, all to the middle or all from there. They are continued together,
 * after prefetching: on large graphs, memory takes most of the time. */
struct walks {
	uint32_t count, arcs;
	uint32_t node[BATCH];
	uint8_t to[BATCH][TILT_BLOCKS_MAX]; /* to the middle: block i of the node is block to[i]
	                                        there; from the middle: the other way round */
	uint32_t arc_node[ARCS], arc_edge[ARCS]; /* edge: 2 * source + side */
	uint8_t arc_from[ARCS];                  /* the walk that it continues */
};

struct walker {
	struct job *job;
	int number;          /* of the worker; the first one reports */
	uint32_t node;       /* the middle */
	bool from_middle;    /* where walks go */
	struct tilt_set set; /* of a middle: what leads to the backward layer */
	uint8_t *keys;       /* a bit for each key that occurs in the set */
	struct walks *walks; /* by the moves that are left */
	uint64_t work;       /* since the last report */
};

static const struct tilt_graph *graph_of(const struct walker *walker)
{
	return walker->job->middle->search->graph;
}

/* Ends the trial, unless it has ended in another way. */
static bool end_trial(struct job *job, enum tilt_status status)
{
	int none = TILT_OK;
	return atomic_compare_exchange_strong(&job->status, &none, (int)status);
}

static bool may_go_on(struct walker *walker, uint64_t work)
{
	struct job *job = walker->job;
	walker->work += work;
	if (walker->work < TICK_WORK)
		return true;
	atomic_fetch_add(&job->work, walker->work);
	walker->work = 0;
	if (walker->number == 0 && !tilt_report(job->middle->task))
		end_trial(job, TILT_STOPPED);
	return atomic_load(&job->status) == TILT_OK;
}

static uint64_t key_mask(const struct job *job)
{
	return (UINT64_C(1) << (unsigned)job->key_blocks * job->middle->search->bits) - 1;
}

/* ---- what walks bring to the middle ---- */

/* Adds a node's list of the backward layer to the set. */
static bool gather(struct walker *walker, const struct tilt_list *list, const uint8_t *to)
{
	const struct tilt_bidirectional *search = walker->job->middle->search;
	const uint64_t mask = key_mask(walker->job);
	if (!tilt_set_reserve(&walker->set, list->count)) {
		end_trial(walker->job, TILT_NO_MEMORY);
		return false;
	}
	for (uint32_t i = 0; i < list->count; i++) {
		const uint64_t colouring = tilt_permute_back(search, to, list->colouring[i]);
		const uint64_t key = colouring & mask;
		tilt_set_add(&walker->set, colouring);
		walker->keys[key / 8] |= (uint8_t)(1U << key % 8);
	}
	return true;
}

/* There is a plan through this class of the middle: ends the trial. */
static void take(struct walker *walker, uint64_t colouring)
{
	struct job *job = walker->job;
	if (end_trial(job, TILT_MET)) {
		job->trial->node = walker->node;
		job->trial->colouring = colouring;
	}
}

/* Looks up a node's list of the forward layer in the set. */
static bool look_up(struct walker *walker, const struct tilt_list *list, const uint8_t *to)
{
	const struct tilt_bidirectional *search = walker->job->middle->search;
	const uint64_t mask = (UINT64_C(1) << search->bits) - 1;
	const int keys = walker->job->key_blocks;
	unsigned from[TILT_BLOCKS_MAX] = {0}; /* where the colour of a block of the middle is */
	for (int i = 0; i < search->graph->blocks; i++)
		from[to[i]] = (unsigned)i * search->bits;
	for (uint32_t i = 0; i < list->count; i++) {
		uint64_t key = 0;
		for (int k = keys - 1; k >= 0; k--)
			key = key << search->bits | (list->colouring[i] >> from[k] & mask);
		if ((walker->keys[key / 8] >> key % 8 & 1) == 0)
			continue;
		const uint64_t colouring = tilt_permute(search, to, list->colouring[i]);
		if (*tilt_set_slot(&walker->set, colouring) == colouring) {
			take(walker, colouring);
			return false;
		}
	}
	return true;
}

/* Walks have ended. False: stop. */
static bool use(struct walker *walker, const struct walks *walks)
{
	const bool from_middle = walker->from_middle;
	const struct tilt_layer *layer =
		from_middle ? &walker->job->middle->backward : &walker->job->middle->forward;
	struct tilt_list list[BATCH] = {{0}};
	uint64_t work = 0;
	for (uint32_t i = 0; i < walks->count; i++)
		__builtin_prefetch(&layer->end[walks->node[i]]);
	for (uint32_t i = 0; i < walks->count; i++) {
		list[i] = tilt_layer_list(layer, walks->node[i]);
		__builtin_prefetch(list[i].colouring);
		work += WALK_WORK + (from_middle ? SET_WORK : 1) * (uint64_t)list[i].count;
	}
	for (uint32_t i = 0; i < walks->count; i++)
		if (!(from_middle ? gather : look_up)(walker, &list[i], walks->to[i]))
			return false;
	return may_go_on(walker, work);
}

/* ---- walks ---- */

static bool continue_walks(struct walker *walker, int moves);

/* Continues walks along their arcs, which are done then. */
static bool follow_arcs(struct walker *walker, int moves)
{
	const struct tilt_graph *graph = graph_of(walker);
	struct walks *walks = &walker->walks[moves], *next = &walker->walks[moves - 1];
	for (uint32_t a = 0; a < walks->arcs; a++) {
		const uint32_t edge = walks->arc_edge[a];
		uint8_t step[TILT_BLOCKS_MAX];
		tilt_graph_permutation(graph, edge / 2, (int)(edge % 2), step);
		const uint8_t *before = walks->to[walks->arc_from[a]];
		uint8_t *after = next->to[next->count];
		for (int i = 0; i < graph->blocks; i++)
			after[i] = walker->from_middle ? step[before[i]] : before[step[i]];
		next->node[next->count++] = walks->arc_node[a];
		if (next->count == BATCH && !continue_walks(walker, moves - 1))
			return false;
	}
	walks->arcs = 0;
	return true;
}

/* Whether both edges of a node are the same. */
static bool are_same(const struct tilt_graph *graph, uint32_t node)
{
	const uint32_t *to = tilt_edges(graph, node);
	uint8_t low[TILT_BLOCKS_MAX], high[TILT_BLOCKS_MAX];
	if (to[0] != to[1])
		return false;
	tilt_graph_permutation(graph, node, 0, low);
	tilt_graph_permutation(graph, node, 1, high);
	return memcmp(low, high, (size_t)graph->blocks) == 0;
}

/* Adds an arc over the edge of a node to that side, if it is explored and the node's other edge is
 * not the same. */
static bool add_arc(struct walker *walker, int moves, uint32_t from, uint32_t source, uint32_t side)
{
	const struct tilt_graph *graph = graph_of(walker);
	struct walks *walks = &walker->walks[moves];
	const uint32_t to = tilt_edges(graph, source)[side];
	if (to == TILT_NONE || (side == 1 && are_same(graph, source)))
		return true;
	walks->arc_node[walks->arcs] = walker->from_middle ? to : source;
	walks->arc_edge[walks->arcs] = 2 * source + side;
	walks->arc_from[walks->arcs++] = (uint8_t)from;
	return walks->arcs < ARCS || follow_arcs(walker, moves);
}

static void prefetch_edges(const struct walker *walker, const struct walks *walks)
{
	const struct tilt_graph *graph = graph_of(walker);
	for (uint32_t w = 0; w < walks->count; w++) {
		if (walker->from_middle)
			__builtin_prefetch(tilt_edges(graph, walks->node[w]));
		else
			__builtin_prefetch(&graph->reverse_first[walks->node[w]]);
	}
	for (uint32_t w = 0; !walker->from_middle && w < walks->count; w++)
		__builtin_prefetch(&graph->reverse[graph->reverse_first[walks->node[w]]]);
	for (uint32_t w = 0; !walker->from_middle && w < walks->count; w++) {
		const uint32_t end = graph->reverse_first[walks->node[w] + 1];
		for (uint32_t e = graph->reverse_first[walks->node[w]]; e < end; e++)
			__builtin_prefetch(tilt_edges(graph, graph->reverse[e] / 2));
	}
}

/* Continues the walks with some moves left to their ends; they are done then. False: stop. */
static bool continue_walks(struct walker *walker, int moves)
{
	const struct tilt_graph *graph = graph_of(walker);
	struct walks *walks = &walker->walks[moves];
	if (moves == 0) {
		const bool more = use(walker, walks);
		walks->count = 0;
		return more;
	}
	prefetch_edges(walker, walks);
	for (uint32_t w = 0; w < walks->count; w++) {
		const uint32_t node = walks->node[w];
		uint32_t e = walker->from_middle ? 0 : graph->reverse_first[node];
		const uint32_t end = walker->from_middle ? 2 : graph->reverse_first[node + 1];
		for (; e < end; e++) {
			const uint32_t edge =
				walker->from_middle ? 2 * node + e : graph->reverse[e];
			if (!add_arc(walker, moves, w, edge / 2, edge % 2))
				return false;
		}
	}
	if (!follow_arcs(walker, moves))
		return false;
	walks->count = 0;
	return walker->walks[moves - 1].count == 0 || continue_walks(walker, moves - 1);
}

/* All walks of that many moves from the middle or to it. */
static bool walk(struct walker *walker, bool from_middle, int moves)
{
	walker->from_middle = from_middle;
	for (int left = 0; left <= moves; left++)
		walker->walks[left].count = walker->walks[left].arcs = 0;
	struct walks *first = &walker->walks[moves];
	first->count = 1;
	first->node[0] = walker->node;
	for (int i = 0; i < TILT_BLOCKS_MAX; i++)
		first->to[0][i] = (uint8_t)i;
	return continue_walks(walker, moves);
}

/* ---- a trial ---- */

static bool try_middle(struct walker *walker, uint32_t node)
{
	const struct tilt_trial *trial = walker->job->trial;
	walker->node = node;
	tilt_set_clear(&walker->set);
	memset(walker->keys, 0, (size_t)key_mask(walker->job) / 8 + 1);
	return walk(walker, true, trial->moves[1]) &&
	       (walker->set.count == 0 || walk(walker, false, trial->moves[0]));
}

/* Claims the next middle. False: there are no more. */
static bool claim(struct job *job, uint32_t *node)
{
	const uint32_t nodes = job->middle->search->graph->nodes.count;
	const uint32_t number = atomic_fetch_add(&job->next, 1);
	if (number < nodes && (double)job->work > job->trial->work_max)
		atomic_store(&job->cut, true);
	*node = (uint32_t)((job->trial->first + (uint64_t)number * stride) % nodes);
	return number < nodes && !job->cut && atomic_load(&job->status) == TILT_OK;
}

static void walker_free(struct walker *walker, size_t bytes)
{
	tilt_budget_release(walker->set.budget, bytes);
	free(walker->keys);
	free(walker->walks);
	tilt_set_free(&walker->set);
}

/* False: no memory. */
static bool walker_init(struct walker *walker, struct job *job, size_t *bytes)
{
	const int *moves = job->trial->moves;
	const size_t keys = (size_t)key_mask(job) / 8 + 1;
	const size_t walks = 1 + (size_t)greatest(moves[0], moves[1]);
	*walker = (struct walker){.job = job, .set.budget = &job->middle->search->budget};
	*bytes = keys + walks * sizeof *walker->walks;
	if (!tilt_budget_take(walker->set.budget, *bytes)) {
		*bytes = 0;
		return false;
	}
	walker->keys = malloc(keys);
	walker->walks = calloc(walks, sizeof *walker->walks);
	return walker->keys != NULL && walker->walks != NULL;
}

static void try_middles(void *context, int number)
{
	struct job *job = context;
	struct walker walker;
	size_t bytes;
	uint32_t node;
	if (!walker_init(&walker, job, &bytes))
		end_trial(job, TILT_NO_MEMORY);
	walker.number = number;
	while (claim(job, &node) && try_middle(&walker, node))
		;
	atomic_fetch_add(&job->work, walker.work);
	walker_free(&walker, bytes);
}

/* How many of the middle's blocks are compared first: so many that few colourings need more. */
static int key_blocks(const struct tilt_middle *middle, double set)
{
	const int bits = (int)middle->search->bits, blocks = middle->search->graph->blocks;
	int keys = KEY_BITS_MIN / bits;
	while ((keys + 1) * bits <= KEY_BITS_MAX &&
	       (double)(UINT64_C(1) << keys * bits) < KEYS_FOR_EACH * set)
		keys++;
	return least(keys, blocks);
}

struct tilt_trial_cost tilt_trial_cost(const struct tilt_middle *middle, const int moves[2])
{
	const double nodes = middle->search->graph->nodes.count;
	const double tests = (double)middle->forward.count * (double)(UINT64_C(1) << moves[0]);
	const double set = (double)middle->backward.count * (double)(UINT64_C(1) << moves[1]);
	const double walks = (double)((UINT64_C(1) << moves[0]) + (UINT64_C(1) << moves[1]));
	return (struct tilt_trial_cost){
		.work = tests + SET_WORK * set + WALK_WORK * nodes * walks,
		.set = set / nodes,
		.tests = tests / nodes,
	};
}

enum tilt_status tilt_try(const struct tilt_middle *middle, struct tilt_trial *trial)
{
	struct job job = {
		.middle = middle,
		.trial = trial,
		.key_blocks = key_blocks(middle, tilt_trial_cost(middle, trial->moves).set),
	};
	parallel_for(middle->task->monitor->limits->threads, try_middles, &job);
	trial->work = (double)job.work;
	return job.status == TILT_OK && job.cut ? TILT_MORE : (enum tilt_status)job.status;
}
