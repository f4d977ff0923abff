/* The write queue: which entries replace others, what counts for reads, and what is dropped first
 * when it is full. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "store/entry.h"
#include "support/help.h"

static struct entries pending;

static void clear(void)
{
	entries_free(&pending);
	ck_assert_uint_eq(pending.size, 0);
	pending = (struct entries){.oldest = NULL};
}

static void add(struct entry entry)
{
	ck_assert(entries_queue(&pending, &entry));
}

/* What is pending about a level, or about a name or place. */
static const struct entry *about(enum entry_kind kind, uint64_t level, const char *name)
{
	return entries_find(&pending, &(struct entry){.kind = kind,
	                                              .level = level,
	                                              .name = name,
	                                              .place = name});
}

static void add_result(const char *place, uint64_t level, int64_t number, int64_t score,
                       bool optimal)
{
	add((struct entry){.kind = ENTRY_RESULT, .place = place, .level = level, .number = number,
	                   .score = score, .optimal = optimal});
}

static void add_game(uint64_t level, const char *history)
{
	add((struct entry){.kind = ENTRY_GAME, .level = level, .words = history});
}

static void expect_tale(const char *words)
{
	char told[ENTRY_SUMMARY_MAX];
	entries_summary(&pending, told);
	ck_assert_str_eq(told, words);
}

/* A run that began then, in milliseconds. */
static void add_run(const char *place, int64_t began, const char *words)
{
	add((struct entry){.kind = ENTRY_RUN, .place = place, .number = began, .words = words});
}

/* ---- replacing ---- */

START_TEST(a_newer_item_replaces_one_of_its_kind)
{
	for (int i = 1; i <= 2; i++) {
		add_game(1, i == 1 ? "left" : "left up");
		add((struct entry){.kind = ENTRY_SETTING, .name = "bell", .number = i});
		add((struct entry){.kind = ENTRY_DRAFT, .level = 1, .words = i == 1 ? "A" : "B"});
		add_run("storm", 7, i == 1 ? "0" : "0 left");
	}
	expect_tale("1 game, 1 drawing, 1 run, 1 setting");
	ck_assert_str_eq(pending.newest->words, "0 left");
	ck_assert_str_eq(about(ENTRY_GAME, 1, NULL)->words, "left up");
	ck_assert_int_eq(about(ENTRY_SETTING, 0, "bell")->number, 2);
	ck_assert_str_eq(about(ENTRY_DRAFT, 1, NULL)->words, "B");
}
END_TEST

START_TEST(other_items_stay)
{
	add_game(1, "left");
	add_game(2, "up");
	add((struct entry){.kind = ENTRY_SETTING, .name = "bell", .number = 1});
	add((struct entry){.kind = ENTRY_SETTING, .name = "speed", .number = 2});
	add((struct entry){.kind = ENTRY_DRAFT, .level = 1, .words = "A"});
	add((struct entry){.kind = ENTRY_DRAFT, .level = 2, .words = "B"});
	add_run("storm", 1, "0");
	add_run("storm", 2, "0");
	add_run("streak", 1, "0");
	add((struct entry){.kind = ENTRY_LEVEL, .level = 1, .text = "level: A\n"});
	add((struct entry){.kind = ENTRY_LEVEL, .level = 1, .text = "level: A\n"});
	expect_tale("2 games, 2 drawings, 3 runs, 2 settings, 2 levels");
	ck_assert_str_eq(about(ENTRY_GAME, 1, NULL)->words, "left");
	ck_assert_int_eq(about(ENTRY_SETTING, 0, "bell")->number, 1);
	ck_assert_str_eq(about(ENTRY_DRAFT, 1, NULL)->words, "A");
	ck_assert_ptr_null(about(ENTRY_GAME, 3, NULL));
	ck_assert_ptr_null(about(ENTRY_SETTING, 0, "colour"));
	ck_assert_ptr_null(about(ENTRY_DRAFT, 3, NULL));
}
END_TEST

START_TEST(a_result_ends_its_level_s_game_but_a_score_does_not)
{
	add_game(1, "left");
	add_result("here", 1, 5, 70, false);
	ck_assert_int_eq(about(ENTRY_GAME, 1, NULL)->kind, ENTRY_GAME);
	add_result("here", 2, 5, 0, false);
	expect_tale("2 results, 1 game");
	add_result("here", 1, 5, 0, false);
	ck_assert_int_eq(about(ENTRY_GAME, 1, NULL)->kind, ENTRY_RESULT);
	expect_tale("3 results");
	add_game(1, "up");
	ck_assert_int_eq(about(ENTRY_GAME, 1, NULL)->kind, ENTRY_GAME);
	expect_tale("3 results, 1 game");
}
END_TEST

/* ---- results ---- */

START_TEST(the_newest_result_of_a_level_counts)
{
	ck_assert_ptr_null(about(ENTRY_RESULT, 0, "here"));
	add_result("here", 1, 5, 0, false);
	add_result("there", 2, 4, 0, false);
	add_game(3, "left");
	add_result("here", 4, 9, 0, false);
	ck_assert_uint_eq(about(ENTRY_RESULT, 0, "here")->level, 4);
	ck_assert_uint_eq(about(ENTRY_RESULT, 0, "there")->level, 2);
	ck_assert_ptr_null(about(ENTRY_RESULT, 0, ""));
}
END_TEST

/* Each one is better than the next. */
START_TEST(results_are_ranked_by_score_then_moves_then_proof)
{
	static const struct {
		int64_t score, number;
		bool optimal;
	} order[] = {{9, 7, false}, {8, 3, true}, {8, 3, false}, {8, 4, true},
	             {0, 1, false}, {0, 2, true}, {0, 2, false}};
	enum { COUNT = sizeof order / sizeof order[0] };
	for (int i = 0; i < COUNT; i++)
		for (int j = i + 1; j < COUNT; j++) {
			const struct entry one = {.score = order[i].score,
			                          .number = order[i].number,
			                          .optimal = order[i].optimal};
			const struct entry other = {.score = order[j].score,
			                            .number = order[j].number,
			                            .optimal = order[j].optimal};
			ck_assert_ptr_eq(entry_better(&one, &other), &one);
			ck_assert_ptr_eq(entry_better(&other, &one), &one);
			ck_assert_ptr_eq(entry_better(&one, NULL), &one);
			ck_assert_ptr_eq(entry_better(NULL, &one), &one);
		}
	ck_assert_ptr_null(entry_better(NULL, NULL));
}
END_TEST

START_TEST(the_best_result_of_a_level_is_found)
{
	add_result("here", 1, 5, 0, false);
	add_result("here", 1, 4, 0, false);
	add_result("here", 1, 6, 0, true);
	add_result("here", 2, 3, 0, false);
	ck_assert_int_eq(entries_best(&pending, 1)->number, 4);
	ck_assert_int_eq(entries_best(&pending, 2)->number, 3);
	ck_assert_ptr_null(entries_best(&pending, 3));
}
END_TEST

/* ---- limits ---- */

/* Games are dropped first, then drafts, then results; never a setting, nor the newest entry. */
START_TEST(the_least_valuable_item_is_dropped)
{
	enum { LARGE = 100000 };
	char *words = calloc(1, 3 * LARGE);
	must(words != NULL, "no memory");
	memset(words, 'x', LARGE);
	add_game(1, words);
	add((struct entry){.kind = ENTRY_DRAFT, .level = 1, .words = words});
	add((struct entry){.kind = ENTRY_SETTING, .name = "bell", .number = 1});
	add((struct entry){.kind = ENTRY_RESULT, .level = 2, .words = words});
	ck_assert_int_eq(pending.dropped[ENTRY_GAME], 1);
	ck_assert_ptr_null(about(ENTRY_GAME, 1, NULL));
	add((struct entry){.kind = ENTRY_RESULT, .level = 3, .words = words});
	ck_assert_int_eq(pending.dropped[ENTRY_DRAFT], 1);
	ck_assert_ptr_null(about(ENTRY_DRAFT, 1, NULL));
	ck_assert_int_eq(pending.dropped[ENTRY_RESULT], 0);
	memset(words, 'x', 3 * LARGE - 1);
	add((struct entry){.kind = ENTRY_RESULT, .level = 4, .words = words});
	ck_assert_int_eq(pending.dropped[ENTRY_RESULT], 2);
	ck_assert_ptr_nonnull(entries_best(&pending, 4));
	ck_assert_int_eq(about(ENTRY_SETTING, 0, "bell")->number, 1);
	expect_tale("3 results, 1 game, 1 drawing, 1 setting");
	free(words);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, NULL, clear);
	tcase_add_test(tests, a_newer_item_replaces_one_of_its_kind);
	tcase_add_test(tests, other_items_stay);
	tcase_add_test(tests, a_result_ends_its_level_s_game_but_a_score_does_not);
	tcase_add_test(tests, the_newest_result_of_a_level_counts);
	tcase_add_test(tests, results_are_ranked_by_score_then_moves_then_proof);
	tcase_add_test(tests, the_best_result_of_a_level_is_found);
	tcase_add_test(tests, the_least_valuable_item_is_dropped);
}

int main(void)
{
	return run_tests("pending", add_all);
}
