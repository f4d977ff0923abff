/* Tilt's own search: against all distances on boards that can be walked through whole, and against
 * the general search on larger ones; by layers and from both ends, in all the memory it wants and
 * in next to none, by several threads, broken off wherever it can be. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "os/parallel.h"
#include "puzzles/tilt/solver/visited.h"
#include "puzzle/registry.h"
#include "support/help.h"

static struct answer answer;

/* A mode's level by seed, with the position that some random moves lead to as its goal. */
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
	int ways, dead, given_up;
};

static void check_answer(const struct level *level, const struct state *state, int rest,
                         struct tally *tally)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	must(rest == NO_WAY || answer.lower <= rest, "at least %d, truth %d", answer.lower, rest);
	must(answer.upper < 0 || (rest != NO_WAY && answer.upper >= rest), "%d moves, truth %d",
	     answer.upper, rest);
	must(answer.length == 0 || plan_solves(puzzle, level, state, &answer), "a wrong plan");
	if (answer.verdict == OPTIMAL) {
		must(rest != NO_WAY && answer.lower == rest && answer.upper == rest &&
		             answer.length == rest,
		     "%d..%d, truth %d", answer.lower, answer.upper, rest);
		tally->ways++;
	} else if (answer.verdict == UNSOLVABLE) {
		must(rest == NO_WAY, "no way said, truth %d", rest);
		tally->dead++;
	} else {
		must(answer.verdict == GAVE_UP, "verdict %d", (int)answer.verdict);
		tally->given_up++;
	}
}

/* Asks for positions in any order, the first of them anywhere, in one search. */
static void check_positions(const struct level *level, const struct limits *limits, int positions,
                            struct random *random, struct tally *tally)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	struct brute brute;
	if (!brute_init(&brute, puzzle, level, &level->start, 20000))
		return;
	struct level_solver *kept = level_solver_new(puzzle, level, limits);
	must(kept != NULL, "out of memory");
	for (int i = 0; i < positions; i++) {
		const int at = (int)random_below(random, (uint32_t)brute.count);
		level_solver_run(kept, &brute.state[at], NULL, NULL, &answer);
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
	for (int i = 0; i < 300; i++) {
		random_board(&random, &level);
		check_positions(&level, &limits, 12, &random, &tally);
		if (wandered_level((uint64_t)i, 3 + i % 4, 1 + i % 6, 1 + i % 6 / 2, 200, &level))
			check_positions(&level, &limits, 12, &random, &tally);
	}
	must(tally.ways > 1800 && tally.dead > 1000 && tally.given_up == 0,
	     "%d ways, %d dead, %d given up", tally.ways, tally.dead, tally.given_up);
}
END_TEST

START_TEST(little_memory_makes_no_answer_wrong)
{
	struct random random = {2};
	struct level level;
	struct tally tally = {0};
	for (int i = 0; i < 240; i++) {
		const struct limits limits = {.bytes = 111000 + random_below(&random, 120000)};
		if (i % 2 == 0)
			random_board(&random, &level);
		else if (!wandered_level((uint64_t)i, 4 + i % 3, 6, 6, 200, &level))
			continue;
		check_positions(&level, &limits, 40, &random, &tally);
	}
	must(tally.ways > 1000 && tally.dead > 2500 && tally.given_up > 100,
	     "%d ways, %d dead, %d given up", tally.ways, tally.dead, tally.given_up);
}
END_TEST

/* ---- against the general search ---- */

START_TEST(random_boards_agree_with_the_general_search)
{
	struct random random = {3};
	struct level level;
	int compared = 0;
	for (int i = 0; i < 900; i++) {
		random_board(&random, &level);
		compared += compare_with_reference(puzzle_named("tilt"), &level, 3, 5000, 1 + i % 2,
		                                   &random);
	}
	must(compared > 2200, "only %d compared", compared);
}
END_TEST

/* Ten colours: too many words for layers at once. Blocks alike: many twins. */
START_TEST(many_blocks_agree_with_the_general_search)
{
	struct random random = {4};
	struct level level;
	int compared = 0;
	for (int i = 0; i < 36; i++) {
		const int colours = i % 3 == 0 ? 2 : 10;
		if (wandered_level((uint64_t)i, 6 + i % 5, 10, colours, 4 + i % 6, &level))
			compared += compare_with_reference(puzzle_named("tilt"), &level, 3, 12000,
			                                   1 + i % 2, &random);
	}
	must(compared > 60, "only %d compared", compared);
}
END_TEST

/* More places for the blocks than are explored at once; the largest boards; more blocks than the
 * kernel takes. */
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

/* The position's distance, told by its neighbours: one more than the least of theirs. */
static int rest_by_neighbours(struct level_solver *kept, const struct level *level,
                              const struct state *state)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	move_code moves[MOVES_MAX];
	int least = NO_WAY;
	const int count = puzzle_valid_moves(puzzle, level, state, moves);
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		puzzle->rules.apply(level, &next, moves[i]);
		must(level_solver_run(kept, &next, NULL, NULL, &answer), "given up");
		if (answer.upper >= 0 && (least == NO_WAY || answer.upper < least))
			least = answer.upper;
	}
	return least == NO_WAY ? NO_WAY : least + 1;
}

/* Where the search from both ends takes too long, layers take over. */
START_TEST(layers_take_over)
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
		const int rest = answer.upper;
		taken_over += answer.states > 1000000;
		must(rest == rest_by_neighbours(kept, &level, &level.start), "not %d moves", rest);
		level_solver_free(kept);
	}
	must(taken_over > 4, "only %d taken over", taken_over);
}
END_TEST

/* ---- a plan before the proof ---- */

struct listener {
	const struct level *level;
	int first; /* moves of the first plan; -1: none yet */
	int lower; /* known then */
	int last;  /* moves of the last plan */
};

static bool listen(void *context, const struct answer *so_far)
{
	struct listener *listener = context;
	must(so_far->upper < 0 || so_far->upper == so_far->length, "no plan told");
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
		must(search(puzzle_named("tilt"), &level, &level.start, &limits_default, listen,
		            &listener, &answer),
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

/* ---- a limit of states ---- */

/* It is met at the same point every time, and not long after. */
START_TEST(states_are_limited_alike_every_time)
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
			search(puzzle_named("tilt"), &level, &level.start, &limits, NULL, NULL,
			       &answer);
			search(puzzle_named("tilt"), &level, &level.start, &limits, NULL, NULL,
			       &again);
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

static void file_all(void *context, int worker)
{
	struct race *race = context;
	struct tilt_inserter *inserter = &race->inserter[worker];
	for (uint32_t i = 0; i < RACED; i++) {
		const struct tilt_record record = raced(i);
		const uint64_t hash = tilt_record_hash(record.colouring, record.node);
		must(tilt_visited_reserve(inserter) == TILT_OK, "no room");
		race->inserted += tilt_visited_insert(inserter, &record, hash) != TILT_NONE;
	}
}

/* All file the same classes in the same order. */
START_TEST(each_class_is_filed_once)
{
	const struct limits limits = {.threads = 1};
	struct monitor monitor = monitor_begin(&limits, NULL, NULL);
	for (int round = 0; round < 400; round++) {
		struct race race = {.budget = {.limit = 1 << 20}};
		must(tilt_visited_make_room(&race.visited, UINT64_MAX, &race.budget, &monitor,
		                            &answer) == TILT_OK,
		     "no room");
		for (int i = 0; i < RACERS; i++)
			race.inserter[i] =
				(struct tilt_inserter){&race.visited, &race.budget, 0, 0, false};
		parallel_for(RACERS, file_all, &race);
		for (int i = 0; i < RACERS; i++)
			tilt_visited_release(&race.inserter[i]);
		must(race.inserted == RACED && tilt_visited_classes(&race.visited) == RACED,
		     "%d filed, %u there", race.inserted, tilt_visited_classes(&race.visited));
		for (uint32_t i = 0; i < RACED; i++) {
			const struct tilt_record record = raced(i);
			must(tilt_visited_find(&race.visited, record.colouring, record.node,
			                       tilt_record_hash(record.colouring, record.node)) !=
			             TILT_NONE,
			     "class %u is lost", i);
		}
		tilt_visited_free(&race.visited, &race.budget);
		must(race.budget.bytes == 0, "%zu bytes are not given back", race.budget.bytes);
	}
}
END_TEST

/* The work is shared out where it is long: at so many classes, it has been. */
enum { SHARED_CLASSES = 100000 };

static bool long_board(int i, struct level *level)
{
	static const uint64_t seed[] = {6, 9, 24, 17};
	return wandered_level(seed[i], 10, 10, 10, 3000, level);
}

/* From the start, and from where some random moves lead, in one search. */
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

START_TEST(threads_find_as_short_ways)
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

/* Memory runs out, or states do, while several threads want more of it. */
START_TEST(limits_hold_for_threads)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	struct level level;
	int given_up = 0, long_ones = 0;
	must(long_board(0, &level) &&
	             search(puzzle, &level, &level.start, &limits_default, NULL, NULL, &answer),
	     "not solved");
	const int truth = answer.upper;
	for (int i = 0; i < 12; i++) {
		struct limits limits = {.bytes = (size_t)64 << 20, .threads = 2 + i % 2};
		if (i % 3 == 0)
			limits.states = (uint64_t)(40 + 20 * i) << 10;
		else
			limits.bytes = (size_t)(2000 + 800 * i) << 10;
		search(puzzle, &level, &level.start, &limits, NULL, NULL, &answer);
		must(answer.verdict == GAVE_UP ||
		             (answer.verdict == OPTIMAL && answer.upper == truth),
		     "verdict %d, %d moves", (int)answer.verdict, answer.upper);
		must(answer.lower <= truth && (answer.upper < 0 || answer.upper >= truth),
		     "bounds %d to %d, truth %d", answer.lower, answer.upper, truth);
		must(answer.length == 0 || plan_solves(puzzle, &level, &level.start, &answer),
		     "a wrong plan");
		given_up += answer.verdict == GAVE_UP;
		long_ones += answer.states > SHARED_CLASSES / 2;
	}
	must(given_up > 6 && long_ones > 6, "%d given up, %d long ones", given_up, long_ones);
}
END_TEST

/* ---- shipped levels ---- */

static void check_par(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	if (puzzle != puzzle_named("tilt"))
		return;
	must(search(puzzle, level, &level->start, &limits_default, NULL, NULL, &answer), "%s",
	     name);
	must(answer.verdict == OPTIMAL && answer.upper == level->par, "%s: %d moves, par %d", name,
	     answer.upper, level->par);
	must(plan_solves(puzzle, level, &level->start, &answer), "%s: a wrong plan", name);
}

START_TEST(shipped_levels_have_their_par)
{
	must(for_shipped_levels(check_par) > 0, "no level is shipped");
}
END_TEST

/* ---- broken off ---- */

/* Breaks off at a tick, and holds the bounds against the truth. */
struct brake {
	int ticks; /* left */
	int truth; /* NO_WAY, or the optimum */
	bool broken;
};

static bool brake(void *context, const struct answer *so_far)
{
	struct brake *brake = context;
	must(!brake->broken, "asked again after a no");
	must(brake->truth == NO_WAY ? so_far->upper < 0
	                            : so_far->lower <= brake->truth &&
	                                      (so_far->upper < 0 || so_far->upper >= brake->truth),
	     "bounds %d to %d, truth %d", so_far->lower, so_far->upper, brake->truth);
	brake->broken = brake->ticks-- == 0;
	return !brake->broken;
}

/* Breaks one kept search off at its first tick, the next at its second, ... Each time a whole
 * search from another position follows. Returns how often it was broken off. */
static int break_everywhere(const struct level *level, int threads, int step, struct random *random)
{
	const struct puzzle *puzzle = puzzle_named("tilt");
	const struct limits limits = {.bytes = (size_t)64 << 20, .threads = threads};
	struct state other = level->start;
	static struct answer truth, truth_there;
	wander(puzzle, level, &other, 5, random);
	search(puzzle, level, &level->start, &limits, NULL, NULL, &truth);
	search(puzzle, level, &other, &limits, NULL, NULL, &truth_there);
	for (int ticks = 0;; ticks += step) {
		struct brake at = {ticks, truth.upper, false};
		struct level_solver *kept = level_solver_new(puzzle, level, &limits);
		must(kept != NULL, "out of memory");
		level_solver_run(kept, &level->start, brake, &at, &answer);
		must(at.broken == (answer.verdict == SEARCHING), "verdict %d", (int)answer.verdict);
		must(answer.upper < 0 || answer.upper == answer.length, "no plan told");
		level_solver_run(kept, &other, NULL, NULL, &answer);
		must(answer.verdict == truth_there.verdict &&
		             (answer.verdict == GAVE_UP || answer.upper == truth_there.upper),
		     "broken off at %d: %d moves, truth %d", ticks, answer.upper,
		     truth_there.upper);
		level_solver_run(kept, &level->start, NULL, NULL, &answer);
		must(answer.verdict == truth.verdict &&
		             (answer.verdict == GAVE_UP || answer.upper == truth.upper),
		     "broken off at %d: %d moves, truth %d", ticks, answer.upper, truth.upper);
		level_solver_free(kept);
		if (!at.broken)
			return ticks / step;
	}
}

START_TEST(breaking_off_leaves_it_right)
{
	struct random random = {6};
	struct level level;
	int broken = 0;
	for (int i = 0; i < 16; i++) {
		if (wandered_level((uint64_t)i, 4 + i % 3, 5, 5, 200, &level))
			broken += break_everywhere(&level, 1, 1, &random);
	}
	must(broken > 60, "layers: broken off %d times only", broken);
	broken = 0;
	for (int i = 0; i < 4; i++)
		if (wandered_level((uint64_t)i, 8, 10, 10, 60, &level))
			broken += break_everywhere(&level, 1, 29, &random);
	must(broken > 8, "both ends: broken off %d times only", broken);
	must(wandered_level(24, 10, 10, 10, 3000, &level), "no level");
	broken = break_everywhere(&level, 1, 97, &random);
	must(broken > 2, "a first plan: broken off %d times only", broken);
	must(wandered_level(3, 26, 14, 3, 10, &level), "no level");
	broken = break_everywhere(&level, 1, 53, &random);
	must(broken > 2, "not explored: broken off %d times only", broken);
}
END_TEST

START_TEST(breaking_off_threads_leaves_it_right)
{
	struct random random = {8};
	struct level level;
	must(long_board(0, &level), "no level");
	/* How often the watch is looked at depends on what the other threads leave to the first. */
	must(break_everywhere(&level, 3, 31, &random) > 0, "never broken off");
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, all_distances_are_right);
	tcase_add_test(tests, little_memory_makes_no_answer_wrong);
	tcase_add_test(tests, random_boards_agree_with_the_general_search);
	tcase_add_test(tests, many_blocks_agree_with_the_general_search);
	tcase_add_test(tests, large_boards_agree_with_the_general_search);
	tcase_add_test(tests, layers_take_over);
	tcase_add_test(tests, plan_comes_before_the_proof);
	tcase_add_test(tests, states_are_limited_alike_every_time);
	tcase_add_test(tests, shipped_levels_have_their_par);
	tcase_add_test(tests, breaking_off_leaves_it_right);
}

static void add_threads(TCase *tests)
{
	tcase_add_test(tests, each_class_is_filed_once);
	tcase_add_test(tests, threads_find_as_short_ways);
	tcase_add_test(tests, limits_hold_for_threads);
	tcase_add_test(tests, breaking_off_threads_leaves_it_right);
}

int main(void)
{
	return run_tests_apart("kernel_tilt", add, add_threads);
}
