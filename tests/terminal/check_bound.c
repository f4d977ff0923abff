/* The player's own keys on a terminal: their effect, the names that the screen shows, and a faulty
 * file; and the same for the player's own theme. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/playing.h"

/* A level with that keys file. */
static struct term *start_sized(const char *keys, const char *level, int rows, int columns)
{
	static char variable[600];
	ck_assert_int_eq(mkdir(at_home("parlour"), 0700), 0);
	write_file("parlour/keys", keys);
	snprintf(variable, sizeof variable, "XDG_CONFIG_HOME=%s", at_home(""));
	return start_with((struct start){{level}, {variable}, rows, columns});
}

static struct term *start_bound(const char *keys, const char *level)
{
	return start_sized(keys, level, 24, 80);
}

START_TEST(keys_from_the_file_play)
{
	struct term *term =
		start_bound("up = e\ndown = d\nleft = s\nright = f\nundo = Backspace\n", OWN);
	see_moves(term, 0);
	see(term, "sdef tilt");
	see(term, "Backspace undo");
	type(term, "d");
	see_moves(term, 1);
	type(term, TERM_RIGHT "jlwu"); /* these no longer work */
	type(term, "f");
	see_moves(term, 2);
	type(term, "\177");
	see_moves(term, 1);
	type(term, "f");
	type(term, "e");
	see(term, SOLVED);
	quit(term);
}
END_TEST

START_TEST(texts_name_the_configured_keys)
{
	struct term *term = start_bound("restart = x\nlevels = Home\nonward = N\nreturn = Ctrl-B\n"
	                                "undo = q\nhelp = h\n",
	                                OWN ":3");
	see(term, "x restart");
	see(term, "q undo");
	see(term, "h help");
	see(term, "Ctrl-C quit");
	type(term, "m");
	see(term, "Checkpoint set. Ctrl-B returns here");
	type(term, "n");
	see(term, "This is the last level. Home lists all levels.");
	type(term, "pp");
	see_best(term, FIRST_PAR);
	solve_first(term);
	see(term, "N next");
	see(term, "q undo");
	see(term, "x restart");
	see(term, "Home levels");
	type(term, "h");
	see(term, "Help");
	see(term, "onward");
	see(term, " N ");
	type(term, TERM_ESCAPE);
	type(term, "\003");
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(a_click_does_what_its_text_says)
{
	struct term *term =
		start_bound("undo = x\nrestart = u\nup = j\ndown = k\nhint =\nleft = \nright =\n",
	                    OWN);
	see_best(term, FIRST_PAR);
	click(term, "kj");
	see_gone(term, "moves 0");
	click(term, "x undo");
	see_moves(term, 0);
	type(term, "k");
	see_moves(term, 1);
	click(term, "restart");
	see_moves(term, 0);
	click(term, "hint");
	see(term, "Hint: 1 of 2 moves keeps the minimum.");
	quit(term);
}
END_TEST

/* A line of text is always typed with the same keys. */
START_TEST(a_prompt_takes_letters_as_letters)
{
	struct term *term =
		start_bound("go = :\nundo = w\nback = Backspace\nquit = q Ctrl-Q\n", OWN);
	see_moves(term, 0);
	type(term, ":own.lewv\177\177vel:2\r");
	see(term, SECOND);
	type(term, ":x\021");
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(the_menu_has_separate_keys)
{
	struct term *term = start_bound("above = i\nbelow = Ctrl-N\nplay = Tab\n", NULL);
	see(term, "Tab play");
	see(term, "Ctrl-N i ");
	see_card(term, "Into the corner", " 1 ");
	type(term, "\016");
	see_card(term, "Flying past", " 4 ");
	type(term, "i");
	see_card(term, "Into the corner", " 1 ");
	type(term, "\t");
	see_moves(term, 0);
	quit(term);
}
END_TEST

/* Names that are too long are left out, so that the words have room. */
START_TEST(long_key_names_leave_room_for_text)
{
	struct term *term = start_sized("onward = Shift-right\nrestart = Shift-left\n"
	                                "levels = Shift-down\n",
	                                OWN, 16, 40);
	see_moves(term, 0);
	for (int i = 0; i < FIRST_PAR; i++)
		type(term, first_plan[i]);
	see(term, "Shift-right next");
	click(term, "Shift-down levels");
	see(term, "play");
	quit(term);
}
END_TEST

/* ---- files that are wrong ---- */

static const struct {
	const char *make, *message;
} faulty[] = {
	{"printf 'undo = u\\nunod = z\\n' >parlour/keys",
         "parlour/keys:2: unknown action \"unod\"; did you mean \"undo\"?"},
	{"printf 'quit =\\n' >parlour/keys", "parlour/keys:1: \"quit\" has no key left"},
	{"printf 'undo = \\033]0;x\\007\\n' >parlour/keys",
         "parlour/keys:1: unknown key \"?]0;x?\""},
	{"printf 'a\\0b' >parlour/keys", "parlour/keys: not a keys file: not text"},
	{"mkfifo parlour/keys", "parlour/keys: is not a regular file; expected a keys file"},
	{"mkdir parlour/keys", "parlour/keys: is a folder; expected a keys file"},
	{"awk 'BEGIN { for (i = 0; i < 9999; i++) print \"; words\" }' >parlour/keys",
         "parlour/keys: larger than the limit for keys files, 64 KiB"},
	{"printf '; mine\nrubi = #ff0000\n' >parlour/theme",
         "parlour/theme:2: unknown colour \"rubi\"; did you mean \"ruby\"?"},
	{"printf 'ruby = red\n' >parlour/theme",
         "parlour/theme:1: expected a colour as in \"#e2433f\", not \"red\""},
	{"printf 'ruby = #12345g\n' >parlour/theme",
         "parlour/theme:1: expected a colour as in \"#e2433f\", not \"#12345g\""},
	{"printf 'ruby\n' >parlour/theme",
         "parlour/theme:1: expected COLOUR = #rrggbb, as in \"ruby = #e2433f\""},
	{"printf 'base = nort\n' >parlour/theme",
         "parlour/theme:1: unknown theme \"nort\"; did you mean \"nord\"?"},
	{"printf 'cell = #000000\nbase = nord\n' >parlour/theme",
         "parlour/theme:2: \"base\" must come before the colours"},
	{"printf 'a\\0b' >parlour/theme", "parlour/theme: not a theme: not text"},
	{"mkfifo parlour/theme", "parlour/theme: is not a regular file; expected a theme"},
	{"awk 'BEGIN { for (i = 0; i < 9999; i++) print \"; words\" }' >parlour/theme",
         "parlour/theme: larger than the limit for themes, 16 KiB"},
};

/* The message is one line, written before anything else to the terminal. */
START_TEST(an_invalid_file_is_refused)
{
	char command[512];
	snprintf(command, sizeof command,
	         "mkdir parlour; %s; XDG_CONFIG_HOME=$PWD \"$PARLOUR\" 2>err", faulty[_i].make);
	expect_refusal(command, faulty[_i].message);
}
END_TEST

/* If the folder is no folder, unreachable or missing, all keys are the default ones. */
START_TEST(without_a_file_the_default_keys_apply)
{
	char round[256], closed[256];
	snprintf(round, sizeof round, "XDG_CONFIG_HOME=%s", at_home("round"));
	snprintf(closed, sizeof closed, "XDG_CONFIG_HOME=%s", at_home("closed"));
	ck_assert_int_eq(symlink("round", at_home("round")), 0);
	ck_assert_int_eq(mkdir(at_home("closed"), 0), 0);
	const char *const variables[] = {"XDG_CONFIG_HOME=/nonexistent",
	                                 "XDG_CONFIG_HOME=/dev/null",
	                                 "XDG_CONFIG_HOME=relative", round, closed};
	struct term *term = start_with((struct start){{OWN}, {variables[_i]}, 0, 0});
	see_moves(term, 0);
	see(term, "←↓↑→ tilt");
	see(term, GAME);
	quit(term);
}
END_TEST

/* In the home folder, also if the variable is not absolute. */
START_TEST(the_file_is_found_in_the_home_folder)
{
	ck_assert_int_eq(mkdir(at_home(".config"), 0700), 0);
	ck_assert_int_eq(mkdir(at_home(".config/parlour"), 0700), 0);
	write_file(".config/parlour/keys", "undo = x\n");
	struct term *term = start_with((struct start){{OWN}, {"XDG_CONFIG_HOME=own"}, 0, 0});
	see(term, "x undo");
	quit(term);
}
END_TEST

/* ---- themes ---- */

/* Whether any cell of the screen has that background. */
static bool has_background(struct term *term, const void *colour)
{
	for (int i = 0; i < term_rows(term) * term_columns(term); i++)
		if (term_cell(term, i / term_columns(term), i % term_columns(term)).background ==
		    *(const int *)colour)
			return true;
	return false;
}

static const int own_cell = TERM_RGB | 0x102030, nord_odd = TERM_RGB | 0x242933,
		 jewel_cell = TERM_RGB | 0x14161e, light_frame = TERM_RGB | 0xc8a77a;

START_TEST(a_theme_from_the_file_is_the_default)
{
	ck_assert_int_eq(mkdir(at_home(".config"), 0700), 0);
	ck_assert_int_eq(mkdir(at_home(".config/parlour"), 0700), 0);
	write_file(".config/parlour/theme", "; mine\n\nbase = Nord\ncell=#102030\r\n");
	struct term *term = start_with((struct start){{OWN}, {"COLORTERM=truecolor"}, 0, 0});
	see_moves(term, 0);
	see_that(term, "the file's colour", has_background, &own_cell);
	see_that(term, "the base's colour", has_background, &nord_odd);
	type(term, "P");
	see(term, "Theme: jewel");
	see_that(term, "jewel", has_background, &jewel_cell);
	type(term, "PPPPPPPPPPPP");
	see(term, "Theme: dracula");
	type(term, "P");
	see(term, "Theme: your own");
	see_that(term, "the file's colour", has_background, &own_cell);
	quit(term);
}
END_TEST

static const char *const light_grounds[] = {"COLORFGBG=0;default;15", "answer", "key"};

/* By the variable, the terminal's answer or the player's choice, which is kept. */
START_TEST(a_light_background_has_a_light_theme)
{
	const char *ground = light_grounds[_i];
	struct term *term = start_with(
		(struct start){{OWN},
	                       {"COLORTERM=24bit", strchr(ground, '=') == NULL ? NULL : ground},
	                       0,
	                       0});
	see_moves(term, 0);
	if (strcmp(ground, "answer") == 0) {
		see_that(term, "a dark theme", has_background, &jewel_cell);
		type(term, "\033]11;rgb:fdfd/f6f6/e3e3\033\\");
	} else if (strcmp(ground, "key") == 0) {
		type(term, "BB");
		see(term, "Background: light");
		see_that(term, "a light theme", has_background, &light_frame);
		type(term, "\033]11;rgb:0000/0000/0000\a"); /* the player decides */
		quit(term);
		term = start_with((struct start){{OWN}, {"COLORTERM=24bit"}, 0, 0});
	}
	see_that(term, "a light theme", has_background, &light_frame);
	quit(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("bound");
	tcase_add_test(tests, keys_from_the_file_play);
	tcase_add_test(tests, texts_name_the_configured_keys);
	tcase_add_test(tests, a_click_does_what_its_text_says);
	tcase_add_test(tests, a_prompt_takes_letters_as_letters);
	tcase_add_test(tests, the_menu_has_separate_keys);
	tcase_add_test(tests, long_key_names_leave_room_for_text);
	tcase_add_loop_test(tests, an_invalid_file_is_refused, 0,
	                    sizeof faulty / sizeof faulty[0]);
	tcase_add_loop_test(tests, without_a_file_the_default_keys_apply, 0, 5);
	tcase_add_test(tests, the_file_is_found_in_the_home_folder);
	tcase_add_test(tests, a_theme_from_the_file_is_the_default);
	tcase_add_loop_test(tests, a_light_background_has_a_light_theme, 0,
	                    sizeof light_grounds / sizeof light_grounds[0]);
	return run_playing("bound", tests);
}
