/* The editor on a terminal: a level is drawn on an empty board, proven meanwhile, saved and
 * played. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/library.h"
#include "support/playing.h"

#define EDITOR "Esc back" /* in its footer */
#define LEFT_OUT "Unsaved drawing resumed."

/* ---- short words ---- */

static struct term *start_editor(const char *level)
{
	struct term *term = start_with((struct start){.arguments = {"--edit", level}});
	see(term, EDITOR);
	return term;
}

/* The same in ASCII, where tiles and the frame are characters that can be found. */
static struct term *start_in_ascii(const char *level)
{
	struct term *term = start_with((struct start){{"--edit", level}, {"LC_ALL=C"}, 0, 0});
	see(term, EDITOR);
	return term;
}

static void leave(struct term *term)
{
	type(term, "\003");
	expect_end(term, 0, 0);
}

/* Sees that a file is this, byte for byte. */
static void expect_file(const char *name, const char *text)
{
	char got[4096] = "";
	FILE *file = fopen(at_home(name), "rb");
	ck_assert_msg(file != NULL, "no %s", name);
	got[fread(got, 1, sizeof got - 1, file)] = '\0';
	fclose(file);
	ck_assert_str_eq(got, text);
}

/* The output of --check for a file. */
static void expect_good(const char *name)
{
	char command[256];
	snprintf(command, sizeof command, "$PARLOUR --check %s && echo all is well", name);
	struct term *term = start_shell(command);
	see(term, "every par is proven");
	see(term, "all is well");
	expect_end(term, 0, 0);
}

static void save_as(struct term *term, const char *offered, const char *name)
{
	type(term, "S");
	see(term, "Save as: ");
	see(term, offered);
	type(term, *name != '\0' ? "\025" : "");
	type(term, name);
	type(term, "\r");
	see(term, "Saved: ");
}

/* ---- drawing ---- */

START_TEST(a_level_is_drawn_on_an_empty_board)
{
	struct term *term = start_editor("tilt");
	see(term, "Add a block (a to z).");
	type(term, "_____||||"); /* 7x7 to 2x3 */
	see(term, "2x3");
	type(term, TERM_DOWN TERM_LEFT TERM_LEFT "a");
	see(term, "● has 1 block but no goals.");
	type(term, TERM_RIGHT TERM_RIGHT TERM_UP "\t");
	see(term, "goal .");
	type(term, "a");
	see(term, "best 2 ✓");
	type(term, TERM_LEFT "#");
	see(term, "best 2 ✓");
	type(term, TERM_DOWN "#");
	see(term, "unsolvable (proven)");
	type(term, "\025");
	see(term, "best 2 ✓");
	type(term, ":");
	see(term, "title: Untitled_");
	type(term, "\177\177\177\177\177\177\177\177Zwölf\r");
	see(term, "Zwölf");
	see(term, "not saved");
	see(term, "best 2 ✓"); /* proven again */
	save_as(term, "parlour/zw-lf.level_", "zw-lf.level");
	see(term, "Saved: zw-lf.level, par 2");
	see_gone(term, "not saved");
	leave(term);
	expect_file("zw-lf.level", "level: Zwölf\nmode: tilt\npar: 2\n\n.#.   .#a\na..   ...\n");
	expect_good("zw-lf.level");
}
END_TEST

START_TEST(a_drawing_can_be_played_at_once)
{
	struct term *term = start_editor(OWN ":2");
	see(term, "best 2 ✓");
	type(term, "P");
	see_moves(term, 0);
	see(term, "1/1");
	see_best(term, 2);
	see(term, "R editor");
	type(term, TERM_RIGHT TERM_DOWN);
	see(term, SOLVED);
	see(term, "R editor");
	see(term, "Enter edit");
	type(term, "\r");
	see(term, EDITOR);
	see(term, "best 2 ✓");
	type(term, "\033");
	see(term, MENU);
	quit(term);
	term = start(OWN ":2"); /* nothing was saved */
	see_moves(term, 0);
	ck_assert(!term_find(term, "your best", NULL, NULL));
	quit(term);
}
END_TEST

START_TEST(the_editor_leads_back_to_the_game)
{
	struct term *term = start(OWN ":2");
	see_moves(term, 0);
	type(term, TERM_RIGHT);
	see_moves(term, 1);
	type(term, "E");
	see(term, EDITOR);
	see(term, "best 2 ✓"); /* the level's start */
	type(term, "\033");
	see_moves(term, 1);
	see_best(term, 1);
	quit(term);

	term = start(NULL);
	see(term, MENU);
	click(term, "E edit");
	see(term, EDITOR);
	see(term, "Meadow"); /* the last game comes first */
	leave(term);
}
END_TEST

/* ---- by the mouse alone ---- */

START_TEST(a_level_is_drawn_by_the_mouse)
{
	struct term *term = start_in_ascii("lines");
	int row, column;
	see(term, "4x4");
	for (int i = 0; i < 3; i++) { /* the frame's lower minus, its right one */
		see(term, i == 0 ? "4x4" : i == 1 ? "3x4" : "2x4");
		ck_assert(term_find(term, "--a--", &row, &column));
		const char *line = term_row(term, row), *corner = strstr(line, "+-");
		ck_assert_ptr_nonnull(corner);
		const char *plus = strstr(corner + 1, "+-");
		ck_assert_ptr_nonnull(plus);
		click_at(term, row, (int)(plus - line) + 1);
	}
	see(term, "1x4");
	ck_assert(term_find(term, " 1+-", &row, &column));
	click_at(term, row, column + 3);
	see(term, "1x3");
	click(term, "Ctrl-U undo");
	see(term, "1x4");
	ck_assert(term_find(term, " 2 3 4", &row, &column)); /* the palette */
	click_at(term, row, column + 1);
	ck_assert(term_find(term, " .  ", &row, &column));
	click_at(term, row, column + 1);
	see(term, "start 2");
	see(term, "unsolvable (proven)");
	ck_assert(term_find(term, " 8 9", &row, &column));
	click_at(term, row, column + 1);
	ck_assert(term_find(term, " .  ", &row, &column));
	click_at(term, row, column + 1);
	see(term, "start 8");
	see(term, "already solved");
	click(term, "stars");
	click_at(term, row, column + 1);
	see(term, "stars *");
	click_at(term, row, column + 1);
	see(term, "stars .");
	click(term, "P play");
	see(term, SOLVED);
	see(term, LAST); /* and nothing else of the editor */
	click(term, "Enter edit");
	see(term, EDITOR);
	click(term, EDITOR);
	see(term, "Esc again");
	click(term, EDITOR);
	see(term, MENU);
	quit(term);
}
END_TEST

/* ---- saving ---- */

#define ROOKS \
	"mode: bishop\npack: P\n\nlevel: A\n\na.   .a\n\n" \
	"level: B\npar: 1\npiece: rook\n\na..   ..a\n"

START_TEST(a_file_is_written_back)
{
	write_file("rooks.level", ROOKS);
	struct term *term = start_editor("rooks.level:2");
	see(term, "best 1 ✓");
	type(term, ":");
	see(term, "title: B_");
	type(term, "\t");
	see(term, "rules: _");
	type(term, "\t");
	see(term, "piece: rook_");
	type(term, "\177\177\177\177king\r");
	see(term, "Kings.");
	see(term, "best 2 ✓");
	save_as(term, "Save as: rooks.level_", "");
	see(term, "Saved: rooks.level, par 2");
	leave(term);
	expect_file("rooks.level", "mode: bishop\npack: P\n\nlevel: A\n\na.   .a\n\n"
	                           "level: B\npar: 2\npiece: king\n\na..   ..a\n");
}
END_TEST

/* The title typed replaces the old one; a line without a key is the value that was asked for. */
START_TEST(a_title_needs_no_key)
{
	struct term *term = start_editor("tilt");
	type(term, ":");
	see(term, "title: Untitled_");
	type(term, "Ring");
	see(term, " Ring_");
	see_gone(term, "UntitledRing");
	type(term, "\r");
	see(term, " · Ring ");
	type(term, ":\t\t\t\t");
	see(term, "hint: _");
	type(term, "\025Turn left.\r");
	see_gone(term, "hint: ");
	type(term, ":\t\t\t\t");
	see(term, "hint: Turn left._");
	type(term, "\033");
	leave(term);
}
END_TEST

/* The prompt for the title has the title alone, which may have a colon. */
START_TEST(a_title_with_a_colon_can_be_kept)
{
	struct term *term = start_editor("tilt");
	type(term, ":level: hint: none\r");
	see(term, " · hint: none ");
	type(term, ":");
	see(term, "title: hint: none_");
	type(term, "\r");
	see_gone(term, "title: ");
	see(term, " · hint: none ");
	type(term, ":\t\t\t\t");
	see(term, "hint: _");
	type(term, "\033");
	leave(term);
}
END_TEST

START_TEST(a_wrong_header_can_be_corrected)
{
	struct term *term = start_editor("bishop/first-steps:1");
	see(term, "best 2 ✓");
	type(term, ":\025rules: no-atack\r");
	see(term, "Not a level yet. Unknown rule \"no-atack\"");
	see(term, "rules: no-atack_");
	type(term, "\177\177\177tack\r");
	see_gone(term, "rules: no-attack_");
	see(term, "P play");
	see(term, "best 2 ✓");
	leave(term);
}
END_TEST

/* N keeps only the size of the level; one undo restores everything. */
START_TEST(a_new_drawing_has_no_headers)
{
	write_file("signed.level", "mode: gems\npack: P\nauthor: Somebody\nlicence: CC0-1.0\n\n"
	                           "level: Mine\nhint: Look left.\nrules: holes\n\nab.\nbab\n");
	struct term *term = start_editor("signed.level");
	see(term, "Mine");
	see(term, "2x3");
	type(term, "N");
	see(term, "Untitled");
	see_gone(term, "Mine");
	see_gone(term, "signed.level");
	see(term, "not saved");
	type(term, "b:");
	see(term, "title: Untitled_");
	static const char *const headers[] = {"rules",  "goal",    "refill", "pack",
	                                      "author", "licence", "hint"};
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
		char line[32];
		type(term, "\t");
		snprintf(line, sizeof line, "%s: _", headers[i]);
		see(term, line);
	}
	click(term, "Esc cancel");
	type(term, ":\025level: New\rS");
	see(term, "parlour/new.level_"); /* not signed.level */
	click(term, "Esc cancel");
	type(term, "\025\025\025");
	see(term, "Mine");
	type(term, ":\t");
	see(term, "rules: holes_");
	click(term, "Esc cancel");
	type(term, "S");
	see(term, "Save as: signed.level_");
	click(term, "Esc cancel");
	see(term, "signed.level");
	leave(term);
}
END_TEST

/* Its file is not the level's: neither after other steps were undone, nor when it is resumed. */
START_TEST(a_new_drawing_stays_apart_from_the_file)
{
	struct term *term = start_editor(OWN ":2");
	type(term, "aNb");
	see(term, "start b");
	type(term, "\025\025");
	see(term, "Meadow");
	see(term, "own.level *");
	type(term, "\022");
	see_gone(term, "own.level");
	leave(term);

	term = start_editor(OWN ":2");
	see(term, LEFT_OUT);
	ck_assert(!term_find(term, "own.level", NULL, NULL));
	type(term, "\025");
	see(term, "Meadow");
	see(term, "own.level");
	type(term, "a");
	see(term, "own.level *");
	leave(term);

	term = start_editor(OWN ":2");
	see(term, LEFT_OUT);
	see(term, "own.level *");
	leave(term);
}
END_TEST

START_TEST(no_column_is_without_its_letter)
{
	struct term *term = start_in_ascii("lines/first-steps:2");
	see(term, "+--a-----b-----c---+");
	click_at(term, 15, 39); /* the plus below */
	see(term, "4x3");
	leave(term);
}
END_TEST

START_TEST(a_file_is_not_replaced_without_asking)
{
	write_file("mine", "not for you\n");
	struct term *term = start_editor("tilt/first-steps:1");
	see(term, "best 2 ✓");
	type(term, "S");
	see(term, "parlour/into-the-corner.level_");
	type(term, "\025");
	type(term, "mine\r");
	see(term, "That file exists");
	type(term, "n\r");
	see(term, "Not saved.");
	expect_file("mine", "not for you\n");
	type(term, "S");
	see(term, "parlour/into-the-corner.level_");
	type(term, "\033");
	see_gone(term, "Save as");
	type(term, "S");
	see(term, "parlour/into-the-corner.level_");
	type(term, "\025");
	type(term, "no/where\r");
	see(term, "No such folder: no");
	see(term, "Save as: no/where_"); /* to be changed */
	type(term, "\025mine\r");
	see(term, "y replaces it: _");
	click(term, "Tab yes");
	see(term, "y replaces it: y_");
	click(term, "Enter done");
	see(term, "Saved: mine, par 2");
	leave(term);
	ck_assert_int_ne(access(at_home(".local"), F_OK), 0);
}
END_TEST

static int shipped_count(const char *mode)
{
	struct library library;
	struct level_list levels = {0};
	struct error error;
	ck_assert(library_open(&library, &error));
	ck_assert(library_find(&library, mode, &levels, &error));
	const int count = levels.count;
	level_list_free(&levels);
	library_close(&library);
	return count;
}

/* Saved under the name offered, a level is in the list, is played there, and drawn on again. */
START_TEST(user_levels_are_in_the_list)
{
	char count[32];
	struct term *term = start_editor("bishop/first-steps:1");
	type(term, ":\025level: Mine\r");
	see(term, "Mine");
	save_as(term, "/.local/share/parlour/mine.level_", "");
	leave(term);
	write_file(".local/share/parlour/broken.level", "level: B\nmode: tilt\n\na\n");
	write_file(".local/share/parlour/two.level",
	           "mode: tilt\n\nlevel: Tip\npar: 1\n\na.   .a\n\n"
	           "level: Tap\npar: 1\n\n.a   a.\n");

	term = start(NULL);
	see(term, " 1 file left out of your levels: broken.level:4: a board needs");
	type(term, "\033OF");
	see(term, "Your levels  0/2");
	see(term, " 1 file left out of your levels: broken.level:4: a board needs");
	see_card(term, "Tap", "    ○");
	type(term, TERM_LEFT "\r");
	see(term, "two.level 1/2 · Tip");
	type(term, TERM_RIGHT);
	see(term, SOLVED);
	type(term, "\r" TERM_LEFT);
	see(term, "2/2 · Tap");
	see(term, SOLVED);
	ck_assert_int_eq(remove(at_home(".local/share/parlour/broken.level")), 0);
	type(term, "R");
	see(term, "Your levels  2/2  ★ 2");
	see_gone(term, "left out");
	click(term, "Bishop");
	see(term, "Down the diago");
	type(term, "/mine bishop");
	see(term, "1 found");
	type(term, TERM_ESCAPE "\033OF");
	see_card(term, "Mine", "    ○");
	type(term, "E");
	see(term, "mine.level");
	type(term, "#");
	save_as(term, "/mine.level_", "");
	type(term, "\033");
	see(term, "Mine");
	quit(term);
	write_file(".local/share/parlour/never.level", "level: Never\nmode: tilt\n\na#.   .#a\n");
	term = start(NULL);
	/* A level not known to be solvable does not count. */
	snprintf(count, sizeof count, " Tilt 2/%d ", shipped_count("tilt") + 2);
	see(term, count);
	quit(term);
}
END_TEST

START_TEST(the_footer_shows_the_keys_of_the_prompt)
{
	struct term *term = start_editor("bishop/first-steps:1");
	type(term, "S");
	see(term, "parlour/down-the-diagonal.level_");
	see(term, "Enter done   Ctrl-U clear   Esc cancel");
	see_gone(term, "P play");
	click(term, "Esc cancel");
	see_gone(term, "Save as");
	type(term, "S");
	see(term, "parlour/down-the-diagonal.level_");
	type(term, "\025");
	see(term, "Save as: _");
	type(term, "other.level");
	click(term, "Enter done");
	see(term, "Saved: other.level");
	type(term, ":");
	see(term, "Tab next");
	click(term, "Tab next");
	see(term, "rules: _");
	click_at(term, 5, 5); /* elsewhere: leaves it */
	see(term, "P play");
	leave(term);
}
END_TEST

START_TEST(a_pasted_board_replaces_the_drawing)
{
	struct term *term = start_editor("bishop");
	type(term, "\033[200~#####\r#a B#\r#b A#\r#####\r\033[201~");
	see(term, "Pasted. Ctrl-U undoes it.");
	see(term, "2x3");
	type(term, "\033[200~a! A\033[201~");
	see(term, "'!' in row 1, column 2 of the board means nothing.");
	see(term, "2x3");
	type(term, "\033[200~level: Ring\rmode: lines\r\r6c\r39\r\033[201~");
	see(term, "This is a level of lines, not of bishop.");
	type(term, "\033[200~level: Other\rmode: bishop\rpiece: rook\r\ra...  ..a.\r\033[201~");
	see(term, "Bishop · Other");
	see(term, "1x4");
	type(term, "\025");
	see(term, "2x3");
	type(term, "\025\025");
	see(term, "Untitled");
	leave(term);
}
END_TEST

START_TEST(the_prompt_of_headers_takes_a_level_code)
{
	struct term *term = start_editor("tilt");
	type(term, ":parlour:1H6vj62f_zqeJ36hQrffeL4MHKLly2bjT7eJKw1kh3e\r");
	see(term, "not a whole level code");
	type(term, "llgaX-C7BuBrzyDw\r");
	see(term, "Tilt · Two corners");
	see(term, "3x4");
	see(term, "best 3");
	leave(term);
}
END_TEST

/* The code of what was pasted as a code is the same again. */
START_TEST(a_drawing_has_a_level_code)
{
	static const char code[] =
		"parlour:1H6vj62f_zqeJ36hQrffeL4MHKLly2bjT7eJKw1kh3ellgaX-C7BuBrzyDw";
	struct term *term = start_editor("tilt");
	type(term, "Y");
	see(term, "Not a level yet. Add a block");
	type(term, ":");
	type(term, code);
	type(term, "\r");
	see(term, "best 3");
	type(term, "Y");
	see(term, "The level code is copied; it is printed again on exit.");
	type(term, "\003");
	ck_assert_int_eq(term_end(term), 0);
	ck_assert(term_logged(term, code));
	term_free(term);
}
END_TEST

/* Pasted lines of boxes are drawn as the digits that they stand for. */
START_TEST(pasted_characters_of_other_alphabets_are_drawn)
{
	struct term *term = start_editor("lines");
	type(term, "\033[200~┌┐\r└┘\r\033[201~");
	see(term, "2x2");
	see(term, "Pasted.");
	leave(term);
}
END_TEST

START_TEST(an_invalid_level_is_neither_saved_nor_played)
{
	struct term *term = start_editor("gems");
	type(term, "\t");
	see(term, "specials ."); /* special gems, which this level does not have */
	type(term, "*");
	see(term, "specials *");
	type(term, "\177\t");
	see(term, "start .");
	type(term, "aaa");
	see(term, "not a level yet");
	type(term, TERM_RIGHT "a" TERM_RIGHT "a");
	see(term, "Three or more of ● in a row");
	type(term, "S");
	see(term, "Not a level yet. Three or more");
	type(term, "P");
	see(term, "Not a level yet. Three or more");
	type(term, "#");
	see(term, "# can't be drawn here.");
	type(term, ":\t\t\t");
	see(term, "refill: _");
	type(term, "\177\177\177\177\177\177\177\177par: 3\r");
	see(term, "the key one of: level, refill, goal, rules");
	see(term, "par: 3_"); /* to be changed */
	type(term, "\033");
	see_gone(term, "par: 3_");
	leave(term);
}
END_TEST

/* ---- unsaved drawings ---- */

START_TEST(a_drawing_is_not_lost)
{
	struct term *term = start_editor(OWN ":2");
	see(term, "best 2 ✓");
	type(term, "#");
	see(term, "start #");
	see(term, "own.level *"); /* once it shows that, it is saved */
	term_hangup(term);
	term_end(term);
	term_free(term);

	term = start_editor(OWN ":2");
	see(term, LEFT_OUT);
	see(term, "start #");
	type(term, "\033");
	see(term, "Esc again leaves");
	type(term, TERM_LEFT);
	see_gone(term, "Esc again");
	type(term, "\033");
	see(term, "Esc again leaves");
	type(term, "\033");
	see(term, MENU);
	quit(term);

	term = start_editor(OWN ":2");
	see(term, LEFT_OUT);
	type(term, "\025");
	see(term, "start .");
	see_gone(term, "own.level *");
	leave(term);

	term = start_editor(OWN ":2");
	see(term, "start .");
	ck_assert(!term_find(term, LEFT_OUT, NULL, NULL));
	leave(term);
}
END_TEST

/* An unsaved drawing is in the list, can be resumed there, and disappears when its last change is
 * undone. */
START_TEST(an_unsaved_drawing_is_in_the_list)
{
	static const char *const levels[] = {"tilt/first-steps:1", OWN ":2", "tilt"};
	static const char *const bases[] = {"Into the corner", "Untitled", "Untitled"};
	struct term *term = start_editor(levels[_i]);
	type(term, ":\025level: Mine\r");
	see(term, " · Mine ");
	type(term, "\033");
	see(term, "Esc again leaves");
	type(term, "\033");
	see(term, "Your levels");
	see(term, "▶      Mine");
	see(term, " drawing ");
	type(term, "v");
	see(term, "A drawing has no replay");
	type(term, "/drawing mine");
	see(term, "1 found");
	type(term, "\033q");
	expect_end(term, 0, 0);

	term = start(NULL);
	see(term, MENU);
	type(term, "\033OF");
	see(term, "▶      Mine");
	type(term, _i == 0 ? "E" : "\r");
	see(term, LEFT_OUT);
	see(term, " · Mine ");
	type(term, "\025");
	see_gone(term, " · Mine ");
	see(term, bases[_i]);
	type(term, "\033");
	see(term, MENU);
	ck_assert(!term_find(term, "Your levels", NULL, NULL));
	quit(term);
}
END_TEST

/* It is saved to the file that it came from. */
START_TEST(a_drawing_of_a_user_level_knows_its_file)
{
	struct term *term = start_editor("bishop/first-steps:1");
	save_as(term, "/.local/share/parlour/down-the-diagonal.level_", "");
	type(term, ":\025level: Mine\r");
	see(term, " · Mine ");
	type(term, "\033");
	see(term, "Esc again leaves");
	type(term, "\033");
	see(term, "▶      Mine");
	quit(term);
	term = start(NULL);
	see(term, MENU);
	click(term, "Bishop");
	see(term, "Down the diago");
	type(term, "\033OF\r");
	see(term, LEFT_OUT);
	type(term, "S");
	see(term, "/down-the-diagonal.level_");
	type(term, "\r");
	see(term, "Saved: ");
	type(term, "\033");
	see(term, "Down the diago"); /* among the puzzle's levels */
	type(term, "\033OF");
	see(term, "Your levels  0/1");
	see_card(term, "Mine", "    ○");
	quit(term);
}
END_TEST

START_TEST(an_unreadable_drawing_is_not_overwritten)
{
	static const char database[] = "state/parlour/parlour.db";
	struct term *term = start_editor(OWN ":2");
	type(term, "#");
	see(term, "own.level *");
	leave(term);
	forge(database, "mode: tilt\n\n", "mode: tint\n\n");
	term = start_editor(OWN ":2");
	see(term, "The saved drawing could not be read, so this one is not saved.");
	type(term, TERM_RIGHT "#");
	see(term, "NOT SAVED");
	type(term, "\003");
	see(term, "parlour: NOT SAVED: the saved drawing could not be read");
	expect_end(term, 0, 0);
	forge(database, "mode: tint\n\n", "mode: tilt\n\n");
	term = start_editor(OWN ":2");
	see(term, LEFT_OUT);
	see(term, "start #");
	leave(term);
}
END_TEST

START_TEST(a_saved_drawing_is_no_longer_a_draft)
{
	struct term *term = start_editor(OWN ":2");
	type(term, "#");
	see(term, " *");
	save_as(term, "Save as: own.level", "new.level");
	see(term, "Saved: new.level");
	type(term, TERM_LEFT "#");
	see(term, "new.level *");
	leave(term);
	term = start_editor(OWN ":2");
	see(term, "start .");
	ck_assert(!term_find(term, LEFT_OUT, NULL, NULL));
	leave(term);
	term = start_editor("new.level"); /* what was drawn since goes on from there */
	see(term, LEFT_OUT);
	leave(term);
}
END_TEST

/* ---- terminals ---- */

START_TEST(the_editor_works_on_simple_terminals)
{
	struct term *term = start_with((struct start){
		.arguments = {"--edit", "bishop"},
		.environment = {"LC_ALL=C", "TERM=vt100"},
		.rows = 16, .columns = 40,
	});
	see(term, "F1 help");
	see(term, "Add a goal (a to z).");
	type(term, "a" TERM_RIGHT "\tb");
	see(term, "Colour b has 1 goal but no pieces.");
	see(term, "start goal .#abcdefghijklmnopqrstuvwxyz");
	type(term, "H");
	see(term, "6x7");
	type(term, "\033OP");
	see(term, "Help: Editor");
	for (int i = 0; i < 8 && !term_find(term, EDITOR, NULL, NULL); i++) {
		type(term, " ");
		term_drain(term, 100);
	}
	see(term, EDITOR);
	leave(term);
}
END_TEST

START_TEST(words_fit_on_a_small_terminal)
{
	struct term *term = start_with((struct start){
		.arguments = {"--edit", OWN ":2"}, .rows = 16, .columns = 40});
	see(term, "best 2");
	save_as(term, "own.level_", at_home("corner.level"));
	see(term, "Saved: .../corner.level, par 2.");
	leave(term);
}
END_TEST

START_TEST(the_key_that_quits_is_named_where_letters_draw)
{
	struct term *term = start_editor("lines");
	type(term, "q");
	see(term, "Letters draw. Ctrl-C quits");
	leave(term);
}
END_TEST

/* A letter that draws is the same letter in all that is said about it. */
START_TEST(a_colour_without_a_shape_is_named_by_its_letter)
{
	struct term *term = start_editor("tilt");
	type(term, "\tq");
	see(term, "goal q");
	see(term, "Colour q has no blocks but 1 goal.");
	leave(term);
}
END_TEST

START_TEST(a_large_board_is_drawn_in_a_viewport)
{
	struct term *term = start_with((struct start){
		.arguments = {"--edit", "tilt"}, .rows = 16, .columns = 40});
	see(term, "7x7");
	see_no_more(term, "↑");
	type(term, "JJJJJJJJJJJJJ" "LLLLLLLLLLLLL");
	see(term, "20x20 d17:");
	see_more(term, "→");
	see_more(term, "↓");
	see_no_more(term, "↑"); /* the first row is still seen */
	type(term, "\033[6~\033[6~\033[6~\033[6~>>>>");
	see_more(term, "↑");
	see_no_more(term, "↓");
	see_no_more(term, "→");
	see(term, "20x20 d17:"); /* scrolling leaves the cursor where it is */
	click_at(term, 8, 35); /* the last cell: palette, strip and frame are below it */
	see(term, "20x20 t1: a");
	click(term, "↑");
	see_more(term, "↓");
	type(term, TERM_UP); /* the window goes back to the cursor */
	see(term, "20x20 t2:");
	see(term, "●");
	for (int i = 0; i < 13; i++)
		type(term, "\025");
	leave(term);
}
END_TEST

START_TEST(the_first_frame_is_small_and_idle_writes_nothing)
{
	enum { BYTES = 3 * 1024 };
	struct term *term = start_editor("tilt/classic:10");
	see(term, "✓");
	ck_assert(term_drain(term, 200));
	const size_t before = term_bytes(term);
	ck_assert_uint_le(before, BYTES);
	ck_assert_int_eq(term_read(term, 500), 0);
	leave(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("editor");
	tcase_add_test(tests, a_level_is_drawn_on_an_empty_board);
	tcase_add_test(tests, a_drawing_can_be_played_at_once);
	tcase_add_test(tests, the_editor_leads_back_to_the_game);
	tcase_add_test(tests, a_level_is_drawn_by_the_mouse);
	tcase_add_test(tests, a_file_is_written_back);
	tcase_add_test(tests, a_title_needs_no_key);
	tcase_add_test(tests, a_title_with_a_colon_can_be_kept);
	tcase_add_test(tests, a_wrong_header_can_be_corrected);
	tcase_add_test(tests, a_new_drawing_has_no_headers);
	tcase_add_test(tests, a_new_drawing_stays_apart_from_the_file);
	tcase_add_test(tests, no_column_is_without_its_letter);
	tcase_add_test(tests, a_file_is_not_replaced_without_asking);
	tcase_add_test(tests, user_levels_are_in_the_list);
	tcase_add_test(tests, the_footer_shows_the_keys_of_the_prompt);
	tcase_add_test(tests, a_pasted_board_replaces_the_drawing);
	tcase_add_test(tests, the_prompt_of_headers_takes_a_level_code);
	tcase_add_test(tests, a_drawing_has_a_level_code);
	tcase_add_test(tests, pasted_characters_of_other_alphabets_are_drawn);
	tcase_add_test(tests, an_invalid_level_is_neither_saved_nor_played);
	tcase_add_test(tests, a_drawing_is_not_lost);
	tcase_add_loop_test(tests, an_unsaved_drawing_is_in_the_list, 0, 3);
	tcase_add_test(tests, a_drawing_of_a_user_level_knows_its_file);
	tcase_add_test(tests, an_unreadable_drawing_is_not_overwritten);
	tcase_add_test(tests, a_saved_drawing_is_no_longer_a_draft);
	tcase_add_test(tests, the_editor_works_on_simple_terminals);
	tcase_add_test(tests, words_fit_on_a_small_terminal);
	tcase_add_test(tests, the_key_that_quits_is_named_where_letters_draw);
	tcase_add_test(tests, a_colour_without_a_shape_is_named_by_its_letter);
	tcase_add_test(tests, a_large_board_is_drawn_in_a_viewport);
	tcase_add_test(tests, the_first_frame_is_small_and_idle_writes_nothing);
	return run_playing("editor", tests);
}
