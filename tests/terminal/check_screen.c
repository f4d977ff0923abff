/* The game as a player meets it on a terminal: menu, board, help, demo, mouse, and games kept from
 * one start to the next. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "puzzle/puzzle.h"
#include "support/playing.h"
#include "ui/widget/keymap.h"

/* A game of the pack above whose first level is proven. */
static struct term *start_own(void)
{
	struct term *term = start(OWN);
	see_moves(term, 0);
	see_best(term, FIRST_PAR);
	return term;
}

/* The second level, from now on without animation, so that the screen is at rest. */
static struct term *start_still(void)
{
	struct term *term = start(OWN ":2");
	see_moves(term, 0);
	see_best(term, SECOND_PAR);
	type(term, "A");
	see(term, "Animation: off");
	return term;
}

/* ---- playing ---- */

START_TEST(the_menu_leads_to_a_level_and_its_result)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "\r");
	see(term, GAME);
	see_moves(term, 0);
	const int count = solve_by_hints(term);
	char words[32];
	snprintf(words, sizeof words, SOLVED " %d move", count);
	see(term, words);
	see(term, "the minimum");
	quit(term);
}
END_TEST

START_TEST(the_counter_falls_at_each_step_of_the_plan)
{
	struct term *term = start_own();
	for (int i = 0; i < FIRST_PAR; i++) {
		type(term, first_plan[i]);
		see_moves(term, i + 1);
		see_best(term, FIRST_PAR - 1 - i);
	}
	see(term, SOLVED " 3 moves ");
	see(term, "the minimum, proven");
	quit(term);
}
END_TEST

START_TEST(a_detour_is_shown_as_moves_over_par)
{
	struct term *term = start_own();
	type(term, TERM_RIGHT);
	see_moves(term, 1);
	see_best(term, 4);
	see(term, "+2");
	type(term, "u");
	see_best(term, FIRST_PAR);
	see_gone(term, "+2");
	quit(term);
}
END_TEST

START_TEST(a_longer_solution_is_a_result_too)
{
	struct term *term = start(OWN ":2");
	static const char *const ways[] = {TERM_RIGHT, TERM_LEFT, TERM_RIGHT, TERM_DOWN};
	for (int i = 0; i < 4; i++) {
		see_moves(term, i);
		type(term, ways[i]);
	}
	see(term, SOLVED " 4 moves ");
	see(term, "the minimum is 2");
	quit(term);
}
END_TEST

START_TEST(hints_come_in_three_stages)
{
	struct term *term = start_own();
	type(term, "t");
	see(term, "Hint: 1 of 2 moves keeps the minimum.");
	type(term, "t");
	see(term, "Hint: up or down");
	type(term, "t");
	see_gone(term, "Hint: up or down");
	see(term, "Hint: down.");
	type(term, TERM_DOWN);
	see_gone(term, "Hint:");
	see_moves(term, 1);
	quit(term);
}
END_TEST

/* The screen after that many moves, to where one more solves the second level. */
static char *screen_at(struct term *term, int moves)
{
	see_moves(term, moves);
	see_best(term, 1);
	return fresh_screen(term, LAST);
}

START_TEST(undo_and_redo_reach_both_ends)
{
	struct term *term = start_still();
	type(term, TERM_RIGHT);
	char *one = screen_at(term, 1);
	type(term, TERM_LEFT TERM_DOWN);
	char *three = screen_at(term, 3);
	type(term, "uz");
	see_screen(term, one);
	type(term, "\177\177uuu"); /* stops at the start */
	see_moves(term, 0);
	type(term, "U");
	see_screen(term, one);
	type(term, "y\022UUU"); /* and at the end */
	see(term, "Nothing to redo.");
	type(term, "\014");
	see_screen(term, three);
	free(one);
	free(three);
	quit(term);
}
END_TEST

/* Every key has an effect or a message. */
START_TEST(a_key_that_does_nothing_says_so)
{
	static const struct {
		const char *key, *words;
	} cases[] = {
		{"S", "S (share) works once the level is solved."},
		{"\t", "Tab does nothing here. ? shows all keys."},
		{"/", "/ works in the list of levels. R opens it."},
		{"Q", "Q does nothing here. ? shows all keys."},
		{"\033[15~", "That key does nothing here"},
		{"u", "Nothing to undo."},
		{"U", "Nothing to redo."},
		{"r", "Already at the start."},
		{"'", "No checkpoint yet. m sets one."},
		{"\033[5~", "The whole board is visible."},
		{"<", "The whole board is visible."},
		{"H", "H does nothing here. ? shows all keys."},
	};
	struct term *term = start_still();
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		type(term, cases[i].key);
		see(term, cases[i].words);
		see_moves(term, 0);
	}
	type(term, TERM_RIGHT);
	see_gone(term, "does nothing here");
	type(term, "'"); /* no restart either */
	see(term, "No checkpoint yet.");
	see_moves(term, 1);
	type(term, "m");
	see(term, "Checkpoint set.");
	type(term, "'");
	see(term, "Already at the checkpoint.");
	type(term, TERM_RIGHT);
	see(term, "Nothing moves that way.");
	see_moves(term, 1);
	quit(term);
}
END_TEST

START_TEST(a_truncated_title_ends_in_an_ellipsis)
{
	write_file("long.level", "level: A title of so many words that no screen has room for "
	                         "all of them, not even one of eighty columns\n"
	                         "mode: tilt\n\na..   ..a\n");
	struct term *term = start("long.level");
	see_moves(term, 0);
	see(term, "A title of so many words");
	ck_assert_ptr_nonnull(strstr(term_row(term, 0), "… "));
	type(term, "CC");
	see(term, "Glyphs: ASCII.");
	ck_assert_ptr_nonnull(strstr(term_row(term, 0), "~ "));
	quit(term);
}
END_TEST

START_TEST(a_restart_can_be_undone)
{
	struct term *term = start_still();
	type(term, TERM_RIGHT TERM_LEFT TERM_RIGHT);
	char *before = screen_at(term, 3);
	type(term, "r");
	see_moves(term, 0);
	type(term, "u");
	see_screen(term, before);
	free(before);
	quit(term);
}
END_TEST

START_TEST(returning_to_the_checkpoint_can_be_undone)
{
	struct term *term = start_still();
	type(term, TERM_RIGHT);
	char *one = screen_at(term, 1);
	type(term, "m");
	see(term, "Checkpoint set.");
	type(term, TERM_LEFT TERM_DOWN);
	char *three = screen_at(term, 3);
	type(term, "'");
	see_screen(term, one);
	type(term, "u");
	see_screen(term, three);
	free(one);
	free(three);
	quit(term);
}
END_TEST

START_TEST(the_solver_finishes_a_level)
{
	struct term *term = start_own();
	type(term, "++++"); /* as fast as it goes */
	type(term, TERM_DOWN);
	see_moves(term, 1);
	type(term, "T");
	see_moves(term, FIRST_PAR);
	see(term, "The solver's");
	quit(term);
	/* That is not a result of the player. */
	term = start(OWN);
	see(term, FIRST);
	see(term, GAME);
	ck_assert(!term_find(term, "your best", NULL, NULL));
	quit(term);
}
END_TEST

START_TEST(a_hundred_keys_at_once_all_count)
{
	struct term *term = start(OWN ":2");
	see_best(term, SECOND_PAR);
	char keys[100 * sizeof TERM_LEFT] = "";
	for (int i = 0; i < 50; i++)
		strcat(keys, TERM_RIGHT TERM_LEFT);
	type(term, keys);
	see_moves(term, 100);
	quit(term);
}
END_TEST

/* ---- from level to level ---- */

START_TEST(next_and_previous_go_through_the_pack)
{
	struct term *term = start_own();
	see(term, FIRST);
	type(term, "n");
	see(term, SECOND);
	type(term, "n");
	see(term, THIRD);
	type(term, "n");
	see(term, "the last level");
	type(term, "p");
	see(term, SECOND);
	type(term, "p");
	see(term, FIRST);
	type(term, "p");
	see(term, "the first level");
	quit(term);
}
END_TEST

START_TEST(a_result_leads_to_the_next_level)
{
	struct term *term = start_own();
	solve_first(term);
	type(term, "\r");
	see(term, SECOND);
	see_moves(term, 0);
	quit(term);
}
END_TEST

START_TEST(a_level_is_opened_by_name)
{
	struct term *term = start_own();
	type(term, "gtilt:5x5#7");
	see(term, "): tilt:5x5#7");
	type(term, "\r");
	see_gone(term, FIRST);
	see(term, "tilt:5x5#7");
	see_moves(term, 0);
	type(term, "g" OWN ":2\r");
	see(term, SECOND);
	type(term, "gnowhere\r");
	see(term, "nowhere: no such mode, pack, level or file; Esc, then R lists");
	see(term, "): nowhere_"); /* to be changed */
	type(term, "\025x");
	see(term, "): x_");
	see_gone(term, "nowhere");
	type(term, TERM_ESCAPE);
	see_gone(term, "game ID (");
	see(term, SECOND);
	quit(term);
}
END_TEST

START_TEST(the_prompt_does_not_read_the_keyboard_as_a_file)
{
	struct term *term = start_own();
	type(term, "g-\r");
	see(term, "Standard input is the keyboard");
	type(term, TERM_ESCAPE);
	see_gone(term, "game ID (");
	type(term, TERM_DOWN);
	see_moves(term, 1);
	quit(term);
}
END_TEST

START_TEST(next_works_from_a_level_opened_by_name)
{
	struct term *term = start_own();
	type(term, "gtilt/classic:2\r");
	see(term, "Classic 2/");
	type(term, "n");
	see(term, "Classic 3/");
	type(term, "pp");
	see(term, "Classic 1/");
	quit(term);
}
END_TEST

START_TEST(a_click_leaves_the_prompt)
{
	struct term *term = start_own();
	type(term, "gabc");
	see(term, "): abc");
	see_gone(term, "t hint"); /* letters are text */
	click(term, "Parlour");
	see_gone(term, "game ID (");
	see(term, "t hint");
	quit(term);
}
END_TEST

START_TEST(a_level_solved_at_its_start_says_so)
{
	write_file("solved.level", "level: Home\nmode: tilt\npar: 0\n\na.   a.\n");
	struct term *term = start("solved.level");
	see(term, SOLVED " 0 moves");
	see(term, "the minimum, proven");
	quit(term);
}
END_TEST

START_TEST(a_resumed_game_is_proven_too)
{
	struct term *term = start_own();
	type(term, first_plan[0]);
	see_moves(term, 1);
	quit(term);
	term = start(OWN);
	see(term, "Resumed at move 1");
	for (int i = 1; i < FIRST_PAR; i++)
		type(term, first_plan[i]);
	see(term, "the minimum, proven");
	quit(term);
}
END_TEST

START_TEST(the_menu_starts_at_the_level_played_last)
{
	struct term *term = start("tilt/first-steps:3");
	see_moves(term, 0);
	solve_by_hints(term);
	see(term, SOLVED);
	quit(term);
	term = start(NULL);
	see_card(term, "Shoulder", " 3  ★");
	quit(term);
}
END_TEST

START_TEST(escape_leads_to_the_menu_and_stays_there)
{
	struct term *term = start_own();
	type(term, TERM_ESCAPE);
	see(term, MENU);
	type(term, TERM_ESCAPE);
	type(term, "?");
	see(term, "Help");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	quit(term);
}
END_TEST

/* ---- help ---- */

/* All screenfuls of help, which covers a page with that text; it is there again afterwards. */
static char *read_help(struct term *term, const char *covered)
{
	char *all = calloc(1, 1 << 16);
	ck_assert_ptr_nonnull(all);
	type(term, "\033OP"); /* F1 */
	see(term, LAST_OF_HELP);
	for (bool more = true; more; type(term, " ")) {
		char *screen = fresh_screen(term, LAST_OF_HELP);
		ck_assert_uint_lt(strlen(all) + strlen(screen), 1 << 16);
		strcat(all, screen);
		more = strstr(screen, "any key: more") != NULL;
		free(screen);
	}
	see_gone(term, "any key");
	see(term, covered);
	return all;
}

/* Whether a line of the text holds both, one after the other. */
static bool has_line(const char *text, const char *first, const char *second)
{
	for (const char *line = text; (line = strstr(line, first)) != NULL; line++) {
		const char *end = strchr(line, '\n');
		const char *place = strstr(line + strlen(first), second);
		if (place != NULL && place < end)
			return true;
	}
	return false;
}

/* Tilt does not use the other keys for moves. */
static bool is_used(const struct key_entry *entry, unsigned where)
{
	return (entry->where & where) != 0 && key_group_of(entry->action) <= KEY_GROUP_ARROWS;
}

static void expect_all_keys(struct term *term, const char *covered, unsigned where)
{
	char *help = read_help(term, covered);
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		char names[KEY_NAMES_MAX], first[KEY_NAMES_MAX + 32];
		key_names(&keys_default, where, entry, names);
		snprintf(first, sizeof first, " %-20s%-12s", names, entry->name);
		const bool tilts =
			where == ON_GAME && key_group_of(entry->action) == KEY_GROUP_ARROWS;
		const char *words = tilts ? "tilt the board" : entry->help;
		ck_assert_msg(!is_used(entry, where) || has_line(help, first, words),
		              "not in the help: %s", first);
	}
	free(help);
}

/* A player of a shared account, who has all keys. */
static struct term *start_player(const char *option, int rows, int columns)
{
	return start_with(
		(struct start){.arguments = {"--player", "anna", option == NULL ? OWN : option,
	                                     option == NULL ? NULL : OWN},
	                       .rows = rows,
	                       .columns = columns});
}

START_TEST(help_lists_every_key)
{
	struct term *term = start_with((struct start){.arguments = {"--player", "anna"}});
	see(term, MENU);
	expect_all_keys(term, MENU, ON_MENU);
	quit(term);

	term = start_player(NULL, 0, 0);
	expect_all_keys(term, GAME, ON_GAME);
	solve_first(term);
	expect_all_keys(term, SOLVED, ON_RESULT);
	quit(term);

	term = start_player("--demo", 0, 0);
	see(term, "pause");
	expect_all_keys(term, "pause", ON_DEMO);
	quit(term);

	term = start_with((struct start){.arguments = {"--edit", OWN}});
	see(term, "S save");
	expect_all_keys(term, "S save", ON_EDITOR);
	type(term, "\003");
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(help_fits_a_small_terminal)
{
	struct term *term = start_player(NULL, 16, 40);
	see_moves(term, 0);
	char *help = read_help(term, "moves 0");
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		char names[KEY_NAMES_MAX];
		key_names(&keys_default, ON_GAME, entry, names);
		if (is_used(entry, ON_GAME))
			ck_assert_msg(has_line(help, names, entry->name), "%s", names);
	}
	free(help);
	quit(term);
}
END_TEST

/* ---- demo ---- */

START_TEST(the_demo_plays_from_level_to_level)
{
	struct term *term = start_with((struct start){.arguments = {"--demo", OWN}});
	see(term, FIRST);
	type(term, "++++");
	see(term, SECOND);
	see(term, THIRD);
	see(term, FIRST);
	quit(term);
}
END_TEST

START_TEST(the_demo_pauses_and_steps)
{
	struct term *term = start_with((struct start){.arguments = {"--demo", OWN ":3"}});
	see(term, THIRD);
	type(term, "++++ ");
	see(term, "Paused.");
	type(term, "hhhhhhhhhhhhhhhhhhhh"); /* back to the start, wherever it was */
	see_moves(term, 0);
	type(term, "l");
	see_moves(term, 1);
	type(term, "l");
	see_moves(term, 2);
	type(term, "h");
	see_moves(term, 1);
	term_drain(term, 500); /* without the pause, ten steps would be made */
	see_moves(term, 1);
	type(term, " ");
	see_moves(term, 3);
	quit(term);
}
END_TEST

START_TEST(the_demo_leaves_no_trace)
{
	struct term *term = start_with((struct start){.arguments = {"--demo", OWN}});
	type(term, "++++");
	see(term, SECOND);
	see_moves(term, 1);
	quit(term);
	term = start_own();
	ck_assert(!term_find(term, "your best", NULL, NULL));
	type(term, "n");
	see(term, SECOND);
	see_moves(term, 0);
	ck_assert(!term_find(term, "Resumed", NULL, NULL));
	quit(term);
}
END_TEST

/* ---- keeping ---- */

START_TEST(the_menu_shows_results_of_earlier_games)
{
	struct term *term = start(NULL);
	see(term, MENU);
	ck_assert(!term_find(term, "★", NULL, NULL));
	type(term, "\r");
	see(term, GAME);
	const int count = solve_by_hints(term);
	quit(term);

	term = start(NULL);
	see(term, "★");
	type(term, TERM_RIGHT TERM_LEFT); /* the board, with the result below it */
	ck_assert_int_eq(number_after(term, " best"), count);
	quit(term);
}
END_TEST

START_TEST(a_game_in_progress_resumes_at_the_same_move)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "\r");
	see(term, GAME);
	follow_hint(term, 0);
	follow_hint(term, 1);
	see(term, SOLVED); /* while the last move is animated, a key only skips that */
	type(term, "u");
	see_moves(term, 1);
	free(fresh_screen(term, LAST)); /* the number beside it may come a moment later */
	const int left = number_after(term, "best from here ");
	quit(term);

	term = start(NULL);
	see(term, "▶  1 ◐");
	type(term, "\r");
	see(term, "Resumed at move 1");
	see_moves(term, 1);
	see_best(term, left);
	type(term, "U"); /* undone moves can still be redone */
	see_moves(term, 2);
	quit(term);
}
END_TEST

START_TEST(a_game_from_a_file_resumes_too)
{
	struct term *term = start_own();
	type(term, TERM_RIGHT TERM_LEFT TERM_DOWN);
	see_moves(term, 3);
	quit(term);
	term = start(OWN);
	see(term, "Resumed at move 3");
	see_moves(term, 3);
	quit(term);
}
END_TEST

START_TEST(a_result_of_a_file_is_saved)
{
	struct term *term = start_own();
	solve_first(term);
	quit(term);
	term = start(OWN);
	see_moves(term, 0);
	ck_assert_int_eq(number_after(term, "your best"), FIRST_PAR);
	quit(term);
}
END_TEST

START_TEST(settings_are_saved)
{
	struct term *term = start_own();
	type(term, "C");
	see(term, "Glyphs: letters.");
	type(term, "A");
	see(term, "Animation: off");
	type(term, "+");
	see(term, "Speed 6");
	quit(term);
	term = start_own();
	type(term, "C");
	see(term, "Glyphs: ASCII.");
	type(term, "A");
	see(term, "Animation: reduced");
	type(term, "+");
	see(term, "Speed 7");
	quit(term);
}
END_TEST

enum { NO_HOME, FILE_AS_HOME, READ_ONLY_HOME, BAD_HOMES };

START_TEST(without_a_data_file_the_game_still_plays)
{
	struct start start = {.arguments = {OWN}};
	char variable[600];
	start.environment[0] = _i == NO_HOME ? "XDG_STATE_HOME" : variable;
	start.environment[1] = _i == NO_HOME ? "HOME" : NULL;
	if (_i == READ_ONLY_HOME && geteuid() == 0)
		return; /* nothing is read-only to root */
	if (_i == READ_ONLY_HOME)
		ck_assert_int_eq(mkdir(at_home("locked"), 0500), 0);
	snprintf(variable, sizeof variable, "XDG_STATE_HOME=%s",
	         at_home(_i == FILE_AS_HOME ? OWN : "locked"));
	struct term *term = start_with(start);
	for (int i = 0; i < FIRST_PAR; i++) {
		see_moves(term, i);
		type(term, first_plan[i]);
		see(term, "NOT SAVED");
	}
	see(term, SOLVED);
	quit(term);
}
END_TEST

/* A move can't be saved for the moment. */
static struct term *start_with_folder_blocked(void)
{
	write_file("state", "in the way");
	struct term *term = start(OWN);
	see_moves(term, 0);
	type(term, first_plan[0]);
	see_moves(term, 1);
	see(term, "NOT SAVED");
	return term;
}

/* Neither a key nor a move is needed, because the player may be gone. */
START_TEST(a_failed_save_is_retried)
{
	struct term *term = start_with_folder_blocked();
	ck_assert_int_eq(unlink(at_home("state")), 0);
	see_gone(term, "NOT SAVED");
	see_moves(term, 1);
	quit(term);
	term = start(OWN);
	see(term, "Resumed at move 1");
	quit(term);
}
END_TEST

/* In plain text, one message says so; each line retries. */
START_TEST(a_failed_save_is_retried_in_plain_text)
{
	write_file("state", "in the way");
	struct term *term = start_with(
		(struct start){.arguments = {"--plain", "tilt/first-steps:1"}, .rows = 40});
	see(term, "NOT SAVED: not a folder");
	type(term, "right up\n");
	see(term, "Solved in 2 moves");
	see(term, "NOT SAVED: not a folder");
	ck_assert_int_eq(unlink(at_home("state")), 0);
	type(term, "?\n");
	see(term, "Everything is saved now.");
	type(term, "q\n");
	term_end(term);
	term_free(term);
	term = start_shell("$PARLOUR --list tilt/first-steps:1");
	see(term, "best   2");
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(losses_are_reported_at_the_end)
{
	write_file("state", "in the way");
	struct term *term = start_shell("$PARLOUR " OWN " 2>err; cat err");
	see_moves(term, 0);
	type(term, first_plan[0]);
	see(term, "NOT SAVED");
	type(term, "q");
	see(term, "parlour: NOT SAVED: not a folder (1 game, 1 setting)");
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(losses_by_a_signal_are_reported_too)
{
	struct term *term = start_with_folder_blocked();
	term_signal(term, SIGTERM);
	see(term, "parlour: NOT SAVED: not a folder (1 game, 1 setting)");
	expect_end(term, SIGTERM, 0);
}
END_TEST

START_TEST(pending_data_is_saved_on_a_signal)
{
	struct term *term = start_with_folder_blocked();
	ck_assert_int_eq(unlink(at_home("state")), 0);
	term_signal(term, SIGHUP);
	expect_end(term, SIGHUP, 0);
	term = start(OWN);
	see(term, "Resumed at move 1");
	quit(term);
}
END_TEST

/* It may only have been locked; whether it holds a game of the level is known once it is read. */
START_TEST(a_file_that_could_not_be_read_is_read_later)
{
	static const char database[] = "state/parlour/parlour.db";
	struct term *term = start(OWN ":2");
	see_moves(term, 0);
	type(term, TERM_RIGHT);
	see_moves(term, 1);
	quit(term);
	ck_assert_int_eq(rename(at_home(database), at_home("aside")), 0);
	ck_assert_int_eq(mkdir(at_home(database), 0700), 0);
	term = start(OWN ":1");
	see(term, "The saved game could not be read, so this one is not saved.");
	type(term, first_plan[0]);
	see(term, "NOT SAVED");
	ck_assert_int_eq(rmdir(at_home(database)), 0);
	ck_assert_int_eq(rename(at_home("aside"), at_home(database)), 0);
	see_gone(term, "NOT SAVED");
	quit(term);
	term = start(OWN ":1");
	see(term, "Resumed at move 1");
	quit(term);
}
END_TEST

/* ---- mouse ---- */

START_TEST(a_click_on_an_edge_tilts)
{
	struct term *term = start_with((struct start){{OWN ":2"}, {"NO_COLOR=1"}, 0, 0});
	int row, left, right, row_below;
	see_best(term, SECOND_PAR);
	type(term, "A");
	see(term, "Animation: off");
	/* The board is framed by a thin line. */
	ck_assert(term_find(term, "┌──", &row, &left));
	for (right = left + 1; strncmp(term_cell(term, row, right).glyph, "─", 3) == 0;)
		right++;
	for (row_below = row + 1; strncmp(term_cell(term, row_below, left + 3).glyph, "─", 3) != 0;)
		row_below++;
	click_at(term, row + 2, right);
	see_moves(term, 1);
	click_at(term, row + 2, left);
	see_moves(term, 2);
	click_at(term, row + 2, right);
	see_moves(term, 3);
	click_at(term, row_below, left + 3);
	see(term, SOLVED " 4");
	quit(term);
}
END_TEST

START_TEST(a_click_on_a_key_of_the_footer_acts)
{
	struct term *term = start_still();
	click(term, "→");
	see_moves(term, 1);
	click(term, "u undo");
	see_moves(term, 0);
	click(term, "t hint");
	see(term, "Hint:");
	click(term, "? help");
	see(term, "any key: more");
	click_at(term, 0, 40); /* no line, which would do what it says */
	click_at(term, 0, 40);
	see_gone(term, "any key: more");
	click_at(term, 0, 40);
	see_moves(term, 0);
	click(term, "q quit");
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(a_click_on_a_line_of_the_menu_opens_it)
{
	struct term *term = start(NULL);
	see(term, MENU);
	click(term, " 2  ○");
	see(term, " 2/");
	see_moves(term, 0);
	quit(term);
}
END_TEST

static void expect_deaf_to_clicks(struct term *term)
{
	ck_assert(!term_mode(term, 1000));
	ck_assert(!term_mode(term, 1006));
	click(term, "→"); /* a terminal would not send it; it must do no harm */
	type(term, TERM_DOWN);
	see_moves(term, 1);
	type(term, TERM_UP);
	see_moves(term, 2);
}

START_TEST(the_mouse_can_be_left_to_the_terminal)
{
	struct term *term = start_with((struct start){.arguments = {"--no-mouse", OWN ":2"}});
	see_best(term, SECOND_PAR);
	expect_deaf_to_clicks(term);
	quit(term);

	term = start(OWN ":2");
	see_moves(term, 2); /* the same game */
	ck_assert(term_mode(term, 1000));
	ck_assert(term_mode(term, 1006));
	type(term, "rM");
	see(term, "Mouse off.");
	expect_deaf_to_clicks(term);
	type(term, "M");
	see(term, "Mouse on.");
	click(term, "→");
	see_moves(term, 3);
	quit(term);
}
END_TEST

/* ---- text from outside ---- */

START_TEST(text_from_outside_is_made_harmless)
{
	static const char *const evils[] = {
		"\033[31m",     "\033]2;",      "\a",           "\xc2\x9b",
		"\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\x8b", "\xcc\x81",
	};
	enum { EVILS = sizeof evils / sizeof evils[0] };
	static const char file[] = "evil\033[31m\xe2\x80\xae.level";
	char evil[128] = "", pack[1024];
	for (int i = 0; i < EVILS; i++)
		strcat(evil, evils[i]);
	snprintf(pack, sizeof pack,
	         "pack: P%sQ\nmode: tilt\nhint: H%sI\n\nlevel: A%sB\n\na..   ...\n...   ..a\n",
	         evil, evil, evil);
	write_file(file, pack);
	struct term *term = start(file);
	see(term, "P?[31m?]2;??????Q");
	see(term, "A?[31m?]2;??????B");
	see_best(term, 2);
	type(term, "?");
	see(term, "any key");
	type(term, TERM_ESCAPE);
	see_moves(term, 0);
	type(term, "gevil\xe2\x80\xae\r");
	see(term, "no such");
	type(term, TERM_ESCAPE);
	see_gone(term, "game ID (");
	type(term, TERM_RIGHT TERM_DOWN);
	see(term, SOLVED);
	for (int i = 0; i < EVILS; i++)
		ck_assert_msg(!term_logged(term, evils[i]), "evil %d was sent", i);
	quit(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("screen");
	tcase_add_test(tests, the_menu_leads_to_a_level_and_its_result);
	tcase_add_test(tests, the_counter_falls_at_each_step_of_the_plan);
	tcase_add_test(tests, a_detour_is_shown_as_moves_over_par);
	tcase_add_test(tests, a_longer_solution_is_a_result_too);
	tcase_add_test(tests, hints_come_in_three_stages);
	tcase_add_test(tests, undo_and_redo_reach_both_ends);
	tcase_add_test(tests, a_key_that_does_nothing_says_so);
	tcase_add_test(tests, a_truncated_title_ends_in_an_ellipsis);
	tcase_add_test(tests, a_restart_can_be_undone);
	tcase_add_test(tests, returning_to_the_checkpoint_can_be_undone);
	tcase_add_test(tests, the_solver_finishes_a_level);
	tcase_add_test(tests, a_hundred_keys_at_once_all_count);
	tcase_add_test(tests, next_and_previous_go_through_the_pack);
	tcase_add_test(tests, a_result_leads_to_the_next_level);
	tcase_add_test(tests, a_level_is_opened_by_name);
	tcase_add_test(tests, the_prompt_does_not_read_the_keyboard_as_a_file);
	tcase_add_test(tests, next_works_from_a_level_opened_by_name);
	tcase_add_test(tests, a_click_leaves_the_prompt);
	tcase_add_test(tests, a_level_solved_at_its_start_says_so);
	tcase_add_test(tests, a_resumed_game_is_proven_too);
	tcase_add_test(tests, the_menu_starts_at_the_level_played_last);
	tcase_add_test(tests, escape_leads_to_the_menu_and_stays_there);
	tcase_add_test(tests, help_lists_every_key);
	tcase_add_test(tests, help_fits_a_small_terminal);
	tcase_add_test(tests, the_demo_plays_from_level_to_level);
	tcase_add_test(tests, the_demo_pauses_and_steps);
	tcase_add_test(tests, the_demo_leaves_no_trace);
	tcase_add_test(tests, the_menu_shows_results_of_earlier_games);
	tcase_add_test(tests, a_game_in_progress_resumes_at_the_same_move);
	tcase_add_test(tests, a_game_from_a_file_resumes_too);
	tcase_add_test(tests, a_result_of_a_file_is_saved);
	tcase_add_test(tests, settings_are_saved);
	tcase_add_test(tests, a_failed_save_is_retried);
	tcase_add_test(tests, a_failed_save_is_retried_in_plain_text);
	tcase_add_test(tests, losses_are_reported_at_the_end);
	tcase_add_test(tests, losses_by_a_signal_are_reported_too);
	tcase_add_test(tests, pending_data_is_saved_on_a_signal);
	tcase_add_test(tests, a_file_that_could_not_be_read_is_read_later);
	tcase_add_loop_test(tests, without_a_data_file_the_game_still_plays, 0, BAD_HOMES);
	tcase_add_test(tests, a_click_on_an_edge_tilts);
	tcase_add_test(tests, a_click_on_a_key_of_the_footer_acts);
	tcase_add_test(tests, a_click_on_a_line_of_the_menu_opens_it);
	tcase_add_test(tests, the_mouse_can_be_left_to_the_terminal);
	tcase_add_test(tests, text_from_outside_is_made_harmless);
	return run_playing("screen", tests);
}
