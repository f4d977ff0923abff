/* Beam search: of each length only the boards that look nearest to the goal are followed. What it
 * finds is a way, mostly not a shortest one, but soon. Boards that were met before are mostly left
 * out, by a table that forgets. */
#include <stdlib.h>
#include <string.h>

#include "puzzles/lines/solver/search.h"

enum { LENGTH_MAX = 96 };

/* A board by how it is reached. */
struct reached {
	int32_t from; /* its place among the boards a slide shorter */
	struct turn turn;
	int32_t rank;
};

struct beam {
	struct effort *effort;
	struct walker walker;
	int width, count, found; /* boards of the last length, and of the next one */
	int branching;
	struct board *board, *spare;          /* width each */
	struct reached *next;                 /* width * branching */
	struct reached *kept[LENGTH_MAX + 1]; /* of each length, width each */
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

static bool beam_init(struct beam *beam, struct effort *effort, int width, int most, size_t bytes)
{
	const struct field *field = effort->field;
	const int branching = 2 * (field->lines[ROWS] + field->lines[COLUMNS]);
	const size_t wide = (size_t)width;
	*beam = (struct beam){.effort = effort, .width = width, .branching = branching, .mask = 1};
	while (beam->mask < 8 * wide)
		beam->mask *= 2;
	const size_t needed = wide * (2 * sizeof(struct board) +
	                              (size_t)(branching + most) * sizeof(struct reached)) +
	                      (size_t)beam->mask * sizeof *beam->seen;
	if (needed > bytes)
		return false;
	beam->board = malloc(wide * sizeof *beam->board);
	beam->spare = malloc(wide * sizeof *beam->spare);
	beam->next = malloc(wide * (size_t)branching * sizeof *beam->next);
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

/* All that a slide makes of one board. True where one of them is solved: the last one. */
static bool expand(struct beam *beam, int from, int left)
{
	const struct effort *effort = beam->effort;
	const struct field *field = effort->field;
	const struct turn none = {.axis = -1};
	struct turn turn;
	for (turn.axis = 0; turn.axis < AXES; turn.axis++)
		for (turn.line = 0; turn.line < field->lines[turn.axis]; turn.line++)
			for (turn.way = 0; turn.way < WAYS; turn.way++) {
				struct board board = beam->board[from];
				if (!turn_follows(field, none, &turn))
					continue;
				lines_board_slide(field, &board, turn.axis, turn.line, turn.way);
				beam->walker.states++;
				if (!is_new(beam, &board))
					continue;
				int least;
				const int rank = effort->kind->rank(effort->own, &board, &least);
				if (least > left)
					continue;
				beam->next[beam->found++] = (struct reached){
					.from = from,
					.turn = turn,
					.rank = rank,
				};
				if (least == 0)
					return true;
			}
	return false;
}

/* The rank up to which all of them can be kept; *more gets how many of the next rank can. */
static int cut_off(const struct beam *beam, int *more)
{
	static const int ranks = RANK_MAX + 1;
	int count[RANK_MAX + 1] = {0}, rank = 0;
	for (int i = 0; i < beam->found; i++)
		count[beam->next[i].rank]++;
	*more = beam->width;
	while (rank < ranks && count[rank] <= *more)
		*more -= count[rank++];
	return rank;
}

/* Makes the best of the next boards the last ones. */
static void keep_best(struct beam *beam, struct reached *kept)
{
	const struct field *field = beam->effort->field;
	int more;
	const int cut = cut_off(beam, &more);
	beam->count = 0;
	for (int i = 0; i < beam->found; i++) {
		const struct reached *next = &beam->next[i];
		if (next->rank > cut || (next->rank == cut && more-- <= 0))
			continue;
		kept[beam->count] = *next;
		beam->spare[beam->count] = beam->board[next->from];
		lines_board_slide(field, &beam->spare[beam->count++], next->turn.axis,
		                  next->turn.line, next->turn.way);
	}
	struct board *board = beam->board;
	beam->board = beam->spare;
	beam->spare = board;
}

/* Writes down the way to the last of the next boards, of so many slides. */
static void trace(struct beam *beam, int length)
{
	struct reached at = beam->next[beam->found - 1];
	for (int i = length - 1;; i--) {
		beam->walker.path[i] = at.turn;
		if (i == 0)
			break;
		at = beam->kept[i][at.from];
	}
	beam->walker.depth = length;
	lines_walker_found(&beam->walker);
}

/* One slide more. True: a way was found, or there is nothing left to look at. */
static bool lengthen(struct beam *beam, int length, int most)
{
	beam->found = 0;
	for (int i = 0; i < beam->count; i++) {
		if (expand(beam, i, most - length)) {
			trace(beam, length);
			return true;
		}
		if (!walker_goes_on(&beam->walker))
			return true;
	}
	beam->kept[length] = malloc((size_t)beam->width * sizeof(struct reached));
	if (beam->kept[length] == NULL)
		return true;
	keep_best(beam, beam->kept[length]);
	return beam->count == 0;
}

bool lines_search_beam(struct effort *effort, const struct board *start, int width, int most,
                       size_t bytes)
{
	struct beam beam;
	if (most > LENGTH_MAX)
		most = LENGTH_MAX;
	if (beam_init(&beam, effort, width, most, bytes)) {
		int length = 1;
		lines_walker_init(&beam.walker, effort, true);
		beam.board[0] = *start;
		beam.count = 1;
		while (length <= most && !lengthen(&beam, length, most))
			length++;
		lines_walker_look(&beam.walker);
	}
	beam_free(&beam);
	return atomic_load(&effort->found);
}
