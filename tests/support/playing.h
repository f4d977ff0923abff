/* What the tests of the screen share: a home and level files of its own for each test, the program
 * in a terminal, and a player's steps.
 *
 * Nothing here depends on how fast anything is: see() and its kin wait for what must come, with a
 * deadline that only a program that hangs will meet. */
#ifndef PARLOUR_TESTS_SUPPORT_PLAYING_H
#define PARLOUR_TESTS_SUPPORT_PLAYING_H

#include <check.h>

#include "support/term.h"

/* The texts of the program that tests look for. Words, not places: those may change. */
#define MENU "Enter play" /* in the footer of the menu */
#define GAME "u undo"     /* of a game */
#define SOLVED "Solved in"
#define LAST "q quit" /* on every page but help */
#define LAST_OF_HELP ": back"

/* A pack of three levels, and how to play them. */
#define OWN "own.level"
#define FIRST "Corners"  /* FIRST_PLAN is the only shortest way; its states are few */
#define SECOND "Meadow"  /* nothing in the way: left and right always move, and undo each other */
#define THIRD "Long way" /* at least eight moves */
enum { FIRST_PAR = 3, SECOND_PAR = 2 };
extern const char *const first_plan[FIRST_PAR]; /* keys */

/* A level that no search ends within minutes. */
#define HARD "hard.level"

/* A level a puzzle, one move from its end; and a fourth in which no move is left. */
#define FOUR "four.level"

/* ---- a test's own place ---- */

/* Fixture: makes a home with the level files; sets the program from PARLOUR. And its end. */
void playing_begin(void);
void playing_end(void);

extern const char *program; /* an absolute path */

/* A path in the home; good until the fourth call after. */
const char *at_home(const char *name);
void write_file(const char *name, const char *text);

/* Has a file say `to` wherever it said `from`, which is as long, and must be there. */
void forge(const char *name, const char *from, const char *to);

/* ---- the program ---- */

struct start {
	const char *arguments[8];   /* behind the program's name */
	const char *environment[8]; /* as in term_options; XDG_STATE_HOME is in the home */
	int rows, columns;          /* 0: 24 and 80 */
};

/* The current directory is the home, so levels are named without a path. */
struct term *start_with(struct start start);
struct term *start(const char *level); /* NULL: the menu */

/* Any other program, in the same place and with PARLOUR set; its argv whole. */
struct term *start_argv(const char *const *argv, struct start start);
/* The same with a command line of sh, where $PARLOUR is the program. */
struct term *start_shell(const char *command);

/* Quits and expects all in order: status 0, the terminal as it was. */
void quit(struct term *term);
/* The end has come or comes by itself: by a signal (or 0) and status, the terminal as it was. */
void expect_end(struct term *term, int signal, int status);
/* The command, which puts standard error into the file `err`, shows nothing, says one line with
 * those words there, and ends with status 2. */
void expect_refusal(const char *command, const char *words);

/* ---- a player ---- */

void type(struct term *term, const char *keys);
void see(struct term *term, const char *text);
void see_gone(struct term *term, const char *text);
/* "moves 3", and not 30; "best from here 3", proven. */
void see_moves(struct term *term, int count);
void see_best(struct term *term, int count);

/* Plays first_plan. */
void solve_first(struct term *term);

/* Reads until `right` holds of the screen. */
typedef bool screen_check(struct term *term, const void *context);
void see_that(struct term *term, const char *what, screen_check *right, const void *context);

/* Has everything painted again (not on a terminal other than xterm) and returns the screen once all
 * of that has come, up to the text that stands last. To be freed. */
char *fresh_screen(struct term *term, const char *last);

/* Whether the screen is that text from term_screen(). Or waits until it is. */
bool is_screen(struct term *term, const void *screen);
void see_screen(struct term *term, const char *screen);

/* Whether a board that does not fit goes on at the side of that arrow. Or waits until it does, or
 * not. */
bool goes_on(struct term *term, const char *arrow);
void see_going_on(struct term *term, const char *arrow);
void see_its_end(struct term *term, const char *arrow);

/* The number shown behind those words. */
int number_behind(struct term *term, const char *words);

/* Presses and releases the left button on the text, or on a cell. */
void click(struct term *term, const char *text);
void click_at(struct term *term, int row, int column);

/* Follows one hint on a tilt level, with the counter before and behind it; returns how many moves
 * are left. Or follows them to the end; returns how many they were. */
int follow_hint(struct term *term, int moves_made);
int solve_by_hints(struct term *term);

/* ---- running them ---- */

/* A test case with the fixture above; and a program's main() with a suite of it. */
TCase *playing_case(const char *name);
int run_playing(const char *name, TCase *tests);

#endif
