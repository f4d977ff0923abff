/* How often per second the rules, the table and the painter can be called: on the first board of a
 * pack, with the first positions of a breadth-first walk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/state_table.h"
#include "bench/bench.h"
#include "os/clock.h"
#include "solve/solve.h"

enum {
	SAMPLE_STATES = 50000,
	TICKS = 1024, /* calls between two readings of the clock */
};

static const double figure_seconds = 0.1; /* for a figure */

/* Keeps calls from being optimised away. */
static volatile int sink;

struct sample {
	int count;
	struct state *state;
};

/* The first positions of a breadth-first walk. */
static void take_sample(const struct board *board, struct sample *sample)
{
	struct state_table table;
	bool fresh = false;
	sample->state = alloc_or_exit(SAMPLE_STATES, sizeof *sample->state);
	sample->count = 1;
	sample->state[0] = board->level.start;
	if (!state_table_init(&table, board->level.state_size, 0, limits_default.bytes))
		return;
	state_table_put(&table, board->level.start.byte, &fresh);
	for (int from = 0; from < sample->count; from++) {
		move_code moves[MOVES_MAX];
		const int count =
			board->puzzle->rules.moves(&board->level, &sample->state[from], moves);
		for (int i = 0; i < count && sample->count < SAMPLE_STATES; i++) {
			struct state next = sample->state[from];
			if (board->puzzle->rules.apply(&board->level, &next, moves[i]) &&
			    state_table_put(&table, next.byte, &fresh) != STATE_NONE && fresh)
				sample->state[sample->count++] = next;
		}
	}
	state_table_free(&table);
}

/* Calls a function with one position of the sample; returns how often. */
typedef int figure_fn(const struct board *board, const struct state *state, void *context);

static double per_second(const struct board *board, const struct sample *sample, figure_fn *figure,
                         void *context)
{
	long calls = 0;
	int at = 0;
	const double start = seconds_now();
	double seconds;
	do {
		for (long until = calls + TICKS; calls < until; at = (at + 1) % sample->count)
			calls += figure(board, &sample->state[at], context);
		seconds = seconds_now() - start;
	} while (seconds < figure_seconds);
	return (double)calls / seconds;
}

static int call_apply(const struct board *board, const struct state *state, void *context)
{
	move_code moves[MOVES_MAX];
	const int count = board->puzzle->rules.moves(&board->level, state, moves);
	(void)context;
	for (int i = 0; i < count; i++) {
		struct state next;
		memcpy(next.byte, state->byte, board->level.state_size);
		sink = board->puzzle->rules.apply(&board->level, &next, moves[i]);
	}
	return count == 0 ? 1 : count;
}

static int call_lower_bound(const struct board *board, const struct state *state, void *context)
{
	(void)context;
	sink = board->puzzle->rules.lower_bound(&board->level, state);
	return 1;
}

static int call_paint(const struct board *board, const struct state *state, void *context)
{
	picture_erase(context);
	board->puzzle->screen.paint(&board->level, &(struct view){.state = state}, context);
	return 1;
}

/* Puts the sample into an empty table, which has to grow, again and again. */
static double puts_per_second(const struct board *board, const struct sample *sample)
{
	long calls = 0;
	double seconds = 0;
	while (seconds < figure_seconds) {
		struct state_table table;
		bool fresh = false;
		const double start = seconds_now();
		if (!state_table_init(&table, board->level.state_size, 0, limits_default.bytes))
			return 0;
		for (int i = 0; i < sample->count; i++)
			sink = (int)state_table_put(&table, sample->state[i].byte, &fresh);
		state_table_free(&table);
		calls += sample->count;
		seconds += seconds_now() - start;
	}
	return (double)calls / seconds;
}

static double paints_per_second(const struct board *board, const struct sample *sample)
{
	double figure = 0;
	struct picture *picture = picture_new();
	if (picture != NULL) {
		picture_set_side(picture, 4);
		const struct size extent =
			puzzle_extent(board->puzzle, &board->level, picture->side);
		if (picture_resize(picture, extent.rows, extent.columns))
			figure = per_second(board, sample, call_paint, picture);
	}
	picture_free(picture);
	return figure;
}

static void print_board(const struct board *board, void *context)
{
	bool *done = context;
	struct sample sample;
	if (board->level.endless || *done)
		return;
	*done = true;
	take_sample(board, &sample);
	printf("%-28.28s %10.0f %10.0f %10.0f %10.0f\n", board->title,
	       per_second(board, &sample, call_apply, NULL),
	       per_second(board, &sample, call_lower_bound, NULL), puts_per_second(board, &sample),
	       paints_per_second(board, &sample));
	free(sample.state);
}

bool print_calls(const char *path, struct error *error)
{
	bool done = false;
	return for_boards(path, print_board, &done, error);
}
