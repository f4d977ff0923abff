/* Prints the table of keys, "names: action: help", for the comparison with the manual; or, with a
 * keys file on standard input and its name as the argument, with the player's own keys. */
#include <stdio.h>

#include "ui/widget/keymap.h"

int main(int argc, char **argv)
{
	static struct keys keys;
	struct error error;
	char text[1 << 16];
	keys = keys_default;
	if (argc > 1) {
		text[fread(text, 1, sizeof text - 1, stdin)] = '\0';
		if (!keys_read(&keys, argv[1], text, &error)) {
			fprintf(stderr, "%s\n", error.text);
			return 1;
		}
	}
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		char names[KEY_NAMES_MAX];
		key_names(&keys, entry->where, entry, names);
		printf("%s: %s: %s\n", names, entry->name, entry->help);
	}
	return 0;
}
