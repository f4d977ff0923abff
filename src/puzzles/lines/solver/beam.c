/* Beam search: of each length only the most promising boards are kept. It soon finds a solution,
 * mostly not a shortest one. A lossy table of hashes leaves out most boards met before. */
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
	struct board *board, *spare;            /* width each */
	struct beam_node *next;                 /* width * branching */
	struct beam_node *kept[LENGTH_MAX + 1]; /* of each length, width each */
	uint64_t *seen;
	uint64_t mask;
};

static void beam_free(struct beam *beam)
{
	free(beam->board);
	free(beam->spare);
	free(beam->next);
	free(beam->seen);
	for (int i = 0; i <= LENGTH_MAX; i++)
		free(beam->kept[i]);
}

static bool beam_init(struct beam *beam, struct search *search, int width, int most, size_t bytes)
{
	const size_t wide = (size_t)width;
	*beam = (struct beam){.search = search, .width = width, .mask = 1};
	beam->branching = lines_slides_after(search->geometry, no_slide, beam->slide);
	while (beam->mask < 8 * wide)
		beam->mask *= 2;
	const size_t needed = wide * (2 * sizeof(struct board) +
	                              (size_t)(beam->branching + most) * sizeof(struct beam_node)) +
	                      (size_t)beam->mask * sizeof *beam->seen;
	if (needed > bytes)
		return false;
	beam->board = malloc(wide * sizeof *beam->board);
	beam->spare = malloc(wide * sizeof *beam->spare);
	beam->next = malloc(wide * (size_t)beam->branching * sizeof *beam->next);
	beam->seen = calloc((size_t)beam->mask, sizeof *beam->seen);
	beam->mask--;
	return beam->board != NULL && beam->spare != NULL && beam->next != NULL &&
	       beam->seen != NULL;
}

static bool is_new(struct beam *beam, const struct board *board)
{
	const uint64_t hash = lines_board_hash(board);
	uint64_t *slot = &beam->seen[hash & beam->mask];
	if (*slot == hash)
		return false;
	*slot = hash;
	return true;
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
		if (!is_new(beam, &board))
			continue;
		const int estimate = search->goal->evaluate(search->data, &board, &lower);
		if (lower > left)
			continue;
		beam->next[beam->found++] = (struct beam_node){parent, beam->slide[i], estimate};
		if (lower == 0)
			return true;
	}
	return false;
}

/* Boards of a lesser estimate can all be kept; *more gets how many of this one can. */
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
		at = beam->kept[i][at.parent];
	}
	beam->worker.depth = length;
	lines_worker_found(&beam->worker);
}

/* One slide more. True: a solution was found, or there is nothing left to expand. */
static bool lengthen(struct beam *beam, int length, int most)
{
	beam->found = 0;
	for (int i = 0; i < beam->count; i++) {
		if (expand(beam, i, most - length)) {
			trace(beam, length);
			return true;
		}
		if (!worker_continues(&beam->worker))
			return true;
	}
	beam->kept[length] = malloc((size_t)beam->width * sizeof(struct beam_node));
	if (beam->kept[length] == NULL)
		return true;
	keep_best(beam, beam->kept[length]);
	return beam->count == 0;
}

bool lines_beam_search(struct search *search, const struct board *start, int width, int most,
                       size_t bytes)
{
	struct beam beam;
	if (most > LENGTH_MAX)
		most = LENGTH_MAX;
	if (beam_init(&beam, search, width, most, bytes)) {
		int length = 1;
		beam.worker = (struct worker){.search = search, .first = true};
		beam.board[0] = *start;
		beam.count = 1;
		while (length <= most && !lengthen(&beam, length, most))
			length++;
		lines_worker_report(&beam.worker);
	}
	beam_free(&beam);
	return atomic_load(&search->found);
}
