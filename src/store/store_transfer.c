/* Reading and adding all data at once, for export and import. The queue is empty meanwhile, because
 * no game is played. */
#include "store/store_private.h"

#include <errno.h>

/* Appends the rows of a statement; false after an error, or without memory. */
static bool read_kind(struct store *store, enum statement which, enum entry_kind kind,
                      struct entries *all, int *count)
{
	sqlite3_stmt *rows = store_prepare(store, which, NULL);
	for (*count = 0; store_next_row(store, rows); ++*count) {
		struct entry entry;
		if (!store_read_row(rows, kind, &entry) || !entries_add(all, &entry))
			return store_fail(store, data_file_reason(ENOMEM));
	}
	return store->file != NULL; /* an error would have closed it */
}

static bool read_file(struct store *store, struct entries *all, int *omitted)
{
	int count;
	sqlite3_stmt *rows = store_prepare(store, STATEMENT_RESULT_COUNT, NULL);
	if (!store_next_row(store, rows))
		return false;
	*omitted = sqlite3_column_int(rows, 0);
	if (!read_kind(store, STATEMENT_ALL_RESULTS, ENTRY_RESULT, all, &count))
		return false;
	*omitted -= count;
	return read_kind(store, STATEMENT_ALL_GAMES, ENTRY_GAME, all, &count) &&
	       read_kind(store, STATEMENT_ALL_DRAFTS, ENTRY_DRAFT, all, &count) &&
	       read_kind(store, STATEMENT_ALL_SETTINGS, ENTRY_SETTING, all, &count);
}

bool store_read_all(struct store *store, struct entries *all, int *omitted)
{
	*omitted = 0;
	const enum file_state state = store_begin_read(store);
	const bool good = state == FILE_MISSING
	                          ? store->data_file.path != NULL
	                          : state == FILE_OURS && read_file(store, all, omitted);
	store_end(store);
	return good;
}

static bool add_entry(struct store *store, const struct entry *entry, int added[ENTRY_KINDS])
{
	static const enum statement statements[ENTRY_KINDS] = {
		[ENTRY_GAME] = STATEMENT_ADD_GAME, [ENTRY_DRAFT] = STATEMENT_ADD_DRAFT,
		[ENTRY_SETTING] = STATEMENT_ADD_SETTING, [ENTRY_LEVEL] = STATEMENT_ADD_LEVEL,
	};
	if (entry->kind != ENTRY_LEVEL && entry->text[0] != '\0' &&
	    !store_run(store, STATEMENT_ADD_LEVEL, entry))
		return false;
	if (entry->kind == ENTRY_RESULT ? !store_write_result(store, entry)
	                                : !store_run(store, statements[entry->kind], entry))
		return false;
	added[entry->kind] += sqlite3_changes(store->file);
	return true;
}

struct adding {
	const struct entries *all;
	int *added;
};

static bool add_entries(struct store *store, void *context)
{
	const struct adding *adding = context;
	for (int kind = 0; kind < ENTRY_KINDS; kind++)
		adding->added[kind] = 0;
	const struct entry *entry = adding->all->oldest;
	while (entry != NULL && add_entry(store, entry, adding->added))
		entry = entry->next;
	return entry == NULL;
}

bool store_add_all(struct store *store, const struct entries *all, int added[ENTRY_KINDS])
{
	return store_transact(store, add_entries, &(struct adding){ all, added });
}
