/* The table of ratings, levels/ratings: a row for each shipped level and no other, and rows equal
 * what is measured now. By it packs are in order. */
#include <check.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/library.h"
#include "play/rate.h"
#include "puzzle/measured.h"
#include "puzzle/registry.h"
#include "store/rating.h"
#include "support/help.h"

static const char advice[] = "run make rate";

/* ---- rows ---- */

START_TEST(rows_are_sorted_and_none_is_there_twice)
{
	ck_assert_int_gt(measured_count, 0);
	for (int i = 0; i < measured_count; i++) {
		const struct measured *row = &measured_levels[i];
		must(i == 0 || row[-1].identity < row->identity, "row %d is not in order; %s", i,
		     advice);
		must(row->rating >= RATING_MIN && row->rating <= RATING_MAX,
		     "rating %d is out of range", row->rating);
		ck_assert_int_eq(measured_rating(row->identity), row->rating);
	}
}
END_TEST

static bool *found; /* by row: whether a shipped level has it */

static void find_row(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	const uint64_t identity = level_identity(puzzle, level);
	must((measured_rating(identity) < 0) == level->endless,
	     level->endless ? "%s is endless, but has a rating; %s" : "%s has no rating; %s", name,
	     advice);
	for (int i = 0; i < measured_count; i++)
		found[i] |= measured_levels[i].identity == identity;
}

START_TEST(each_shipped_level_has_a_row_and_each_row_a_level)
{
	found = calloc((size_t)measured_count, sizeof *found);
	ck_assert_ptr_nonnull(found);
	ck_assert_int_gt(for_shipped_levels(find_row), 0);
	for (int i = 0; i < measured_count; i++)
		must(found[i], "no level has the rating of row %016" PRIx64 "; %s",
		     measured_levels[i].identity, advice);
	free(found);
}
END_TEST

START_TEST(a_level_that_is_not_shipped_has_none)
{
	struct level level;
	read_tilt("a..# ...#\n..#. ..#a\n.... ....", &level);
	ck_assert_int_eq(measured_rating(level_identity(puzzle_named("tilt"), &level)), -1);
}
END_TEST

/* ---- the order of packs ---- */

/* The packs "first-steps" teach: a level may be easier than the one before it, by at most this,
 * because it shows something new. In all others ratings never fall. The largest fall is in lines,
 * from the second level to the third. */
enum { LESSON_FALL = 150 };

static int fall_allowed(const char *pack)
{
	const char *name = strchr(pack, '/');
	return name != NULL && strcmp(name, "/first-steps") == 0 ? LESSON_FALL : 0;
}

static int rating_in(const struct library *library, struct level_ref ref)
{
	struct level level;
	struct error error;
	must(library_level_bare(library, ref, &level, &error), "%s", error.text);
	return measured_rating(level_identity(library_puzzle(library, ref), &level));
}

/* Returns how many levels of a pack are easier than the one before them by more than allowed. */
static int count_falls(const struct library *library, int pack)
{
	const char *name = library->packs[pack].name;
	int falls = 0, before = -1;
	for (int l = 0; l < library->packs[pack].count; l++) {
		const int rating = rating_in(library, (struct level_ref){pack, l});
		const bool falls_here = rating >= 0 && rating < before - fall_allowed(name);
		if (falls_here)
			fprintf(stderr, "%s:%d is rated %d, after %d\n", name, l + 1, rating,
			        before);
		falls += falls_here;
		before = rating >= 0 ? rating : before;
	}
	return falls;
}

START_TEST(ratings_do_not_fall_within_a_pack)
{
	struct library library;
	struct error error;
	int falls = 0;
	must(library_open(&library, &error), "%s", error.text);
	for (int p = 0; p < library.shipped; p++)
		falls += count_falls(&library, p);
	library_close(&library);
	must(falls == 0, "%d levels are easier than the one before them", falls);
}
END_TEST

/* ---- what is expected by par ---- */

static const struct puzzle *compared_puzzle;
static double sum, squares;
static int levels;

static void add_difference(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	(void)name;
	if (puzzle != compared_puzzle || level->endless)
		return;
	const int measured = measured_rating(level_identity(puzzle, level));
	const double difference = rating_of_level(0, puzzle->name, level->par).rating - measured;
	sum += difference;
	squares += difference * difference;
	levels++;
}

START_TEST(the_rating_expected_by_par_is_near)
{
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		compared_puzzle = puzzle_at(i);
		sum = squares = levels = 0;
		for_shipped_levels(add_difference);
		must(fabs(sum / levels) < 150 && sqrt(squares / levels) < 450,
		     "%s: %.0f too high, deviation %.0f; fit its .expected again",
		     puzzle_at(i)->name, sum / levels, sqrt(squares / levels));
	}
}
END_TEST

/* ---- a sample ---- */

enum { EACH = 15 * SLOWDOWN }; /* a sample of this many levels has one */

static int seen, compared;

/* A level that takes longer to measure than half a second is left out. */
static void measure_again(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	struct limits limits = limits_default;
	struct rating rating;
	struct error error;
	limits.seconds = 0.5;
	if (level->endless || seen++ % EACH != 0 ||
	    !rate_level(puzzle, level, &limits, &rating, &error) || rating.limited)
		return;
	compared++;
	must(measured_rating(level_identity(puzzle, level)) == rating.rating,
	     "%s: rating %d in the table, %d now; remove the table and %s", name,
	     measured_rating(level_identity(puzzle, level)), rating.rating, advice);
}

START_TEST(rows_equal_what_is_measured_now)
{
	seen = compared = 0;
	for_shipped_levels(measure_again);
	if (getenv("UNDER_VALGRIND") == NULL && !SANITIZED)
		ck_assert_int_gt(compared, seen / EACH / 2);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, rows_are_sorted_and_none_is_there_twice);
	tcase_add_test(tests, each_shipped_level_has_a_row_and_each_row_a_level);
	tcase_add_test(tests, a_level_that_is_not_shipped_has_none);
	tcase_add_test(tests, ratings_do_not_fall_within_a_pack);
	tcase_add_test(tests, the_rating_expected_by_par_is_near);
	tcase_add_test(tests, rows_equal_what_is_measured_now);
}

int main(void)
{
	return run_tests("measured", add_all);
}
