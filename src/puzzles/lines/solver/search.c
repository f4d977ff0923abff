/* Iterative deepening (Korf, 1985) on several threads.
 *
 * Each depth is searched through the boards three slides after the start, the most promising first;
 * each thread takes the next one that remains. Between two of them a search can pause. Which
 * solution is found depends on which thread is faster; whether there is one does not. */
#include "puzzles/lines/solver/search.h"

#include <assert.h>
#include <stdlib.h>

#include "os/parallel.h"

enum { SPLIT_DEPTH = 3 };

struct subtree {
	struct board board;
	struct slide path[SPLIT_DEPTH];
	int lower, estimate;
};

struct subtrees {
	int slides;      /* the depth that is searched */
	atomic_int next; /* the first subtree that no worker has taken */
	int count;
	struct subtree subtree[];
};

void *lines_allocate(size_t *bytes, size_t size)
{
	void *memory = size <= *bytes ? calloc(1, size) : NULL;
	*bytes -= memory == NULL ? 0 : size;
	return memory;
}

/* ---- workers ---- */

bool lines_worker_report(struct worker *worker)
{
	struct search *search = worker->search;
	const uint64_t added = worker->states - worker->reported;
	const uint64_t states = atomic_fetch_add(&search->states, added) + added;
	worker->reported = worker->states;
	if (worker->first && !search->ended) {
		search->answer->states = states;
		search->ended = !monitor_report(search->monitor, search->answer);
		if (search->ended)
			atomic_store(&search->stop, true);
	}
	worker->stopped = atomic_load(&search->stop);
	return !worker->stopped;
}

void lines_worker_found(struct worker *worker)
{
	struct search *search = worker->search;
	if (atomic_exchange(&search->found, true))
		return;
	assert(worker->depth > 0 && worker->depth <= DEPTH_MAX);
	search->length = worker->depth;
	for (int i = 0; i < worker->depth; i++)
		search->path[i] = worker->path[i];
	atomic_store(&search->stop, true);
}

/* ---- subtrees ---- */

/* Adds all boards `left` slides after this one. */
static bool add_subtrees(struct subtrees *subtrees, struct worker *worker,
                         const struct subtree *from, int left)
{
	const struct search *search = worker->search;
	const int depth = SPLIT_DEPTH - left;
	struct slide next[SLIDES_MAX];
	if (left == 0) {
		struct subtree *subtree = &subtrees->subtree[subtrees->count++];
		*subtree = *from;
		subtree->estimate =
			search->goal->evaluate(search->data, &subtree->board, &subtree->lower);
		return true;
	}
	const int count = lines_slides_after(search->geometry,
	                                     depth > 0 ? from->path[depth - 1] : no_slide, next);
	for (int i = 0; i < count; i++) {
		struct subtree to = *from;
		to.path[depth] = next[i];
		lines_board_slide(search->geometry, &to.board, next[i]);
		worker->states++;
		if (!worker_continues(worker) || !add_subtrees(subtrees, worker, &to, left - 1))
			return false;
	}
	return true;
}

static int compare_subtrees(const void *one, const void *other)
{
	const struct subtree *a = one, *b = other;
	return a->estimate - b->estimate;
}

struct subtrees *lines_subtrees_new(struct search *search, size_t bytes)
{
	const struct geometry *geometry = search->geometry;
	const size_t slides = HEADINGS * (size_t)(geometry->lines[ROWS] + geometry->lines[COLUMNS]);
	const size_t room = slides * slides * slides;
	struct subtrees *subtrees =
		lines_allocate(&bytes, sizeof *subtrees + room * sizeof(struct subtree));
	if (subtrees == NULL)
		return NULL;
	const struct subtree root = {.board = search->board};
	struct worker worker = {.search = search, .first = true};
	const bool complete = add_subtrees(subtrees, &worker, &root, SPLIT_DEPTH);
	assert((size_t)subtrees->count <= room);
	if (!lines_worker_report(&worker) || !complete) {
		free(subtrees);
		return NULL;
	}
	qsort(subtrees->subtree, (size_t)subtrees->count, sizeof(struct subtree), compare_subtrees);
	return subtrees;
}

/* ---- one depth ---- */

static bool dfs(struct worker *worker, const struct board *board, struct slide last, int left)
{
	const struct search *search = worker->search;
	return search->perimeter != NULL ? lines_perimeter_dfs(worker, board, last, left)
	                                 : search->goal->dfs(worker, board, last, left);
}

static bool dfs_subtree(struct worker *worker, const struct subtree *subtree, int slides)
{
	if (subtree->lower > slides - SPLIT_DEPTH)
		return false;
	for (worker->depth = 0; worker->depth < SPLIT_DEPTH; worker->depth++)
		worker->path[worker->depth] = subtree->path[worker->depth];
	return dfs(worker, &subtree->board, subtree->path[SPLIT_DEPTH - 1], slides - SPLIT_DEPTH);
}

/* The first worker has no subtree left, but it is the one that reports to the monitor. */
static void report(void *context)
{
	struct worker worker = {.search = context, .first = true};
	lines_worker_report(&worker);
}

static void run_worker(void *context, int number)
{
	struct search *search = context;
	struct subtrees *subtrees = search->subtrees;
	struct worker worker = {.search = search, .first = number == 0};
	while (!atomic_load(&search->stop) && atomic_load(&search->states) < search->pause) {
		const int i = atomic_fetch_add(&subtrees->next, 1);
		if (i >= subtrees->count)
			break;
		if (dfs_subtree(&worker, &subtrees->subtree[i], subtrees->slides))
			lines_worker_found(&worker);
	}
	lines_worker_report(&worker);
}

/* On from where it paused. */
static enum depth_result search_subtrees(struct search *search, int slides, int threads)
{
	struct subtrees *subtrees = search->subtrees;
	if (subtrees->slides != slides)
		atomic_store(&subtrees->next, 0);
	subtrees->slides = slides;
	parallel_for_reporting(threads, run_worker, report, search);
	if (atomic_load(&search->found))
		return DEPTH_FOUND;
	return atomic_load(&subtrees->next) < subtrees->count ? DEPTH_PAUSED : DEPTH_SEARCHED;
}

enum depth_result lines_search_depth(struct search *search, int slides, int threads)
{
	if (search->subtrees != NULL && slides > SPLIT_DEPTH)
		return search_subtrees(search, slides, threads);
	struct worker worker = {.search = search, .first = true};
	if (dfs(&worker, &search->board, no_slide, slides))
		lines_worker_found(&worker);
	lines_worker_report(&worker);
	return atomic_load(&search->found) ? DEPTH_FOUND : DEPTH_SEARCHED;
}
