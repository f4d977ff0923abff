/* The review of a game: each move's cost, the mistakes, and playing on from a position. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "play/report.h"
#include "play/session.h"
#include "puzzle/registry.h"
#include "support/games.h"
#include "support/help.h"

static struct answer answer;

static void open_corners(struct session *session)
{
	open_tilt(session, corners, NULL);
	session_watch(session);
}

/* Answers the questions of the review without the thread; returns how many they were. */
static int settle(struct session *session)
{
	struct state state;
	int asked = 0;
	while (session_next_reviewed(session, &state)) {
		solve_position(session->puzzle, &session->level, &state, &limits_default, NULL,
		               NULL, &answer);
		must(session_take_reviewed(session, &state, &answer), "it was not settled");
		asked++;
	}
	must(session_review_is_done(session), "it is not done");
	return asked;
}

static void expect_costs(const struct session *session, const int *costs, int count)
{
	ck_assert_int_eq(session->review.count, count + 1);
	for (int i = 0; i < count; i++)
		ck_assert_int_eq(session_move_cost(session, i), costs[i]);
}

/* ---- costs ---- */

START_TEST(each_move_has_its_cost)
{
	struct session session;
	open_corners(&session);
	play(&session, "right left down right");
	ck_assert_int_eq(session.review.count, 0); /* not solved yet */
	play(&session, "up");
	ck_assert(session_solved(&session));
	settle(&session);
	static const int costs[] = {2, 0, 0, 0, 0};
	expect_costs(&session, costs, 5);
	ck_assert_int_eq(session_minimum(&session), 3);
	session_undo(&session);
	ck_assert_int_eq(session.review.count, 0);
	session_close(&session);
}
END_TEST

START_TEST(what_is_known_is_not_asked_again)
{
	struct session session;
	open_corners(&session);
	play(&session, "right left down right up");
	/* the plan from the start, and so all positions that the moves share with it, are one
	 * question */
	ck_assert_int_le(settle(&session), 3);
	session_undo(&session);
	session_redo(&session);
	ck_assert_int_eq(settle(&session), 0);
	session_close(&session);
}
END_TEST

START_TEST(a_move_can_lose_everything)
{
	struct session session;
	/* nothing stops the block above the goal again */
	open_tilt(&session, ".a. ...\n#.# #a#", NULL);
	play(&session, "left right");
	ck_assert(session_replay(&session));
	settle(&session);
	static const int costs[] = {COST_UNSOLVABLE, COST_LOST};
	expect_costs(&session, costs, 2);
	ck_assert_int_eq(session_find_mistake(&session, -1, 1), 0);
	ck_assert(session_play_on(&session, 0));
	play(&session, "down");
	ck_assert(session_solved(&session));
	session_close(&session);
}
END_TEST

START_TEST(mistakes_are_found_in_both_directions)
{
	struct session session;
	open_corners(&session);
	play(&session, "down up down right up");
	ck_assert_int_eq(session_find_mistake(&session, -1, 1), -1); /* nothing is known yet */
	settle(&session);
	ck_assert_int_eq(session_find_mistake(&session, -1, 1), 1);
	const int last = session_find_mistake(&session, session.review.count - 1, -1);
	ck_assert_int_ge(last, 1);
	ck_assert_int_eq(session_find_mistake(&session, last, 1), -1);
	ck_assert_int_eq(session_find_mistake(&session, 1, -1), -1);
	session_close(&session);
}
END_TEST

/* ---- playing on ---- */

START_TEST(playing_on_is_a_new_try_that_can_be_undone)
{
	struct session session;
	open_corners(&session);
	play(&session, "down up down right up");
	settle(&session);
	ck_assert(session_unaided(&session));
	ck_assert(session_play_on(&session, 1));
	ck_assert_int_eq(session_count(&session), 1);
	ck_assert(!session_unaided(&session) && !session_assisted(&session));
	play(&session, "right up");
	ck_assert(session_solved(&session) && session_count(&session) == 3);
	char *moves = session_moves(&session);
	ck_assert_str_eq(moves, "down right up");
	free(moves);
	for (int i = 0; i < 3; i++)
		ck_assert(session_undo(&session));
	ck_assert(session_solved(&session) && session_count(&session) == 5);
	session_close(&session);
}
END_TEST

START_TEST(one_can_play_on_from_the_start_of_a_replay)
{
	struct session session;
	open_corners(&session);
	play(&session, "right left down right up");
	settle(&session);
	ck_assert(session_replay(&session));
	ck_assert(session_play_on(&session, 0));
	ck_assert(session.saved_line.nodes == NULL);
	ck_assert_int_eq(session_count(&session), 0);
	ck_assert(!session_unaided(&session));
	ck_assert(session_undo(&session) && session_solved(&session));
	session_close(&session);
}
END_TEST

START_TEST(a_recorded_game_is_taken_over_without_loss)
{
	struct session session, later;
	open_corners(&session);
	play(&session, "right");
	ck_assert(session_replay_moves(&session, "down up down right up"));
	settle(&session);
	ck_assert_int_eq(session.review.count, 6);
	session_replay_seek(&session, 2);
	ck_assert(session_play_on(&session, 2));
	ck_assert_int_eq(session_count(&session), 2);
	char *words = session_text(&session), *moves = session_moves(&session);
	ck_assert_str_eq(moves, "down up");
	open_corners(&later);
	must(session_restore(&later, words), "%s", words);
	char *again = session_text(&later);
	ck_assert_str_eq(words, again);
	ck_assert(session_undo(&later));
	ck_assert_int_eq(session_count(&later), 1); /* the game before */
	free(words);
	free(moves);
	free(again);
	session_close(&session);
	session_close(&later);
}
END_TEST

START_TEST(a_wrong_record_is_refused)
{
	struct session session;
	open_corners(&session);
	ck_assert(!session_replay_moves(&session, "down nowhere"));
	ck_assert(session.saved_line.nodes == NULL);
	ck_assert_int_eq(session_count(&session), 0);
	session_close(&session);
}
END_TEST

START_TEST(the_best_move_counts_as_help)
{
	struct session session;
	open_corners(&session);
	play(&session, "down up down right up");
	settle(&session);
	session_replay(&session);
	session_replay_seek(&session, 1);
	ck_assert(session_show_best(&session));
	ck_assert(session_play_on(&session, 1));
	play(&session, "right");
	ck_assert(session_assisted(&session));
	session_close(&session);
}
END_TEST

static void play_on_from_the_start_after_help(bool (*show)(struct session *session))
{
	struct session session;
	open_corners(&session);
	play(&session, "down up down right up");
	settle(&session);
	session_replay(&session);
	ck_assert(show(&session));
	settle(&session);
	ck_assert(session_play_on(&session, 0));
	ck_assert(session_solution_shown(&session));
	play(&session, "down right up");
	ck_assert(session_solved(&session) && session_assisted(&session));
	ck_assert(session_restart(&session));
	ck_assert(!session_solution_shown(&session) && session_hinted(&session));
	session_begin_again(&session);
	ck_assert(!session_hinted(&session));
	session_close(&session);
}

START_TEST(a_new_try_from_the_start_keeps_the_help)
{
	play_on_from_the_start_after_help(session_show_best);
	play_on_from_the_start_after_help(session_replay_minimum);
}
END_TEST

START_TEST(what_others_did_counts_as_help)
{
	struct session session;
	open_corners(&session);
	ck_assert(session_replay_other(&session, "down right up"));
	settle(&session);
	ck_assert(session_play_on(&session, 2));
	play(&session, "up");
	ck_assert(session_solved(&session) && session_assisted(&session));
	session_close(&session);

	open_corners(&session);
	ck_assert(session_replay_moves(&session, "down up down right up"));
	settle(&session);
	session_replay_seek(&session, 1);
	ck_assert(session_show_best(&session));
	ck_assert(session_play_on(&session, 1));
	play(&session, "right");
	ck_assert(session_assisted(&session));
	session_close(&session);
}
END_TEST

/* ---- words ---- */

static void expect_words(const struct session *session, int position, bool brief,
                         const char *expected)
{
	char words[REPORT_MAX];
	report_reviewed(session, position, brief, words);
	ck_assert_str_eq(words, expected);
}

START_TEST(the_review_is_put_into_words)
{
	struct session session;
	char words[REPORT_MAX];
	open_corners(&session);
	play(&session, "right left down right up");
	expect_words(&session, 0, false, "Move 1 of 5, right: not proven.");
	expect_words(&session, 5, false, "5 moves: not all are proven.");
	settle(&session);
	expect_words(&session, 0, false,
	             "Move 1 of 5, right: costs 2 moves. The next move, left, only takes it back.");
	expect_words(&session, 0, true, "1/5 right: +2");
	expect_words(&session, 2, false, "Move 3 of 5, down: keeps the minimum.");
	expect_words(&session, 5, false, "5 moves: 1 mistake cost 2 extra moves.");
	session_replay(&session);
	report_plan(&session, 80, false, words);
	ck_assert_str_eq(words, "Best here: down, then right, up");
	report_plan(&session, 30, false, words);
	ck_assert_str_eq(words, "Best here: down, then right, …");
	report_plan(&session, 5, true, words);
	ck_assert_str_eq(words, "Best here: down, ...");
	session_close(&session);
}
END_TEST

/* ---- against the search ---- */

enum { SHARE = 12, WALK = 8, TRIES = 6, LONGEST = 9 };

/* Moves at random that leave the level solvable, by a proof of few states, then a shortest plan. */
static bool finish(struct session *session, struct random *random)
{
	const struct limits few = {.bytes = limits_default.bytes, .states = 1000000};
	move_code moves[MOVES_MAX];
	struct state state;
	for (int i = 0; i < WALK; i++) {
		session_state(session, &state);
		const int count =
			puzzle_valid_moves(session->puzzle, &session->level, &state, moves);
		for (int k = 0; count > 0 && k < TRIES; k++) {
			struct state next = state;
			const move_code move = moves[random_below(random, (uint32_t)count)];
			session->puzzle->rules.apply(&session->level, &next, move);
			solve_position(session->puzzle, &session->level, &next, &few, NULL, NULL,
			               &answer);
			if (answer.verdict == OPTIMAL && answer.length > 0) {
				session_move(session, move);
				break;
			}
		}
	}
	session_state(session, &state);
	solve_position(session->puzzle, &session->level, &state, &limits_default, NULL, NULL,
	               &answer);
	for (int i = 0; i < answer.length; i++)
		session_move(session, answer.plan[i]);
	return answer.verdict == OPTIMAL && session_solved(session);
}

static void compare(const struct session *session)
{
	const struct review *review = &session->review;
	struct state state = session->level.start;
	int total = 0;
	for (int i = 0; i < review->count; i++) {
		if (i > 0)
			session->puzzle->rules.apply(&session->level, &state,
			                             session->nodes[review->nodes[i]].move);
		solve_position(session->puzzle, &session->level, &state, &limits_default, NULL,
		               NULL, &answer);
		ck_assert_int_eq(review->minima[i], answer.upper);
		total += i + 1 < review->count ? session_move_cost(session, i) : 0;
	}
	ck_assert_int_eq(review->count - 1 - review->minima[0], total);
}

static int share; /* the remainder of the numbers of the levels that are reviewed */
static int number, games;

static void review_level(const struct puzzle *puzzle, const struct level *level, const char *name)
{
	static struct session session;
	struct random random = {(uint64_t)number + 1};
	if (number++ % SHARE != share || level->endless || level->par > LONGEST || is_record(name))
		return;
	open_session(&session, puzzle, level, NULL);
	must(finish(&session, &random), "%s is not solved", name);
	settle(&session);
	compare(&session);
	session_close(&session);
	games++;
}

START_TEST(costs_are_those_of_fresh_searches)
{
	share = _i;
	for_shipped_levels(review_level);
	ck_assert_int_gt(games, 0);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, each_move_has_its_cost);
	tcase_add_test(tests, what_is_known_is_not_asked_again);
	tcase_add_test(tests, a_move_can_lose_everything);
	tcase_add_test(tests, mistakes_are_found_in_both_directions);
	tcase_add_test(tests, playing_on_is_a_new_try_that_can_be_undone);
	tcase_add_test(tests, one_can_play_on_from_the_start_of_a_replay);
	tcase_add_test(tests, a_recorded_game_is_taken_over_without_loss);
	tcase_add_test(tests, a_wrong_record_is_refused);
	tcase_add_test(tests, the_best_move_counts_as_help);
	tcase_add_test(tests, a_new_try_from_the_start_keeps_the_help);
	tcase_add_test(tests, what_others_did_counts_as_help);
	tcase_add_test(tests, the_review_is_put_into_words);
	tcase_add_loop_test(tests, costs_are_those_of_fresh_searches, 0, SANITIZED ? 1 : SHARE / 3);
}

int main(void)
{
	return run_tests("review", add_all);
}
