/* Level codes: each shipped level has a short one that gives it again, and so has any 8x8 board.
 * What was damaged on its way is refused, and the codes of released versions are read for ever. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/random.h"
#include "play/library.h"
#include "puzzle/level_code.h"
#include "puzzle/registry.h"
#include "support/help.h"

/* Writes the code of the first level of a text. */
static void code_of(const char *text, char out[LEVEL_CODE_MAX + 1])
{
	struct error error = {""};
	struct pack pack = read_pack(text);
	must(level_code_write(&pack, 0, out, &error), "%s", error.text);
	pack_free(&pack);
}

/* The message about a code that must be refused, valid until the next call. */
static const char *refused_code(const char *code)
{
	static struct error error;
	struct pack pack = {.count = -1};
	must(level_code_is(code), "%s is not meant as a code", code);
	must(!level_code_read(&pack, code, &error), "%s was read", code);
	ck_assert_int_eq(pack.count, -1);
	return error.text;
}

/* ---- what a code carries ---- */

static void check_shipped_code(struct library *library, int pack_number, int index)
{
	struct error error = {""};
	struct pack again;
	struct level level, other;
	char code[LEVEL_CODE_MAX + 1];
	const struct pack *pack = &library->packs[pack_number];
	const struct puzzle *puzzle = pack_puzzle(pack, index);
	must(pack_level_bare(pack, index, &level, &error), "%s", error.text);
	must(level_code_write(pack, index, code, &error), "%s", error.text);
	must(strlen(code) <= LEVEL_CODE_SHORT, "%s:%d has a long code", pack->name, index + 1);
	must(level_code_read(&again, code, &error), "%s", error.text);
	must(pack_level_bare(&again, 0, &other, &error), "%s", error.text);
	must(pack_puzzle(&again, 0) == puzzle && same_level(puzzle, &level, &other),
	     "%s:%d is another level", pack->name, index + 1);
	ck_assert_int_eq(other.par, level.par);
	ck_assert_str_eq(again.levels[0].title, pack->levels[index].title);
	pack_free(&again);
}

START_TEST(every_shipped_level_has_a_short_code)
{
	struct library library;
	struct error error;
	must(library_open(&library, &error), "%s", error.text);
	for (int p = 0; p < library.shipped; p++)
		for (int i = 0; i < library.packs[p].count; i++)
			check_shipped_code(&library, p, i);
	library_close(&library);
}
END_TEST

/* ---- boards of 8x8 ---- */

enum { SIDE = 8, CELLS = SIDE * SIDE };

/* Puts `count` pieces in as many colours on free cells. */
static void scatter(struct random *random, char *cells, int count, int colours)
{
	for (int i = 0; i < count;) {
		const uint32_t cell = random_below(random, CELLS);
		if (cells[cell] == '.')
			cells[cell] = (char)('a' + i++ % colours);
	}
}

static void print_rows(FILE *out, const char *start, const char *goal)
{
	for (int row = 0; row < SIDE; row++)
		fprintf(out, "%.*s   %.*s\n", SIDE, start + row * SIDE, SIDE, goal + row * SIDE);
}

/* Walls, and blocks and goals anywhere: the hardest boards to pack. */
static void print_pieces(struct random *random, FILE *out, int pieces, int colours)
{
	char start[CELLS], goal[CELLS];
	memset(start, '.', CELLS);
	for (int i = 0; i < 10; i++)
		start[random_below(random, CELLS)] = '#';
	memcpy(goal, start, CELLS);
	scatter(random, start, pieces, colours);
	scatter(random, goal, pieces, colours);
	print_rows(out, start, goal);
}

static void print_tiles(struct random *random, FILE *out)
{
	char tiles[CELLS], stars[CELLS];
	for (int i = 0; i < CELLS; i++) {
		tiles[i] = "0123456789abcdef"[random_below(random, 16)];
		stars[i] = ".*"[random_below(random, 2)];
	}
	stars[0] = '*';
	print_rows(out, tiles, stars);
}

static void check_short(const char *text)
{
	struct error error = {""};
	char code[LEVEL_CODE_MAX + 1];
	struct pack again;
	code_of(text, code);
	must(strlen(code) <= LEVEL_CODE_SHORT, "%zu: %s", strlen(code), text);
	must(level_code_read(&again, code, &error), "%s", error.text);
	pack_free(&again);
}

START_TEST(a_board_of_8x8_with_headers_fits_into_200_characters)
{
	struct random random = {8};
	for (int i = 0; i < 60; i++) {
		char text[4096] = "";
		FILE *out = fmemopen(text, sizeof text, "w");
		fprintf(out,
		        "level: A random board, number %d\nmode: %s\npar: %d\n"
		        "author: The Parlour authors\n"
		        "hint: Where does the other block stop? Try to move it last.\n%s\n",
		        i,
		        i % 3 == 0   ? "tilt"
		        : i % 3 == 1 ? "bishop"
		                     : "lines",
		        i,
		        i % 3 == 0   ? ""
		        : i % 3 == 1 ? "rules: slide alternate\npiece: queen\n"
		                     : "goal: close all\n");
		if (i % 3 == 2)
			print_tiles(&random, out);
		else
			print_pieces(&random, out, i < 30 ? 8 : 32, i < 30 ? 4 : 26);
		fclose(out);
		check_short(text);
	}
}
END_TEST

/* The title of a crowded board is cut; a board that is too large anyway keeps all. */
START_TEST(a_title_is_cut_if_the_code_gets_short_so)
{
	struct random random = {10};
	struct error error = {""};
	for (int i = 0; i < 20; i++) {
		char text[4096] = "", code[LEVEL_CODE_MAX + 1];
		struct pack again;
		FILE *out = fmemopen(text, sizeof text, "w");
		fprintf(out, "level: Crowded: blocks of twenty-six colours on one board, no. %d\n"
		             "mode: tilt\nauthor: B\n\n", 10 + i);
		print_pieces(&random, out, 54, 26);
		fclose(out);
		check_short(text);
		code_of(text, code);
		must(level_code_read(&again, code, &error), "%s", error.text);
		ck_assert_str_eq(again.levels[0].title, "Crowded: blocks of twent");
		pack_free(&again);
	}
}
END_TEST

START_TEST(a_long_code_loses_its_hint_first_and_then_its_author)
{
	char title[200], text[800], code[LEVEL_CODE_MAX + 1];
	struct error error = {""};
	struct pack again;
	struct random random = {9};
	for (size_t i = 0; i < sizeof title; i++)
		title[i] = (char)('!' + random_below(&random, 90));
	title[sizeof title - 1] = '\0';
	for (int length = 20; length <= 190; length += 170) {
		snprintf(text, sizeof text, "level: A\nauthor: B\nhint: %.*s\nmode: lines\n\n28\n",
		         length, title);
		code_of(text, code);
		ck_assert_uint_le(strlen(code), LEVEL_CODE_SHORT);
		must(level_code_read(&again, code, &error), "%s", error.text);
		ck_assert_int_eq(again.levels[0].value[HEADER_HINT] != NULL, length == 20);
		ck_assert_str_eq(again.levels[0].value[HEADER_AUTHOR], "B");
		pack_free(&again);
	}
	snprintf(text, sizeof text, "level: %s\nmode: lines\n\n28\n", title);
	code_of(text, code);
	must(level_code_read(&again, code, &error), "%s", error.text);
	ck_assert_int_eq((int)strlen(again.levels[0].title), 60);
	ck_assert_int_eq(strncmp(again.levels[0].title, title, 60), 0);
	pack_free(&again);
}
END_TEST

START_TEST(a_level_that_does_not_fit_has_no_code)
{
	struct random random = {26};
	struct error error = {""};
	char code[LEVEL_CODE_MAX + 1], text[2048] = "level: A\nmode: lines\n\n";
	char *end = text + strlen(text);
	for (int row = 0; row < SIDE_MAX; row++) {
		for (int column = 0; column < SIDE_MAX; column++)
			*end++ = "0123456789abcdef"[random_below(&random, 16)];
		*end++ = '\n';
	}
	struct pack pack = read_pack(text);
	ck_assert(!level_code_write(&pack, 0, code, &error));
	ck_assert_str_eq(error.text, "this level is too large for a level code; save it as a file");
	pack_free(&pack);
}
END_TEST

/* ---- for ever ---- */

static const struct {
	const char *code, *text;
} version_1[] = {
	{"parlour:1H6vj62f_zqeJ36hQrffeL4MHKLly2bjT7eJKw1kh3ellgaX-C7BuBrzyDw",
         "level: Two corners\n"
         "author: A friend\n"
         "mode: tilt\n"
         "par: 3\n"
         "hint: Which block moves first?\n"
         "\n"
         "a..#   ...#\n"
         "..#.   ..#a\n"
         "....   ....\n"},
	{"parlour:1w-Z4WmfEJXsIgg8H5nnt4oidcs8x8GAX2Rb1mpJeMdSKdPxAFp19BJU",
         "level: Zwölf Türen\n"
         "mode: bishop\n"
         "rules: slide alternate\n"
         "piece: queen\n"
         "\n"
         "a#..b   b#..a\n"
         ".....   .....\n"},
	{"parlour:1NuxZr2mCRCutASom6HRayobN4W1WTc8utz5njA", "level: Clear\n"
                                                            "mode: gems\n"
                                                            "rules: holes\n"
                                                            "goal: clear ab\n"
                                                            "refill: ab - ba\n"
                                                            "\n"
                                                            "..a\n"
                                                            "abb\n"
                                                            "bab\n"},
	{"parlour:1yCYBOmhIKBcX6vuf35icXAMH7WrpzB8", "level: Ring\n"
                                                     "mode: lines\n"
                                                     "goal: close 4\n"
                                                     "\n"
                                                     "6c0   .*.\n"
                                                     "390   ...\n"},
};

START_TEST(the_codes_of_version_1_are_read_and_written_for_ever)
{
	for (size_t i = 0; i < sizeof version_1 / sizeof version_1[0]; i++) {
		struct error error = {""};
		struct pack again;
		struct level level, other;
		char code[LEVEL_CODE_MAX + 1];
		must(level_code_read(&again, version_1[i].code, &error), "%s", error.text);
		const struct puzzle *puzzle = read_level(version_1[i].text, &level);
		must(pack_level(&again, 0, &other, &error), "%s", error.text);
		must(pack_puzzle(&again, 0) == puzzle && same_level(puzzle, &level, &other),
		     "code %zu is another level", i);
		pack_free(&again);
		code_of(version_1[i].text, code);
		ck_assert_str_eq(code, version_1[i].code);
	}
}
END_TEST

/* ---- damage ---- */

START_TEST(a_damaged_code_is_refused)
{
	static const char damage[] = "Aa0_-~ ";
	char code[LEVEL_CODE_MAX + 16];
	const char *sound = version_1[0].code;
	const size_t length = strlen(sound), first = strlen("parlour:1");
	for (size_t at = first; at < length; at++)
		for (const char *c = damage; *c != '\0'; c++) {
			snprintf(code, sizeof code, "%s", sound);
			code[at] = *c;
			if (strcmp(code, sound) != 0)
				ck_assert_ptr_nonnull(strstr(refused_code(code), "not a whole"));
		}
	for (size_t size = first + 5; size < length; size++) {
		snprintf(code, sizeof code, "%.*s", (int)size, sound);
		ck_assert_ptr_nonnull(strstr(refused_code(code), "not a whole level code"));
	}
	snprintf(code, sizeof code, "%sA", sound);
	ck_assert_ptr_nonnull(strstr(refused_code(code), "not a whole level code"));
}
END_TEST

START_TEST(a_code_of_a_newer_version_says_so)
{
	ck_assert_str_eq(
		refused_code("parlour:2aaaaaaaaaaaaaaaaaaaaaaaa"),
		"parlour:2aaaaaaaaaaaaaaaaaaaaaaaa: this level code needs a newer version of "
		"Parlour");
	ck_assert_ptr_nonnull(strstr(refused_code("parlour:aaaaaaaaaaaaaaaa"), "not a whole"));
}
END_TEST

START_TEST(a_sound_code_of_no_level_says_what_is_wrong)
{
	static const char *const texts[][2] = {
		{"level: A\nmode: chess\n\nab\n", "no level: unknown mode \"chess\""},
		{"", "no level in this file"},
		{"mode: lines\nlevel: A\n\n28\n\nlevel: B\n\n82\n", "more than one level"},
	};
	char code[LEVEL_CODE_MAX + 1];
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		ck_assert(level_code_of_text(texts[i][0], code));
		const char *message = refused_code(code);
		must(strstr(message, texts[i][1]) != NULL, "%s", message);
		must(strlen(message) < 160, "%s", message);
	}
}
END_TEST

/* ---- names ---- */

START_TEST(a_file_called_parlour_still_has_numbered_levels)
{
	ck_assert(!level_code_is("parlour:12"));
	ck_assert(!level_code_is("parlour:123456789"));
	ck_assert(!level_code_is("parlour:"));
	ck_assert(!level_code_is("parlour"));
	ck_assert(!level_code_is("tilt:7x7#1"));
	ck_assert(level_code_is(version_1[0].code));
}
END_TEST

START_TEST(the_library_finds_a_code_and_its_name_is_the_code)
{
	struct library library;
	struct level_list levels = {0};
	struct error error = {""};
	char spaced[LEVEL_NAME_MAX], name[LEVEL_NAME_MAX];
	must(library_open(&library, &error), "%s", error.text);
	library.no_files = true; /* as for guests */
	const int before = library.count;
	snprintf(spaced, sizeof spaced, "  %s \n", version_1[0].code);
	must(library_find(&library, spaced, &levels, &error), "%s", error.text);
	must(library_find(&library, version_1[0].code, &levels, &error), "%s", error.text);
	ck_assert_int_eq(levels.count, 2);
	ck_assert_int_eq(library.count, before + 1);
	library_name(&library, levels.refs[0], name);
	ck_assert_str_eq(name, version_1[0].code);
	ck_assert(library_is_portable(&library, levels.refs[0]));
	ck_assert_str_eq(library_pack_title(&library, levels.refs[0].pack), "Level code");
	level_list_free(&levels);
	library_close(&library);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, every_shipped_level_has_a_short_code);
	tcase_add_test(tests, a_board_of_8x8_with_headers_fits_into_200_characters);
	tcase_add_test(tests, a_title_is_cut_if_the_code_gets_short_so);
	tcase_add_test(tests, a_long_code_loses_its_hint_first_and_then_its_author);
	tcase_add_test(tests, a_level_that_does_not_fit_has_no_code);
	tcase_add_test(tests, the_codes_of_version_1_are_read_and_written_for_ever);
	tcase_add_test(tests, a_damaged_code_is_refused);
	tcase_add_test(tests, a_code_of_a_newer_version_says_so);
	tcase_add_test(tests, a_sound_code_of_no_level_says_what_is_wrong);
	tcase_add_test(tests, a_file_called_parlour_still_has_numbered_levels);
	tcase_add_test(tests, the_library_finds_a_code_and_its_name_is_the_code);
}

int main(void)
{
	return run_tests("level_code", add_all);
}
