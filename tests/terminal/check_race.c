/* Races: against ghosts, and between players. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/playing.h"

#define LEVEL "tilt/first-steps:1" /* right up */
#define RIGHT "\033OC"
#define UP "\033OA"
#define DOWN "\033OB"

static struct term *start_player(const char *name, const char *level, int rows, int columns)
{
	return start_with((struct start){.arguments = {"--player", name, level},
	                                 .rows = rows,
	                                 .columns = columns});
}

/* A player who solves the level in two moves, or with the detour in three. */
static void play_once(const char *name, bool detour)
{
	struct term *term = start_player(name, LEVEL, 0, 0);
	see_moves(term, 0);
	if (detour) {
		type(term, DOWN);
		see_moves(term, 1);
	}
	type(term, RIGHT);
	see_moves(term, detour + 1);
	type(term, UP);
	see(term, SOLVED);
	quit(term);
}

static struct term *start_race(const char *name, int rows, int columns)
{
	struct term *term = start_player(name, LEVEL, rows, columns);
	see_moves(term, 0);
	type(term, "G");
	return term;
}

START_TEST(a_ghost_moves_as_it_did)
{
	play_once("anna", true);
	struct term *term = start_race("berta", 0, 0);
	see(term, "Race against anna");
	see(term, "3 moves in 0:0");
	type(term, RIGHT); /* too soon */
	see(term, "you 0 · anna");
	see(term, "anna 3 moves, 0 left"); /* soon after */
	type(term, "t");
	see(term, "There is no help in a race.");
	type(term, RIGHT);
	see(term, "you 1 · anna");
	see_gone(term, "best from here");
	type(term, "r");
	see(term, "you 0 · anna"); /* the time goes on */
	type(term, RIGHT);
	see(term, "you 1 · anna");
	type(term, UP);
	see(term, "You win");
	see(term, "anna 3 in 0:0");
	type(term, "G");
	see(term, "Race against anna"); /* once more */
	type(term, "G");
	see(term, "Race against your best");
	see(term, "2 moves in 0:0");
	type(term, "G");
	see(term, "Race against anna");
	type(term, TERM_ESCAPE);
	see(term, MENU);
	type(term, "G");
	see(term, "Race against your best");
	quit(term);
}
END_TEST

START_TEST(fewer_moves_win_whatever_the_time)
{
	play_once("anna", false);
	struct term *term = start_race("berta", 16, 40);
	see(term, "you 0 · anna 2 moves, 0 left");
	type(term, DOWN);
	see(term, "you 1");
	type(term, RIGHT);
	see(term, "you 2");
	type(term, UP);
	see(term, "You lose");
	quit(term);
}
END_TEST

/* Of the player alone; without a result there is none, nor from one of an older version. */
START_TEST(there_is_no_ghost_without_times)
{
	struct term *term = start(OWN);
	see(term, FIRST);
	type(term, "G");
	see(term, "No ghost yet");
	solve_first(term);
	see(term, SOLVED);
	type(term, "G");
	see(term, "Race against your best");
	see(term, "you 0");
	type(term, "R");
	see(term, MENU);
	quit(term);
}
END_TEST

/* A game in progress is still there after the race. */
START_TEST(a_race_keeps_the_game_before_it)
{
	play_once("anna", false);
	struct term *term = start_player("berta", LEVEL, 0, 0);
	see_moves(term, 0);
	type(term, DOWN);
	see_moves(term, 1);
	type(term, "G");
	see(term, "you 0");
	type(term, "u");
	see(term, "Nothing to undo.");
	type(term, "'");
	see(term, "No checkpoint yet.");
	type(term, RIGHT);
	see(term, "you 1");
	type(term, "R");
	see(term, MENU);
	type(term, "\r");
	see(term, "Resumed at move 1.");
	type(term, "uu");
	see_moves(term, 1); /* down */
	quit(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("race");
	tcase_add_test(tests, a_ghost_moves_as_it_did);
	tcase_add_test(tests, fewer_moves_win_whatever_the_time);
	tcase_add_test(tests, there_is_no_ghost_without_times);
	tcase_add_test(tests, a_race_keeps_the_game_before_it);
	return run_playing("race", tests);
}
