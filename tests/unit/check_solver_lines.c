/* The solver of lines against the general search, on random boards of all kinds and goals, with and
 * without a solution; and its promises when it is stopped early or short of memory. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/lines/solver/search.h"
#include "support/help.h"

enum {
	REFERENCE_STATES = 3000,
	AFTER_NO = 4 * REPORT_STATES, /* states that threads generate before they stop */
};

static struct answer answer;

/* ---- boards ---- */

static const char *const goals[] = {"close all", "close 3",  "close 5",
                                    "groups 1",  "groups 2", "close 2"};

/* Any tiles, or tiles that close. */
static void random_tiles(struct random *random, int rows, int columns, bool closed,
                         uint8_t tile[CELLS_MAX])
{
	const uint32_t kinds = 1 + random_below(random, 15);
	const uint32_t solid = 30 + random_below(random, 60);
	for (int cell = 0; cell < rows * columns; cell++)
		tile[cell] = closed ? 0 : (uint8_t)random_below(random, kinds + 1);
	for (int cell = 0; closed && cell < rows * columns; cell++) {
		if (cell % columns + 1 < columns && random_below(random, 100) < solid) {
			tile[cell] |= 1 << RIGHT;
			tile[cell + 1] |= 1 << LEFT;
		}
		if (cell + columns < rows * columns && random_below(random, 100) < solid) {
			tile[cell] |= 1 << DOWN;
			tile[cell + columns] |= 1 << UP;
		}
	}
}

/* Shuffles a grid: by any permutation, not only one that slides reach. */
static void shuffle(struct random *random, int cells, uint8_t tile[CELLS_MAX])
{
	for (int i = cells - 1; i > 0; i--) {
		const uint32_t j = random_below(random, (uint32_t)i + 1);
		const uint8_t other = tile[i];
		tile[i] = tile[j];
		tile[j] = other;
	}
}

static const struct puzzle *write_level(const uint8_t tile[CELLS_MAX], int rows, int columns,
                                        const char *goal, uint64_t marks, struct level *level)
{
	char text[2048];
	int used = snprintf(text, sizeof text, "level: t\nmode: lines\n%s%s%s\n",
	                    goal == NULL ? "" : "goal: ", goal == NULL ? "" : goal,
	                    goal == NULL ? "" : "\n");
	for (int row = 0; row < rows; row++) {
		for (int column = 0; column < columns; column++)
			text[used++] = "0123456789abcdef"[tile[row * columns + column]];
		if (marks != 0)
			text[used++] = ' ';
		for (int column = 0; marks != 0 && column < columns; column++)
			text[used++] = marks >> (row * columns + column) & 1 ? '*' : '.';
		text[used++] = '\n';
	}
	text[used] = '\0';
	return read_level(text, level);
}

/* One to three marks. */
static uint64_t random_marks(struct random *random, int cells)
{
	uint64_t marks = 0;
	for (uint32_t i = random_below(random, 3) + 1; i > 0; i--)
		marks |= UINT64_C(1) << random_below(random, (uint32_t)cells);
	return marks;
}

/* A board of at most `cells` cells, with any goal, marks or both. */
static const struct puzzle *random_board(struct random *random, int side, int cells,
                                         struct level *level)
{
	uint8_t tile[CELLS_MAX] = {0};
	int rows, columns;
	do {
		rows = 2 + (int)random_below(random, (uint32_t)side - 1);
		columns = 2 + (int)random_below(random, (uint32_t)side - 1);
	} while (rows * columns > cells);
	random_tiles(random, rows, columns, random_below(random, 3) > 0, tile);
	const char *goal = goals[random_below(random, sizeof goals / sizeof goals[0])];
	uint64_t marks = 0;
	if (random_below(random, 2) == 0)
		goal = goals[0];
	else if (random_below(random, 2) == 0)
		marks = random_marks(random, rows * columns);
	if (marks != 0 && random_below(random, 2) == 0)
		goal = NULL;
	shuffle(random, rows * columns, tile);
	return write_level(tile, rows, columns, goal, marks, level);
}

/* Shuffled by slides, so that it can be solved. */
static const struct puzzle *closable_board(struct random *random, int rows, int columns,
                                           const char *goal, int slides, struct level *level)
{
	uint8_t tile[CELLS_MAX] = {0};
	random_tiles(random, rows, columns, true, tile);
	const struct puzzle *puzzle = write_level(tile, rows, columns, goal, 0, level);
	wander(puzzle, level, &level->start, slides, random);
	return puzzle;
}

/* ---- against the reference ---- */

struct seen {
	int proven;
	int unsolvable, hopeless; /* the latter are known when the level is read */
	int far;                  /* five slides or more */
};

static void note_verdict(const struct puzzle *puzzle, const struct level *level, struct seen *seen)
{
	const struct limits limits = {.bytes = (size_t)16 << 20, .threads = 1};
	solve_position(puzzle, level, &level->start, &limits, NULL, NULL, &answer);
	seen->unsolvable += answer.verdict == UNSOLVABLE;
	seen->hopeless += puzzle->rules.lower_bound(level, &level->start) == DEAD_END;
	seen->far += answer.verdict == OPTIMAL && answer.upper >= 5;
}

static void check_boards(uint64_t seed, int threads)
{
	enum { BOARDS = 300 / SLOWDOWN, POSITIONS = 2 };
	struct random random = {seed};
	struct level level;
	struct seen seen = {0};
	for (int i = 0; i < BOARDS; i++) {
		const struct puzzle *puzzle = random_board(&random, 4, 12, &level);
		seen.proven += compare_with_reference(puzzle, &level, POSITIONS, REFERENCE_STATES,
		                                      threads, &random);
		note_verdict(puzzle, &level, &seen);
	}
	ck_assert_int_gt(seen.proven, BOARDS * POSITIONS * 3 / 4);
	ck_assert_int_gt(seen.unsolvable, BOARDS / 10);
	ck_assert_int_gt(seen.unsolvable - seen.hopeless, BOARDS / 100);
	ck_assert_int_gt(seen.far, BOARDS / 100);
}

START_TEST(small_boards_agree_with_the_reference)
{
	check_boards(41, 1);
}
END_TEST

START_TEST(small_boards_agree_with_two_threads)
{
	check_boards(42, 2);
}
END_TEST

/* Sizes of all kinds: with tables for one and for two lengths, with and without a perimeter, with
 * full bytes. */
START_TEST(larger_boards_agree_with_the_reference)
{
	static const int sizes[][2] = {{4, 4}, {5, 5}, {2, 8}, {8, 2}, {3, 7}, {8, 8}, {6, 4}};
	const int size = (int)(sizeof sizes / sizeof sizes[0]);
	struct random random = {43};
	struct level level;
	int proven = 0;
	for (int i = 0; i < 3 * size; i++) {
		const int *side = sizes[i % size];
		const int slides = 3 + (int)random_below(&random, 3);
		const struct puzzle *puzzle =
			closable_board(&random, side[0], side[1], "close all", slides, &level);
		proven += compare_with_reference(puzzle, &level, 3, 3000, 1 + i % 2, &random);
	}
	ck_assert_int_gt(proven, 3 * size);
}
END_TEST

/* Against brute force, up to the farthest position. */
START_TEST(every_position_gets_its_distance)
{
	struct random random = {44};
	struct level level;
	struct brute brute;
	int boards = 0, unsolvable = 0;
	for (int i = 0; i < 30 || boards < 10; i++) {
		const struct puzzle *puzzle = random_board(&random, 3, 9, &level);
		const struct limits limits = {.bytes = (size_t)8 << 20, .threads = 1};
		if (!brute_init(&brute, puzzle, &level, &level.start, 3000))
			continue;
		boards++;
		struct level_solver *kept = level_solver_new(puzzle, &level, &limits);
		must(kept != NULL, "out of memory");
		for (int at = 0; at < brute.count; at += 1 + brute.count / 40) {
			level_solver_run(kept, &brute.state[at], NULL, NULL, &answer);
			unsolvable += brute.rest[at] == NO_WAY;
			must(answer.verdict == (brute.rest[at] == NO_WAY ? UNSOLVABLE : OPTIMAL),
			     "verdict %d, truth %d", (int)answer.verdict, brute.rest[at]);
			must(answer.upper == brute.rest[at], "%d, truth %d", answer.upper,
			     brute.rest[at]);
		}
		level_solver_free(kept);
		brute_free(&brute);
	}
	ck_assert_int_gt(unsolvable, 20);
}
END_TEST

/* On a board whose every position is known: the pattern database's bound is at most the distance,
 * and a slide changes it by at most one. Returns how many positions have a bound of two or more. */
static int check_pattern(const struct puzzle *puzzle, const struct level *level,
                         const struct brute *brute)
{
	const struct limits limits = {.bytes = (size_t)8 << 20};
	struct monitor monitor = monitor_begin(&limits, NULL, NULL);
	struct geometry geometry;
	struct board board;
	struct search search = {.geometry = &geometry, .monitor = &monitor, .answer = &answer};
	size_t bytes = limits.bytes;
	int high = 0;
	must(lines_geometry_init(&geometry, level), "no geometry");
	lines_board_load(level, &level->start, &board);
	struct pattern *pattern = lines_pattern_new(&geometry, &board, &bytes);
	if (pattern == NULL) /* only blanks are marked */
		return 0;
	must(bytes < limits.bytes, "%zu bytes left", bytes);
	must(lines_pattern_prepare(pattern, &search, 0), "it ended");
	must(lines_pattern_lower_bound(pattern, &board) == 0, "filled at no cost");
	must(lines_pattern_prepare(pattern, &search, UINT64_MAX), "it ended");
	for (int at = 0; at < brute->count; at++) {
		move_code moves[MOVES_MAX];
		lines_board_load(level, &brute->state[at], &board);
		const int lower = lines_pattern_lower_bound(pattern, &board);
		must(brute->rest[at] == NO_WAY || lower <= brute->rest[at], "%d, truth %d", lower,
		     brute->rest[at]);
		high += lower >= 2;
		const int count = puzzle_valid_moves(puzzle, level, &brute->state[at], moves);
		for (int i = 0; i < count; i++) {
			struct state next = brute->state[at];
			puzzle->rules.apply(level, &next, moves[i]);
			lines_board_load(level, &next, &board);
			must(abs(lines_pattern_lower_bound(pattern, &board) - lower) <= 1,
			     "a jump from %d", lower);
		}
	}
	lines_pattern_free(pattern);
	return high;
}

START_TEST(the_pattern_database_has_lower_bounds)
{
	struct random random = {50};
	struct level level;
	struct brute brute;
	int boards = 0, high = 0;
	while (boards < 20) {
		uint8_t tile[CELLS_MAX] = {0};
		const int rows = 2 + (int)random_below(&random, 2), columns = 5 - rows;
		random_tiles(&random, rows, columns, random_below(&random, 3) > 0, tile);
		const uint64_t marks = random_marks(&random, rows * columns);
		const struct puzzle *puzzle = write_level(tile, rows, columns, NULL, marks, &level);
		if (!brute_init(&brute, puzzle, &level, &level.start, 3000))
			continue;
		boards++;
		high += check_pattern(puzzle, &level, &brute);
		brute_free(&brute);
	}
	ck_assert_int_gt(high, 100);
}
END_TEST

/* Slides a closed board, only or mostly the lines of one axis, each in one heading; returns how
 * often. */
static int walk_away(struct random *random, const struct geometry *geometry, struct board *board)
{
	const int axis = geometry->lines[ROWS] < geometry->lines[COLUMNS] ? ROWS : COLUMNS;
	const int slides = 1 + (int)random_below(random, 7);
	const uint32_t headings = random_below(random, 1 << BOARD_SIDE_MAX);
	const uint32_t across = random_below(random, 3); /* of eight slides */
	for (int i = 0; i < slides; i++) {
		struct slide slide = {.axis = (int8_t)axis};
		if (random_below(random, 8) < across)
			slide.axis = (int8_t)(1 - axis);
		slide.line =
			(int8_t)random_below(random, (uint32_t)geometry->lines[slide.axis]);
		slide.heading = (int8_t)(headings >> slide.line & 1);
		lines_board_slide(geometry, board, slide);
	}
	return slides;
}

/* Searches deeper and deeper, by bounds alone, until there is a way that closes the board; it must
 * be one. Returns its length. */
static int depth_of_first_way(struct search *search)
{
	struct worker worker = {.search = search};
	struct board end = search->board;
	int slides;
	search->goal->evaluate(search->data, &search->board, &slides);
	while (slides > 0 && slides < DEPTH_MAX &&
	       !search->goal->dfs(&worker, &search->board, no_slide, slides))
		slides++;
	for (int i = 0; i < slides; i++)
		lines_board_slide(search->geometry, &end, worker.path[i]);
	int lower;
	search->goal->evaluate(search->data, &end, &lower);
	must(lower == 0, "%d slides do not close it", slides);
	return slides;
}

/* Makes a search of closing all, from a level's start; returns its data, to be closed. */
static void *begin_close_all(const struct level *level, struct geometry *geometry,
                             struct monitor *monitor, size_t *bytes, struct search *search)
{
	must(lines_geometry_init(geometry, level), "no geometry");
	void *data = lines_close_all.open(geometry, level, bytes);
	must(data != NULL, "out of memory");
	*search = (struct search){.geometry = geometry,
	                          .goal = &lines_close_all,
	                          .data = data,
	                          .monitor = monitor,
	                          .answer = &answer};
	lines_board_load(level, &level->start, &search->board);
	must(lines_close_all.prepare(data, search, 0), "it ended");
	return data;
}

/* A closed board of a random size is walked away from. The fewer lines an axis has, the more often
 * each of them is slid. */
static void check_way_back(struct random *random)
{
	const struct limits limits = {.bytes = (size_t)8 << 20};
	struct monitor monitor = monitor_begin(&limits, NULL, NULL);
	const int few = 2 + (int)random_below(random, 3), many = 2 + (int)random_below(random, 7);
	const bool wide = random_below(random, 2) == 0;
	const int rows = wide ? few : many, columns = wide ? many : few;
	uint8_t tile[CELLS_MAX] = {0};
	struct level level;
	struct geometry geometry;
	struct search search;
	size_t bytes = limits.bytes;
	random_tiles(random, rows, columns, true, tile);
	write_level(tile, rows, columns, NULL, 0, &level);
	void *data = begin_close_all(&level, &geometry, &monitor, &bytes, &search);
	const int walked = walk_away(random, &geometry, &search.board);
	const int found = depth_of_first_way(&search);
	must(found <= walked, "%dx%d: %d slides, a way of %d", rows, columns, found, walked);
	lines_close_all.close(data);
}

START_TEST(no_bound_rules_out_the_way_back)
{
	struct random random = {81};
	for (int i = 0; i < 800; i++)
		check_way_back(&random);
}
END_TEST

/* A board one slide from closed, and the same with two tiles swapped: they fit the same layout, but
 * no slides lead to it. */
START_TEST(half_of_all_layouts_of_nine_tiles_are_unreachable)
{
	static const struct {
		const char *rows;
		enum verdict verdict;
	} boards[] = {{"c42\n16d\n.39", OPTIMAL}, {"c24\n16d\n.39", UNSOLVABLE}};
	const struct limits limits = {.bytes = (size_t)16 << 20};
	for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
		char text[128];
		struct level level;
		snprintf(text, sizeof text, "level: t\nmode: lines\n\n%s\n", boards[i].rows);
		const struct puzzle *puzzle = read_level(text, &level);
		solve_position(puzzle, &level, &level.start, &limits, NULL, NULL, &answer);
		ck_assert_int_eq(answer.verdict, boards[i].verdict);
	}
}
END_TEST

/* Searches long enough for threads to share them. */
START_TEST(two_threads_prove_the_same)
{
	struct random random = {45};
	struct level level;
	int shared = 0;
	for (int i = 0; i < 3 / SLOWDOWN || shared == 0; i++) {
		const struct puzzle *puzzle =
			closable_board(&random, 4, 4, "close all", 60, &level);
		struct limits limits = {.bytes = (size_t)64 << 20, .threads = 1};
		solve_position(puzzle, &level, &level.start, &limits, NULL, NULL, &answer);
		const int rest = answer.upper;
		shared += answer.states > 1000000;
		limits.threads = 2;
		solve_position(puzzle, &level, &level.start, &limits, NULL, NULL, &answer);
		ck_assert_int_eq(answer.verdict, OPTIMAL);
		ck_assert_int_eq(answer.upper, rest);
		ck_assert(plan_solves(puzzle, &level, &level.start, &answer));
	}
}
END_TEST

/* ---- stopped early ---- */

struct ticks {
	int rest, count, stop_at; /* stop_at 0: never */
	int lower, upper;
	uint64_t states; /* at the last call */
};

static bool tick(void *context, const struct answer *so_far)
{
	struct ticks *ticks = context;
	must(so_far->verdict == SEARCHING, "verdict %d at a tick", (int)so_far->verdict);
	must(so_far->lower <= ticks->rest, "lower %d, truth %d", so_far->lower, ticks->rest);
	must(so_far->upper == -1 || so_far->upper >= ticks->rest, "upper %d, truth %d",
	     so_far->upper, ticks->rest);
	must(so_far->lower >= ticks->lower, "lower fell from %d", ticks->lower);
	must(ticks->upper == -1 || (so_far->upper >= 0 && so_far->upper <= ticks->upper),
	     "upper rose from %d", ticks->upper);
	ticks->lower = so_far->lower;
	ticks->upper = so_far->upper;
	ticks->states = so_far->states;
	must(ticks->stop_at == 0 || ticks->count < ticks->stop_at, "called again after a no");
	return ++ticks->count != ticks->stop_at;
}

static void check_bounds(const struct puzzle *puzzle, const struct level *level, int rest)
{
	must(answer.lower <= rest && (answer.upper == -1 || answer.upper >= rest),
	     "%d..%d, truth %d", answer.lower, answer.upper, rest);
	must(answer.upper <= 0 || plan_solves(puzzle, level, &level->start, &answer),
	     "a wrong plan");
}

/* Stops a search at each tick in turn, with one solver: the bounds are true, and the next search is
 * right. Returns how often it was stopped. */
static int stop_at_each_tick(const struct puzzle *puzzle, const struct level *level, int threads,
                             int max)
{
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = threads};
	struct level_solver *kept = level_solver_new(puzzle, level, &limits);
	must(kept != NULL, "out of memory");
	solve_position(puzzle, level, &level->start, &limits, NULL, NULL, &answer);
	must(answer.verdict == OPTIMAL, "no proof");
	const int rest = answer.upper;
	struct state near = level->start;
	puzzle->rules.apply(level, &near, answer.plan[0]);
	int stop = 1;
	for (; stop <= max; stop++) {
		struct ticks ticks = {.rest = rest, .stop_at = stop, .upper = -1};
		struct level_solver *fresh =
			stop % 2 == 0 ? level_solver_new(puzzle, level, &limits) : kept;
		const bool proven = level_solver_run(fresh, &level->start, tick, &ticks, &answer);
		must(proven || answer.verdict == SEARCHING, "verdict %d", (int)answer.verdict);
		must(proven || ticks.count == stop, "%d ticks after %d", ticks.count, stop);
		must(proven || answer.states <= ticks.states + AFTER_NO, "it went on for %d states",
		     (int)(answer.states - ticks.states));
		check_bounds(puzzle, level, rest);
		level_solver_run(fresh, &near, NULL, NULL, &answer);
		must(answer.verdict == OPTIMAL && answer.upper == rest - 1, "%d after it, truth %d",
		     answer.upper, rest - 1);
		if (fresh != kept)
			level_solver_free(fresh);
		if (proven && fresh != kept)
			break;
	}
	level_solver_free(kept);
	return stop;
}

START_TEST(a_search_stopped_early_has_true_bounds)
{
	struct random random = {46};
	struct level level;
	int count = 0;
	for (int i = 0; i < 6; i++) {
		const char *goal = i % 3 == 2 ? "close 9" : "close all";
		const struct puzzle *puzzle;
		do
			puzzle = closable_board(&random, 4, 4, goal, 12, &level);
		while (puzzle->rules.lower_bound(&level, &level.start) < (i % 3 == 2 ? 2 : 4));
		count += stop_at_each_tick(puzzle, &level, 1 + i % 2, 40 / SLOWDOWN);
	}
	ck_assert_int_gt(count, 80 / SLOWDOWN);
}
END_TEST

/* The length of a shortest solution by searches that pause as often as they can; adds to
 * *pauses. */
static int search_with_pauses(const struct level *level, int threads, int *pauses)
{
	const struct limits limits = {.threads = threads};
	struct monitor monitor = monitor_begin(&limits, NULL, NULL);
	struct geometry geometry;
	struct search search;
	size_t bytes = (size_t)8 << 20;
	int slides = 0;
	void *data = begin_close_all(level, &geometry, &monitor, &bytes, &search);
	search.subtrees = lines_subtrees_new(&search, bytes);
	must(search.subtrees != NULL, "out of memory");
	for (enum depth_result result = DEPTH_SEARCHED; result != DEPTH_FOUND;) {
		slides += result == DEPTH_SEARCHED;
		search.pause = atomic_load(&search.states) + 1;
		result = lines_search_depth(&search, slides, threads);
		*pauses += result == DEPTH_PAUSED;
	}
	must(search.length == slides, "%d slides of %d", search.length, slides);
	free(search.subtrees);
	lines_close_all.close(data);
	return slides;
}

START_TEST(a_search_goes_on_from_its_pauses)
{
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = 1};
	struct random random = {51};
	struct level level;
	int pauses = 0;
	for (int i = 0; i < 10 / SLOWDOWN; i++) {
		const struct puzzle *puzzle = closable_board(&random, 5, 5, "close all", 9, &level);
		if (puzzle->rules.solved(&level, &level.start))
			continue;
		solve_position(puzzle, &level, &level.start, &limits, NULL, NULL, &answer);
		ck_assert_int_eq(answer.verdict, OPTIMAL);
		const int upper = answer.upper;
		ck_assert_int_eq(search_with_pauses(&level, 1 + i % 2, &pauses), upper);
	}
	ck_assert_int_gt(pauses, 50 / SLOWDOWN);
}
END_TEST

/* Runs the solver alone, as without memory the general search takes over; false if it refuses. */
static bool run_solver(const struct puzzle *puzzle, const struct level *level,
                       const struct limits *limits, struct ticks *ticks)
{
	struct monitor monitor = monitor_begin(limits, tick, ticks);
	void *context = puzzle->solver->open(level, limits->bytes);
	answer = (struct answer){.verdict = SEARCHING, .upper = -1};
	if (context == NULL)
		return false;
	puzzle->solver->search(context, &level->start, &monitor, &answer);
	puzzle->solver->close(context);
	return true;
}

/* With any limit the answer is right, or the level is left to the general search, which can go on
 * when memory is full. */
START_TEST(little_memory_is_refused_or_right)
{
	struct random random = {47};
	struct level level;
	int proven = 0, refused = 0;
	for (int i = 0; i < 20 / SLOWDOWN; i++) {
		const struct puzzle *puzzle;
		do
			puzzle = closable_board(&random, 4, 4, goals[i % 3], 6, &level);
		while (puzzle->rules.solved(&level, &level.start));
		const struct limits plenty = {.bytes = (size_t)64 << 20};
		solve_position(puzzle, &level, &level.start, &plenty, NULL, NULL, &answer);
		const int rest = answer.upper;
		for (size_t bytes = 4096; bytes < 20000000; bytes += bytes / 8) {
			const struct limits limits = {.bytes = bytes, .threads = 1 + i % 2};
			struct ticks ticks = {.rest = rest, .upper = -1};
			if (!run_solver(puzzle, &level, &limits, &ticks)) {
				refused++;
				continue;
			}
			proven++;
			must(answer.verdict == OPTIMAL && answer.upper == rest,
			     "verdict %d, %d moves, truth %d", (int)answer.verdict, answer.upper,
			     rest);
			check_bounds(puzzle, &level, rest);
		}
	}
	ck_assert_int_gt(refused, 20 / SLOWDOWN);
	ck_assert_int_gt(proven, 200 / SLOWDOWN);
}
END_TEST

/* Small boards where all must be closed are searched to a perimeter as far as memory allows, else
 * to the goal. */
START_TEST(proofs_do_not_depend_on_memory)
{
	static const int sizes[][2] = {{4, 4}, {3, 5}, {6, 3}, {2, 7}, {8, 2}, {4, 3}, {4, 5}};
	static const size_t rooms[] = {180 << 10, 260 << 10, 1 << 20, 4 << 20};
	const int size = (int)(sizeof sizes / sizeof sizes[0]), rounds = SANITIZED ? 2 : 5;
	const struct limits plenty = {.bytes = (size_t)64 << 20};
	struct random random = {49};
	struct level level;
	int proven = 0, far = 0;
	for (int i = 0; i < rounds * size; i++) {
		const int *side = sizes[i % size];
		const struct puzzle *puzzle;
		do
			puzzle = closable_board(&random, side[0], side[1], "close all", 9, &level);
		while (puzzle->rules.solved(&level, &level.start));
		solve_position(puzzle, &level, &level.start, &plenty, NULL, NULL, &answer);
		const int rest = answer.upper;
		for (size_t room = 0; room < sizeof rooms / sizeof rooms[0]; room++) {
			const struct limits limits = {.bytes = rooms[room], .threads = 1 + i % 2};
			struct ticks ticks = {.rest = rest, .upper = -1};
			if (!run_solver(puzzle, &level, &limits, &ticks))
				continue;
			check_bounds(puzzle, &level, rest);
			must(answer.verdict == GAVE_UP || answer.verdict == OPTIMAL, "no proof");
			proven += answer.verdict == OPTIMAL;
			far += answer.verdict == OPTIMAL && rest >= 7;
		}
	}
	ck_assert_int_gt(proven, 14 * rounds * size / 5);
	ck_assert_int_gt(far, 4 * rounds);
}
END_TEST

/* ---- one search, many positions ---- */

/* Moves along the plan, back and elsewhere: each answer differs by at most one move. */
START_TEST(proofs_serve_the_next_position)
{
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = 1};
	struct random random = {48};
	struct level level;
	uint64_t first = 0, later = 0;
	for (int i = 0; i < 6; i++) {
		const struct puzzle *puzzle =
			closable_board(&random, 4, 4, goals[i % 2], 9, &level);
		struct level_solver *kept = level_solver_new(puzzle, &level, &limits);
		must(kept != NULL, "out of memory");
		level_solver_run(kept, &level.start, NULL, NULL, &answer);
		first += answer.states;
		int rest = answer.upper;
		struct state state = level.start, before = state;
		for (int move = 0; move < 30 && rest > 0; move++) {
			const int kind = (int)random_below(&random, 3);
			const struct state here = state;
			if (kind == 0)
				puzzle->rules.apply(&level, &state, answer.plan[0]);
			else if (kind == 1)
				state = before;
			else
				wander(puzzle, &level, &state, 1, &random);
			before = here;
			level_solver_run(kept, &state, NULL, NULL, &answer);
			must(answer.verdict == OPTIMAL && abs(answer.upper - rest) <= 1 &&
			             (kind != 0 || answer.upper == rest - 1) &&
			             plan_solves(puzzle, &level, &state, &answer),
			     "verdict %d, %d moves after %d", (int)answer.verdict, answer.upper,
			     rest);
			later += kind < 2 && answer.upper < rest ? answer.states : 0;
			rest = answer.upper;
		}
		level_solver_free(kept);
	}
	ck_assert_uint_lt(later, first);
}
END_TEST

/* ---- shipped levels ---- */

static int shipped;

static void check_shipped(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static int number;
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = 2};
	if (strcmp(puzzle->name, "lines") != 0 || number++ % SLOWDOWN != 0)
		return;
	must(solve_position(puzzle, level, &level->start, &limits, NULL, NULL, &answer),
	     "%s: no proof", name);
	must(answer.upper == level->par, "%s: %d moves, par %d", name, answer.upper, level->par);
	shipped++;
}

START_TEST(shipped_levels_have_their_par)
{
	for_shipped_levels(check_shipped);
	ck_assert_int_gt(shipped, 50 / SLOWDOWN);
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, every_position_gets_its_distance);
	tcase_add_test(tests, the_pattern_database_has_lower_bounds);
	tcase_add_test(tests, no_bound_rules_out_the_way_back);
	tcase_add_test(tests, half_of_all_layouts_of_nine_tiles_are_unreachable);
	tcase_add_test(tests, proofs_serve_the_next_position);
	tcase_add_test(tests, small_boards_agree_with_the_reference);
}

static void add_threads(TCase *tests)
{
	tcase_add_test(tests, small_boards_agree_with_two_threads);
	tcase_add_test(tests, larger_boards_agree_with_the_reference);
	tcase_add_test(tests, two_threads_prove_the_same);
	tcase_add_test(tests, a_search_stopped_early_has_true_bounds);
	tcase_add_test(tests, little_memory_is_refused_or_right);
	tcase_add_test(tests, a_search_goes_on_from_its_pauses);
	tcase_add_test(tests, proofs_do_not_depend_on_memory);
	tcase_add_test(tests, shipped_levels_have_their_par);
}

int main(void)
{
	return run_tests_apart("lines solver", add, add_threads);
}
