/* Any text as the file of a player's own keys: it is refused with one harmless line, or every key
 * in it does what it was bound to, and every page can be left. */
#undef NDEBUG /* the assertions are the test */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/message.h"
#include "puzzle/key.h"
#include "ui/widget/keymap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_name(int key)
{
	char name[KEY_NAME_MAX];
	assert(key_named(name_of_key(key, name)) == key);
}

/* A key that the player bound, on one page. */
static void check_key(const struct keys *keys, unsigned where, const struct key_entry *entry,
                      int key)
{
	char names[KEY_NAMES_MAX];
	if ((entry->where & where) == 0)
		return;
	assert(key_entry(keys, where, key) == entry);
	assert(key_action(keys, where, key) == entry->action);
	assert(key_first(keys, where, entry) != PRESS_NONE);
	assert(strlen(key_names(keys, where, entry, names)) > 0);
}

static void check_entry(const struct keys *keys, const struct key_entry *entry)
{
	if (keys->given[entry - key_table].line == 0)
		return;
	const int *own = keys_of(keys, entry);
	for (int i = 0; i < KEYS_OF_ENTRY && own[i] != PRESS_NONE; i++) {
		check_name(own[i]);
		for (unsigned where = 1; where <= ON_TYPING; where <<= 1)
			check_key(keys, where, entry, own[i]);
	}
}

static bool can_quit(const struct keys *keys, unsigned where)
{
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		if (entry->action == ACTION_QUIT && key_first(keys, where, entry) != PRESS_NONE)
			return true;
	return false;
}

static void check_keys(const struct keys *keys)
{
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++)
		check_entry(keys, entry);
	for (unsigned where = 1; where & ON_ALL; where <<= 1)
		assert(can_quit(keys, where));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct keys keys;
	struct error error = {""};
	char *text = malloc(size + 1);
	assert(text != NULL);
	memcpy(text, data, size);
	text[size] = '\0';
	if (!keys_read(&keys, "keys", text, &error)) {
		check_message(&error);
	} else {
		check_keys(&keys);
	}
	free(text);
	return 0;
}
