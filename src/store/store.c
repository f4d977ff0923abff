/* Opening and closing the store, and its messages. */
#include "os/language.h"
#include "store/store_private.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static struct store *open_store(const char *player, bool only_reads)
{
	char name[DATA_FILE_NAME_MAX];
	assert(player == NULL || text_is_player_name(player));
	struct store *store = calloc(1, sizeof *store);
	if (store == NULL)
		return NULL;
	sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0); /* no preallocated pages */
	snprintf(store->player, sizeof store->player, "%s", player != NULL ? player : "");
	data_file_player_path(player, "parlour", name);
	data_file_open(&store->data_file, name, ".db");
	score_log_open(&store->scores);
	store->only_reads = only_reads;
	store_inspect(store); /* SQLite is not initialized until it is needed */
	store_end(store);
	return store;
}

struct store *store_open(const char *player)
{
	return open_store(player, false);
}

struct store *store_open_to_read(const char *player)
{
	return open_store(player, true);
}

void store_tell(struct store *store)
{
	const char *trouble = store_trouble(store);
	if (store->observer == NULL)
		return;
	if (store->untold_notice != NULL)
		store->observer(store->observer_context, STORE_SET_ASIDE, store->untold_notice,
		                NULL);
	if (trouble != NULL && trouble != store->told_trouble)
		store->observer(store->observer_context, STORE_NOT_SAVED, trouble, NULL);
	store->untold_notice = NULL;
	store->told_trouble = trouble;
}

void store_observe(struct store *store, store_observer *observer, void *context)
{
	store->observer = observer;
	store->observer_context = context;
	store_tell(store);
}

/* The line may drop while both locks are waited for, and both are waited for once more at the end:
 * all that must fit within two seconds. */
void store_set_interactive(struct store *store, bool interactive)
{
	enum { INTERACTIVE_TIMEOUT = 400 };
	store->data_file.timeout = store->scores.file.timeout =
		interactive ? INTERACTIVE_TIMEOUT : DATA_FILE_TIMEOUT;
}

void store_begin_snapshot(struct store *store)
{
	assert(!store->in_snapshot);
	store->snapshot_state = store_begin_read(store);
	store->in_snapshot = true;
	if (store->snapshot_state == FILE_OURS)
		store_run(store, STATEMENT_BEGIN_READ, NULL);
}

bool store_end_snapshot(struct store *store)
{
	assert(store->in_snapshot);
	/* An error would have closed the file. */
	const bool read = store->snapshot_state == FILE_MISSING ||
	                  (store->snapshot_state == FILE_OURS && store->file != NULL);
	store->in_snapshot = false;
	if (store->file != NULL && sqlite3_get_autocommit(store->file) == 0)
		store_run(store, STATEMENT_COMMIT, NULL);
	store_end(store);
	return read;
}

const char *store_player(const struct store *store)
{
	return store->player[0] != '\0' ? store->player : NULL;
}

void store_add_score(struct store *store, const char *text, bool by_points)
{
	if (text != NULL)
		score_log_add(&store->scores, text, by_points);
	store_tell(store);
}

/* Why something is lost for good, or is not on the leaderboard yet; NULL: nothing. */
static const char *lasting_trouble(const struct store *store)
{
	for (int kind = 0; kind < ENTRY_KINDS; kind++)
		if (store->pending.dropped[kind] > 0)
			return error_reason(ENOMEM);
	return store->loss != NULL ? store->loss : store->scores.trouble;
}

static void describe_loss(const struct store *store, const char *why, struct error *error)
{
	char what[ENTRY_SUMMARY_MAX];
	entries_summary(&store->pending, what);
	if (store->scores.trouble != NULL)
		/* TRANSLATORS: An item of a list of what is not saved. */
		text_add_item(what, sizeof what, _("the leaderboard"));
	if (what[0] == '\0')
		error_set(error, "%s", why);
	else
		error_set(error, "%s (%s)", why, what);
}

bool store_close(struct store *store, struct error *error)
{
	if (store == NULL)
		return true;
	store->data_file.timed_out = false;
	if (store->pending.oldest != NULL)
		store_save_pending(store);
	score_log_close(&store->scores);
	const char *why = store->pending.oldest != NULL ? store->trouble : lasting_trouble(store);
	if (why != NULL)
		describe_loss(store, why, error);
	store_tell(store);
	store_file_close(store);
	entries_free(&store->pending);
	data_file_close(&store->data_file);
	verify_free(&store->verifier);
	free(store);
	return why == NULL;
}

const char *store_trouble(const struct store *store)
{
	return store->trouble != NULL ? store->trouble : lasting_trouble(store);
}

const char *store_notice(struct store *store)
{
	const char *notice = store->unread_notice;
	store->unread_notice = NULL;
	return notice;
}

void store_note_loss(struct store *store, const char *why)
{
	store->loss = why;
}

