/* Measured difficulty: the measures against naive ones on small boards, the simulated players, and
 * whether the ratings of shipped levels rise with what players make of them. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "play/rate.h"
#include "play/simulate.h"
#include "puzzle/registry.h"
#include "support/grades.h"
#include "support/help.h"

/* Three moves: down right up. */
static const char corners[] = "a..# ...#\n..#. ..#a\n.... ....";

static void rate(const struct puzzle *puzzle, const struct level *level, struct rating *rating)
{
	struct error error = {""};
	must(rate_level(puzzle, level, &limits_default, rating, &error), "%s", error.text);
}

/* ---- the measures against brute force ---- */

/* All positions of a level, and naive versions of what rate.c measures. */
struct web {
	const struct puzzle *puzzle;
	const struct level *level;
	struct brute brute;
};

static int number_of(const struct web *web, const struct state *state)
{
	for (int i = 0; i < web->brute.count; i++)
		if (same_state(&web->brute.state[i], state))
			return i;
	ck_abort_msg("a position that can't be reached");
}

/* The positions after the valid moves, by number. */
static int successors(const struct web *web, int from, int *out)
{
	move_code moves[MOVES_MAX];
	const struct state *state = &web->brute.state[from];
	const int count = puzzle_valid_moves(web->puzzle, web->level, state, moves);
	for (int i = 0; i < count; i++) {
		struct state next = *state;
		web->puzzle->rules.apply(web->level, &next, moves[i]);
		out[i] = number_of(web, &next);
	}
	return count;
}

static int naive_value(const struct web *web, int at, int look)
{
	static int next[2][MOVES_MAX];
	const struct state *state = &web->brute.state[at];
	int *out = next[look - 1], lowest = DEAD_END;
	if (web->puzzle->rules.solved(web->level, state))
		return 0;
	if (look == 1)
		return web->puzzle->rules.lower_bound(web->level, state);
	const int count = successors(web, at, out);
	for (int i = 0; i < count; i++) {
		const int value = naive_value(web, out[i], 1);
		if (value != DEAD_END && (lowest == DEAD_END || value + 1 < lowest))
			lowest = value + 1;
	}
	return lowest;
}

/* The first of the best successors; -1: none. */
static int naive_choice(const struct web *web, const int *out, int count, int look)
{
	int best = -1;
	for (int i = 0; i < count; i++) {
		const int value = naive_value(web, out[i], look);
		if (value != DEAD_END && (best < 0 || value < naive_value(web, out[best], look)))
			best = i;
	}
	return best;
}

static int naive_trap_from(const struct web *web, int at, int minimum, int look)
{
	static int out[MOVES_MAX];
	int length = 0;
	for (;; length++) {
		const int value = naive_value(web, at, look);
		if (value == DEAD_END || length + 1 + value > minimum)
			return length;
		const int best = naive_choice(web, out, successors(web, at, out), look);
		if (best < 0)
			return length + 1;
		at = out[best];
	}
}

struct sums {
	int positions, moves, lost, trap;
};

/* The traps behind one position's wrong moves. */
static int naive_trap(const struct web *web, const int *out, int count, int minimum)
{
	int trap = 0;
	for (int look = 1; look <= 2; look++) {
		const int best = naive_choice(web, out, count, look);
		for (int i = 0; best >= 0 && i < count; i++) {
			if (web->brute.rest[out[i]] == minimum - 1 ||
			    naive_value(web, out[i], look) != naive_value(web, out[best], look))
				continue;
			const int length = naive_trap_from(web, out[i], minimum, look);
			trap = length > trap ? length : trap;
		}
	}
	return trap;
}

/* Sums over all positions on shortest solutions. */
static struct sums naive_sums(const struct web *web)
{
	static int out[MOVES_MAX];
	struct sums sums = {0};
	for (int at = 0; at < web->brute.count; at++) {
		const int rest = web->brute.rest[at];
		if (rest == NO_WAY || rest == 0 ||
		    web->brute.depth[at] + rest != web->brute.rest[0])
			continue;
		const int count = successors(web, at, out);
		sums.positions++;
		sums.moves += count;
		for (int i = 0; i < count; i++)
			sums.lost += web->brute.rest[out[i]] == NO_WAY;
		const int trap = naive_trap(web, out, count, rest);
		sums.trap = trap > sums.trap ? trap : sums.trap;
	}
	return sums;
}

/* The number of shortest solutions from a position, and the fewest rises of the bound in one. */
static int naive_ways(const struct web *web, int at, int *away)
{
	int out[64], ways = 0;
	*away = 0;
	if (web->brute.rest[at] == 0)
		return 1;
	const int count = successors(web, at, out);
	must(count <= 64, "%d moves", count);
	for (int i = 0; i < count; i++) {
		int rises;
		if (web->brute.rest[out[i]] != web->brute.rest[at] - 1)
			continue;
		const int some = naive_ways(web, out[i], &rises);
		rises += naive_value(web, out[i], 1) > naive_value(web, at, 1);
		*away = ways == 0 || rises < *away ? rises : *away;
		ways += some;
	}
	return ways;
}

static int compared;

static void compare_rating(const struct web *web, const struct rating *rating, const char *name)
{
	const struct sums sums = naive_sums(web);
	const double positions = sums.positions > 0 ? sums.positions : 1;
	const double moves = sums.moves > 0 ? sums.moves : 1;
	int away;
	const int ways = naive_ways(web, 0, &away);
	must(rating->par == web->brute.rest[0], "%s: par %d", name, rating->par);
	must(!rating->limited && !rating->more_ways, "%s: limited", name);
	must(rating->ways == ways, "%s: %d ways", name, rating->ways);
	must(rating->away == away, "%s: away %d", name, rating->away);
	must(rating->trap == sums.trap, "%s: trap %d, not %d", name, rating->trap, sums.trap);
	ck_assert_double_eq_tol(rating->branching, sums.moves / positions, 1e-9);
	ck_assert_double_eq_tol(rating->dead_ends, sums.lost / moves, 1e-9);
}

static void compare_measures(const struct puzzle *puzzle, const struct level *level,
                             const char *name)
{
	enum { POSITIONS = 300, LONGEST = 7 };
	struct web web = {.puzzle = puzzle, .level = level};
	struct rating rating;
	if (level->endless || level_cells(level) > 25 ||
	    !brute_init(&web.brute, puzzle, level, &level->start, POSITIONS))
		return;
	if (web.brute.rest[0] != NO_WAY && web.brute.rest[0] <= LONGEST) {
		rate(puzzle, level, &rating);
		compare_rating(&web, &rating, name);
		compared++;
	}
	brute_free(&web.brute);
}

START_TEST(measures_are_those_of_brute_force)
{
	compared = 0;
	for_every_level(compare_measures);
	ck_assert_int_gt(compared, 100);
}
END_TEST

START_TEST(a_small_level_is_measured)
{
	struct level level;
	struct rating rating, again;
	read_tilt(corners, &level);
	rate(puzzle_named("tilt"), &level, &rating);
	ck_assert_int_eq(rating.par, 3);
	ck_assert_int_eq(rating.move_limit, rate_move_limit(3));
	ck_assert_int_eq(rating.ways, 1);
	ck_assert(rating.success[RATE_RANDOM] < rating.success[RATE_AHEAD]);
	ck_assert(rating.rating > RATING_MIN && rating.rating < 1500);
	rate(puzzle_named("tilt"), &level, &again);
	for (int p = 0; p < RATE_PLAYERS; p++)
		ck_assert_double_eq(rating.success[p], again.success[p]);
	ck_assert_int_eq(rating.rating, again.rating);
}
END_TEST

START_TEST(a_solved_level_has_the_lowest_rating)
{
	struct level level;
	struct rating rating;
	read_tilt("a. a.", &level);
	rate(puzzle_named("tilt"), &level, &rating);
	ck_assert_int_eq(rating.par, 0);
	ck_assert_int_eq(rating.rating, RATING_MIN);
}
END_TEST

/* ---- no rating ---- */

static void expect_unrated(const char *text, const struct limits *limits, const char *why)
{
	struct level level;
	struct rating rating;
	struct error error = {""};
	const struct puzzle *puzzle = read_level(text, &level);
	ck_assert(!rate_level(puzzle, &level, limits, &rating, &error));
	must(strstr(error.text, why) != NULL, "%s", error.text);
}

START_TEST(some_levels_have_no_rating)
{
	struct limits hasty = limits_default;
	hasty.seconds = 1e-9;
	expect_unrated("level: x\nmode: gems\nrefill: random 1 5\n\naab\nbba\ncac\n",
	               &limits_default, "endless");
	expect_unrated("level: x\nmode: tilt\n\n.a. ...\n#.# #a#\n#.# #.#\n", &limits_default,
	               "unsolvable");
	expect_unrated("level: x\nmode: tilt\n\na..# ...#\n..#. ..#a\n.... ....\n", &hasty,
	               "not proven");
}
END_TEST

/* ---- the formula ---- */

START_TEST(each_measure_adds_to_the_rating)
{
	const struct rating easy = {.success = {0.5, 0.5, 0.5},
	                            .branching = 3,
	                            .par = 5,
	                            .ways = 2,
	                            .rating = 0};
	struct rating harder[] = {easy, easy, easy, easy, easy, easy, easy, easy, easy};
	const int points = rate_compute(&easy);
	for (int p = 0; p < RATE_PLAYERS; p++)
		harder[p].success[p] = 0.25;
	harder[3].branching = 6;
	harder[4].par = 8;
	harder[5].ways = 1;
	harder[6].trap = 3;
	harder[7].away = 2;
	harder[8].dead_ends = 0.5;
	for (int i = 0; i < 9; i++)
		must(rate_compute(&harder[i]) > points, "%d", i);
	const struct rating extreme = {.branching = 90,
	                               .par = 5000,
	                               .trap = 5000,
	                               .away = 2000,
	                               .dead_ends = 0.9,
	                               .ways = 1};
	ck_assert_int_eq(rate_compute(&extreme), RATING_MAX);
}
END_TEST

/* ---- simulated players ---- */

START_TEST(games_are_reproducible_and_bounded)
{
	const struct simulated random = {.sharpness = 0, .look = 1};
	struct simulation simulation;
	struct level level;
	int played;
	read_tilt(corners, &level);
	const struct puzzle *puzzle = puzzle_named("tilt");
	ck_assert(simulation_init(&simulation, puzzle, &level, 1 << 20));
	const int wins = simulation_wins(&simulation, &random, 50, 8, 7, &played);
	ck_assert_int_eq(played, 50);
	ck_assert(wins > 0 && wins < 50);
	ck_assert_int_eq(simulation_wins(&simulation, &random, 50, 8, 7, NULL), wins);
	ck_assert_int_eq(simulation_wins(&simulation, &random, 50, 2, 7, NULL), 0);
	simulation.work_max = simulation.work + 20;
	simulation_wins(&simulation, &random, 50, 8, 7, &played);
	ck_assert_int_lt(played, 20);
	simulation_free(&simulation);
}
END_TEST

START_TEST(looking_ahead_sees_more)
{
	struct simulation simulation;
	struct level level;
	read_tilt("a.... ...a.", &level); /* it slides past the goal, for ever */
	const struct puzzle *puzzle = puzzle_named("tilt");
	ck_assert(simulation_init(&simulation, puzzle, &level, 1 << 20));
	const int near = simulation_value(&simulation, &level.start, 1),
		  far = simulation_value(&simulation, &level.start, 2);
	ck_assert(far == DEAD_END || far >= near);
	ck_assert_int_eq(simulation_value(&simulation, &level.start, 2), far);
	simulation_free(&simulation);
}
END_TEST

/* ---- shipped levels ---- */

enum { STEP = 30, GAMES = 12 };

/* Two standard errors of the difference of two shares, each of so many games. */
static double sampling_error(double a, double b, int games)
{
	return 2 * sqrt((a * (1 - a) + b * (1 - b)) / games);
}

static void compare_quarter(const struct graded_list *list, int q, int g)
{
	const int games = (quarter_begin(list, q + 1) - quarter_begin(list, q)) * GAMES;
	const double here = quarter_success(list, q, g);
	const double before = q == 0 ? 2 : quarter_success(list, q - 1, g);
	const double weaker = g == 0 ? 0 : quarter_success(list, q, g - 1);
	const double least_here = weaker - sampling_error(here, weaker, games);
	must(here < before || before < 0.02, "%s: %g in quarter %d, %g before it", grades[g].name,
	     here, q + 1, before);
	must(here >= least_here, "quarter %d: %s %g, a weaker player %g", q + 1, grades[g].name,
	     here, weaker);
}

START_TEST(ratings_rise_with_what_players_make_of_levels)
{
	struct graded_list list;
	grade_levels(&list, STEP, PAR_MAX, GAMES);
	ck_assert_int_ge(list.count, 20);
	for (int q = 0; q < QUARTERS; q++)
		for (int g = 0; g < GRADES; g++)
			compare_quarter(&list, q, g);
	graded_free(&list);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, measures_are_those_of_brute_force);
	tcase_add_test(tests, a_small_level_is_measured);
	tcase_add_test(tests, a_solved_level_has_the_lowest_rating);
	tcase_add_test(tests, some_levels_have_no_rating);
	tcase_add_test(tests, each_measure_adds_to_the_rating);
	tcase_add_test(tests, games_are_reproducible_and_bounded);
	tcase_add_test(tests, looking_ahead_sees_more);
	if (!SANITIZED)
		tcase_add_test(tests, ratings_rise_with_what_players_make_of_levels);
}

int main(void)
{
	return run_tests("rate", add_all);
}
