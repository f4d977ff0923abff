/* Beam search: keeps only the most promising boards of each length. It soon finds a solution,
 * usually not a shortest one. A lossy table of hashes skips most boards met before. (A depth-first
 * search of the last five slides from each board kept finds longer plans than a wider beam, which
 * takes less time.)
 *
 * The boards of a length are shared out to threads. Which of two equal boards is skipped, and so
 * which solution is found, depends on which thread is faster. */
#include <stdlib.h>

#include "algo/least.h"
#include "os/parallel.h"
#include "puzzles/lines/solver/search.h"

enum {
	LENGTH_MAX = 96,
	SKIPPED = ESTIMATE_MAX + 1, /* the estimate of a board that was met before, or is too far */
	SHARED_LEAST = 1024,        /* boards of a length that threads share */
};

/* A board by the slide that leads to it. */
struct beam_node {
	int32_t parent; /* its index among the boards one slide shorter */
	struct slide slide;
	int32_t estimate;
};

struct beam {
	struct search *search;
	int width, count, left; /* boards kept, of the last length; slides after the next one */
	int branching;          /* slides from each board */
	struct slide slide[SLIDES_MAX];
	struct board *board, *spare; /* width each */
	struct beam_node *next;      /* width * branching: those after each board */
	struct beam_node *kept;      /* nodes of each length, width each */
	atomic_uint_fast64_t *seen;
	uint64_t mask;
	atomic_int taken;  /* boards of the last length that threads have taken */
	atomic_int solved; /* one of the next ones, or -1 */
};

static bool beam_init(struct beam *beam, int max, size_t bytes)
{
	const size_t width = (size_t)beam->width, node = sizeof(struct beam_node);
	beam->branching = lines_slides_after(beam->search->geometry, no_slide, beam->slide);
	beam->mask = 1;
	while (beam->mask < 8 * width)
		beam->mask *= 2;
	beam->board = lines_allocate(&bytes, width * sizeof *beam->board);
	beam->spare = lines_allocate(&bytes, width * sizeof *beam->spare);
	beam->next = lines_allocate(&bytes, width * (size_t)beam->branching * node);
	beam->kept = lines_allocate(&bytes, width * (size_t)max * node);
	beam->seen = lines_allocate(&bytes, (size_t)beam->mask * sizeof *beam->seen);
	beam->mask--;
	return beam->board != NULL && beam->spare != NULL && beam->next != NULL &&
	       beam->kept != NULL && beam->seen != NULL;
}

/* Where the boards of a length that are kept begin. */
static struct beam_node *nodes_of(const struct beam *beam, int length)
{
	return beam->kept + (size_t)(length - 1) * (size_t)beam->width;
}

/* Estimates one of the next boards, or skips it. */
static int estimate_board(struct beam *beam, const struct board *board, int *lower)
{
	const struct search *search = beam->search;
	const uint64_t hash = lines_board_hash(board);
	atomic_uint_fast64_t *seen = &beam->seen[hash & beam->mask];
	if (atomic_load_explicit(seen, memory_order_relaxed) == hash)
		return SKIPPED;
	atomic_store_explicit(seen, hash, memory_order_relaxed);
	const int estimate = search->goal->evaluate(search->data, board, lower);
	return *lower > beam->left ? SKIPPED : estimate;
}

/* Generates the successors of one board, until one of them is solved. */
static void expand(struct beam *beam, struct worker *worker, int parent)
{
	const int first = parent * beam->branching;
	for (int i = 0; i < beam->branching; i++) {
		struct board board = beam->board[parent];
		int lower = -1;
		lines_board_slide(beam->search->geometry, &board, beam->slide[i]);
		worker->states++;
		const int estimate = estimate_board(beam, &board, &lower);
		beam->next[first + i] = (struct beam_node){parent, beam->slide[i], estimate};
		if (lower == 0) {
			atomic_store(&beam->solved, first + i);
			return;
		}
	}
}

/* A thread's part of the boards of the last length. */
static void run_worker(void *context, int number)
{
	struct beam *beam = context;
	struct worker worker = {.search = beam->search, .first = number == 0};
	while (atomic_load(&beam->solved) < 0 && worker_continues(&worker)) {
		const int i = atomic_fetch_add(&beam->taken, 1);
		if (i >= beam->count)
			break;
		expand(beam, &worker, i);
	}
	lines_worker_report(&worker);
}

/* All boards with a smaller estimate can be kept; *more gets how many with this one can. */
static int cut_off(const struct beam *beam, int *more)
{
	int count[ESTIMATE_MAX + 1] = {0}, estimate = 0;
	for (int i = 0; i < beam->count * beam->branching; i++)
		if (beam->next[i].estimate != SKIPPED)
			count[beam->next[i].estimate]++;
	*more = beam->width;
	while (estimate <= ESTIMATE_MAX && count[estimate] <= *more)
		*more -= count[estimate++];
	return estimate;
}

/* Makes the best of the next boards the last ones. */
static void keep_best(struct beam *beam, struct beam_node *kept)
{
	int more, count = 0;
	const int cut = cut_off(beam, &more);
	for (int i = 0; i < beam->count * beam->branching; i++) {
		const struct beam_node *next = &beam->next[i];
		if (next->estimate == SKIPPED || next->estimate > cut ||
		    (next->estimate == cut && more-- <= 0))
			continue;
		kept[count] = *next;
		beam->spare[count] = beam->board[next->parent];
		lines_board_slide(beam->search->geometry, &beam->spare[count++], next->slide);
	}
	struct board *board = beam->board;
	beam->board = beam->spare;
	beam->spare = board;
	beam->count = count;
}

/* Makes the path of `length` slides to one of the next boards the search's. */
static void trace(struct beam *beam, int length, int solved)
{
	struct worker worker = {.search = beam->search, .depth = length};
	struct beam_node at = beam->next[solved];
	for (int i = length - 1;; i--) {
		worker.path[i] = at.slide;
		if (i == 0)
			break;
		at = nodes_of(beam, i)[at.parent];
	}
	lines_worker_found(&worker);
}

/* Searches one slide further. False: the search must end, a solution was found, or nothing is left
 * to expand. */
static bool lengthen(struct beam *beam, int length)
{
	const int threads = greatest(beam->search->monitor->limits->threads, 1);
	atomic_store(&beam->taken, 0);
	atomic_store(&beam->solved, -1);
	parallel_for(beam->count < SHARED_LEAST ? 1 : threads, run_worker, beam);
	const int solved = atomic_load(&beam->solved);
	if (solved >= 0)
		trace(beam, length, solved);
	if (solved >= 0 || beam->search->ended)
		return false;
	keep_best(beam, nodes_of(beam, length));
	return beam->count > 0;
}

bool lines_beam_search(struct search *search, int max, size_t bytes)
{
	struct beam beam = {.search = search, .width = search->beam_width, .count = 1};
	max = least(max, LENGTH_MAX);
	if (beam_init(&beam, max, bytes)) {
		beam.board[0] = search->board;
		for (int length = 1; length <= max; length++) {
			beam.left = max - length;
			if (!lengthen(&beam, length))
				break;
		}
	}
	free(beam.board);
	free(beam.spare);
	free(beam.next);
	free(beam.kept);
	free(beam.seen);
	return atomic_load(&search->found);
}
