/* Drafts: a draft is what its file says, after any changes and undos; saving loses nothing that
 * others wrote. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algo/random.h"
#include "play/draft.h"
#include "play/library.h"
#include "support/folder.h"
#include "puzzle/registry.h"
#include "support/help.h"

/* ---- shorthands ---- */

static struct error error;

static void open_empty(struct draft *draft, const char *puzzle)
{
	must(draft_open_empty(draft, puzzle_named(puzzle), &error), "%s", error.text);
}

/* A draft of the first level in a pack. */
static void open_text(struct draft *draft, const char *text)
{
	struct pack pack = read_pack(text);
	struct level level;
	must(pack_level(&pack, 0, &level, &error), "%s", error.text);
	must(draft_open(draft, pack_puzzle(&pack, 0), &level, &pack.levels[0], &error), "%s",
	     error.text);
	pack_free(&pack);
}

static void set_header(struct draft *draft, const char *line)
{
	must(draft_set_header(draft, line, &error), "%s", error.text);
}

/* Sets letters from the top left, row by row; blanks leave a cell unchanged. */
static void put_all(struct draft *draft, int word, const char *letters)
{
	for (int cell = 0; *letters != '\0'; letters++)
		if (*letters != ' ')
			draft_set_cell(draft, word, cell++, *letters);
}

static void shrink_to(struct draft *draft, int rows, int columns)
{
	while (draft->rows > rows)
		must(draft_remove_row(draft, 0), "a row stays");
	while (draft->columns > columns)
		must(draft_remove_column(draft, 0), "a column stays");
}

/* ---- changes and undo ---- */

static void goes_there_and_back(const struct puzzle *puzzle, const struct level *level,
                                const char *name)
{
	struct draft draft;
	struct level retry;
	const struct level_text text = {
		.title = "T: t", .value = {[HEADER_HINT] = "H", [HEADER_LICENCE] = "L"}};
	must(draft_open(&draft, puzzle, level, &text, &error), "%s: %s", name, error.text);
	must(draft_level(&draft, &retry, &error), "%s: %s", name, error.text);
	retry.par = level->par; /* which a draft does not have */
	must(same_level(puzzle, level, &retry), "%s: another level", name);
	must(strstr(draft_text(&draft), "level: T: t\nlicence: L\nmode: ") == draft_text(&draft) &&
	             strstr(draft_text(&draft), "\nhint: H\n") != NULL, "%s: %s", name,
	     draft_text(&draft));
	const int at = draft.at;
	must(draft_normalize(&draft, &error) && draft.at == at, "%s: not settled", name);
	draft_close(&draft);
}

START_TEST(every_level_survives_editing)
{
	for_every_level(goes_there_and_back);
}
END_TEST

enum { CHANGES = 400, TEXT_BYTES = 2048 };

/* One random change, or none. */
static void change(struct draft *draft, struct random *random)
{
	const int word = (int)random_below(random, draft_has_second_word(draft) ? 2 : 1);
	const char *letters = draft->puzzle->format.alphabet[word];
	const int cell = (int)random_below(random, (uint32_t)(draft->rows * draft->columns));
	switch (random_below(random, 12)) {
	case 0:
		draft_extend(draft, (int)random_below(random, DIRECTIONS));
		break;
	case 1: draft_remove_row(draft, cell / draft->columns); break;
	case 2: draft_remove_column(draft, cell % draft->columns); break;
	case 3: draft_clear(draft); break;
	case 4: draft_set_header(draft, "level: Other", &error); break;
	case 5: draft_set_header(draft, "hint: x:y  z", &error); break;
	case 6: draft_set_header(draft, "hint:", &error); break;
	default:
		draft_set_cell(draft, word, cell,
		               letters[random_below(random, (uint32_t)strlen(letters))]);
	}
}

/* If both words have walls, they have the same walls. */
static void expect_walls(const struct draft *draft)
{
	if (draft_letter(draft, 1, '#') == '#')
		for (int cell = 0; cell < draft->rows * draft->columns; cell++)
			must((draft->word[0][cell] == '#') == (draft->word[1][cell] == '#'),
			     "half a wall in %s", draft_text(draft));
}

/* Records the draft's current text. */
static void note(const struct draft *draft, char texts[][TEXT_BYTES])
{
	must(strlen(draft_text(draft)) < TEXT_BYTES, "a long text");
	strcpy(texts[draft->at], draft_text(draft));
}

START_TEST(undo_restores_the_draft)
{
	static char texts[CHANGES + 1][TEXT_BYTES];
	const struct puzzle *puzzle = puzzle_at(_i);
	struct random random = {7};
	struct draft draft;
	must(draft_open_empty(&draft, puzzle, &error), "%s", error.text);
	note(&draft, texts);
	for (int i = 0; i < CHANGES; i++) {
		const int at = draft.at;
		change(&draft, &random);
		expect_walls(&draft);
		must(draft.at == at || draft.at == at + 1, "more than a step");
		note(&draft, texts);
	}
	const int last = draft.at;
	ck_assert_int_gt(last, 200);
	for (int at = last; at > 0; at--) {
		ck_assert_str_eq(draft_text(&draft), texts[at]);
		ck_assert(draft_undo(&draft));
	}
	ck_assert_str_eq(draft_text(&draft), texts[0]);
	ck_assert(!draft_undo(&draft));
	for (int at = 1; at <= last; at++) {
		ck_assert(draft_redo(&draft));
		char *printed = draft_print_text(&draft, -1);
		ck_assert_str_eq(printed, texts[at]);
		free(printed);
	}
	ck_assert(!draft_redo(&draft));
	draft_close(&draft);
}
END_TEST

START_TEST(a_change_after_undo_drops_redo)
{
	struct draft draft;
	open_empty(&draft, "tilt");
	draft_set_cell(&draft, 0, 0, 'a');
	draft_set_cell(&draft, 0, 1, 'b');
	ck_assert(draft_undo(&draft));
	ck_assert(!draft_set_cell(&draft, 0, 0, 'a')); /* the same letter: no change */
	ck_assert(draft_redo(&draft) && draft_undo(&draft));
	ck_assert(draft_set_cell(&draft, 0, 2, 'c'));
	ck_assert(!draft_redo(&draft));
	ck_assert_int_eq(memcmp(draft.word[0], "a.c.", 4), 0);
	draft_close(&draft);
}
END_TEST

START_TEST(restored_text_is_one_step)
{
	struct draft draft;
	open_empty(&draft, "bishop");
	char *before = strdup(draft_text(&draft));
	ck_assert(draft_load(&draft, "level: K\nmode: bishop\npiece: rook\n\na#   .#\n"));
	ck_assert_int_eq(draft.columns, 2);
	ck_assert_str_eq(draft.value[HEADER_PIECE], "rook");
	ck_assert(draft_undo(&draft));
	ck_assert_str_eq(draft_text(&draft), before);
	static const char *const wrong[] = {
		"", "level: K\n", "level: K\nmode: tilt\n\na#   .#\n",
		"level: K\nmode: bishop\n\naA   ..\n", "level: K\nmode: bishop\n\na.   .\n",
		"level: K\nmode: bishop\n\n\xc3\xa4.   ..\n",
		"level: K\nmode: bishop\n\na.   ..\n\nlevel: L\n\na.   ..\n",
	};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		ck_assert_msg(!draft_load(&draft, wrong[i]), "taken: %s", wrong[i]);
		ck_assert_str_eq(draft_text(&draft), before);
		char *printed = draft_print_text(&draft, -1);
		ck_assert_str_eq(printed, before);
		free(printed);
	}
	free(before);
	draft_close(&draft);
}
END_TEST

/* ---- sizes ---- */

START_TEST(boards_have_1_to_26_rows_and_columns)
{
	struct draft draft;
	struct level level;
	must(draft_open_empty(&draft, puzzle_at(_i), &error), "%s", error.text);
	while (draft_extend(&draft, draft.rows % 2 == 0 ? UP : DOWN))
		;
	while (draft_extend(&draft, draft.columns % 2 == 0 ? LEFT : RIGHT))
		;
	ck_assert_int_eq(draft.rows, SIDE_MAX);
	ck_assert_int_eq(draft.columns, SIDE_MAX);
	draft_level(&draft, &level, &error); /* whatever it contains */
	ck_assert_ptr_null(strstr(error.text, "draft:"));
	shrink_to(&draft, 1, 2);
	ck_assert(!draft_remove_row(&draft, 0));
	ck_assert(!draft_remove_column(&draft, 0));
	ck_assert(draft_extend(&draft, DOWN) && draft_remove_column(&draft, 1));
	ck_assert_int_eq(draft.rows, 2);
	ck_assert_int_eq(draft.columns, 1);
	ck_assert(!draft_remove_row(&draft, 1));
	draft_close(&draft);
}
END_TEST

START_TEST(rows_and_columns_are_inserted_and_deleted_in_place)
{
	struct draft draft;
	open_text(&draft, "level: T\nmode: tilt\n\na#   .#\n..   .a\n");
	const char *rows = strstr(draft_text(&draft), "\n\n") + 2;
	ck_assert_str_eq(rows, "a#   .#\n..   .a\n");
	draft_extend(&draft, LEFT);
	draft_extend(&draft, UP);
	rows = strstr(draft_text(&draft), "\n\n") + 2;
	ck_assert_str_eq(rows, "...   ...\n.a#   ..#\n...   ..a\n");
	draft_extend(&draft, RIGHT);
	draft_extend(&draft, DOWN);
	draft_remove_column(&draft, 1);
	draft_remove_row(&draft, 2);
	rows = strstr(draft_text(&draft), "\n\n") + 2;
	ck_assert_str_eq(rows, "...   ...\n.#.   .#.\n...   ...\n");
	draft_close(&draft);
}
END_TEST

START_TEST(a_refill_moves_with_its_columns)
{
	static const struct {
		const char *refill, *grown, *cut;
	} cases[] = {
		{"ab - c", "- ab - c -", "- - c -"},
		{"ab", "ab", "ab"}, /* not one word per column */
		{"random 5 3", "random 5 3", "random 5 3"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct draft draft;
		char line[32];
		open_empty(&draft, "gems");
		shrink_to(&draft, 3, 3);
		snprintf(line, sizeof line, "refill: %s", cases[i].refill);
		set_header(&draft, line);
		ck_assert(draft_extend(&draft, LEFT) && draft_extend(&draft, RIGHT));
		ck_assert_str_eq(draft.value[HEADER_REFILL], cases[i].grown);
		ck_assert(draft_extend(&draft, UP) && draft_remove_column(&draft, 1));
		ck_assert_str_eq(draft.value[HEADER_REFILL], cases[i].cut);
		draft_undo(&draft);
		ck_assert_str_eq(draft.value[HEADER_REFILL], cases[i].grown);
		draft_close(&draft);
	}
}
END_TEST

/* ---- headers ---- */

START_TEST(headers_are_set_as_in_a_file)
{
	struct draft draft;
	struct level level;
	open_empty(&draft, "gems");
	shrink_to(&draft, 2, 3);
	put_all(&draft, 0, "aba bab");
	ck_assert(draft_level(&draft, &level, &error));
	set_header(&draft, "goal: score 30");
	set_header(&draft, "  refill :  c - c ");
	set_header(&draft, "level: A: b");
	ck_assert(draft_level(&draft, &level, &error));
	ck_assert_int_eq(level.amount, 30);
	ck_assert_str_eq(draft_text(&draft), "level: A: b\nmode: gems\ngoal: score 30\n"
	                                     "refill: c - c\n\naba\nbab\n");
	set_header(&draft, "refill:");
	set_header(&draft, "goal: win");
	ck_assert(!draft_level(&draft, &level, &error));
	ck_assert_str_eq(error.text, "goal is \"win\"; expected \"clear\", \"clear\" and letters "
	                             "a to z, \"score\" and a number from 1 to 999999, or "
	                             "\"clock\" and 10 to 3600 seconds");
	draft_close(&draft);
}
END_TEST

START_TEST(unknown_headers_are_refused)
{
	char long_one[HEADER_BYTES_MAX + 32] = "piece: ";
	memset(long_one + strlen(long_one), 'x', HEADER_BYTES_MAX);
	const char *const wrong[] = {"",          ":",           "slide",  "par: 3", "mode: gems",
	                             "refill: a", "rule: slide", "level:", long_one};
	struct draft draft;
	open_empty(&draft, "bishop");
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		error.text[0] = '\0';
		ck_assert_msg(!draft_set_header(&draft, wrong[i], &error), "taken: %s", wrong[i]);
		ck_assert_ptr_nonnull(strstr(error.text, "expected"));
		ck_assert_int_eq(draft.at, 0);
	}
	ck_assert(!draft_set_header(&draft, "goal: clear", &error));
	ck_assert_ptr_nonnull(strstr(error.text, "piece, rules, hint"));
	draft_close(&draft);
}
END_TEST

START_TEST(empty_marks_are_left_out)
{
	struct draft draft;
	struct level level;
	open_empty(&draft, "lines");
	shrink_to(&draft, 1, 2);
	put_all(&draft, 0, "28");
	ck_assert_str_eq(draft_text(&draft), "level: Untitled\nmode: lines\n\n28\n");
	draft_set_cell(&draft, 1, 1, '*');
	ck_assert_str_eq(draft_text(&draft), "level: Untitled\nmode: lines\n\n28   .*\n");
	ck_assert(draft_level(&draft, &level, &error));
	ck_assert_int_eq(draft_letter(&draft, 0, '.'), '0');
	ck_assert_int_eq(draft_letter(&draft, 0, '*'), '\0');
	ck_assert_int_eq(draft_letter(&draft, 1, '*'), '*');
	draft_close(&draft);
}
END_TEST

/* ---- files ---- */

static char *folder, path[512];

static void make_folder(void)
{
	folder = folder_new();
	snprintf(path, sizeof path, "%s/my.level", folder);
}

static void remove_folder(void)
{
	folder_free(folder);
}

static void write_path(const char *text)
{
	FILE *file = fopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

/* The file has this content, and there is no other file next to it. */
static void expect_file(const char *text)
{
	char got[4096] = "", command[sizeof path + 64];
	FILE *file = fopen(path, "rb");
	ck_assert_ptr_nonnull(file);
	got[fread(got, 1, sizeof got - 1, file)] = '\0';
	fclose(file);
	ck_assert_str_eq(got, text);
	snprintf(command, sizeof command, "test \"$(ls -A %s)\" = my.level", folder);
	ck_assert_int_eq(system(command), 0);
}

/* A draft of one level of the file, with its origin. */
static void open_path(struct draft *draft, struct draft_origin *origin, int index)
{
	struct pack pack;
	struct level level;
	must(pack_read_file(&pack, path, &error), "%s", error.text);
	must(pack_level(&pack, index, &level, &error), "%s", error.text);
	must(draft_open(draft, pack_puzzle(&pack, index), &level, &pack.levels[index], &error) &&
	             draft_origin_set(origin, draft, path, index),
	     "%s", error.text);
	pack_free(&pack);
}

#define CORNERS "level: Corners\nmode: tilt\npar: 3\n\na.b#   ...#\n....   ....\n#...   #.ab\n"

START_TEST(a_new_file_holds_the_drawing)
{
	struct draft draft;
	open_text(&draft, CORNERS);
	ck_assert_int_eq(draft_save(&draft, 3, path, false, &error), DRAFT_SAVED);
	expect_file(CORNERS);
	struct stat status;
	ck_assert_int_eq(stat(path, &status), 0);
	const mode_t mask = umask(0);
	umask(mask);
	ck_assert_uint_eq(status.st_mode & 0777, 0666 & ~mask);
	draft_close(&draft);
}
END_TEST

START_TEST(no_file_is_replaced_without_asking)
{
	struct draft draft;
	write_path("what I wrote");
	open_text(&draft, CORNERS);
	ck_assert_int_eq(draft_save(&draft, 3, path, false, &error), DRAFT_EXISTS);
	expect_file("what I wrote");
	chmod(path, 0640);
	ck_assert_int_eq(draft_save(&draft, 3, path, true, &error), DRAFT_SAVED);
	expect_file(CORNERS);
	struct stat status;
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0640);
	draft_close(&draft);
}
END_TEST

START_TEST(an_invalid_level_is_not_saved)
{
	struct draft draft;
	open_empty(&draft, "tilt");
	ck_assert_int_eq(draft_save(&draft, -1, path, false, &error), DRAFT_FAILED);
	ck_assert_str_eq(error.text, "add a block (a to z)");
	ck_assert_int_ne(access(path, F_OK), 0);
	draft_close(&draft);
}
END_TEST

START_TEST(a_failed_write_is_reported)
{
	struct draft draft;
	open_text(&draft, CORNERS);
	ck_assert_int_eq(draft_save(&draft, 3, folder, true, &error), DRAFT_FAILED);
	ck_assert_ptr_nonnull(strstr(error.text, "is not a regular file"));
	snprintf(path, sizeof path, "%s/no/my", folder);
	ck_assert_int_eq(draft_save(&draft, 3, path, false, &error), DRAFT_FAILED);
	ck_assert_ptr_nonnull(strstr(error.text, "no such folder: "));
	draft_close(&draft);
}
END_TEST

/* The lines of the second level in a pack are replaced; all others stay unchanged. */
#define HEAD "\xEF\xBB\xBF; my levels\r\npack: P\nmode: tilt\n\nlevel: One\n\na.   .a\n\n; two\n"
#define TAIL "\n\n; odd\nlevel: Three  \nhint: h\r\n\na.   .a"

START_TEST(a_level_is_saved_into_its_pack)
{
	static const char pack[] =
		HEAD "level: Two\npar: 1\n; inside\n\n..a   a..\n" TAIL;
	struct draft draft;
	struct draft_origin origin;
	write_path(pack);
	open_path(&draft, &origin, 1);
	ck_assert(draft_origin_is(&origin, path));
	set_header(&draft, "level: Second");
	draft_set_cell(&draft, 0, 1, 'b');
	draft_set_cell(&draft, 1, 1, 'b');
	draft_extend(&draft, DOWN);
	must(draft_save_to_origin(&draft, 2, &origin, &error), "%s", error.text);
	expect_file(HEAD "; inside\nlevel: Second\npar: 2\n\n.ba   ab.\n...   ...\n"
	                 TAIL);
	draft_set_cell(&draft, 0, 5, '#');
	must(draft_save_to_origin(&draft, -1, &origin, &error), "%s", error.text);
	expect_file(HEAD "; inside\nlevel: Second\n\n.ba   ab.\n..#   ..#\n"
	                 TAIL);
	draft_close(&draft);
	draft_origin_free(&origin);
}
END_TEST

START_TEST(a_file_that_changed_is_left_alone)
{
	struct draft draft;
	struct draft_origin origin;
	write_path(CORNERS);
	open_path(&draft, &origin, 0);
	draft_set_cell(&draft, 0, 1, '#');
	static const char *const others[] = {
		"level: Corners\nmode: tilt\n\na.   .a\n", "nothing\n", "",
	};
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		write_path(others[i]);
		ck_assert(!draft_save_to_origin(&draft, 3, &origin, &error));
		expect_file(others[i]);
	}
	draft_close(&draft);
	draft_origin_free(&origin);
}
END_TEST

/* A level can't override the pack's headers with nothing. */
START_TEST(headers_of_the_pack_can_not_be_removed_from_one_level)
{
	static const char pack[] = "mode: bishop\nrules: slide\n\nlevel: One\n\na.   ..\n..   .a\n";
	struct draft draft;
	struct draft_origin origin;
	write_path(pack);
	open_path(&draft, &origin, 0);
	set_header(&draft, "rules:");
	ck_assert(!draft_save_to_origin(&draft, 1, &origin, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "under another name"));
	expect_file(pack);
	set_header(&draft, "rules: slide alternate");
	must(draft_save_to_origin(&draft, 1, &origin, &error), "%s", error.text);
	expect_file("mode: bishop\nrules: slide\n\nlevel: One\npar: 1\nrules: slide alternate\n\n"
	            "a.   ..\n..   .a\n");
	draft_close(&draft);
	draft_origin_free(&origin);
}
END_TEST

/* Saved in the puzzle's shorter form, and found again under the same text. */
START_TEST(a_draft_is_settled_before_it_is_saved)
{
	struct draft draft;
	open_text(&draft, "level: T\nmode: gems\n\naba\nbab\n");
	set_header(&draft, "goal: clear");
	ck_assert_int_eq(draft_save(&draft, 1, path, false, &error), DRAFT_SAVED);
	expect_file("level: T\nmode: gems\npar: 1\n\naba\nbab\n");
	ck_assert_ptr_null(draft.value[HEADER_GOAL]);
	ck_assert(draft_undo(&draft));
	ck_assert_str_eq(draft.value[HEADER_GOAL], "clear");
	draft_close(&draft);
}
END_TEST

START_TEST(a_link_is_followed)
{
	struct draft draft;
	char target[sizeof path + 8];
	open_text(&draft, CORNERS);
	snprintf(target, sizeof target, "%s/other", folder);
	ck_assert_int_eq(draft_save(&draft, 3, target, false, &error), DRAFT_SAVED);
	ck_assert_int_eq(symlink("other", path), 0);
	draft_set_cell(&draft, 0, 1, '#');
	ck_assert_int_eq(draft_save(&draft, -1, path, true, &error), DRAFT_SAVED);
	struct stat status;
	ck_assert(lstat(path, &status) == 0 && S_ISLNK(status.st_mode));
	ck_assert(lstat(target, &status) == 0 && S_ISREG(status.st_mode));
	draft_close(&draft);
}
END_TEST

START_TEST(files_are_named_after_titles)
{
	static const struct {
		const char *title, *name;
	} names[] = {
		{"Two corners", "two-corners.level"}, {"  a/../B ", "a-b.level"},
		{"\xe5\xb1\xb1", "untitled.level"}, {"Don't", "dont.level"}, {"-n", "n.level"},
	};
	struct draft draft;
	open_empty(&draft, "tilt");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		char line[64];
		snprintf(line, sizeof line, "level: %s", names[i].title);
		set_header(&draft, line);
		char *name = draft_file_name(&draft);
		ck_assert_str_eq(name, names[i].name);
		free(name);
	}
	draft_close(&draft);
}
END_TEST

/* ---- the player's own levels ---- */

/* A draft saved in a new file of the player's. */
static void write_own(const char *name, const char *text)
{
	char *own = user_levels_path(name);
	user_levels_make_folder(own);
	snprintf(path, sizeof path, "%s", own);
	free(own);
	write_path(text);
}

START_TEST(user_levels_need_files)
{
	struct library library;
	ck_assert(library_open(&library, &error));
	setenv("XDG_DATA_HOME", folder, 1);
	write_own("mine.level", "level: Mine\nmode: tilt\n\na.   .a\n");
	for (int round = 0; round < 2; round++) {
		struct level_list places = {0};
		library.no_files = round == 0;
		must(user_levels_read(&library, &places, &error) == 0, "%s", error.text);
		ck_assert_int_eq(places.count, round);
		ck_assert_int_eq(library.count, library.shipped + round);
		level_list_free(&places);
	}
	library_close(&library);
}
END_TEST

START_TEST(invalid_user_files_are_counted_and_the_first_is_named)
{
	struct library library;
	struct level_list places = {0};
	ck_assert(library_open(&library, &error));
	setenv("XDG_DATA_HOME", folder, 1);
	ck_assert_int_eq(user_levels_read(&library, &places, &error), 0); /* no such folder */
	write_own("c.level", "level: C\nmode: tilt\n\na.   .a\n");
	write_own("d.level", "level: D\nmode: chess\n\na.   .a\n");
	write_own("b.level", "level: B\nmode: tilt\n\na\n");
	write_own("e.txt", "no level, and no level file");
	ck_assert_int_eq(user_levels_read(&library, &places, &error), 2);
	ck_assert_int_eq(places.count, 1);
	ck_assert_str_eq(error.text, "b.level:4: a board needs at least two cells");
	level_list_free(&places);
	library_close(&library);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, make_folder, remove_folder);
	tcase_add_test(tests, every_level_survives_editing);
	tcase_add_loop_test(tests, undo_restores_the_draft, 0, 4);
	tcase_add_test(tests, a_change_after_undo_drops_redo);
	tcase_add_test(tests, restored_text_is_one_step);
	tcase_add_loop_test(tests, boards_have_1_to_26_rows_and_columns, 0, 4);
	tcase_add_test(tests, rows_and_columns_are_inserted_and_deleted_in_place);
	tcase_add_test(tests, a_refill_moves_with_its_columns);
	tcase_add_test(tests, headers_are_set_as_in_a_file);
	tcase_add_test(tests, unknown_headers_are_refused);
	tcase_add_test(tests, empty_marks_are_left_out);
	tcase_add_test(tests, a_new_file_holds_the_drawing);
	tcase_add_test(tests, no_file_is_replaced_without_asking);
	tcase_add_test(tests, an_invalid_level_is_not_saved);
	tcase_add_test(tests, a_failed_write_is_reported);
	tcase_add_test(tests, a_level_is_saved_into_its_pack);
	tcase_add_test(tests, a_file_that_changed_is_left_alone);
	tcase_add_test(tests, headers_of_the_pack_can_not_be_removed_from_one_level);
	tcase_add_test(tests, a_draft_is_settled_before_it_is_saved);
	tcase_add_test(tests, a_link_is_followed);
	tcase_add_test(tests, files_are_named_after_titles);
	tcase_add_test(tests, user_levels_need_files);
	tcase_add_test(tests, invalid_user_files_are_counted_and_the_first_is_named);
}

int main(void)
{
	return run_tests("draft", add_all);
}
