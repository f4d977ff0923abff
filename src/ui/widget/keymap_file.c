/* The player's own keys: a file of lines. */
#include "ui/widget/keymap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "puzzle/key.h"

enum { FILE_BYTES_MAX = 1 << 16, WORDS_MAX = 64 };

static const char blanks[] = " \t\r";

/* The errors of lines: keys_read adds file and line. */
struct reader {
	struct keys *keys;
	int line;
	struct error *error;
};

/* The name that differs from a word only in case, or else the nearest; NULL: none is close. */
static const char *nearest_name(const char *word, const char *const names[], int count)
{
	for (int i = 0; i < count; i++)
		if (strcasecmp(word, names[i]) == 0)
			return names[i];
	return text_nearest(word, names, count);
}

/* ---- keys ---- */

static bool unknown_key(const struct reader *reader, const char *word)
{
	static const struct {
		const char *word, *name;
	} same[] = {
		/* clang-format off */
		{"Ctrl-H", "Backspace"}, {"Ctrl-I", "Tab"},
		{"Ctrl-J", "Enter"}, {"Ctrl-M", "Enter"},
		/* clang-format on */
	};
	char name[WORDS_MAX][KEY_NAME_MAX];
	const char *names[WORDS_MAX];
	int count = 0;
	for (; count < WORDS_MAX && key_word(count) != PRESS_NONE; count++)
		names[count] = key_english_name(key_word(count), name[count]);
	for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
		if (strcasecmp(word, same[i].word) == 0)
			return error_set(reader->error,
			                 _("a terminal sends \"%s\" as \"%s\"; use that name"),
			                 word, same[i].name);
	const char *nearest = nearest_name(word, names, count);
	if (nearest == NULL)
		return error_set(reader->error, _("unknown key \"%s\"; parlour(6) lists them all"),
		                 text_shown(word).bytes);
	return error_set(reader->error, _("unknown key \"%s\"; did you mean \"%s\"?"),
	                 text_shown(word).bytes, nearest);
}

/* The entry that has the key from an earlier line, on one of the same pages; or NULL. */
static const struct key_entry *claimed(const struct keys *keys, const struct key_entry *entry,
                                       int key)
{
	for (const struct key_entry *other = key_table; other->action != ACTION_NONE; other++)
		for (int i = 0; (other->where & entry->where) && i < KEYS_OF_ENTRY; i++)
			if (keys->given[other - key_table].keys[i] == key)
				return other;
	return NULL;
}

static bool add_key(const struct reader *reader, const struct key_entry *entry, int index,
                    const char *word)
{
	const int key = key_named(word);
	if (key == PRESS_NONE)
		return unknown_key(reader, word);
	if (index == KEYS_OF_ENTRY)
		return error_set(reader->error, _("more than %d keys for \"%s\""), KEYS_OF_ENTRY,
		                 entry->name);
	const struct key_entry *other = claimed(reader->keys, entry, key);
	if (other != NULL)
		return error_set(reader->error,
		                 _("\"%s\" is already the key of \"%s\", on line %d"), word,
		                 other->name, reader->keys->given[other - key_table].line);
	reader->keys->given[entry - key_table].keys[index] = key;
	return true;
}

/* ---- lines ---- */

/* An action's current name, given one that it had in version 0.1. */
static const char *renamed(const char *name)
{
	static const char *const names[][2] = {{"palette", "theme"}, {"other-way", "switch"}};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i][0]) == 0)
			return names[i][1];
	return name;
}

static const struct key_entry *entry_named(const char *word)
{
	const char *name = renamed(word);
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		if (strcmp(entry->name, name) == 0)
			return entry;
	return NULL;
}

static bool unknown_action(const struct reader *reader, const char *word)
{
	const char *names[KEY_ENTRIES_MAX];
	int count = 0;
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		names[count++] = entry->name;
	const char *nearest = nearest_name(word, names, count);
	if (nearest == NULL)
		return error_set(reader->error,
		                 _("unknown action \"%s\"; parlour(6) lists them all"),
		                 text_shown(word).bytes);
	return error_set(reader->error, _("unknown action \"%s\"; did you mean \"%s\"?"),
	                 text_shown(word).bytes, nearest);
}

static bool read_keys(const struct reader *reader, const struct key_entry *entry, char *words)
{
	int *line = &reader->keys->given[entry - key_table].line;
	if (*line > 0)
		return error_set(reader->error,
		                 _("the keys of \"%s\" are already given, on line %d"), entry->name,
		                 *line);
	*line = reader->line;
	char *rest = NULL;
	int count = 0;
	for (char *word = strtok_r(words, blanks, &rest); word != NULL;
	     word = strtok_r(NULL, blanks, &rest))
		if (!add_key(reader, entry, count++, word))
			return false;
	return true;
}

static bool read_line(const struct reader *reader, char *line)
{
	line += strspn(line, blanks);
	if (*line == '\0' || *line == ';')
		return true;
	char *equals = strchr(line, '=');
	if (equals == NULL)
		return error_set(reader->error,
		                 _("expected ACTION = KEY ..., as in \"undo = u Backspace\""));
	char *const keys = equals + 1;
	*equals = '\0';
	while (equals > line && strchr(blanks, equals[-1]) != NULL)
		*--equals = '\0';
	const struct key_entry *entry = entry_named(line);
	return entry == NULL ? unknown_action(reader, line) : read_keys(reader, entry, keys);
}

/* ---- the file ---- */

/* Every page needs a key that quits. The error is on its own line, or on that of the entry that
 * took its key. */
static bool check_quit(struct reader *reader)
{
	const struct keys *keys = reader->keys;
	const struct key_entry *quit = entry_named("quit");
	for (unsigned where = 1; where & ON_ALL; where <<= 1) {
		if (key_first(keys, where, quit) != PRESS_NONE)
			continue;
		const struct key_entry *taker = key_entry(keys, where, keys_of(keys, quit)[0]);
		reader->line = keys->given[(taker == NULL ? quit : taker) - key_table].line;
		return error_set(reader->error, _("\"quit\" has no key left"));
	}
	return true;
}

bool keys_read(struct keys *keys, const char *file, char *text, struct error *error)
{
	struct error reason;
	struct reader reader = {.keys = keys, .error = &reason};
	bool good = true;
	*keys = keys_default;
	for (char *next = text; good && next != NULL;) {
		char *line = strsep(&next, "\n");
		reader.line++;
		good = read_line(&reader, line);
	}
	good = good && check_quit(&reader);
	return good || error_at(error, file, reader.line, "%s", reason.text);
}

static bool read_file(struct keys *keys, const char *path, int file, struct error *error)
{
	char *text = malloc(FILE_BYTES_MAX + 1);
	if (text == NULL)
		return error_set(error, _("out of memory"));
	const ssize_t size = file_read(file, text, FILE_BYTES_MAX + 1);
	bool good = false;
	if (size < 0)
		error_at(error, path, 0, "%s", error_reason(errno));
	else if (size > FILE_BYTES_MAX)
		error_at(error, path, 0, _("larger than the limit for keys files, %d KiB"),
		         FILE_BYTES_MAX >> 10);
	else if (memchr(text, '\0', (size_t)size) != NULL)
		error_at(error, path, 0, _("not a keys file: not text"));
	else {
		text[size] = '\0';
		good = keys_read(keys, path, text, error);
	}
	free(text);
	return good;
}

bool keys_load(struct keys *keys, struct error *error)
{
	char *path = file_user_path(getenv("XDG_CONFIG_HOME"), ".config", "keys");
	bool good = true;
	*keys = keys_default;
	/* A home folder that can't be entered counts as one without the file. */
	if (path != NULL && access(path, F_OK) == 0) {
		const int file = file_open(path, _("expected a keys file"), error);
		good = file >= 0 && read_file(keys, path, file, error);
		if (file >= 0)
			close(file);
	}
	free(path);
	return good;
}
