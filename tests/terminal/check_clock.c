/* Games against the clock as a player meets them: the clock starts with the first move and stops
 * while the program does; when time is up, the game is a result and can't be changed. The clocks
 * are of ten seconds, and these tests take as long. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/playing.h"

/* The cursor is on the b in the middle: L swaps it with the a beside it. */
#define CLOCK "clock.level"
#define BOARD     \
	"abcde\n" \
	"bcdea\n" \
	"aabae\n" \
	"dcaab\n" \
	"eabcd\n"
static const char levels[] = "mode: gems\n"
			     "refill: random 5 5\n"
			     "rules: specials\n"
			     "\n"
			     "level: Ten\n"
			     "goal: clock 10\n"
			     "\n" BOARD "\n"
			     "level: An hour\n"
			     "goal: clock 3600\n"
			     "\n" BOARD "\n"
			     "level: No clock\n"
			     "\n" BOARD;

#define UP "Time is up"
#define PROMPT "ready: "

static struct term *start_clock(const char *level)
{
	write_file(CLOCK, levels);
	return start(level);
}

/* Of "59:58 left". */
static int seconds_left(struct term *term)
{
	int row, column;
	free(fresh_screen(term, LAST));
	ck_assert(term_find(term, " left", &row, &column));
	const char *text = term_row(term, row);
	const char *end = strstr(text, " left");
	const char *begin = end;
	while (begin > text && begin[-1] != ' ')
		begin--;
	int minutes, seconds;
	ck_assert_msg(sscanf(begin, "%d:%d", &minutes, &seconds) == 2, "no time: %s", text);
	return 60 * minutes + seconds;
}

static void pause_seconds(int seconds)
{
	usleep((useconds_t)seconds * 1000000);
}

START_TEST(the_clock_starts_with_the_first_move)
{
	struct term *term = start_clock(CLOCK ":2");
	see(term, "60:00 left");
	pause_seconds(2);
	ck_assert_int_eq(seconds_left(term), 3600);
	type(term, "L");
	see_moves(term, 1);
	see(term, "59:58 left"); /* by itself */
	see(term, "59:57 left");
	quit(term);
}
END_TEST

START_TEST(the_result_of_the_time_is_kept)
{
	char score[32];
	struct term *term = start_clock(CLOCK ":1");
	see(term, "0:10 left");
	type(term, "L");
	see_moves(term, 1);
	free(fresh_screen(term, LAST));
	const int points = number_after(term, "score ");
	ck_assert_int_gt(points, 0);
	see(term, UP);
	see(term, "0:00 left");
	snprintf(score, sizeof score, "%d points in 1", points);
	see(term, score);
	snprintf(score, sizeof score, "your best %d", points);
	see(term, score);
	type(term, "u"); /* can't be undone */
	type(term, "S");
	see(term, "in 0:10");
	type(term, "\033");
	see_moves(term, 1);
	type(term, "v");
	see(term, "Your game: 1 move");
	type(term, "\033");
	see(term, UP);
	type(term, "r");
	see(term, "0:10 left");
	see_moves(term, 0);
	quit(term);
	term = start(CLOCK ":1"); /* nothing is in progress */
	see(term, score);
	see(term, "0:10 left");
	ck_assert(!term_find(term, "resumed", NULL, NULL));
	quit(term);
	term = start_shell("$PARLOUR --list " CLOCK);
	snprintf(score, sizeof score, "best  %d", points);
	see(term, score);
	expect_end(term, 0, 0);
}
END_TEST

/* Also when the line drops. */
START_TEST(a_game_is_resumed_with_the_time_left)
{
	struct term *term = start_clock(CLOCK ":2");
	see(term, "60:00 left");
	type(term, "L");
	see_moves(term, 1);
	see(term, "59:57 left"); /* without another move */
	const int left = seconds_left(term);
	if (_i == 0) {
		quit(term);
	} else {
		term_hangup(term);
		ck_assert_int_ne(term_end(term), -1);
		term_free(term);
	}
	pause_seconds(6);
	term = start(CLOCK ":2");
	see(term, "Resumed at move 1");
	const int again = seconds_left(term);
	ck_assert_msg(again <= left && again > left - 5, "%d seconds left after %d", again, left);
	quit(term);
	term = start_shell("$PARLOUR --list " CLOCK ":2");
	see(term, "best   -"); /* a game in progress is no result */
	expect_end(term, 0, 0);
}
END_TEST

static bool is_prompting(struct term *term, const void *context)
{
	int row, column;
	term_cursor(term, &row, &column);
	(void)context;
	return !term_alternate(term) && strncmp(term_row(term, row), PROMPT, strlen(PROMPT)) == 0;
}

START_TEST(time_stands_still_while_stopped)
{
	const char *argv[] = {"sh", "-i", NULL};
	if (getenv("UNDER_VALGRIND") != NULL) /* goes on where a process is to stop */
		return;
	write_file(CLOCK, levels);
	struct term *term = start_argv(argv, (struct start){.environment = {"PS1=" PROMPT, "ENV"}});
	see(term, PROMPT);
	type(term, "\"$PARLOUR\" " CLOCK ":2\r");
	see(term, "60:00 left");
	type(term, "L");
	see_moves(term, 1);
	const int left = seconds_left(term);
	type(term, "\032");
	see_that(term, "the shell's prompt", is_prompting, NULL);
	pause_seconds(6);
	type(term, "fg\r");
	see(term, "left");
	const int again = seconds_left(term);
	ck_assert_msg(again <= left && again > left - 5, "%d seconds left after %d", again, left);
	type(term, "q");
	see_that(term, "the shell's prompt", is_prompting, NULL);
	type(term, "exit\r");
	ck_assert_int_eq(term_end(term), 0);
	term_free(term);
}
END_TEST

/* Else undoing a restart would give more time. */
START_TEST(a_restart_can_not_be_undone)
{
	struct term *term = start_clock(CLOCK ":2");
	see(term, "60:00 left");
	type(term, "L");
	see_moves(term, 1);
	see(term, "59:58 left");
	type(term, "r");
	see_moves(term, 0);
	see(term, "60:00 left");
	type(term, "u");
	ck_assert_int_eq(seconds_left(term), 3600);
	see_moves(term, 0);
	type(term, "L");
	see_moves(term, 1);
	type(term, "u"); /* a move can be undone; the clock goes on */
	see_moves(term, 0);
	see(term, "59:58 left");
	quit(term);
}
END_TEST

START_TEST(other_games_have_no_clock)
{
	struct term *term = start_clock(CLOCK ":3");
	see(term, "level 1");
	type(term, "L");
	see_moves(term, 1);
	ck_assert(!term_find(term, " left", NULL, NULL));
	quit(term);
}
END_TEST

/* --plain has the same clock. */
START_TEST(plain_games_end_as_well)
{
	write_file(CLOCK, levels);
	struct term *term = start_shell("\"$PARLOUR\" --plain " CLOCK ":1");
	see(term, "10 seconds left");
	type(term, "c3-d3\r");
	see(term, "moves 1");
	see(term, "> ");
	pause_seconds(10);
	type(term, "v\r");
	see(term, UP);
	type(term, "u\r");
	see(term, "r restarts.");
	type(term, "r\r");
	see(term, "The clock starts with your first move");
	type(term, "q\r");
	expect_end(term, 0, 0);
	term = start_shell("$PARLOUR --list " CLOCK ":1");
	see(term, "best  ");
	expect_end(term, 0, 0);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("clock");
	tcase_add_test(tests, the_clock_starts_with_the_first_move);
	tcase_add_test(tests, the_result_of_the_time_is_kept);
	tcase_add_loop_test(tests, a_game_is_resumed_with_the_time_left, 0, 2);
	tcase_add_test(tests, time_stands_still_while_stopped);
	tcase_add_test(tests, a_restart_can_not_be_undone);
	tcase_add_test(tests, other_games_have_no_clock);
	tcase_add_test(tests, plain_games_end_as_well);
	return run_playing("clock", tests);
}
