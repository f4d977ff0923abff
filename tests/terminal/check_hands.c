/* Each puzzle as a player meets it: with the keyboard alone and with the mouse alone, the messages
 * on choices and refusals, and endless games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/playing.h"

/* Endless. */
#define ENDLESS "endless.level"
static const char endless[] = "level: For ever\n"
			      "mode: gems\n"
			      "refill: random 5 5\n"
			      "\n"
			      "abcde\n"
			      "bcdea\n"
			      "aabde\n"
			      "dcaab\n"
			      "eabcd\n";

#define ESCAPE "\033"

/* A level of the pack, one move from its end. In ASCII, pieces are letters that can be found. */
static struct term *start_level(int number)
{
	char level[32];
	snprintf(level, sizeof level, FOUR ":%d", number);
	struct term *term = start_with((struct start){{level}, {"LC_ALL=C"}, 0, 0});
	see_moves(term, 0);
	see(term, "best from here 1 proven");
	return term;
}

static void expect_solved(struct term *term)
{
	see(term, SOLVED " 1 move");
	see(term, "the minimum, proven");
	quit(term);
}

/* ---- gems ---- */

START_TEST(gems_are_swapped_by_selection_and_arrow)
{
	struct term *term = start_level(1); /* the cursor is on the third gem */
	type(term, " " TERM_RIGHT);
	expect_solved(term);
}
END_TEST

START_TEST(gems_are_swapped_by_shifted_arrows)
{
	static const char *const keys[] = {"L", "\033[1;2C"};
	struct term *term = start_level(1);
	type(term, keys[_i]);
	expect_solved(term);
}
END_TEST

START_TEST(gems_are_swapped_by_two_clicks)
{
	int row, column, first;
	struct term *term = start_level(1);
	ck_assert(term_find(term, "A  ", &row, &first));
	ck_assert(term_find(term, "B  ", &row, &column));
	click_at(term, row, column);
	click_at(term, row, column + (column - first) / 2);
	expect_solved(term);
}
END_TEST

START_TEST(a_swap_without_a_run_is_refused_and_costs_nothing)
{
	struct term *term = start_level(1);
	type(term, "H");
	see(term, "No match: swap undone.");
	see_moves(term, 0);
	quit(term);
}
END_TEST

/* Of a refused swap with the animation that A changes to. The board is the same after it. */
static size_t bytes_of_a_refusal(const char *animation)
{
	struct term *term = start_level(1);
	type(term, "A");
	see(term, animation);
	type(term, "H");
	see(term, "No match: swap undone.");
	ck_assert(term_drain(term, 500));
	char *screen = term_screen(term);
	const size_t before = term_bytes(term);
	type(term, "H");
	ck_assert(term_drain(term, 500));
	const size_t bytes = term_bytes(term) - before;
	ck_assert(is_screen(term, screen));
	see_moves(term, 0);
	free(screen);
	quit(term);
	return bytes;
}

START_TEST(a_refused_swap_is_seen_unless_animation_is_off)
{
	const size_t off = bytes_of_a_refusal("Animation: off");
	const size_t reduced = bytes_of_a_refusal("Animation: reduced");
	const size_t full = bytes_of_a_refusal("Animation: full");
	ck_assert_uint_lt(off, reduced);
	ck_assert_uint_le(reduced, full); /* the same where gems move by whole cells */
	ck_assert_uint_lt(full, off + 1000);
}
END_TEST

START_TEST(escape_cancels_a_selection_first)
{
	struct term *term = start_level(1);
	type(term, " ");
	type(term, ESCAPE);
	type(term, TERM_RIGHT); /* the cursor moves, nothing is swapped */
	see_moves(term, 0);
	type(term, ESCAPE);
	see(term, MENU);
	quit(term);
}
END_TEST

START_TEST(a_swap_off_the_board_is_refused)
{
	struct term *term = start_level(1);
	type(term, "kkkkkkhhhhhhhhK");
	see(term, "There is no gem on that side.");
	type(term, "l");
	type(term, "h H"); /* the cursor moves, then a gem is chosen */
	see(term, "There is no gem on that side.");
	see_moves(term, 0);
	quit(term);
}
END_TEST

START_TEST(having_no_moves_left_is_reported_at_once)
{
	struct term *term = start(FOUR ":4");
	see(term, "no moves left");
	type(term, "t");
	see(term, "Hint: no moves left.");
	ck_assert(!term_find(term, "Undo.", NULL, NULL)); /* nothing to undo */
	type(term, "v");
	see(term, "No moves left.");
	quit(term);
}
END_TEST

START_TEST(a_swap_s_points_are_counted)
{
	struct term *term = start_level(1);
	see(term, "score 0");
	type(term, "L");
	see(term, "score 10");
	see(term, SOLVED);
	type(term, "u");
	see(term, "score 0");
	quit(term);
}
END_TEST

/* ---- bishop ---- */

START_TEST(a_bishop_moves_to_the_cursor)
{
	struct term *term = start_level(2);
	type(term, "\t");
	see(term, "a3");
	type(term, TERM_DOWN TERM_RIGHT "\r");
	expect_solved(term);
}
END_TEST

START_TEST(a_bishop_moves_to_the_click)
{
	struct term *term = start_level(2);
	click(term, "A  ");
	see(term, "a3");
	click(term, "a3");
	expect_solved(term);
}
END_TEST

START_TEST(a_bishop_makes_no_invalid_move)
{
	struct term *term = start_level(2);
	type(term, "H");
	see(term, "H goes through the squares of a chosen piece. Space chooses one.");
	type(term, "\t" TERM_RIGHT "\r");
	see(term, "A bishop moves diagonally.");
	see_moves(term, 0);
	quit(term);
}
END_TEST

START_TEST(no_cursor_is_drawn_on_a_solved_board)
{
	struct term *term = start_level(1);
	see(term, "(   ");
	type(term, "L");
	see(term, SOLVED " 1 move");
	see_gone(term, "(");
	type(term, "u");
	see(term, "(   ");
	quit(term);
}
END_TEST

/* ---- dragging ---- */

static struct {
	int rows, columns; /* size of a cell */
} cell;

/* Measures the cells by two texts, one of which is that many cells below and to the right. */
static void measure(struct term *term, const char *one, const char *other, int down, int right)
{
	int row, column, to_row, to_column;
	see(term, one);
	see(term, other);
	ck_assert(term_find(term, one, &row, &column));
	ck_assert(term_find(term, other, &to_row, &to_column));
	cell.columns = (to_column - column) / right;
	cell.rows = down == 0 ? cell.columns / 2 : (to_row - row) / down;
	ck_assert(cell.rows > 0 && cell.columns > 0);
}

/* Drags the cell that shows a text by that many cells. */
static void drag(struct term *term, const char *text, int down, int right)
{
	int row, column;
	see(term, text);
	ck_assert(term_find(term, text, &row, &column));
	drag_at(term, row, column, row + down * cell.rows, column + right * cell.columns);
}

START_TEST(a_gem_is_dragged_onto_its_neighbour)
{
	struct term *term = start_level(1);
	measure(term, "A  ", "B  ", 0, 2);
	drag(term, "B  ", 0, -2);
	see(term, "Drag a gem onto its neighbour.");
	drag(term, "B  ", 0, -1);
	see(term, "No match: swap undone.");
	drag(term, "B  ", 2, 1);
	see(term, "Drag a gem onto its neighbour."); /* off the board */
	see_moves(term, 0);
	drag(term, "B  ", 0, 1);
	expect_solved(term);
}
END_TEST

START_TEST(a_bishop_is_dragged_to_its_square)
{
	struct term *term = start_level(2);
	measure(term, "A  ", "aa", 1, 1);
	drag(term, "A  ", 0, 1);
	see(term, "A bishop moves diagonally.");
	drag(term, "aa", -1, -1);
	see(term, "Drag a piece to its square.");
	see_moves(term, 0);
	drag(term, "A  ", 1, 1);
	expect_solved(term);
}
END_TEST

START_TEST(a_line_slides_as_far_as_it_is_dragged)
{
	write_file("far.level", "level: Far\nmode: lines\n\n8....\n...2.\n");
	struct term *term = start_with((struct start){{"far.level"}, {"LC_ALL=C"}, 0, 0});
	see(term, "proven");
	measure(term, "-o", "o-", 1, 3);
	drag(term, "o-", 0, -2);
	see_moves(term, 2);
	type(term, "r");
	see_moves(term, 0);
	drag(term, "o-", -1, -1);
	see(term, "Drag along a row or a column.");
	see_moves(term, 0);
	quit(term);
}
END_TEST

START_TEST(a_swipe_tilts_the_board)
{
	struct term *term = start(OWN);
	see_best(term, FIRST_PAR);
	type(term, "CCA");
	see(term, "Animation: off");
	measure(term, "A  ", "aa", 1, 3);
	drag(term, "A  ", -1, 0);
	see(term, "Nothing moves that way.");
	int row, column;
	ck_assert(term_find(term, "A  ", &row, &column));
	drag_at(term, row, column, row, column + 1); /* a click */
	see_gone(term, "Nothing moves that way.");
	drag_at(term, row, column, row, column + 2); /* within the cell */
	see_moves(term, 1);
	drag(term, "A  ", 0, 1);
	see(term, "Nothing moves that way.");
	drag(term, "A  ", 1, -1);
	see(term, "Drag straight up, down, left or right.");
	see_moves(term, 1);
	quit(term);
}
END_TEST

/* A terminal that never reports that the button was released. */
START_TEST(a_click_without_an_end_counts_with_the_next_key)
{
	int row, column;
	char text[32];
	struct term *term = start_level(2);
	ck_assert(term_find(term, "A  ", &row, &column));
	snprintf(text, sizeof text, "\033[<0;%d;%dM", column + 1, row + 1);
	type(term, text);
	type(term, TERM_DOWN TERM_RIGHT " ");
	expect_solved(term);
}
END_TEST

/* ---- a board that does not fit ---- */

#define GREAT "great.level"
#define WHEEL_UP "\033[<64;20;9M"
#define WHEEL_DOWN "\033[<65;20;9M"

/* A piece in one corner of 26x26 cells has its goal in the other. */
static struct term *start_corners(const char *puzzle)
{
	enum { SIDE = 26 };
	char level[SIDE * (2 * SIDE + 2) + 64], *end = level;
	sprintf(level, "level: Great\nmode: %s\n\n", puzzle);
	for (int row = 0; row < SIDE; row++) {
		end += strlen(end);
		memset(end, '.', 2 * SIDE + 1);
		end[SIDE] = ' ';
		if (row == SIDE - 1)
			end[0] = 'a';
		if (row == 0)
			end[2 * SIDE] = 'a';
		memcpy(end + 2 * SIDE + 1, "\n", 2);
	}
	write_file(GREAT, level);
	return start_with((struct start){{GREAT}, {"NO_COLOR=1"}, 16, 40});
}

static struct term *start_great(void)
{
	struct term *term = start_corners("bishop");
	see(term, "moves 0 ");
	see_more(term, "↑");
	see_no_more(term, "↓"); /* the cursor is on the bishop */
	return term;
}

START_TEST(a_large_board_is_played_with_the_keyboard)
{
	struct term *term = start_great();
	see(term, "●");
	type(term, " ");
	for (int i = 0; i < 25; i++)
		type(term, TERM_UP TERM_RIGHT);
	see(term, "○");
	see_gone(term, "●");
	type(term, " ");
	see(term, SOLVED " 1 move");
	quit(term);
}
END_TEST

/* With the wheel, and by clicks on the arrows at the sides. */
START_TEST(a_large_board_is_played_with_the_mouse)
{
	struct term *term = start_great();
	type(term, WHEEL_UP);
	see_more(term, "↓");
	for (int i = 0; i < 5; i++)
		type(term, WHEEL_DOWN);
	see_no_more(term, "↓");
	type(term, WHEEL_DOWN);
	see(term, "The board ends here.");
	while (has_more(term, "←") && !term_find(term, "●", NULL, NULL)) {
		click(term, "←");
		term_drain(term, 50);
	}
	click(term, "●");
	see(term, "Space place");
	for (int i = 0; i < 7; i++)
		type(term, WHEEL_UP);
	see_no_more(term, "↑");
	while (!term_find(term, "○", NULL, NULL)) {
		click(term, "→");
		term_drain(term, 50);
	}
	click(term, "○");
	see(term, SOLVED " 1 move");
	quit(term);
}
END_TEST

/* Tilt has no cursor: the board is scrolled to a block, and to where it goes. */
START_TEST(the_view_of_a_large_board_follows_the_moves)
{
	struct term *term = start_corners("tilt");
	see(term, "●");
	see_no_more(term, "↓");
	type(term, TERM_UP);
	see_no_more(term, "↑");
	see(term, "●");
	type(term, TERM_RIGHT);
	see(term, SOLVED " 2 moves");
	quit(term);
}
END_TEST

/* ---- lines ---- */

START_TEST(a_line_slides_by_a_key)
{
	static const char *const keys[] = {"L", "\033[1;2C", " " TERM_RIGHT};
	struct term *term = start_level(3);
	type(term, keys[_i]);
	expect_solved(term);
}
END_TEST

START_TEST(a_line_slides_by_a_click_on_its_arrow)
{
	struct term *term = start_level(3);
	click(term, ">"); /* of the line under the cursor, the only one */
	expect_solved(term);
}
END_TEST

/* Three bytes give button, column and row. Releases, other buttons and the wheel do nothing. */
START_TEST(old_mouse_reports_are_understood)
{
	int row, column;
	char text[32];
	struct term *term =
		start_with((struct start){.arguments = {FOUR ":3"}, .environment = {"TERM=tmux"}});
	see_best(term, 1);
	see(term, "▶"); /* which may be written after the counter */
	ck_assert(term_find(term, "▶", &row, &column));
	snprintf(text, sizeof text, "\033[M\"%c%c\033[M#%c%c", column + 33, row + 33, column + 33,
	         row + 33);
	type(term, text);
	see_moves(term, 0);
	snprintf(text, sizeof text, "\033[M %c%c\033[M#%c%c", column + 33, row + 33, column + 33,
	         row + 33);
	type(term, text);
	expect_solved(term);
}
END_TEST

/* ---- sequences that arrive in parts ---- */

/* Types the text in two parts with a pause between, as a slow line delivers it. */
static void type_in_parts(struct term *term, const char *text, size_t first)
{
	ck_assert(term_send_n(term, text, first));
	ck_assert(term_drain(term, 150));
	type(term, text + first);
}

/* The bytes of a report are keys too: "M" turns the mouse off. */
START_TEST(a_click_may_arrive_in_parts)
{
	int row, column;
	char text[32];
	struct term *term = start_level(3);
	ck_assert(term_find(term, ">", &row, &column));
	snprintf(text, sizeof text, "\033[<0;%d;%dM", column + 1, row + 1);
	type_in_parts(term, text, (size_t)_i);
	snprintf(text, sizeof text, "\033[<0;%d;%dm", column + 1, row + 1);
	type_in_parts(term, text, (size_t)_i);
	expect_solved(term);
}
END_TEST

START_TEST(a_key_may_arrive_in_parts)
{
	static const char *const keys[] = {"\033OC", "\033[C", "\033[1;2C", "\033[1;2C"};
	static const size_t first[] = {2, 2, 2, 4};
	struct term *term = start_level(1);
	if (_i < 2)
		type(term, " ");
	type_in_parts(term, keys[_i], first[_i]);
	expect_solved(term);
}
END_TEST

/* Of focus, of the end of a paste, of a key that terminfo does not know, of a mouse that is off. */
START_TEST(an_unknown_sequence_is_no_key)
{
	static const char *const unknown[] = {"\033[I", "\033[201~", "\033[77;5u",
	                                      "\033[<0;9;9M\033[<0;9;9m"};
	struct term *term = start_level(1);
	if (_i == 3) {
		type(term, "M");
		see(term, "Mouse off.");
	}
	type(term, unknown[_i]);
	type(term, "L");
	expect_solved(term);
}
END_TEST

/* Esc was taken for a lone one, and its page closed. What follows types no keys. */
START_TEST(a_late_rest_of_a_sequence_is_no_text)
{
	struct term *term = start_level(1);
	type(term, "g");
	see(term, "Esc");
	ck_assert(term_send(term, "\033"));
	see_gone(term, "Esc");
	type(term, "[<0;1;1M");
	type(term, "L");
	expect_solved(term);
}
END_TEST

/* ---- results ---- */

static bool shows_result_or_next(struct term *term, const void *context)
{
	int row, column;
	(void)context;
	return term_find(term, SOLVED, &row, &column) || term_find(term, "Diagonal", &row, &column);
}

/* Solves the level and presses Enter while the run is shown; whether its result is there then. */
static bool stays_at_result(void)
{
	int row, column;
	struct term *term = start_level(1);
	type(term, "-------"); /* slow: the run is shown for a while */
	see(term, "Speed 1");
	type(term, "L");
	see_moves(term, 1);
	type(term, "\r");
	see_that(term, "the result or the next level", shows_result_or_next, NULL);
	ck_assert(term_drain(term, 500));
	const bool stays = term_find(term, SOLVED, &row, &column);
	quit(term);
	return stays;
}

/* On a slow machine the run may be over when Enter arrives, but not every time. */
START_TEST(a_key_that_skips_does_not_leave_the_result)
{
	bool stays = false;
	for (int i = 0; i < 5 && !stays; i++)
		stays = stays_at_result();
	ck_assert_msg(stays, "Enter left the result");
}
END_TEST

START_TEST(a_result_s_keys_can_be_clicked)
{
	struct term *term = start_level(1);
	type(term, "L");
	see(term, SOLVED);
	click(term, "u undo");
	see_moves(term, 0);
	type(term, "L");
	see(term, SOLVED);
	click(term, "Enter next");
	see(term, "Diagonal");
	click(term, "Parlour"); /* the title leads to the list */
	see(term, MENU);
	quit(term);
}
END_TEST

/* ---- hints ---- */

/* The first and the third stage of the hint of each level of the pack. */
START_TEST(hints_name_the_move)
{
	static const char *const moves[] = {"Hint: c1-d1", "Hint: a2-b1", "Hint: 1-right"};
	static const char *const stages[] = {"Hint: there is only one move.",
	                                     "Hint: there is only one move.",
	                                     "Hint: each of the 2 moves keeps the minimum."};
	struct term *term = start_level(_i + 1);
	type(term, "t");
	see(term, stages[_i]);
	type(term, "tt");
	see(term, moves[_i]);
	quit(term);
}
END_TEST

static bool is_other_screen(struct term *term, const void *screen)
{
	return !is_screen(term, screen);
}

START_TEST(valid_moves_are_shown_until_the_next_move)
{
	struct term *term = start_level(1);
	char *before = fresh_screen(term, LAST);
	type(term, "v");
	char *shown = fresh_screen(term, LAST);
	ck_assert_str_ne(before, shown);
	type(term, "v");
	see_screen(term, before);
	type(term, "v");
	see_that(term, "the moves", is_other_screen, before);
	type(term, TERM_ESCAPE); /* and it does not leave */
	see_screen(term, before);
	type(term, "vLu");
	see(term, "score 0");
	see_screen(term, before);
	free(before);
	free(shown);
	quit(term);
}
END_TEST

/* ---- endless games ---- */

static struct term *start_endless(void)
{
	write_file(ENDLESS, endless);
	struct term *term = start(ENDLESS);
	see(term, "level 1, next at 500");
	return term;
}

/* A bar shows the progress to the next level, and grows with the score. */
START_TEST(a_bar_leads_to_the_next_level)
{
	struct term *term = start("gems/fireworks:1");
	see(term, "level 1, next at 500 ──────────");
	see(term, "Four or more in a row");
	type(term, "+++++T");
	see(term, "level 1, next at 500 ━━");
	see(term, "Level 2! Points are multiplied by 2.");
	type(term, TERM_LEFT);
	see(term, "next at 2500 ──");
	quit(term);
}
END_TEST

START_TEST(the_bot_plays_on_until_a_key)
{
	struct term *term = start_endless();
	type(term, "+++++T");
	see_moves(term, 3);
	type(term, TERM_LEFT); /* ends it; nothing is chosen, so no move is made */
	free(fresh_screen(term, LAST));
	const int moves = number_after(term, "moves "), score = number_after(term, "score ");
	ck_assert_int_ge(moves, 3);
	ck_assert_int_ge(score, 10 * moves);
	quit(term);
}
END_TEST

/* Follows hints to a score; then the game is left, and both it and the score are kept. */
START_TEST(the_best_score_is_saved_and_the_game_continues)
{
	struct term *term = start_endless();
	ck_assert(!term_find(term, "your best", NULL, NULL));
	type(term, "A");
	see(term, "Animation: off");
	type(term, "tt");
	see(term, "Hint: ");
	free(fresh_screen(term, LAST));
	int row, column;
	char move[8] = "";
	ck_assert(term_find(term, "Hint: ", &row, &column));
	for (int i = 0; i < 5; i++)
		move[i] = term_cell(term, row, column + 6 + i).glyph[0];
	/* From the cursor in the middle to the first of the two cells, then the swap. */
	for (int i = 0; i < 5; i++)
		type(term, TERM_LEFT TERM_DOWN);
	for (char c = 'a'; c < move[0]; c++)
		type(term, TERM_RIGHT);
	for (char c = '1'; c < move[1]; c++)
		type(term, TERM_UP);
	type(term, move[0] != move[3] ? "L" : "K");
	see_moves(term, 1);
	free(fresh_screen(term, LAST));
	const int score = number_after(term, "score ");
	ck_assert_int_ge(score, 10);
	quit(term);

	term = start(ENDLESS);
	see(term, "Resumed at move 1");
	ck_assert_int_eq(number_after(term, "your best "), score);
	free(fresh_screen(term, LAST));
	ck_assert_int_eq(number_after(term, "score "), score);
	quit(term);
}
END_TEST

/* ---- the menu ---- */

START_TEST(the_menu_switches_between_puzzles)
{
	static const char *const goals[] = {"Slide all blocks", "Swap neighbours",
	                                    "Move one piece"};
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "\t");
	see(term, goals[1]);
	type(term, "\t");
	see(term, goals[2]);
	type(term, "\033[Z");
	see(term, goals[1]);
	click(term, "Tilt");
	see(term, goals[0]);
	click(term, "Lines");
	see_gone(term, goals[0]);
	type(term, "\r");
	see(term, "closed ");
	type(term, "R");
	see(term, MENU);
	type(term, "\t"); /* around the end */
	see(term, goals[0]);
	quit(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("hands");
	tcase_add_test(tests, gems_are_swapped_by_selection_and_arrow);
	tcase_add_loop_test(tests, gems_are_swapped_by_shifted_arrows, 0, 2);
	tcase_add_test(tests, gems_are_swapped_by_two_clicks);
	tcase_add_test(tests, a_refused_swap_is_seen_unless_animation_is_off);
	tcase_add_test(tests, a_swap_without_a_run_is_refused_and_costs_nothing);
	tcase_add_test(tests, escape_cancels_a_selection_first);
	tcase_add_test(tests, having_no_moves_left_is_reported_at_once);
	tcase_add_test(tests, a_swap_off_the_board_is_refused);
	tcase_add_test(tests, a_swap_s_points_are_counted);
	tcase_add_test(tests, a_bishop_moves_to_the_cursor);
	tcase_add_test(tests, no_cursor_is_drawn_on_a_solved_board);
	tcase_add_test(tests, a_gem_is_dragged_onto_its_neighbour);
	tcase_add_test(tests, a_bishop_is_dragged_to_its_square);
	tcase_add_test(tests, a_line_slides_as_far_as_it_is_dragged);
	tcase_add_test(tests, a_swipe_tilts_the_board);
	tcase_add_test(tests, a_click_without_an_end_counts_with_the_next_key);
	tcase_add_test(tests, a_bishop_moves_to_the_click);
	tcase_add_test(tests, a_bishop_makes_no_invalid_move);
	tcase_add_loop_test(tests, a_line_slides_by_a_key, 0, 3);
	tcase_add_test(tests, a_line_slides_by_a_click_on_its_arrow);
	tcase_add_test(tests, old_mouse_reports_are_understood);
	tcase_add_loop_test(tests, a_click_may_arrive_in_parts, 2, 9);
	tcase_add_loop_test(tests, a_key_may_arrive_in_parts, 0, 4);
	tcase_add_loop_test(tests, an_unknown_sequence_is_no_key, 0, 4);
	tcase_add_test(tests, a_late_rest_of_a_sequence_is_no_text);
	tcase_add_test(tests, a_key_that_skips_does_not_leave_the_result);
	tcase_add_test(tests, a_result_s_keys_can_be_clicked);
	tcase_add_loop_test(tests, hints_name_the_move, 0, 3);
	tcase_add_test(tests, valid_moves_are_shown_until_the_next_move);
	tcase_add_test(tests, a_bar_leads_to_the_next_level);
	tcase_add_test(tests, the_bot_plays_on_until_a_key);
	tcase_add_test(tests, the_best_score_is_saved_and_the_game_continues);
	tcase_add_test(tests, a_large_board_is_played_with_the_keyboard);
	tcase_add_test(tests, a_large_board_is_played_with_the_mouse);
	tcase_add_test(tests, the_view_of_a_large_board_follows_the_moves);
	tcase_add_test(tests, the_menu_switches_between_puzzles);
	return run_playing("hands", tests);
}
