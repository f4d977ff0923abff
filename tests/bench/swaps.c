/* Nanoseconds for all valid swaps of a board of match three: the one figure here that belongs to a
 * puzzle, since its search and its bot live on it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/clock.h"
#include "modes/gems_field.h"

enum {
	BOARDS = 64,    /* of a pack, over and over */
	ROUNDS = 20000, /* over all of them, between two looks at the clock */
	RUNS = 5,
};

struct boards {
	int count;
	struct field *field;
	struct plane_shape shape; /* of all: others are left out */
	uint64_t plane[BOARDS][PLANES_MAX];
};

static volatile uint64_t sink; /* so that no call is optimised away */

static bool same_shape(const struct plane_shape *a, const struct plane_shape *b)
{
	return a->rows == b->rows && a->columns == b->columns && a->holes == b->holes &&
	       a->dead == b->dead;
}

static void take_board(const struct board *board, void *context)
{
	struct boards *boards = context;
	struct position position;
	struct gems gems;
	if (strcmp(board->mode->name, "gems") != 0 || !field_takes(&board->level) ||
	    boards->count == BOARDS)
		return;
	gems_unpack(&board->level, &board->level.start, &gems);
	if (field_planes(&board->level, &gems) > PLANES_MAX - 1)
		return;
	field_init(boards->field, &board->level, &gems);
	field_position(boards->field, &board->level, &gems, &position);
	if (boards->count == 0)
		boards->shape = boards->field->shape;
	else if (!same_shape(&boards->shape, &boards->field->shape))
		return;
	memcpy(boards->plane[boards->count++], position.word, sizeof boards->plane[0]);
}

static double nanoseconds(const struct boards *boards)
{
	const struct plane_shape shape = boards->shape;
	double runs[RUNS];
	for (int run = 0; run < RUNS; run++) {
		const double start = seconds_now();
		uint64_t all = 0;
		for (int i = 0; i < ROUNDS; i++)
			for (int b = 0; b < boards->count; b++) {
				const struct plane_swaps swaps = planes_swaps(
					&shape, boards->plane[b], PLANES_MAX - 1);
				all += swaps.right ^ swaps.up;
			}
		sink = all;
		runs[run] = (seconds_now() - start) / ROUNDS / boards->count * 1e9;
	}
	return part_of(runs, RUNS, 0.5);
}

bool print_swaps(const char *path, struct error *error)
{
	struct boards *boards = room_for(1, sizeof *boards);
	boards->field = room_for(1, sizeof *boards->field);
	const bool good = for_boards(path, take_board, boards, error);
	if (good && boards->count > 0)
		printf("%-28s %10d %10.2f\n", base_of(path), boards->count,
		       nanoseconds(boards));
	free(boards->field);
	free(boards);
	return good;
}
