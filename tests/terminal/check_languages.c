/* The setting of the language, in a program that speaks those of tests/language/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/playing.h"

/* The footer of the list. */
#define ENGLISH_MENU "Enter play"
#define GERMAN_MENU "Eingabe spielen"

static struct term *start_in(const char *language)
{
	static char variable[64];
	snprintf(variable, sizeof variable, "LANGUAGE=%s", language);
	return start_with((struct start){.environment = {"LC_ALL=C.UTF-8", variable}});
}

START_TEST(the_environment_chooses)
{
	struct term *term = start_in("de");
	see(term, GERMAN_MENU);
	see(term, "Wochenleiter");
	quit(term);
	term = start_in("en");
	see(term, ENGLISH_MENU);
	quit(term);
}
END_TEST

START_TEST(a_key_goes_through_the_languages_at_once)
{
	struct term *term = start_in("de");
	see(term, GERMAN_MENU);
	type(term, "L");
	see(term, "Language: English.");
	see(term, ENGLISH_MENU);
	see(term, "Week's ladder");
	type(term, "L");
	see(term, "Sprache: Deutsch.");
	see(term, GERMAN_MENU);
	see(term, "Wochenleiter");
	type(term, "LLL"); /* those without texts have their codes as names */
	see(term, "Language: pt_BR.");
	type(term, "L");
	see(term, "Sprache: automatisch (Deutsch).");
	quit(term);
}
END_TEST

START_TEST(the_choice_is_kept)
{
	struct term *term = start_in("en");
	see(term, ENGLISH_MENU);
	type(term, "LL");
	see(term, GERMAN_MENU);
	quit(term);
	term = start_in("en");
	see(term, GERMAN_MENU);
	quit(term);
	term = start_with(
		(struct start){.arguments = {"--demo", OWN}, .environment = {"LC_ALL=C.UTF-8"}});
	see(term, "anhalten");
	quit(term);
}
END_TEST

/* A program that has none of these languages: pseudo, beside polyglot, if there is gettext. */
static char without_them[4096];

/* What is saved is which language it is, not its place among those of a program. */
START_TEST(the_choice_outlives_a_program_without_the_language)
{
	struct term *term = start_in("en");
	see(term, ENGLISH_MENU);
	type(term, "LL");
	see(term, GERMAN_MENU);
	quit(term);
	const char *polyglot = program;
	program = without_them;
	term = start_in("de");
	see(term, "q quit");
	quit(term);
	program = polyglot;
	term = start_in("en");
	see(term, GERMAN_MENU);
	quit(term);
}
END_TEST

/* On the board the key moves pieces, so the help page changes the setting. */
START_TEST(help_changes_it_where_the_key_has_another_meaning)
{
	struct term *term = start_with((struct start){.arguments = {OWN},
	                                              .environment = {"LC_ALL=C.UTF-8"},
	                                              .rows = 70,
	                                              .columns = 80});
	see_moves(term, 0);
	type(term, "L?"); /* the first goes to the board */
	see(term, "Only on this page:");
	see(term, "next language; now auto (English)");
	type(term, "LL");
	see(term, "Nur auf dieser Seite:");
	see(term, "nächste Sprache; jetzt Deutsch");
	quit(term);
}
END_TEST

START_TEST(without_utf8_there_is_only_english)
{
	struct term *term = start_with((struct start){.environment = {"LC_ALL=C", "LANGUAGE=de"}});
	see(term, ENGLISH_MENU);
	type(term, "L");
	see(term, "Language: English (the locale is not UTF-8).");
	quit(term);
}
END_TEST

/* The tests are about polyglot, which is beside the program. */
static void take_polyglot(void)
{
	static char path[4096];
	const char *given = getenv("PARLOUR"), *slash = given == NULL ? NULL : strrchr(given, '/');
	if (slash == NULL)
		return; /* playing_begin says that it must be set */
	snprintf(without_them, sizeof without_them, "%.*s/pseudo", (int)(slash - given), given);
	snprintf(path, sizeof path, "%.*s/polyglot", (int)(slash - given), given);
	setenv("PARLOUR", path, 1);
}

int main(void)
{
	TCase *tests = playing_case("languages");
	take_polyglot();
	tcase_add_test(tests, the_environment_chooses);
	tcase_add_test(tests, a_key_goes_through_the_languages_at_once);
	tcase_add_test(tests, the_choice_is_kept);
	if (access(without_them, X_OK) == 0)
		tcase_add_test(tests, the_choice_outlives_a_program_without_the_language);
	tcase_add_test(tests, help_changes_it_where_the_key_has_another_meaning);
	tcase_add_test(tests, without_utf8_there_is_only_english);
	return run_playing("languages", tests);
}
