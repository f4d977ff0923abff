/* The form for a new board: its rows, its search, and the board that is played. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/playing.h"

#define FORM "New board"
#define WAITING "board of this size has" /* while no search is running */

/* ---- what is seen ---- */

/* Whether the value is chosen: inverse. */
static bool is_chosen(struct term *term, const void *value)
{
	int row, column;
	return term_find(term, value, &row, &column) && term_cell(term, row, column).reverse;
}

static void see_chosen(struct term *term, const char *value)
{
	see_that(term, value, is_chosen, value);
}

static struct term *open_form(struct start start)
{
	struct term *term = start_with(start);
	see(term, "q quit");
	type(term, "N");
	see(term, FORM);
	return term;
}

/* ---- the form ---- */

START_TEST(keys_choose_and_enter_plays)
{
	struct term *term = open_form((struct start){.rows = 24});
	see_chosen(term, "Tilt");
	see_chosen(term, "7x7");
	see_chosen(term, "medium");
	see(term, "A medium board of this size has par 8 to 10.");
	type(term, TERM_LEFT);
	see_chosen(term, "6x6");
	type(term, TERM_DOWN TERM_DOWN TERM_RIGHT);
	see_chosen(term, "hard");
	see(term, "A hard board of this size has par 11 to 14.");
	type(term, TERM_RIGHT); /* round */
	see_chosen(term, "easy");
	type(term, "h\r");
	see(term, "Tilt · tilt:6x6#");
	see_moves(term, 0);
	const int par = number_after(term, "par ");
	ck_assert_int_ge(par, 11);
	ck_assert_int_le(par, 14);
	quit(term);
}
END_TEST

/* The list has it even if no move was made. */
START_TEST(the_list_has_the_new_board)
{
	struct term *term = open_form((struct start){.rows = 24});
	type(term, TERM_LEFT TERM_LEFT "\r");
	see(term, "Tilt · tilt:5x5#");
	see_moves(term, 0);
	const int seed = number_after(term, "tilt:5x5#");
	type(term, TERM_ESCAPE);
	char title[64];
	snprintf(title, sizeof title, "▶    ◐ Board 5x5 #%d", seed);
	see(term, title);
	type(term, "\r");
	see_moves(term, 0);
	quit(term);
}
END_TEST

START_TEST(the_puzzle_is_that_of_the_list)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "\033[Z"); /* the last one */
	click(term, "N new");
	see(term, FORM);
	see_chosen(term, "Lines");
	see_chosen(term, "4x4");
	type(term, TERM_UP TERM_LEFT);
	see_chosen(term, "Bishop");
	see_chosen(term, "6x6");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	see_gone(term, FORM);
	type(term, "N?");
	see(term, "next choice");
	type(term, TERM_ESCAPE);
	see(term, FORM);
	quit(term);
}
END_TEST

START_TEST(a_board_is_made_by_the_mouse)
{
	struct term *term = open_form((struct start){.rows = 16, .columns = 40});
	click(term, "Gems");
	see_chosen(term, "6x6");
	click(term, "5x5");
	see_chosen(term, "5x5");
	click(term, "easy");
	see(term, "An easy board of this size has par 5");
	click(term, "Enter make");
	see(term, "gems:5x5#");
	see(term, "par 5");
	quit(term);
}
END_TEST

/* The board has a game ID, so the list finds it again. */
START_TEST(a_new_board_is_kept_like_any_other)
{
	struct term *term = open_form((struct start){.rows = 24});
	type(term, "\r");
	see(term, "tilt:7x7#");
	const int seed = number_after(term, "tilt:7x7#");
	char title[32];
	snprintf(title, sizeof title, "Board 7x7 #%d", seed);
	type(term, TERM_LEFT TERM_UP TERM_RIGHT TERM_DOWN); /* one of them is valid */
	see_gone(term, "moves 0");
	quit(term);
	term = start(NULL);
	see(term, MENU);
	see(term, title);
	quit(term);
}
END_TEST

/* ---- the search ---- */

/* The form for hard boards of gems, 5x5: one in 150 has that many moves. */
static struct term *open_hard_form(struct start start)
{
	struct term *term = start_with(start);
	see(term, MENU);
	type(term, "\tN");
	see(term, FORM);
	see_chosen(term, "Gems");
	click(term, "5x5");
	click(term, "hard");
	see(term, "A hard board of this size has par 7 to 9.");
	return term;
}

static bool is_playing(struct term *term)
{
	return term_find(term, "gems:5x5#", NULL, NULL);
}

/* From the game back to the form, which is as it was. */
static void open_form_again(struct term *term)
{
	if (is_playing(term))
		type(term, "R");
	see(term, MENU);
	type(term, "N");
	see(term, "A hard board of this size has par 7 to 9.");
}

static bool is_begun(struct term *term, const void *context)
{
	(void)context;
	return term_find(term, "Looking for par 7 to 9: ", NULL, NULL) || is_playing(term);
}

static bool is_left(struct term *term, const void *context)
{
	(void)context;
	return term_find(term, WAITING, NULL, NULL) || term_find(term, "/ find", NULL, NULL);
}

/* Usually the search is still running when Esc arrives. If it has ended, Esc goes to the list, and
 * the test tries again. */
START_TEST(the_search_can_be_cancelled)
{
	struct term *term = open_hard_form((struct start){.rows = 24});
	bool cancelled = false;
	for (int i = 0; i < 20 && !cancelled; i++) {
		type(term, "\r");
		see_that(term, "a search", is_begun, NULL);
		if (!is_playing(term)) {
			ck_assert(term_find(term, "tried, ", NULL, NULL));
			ck_assert(term_find(term, "Esc cancel", NULL, NULL));
			ck_assert(!term_find(term, "Enter make", NULL, NULL));
			type(term, TERM_ESCAPE);
			see_that(term, "its end", is_left, NULL);
			cancelled = term_find(term, WAITING, NULL, NULL);
		}
		if (!cancelled)
			open_form_again(term);
	}
	ck_assert(cancelled);
	see(term, "Enter make");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	quit(term);
}
END_TEST

static bool is_over(struct term *term, const void *context)
{
	(void)context;
	return term_find(term, "The closest has par", NULL, NULL) || is_playing(term);
}

START_TEST(the_closest_board_is_offered)
{
	struct term *term = open_hard_form((struct start){.arguments = {"--time-limit", "0.001"}});
	for (int i = 0; i < 20; i++) {
		type(term, "\r");
		see_that(term, "an end", is_over, NULL);
		if (!is_playing(term))
			break;
		open_form_again(term);
	}
	see(term, "No par 7 to 9 in ");
	const int par = number_after(term, "closest has par ");
	char words[16];
	snprintf(words, sizeof words, "par %d", par);
	ck_assert_int_le(par, 6);
	click(term, "Enter play it");
	see(term, "gems:5x5#");
	see(term, words);
	quit(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("form");
	tcase_add_test(tests, keys_choose_and_enter_plays);
	tcase_add_test(tests, the_list_has_the_new_board);
	tcase_add_test(tests, the_puzzle_is_that_of_the_list);
	tcase_add_test(tests, a_board_is_made_by_the_mouse);
	tcase_add_test(tests, a_new_board_is_kept_like_any_other);
	tcase_add_test(tests, the_search_can_be_cancelled);
	tcase_add_test(tests, the_closest_board_is_offered);
	return run_playing("form", tests);
}
