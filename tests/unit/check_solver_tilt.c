/* Tilt's solver, compared with all distances on boards that brute force can search, and with the
 * general search on larger ones: retrograde analysis and bidirectional search, with much memory and
 * with little, with several threads, and stopped at any point. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "os/parallel.h"
#include "os/scratch.h"
#include "puzzles/tilt/solver/visited.h"
#include "puzzle/registry.h"
#include "support/folder.h"
#include "support/help.h"

static struct answer answer;

/* A level by seed, with the position after some random moves as its goal. */
static bool wandered_level(uint64_t seed, int size, int pieces, int colours, int moves,
                           struct level *level)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	const struct recipe recipe = {.rows = size,
	                              .columns = size,
	                              .pieces = pieces,
	                              .colours = colours};
	struct random random = {seed};
	*level = (struct level){.rows = size, .columns = size, .par = -1};
	if (!puzzle->generator.start(level, &recipe, &random))
		return false;
	struct state goal = level->start;
	wander(puzzle, level, &goal, moves, &random);
	puzzle->generator.set_goal(level, &goal);
	return true;
}

/* ---- against all distances ---- */

struct tally {
	int solved, dead, given_up, stopped;
};

static void check_answer(const struct level *level, const struct state *state, int distance,
                         struct tally *tally)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	must(distance == NO_WAY || answer.lower <= distance, "at least %d, truth %d", answer.lower,
	     distance);
	must(answer.upper < 0 || (distance != NO_WAY && answer.upper >= distance),
	     "%d moves, truth %d", answer.upper, distance);
	must(answer.length == 0 || plan_solves(puzzle, level, state, &answer), "a wrong plan");
	if (answer.verdict == OPTIMAL) {
		must(distance != NO_WAY && answer.lower == distance && answer.upper == distance &&
		             answer.length == distance,
		     "%d..%d, truth %d", answer.lower, answer.upper, distance);
		tally->solved++;
	} else if (answer.verdict == UNSOLVABLE) {
		must(distance == NO_WAY, "unsolvable, truth %d", distance);
		tally->dead++;
	} else {
		tally->given_up += answer.verdict == GAVE_UP;
		tally->stopped += answer.verdict == SEARCHING;
	}
}

/* Stops a search after some reports. */
static bool count_down(void *context, const struct answer *so_far)
{
	int *reports = context;
	(void)so_far;
	return --*reports > 0;
}

/* Solves random positions with one solver, stopped after some reports of progress unless they are
 * 0. */
static void check_positions(const struct level *level, const struct limits *limits, int reports,
                            int positions, struct random *random, struct tally *tally)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	struct brute brute;
	if (!brute_init(&brute, puzzle, level, &level->start, 20000))
		return;
	struct level_solver *kept = level_solver_new(puzzle, level, limits);
	must(kept != NULL, "out of memory");
	for (int i = 0; i < positions; i++) {
		const int at = (int)random_below(random, (uint32_t)brute.count);
		int left = reports;
		level_solver_run(kept, &brute.state[at], reports > 0 ? count_down : NULL, &left,
		                 &answer);
		must(answer.verdict != SEARCHING || reports > 0, "stopped by nothing");
		check_answer(level, &brute.state[at], brute.rest[at], tally);
	}
	level_solver_free(kept);
	brute_free(&brute);
}

static void random_board(struct random *random, struct level *level)
{
	const int rows = 2 + (int)random_below(random, 5);
	const int columns = 1 + (int)random_below(random, 6);
	random_tilt(random, rows, columns, 7, level);
}

START_TEST(all_distances_are_right)
{
	const struct limits limits = {.bytes = (size_t)64 << 20};
	struct random random = {1};
	struct level level;
	struct tally tally = {0};
	for (int i = 0; i < 300 / SLOWDOWN; i++) {
		random_board(&random, &level);
		check_positions(&level, &limits, 0, 12, &random, &tally);
		if (wandered_level((uint64_t)i, 3 + i % 4, 1 + i % 6, 1 + i % 6 / 2, 200, &level))
			check_positions(&level, &limits, 0, 12, &random, &tally);
	}
	must(tally.solved > 1800 / SLOWDOWN && tally.dead > 1000 / SLOWDOWN && tally.given_up == 0,
	     "%d solved, %d dead, %d given up", tally.solved, tally.dead, tally.given_up);
}
END_TEST

/* Boards with little memory. */
static void check_with_little_memory(int boards, int reports, struct tally *tally)
{
	struct random random = {2};
	struct level level;
	for (int i = 0; i < boards; i++) {
		const struct limits limits = {
			.bytes = 200000 + random_below(&random, 80000),
			.threads = 1 + i % 2,
			.until_stopped = reports > 0,
		};
		if (i % 2 == 0)
			random_board(&random, &level);
		else if (!wandered_level((uint64_t)i, 4 + i % 3, 6, 6, 200, &level))
			continue;
		check_positions(&level, &limits, reports, 40, &random, tally);
	}
}

START_TEST(little_memory_makes_no_answer_wrong)
{
	struct tally tally = {0};
	enum { PART = SANITIZED ? 4 : 1 };
	check_with_little_memory(240 / PART, 0, &tally);
	must(tally.solved > 1000 / PART && tally.dead > 2500 / PART && tally.given_up > 100 / PART,
	     "%d solved, %d dead, %d given up", tally.solved, tally.dead, tally.given_up);
}
END_TEST

/* Where something else ends a search, memory does not, and the bounds close in. */
START_TEST(little_memory_ends_no_search)
{
	struct tally tally = {0};
	enum { PART = SANITIZED ? 4 : 1, REPORTS = 40 };
	check_with_little_memory(240 / PART, REPORTS, &tally);
	must(tally.solved > 1100 / PART && tally.dead > 2500 / PART && tally.given_up == 0,
	     "%d solved, %d dead, %d stopped, %d given up", tally.solved, tally.dead, tally.stopped,
	     tally.given_up);
}
END_TEST

/* ---- against the general search ---- */

START_TEST(random_boards_agree_with_the_general_search)
{
	struct random random = {3};
	struct level level;
	int compared = 0;
	for (int i = 0; i < 900 / SLOWDOWN; i++) {
		random_board(&random, &level);
		compared += compare_with_reference(puzzle_named("tilt"), &level, 3, 5000, 1 + i % 2,
		                                   &random);
	}
	must(compared > 2200 / SLOWDOWN, "only %d compared", compared);
}
END_TEST

/* Ten colours: too many colourings for retrograde analysis at once. Two: many blocks are alike. */
START_TEST(many_blocks_agree_with_the_general_search)
{
	struct random random = {4};
	struct level level;
	enum { BOARDS = SANITIZED ? 9 : 36 };
	int compared = 0;
	for (int i = 0; i < BOARDS; i++) {
		const int colours = i % 3 == 0 ? 2 : 10;
		if (wandered_level((uint64_t)i, 6 + i % 5, 10, colours, 4 + i % 6, &level))
			compared += compare_with_reference(puzzle_named("tilt"), &level, 3, 12000,
			                                   1 + i % 2, &random);
	}
	must(compared > BOARDS * 5 / 3, "only %d compared", compared);
}
END_TEST

/* More nodes than are explored at once; the largest boards; more blocks than the solver accepts. */
START_TEST(large_boards_agree_with_the_general_search)
{
	struct random random = {5};
	struct level level;
	int compared = 0;
	for (int i = 0; i < 30; i++) {
		const int size = i % 2 == 0 ? 16 : 26;
		const int pieces = i % 3 == 2 ? 100 : 14 + i % 12;
		if (wandered_level((uint64_t)i, size, pieces, 1 + i % 7, 2 + i % 5, &level))
			compared += compare_with_reference(puzzle_named("tilt"), &level, 1, 3000, 1,
			                                   &random);
	}
	must(compared > 24, "only %d compared", compared);
}
END_TEST

/* The position's distance by its neighbours: one more than the minimum of theirs. */
static int distance_by_neighbours(struct level_solver *kept, const struct level *level,
                                  const struct state *state)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	move_code moves[MOVES_MAX];
	int lowest = NO_WAY;
	const int count = puzzle_valid_moves(puzzle, level, state, moves);
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		puzzle->rules.apply(level, &next, moves[i]);
		must(level_solver_run(kept, &next, NULL, NULL, &answer), "given up");
		if (answer.upper >= 0 && (lowest == NO_WAY || answer.upper < lowest))
			lowest = answer.upper;
	}
	return lowest == NO_WAY ? NO_WAY : lowest + 1;
}

/* Where the bidirectional search takes too long, retrograde analysis takes over. */
START_TEST(retrograde_analysis_takes_over)
{
	struct level level;
	int taken_over = 0;
	for (int i = 0; i < 16; i++) {
		if (!wandered_level((uint64_t)i, 6 + i % 2, 8, 8, 1000, &level))
			continue;
		const struct puzzle *puzzle = puzzle_named("tilt");
		struct level_solver *kept = level_solver_new(puzzle, &level, &limits_default);
		must(kept != NULL && level_solver_run(kept, &level.start, NULL, NULL, &answer) &&
		             plan_solves(puzzle, &level, &level.start, &answer),
		     "not solved");
		const int distance = answer.upper;
		taken_over += answer.states > 1000000;
		must(distance == distance_by_neighbours(kept, &level, &level.start), "not %d moves",
		     distance);
		level_solver_free(kept);
	}
	must(taken_over > 4, "only %d taken over", taken_over);
}
END_TEST

/* ---- a plan before the proof ---- */

static bool long_board(int i, struct level *level)
{
	static const uint64_t seed[] = {6, 9, 24, 17};
	return wandered_level(seed[i], 10, 10, 10, 3000, level);
}

struct listener {
	const struct level *level;
	int first; /* moves of the first plan; -1: none yet */
	int lower; /* known then */
	int last;  /* moves of the last plan */
};

static bool listen(void *context, const struct answer *so_far)
{
	struct listener *listener = context;
	must(so_far->upper < 0 || so_far->upper == so_far->length, "no plan");
	must(listener->last < 0 || (so_far->upper >= 0 && so_far->upper <= listener->last),
	     "%d moves were known, now %d", listener->last, so_far->upper);
	if (so_far->upper == listener->last)
		return true;
	must(plan_solves(puzzle_named("tilt"), listener->level, &listener->level->start, so_far),
	     "a wrong plan");
	if (listener->first < 0) {
		listener->first = so_far->upper;
		listener->lower = so_far->lower;
	}
	listener->last = so_far->upper;
	return true;
}

START_TEST(plan_comes_before_the_proof)
{
	struct level level;
	int early = 0, longer = 0;
	for (int i = 2; i < 12; i++) {
		if (!wandered_level((uint64_t)i, 10, 10, 10, 3000, &level))
			continue;
		struct listener listener = {&level, -1, 0, -1};
		must(solve_position(puzzle_named("tilt"), &level, &level.start, &limits_default,
		                    listen, &listener, &answer),
		     "given up");
		must(listener.first < 0 || answer.upper <= listener.last, "%d moves, then %d",
		     listener.last, answer.upper);
		must(answer.upper < 0 ||
		             plan_solves(puzzle_named("tilt"), &level, &level.start, &answer),
		     "a wrong plan");
		early += listener.first >= 0 && listener.lower < answer.upper;
		longer += listener.first > answer.upper;
	}
	must(early > 5 && longer > 5, "%d plans came early, %d were not shortest", early, longer);
}
END_TEST

/* Each board needs more memory than there is, for its graph or for the classes. */
START_TEST(bounds_close_in_without_memory)
{
	enum { BOARDS = SANITIZED ? 6 : 24, REPORTS = 2000 };
	const struct puzzle *puzzle = puzzle_named("tilt");
	struct level level;
	int full = 0, closer = 0;
	for (int i = 0; i < BOARDS; i++) {
		if (!wandered_level((uint64_t)i, 8 + i % 3, 8 + i % 2, 8, 60, &level))
			continue;
		struct limits limits = {.bytes = (size_t)300000 << i % 3, .threads = 1 + i % 2};
		must(solve_position(puzzle, &level, &level.start, &limits_default, NULL, NULL,
		                    &answer),
		     "given up");
		const int truth = answer.upper;
		solve_position(puzzle, &level, &level.start, &limits, NULL, NULL, &answer);
		const bool gave_up = answer.verdict == GAVE_UP;
		const int lower = answer.lower;
		int left = REPORTS;
		limits.until_stopped = true;
		solve_position(puzzle, &level, &level.start, &limits, count_down, &left, &answer);
		must(answer.verdict != GAVE_UP && answer.lower <= truth &&
		             (answer.upper < 0 || answer.upper >= truth),
		     "verdict %d, %d..%d, truth %d", (int)answer.verdict, answer.lower,
		     answer.upper, truth);
		must(answer.verdict != OPTIMAL ||
		             plan_solves(puzzle, &level, &level.start, &answer),
		     "a wrong plan");
		full += gave_up;
		closer += gave_up && answer.lower > lower;
	}
	must(full >= BOARDS / 6 && closer >= full - 1, "%d boards filled the memory, %d closed in",
	     full, closer);
}
END_TEST

/* Where only a part of the graph fits, plans are shortened in it; a bound comes first. */
START_TEST(a_bound_comes_before_plans_of_a_part)
{
	const struct limits limits = {.bytes = (size_t)8 << 20, .until_stopped = true};
	struct level level;
	int left = 300;
	must(wandered_level(3, 16, 16, 4, 3000, &level), "no level");
	solve_position(puzzle_named("tilt"), &level, &level.start, &limits, count_down, &left,
	               &answer);
	must(answer.lower > 10 && answer.lower <= 42, "at least %d, truth 42", answer.lower);
}
END_TEST

/* ---- a limit of states ---- */

/* It is reached at the same point every time, and not exceeded by much. */
START_TEST(limits_of_states_are_reproducible)
{
	enum { SLACK = 12000 };
	struct level level;
	int given_up = 0;
	for (int i = 0; i < 12; i++) {
		if (!wandered_level((uint64_t)i, 6 + 2 * (i % 3), 10, 10, 3000, &level))
			continue;
		for (uint64_t states = 3000; states < 200000; states *= 3) {
			const struct limits limits = {.bytes = (size_t)64 << 20, .states = states};
			static struct answer again;
			solve_position(puzzle_named("tilt"), &level, &level.start, &limits, NULL,
			               NULL, &answer);
			solve_position(puzzle_named("tilt"), &level, &level.start, &limits, NULL,
			               NULL, &again);
			must(answer.verdict == again.verdict && answer.states == again.states &&
			             answer.lower == again.lower && answer.upper == again.upper,
			     "not the same twice");
			if (answer.verdict != GAVE_UP)
				continue;
			given_up++;
			must(answer.states >= states && answer.states < states + SLACK,
			     "%d states instead of %d", (int)answer.states, (int)states);
		}
	}
	must(given_up > 20, "given up %d times only", given_up);
}
END_TEST

/* ---- several threads ---- */

enum { RACERS = 3, RACED = 4000 };

struct race {
	struct tilt_visited visited;
	struct tilt_budget budget;
	struct tilt_inserter inserter[RACERS];
	atomic_int inserted;
};

static struct tilt_record raced(uint32_t i)
{
	return (struct tilt_record){.colouring = i * UINT64_C(1000003), .node = i % 7, .parent = i};
}

static void insert_all(void *context, int worker)
{
	struct race *race = context;
	struct tilt_inserter *inserter = &race->inserter[worker];
	for (uint32_t i = 0; i < RACED; i++) {
		const struct tilt_record record = raced(i);
		const uint64_t hash = tilt_record_hash(&record);
		must(tilt_visited_reserve(inserter) == TILT_OK, "no room");
		race->inserted += tilt_visited_insert(inserter, &record, hash) != TILT_NONE;
	}
}

/* All threads insert the same classes in the same order. */
START_TEST(each_class_is_inserted_once)
{
	const struct limits limits = {.threads = 1};
	struct monitor monitor = monitor_begin(&limits, NULL, NULL);
	const struct tilt_task task = {.monitor = &monitor, .answer = &answer};
	for (int round = 0; round < (SANITIZED ? 100 : 400); round++) {
		struct race race = {.budget = {.limit = 1 << 20}};
		race.visited.budget = &race.budget;
		must(tilt_visited_make_room(&race.visited, UINT64_MAX, &task) == TILT_OK,
		     "no room");
		for (int i = 0; i < RACERS; i++)
			race.inserter[i] = (struct tilt_inserter){&race.visited, 0, 0, false};
		parallel_for(RACERS, insert_all, &race);
		for (int i = 0; i < RACERS; i++)
			tilt_visited_release(&race.inserter[i]);
		must(race.inserted == RACED && tilt_visited_classes(&race.visited) == RACED,
		     "%d inserted, %u there", race.inserted, tilt_visited_classes(&race.visited));
		for (uint32_t i = 0; i < RACED; i++) {
			const struct tilt_record record = raced(i);
			must(tilt_visited_find(&race.visited, &record, tilt_record_hash(&record)) !=
			             TILT_NONE,
			     "class %u is lost", i);
		}
		tilt_visited_free(&race.visited, NULL);
		must(race.budget.bytes == 0, "%zu bytes are not freed", race.budget.bytes);
	}
}
END_TEST

/* A search with that many classes has divided its work among threads. */
enum { SHARED_CLASSES = 100000 };

/* Solves the start and positions after random moves with one solver. */
static int compare_threads(const struct level *level, int threads, int positions,
                           struct random *random)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	const struct limits single = {.bytes = (size_t)256 << 20, .threads = 1};
	const struct limits many = {.bytes = (size_t)256 << 20, .threads = threads};
	struct level_solver *kept = level_solver_new(puzzle, level, &single);
	struct level_solver *shared = level_solver_new(puzzle, level, &many);
	struct state state = level->start;
	static struct answer truth;
	int long_ones = 0;
	must(kept != NULL && shared != NULL, "out of memory");
	for (int i = 0; i < positions; i++) {
		level_solver_run(kept, &state, NULL, NULL, &truth);
		struct listener listener = {level, -1, 0, -1};
		level_solver_run(shared, &state, i == 0 ? listen : NULL, &listener, &answer);
		must(answer.verdict == truth.verdict && answer.lower == truth.lower &&
		             answer.upper == truth.upper,
		     "%d threads: %d moves, alone %d", threads, answer.upper, truth.upper);
		must(answer.upper < 0 || plan_solves(puzzle, level, &state, &answer),
		     "a wrong plan");
		long_ones += answer.states > SHARED_CLASSES;
		wander(puzzle, level, &state, 3, random);
	}
	level_solver_free(kept);
	level_solver_free(shared);
	return long_ones;
}

START_TEST(threads_find_shortest_plans)
{
	struct random random = {7};
	struct level level;
	int long_ones = 0;
	for (int i = 0; i < 4; i++) {
		must(long_board(i, &level), "no level");
		long_ones += compare_threads(&level, 2 + i % 2, 3, &random);
	}
	must(long_ones > 8, "only %d long searches", long_ones);
}
END_TEST

/* The limit of memory or of states is reached while several threads insert. Memory does not end the
 * search. */
START_TEST(limits_hold_for_threads)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	struct level level;
	int given_up = 0, long_ones = 0;
	must(long_board(0, &level) && solve_position(puzzle, &level, &level.start, &limits_default,
	                                             NULL, NULL, &answer),
	     "not solved");
	const int truth = answer.upper;
	for (int i = 0; i < 12; i++) {
		struct limits limits = {.bytes = (size_t)64 << 20, .threads = 2 + i % 2};
		if (i % 3 == 0)
			limits.states = (uint64_t)(40 + 20 * i) << 10;
		else
			limits.bytes = (size_t)(2000 + 800 * i) << 10;
		solve_position(puzzle, &level, &level.start, &limits, NULL, NULL, &answer);
		must((answer.verdict == GAVE_UP && limits.states > 0) ||
		             (answer.verdict == OPTIMAL && answer.upper == truth),
		     "verdict %d, %d moves", (int)answer.verdict, answer.upper);
		must(answer.lower <= truth && (answer.upper < 0 || answer.upper >= truth),
		     "bounds %d to %d, truth %d", answer.lower, answer.upper, truth);
		must(answer.length == 0 || plan_solves(puzzle, &level, &level.start, &answer),
		     "a wrong plan");
		given_up += answer.verdict == GAVE_UP;
		long_ones += answer.states > SHARED_CLASSES / 2;
	}
	must(given_up > 2 && long_ones > 6, "%d given up, %d long ones", given_up, long_ones);
}
END_TEST

/* ---- from the middle ---- */

/* With so little memory the search goes on from the middle, and has to prove the same. */
static const size_t little = (size_t)3 << 20;

START_TEST(memory_does_not_end_a_search)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	const struct limits limits = {.bytes = little};
	struct level level;
	static struct answer truth;
	int beyond = 0;
	for (int i = 0; i < 4; i++) {
		must(long_board(i, &level) && solve_position(puzzle, &level, &level.start,
		                                             &limits_default, NULL, NULL, &truth),
		     "not solved");
		must(solve_position(puzzle, &level, &level.start, &limits, NULL, NULL, &answer),
		     "memory has ended it at %d to %d", answer.lower, answer.upper);
		must(answer.upper == truth.upper && answer.length == truth.upper &&
		             plan_solves(puzzle, &level, &level.start, &answer),
		     "%d moves, truth %d", answer.upper, truth.upper);
		beyond += truth.states > 2 * answer.states;
	}
	must(beyond > 1, "only %d had too little memory", beyond);
}
END_TEST

/* With a disk the memory is enough, for several positions one after another. */
START_TEST(a_disk_makes_up_for_memory)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	struct limits limits = {.bytes = 500000};
	char *folder = folder_new();
	struct error error;
	struct level level;
	static struct answer truth;
	struct random random = {8};
	int given_up = 0;
	for (int i = 0; i < 4; i++) {
		must(long_board(i, &level), "no board");
		solve_position(puzzle, &level, &level.start, &limits, NULL, NULL, &answer);
		given_up += answer.verdict == GAVE_UP;
	}
	must(given_up > 1, "only %d had too little memory", given_up);
	must(scratch_open(folder, &error), "%s", error.text);
	for (int i = 0; i < 4; i++) {
		struct state state;
		limits.threads = 1 + i % 2;
		must(long_board(i, &level), "no board");
		struct level_solver *kept = level_solver_new(puzzle, &level, &limits);
		state = level.start;
		for (int step = 0; step < 4; step++, wander(puzzle, &level, &state, 1, &random)) {
			must(solve_position(puzzle, &level, &state, &limits_default, NULL, NULL,
			                    &truth),
			     "not solved");
			level_solver_run(kept, &state, NULL, NULL, &answer);
			must(answer.verdict == OPTIMAL && answer.upper == truth.upper &&
			             plan_solves(puzzle, &level, &state, &answer),
			     "verdict %d, %d moves, truth %d", (int)answer.verdict, answer.upper,
			     truth.upper);
		}
		level_solver_free(kept);
	}
	scratch_close();
	folder_free(folder);
}
END_TEST

/* Stops as soon as a plan is short enough. */
struct shortener {
	struct listener listener;
	int enough, plans;
};

static bool stop_when_short(void *context, const struct answer *so_far)
{
	struct shortener *shortener = context;
	shortener->plans += so_far->upper != shortener->listener.last;
	listen(&shortener->listener, so_far);
	return so_far->upper < 0 || so_far->upper > shortener->enough;
}

/* The first plan of this board has more than 150 moves, the shortest 51. */
START_TEST(plans_get_shorter_before_the_proof)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	struct level level;
	must(wandered_level(1, 12, 14, 14, 3000, &level), "no level");
	struct shortener shortener = {{&level, -1, 0, -1}, 64, 0};
	solve_position(puzzle, &level, &level.start, &limits_default, stop_when_short, &shortener,
	               &answer);
	must(answer.verdict == SEARCHING && answer.upper <= 64 && answer.lower < 51,
	     "verdict %d, bounds %d to %d", (int)answer.verdict, answer.lower, answer.upper);
	must(shortener.plans > 1 && shortener.listener.first > 100, "%d plans, the first of %d",
	     shortener.plans, shortener.listener.first);
}
END_TEST

/* ---- shipped levels ---- */

static void check_par(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	if (puzzle != puzzle_named("tilt"))
		return;
	must(solve_position(puzzle, level, &level->start, &limits_default, NULL, NULL, &answer),
	     "%s", name);
	must(answer.verdict == OPTIMAL && answer.upper == level->par, "%s: %d moves, par %d", name,
	     answer.upper, level->par);
	must(plan_solves(puzzle, level, &level->start, &answer), "%s: a wrong plan", name);
}

START_TEST(shipped_levels_have_their_par)
{
	must(for_shipped_levels(check_par) > 0, "no level is shipped");
}
END_TEST

/* ---- stopped off ---- */

/* Stops the search at a tick, and compares the bounds with the truth. */
struct stopper {
	int ticks; /* left */
	int truth; /* NO_WAY, or the optimum */
	bool stopped;
};

static bool stop_at(void *context, const struct answer *so_far)
{
	struct stopper *stopper = context;
	must(!stopper->stopped, "continued after a stop");
	must(stopper->truth == NO_WAY
	             ? so_far->upper < 0
	             : so_far->lower <= stopper->truth &&
	                       (so_far->upper < 0 || so_far->upper >= stopper->truth),
	     "bounds %d to %d, truth %d", so_far->lower, so_far->upper, stopper->truth);
	stopper->stopped = stopper->ticks-- == 0;
	return !stopper->stopped;
}

/* Stops a solver at its first tick, the next one at its second, ... Each time, complete searches
 * from another position and from the same one follow. Returns how often it was stopped. */
static int stop_everywhere(const struct level *level, const struct limits *limits, int step,
                           struct random *random)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	struct state other = level->start;
	static struct answer truth, truth_there;
	wander(puzzle, level, &other, 5, random);
	solve_position(puzzle, level, &level->start, limits, NULL, NULL, &truth);
	solve_position(puzzle, level, &other, limits, NULL, NULL, &truth_there);
	for (int ticks = 0;; ticks += step) {
		struct stopper at = {ticks, truth.upper, false};
		struct level_solver *kept = level_solver_new(puzzle, level, limits);
		must(kept != NULL, "out of memory");
		level_solver_run(kept, &level->start, stop_at, &at, &answer);
		must(at.stopped == (answer.verdict == SEARCHING), "verdict %d",
		     (int)answer.verdict);
		must(answer.upper < 0 || answer.upper == answer.length, "no plan");
		level_solver_run(kept, &other, NULL, NULL, &answer);
		must(answer.verdict == truth_there.verdict &&
		             (answer.verdict == GAVE_UP || answer.upper == truth_there.upper),
		     "stopped off at %d: %d moves, truth %d", ticks, answer.upper,
		     truth_there.upper);
		level_solver_run(kept, &level->start, NULL, NULL, &answer);
		must(answer.verdict == truth.verdict &&
		             (answer.verdict == GAVE_UP || answer.upper == truth.upper),
		     "stopped off at %d: %d moves, truth %d", ticks, answer.upper, truth.upper);
		level_solver_free(kept);
		if (!at.stopped)
			return ticks / step;
	}
}

START_TEST(stopping_keeps_answers_right)
{
	const struct limits enough = {.bytes = (size_t)64 << 20}, too_little = {.bytes = little};
	struct random random = {6};
	struct level level;
	int stopped = 0;
	for (int i = 0; i < 16; i++) {
		if (wandered_level((uint64_t)i, 4 + i % 3, 5, 5, 200, &level))
			stopped += stop_everywhere(&level, &enough, SLOWDOWN, &random);
	}
	must(stopped > 60 / SLOWDOWN, "layers: stopped off %d times only", stopped);
	stopped = 0;
	for (int i = 0; i < 4; i++)
		if (wandered_level((uint64_t)i, 8, 10, 10, 60, &level))
			stopped += stop_everywhere(&level, &enough, 29 * SLOWDOWN, &random);
	must(stopped > 8 / SLOWDOWN, "both ends: stopped off %d times only", stopped);
	must(wandered_level(24, 10, 10, 10, 3000, &level), "no level");
	stopped = stop_everywhere(&level, &enough, 97 * SLOWDOWN, &random);
	must(stopped > 2 / SLOWDOWN, "a first plan: stopped off %d times only", stopped);
	stopped = stop_everywhere(&level, &too_little, 61 * SLOWDOWN, &random);
	must(stopped > 2 / SLOWDOWN, "from the middle: stopped off %d times only", stopped);
	must(wandered_level(3, 26, 14, 3, 10, &level), "no level");
	stopped = stop_everywhere(&level, &enough, 53 * SLOWDOWN, &random);
	must(stopped > 2 / SLOWDOWN, "not explored: stopped off %d times only", stopped);
}
END_TEST

START_TEST(stopping_threads_keeps_answers_right)
{
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = 3};
	struct random random = {8};
	struct level level;
	must(long_board(0, &level), "no level");
	/* The number of ticks depends on how much the other threads leave to the first. */
	must(stop_everywhere(&level, &limits, 31 * SLOWDOWN, &random) > 0, "never stopped off");
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, all_distances_are_right);
	tcase_add_test(tests, little_memory_makes_no_answer_wrong);
	tcase_add_test(tests, little_memory_ends_no_search);
	tcase_add_test(tests, random_boards_agree_with_the_general_search);
	tcase_add_test(tests, many_blocks_agree_with_the_general_search);
	tcase_add_test(tests, large_boards_agree_with_the_general_search);
	tcase_add_test(tests, retrograde_analysis_takes_over);
	tcase_add_test(tests, plan_comes_before_the_proof);
	tcase_add_test(tests, limits_of_states_are_reproducible);
	tcase_add_test(tests, memory_does_not_end_a_search);
	tcase_add_test(tests, a_disk_makes_up_for_memory);
	tcase_add_test(tests, plans_get_shorter_before_the_proof);
	tcase_add_test(tests, shipped_levels_have_their_par);
	tcase_add_test(tests, stopping_keeps_answers_right);
}

static void add_threads(TCase *tests)
{
	tcase_add_test(tests, each_class_is_inserted_once);
	tcase_add_test(tests, threads_find_shortest_plans);
	tcase_add_test(tests, limits_hold_for_threads);
	tcase_add_test(tests, stopping_threads_keeps_answers_right);
	tcase_add_test(tests, bounds_close_in_without_memory);
	tcase_add_test(tests, a_bound_comes_before_plans_of_a_part);
}

int main(void)
{
	return run_tests_apart("solver_tilt", add, add_threads);
}
