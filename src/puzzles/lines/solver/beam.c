/* Beam search: keeps only the most promising boards of each length. It soon finds a solution,
 * usually not a shortest one. A lossy table of hashes skips most boards met before. (A depth-first
 * search of the last five slides from each board kept finds longer plans than a wider beam, which
 * takes less time.) */
#include <stdlib.h>

#include "puzzles/lines/solver/search.h"

enum { LENGTH_MAX = 96 };

/* A board by the slide that leads to it. */
struct beam_node {
	int32_t parent; /* its index among the boards one slide shorter */
	struct slide slide;
	int32_t estimate;
};

struct beam {
	struct search *search;
	struct worker worker;
	int width, count, found; /* boards of the last length, and of the next one */
	int branching;           /* slides from each board */
	struct slide slide[SLIDES_MAX];
	struct board *board, *spare; /* width each */
	struct beam_node *next;      /* width * branching */
	struct beam_node *kept;      /* nodes of each length, width each */
	uint64_t *seen;
	uint64_t mask;
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

/* Generates all successors of one board. True if one of them is solved: the last one. */
static bool expand(struct beam *beam, int parent, int left)
{
	const struct search *search = beam->search;
	for (int i = 0; i < beam->branching; i++) {
		struct board board = beam->board[parent];
		int lower;
		lines_board_slide(search->geometry, &board, beam->slide[i]);
		beam->worker.states++;
		const uint64_t hash = lines_board_hash(&board);
		uint64_t *seen = &beam->seen[hash & beam->mask];
		if (*seen == hash)
			continue;
		*seen = hash;
		const int estimate = search->goal->evaluate(search->data, &board, &lower);
		if (lower > left)
			continue;
		beam->next[beam->found++] = (struct beam_node){parent, beam->slide[i], estimate};
		if (lower == 0)
			return true;
	}
	return false;
}

/* All boards with a smaller estimate can be kept; *more gets how many with this one can. */
static int cut_off(const struct beam *beam, int *more)
{
	int count[ESTIMATE_MAX + 1] = {0}, estimate = 0;
	for (int i = 0; i < beam->found; i++)
		count[beam->next[i].estimate]++;
	*more = beam->width;
	while (estimate <= ESTIMATE_MAX && count[estimate] <= *more)
		*more -= count[estimate++];
	return estimate;
}

/* Makes the best of the next boards the last ones. */
static void keep_best(struct beam *beam, struct beam_node *kept)
{
	int more;
	const int cut = cut_off(beam, &more);
	beam->count = 0;
	for (int i = 0; i < beam->found; i++) {
		const struct beam_node *next = &beam->next[i];
		if (next->estimate > cut || (next->estimate == cut && more-- <= 0))
			continue;
		kept[beam->count] = *next;
		beam->spare[beam->count] = beam->board[next->parent];
		lines_board_slide(beam->search->geometry, &beam->spare[beam->count++], next->slide);
	}
	struct board *board = beam->board;
	beam->board = beam->spare;
	beam->spare = board;
}

/* Writes the path of `length` slides to the last of the next boards. */
static void trace(struct beam *beam, int length)
{
	struct beam_node at = beam->next[beam->found - 1];
	for (int i = length - 1;; i--) {
		beam->worker.path[i] = at.slide;
		if (i == 0)
			break;
		at = nodes_of(beam, i)[at.parent];
	}
	beam->worker.depth = length;
	lines_worker_found(&beam->worker);
}

/* Searches one slide further. True: a solution was found, or nothing is left to expand. */
static bool lengthen(struct beam *beam, int length, int max)
{
	beam->found = 0;
	for (int i = 0; i < beam->count; i++) {
		if (expand(beam, i, max - length)) {
			trace(beam, length);
			return true;
		}
		if (!worker_continues(&beam->worker))
			return true;
	}
	keep_best(beam, nodes_of(beam, length));
	return beam->count == 0;
}

bool lines_beam_search(struct search *search, int max, size_t bytes)
{
	struct beam beam = {
		.search = search,
		.worker = {.search = search, .first = true},
		.width = search->beam_width,
		.count = 1,
	};
	if (max > LENGTH_MAX)
		max = LENGTH_MAX;
	if (beam_init(&beam, max, bytes)) {
		int length = 1;
		beam.board[0] = search->board;
		while (length <= max && !lengthen(&beam, length, max))
			length++;
		lines_worker_report(&beam.worker);
	}
	free(beam.board);
	free(beam.spare);
	free(beam.next);
	free(beam.kept);
	free(beam.seen);
	return atomic_load(&search->found);
}
