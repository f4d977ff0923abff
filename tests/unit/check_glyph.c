/* Glyphs of several code points, and text from right to left: src/os/glyph.c, and how a picture
 * shows them. */
#include <check.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistring/version.h>

#include "os/glyph.h"
#include "os/text.h"
#include "puzzle/picture.h"
#include "support/help.h"
#include "ui/widget/footer.h"
#include "ui/widget/prompt.h"

#define FAMILY "👨‍👩‍👧‍👦"
#define ENGLAND "🏴󠁧󠁢󠁥󠁮󠁧󠁿"

static const struct {
	const char *text;
	int glyphs, columns, most; /* most: glyph_width_max of the first */
} samples[] = {
	{"abc", 3, 3, 0},
	{"e\u0301a", 2, 2, 0}, /* a combining accent */
	{"שָׁלוֹם", 4, 4, 0},     /* points */
	{"ก็", 1, 1, 0},
	{"กำ", 1, 2, 0},
#if _LIBUNISTRING_VERSION >= 0x010200 /* Unicode 15.1: a virama joins two consonants (GB9c) */
	{"नमस्ते", 3, 4, 0},
	{"हिन्दी", 2, 4, 0},
#else
	{"नमस्ते", 4, 4, 0},
	{"हिन्दी", 3, 5, 0},
#endif
	{"\u1112\u1161\u11ab", 1, 2, 0}, /* a syllable in parts */
	{"漢字", 2, 4, 0},
	{FAMILY, 1, 2, 8},
	{"👩🏽", 1, 2, 4},
	{"🇩🇪🇫🇷", 2, 4, 4},
	{"🇩🇪🇫", 2, 3, 4},
	{"❤️", 1, 2, 2},
	{"1️⃣", 1, 2, 2},
	{ENGLAND, 1, 2, 0},
};

START_TEST(a_glyph_is_a_whole_cluster)
{
	const char *text = samples[_i].text, *end = text + strlen(text);
	setlocale(LC_CTYPE, "C.UTF-8");
	ck_assert_int_eq(text_columns(text), samples[_i].columns);
	char again[100] = "";
	int count = 0;
	for (const char *at = text; at < end; count++) {
		char bytes[GLYPH_BYTES_MAX];
		const size_t length = glyph_bytes(at);
		const char32_t glyph = glyph_next(&at, end);
		if (count == 0)
			ck_assert_int_eq(glyph_width_max(glyph), samples[_i].most);
		ck_assert_uint_eq(glyph_encode(bytes, glyph), length);
		strncat(again, bytes, length);
	}
	ck_assert_int_eq(count, samples[_i].glyphs);
	ck_assert_str_eq(again, text);
	char out[100];
	ck_assert_str_eq(text_sanitize(out, sizeof out, text), text);
	/* Truncated, it ends with a whole one. */
	for (size_t size = 1; size <= strlen(text); size++) {
		text_sanitize(out, size, text);
		ck_assert(memcmp(out, text, strlen(out)) == 0);
		size_t whole = 0;
		while (whole < strlen(out))
			whole += glyph_bytes(text + whole);
		ck_assert_uint_eq(whole, strlen(out));
	}
}
END_TEST

/* What is hidden, reorders or piles up is not shown. */
START_TEST(what_cannot_be_shown_is_a_question_mark)
{
	static const struct {
		const char *text, *shown;
	} refused[] = {
		{"\u0301", "?"},     /* a mark of nothing */
		{"a\u202eb", "a?b"}, /* from here to the left */
		{"a\u200fb", "a?b"},    {"a\u2067b", "a?b"}, {"a\u200bb", "a?b"}, /* invisible */
		{"a\u00adb", "a?b"},    {"b\u200dc", "b?c"}, {"b\ufe0fc", "b?c"}, {"b\ufe0f", "b?"},
		{"b\U000e0062", "b?"},  {"\u3164", "?"},     {"\ue000", "?"}, /* private */
		{"a\x9bm", "a\uFFFDm"},                                       /* no UTF-8 */
		{"a\xc2\x9bm", "a?m"},                                        /* a control */
		{"a\x1b[0m", "a?[0m"},  {"\u0378", "?"},                      /* nothing */
	};
	enum { MANY = 200 };
	char out[100], piled[1 + 2 * MANY + 2] = "a";
	setlocale(LC_CTYPE, "C.UTF-8");
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
		ck_assert_str_eq(text_sanitize(out, sizeof out, refused[i].text), refused[i].shown);
	for (int i = 1; i <= MANY; i++) {
		strcat(piled, "\u0300");
		if (i == MANY / 10 || i == MANY) {
			strcat(piled, "b");
			ck_assert_str_eq(text_sanitize(out, sizeof out, piled), "?b");
			piled[strlen(piled) - 1] = '\0';
		}
	}
	setlocale(LC_CTYPE, "C");
	ck_assert_str_eq(text_sanitize(out, sizeof out, "e\u0301" FAMILY "b"), "??b");
}
END_TEST

/* More clusters than there is room for, as no text has them. */
START_TEST(clusters_are_bounded)
{
	enum { FIRST = 0x4E00, MORE = GLYPH_CLUSTERS_MAX + 100 };
	int shown = 0;
	setlocale(LC_CTYPE, "C.UTF-8");
	for (int i = 0; i < MORE; i++) {
		char text[2 * TEXT_BYTES_MAX], out[GLYPH_BYTES_MAX];
		size_t length = text_encode(text, (char32_t)(FIRST + i));
		length += text_encode(text + length, U'\u0301');
		text[length] = '\0';
		ck_assert_str_eq(text_sanitize(out, sizeof out, text), text); /* takes no room */
		const char *at = text;
		const char32_t glyph = glyph_next(&at, text + length);
		ck_assert_ptr_eq(at, text + length);
		ck_assert(glyph == U'?' || glyph_encode(out, glyph) == length);
		shown += glyph != U'?';
	}
	ck_assert_int_eq(shown, GLYPH_CLUSTERS_MAX);
}
END_TEST

/* The row of a picture as text, without the blanks at its end. */
static const char *row_of(struct picture *picture, char out[400])
{
	size_t used = 0, end = 0;
	for (int c = 0; c < picture->columns; c++) {
		const char32_t glyph = picture_cell_at(picture, 0, c).glyph;
		if (glyph != 0)
			used += glyph_encode(out + used, glyph);
		if (glyph != U' ')
			end = used;
	}
	out[end] = '\0';
	return out;
}

static const char *painted(struct picture *picture, int columns, const char *text, char out[400])
{
	picture_erase(picture);
	picture_text(picture, 0, 0, columns, ROLE_TEXT, text);
	return row_of(picture, out);
}

/* As "BiDi in Terminal Emulators" shows such lines: what is read first stands at the right. */
START_TEST(text_from_right_to_left_is_in_order)
{
#ifdef HAVE_FRIBIDI
	static const struct {
		const char *text, *shown;
	} lines[] = {
		{"abc", "abc"},
		{"אבג", "גבא"},
		{"אבג 12", "12 גבא"},
		{"ab (אבג) cd", "ab (גבא) cd"},
		{"אבג (a)", "(a) גבא"}, /* most letters decide */
		{"a (א)", "a (א)"},
		{"אב.x: no level 9; 7", "בא.x: no level 9; 7"},
		{"אבג (12)!", "!(12) גבא"},
		{"שָׁם", "םשָׁ"},
		{"سلام", "\uFEE1\uFEFC\uFEB3"}, /* joined: seen, lam with alef, meem */
		{"אב\u202eג", "ג?בא"},
	};
	struct picture *picture = picture_new();
	char out[400];
	setlocale(LC_CTYPE, "C.UTF-8");
	ck_assert(picture_resize(picture, 1, 20));
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		ck_assert_str_eq(painted(picture, 20, lines[i].text, out), lines[i].shown);
	ck_assert(picture->has_right_to_left);
	/* Truncated where it would be read last. */
	ck_assert_str_eq(painted(picture, 3, "אבגד", out), "…בא");
	ck_assert_str_eq(painted(picture, 4, "אבגד", out), "דגבא");
	ck_assert_str_eq(painted(picture, 4, "אבג漢字", out), "…גבא");
	ck_assert_str_eq(painted(picture, 1, "אב", out), "…");
	/* A terminal that orders text itself gets it as it is read. */
	picture->ordered = true;
	ck_assert_str_eq(painted(picture, 20, "אבג 12", out), "אבג 12");
	ck_assert(!picture->has_right_to_left);
	picture_free(picture);
#endif
}
END_TEST

/* The rows of a wrapped text run as the whole of it does. */
START_TEST(rows_run_as_their_text)
{
#ifdef HAVE_FRIBIDI
	struct picture *picture = picture_new();
	char out[400];
	setlocale(LC_CTYPE, "C.UTF-8");
	ck_assert(picture_resize(picture, 2, 20));
	picture_erase(picture);
	ck_assert_int_eq(words_wrap(picture, 0, 0, 9, ROLE_TEXT, "אבגדהוז. abc."), 2);
	ck_assert_str_eq(row_of(picture, out), ".זוהדגבא");
	picture_set_origin(picture, 1, 0);
	ck_assert_str_eq(row_of(picture, out), "    .abc");
	picture_erase(picture);
	ck_assert_int_eq(words_wrap(picture, 0, 0, 9, ROLE_TEXT, "abcdefgh אבג."), 2);
	picture_set_origin(picture, 1, 0);
	ck_assert_str_eq(row_of(picture, out), "גבא.");
	picture_free(picture);
#endif
}
END_TEST

/* What is left out of a scrolled line is marked at the side where it would be. */
START_TEST(a_prompt_from_right_to_left)
{
#ifdef HAVE_FRIBIDI
	struct picture *picture = picture_new();
	struct prompt prompt = {.label = ""};
	char out[400];
	setlocale(LC_CTYPE, "C.UTF-8");
	ck_assert(picture_resize(picture, 1, 20));
	prompt_insert(&prompt, "אבגדהוזחטי");
	picture_erase(picture);
	prompt_draw_text(&prompt, picture, 0, 0, 20);
	ck_assert_str_eq(row_of(picture, out), "_יטחזוהדגבא");
	picture_erase(picture);
	prompt_draw_text(&prompt, picture, 0, 0, 7); /* at its end */
	ck_assert_str_eq(row_of(picture, out), " _יטחז…");
	prompt.cursor = 0;
	picture_erase(picture);
	prompt_draw_text(&prompt, picture, 0, 0, 7);
	ck_assert_str_eq(row_of(picture, out), "…הדגבא");
	prompt.cursor = strlen("אבגדה");
	picture_erase(picture);
	prompt_draw_text(&prompt, picture, 0, 0, 7);
	ck_assert_str_eq(row_of(picture, out), "…חזוהד…");
	picture_free(picture);
#endif
}
END_TEST

START_TEST(any_bytes_are_taken)
{
	enum { TEXTS = 20000, LENGTH = 24 };
	static const char *const parts[] = {"\u0301", "👩",      "\u200d", "🏽",   "🇩",    "א",
	                                    "ש",      "\u05b8", "س",      "ل",      "ا",    "漢",
	                                    "e",      " ",      "(",      "\ufe0f", "\xe2", "\x82",
	                                    "\xff",   "ก",      "ำ",      "\u202e"};
	struct picture *picture = picture_new();
	uint64_t random = 7;
	setlocale(LC_CTYPE, "C.UTF-8");
	ck_assert(picture_resize(picture, 1, 30));
	for (int i = 0; i < TEXTS; i++) {
		char text[LENGTH * 4 + 1] = "", out[400];
		for (int k = 0; k < LENGTH; k++) {
			random = random * 6364136223846793005U + 1442695040888963407U;
			strcat(text, parts[(random >> 33) % (sizeof parts / sizeof parts[0])]);
		}
		const int columns = (int)(random >> 40) % 31;
		painted(picture, columns, text, out);
		ck_assert(text_is_utf8(out, strlen(out)));
		for (int c = columns; c < picture->columns; c++)
			ck_assert(picture_cell_at(picture, 0, c).glyph == U' ');
	}
	picture_free(picture);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_loop_test(tests, a_glyph_is_a_whole_cluster, 0,
	                    sizeof samples / sizeof samples[0]);
	tcase_add_test(tests, what_cannot_be_shown_is_a_question_mark);
	tcase_add_test(tests, clusters_are_bounded);
	tcase_add_test(tests, text_from_right_to_left_is_in_order);
	tcase_add_test(tests, rows_run_as_their_text);
	tcase_add_test(tests, a_prompt_from_right_to_left);
	tcase_add_test(tests, any_bytes_are_taken);
}

int main(void)
{
	setenv("CK_FORK", "yes", 0); /* each test begins without clusters */
	return run_tests("glyph", add_all);
}
