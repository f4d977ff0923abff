/* Messages in other languages: how the PO files in tests/language/ are read, which language the
 * environment asks for, plurals. */
#include <check.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"
#include "support/help.h"

START_TEST(english_is_what_the_source_says)
{
	ck_assert(language_choose("en"));
	ck_assert_str_eq(_("Solved."), "Solved.");
	ck_assert_str_eq(C_("verb", "clear"), "clear");
	ck_assert_str_eq(text_plural("%d move", "%d moves", 1), "%d move");
	ck_assert_str_eq(text_plural("%d move", "%d moves", 0), "%d moves");
	ck_assert_str_eq(language_level_text("Corners"), "Corners");
}
END_TEST

START_TEST(messages_are_translated)
{
	ck_assert(language_choose("de"));
	ck_assert_str_eq(_("Solved."), "Gelöst.");
	ck_assert_str_eq(C_("verb", "clear"), "leeren");
	ck_assert_str_eq(language_text_in(NC_("adjective", "clear")), "frei");
	ck_assert_str_eq(_("a \"quoted\\path\"\tand\nlines"),
	                 "ein \"zitierter\\Pfad\"\tund\nZeilen");
	ck_assert_str_eq(_("a message of two lines, which is long enough to be broken by the tools "
	                   "that write these files"),
	                 "eine Nachricht in zwei Zeilen, lang genug");
	ck_assert_str_eq(language_level_text("Corners"), "Ecken");
}
END_TEST

START_TEST(what_is_not_translated_is_english)
{
	ck_assert(language_choose("de"));
	ck_assert_str_eq(_("not sure"), "not sure"); /* only roughly */
	ck_assert_str_eq(_("not yet"), "not yet");
	ck_assert_str_eq(_("gone"), "gone");
	ck_assert_str_eq(_("clear"), "clear"); /* without its context */
	ck_assert_str_eq(C_("noun", "clear"), "clear");
	ck_assert_str_eq(language_level_text("Solved."), "Solved."); /* no title */
	ck_assert(!language_choose("xx"));
	ck_assert(!language_choose(""));
	ck_assert_str_eq(_("Solved."), "Gelöst.");
}
END_TEST

START_TEST(plurals_follow_the_language)
{
	static const struct {
		const char *code;
		long count;
		const char *text;
	} expected[] = {
		{"de", 1, "%d Zug"},    {"de", 0, "%d Züge"},     {"de", 2, "%d Züge"},
		{"pl", 1, "%d ruch"},   {"pl", 2, "%d ruchy"},    {"pl", 5, "%d ruchów"},
		{"pl", 22, "%d ruchy"}, {"pl", 12, "%d ruchów"},  {"pl", 0, "%d ruchów"},
		{"ja", 1, "%d 手"},     {"ja", 7, "%d 手"},       {"de", -1, "%d Zug"},
		{"pt_BR", 1, "%d move"}, {"pt_BR", 2, "%d moves"},
	};
	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		ck_assert(language_choose(expected[i].code));
		const char *text = text_plural("%d move", "%d moves", expected[i].count);
		must(strcmp(text, expected[i].text) == 0, "%s %ld: %s", expected[i].code,
		     expected[i].count, text);
	}
}
END_TEST

/* LANGUAGE, LC_ALL, LC_MESSAGES, LANG, and the language for them. */
START_TEST(numbers_have_the_sign_of_the_language)
{
	char out[TEXT_NUMBER_MAX];
	ck_assert(language_choose("en"));
	text_write_decimal(12.25, 4, out);
	ck_assert_str_eq(out, "12.2500");
	ck_assert(language_choose("de"));
	text_write_decimal(12.25, 1, out);
	ck_assert_str_eq(out, "12,2");
	text_write_decimal(-0.5, 2, out);
	ck_assert_str_eq(out, "-0,50");
}
END_TEST

START_TEST(the_environment_chooses)
{
	static const char *const names[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};
	static const char *const expected[][5] = {
		{"", "", "", "", "en"},
		{"", "", "", "de_AT.UTF-8", "de"},
		{"", "", "", "de", "de"},
		{"", "", "pl_PL.UTF-8", "de_DE.UTF-8", "pl"},
		{"", "ja_JP.UTF-8", "pl_PL", "de_DE", "ja"},
		{"", "C.UTF-8", "", "de_DE", "en"},
		{"xx:fr:pl:de", "C.UTF-8", "", "", "pl"},
		{"en_GB:de", "", "", "de_DE.UTF-8", "en"},
		{"xx", "", "", "de_DE.UTF-8", "de"},
		{":", "", "", "de_DE@euro", "de"},
		{"", "", "", "pt_PT.UTF-8", "pt_BR"},
		{"", "", "", "pt_BR.UTF-8", "pt_BR"},
		{"", "", "", "xx_XX.UTF-8", "en"},
		{"", "", "", "../../../de", "en"},
		{"../de", "", "", "", "en"},
		{"", "", "", "dededededededededede_DE", "en"},
	};
	setlocale(LC_CTYPE, "C.UTF-8");
	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		for (int j = 0; j < 4; j++)
			setenv(names[j], expected[i][j], 1);
		language_choose_by_environment();
		const char *code = language_code(language_current());
		must(strcmp(code, expected[i][4]) == 0, "case %zu: %s", i, code);
	}
	setlocale(LC_CTYPE, "C");
	setenv("LC_ALL", "de_DE", 1);
	language_choose_by_environment();
	ck_assert_int_eq(language_current(), 0); /* it could not be shown */
}
END_TEST

START_TEST(the_encoding_is_known_without_the_locale)
{
	unsetenv("LC_ALL");
	unsetenv("LANG");
	setenv("LC_CTYPE", "de_DE.utf8", 1);
	ck_assert(language_asks_for_utf8());
	setenv("LC_CTYPE", "de_DE.UTF-8@euro", 1);
	ck_assert(language_asks_for_utf8());
	setenv("LC_CTYPE", "de_DE.ISO-8859-1", 1);
	ck_assert(!language_asks_for_utf8());
	setenv("LC_CTYPE", "de_DE", 1);
	ck_assert(!language_asks_for_utf8());
	unsetenv("LC_CTYPE");
	ck_assert(!language_asks_for_utf8());
}
END_TEST

START_TEST(languages_have_names_of_their_own)
{
	ck_assert_int_eq(language_count(), 5);
	ck_assert_str_eq(language_name(0), "English");
	ck_assert_str_eq(language_code(1), "de");
	ck_assert_str_eq(language_name(1), "Deutsch");
	ck_assert_str_eq(language_name(2), "ja"); /* not translated */
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, english_is_what_the_source_says);
	tcase_add_test(tests, messages_are_translated);
	tcase_add_test(tests, what_is_not_translated_is_english);
	tcase_add_test(tests, plurals_follow_the_language);
	tcase_add_test(tests, numbers_have_the_sign_of_the_language);
	tcase_add_test(tests, the_environment_chooses);
	tcase_add_test(tests, the_encoding_is_known_without_the_locale);
	tcase_add_test(tests, languages_have_names_of_their_own);
}

int main(void)
{
	return run_tests("language", add);
}
