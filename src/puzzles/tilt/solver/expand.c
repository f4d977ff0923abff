/* Expands one layer of a bidirectional search, divided among threads.
 *
 * Each worker claims a range of the last layer's records, expands them, and claims another. All
 * insert into the same set (visited.h). Which thread inserts a class first, and with which
 * parent, depends on timing; the layer of a class does not.
 *
 * When one worker has to stop, all do. The next call continues from the first record that was
 * not expanded: classes inserted before are found in the set. Threads are started for one layer
 * at a time, and only for large layers. */
#include <stdlib.h>

#include "os/parallel.h"
#include "puzzles/tilt/solver/search.h"

enum {
	BATCH = 64, /* classes looked up together, after prefetching */
	TICK_BATCHES = 32,
	RANGE = 256, /* records claimed at once; short, as workers wait for the last range */
	PARALLEL_RECORDS = 1 << 12, /* a layer of this size is divided among threads */
	PARALLEL_AFTER = 1 << 15,   /* once both sides have this many: after a few milliseconds */
};

/* ---- packed colourings ---- */

struct tilt_record tilt_expand_record(const struct tilt_bidirectional *search,
                                      const struct tilt_class *class)
{
	struct tilt_record record = {.node = class->node, .parent = TILT_NONE};
	for (int i = 0; i < search->graph->blocks; i++)
		record.colouring |= (uint64_t)search->code[class->colouring[i]]
		                    << (unsigned)i * search->bits;
	return record;
}

uint64_t tilt_expand_permute(const struct tilt_bidirectional *search, uint32_t node, int side,
                             uint64_t colouring)
{
	uint8_t to[TILT_BLOCKS_MAX];
	tilt_graph_permutation(search->graph, node, side, to);
	return tilt_permute(search, to, colouring);
}

/* The inverse of tilt_expand_permute. */
static uint64_t permute_back(const struct tilt_bidirectional *search, uint32_t node, int side,
                             uint64_t colouring)
{
	uint8_t to[TILT_BLOCKS_MAX];
	tilt_graph_permutation(search->graph, node, side, to);
	return tilt_permute_back(search, to, colouring);
}

uint64_t tilt_expand_states(const struct tilt_bidirectional *search)
{
	return (uint64_t)search->graph->nodes.count + tilt_visited_classes(&search->backward) +
	       tilt_visited_classes(&search->forward);
}

/* ---- a worker's part of a layer ---- */

/* Successors to look up. */
struct batch {
	int count;
	struct tilt_record record[BATCH];
	uint64_t hash[BATCH];
};

struct worker {
	struct tilt_inserter inserter;
	uint32_t unfinished, end; /* records claimed and not expanded yet */
	enum tilt_status status;
	struct tilt_meeting_point point;
};

struct expansion {
	struct tilt_bidirectional *search;
	struct tilt_visited *visited;
	const struct tilt_visited *other; /* which has no classes in a forward search */
	const struct tilt_task *task;     /* the first worker reports */
	atomic_uint_least32_t next;       /* the first unclaimed record */
	atomic_bool stop;
	int workers;
	struct worker worker[THREADS_MAX];
};

/* Inserts a batch; TILT_MET if a new class has been visited from the other side. */
static enum tilt_status insert_batch(const struct expansion *job, struct worker *worker,
                                     const struct batch *batch)
{
	const struct tilt_visited *other = job->other;
	const bool forward = job->visited == &job->search->forward;
	tilt_visited_prefetch(job->visited, batch->hash, batch->count);
	tilt_visited_prefetch(other, batch->hash, batch->count);
	for (int i = 0; i < batch->count; i++) {
		const struct tilt_record *record = &batch->record[i];
		const enum tilt_status status = tilt_visited_reserve(&worker->inserter);
		if (status != TILT_OK)
			return status;
		const uint32_t here =
			tilt_visited_insert(&worker->inserter, record, batch->hash[i]);
		if (here == TILT_NONE || other->slot == NULL)
			continue;
		const uint32_t there = tilt_visited_find(other, record, batch->hash[i]);
		if (there != TILT_NONE) {
			worker->point = forward ? (struct tilt_meeting_point){there, here}
			                        : (struct tilt_meeting_point){here, there};
			return TILT_MET;
		}
	}
	return TILT_OK;
}

static void add_to_batch(struct batch *batch, uint64_t colouring, uint32_t node, uint32_t parent)
{
	struct tilt_record *record = &batch->record[batch->count];
	*record = (struct tilt_record){colouring, node, parent};
	batch->hash[batch->count++] = tilt_record_hash(record);
}

static void add_successors(const struct tilt_bidirectional *search, uint32_t number,
                           struct batch *batch)
{
	const struct tilt_record *record = tilt_record_at(&search->forward, number);
	for (int side = 0; side < 2; side++) {
		const uint32_t to = tilt_edges(search->graph, record->node)[side];
		if (to != TILT_NONE)
			add_to_batch(batch,
			             tilt_expand_permute(search, record->node, side,
			                                 record->colouring),
			             to, number);
	}
}

/* Adds the predecessors of a record, from the edge number *e on. False: the batch is full. */
static bool add_predecessors(const struct tilt_bidirectional *search, uint32_t number, uint32_t *e,
                             struct batch *batch)
{
	const struct tilt_graph *graph = search->graph;
	const struct tilt_record *record = tilt_record_at(&search->backward, number);
	const uint32_t begin = graph->reverse_first[record->node];
	const uint32_t end = graph->reverse_first[record->node + 1];
	for (*e = *e < begin ? begin : *e; *e < end && batch->count < BATCH; ++*e) {
		const uint32_t node = graph->reverse[*e] / 2;
		const int side = (int)(graph->reverse[*e] % 2);
		add_to_batch(batch, permute_back(search, node, side, record->colouring), node,
		             number);
	}
	return *e == end;
}

/* Fills the batch from records up to `end`, from number *next on and its edge number *e. */
static enum tilt_status fill(const struct expansion *job, uint32_t *next, uint32_t end, uint32_t *e,
                             struct batch *batch)
{
	const struct tilt_bidirectional *search = job->search;
	batch->count = 0;
	for (; *next < end && batch->count <= BATCH - 2; ++*next, *e = 0) {
		const uint32_t node = tilt_record_at(job->visited, *next)->node;
		if (node == TILT_NONE)
			continue;
		if (job->visited == &search->forward) {
			if (search->explores && !tilt_graph_explore(search->graph, node))
				return TILT_NO_MEMORY;
			add_successors(search, *next, batch);
		} else if (!add_predecessors(search, *next, e, batch)) {
			break;
		}
	}
	return TILT_OK;
}

static bool claim_range(struct expansion *job, struct worker *worker)
{
	const uint32_t all = job->visited->end;
	if (worker->unfinished == worker->end) {
		worker->unfinished = atomic_fetch_add(&job->next, RANGE);
		worker->end = worker->unfinished + RANGE < all ? worker->unfinished + RANGE : all;
	}
	return worker->unfinished < worker->end;
}

static bool report(const struct expansion *job, const struct tilt_inserter *inserter)
{
	job->task->answer->states =
		tilt_expand_states(job->search) - (inserter->end - inserter->next);
	return tilt_report(job->task);
}

static void expand_ranges(void *context, int number)
{
	struct expansion *job = context;
	struct worker worker = job->worker[number];
	struct batch batch;
	uint32_t e = 0;
	for (int ticks = 1; !atomic_load(&job->stop) && claim_range(job, &worker); ticks++) {
		uint32_t next = worker.unfinished;
		worker.status = fill(job, &next, worker.end, &e, &batch);
		if (worker.status == TILT_OK)
			worker.status = insert_batch(job, &worker, &batch);
		if (worker.status == TILT_OK) {
			worker.unfinished = next;
			if (number == 0 && ticks % TICK_BATCHES == 0 &&
			    !report(job, &worker.inserter))
				worker.status = TILT_STOPPED;
		}
		if (worker.status != TILT_OK)
			atomic_store(&job->stop, true);
	}
	job->worker[number] = worker;
}

/* ---- one layer ---- */

/* Orders workers by the numbers that their inserters have reserved, highest first. */
static int compare_workers(const void *a, const void *b)
{
	const struct worker *one = a, *other = b;
	return (one->inserter.end < other->inserter.end) -
	       (one->inserter.end > other->inserter.end);
}

/* Collects the workers' results: the highest status counts. Inserters with the highest numbers
 * release theirs first, so that few numbers stay unused, and none after the last record: a layer
 * without a class stays empty. */
static enum tilt_status collect(struct expansion *job, struct tilt_meeting_point *point)
{
	struct tilt_visited *visited = job->visited;
	enum tilt_status status = TILT_OK;
	qsort(job->worker, (size_t)job->workers, sizeof *job->worker, compare_workers);
	visited->next = job->next < visited->end ? job->next : visited->end;
	for (int i = 0; i < job->workers; i++) {
		struct worker *worker = &job->worker[i];
		tilt_visited_release(&worker->inserter);
		if (worker->unfinished < worker->end && worker->unfinished < visited->next)
			visited->next = worker->unfinished;
		if (worker->status > status)
			status = worker->status;
		if (worker->status == TILT_MET)
			*point = worker->point;
	}
	return status;
}

/* Uses several threads where that is worth it. Only one may explore nodes. */
static void run_workers(struct expansion *job)
{
	const struct tilt_bidirectional *search = job->search;
	const int threads = job->task->monitor->limits->threads;
	const bool worth = !search->explores &&
	                   job->visited->end - job->visited->next >= PARALLEL_RECORDS &&
	                   search->backward.count + search->forward.count >= PARALLEL_AFTER;
	job->workers = worth && threads > 1 ? threads : 1;
	for (int i = 0; i < job->workers; i++)
		job->worker[i] = (struct worker){
			.inserter = {.visited = job->visited, .single = job->workers == 1},
			.status = TILT_OK,
		};
	atomic_store(&job->next, job->visited->next);
	atomic_store(&job->stop, false);
	parallel_for(job->workers, expand_ranges, job);
}

static enum tilt_status make_room(struct tilt_bidirectional *search, struct tilt_visited *visited,
                                  const struct tilt_task *task)
{
	const uint32_t others =
		visited == &search->backward ? search->forward.count : search->backward.count;
	const uint64_t max = search->records_max > others ? search->records_max - others : 0;
	return tilt_visited_make_room(visited, max, task);
}

enum tilt_status tilt_expand_start(struct tilt_bidirectional *search, struct tilt_visited *visited,
                                   const struct tilt_class from[TILT_AXES], int depth,
                                   const struct tilt_task *task)
{
	struct tilt_inserter inserter = {.visited = visited, .single = true};
	enum tilt_status status = make_room(search, visited, task);
	for (int axis = 0; status == TILT_OK && axis < TILT_AXES; axis++) {
		const struct tilt_record record = tilt_expand_record(search, &from[axis]);
		if (record.node == TILT_NONE)
			continue;
		status = tilt_visited_reserve(&inserter);
		if (status == TILT_OK)
			tilt_visited_insert(&inserter, &record, tilt_record_hash(&record));
	}
	tilt_visited_release(&inserter);
	if (status != TILT_OK)
		tilt_visited_free(visited, NULL);
	visited->end = visited->count;
	visited->depth = depth;
	return status;
}

enum tilt_status tilt_expand(struct tilt_bidirectional *search, struct tilt_visited *visited,
                             struct tilt_meeting_point *point, const struct tilt_task *task)
{
	struct expansion job = {
		.search = search,
		.visited = visited,
		.other = visited == &search->forward ? &search->backward : &search->forward,
		.task = task,
	};
	while (visited->next < visited->end) {
		enum tilt_status status = make_room(search, visited, task);
		if (status == TILT_OK) {
			run_workers(&job);
			status = collect(&job, point);
		}
		if (status != TILT_OK && status != TILT_FULL)
			return status;
		task->answer->states = tilt_expand_states(search);
	}
	visited->begin = visited->next = visited->end;
	visited->end = visited->count;
	visited->depth++;
	return TILT_OK;
}
