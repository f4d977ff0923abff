/* Writing: entries go into the queue, and from there into the file, all of it or nothing. */
#include "store/store_private.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

static bool write_entry(struct store *store, const struct entry *entry, enum statement write)
{
	const bool saving = write == STATEMENT_SAVE;
	if (entry->kind != ENTRY_LEVEL && entry->text[0] != '\0' &&
	    !store_run(store, write + ENTRY_LEVEL, entry))
		return false;
	if (saving && entry->kind == ENTRY_DRAFT && entry->words[0] == '\0')
		return store_run(store, STATEMENT_DROP_DRAFT, entry);
	if (entry_ends_game(entry) &&
	    !store_run(store, saving ? STATEMENT_DROP_GAME : STATEMENT_END_GAME, entry))
		return false;
	return (!entry->optimal || store_run(store, STATEMENT_MARK_OPTIMAL, entry)) &&
	       (!entry->unaided || store_run(store, STATEMENT_MARK_UNAIDED, entry)) &&
	       store_run(store, write + entry->kind, entry);
}

bool store_write(struct store *store, const struct entries *entries, enum statement write,
                 int added[ENTRY_KINDS])
{
	memset(added, 0, ENTRY_KINDS * sizeof *added);
	const struct entry *entry = entries->oldest;
	for (; entry != NULL && write_entry(store, entry, write); entry = entry->next)
		added[entry->kind] += sqlite3_changes(store->file);
	return entry == NULL;
}

/* In one transaction; retries once if the cause of an error is gone. */
static bool transact(struct store *store, const struct entries *entries, enum statement write,
                     int added[ENTRY_KINDS])
{
	bool written = false;
	assert(!store->in_snapshot);
	store->retry = true;
	for (int attempt = 0; !written && store->retry && attempt < 2; attempt++) {
		store->retry = false;
		written = store_begin_write(store) && store_run(store, STATEMENT_BEGIN, NULL) &&
		          store_write(store, entries, write, added) &&
		          store_run(store, STATEMENT_COMMIT, NULL);
		store_end(store);
	}
	return written;
}

bool store_add_all(struct store *store, const struct entries *all, int added[ENTRY_KINDS])
{
	return transact(store, all, STATEMENT_ADD, added);
}

static void tell_saved(struct store *store, const struct entry *entry)
{
	const bool over =
		entry->kind == ENTRY_RESULT || (entry->kind == ENTRY_RUN && entry->date != 0);
	if (store->observer != NULL &&
	    (over || entry->kind == ENTRY_GAME || entry->kind == ENTRY_RUN))
		store->observer(store->observer_context,
		                over ? STORE_SAVED_RESULT : STORE_SAVED_GAME, NULL, entry);
}

bool store_save_pending(struct store *store)
{
	int added[ENTRY_KINDS];
	if (!transact(store, &store->pending, STATEMENT_SAVE, added))
		return false;
	for (const struct entry *entry = store->pending.oldest; entry != NULL; entry = entry->next)
		tell_saved(store, entry);
	entries_free(&store->pending);
	store->trouble = NULL;
	return true;
}

bool store_save(struct store *store, const struct entry *entry)
{
	assert(!store->in_snapshot && entry->kind != ENTRY_LEVEL); /* see store_add_all */
	if (!entries_queue(&store->pending, entry))
		return store_fail(store, error_reason(ENOMEM));
	const bool saved = store_save_pending(store);
	score_log_flush(&store->scores);
	store_tell(store);
	return saved;
}

bool setting_is_of_host(const char *name)
{
	return strcmp(name, SETTING_ARRIVED) == 0 || strcmp(name, SETTING_WATCH) == 0;
}

bool store_set(struct store *store, const char *name, long value)
{
	return store_save(store,
	                  &(struct entry){.kind = ENTRY_SETTING, .name = name, .number = value});
}

bool store_save_draft(struct store *store, uint64_t number, const char *text)
{
	return store_save(store,
	                  &(struct entry){.kind = ENTRY_DRAFT, .level = number, .words = text});
}

bool store_has_pending(const struct store *store)
{
	return store->pending.oldest != NULL || store->scores.pending.oldest != NULL;
}

bool store_retry(struct store *store)
{
	if (store->pending.oldest != NULL)
		store_save_pending(store);
	score_log_flush(&store->scores);
	store_tell(store);
	return !store_has_pending(store);
}
