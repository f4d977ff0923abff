/* Typed lines on a terminal: editing, history, and what they open. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/playing.h"

#define KEY_HOME "\033OH"
#define KEY_END "\033OF"
#define KEY_DELETE "\033[3~"

enum { LINE_BYTES = 1024 };

/* ---- what is seen ---- */

/* The row two above the footer, without trailing blanks; inverse text is in brackets. */
static bool is_line(struct term *term, const void *context)
{
	char line[LINE_BYTES] = "";
	size_t used = 0, end = 0;
	bool reverse = false;
	const int row = term_rows(term) - 3, columns = term_columns(term);
	for (int column = 1; column <= columns; column++) {
		const bool last = column == columns;
		const struct term_cell cell = term_cell(term, row, last ? 0 : column);
		if (cell.reverse != reverse)
			used += (size_t)snprintf(line + used, sizeof line - used,
			                         reverse ? "]" : "[");
		reverse = cell.reverse;
		if (used > end && line[used - 1] != ' ')
			end = used;
		if (!last)
			used += (size_t)snprintf(line + used, sizeof line - used, "%s", cell.glyph);
		if (strcmp(cell.glyph, " ") != 0 || reverse)
			end = used;
	}
	line[end] = '\0';
	return strcmp(line, context) == 0;
}

static void see_line(struct term *term, const char *line)
{
	see_that(term, line, is_line, line);
}

static void edit(struct term *term, const char *keys, const char *line)
{
	type(term, keys);
	see_line(term, line);
}

static struct term *start_editor(const char *level)
{
	struct term *term = start_with((struct start){.arguments = {"--edit", level}});
	see(term, "Esc back");
	return term;
}

static void leave(struct term *term)
{
	type(term, "\003");
	expect_end(term, 0, 0);
}

/* ---- editing ---- */

START_TEST(the_cursor_moves_in_the_line)
{
	struct term *term = start_editor("tilt/first-steps:1");
	edit(term, ":\t\025bcd", "bcd_");
	edit(term, KEY_HOME "a", "a[b]cd");
	edit(term, KEY_END "e", "abcde_");
	edit(term, TERM_LEFT TERM_LEFT "X", "abcX[d]e");
	edit(term, TERM_RIGHT "Y", "abcXdY[e]");
	edit(term, TERM_RIGHT TERM_RIGHT TERM_RIGHT, "abcXdYe_");
	edit(term, "\001\006\006", "ab[c]XdYe"); /* Ctrl-A, Ctrl-F */
	edit(term, "\005\002", "abcXdY[e]");     /* Ctrl-E, Ctrl-B */
	edit(term, "\001\002\002z", "z[a]bcXdYe");
	leave(term);
}
END_TEST

START_TEST(keys_delete_on_both_sides_of_the_cursor)
{
	struct term *term = start_editor("tilt/first-steps:1");
	edit(term, ":\t\025one two three", "one two three_");
	edit(term, TERM_LEFT TERM_LEFT "\177", "one two th[e]e");
	edit(term, KEY_DELETE, "one two th[e]");
	edit(term, "\004", "one two th_"); /* Ctrl-D */
	edit(term, "\004" KEY_DELETE, "one two th_");
	edit(term, "\027", "one two _"); /* Ctrl-W */
	edit(term, "\027", "one _");
	edit(term, "/a/b.c  \027", "one /a/_");
	edit(term, "\001" TERM_RIGHT "\013", "o_"); /* Ctrl-K */
	edit(term, "ther" TERM_LEFT "\025", "[r]"); /* Ctrl-U */
	edit(term, "\013\013\177\027", "_");
	leave(term);
}
END_TEST

START_TEST(characters_stay_whole)
{
	struct term *term = start_editor("tilt/first-steps:1");
	edit(term, ":\t\025aé日本z", "aé日本z_");
	edit(term, TERM_LEFT TERM_LEFT, "aé日[本]z");
	edit(term, "\177", "aé[本]z");
	edit(term, TERM_LEFT "ü" KEY_DELETE, "aü[本]z");
	edit(term, KEY_DELETE "\002\177", "[ü]z");
	leave(term);
}
END_TEST

/* So do clusters: the keys go over a letter with its marks, and over an emoji of several. */
START_TEST(clusters_stay_whole)
{
	struct term *term = start_editor("tilt/first-steps:1");
	edit(term, ":\t\025xe\u0301ก็z", "xe\u0301ก็z_");
	edit(term, TERM_LEFT TERM_LEFT, "xe\u0301[ก็]z");
	edit(term, "\177", "x[ก็]z");
	edit(term, KEY_DELETE "👩🏽\177" KEY_HOME, "[x]z");
	leave(term);
}
END_TEST

#ifdef HAVE_FRIBIDI
/* The cursor is where the next letter will stand. */
START_TEST(a_line_runs_from_right_to_left)
{
	struct term *term = start_editor("tilt/first-steps:1");
	edit(term, ":\t\025אבג", "_גבא");
	edit(term, TERM_LEFT, "[ג]בא");
	edit(term, KEY_HOME, "גב[א]");
	edit(term, KEY_END " 12", "_12 גבא");
	leave(term);
}
END_TEST
#endif

/* ---- long lines ---- */

START_TEST(a_long_line_scrolls_with_the_cursor)
{
	struct term *term = start_with((struct start){.arguments = {"--edit", "tilt/first-steps:1"},
	                                              .rows = 16,
	                                              .columns = 40});
	see(term, "Esc back");
	type(term, ":\t\025");
	for (int i = 0; i < 10; i++)
		type(term, "0123456789");
	see_line(term, "…56789012345678901234567890123456789_");
	edit(term, KEY_HOME, " [0]12345678901234567890123456789012345…");
	edit(term, TERM_RIGHT, " 0[1]2345678901234567890123456789012345…");
	for (int i = 0; i < 48; i++)
		type(term, TERM_RIGHT);
	see_line(term, "…67890123456789012345678[9]012345678901…");
	for (int i = 0; i < 46; i++)
		type(term, "\177");
	see_line(term, " 012[9]01234567890123456789012345678901…");
	leave(term);
}
END_TEST

/* Bytes beyond the room are refused, and nothing breaks. */
START_TEST(a_line_has_a_bound)
{
	struct term *term = start_editor("tilt/first-steps:1");
	type(term, ":\025");
	for (int i = 0; i < 60; i++)
		type(term, "日日日日日");
	type(term, "\001" KEY_DELETE "xyz");
	for (int i = 0; i < 400; i++)
		type(term, TERM_RIGHT);
	type(term, "\013\025level: ok\r");
	see(term, "ok");
	leave(term);
}
END_TEST

/* ---- lines typed before ---- */

START_TEST(each_prompt_remembers_its_lines)
{
	struct term *term = start("tilt/first-steps:1");
	see_moves(term, 0);
	type(term, "gtilt/first-steps:2\r");
	see(term, "First steps 2/");
	type(term, "gtilt/first-steps:3\r");
	see(term, "First steps 3/");
	type(term, "gnowhere\r");
	see(term, "nowhere: no such");
	type(term, TERM_ESCAPE "gown");
	see(term, ": own_");
	type(term, TERM_UP);
	see(term, ": nowhere_");
	type(term, TERM_UP);
	see(term, ": tilt/first-steps:3_");
	type(term, "\020\020\020"); /* Ctrl-P; there are no older ones */
	see(term, ": tilt/first-steps:2_");
	type(term, TERM_DOWN "\016"); /* Ctrl-N */
	see(term, ": nowhere_");
	type(term, TERM_DOWN TERM_DOWN);
	see(term, ": own_");
	type(term, TERM_UP TERM_UP TERM_UP "\r");
	see(term, "First steps 2/");
	type(term, "g" TERM_UP); /* now it is the newest, and listed once */
	see(term, ": tilt/first-steps:2_");
	type(term, TERM_UP TERM_UP TERM_UP TERM_UP);
	see(term, ": tilt/first-steps:3_");
	type(term, TERM_ESCAPE "E");
	see(term, "Esc back");
	type(term, ":" TERM_UP); /* of another kind */
	see_gone(term, "first-steps");
	see_line(term, "title: The long way round_");
	leave(term);
}
END_TEST

/* In the list Up and Down choose among what is found. */
START_TEST(a_search_remembers_its_words)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "/diagonal\r");
	see(term, "Down the diagonal");
	see_moves(term, 0);
	type(term, "R/");
	see(term, "/_");
	type(term, "\020");
	see(term, "/diagonal_");
	type(term, "\002\002X");
	see(term, "0 found");
	type(term, "\177\033OD");
	see(term, "1 found");
	type(term, TERM_ESCAPE);
	quit(term);
}
END_TEST

/* ---- a path to save to ---- */

/* The offered text is marked: the first character replaces it, but it can also be kept and
 * edited. */
START_TEST(an_offered_path_is_replaced_by_typing)
{
	struct term *term = start_with((struct start){
		.arguments = {"--edit", "tilt/first-steps:1"},
		.environment = {"XDG_DATA_HOME=/nonexistent"},
	});
	see(term, "Esc back");
	edit(term, "S", "Save as: [/nonexistent/parlour/into-the-corner.level]_");
	edit(term, "x", "Save as: x_");
	edit(term, TERM_ESCAPE "S", "Save as: [/nonexistent/parlour/into-the-corner.level]_");
	edit(term, KEY_END "s", "Save as: /nonexistent/parlour/into-the-corner.levels_");
	type(term, TERM_ESCAPE "S" KEY_HOME);
	see_line(term, "Save as: [/]nonexistent/parlour/into-the-corner.level");
	type(term, TERM_ESCAPE "S" TERM_LEFT "\177");
	see_line(term, "Save as: /nonexistent/parlour/into-the-corner.lev[l]");
	edit(term, TERM_ESCAPE "S\177", "Save as: _");
	edit(term, TERM_ESCAPE "S\027", "Save as: _");
	type(term, TERM_ESCAPE);
	leave(term);
}
END_TEST

static void expect_saved(struct term *term, const char *typed, const char *shown, const char *name)
{
	type(term, "S");
	see(term, "Save as: ");
	type(term, typed);
	type(term, "\r");
	see(term, shown);
	ck_assert_int_eq(access(at_home(name), F_OK), 0);
}

START_TEST(a_path_may_be_absolute_or_in_the_home)
{
	char typed[512];
	ck_assert_int_eq(mkdir(at_home("mine"), 0700), 0);
	struct term *term = start_editor("tilt/first-steps:1");
	see(term, "best 2 ✓");
	snprintf(typed, sizeof typed, "%s", at_home("mine/a.level"));
	expect_saved(term, typed, "mine/a.level, par 2", "mine/a.level");
	expect_saved(term, "~/mine/b.level", "mine/b.level, par 2", "mine/b.level");
	expect_saved(term, "~/c.level", "c.level, par 2", "c.level");
	ck_assert_int_ne(access(at_home("~"), F_OK), 0);
	leave(term);
	term = start("tilt/first-steps:1");
	see_moves(term, 0);
	type(term, "g~/mine/a.level\r"); /* the same where a level is opened */
	see(term, " 1/1 ");
	quit(term);
}
END_TEST

/* Only the folder of the player's own levels is made, and only for a level in it. */
START_TEST(no_folder_is_made_unasked)
{
	struct term *term = start_editor("tilt/first-steps:1");
	type(term, "S");
	see(term, "Save as: ");
	edit(term, "no/where.level", "Save as: no/where.level_");
	type(term, "\r");
	see(term, "o such folder: no");
	see_line(term, "Save as: no/where.level_"); /* to be changed */
	type(term, "\025~/.local/share/parlour/deep/er/x.level\r");
	see(term, "/.local/share/parlour/deep/er");
	see(term, "o such folder: ");
	ck_assert_int_ne(access(at_home("no"), F_OK), 0);
	ck_assert_int_ne(access(at_home(".local/share/parlour/deep"), F_OK), 0);
	type(term, "\025~/.local/share/parlour/x.level\r");
	see(term, "Saved: ");
	ck_assert_int_eq(access(at_home(".local/share/parlour/x.level"), F_OK), 0);
	leave(term);
}
END_TEST

/* ---- a level to go to ---- */

static const struct {
	const char *level, *label, *narrow;
} prompts[] = {
	{"tilt/first-steps:2", "Level number or game ID (tilt:7x7#42): _",
         "Go to (tilt:7x7#42): _"},
	{"bishop/first-steps:2", "Level number or game ID (bishop:6x6#42): _",
         "Go to (bishop:6x6#42): _"},
};

START_TEST(the_prompt_shows_an_example)
{
	struct term *term = start(prompts[_i].level);
	see_moves(term, 0);
	edit(term, "g", prompts[_i].label);
	term_resize(term, 16, 40);
	see_line(term, prompts[_i].narrow);
	type(term, "3\r");
	see(term, "3/"); /* of the same pack */
	type(term, "g99\r");
	see(term, "no level");
	leave(term);
}
END_TEST

/* n and p go through the seeds, in the list's order only where there is a list. */
START_TEST(a_level_code_is_opened_and_the_shared_result_has_it)
{
	static const char code[] =
		"parlour:1H6vj62f_zqeJ36hQrffeL4MHKLly2bjT7eJKw1kh3ellgaX-C7BuBrzyDw";
	char keys[128];
	struct term *term = start("tilt:5x5#1");
	snprintf(keys, sizeof keys, "g%.40s\r", code);
	type(term, keys);
	see(term, "not a whole level code; copy all of");
	snprintf(keys, sizeof keys, "\025 %s \r", code);
	type(term, keys);
	see(term, "Tilt · Level code 1/1 · Two corners");
	see(term, "par 3");
	type(term, "jlk");
	see(term, "olved in 3 moves");
	type(term, "S");
	see(term, "Parlour tilt: Two corners");
	see(term, code);
	type(term, "\033");
	leave(term);
	term = start(code); /* a finished level begins again, from its own name */
	see(term, "Level code 1/1 · Two corners");
	leave(term);
}
END_TEST

#define CODE "parlour:1H6vj62f_zqeJ36hQrffeL4MHKLly2bjT7eJKw1kh3ellgaX-C7BuBrzyDw"

START_TEST(pasted_text_is_not_taken_for_keys)
{
	struct term *term = start("tilt/first-steps:1");
	see_moves(term, 0);
	type(term, "\033[200~qhjkl\rR\003\033[A\033[201~");
	type(term, "o"); /* the answer shows that what came before had no effect */
	see(term, "Counter:");
	see_moves(term, 0);
	type(term, "g\033[200~tilt:5x\r5#1\r\033[201~");
	see(term, "tilt:5x5#1_");
	type(term, "\r");
	see(term, "Tilt · tilt:5x5#1");
	type(term, "\033[200~ " CODE "\r\033[201~");
	see(term, "Level code 1/1 · Two corners");
	leave(term);
	term = start(NULL);
	see(term, "find");
	type(term, "\033[200~" CODE "\033[201~");
	see(term, "Level code 1/1 · Two corners");
	leave(term);
}
END_TEST

START_TEST(a_paste_without_an_end_is_given_up)
{
	struct term *term = start("tilt/first-steps:1");
	see_moves(term, 0);
	type(term, "\033[200~abc");
	sleep(2);
	type(term, "g");
	see(term, "Level number or game ID");
	type(term, "\033");
	leave(term);
}
END_TEST

START_TEST(the_next_game_id_is_the_next_seed)
{
	struct term *term = start("tilt:5x5#1");
	see(term, "Tilt · tilt:5x5#1 1/1");
	type(term, "n");
	see(term, "Tilt · tilt:5x5#2 1/1");
	type(term, "pp");
	see(term, "Tilt · tilt:5x5#0 1/1");
	type(term, "p");
	see(term, "This is the smallest seed.");
	see(term, "tilt:5x5#0");
	type(term, "glines:3x3#18446744073709551615\rn");
	see(term, "This is the largest seed. R lists all levels.");
	see(term, "lines:3x3#18446744073709551615");
	term_resize(term, 16, 40);
	type(term, "p");
	see(term, "lines:3x3#18446744073709551614");
	see_moves(term, 0);
	type(term, "g5\r"); /* there is no pack to count in */
	see(term, "This is a single board");
	type(term, "\025tilt:7x7\r");
	see(term, "a game ID needs a");
	type(term, "\025lines:3x99#4\r");
	see(term, "lines:3x99#4: 99 columns; a board has 1");
	type(term, "\025lines:3x9#-4\r");
	see(term, "looks like \"lines:4x4#42\"");
	type(term, "\025tilt/first-steps:2\rn");
	see(term, "3/");
	leave(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("prompt");
	tcase_add_test(tests, the_cursor_moves_in_the_line);
	tcase_add_test(tests, keys_delete_on_both_sides_of_the_cursor);
	tcase_add_test(tests, characters_stay_whole);
	tcase_add_test(tests, clusters_stay_whole);
#ifdef HAVE_FRIBIDI
	tcase_add_test(tests, a_line_runs_from_right_to_left);
#endif
	tcase_add_test(tests, a_long_line_scrolls_with_the_cursor);
	tcase_add_test(tests, a_line_has_a_bound);
	tcase_add_test(tests, each_prompt_remembers_its_lines);
	tcase_add_test(tests, a_search_remembers_its_words);
	tcase_add_test(tests, an_offered_path_is_replaced_by_typing);
	tcase_add_test(tests, a_path_may_be_absolute_or_in_the_home);
	tcase_add_test(tests, no_folder_is_made_unasked);
	tcase_add_loop_test(tests, the_prompt_shows_an_example, 0, 2);
	tcase_add_test(tests, a_level_code_is_opened_and_the_shared_result_has_it);
	tcase_add_test(tests, pasted_text_is_not_taken_for_keys);
	tcase_add_test(tests, a_paste_without_an_end_is_given_up);
	tcase_add_test(tests, the_next_game_id_is_the_next_seed);
	return run_playing("prompt", tests);
}
