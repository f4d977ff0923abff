/* The data of released versions on the screen: what no command prints, so that
 * tests/cli/check_upgrade.sh can't see it. The player of 1.0.0-rc1 plays in German; where a locale
 * is not UTF-8, the screen is English. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/playing.h"

#define LEFT_BEHIND "tests/upgrade/1.0.0-rc1"
#define UTF_8 "LC_ALL=C.UTF-8"
#define ASCII "LC_ALL=C"

enum { PATH_BYTES = 1024 };

/* Copies what the version left behind, once for each test. */
static void copy_files(void)
{
	const char *source = getenv("srcdir");
	char command[3 * PATH_BYTES];
	snprintf(command, sizeof command, "cp -R '%s/" LEFT_BEHIND "' '%s' && chmod -R u+w '%s'",
	         source == NULL ? "." : source, at_home("kept"), at_home("kept"));
	if (access(at_home("kept"), F_OK) != 0)
		ck_assert_int_eq(system(command), 0);
}

/* Starts the program with these files; up to two arguments, or NULL. */
static struct term *start_kept(const char *locale, int rows, const char *one, const char *two)
{
	static char state[PATH_BYTES], config[PATH_BYTES], data[PATH_BYTES];
	copy_files();
	snprintf(state, sizeof state, "XDG_STATE_HOME=%s", at_home("kept/state"));
	snprintf(config, sizeof config, "XDG_CONFIG_HOME=%s", at_home("kept/config"));
	snprintf(data, sizeof data, "XDG_DATA_HOME=%s", at_home("kept/data"));
	return start_with((struct start){.arguments = {one, two},
	                                 .environment = {locale, state, config, data},
	                                 .rows = rows});
}

static struct term *start_at(const char *level)
{
	return start_kept(ASCII, 24, level, NULL);
}

/* The keys file says so. */
static void quit_by_key(struct term *term)
{
	type(term, "Q");
	expect_end(term, 0, 0);
}

/* Settings are kept as numbers; what they mean is on the help page, all of it on a high screen. */
static struct term *start_help(const char *option, const char *player)
{
	struct term *term = start_kept(UTF_8, 150, option, player);
	see(term, "Enter");
	type(term, "?");
	see(term, "F1");
	return term;
}

START_TEST(settings_mean_the_same)
{
	static const char *const own[] = {"; jetzt 3 von 9",    "; jetzt aus",
	                                  "; jetzt nord",       "; jetzt hell",
	                                  "; jetzt Buchstaben", "; jetzt auf Wunsch",
	                                  "; jetzt Deutsch"};
	struct term *term = start_help(NULL, NULL);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		see(term, own[i]);
	type(term, TERM_ESCAPE);
	quit_by_key(term);
	term = start_help("--player", "anna");
	see(term, "; now light background, 6 colours");
	see(term, "whether others may watch you; now yes");
	type(term, TERM_ESCAPE);
	quit_by_key(term);
	term = start_help("--player", "carla");
	see(term, "; now your own");
	see(term, "whether others may watch you; now yes");
	type(term, TERM_ESCAPE);
	quit_by_key(term);
}
END_TEST

START_TEST(practice_is_due)
{
	struct term *term = start_kept(ASCII, 24, NULL, NULL);
	see(term, "Enter");
	type(term, "X");
	see(term, "practice 1/5");
	see(term, "Practice: 5 levels.");
	see(term, "Shoulder to shoulder");
	quit_by_key(term);
}
END_TEST

START_TEST(games_go_on)
{
	static const struct {
		const char *level;
		int moves;
		const char *status;
	} games[] = {
		{"tilt/classic:3", 2, "best from here ?"}, /* the counter is on request */
		{"tilt/classic:2", 2, "your best 9"},
		{"lines/stars:1", 1, "closed 0 of 1 star"},
		{"gems/endless:1", 2, "score 70, level 1"},
		{"gems/against-the-clock:1", 1, "0:59 left, score 20"},
		{"tilt:streak#20261125", 1, "Resumed at board 2."},
		{"lines:streak#20261124", 0, "Resumed at board 2."},
	};
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		struct term *term = start_at(games[i].level);
		see_moves(term, games[i].moves);
		see(term, games[i].status);
		quit_by_key(term);
	}
}
END_TEST

/* Moves to undo and to redo, the checkpoint and the restart are part of a game. */
START_TEST(a_game_has_its_history)
{
	struct term *term = start_at("tilt/classic:3");
	see(term, "Resumed at move 2.");
	type(term, "UU");
	see_moves(term, 4);
	type(term, "\x15\x15\x15\x15"); /* the key for undo */
	see_moves(term, 0);
	type(term, "\x15"); /* the restart */
	see_moves(term, 3);
	type(term, "'");
	see_moves(term, 2);
	quit_by_key(term);
}
END_TEST

START_TEST(the_solver_has_helped)
{
	struct term *term = start_at("tilt/classic:4");
	see_moves(term, 3);
	type(term, "kdjaj");
	quit_by_key(term);
	term = start_kept(ASCII, 24, "--list", "tilt/classic:4");
	see(term, "best   -");
	ck_assert_int_eq(term_end(term), 0);
	term_free(term);
}
END_TEST

/* A storm's time has run out since; its points are kept. */
START_TEST(a_storm_is_over)
{
	struct term *term = start_at("tilt:storm#20261125");
	see(term, "Time is up.");
	see(term, "your best: 2 of the day");
	quit_by_key(term);
	term = start_at("tilt:storm#20261125");
	see(term, "board 1 ");
	quit_by_key(term);
}
END_TEST

START_TEST(drawings_are_resumed)
{
	static const char *const modes[] = {"tilt", "lines"};
	for (int i = 0; i < 2; i++) {
		struct term *term = start_kept(ASCII, 24, "--edit", modes[i]);
		see(term, "Unsaved drawing resumed.");
		see(term, "unsolvable (proven)");
		type(term, "\003");
		expect_end(term, 0, 0);
	}
}
END_TEST

START_TEST(statistics_count_all)
{
	struct term *term = start_kept(ASCII, 24, NULL, NULL);
	see(term, "Enter");
	type(term, "i");
	see(term, " played               12           5           2           4");
	see(term, " solved               10           2           2           2");
	see(term, " optimal               8           2           2           2");
	see(term, " two stars             3           1           1           1");
	see(term, " moves                73           7           4           5");
	see(term, " longest               4           1           1           1");
	see(term, " best score            -         160           -           -");
	type(term, "\t");
	see(term, "8 first tries without the counter");
	see(term, "since 2 November 2026");
	quit_by_key(term);
}
END_TEST

int main(void)
{
	TCase *tests = playing_case("kept");
	tcase_add_test(tests, settings_mean_the_same);
	tcase_add_test(tests, practice_is_due);
	tcase_add_test(tests, games_go_on);
	tcase_add_test(tests, a_game_has_its_history);
	tcase_add_test(tests, the_solver_has_helped);
	tcase_add_test(tests, a_storm_is_over);
	tcase_add_test(tests, drawings_are_resumed);
	tcase_add_test(tests, statistics_count_all);
	return run_playing("kept", tests);
}
