/* Text, errors, pictures, random numbers, and the pack reader against every error in a file, and
 * thousands of random ones. */
#include <check.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/error.h"
#include "os/signal.h"
#include "os/language.h"
#include "os/glyph.h"
#include "os/text.h"
#include "play/generate.h"
#include "puzzle/picture.h"
#include "puzzle/registry.h"
#include "support/help.h"

/* ---- text ---- */

START_TEST(code_points_survive_writing_and_reading)
{
	for (char32_t point = 0; point <= 0x10FFFF; point++) {
		if (point >= 0xD800 && point <= 0xDFFF)
			continue;
		char bytes[TEXT_BYTES_MAX];
		const size_t size = text_encode(bytes, point);
		const char *text = bytes;
		const char32_t read = text_decode(&text, bytes + size);
		must(read == point && text == bytes + size, "U+%04X", (unsigned)point);
		must(text_is_utf8(bytes, size), "U+%04X is refused", (unsigned)point);
	}
}
END_TEST

static const char *const broken[] = {
	"\x80",
	"\xBF", /* a continuation byte alone */
	"\xC0\x80",
	"\xC1\xBF", /* overlong */
	"\xE0\x80\x80",
	"\xE0\x9F\xBF",
	"\xF0\x80\x80\x80",
	"\xF0\x8F\xBF\xBF",
	"\xED\xA0\x80",
	"\xED\xBF\xBF", /* surrogates */
	"\xF4\x90\x80\x80",
	"\xF5\x80\x80\x80",
	"\xFE",
	"\xFF", /* after the last one */
	"\xC3",
	"\xE2\x82",
	"\xF0\x9F\x98", /* truncated */
	"\xC3(",
	"\xE2\x82(",
	"\xF0\x9F\x98(", /* interrupted */
};

START_TEST(broken_bytes_are_taken_one_at_a_time)
{
	const char *bytes = broken[_i], *text = bytes;
	const size_t size = strlen(bytes);
	ck_assert_uint_eq(text_decode(&text, bytes + size), TEXT_INVALID);
	ck_assert_ptr_eq(text, bytes + 1);
	ck_assert(!text_is_utf8(bytes, size));
}
END_TEST

START_TEST(the_replacement_character_itself_is_valid)
{
	const char *bytes = "\xEF\xBF\xBD", *text = bytes;
	ck_assert_uint_eq(text_decode(&text, bytes + 3), TEXT_INVALID);
	ck_assert_ptr_eq(text, bytes + 3);
	ck_assert(text_is_utf8(bytes, 3));
	ck_assert(text_is_utf8("", 0));
}
END_TEST

static const struct {
	const char *text, *clean;
} cleaned[] = {
	{"plain", "plain"},
	{"", ""},
	{"\x1B[2J\a\b\r\n\t\x7F", "?[2J??????"},
	{"\xC2\x80\xC2\x9B\xC2\x9F", "???"},      /* C1 */
	{"\xE2\x80\xAEtxt\xE2\x81\xA6", "?txt?"}, /* right-to-left override */
	{"\xD8\x9C\xE2\x80\x8E\xE2\x80\x8F", "???"},
	{"a\xE2\x80\x8B"
         "b\xE2\x80\x8D"
         "c\xEF\xBB\xBF",
         "a?b?c?"},          /* zero width */
	{"e\xCC\x81", "e\xCC\x81"}, /* combining */
	{"\xC2\xAD\xCD\x8F\xEF\xB8\x8F", "???"},
	{"\xEE\x80\x80\xF3\xA0\x81\x81", "??"},   /* private use, tags */
	{"\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD"}, /* not UTF-8 */
	{"\xC3\xA9\xE6\xBC\xA2\xE2\x97\x8F", "\xC3\xA9\xE6\xBC\xA2\xE2\x97\x8F"},
};

START_TEST(text_is_made_harmless)
{
	char out[64];
	setlocale(LC_CTYPE, "C.UTF-8");
	ck_assert_str_eq(text_sanitize(out, sizeof out, cleaned[_i].text), cleaned[_i].clean);
	ck_assert_int_eq(text_columns(cleaned[_i].text), text_columns(cleaned[_i].clean));
}
END_TEST

static const struct {
	const char *text, *sentence;
} sentences[] = {
	{"out of memory", "Out of memory."},
	{"a.level:3: row too long", "a.level:3: row too long."},
	{"did you mean \"x\"?", "Did you mean \"x\"?"},
	{"tilt: it is solved", "tilt: it is solved."},
	{"● has 1 block", "● has 1 block."},
	{"\u00E9t\u00E9 seul", "\u00C9t\u00E9 seul."},
	{"\u3042\u308A\u3002", "\u3042\u308A\u3002"},
	{"Done.", "Done."},
	{"", ""},
};

START_TEST(an_error_becomes_a_sentence)
{
	char out[64];
	setlocale(LC_CTYPE, "C.UTF-8");
	ck_assert_str_eq(text_sentence(out, sizeof out, sentences[_i].text),
	                 sentences[_i].sentence);
	ck_assert_str_eq(text_sentence(out, 1, sentences[_i].text), "");
}
END_TEST

START_TEST(items_are_listed)
{
	char out[12] = "";
	text_add_item(out, sizeof out, "one");
	ck_assert_str_eq(out, "one");
	text_add_item(out, sizeof out, "two");
	ck_assert_str_eq(out, "one, two");
	text_add_item(out, sizeof out, "\u00E9\u00E9"); /* is cut between two characters */
	ck_assert_str_eq(out, "one, two, ");
}
END_TEST

START_TEST(sentences_are_joined)
{
	char out[16] = "";
	text_add_sentence(out, sizeof out, "");
	ck_assert_str_eq(out, "");
	text_add_sentence(out, sizeof out, "Queens.");
	ck_assert_str_eq(out, "Queens.");
	text_add_sentence(out, sizeof out, "");
	ck_assert_str_eq(out, "Queens.");
	text_add_sentence(out, sizeof out, "Take turns.");
	ck_assert_str_eq(out, "Queens. Take tu");
}
END_TEST

START_TEST(text_is_truncated_between_characters)
{
	static const char *const cut[] = {"", "a", "a", "a\xC3\xA9", "a\xC3\xA9", "a\xC3\xA9",
	                                  "a\xC3\xA9\xE6\xBC\xA2", "a\xC3\xA9\xE6\xBC\xA2z"};
	char out[16];
	setlocale(LC_CTYPE, "C.UTF-8");
	for (size_t size = 1; size <= 8; size++) {
		memset(out, 'x', sizeof out);
		text_sanitize(out, size, "a\xC3\xA9\xE6\xBC\xA2z");
		ck_assert_str_eq(out, cut[size - 1]);
		ck_assert_int_eq(out[size], 'x');
	}
}
END_TEST

START_TEST(widths_are_columns_of_a_terminal)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	ck_assert_int_eq(glyph_width(U'a'), 1);
	ck_assert_int_eq(glyph_width(U'●'), 1);
	ck_assert_int_eq(glyph_width(U'漢'), 2);
	ck_assert_int_eq(glyph_width(U'\u0301'), 0);
	ck_assert_int_eq(glyph_width(0x1B), 0);
	ck_assert_int_eq(glyph_width(0x9B), 0);
	ck_assert_int_eq(glyph_width(0x10FFFF), 0);
	ck_assert_int_eq(text_columns("a漢\x1B"), 4);
}
END_TEST

START_TEST(a_line_ends_at_a_blank_where_one_is_near)
{
	static const struct {
		const char *text;
		int columns;
		size_t size;
	} lines[] = {
		{"", 5, 0},          {"all of it", 9, 9},  {"all of it", 8, 6},
		{"all of it", 6, 6}, {"all of it", 5, 3},  {"all of it", 2, 2},
		{"all of it", 0, 1}, {"漢字 漢字", 9, 13}, {"漢字 漢字", 8, 10},
		{"漢字 漢字", 3, 3}, {"漢字", 1, 3},       {"\x1B\x1Bz", 2, 2},
		{"a 漢字", 3, 2},    {"漢字。漢", 5, 3},   {"漢字。漢", 6, 9},
		{"。。。", 2, 3},
	};
	setlocale(LC_CTYPE, "C.UTF-8");
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		ck_assert_msg(text_fit(lines[i].text, lines[i].columns) == lines[i].size,
		              "\"%s\" in %d columns: %zu bytes", lines[i].text, lines[i].columns,
		              text_fit(lines[i].text, lines[i].columns));
}
END_TEST

/* Foreign words in messages are cut between two characters, as are paths at their beginning. */
START_TEST(what_messages_quote_is_cut_whole)
{
	char text[200] = "", expected[240] = "";
	struct error error;
	setlocale(LC_CTYPE, "C.UTF-8");
	ck_assert_str_eq(text_shown("").bytes, "");
	ck_assert_str_eq(text_shown_part("äöü", strlen("ä")).bytes, "ä");
	for (int i = 0; i < TEXT_SHOWN_MAX; i++)
		strcat(text, "x");
	ck_assert_str_eq(text_shown(text).bytes, text);
	ck_assert_str_eq(text_shown(strcat(text, "y")).bytes,
	                 strcat(memcpy(expected, text, TEXT_SHOWN_MAX), "..."));
	strcpy(text + TEXT_SHOWN_MAX - 1, "äx");
	strcpy(expected + TEXT_SHOWN_MAX - 1, "...");
	ck_assert_str_eq(text_shown(text).bytes, expected);
	strcpy(text, "a");
	for (int i = 0; i < 40; i++)
		strcat(text, "ä");
	ck_assert(!error_at(&error, text, 7, "%s", "no"));
	snprintf(expected, sizeof expected, "...%s:7: no", text + 1);
	ck_assert_str_eq(error.text, expected);
}
END_TEST

START_TEST(characters_the_locale_lacks_are_replaced)
{
	char out[16];
	setlocale(LC_CTYPE, "C");
	ck_assert_str_eq(text_sanitize(out, sizeof out, "a\xC3\xA9z"), "a?z");
}
END_TEST

/* Case, accents and how they are encoded do not matter; letters do. */
START_TEST(words_are_compared_as_they_are_typed)
{
	static const char *const same[][2] = {
		{"Züge", "zuge"},   {"z\u00fcge", "zu\u0308ge"}, {"Straße", "STRASSE"},
		{"Rincón", "rincon"}, {"où", "OU"},              {"Їжак", "іжак"},
		{"\u304c", "\u304b\u3099"}, {"", ""},
	};
	char out[8];
	for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
		ck_assert_msg(text_is_same_word(same[i][0], same[i][1]), "%s", same[i][0]);
	ck_assert(!text_is_same_word("zug", "züge"));
	ck_assert(!text_is_same_word("left", "lift"));
	ck_assert(!text_is_same_word("", "a"));
	ck_assert(text_is_same_word("\xff", "\xff")); /* no UTF-8: as it is */
	text_fold("ÀÉÎÕÜabcdefgh", out, sizeof out);
	ck_assert_int_lt((int)strlen(out), (int)sizeof out);
	ck_assert_int_eq(strncmp(out, "aei", 3), 0);
}
END_TEST

START_TEST(the_nearest_word_is_suggested)
{
	static const char *const words[] = {"pack", "par", "level", "licence", "hint"};
	ck_assert_str_eq(text_nearest("levle", words, 5), "level");
	ck_assert_str_eq(text_nearest("license", words, 5), "licence");
	ck_assert_str_eq(text_nearest("par", words, 5), "par");
	ck_assert_str_eq(text_nearest("Hint", words, 5), "hint");
	ck_assert_ptr_null(text_nearest("", words, 5));
	ck_assert_ptr_null(text_nearest("colour", words, 5));
	ck_assert_ptr_null(text_nearest("xyz", words, 5));
	ck_assert_ptr_null(text_nearest("a word that is longer than any", words, 5));
	ck_assert_ptr_null(text_nearest("par", words, 0));
}
END_TEST

START_TEST(only_one_is_singular)
{
	ck_assert_str_eq(text_plural("%d move", "%d moves", 1), "%d move");
	ck_assert_str_eq(text_plural("%d move", "%d moves", 0), "%d moves");
	ck_assert_str_eq(text_plural("%d move", "%d moves", 21), "%d moves");
}
END_TEST

START_TEST(numbers_are_whole_and_in_range)
{
	static const char *const wrong[] = {"", " 5", "+5", "-5", "5 ", "5x", "0x5", "5.0", "11",
	                                    "2", "99999999999999999999"};
	long number = -1;
	ck_assert(text_read_number("3", 3, 10, &number) && number == 3);
	ck_assert(text_read_number("10", 3, 10, &number) && number == 10);
	ck_assert(text_read_number("007", 3, 10, &number) && number == 7);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		ck_assert_msg(!text_read_number(wrong[i], 3, 10, &number), "\"%s\"", wrong[i]);
	ck_assert_int_eq(number, 7);
}
END_TEST

/* ---- errors ---- */

START_TEST(errors_name_file_and_line)
{
	struct error error;
	ck_assert(!error_at(&error, "x.level", 3, "%s is %d", "par", 7));
	ck_assert_str_eq(error.text, "x.level:3: par is 7");
	ck_assert(!error_at(&error, "x.level", 0, "cannot"));
	ck_assert_str_eq(error.text, "x.level: cannot");
	ck_assert(!error_set(&error, "all of %d", 5));
	ck_assert_str_eq(error.text, "all of 5");
}
END_TEST

START_TEST(reasons_are_written_for_players)
{
	ck_assert_str_eq(error_reason(ENOENT), "no such file or folder");
	ck_assert_str_eq(error_reason(EACCES), "permission denied");
	ck_assert_str_eq(error_reason(EROFS), "read-only");
	ck_assert_str_eq(error_reason(ENOSPC), "disk full");
	ck_assert_str_eq(error_reason(EFBIG), "disk full");
	ck_assert_str_eq(error_reason(EMFILE), "too many open files");
	ck_assert_str_eq(error_reason(EIO), "disk error");
	ck_assert_str_eq(error_reason(0), "disk error");
	ck_assert_str_eq(error_reason(EDOM), strerror(EDOM));
	ck_assert(language_choose("de"));
	ck_assert_str_eq(error_reason(ENOSPC), "Datenträger voll");
	ck_assert_str_eq(error_reason(ENOENT), "Datei oder Ordner nicht gefunden");
	ck_assert(language_choose("en"));
}
END_TEST

START_TEST(a_long_file_name_is_shortened_to_its_end)
{
	struct error error;
	char name[2000];
	memset(name, 'd', sizeof name);
	strcpy(name + sizeof name - 9, "/x.level");
	error_at(&error, name, 2147483647, "what");
	ck_assert_int_eq(strncmp(error.text, "...ddd", 6), 0);
	ck_assert_ptr_nonnull(strstr(error.text, "ddd/x.level:2147483647: what"));
}
END_TEST

START_TEST(errors_are_one_harmless_line_however_long)
{
	struct error error;
	char what[5000];
	memset(what, '\n', sizeof what);
	what[sizeof what - 1] = '\0';
	error_at(&error, "a\x1B[31m\n.level", 1, "%s", what);
	ck_assert_int_eq(strncmp(error.text, "a?[31m?.level:1: ???", 20), 0);
	ck_assert_ptr_null(strpbrk(error.text, "\n\x1B"));
	ck_assert_uint_lt(strlen(error.text), sizeof error.text);
}
END_TEST

/* ---- pictures ---- */

static struct picture *new_picture(int rows, int columns)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	struct picture *picture = picture_new();
	ck_assert_ptr_nonnull(picture);
	ck_assert(picture_resize(picture, rows, columns));
	return picture;
}

static struct picture_cell at(const struct picture *picture, int row, int column)
{
	return picture->cells[row * picture->columns + column];
}

/* The glyphs of a row; '_' for a covered cell, '*' for anything beyond ASCII. */
static const char *row_of(const struct picture *picture, int row)
{
	static char text[64];
	for (int c = 0; c < picture->columns; c++) {
		const char32_t glyph = at(picture, row, c).glyph;
		text[c] = glyph == 0 ? '_' : glyph >= 0x80 ? '*' : (char)glyph;
	}
	text[picture->columns] = '\0';
	return text;
}

START_TEST(painting_outside_is_clipped)
{
	struct picture *picture = new_picture(2, 3);
	for (int row = -3; row < 6; row++)
		for (int column = -3; column < 6; column++)
			if (row < 0 || row > 1 || column < 0 || column > 2)
				picture_put(picture, row, column, U'x', ROLE_WALL, 1);
	ck_assert_str_eq(row_of(picture, 0), "   ");
	ck_assert_str_eq(row_of(picture, 1), "   ");
	picture_fill(picture, -5, 1, 20, 1, U'#', ROLE_WALL, 2);
	ck_assert_str_eq(row_of(picture, 0), " # ");
	ck_assert_str_eq(row_of(picture, 1), " # ");
	ck_assert_int_eq(at(picture, 1, 1).role, ROLE_WALL);
	ck_assert_int_eq(at(picture, 1, 1).tint, 2);
	picture_set_role(picture, 1, -4, 100, ROLE_HINT);
	ck_assert_int_eq(at(picture, 1, 2).role, ROLE_HINT);
	ck_assert_int_eq(at(picture, 0, 2).role, ROLE_TEXT);
	picture_free(picture);
}
END_TEST

START_TEST(clipped_cells_are_not_painted_read_or_clicked)
{
	struct picture *picture = new_picture(4, 6);
	picture_clip(picture, 1, 2, 2, 3);
	picture_set_origin(picture, -7, -7); /* a larger board, partly visible */
	picture_fill(picture, 0, 0, 20, 20, U'#', ROLE_WALL, 0);
	picture_click_area(picture, 0, 0, 10, 10, 'k', 5);
	picture_click_area(picture, 0, 0, 8, 8, 'l', 6);
	ck_assert_int_eq(picture_cell_at(picture, 8, 9).role, ROLE_WALL);
	ck_assert_int_eq(picture_cell_at(picture, 8, 8).role, ROLE_TEXT);
	ck_assert_int_eq(picture->click_area_count, 1);
	picture_set_origin(picture, 0, 0);
	picture_clip(picture, -3, -3, 100, 100);
	ck_assert_str_eq(row_of(picture, 0), "      ");
	ck_assert_str_eq(row_of(picture, 1), "  ### ");
	ck_assert_str_eq(row_of(picture, 2), "  ### ");
	ck_assert_str_eq(row_of(picture, 3), "      ");
	const struct click_area *click_area = picture_click_area_at(picture, 2, 2);
	ck_assert(click_area != NULL && click_area->key == 'k' && click_area->cell == 5);
	ck_assert_ptr_null(picture_click_area_at(picture, 3, 2));
	ck_assert_ptr_null(picture_click_area_at(picture, 2, 3));
	picture_put(picture, 3, 5, U'x', ROLE_TEXT, 0);
	ck_assert_str_eq(row_of(picture, 3), "     x");
	picture_free(picture);
}
END_TEST

START_TEST(text_is_clipped_and_says_where_it_ended)
{
	struct picture *picture = new_picture(2, 6);
	ck_assert_int_eq(picture_text(picture, 0, 1, 3, ROLE_STRONG, "abcdef"), 4);
	ck_assert_str_eq(row_of(picture, 0), " ab*  ");
	ck_assert_uint_eq(at(picture, 0, 3).glyph, U'…');
	ck_assert_int_eq(picture_text(picture, 1, 4, 99, ROLE_TEXT, "abcdef"), 6);
	ck_assert_str_eq(row_of(picture, 1), "    a*");
	picture_erase(picture);
	ck_assert_int_eq(picture_text(picture, 0, -2, 6, ROLE_TEXT, "abcdef"), 4);
	ck_assert_str_eq(row_of(picture, 0), "cdef  ");
	picture->glyphs = GLYPHS_ASCII;
	picture_text(picture, 0, 0, 5, ROLE_TEXT, "abcdef");
	ck_assert_str_eq(row_of(picture, 0), "abcd~ ");
	picture_text(picture, 7, 0, 6, ROLE_TEXT, "below");
	ck_assert_str_eq(row_of(picture, 1), "      ");
	picture_free(picture);
}
END_TEST

START_TEST(text_is_painted_harmless)
{
	struct picture *picture = new_picture(1, 8);
	ck_assert_int_eq(picture_print(picture, 0, 0, ROLE_TEXT, "a\x1B%c\xC3\xA9\xCC\x81", 'b'),
	                 4);
	ck_assert_str_eq(row_of(picture, 0), "a?b*    ");
	picture_erase(picture);
	picture->glyphs = GLYPHS_ASCII;
	picture_print(picture, 0, 0, ROLE_TEXT, "\xC3\xA9 \xE6\xBC\xA2 z");
	ck_assert_str_eq(row_of(picture, 0), "? ? z   ");
	picture_free(picture);
}
END_TEST

START_TEST(wide_characters_cover_two_cells_or_none)
{
	struct picture *picture = new_picture(1, 5);
	ck_assert_int_eq(picture_text(picture, 0, 0, 5, ROLE_TEXT, "漢字漢"), 5);
	ck_assert_str_eq(row_of(picture, 0), "*_*_*");
	ck_assert_uint_eq(at(picture, 0, 4).glyph, U'…');
	picture_erase(picture);
	ck_assert_int_eq(picture_text(picture, 0, 0, 3, ROLE_TEXT, "a漢字"), 3);
	ck_assert_str_eq(row_of(picture, 0), "a *  "); /* the wide one goes completely */
	picture_free(picture);
}
END_TEST

/* Without the wide character on its left, a covered cell would show its old content. */
START_TEST(a_wide_character_cut_by_the_left_edge_covers_nothing)
{
	struct picture *picture = new_picture(1, 4);
	picture_text(picture, 0, -1, 5, ROLE_TEXT, "漢字");
	ck_assert_uint_ne(at(picture, 0, 0).glyph, 0);
	ck_assert_uint_eq(at(picture, 0, 1).glyph, U'字');
	ck_assert_uint_eq(at(picture, 0, 2).glyph, 0);
	picture_free(picture);
}
END_TEST

START_TEST(the_origin_moves_what_is_painted)
{
	struct picture *picture = new_picture(3, 4);
	picture_set_origin(picture, 1, 2);
	picture_put(picture, 0, 0, U'x', ROLE_TEXT, 0);
	picture_text(picture, 1, 0, 9, ROLE_TEXT, "abc");
	picture_click_area(picture, 0, 0, 1, 1, 'k', 5);
	ck_assert_str_eq(row_of(picture, 1), "  x ");
	ck_assert_str_eq(row_of(picture, 2), "  a*");
	ck_assert_ptr_null(picture_click_area_at(picture, 0, 0));
	ck_assert_int_eq(picture_click_area_at(picture, 1, 2)->cell, 5);
	picture_erase(picture);
	picture_put(picture, 0, 0, U'y', ROLE_TEXT, 0);
	ck_assert_str_eq(row_of(picture, 0), "y   ");
	ck_assert_ptr_null(picture_click_area_at(picture, 1, 2));
	picture_free(picture);
}
END_TEST

START_TEST(the_last_widget_wins)
{
	struct picture *picture = new_picture(4, 4);
	picture_click_area(picture, 0, 0, 4, 4, 'a', 1);
	picture_click_area(picture, 1, 1, 2, 2, 'b', 2);
	ck_assert_int_eq(picture_click_area_at(picture, 0, 0)->key, 'a');
	ck_assert_int_eq(picture_click_area_at(picture, 1, 1)->key, 'b');
	ck_assert_int_eq(picture_click_area_at(picture, 2, 2)->key, 'b');
	ck_assert_int_eq(picture_click_area_at(picture, 3, 2)->key, 'a');
	ck_assert_ptr_null(picture_click_area_at(picture, 4, 0));
	ck_assert_ptr_null(picture_click_area_at(picture, 0, -1));
	for (int i = 0; i < 2 * CLICK_AREAS_MAX; i++)
		picture_click_area(picture, 0, 0, 1, 1, 'c', i);
	ck_assert_int_eq(picture->click_area_count, CLICK_AREAS_MAX);
	picture_free(picture);
}
END_TEST

START_TEST(pieces_are_distinct_in_every_glyph_set)
{
	struct picture *picture = new_picture(1, 1);
	for (int set = 0; set < GLYPHS_COUNT; set++) {
		picture->glyphs = (enum glyph_set)set;
		for (int a = 1; a <= COLOURS_MAX; a++)
			for (int b = 1; b < a; b++)
				must(picture_piece_glyph(picture, a) !=
				             picture_piece_glyph(picture, b),
				     "colours %d and %d", a, b);
		for (int a = 1; a <= COLOURS_MAX; a++)
			must(glyph_width(picture_piece_glyph(picture, a)) == 1, "colour %d", a);
	}
	ck_assert_uint_eq(picture_piece_glyph(picture, 26), U'Z');
	ck_assert_uint_eq(picture_glyph(picture, U'█', U'#'), U'#');
	picture_free(picture);
}
END_TEST

/* ---- random numbers ---- */

/* A level made from a seed must never change, so neither must these values. They are those of the
 * generator's reference implementation. */
START_TEST(random_numbers_never_change)
{
	static const uint64_t values[] = {
		UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
		UINT64_C(16408922859458223821),
	};
	struct random random = {1234567}, retry = {1234567};
	for (int i = 0; i < 5; i++) {
		ck_assert_uint_eq(random_next(&random), values[i]);
		ck_assert_uint_eq(random_below(&retry, 1000), values[i] % 1000);
	}
}
END_TEST

START_TEST(random_numbers_stay_below)
{
	struct random random = {5};
	int seen[7] = {0};
	for (int i = 0; i < 7000; i++) {
		const uint32_t number = random_below(&random, 7);
		must(number < 7, "%u", number);
		seen[number]++;
	}
	for (int i = 0; i < 7; i++)
		must(seen[i] > 800 && seen[i] < 1200, "%d came %d times", i, seen[i]);
	ck_assert_uint_eq(random_below(&random, 1), 0);
}
END_TEST

/* ---- valid packs ---- */

#define TWO_LEVELS                                                           \
	"; a comment\npack: The pack\nmode: tilt\nhint: for all\n\n"         \
	"level: One\npar: 2\n\na.. ..a\n; inside the board\n... ...\n\n"     \
	"level: Two\nhint: of its own\n\n.a a.\n"

START_TEST(headers_are_inherited_and_overridden)
{
	struct pack pack = read_pack(TWO_LEVELS);
	const struct level_text *one = &pack.levels[0], *two = &pack.levels[1];
	ck_assert_int_eq(pack.count, 2);
	ck_assert_str_eq(pack.name, "x.level");
	ck_assert_str_eq(one->title, "One");
	ck_assert_str_eq(one->value[HEADER_PACK], "The pack");
	ck_assert_str_eq(one->value[HEADER_HINT], "for all");
	ck_assert_str_eq(one->value[HEADER_PAR], "2");
	ck_assert_str_eq(two->title, "Two");
	ck_assert_str_eq(two->value[HEADER_PACK], "The pack");
	ck_assert_str_eq(two->value[HEADER_HINT], "of its own");
	ck_assert_ptr_null(two->value[HEADER_PAR]);
	ck_assert_ptr_eq(pack_puzzle(&pack, 1), puzzle_named("tilt"));
	pack_free(&pack);
	ck_assert_ptr_null(pack.levels);
}
END_TEST

START_TEST(lines_and_sizes_are_known)
{
	struct pack pack = read_pack(TWO_LEVELS);
	struct level level;
	struct error error;
	ck_assert_int_eq(pack.levels[0].line, 6);
	ck_assert_int_eq(pack.levels[0].header_line[HEADER_PAR], 7);
	ck_assert_int_eq(pack.levels[0].row_line[0], 9);
	ck_assert_int_eq(pack.levels[0].row_line[1], 11);
	ck_assert(pack_level(&pack, 0, &level, &error));
	ck_assert_int_eq(level.rows, 2);
	ck_assert_int_eq(level.columns, 3);
	ck_assert_int_eq(level.par, 2);
	ck_assert(pack_level(&pack, 1, &level, &error));
	ck_assert_int_eq(level.rows, 1);
	ck_assert_int_eq(level.columns, 2);
	ck_assert_int_eq(level.par, -1);
	pack_free(&pack);
}
END_TEST

#define PLAIN "level: t\nmode: tilt\n\na. .a\n"

static const char *const same_as_plain[] = {
	("\xEF\xBB\xBF" PLAIN),
	"level: t\r\nmode: tilt\r\n\r\na. .a\r\n",
	"level: t\nmode: tilt\n\na. .a",
	"level: t\r\nmode: tilt\r\n\r\na. .a\r",
	"  level :  t \t\n\tmode:tilt\n \t \n  a.\t .a  \n\n\n",
	"\n\n; c\nlevel: t\n; c\nmode: tilt\n;\n\n; c\na. .a\n; c\n",
	"mode: tilt\nlevel: t\n\n\n\na. .a\n",
};

START_TEST(the_layout_of_a_file_does_not_matter)
{
	struct level plain, other;
	const struct puzzle *puzzle = read_level(PLAIN, &plain);
	read_level(same_as_plain[_i], &other);
	ck_assert(same_level(puzzle, &plain, &other));
	struct pack pack = read_pack(same_as_plain[_i]);
	ck_assert_str_eq(pack.levels[0].title, "t");
	pack_free(&pack);
}
END_TEST

START_TEST(levels_may_follow_without_a_blank_line)
{
	struct pack pack = read_pack("mode: tilt\nlevel: a\n\na. .a\nlevel: b\n\nb. .b\n");
	ck_assert_int_eq(pack.count, 2);
	ck_assert_str_eq(pack.levels[1].words[0][0], "b.");
	pack_free(&pack);
}
END_TEST

START_TEST(the_identity_depends_on_the_board_only)
{
	struct level plain, other;
	const struct puzzle *puzzle = read_level(PLAIN, &plain);
	const uint64_t identity = level_identity(puzzle, &plain);
	read_level("pack: p\nauthor: x\nlevel: other\nmode: tilt\npar: 1\nhint: h\n\na. .a\n",
	           &other);
	ck_assert_uint_eq(level_identity(puzzle, &other), identity);
	read_level("level: t\nmode: tilt\n\n.a a.\n", &other);
	ck_assert_uint_ne(level_identity(puzzle, &other), identity);
	read_level("level: t\nmode: tilt\n\na. a.\n", &other);
	ck_assert_uint_ne(level_identity(puzzle, &other), identity);
	read_level("level: t\nmode: tilt\n\na .\n. a\n", &other);
	ck_assert_uint_ne(level_identity(puzzle, &other), identity);
}
END_TEST

/* Results are stored under it, so it must never change either. FNV-1a over the puzzle's name, the
 * four headers that matter and the words, each with its NUL. */
START_TEST(the_identity_never_changes)
{
	struct level level;
	const struct puzzle *puzzle = read_level(PLAIN, &level);
	ck_assert_uint_eq(level_identity(puzzle, &level), UINT64_C(3059312997587470386));
}
END_TEST

/* ---- invalid packs ---- */

#define HEAD "level: t\nmode: tilt\n\n"
#define FAULT(text, message) {text, sizeof(text) - 1, "x.level:" message}

static const struct {
	const char *text;
	size_t size;
	const char *message;
} faults[] = {
	FAULT("", "1: no level in this file: expected \"level: TITLE\""),
	FAULT("; only\n\n", "2: no level in this file: expected \"level: TITLE\""),
	FAULT("mode: tilt\n", "1: no level in this file: expected \"level: TITLE\""),
	FAULT("a.. ..a\n", "1: expected \"key: value\" or \"level: TITLE\""),
	FAULT("level:\n", "1: a level needs a title: \"level: TITLE\""),
	FAULT("level: t\na. .a\n", "2: expected \"key: value\", or a blank line before the board"),
	FAULT("levle: t\n", "1: unknown key \"levle\"; did you mean \"level\"?"),
	FAULT("level: t\nmood: tilt\n", "2: unknown key \"mood\"; did you mean \"mode\"?"),
	FAULT("\ncolour: red\n",
              "2: unknown key \"colour\"; expected one of pack, author, licence, "
              "level, mode, par, hint, rules, goal, piece, refill"),
	FAULT("mode: tilt\npar: 3\nmode: tilt\n", "3: \"mode:\" is given twice; first on line 1"),
	FAULT("level: t\npar: 3\n; c\npar: 3\n", "4: \"par:\" is given twice; first on line 2"),
	FAULT("level: t\nmode:\n", "2: \"mode:\" has no value"),
	FAULT("level: t\n\na. .a\n", "1: level \"t\" has no \"mode:\""),
	FAULT("level: t\n\na. .a\n\nlevel: u\n", "1: level \"t\" has no \"mode:\""),
	FAULT("mode: tilt\npar: x\n", "2: par is \"x\"; expected a number from 0 to 9999"),
	FAULT("mode: tilt\npar: 3 or 4\n",
              "2: par is \"3 or 4\"; expected a number from 0 to 9999"),
	FAULT("par: -1\n", "1: par is \"-1\"; expected a number from 0 to 9999"),
	FAULT("par: 10000\n", "1: par is \"10000\"; expected a number from 0 to 9999"),
	FAULT("level: t\nmode: tilt\nrules: holes\n\na. .a\n", "3: tilt levels have no \"rules:\""),
	FAULT("piece: rook\nlevel: t\nmode: tilt\n\na. .a\n", "1: tilt levels have no \"piece:\""),
	FAULT(HEAD, "3: level \"t\" has no board: expected a blank line and its rows"),
	FAULT("level: t\nmode: tilt",
              "2: level \"t\" has no board: expected a blank line and its rows"),
	FAULT("level: t\nmode: tilt\nlevel: u\n",
              "3: level \"t\" has no board: expected a blank line and its rows"),
	FAULT(HEAD "par: 3\na. .a\n",
              "4: expected a row of the board: headers come before the blank line"),
	FAULT(HEAD "a. .a\npar: 3\n", "5: expected \"level: TITLE\" after the board"),
	FAULT(HEAD "a. .a\n\npar: 3\n", "6: expected \"level: TITLE\" after the board"),
	FAULT(HEAD "a. .a\n\na. .a\n", "6: expected \"level: TITLE\" after the board"),
	FAULT(HEAD "a.. ..a\n.. ...\n", "5: row is 2 wide; expected 3, as in the first row"),
	FAULT(HEAD "a.. ..a\n.... ...\n", "5: row is 4 wide; expected 3, as in the first row"),
	FAULT(HEAD "a.. ..a\n... ..\n",
              "5: second word is 2 wide; expected 3, as in the first row"),
	FAULT(HEAD "a.. ..a\n...\n", "5: the row has one word; expected two, as in the first row"),
	FAULT(HEAD "a..\n... ...\n", "5: the row has two words; expected one, as in the first row"),
	FAULT(HEAD "a. .a .\n", "4: a row has one or two words"),
	FAULT(HEAD "a a\n", "4: a board needs at least two cells"),
	FAULT(HEAD "..........................a a..........................\n",
              "4: row is 27 wide; the maximum is 26"),
	FAULT("level: t\nmode: tilt\n\0\n", "3: not a level file: not UTF-8 text"),
	FAULT("level: \xFF\n", "1: not a level file: not UTF-8 text"),
	FAULT("mode: tilt\nlevel: \xED\xA0\x80\n", "2: not a level file: not UTF-8 text"),
	FAULT("level: t\xC3", "1: not a level file: not UTF-8 text"),
};

enum { FAULT_COUNT = sizeof faults / sizeof faults[0] };

START_TEST(every_error_has_its_line)
{
	ck_assert_str_eq(refused(faults[_i].text, faults[_i].size), faults[_i].message);
}
END_TEST

START_TEST(an_unknown_mode_gets_a_list_of_modes)
{
	char message[200] = "x.level:2: unknown mode \"tild\"; expected one of ";
	for (int i = 0; puzzle_at(i) != NULL; i++) {
		strcat(message, i == 0 ? "" : ", ");
		strcat(message, puzzle_at(i)->name);
	}
	ck_assert_str_eq(refused("level: t\nmode: tild\n", 20), message);
}
END_TEST

/* The same lines `count` times, after a header. */
static char *repeated(const char *head, const char *lines, int count, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);
	fputs(head, out);
	for (int i = 0; i < count; i++)
		fputs(lines, out);
	fclose(out);
	return text;
}

START_TEST(boards_have_26_rows_at_most)
{
	size_t size;
	char *text = repeated(HEAD "a a\n", ". .\n", 25, &size);
	struct pack pack = read_pack(text);
	ck_assert_int_eq(pack.levels[0].rows, 26);
	pack_free(&pack);
	free(text);
	text = repeated(HEAD "a a\n", ". .\n", 26, &size);
	ck_assert_str_eq(refused(text, size), "x.level:30: more than 26 rows");
	free(text);
}
END_TEST

START_TEST(packs_have_10000_levels_at_most)
{
	size_t size;
	char *text = repeated("mode: tilt\n", "level: t\n\na. .a\n", 10000, &size);
	struct pack pack = read_pack(text);
	ck_assert_int_eq(pack.count, 10000);
	ck_assert_str_eq(pack.levels[9999].title, "t");
	pack_free(&pack);
	free(text);
	text = repeated("mode: tilt\n", "level: t\n\na. .a\n", 10001, &size);
	ck_assert_str_eq(refused(text, size), "x.level:30002: more than 10000 levels in one pack");
	free(text);
}
END_TEST

START_TEST(values_have_199_bytes_at_most)
{
	size_t size;
	char *text = repeated("level: t\nmode: tilt\nhint: ", "h", 199, &size);
	char *whole = repeated(text, "\n\na. .a\n", 1, &size);
	struct pack pack = read_pack(whole);
	ck_assert_uint_eq(strlen(pack.levels[0].value[HEADER_HINT]), 199);
	pack_free(&pack);
	free(whole);
	free(text);
	text = repeated("level: t\nmode: tilt\nhint: ", "h", 200, &size);
	ck_assert_str_eq(refused(text, size), "x.level:3: \"hint:\" is longer than 199 bytes");
	free(text);
}
END_TEST

START_TEST(a_file_too_large_is_refused_unread)
{
	size_t size;
	char *text =
		repeated(PLAIN, "; filler\n", (PACK_BYTES_MAX - (int)strlen(PLAIN)) / 9, &size);
	struct pack pack = read_pack(text);
	pack_free(&pack);
	free(text);
	text = repeated(PLAIN, "; filler\n", PACK_BYTES_MAX / 9 + 1, &size);
	ck_assert_str_eq(refused(text, size),
	                 "x.level: larger than the limit for level files, 4096 KiB");
	free(text);
}
END_TEST

START_TEST(quoted_text_is_made_harmless)
{
	ck_assert_str_eq(refused("\x1B[2J: x\n", 8),
	                 "x.level:1: unknown key \"?[2J\"; expected one of pack, author, licence, "
	                 "level, mode, par, hint, rules, goal, piece, refill");
	const char *message = refused("par: \x1B]0;owned\a\n", 16);
	ck_assert_ptr_null(strpbrk(message, "\x1B\a"));
}
END_TEST

/* ---- random packs ---- */

static const char *const bases[] = {
	TWO_LEVELS,
	PLAIN,
	("\xEF\xBB\xBFpack: \xC3\xA9\xE6\xBC\xA2\r\nauthor: me\r\nlicence: CC0-1.0\r\n"
	 "mode: tilt\r\n\r\nlevel: Big\r\npar: 9999\r\n\r\n"
	 ".a#b.c .a#b.c\r\n...... ......\r\n##.#z. ##.#z.\r\n"),
};

static const char *const pieces[] = {
	"level:", "level: x", "mode: tilt", "par: 1", "pack: p", "rules: a", "goal:", "refill: a b",
	"\n", "\n\n", "\r\n", "\r", ":", ";", " ", "\t", "a", "b", ".", "#", ". .", "a a", "\n.\n",
	"\xC3\xA9", "\xE6\xBC\xA2", "\xEF\xBB\xBF", "\xFF", "\x1B", "0", "99999",
};

struct draft {
	char text[2048];
	size_t size;
};

static void insert(struct draft *draft, size_t place, const char *what, size_t size)
{
	if (draft->size + size > sizeof draft->text)
		return;
	memmove(draft->text + place + size, draft->text + place, draft->size - place);
	memcpy(draft->text + place, what, size);
	draft->size += size;
}

static void mutate(struct draft *draft, struct random *random)
{
	const size_t place = random_below(random, (uint32_t)draft->size + 1);
	const char *piece = pieces[random_below(random, sizeof pieces / sizeof pieces[0])];
	const char byte = (char)(unsigned char)random_below(random, 256);
	switch (random_below(random, 4)) {
	case 0:
		insert(draft, place, piece, strlen(piece));
		break;
	case 1:
		insert(draft, place, &byte, 1);
		break;
	case 2:
		if (place < draft->size)
			draft->text[place] = byte;
		break;
	default:
		if (place < draft->size) {
			memmove(draft->text + place, draft->text + place + 1,
			        draft->size - place - 1);
			draft->size--;
		}
	}
}

static void invent(struct draft *draft, struct random *random)
{
	draft->size = 0;
	const int kind = (int)random_below(random, 4);
	if (kind > 0)
		insert(draft, 0, bases[kind - 1], strlen(bases[kind - 1]));
	for (uint32_t i = random_below(random, kind > 0 ? 4 : 60); i > 0; i--)
		mutate(draft, random);
}

/* A pack that is accepted is written as text and read again: nothing may change. */
static void check_printed(const struct pack *pack, int index)
{
	char *text = NULL;
	size_t size = 0;
	struct level level, retry;
	struct error error;
	FILE *out = open_memstream(&text, &size);
	level_text_print(&pack->levels[index], out);
	fclose(out);
	struct pack copy = read_pack(text);
	must(strcmp(copy.levels[0].title, pack->levels[index].title) == 0, "title of\n%s", text);
	for (int h = 0; h < HEADER_COUNT; h++) {
		const char *value = pack->levels[index].value[h], *other = copy.levels[0].value[h];
		must((value == NULL) == (other == NULL), "header %d of\n%s", h, text);
		must(value == NULL || strcmp(value, other) == 0, "header %d of\n%s", h, text);
	}
	must(pack_level(pack, index, &level, &error), "%s", error.text);
	must(pack_level(&copy, 0, &retry, &error), "%s", error.text);
	must(same_level(pack_puzzle(pack, index), &level, &retry), "board of\n%s", text);
	read_back(pack_puzzle(pack, index), &level, &retry);
	must(same_level(pack_puzzle(pack, index), &level, &retry), "written board of\n%s", text);
	pack_free(&copy);
	free(text);
}

START_TEST(no_text_breaks_the_reader)
{
	struct random random = {77};
	int accepted = 0, refusals = 0;
	for (int i = 0; i < 20000; i++) {
		struct draft draft;
		struct pack pack;
		struct error error = {""};
		invent(&draft, &random);
		if (pack_read_text(&pack, "x.level", draft.text, draft.size, &error)) {
			accepted++;
			for (int l = 0; l < pack.count; l++)
				check_printed(&pack, l);
			pack_free(&pack);
		} else {
			refusals++;
			must(strncmp(error.text, "x.level:", 8) == 0, "\"%s\"", error.text);
		}
	}
	ck_assert_int_gt(accepted, 2000);
	ck_assert_int_gt(refusals, 2000);
}
END_TEST

START_TEST(no_bytes_break_the_reader)
{
	struct random random = {78};
	for (int i = 0; i < 2000; i++) {
		char bytes[512];
		struct pack pack;
		struct error error = {""};
		const size_t size = random_below(&random, sizeof bytes);
		for (size_t b = 0; b < size; b++)
			bytes[b] = (char)(unsigned char)random_below(&random, 256);
		must(!pack_read_text(&pack, "x.level", bytes, size, &error), "accepted noise");
		must(strncmp(error.text, "x.level:", 8) == 0, "\"%s\"", error.text);
	}
}
END_TEST

/* ---- the guard ---- */

static void return_in_order(void *context)
{
	*(int *)context = 1;
}

static void crash(void *context)
{
	raise(*(int *)context);
}

START_TEST(a_crash_in_a_guarded_call_is_reported)
{
	struct sigaction before, after;
	int crashes[] = {SIGSEGV, SIGABRT}, called = 0;
	sigaction(SIGABRT, NULL, &before);
	for (int i = 0; i < 4; i++) /* and works again */
		ck_assert(!signal_guard(crash, &crashes[i % 2]));
	ck_assert(signal_guard(return_in_order, &called));
	ck_assert_int_eq(called, 1);
	sigaction(SIGABRT, NULL, &after);
	ck_assert(after.sa_handler == before.sa_handler);
}
END_TEST

/* ---- all tests ---- */

static void add_text(TCase *tests)
{
	tcase_add_test(tests, code_points_survive_writing_and_reading);
	tcase_add_loop_test(tests, broken_bytes_are_taken_one_at_a_time, 0,
	                    sizeof broken / sizeof broken[0]);
	tcase_add_test(tests, the_replacement_character_itself_is_valid);
	tcase_add_loop_test(tests, text_is_made_harmless, 0, sizeof cleaned / sizeof cleaned[0]);
	tcase_add_test(tests, items_are_listed);
	tcase_add_test(tests, sentences_are_joined);
	tcase_add_loop_test(tests, an_error_becomes_a_sentence, 0,
	                    sizeof sentences / sizeof sentences[0]);
	tcase_add_test(tests, text_is_truncated_between_characters);
	tcase_add_test(tests, widths_are_columns_of_a_terminal);
	tcase_add_test(tests, a_line_ends_at_a_blank_where_one_is_near);
	tcase_add_test(tests, what_messages_quote_is_cut_whole);
	tcase_add_test(tests, characters_the_locale_lacks_are_replaced);
	tcase_add_test(tests, words_are_compared_as_they_are_typed);
	tcase_add_test(tests, the_nearest_word_is_suggested);
	tcase_add_test(tests, only_one_is_singular);
	tcase_add_test(tests, numbers_are_whole_and_in_range);
	tcase_add_test(tests, errors_name_file_and_line);
	tcase_add_test(tests, reasons_are_written_for_players);
	tcase_add_test(tests, a_long_file_name_is_shortened_to_its_end);
	tcase_add_test(tests, errors_are_one_harmless_line_however_long);
	tcase_add_test(tests, random_numbers_never_change);
	tcase_add_test(tests, random_numbers_stay_below);
}

static void add_pictures(TCase *tests)
{
	tcase_add_test(tests, painting_outside_is_clipped);
	tcase_add_test(tests, clipped_cells_are_not_painted_read_or_clicked);
	tcase_add_test(tests, text_is_clipped_and_says_where_it_ended);
	tcase_add_test(tests, text_is_painted_harmless);
	tcase_add_test(tests, wide_characters_cover_two_cells_or_none);
	tcase_add_test(tests, a_wide_character_cut_by_the_left_edge_covers_nothing);
	tcase_add_test(tests, the_origin_moves_what_is_painted);
	tcase_add_test(tests, the_last_widget_wins);
	tcase_add_test(tests, pieces_are_distinct_in_every_glyph_set);
}

static void add_packs(TCase *tests)
{
	tcase_add_test(tests, headers_are_inherited_and_overridden);
	tcase_add_test(tests, lines_and_sizes_are_known);
	tcase_add_loop_test(tests, the_layout_of_a_file_does_not_matter, 0,
	                    sizeof same_as_plain / sizeof same_as_plain[0]);
	tcase_add_test(tests, levels_may_follow_without_a_blank_line);
	tcase_add_test(tests, the_identity_depends_on_the_board_only);
	tcase_add_test(tests, the_identity_never_changes);
	tcase_add_loop_test(tests, every_error_has_its_line, 0, FAULT_COUNT);
	tcase_add_test(tests, an_unknown_mode_gets_a_list_of_modes);
	tcase_add_test(tests, boards_have_26_rows_at_most);
	tcase_add_test(tests, packs_have_10000_levels_at_most);
	tcase_add_test(tests, values_have_199_bytes_at_most);
	tcase_add_test(tests, a_file_too_large_is_refused_unread);
	tcase_add_test(tests, quoted_text_is_made_harmless);
	tcase_add_test(tests, no_text_breaks_the_reader);
	tcase_add_test(tests, no_bytes_break_the_reader);
}

static void add_guard(TCase *tests)
{
	tcase_add_test(tests, a_crash_in_a_guarded_call_is_reported);
}

static void add_all(TCase *tests)
{
	add_text(tests);
	add_pictures(tests);
	add_packs(tests);
	add_guard(tests);
}

int main(void)
{
	return run_tests("core", add_all);
}
