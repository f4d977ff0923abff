/* What the tests on a terminal share: a home with level files for each test, the program in a
 * terminal, and a player's steps.
 *
 * Nothing here depends on speed: see() and the like wait for a text, with a deadline that only a
 * program that hangs will meet. */
#ifndef PARLOUR_TESTS_SUPPORT_PLAYING_H
#define PARLOUR_TESTS_SUPPORT_PLAYING_H

#include <check.h>

#include "support/term.h"

/* Texts of the program that tests look for; where they are may change. */
#define MENU "Enter play" /* in the footer of the menu */
#define GAME "u undo"     /* a footer entry of a game */
#define SOLVED "Solved in"
#define LAST "q quit" /* on every page but help */
#define LAST_OF_HELP ": back"

/* A pack of three levels, and how to play them. */
#define OWN "own.level"
#define FIRST "Corners"  /* first_plan is the only shortest plan; its states are few */
#define SECOND "Meadow"  /* an empty board: left and right are always valid, and undo each other */
#define THIRD "Long way" /* at least eight moves */
enum { FIRST_PAR = 3, SECOND_PAR = 2 };
extern const char *const first_plan[FIRST_PAR]; /* keys */

/* A level that no search ends within minutes. */
#define HARD "hard.level"

/* A level of gems, bishop and lines, one move from its end; and one in which no move is left. */
#define FOUR "four.level"

/* ---- a test's home ---- */

/* Fixture: makes a home with the level files, and sets `program` from PARLOUR; removes the home. */
void playing_begin(void);
void playing_end(void);

extern const char *program; /* an absolute path */

/* A path in the home; valid until the fourth call after. */
const char *at_home(const char *name);
void write_file(const char *name, const char *text);

/* Replaces `from`, which must be in the file, by `to`, which is as long. */
void forge(const char *name, const char *from, const char *to);

/* ---- the program ---- */

struct start {
	const char *arguments[8];   /* after the program's name */
	const char *environment[8]; /* as in term_options; XDG_STATE_HOME is in the home */
	int rows, columns;          /* 0: 24 and 80 */
};

/* The current directory is the home, so levels are named without a path. */
struct term *start_with(struct start start);
struct term *start(const char *level); /* NULL: the menu */

/* Any other program, in the same directory and with PARLOUR set; its whole argv. */
struct term *start_argv(const char *const *argv, struct start start);
/* The same with a command line of sh, where $PARLOUR is the program. */
struct term *start_shell(const char *command);

/* Quits, and expects status 0 and a restored terminal. */
void quit(struct term *term);
/* Waits for the end, which must be by that signal (or 0) and status, with a restored terminal. */
void expect_end(struct term *term, int signal, int status);
/* Runs a command that writes standard error to the file `err`: it must show nothing, write one line
 * with those words there, and end with status 2. */
void expect_refusal(const char *command, const char *words);

/* ---- a player ---- */

void type(struct term *term, const char *keys);
void see(struct term *term, const char *text);
void see_gone(struct term *term, const char *text);
/* "moves 3", not 30; "best from here 3", proven. */
void see_moves(struct term *term, int count);
void see_best(struct term *term, int count);

/* Waits until the list's chosen card has a title that begins like this and, below it, such a text:
 * its number and stars. */
void see_card(struct term *term, const char *title, const char *below);

/* Plays first_plan. */
void solve_first(struct term *term);

/* Reads until `right` is true for the screen. */
typedef bool screen_check(struct term *term, const void *context);
void see_that(struct term *term, const char *what, screen_check *right, const void *context);

/* Repaints everything (xterm only) and returns the screen once it has arrived, up to the text that
 * is painted last. To be freed. */
char *fresh_screen(struct term *term, const char *last);

/* Whether the screen is that text from term_screen(); and waiting until it is. */
bool is_screen(struct term *term, const void *screen);
void see_screen(struct term *term, const char *screen);

/* Whether a board that does not fit continues in the direction of that arrow; and waiting until it
 * does, or does not. */
bool has_more(struct term *term, const char *arrow);
void see_more(struct term *term, const char *arrow);
void see_no_more(struct term *term, const char *arrow);

/* The number shown after those words. */
int number_after(struct term *term, const char *words);

/* Presses and releases the left button on the text, or on a cell. */
void click(struct term *term, const char *text);
void click_at(struct term *term, int row, int column);
/* Presses the mouse button at one place and releases it at another. */
void drag_at(struct term *term, int row, int column, int to_row, int to_column);

/* Follows one hint on a tilt level, and checks the counter before and after it; returns how many
 * moves are left. Or follows all hints to the end; returns how many they were. */
int follow_hint(struct term *term, int moves_made);
int solve_by_hints(struct term *term);

/* ---- running them ---- */

/* A test case with the fixture above; and main() of a program with a suite of it. */
TCase *playing_case(const char *name);
int run_playing(const char *name, TCase *tests);

#endif
