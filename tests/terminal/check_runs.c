/* Streaks and storms as a player meets them. A storm takes three minutes; here it is taken up
 * shortly before its end, from a run in progress that was imported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "support/playing.h"

/* The keys that solve the first boards of these runs in the minimum. */
#define STREAK "tilt:streak#20261125"
#define STORM "tilt:storm#20261125"
static const char *const streak_keys[] = {"lk", "hj", "jhj"};
static const char *const storm_keys[] = {"hk", "hj"};

static void solve_streak(struct term *term, int boards)
{
	char next[32];
	for (int i = 0; i < boards; i++) {
		type(term, streak_keys[i]);
		snprintf(next, sizeof next, "board %d ", i + 2);
		see(term, next);
	}
}

/* On the third board: as many moves as its minimum, which do not solve it. */
static void lose_streak(struct term *term)
{
	type(term, "jkj");
	see(term, "The streak is over.");
}

START_TEST(a_streak_ends_over_the_minimum)
{
	struct term *term = start(STREAK);
	see(term, "ends the streak");
	see(term, "Tilt · Streak · 25 November 2026, board 1 ");
	type(term, "n");
	see(term, "The streak has not begun.");
	type(term, "l");
	see_moves(term, 1);
	type(term, "u");
	see(term, "Moves are final in a streak.");
	type(term, "r");
	see(term, "Moves are final in a streak.");
	type(term, "t");
	see(term, "There is no help in a streak.");
	see_moves(term, 1);
	type(term, "k");
	see(term, "board 2 ");
	see(term, "Board 1: the minimum, 2.");
	see(term, "1 board solved");
	type(term, "hj");
	see(term, "board 3 ");
	lose_streak(term);
	see(term, "Streak of 25 November 2026");
	see(term, " 2 boards ");
	see(term, "your best: 2 of the day, 2 of all days (this one)");
	see(term, "▶  3 ○ missed, par 3");
	quit(term);
}
END_TEST

/* Nobody's hand is forced: the run waits, with the moves made on its board. */
START_TEST(a_streak_goes_on_where_it_was_left)
{
	struct term *term = start(STREAK);
	see(term, "board 1 ");
	solve_streak(term, 2);
	type(term, "j");
	see_moves(term, 1);
	term_hangup(term);
	ck_assert_int_ne(term_end(term), -1);
	term_free(term);
	term = start(STREAK);
	see(term, "Resumed at board 3.");
	see_moves(term, 1);
	type(term, "R");
	see(term, "The streak waits for you.");
	see(term, MENU);
	quit(term);
	term = start(STREAK);
	see(term, "Resumed at board 3.");
	type(term, "hj");
	see(term, "board 4 ");
	type(term, "n");
	see(term, "n again ends the streak at 3 boards.");
	type(term, "l"); /* changes the mind */
	see_moves(term, 1);
	type(term, "nn");
	see(term, "The streak is over.");
	see(term, " 3 boards ");
	quit(term);
}
END_TEST

START_TEST(each_board_can_be_looked_at)
{
	struct term *term = start(STREAK);
	see(term, "board 1 ");
	solve_streak(term, 2);
	lose_streak(term);
	see(term, "▶  3 ○");
	type(term, "kk");
	see(term, "▶  1 ★ 2 moves, par 2");
	type(term, "\r");
	see(term, "Your solution: 2 moves");
	see(term, "board 1 ");
	type(term, TERM_ESCAPE);
	see(term, "Streak of 25 November 2026");
	type(term, "S");
	see(term, "Parlour Tilt, Streak of 25 November 2026: 2 boards");
	see(term, "★★○");
	see(term, "Play: parlour " STREAK);
	type(term, "S");
	see(term, "▶  1 ★");
	type(term, "?");
	see(term, "begin the run again");
	type(term, TERM_ESCAPE);
	see(term, "▶  1 ★");
	type(term, "r");
	see(term, "board 1 ");
	see_moves(term, 0);
	type(term, "R");
	see(term, MENU);
	quit(term);
}
END_TEST

/* Imports a storm that began that long ago. */
static void import_storm(int seconds, const char *boards)
{
	struct timeval now;
	char line[256];
	gettimeofday(&now, NULL);
	const long long began = ((long long)now.tv_sec - seconds) * 1000 + now.tv_usec / 1000;
	snprintf(line, sizeof line,
	         "{\"parlour\": 1, \"kind\": \"run\", \"run\": \"" STORM "\", \"boards\": \"%s\", "
	         "\"began\": %lld, \"score\": 0}\n",
	         boards, began);
	write_file("storm.json", line);
	struct term *term = start_shell("\"$PARLOUR\" --import storm.json");
	see(term, "1 run; new: 1 run");
	expect_end(term, 0, 0);
}

START_TEST(a_storm_ends_when_time_is_up)
{
	import_storm(165, "0");
	struct term *term = start(STORM);
	see(term, "board 1 ");
	see(term, "0:1");
	type(term, storm_keys[0]);
	see(term, "board 2 ");
	see(term, "2 points");
	type(term, "h");
	see_moves(term, 1);
	type(term, "u");
	see_moves(term, 0);
	type(term, "n");
	see(term, "Board 2 skipped.");
	see(term, "Time is up.");
	see(term, "Storm of 25 November 2026");
	see(term, " 2 points  1 solved, 1 in the minimum");
	see(term, "3:00");
	quit(term);
	term = start(STORM); /* a new one */
	see(term, "board 1 ");
	see(term, "3:00 left, 0 points");
	quit(term);
}
END_TEST

START_TEST(help_leaves_out_what_a_run_refuses)
{
	struct term *term = start(STORM);
	see(term, "board 1 ");
	type(term, "?");
	see(term, "undo the move");
	ck_assert(!term_find(term, "in three stages", NULL, NULL));
	type(term, TERM_ESCAPE);
	see(term, "board 1 ");
	quit(term);
}
END_TEST

/* The clock on the wall does not wait for a dropped line. */
START_TEST(a_storm_is_over_after_three_minutes_anywhere)
{
	import_storm(1000, "0");
	struct term *term = start(STORM);
	see(term, "Time is up.");
	see(term, " 0 points ");
	type(term, "R");
	see(term, MENU);
	quit(term);
}
END_TEST

START_TEST(the_list_has_the_runs_of_the_day)
{
	struct term *term = start(NULL);
	see(term, "○ Streak ");
	click(term, "Storm");
	see(term, "Tilt · Storm · ");
	see(term, "3:00 left");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	see(term, "Three minutes. A board");
	type(term, "v");
	see(term, "No result yet");
	type(term, "h\r");
	see(term, "Tilt · Streak · ");
	type(term, "?");
	see(term, "The first board over its minimum");
	type(term, TERM_ESCAPE);
	type(term, "g" STORM "\r"); /* of any day, by its name */
	see(term, "Tilt · Storm · 25 November 2026, board 1 ");
	quit(term);
}
END_TEST

/* What was never played does not show, and a run does. */
START_TEST(a_leaderboard_ranks_runs)
{
	struct term *term = start_shell("\"$PARLOUR\" --player anna '" STREAK "'");
	see(term, "board 1 ");
	solve_streak(term, 2);
	lose_streak(term);
	see(term, "best of the day: anna, 2 boards");
	quit(term);
	term = start_shell("\"$PARLOUR\" --scores '" STREAK "'; \"$PARLOUR\" --scores '" STORM "'");
	see(term, STREAK);
	see(term, "   1  anna                                      2 boards  20");
	see(term, "nobody yet");
	expect_end(term, 0, 0);
	expect_refusal("\"$PARLOUR\" --plain '" STREAK "' 2>err", "a run needs the screen");
	expect_refusal("\"$PARLOUR\" --solve '" STREAK "' 2>err", "is a run; a board of it is");
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("runs");
	tcase_add_test(tests, a_streak_ends_over_the_minimum);
	tcase_add_test(tests, a_streak_goes_on_where_it_was_left);
	tcase_add_test(tests, each_board_can_be_looked_at);
	tcase_add_test(tests, a_storm_ends_when_time_is_up);
	tcase_add_test(tests, help_leaves_out_what_a_run_refuses);
	tcase_add_test(tests, a_storm_is_over_after_three_minutes_anywhere);
	tcase_add_test(tests, the_list_has_the_runs_of_the_day);
	tcase_add_test(tests, a_leaderboard_ranks_runs);
	return run_playing("runs", tests);
}
