/* Rivals in a race: ghosts that move at their times, what other players tell and forge, distances
 * proven by the player's solver. */
#include <check.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/race.h"
#include "puzzle/reason.h"
#include "puzzle/registry.h"
#include "support/games.h"
#include "support/help.h"

/* Three moves: down right up. */
static void open_corners(struct session *session, struct solver *solver)
{
	open_tilt(session, corners, solver);
}

static bool open_ghost(struct rival *rival, const struct session *session, const char *moves,
                       const char *times)
{
	return rival_open_ghost(rival, "anna", session->puzzle, &session->level, moves, times);
}

START_TEST(a_ghost_moves_when_it_did)
{
	struct session session;
	struct rival rival;
	open_corners(&session, NULL);
	ck_assert(open_ghost(&rival, &session, "down right up", "12,5,30"));
	ck_assert_int_eq(rival_next(&rival), 12);
	ck_assert(!rival_follow(&rival, 11));
	ck_assert_int_eq(session_count(&rival.session), 0);
	ck_assert(rival_follow(&rival, 12));
	ck_assert_int_eq(session_count(&rival.session), 1);
	ck_assert_int_eq(rival_finish(&rival).count, -1);
	ck_assert_int_eq(rival_end(&rival).count, 3);
	ck_assert_int_eq(rival_end(&rival).tenths, 47);
	ck_assert_int_eq(rival_next(&rival), 17);
	ck_assert(rival_follow(&rival, 1000));
	ck_assert_int_eq(rival_finish(&rival).count, 3);
	ck_assert_int_eq(rival_next(&rival), -1);
	ck_assert(!rival_follow(&rival, 2000));
	rival_close(&rival);
	rival_close(&rival);
	session_close(&session);
}
END_TEST

START_TEST(what_does_not_replay_is_no_ghost)
{
	static const char *const wrong[][2] = {
		{"down right", "12,5"},
		{"down right up", "12,5"},
		{"down right up", ""},
		{"down right up", "12,5,30,1"},
		{"down right up", "12,5,-30"},
		{"down up up", "1,1,1"},
		{"down right up*", "1,1,1"},
		{"", ""},
		{"down right up left", "1,1,1,x"},
		{"downdowndowndowndown right up", "1,1,1"},
	};
	struct session session;
	struct rival rival;
	open_corners(&session, NULL);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		must(!open_ghost(&rival, &session, wrong[i][0], wrong[i][1]), "%s %s", wrong[i][0],
		     wrong[i][1]);
	session_close(&session);
}
END_TEST

/* Waits until the solver has told all it has to tell. */
static void await(struct session *session, struct rival *rival, struct solver *solver)
{
	for (int i = 0; i < 1000 && !rival_prepare(rival, session); i++) {
		struct pollfd wait = {.fd = solver_fd(solver), .events = POLLIN};
		poll(&wait, 1, 1000);
		session_poll_solver(session);
	}
}

START_TEST(distances_are_proven_by_the_player_s_solver)
{
	struct error error;
	struct session session;
	struct rival rival;
	char words[100];
	static const int minima[] = {3, 2, 3, 2, 1, 0};
	int left;
	struct solver *solver = solver_new(&limits_default, &error);
	ck_assert_ptr_nonnull(solver);
	open_corners(&session, solver);
	ck_assert(open_ghost(&rival, &session, "down up down right up", "1,1,1,1,1"));
	rival_words(&rival, &session, false, words, sizeof words);
	await(&session, &rival, solver);
	for (int i = 0; i <= 5; i++) {
		rival_follow(&rival, i);
		ck_assert(rival_left(&rival, &session, &left));
		ck_assert_int_eq(left, minima[i]);
	}
	rival_words(&rival, &session, false, words, sizeof words);
	ck_assert_str_eq(words, "5 moves, 0 left");
	rival_words(&rival, &session, true, words, sizeof words);
	ck_assert_str_eq(words, "5, 0 left");
	rival_close(&rival);
	session_close(&session);
	solver_free(solver);
}
END_TEST

/* The position is the same, but not its minimum: neither proof may be taken for the other. */
START_TEST(distances_on_another_board_are_proven_too)
{
	static const char nearer[] = "a..# ...#\n..#. ..#.\n.... ...a";
	struct error error;
	struct session session, other;
	struct rival rival;
	int left;
	struct solver *solver = solver_new(&limits_default, &error);
	ck_assert_ptr_nonnull(solver);
	open_corners(&session, solver);
	open_tilt(&other, nearer, NULL);
	ck_assert_mem_eq(&session.level.start, &other.level.start, sizeof other.level.start);
	ck_assert(open_ghost(&rival, &other, "down right", "1,1"));
	await(&session, &rival, solver);
	for (int i = 0; i <= 2; i++) {
		rival_follow(&rival, i);
		ck_assert(rival_left(&rival, &session, &left));
		ck_assert_int_eq(left, 2 - i);
	}
	ck_assert_int_eq(session_minimum(&session), 3);
	ck_assert(session_move(&session, session.answer.plan[0]));
	ck_assert_int_eq(session.answer.verdict, OPTIMAL);
	ck_assert_int_eq(session.answer.upper, 2);
	rival_close(&rival);
	session_close(&other);
	session_close(&session);
	solver_free(solver);
}
END_TEST

START_TEST(without_a_proof_the_distance_is_unknown)
{
	struct session session;
	struct rival rival;
	char words[100];
	int left;
	open_corners(&session, NULL);
	ck_assert(open_ghost(&rival, &session, "down right up", "0,0,0"));
	ck_assert(!rival_left(&rival, &session, &left));
	ck_assert_int_eq(left, MINIMUM_UNKNOWN);
	rival_words(&rival, &session, false, words, sizeof words);
	ck_assert_str_eq(words, "0 moves, ? left");
	rival_close(&rival);
	session_close(&session);
}
END_TEST

START_TEST(fewer_moves_win_then_less_time)
{
	const struct finish none = {.count = -1}, quick = {3, 10}, slow = {3, 11}, longer = {4, 1};
	ck_assert_int_lt(finish_compare(&quick, &slow), 0);
	ck_assert_int_lt(finish_compare(&slow, &longer), 0);
	ck_assert_int_lt(finish_compare(&longer, &none), 0);
	ck_assert_int_gt(finish_compare(&none, &longer), 0);
	ck_assert_int_eq(finish_compare(&quick, &quick), 0);
}
END_TEST

/* ---- races between players ---- */

static const char line[] = "race1 anna 1795662389585 0 tilt:7x7#5,tilt:7x7#6\n";

START_TEST(a_race_is_read_as_it_was_written)
{
	struct race_text race, same;
	const char *rest;
	char text[RACE_LINE_MAX + 32], again[RACE_LINE_MAX];
	snprintf(text, sizeof text, "%s12 right\n", line);
	ck_assert(race_text_read(&race, text, &rest));
	ck_assert_str_eq(race.owner, "anna");
	ck_assert_int_eq(race.boards, 2);
	ck_assert_str_eq(race.level[1], "tilt:7x7#6");
	ck_assert_str_eq(rest, "12 right\n");
	race_text_write(&race, again);
	ck_assert_str_eq(again, line);
	same = race;
	same.starts = 5;
	ck_assert(race_is_same(&race, &same));
	same.began++;
	ck_assert(!race_is_same(&race, &same));
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		struct game_id id;
		race_choose(&race, puzzle_at(i), 3, UINT64_MAX - 2);
		for (int board = 0; board < 3; board++)
			ck_assert(race_board(&race, board, &id));
	}
}
END_TEST

START_TEST(what_is_not_like_a_race_is_refused)
{
	static const char *const wrong[] = {
		"",
		"race1 anna 1 0 tilt:7x7#5",
		"race2 anna 1 0 tilt:7x7#5\n",
		"race1 an/na 1 0 tilt:7x7#5\n",
		"race1 anna -1 0 tilt:7x7#5\n",
		"race1 anna 1 x tilt:7x7#5\n",
		"race1 anna 1 0 \n",
		"race1 anna 1 0\n",
		"race1 anna 1 0 tilt:7x7#5,\n",
		"race1 anna 1 0 tilt:7x7#5,,tilt:7x7#6\n",
		"race1 anna 1 0 tilt:7x7#1,tilt:7x7#2,tilt:7x7#3,tilt:7x7#4\n",
		"race1 anna 1 0 tilt:12x12#5\n",
		"race1 anna 1 0 tilt/first-steps:1\n",
		"race1 anna 1 0 tilt:ladder#2026-48:3\n",
		"race1 anna 1 0 tilt:streak#20261125:7\n",
		"race1 anna 99999999999999999999 0 tilt:7x7#5\n",
	};
	struct race_text race;
	const char *rest;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		must(!race_text_read(&race, wrong[i], &rest), "%s was taken", wrong[i]);
}
END_TEST

/* Two boards, both of them `corners`: down right up. */
static void begin_race(struct session *session, struct race_boards *boards, struct racer *racer)
{
	open_corners(session, NULL);
	*boards = (struct race_boards){.puzzle = {session->puzzle, session->puzzle},
	                               .level = {&session->level, &session->level},
	                               .count = 2};
	ck_assert(racer_open(racer, "anna", boards));
}

static void take(struct racer *racer, const struct race_boards *boards, const char *words,
                 int64_t tenths)
{
	char *copy = strdup(words), *rest = NULL;
	for (char *word = strtok_r(copy, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		racer_take_word(racer, boards, word, tenths);
	free(copy);
}

START_TEST(a_racer_is_followed_from_board_to_board)
{
	struct session session;
	struct race_boards boards;
	struct racer racer;
	begin_race(&session, &boards, &racer);
	take(&racer, &boards, "down up =1 right up", 30);
	ck_assert(!racer.wrong && !racer.done && racer.board == 0);
	ck_assert_int_eq(racer_finish(&racer).count, -1);
	take(&racer, &boards, "+ down right", 40);
	ck_assert_int_eq(racer.board, 1);
	take(&racer, &boards, "up", 50);
	ck_assert(racer.done && !racer.wrong);
	ck_assert_int_eq(racer_finish(&racer).count, 6);
	ck_assert_int_eq(racer_finish(&racer).tenths, 50);
	take(&racer, &boards, "up + =0", 60); /* nothing can change that */
	racer_take_text(&racer, &boards, "", 0, 100);
	ck_assert_int_eq(racer_finish(&racer).tenths, 50);
	racer_close(&racer);
	session_close(&session);
}
END_TEST

START_TEST(a_forged_racer_is_not_followed)
{
	static const char *const wrong[] = {"up",     "x",       "+",         "down right up up",
	                                    "=1",     "down =2", "down = ",   "down right up + +",
	                                    "right*", "down -1", "=99999999", "down right up =0"};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		struct session session;
		struct race_boards boards;
		struct racer racer;
		begin_race(&session, &boards, &racer);
		take(&racer, &boards, wrong[i], 30);
		must(racer.wrong && !racer.done, "%s was taken", wrong[i]);
		racer_close(&racer);
		session_close(&session);
	}
}
END_TEST

/* Who had not been seen to move can't have moved before that. */
START_TEST(times_in_a_text_are_bounded)
{
	struct session session;
	struct race_boards boards;
	struct racer racer;
	begin_race(&session, &boards, &racer);
	racer_take_text(&racer, &boards, "5 down right up\n6 down\n", 20, 100);
	ck_assert(!racer.wrong && racer.board == 1);
	ck_assert_int_eq(racer.sum.tenths, 20);
	ck_assert_int_eq(session_count(&racer.rival.session), 1);
	racer_take_text(&racer, &boards, "5 down right up\n700 down right up\n", 30, 100);
	ck_assert(racer.done);
	ck_assert_int_eq(racer_finish(&racer).tenths, 100);
	racer_close(&racer);
	session_close(&session);
	begin_race(&session, &boards, &racer);
	racer_take_text(&racer, &boards, "x down\n", 0, 100);
	ck_assert(racer.wrong);
	racer_take_text(&racer, &boards, "1 down right\n1 down\n", 0, 100);
	ck_assert(racer.wrong);
	racer_take_text(&racer, &boards, "", 0, 100); /* begins again */
	ck_assert(!racer.wrong);
	racer_close(&racer);
	session_close(&session);
}
END_TEST

START_TEST(a_board_seen_solved_counts_as_it_was_then)
{
	struct session session;
	struct race_boards boards;
	struct racer racer;
	begin_race(&session, &boards, &racer);
	take(&racer, &boards, "down up down right up", 20);
	take(&racer, &boards, "+ down", 30);
	racer_take_text(&racer, &boards, "5 down right up\n6 down\n", 30, 40);
	ck_assert(!racer.wrong && racer.board == 1);
	ck_assert_int_eq(racer.sum.count, 5);
	ck_assert_int_eq(racer.sum.tenths, 20);
	take(&racer, &boards, "right up", 50);
	ck_assert_int_eq(racer_finish(&racer).count, 8);
	ck_assert_int_eq(racer_finish(&racer).tenths, 50);
	racer_close(&racer);
	session_close(&session);
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, a_board_seen_solved_counts_as_it_was_then);
	tcase_add_test(tests, a_race_is_read_as_it_was_written);
	tcase_add_test(tests, what_is_not_like_a_race_is_refused);
	tcase_add_test(tests, a_racer_is_followed_from_board_to_board);
	tcase_add_test(tests, a_forged_racer_is_not_followed);
	tcase_add_test(tests, times_in_a_text_are_bounded);
	tcase_add_test(tests, a_ghost_moves_when_it_did);
	tcase_add_test(tests, what_does_not_replay_is_no_ghost);
	tcase_add_test(tests, distances_on_another_board_are_proven_too);
	tcase_add_test(tests, without_a_proof_the_distance_is_unknown);
	tcase_add_test(tests, fewer_moves_win_then_less_time);
}

static void add_threads(TCase *tests)
{
	tcase_add_test(tests, distances_are_proven_by_the_player_s_solver);
}

int main(void)
{
	return run_tests_apart("rival", add, add_threads);
}
