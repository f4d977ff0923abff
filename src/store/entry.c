/* The queue is searched linearly: it is empty while saving works, and short otherwise. Each entry
 * is one block that includes its strings, so its size is known and it depends on nothing else. */
#include "store/entry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/language.h"
#include "os/text.h"

enum {
	QUEUE_MAX = 256 * 1024, /* bytes */
	STRINGS = 5,            /* of an entry */
};

struct entry *entry_copy(const struct entry *from)
{
	const char *strings[] = {from->name, from->place, from->words, from->text, from->times};
	size_t size = sizeof *from;
	assert(from->kind < ENTRY_KINDS);
	for (int i = 0; i < STRINGS; i++) {
		if (strings[i] == NULL)
			strings[i] = "";
		size += strlen(strings[i]) + 1;
	}
	struct entry *entry = malloc(size);
	if (entry == NULL)
		return NULL;
	*entry = *from;
	entry->next = NULL;
	entry->size = size;
	const char **const copies[] = {&entry->name, &entry->place, &entry->words, &entry->text,
	                               &entry->times};
	char *room = entry->strings;
	for (int i = 0; i < STRINGS; i++) {
		*copies[i] = room;
		room = stpcpy(room, strings[i]) + 1;
	}
	return entry;
}

bool entry_ends_game(const struct entry *entry)
{
	return entry->kind == ENTRY_RESULT && (entry->score == 0 || entry->ends_game);
}

const struct entry *entry_better(const struct entry *one, const struct entry *other)
{
	if (one == NULL || other == NULL)
		return one == NULL ? other : one;
	if (one->score != other->score)
		return one->score > other->score ? one : other;
	if (one->number != other->number)
		return one->number < other->number ? one : other;
	if (one->optimal != other->optimal)
		return one->optimal ? one : other;
	return one->unaided ? one : other;
}

/* ---- lists ---- */

static void append(struct entries *entries, struct entry *entry)
{
	if (entries->newest != NULL)
		entries->newest->next = entry;
	else
		entries->oldest = entry;
	entries->newest = entry;
	entries->size += entry->size;
}

bool entries_add(struct entries *entries, const struct entry *entry)
{
	struct entry *copy = entry_copy(entry);
	if (copy != NULL)
		append(entries, copy);
	return copy != NULL;
}

static void remove_entry(struct entries *entries, struct entry **link)
{
	struct entry *entry = *link;
	*link = entry->next;
	entries->size -= entry->size;
	free(entry);
}

void entries_remove_oldest(struct entries *entries)
{
	remove_entry(entries, &entries->oldest);
	if (entries->oldest == NULL)
		entries->newest = NULL;
}

void entries_free(struct entries *entries)
{
	while (entries->oldest != NULL)
		entries_remove_oldest(entries);
	assert(entries->size == 0);
}

/* ---- the queue ---- */

/* Whether an entry is about the same as `key`. */
static bool is_about(const struct entry *entry, const struct entry *key)
{
	switch (key->kind) {
	case ENTRY_GAME:
		return (entry->kind == ENTRY_GAME || entry_ends_game(entry)) &&
		       entry->level == key->level;
	case ENTRY_DRAFT:
		return entry->kind == ENTRY_DRAFT && entry->level == key->level;
	case ENTRY_SETTING:
		return entry->kind == ENTRY_SETTING && strcmp(entry->name, key->name) == 0;
	case ENTRY_RESULT:
		return entry->kind == ENTRY_RESULT && strcmp(entry->place, key->place) == 0;
	case ENTRY_RUN:
		return entry->kind == ENTRY_RUN && entry->number == key->number &&
		       strcmp(entry->place, key->place) == 0;
	default:
		return false;
	}
}

/* Drops the oldest entries of a kind until the queue fits, but never the newest entry of all. */
static void make_room(struct entries *queue, enum entry_kind kind)
{
	struct entry **link = &queue->oldest;
	while (queue->size > QUEUE_MAX && (*link)->next != NULL)
		if ((*link)->kind == kind) {
			queue->dropped[kind]++;
			remove_entry(queue, link);
		} else {
			link = &(*link)->next;
		}
}

bool entries_queue(struct entries *queue, const struct entry *entry)
{
	struct entry *copy = entry_copy(entry);
	if (copy == NULL) {
		queue->dropped[entry->kind]++;
		return false;
	}
	queue->newest = NULL;
	for (struct entry **link = &queue->oldest; *link != NULL;)
		if ((*link)->kind != ENTRY_RESULT && is_about(copy, *link)) {
			remove_entry(queue, link);
		} else {
			queue->newest = *link;
			link = &(*link)->next;
		}
	append(queue, copy);
	make_room(queue, ENTRY_GAME);
	make_room(queue, ENTRY_DRAFT);
	make_room(queue, ENTRY_RUN);
	make_room(queue, ENTRY_RESULT);
	return true;
}

const struct entry *entries_find(const struct entries *queue, const struct entry *key)
{
	const struct entry *found = NULL;
	for (const struct entry *entry = queue->oldest; entry != NULL; entry = entry->next)
		if (is_about(entry, key))
			found = entry;
	return found;
}

const struct entry *entries_best(const struct entries *queue, uint64_t level)
{
	const struct entry *best = NULL;
	for (const struct entry *entry = queue->oldest; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_RESULT && entry->level == level)
			best = entry_better(best, entry);
	return best;
}

/* ---- in words ---- */

enum { COUNT_MAX = 64 }; /* bytes */

static void describe_count(enum entry_kind kind, int number, char out[COUNT_MAX])
{
	switch (kind) {
	case ENTRY_RESULT:
		snprintf(out, COUNT_MAX, text_plural("%d result", "%d results", number), number);
		break;
	case ENTRY_GAME:
		snprintf(out, COUNT_MAX, text_plural("%d game", "%d games", number), number);
		break;
	case ENTRY_DRAFT:
		snprintf(out, COUNT_MAX, text_plural("%d drawing", "%d drawings", number), number);
		break;
	case ENTRY_RUN:
		snprintf(out, COUNT_MAX, text_plural("%d run", "%d runs", number), number);
		break;
	case ENTRY_SETTING:
		snprintf(out, COUNT_MAX, text_plural("%d setting", "%d settings", number), number);
		break;
	case ENTRY_LEVEL:
		snprintf(out, COUNT_MAX, text_plural("%d level", "%d levels", number), number);
		break;
	default:
		assert(false);
	}
}

void entry_summary(const int count[ENTRY_KINDS], char out[ENTRY_SUMMARY_MAX])
{
	static const enum entry_kind kinds[] = {ENTRY_RESULT, ENTRY_GAME,    ENTRY_DRAFT,
	                                        ENTRY_RUN,    ENTRY_SETTING, ENTRY_LEVEL};
	char words[COUNT_MAX];
	out[0] = '\0';
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (count[kinds[i]] > 0) {
			describe_count(kinds[i], count[kinds[i]], words);
			text_add_item(out, ENTRY_SUMMARY_MAX, words);
		}
}

void entries_summary(const struct entries *queue, char out[ENTRY_SUMMARY_MAX])
{
	int count[ENTRY_KINDS];
	memcpy(count, queue->dropped, sizeof count);
	for (const struct entry *entry = queue->oldest; entry != NULL; entry = entry->next)
		count[entry->kind]++;
	entry_summary(count, out);
}
