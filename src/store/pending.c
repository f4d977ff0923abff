/* A linked list from the oldest entry to the newest, searched linearly: it is empty while saving
 * works, and short otherwise. Each entry is one block that includes its strings, so its size is
 * known and it depends on nothing else. */
#include "store/pending.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PENDING_MAX = 256 * 1024 }; /* bytes */

static void remove_entry(struct pending *pending, struct entry **link)
{
	struct entry *entry = *link;
	*link = entry->next;
	pending->size -= entry->size;
	free(entry);
}

bool pending_ends_game(const struct entry *entry)
{
	return entry->kind == ENTRY_RESULT && entry->score == 0;
}

/* Whether a newer entry makes an older one obsolete: a game or result replaces a game, a setting or
 * draft its earlier value. */
static bool replaces(const struct entry *newer, const struct entry *older)
{
	if (newer->kind == ENTRY_SETTING || older->kind == ENTRY_SETTING)
		return newer->kind == older->kind && strcmp(newer->name, older->name) == 0;
	if (newer->kind == ENTRY_DRAFT || older->kind == ENTRY_DRAFT)
		return newer->kind == older->kind && newer->level == older->level;
	if (newer->kind == ENTRY_LEVEL)
		return false;
	return older->kind == ENTRY_GAME && newer->level == older->level &&
	       (newer->kind == ENTRY_GAME || pending_ends_game(newer));
}

/* Drops the oldest entries of a kind until the list fits, but never the newest entry of all. */
static void make_room(struct pending *pending, enum entry_kind kind)
{
	struct entry **link = &pending->oldest;
	while (pending->size > PENDING_MAX && (*link)->next != NULL)
		if ((*link)->kind == kind) {
			pending->dropped[kind]++;
			remove_entry(pending, link);
		} else {
			link = &(*link)->next;
		}
}

bool pending_add(struct pending *pending, const struct entry *new)
{
	struct entry *entry = entry_copy(new);
	if (entry == NULL) {
		pending->dropped[new->kind]++;
		return false;
	}
	struct entry **link = &pending->oldest;
	while (*link != NULL)
		if (replaces(entry, *link))
			remove_entry(pending, link);
		else
			link = &(*link)->next;
	*link = entry;
	pending->size += entry->size;
	make_room(pending, ENTRY_GAME);
	make_room(pending, ENTRY_DRAFT);
	make_room(pending, ENTRY_RESULT);
	return true;
}

void pending_summary(const struct pending *pending, char out[ENTRY_SUMMARY_MAX])
{
	int count[ENTRY_KINDS];
	memcpy(count, pending->dropped, sizeof count);
	for (const struct entry *entry = pending->oldest; entry != NULL; entry = entry->next)
		count[entry->kind]++;
	entry_summary(count, out);
}

void pending_clear(struct pending *pending)
{
	while (pending->oldest != NULL)
		remove_entry(pending, &pending->oldest);
	assert(pending->size == 0);
}

const struct entry *pending_of_level(const struct pending *pending, uint64_t level)
{
	const struct entry *found = NULL;
	for (const struct entry *entry = pending->oldest; entry != NULL; entry = entry->next)
		if (entry->level == level &&
		    (entry->kind == ENTRY_GAME || pending_ends_game(entry)))
			found = entry;
	return found;
}

const struct entry *pending_result_at(const struct pending *pending, const char *place)
{
	const struct entry *found = NULL;
	for (const struct entry *entry = pending->oldest; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_RESULT && strcmp(entry->place, place) == 0)
			found = entry;
	return found;
}

const struct entry *pending_better(const struct entry *one, const struct entry *other)
{
	if (one == NULL || other == NULL)
		return one == NULL ? other : one;
	if (one->score != other->score)
		return one->score > other->score ? one : other;
	if (one->number != other->number)
		return one->number < other->number ? one : other;
	return one->optimal ? one : other;
}

const struct entry *pending_best(const struct pending *pending, uint64_t level)
{
	const struct entry *best = NULL;
	for (const struct entry *entry = pending->oldest; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_RESULT && entry->level == level)
			best = pending_better(best, entry);
	return best;
}

const struct entry *pending_draft(const struct pending *pending, uint64_t level)
{
	for (const struct entry *entry = pending->oldest; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_DRAFT && entry->level == level)
			return entry;
	return NULL;
}

const struct entry *pending_setting(const struct pending *pending, const char *name)
{
	for (const struct entry *entry = pending->oldest; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_SETTING && strcmp(entry->name, name) == 0)
			return entry;
	return NULL;
}
