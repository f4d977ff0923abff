/* Writing: what is given to the store goes into the list of what is pending, and from there into the
 * file, all of it or nothing. */
#include "store/store_inside.h"

#include <assert.h>
#include <errno.h>
#include <time.h>

static bool write_entry(struct store *store, const struct entry *entry)
{
	switch (entry->kind) {
	case ENTRY_GAME:
		return store_run(store, STATEMENT_KEEP_GAME, entry);
	case ENTRY_RESULT:
		return store_run(store, STATEMENT_ADD_RESULT, entry) &&
		       (!pending_ends_game(entry) || store_run(store, STATEMENT_DROP_GAME, entry));
	case ENTRY_DRAFT:
		return store_run(store,
		           entry->words[0] != '\0' ? STATEMENT_KEEP_DRAFT : STATEMENT_DROP_DRAFT,
		           entry);
	default:
		return store_run(store, STATEMENT_SET, entry);
	}
}

bool store_write_pending(struct store *store)
{
	bool written = store_run(store, STATEMENT_BEGIN, NULL);
	const struct entry *entry = store->pending.oldest;
	for (; written && entry != NULL; entry = entry->later)
		written = write_entry(store, entry);
	return written && store_run(store, STATEMENT_COMMIT, NULL);
}

bool store_save(struct store *store)
{
	bool saved = false;
	store->again = true;
	for (int attempt = 0; !saved && store->again && attempt < 2; attempt++) {
		store->again = false;
		saved = store_begin_write(store) && store_write_pending(store);
		store_end(store);
	}
	if (saved) {
		pending_clear(&store->pending);
		store->trouble = NULL;
	}
	return saved;
}

static bool keep(struct store *store, const struct entry *entry)
{
	assert(!store->held);
	if (!pending_add(&store->pending, entry))
		return store_fail(store, place_reason(ENOMEM));
	const bool saved = store_save(store);
	score_log_flush(&store->scores);
	return saved;
}

bool store_keep_game(struct store *store, const struct kept_game *game)
{
	return keep(store, &(struct entry){ .kind = ENTRY_GAME, .level = game->level,
	                                    .name = game->mode, .place = game->place,
	                                    .words = game->history, .seconds = game->seconds });
}

bool store_add_result(struct store *store, const struct result *result)
{
	return keep(store, &(struct entry){ .kind = ENTRY_RESULT, .level = result->level,
	                                    .name = result->mode,
	                                    .place = result->place, .par = result->par,
	                                    .words = result->moves, .number = result->count,
	                                    .seconds = result->seconds, .date = time(NULL),
	                                    .optimal = result->optimal,
	                                    .score = result->score });
}

bool store_set(struct store *store, const char *name, long value)
{
	return keep(store, &(struct entry){ .kind = ENTRY_SETTING, .name = name, .place = "",
	                                    .words = "", .number = value });
}

bool store_keep_draft(struct store *store, uint64_t number, const char *text)
{
	return keep(store, &(struct entry){ .kind = ENTRY_DRAFT, .level = number, .name = "",
	                                    .place = "", .words = text != NULL ? text : "" });
}

