/* Reading: the queue overrides the file. */
#include "store/store_private.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Starts a query; NULL if there is no file to read, which is like no row. Must be followed by
 * store_end. */
static sqlite3_stmt *query(struct store *store, enum statement which, const struct entry *key)
{
	return store_begin_read(store) == FILE_OURS ? store_prepare(store, which, key) : NULL;
}

/* A copy, so that the callback may use the store. */
static struct entry *copy_of_row(sqlite3_stmt *row, enum entry_kind kind)
{
	struct entry entry;
	return store_read_row(row, kind, &entry) ? entry_copy(&entry) : NULL;
}

/* The statement that finds a game or draft. */
static enum statement statement_of(enum entry_kind kind)
{
	return kind == ENTRY_GAME ? STATEMENT_GAME : STATEMENT_DRAFT;
}

/* The level's game or draft, if there is a row with it. */
static struct entry *entry_of_row(struct store *store, enum entry_kind kind, uint64_t level,
                                  enum store_lookup *answer)
{
	const struct entry key = { .level = level };
	sqlite3_stmt *row = store_prepare(store, statement_of(kind), &key);
	if (store_next_row(store, row))
		return copy_of_row(row, kind);
	if (store->file != NULL) /* an error would have closed it */
		*answer = STORE_NONE;
	return NULL;
}

/* Sets `answer` to STORE_NONE if the file has no such entry. If a damaged file is set aside, reads
 * the new one. */
static struct entry *entry_in_file(struct store *store, enum entry_kind kind, uint64_t level,
                                   enum store_lookup *answer)
{
	struct entry *entry = NULL;
	store->retry = true;
	for (int attempt = 0; store->retry && attempt < 2; attempt++) {
		store->retry = false;
		enum file_state state = store_begin_read(store);
		if (state == FILE_MISSING)
			*answer = STORE_NONE;
		else if (state == FILE_OURS)
			entry = entry_of_row(store, kind, level, answer);
		store_end(store);
	}
	return entry;
}

static void report_game(const struct entry *game, store_game_callback *callback, void *context)
{
	callback(context, &(struct saved_game){.level = game->level,
	                                       .place = game->place,
	                                       .puzzle = game->name,
	                                       .history = game->words,
	                                       .seconds = game->seconds});
}

/* The queued entry of a level's game, or of a draft. */
static const struct entry *pending_entry(const struct store *store, enum entry_kind kind,
                                         uint64_t level)
{
	return kind == ENTRY_GAME ? pending_of_level(&store->pending, level)
	                          : pending_draft(&store->pending, level);
}

/* Whether the entry says that there is none any more: a result, or a deleted draft. */
static bool is_deletion(const struct entry *pending, enum entry_kind kind)
{
	return pending->kind != kind || pending->words[0] == '\0';
}

/* The caller frees it; NULL unless the answer is STORE_FOUND. */
static struct entry *find_entry(struct store *store, enum entry_kind kind, uint64_t level,
                                enum store_lookup *answer)
{
	const struct entry *pending = pending_entry(store, kind, level);
	const bool none = pending != NULL && is_deletion(pending, kind);
	*answer = none ? STORE_NONE : STORE_UNREADABLE;
	struct entry *entry = none              ? NULL
	                      : pending != NULL ? entry_copy(pending)
	                                        : entry_in_file(store, kind, level, answer);
	if (entry != NULL)
		*answer = STORE_FOUND;
	return entry;
}

enum store_lookup store_game(struct store *store, uint64_t level, store_game_callback *callback,
                             void *context)
{
	enum store_lookup answer;
	struct entry *game = find_entry(store, ENTRY_GAME, level, &answer);
	if (game != NULL && callback != NULL)
		report_game(game, callback, context);
	free(game);
	return answer;
}

/* Entries of the queue come last, and override those of the file. */
void store_games(struct store *store, store_game_callback *callback, void *context)
{
	struct entry game;
	sqlite3_stmt *rows = query(store, STATEMENT_GAMES, NULL);
	while (store_next_row(store, rows))
		if (store_read_row(rows, ENTRY_GAME, &game) &&
		    pending_of_level(&store->pending, game.level) == NULL)
			report_game(&game, callback, context);
	store_end(store);
	const struct entry *entry = store->pending.oldest;
	for (; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_GAME)
			report_game(entry, callback, context);
}

/* A row of STATEMENT_BEST, _BESTS or _BEST_MOVES, without its moves. */
static struct entry entry_of_best(sqlite3_stmt *row)
{
	return (struct entry){ .number = sqlite3_column_int(row, 0),
	                       .optimal = sqlite3_column_int(row, 1) != 0,
	                       .score = sqlite3_column_int64(row, 2) };
}

/* NULL: none. */
static struct best best_of_entry(const struct entry *entry)
{
	return entry != NULL ? (struct best){ .count = (int)entry->number,
	                                      .optimal = entry->optimal,
	                                      .score = entry->score }
	                     : (struct best){ .count = -1 };
}

struct best store_best(struct store *store, uint64_t level)
{
	const struct entry key = { .level = level };
	const struct entry *best = pending_best(&store->pending, level);
	struct entry stored;
	sqlite3_stmt *row = query(store, STATEMENT_BEST, &key);
	if (store_next_row(store, row)) {
		stored = entry_of_best(row);
		best = pending_better(best, &stored);
	}
	store_end(store);
	return best_of_entry(best);
}

void store_bests(struct store *store, store_best_callback *callback, void *context)
{
	const struct pending *pending = &store->pending;
	for (const struct entry *entry = pending->oldest; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_RESULT)
			callback(context, entry->level,
			         best_of_entry(pending_best(pending, entry->level)));
	sqlite3_stmt *rows = query(store, STATEMENT_BESTS, NULL);
	while (store_next_row(store, rows)) {
		const uint64_t level = (uint64_t)sqlite3_column_int64(rows, 3);
		const struct entry stored = entry_of_best(rows);
		callback(context, level,
		         best_of_entry(pending_better(pending_best(pending, level), &stored)));
	}
	store_end(store);
}

uint64_t store_level(struct store *store, const char *place)
{
	const struct entry key = { .place = place };
	const struct entry *pending = pending_result_at(&store->pending, place);
	if (pending != NULL)
		return pending->level;
	sqlite3_stmt *row = query(store, STATEMENT_LEVEL_AT, &key);
	const uint64_t level =
		store_next_row(store, row) ? (uint64_t)sqlite3_column_int64(row, 0) : 0;
	store_end(store);
	return level;
}

void store_missing_texts(struct store *store, store_missing_text_callback *callback, void *context)
{
	sqlite3_stmt *rows = query(store, STATEMENT_MISSING_TEXTS, NULL);
	while (store_next_row(store, rows)) {
		const char *place = (const char *)sqlite3_column_text(rows, 1);
		callback(context, (uint64_t)sqlite3_column_int64(rows, 0),
		         place != NULL ? place : "");
	}
	store_end(store);
}

static struct statistics statistics_of_row(sqlite3_stmt *row)
{
	return (struct statistics){
		.played = sqlite3_column_int(row, 0),
		.solved = sqlite3_column_int(row, 1),
		.at_par = sqlite3_column_int(row, 2),
		.least = sqlite3_column_int(row, 3),
		.moves = sqlite3_column_int64(row, 4),
		.seconds = sqlite3_column_int64(row, 5),
		.score = sqlite3_column_int64(row, 6),
		.streak = sqlite3_column_int(row, 7),
		.longest = sqlite3_column_int(row, 8),
	};
}

/* From the file alone. */
static struct statistics statistics_of_file(struct store *store, const char *puzzle)
{
	const struct entry key = {.name = puzzle, .date = time(NULL)};
	sqlite3_stmt *rows = store_prepare(store, STATEMENT_STATISTICS, &key);
	return store_next_row(store, rows) ? statistics_of_row(rows)
	                                   : (struct statistics){ .played = 0 };
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
	char memory[] = ":memory:";
	struct store copy = {.data_file = {.path = memory, .lock = -1}, .pending = store->pending};
	struct statistics statistics = { .played = 0 };
	if (!store_file_open(&copy))
		return statistics;
	if (store->file != NULL)
		copy_file(store->file, copy.file);
	if (store_write_pending(&copy, NULL))
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

char *store_best_moves(struct store *store, uint64_t level)
{
	const struct entry key = { .level = level };
	const struct entry *best = pending_best(&store->pending, level);
	struct entry stored;
	sqlite3_stmt *row = query(store, STATEMENT_BEST_MOVES, &key);
	if (store_next_row(store, row)) {
		stored = entry_of_best(row);
		stored.words = (const char *)sqlite3_column_text(row, 3);
		if (stored.words != NULL)
			best = pending_better(best, &stored);
	}
	char *moves = best != NULL ? strdup(best->words) : NULL;
	store_end(store);
	return moves;
}

long store_setting(struct store *store, const char *name, long default_value)
{
	const struct entry key = {.name = name};
	const struct entry *pending = pending_setting(&store->pending, name);
	if (pending != NULL)
		return (long)pending->number;
	sqlite3_stmt *row = query(store, STATEMENT_SETTING, &key);
	const long value =
		store_next_row(store, row) ? (long)sqlite3_column_int64(row, 0) : default_value;
	store_end(store);
	return value;
}

enum store_lookup store_draft(struct store *store, uint64_t number, store_draft_callback *callback,
                              void *context)
{
	enum store_lookup answer;
	struct entry *draft = find_entry(store, ENTRY_DRAFT, number, &answer);
	if (draft != NULL && callback != NULL)
		callback(context, number, draft->words);
	free(draft);
	return answer;
}

/* Entries of the queue come last, and override those of the file. */
void store_drafts(struct store *store, store_draft_callback *callback, void *context)
{
	struct entry draft;
	sqlite3_stmt *rows = query(store, STATEMENT_ALL_DRAFTS, NULL);
	while (store_next_row(store, rows))
		if (store_read_row(rows, ENTRY_DRAFT, &draft) &&
		    pending_draft(&store->pending, draft.level) == NULL)
			callback(context, draft.level, draft.words);
	store_end(store);
	const struct entry *entry = store->pending.oldest;
	for (; entry != NULL; entry = entry->next)
		if (entry->kind == ENTRY_DRAFT && entry->words[0] != '\0')
			callback(context, entry->level, entry->words);
}
