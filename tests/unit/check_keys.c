/* The table of keys, and the file in which a player binds others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/random.h"
#include "os/language.h"
#include "puzzle/key.h"
#include "puzzle/puzzle.h"
#include "support/help.h"
#include "ui/widget/keymap.h"

/* ---- the table ---- */

START_TEST(no_key_has_two_meanings_on_one_page)
{
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		for (unsigned where = 1; where & ON_ALL; where <<= 1)
			for (int i = 0; (entry->where & where) && i < KEYS_OF_ENTRY; i++)
				ck_assert_msg(entry->keys[i] == PRESS_NONE ||
				                      key_entry(&keys_default, where,
				                                entry->keys[i]) == entry,
				              "%s: key %d", entry->name, i);
}
END_TEST

START_TEST(action_names_are_short_and_distinct)
{
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		ck_assert_uint_le(strlen(entry->name), 10);
		ck_assert_uint_eq(strspn(entry->name, "abcdefghijklmnopqrstuvwxyz-"),
		                  strlen(entry->name));
		for (const struct key_entry *other = key_table; other < entry; other++)
			ck_assert_str_ne(entry->name, other->name);
	}
}
END_TEST

/* In help and in the footer: lower-case words without a full stop. */
START_TEST(labels_have_one_style)
{
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		const char *texts[] = {entry->help, entry->footer != NULL
		                                            ? language_text_in(entry->footer)
		                                            : "x"};
		for (int i = 0; i < 2; i++) {
			must(texts[i][0] >= 'a' && texts[i][0] <= 'z', "%s: \"%s\"", entry->name,
			     texts[i]);
			must(texts[i][strlen(texts[i]) - 1] != '.', "%s: \"%s\"", entry->name,
			     texts[i]);
		}
	}
}
END_TEST

START_TEST(key_names_are_found_again)
{
	char name[KEY_NAME_MAX];
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		for (int i = 0; i < KEYS_OF_ENTRY && entry->keys[i] != PRESS_NONE; i++) {
			const char *named = name_of_key(entry->keys[i], name);
			ck_assert_int_eq(key_named(named), entry->keys[i]);
		}
	for (int i = 0; key_word(i) != PRESS_NONE; i++) {
		char again[KEY_NAME_MAX];
		name_of_key(key_word(i), name);
		ck_assert_str_eq(name_of_key(key_named(name), again), name);
	}
	ck_assert_str_eq(name_of_key(U'é', name), "é");
	ck_assert_int_eq(key_named("é"), U'é');
}
END_TEST

static const char *const no_keys[] = {"",      "ab",    "ctrl-R", "Ctrl-r",   "Ctrl-M",
                                      "Ctrl-", "space", "\x7F",   "\xC2\x85", "\x1B",
                                      "é́",     "\xC3",  "F13"};

START_TEST(an_unknown_key_name_is_refused)
{
	ck_assert_int_eq(key_named(no_keys[_i]), PRESS_NONE);
}
END_TEST

START_TEST(puzzles_know_their_keys_by_one_code)
{
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		const int cursor = key_group_of(entry->action);
		ck_assert_int_eq(cursor >= 0, key_press(entry->action) != PRESS_NONE);
		ck_assert(cursor < KEY_GROUPS);
		ck_assert(cursor < 0 || entry->where == ON_GAME || entry->where == ON_EDITOR);
	}
	ck_assert_int_eq(key_press(key_action(&keys_default, ON_GAME, 'a')), PRESS_LEFT);
	ck_assert_int_eq(key_press(key_action(&keys_default, ON_GAME, 'J')), PRESS_SHIFT_DOWN);
	ck_assert_int_eq(key_press(key_action(&keys_default, ON_GAME, ' ')), PRESS_ENTER);
}
END_TEST

/* ---- the file ---- */

static bool read_text(struct keys *keys, const char *text, struct error *error)
{
	char *copy = strdup(text);
	ck_assert_ptr_nonnull(copy);
	const bool good = keys_read(keys, "keys", copy, error);
	free(copy);
	return good;
}

static struct keys keys_of_text(const char *text)
{
	struct keys keys;
	struct error error;
	ck_assert_msg(read_text(&keys, text, &error), "%s", error.text);
	return keys;
}

/* The names of an action's keys on a page. */
static void expect_names(const struct keys *keys, unsigned where, const char *name,
                         const char *expected)
{
	char names[KEY_NAMES_MAX];
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		if (strcmp(entry->name, name) == 0)
			ck_assert_str_eq(key_names(keys, where, entry, names), expected);
}

START_TEST(an_empty_file_changes_nothing)
{
	const struct keys keys = keys_of_text("\n; undo = x\n  \t\r\n   ; =\n");
	ck_assert_mem_eq(&keys, &keys_default, sizeof keys);
	ck_assert_int_eq(key_action(&keys, ON_GAME, 'u'), ACTION_UNDO);
}
END_TEST

START_TEST(a_line_sets_all_keys_of_an_action)
{
	const struct keys keys = keys_of_text("undo = x Ctrl-U\n\tredo=Shift-left  é\r\n");
	ck_assert_int_eq(key_action(&keys, ON_GAME, 'x'), ACTION_UNDO);
	ck_assert_int_eq(key_action(&keys, ON_RESULT, PRESS_CONTROL('U')), ACTION_UNDO);
	ck_assert_int_eq(key_action(&keys, ON_GAME, 'u'), ACTION_NONE);
	ck_assert_int_eq(key_action(&keys, ON_GAME, U'é'), ACTION_REDO);
	expect_names(&keys, ON_GAME, "undo", "x Ctrl-U");
	expect_names(&keys, ON_GAME, "redo", "Shift-left é");
	expect_names(&keys, ON_GAME, "push-left", "H");
	expect_names(&keys, ON_GAME, "hint", "t");
}
END_TEST

START_TEST(a_key_is_removed_only_on_its_page)
{
	const struct keys keys = keys_of_text("restart = q\n");
	ck_assert_int_eq(key_action(&keys, ON_GAME, 'q'), ACTION_RESTART);
	ck_assert_int_eq(key_action(&keys, ON_MENU, 'q'), ACTION_QUIT);
	expect_names(&keys, ON_GAME, "quit", "Ctrl-C");
	expect_names(&keys, ON_MENU, "quit", "q Ctrl-C");
}
END_TEST

START_TEST(keys_can_be_swapped_and_removed)
{
	const struct keys keys =
		keys_of_text("up = down\ndown = up\nabove = n\nnext = n\nfaster = = ;\nhint =\n");
	ck_assert_int_eq(key_press(key_action(&keys, ON_GAME, PRESS_DOWN)), PRESS_UP);
	ck_assert_int_eq(key_press(key_action(&keys, ON_GAME, PRESS_UP)), PRESS_DOWN);
	ck_assert_int_eq(key_action(&keys, ON_GAME, 'k'), ACTION_NONE);
	ck_assert_int_eq(key_action(&keys, ON_MENU, 'n'), ACTION_UP);
	ck_assert_int_eq(key_action(&keys, ON_MENU, PRESS_DOWN), ACTION_DOWN);
	expect_names(&keys, ON_MENU, "faster", "= ;");
	expect_names(&keys, ON_GAME, "hint", "");
}
END_TEST

START_TEST(names_of_version_0_1_still_work)
{
	const struct keys keys = keys_of_text("palette = x\nother-way = y\n");
	ck_assert_int_eq(key_action(&keys, ON_GAME, 'x'), ACTION_THEME);
	ck_assert_int_eq(key_action(&keys, ON_GAME, 'c'), ACTION_NONE);
	expect_names(&keys, ON_GAME, "theme", "x");
	ck_assert_int_eq(key_action(&keys, ON_REPLAY, 'y'), ACTION_SWITCH_REPLAY);
	ck_assert_int_eq(key_action(&keys, ON_REPLAY, PRESS_TAB), ACTION_NONE);
	expect_names(&keys, ON_REPLAY, "switch", "y");
}
END_TEST

static const struct {
	const char *text, *message;
} faulty[] = {
	{"\nunod = u\n", "keys:2: unknown action \"unod\"; did you mean \"undo\"?"},
	{"frobnicate = u",
         "keys:1: unknown action \"frobnicate\"; parlour(6) lists them all"},
	{"Undo it = u", "keys:1: unknown action \"Undo it\"; parlour(6) lists them all"},
	{"; one\n; two\nundo = backspace\n",
         "keys:3: unknown key \"backspace\"; did you mean \"Backspace\"?"},
	{"undo = Ctrl-u\n", "keys:1: unknown key \"Ctrl-u\"; did you mean \"Ctrl-U\"?"},
	{"undo = Ctrl-I\n", "keys:1: a terminal sends \"Ctrl-I\" as \"Tab\"; use that name"},
	{"undo = SPACE\n", "keys:1: unknown key \"SPACE\"; did you mean \"Space\"?"},
	{"undo = xyzzy", "keys:1: unknown key \"xyzzy\"; parlour(6) lists them all"},
	{"undo u", "keys:1: expected ACTION = KEY ..., as in \"undo = u Backspace\""},
	{"undo = u\nhint = t\nundo = z",
         "keys:3: the keys of \"undo\" are already given, on line 1"},
	{"undo = x\nhint = t x", "keys:2: \"x\" is already the key of \"undo\", on line 1"},
	{"undo = x x", "keys:1: \"x\" is already the key of \"undo\", on line 1"},
	{"undo = 1 2 3 4 5 6 7", "keys:1: more than 6 keys for \"undo\""},
	{"\nquit =\n", "keys:2: \"quit\" has no key left"},
	{"undo = q Ctrl-C\n", "keys:1: \"quit\" has no key left"},
	{"palette = q\nglyphs = Ctrl-C\n", "keys:1: \"quit\" has no key left"},
	{"switch = x\nother-way = y\n",
         "keys:2: the keys of \"switch\" are already given, on line 1"},
	{"undo = \x1B[2J\n", "keys:1: unknown key \"?[2J\"; parlour(6) lists them all"},
	{"\xC2\x9B\xE2\x80\xAE = u\n",
         "keys:1: unknown action \"??\"; parlour(6) lists them all"},
};

START_TEST(every_error_has_its_line)
{
	struct keys keys;
	struct error error;
	ck_assert(!read_text(&keys, faulty[_i].text, &error));
	ck_assert_str_eq(error.text, faulty[_i].message);
}
END_TEST

/* Any bytes are accepted, or refused with a line; accepted files keep a key that quits. */
START_TEST(noise_is_accepted_or_refused)
{
	static const char *const parts[] = {"undo", "quit",   "up", " ", "=",   "\n",
	                                    ";",    "Ctrl-C", "q",  "u", "Tab", "Shift-",
	                                    "\xC3", "\xA9",   "\t", "x"};
	struct random random = {1};
	for (int round = 0; round < 20000; round++) {
		char text[256] = "";
		for (int i = 0; i < 20; i++)
			strcat(text, parts[random_below(&random, sizeof parts / sizeof parts[0])]);
		struct keys keys;
		struct error error = {""};
		if (!read_text(&keys, text, &error)) {
			must(strncmp(error.text, "keys:", 5) == 0, "%s", error.text);
			continue;
		}
		for (unsigned where = 1; where & ON_ALL; where <<= 1) {
			bool out = false;
			for (int key = 1; key < 128; key++)
				out |= key_action(&keys, where, key) == ACTION_QUIT;
			must(out || strstr(text, "quit") != NULL, "no way out: %s", text);
		}
	}
}
END_TEST

static void add(TCase *tests)
{
	tcase_add_test(tests, no_key_has_two_meanings_on_one_page);
	tcase_add_test(tests, action_names_are_short_and_distinct);
	tcase_add_test(tests, labels_have_one_style);
	tcase_add_test(tests, key_names_are_found_again);
	tcase_add_loop_test(tests, an_unknown_key_name_is_refused, 0,
	                    sizeof no_keys / sizeof no_keys[0]);
	tcase_add_test(tests, puzzles_know_their_keys_by_one_code);
	tcase_add_test(tests, an_empty_file_changes_nothing);
	tcase_add_test(tests, a_line_sets_all_keys_of_an_action);
	tcase_add_test(tests, a_key_is_removed_only_on_its_page);
	tcase_add_test(tests, keys_can_be_swapped_and_removed);
	tcase_add_test(tests, names_of_version_0_1_still_work);
	tcase_add_loop_test(tests, every_error_has_its_line, 0,
	                    sizeof faulty / sizeof faulty[0]);
	tcase_add_test(tests, noise_is_accepted_or_refused);
}

int main(void)
{
	return run_tests("keys", add);
}
