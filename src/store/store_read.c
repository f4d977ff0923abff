/* Reading: the queue overrides the file. */
#include "store/store_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "puzzle/replay.h"
#include "puzzle/times.h"

/* Starts a query; NULL if there is no file to read, which is like no row. Must be followed by
 * store_end. */
static sqlite3_stmt *query(struct store *store, enum statement which, const struct entry *key)
{
	return store_begin_read(store) == FILE_OURS ? store_prepare(store, which, key) : NULL;
}

/* NULL only without memory. */
static const char *text_of(sqlite3_stmt *row, int column)
{
	return sqlite3_column_type(row, column) == SQLITE_NULL
	               ? ""
	               : (const char *)sqlite3_column_text(row, column);
}

/* The times of a row, as far as they fit: they may be anything. */
static const char *times_of(sqlite3_stmt *row, enum entry_kind kind, int64_t count)
{
	int64_t tenths;
	const char *times = text_of(row, 12);
	const bool fits = times == NULL || kind != ENTRY_RESULT ||
	                  (count <= REPLAY_MOVES_MAX && times_fit(times, (int)count, &tenths));
	return fits ? times : "";
}

/* Reads a row. Its strings are valid as long as the row. False without memory. */
static bool read_row(sqlite3_stmt *row, enum entry_kind kind, struct entry *entry)
{
	*entry = (struct entry){.kind = kind,
	                        .level = (uint64_t)sqlite3_column_int64(row, 0),
	                        .name = text_of(row, 1),
	                        .place = text_of(row, 2),
	                        .words = text_of(row, 3),
	                        .seconds = sqlite3_column_int64(row, 4),
	                        .number = sqlite3_column_int64(row, 5),
	                        .optimal = sqlite3_column_int(row, 6) != 0,
	                        .date = sqlite3_column_int64(row, 7),
	                        .score = sqlite3_column_int64(row, 8),
	                        .text = text_of(row, 9),
	                        .unaided = sqlite3_column_int(row, 10) != 0,
	                        .hinted = sqlite3_column_int(row, 11) != 0};
	entry->times = times_of(row, kind, entry->number);
	return entry->name != NULL && entry->place != NULL && entry->words != NULL &&
	       entry->text != NULL && entry->times != NULL;
}

/* ---- entries ---- */

/* A copy of the entry in the file, so that the callback may use the store. Sets `answer` to
 * STORE_NONE if there is none. If a damaged file is set aside, reads the new one. */
static struct entry *find_in_file(struct store *store, const struct entry *key,
                                  enum store_lookup *answer)
{
	const enum statement which = key->kind == ENTRY_GAME ? STATEMENT_GAME : STATEMENT_DRAFT;
	struct entry stored, *copy = NULL;
	store->retry = true;
	for (int attempt = 0; store->retry && attempt < 2; attempt++) {
		store->retry = false;
		const enum file_state state = store_begin_read(store);
		sqlite3_stmt *row = state == FILE_OURS ? store_prepare(store, which, key) : NULL;
		if (store_next_row(store, row))
			copy = read_row(row, key->kind, &stored) ? entry_copy(&stored) : NULL;
		else if (state == FILE_MISSING ||
		         (state == FILE_OURS && store->file != NULL)) /* an error closes it */
			*answer = STORE_NONE;
		store_end(store);
	}
	return copy;
}

/* Whether the queue's entry is a game or draft; else it ended the game, or deleted the draft. */
static bool is_there(const struct entry *pending, enum entry_kind kind)
{
	return pending->kind == kind && pending->words[0] != '\0';
}

enum store_lookup store_find(struct store *store, enum entry_kind kind, uint64_t level,
                             store_callback *callback, void *context)
{
	const struct entry key = {.kind = kind, .level = level};
	const struct entry *pending = entries_find(&store->pending, &key);
	const bool none = pending != NULL && !is_there(pending, kind);
	enum store_lookup answer = none ? STORE_NONE : STORE_UNREADABLE;
	struct entry *entry = none              ? NULL
	                      : pending != NULL ? entry_copy(pending)
	                                        : find_in_file(store, &key, &answer);
	if (entry == NULL)
		return answer;
	if (callback != NULL)
		callback(context, entry);
	free(entry);
	return STORE_FOUND;
}

void store_list(struct store *store, enum entry_kind kind, store_callback *callback, void *context)
{
	struct entry stored;
	sqlite3_stmt *rows = query(store, STATEMENT_ALL + kind, NULL);
	while (store_next_row(store, rows))
		if (read_row(rows, kind, &stored) && entries_find(&store->pending, &stored) == NULL)
			callback(context, &stored);
	store_end(store);
	const struct entry *entry = store->pending.oldest;
	for (; entry != NULL; entry = entry->next)
		if (is_there(entry, kind))
			callback(context, entry);
}

uint64_t store_level(struct store *store, const char *place)
{
	const struct entry key = {.kind = ENTRY_RESULT, .place = place};
	const struct entry *pending = entries_find(&store->pending, &key);
	if (pending != NULL)
		return pending->level;
	sqlite3_stmt *row = query(store, STATEMENT_LEVEL_AT, &key);
	const uint64_t level =
		store_next_row(store, row) ? (uint64_t)sqlite3_column_int64(row, 0) : 0;
	store_end(store);
	return level;
}

long store_setting(struct store *store, const char *name, long default_value)
{
	const struct entry key = {.kind = ENTRY_SETTING, .name = name};
	const struct entry *pending = entries_find(&store->pending, &key);
	if (pending != NULL)
		return (long)pending->number;
	sqlite3_stmt *row = query(store, STATEMENT_SETTING, &key);
	const long value =
		store_next_row(store, row) ? (long)sqlite3_column_int64(row, 0) : default_value;
	store_end(store);
	return value;
}

/* ---- results ---- */

/* NULL: none. */
static struct best best_of_entry(const struct entry *entry)
{
	return entry != NULL ? (struct best){.count = (int)entry->number,
	                                     .optimal = entry->optimal,
	                                     .unaided = entry->unaided,
	                                     .score = entry->score}
	                     : (struct best){.count = -1};
}

/* The best result of a level, from the queue or read into *stored; NULL: none. Must be followed by
 * store_end, and is valid until then. */
static const struct entry *find_best(struct store *store, uint64_t level, struct entry *stored)
{
	const struct entry key = {.level = level};
	const struct entry *best = entries_best(&store->pending, level);
	sqlite3_stmt *row = query(store, STATEMENT_BEST, &key);
	return store_next_row(store, row) && read_row(row, ENTRY_RESULT, stored)
	               ? entry_better(best, stored)
	               : best;
}

struct best store_best(struct store *store, uint64_t level)
{
	struct entry stored;
	const struct best best = best_of_entry(find_best(store, level, &stored));
	store_end(store);
	return best;
}

char *store_best_moves(struct store *store, uint64_t level)
{
	struct entry stored;
	const struct entry *best = find_best(store, level, &stored);
	char *moves = best != NULL ? strdup(best->words) : NULL;
	store_end(store);
	return moves;
}

/* Keeps a copy of the entry in *best if it has times and is better: more points, fewer moves, less
 * time. */
static void keep_timed(const struct entry *entry, struct entry **best)
{
	const struct entry *kept = *best;
	const bool as_short =
		kept != NULL && kept->score == entry->score && kept->number == entry->number;
	if (entry->times[0] == '\0' || (as_short ? !times_are_less(entry->times, kept->times)
	                                         : entry_better(kept, entry) != entry))
		return;
	struct entry *copy = entry_copy(entry);
	if (copy == NULL)
		return;
	free(*best);
	*best = copy;
}

bool store_best_timed(struct store *store, uint64_t level, char **moves, char **times)
{
	struct entry stored, *best = NULL;
	const struct entry key = {.level = level}, *entry = store->pending.oldest;
	for (; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_RESULT && entry->level == level)
			keep_timed(entry, &best);
	sqlite3_stmt *rows = query(store, STATEMENT_TIMED, &key);
	while (store_next_row(store, rows) && read_row(rows, ENTRY_RESULT, &stored))
		keep_timed(&stored, &best);
	store_end(store);
	*moves = best != NULL ? strdup(best->words) : NULL;
	*times = best != NULL ? strdup(best->times) : NULL;
	free(best);
	if (*moves != NULL && *times != NULL)
		return true;
	free(*moves);
	free(*times);
	return false;
}

void store_bests(struct store *store, store_best_callback *callback, void *context)
{
	const struct entries *pending = &store->pending;
	for (const struct entry *entry = pending->oldest; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_RESULT)
			callback(context, entry->level,
			         best_of_entry(entries_best(pending, entry->level)));
	struct entry stored;
	sqlite3_stmt *rows = query(store, STATEMENT_BESTS, NULL);
	while (store_next_row(store, rows))
		if (read_row(rows, ENTRY_RESULT, &stored))
			callback(context, stored.level,
			         best_of_entry(entry_better(entries_best(pending, stored.level),
			                                    &stored)));
	store_end(store);
}

/* ---- statistics ---- */

/* From the file alone. */
static struct statistics statistics_of_file(struct store *store, const char *puzzle)
{
	const struct entry key = {.name = puzzle, .date = time(NULL)};
	sqlite3_stmt *row = store_prepare(store, STATEMENT_STATISTICS, &key);
	if (!store_next_row(store, row))
		return (struct statistics){.played = 0};
	return (struct statistics){
		.played = sqlite3_column_int(row, 0),
		.solved = sqlite3_column_int(row, 1),
		.at_par = sqlite3_column_int(row, 2),
		.minimal = sqlite3_column_int(row, 3),
		.moves = sqlite3_column_int64(row, 4),
		.seconds = sqlite3_column_int64(row, 5),
		.score = sqlite3_column_int64(row, 6),
		.days_in_a_row = sqlite3_column_int(row, 7),
		.longest = sqlite3_column_int(row, 8),
		.unaided = sqlite3_column_int(row, 9),
	};
}

static void copy_file(sqlite3 *from, sqlite3 *to)
{
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
	if (backup != NULL)
		sqlite3_backup_step(backup, -1);
	sqlite3_backup_finish(backup);
}

/* From the file as it will be: a copy in memory, to which the queue is written. */
static struct statistics statistics_with_pending(struct store *store, const char *puzzle)
{
	struct store copy = {.data_file.lock = -1};
	struct statistics statistics = { .played = 0 };
	int added[ENTRY_KINDS];
	if (!store_file_open(&copy))
		return statistics;
	if (store->file != NULL)
		copy_file(store->file, copy.file);
	if (store_write(&copy, &store->pending, STATEMENT_SAVE, added))
		statistics = statistics_of_file(&copy, puzzle);
	store_file_close(&copy);
	verify_free(&copy.verifier);
	return statistics;
}

struct statistics store_statistics(struct store *store, const char *puzzle)
{
	struct statistics statistics = { .played = 0 };
	const bool found = store_begin_read(store) == FILE_OURS;
	if (store->pending.oldest != NULL)
		statistics = statistics_with_pending(store, puzzle);
	else if (found)
		statistics = statistics_of_file(store, puzzle);
	store_end(store);
	return statistics;
}

/* ---- all data ---- */

/* False after an error, or without memory. */
static bool read_kind(struct store *store, enum entry_kind kind, struct entries *all, int *count)
{
	struct entry entry;
	sqlite3_stmt *rows = store_prepare(store, STATEMENT_ALL + kind, NULL);
	for (*count = 0; store_next_row(store, rows); ++*count)
		if (!read_row(rows, kind, &entry) || !entries_add(all, &entry))
			return store_fail(store, error_reason(ENOMEM));
	return store->file != NULL; /* an error would have closed it */
}

static bool read_file(struct store *store, struct entries *all, int *omitted)
{
	int count;
	sqlite3_stmt *row = store_prepare(store, STATEMENT_RESULT_COUNT, NULL);
	if (!store_next_row(store, row))
		return false;
	*omitted = sqlite3_column_int(row, 0);
	if (!read_kind(store, ENTRY_RESULT, all, &count))
		return false;
	*omitted -= count;
	return read_kind(store, ENTRY_GAME, all, &count) &&
	       read_kind(store, ENTRY_DRAFT, all, &count) &&
	       read_kind(store, ENTRY_RUN, all, &count) &&
	       read_kind(store, ENTRY_SETTING, all, &count);
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
