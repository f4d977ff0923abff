/* The menu as a player meets it: the welcome, the list, searching it by typing, and the page of
 * statistics; by keyboard and by mouse. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "play/ladder.h"
#include "play/library.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"
#include "store/store.h"
#include "support/playing.h"

#define WELCOME "play the first steps"
#define BACKTAB "\033[Z"
#define WHEEL_DOWN "\033[<65;20;9M"

/* A puzzle's board of today. A test that runs at midnight UTC may fail. */
static const char *daily(const char *puzzle)
{
	static char name[LEVEL_NAME_MAX];
	game_id_daily(puzzle_named(puzzle), time(NULL), name);
	return name;
}

static struct term *start_sized(const char *level, int rows, int columns)
{
	return start_with((struct start){.arguments = {level}, .rows = rows, .columns = columns});
}

/* The list where each level has a line. */
static struct term *start_lines(void)
{
	return start_sized(NULL, 24, 59);
}

/* Leaves a game of the level in progress. */
static void leave_in_progress(const char *level, const char *key)
{
	struct term *term = start(level);
	see_moves(term, 0);
	type(term, key);
	see_moves(term, 1);
	quit(term);
}

/* ---- the first time ---- */

/* The first level of a pack, not solved, is chosen: a card, or a line. */
static void see_first(struct term *term, bool card, const char *title)
{
	char line[64];
	snprintf(line, sizeof line, "▶  1 ○ %s", title);
	if (card)
		see_card(term, title, " 1  ○ par ");
	else
		see(term, line);
}

START_TEST(new_players_are_welcomed_until_they_choose)
{
	static const int sizes[2][2] = {{24, 80}, {16, 40}};
	struct term *term = start_sized(NULL, sizes[_i][0], sizes[_i][1]);
	see(term, WELCOME);
	see_first(term, _i == 0, "Into the corner"); /* Enter begins with it */
	type(term, "\r");
	see_moves(term, 0);
	quit(term); /* only looked at */
	term = start_sized(NULL, sizes[_i][0], sizes[_i][1]);
	see(term, WELCOME);
	type(term, "\t");
	see_gone(term, WELCOME);
	see_first(term, _i == 0, "Three and three");
	see(term, "Swap neighbours");
	quit(term);
}
END_TEST

/* In a game, the title has room beside the best result. */
START_TEST(sixty_columns_are_enough_for_a_title)
{
	struct term *term = start_sized("tilt/first-steps:2", 20, 60);
	see_moves(term, 0);
	type(term, TERM_RIGHT TERM_DOWN TERM_LEFT);
	see(term, SOLVED);
	type(term, "r");
	see(term, "your best 3");
	see(term, "First steps 2/10 · The long way round");
	quit(term);
}
END_TEST

START_TEST(keys_without_use_say_what_is_possible)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "u");
	see(term, "u does nothing in the list. ? shows its keys; q quits.");
	type(term, TERM_ESCAPE);
	see(term, "Esc does nothing");
	type(term, "/u"); /* text */
	see(term, "found");
	ck_assert(!term_find(term, "does nothing", NULL, NULL));
	type(term, TERM_ESCAPE);
	see_gone(term, "found");
	quit(term);
}
END_TEST

START_TEST(players_who_have_played_are_not_welcomed)
{
	leave_in_progress("tilt/first-steps:1", TERM_UP);
	struct term *term = start(NULL);
	see(term, "Slide all blocks");
	ck_assert(!term_find(term, WELCOME, NULL, NULL));
	quit(term);
}
END_TEST

/* The boards that play stand where the preview is later. */
static bool is_greeting(struct term *term, const void *context)
{
	(void)context;
	return term_cell(term, term_rows(term) - 8, term_columns(term) - 4).background !=
	       TERM_DEFAULT;
}

/* The title below the board beside the list. */
static bool is_label(struct term *term, const void *title)
{
	int column;
	return term_find(term, title, NULL, &column) && column > 50;
}

/* The puzzles play themselves, unless that would be sent over a slow line. */
START_TEST(the_welcome_plays)
{
	const bool slow = _i == 1;
	struct term *term = start_with((struct start){
		.environment = {slow ? "SSH_CONNECTION=::1 1 ::1 22" : "SSH_CONNECTION"}});
	see_that(term, "the boards", is_greeting, NULL);
	term_drain(term, 200);
	const size_t before = term_bytes(term);
	const double deadline = term_now() + (slow ? 2000 : term_timeout());
	while (term_bytes(term) == before && term_now() < deadline)
		term_read(term, 100);
	ck_assert(slow == (term_bytes(term) == before));
	quit(term);
}
END_TEST

/* A board of the greeting leads to its puzzle. */
START_TEST(the_boards_that_play_can_be_clicked)
{
	struct term *term = start(NULL);
	see_that(term, "the boards", is_greeting, NULL);
	click_at(term, term_rows(term) - 8, term_columns(term) - 4);
	see_card(term, "Hand in hand", " 1  ○");
	quit(term);
}
END_TEST

/* The name is in the menu, and a result is on the leaderboard once it is shown. */
START_TEST(a_named_player_enters_the_leaderboard)
{
	struct term *term = start_with(
		(struct start){.arguments = {"--player", "alice.b"}, .columns = 90});
	see(term, " alice.b ");
	type(term, "\r" TERM_UP TERM_RIGHT);
	see(term, SOLVED);
	type(term, TERM_ESCAPE);
	see(term, MENU);
	quit(term);
	char line[256] = "";
	FILE *log = fopen(at_home("state/parlour/scores.log"), "r");
	ck_assert_ptr_nonnull(log);
	ck_assert_ptr_nonnull(fgets(line, sizeof line, log));
	fclose(log);
	ck_assert_ptr_nonnull(strstr(line, " alice.b "));
	ck_assert_ptr_nonnull(strstr(line, " tilt/first-steps:1~")); /* and the times */
	ck_assert_ptr_nonnull(strstr(line, " up right\n"));
}
END_TEST

START_TEST(the_welcome_can_be_clicked)
{
	struct term *term = start(NULL);
	click(term, "? help");
	see(term, LAST_OF_HELP);
	type(term, TERM_ESCAPE);
	see(term, MENU);
	click(term, "play the first");
	see(term, "First steps 1/10");
	type(term, TERM_ESCAPE "q");
	expect_end(term, 0, 0);
	term = start(NULL);
	click(term, "other puzzles");
	see(term, "Three and three");
	quit(term);
}
END_TEST

/* Pressing only keys that the footer and the words name, a new player solves the first level of
 * each puzzle. */
START_TEST(the_footer_is_enough_to_solve_a_first_level)
{
	static const struct { const char *title, *words, *keys; } puzzles[] = {
		{"Into the corner", "Tilt the board", TERM_UP TERM_RIGHT},
		{"Three and three", "Choose a gem", TERM_RIGHT " " TERM_UP},
		{"Down the diagonal", "Choose the bishop",
		 " " TERM_DOWN TERM_RIGHT " " " " TERM_DOWN TERM_LEFT " "},
		{"Hand in hand", "Slide a row or a column", TERM_LEFT " " TERM_DOWN},
	};
	struct term *term = start(NULL);
	see(term, WELCOME);
	for (int i = 0; i < _i; i++)
		type(term, "\t");
	see(term, puzzles[_i].title);
	type(term, "\r");
	see(term, puzzles[_i].words);
	for (const char *key = puzzles[_i].keys; *key != '\0'; key += *key == '\033' ? 3 : 1)
		type(term, *key == '\033' ? (char[]){key[0], key[1], key[2], '\0'}
		                          : (char[]){key[0], '\0'});
	see(term, SOLVED);
	quit(term);
}
END_TEST

/* ---- the footer of a game ---- */

START_TEST(the_footer_has_room_for_what_matters)
{
	static const struct {
		const char *level, *key, *at_first, *later;
		int rows, columns;
	} cases[] = {
		{"tilt/first-steps:2", TERM_RIGHT,
		 "tilt  u undo  t hint  T solve  r restart  n next  R levels  ?",
		 "tilt  u undo  t hint  T solve  r restart  n next  R levels  ?", 24, 80},
		{"gems/first-steps:6", "L",
		 "move  Space choose  u undo  t hint  T solve  R levels  ?",
		 "move  Space choose  u undo  t hint  T solve  R levels  ?", 24, 80},
		{"bishop/first-steps:2", " " TERM_DOWN TERM_RIGHT " ",
		 "move  Space choose  u undo  t hint  T solve  R levels  ?",
		 "move  Space choose  u undo  t hint  T solve  R levels  ?", 24, 80},
		{"lines/first-steps:3", "L",
		 "Space hold   u undo   t hint   T solve   R levels   ?",
		 "Space hold   u undo   t hint   T solve   R levels   ?", 24, 80},
		{"lines/first-steps:3", "L", "→ Space hold t hint ? help q quit",
		 "→ u undo t hint T solve ? help q quit", 16, 40},
		{"lines/first-steps:3", "L", "HJKL slide   u undo", "HJKL slide   u undo", 60, 200},
	};
	struct term *term = start_sized(cases[_i].level, cases[_i].rows, cases[_i].columns);
	see_moves(term, 0);
	see(term, cases[_i].at_first);
	for (const char *key = cases[_i].key; *key != '\0'; key += *key == '\033' ? 3 : 1)
		type(term, *key == '\033' ? (char[]){key[0], key[1], key[2], '\0'}
		                          : (char[]){key[0], '\0'});
	see_moves(term, 1);
	see(term, cases[_i].later);
	quit(term);
}
END_TEST

/* Title, words, counter and keys; on a wide screen, in line with the board in its middle. */
START_TEST(texts_begin_in_one_column)
{
	static const struct {
		int rows, columns;
		const char *texts[4];
	} cases[] = {
		{16, 40, {"8/13", "Close 2", "moves 0", "←↓↑→"}},
		{24, 80, {"Parlour", "Close 2", "moves 0", "←↓↑→"}},
		{40, 120, {"Parlour", "Close 2", "←↓↑→", "←↓↑→"}},
		{60, 200, {"Parlour", "Close 2", "←↓↑→", "←↓↑→"}},
	};
	struct term *term = start_sized("lines/enough:8", cases[_i].rows, cases[_i].columns);
	int first, column;
	see(term, "Close 2");
	ck_assert(term_find(term, cases[_i].texts[0], NULL, &first));
	for (int i = 1; i < 4; i++) {
		ck_assert(term_find(term, cases[_i].texts[i], NULL, &column));
		ck_assert_int_eq(column, first);
	}
	ck_assert_int_eq(first > 1, cases[_i].columns > 80);
	quit(term);
}
END_TEST

/* Also if the program started with that level after others had been played. */
START_TEST(the_list_opens_at_the_current_level)
{
	leave_in_progress("tilt/classic:1", TERM_LEFT);
	struct term *term = start("bishop/pillars:8");
	click(term, "R levels");
	see_card(term, "Corner to corn", " 8  ○");
	quit(term);
}
END_TEST

/* Also if no move was made there. */
START_TEST(the_list_opens_at_the_level_just_left)
{
	struct term *term = start("bishop/pillars:8");
	see_moves(term, 0);
	quit(term);
	term = start(NULL);
	see_card(term, "Corner to corn", " 8  ○");
	quit(term);
	term = start("lines/first-steps:2");
	see_moves(term, 0);
	term_set_deaf(term, true);
	for (int i = 0; i < 200; i++) { /* until a picture is waiting */
		type(term, "\014");
		term_read(term, 2);
	}
	term_hangup(term);
	ck_assert_int_ne(term_end(term), -1);
	term_free(term);
	term = start(NULL);
	see_card(term, "Round the back", " 2  ○");
	quit(term);
}
END_TEST

/* ---- cards ---- */

/* Arrows move in two dimensions; beyond the first and last level is another puzzle. */
START_TEST(arrows_go_from_card_to_card)
{
	static const struct {
		const char *keys, *title, *below;
	} steps[] = {
		{"", "Into the corner", " 1  ○ par 2"},
		{TERM_RIGHT, "The long way", " 2  ○ par 3"},
		{TERM_DOWN, "One step left", " 5  ○ par 4"},
		{TERM_DOWN, "Out of the mid", " 8  ○ par 7"},
		{TERM_DOWN, "Two of three", "10  ○ par 9"},   /* the only one in its row */
		{TERM_DOWN, "Down the chimn", " 1  ○ par 6"}, /* below the heading */
		{TERM_RIGHT TERM_RIGHT TERM_UP, "Two of three", "10  ○ par 9"},
		{TERM_LEFT, "Trading corner", " 9  ○ par 8"}, /* in the row above */
		{"\033OH" TERM_DOWN, "Into the corner", " 1  ○ par 2"},
		/* over today's runs, the ladder and today's board */
		{TERM_LEFT TERM_LEFT TERM_LEFT TERM_LEFT TERM_LEFT, "Hand in hand", " 1  ○ par 1"},
		{BACKTAB, "Down the diago", " 1  ○ par 2"},
	};
	struct term *term = start(NULL);
	for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
		if (steps[i].keys[0] != '\0')
			type(term, steps[i].keys);
		see_card(term, steps[i].title, steps[i].below);
	}
	quit(term);
}
END_TEST

/* The heading of a pack stays above its cards, and none is left without them. */
START_TEST(cards_have_their_heading)
{
	struct term *term = start(NULL);
	see(term, "First steps  0/10");
	type(term, TERM_DOWN TERM_DOWN);
	see_card(term, "After you", " 7  ○ par 6");
	see(term, "First steps  0/10");
	ck_assert(!term_find(term, "Today", NULL, NULL));
	ck_assert(!term_find(term, "Home alone", NULL, NULL));
	type(term, TERM_DOWN TERM_DOWN);
	see_card(term, "Down the chimn", " 1  ○ par 6");
	see(term, "Home alone  0/12");
	ck_assert(!term_find(term, "First steps", NULL, NULL));
	type(term, TERM_UP);
	see_card(term, "Two of three", "10  ○ par 9");
	see(term, "First steps  0/10");
	quit(term);
}
END_TEST

/* A page at a time: most steps paint only the arrow. */
START_TEST(lines_scroll_by_pages)
{
	struct term *term = start_sized(NULL, 16, 40);
	see(term, MENU);
	type(term, TERM_DOWN);
	see(term, "▶  2 ○ The long way");
	for (int i = 3; i <= 6; i++)
		type(term, TERM_DOWN);
	see(term, "▶  6 ○ Home and away");
	ck_assert(!term_find(term, "One step left", NULL, NULL));
	see(term, "Home alone  ○○○");
	type(term, TERM_UP);
	see(term, "▶  5 ○ One step left");
	see(term, "1 ○ Into the corner");
	quit(term);
}
END_TEST

START_TEST(a_narrow_list_has_counts_and_whole_packs)
{
	struct term *term = start_sized(NULL, 20, 60);
	see(term, " Tilt 0/");
	see(term, " Lines 0/");
	type(term, "/7th");
	see(term, "▶  ○ The 7th Guest's exchange Classics");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	quit(term);
}
END_TEST

/* Whether a place is painted with pixels rather than text. */
struct place {
	int row, column;
};

static bool is_painted(struct term *term, const void *context)
{
	const struct place *place = context;
	return term_cell(term, place->row, place->column).background != TERM_DEFAULT;
}

START_TEST(a_card_shows_its_board_and_opens_on_a_click)
{
	struct term *term = start(NULL);
	see(term, "One step left");
	int row, column;
	ck_assert(term_find(term, "One step left", &row, &column));
	const struct place board = {row - 3, column + 4};
	see_that(term, "a thumbnail", is_painted, &board);
	click_at(term, board.row, board.column);
	see(term, "First steps 5/");
	quit(term);
}
END_TEST

START_TEST(the_preview_opens_on_a_click)
{
	struct term *term = start(NULL);
	int row, column;
	see(term, MENU);
	type(term, TERM_RIGHT);
	see_that(term, "the label", is_label, "The long way round");
	ck_assert(term_find(term, "The long way round", &row, &column));
	click_at(term, _i == 0 ? row - 3 : row, column + 4);
	see(term, "First steps 2/");
	quit(term);
}
END_TEST

static bool is_reversed(struct term *term, const void *text)
{
	int row, column;
	return term_find(term, text, &row, &column) && term_cell(term, row, column).reverse;
}

/* Without pixels, cards are their captions, and an arrow points to the chosen one. */
START_TEST(cards_need_no_colours)
{
	struct term *term = start_with((struct start){.environment = {"NO_COLOR=1"}});
	int row, column;
	see(term, "Into the corner");
	type(term, TERM_DOWN TERM_RIGHT);
	see_card(term, "One step left", " 5  ○ par 4");
	see_that(term, "the chosen card", is_reversed, "One step left");
	ck_assert(term_find(term, "Into the corner", &row, &column));
	ck_assert(!term_cell(term, row, column).reverse);
	quit(term);
}
END_TEST

START_TEST(cards_need_no_pixels)
{
	struct term *term = start_with((struct start){.environment = {"LC_ALL=C"}});
	see(term, ">Into the corner");
	type(term, TERM_DOWN TERM_RIGHT);
	see(term, ">One step left");
	see_card(term, "One step left", " 5  . par 4");
	quit(term);
}
END_TEST

/* A best above par is shown as the difference. */
START_TEST(a_card_says_how_far_above_par_the_best_is)
{
	struct term *term = start("tilt/first-steps:1");
	see_moves(term, 0);
	type(term, TERM_RIGHT TERM_LEFT);
	see_moves(term, 2);
	type(term, TERM_UP TERM_RIGHT);
	see(term, SOLVED);
	type(term, "R");
	see_card(term, "Into the corner", " 1  ● par 2 +2");
	see(term, "First steps  1/10");
	quit(term);
}
END_TEST

/* A cursor key over cards sends few bytes, apart from the board beside them. */
START_TEST(a_step_from_card_to_card_is_cheap)
{
	struct term *term = start_with((struct start){.environment = {"SSH_CONNECTION=x"}});
	see_card(term, "Into the corner", " 1  ○");
	see_that(term, "the boards", is_greeting, NULL);
	type(term, TERM_RIGHT);
	see_that(term, "the label", is_label, "The long way round");
	const size_t before = term_bytes(term);
	type(term, TERM_RIGHT);
	see_card(term, "Shoulder to sh", " 3  ○");
	ck_assert_uint_le(term_bytes(term) - before, 80);
	quit(term);
}
END_TEST

/* ---- help ---- */

START_TEST(help_explains_this_puzzle_s_keys)
{
	static const struct {
		const char *level, *words, *more;
	} puzzles[] = {
		{"tilt/first-steps:1", "tilt the board up", "tilt the board left"},
		{"gems/first-steps:1", "swap the gem left", "move the cursor, or swap"},
		{"bishop/first-steps:1", "choose a piece, then its square",
	         "push-up     previous square of the chosen piece"},
		{"bishop/first-steps:1", "push-left   previous square of the chosen piece",
	         "push-right  next square of the chosen piece"},
		{"lines/first-steps:1", "slide the row or column right", "hold"},
	};
	struct term *term = start_sized(puzzles[_i].level, 40, 80);
	see_moves(term, 0);
	type(term, "?");
	see(term, puzzles[_i].words);
	see(term, puzzles[_i].more);
	quit(term);
}
END_TEST

/* ---- games in progress ---- */

START_TEST(games_in_progress_come_before_the_packs)
{
	leave_in_progress("tilt/first-steps:4", TERM_RIGHT);
	leave_in_progress(OWN, TERM_RIGHT);
	struct term *term = start_lines();
	see(term, "▶    ◐ " OWN ":1");
	see(term, "4 ◐ Flying past");
	see(term, "First steps  ○○○◐○");
	type(term, "\r");
	see(term, "Resumed at move 1");
	type(term, TERM_ESCAPE);
	type(term, TERM_DOWN "\r");
	see(term, "4/10 · Flying past");
	see(term, "Resumed at move 1");
	quit(term);
}
END_TEST

START_TEST(a_game_from_a_file_resumes_in_any_directory)
{
	leave_in_progress(OWN, TERM_RIGHT);
	struct term *term = start_shell("cd / && \"$PARLOUR\"");
	see(term, "▶    ◐ " OWN ":1");
	type(term, "\r");
	see(term, "Resumed at move 1");
	quit(term);
}
END_TEST

START_TEST(a_finished_game_is_no_longer_first)
{
	leave_in_progress("tilt/first-steps:1", TERM_UP);
	struct term *term = start(NULL);
	see(term, "▶  1 ◐ Into the corner");
	type(term, "\r" TERM_RIGHT);
	see(term, SOLVED " 2");
	type(term, "R");
	see_card(term, "Into the corner", " 1  ★");
	ck_assert(!term_find(term, "◐", NULL, NULL));
	quit(term);
}
END_TEST

/* ---- the board of the day ---- */

START_TEST(the_daily_board_is_that_of_the_command)
{
	static const char *const names[] = {"tilt", "gems", "bishop", "lines"};
	static const char *const firsts[] = {"Into the corner", "Three and three",
	                                     "Down the diagonal", "Hand in hand"};
	struct term *term = start(NULL);
	see(term, MENU);
	for (int i = 0; i < _i; i++)
		type(term, "\t");
	see(term, firsts[_i]);
	click(term, "Today ");
	see_moves(term, 0);
	see(term, "✓"); /* from here on nothing changes */
	char title[80], *board = fresh_screen(term, LAST);
	const char *day = strchr(daily(names[_i]), '#') + 1;
	snprintf(title, sizeof title, "Today's board 1/1 · %.4s-%.2s-%.2s", day, day + 4, day + 6);
	see(term, title);
	quit(term);
	term = start(daily(names[_i])); /* by its game ID it is the same */
	see(term, title);
	see_moves(term, 0);
	term_drain(term, 100);
	see_screen(term, board);
	free(board);
	quit(term);
}
END_TEST

START_TEST(the_daily_board_keeps_its_mark)
{
	struct term *term = start(daily("tilt"));
	see_moves(term, 0);
	const int moves = solve_by_hints(term);
	quit(term);
	term = start(NULL); /* where it is not generated again */
	see(term, "▶  ★ Today ");
	ck_assert_int_eq(number_after(term, " best"), moves);
	type(term, "i");
	see(term, "In a row:"); /* below all figures */
	ck_assert_int_eq(number_after(term, "in a row"), 1);
	ck_assert_int_eq(number_after(term, "at par"), 1);
	quit(term);
}
END_TEST

START_TEST(the_daily_board_says_that_a_solution_was_shown)
{
	leave_in_progress(daily("lines"), "L"); /* whatever the day, it can be solved from there */
	struct term *term = start(NULL);
	see(term, "▶  ◐ Today ");
	see(term, "started");
	type(term, "\r");
	see(term, "Resumed");
	type(term, "T");
	see(term, "solver's");
	type(term, "R");
	see(term, "▶  ◐ Today ");
	see(term, "shown");
	type(term, "\r");
	see(term, "solver's");
	type(term, "r"); /* and now alone */
	see_moves(term, 0);
	type(term, "R");
	see(term, "started");
	quit(term);
}
END_TEST

START_TEST(next_leads_from_daily_board_to_daily_board)
{
	struct term *term = start(NULL);
	see(term, MENU);
	click(term, "Today ");
	see(term, "Tilt · Today's board 1/1");
	type(term, "p");
	see(term, "This is the day's first board.");
	type(term, "n");
	see(term, "Gems · Today's board 1/1");
	type(term, "n");
	see(term, "Bishop · Today's board 1/1");
	type(term, "p");
	see(term, "Gems · Today's board 1/1");
	type(term, "nn");
	see(term, "Lines · Today's board 1/1");
	type(term, "n");
	see(term, "This is the day's last board.");
	quit(term);
}
END_TEST

START_TEST(a_daily_board_of_another_day_resumes)
{
	leave_in_progress("tilt:7x7#20200229", TERM_DOWN);
	struct term *term = start(NULL);
	see(term, "▶    ◐ Board 7x7 #20200229");
	type(term, "\r");
	see(term, "Resumed at move 1");
	quit(term);
}
END_TEST

/* ---- the ladder of the week ---- */

/* A rung of this week's ladder of tilt. */
static const char *rung_of_week(int rung)
{
	static char name[LEVEL_NAME_MAX];
	ladder_name(puzzle_named("tilt"), ladder_week(time(NULL)), rung, name, sizeof name);
	return name;
}

START_TEST(the_list_opens_the_first_rung_that_is_not_solved)
{
	struct term *term = start_sized(NULL, _i == 0 ? 24 : 19, 80); /* cards; lines */
	see(term, "Week's ladder ○○○○○○○");
	click(term, "Week's ladder");
	see_moves(term, 0);
	see(term, "1/7 · ");
	solve_by_hints(term);
	type(term, "n");
	see(term, "2/7 · ");
	type(term, "R");
	see(term, "Week's ladder ★○○○○○○");
	click(term, "Week's ladder");
	see(term, "2/7 · ");
	quit(term);
}
END_TEST

START_TEST(next_leads_from_rung_to_rung)
{
	struct term *term = start(rung_of_week(1));
	see_moves(term, 0);
	type(term, "p");
	see(term, "This is the ladder's first rung.");
	for (int rung = 2; rung <= LADDER_RUNGS; rung++) {
		char number[32];
		snprintf(number, sizeof number, "Ladder %d/7", rung);
		type(term, "n");
		see(term, number);
	}
	type(term, "n");
	see(term, "This is the ladder's last rung.");
	quit(term);
}
END_TEST

START_TEST(a_rung_in_progress_is_marked_and_resumes)
{
	leave_in_progress(rung_of_week(2), TERM_LEFT);
	struct term *term = start(NULL);
	see(term, "Week's ladder ○◐○○○○○");
	see(term, "▶    ◐ Ladder 20");
	type(term, "\r");
	see(term, "Resumed at move 1");
	quit(term);
}
END_TEST

START_TEST(ladders_of_past_weeks_are_in_the_calendar)
{
	struct term *term = start("tilt:ladder#2026-01:1");
	see_moves(term, 0);
	solve_by_hints(term);
	type(term, "Ri\t\t");
	see(term, "Ladder of week ");
	for (int i = 0; i < 1000 && !term_find(term, "January 2026", NULL, NULL); i++) {
		type(term, "\033[5~"); /* a month before */
		term_drain(term, 20);
	}
	for (int i = 1; i < 31; i++)
		type(term, "h"); /* to the first day that there is */
	see(term, "Ladder of week 1  ★○○○○○○");
	type(term, "L");
	see(term, "Ladder 2/7 · week 2026-01");
	quit(term);
}
END_TEST

/* ---- searching ---- */

START_TEST(all_words_find_a_level_in_any_order_and_case)
{
	static const struct {
		const char *typed, *found, *count;
	} cases[] = {
		{"cORNERs faR", "▶  4 ○ Far corners", "1 found"},
		{"tall", "▶  9 ○ Tall order", "1 found"},
		{"bishop/pillars:9", "▶  9 ○ Corner shops", "1 found"},
		{"lines: stars corner", "▶ 11 ○ Cornerstones", "1 found"}, /* no name's colon */
		{"today lines", "▶    ○ Today ", "1 found"},
		{"no such level", "", "0 found"},
	};
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "/");
	see(term, "found");
	for (const char *key = cases[_i].typed; *key != '\0'; key++)
		if (*key != ':' || _i == 2)
			type(term, (char[]){*key, '\0'});
	see(term, cases[_i].count);
	see(term, cases[_i].found);
	type(term, "\003"); /* letters are text, but not this one */
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(matches_can_be_browsed_and_played)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "/exchange on");
	see(term, "5 found");
	see(term, "▶  2 ○ Exchange on 4x5");
	type(term, TERM_DOWN TERM_DOWN TERM_DOWN TERM_DOWN TERM_DOWN);
	see(term, "▶  6 ○ Exchange on 4x8");
	type(term, TERM_UP "\r");
	see(term, "Classics 5/");
	type(term, "R");
	see_card(term, "Exchange on 4x7", " 5  ○");
	see_gone(term, "found");
	quit(term);
}
END_TEST

START_TEST(escape_ends_a_search)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, TERM_RIGHT TERM_RIGHT);
	see_card(term, "Shoulder", " 3  ○");
	type(term, "/stars");
	see(term, "Lines: Stars");
	type(term, "\177\177\177\177\177");
	see(term, "▶  1 ○");
	type(term, TERM_ESCAPE);
	see_card(term, "Shoulder", " 3  ○");
	quit(term);
}
END_TEST

START_TEST(the_mouse_searches_too)
{
	struct term *term = start(NULL);
	click(term, "/ find");
	see(term, "0 ○ Two of three");
	type(term, "exchange on");
	see(term, "5 found");
	click(term, "Exchange on 4x8");
	see(term, "Classics 6/");
	see_moves(term, 0);
	type(term, "R/exchange on");
	see(term, "5 found");
	click(term, "Esc back");
	see_gone(term, "found");
	type(term, "/exchange on");
	see(term, "5 found");
	click(term, "Gems");
	see(term, "Three and three");
	quit(term);
}
END_TEST

START_TEST(the_name_of_any_level_opens_it)
{
	static const char *const typed[] = {"/", "g"};
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, typed[_i]);
	type(term, "tilt:5x5#7");
	see(term, "0 found");
	type(term, "\r");
	see(term, "tilt:5x5#7 1/1");
	see_gone(term, "1/1 · tilt:5x5#7"); /* once is enough */
	type(term, "R");
	type(term, typed[_i]);
	type(term, OWN ":2\r");
	see(term, SECOND);
	type(term, "R");
	type(term, typed[_i]);
	type(term, "nowhere\r");
	see(term, "nowhere: no such");
	type(term, TERM_ESCAPE);
	see_gone(term, "/nowhere_");
	quit(term);
}
END_TEST

START_TEST(a_search_without_matches_can_be_edited)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, TERM_RIGHT "/peaceful 47\r");
	see(term, "No match. peaceful 47: no such");
	see(term, "/peaceful 47_");
	see(term, "0 found");
	type(term, "\177");
	see_gone(term, "No match");
	type(term, "x7");
	see(term, "1 found");
	type(term, TERM_ESCAPE);
	see_card(term, "The long way", " 2  ○");
	quit(term);
}
END_TEST

/* ---- the mouse alone ---- */

START_TEST(the_wheel_and_clicks_reach_everything)
{
	struct term *term = start(NULL);
	see_card(term, "Into the corner", " 1  ○");
	type(term, WHEEL_DOWN WHEEL_DOWN);
	see_card(term, "After you", " 7  ○");
	click(term, "Bishop");
	see_card(term, "Down the diago", " 1  ○");
	click(term, "i stats");
	see(term, "in a row");
	click_at(term, 10, 10);
	see(term, MENU);
	type(term, WHEEL_DOWN);
	see_card(term, "Light and dark", " 4  ○");
	type(term, "\033[6~");
	see_card(term, "Arm in arm", " 1  ○");
	type(term, WHEEL_DOWN);
	see_card(term, "The scenic rou", " 4  ○");
	click(term, "Cloister  0/");
	see_card(term, "Arm in arm", " 1  ○");
	click(term, "1  ○");
	see(term, "Cloister 1/");
	quit(term);
}
END_TEST

START_TEST(help_explains_the_signs_of_its_page)
{
	struct term *term = start_sized(NULL, 60, 80);
	see(term, MENU);
	type(term, "?");
	see(term, " ○                   not solved");
	see(term, " ★                   solved in the minimum number of moves");
	see(term, " ★★                  the minimum without seeing the counter or a hint");
	see(term, " par 7               the minimum number of moves, proven");
	see(term, " best 9              your best result");
	type(term, " ");
	see(term, MENU);
	type(term, "i");
	see(term, "Statistics");
	type(term, "?");
	see(term, "any key: back");
	ck_assert(!term_find(term, "not solved", NULL, NULL));
	quit(term);
}
END_TEST

START_TEST(help_explains_the_counter_and_the_levels_own_rules)
{
	struct term *term = start_sized("bishop/court:2", 60, 80);
	see(term, "Queens. No piece may see another colour.");
	type(term, "?");
	see(term, "Pieces move as in chess: queens in all eight directions, any distance.");
	see(term, "This level: Queens. No piece may see another colour.");
	see(term, " best from here      the fewest moves that solve this position");
	see(term, " 7 ✓                 exactly 7, proven");
	see(term, " ≥7 …                at least 7; the solver is still searching");
	see(term, " ≥7 (limit reached)  at least 7; the search stopped at a limit");
	see(term, " best from here ?    hidden; O shows it once");
	see(term, " par 9               the minimum from the start, proven");
	see(term, " +1                  your moves plus the fewest moves left exceed par by 1");
	quit(term);
}
END_TEST

START_TEST(help_of_an_endless_level_has_no_counter)
{
	struct term *term = start_sized("gems/endless:1", 60, 80);
	see_moves(term, 0);
	type(term, "?");
	see(term, "Shift+arrow swaps");
	ck_assert(!term_find(term, "best from here", NULL, NULL));
	ck_assert(!term_find(term, "This level", NULL, NULL));
	quit(term);
}
END_TEST

/* A click on a line of help does what its key does. */
START_TEST(a_click_on_a_line_of_help_presses_its_key)
{
	struct term *term = start_sized("tilt/first-steps:2", 60, 80);
	see_moves(term, 0);
	click(term, "? help");
	click(term, "set a checkpoint");
	see(term, "Checkpoint set.");
	type(term, TERM_RIGHT);
	see_moves(term, 1);
	click(term, "? help");
	click(term, "return to the checkpoint");
	see_moves(term, 0);
	click(term, "? help");
	click(term, "go to a level or game ID");
	see(term, "#42): _");
	type(term, TERM_ESCAPE);
	click(term, "? help");
	click(term, "next level");
	see(term, "First steps 3/");
	quit(term);
}
END_TEST

START_TEST(settings_are_seen_and_changed_in_help)
{
	/* Keys and words arrive one after the other, so the test waits for both. */
	static const struct { const char *line, *key, *at_first, *then;
	} settings[] = {
		{"A                   animation", "A", "; now full", "; now off"},
		{"P                   theme", "P", "; now jewel", "; now dark background, 6"},
		{"B                   background", "B", "; now auto", "; now dark"},
		{"C                   glyphs", "C", "; now shapes", "; now letters"},
		{"+ =                 faster", "+", "; now 5 of 9", "; now 6 of 9"},
	};
	struct term *term = start_with((struct start){.arguments = {"tilt"}, .rows = 60});
	click(term, "? help");
	see(term, settings[_i].at_first);
	click(term, settings[_i].line);
	see(term, settings[_i].then);
	type(term, TERM_ESCAPE);
	see_moves(term, 0);
	quit(term);
	term = start_with((struct start){.arguments = {"--edit", "tilt"}, .rows = 60});
	click(term, "F1 help");
	see(term, "Help: Editor");
	see(term, settings[_i].then);
	type(term, settings[_i].key);
	see_gone(term, settings[_i].then);
	type(term, "\033[<64;20;9M" TERM_ESCAPE); /* the wheel goes back */
	see(term, "P play");
	type(term, "\003");
	expect_end(term, 0, 0);
}
END_TEST

/* ---- the board beside the list ---- */

START_TEST(the_preview_shows_the_middle_of_a_large_board)
{
	struct term *term = start_sized("tilt/deep:4", 20, 60);
	see_moves(term, 0);
	type(term, TERM_DOWN); /* after that no welcome */
	see_moves(term, 1);
	type(term, "R");
	see_card(term, "Changing of th", " 4  ◐");
	int row, column;
	see(term, "→");
	ck_assert(term_find(term, "→", &row, &column));
	ck_assert_int_ge(column, 50);
	click_at(term, row + 3, column - 6);
	see(term, "Deep 4/");
	quit(term);
}
END_TEST

/* ---- statistics ---- */

/* The figures of a row, as many as there are puzzles; "-" is -1. */
static void expect_row(struct term *term, const char *label, const int figures[4])
{
	int row;
	see(term, label);
	ck_assert(term_find(term, label, &row, NULL));
	char line[256];
	snprintf(line, sizeof line, "%s", strstr(term_row(term, row), label) + strlen(label));
	char *rest = NULL, *word = strtok_r(line, " ", &rest);
	for (int i = 0; i < 4; i++, word = strtok_r(NULL, " ", &rest)) {
		ck_assert_ptr_nonnull(word);
		ck_assert_int_eq(strcmp(word, "-") == 0 ? -1 : atoi(word), figures[i]);
	}
	ck_assert_ptr_null(word);
}

START_TEST(statistics_show_the_solved_levels)
{
	static const int sizes[2][2] = {{24, 80}, {16, 40}};
	struct term *term = start("tilt/first-steps:1");
	see_moves(term, 0);
	solve_by_hints(term);
	quit(term);
	leave_in_progress("tilt/classic:1", TERM_LEFT);
	leave_in_progress("gems/first-steps:11", "tt"
	                                         "T");
	term = start_sized(NULL, sizes[_i][0], sizes[_i][1]);
	click(term, "i stats");
	see(term, "In a row:"); /* below all figures */
	expect_row(term, "played", (const int[]){2, 1, -1, -1});
	expect_row(term, "solved ", (const int[]){1, -1, -1, -1});
	expect_row(term, "at par", (const int[]){1, -1, -1, -1});
	expect_row(term, "optimal", (const int[]){1, -1, -1, -1});
	expect_row(term, "moves", (const int[]){2, -1, -1, -1});
	expect_row(term, "in a row", (const int[]){1, -1, -1, -1});
	expect_row(term, "longest", (const int[]){1, -1, -1, -1});
	expect_row(term, "best score", (const int[]){-1, -1, -1, -1});
	type(term, "?");
	see(term, LAST_OF_HELP);
	type(term, TERM_ESCAPE);
	see(term, "in a row");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	quit(term);
}
END_TEST

static struct term *start_narrow(const char *language)
{
	static char variable[64];
	snprintf(variable, sizeof variable, "LANGUAGE=%s", language);
	return start_with((struct start){.environment = {"LC_ALL=C.UTF-8", variable},
	                                 .rows = 16,
	                                 .columns = 40});
}

/* Heads of figures stand in turns in two rows, of which the first is the title's. */
START_TEST(long_heads_of_figures_are_whole)
{
	struct term *term = start_narrow("de");
	type(term, "i");
	see(term, " Statistik         Juwelen        Linien");
	see(term, "             Kippen        Läufer");
	see(term, " Bestmarke        -      -      -      -");
	quit(term);
}
END_TEST

/* Where the values of a row have no room, the chosen one is seen. */
START_TEST(the_chosen_puzzle_of_a_new_board_is_seen)
{
	struct term *term = start_narrow("pl");
	type(term, "N");
	see(term, " Łamigłówka  Przechył  Klejnoty …");
	type(term, "klll");
	see(term, "▶Łamigłówka … Klejnoty  Goniec  Linie");
	quit(term);
}
END_TEST

/* Keeps an entry of the first level, found at a place then. */
static void keep_found_at(const char *name, struct entry entry)
{
	struct library library;
	struct error error;
	struct level level;
	ck_assert(library_open(&library, &error));
	const struct level_ref place = {library_pack(&library, "tilt/first-steps"), 0};
	ck_assert(library_level(&library, place, &level, &error));
	setenv("XDG_STATE_HOME", at_home("state"), 1);
	struct store *store = store_open(NULL);
	char *text = library_level_text(&library, place);
	entry.level = level_identity(puzzle_named("tilt"), &level);
	entry.place = name;
	entry.name = "tilt";
	entry.text = text;
	ck_assert(store_save(store, &entry));
	ck_assert(store_close(store, &error));
	free(text);
	library_close(&library);
}

static void keep(struct entry entry)
{
	keep_found_at("tilt/first-steps:1", entry);
}

/* Keeps a game of the first level in progress, played for so long. */
static void keep_game(int64_t seconds)
{
	keep((struct entry){.kind = ENTRY_GAME, .words = "up | 1 | #0", .seconds = seconds});
}

START_TEST(time_counts_once_for_a_level_solved_twice)
{
	keep_game(3600);
	struct term *term = start("tilt/first-steps:1");
	see(term, "Resumed at move 1");
	type(term, TERM_RIGHT);
	see(term, SOLVED);
	type(term, "u");
	see_moves(term, 1);
	type(term, TERM_RIGHT);
	see(term, SOLVED);
	type(term, "R");
	see(term, MENU);
	type(term, "i");
	see(term, "In a row:");
	see(term, "1h 00");
	quit(term);
}
END_TEST

START_TEST(a_damaged_setting_gives_the_default)
{
	static const char *const names[] = {"palette", "background", "glyphs", "animation",
	                                    "counter", "speed",      "mouse"};
	static const char *const defaults[] = {"; now jewel", "; now auto",   "; now shapes",
	                                       "; now full",  "; now always", "; now 5 of 9",
	                                       "; now on"};
	static const long damaged[] = {-1, -7, 99, 1000000007, LONG_MIN, LONG_MAX};
	struct error error;
	setenv("XDG_STATE_HOME", at_home("state"), 1);
	struct store *store = store_open(NULL);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		ck_assert(store_set(store, names[i], damaged[_i]));
	ck_assert(store_close(store, &error));
	struct term *term = start_with((struct start){.arguments = {"tilt"}, .rows = 60});
	click(term, "? help");
	for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++)
		see(term, defaults[i]);
	type(term, TERM_ESCAPE);
	see_moves(term, 0);
	quit(term);
}
END_TEST

/* As older versions kept it, with no text of the level. */
static void add_result_without_text(struct library *library, const char *name, const char *place,
                                    const char *moves)
{
	struct error error;
	struct level_list found = {0};
	struct level level;
	ck_assert_msg(library_find(library, name, &found, &error), "%s", error.text);
	ck_assert(library_level(library, found.refs[0], &level, &error));
	struct store *store = store_open(NULL);
	ck_assert(store_save(store, &(struct entry){
					    .kind = ENTRY_RESULT,
					    .date = time(NULL),
					    .level = level_identity(puzzle_named("tilt"), &level),
					    .name = "tilt",
					    .place = place,
					    .words = moves,
					    .number = 2,
				    }));
	ck_assert(store_close(store, &error));
	level_list_free(&found);
}

START_TEST(results_of_older_versions_are_found_again)
{
	struct library library;
	struct error error;
	write_file("mine.level", "level: Mine\nmode: tilt\n\na..   ...\n...   ..a\n");
	setenv("XDG_STATE_HOME", at_home("state"), 1);
	ck_assert(library_open(&library, &error));
	add_result_without_text(&library, "tilt/first-steps:1", "", "right up");
	add_result_without_text(&library, at_home("mine.level"), at_home("mine.level:1"),
	                        "right down");
	add_result_without_text(&library, "tilt/first-steps:2", "/nowhere.level:1", "up up");
	write_file("gone.level", "level: Gone\nmode: tilt\n\na...   ....\n....   ...a\n");
	add_result_without_text(&library, at_home("gone.level"), at_home("gone.level:1"),
	                        "right down");
	ck_assert_int_eq(rename(at_home("gone.level"), at_home("back.level")), 0);
	library_close(&library);
	struct term *term = start_shell("$PARLOUR --list tilt/first-steps:1 mine.level;"
	                                "$PARLOUR --list tilt/first-steps:2; echo end");
	see(term, "Into the corner              par   2   best   2");
	see(term, "Mine");
	see(term, "par   -   best   2");
	see(term, "best   -"); /* its moves are not valid */
	see(term, "end");
	expect_end(term, 0, 0);
	/* A level that was not found is not searched again at each start; once played, it is
	 * known. */
	ck_assert_int_eq(rename(at_home("back.level"), at_home("gone.level")), 0);
	term = start_shell("$PARLOUR --list gone.level; echo right down q | $PARLOUR --plain "
	                   "gone.level | grep Solved; $PARLOUR --list gone.level; echo end");
	see(term, "par   -   best   -");
	see(term, "par   -   best   2 *");
	see(term, "end");
	expect_end(term, 0, 0);
}
END_TEST

START_TEST(the_rating_and_the_calendar_follow_the_figures)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "i\t");
	see(term, "No rating yet.");
	type(term, "\t");
	see(term, "Statistics: daily boards");
	type(term, TERM_RIGHT);
	see(term, "That day's board comes later.");
	type(term, "\033[5~"); /* a month before */
	see(term, "○ 2");
	type(term, " ");
	see(term, "Gems, ");
	type(term, "\r");
	see(term, "Board of the day");
	see(term, GAME);
	quit(term);
}
END_TEST

START_TEST(an_unaided_first_try_is_rated)
{
	keep((struct entry){.kind = ENTRY_RESULT,
	                    .words = "up right",
	                    .number = 2,
	                    .optimal = true,
	                    .unaided = true,
	                    .date = time(NULL)});
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "i");
	see(term, "rating");
	ck_assert_int_gt(number_after(term, "rating"), 1500);
	type(term, "\t");
	see(term, "All puzzles: ");
	see(term, "1 first try without the counter");
	quit(term);
}
END_TEST

START_TEST(a_missed_level_is_practised)
{
	struct term *term = start(NULL);
	see(term, MENU);
	type(term, "x");
	see(term, "Nothing to practise");
	quit(term);
	keep((struct entry){.kind = ENTRY_RESULT,
	                    .words = "left right up",
	                    .number = 3,
	                    .date = time(NULL) - 3 * 24 * 60 * 60});
	term = start(NULL);
	see(term, MENU);
	type(term, "x");
	see(term, "Practice: 1 level.");
	see(term, "best from here ?");
	type(term, TERM_UP TERM_RIGHT);
	see(term, "without the counter");
	type(term, "R");
	see(term, MENU);
	type(term, "x");
	see(term, "No practice is due before");
	quit(term);
}
END_TEST

/* Places of an older version: there is another level now, or none. */
START_TEST(a_level_that_moved_keeps_its_data)
{
	static const char *const places[] = {"tilt/first-steps:2", "tilt/gone:9"};
	keep_found_at(places[_i], (struct entry){.kind = ENTRY_RESULT,
	                                         .words = "left right up",
	                                         .number = 3,
	                                         .date = time(NULL) - 3 * 24 * 60 * 60});
	keep_found_at(places[_i], (struct entry){.kind = ENTRY_GAME, .words = "up | 1 | #0"});
	struct term *term = start_shell("$PARLOUR --list tilt/first-steps:1; echo end");
	see(term, "Into the corner              par   2   best   3");
	see(term, "end");
	expect_end(term, 0, 0);
	term = start("tilt/first-steps:1");
	see(term, "Resumed at move 1");
	quit(term);
	term = start(NULL);
	see(term, "▶  1 ◐ Into the corner");
	type(term, "x");
	see(term, "practice 1/1");
	see_moves(term, 0);
	see(term, "best from here ?");
	type(term, "u"); /* to the game in progress */
	see_moves(term, 1);
	quit(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("menu");
	tcase_add_loop_test(tests, new_players_are_welcomed_until_they_choose, 0, 2);
	tcase_add_test(tests, sixty_columns_are_enough_for_a_title);
	tcase_add_test(tests, keys_without_use_say_what_is_possible);
	tcase_add_test(tests, the_boards_that_play_can_be_clicked);
	tcase_add_test(tests, players_who_have_played_are_not_welcomed);
	tcase_add_test(tests, a_named_player_enters_the_leaderboard);
	tcase_add_loop_test(tests, the_welcome_plays, 0, 2);
	tcase_add_test(tests, the_welcome_can_be_clicked);
	tcase_add_loop_test(tests, the_footer_is_enough_to_solve_a_first_level, 0, 4);
	tcase_add_loop_test(tests, the_footer_has_room_for_what_matters, 0, 6);
	tcase_add_loop_test(tests, texts_begin_in_one_column, 0, 4);
	tcase_add_test(tests, the_list_opens_at_the_current_level);
	tcase_add_test(tests, the_list_opens_at_the_level_just_left);
	tcase_add_test(tests, arrows_go_from_card_to_card);
	tcase_add_test(tests, cards_have_their_heading);
	tcase_add_test(tests, lines_scroll_by_pages);
	tcase_add_test(tests, a_narrow_list_has_counts_and_whole_packs);
	tcase_add_test(tests, a_card_shows_its_board_and_opens_on_a_click);
	tcase_add_loop_test(tests, the_preview_opens_on_a_click, 0, 2);
	tcase_add_test(tests, cards_need_no_colours);
	tcase_add_test(tests, cards_need_no_pixels);
	tcase_add_test(tests, a_card_says_how_far_above_par_the_best_is);
	tcase_add_test(tests, a_step_from_card_to_card_is_cheap);
	tcase_add_loop_test(tests, help_explains_this_puzzle_s_keys, 0, 5);
	tcase_add_test(tests, games_in_progress_come_before_the_packs);
	tcase_add_test(tests, a_game_from_a_file_resumes_in_any_directory);
	tcase_add_test(tests, results_of_older_versions_are_found_again);
	tcase_add_test(tests, a_finished_game_is_no_longer_first);
	tcase_add_loop_test(tests, the_daily_board_is_that_of_the_command, 0, 4);
	tcase_add_test(tests, the_daily_board_keeps_its_mark);
	tcase_add_test(tests, the_daily_board_says_that_a_solution_was_shown);
	tcase_add_test(tests, next_leads_from_daily_board_to_daily_board);
	tcase_add_test(tests, a_daily_board_of_another_day_resumes);
	tcase_add_loop_test(tests, the_list_opens_the_first_rung_that_is_not_solved, 0, 2);
	tcase_add_test(tests, next_leads_from_rung_to_rung);
	tcase_add_test(tests, a_rung_in_progress_is_marked_and_resumes);
	tcase_add_test(tests, ladders_of_past_weeks_are_in_the_calendar);
	tcase_add_loop_test(tests, all_words_find_a_level_in_any_order_and_case, 0, 6);
	tcase_add_test(tests, matches_can_be_browsed_and_played);
	tcase_add_test(tests, escape_ends_a_search);
	tcase_add_test(tests, the_mouse_searches_too);
	tcase_add_test(tests, a_search_without_matches_can_be_edited);
	tcase_add_loop_test(tests, the_name_of_any_level_opens_it, 0, 2);
	tcase_add_test(tests, the_wheel_and_clicks_reach_everything);
	tcase_add_test(tests, help_explains_the_signs_of_its_page);
	tcase_add_test(tests, help_explains_the_counter_and_the_levels_own_rules);
	tcase_add_test(tests, help_of_an_endless_level_has_no_counter);
	tcase_add_test(tests, a_click_on_a_line_of_help_presses_its_key);
	tcase_add_loop_test(tests, settings_are_seen_and_changed_in_help, 0, 5);
	tcase_add_loop_test(tests, a_damaged_setting_gives_the_default, 0, 6);
	tcase_add_test(tests, the_preview_shows_the_middle_of_a_large_board);
	tcase_add_loop_test(tests, statistics_show_the_solved_levels, 0, 2);
	tcase_add_test(tests, long_heads_of_figures_are_whole);
	tcase_add_test(tests, the_chosen_puzzle_of_a_new_board_is_seen);
	tcase_add_test(tests, time_counts_once_for_a_level_solved_twice);
	tcase_add_test(tests, the_rating_and_the_calendar_follow_the_figures);
	tcase_add_test(tests, an_unaided_first_try_is_rated);
	tcase_add_test(tests, a_missed_level_is_practised);
	tcase_add_loop_test(tests, a_level_that_moved_keeps_its_data, 0, 2);
	return run_playing("menu", tests);
}
