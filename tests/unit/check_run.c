/* Runs: their names, boards that never change and become more difficult, the rules of both kinds,
 * and that a forged run counts nowhere. */
#include <check.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/hash.h"
#include "os/clock.h"
#include "play/game_id.h"
#include "play/generate.h"
#include "play/rate.h"
#include "play/run_list.h"
#include "play/scores.h"
#include "puzzle/replay.h"
#include "puzzle/registry.h"
#include "support/help.h"

enum { DATE = 20261125, TEXT_MAX = 1 << 16, RATED = 5 };

static struct run_boards boards;
static struct run run;

static void tear_down(void)
{
	run_boards_free(&boards);
}

static struct run_id id_of(const char *name)
{
	struct run_id id;
	int board;
	must(run_id_parse(name, &id, &board) && board == 0, "%s", name);
	return id;
}

/* ---- names ---- */

START_TEST(names_are_read)
{
	struct run_id id;
	int board;
	char name[RUN_NAME_MAX];
	for (int i = 0; puzzle_at(i) != NULL; i++)
		for (int kind = 0; kind < RUN_KINDS; kind++) {
			const struct run_id made = {puzzle_at(i), (enum run_kind)kind, DATE};
			for (int b = 0; b <= RUN_BOARDS_MAX; b++) {
				run_id_name(&made, b, name);
				must(run_id_parse(name, &id, &board) && board == b &&
				             run_id_equal(&id, &made),
				     "%s", name);
				struct game_id game;
				must(game_id_parse(name, &game) == (b > 0), "%s", name);
			}
		}
}
END_TEST

START_TEST(other_names_are_refused)
{
	static const char *const names[] = {
		"",
		"tilt",
		"tilt:streak",
		"tilt:streak#",
		"tilt:streak#0",
		"tilt:streak#20260231",
		"tilt:streak#120261125",
		"tilt:streak#020261125",
		"tilt:streak#20261125:0",
		"tilt:streak#20261125:01",
		"tilt:streak#20261125:101",
		"tilt:streak#20261125:1:1",
		"tilt:streak#20261125 ",
		"tilt:Storm#20261125",
		"tilt:7x7#20261125",
		"chess:storm#20261125",
		"storm#20261125",
	};
	struct run_id id;
	int board;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		must(!run_id_parse(names[i], &id, &board), "%s", names[i]);
}
END_TEST

/* ---- boards ---- */

static const struct level *board_of(const char *name, int board)
{
	struct error error;
	const struct run_id id = id_of(name);
	const struct level *level = run_boards_get(&boards, &id, board, &error);
	must(level != NULL, "%s: %s", name, error.text);
	return level;
}

/* A line of runs.txt: "tilt:streak#20261125:7 5 16763272747145629582", a board's name, its par and
 * the level's identity. Runs are seeded for ever: another board breaks what players have. */
static void check_line(const char *line)
{
	char name[RUN_NAME_MAX];
	int par, board;
	uint64_t identity;
	struct run_id id;
	struct error error;
	must(sscanf(line, "%63s %d %" SCNu64, name, &par, &identity) == 3 &&
	             run_id_parse(name, &id, &board) && board > 0,
	     "bad line: %s", line);
	const struct level *level = run_boards_get(&boards, &id, board, &error);
	must(level != NULL, "%s: %s", name, error.text);
	must(level->par == par && level_identity(id.puzzle, level) == identity, "%s is %d %" PRIu64,
	     name, level->par, level_identity(id.puzzle, level));
}

START_TEST(boards_never_change)
{
	const char *top = getenv("srcdir");
	char path[4096], line[128];
	int count = 0;
	snprintf(path, sizeof path, "%s/tests/unit/runs.txt", top == NULL ? "." : top);
	FILE *file = fopen(path, "r");
	must(file != NULL, "%s can't be read", path);
	for (; fgets(line, sizeof line, file) != NULL; count++)
		if (count % SLOWDOWN == 0)
			check_line(line);
	fclose(file);
	ck_assert_int_eq(count, 80);
}
END_TEST

START_TEST(a_board_is_the_level_of_its_name)
{
	struct library library;
	struct level_list found = {0};
	struct error error;
	const struct level *level = board_of("gems:storm#20261125", 8);
	struct level *bare = malloc(sizeof *bare);
	must(library_open(&library, &error), "%s", error.text);
	must(library_find(&library, "gems:storm#20261125:8", &found, &error), "%s", error.text);
	must(library_level_bare(&library, found.refs[0], bare, &error), "%s", error.text);
	const struct puzzle *gems = library_puzzle(&library, found.refs[0]);
	ck_assert_uint_eq(level_identity(gems, bare), level_identity(gems, level));
	ck_assert_int_eq(bare->par, level->par);
	must(!library_find(&library, "gems:storm#20261125", &found, &error) &&
	             strstr(error.text, "is a run") != NULL,
	     "%s", error.text);
	free(bare);
	level_list_free(&found);
	library_close(&library);
}
END_TEST

static int compare_ints(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* The median rating of a step's boards. */
static int rating_of_step(const struct puzzle *puzzle, const struct board_step *step)
{
	int ratings[RATED];
	struct error error;
	struct level *level = malloc(sizeof *level);
	const struct recipe recipe = recipe_of_step(puzzle, step);
	for (int i = 0; i < RATED; i++) {
		struct rating rating;
		must(generate(puzzle, &recipe, (uint64_t)i, level, &error), "%s", error.text);
		puzzle_prepare(puzzle, level);
		must(rate_level(puzzle, level, &limits_default, &rating, &error), "%s", error.text);
		ratings[i] = rating.rating;
	}
	free(level);
	qsort(ratings, RATED, sizeof *ratings, compare_ints);
	return ratings[RATED / 2];
}

/* Each third than the third before: a few boards say no more. With 21 of each, each step is more
 * difficult than the last, but that takes a minute. */
START_TEST(steps_become_more_difficult)
{
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		const struct puzzle *puzzle = puzzle_at(i);
		const struct board_step *steps = puzzle->generator.steps;
		int rating[16] = {0};
		for (int s = 0; steps[s].rows > 0; s++) {
			if (s % 3 != 0)
				continue;
			rating[s] = rating_of_step(puzzle, &steps[s]);
			must(s < 3 || rating[s] > rating[s - 3], "%s, step %d: %d after %d",
			     puzzle->name, s, rating[s], rating[s - 3]);
		}
	}
}
END_TEST

/* Each board of a storm has the step of the one before, or the next. */
START_TEST(storms_climb_the_steps)
{
	const struct run_id id = {puzzle_at(0), RUN_STORM, DATE};
	int par = 0, steps = 0;
	for (int b = 1; b <= RUN_BOARDS_MAX; b++) {
		const struct recipe recipe = run_recipe(&id, b);
		ck_assert_int_ge(recipe.par_max, par);
		steps += recipe.par_max != par;
		par = recipe.par_max;
	}
	ck_assert_int_ge(steps, 6);
}
END_TEST

static int rating_of_board(const struct run_id *id, int board)
{
	char name[RUN_NAME_MAX];
	struct level level;
	struct rating rating;
	struct error error;
	run_id_name(id, 0, name);
	level = *board_of(name, board);
	puzzle_prepare(id->puzzle, &level);
	must(rate_level(id->puzzle, &level, &limits_default, &rating, &error), "%s", error.text);
	return rating.rating;
}

/* Of a day that follows from the clock, so that other boards are rated every day. */
START_TEST(the_ratings_of_a_streak_rise)
{
	enum { BOARDS = 8 / SLOWDOWN };
	const struct run_id id = run_of_day(puzzle_at(_i), RUN_STREAK, time(NULL));
	for (int b = 1, before = 0; b <= BOARDS; b++) {
		const int rating = rating_of_board(&id, b);
		must(rating > before, "%s, board %d: %d after %d", id.puzzle->name, b, rating,
		     before);
		before = rating;
	}
}
END_TEST

/* After the last pool, its boards follow, each another one. */
START_TEST(long_streaks_do_not_repeat_a_board)
{
	const struct run_id id = {puzzle_at(_i), RUN_STREAK, DATE};
	for (int b = 2; b <= 40; b++)
		for (int before = 1; before < b; before++)
			must(run_seed(&id, b) != run_seed(&id, before), "%d is %d", b, before);
}
END_TEST

/* ---- playing ---- */

/* Adds a shortest solution of a board to the text. */
static void add_solution(char *text, const char *name, int board)
{
	struct answer *answer = malloc(sizeof *answer);
	struct level *level = malloc(sizeof *level);
	const struct puzzle *puzzle = id_of(name).puzzle;
	*level = *board_of(name, board);
	puzzle_prepare(puzzle, level);
	must(solve_position(puzzle, level, &level->start, &limits_default, NULL, NULL, answer),
	     "here");
	for (int i = 0; i < answer->length; i++) {
		char move[MOVE_NAME_MAX];
		puzzle->format.name_move(level, answer->plan[i], move);
		sprintf(text + strlen(text), " %s", move);
	}
	free(level);
	free(answer);
}

/* A run's text: the first `count` boards solved in the minimum, ten seconds each. */
static char *solutions(const char *name, int count)
{
	static char text[TEXT_MAX];
	text[0] = '\0';
	for (int b = 1; b <= count; b++) {
		sprintf(text + strlen(text), "%s%d", b > 1 ? " / " : "", 100 * b);
		add_solution(text, name, b);
	}
	return text;
}

/* The score of a text; -1: it is refused. */
static int score_of(const char *name, const char *text)
{
	struct error error;
	const struct run_id id = id_of(name);
	if (!run_read(&run, &boards, &id, text, &error)) {
		ck_assert_int_eq(run.count, 0);
		ck_assert_str_ne(error.text, "here");
		return -1;
	}
	const int score = run_score(&run);
	char *again = run_words(&run);
	ck_assert_str_eq(again, text);
	free(again);
	run_free(&run);
	return score;
}

/* The text with something added. */
static const char *with(const char *text, const char *format, ...)
{
	static char all[TEXT_MAX];
	va_list arguments;
	const int length = snprintf(all, sizeof all, "%s", text);
	va_start(arguments, format);
	vsnprintf(all + length, sizeof all - (size_t)length, format, arguments);
	va_end(arguments);
	return all;
}

#define STREAK "tilt:streak#20261125"
#define STORM "tilt:storm#20261125"

START_TEST(a_streak_counts_boards_in_the_minimum)
{
	const char *three = solutions(STREAK, 3);
	ck_assert_int_eq(score_of(STREAK, "0"), 0);
	ck_assert_int_eq(score_of(STREAK, three), 3);
	ck_assert_int_eq(score_of(STREAK, with(three, " / 400")), 3);
	ck_assert_int_eq(score_of(STREAK, with(three, " / 99999 down")), 3);
	ck_assert_int_eq(score_of("gems:streak#20261125", solutions("gems:streak#20261125", 5)), 5);
	ck_assert_int_eq(score_of("lines:streak#20261125", solutions("lines:streak#20261125", 5)),
	                 5);
	ck_assert_int_eq(score_of("bishop:streak#20261125", solutions("bishop:streak#20261125", 5)),
	                 5);
}
END_TEST

/* The first board over par ends it: whatever follows is refused. */
START_TEST(a_streak_ends_with_the_first_other_board)
{
	struct error error;
	const struct run_id id = id_of(STREAK);
	const char *first = solutions(STREAK, 1);
	char *text = strdup(with(first, " / 200 left right left right left right left right"));
	must(run_read(&run, &boards, &id, text, &error), "%s", error.text);
	ck_assert_int_eq(run_score(&run), 1);
	must(run_is_missed(&run, board_of(STREAK, 2)->par), "here");
	run_free(&run);
	ck_assert_int_eq(score_of(STREAK, with(text, " / 300")), -1);
	ck_assert_int_eq(score_of(STREAK, with(first, " / 200 / 300")), -1);
	free(text);
}
END_TEST

START_TEST(a_storm_counts_two_for_the_minimum)
{
	char *three = strdup(solutions(STORM, 3));
	char longer[TEXT_MAX] = "50 left right"; /* a detour, then the solution from there */
	ck_assert_int_eq(score_of(STORM, three), 6);
	ck_assert_int_eq(score_of(STORM, with(three, " / 400 / 500 / 1800 left")), 6);
	struct level *level = malloc(sizeof *level);
	struct answer *answer = malloc(sizeof *answer);
	*level = *board_of(STORM, 1);
	const struct puzzle *tilt = id_of(STORM).puzzle;
	struct replay replay;
	struct error error;
	must(replay_moves(tilt, level, "left right left right", &replay, &error), "%s", error.text);
	puzzle_prepare(tilt, level);
	must(solve_position(tilt, level, &replay.state, &limits_default, NULL, NULL, answer),
	     "here");
	strcat(longer, " left right");
	for (int i = 0; i < answer->length; i++) {
		char move[MOVE_NAME_MAX];
		tilt->format.name_move(level, answer->plan[i], move);
		sprintf(longer + strlen(longer), " %s", move);
	}
	ck_assert_int_eq(score_of(STORM, longer), 1);
	free(level);
	free(answer);
	free(three);
}
END_TEST

/* ---- forged runs ---- */

START_TEST(broken_words_are_refused)
{
	static const char *const texts[] = {"",    " ",          "x",          "/",      "-1",
	                                    "1.5", "0 sideways", "0 left*",    "0 / ",   "0 /",
	                                    "0/1", "0 left / x", "9999999999", " 0 left"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		must(score_of(STORM, texts[i]) == -1, "\"%s\"", texts[i]);
}
END_TEST

START_TEST(times_must_rise_and_fit)
{
	const char *three = solutions(STORM, 3);
	ck_assert_int_eq(score_of(STORM, with(three, " / 1800")), 6);
	ck_assert_int_eq(score_of(STORM, with(three, " / 1801")), -1);
	ck_assert_int_eq(score_of(STORM, with(three, " / 299")), -1);
	ck_assert_int_eq(score_of(STREAK, with(solutions(STREAK, 3), " / 2000")), 3);
}
END_TEST

START_TEST(boards_of_another_run_do_not_count)
{
	char *text = strdup(solutions(STREAK, 6));
	ck_assert_int_eq(score_of(STREAK, text), 6);
	ck_assert_int_lt(score_of("tilt:streak#20261126", text), 6);
	ck_assert_int_lt(score_of("tilt:streak#20261124", text), 6);
	ck_assert_int_lt(score_of(STORM, text), 6);
	ck_assert_int_eq(score_of("gems:streak#20261125", text), -1);
	free(text);
}
END_TEST

/* Reading a forged run makes only the boards that it solves, and one. */
START_TEST(forged_runs_cost_little)
{
	char text[TEXT_MAX] = "0 nowhere";
	for (int i = 0; i < 2000; i++)
		strcat(text, " / 0 left");
	run_boards_free(&boards);
	ck_assert_int_eq(score_of(STREAK, text), -1);
	ck_assert_int_eq(boards.count, 1);
	text[0] = '\0';
	for (int i = 0; i <= RUN_BOARDS_MAX; i++)
		strcat(text, i == 0 ? "0" : " / 0");
	ck_assert_int_eq(score_of("bishop:storm#20261125", text), -1);
	memset(text, '0', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	ck_assert_int_eq(score_of(STREAK, text), -1);
}
END_TEST

START_TEST(only_the_score_that_the_moves_give_is_shown)
{
	struct run_list list = {.count = 0};
	const struct run_id id = id_of(STREAK);
	const char *three = solutions(STREAK, 3);
	must(run_list_add(&list, STREAK, three, 4, 1, 9), "here");         /* more than it shows */
	must(run_list_add(&list, STREAK, "0 left / 0", 99, 2, 9), "here"); /* not a run */
	must(run_list_add(&list, STREAK, three, 3, 3, 0), "here");         /* in progress */
	must(run_list_add(&list, "tilt:streak#20261124", three, 3, 4, 9),
	     "here"); /* other boards */
	must(run_list_add(&list, "tilt/classic:1", three, 3, 5, 9), "here");
	ck_assert_int_eq(list.count, 4);
	ck_assert_ptr_null(run_list_best(&list, &boards, &id, DATE, NULL));
	ck_assert_ptr_null(run_list_best(&list, &boards, &id, 0, NULL));
	ck_assert_int_eq(run_list_current(&list, &id)->began, 3);
	must(run_list_add(&list, STREAK, solutions(STREAK, 2), 2, 6, 9), "here");
	must(run_list_add(&list, STREAK, solutions(STREAK, 2), 2, 7, 9), "here");
	const struct run_record *best = run_list_best(&list, &boards, &id, DATE, &run);
	ck_assert_ptr_nonnull(best);
	ck_assert_int_eq(best->began, 6);
	ck_assert_int_eq(run_score(&run), 2);
	run_free(&run);
	/* What was verified is not made again; another text is. */
	const struct run_id other = id_of(STORM);
	struct error error;
	must(run_boards_get(&boards, &other, 1, &error) != NULL, "%s", error.text);
	ck_assert_ptr_eq(run_list_best(&list, &boards, &id, DATE, NULL), best);
	must(run_id_equal(&boards.id, &other), "the boards were made again");
	list.record[4].words[0] = 'x';
	ck_assert_ptr_eq(run_list_best(&list, &boards, &id, DATE, NULL), best + 1);
	run_list_free(&list);
}
END_TEST

/* A storm that was left counts when its time is up, a streak only once it is ended. */
START_TEST(a_storm_ends_by_itself)
{
	struct run_list list = {.count = 0};
	const struct run_id storm = id_of(STORM), streak = id_of(STREAK);
	must(run_list_add(&list, STORM, solutions(STORM, 2), 4, wall_milliseconds(), 0), "here");
	must(run_list_add(&list, STREAK, solutions(STREAK, 2), 2, 1, 0), "here");
	ck_assert_ptr_null(run_list_best(&list, &boards, &storm, 0, NULL));
	ck_assert_ptr_null(run_list_best(&list, &boards, &streak, 0, NULL));
	list.record[0].began -= 180000;
	ck_assert_ptr_eq(run_list_best(&list, &boards, &storm, 0, NULL), &list.record[0]);
	run_list_free(&list);
}
END_TEST

/* ---- the leaderboard ---- */

static void add_record(struct scores *scores, const char *player, const char *of_level,
                       const char *place, const char *words)
{
	static char text[TEXT_MAX];
	snprintf(text, sizeof text, "1 %s %016" PRIx64 " %s %s", player, hash_text(of_level), place,
	         words);
	scores_add(scores, "score1", text);
}

START_TEST(forged_records_are_not_ranked)
{
	struct scores scores = {0};
	struct leaderboard board;
	struct error error;
	const struct run_id id = id_of(STORM);
	char *record, *two = strdup(solutions(STORM, 2)), *three = strdup(solutions(STORM, 3));
	must(scores_record_run("anna", &id, two, 7, &record), "here");
	scores_add(&scores, "score1", record);
	free(record);
	must(scores_record_run(NULL, &id, two, 7, &record) && record == NULL, "here");
	add_record(&scores, "bert", STORM, STORM, three);
	add_record(&scores, "bert", STORM, STORM, two);
	add_record(&scores, "late", STORM, STORM, with(three, " / 1801"));
	add_record(&scores, "idle", STORM, STORM, "0 / 1800");
	add_record(&scores, "other", STREAK, STORM, three);
	add_record(&scores, "yesterday", STORM, STORM, solutions("tilt:storm#20261124", 3));
	add_record(&scores, "helped", STORM, STORM, "0 left*");
	add_record(&scores, "elsewhere", "tilt:storm#20261124", "tilt:storm#20261124", three);
	must(scores_sort(&scores, &error), "%s", error.text);
	scores_rank_run(&scores, &boards, &id, &board);
	ck_assert_int_eq(board.count, 2);
	ck_assert_str_eq(board.score[0].player, "bert");
	ck_assert_int_eq(board.score[0].score, 6);
	ck_assert_str_eq(board.score[1].player, "anna");
	ck_assert_int_eq(board.score[1].score, 4);
	const struct run_id none = id_of("gems:storm#20261125");
	scores_rank_run(&scores, &boards, &none, &board);
	ck_assert_int_eq(board.count, 0);
	scores_free(&scores);
	free(two);
	free(three);
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_checked_fixture(tests, NULL, tear_down);
	tcase_add_test(tests, names_are_read);
	tcase_add_test(tests, other_names_are_refused);
	tcase_add_test(tests, boards_never_change);
	tcase_add_test(tests, a_board_is_the_level_of_its_name);
	if (!SANITIZED)
		tcase_add_test(tests, steps_become_more_difficult);
	tcase_add_test(tests, storms_climb_the_steps);
	tcase_add_loop_test(tests, the_ratings_of_a_streak_rise, 0, 4);
	tcase_add_loop_test(tests, long_streaks_do_not_repeat_a_board, 0, 4);
	tcase_add_test(tests, a_streak_counts_boards_in_the_minimum);
	tcase_add_test(tests, a_streak_ends_with_the_first_other_board);
	tcase_add_test(tests, a_storm_counts_two_for_the_minimum);
	tcase_add_test(tests, broken_words_are_refused);
	tcase_add_test(tests, times_must_rise_and_fit);
	tcase_add_test(tests, boards_of_another_run_do_not_count);
	tcase_add_test(tests, forged_runs_cost_little);
	tcase_add_test(tests, only_the_score_that_the_moves_give_is_shown);
	tcase_add_test(tests, a_storm_ends_by_itself);
	tcase_add_test(tests, forged_records_are_not_ranked);
}

int main(void)
{
	return run_tests("run", add);
}
