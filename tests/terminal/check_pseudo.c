/* Every page in the language of po/pseudo, whose words have accents and are twice as long: a word
 * without accents has been left out of the templates, and a letter before an ellipsis has been cut.
 * At 80x24 and on the smallest screen.
 *
 * A screen is quiet when nothing has come for a while: no English text can be waited for. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/playing.h"

enum { QUIET = 400 /* milliseconds */, WORD_MAX = 40 };

/* What stays as it is: names, keys, names of levels and of settings in files, letters of a seed. */
static const char *const names[] = {
	"Parlour", "Enter", "Space", "Escape", "Esc",    "Tab",   "Home",  "End",  "PgUp", "PgDn",
	"Ctrl",    "Shift", "Del",   "tilt",   "gems",   "bishop", "lines", "anna", "own",
	"level",   "Corners", "Meadow", "Long", "way",
};

static bool is_name(const char *word)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"; /* of the editor */
	if (strncmp(word, letters, strlen(word)) == 0)
		return true;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(word, names[i]) == 0)
			return true;
	return false;
}

/* Whether a run of ASCII letters may be a word of English: there is none without one of these. */
static bool is_english(const char *word)
{
	return strlen(word) > 2 && strpbrk(word, "aeiouAEIOU") != NULL && !is_name(word);
}

/* Whether the letter or byte belongs to a word that has been translated. */
static bool goes_on(char c)
{
	return isalpha((unsigned char)c) || (c & 0x80) != 0;
}

/* Bytes up to the next blank, if a level's name such as tilt/classic:1 begins here; else 0. */
static size_t skip_level(const char *text)
{
	const size_t length = strcspn(text, " ");
	return memchr(text, '/', length) == NULL ? 0 : length;
}

/* The first word of English in a text; false if there is none. */
static bool find_english(const char *text, char word[WORD_MAX])
{
	while (*text != '\0') {
		size_t length = 0;
		text += skip_level(text);
		if (*text == '\0')
			return false;
		bool accented = false;
		while (goes_on(text[length])) {
			accented |= (text[length] & 0x80) != 0;
			length++;
		}
		if (!accented && length > 0 && length < WORD_MAX) {
			snprintf(word, WORD_MAX, "%.*s", (int)length, text);
			if (is_english(word))
				return true;
		}
		text += length > 0 ? length : 1;
	}
	return false;
}

/* Whether the text begins with the one given. */
static bool begins(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* Whether the text before a place ends in a letter: padding, signs and digits are none. */
static bool follows_letter(const char *text, const char *at)
{
	if (at == text || isalpha((unsigned char)at[-1]))
		return at > text;
	return at - text > 1 && (unsigned char)at[-2] >= 0xC3 && (unsigned char)at[-2] <= 0xC5;
}

/* Labels of few columns, of which translators are told: the most that fits of them. */
static const char *const labels[] = {"[Mó…", "[Tú…", "[Wé…", "[Th…",       "[Fr…",
                                     "[Šá…", "[Šú…", "[twó··· št…", "[íñ·· á· r…"};

static bool is_label(const char *text, const char *cut)
{
	for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
		const size_t length = strlen(labels[i]) - strlen("…");
		if ((size_t)(cut - text) >= length && begins(cut - length, labels[i]))
			return true;
	}
	return false;
}

/* Where letters of a word have been cut, by an ellipsis or by the next message; NULL if nowhere.
 * Only padding may be cut, or what is in braces, a level's. An ellipsis of the message itself has
 * padding or a bracket after it. */
static const char *find_cut(const char *text)
{
	bool level = false;
	for (const char *at = text; *at != '\0'; at++) {
		if (*at == '{' || *at == '}' || *at == '[')
			level = *at == '{';
		if (level || !follows_letter(text, at))
			continue;
		if (*at == '[' || (begins(at, "…") && !begins(at + strlen("…"), "·") &&
		                   at[strlen("…")] != ']' && !is_label(text, at)))
			return at;
	}
	return NULL;
}

/* On the smallest screen, a text that has been wrapped may lose its end, a puzzle that is not
 * chosen the end of its name, and a title its end. The editor's letters are no word. */
static bool matters(const struct term *term, const char *text, int row, const char *cut)
{
	const char *bracket = strchr(text, '[');
	if (strstr(text, "efghijk") != NULL)
		return false;
	return term_columns(term) > 40 || (row > 0 && bracket != NULL && bracket < cut);
}

static int left_out, cuts;

/* Looks at the screen, once it is quiet. */
static void look(struct term *term, const char *page)
{
	char word[WORD_MAX];
	ck_assert(term_wait_text(term, "[")); /* something was translated */
	term_drain(term, QUIET);
	for (int row = 0; row < term_rows(term); row++) {
		const char *text = term_row(term, row);
		if (find_english(text, word)) {
			fprintf(stderr, "%s, %dx%d: \"%s\" in: %s\n", page, term_columns(term),
			        term_rows(term), word, text);
			left_out++;
		}
		const char *cut = find_cut(text);
		if (cut != NULL && matters(term, text, row, cut)) {
			fprintf(stderr, "%s, %dx%d: cut: %s\n", page, term_columns(term),
			        term_rows(term), text);
			cuts++;
		}
	}
}

/* A page, and how to get to it: keys, with a look after each that is a word of its own. */
struct visit {
	const char *name;
	const char *arguments[4];
	const char *keys; /* separated by blanks; "SPACE" is one */
};

static const struct visit visits[] = {
	{"list", {NULL}, "j j J"},
	{"help of the list", {NULL}, "?"},
	{"statistics", {NULL}, "i \t \t"},
	{"practice", {NULL}, "x"},
	{"other puzzles", {NULL}, "\t \t \t \t"},
	{"new board", {NULL}, "N l l l j j l l"},
	{"race", {"--player", "anna"}, "G"},
	{"typed lines", {NULL}, "g \033 /"},
	{"settings", {NULL}, "C B V v m o Y W"},
	{"tilt", {"tilt/classic:10"}, "t t t u ' r s ? ?"},
	{"tilt, solved", {"tilt/first-steps:1"}, "T T T T T S c t"},
	{"gems", {"gems/first-steps:2"}, "t t t s ?"},
	{"gems, endless", {"gems/endless:1"}, "t t"},
	{"gems against the clock", {"gems/against-the-clock:1"}, "t"},
	{"bishop", {"bishop/pillars:14"}, "t t t s ?"},
	{"lines", {"lines/pictures:3"}, "t t t s ?"},
	{"replay", {"tilt/first-steps:1"}, "T T T T T v ? c"},
	{"editor", {"--edit", "tilt"}, "? ? 1 \x13"},
	{"editor of gems", {"--edit", "gems"}, "? ? : \033"},
	{"streak", {"tilt:streak#20261125"}, "? h"},
	{"storm", {"gems:storm#20261125"}, "? h"},
	{"demo", {"--demo", "tilt/first-steps:1"}, "SPACE"},
	{"players", {"--player", "anna"}, "w r \t \033"},
};

static void visit(const struct visit *visit, int rows, int columns)
{
	char keys[80], *rest = keys, *key;
	struct start start = {.environment = {"LC_ALL=C.UTF-8", "LANGUAGE=pseudo"},
	                      .rows = rows,
	                      .columns = columns};
	memcpy(start.arguments, visit->arguments, sizeof visit->arguments);
	struct term *term = start_with(start);
	look(term, visit->name);
	snprintf(keys, sizeof keys, "%s", visit->keys);
	while ((key = strsep(&rest, " ")) != NULL) {
		ck_assert(term_send(term, strcmp(key, "SPACE") == 0 ? " " : key));
		look(term, visit->name);
	}
	term_free(term);
}

START_TEST(no_word_is_left_out_or_cut)
{
	left_out = cuts = 0;
	visit(&visits[_i], 24, 80);
	visit(&visits[_i], 16, 40);
	ck_assert_int_eq(left_out, 0);
	ck_assert_int_eq(cuts, 0);
}
END_TEST

/* ---- the real languages ---- */

static char real_program[4096];

static void see_no_cut(struct term *term, const char *language)
{
	term_drain(term, QUIET);
	for (int row = 0; row < term_rows(term); row++) {
		const char *text = term_row(term, row), *at = text;
		while ((at = strstr(at, "…")) != NULL) {
			ck_assert_msg(at == text || at[-1] == ' ', "%s: cut: %s", language, text);
			at += strlen("…");
		}
	}
}

/* The statistics and the form for a new board have the least room for their labels. */
START_TEST(labels_are_whole_in_every_language)
{
	static const char *const languages[] = {"de", "es", "fr", "it",    "ja", "nb",
	                                        "nl", "pl", "pt_BR", "uk", "zh_CN"};
	program = real_program;
	for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
		char variable[32];
		snprintf(variable, sizeof variable, "LANGUAGE=%s", languages[i]);
		struct term *term = start_with((struct start){
			.environment = {"LC_ALL=C.UTF-8", variable}, .rows = 16, .columns = 40});
		ck_assert(term_wait_text(term, "▶")); /* the chosen level */
		type(term, "i");
		see_no_cut(term, languages[i]);
		type(term, "\t\t");
		see_no_cut(term, languages[i]);
		type(term, "\033");
		term_drain(term, QUIET);
		type(term, "N");
		see_no_cut(term, languages[i]);
		term_free(term);
	}
}
END_TEST

/* What the check is worth. */
START_TEST(words_of_english_are_found)
{
	char word[WORD_MAX];
	ck_assert(find_english("[\xc3\xa1ll] moves 3", word));
	ck_assert_str_eq(word, "moves");
	ck_assert(!find_english("[móvéš··] 3 Enter Parlour hjkl", word));
	ck_assert(!find_english("Parlour tilt/first-steps:1", word));
}
END_TEST

START_TEST(cut_words_are_found)
{
	ck_assert_ptr_nonnull(find_cut("[Tódáý····· 26 Ñóvémbé…  ○"));
	ck_assert_ptr_nonnull(find_cut("[Štátíštíçš[Gémš····]"));
	ck_assert_ptr_null(find_cut("[Tódáý····· 26 Ñóvémbér···…  [Gémš····]"));
	ck_assert_ptr_null(find_cut("{Íñtó thé çór…  [pár··· 2] [[Éšç···]: báçk····] [Wáít…····]"));
}
END_TEST

/* The program is `pseudo`, beside the one to be tested. */
static void take_pseudo(void)
{
	static char path[4096];
	const char *given = getenv("PARLOUR"), *slash = given == NULL ? NULL : strrchr(given, '/');
	if (slash == NULL)
		return; /* playing_begin says that it must be set */
	snprintf(real_program, sizeof real_program, "%s", given);
	snprintf(path, sizeof path, "%.*s/pseudo", (int)(slash - given), given);
	setenv("PARLOUR", path, 1);
}

int main(void)
{
	TCase *tests = playing_case("pseudo");
	take_pseudo();
	tcase_add_test(tests, words_of_english_are_found);
	tcase_add_test(tests, cut_words_are_found);
	tcase_add_loop_test(tests, no_word_is_left_out_or_cut, 0, sizeof visits / sizeof visits[0]);
	tcase_add_test(tests, labels_are_whole_in_every_language);
	return run_playing("pseudo", tests);
}
