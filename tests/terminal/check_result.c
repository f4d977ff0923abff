/* After the last move: the result beside the board, the triumph, the star, replays, the text to
 * share; and the demo's tour. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memmem */
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/playing.h"

static struct term *start_solved(struct start start)
{
	start.arguments[0] = OWN;
	struct term *term = start_with(start);
	see_moves(term, 0);
	type(term, "A");
	see(term, "Animation: off");
	solve_first(term);
	see(term, "the minimum, proven");
	return term;
}

/* ---- the panel ---- */

static const struct {
	int rows, columns;
} sizes[] = {{24, 80}, {16, 40}, {60, 200}};

enum { SIZES = 3, MODES = 3 };

/* How many cells of the screen have a glyph. */
static int count_glyph(struct term *term, const char *glyph)
{
	int count = 0;
	for (int row = 0; row < term_rows(term); row++)
		for (int column = 0; column < term_columns(term); column++)
			count += strcmp(term_cell(term, row, column).glyph, glyph) == 0;
	return count;
}

/* Every key of the panel. */
static void expect_panel(struct term *term)
{
	static const char *const keys[] = {"Enter next", "u undo", "r restart", "R levels",
	                                   "v replay", "S share"};
	free(fresh_screen(term, LAST));
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		ck_assert_msg(term_find(term, keys[i], NULL, NULL), "no key \"%s\"", keys[i]);
}

/* On a small screen the lower edge is covered. */
static int free_corners(int size)
{
	return sizes[size].columns < 80 ? 2 : 4;
}

START_TEST(the_result_leaves_the_board_where_it_is)
{
	char level[32];
	int row, column;
	snprintf(level, sizeof level, FOUR ":%d", _i % MODES + 1);
	struct term *term = start_with((struct start){{level},
	                                              {"LC_ALL=C"},
	                                              sizes[_i / MODES].rows,
	                                              sizes[_i / MODES].columns});
	see_moves(term, 0);
	ck_assert(term_find(term, "+", &row, &column)); /* a corner of the frame */
	type(term, "AT"); /* the only move there is */
	see(term, free_corners(_i / MODES) == 4 ? "The solver's" : "Solver: ");
	see(term, "1 move, the");
	see(term, "minimum");
	expect_panel(term);
	ck_assert_int_ge(count_glyph(term, "+"), free_corners(_i / MODES));
	int new_row, new_column;
	ck_assert(term_find(term, "+", &new_row, &new_column));
	ck_assert_int_eq(new_row, row);
	ck_assert_int_eq(new_column, column);
	quit(term);
}
END_TEST

START_TEST(the_result_leaves_the_walls_visible)
{
	const struct start start = {
		.environment = {"NO_COLOR=1"},
		.rows = sizes[_i].rows,
		.columns = sizes[_i].columns};
	struct term *term = start_solved(start);
	expect_panel(term);
	ck_assert(!term_find(term, "par 3, ", NULL, NULL)); /* which the status has */
	if (free_corners(_i) == 4) { /* over the board there is only the result */
		see(term, "your best 3");
		see(term, "time 0:0");
	}
	/* The rows of two walls, in whatever size there was room for: even without tones. */
	bool whole = false;
	const int count = count_glyph(term, "▓");
	for (int side = 2; side <= 48; side += 2) {
		const int gap = side == 2 ? 0 : side < 16 ? 1 : side / 8;
		whole |= count == 2 * (side - gap) * (side / 2);
	}
	ck_assert_msg(whole, "%d wall blocks", count);
	quit(term);
}
END_TEST

START_TEST(a_resize_keeps_the_result)
{
	struct term *term = start_solved((struct start){0});
	term_resize(term, 16, 40);
	see(term, "S share");
	term_resize(term, 24, 80);
	see(term, "S share");
	type(term, "u");
	see_moves(term, FIRST_PAR - 1);
	see_gone(term, "S share");
	quit(term);
}
END_TEST

/* ---- the triumph ---- */

/* A level of each puzzle whose end is near. */
static const char *const last_moves[] = {OWN ":2", FOUR ":1", FOUR ":2", FOUR ":3"};
enum { PUZZLES = sizeof last_moves / sizeof last_moves[0] };

/* The last move of a game: the bytes from there until all is quiet, and the screen then. */
struct end {
	size_t bytes;
	struct term_cell cell[24][80];
};

/* The solver makes the last move. */
static void see_end(const char *level, const char *keys, const char *said, struct end *end)
{
	struct term *term = start_with((struct start){.arguments = {level}});
	see(term, "q quit");
	type(term, "r");
	see_moves(term, 0);
	see(term, "✓");
	type(term, keys);
	see(term, said);
	term_drain(term, 500);
	const size_t before = term_bytes(term);
	type(term, "T");
	see(term, "The solver's");
	ck_assert(term_drain(term, 1000));
	end->bytes = term_bytes(term) - before;
	for (int i = 0; i < 24 * 80; i++)
		end->cell[i / 80][i % 80] = term_cell(term, i / 80, i % 80);
	quit(term);
}

/* The colour of the upper or the lower half of a cell. */
static int half(const struct term_cell *cell, bool lower)
{
	return strcmp(cell->glyph, lower ? "▄" : "▀") == 0 ? cell->foreground
	       : strcmp(cell->glyph, lower ? "▀" : "▄") == 0 || strcmp(cell->glyph, " ") == 0
	               ? cell->background
	               : cell->foreground;
}

static void expect_same_screen(const struct end *a, const struct end *b)
{
	for (int i = 0; i < 24 * 80; i++)
		for (int lower = 0; lower < 2; lower++)
			ck_assert_int_eq(half(&a->cell[i / 80][i % 80], lower),
			                 half(&b->cell[i / 80][i % 80], lower));
}

START_TEST(each_puzzle_has_a_triumph_unless_animation_is_off)
{
	static struct end off, reduced, full;
	see_end(last_moves[_i], "A", "Animation: off", &off);
	see_end(last_moves[_i], "A", "Animation: reduced", &reduced);
	see_end(last_moves[_i], "A", "Animation: full", &full);
	ck_assert_uint_lt(off.bytes, reduced.bytes);
	ck_assert_uint_lt(reduced.bytes, full.bytes);
	ck_assert_uint_lt(full.bytes, off.bytes + 10000); /* some of it for the move */
	expect_same_screen(&off, &reduced); /* the board is at rest again */
	expect_same_screen(&off, &full);
}
END_TEST

START_TEST(keys_typed_ahead_skip_the_triumph)
{
	struct term *term = start(OWN);
	char keys[64] = "";
	see_best(term, FIRST_PAR);
	for (int i = 0; i < FIRST_PAR; i++)
		strcat(keys, first_plan[i]);
	type(term, strcat(keys, "\r"));
	see(term, SECOND);
	see_moves(term, 0);
	quit(term);
}
END_TEST

/* The level is remarked on when the score that reaches it has been shown, with a sign over the
 * board. The frame around the words is not looked at: a slow machine leaves out pictures. */
START_TEST(a_new_level_of_an_endless_game_has_its_moment)
{
	struct term *term = start("gems/fireworks:2");
	see_moves(term, 0);
	type(term, "T");
	see(term, "Level 2!");
	ck_assert(term_find(term, "level 2, next at", NULL, NULL));
	see_gone(term, "Level 2!");
	type(term, " ");
	quit(term);
}
END_TEST

/* ---- the star ---- */

/* How many stars have been written so far. */
static int stars_written(struct term *term)
{
	static const char star[] = "★";
	size_t length;
	int count = 0;
	const char *log = term_log(term, &length), *end = log + length;
	while ((log = memmem(log, (size_t)(end - log), star, strlen(star))) != NULL) {
		log += strlen(star);
		count++;
	}
	return count;
}

/* Goes to the list; returns the stars that this writes until all is quiet. */
static int stars_to_the_list(struct term *term)
{
	ck_assert(term_drain(term, 500));
	const int before = stars_written(term);
	type(term, "R");
	see(term, MENU);
	ck_assert(term_drain(term, 500));
	return stars_written(term) - before;
}

/* With full animation it is written in each picture of its flight, with reduced animation twice. */
START_TEST(a_new_star_goes_to_the_list_once)
{
	static const struct {
		const char *keys, *said;
		int least, most;
	} animations[] = {
		{"A", "Animation: off", 0, 0},
		{"AA", "Animation: reduced", 1, 1},
		{"AAA", "Animation: full", 8, 12},
	};
	struct term *term = start("tilt/first-steps:3");
	see_moves(term, 0);
	type(term, animations[_i].keys);
	see(term, animations[_i].said);
	type(term, "klj");
	see(term, "Solved in 3 moves");
	const int first = stars_to_the_list(term);
	type(term, "\r");
	see_moves(term, 0);
	const int again = stars_to_the_list(term);
	ck_assert_int_ge(first - again, animations[_i].least);
	ck_assert_int_le(first - again, animations[_i].most);
	quit(term);
}
END_TEST

/* ---- replays ---- */

START_TEST(a_replay_loses_nothing)
{
	struct term *term = start_solved((struct start){0});
	char *before = fresh_screen(term, LAST);
	type(term, "v ");
	see(term, "Move 1 of 3, down: keeps the minimum.");
	type(term, "\033OH");
	see_moves(term, 0);
	see_best(term, FIRST_PAR);
	type(term, "l");
	see_moves(term, 1);
	see_best(term, FIRST_PAR - 1);
	type(term, "l");
	see_moves(term, 2);
	type(term, "h");
	see_moves(term, 1);
	term_drain(term, 800); /* without the pause, a move would have been made by now */
	see_moves(term, 1);
	type(term, "\033OF");
	see_moves(term, FIRST_PAR);
	type(term, "\033");
	see_screen(term, before);
	type(term, "u");
	see_moves(term, FIRST_PAR - 1);
	free(before);
	quit(term);
}
END_TEST

START_TEST(a_replay_ends_and_starts_again)
{
	struct term *term = start_solved((struct start){0});
	type(term, "++++v");
	see(term, "End of the replay. Space");
	see_moves(term, FIRST_PAR);
	type(term, "-------- ");
	see_moves(term, 0);
	see_moves(term, 1);
	quit(term);
}
END_TEST

START_TEST(a_shortest_solution_is_shown_beside_the_player_s)
{
	static const char *const ways[] = {TERM_RIGHT, TERM_LEFT, TERM_RIGHT, TERM_DOWN};
	struct term *term = start(OWN ":2");
	see_best(term, SECOND_PAR);
	type(term, "A");
	for (int i = 0; i < 4; i++)
		type(term, ways[i]);
	see(term, "the minimum is 2");
	type(term, "v");
	see(term, "Your solution: 4 moves");
	type(term, "\t ");
	see(term, "Shortest solution (proven): 2 moves, paused");
	type(term, "\033OF");
	see_moves(term, SECOND_PAR);
	type(term, "\t ");
	see(term, "Move 1 of 4, right: keeps the minimum.");
	type(term, "\033OF");
	see_moves(term, 4);
	type(term, "\033");
	see(term, SOLVED " 4 moves");
	quit(term);
}
END_TEST

/* The second move costs two. */
static struct term *start_costly(void)
{
	static const char *const ways[] = {TERM_RIGHT, TERM_LEFT, TERM_RIGHT, TERM_DOWN};
	struct term *term = start(OWN ":2");
	see_best(term, SECOND_PAR);
	type(term, "A");
	for (int i = 0; i < 4; i++)
		type(term, ways[i]);
	see(term, "the minimum is 2");
	return term;
}

START_TEST(a_review_shows_what_moves_cost_and_is_played_on)
{
	struct term *term = start_costly();
	see(term, "c review");
	type(term, "c");
	see_moves(term, 1);
	see(term, "Move 2 of 4, left: costs 2 moves.");
	type(term, "n");
	see(term, "No costly move after this.");
	type(term, "\033OF");
	see(term, "4 moves: 1 mistake cost 2 extra moves.");
	type(term, "p");
	see_moves(term, 1);
	type(term, "t");
	see(term, "Best here: ");
	type(term, "\r");
	see(term, "A new try from move 1");
	see_moves(term, 1);
	type(term, "u");
	see(term, SOLVED " 4 moves");
	quit(term);
}
END_TEST

START_TEST(a_try_from_before_the_mistake_can_reach_the_minimum)
{
	struct term *term = start_costly();
	type(term, "b");
	see(term, "A new try from move 1");
	type(term, TERM_DOWN);
	see(term, "the minimum, proven");
	int row, column;
	ck_assert(!term_find(term, "★★", &row, &column));
	quit(term);
}
END_TEST

static struct term *start_player(const char *name)
{
	struct term *term =
		start_with((struct start){.arguments = {"--player", name, "tilt/first-steps:1"}});
	see_moves(term, 0);
	see_best(term, 2); /* which is proven, so that there is a shortest solution */
	type(term, "A" TERM_UP TERM_RIGHT);
	see(term, SOLVED);
	return term;
}

START_TEST(another_player_s_solution_is_shown_after_the_shortest)
{
	quit(start_player("anna"));
	struct term *term = start_player("bert");
	type(term, "----v"); /* slow: what is said of a replay is gone at its end */
	see(term, "Your solution: 2 moves");
	type(term, "\t");
	see(term, "Shortest solution (proven): 2 moves");
	type(term, "\t");
	see(term, "anna's solution: 2 moves");
	type(term, " \033OH");
	see(term, "Move 1 of 2, up: keeps the minimum.");
	type(term, "l\r");
	see(term, "A new try from move 1");
	type(term, TERM_RIGHT);
	see(term, "try it yourself"); /* it does not count */
	quit(term);
}
END_TEST

START_TEST(kept_games_are_reviewed_from_the_list)
{
	struct term *term = start("tilt/first-steps:1");
	see_moves(term, 0);
	type(term, "R");
	see(term, MENU);
	type(term, "c");
	see(term, "Nothing to review yet");
	type(term, "\r");
	see(term, GAME);
	type(term, TERM_LEFT);
	see_moves(term, 1);
	type(term, "R");
	see(term, MENU);
	type(term, "c"); /* of the game in progress */
	see(term, "Move 1 of 1, left:");
	type(term, "\r");
	see(term, "A new try from the start");
	type(term, "u");
	see_moves(term, 1);
	quit(term);
}
END_TEST

START_TEST(the_best_result_is_replayed_from_the_list)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "v");
	see(term, "No replay yet");
	see(term, MENU);
	type(term, "\r");
	see(term, GAME);
	const int count = solve_by_hints(term);
	quit(term);

	char words[32];
	snprintf(words, sizeof words, "Your solution: %d move", count);
	term = start(NULL);
	see(term, "★");
	type(term, "v");
	see(term, words);
	type(term, " \033OF");
	see_moves(term, count);
	type(term, "\033");
	see(term, MENU);
	ck_assert_int_eq(number_after(term, " best"), count);
	type(term, "\r"); /* nothing of the replay was saved */
	see_moves(term, 0);
	quit(term);
}
END_TEST

START_TEST(the_best_endless_game_is_replayed)
{
	struct term *term = start("gems/endless:1");
	see(term, "score 0");
	type(term, "A");
	for (int i = 0; i < 8; i++)
		type(term, TERM_LEFT TERM_DOWN);
	for (int i = 0; i < 3; i++)
		type(term, TERM_RIGHT);
	for (int i = 0; i < 7; i++)
		type(term, TERM_UP);
	type(term, "L"); /* d8-e8 */
	see_moves(term, 1);
	free(fresh_screen(term, LAST));
	const int score = number_after(term, "score ");
	type(term, "R");
	see(term, "best score ");
	type(term, "v");
	see(term, "Your game: 1 move");
	see_moves(term, 1);
	ck_assert_int_eq(number_after(term, "score "), score);
	type(term, "\t");
	see(term, "no shortest solution");
	type(term, "\033");
	see(term, MENU);
	type(term, "\r");
	see(term, "Resumed at move 1");
	quit(term);
}
END_TEST

START_TEST(a_forged_result_is_not_replayed)
{
	struct term *term = start("tilt/first-steps:3");
	see_moves(term, 0);
	type(term, "klj");
	see(term, SOLVED " 3 moves");
	quit(term);
	forge("state/parlour/parlour.db", "up right down", "up right left");
	term = start(NULL);
	see(term, MENU);
	type(term, "v");
	see(term, "No replay yet");
	see(term, MENU);
	quit(term);
}
END_TEST

/* ---- sharing ---- */

/* Base64 of its beginning: the level, moves, and the time up to its minutes. */
#define SHARED "\033]52;c;UGFybG91ciB0aWx0OiBDb3JuZXJzCjMgbW92ZXMsIHBhciAzIOKYhQp0aW1lIDA6"

START_TEST(a_result_is_shown_copied_and_printed)
{
	struct term *term = start_solved((struct start){0});
	ck_assert(!term_logged(term, "]52;"));
	type(term, "S");
	see(term, "Parlour tilt: " FIRST);
	see(term, "3 moves, par 3 ★");
	see(term, "time 0:");
	see(term, "●●●");
	see(term, "Copied");
	ck_assert(term_logged(term, SHARED));
	type(term, "\033"); /* only closes it */
	see_gone(term, "●●●");
	see(term, SOLVED);
	type(term, "S");
	see(term, "●●●");
	click_at(term, 1, 2); /* anywhere but on the footer */
	see_gone(term, "●●●");
	see(term, SOLVED);
	type(term, "S\033S"); /* once is enough */
	see(term, "●●●");
	type(term, "q");
	ck_assert_int_eq(term_end(term), 0);
	ck_assert(term_restored(term));
	int row;
	ck_assert(term_find(term, "Parlour tilt: " FIRST, &row, NULL));
	ck_assert_int_eq(strncmp(term_row(term, row + 3), "●●●", strlen("●●●")), 0);
	for (row++; row < term_rows(term); row++)
		ck_assert_ptr_null(strstr(term_row(term, row), FIRST));
	term_free(term);
}
END_TEST

START_TEST(without_a_clipboard_a_result_is_still_printed)
{
	struct term *term = start_solved((struct start){.environment = {"TERM=vt100", "LC_ALL=C"}});
	type(term, "S");
	see(term, "3 moves, par 3 *");
	see(term, "###");
	see(term, "rinted again on exit");
	ck_assert(!term_find(term, "Copied", NULL, NULL));
	ck_assert(!term_logged(term, "]52;"));
	type(term, "q");
	ck_assert_int_eq(term_end(term), 0);
	ck_assert(term_logged(term, "Parlour tilt: " FIRST "\r\n3 moves, par 3 *\r\ntime 0:"));
	ck_assert(term_logged(term, "\r\n###\r\n"));
	term_free(term);
}
END_TEST

/* ---- the tour ---- */

static struct term *start_tour(void)
{
	struct term *term = start_with((struct start){.arguments = {"--demo"}});
	see(term, "Any other key");
	see(term, "demo");
	return term;
}

START_TEST(the_tour_visits_every_puzzle)
{
	struct term *term = start_tour();
	see(term, "Tilt ·");
	type(term, "A++++");
	see(term, "Gems ·");
	type(term, "n");
	see(term, "Bishop ·");
	type(term, "n");
	see(term, "Lines ·");
	type(term, "n");
	see(term, "Tilt ·");
	type(term, "nnnnn");
	see(term, "Endless");
	see_moves(term, 3);
	quit(term);
}
END_TEST

START_TEST(any_other_key_ends_the_tour)
{
	struct term *term = start_tour();
	type(term, "- ");
	see(term, "Paused.");
	type(term, "?");
	see(term, "Help");
	type(term, "\033");
	see_gone(term, "Help");
	if (_i == 0)
		type(term, "x");
	else
		click_at(term, 2, 2);
	see(term, MENU);
	type(term, "\r");
	see(term, GAME);
	see_moves(term, 0);
	quit(term);
}
END_TEST

/* ---- boards that do not fit ---- */

/* One move over all of the largest board. */
static void write_large(void)
{
	static char text[64 + 26 * 64];
	char *at = text + sprintf(text, "level: Far\nmode: bishop\n\n");
	for (int row = 0; row < 26; row++) {
		char words[2][27];
		for (int w = 0; w < 2; w++) {
			memset(words[w], '.', 26);
			words[w][26] = '\0';
		}
		words[0][0] = row == 25 ? 'a' : '.';
		words[1][25] = row == 0 ? 'a' : '.';
		at += sprintf(at, "%s   %s\n", words[0], words[1]);
	}
	write_file("far.level", text);
}

START_TEST(the_view_follows_animated_moves)
{
	write_large();
	struct term *term =
		start_with((struct start){.arguments = {"--demo", "far.level"}, .columns = 44});
	see(term, "moves");
	type(term, " ");
	see(term, "Paused.");
	type(term, "h"); /* where the demo was faster than the pause */
	see_moves(term, 0);
	type(term, "<<<<<<<<");
	see_no_more(term, "←");
	see_more(term, "→");
	see(term, "best 1 ✓"); /* the demo steps along a proven plan */
	type(term, "l");
	see_moves(term, 1);
	see_no_more(term, "→");
	see_more(term, "↓");
	type(term, "h");
	see_no_more(term, "←");
	quit(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("result");
	tcase_add_loop_test(tests, the_result_leaves_the_board_where_it_is, 0, SIZES * MODES);
	tcase_add_loop_test(tests, the_result_leaves_the_walls_visible, 0, SIZES);
	tcase_add_test(tests, a_resize_keeps_the_result);
	tcase_add_loop_test(tests, each_puzzle_has_a_triumph_unless_animation_is_off, 0, PUZZLES);
	tcase_add_test(tests, keys_typed_ahead_skip_the_triumph);
	tcase_add_test(tests, a_new_level_of_an_endless_game_has_its_moment);
	tcase_add_loop_test(tests, a_new_star_goes_to_the_list_once, 0, 3);
	tcase_add_test(tests, a_replay_loses_nothing);
	tcase_add_test(tests, a_replay_ends_and_starts_again);
	tcase_add_test(tests, a_shortest_solution_is_shown_beside_the_player_s);
	tcase_add_test(tests, a_review_shows_what_moves_cost_and_is_played_on);
	tcase_add_test(tests, a_try_from_before_the_mistake_can_reach_the_minimum);
	tcase_add_test(tests, another_player_s_solution_is_shown_after_the_shortest);
	tcase_add_test(tests, kept_games_are_reviewed_from_the_list);
	tcase_add_test(tests, the_best_result_is_replayed_from_the_list);
	tcase_add_test(tests, the_best_endless_game_is_replayed);
	tcase_add_test(tests, a_forged_result_is_not_replayed);
	tcase_add_test(tests, a_result_is_shown_copied_and_printed);
	tcase_add_test(tests, without_a_clipboard_a_result_is_still_printed);
	tcase_add_test(tests, the_tour_visits_every_puzzle);
	tcase_add_loop_test(tests, any_other_key_ends_the_tour, 0, 2);
	tcase_add_test(tests, the_view_follows_animated_moves);
	return run_playing("result", tests);
}
