/* Writing: entries go into the queue, and from there into the file, all of it or nothing. */
#include "store/store_private.h"

#include <assert.h>
#include <errno.h>
#include <time.h>

bool store_write_result(struct store *store, const struct entry *entry)
{
	return (!entry->optimal || store_run(store, STATEMENT_MARK_OPTIMAL, entry)) &&
	       store_run(store, STATEMENT_ADD_RESULT, entry);
}

static bool write_entry(struct store *store, const struct entry *entry)
{
	if (entry->text[0] != '\0' && !store_run(store, STATEMENT_SAVE_LEVEL, entry))
		return false;
	switch (entry->kind) {
	case ENTRY_LEVEL:
		return true;
	case ENTRY_GAME:
		return store_run(store, STATEMENT_SAVE_GAME, entry);
	case ENTRY_RESULT:
		return store_write_result(store, entry) &&
		       (!pending_ends_game(entry) || store_run(store, STATEMENT_DROP_GAME, entry));
	case ENTRY_DRAFT:
		return store_run(store,
		                 entry->words[0] != '\0' ? STATEMENT_SAVE_DRAFT
		                                         : STATEMENT_DROP_DRAFT,
		                 entry);
	default:
		return store_run(store, STATEMENT_SAVE_SETTING, entry);
	}
}

bool store_write_pending(struct store *store, void *context)
{
	(void)context;
	const struct entry *entry = store->pending.oldest;
	while (entry != NULL && write_entry(store, entry))
		entry = entry->next;
	return entry == NULL;
}

bool store_transact(struct store *store, store_writer *write, void *context)
{
	bool written = false;
	assert(!store->in_snapshot);
	store->retry = true;
	for (int attempt = 0; !written && store->retry && attempt < 2; attempt++) {
		store->retry = false;
		written = store_begin_write(store) && store_run(store, STATEMENT_BEGIN, NULL) &&
		          write(store, context) && store_run(store, STATEMENT_COMMIT, NULL);
		store_end(store);
	}
	return written;
}

bool store_save(struct store *store)
{
	if (!store_transact(store, store_write_pending, NULL))
		return false;
	pending_clear(&store->pending);
	store->trouble = NULL;
	return true;
}

static bool save_entry(struct store *store, const struct entry *entry)
{
	assert(!store->in_snapshot);
	if (!pending_add(&store->pending, entry))
		return store_fail(store, data_file_reason(ENOMEM));
	const bool saved = store_save(store);
	score_log_flush(&store->scores);
	return saved;
}

bool store_has_pending(const struct store *store)
{
	return store->pending.oldest != NULL || store->scores.size > 0;
}

bool store_retry(struct store *store)
{
	if (store->pending.oldest != NULL)
		store_save(store);
	score_log_flush(&store->scores);
	return !store_has_pending(store);
}

/* The string, or "" for NULL. */
static const char *or_empty(const char *given)
{
	return given != NULL ? given : "";
}

bool store_save_game(struct store *store, const struct saved_game *game)
{
	return save_entry(store, &(struct entry){.kind = ENTRY_GAME,
	                                   .level = game->level,
	                                   .name = game->puzzle,
	                                   .place = game->place,
	                                   .words = game->history,
	                                   .text = or_empty(game->text),
	                                   .seconds = game->seconds});
}

bool store_add_result(struct store *store, const struct result *result)
{
	return save_entry(store, &(struct entry){.kind = ENTRY_RESULT,
	                                   .level = result->level,
	                                   .name = result->puzzle,
	                                   .place = result->place,
	                                   .words = result->moves,
	                                   .text = or_empty(result->text),
	                                   .number = result->count,
	                                   .seconds = result->seconds,
	                                   .date = time(NULL),
	                                   .optimal = result->optimal,
	                                   .score = result->score});
}

bool store_set(struct store *store, const char *name, long value)
{
	return save_entry(store, &(struct entry){ .kind = ENTRY_SETTING, .name = name, .place = "",
	                                    .words = "", .text = "", .number = value });
}

bool store_save_draft(struct store *store, uint64_t number, const char *text)
{
	return save_entry(store, &(struct entry){ .kind = ENTRY_DRAFT, .level = number, .name = "",
	                                    .place = "", .words = or_empty(text), .text = "" });
}
