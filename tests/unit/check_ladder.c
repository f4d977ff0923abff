/* Ladders: weeks and names, the same boards for ever, and ratings that rise. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "play/generate.h"
#include "play/ladder.h"
#include "play/library.h"
#include "play/rate.h"
#include "puzzle/registry.h"
#include "support/help.h"

static struct error error;

/* ---- weeks and names ---- */

static int week_of(int year, int month, int day)
{
	struct tm date = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
	return ladder_week(timegm(&date));
}

START_TEST(weeks_are_those_of_iso_8601)
{
	ck_assert_int_eq(week_of(2025, 12, 28), 202552); /* a Sunday */
	ck_assert_int_eq(week_of(2025, 12, 29), 202601);
	ck_assert_int_eq(week_of(2026, 1, 1), 202601);
	ck_assert_int_eq(week_of(2026, 11, 25), 202648);
	ck_assert_int_eq(week_of(2027, 1, 3), 202653);
	ck_assert_int_eq(week_of(2027, 1, 4), 202701);
}
END_TEST

START_TEST(names_are_read_as_they_are_written)
{
	static const char *const good[] = {"tilt:ladder#2026-48:3", "gems:ladder#2026-53",
	                                   "lines:ladder#1970-01:1", "bishop:ladder#9999-52:7"};
	static const char *const bad[] = {"tilt:ladder#2026-48:8",  "tilt:ladder#2026-48:0",
	                                  "tilt:ladder#2027-53:1",  "tilt:ladder#2026-00:1",
	                                  "tilt:ladder#2026-8:1",   "tilt:ladder#2026-48:",
	                                  "tilt:ladder#2026-48:3x", "tilt:ladder#2026-48:03",
	                                  "tilt:ladder#202648:3",   "tilt:ladder#+026-48:3",
	                                  "tilt:ladder#1969-48:3",  "tilt:ladder# 2026-48:3",
	                                  "chess:ladder#2026-48:3", "tilt:7x7#2026-48:3",
	                                  "tilt:ladder#2026--8:3",  "tilt:ladder",
	                                  "tilt:ladder#99999-01:1", ""};
	const struct puzzle *puzzle;
	int week, rung;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		char again[64];
		must(ladder_parse(good[i], &puzzle, &week, &rung), "%s is refused", good[i]);
		ladder_name(puzzle, week, rung, again, sizeof again);
		ck_assert_str_eq(again, good[i]);
		ck_assert(!ladder_fault(good[i], &error));
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		must(!ladder_parse(bad[i], &puzzle, &week, &rung), "%s is read", bad[i]);
	ck_assert(ladder_fault("tilt:ladder#2027-53:1", &error));
	ck_assert_ptr_nonnull(strstr(error.text, "a week of a year"));
}
END_TEST

START_TEST(neighbours_are_the_rungs_below_and_above)
{
	struct game_id id;
	char name[LEVEL_NAME_MAX];
	ck_assert(game_id_parse("gems:ladder#2026-48:6", &id));
	ck_assert(game_id_neighbour(&id, -1, name));
	ck_assert_str_eq(name, "gems:ladder#2026-48:5");
	ck_assert(game_id_neighbour(&id, 1, name));
	ck_assert_str_eq(name, "gems:ladder#2026-48:7");
	ck_assert(game_id_parse(name, &id));
	ck_assert(!game_id_neighbour(&id, 1, name));
	ck_assert(!game_id_is_daily(&id, &(struct tm){0}));
}
END_TEST

START_TEST(a_ladder_without_a_rung_is_all_of_them)
{
	struct library library;
	struct level_list levels = {0};
	char name[LEVEL_NAME_MAX];
	must(library_open(&library, &error), "%s", error.text);
	must(library_find(&library, "lines:ladder#2026-48", &levels, &error), "%s", error.text);
	ck_assert_int_eq(levels.count, LADDER_RUNGS);
	library_name(&library, levels.refs[4], name);
	ck_assert_str_eq(name, "lines:ladder#2026-48:5");
	ck_assert(library_is_portable(&library, levels.refs[4]));
	level_list_free(&levels);
	library_close(&library);
}
END_TEST

/* ---- the table ---- */

START_TEST(every_week_of_the_table_has_all_ladders)
{
	int row = 0;
	ck_assert_int_gt(ladder_row_count, 0);
	for (int week = ladder_rows[0].week; row < ladder_row_count; week++) {
		char name[64];
		const struct puzzle *puzzle;
		int again, rung;
		ladder_name(puzzle_at(0), week, 0, name, sizeof name);
		if (!ladder_parse(name, &puzzle, &again, &rung))
			continue;
		for (int i = 0; puzzle_at(i) != NULL; i++, row++) {
			must(row < ladder_row_count && ladder_rows[row].week == week &&
			             strcmp(ladder_rows[row].puzzle, puzzle_at(i)->name) == 0,
			     "%s has no row", name);
			ck_assert_uint_eq(strlen(ladder_rows[row].picks), LADDER_RUNGS);
		}
	}
}
END_TEST

/* ---- boards ---- */

static void make(const char *name, const struct puzzle **puzzle, struct level *level)
{
	struct game_id id;
	struct pack pack;
	must(game_id_parse(name, &id), "%s is no game ID", name);
	must(game_id_make(&id, &pack, &error), "%s", error.text);
	must(pack_level(&pack, 0, level, &error), "%s", error.text);
	*puzzle = pack_puzzle(&pack, 0);
	pack_free(&pack);
}

/* Lines of ladders.txt: a name, the board's par and its identity. */
START_TEST(boards_are_the_same_for_ever)
{
	const char *top = getenv("srcdir");
	char path[4096], line[128], name[64];
	int count = 0, par;
	uint64_t identity;
	snprintf(path, sizeof path, "%s/tests/unit/ladders.txt", top == NULL ? "." : top);
	FILE *file = fopen(path, "r");
	must(file != NULL, "%s can't be read", path);
	for (; fgets(line, sizeof line, file) != NULL; count++) {
		const struct puzzle *puzzle;
		struct level level;
		must(sscanf(line, "%63s %d %" SCNx64, name, &par, &identity) == 3, "%s", line);
		if (count % SLOWDOWN != 0) /* still all rungs */
			continue;
		make(name, &puzzle, &level);
		must(level.par == par && level_identity(puzzle, &level) == identity,
		     "%s is another board", name);
	}
	fclose(file);
	ck_assert_int_ge(count, 4 * LADDER_RUNGS * 4);
}
END_TEST

/* The pars and sizes of recipes rise, too, as far as rules are the same. */
START_TEST(recipes_rise)
{
	for (int i = 0; puzzle_at(i) != NULL; i++)
		for (int rung = 2; rung <= LADDER_RUNGS; rung++) {
			const struct recipe below = ladder_recipe(puzzle_at(i), rung - 1);
			const struct recipe here = ladder_recipe(puzzle_at(i), rung);
			ck_assert_int_ge(here.rows * here.columns, below.rows * below.columns);
			ck_assert_int_ge(here.par_min, below.par_min);
			must(recipe_check(puzzle_at(i), &here, &error), "%s", error.text);
		}
}
END_TEST

static int rating_of_rung(const struct puzzle *puzzle, int week, int rung)
{
	char name[64];
	const struct puzzle *same;
	struct level level;
	struct rating rating;
	ladder_name(puzzle, week, rung, name, sizeof name);
	make(name, &same, &level);
	must(rate_level(same, &level, &limits_default, &rating, &error), "%s", error.text);
	return rating.rating;
}

START_TEST(ratings_rise_from_rung_to_rung)
{
	static const int weeks[] = {202601, 202648};
	if (SANITIZED || getenv("UNDER_VALGRIND") != NULL) /* minutes */
		return;
	for (int i = 0; puzzle_at(i) != NULL; i++)
		for (size_t w = 0; w < sizeof weeks / sizeof *weeks; w++) {
			int below = 0;
			for (int rung = 1; rung <= LADDER_RUNGS; rung++) {
				const int here = rating_of_rung(puzzle_at(i), weeks[w], rung);
				must(here > below, "%s, week %d: rung %d is rated %d, after %d",
				     puzzle_at(i)->name, weeks[w], rung, here, below);
				below = here;
			}
		}
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, weeks_are_those_of_iso_8601);
	tcase_add_test(tests, names_are_read_as_they_are_written);
	tcase_add_test(tests, neighbours_are_the_rungs_below_and_above);
	tcase_add_test(tests, a_ladder_without_a_rung_is_all_of_them);
	tcase_add_test(tests, every_week_of_the_table_has_all_ladders);
	tcase_add_test(tests, boards_are_the_same_for_ever);
	tcase_add_test(tests, recipes_rise);
	tcase_add_test(tests, ratings_rise_from_rung_to_rung);
}

int main(void)
{
	return run_tests("ladder", add_all);
}
