#include "store/entry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/text.h"

struct entry *entry_copy(const struct entry *from)
{
	assert(from->kind < ENTRY_KINDS);
	size_t name = strlen(from->name) + 1;
	size_t place = strlen(from->place) + 1;
	size_t words = strlen(from->words) + 1;
	size_t text = strlen(from->text) + 1;
	size_t size = sizeof *from + name + place + words + text;
	struct entry *entry = malloc(size);
	if (entry == NULL)
		return NULL;
	*entry = *from;
	entry->next = NULL;
	entry->size = size;
	char *room = entry->strings;
	entry->name = memcpy(room, from->name, name);
	entry->place = memcpy(room + name, from->place, place);
	entry->words = memcpy(room + name + place, from->words, words);
	entry->text = memcpy(room + name + place + words, from->text, text);
	return entry;
}

bool entries_add(struct entries *entries, const struct entry *entry)
{
	struct entry *copy = entry_copy(entry);
	if (copy == NULL)
		return false;
	if (entries->newest != NULL)
		entries->newest->next = copy;
	else
		entries->oldest = copy;
	entries->newest = copy;
	entries->size += copy->size;
	return true;
}

void entries_free(struct entries *entries)
{
	for (struct entry *entry = entries->oldest; entry != NULL;) {
		struct entry *later = entry->next;
		free(entry);
		entry = later;
	}
	*entries = (struct entries){ .oldest = NULL };
}

void entry_summary(const int count[ENTRY_KINDS], char out[ENTRY_SUMMARY_MAX])
{
	static const struct { enum entry_kind kind; const char *one, *many; } words[] = {
		{ ENTRY_RESULT, "%s%d result", "%s%d results" },
		{ ENTRY_GAME, "%s%d game", "%s%d games" },
		{ ENTRY_DRAFT, "%s%d drawing", "%s%d drawings" },
		{ ENTRY_SETTING, "%s%d setting", "%s%d settings" },
		{ ENTRY_LEVEL, "%s%d level", "%s%d levels" },
	};
	size_t used = 0;
	out[0] = '\0';
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		const int number = count[words[i].kind];
		if (number > 0 && used < ENTRY_SUMMARY_MAX)
			used += (size_t)snprintf(out + used, ENTRY_SUMMARY_MAX - used,
			                         text_plural(words[i].one, words[i].many, number),
			                         used > 0 ? ", " : "", number);
	}
}
