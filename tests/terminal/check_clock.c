/* Games against the clock as a player meets them: the clock starts with the first move and stops
 * while the program does; when time is up, the game is a result and can't be changed. A clock of
 * ten seconds takes ten seconds here, so games that only wait do so beside each other, each in
 * its own level. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/playing.h"

/* The cursor is on the b in the middle: L swaps it with the a beside it. The last row is the
 * level's. */
#define CLOCK "clock.level"
#define FOUR_ROWS \
	"abcde\n" \
	"bcdea\n" \
	"aabae\n" \
	"dcaab\n"
#define TEN CLOCK ":1"
#define HOUR CLOCK ":2"
#define NO_CLOCK CLOCK ":3"
#define PLAIN_TEN CLOCK ":4"
#define DROPPED_HOUR CLOCK ":5"
#define STOPPED_HOUR CLOCK ":6"
#define SOLVED_TEN CLOCK ":7"
static const char levels[] = "mode: gems\n"
			     "refill: random 5 5\n"
			     "rules: specials\n"
			     "\n"
			     "level: Ten\n"
			     "goal: clock 10\n"
			     "\n" FOUR_ROWS "eabcd\n"
			     "\n"
			     "level: An hour\n"
			     "goal: clock 3600\n"
			     "\n" FOUR_ROWS "eabcd\n"
			     "\n"
			     "level: No clock\n"
			     "\n" FOUR_ROWS "eabcd\n"
			     "\n"
			     "level: Ten in plain text\n"
			     "goal: clock 10\n"
			     "\n" FOUR_ROWS "eabca\n"
			     "\n"
			     "level: An hour and a dropped line\n"
			     "goal: clock 3600\n"
			     "\n" FOUR_ROWS "eabca\n"
			     "\n"
			     "level: An hour and a stop\n"
			     "goal: clock 3600\n"
			     "\n" FOUR_ROWS "eabce\n"
			     "\n"
			     "level: Ten for the solver\n"
			     "goal: clock 10\n"
			     "\n" FOUR_ROWS "eabcc\n";

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
	struct term *term = start_clock(HOUR);
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

/* ---- when time is up ---- */

/* --plain has the same clock. */
static struct term *begin_plain(void)
{
	struct term *term = start_shell("\"$PARLOUR\" --plain " PLAIN_TEN);
	see(term, "10 seconds left");
	type(term, "?\r");
	see(term, "restart the level; can't be undone here");
	type(term, "c3-d3\r");
	see(term, "moves 1");
	see(term, "> ");
	return term;
}

static int rows_with(struct term *term, const char *text)
{
	int rows = 0;
	for (int row = 0; row < 24; row++)
		rows += strstr(term_row(term, row), text) != NULL;
	return rows;
}

/* Ten seconds later: moves are neither made nor listed, and there is no hint. */
static void end_plain(struct term *term)
{
	type(term, "v\r");
	see(term, UP);
	type(term, "u\rt\rv\r");
	type(term, "r\r");
	see(term, "The clock starts with your first move");
	ck_assert_int_eq(rows_with(term, UP ". r restarts."), 4);
	type(term, "q\r");
	expect_end(term, 0, 0);
	term = start_shell("$PARLOUR --list " PLAIN_TEN);
	see(term, "best  ");
	expect_end(term, 0, 0);
}

/* The solver plays all of it. */
static struct term *begin_solved(void)
{
	struct term *term = start(SOLVED_TEN);
	see(term, "0:10 left");
	type(term, "T");
	see(term, "0:09 left");
	return term;
}

/* The result is beside the board, cut into lines. */
static void end_solved(struct term *term)
{
	see(term, "The solver's game");
	see(term, " points");
	see(term, "counted)");
	ck_assert(!term_find(term, " points in ", NULL, NULL));
	ck_assert(!term_find(term, "your best", NULL, NULL));
	type(term, "S");
	see(term, " moves, with help");
	quit(term);
}

/* Waits until time is up; returns the points. */
static int play_ten(void)
{
	char score[32];
	struct term *term = start(TEN);
	see(term, "0:10 left");
	type(term, "L");
	see_moves(term, 1);
	see_gone(term, "score 0"); /* while gems fall, the old one may be shown */
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
	return points;
}

START_TEST(the_result_of_the_time_is_kept)
{
	char score[32];
	write_file(CLOCK, levels);
	struct term *plain = begin_plain(), *solved = begin_solved();
	const int points = play_ten();
	end_plain(plain);
	end_solved(solved);
	struct term *term = start(TEN); /* nothing is in progress */
	snprintf(score, sizeof score, "your best %d", points);
	see(term, score);
	see(term, "0:10 left");
	ck_assert(!term_find(term, "resumed", NULL, NULL));
	quit(term);
	term = start_shell("$PARLOUR --list " TEN);
	snprintf(score, sizeof score, "best  %d", points);
	see(term, score);
	expect_end(term, 0, 0);
}
END_TEST

/* ---- time stands still ---- */

static void expect_stood_still(struct term *term, int left)
{
	const int again = seconds_left(term);
	ck_assert_msg(again <= left && again > left - 5, "%d seconds left after %d", again, left);
}

static bool is_prompting(struct term *term, const void *context)
{
	int row, column;
	term_cursor(term, &row, &column);
	(void)context;
	return !term_alternate(term) && strncmp(term_row(term, row), PROMPT, strlen(PROMPT)) == 0;
}

/* Makes a move and stops the game, in front of a shell. */
static struct term *stop_game(int *left)
{
	const char *argv[] = {"sh", "-i", NULL};
	struct term *term = start_argv(argv, (struct start){.environment = {"PS1=" PROMPT, "ENV"}});
	see(term, PROMPT);
	type(term, "\"$PARLOUR\" " STOPPED_HOUR "\r");
	see(term, "60:00 left");
	type(term, "L");
	see_moves(term, 1);
	*left = seconds_left(term);
	type(term, "\032");
	see_that(term, "the shell's prompt", is_prompting, NULL);
	return term;
}

static void go_on(struct term *term, int left)
{
	type(term, "fg\r");
	see(term, "left");
	expect_stood_still(term, left);
	type(term, "q");
	see_that(term, "the shell's prompt", is_prompting, NULL);
	type(term, "exit\r");
	ck_assert_int_eq(term_end(term), 0);
	term_free(term);
}

static void resume(const char *level, int left)
{
	char list[64];
	struct term *term = start(level);
	see(term, "Resumed at move 1");
	expect_stood_still(term, left);
	quit(term);
	snprintf(list, sizeof list, "$PARLOUR --list %s", level);
	term = start_shell(list);
	see(term, "best   -"); /* a game in progress is not a result */
	expect_end(term, 0, 0);
}

/* While the game is stopped, after it quit, and after its line dropped. */
START_TEST(a_game_goes_on_with_the_time_left)
{
	/* Valgrind continues a process that should stop. */
	const bool stops = getenv("UNDER_VALGRIND") == NULL;
	int left_stopped = 0, left[2];
	struct term *term[2] = {start_clock(HOUR), start(DROPPED_HOUR)};
	struct term *stopped = stops ? stop_game(&left_stopped) : NULL;
	for (int i = 0; i < 2; i++)
		see(term[i], "60:00 left");
	for (int i = 0; i < 2; i++) {
		type(term[i], "L");
		see_moves(term[i], 1);
	}
	for (int i = 0; i < 2; i++)
		see(term[i], "59:57 left"); /* without another move */
	for (int i = 0; i < 2; i++)
		left[i] = seconds_left(term[i]);
	quit(term[0]);
	term_hangup(term[1]);
	ck_assert_int_ne(term_end(term[1]), -1);
	term_free(term[1]);
	pause_seconds(6);
	if (stops)
		go_on(stopped, left_stopped);
	resume(HOUR, left[0]);
	resume(DROPPED_HOUR, left[1]);
}
END_TEST

/* Otherwise, undoing a restart would give more time. */
START_TEST(a_restart_can_not_be_undone)
{
	struct term *term = start_clock(HOUR);
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
	type(term, "?");
	see(term, "any key: more");
	type(term, " ");
	see(term, "restart the level; can't be undone here");
	type(term, TERM_ESCAPE);
	see(term, "59:5");
	quit(term);
}
END_TEST

START_TEST(other_games_have_no_clock)
{
	struct term *term = start_clock(NO_CLOCK);
	see(term, "level 1");
	type(term, "L");
	see_moves(term, 1);
	ck_assert(!term_find(term, " left", NULL, NULL));
	quit(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("clock");
	tcase_add_test(tests, the_clock_starts_with_the_first_move);
	tcase_add_test(tests, the_result_of_the_time_is_kept);
	tcase_add_test(tests, a_game_goes_on_with_the_time_left);
	tcase_add_test(tests, a_restart_can_not_be_undone);
	tcase_add_test(tests, other_games_have_no_clock);
	return run_playing("clock", tests);
}
