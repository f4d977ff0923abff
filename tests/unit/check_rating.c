/* Glicko-2 against the example of its author, and the rating and the practice that follow from kept
 * results. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/measured.h"
#include "store/practice.h"
#include "store/rating.h"
#include "support/help.h"

enum { DAY = 24 * 60 * 60 };

/* ---- Glicko-2 ---- */

/* Glickman, "Example of the Glicko-2 system" (2013): 1464.06, 151.52, 0.05999. */
START_TEST(the_published_example_is_reproduced)
{
	static const struct glicko player = {1500, 200, 0.06};
	static const struct glicko_game games[] = {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}};
	const struct glicko after = glicko_update(player, games, 3);
	ck_assert_double_eq_tol(after.rating, 1464.06, 0.01);
	ck_assert_double_eq_tol(after.deviation, 151.52, 0.01);
	ck_assert_double_eq_tol(after.volatility, 0.05999, 0.00001);
}
END_TEST

START_TEST(without_games_only_the_deviation_grows)
{
	static const struct glicko player = {1700, 60, 0.06};
	struct glicko after = glicko_update(player, NULL, 0);
	ck_assert_double_eq_tol(after.rating, 1700, 1e-9);
	ck_assert_double_eq_tol(after.volatility, 0.06, 1e-9);
	ck_assert_double_gt(after.deviation, 60);
	for (int i = 0; i < 100000; i++)
		after = glicko_update(after, NULL, 0);
	ck_assert_double_eq_tol(after.deviation, glicko_new.deviation, 1e-9);
}
END_TEST

START_TEST(surprises_raise_the_volatility)
{
	static const struct glicko player = {1500, 50, 0.06};
	struct glicko_game games[20];
	for (int i = 0; i < 20; i++)
		games[i] = (struct glicko_game){2200, 30, 1};
	const struct glicko after = glicko_update(player, games, 20);
	ck_assert_double_gt(after.volatility, 0.06);
	ck_assert_double_gt(after.rating, 1600);
}
END_TEST

/* ---- results ---- */

static struct entries entries;

static void forget(void)
{
	entries_free(&entries);
	entries = (struct entries){0};
}

/* How a result was reached: without the counter, with it, or after a hint as well. */
enum aid { UNAIDED, COUNTER, HINT };

/* A result of the level of that number, whose par is 3. */
static void add(int number, int day, int count, enum aid aid)
{
	char text[256];
	snprintf(text, sizeof text,
	         "mode: tilt\nlevel: No. %d\npar: 3\n\na..# ...#\n..#. ..#a\n.... ....\n", number);
	must(entries_add(&entries, &(struct entry){.kind = ENTRY_RESULT,
	                                           .level = (uint64_t)number,
	                                           .name = "tilt",
	                                           .place = "",
	                                           .words = "",
	                                           .text = text,
	                                           .number = count,
	                                           .date = (int64_t)day * DAY + 1,
	                                           .optimal = count == 3,
	                                           .unaided = aid == UNAIDED,
	                                           .hinted = aid == HINT}),
	     "no memory");
}

static bool rate(const char *puzzle, struct player_rating *rating)
{
	struct outcomes outcomes;
	ck_assert(outcomes_find(&entries, &outcomes));
	const bool good = rating_of(&outcomes, puzzle, rating);
	outcomes_free(&outcomes);
	return good;
}

START_TEST(only_unaided_first_results_count)
{
	struct player_rating rating;
	forget();
	add(1, 10, 3, HINT);
	add(1, 11, 3, UNAIDED); /* the second one */
	ck_assert(rate(NULL, &rating));
	ck_assert_int_eq(rating.games, 0);
	ck_assert_double_eq_tol(rating_on(&rating, 11).rating, glicko_new.rating, 1e-9);
	rating_free(&rating);
	add(2, 11, 3, UNAIDED);
	add(3, 11, 5, UNAIDED);
	add(3, 12, 3, UNAIDED);
	ck_assert(rate("tilt", &rating));
	ck_assert_int_eq(rating.games, 2);
	ck_assert_int_eq(rating.count, 1); /* one day */
	rating_free(&rating);
	ck_assert(rate("gems", &rating));
	ck_assert_int_eq(rating.games, 0);
	rating_free(&rating);
	forget();
}
END_TEST

START_TEST(a_win_raises_and_a_loss_lowers)
{
	struct player_rating rating;
	forget();
	add(1, 10, 3, UNAIDED);
	add(2, 12, 4, UNAIDED);
	ck_assert(rate(NULL, &rating));
	ck_assert_int_eq(rating.count, 2);
	const double won = rating_on(&rating, 10).rating, lost = rating_on(&rating, 12).rating;
	ck_assert_double_gt(won, glicko_new.rating);
	ck_assert_double_lt(lost, won);
	ck_assert_double_lt(rating_on(&rating, 10).deviation, glicko_new.deviation);
	ck_assert_double_gt(rating_on(&rating, 100).deviation, rating_on(&rating, 12).deviation);
	ck_assert_double_eq_tol(rating_on(&rating, 9).rating, glicko_new.rating, 1e-9);
	rating_free(&rating);
	forget();
}
END_TEST

/* The rating after a first win at a level. */
static double after_win(const struct measured *level)
{
	struct player_rating rating;
	forget();
	add(1, 10, 3, UNAIDED);
	entries.oldest->level = level->identity;
	ck_assert(rate(NULL, &rating));
	const double after = rating_on(&rating, 10).rating;
	rating_free(&rating);
	forget();
	return after;
}

START_TEST(a_shipped_level_counts_by_its_measured_rating)
{
	const struct measured *easy = measured_levels, *hard = measured_levels;
	for (int i = 0; i < measured_count; i++) {
		const struct measured *level = &measured_levels[i];
		easy = level->rating < easy->rating ? level : easy;
		hard = level->rating > hard->rating ? level : hard;
	}
	ck_assert_double_eq_tol(rating_of_level(easy->identity, "tilt", 30).rating, easy->rating,
	                        1e-9);
	ck_assert_double_gt(after_win(hard), after_win(easy) + 100);
	ck_assert_int_eq(measured_rating(1), -1); /* of the others par tells */
	ck_assert_double_gt(rating_of_level(1, "tilt", 30).rating,
	                    rating_of_level(1, "tilt", 3).rating + 400);
	ck_assert_double_gt(rating_of_level(1, "gone", 30).rating,
	                    rating_of_level(1, "gone", 3).rating + 400);
}
END_TEST

/* A day played is one period, and a day between two of them is another. */
START_TEST(each_day_is_one_period)
{
	static const int days[] = {10, 11, 12, 16};
	struct player_rating rating;
	struct glicko expected = glicko_new;
	forget();
	for (int i = 0; i < 4; i++) {
		const struct glicko level = rating_of_level((uint64_t)i + 1, "tilt", 3);
		const struct glicko_game game = {level.rating, level.deviation, 1};
		add(i + 1, days[i], 3, UNAIDED);
		for (int idle = i == 0 ? 0 : days[i] - days[i - 1] - 1; idle > 0; idle--)
			expected = glicko_update(expected, NULL, 0);
		expected = glicko_update(expected, &game, 1);
	}
	ck_assert(rate("tilt", &rating));
	ck_assert_int_eq(rating.count, 4);
	ck_assert_double_eq_tol(rating_on(&rating, 16).rating, expected.rating, 1e-9);
	ck_assert_double_eq_tol(rating_on(&rating, 16).deviation, expected.deviation, 1e-9);
	expected = glicko_update(expected, NULL, 0);
	ck_assert_double_eq_tol(rating_on(&rating, 17).deviation, expected.deviation, 1e-9);
	rating_free(&rating);
	forget();
}
END_TEST

/* ---- practice ---- */

static void expect_due(int64_t first, int number)
{
	int count;
	struct outcomes outcomes;
	ck_assert(outcomes_find(&entries, &outcomes));
	struct practice *found = practice_find(&outcomes, &count);
	ck_assert_ptr_nonnull(found);
	ck_assert_int_eq(count, number);
	if (number > 0)
		ck_assert_int_eq(found[0].due, first);
	free(found);
	outcomes_free(&outcomes);
}

START_TEST(missed_levels_come_back_at_growing_intervals)
{
	forget();
	add(1, 10, 3, COUNTER); /* never missed */
	expect_due(0, 0);
	add(2, 10, 4, UNAIDED);
	expect_due(11, 1);
	add(3, 9, 3, HINT); /* helped */
	expect_due(10, 2);
	add(3, 12, 3, UNAIDED);
	expect_due(11, 2);
	add(2, 13, 3, UNAIDED);
	expect_due(15, 2);
	add(2, 16, 3, UNAIDED);
	add(2, 24, 5, UNAIDED); /* missed again */
	expect_due(15, 2);
	add(3, 15, 3, UNAIDED);
	add(3, 23, 3, UNAIDED);
	add(3, 44, 3, UNAIDED);
	add(3, 104, 3, UNAIDED); /* known */
	expect_due(25, 1);
	forget();
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, the_published_example_is_reproduced);
	tcase_add_test(tests, without_games_only_the_deviation_grows);
	tcase_add_test(tests, surprises_raise_the_volatility);
	tcase_add_test(tests, only_unaided_first_results_count);
	tcase_add_test(tests, each_day_is_one_period);
	tcase_add_test(tests, a_win_raises_and_a_loss_lowers);
	tcase_add_test(tests, a_shipped_level_counts_by_its_measured_rating);
	tcase_add_test(tests, missed_levels_come_back_at_growing_intervals);
}

int main(void)
{
	return run_tests("rating", add_all);
}
