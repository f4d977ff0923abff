/* Nanoseconds to find all valid swaps of a board of gems: the one figure here of a single puzzle,
 * because its solver and its bot spend their time there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "os/clock.h"
#include "puzzles/gems/solver/space.h"

enum {
	BOARDS = 256,  /* of a pack: its own, and those a swap away */
	ROUNDS = 5000, /* over all of them, between two readings of the clock */
	RUNS = 5,
};

struct boards {
	int count;
	struct gems_space *space;
	struct successor *next; /* SUCCESSORS_MAX */
	struct plane_board {
		struct plane_shape shape;
		uint64_t plane[PLANES_MIN];
	} board[BOARDS];
};

static volatile uint64_t sink; /* keeps calls from being optimised away */

static void add(struct boards *boards, const struct position *position)
{
	if (boards->count == BOARDS)
		return;
	struct plane_board *board = &boards->board[boards->count++];
	board->shape = boards->space->shape;
	memcpy(board->plane, position->word, sizeof board->plane);
}

static void take_board(const struct board *board, void *context)
{
	struct boards *boards = context;
	struct position position;
	struct gems gems;
	if (strcmp(board->puzzle->name, "gems") != 0 || !gems_space_accepts(&board->level))
		return;
	gems_unpack(&board->level, &board->level.start, &gems);
	gems_space_init(boards->space, &board->level, &gems);
	if (boards->space->planes != PLANES_MIN)
		return;
	gems_space_position(boards->space, &board->level, &gems, &position);
	add(boards, &position);
	const int count = gems_space_successors(boards->space, &position, boards->next);
	for (int i = 0; i < count; i++)
		add(boards, &boards->next[i].position);
}

static double nanoseconds(const struct boards *boards)
{
	double runs[RUNS];
	for (int run = 0; run < RUNS; run++) {
		const double start = seconds_now();
		uint64_t all = 0;
		for (int i = 0; i < ROUNDS; i++)
			for (int b = 0; b < boards->count; b++) {
				const struct plane_board *board = &boards->board[b];
				const struct plane_swaps swaps =
					planes_swaps(&board->shape, board->plane, PLANES_MIN);
				all += swaps.right ^ swaps.up;
			}
		sink = all;
		runs[run] = (seconds_now() - start) / ROUNDS / boards->count * 1e9;
	}
	return quantile(runs, RUNS, 0.5);
}

bool print_swaps(const char *path, struct error *error)
{
	struct boards *boards = alloc_or_exit(1, sizeof *boards);
	boards->space = alloc_or_exit(1, sizeof *boards->space);
	boards->next = alloc_or_exit(SUCCESSORS_MAX, sizeof *boards->next);
	const bool good = for_boards(path, take_board, boards, error);
	if (good && boards->count > 0)
		printf("%-28s %10d %10.2f\n", base_of(path), boards->count,
		       nanoseconds(boards));
	free(boards->next);
	free(boards->space);
	free(boards);
	return good;
}
