/* Watching: one player plays, others watch in terminals of other kinds and sizes; who did not agree
 * is not seen; sessions that leave or die; and what somebody forged. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/live.h"
#include "support/playing.h"

#define PLAYERS "Who plays"

static struct term *start_player(const char *name, const char *level, int rows, int columns)
{
	return start_with((struct start){.arguments = {"--player", name, level},
	                                 .rows = rows,
	                                 .columns = columns});
}

/* Anna, who lets others watch. */
static struct term *start_anna(const char *level)
{
	struct term *term = start_player("anna", level, 0, 0);
	see(term, LAST);
	type(term, "W");
	see(term, "Others may watch: yes.");
	return term;
}

static struct term *start_watching(const char *name, int rows, int columns)
{
	struct term *term = start_player(name, NULL, rows, columns);
	see(term, "Enter play");
	type(term, "w");
	see(term, "anna");
	type(term, "\r");
	see(term, "watching anna");
	return term;
}

START_TEST(a_game_is_watched_as_it_is_played)
{
	struct term *anna = start_anna(OWN);
	struct term *small = start_watching("berta", 16, 40);
	struct term *large = start_watching("clara", 60, 200);
	struct term *other = start_watching("dora", 30, 90);
	see_best(other, FIRST_PAR);
	type(large, "C"); /* letters instead of shapes, only here */
	see(large, "Glyphs: letters.");
	type(anna, first_plan[0]);
	see_moves(anna, 1);
	see_moves(small, 1);
	see_moves(other, 1);
	see_best(other, FIRST_PAR - 1);
	type(anna, "u");
	see_moves(small, 0);
	see_moves(other, 0);
	solve_first(anna);
	see(small, SOLVED);
	see(large, "anna: Solved in 3 moves");
	type(anna, "n");
	see(anna, SECOND);
	see(large, SECOND);
	see(large, "anna plays another level now.");
	see_best(other, SECOND_PAR);
	quit(other);
	type(anna, TERM_ESCAPE);
	see(anna, MENU);
	see(large, "anna shows no game now.");
	quit(anna);
	see(small, "The game of anna is no");
	see(large, "The game of anna is no longer shown.");
	quit(small);
	type(large, TERM_ESCAPE);
	see(large, PLAYERS);
	see(large, "Nobody who lets others watch is here now.");
	type(large, TERM_ESCAPE);
	see(large, "Enter play");
	quit(large);
}
END_TEST

/* What is on the board when a watcher comes: moves of an earlier sitting, too. */
START_TEST(a_game_under_way_can_be_joined)
{
	struct term *anna = start_anna(OWN);
	type(anna, first_plan[0]);
	see_moves(anna, 1);
	quit(anna);
	anna = start_player("anna", OWN, 0, 0);
	see(anna, "Resumed at move 1.");
	type(anna, first_plan[1]);
	see_moves(anna, 2);
	struct term *berta = start_watching("berta", 24, 80);
	see_moves(berta, 2);
	type(anna, "r");
	see_moves(berta, 0);
	type(anna, "u");
	see_moves(berta, 2);
	term_signal(anna, SIGKILL);
	term_end(anna);
	see(berta, "The game of anna is no longer shown.");
	quit(berta);
	term_free(anna);
}
END_TEST

/* More moves than the ring holds, many at once and one by one. */
START_TEST(a_long_game_is_followed)
{
	enum { BURST = 700, BURSTS = 2 };
	char keys[BURST + 1];
	struct term *anna = start_anna(OWN ":2");
	struct term *berta = start_watching("berta", 24, 80);
	for (int i = 0; i < BURST; i++)
		keys[i] = i % 2 == 0 ? 'l' : 'h';
	keys[BURST] = '\0';
	for (int burst = 1; burst <= BURSTS; burst++) {
		type(anna, keys);
		see_moves(anna, burst * BURST);
		see_moves(berta, burst * BURST);
		for (int i = 0; i < 20; i++)
			type(anna, i % 2 == 0 ? "u" : "U");
		see_moves(berta, burst * BURST);
	}
	struct term *clara = start_watching("clara", 24, 80);
	see_moves(clara, BURSTS * BURST);
	type(anna, "l");
	see_moves(clara, BURSTS * BURST + 1);
	see_moves(berta, BURSTS * BURST + 1);
	quit(anna);
	quit(berta);
	quit(clara);
}
END_TEST

START_TEST(only_those_who_agreed_are_seen)
{
	struct term *anna = start_player("anna", OWN, 0, 0);
	see_moves(anna, 0);
	struct term *berta = start_player("berta", NULL, 0, 0);
	see(berta, "Enter play");
	type(berta, "w");
	see(berta, "Nobody who lets others watch is here now.");
	type(anna, "W");
	see(anna, "◉");
	see(berta, "anna");
	see(berta, FIRST);
	type(berta, "\r");
	see(berta, "watching anna");
	type(anna, "W");
	see(anna, "Others may watch: no.");
	see(berta, "no longer shown");
	type(berta, "n");
	see(berta, PLAYERS);
	see(berta, "Others can't watch you; W lets them.");
	quit(berta);
	quit(anna);
}
END_TEST

/* Once, where there are several players; the answer is kept. */
START_TEST(each_player_is_asked_once)
{
	static const char question[] = "May others here watch you play?";
	struct term *term = start_player("anna", NULL, 0, 0);
	see(term, "Enter play");
	ck_assert(!term_find(term, question, NULL, NULL)); /* alone */
	quit(term);
	term = start_player("berta", NULL, 0, 0);
	see(term, question);
	type(term, "W");
	see(term, "Others may watch: yes.");
	quit(term);
	term = start_player("berta", NULL, 0, 0);
	see(term, "Enter play");
	ck_assert(!term_find(term, question, NULL, NULL));
	type(term, "w");
	see(term, "Others may watch you; W changes that.");
	quit(term);
	term = start_player("anna", NULL, 0, 0);
	see(term, question);
	quit(term);
	term = start_player("anna", NULL, 0, 0);
	see(term, "Enter play");
	ck_assert(!term_find(term, question, NULL, NULL));
	quit(term);
}
END_TEST

/* In an account of one player there is nobody to watch. */
START_TEST(a_player_alone_is_not_asked)
{
	struct term *term = start(NULL);
	see(term, "Enter play");
	ck_assert(!term_find(term, "w watch", NULL, NULL));
	type(term, "jj");
	type(term, "ww"); /* up, as s is down */
	see_card(term, "Into the corner", " 1 ");
	type(term, "W");
	see(term, "Only players of a shared account can be watched.");
	quit(term);
}
END_TEST

START_TEST(next_and_previous_go_from_player_to_player)
{
	struct term *anna = start_anna(OWN);
	struct term *berta = start_player("berta", OWN ":2", 0, 0);
	see(berta, SECOND);
	type(berta, "W");
	see(berta, "Others may watch: yes.");
	struct term *clara = start_watching("clara", 24, 80);
	see(clara, FIRST);
	type(clara, "n");
	see(clara, "watching berta");
	see(clara, SECOND);
	type(clara, "n");
	see(clara, "watching anna");
	type(clara, "p");
	see(clara, "watching berta");
	type(berta, TERM_RIGHT);
	see_moves(clara, 1);
	quit(anna);
	quit(berta);
	quit(clara);
}
END_TEST

/* ---- what somebody forged ---- */

#define LEVEL "mode: tilt\n\na..   ..a\n"

/* A session of this process that tells anything. */
static struct live forger;

static void begin_forging(void)
{
	char *folder = strdup(at_home("state"));
	setenv("XDG_STATE_HOME", folder, 1);
	free(folder);
	ck_assert(live_open(&forger, "anna"));
}

START_TEST(forged_games_are_not_believed)
{
	begin_forging();
	ck_assert(live_begin(&forger, "\n | 0 | #0\nlevel: First\n" LEVEL));
	struct term *term = start_watching("berta", 24, 80);
	see(term, "First");
	ck_assert(live_add(&forger, "right"));
	see_moves(term, 1);
	ck_assert(live_add(&forger, "right"));
	see(term, "can't be followed: a move is not valid.");
	ck_assert(live_begin(&forger, "\nup | 1 | #0\nlevel: Second\n" LEVEL));
	see(term, "its moves do not fit the level.");
	ck_assert(live_begin(&forger, "\n | 0 | #0\nlevel: Third\nmode: tilt\n\na..   ..b\n"));
	see(term, "can't be followed: ");
	ck_assert(live_begin(&forger, "nonsense"));
	see(term, "not a game.");
	ck_assert(live_begin(&forger, "\n | 0 | #0\nlevel: \033[2J\033]0;x\a\xC2\x9B"
	                              "1m\n" LEVEL));
	see(term, "?[2J?]0;x??1m");
	ck_assert(!term_logged(term, "\033]0;x"));
	ck_assert(live_begin(&forger, "\n | 0 | #0\nlevel: Last\n" LEVEL));
	see(term, "Last");
	type(term, TERM_ESCAPE);
	see(term, PLAYERS);
	see(term, "Last");
	quit(term);
	live_close(&forger);
}
END_TEST

/* While somebody watches, the file is cut off, and filled with other bytes. */
START_TEST(a_ruined_file_is_survived)
{
	char path[600], rubbish[4096];
	begin_forging();
	ck_assert(live_begin(&forger, "\n | 0 | #0\nlevel: First\n" LEVEL));
	struct term *term = start_watching("berta", 24, 80);
	snprintf(path, sizeof path, "%s", at_home("state/parlour/live/anna"));
	ck_assert_int_eq(truncate(path, 10), 0);
	see(term, "it can't be read.");
	memset(rubbish, '\033', sizeof rubbish);
	const ssize_t size = sizeof rubbish;
	ck_assert_int_eq(pwrite(forger.file, rubbish, sizeof rubbish, 0), size);
	ck_assert(live_begin(&forger, "\n | 0 | #0\nlevel: Again\n" LEVEL));
	see(term, "Again");
	quit(term);
	live_close(&forger);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("watch");
	tcase_add_test(tests, a_game_is_watched_as_it_is_played);
	tcase_add_test(tests, a_game_under_way_can_be_joined);
	tcase_add_test(tests, a_long_game_is_followed);
	tcase_add_test(tests, only_those_who_agreed_are_seen);
	tcase_add_test(tests, each_player_is_asked_once);
	tcase_add_test(tests, a_player_alone_is_not_asked);
	tcase_add_test(tests, next_and_previous_go_from_player_to_player);
	tcase_add_test(tests, forged_games_are_not_believed);
	tcase_add_test(tests, a_ruined_file_is_survived);
	return run_playing("watch", tests);
}
