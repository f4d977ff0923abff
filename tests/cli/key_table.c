/* Prints the table of keys, "names: action: help", for the comparison with the manual. */
#include <stdio.h>

#include "ui/widget/keymap.h"

int main(void)
{
	for (const struct key_entry *entry = key_table; entry->action != ACTION_NONE; entry++) {
		char names[KEY_NAMES_MAX];
		key_names(&keys_default, entry->where, entry, names);
		printf("%s: %s: %s\n", names, entry->name, entry->help);
	}
	return 0;
}
