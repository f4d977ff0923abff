/* The ghosts of the day: which records show, in which order, and which don't. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "play/ghosts.h"
#include "support/games.h"
#include "support/help.h"

/* Boards with a solution. A seed is the same board for ever. */
#define TILT "7e9b9436c16d5ab0 tilt:7x7#1795684504831"
#define TILT_MOVES "right down right down left down right up right up"
#define LINES "4758253bd59b1803 lines:4x4#1795684505002"
#define LINES_MOVES "2-right d-up 4-left a-up c-up"

enum { NOON = 20783 * SECONDS_PER_DAY + SECONDS_PER_DAY / 2 };

static void add(struct scores *scores, int date, const char *rest)
{
	char *text;
	ck_assert_int_gt(asprintf(&text, "%d %s", date, rest), 0);
	scores_add(scores, "score1", text);
	free(text);
}

static struct scores begin(void)
{
	return (struct scores){.filter = ghosts_filter(NOON)};
}

static void take(struct ghosts *ghosts, struct scores *scores)
{
	struct error error = {""};
	must(scores_sort(scores, &error), "%s", error.text);
	ghosts_take(ghosts, scores, "dora");
}

static void check_all(struct ghosts *ghosts)
{
	while (ghosts_are_waiting(ghosts))
		ghosts_check(ghosts);
}

static const struct ghost *shown(const struct ghosts *ghosts, int number)
{
	ck_assert_int_lt(number, ghosts->shown_count);
	return &ghosts->ghost[ghosts->shown[number]];
}

START_TEST(a_board_has_its_best_result)
{
	struct ghosts ghosts = {.count = 0};
	struct scores scores = begin();
	add(&scores, NOON,
	    "anna@b.example " TILT "~1,1,1,1,1,1,1,1,1,1,1,1 right left " TILT_MOVES);
	add(&scores, NOON + 1, "berta " TILT "~9,9,9,9,9,9,9,9,9,9 " TILT_MOVES);
	add(&scores, NOON + 2, "carl@b.example " TILT "~5,5,5,5,5,5,5,5,5,5 " TILT_MOVES);
	add(&scores, NOON + 3, "dora " TILT "~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES);
	add(&scores, NOON + 4, "emil " TILT " " TILT_MOVES); /* without times */
	take(&ghosts, &scores);
	ck_assert_int_eq(ghosts.shown_count, 0); /* nothing is replayed yet */
	check_all(&ghosts);
	ck_assert_int_eq(ghosts.shown_count, 1);
	const struct ghost *ghost = shown(&ghosts, 0);
	ck_assert_str_eq(ghost->board, "tilt:7x7#1795684504831");
	ck_assert_str_eq(ghost->player, "carl@b.example");
	ck_assert_int_eq(ghost->best.count, 10);
	ck_assert_int_eq(ghost->best.tenths, 50);
	ck_assert_int_eq(ghost->others, 2);
	ck_assert(!ghosts_have_more(&ghosts));
	ghosts_free(&ghosts);
}
END_TEST

/* Of a record alone. */
static int count_shown(int date, const char *record)
{
	struct ghosts ghosts = {.count = 0};
	struct scores scores = begin();
	add(&scores, date, record);
	take(&ghosts, &scores);
	check_all(&ghosts);
	const int count = ghosts.shown_count;
	ghosts_free(&ghosts);
	return count;
}

START_TEST(what_is_no_ghost_of_the_day_is_left_out)
{
	static const char *const wrong[] = {
		"anna 63fbd167c26d9604 tilt/first-steps:1~5,6 right up",
		"anna dd62084b6e0cee2c tilt:7x7#20261125~1,1,1,1,1,1,1,1,1,1 "
		"right up left down left down right down left up",
		"anna " TILT " " TILT_MOVES,
		"anna " TILT "~1,1,1 " TILT_MOVES,
		"anna " TILT "~1,1,1,1,1,1,1,1,1,1 up down left down left down right up right up",
		"anna " TILT "~1 right",
		"anna 7e9b9436c16d5ab1 tilt:7x7#1795684504831~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES,
		"anna 7e9b9436c16d5ab0 tilt:7x7#1795684504832~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES,
		"anna 7e9b9436c16d5ab0 tilt:07x7#1795684504831~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES,
		"anna 7e9b9436c16d5ab0 tilt:9x9#1795684504831~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES,
		"anna 7e9b9436c16d5ab0 tilt:ladder#2026-48:1~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES,
		"anna 7e9b9436c16d5ab0 tilt:streak#20261125:1~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES,
		"anna 7e9b9436c16d5ab0 #~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES,
		"dora " TILT "~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES,
	};
	static const char good[] = "anna " TILT "~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		must(count_shown(NOON, wrong[i]) == 0, "%s", wrong[i]);
	ck_assert_int_eq(count_shown(NOON - SECONDS_PER_DAY / 2 - 1, good), 0);
	ck_assert_int_eq(count_shown(NOON - SECONDS_PER_DAY / 2, good), 1);
	ck_assert_int_eq(count_shown(NOON + SECONDS_PER_DAY / 2 - 1, good), 1);
	ck_assert_int_eq(count_shown(NOON + SECONDS_PER_DAY / 2, good), 0);
}
END_TEST

START_TEST(the_newest_come_first_and_stay_when_more_are_read)
{
	static const char tilt[] = "anna " TILT "~1,1,1,1,1,1,1,1,1,1 " TILT_MOVES;
	static const char lines[] = "berta " LINES "~1,1,1,1,1 " LINES_MOVES;
	struct ghosts ghosts = {.count = 0};
	struct scores scores = begin();
	add(&scores, NOON, tilt);
	add(&scores, NOON + 1, lines);
	take(&ghosts, &scores);
	ghosts_check(&ghosts);
	ck_assert_int_eq(ghosts.shown_count, 1);
	ck_assert_str_eq(shown(&ghosts, 0)->player, "berta");
	check_all(&ghosts);
	ck_assert_str_eq(shown(&ghosts, 1)->player, "anna");
	scores = begin();
	add(&scores, NOON, tilt);
	add(&scores, NOON + 1, lines);
	add(&scores, NOON + 2, "carl " TILT "~0,0,0,0,0,0,0,0,0,0 " TILT_MOVES);
	take(&ghosts, &scores);
	ck_assert(!ghosts_are_waiting(&ghosts));
	ck_assert_int_eq(ghosts.shown_count, 2);
	ck_assert_str_eq(shown(&ghosts, 0)->player, "carl");
	ck_assert_int_eq(shown(&ghosts, 0)->others, 1);
	ck_assert_str_eq(shown(&ghosts, 1)->player, "berta");
	ghosts_free(&ghosts);
}
END_TEST

/* A shortest solution of a board, as Anna's record. */
static void add_solved(struct scores *scores, int date, const char *name)
{
	static struct level level;
	static struct answer answer;
	struct game_id id;
	struct pack pack;
	struct session session;
	struct error error = {""};
	char *text, times[200] = "0";
	ck_assert(game_id_parse(name, &id));
	must(game_id_make(&id, &pack, &error) && pack_level(&pack, 0, &level, &error), "%s",
	     error.text);
	open_session(&session, id.puzzle, &level, NULL);
	solve_position(id.puzzle, &level, &level.start, &limits_default, NULL, NULL, &answer);
	ck_assert_int_eq(answer.verdict, OPTIMAL);
	for (int i = 0; i < answer.length; i++) {
		ck_assert(session_move(&session, answer.plan[i]));
		if (i > 0)
			strncat(times, ",1", sizeof times - strlen(times) - 1);
	}
	char *moves = session_moves(&session);
	ck_assert_int_gt(asprintf(&text, "anna %016" PRIx64 " %s~%s %s",
	                          level_identity(id.puzzle, &level), name, times, moves),
	                 0);
	add(scores, date, text);
	free(text);
	free(moves);
	session_close(&session);
	pack_free(&pack);
}

/* Of more boards than are shown, and than are looked at; forged ones in between take no room. */
START_TEST(the_list_is_bounded)
{
	enum { GOOD = GHOSTS_SHOWN_MAX + 2, BAD = 2 * GHOST_BOARDS_MAX };
	struct ghosts ghosts = {.count = 0};
	struct scores scores = begin();
	char text[200];
	for (int i = 0; i < GOOD; i++) {
		snprintf(text, sizeof text, "lines:4x4#17956845050%02d", i);
		add_solved(&scores, NOON + i, text);
	}
	for (int i = 0; i < BAD; i++) {
		snprintf(text, sizeof text, "anna %016x lines:4x4#1795684600%03d~1 2-right", i, i);
		add(&scores, i < 5 ? NOON + 10 : NOON - i, text);
	}
	take(&ghosts, &scores);
	ck_assert_int_eq(ghosts.count, GHOST_BOARDS_MAX);
	check_all(&ghosts);
	ck_assert_int_eq(ghosts.shown_count, GHOSTS_SHOWN_MAX);
	ck_assert(ghosts_have_more(&ghosts));
	for (int i = 0; i < GHOSTS_SHOWN_MAX; i++)
		ck_assert_int_eq(shown(&ghosts, i)->date, NOON + GOOD - 1 - i);
	ghosts_free(&ghosts);
}
END_TEST

static void add_ghosts(TCase *tests)
{
	tcase_add_test(tests, a_board_has_its_best_result);
	tcase_add_test(tests, what_is_no_ghost_of_the_day_is_left_out);
	tcase_add_test(tests, the_newest_come_first_and_stay_when_more_are_read);
	tcase_add_test(tests, the_list_is_bounded);
}

int main(void)
{
	return run_tests("ghosts", add_ghosts);
}
