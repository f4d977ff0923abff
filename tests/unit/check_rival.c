/* Rivals in a race: ghosts that move at their times, distances proven by the player's solver. */
#include <check.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "play/rival.h"
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
	rival_words(&rival, &session, words, sizeof words);
	await(&session, &rival, solver);
	for (int i = 0; i <= 5; i++) {
		rival_follow(&rival, i);
		ck_assert(rival_left(&rival, &session, &left));
		ck_assert_int_eq(left, minima[i]);
	}
	rival_words(&rival, &session, words, sizeof words);
	ck_assert_str_eq(words, "5 moves, 0 left");
	rival_close(&rival);
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
	rival_words(&rival, &session, words, sizeof words);
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

static void add(TCase *tests)
{
	tcase_add_test(tests, a_ghost_moves_when_it_did);
	tcase_add_test(tests, what_does_not_replay_is_no_ghost);
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
