/* The counter hidden until it is requested, or until the game is over; and the second star for
 * solving a level at par without it. */
#include <stdio.h>
#include <string.h>

#include "support/playing.h"

#define STARS "★★"
#define LARGE_STAR "▄▄▄   ▄▄▄" /* its arms */
#define LARGE_STARS LARGE_STAR "  " LARGE_STAR

/* A shipped level, which is in the list. */
#define SHIPPED "tilt/first-steps:1"
#define SHIPPED_TITLE "Into the corner"
static const char shipped_plan[] = TERM_RIGHT TERM_UP;

/* Opens the first level, with the counter on request or after the game. */
static struct term *start_hidden(const char *keys, const char *words)
{
	struct term *term = start(OWN);
	see_best(term, FIRST_PAR);
	type(term, keys);
	see(term, words);
	return term;
}

static struct term *start_on_request(void)
{
	return start_hidden("o", "Counter: on request");
}

static struct term *start_after(void)
{
	return start_hidden("oo", "Counter: after the game");
}

/* Nothing on the screen tells what the solver knows. */
static void expect_hidden(struct term *term)
{
	static const char *const telling[] = {"✓", "≥", "+1", "+2", "unsolvable from here"};
	for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
		see_gone(term, telling[i]);
	see(term, "par 3");
}

static void play(struct term *term, int from)
{
	for (int i = from; i < FIRST_PAR; i++) {
		see_moves(term, i);
		type(term, first_plan[i]);
	}
	see(term, SOLVED " 3 moves");
	see(term, "time 0:0");
}

static void expect_one_star(struct term *term)
{
	ck_assert(term_find(term, LARGE_STAR, NULL, NULL));
	ck_assert(!term_find(term, LARGE_STARS, NULL, NULL));
	quit(term);
}

START_TEST(on_request_the_counter_is_shown_for_one_position)
{
	struct term *term = start_on_request();
	see(term, "best from here ?");
	see(term, "O count");
	expect_hidden(term);
	type(term, "O");
	see_best(term, FIRST_PAR);
	see_gone(term, "O count");
	type(term, TERM_RIGHT);
	see(term, "best from here ?");
	expect_hidden(term);
	type(term, "t");
	see(term, "✓");
	see(term, "+");
	type(term, "u");
	see(term, "best from here ?");
	quit(term);
}
END_TEST

/* An endless game has no counter, so there is nothing to ask for. */
START_TEST(an_endless_game_hides_nothing)
{
	struct term *term = start("gems/endless:1");
	see_moves(term, 0);
	type(term, "o");
	see(term, "Counter: on request. An endless game has none.");
	ck_assert(!term_find(term, "best from here", NULL, NULL));
	ck_assert(!term_find(term, "O count", NULL, NULL));
	type(term, "O");
	see(term, "An endless game has no counter.");
	type(term, "S");
	see(term, "S does nothing here.");
	type(term, "ggems/against-the-clock:1\r");
	see(term, "1:00 left");
	type(term, "S");
	see(term, "S (share) works once time is up.");
	quit(term);
}
END_TEST

START_TEST(after_the_game_nothing_is_shown_before)
{
	struct term *term = start_after();
	see_gone(term, "best from here");
	type(term, TERM_RIGHT);
	see_moves(term, 1);
	expect_hidden(term);
	type(term, "O");
	see(term, "The counter is shown after the game; o changes that.");
	type(term, "t");
	see(term, "Hint: ");
	expect_hidden(term);
	type(term, "u");
	play(term, 0);
	see(term, "best from here 0 ✓");
	quit(term);
}
END_TEST

START_TEST(a_dead_position_is_not_told)
{
	write_file("dead.level", "level: Dead\nmode: tilt\n\na#.   .#a\n.#.   .#.\n");
	struct term *term = start("dead.level");
	see(term, "unsolvable from here");
	type(term, "o");
	see(term, "best from here ?");
	see_gone(term, "unsolvable from here");
	quit(term);
}
END_TEST

/* A wide screen has a column beside the board, with a mark for each move. */
START_TEST(nothing_is_told_beside_the_board)
{
	quit(start_after());
	struct term *term =
		start_with((struct start){.arguments = {OWN}, .rows = 30, .columns = 130});
	see(term, "par 3");
	type(term, TERM_RIGHT);
	see(term, "moves 1");
	expect_hidden(term);
	ck_assert(!term_find(term, "your moves", NULL, NULL));
	ck_assert(!term_find(term, "best from here", NULL, NULL));
	quit(term);
}
END_TEST

/* On few rows the counter is text, so that the hint, moves and par have room. */
START_TEST(a_hint_is_beside_the_board)
{
	const int rows[] = {24, 16};
	int moves_row, moves_column, hint_row, hint_column;
	struct term *term = start_with(
		(struct start){.arguments = {SHIPPED}, .rows = rows[_i], .columns = 120});
	see(term, _i == 0 ? "proven" : "best from here");
	type(term, "t");
	see(term, "Hint: ");
	see(term, "par ");
	see(term, "u undo");
	ck_assert(term_find(term, "moves 0", &moves_row, &moves_column));
	ck_assert(term_find(term, "Hint: ", &hint_row, &hint_column));
	ck_assert_int_eq(hint_column, moves_column);
	ck_assert_int_gt(hint_row, moves_row);
	quit(term);
}
END_TEST

/* As many of the last moves as have room are marked, and the marks explained. */
START_TEST(the_last_moves_are_beside_the_board)
{
	struct term *term = start_with(
		(struct start){.arguments = {SHIPPED}, .rows = 40, .columns = 130});
	see(term, "moves 0");
	for (int i = 1; i <= 70; i++)
		type(term, i % 2 == 1 ? TERM_LEFT : TERM_RIGHT);
	see(term, "your last 66 moves");
	see(term, "○ detour");
	quit(term);
}
END_TEST

/* On few rows the marks are explained whole or not at all, and the title has the room beside. */
START_TEST(a_low_screen_cuts_neither_legend_nor_title)
{
	struct term *term = start_with((struct start){
		.arguments = {"tilt/first-steps:3"}, .rows = 16, .columns = 111});
	see(term, "3/10 · Shoulder to shoulder");
	for (int i = 1; i <= 24; i++) {
		type(term, i % 2 == 1 ? TERM_RIGHT : TERM_LEFT);
		see_moves(term, i);
	}
	see(term, "your moves");
	see(term, "✓");
	const bool closer = term_find(term, " closer", NULL, NULL);
	const bool detour = term_find(term, " detour", NULL, NULL);
	ck_assert_int_eq(closer, detour);
	quit(term);
}
END_TEST

START_TEST(the_setting_is_kept)
{
	quit(start_after());
	struct term *term = start(OWN);
	see_moves(term, 0);
	expect_hidden(term);
	type(term, "?");
	see(term, "any key: more");
	type(term, "?");
	see(term, "any key");
	type(term, "?");
	see(term, "now after the game");
	quit(term);
}
END_TEST

START_TEST(par_without_the_counter_earns_a_second_star)
{
	quit(start_after());
	struct term *term = start(SHIPPED);
	see_moves(term, 0);
	type(term, shipped_plan);
	see(term, "without the counter");
	see(term, LARGE_STARS);
	type(term, "R");
	see_card(term, SHIPPED_TITLE, " 1 " STARS " par 2");
	type(term, "i");
	see(term, "two stars");
	int row;
	ck_assert(term_find(term, "two stars", &row, NULL));
	ck_assert_ptr_nonnull(strstr(term_row(term, row), "  1 "));
	quit(term);
}
END_TEST

START_TEST(the_second_star_reads_in_ascii)
{
	quit(start_after());
	struct term *term = start(SHIPPED);
	see_moves(term, 0);
	type(term, "CC");
	see(term, "Glyphs: ASCII");
	type(term, shipped_plan);
	see(term, "without the counter");
	see(term, "**");
	type(term, "R");
	see_card(term, SHIPPED_TITLE, " 1 ** par 2");
	quit(term);
}
END_TEST

START_TEST(more_moves_than_par_earn_none)
{
	struct term *term = start_after();
	type(term, TERM_DOWN);
	see_moves(term, 1);
	type(term, TERM_UP);
	see_moves(term, 2);
	for (int i = 0; i < FIRST_PAR; i++) {
		type(term, first_plan[i]);
		see_moves(term, 3 + i);
	}
	see(term, "the minimum is 3");
	ck_assert(!term_find(term, "★", NULL, NULL));
	quit(term);
}
END_TEST

/* Anything shown on the way counts, even if it is hidden again. */
START_TEST(what_helps_costs_the_second_star)
{
	static const char *const keys[] = {"O", "t", "O" TERM_RIGHT "u", "oo"};
	struct term *term = start_on_request();
	type(term, keys[_i]);
	if (_i == 3) {
		see(term, "Counter: always");
		type(term, first_plan[0]);
		see_moves(term, 1);
		type(term, "oo");
		see(term, "Counter: after the game");
		type(term, "u");
		see_moves(term, 0);
	}
	play(term, 0);
	expect_one_star(term);
}
END_TEST

START_TEST(the_counter_that_is_always_shown_costs_it_too)
{
	struct term *term = start(OWN);
	see_best(term, FIRST_PAR);
	play(term, 0);
	expect_one_star(term);
}
END_TEST

/* What was seen before a restart helps after it. */
START_TEST(a_restart_is_no_new_game)
{
	static const char *const keys[] = {"t", "O"};
	struct term *term = start_on_request();
	type(term, first_plan[0]);
	see_moves(term, 1);
	type(term, keys[_i]);
	see(term, _i == 0 ? "Hint: " : "✓");
	type(term, "r");
	see(term, "Restarted.");
	play(term, 0);
	ck_assert(term_find(term, LARGE_STAR, NULL, NULL));
	ck_assert(!term_find(term, LARGE_STARS, NULL, NULL));
	type(term, "r"); /* not even from the result on */
	see_moves(term, 0);
	play(term, 0);
	expect_one_star(term);
	term = start(OWN); /* but the next game is a new one */
	see_moves(term, 0);
	play(term, 0);
	see(term, LARGE_STARS);
	quit(term);
}
END_TEST

/* Whether the counter was seen is saved with the game in progress. */
START_TEST(a_resumed_game_keeps_its_stars)
{
	struct term *term = start_after();
	type(term, _i == 0 ? "" : "t");
	type(term, first_plan[0]);
	see_moves(term, 1);
	quit(term);
	term = start(OWN);
	see(term, "Resumed at move 1");
	play(term, 1);
	if (_i == 0) {
		see(term, LARGE_STARS);
		quit(term);
	} else {
		expect_one_star(term);
	}
}
END_TEST

/* Even if the counter or a hint was only looked at since the last move. */
START_TEST(a_resumed_game_knows_that_help_was_seen)
{
	struct term *term = start_on_request();
	type(term, first_plan[0]);
	see_moves(term, 1);
	type(term, _i == 0 ? "O" : "t");
	see(term, _i == 0 ? "✓" : "Hint: ");
	quit(term);
	term = start(OWN);
	see(term, "Resumed at move 1");
	play(term, 1);
	expect_one_star(term);
}
END_TEST

/* The text to share says which moves were detours. */
START_TEST(a_shared_result_is_no_help_for_a_second_star)
{
	struct term *term = start_after();
	play(term, 0);
	see(term, LARGE_STARS);
	type(term, "S");
	see(term, "closer");
	type(term, TERM_ESCAPE);
	see(term, LARGE_STARS); /* it was earned before */
	type(term, "u");
	see_moves(term, 2);
	type(term, TERM_UP);
	see(term, SOLVED " 3 moves");
	see(term, "time 0:0");
	expect_one_star(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("counter");
	tcase_add_test(tests, on_request_the_counter_is_shown_for_one_position);
	tcase_add_test(tests, an_endless_game_hides_nothing);
	tcase_add_test(tests, after_the_game_nothing_is_shown_before);
	tcase_add_test(tests, a_dead_position_is_not_told);
	tcase_add_test(tests, nothing_is_told_beside_the_board);
	tcase_add_loop_test(tests, a_hint_is_beside_the_board, 0, 2);
	tcase_add_test(tests, the_last_moves_are_beside_the_board);
	tcase_add_test(tests, a_low_screen_cuts_neither_legend_nor_title);
	tcase_add_test(tests, the_setting_is_kept);
	tcase_add_test(tests, par_without_the_counter_earns_a_second_star);
	tcase_add_test(tests, the_second_star_reads_in_ascii);
	tcase_add_test(tests, more_moves_than_par_earn_none);
	tcase_add_loop_test(tests, what_helps_costs_the_second_star, 0, 4);
	tcase_add_test(tests, the_counter_that_is_always_shown_costs_it_too);
	tcase_add_loop_test(tests, a_restart_is_no_new_game, 0, 2);
	tcase_add_loop_test(tests, a_resumed_game_keeps_its_stars, 0, 2);
	tcase_add_loop_test(tests, a_resumed_game_knows_that_help_was_seen, 0, 2);
	tcase_add_test(tests, a_shared_result_is_no_help_for_a_second_star);
	return run_playing("counter", tests);
}
