/* Speed on fixed boards: bench FILE...
 *
 * The first table is what a player waits for: seconds to proof, the median of several runs. The
 * second takes it apart into how often a second a rule, the table and the painter can be called.
 * The third is what the bot of an endless level reaches, over seeded games of 100 moves.
 * They know nothing of any puzzle. Each board's file tells the command that made it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "core/mode.h"
#include "core/pack.h"
#include "play/generate.h"
#include "search/search.h"
#include "search/table.h"

enum {
	RUNS_LEAST = 3,
	RUNS_MOST = 25,
	SAMPLE_STATES = 50000, /* for the second table */
	TICKS = 1024,          /* calls between two looks at the clock */
	GAMES = 200,           /* of each endless level, with seeds from 1 */
	GAME_MOVES = 100,
};

static const double run_seconds = 1.0;    /* for all runs of a board, beyond RUNS_LEAST */
static const double figure_seconds = 0.1; /* for a figure of the second table */

/* So that no call is optimised away. */
static volatile int sink;

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *room_for(size_t count, size_t size)
{
	void *room = calloc(count, size);
	if (room == NULL) {
		fputs("bench: out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return room;
}

struct board {
	const struct mode *mode;
	const struct level_text *text;
	const char *title;
	struct level level;
};

/* ---- seconds to proof ---- */

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median_seconds(const struct board *board, struct answer *answer)
{
	double seconds[RUNS_MOST];
	int runs = 0;
	const double start = now();
	while (runs < RUNS_LEAST || (runs < RUNS_MOST && now() - start < run_seconds)) {
		const double begin = now();
		search(board->mode, &board->level, &board->level.start, &limits_default, NULL, NULL,
		       answer);
		seconds[runs++] = now() - begin;
	}
	qsort(seconds, (size_t)runs, sizeof *seconds, compare);
	return seconds[runs / 2];
}

/* Bytes that malloc has given out; 0 where that can't be known. */
static size_t bytes_in_use(void)
{
	size_t bytes = 0;
#if defined __GLIBC__ && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 33))
	const struct mallinfo2 info = mallinfo2();
	bytes = info.uordblks + info.hblkhd;
#endif
	return bytes;
}

static bool note_peak(void *context, const struct answer *answer)
{
	size_t *peak = context;
	const size_t bytes = bytes_in_use();
	(void)answer;
	if (bytes > *peak)
		*peak = bytes;
	return true;
}

/* The most that a search of its own, which is not timed, had in use. */
static size_t search_bytes(const struct board *board, struct answer *answer)
{
	const size_t before = bytes_in_use();
	size_t peak = before;
	search(board->mode, &board->level, &board->level.start, &limits_default, note_peak, &peak,
	       answer);
	return peak - before;
}

static void print_proof(const struct board *board)
{
	if (board->level.endless)
		return;
	struct answer *answer = room_for(1, sizeof *answer);
	const double seconds = median_seconds(board, answer);
	const double states = (double)answer->states;
	char optimum[16] = "-", bytes[16] = "-";
	if (answer->verdict == OPTIMAL)
		snprintf(optimum, sizeof optimum, "%d", answer->upper);
	else if (answer->verdict == UNSOLVABLE)
		snprintf(optimum, sizeof optimum, "no way");
	else
		snprintf(optimum, sizeof optimum, ">=%d", answer->lower);
	const size_t used = search_bytes(board, answer);
	if (used > 0)
		snprintf(bytes, sizeof bytes, "%.0f", (double)used / states);
	printf("%-28.28s %8s %9" PRIu64 " %10.5f %10.0f %8s\n", board->title, optimum,
	       answer->states, seconds, states / seconds, bytes);
	free(answer);
}

/* ---- figures ---- */

struct sample {
	int count;
	struct state *state;
};

/* The first positions that a breadth-first walk meets. */
static void take_sample(const struct board *board, struct sample *sample)
{
	struct table table;
	bool fresh = false;
	sample->state = room_for(SAMPLE_STATES, sizeof *sample->state);
	sample->count = 1;
	sample->state[0] = board->level.start;
	if (!table_init(&table, board->level.state_size, 0, limits_default.bytes))
		return;
	table_put(&table, board->level.start.byte, &fresh);
	for (int from = 0; from < sample->count; from++) {
		move_code moves[MOVES_MAX];
		const int count = board->mode->moves(&board->level, &sample->state[from], moves);
		for (int i = 0; i < count && sample->count < SAMPLE_STATES; i++) {
			struct state next = sample->state[from];
			if (board->mode->apply(&board->level, &next, moves[i]) &&
			    table_put(&table, next.byte, &fresh) != TABLE_NONE && fresh)
				sample->state[sample->count++] = next;
		}
	}
	table_free(&table);
}

/* Does something with one position of the sample; returns how many calls that were. */
typedef int figure_fn(const struct board *board, const struct state *state, void *context);

static double per_second(const struct board *board, const struct sample *sample, figure_fn *figure,
                         void *context)
{
	long calls = 0;
	int at = 0;
	const double start = now();
	double seconds;
	do {
		for (long until = calls + TICKS; calls < until; at = (at + 1) % sample->count)
			calls += figure(board, &sample->state[at], context);
		seconds = now() - start;
	} while (seconds < figure_seconds);
	return (double)calls / seconds;
}

static int call_apply(const struct board *board, const struct state *state, void *context)
{
	move_code moves[MOVES_MAX];
	const int count = board->mode->moves(&board->level, state, moves);
	(void)context;
	for (int i = 0; i < count; i++) {
		struct state next;
		memcpy(next.byte, state->byte, board->level.state_size);
		sink = board->mode->apply(&board->level, &next, moves[i]);
	}
	return count == 0 ? 1 : count;
}

static int call_at_least(const struct board *board, const struct state *state, void *context)
{
	(void)context;
	sink = board->mode->at_least(&board->level, state);
	return 1;
}

static int call_paint(const struct board *board, const struct state *state, void *context)
{
	picture_erase(context);
	board->mode->paint(&board->level, &(struct view){.state = state}, context);
	return 1;
}

/* Puts the sample into an empty table, growth and all, again and again. */
static double puts_per_second(const struct board *board, const struct sample *sample)
{
	long calls = 0;
	double seconds = 0;
	while (seconds < figure_seconds) {
		struct table table;
		bool fresh = false;
		const double start = now();
		if (!table_init(&table, board->level.state_size, 0, limits_default.bytes))
			return 0;
		for (int i = 0; i < sample->count; i++)
			sink = (int)table_put(&table, sample->state[i].byte, &fresh);
		table_free(&table);
		calls += sample->count;
		seconds += now() - start;
	}
	return (double)calls / seconds;
}

static double paints_per_second(const struct board *board, const struct sample *sample)
{
	double figure = 0;
	struct picture *picture = picture_new();
	if (picture != NULL) {
		picture->scale = (struct scale){2, 4};
		const struct scale extent = mode_extent(board->mode, &board->level, picture->scale);
		if (picture_resize(picture, extent.rows, extent.columns))
			figure = per_second(board, sample, call_paint, picture);
	}
	picture_free(picture);
	return figure;
}

static void print_figures(const struct board *board)
{
	if (board->level.endless)
		return;
	struct sample sample;
	take_sample(board, &sample);
	printf("%-28.28s %10.0f %10.0f %10.0f %10.0f\n", board->title,
	       per_second(board, &sample, call_apply, NULL),
	       per_second(board, &sample, call_at_least, NULL), puts_per_second(board, &sample),
	       paints_per_second(board, &sample));
	free(sample.state);
}

/* ---- games without an end ---- */

/* One game by the mode's own advice, its start and all that falls drawn from the seed; returns the
 * points, and the moves it came to in *moves. */
static int play_game(const struct board *board, const struct recipe *recipe, uint64_t seed,
                     int *moves)
{
	static struct level level;
	struct error error;
	move_code move;
	int points = 0;
	if (!generate(board->mode, recipe, seed, &level, &error)) {
		fprintf(stderr, "bench: %s\n", error.text);
		exit(EXIT_FAILURE);
	}
	level.seed = seed;
	struct state state = level.start;
	for (*moves = 0; *moves < GAME_MOVES; ++*moves) {
		if (!board->mode->advise(&level, &state, &move))
			break;
		points += board->mode->points(&level, &state, move, 0);
		if (!board->mode->apply(&level, &state, move))
			break;
	}
	return points;
}

static void print_games(const struct board *board)
{
	struct recipe recipe = board->mode->recipe;
	double points[GAMES], sum = 0;
	int moves = 0;
	if (!board->level.endless)
		return;
	recipe.rows = board->level.rows;
	recipe.columns = board->level.columns;
	memcpy(recipe.value, board->text->value, sizeof recipe.value);
	const double start = now();
	for (int i = 0; i < GAMES; i++) {
		int made;
		points[i] = play_game(board, &recipe, (uint64_t)i + 1, &made);
		sum += points[i];
		moves += made;
	}
	const double seconds = now() - start;
	qsort(points, GAMES, sizeof *points, compare);
	printf("%-28.28s %8d %10d %10.0f %10.0f %10.0f %12.0f\n", board->title, GAMES, moves, sum / GAMES,
	       points[0], points[GAMES - 1], seconds / moves * 1e6);
}

/* ---- boards ---- */

static bool for_boards(const char *path, void (*print)(const struct board *), struct error *error)
{
	struct pack pack;
	if (!pack_read_file(&pack, path, error))
		return false;
	struct board *board = room_for(1, sizeof *board);
	bool good = true;
	for (int i = 0; good && i < pack.count; i++) {
		board->mode = pack_mode(&pack, i);
		board->text = &pack.levels[i];
		board->title = board->text->title;
		good = pack_level(&pack, i, &board->level, error);
		if (good)
			print(board);
		fflush(stdout);
	}
	free(board);
	pack_free(&pack);
	return good;
}

static bool for_files(char **files, void (*print)(const struct board *))
{
	struct error error;
	for (; *files != NULL; files++)
		if (!for_boards(*files, print, &error)) {
			fprintf(stderr, "bench: %s\n", error.text);
			return false;
		}
	return true;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fputs("Usage: bench FILE...\n", stderr);
		return EXIT_FAILURE;
	}
	printf("%-28s %8s %9s %10s %10s %8s\n", "to proof", "optimum", "states", "seconds",
	       "states/s", "B/state");
	if (!for_files(argv + 1, print_proof))
		return EXIT_FAILURE;
	printf("\n%-28s %10s %10s %10s %10s\n", "calls a second", "apply", "at_least", "table_put",
	       "paint");
	if (!for_files(argv + 1, print_figures))
		return EXIT_FAILURE;
	printf("\n%-28s %8s %10s %10s %10s %10s %12s\n", "points of a game", "games", "moves",
	       "mean", "least", "most", "us a move");
	return for_files(argv + 1, print_games) ? EXIT_SUCCESS : EXIT_FAILURE;
}
