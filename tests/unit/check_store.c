/* The store, and everything that can happen to its file. Each test has its own state directory.
 * Files are made foreign, newer or damaged by patching bytes at their offsets in SQLite's
 * format. */
#include "store/schema.h"
#include "store/store.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/folder.h"
#include "support/help.h"
#include "support/sample.h"

enum {
	NAME_MAX_BYTES = 512,
	CHANGES_AT = 24,     /* offset of its change counter */
	VERSION_AT = 60,     /* offset of user_version */
	APPLICATION_AT = 68, /* offset of application_id */
	PAGE = 4096,
};

/* ---- a directory for each test ---- */

static char *root;

static void make_root(void)
{
	root = folder_new_state();
}

static void remove_root(void)
{
	folder_free(root);
}

/* Paths in the test's directory, each valid for four more calls. */
static const char *in_root(const char *name)
{
	static char paths[4][2 * NAME_MAX_BYTES];
	static int turn;
	turn = (turn + 1) % 4;
	snprintf(paths[turn], sizeof paths[turn], "%s/%s", root, name);
	return paths[turn];
}

static const char *database(void)
{
	return in_root("parlour/parlour.db");
}

/* ---- files as bytes ---- */

static void write_bytes(const char *path, long offset, const void *bytes, size_t size)
{
	int file = open(path, O_WRONLY | O_CREAT, 0600);
	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(pwrite(file, bytes, size, offset), (ssize_t)size);
	close(file);
}

static void assert_unchanged(struct bytes before, const char *path)
{
	struct bytes after = folder_read(path);
	ck_assert_uint_eq(before.size, after.size);
	ck_assert_mem_eq(before.at, after.at, before.size);
	free(before.at);
	free(after.at);
}

/* The only file in the state directory that matches the pattern; "" if there is none. */
static const char *only(const char *pattern)
{
	static char found[2 * NAME_MAX_BYTES];
	glob_t names;
	bool any = glob(in_root(pattern), 0, NULL, &names) == 0;
	ck_assert(!any || names.gl_pathc == 1);
	snprintf(found, sizeof found, "%s", any ? names.gl_pathv[0] : "");
	globfree(&names);
	return found;
}

static const char *set_aside(void)
{
	return only("parlour/parlour.db.damaged-2[0-9]*-*[0-9]");
}

/* ---- shorthands for the store ---- */

/* What the callback received; "" for nothing. */
struct copy {
	uint64_t level;
	int64_t seconds;
	char place[64], puzzle[32], history[256];
};

static void take(void *context, const struct entry *game)
{
	struct copy *copy = context;
	copy->level = game->level;
	copy->seconds = game->seconds;
	snprintf(copy->place, sizeof copy->place, "%s", game->place);
	snprintf(copy->puzzle, sizeof copy->puzzle, "%s", game->name);
	snprintf(copy->history, sizeof copy->history, "%s", game->words);
}

static bool keep(struct store *store, uint64_t level, const char *history)
{
	return sample_save_game(store, level, history);
}

static bool finish(struct store *store, uint64_t level, int count, bool optimal)
{
	return sample_add_result(store, level, count, optimal);
}

/* One level's entry, from a call for all. */
struct best_of {
	uint64_t level;
	struct best best;
};

static void take_best(void *context, uint64_t level, struct best best)
{
	struct best_of *of = context;
	if (level == of->level)
		of->best = best;
}

/* The best result of a level; asking for it and asking for all must agree. */
static struct best best_of(struct store *store, uint64_t level)
{
	const struct best best = store_best(store, sample_identity(level));
	struct best_of of = {.level = sample_identity(level), .best.count = -1};
	store_bests(store, take_best, &of);
	ck_assert_int_eq(of.best.count, best.count);
	ck_assert_int_eq(of.best.score, best.score);
	ck_assert(of.best.optimal == best.optimal);
	return best;
}

static void assert_score(struct store *store, uint64_t level, int count)
{
	struct best best = best_of(store, level);
	ck_assert_int_eq(best.count, count);
	ck_assert_int_eq(best.score, sample_score(level, count));
}

/* The score of endless games. */
enum { GAME = ENDLESS + 1 };

static void assert_game(struct store *store, uint64_t level, const char *history)
{
	struct copy copy = { .level = 0 };
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(level), take, &copy),
	                 STORE_FOUND);
	ck_assert_str_eq(copy.history, history);
	ck_assert_uint_eq(copy.level, sample_identity(level));
}

static void assert_no_game(struct store *store, uint64_t level)
{
	struct copy copy = { .level = 0 };
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(level), take, &copy),
	                 STORE_NONE);
	ck_assert_str_eq(copy.history, "");
}

static void assert_unreadable(struct store *store, uint64_t level)
{
	struct copy copy = { .level = 0 };
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(level), take, &copy),
	                 STORE_UNREADABLE);
	ck_assert_str_eq(copy.history, "");
	ck_assert_int_eq(store_find(store, ENTRY_DRAFT, level, NULL, NULL), STORE_UNREADABLE);
}

static void assert_last(struct store *store, uint64_t level)
{
	struct copy copy = { .level = 0 };
	store_list(store, ENTRY_GAME, take, &copy);
	ck_assert_uint_eq(copy.level, level == 0 ? 0 : sample_identity(level));
	ck_assert_str_eq(copy.place, level == 0 ? "" : "tilt/classic:3");
}

static void assert_best(struct store *store, uint64_t level, int count, bool optimal)
{
	struct best best = best_of(store, level);
	ck_assert_int_eq(best.count, count);
	ck_assert(best.optimal == optimal);
}

/* Asserts that a string of the store is as expected, or NULL, and frees it. */
static void assert_text(char *text, const char *expected)
{
	ck_assert_pstr_eq(text, expected);
	free(text);
}

static void assert_best_moves(struct store *store, uint64_t level, const char *expected)
{
	assert_text(store_best_moves(store, sample_identity(level)), expected);
}

static void assert_trouble(struct store *store, const char *words)
{
	ck_assert_ptr_nonnull(store_trouble(store));
	ck_assert_str_eq(store_trouble(store), words);
}

/* Asserts that everything is saved and there is no notice. */
static void assert_calm(struct store *store)
{
	ck_assert_ptr_null(store_trouble(store));
	ck_assert_ptr_null(store_notice(store));
}

/* Closes it, and asserts that everything was saved. */
static void close_saved(struct store *store)
{
	struct error error = { .text = "" };
	ck_assert_msg(store_close(store, &error), "not saved: %s", error.text);
	ck_assert_str_eq(error.text, "");
}

static void close_unsaved(struct store *store, const char *why)
{
	struct error error = { .text = "" };
	ck_assert(!store_close(store, &error));
	ck_assert_str_eq(error.text, why);
}

static struct store *reopen(struct store *store)
{
	close_saved(store);
	return store_open(NULL);
}

/* ---- data ---- */

START_TEST(a_game_is_read_back_completely)
{
	const uint64_t level = UINT64_MAX - 1; /* outside SQLite's signed integers */
	struct store *store = store_open(NULL);
	struct copy copy = { .level = 0 };
	ck_assert_int_eq(store_find(store, ENTRY_GAME, level, take, &copy), STORE_NONE);
	ck_assert(store_save(store, &(struct entry){.kind = ENTRY_GAME,
	                                            .level = level,
	                                            .name = "tilt",
	                                            .place = "tilt/classic:3",
	                                            .words = "left up",
	                                            .seconds = 61}));
	ck_assert_int_eq(store_find(store, ENTRY_GAME, level, take, &copy), STORE_FOUND);
	ck_assert_uint_eq(copy.level, level);
	ck_assert_int_eq(copy.seconds, 61);
	ck_assert_str_eq(copy.place, "tilt/classic:3");
	ck_assert_str_eq(copy.puzzle, "tilt");
	ck_assert_str_eq(copy.history, "left up");
	assert_calm(store);
	close_saved(store);
}
END_TEST

START_TEST(a_later_game_replaces_the_earlier)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	ck_assert(keep(store, 2, "up"));
	ck_assert(keep(store, 1, "left down"));
	assert_game(store, 1, "left down");
	assert_game(store, 2, "up");
	close_saved(store);
}
END_TEST

START_TEST(the_last_game_is_the_one_saved_last)
{
	struct store *store = store_open(NULL);
	assert_last(store, 0);
	ck_assert(keep(store, 1, "left") && keep(store, 2, "up"));
	assert_last(store, 2);
	ck_assert(keep(store, 1, "left left"));
	assert_last(store, 1);
	ck_assert(finish(store, 1, 2, false));
	assert_last(store, 2);
	close_saved(store);
}
END_TEST

START_TEST(a_result_ends_the_game_and_the_best_one_counts)
{
	struct store *store = store_open(NULL);
	assert_best(store, 1, -1, false);
	ck_assert(keep(store, 1, "left") && keep(store, 2, "up"));
	ck_assert(finish(store, 1, 9, false));
	assert_no_game(store, 1);
	assert_game(store, 2, "up");
	assert_best(store, 1, 9, false);
	ck_assert(finish(store, 1, 7, false) && finish(store, 1, 8, false));
	assert_best(store, 1, 7, false);
	ck_assert(finish(store, 1, 7, true));
	assert_best(store, 1, 7, true);
	assert_best(store, 2, -1, false);
	close_saved(store);
}
END_TEST

START_TEST(the_highest_score_counts_and_the_game_continues)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, GAME, "a1-a2"));
	ck_assert(finish(store, GAME, 9, false));
	assert_game(store, GAME, "a1-a2");
	ck_assert(finish(store, GAME, 5, false) && finish(store, GAME, 12, false) &&
	          finish(store, GAME, 8, false));
	assert_score(store, GAME, 12);
	store = reopen(store);
	assert_score(store, GAME, 12);
	assert_game(store, GAME, "a1-a2");
	close_saved(store);
}
END_TEST

/* A game against the clock is over when its time is; it goes with its result. */
START_TEST(a_score_may_end_its_game)
{
	struct store *store = store_open(NULL);
	char text[SAMPLE_TEXT_MAX];
	int64_t score;
	char *moves = sample_moves(GAME, 3, &score);
	sample_text(GAME, text);
	ck_assert(keep(store, GAME, "a1-a2") && keep(store, GAME + 1, "a1-a2"));
	const struct entry result = {.kind = ENTRY_RESULT,
	                             .date = 1,
	                             .name = "gems",
	                             .level = sample_identity(GAME),
	                             .place = "gems/endless:1",
	                             .text = text,
	                             .words = moves,
	                             .number = 3,
	                             .score = score,
	                             .ends_game = true};
	ck_assert(store_save(store, &result));
	assert_score(store, GAME, 3);
	assert_no_game(store, GAME);
	assert_game(store, GAME + 1, "a1-a2");
	store = reopen(store);
	assert_score(store, GAME, 3);
	assert_no_game(store, GAME);
	close_saved(store);
	free(moves);
}
END_TEST

static void take_draft(void *context, const struct entry *draft)
{
	ck_assert_uint_gt(draft->level, 0);
	*(char **)context = strdup(draft->words);
}

static void assert_draft(struct store *store, uint64_t number, const char *text)
{
	char *kept = NULL;
	ck_assert_int_eq(store_find(store, ENTRY_DRAFT, number, take_draft, &kept),
	                 text == NULL ? STORE_NONE : STORE_FOUND);
	assert_text(kept, text);
}

/* The numbers of all drafts, one decimal digit each. */
static void list_draft(void *context, const struct entry *draft)
{
	ck_assert_ptr_nonnull(draft->words);
	*(int *)context = 10 * *(int *)context + (int)draft->level;
}

static void assert_drafts(struct store *store, int numbers)
{
	int listed = 0;
	store_list(store, ENTRY_DRAFT, list_draft, &listed);
	ck_assert_int_eq(listed, numbers);
}

START_TEST(drafts_are_listed_with_what_is_pending)
{
	struct store *store = store_open(NULL);
	assert_drafts(store, 0);
	for (uint64_t number = 1; number <= 4; number++)
		ck_assert(store_save_draft(store, number, "level: A\n"));
	ck_assert(store_save_draft(store, 2, NULL));
	assert_drafts(store, 134);
	ck_assert_int_eq(rename(in_root("parlour"), in_root("away")), 0);
	write_bytes(in_root("parlour"), 0, "", 0);
	ck_assert(!store_save_draft(store, 3, "level: B\n") && !store_save_draft(store, 5, "x") &&
	          !store_save_draft(store, 1, NULL));
	assert_drafts(store, 35);
	ck_assert_int_eq(unlink(in_root("parlour")), 0);
	ck_assert_int_eq(rename(in_root("away"), in_root("parlour")), 0);
	const int lock = open(in_root("parlour/parlour.lock"), O_RDWR);
	ck_assert_int_eq(flock(lock, LOCK_EX), 0);
	assert_drafts(store, 435); /* the queue comes last */
	close(lock);
	store = reopen(store);
	assert_drafts(store, 345);
	close_saved(store);
}
END_TEST

START_TEST(a_draft_is_saved_until_it_is_dropped)
{
	struct store *store = store_open(NULL);
	assert_draft(store, 1, NULL);
	ck_assert(store_save_draft(store, 1, "level: A\n"));
	ck_assert(store_save_draft(store, 2, "level: B\n"));
	ck_assert(store_save_draft(store, 1, "level: C\n"));
	struct copy none = {.level = 0};
	store_list(store, ENTRY_GAME, take, &none);
	ck_assert_uint_eq(none.level, 0);
	store = reopen(store);
	assert_draft(store, 1, "level: C\n");
	ck_assert(store_save_draft(store, 1, NULL));
	assert_draft(store, 1, NULL);
	store = reopen(store);
	assert_draft(store, 1, NULL);
	assert_draft(store, 2, "level: B\n");
	close_saved(store);
}
END_TEST

static void execute(sqlite3 *file, char *sql)
{
	char *fault = NULL;
	sqlite3_exec(file, sql, NULL, NULL, &fault);
	ck_assert_msg(fault == NULL, "%s: %s", sql, fault);
	sqlite3_free(sql);
}

/* A file of an older schema version, with a game and a result, of levels 1 and 2. */
static void write_version(int version)
{
	sqlite3 *file;
	ck_assert_int_eq(mkdir(in_root("parlour"), 0700), 0);
	ck_assert_int_eq(sqlite3_open(database(), &file), SQLITE_OK);
	for (int done = 0; done < version; done++)
		execute(file, sqlite3_mprintf("%s", schema_migrations[done]));
	execute(file,
	        sqlite3_mprintf(
			"PRAGMA application_id = %d; PRAGMA user_version = %d;"
			"INSERT INTO game (level, mode, place, history, seconds)"
			" VALUES (%lld, 'tilt', 'tilt/classic:3', 'left', 61);"
			"INSERT INTO result (level, mode, moves, count, optimal, seconds, finished)"
			" VALUES (%lld, 'tilt', 'down right', 2, 1, 5, 7);",
			SCHEMA_APPLICATION, version, (long long)sample_identity(1),
			(long long)sample_identity(2)));
	if (version >= 3)
		execute(file, sqlite3_mprintf("UPDATE result SET place = 'two.level', par = 3"));
	sqlite3_close(file);
}

struct missing {
	int count;
	uint64_t level;
	char place[64];
};

static void add_missing(void *context, const struct entry *entry)
{
	struct missing *missing = context;
	missing->count++;
	if (entry->level == sample_identity(2)) {
		missing->level = entry->level;
		snprintf(missing->place, sizeof missing->place, "%s", entry->place);
	}
}

/* Adds a level's text. */
static void add_text(struct store *store, uint64_t number, const char *text)
{
	int added[ENTRY_KINDS];
	struct entries entries = { .oldest = NULL };
	ck_assert(entries_add(&entries, &(struct entry){.kind = ENTRY_LEVEL,
	                                                .name = "",
	                                                .level = sample_identity(number),
	                                                .place = "",
	                                                .words = "",
	                                                .text = text}));
	ck_assert(store_add_all(store, &entries, added));
	ck_assert_int_eq(added[ENTRY_LEVEL], 1);
	entries_free(&entries);
}

START_TEST(tables_named_like_pragmas_hide_no_header)
{
	sqlite3 *file;
	write_version(_i);
	ck_assert_int_eq(sqlite3_open(database(), &file), SQLITE_OK);
	execute(file, sqlite3_mprintf("CREATE TABLE pragma_page_count (page_count);"
	                              "CREATE TABLE pragma_application_id (application_id);"
	                              "CREATE TABLE pragma_user_version (user_version);"));
	sqlite3_close(file);
	struct store *store = store_open(NULL);
	assert_game(store, 1, "left");
	assert_calm(store);
	close_saved(store);
}
END_TEST

START_TEST(a_file_of_any_version_is_upgraded)
{
	char text[SAMPLE_TEXT_MAX];
	write_version(_i);
	struct store *store = store_open(NULL);
	struct missing missing = { .count = 0 };
	assert_game(store, 1, "left");
	store_list(store, ENTRY_LEVEL, add_missing, &missing);
	ck_assert_int_eq(missing.count, 2);
	ck_assert_uint_eq(missing.level, sample_identity(2));
	ck_assert_str_eq(missing.place, _i < 3 ? "" : "two.level");
	assert_best(store, 2, -1, false); /* its text is not known yet */
	add_text(store, 2, "");
	missing.count = 0;
	store_list(store, ENTRY_LEVEL, add_missing, &missing);
	ck_assert_int_eq(missing.count, 1);
	assert_best(store, 2, -1, false);
	sample_text(2, text);
	add_text(store, 2, text);
	assert_best(store, 2, 2, true);
	ck_assert_int_eq(store_statistics(store, "tilt").at_par, 1);
	ck_assert_uint_eq(store_level(store, "gems/endless:1"), 0);
	ck_assert(finish(store, GAME, 4, false));
	ck_assert_uint_eq(store_level(store, "gems/endless:1"), sample_identity(GAME));
	assert_calm(store);
	store = reopen(store);
	assert_score(store, GAME, 4);
	assert_best(store, 2, 2, true);
	close_saved(store);
}
END_TEST

START_TEST(results_that_do_not_replay_are_rejected)
{
	static const struct { const char *moves; int count; int64_t score;
	} claims[] = {
		{"down", 1, 0},             /* does not solve it */
		{"right down right", 2, 0}, /* it takes three */
		{"right", 2, 0},
		{"down right", 1, 0},
		{"down right", 3, 0},
		{"down right", 2, 50},     /* scores nothing */
		{"down* right", 2, 0},     /* made with help */
		{"down up right", 3, 0},   /* the second is not a move */
		{"down right down", 3, 0}, /* the last one isn't either */
		{"c1-c2", 1, 0},
		{"", 0, 0},
		{"\"'; DROP TABLE result", 1, 0},
	};
	const size_t count = sizeof claims / sizeof claims[0];
	int left;
	struct entries all = { .oldest = NULL };
	struct store *store = store_open(NULL);
	for (size_t i = 0; i < count; i++)
		ck_assert(sample_add_claim(store, 1, claims[i].moves, claims[i].count,
		                           claims[i].score));
	assert_best(store, 1, -1, false);
	assert_best_moves(store, 1, NULL);
	ck_assert_int_eq(store_statistics(store, "tilt").played, 0);
	ck_assert(finish(store, 1, 4, false));
	assert_best(store, 1, 4, false);
	assert_best_moves(store, 1, "down right left right");
	const struct statistics statistics = store_statistics(store, "tilt");
	ck_assert_int_eq(statistics.moves, 4);
	ck_assert_int_eq(statistics.days_in_a_row, 1);
	ck_assert(store_read_all(store, &all, &left));
	ck_assert_int_eq(left, (int)count); /* they are still there */
	entries_free(&all);
	close_saved(store);
}
END_TEST

START_TEST(a_text_is_used_for_its_own_level_only)
{
	char text[SAMPLE_TEXT_MAX];
	write_version(4);
	struct store *store = store_open(NULL);
	sample_text(_i == 0 ? 1 : 2, text);
	if (_i == 2)
		strcpy(text, "no level at all");
	add_text(store, 2, text);
	assert_best(store, 2, _i == 1 ? 2 : -1, _i == 1);
	ck_assert(finish(store, 2, 4, false)); /* now the right text comes with it */
	assert_best(store, 2, 2, true);
	close_saved(store);
}
END_TEST

START_TEST(fewer_moves_refute_a_stored_minimum)
{
	struct store *store = store_open(NULL);
	ck_assert(finish(store, 1, 4, true));
	ck_assert_int_eq(store_statistics(store, "tilt").minimal, 1);
	ck_assert(finish(store, 1, 3, false));
	ck_assert_int_eq(store_statistics(store, "tilt").minimal, 0);
	assert_best(store, 1, 3, false);
	close_saved(store);
}
END_TEST

static void take_any(void *context, uint64_t level, struct best best)
{
	(void)level;
	*(struct best *)context = best;
}

/* All have par 7. */
START_TEST(a_par_refutes_a_stored_minimum)
{
	const int count = 6 + _i;
	int left;
	struct best best;
	struct entries all = { .oldest = NULL };
	struct store *store = store_open(NULL);
	ck_assert(finish(store, 1, count, true));
	assert_best(store, 1, count, count <= 7);
	store_bests(store, take_any, &best);
	ck_assert_int_eq(best.count, count);
	ck_assert_int_eq(best.optimal, count <= 7);
	const struct statistics statistics = store_statistics(store, "tilt");
	ck_assert_int_eq(statistics.solved, 1);
	ck_assert_int_eq(statistics.at_par, count <= 7);
	ck_assert_int_eq(statistics.minimal, count <= 7);
	ck_assert(store_read_all(store, &all, &left));
	ck_assert_int_eq(all.oldest->optimal, count <= 7);
	ck_assert_int_eq(left, 0);
	entries_free(&all);
	close_saved(store);
}
END_TEST

/* Of results with the same moves the unaided one counts; a longer one does not. */
START_TEST(an_unaided_result_stays_so)
{
	int left;
	struct entries all = {.oldest = NULL};
	struct store *store = store_open(NULL);
	ck_assert(sample_add_unaided(store, 1, 9, false, true));
	ck_assert(best_of(store, 1).unaided);
	ck_assert_int_eq(store_statistics(store, "tilt").unaided, 0); /* above par */
	ck_assert(finish(store, 1, 7, true));
	ck_assert(!best_of(store, 1).unaided);
	ck_assert(sample_add_unaided(store, 1, 7, true, true));
	ck_assert(best_of(store, 1).unaided);
	ck_assert_int_eq(store_statistics(store, "tilt").unaided, 1);
	ck_assert(store_read_all(store, &all, &left));
	int unaided = 0;
	for (const struct entry *entry = all.oldest; entry != NULL; entry = entry->next)
		unaided += entry->unaided;
	ck_assert_int_ge(unaided, 2);
	entries_free(&all);
	close_saved(store);
}
END_TEST

START_TEST(a_score_may_be_pending)
{
	struct store *store = store_open(NULL);
	ck_assert(finish(store, GAME, 9, false) && keep(store, GAME, "a1-a2"));
	ck_assert_int_eq(rename(in_root("parlour"), in_root("away")), 0);
	write_bytes(in_root("parlour"), 0, "", 0);
	ck_assert(!keep(store, GAME, "a2-a3") && !finish(store, GAME, 12, false));
	ck_assert(!store_save_draft(store, 1, "x") && !store_save_draft(store, 1, "y"));
	assert_score(store, GAME, 12);
	assert_game(store, GAME, "a2-a3");
	assert_draft(store, 1, "y");
	ck_assert_int_eq(unlink(in_root("parlour")), 0);
	ck_assert_int_eq(rename(in_root("away"), in_root("parlour")), 0);
	ck_assert(finish(store, GAME, 10, false));
	assert_calm(store);
	store = reopen(store);
	assert_score(store, GAME, 12);
	assert_game(store, GAME, "a2-a3");
	assert_draft(store, 1, "y");
	close_saved(store);
}
END_TEST

/* Moves the newest result to some days before today. */
static void move_result(int days_ago)
{
	sqlite3 *file;
	ck_assert_int_eq(sqlite3_open(database(), &file), SQLITE_OK);
	execute(file, sqlite3_mprintf(
		"UPDATE result SET finished = %lld WHERE id = (SELECT max(id) FROM result)",
		(long long)(time(NULL) / 86400 - days_ago) * 86400 + 1));
	sqlite3_close(file);
}

/* Solves levels on the given days before today, several on each. */
static struct statistics after_days(const int *days, int count)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 77, "left"));
	for (int i = 0; i < count; i++) {
		ck_assert(finish(store, (uint64_t)i, 9, false));
		move_result(days[i]);
		ck_assert(finish(store, (uint64_t)i, 8, false));
		move_result(days[i]);
	}
	const struct statistics statistics = store_statistics(store, "tilt");
	close_saved(store);
	return statistics;
}

START_TEST(days_in_a_row_are_counted)
{
	static const struct {
		int days[8], count, in_a_row, longest;
	} cases[] = {
		{{0}, 0, 0, 0},
		{{0}, 1, 1, 1},
		{{1}, 1, 1, 1}, /* today may still come */
		{{2}, 1, 0, 1},
		{{0, 1, 2}, 3, 3, 3},
		{{2, 0, 1, 1, 0}, 5, 3, 3}, /* in any order, twice a day */
		{{0, 2, 3, 4}, 4, 1, 3},
		{{9, 8, 7, 5, 4, 1, 0}, 7, 2, 3},
	};
	const struct statistics got = after_days(cases[_i].days, cases[_i].count);
	ck_assert_int_eq(got.days_in_a_row, cases[_i].in_a_row);
	ck_assert_int_eq(got.longest, cases[_i].longest);
	ck_assert_int_eq(got.solved, cases[_i].count);
	ck_assert_int_eq(got.played, cases[_i].count + 1); /* one is in progress */
	ck_assert_int_eq(got.moves, 17 * cases[_i].count);
	ck_assert_int_eq(got.seconds, 10 * cases[_i].count + 61);
}
END_TEST

START_TEST(statistics_count_each_mode_separately)
{
	struct store *store = store_open(NULL);
	ck_assert_int_eq(store_statistics(store, "tilt").played, 0);
	ck_assert(finish(store, 1, 9, false));           /* par is 7 */
	ck_assert(finish(store, 2, 8, true));            /* so this is not optimal */
	ck_assert(finish(store, 3, 8, false) && finish(store, 3, 7, false));
	ck_assert(finish(store, 4, 7, true) && keep(store, 4, "left") && keep(store, 5, "up"));
	ck_assert(finish(store, GAME, 5, false) && finish(store, GAME, 9, false));
	const struct statistics tilt = store_statistics(store, "tilt");
	ck_assert_int_eq(tilt.played, 5);
	ck_assert_int_eq(tilt.solved, 4);
	ck_assert_int_eq(tilt.at_par, 2);
	ck_assert_int_eq(tilt.minimal, 1);
	ck_assert_int_eq(tilt.moves, 9 + 8 + 8 + 7 + 7);
	ck_assert_int_eq(tilt.seconds, 5 * 5 + 2 * 61);
	ck_assert_int_eq(tilt.score, 0);
	ck_assert_int_eq(tilt.days_in_a_row, 1);
	const struct statistics gems = store_statistics(store, "gems");
	ck_assert_int_eq(gems.played, 1);
	ck_assert_int_eq(gems.solved, 0);
	ck_assert_int_eq(gems.score, sample_score(GAME, 9));
	ck_assert_int_eq(gems.moves, 0);
	ck_assert_int_eq(gems.days_in_a_row, 0);
	ck_assert_int_eq(store_statistics(store, "lines").played, 0);
	assert_calm(store);
	close_saved(store);
}
END_TEST

START_TEST(statistics_count_what_is_pending)
{
	struct store *store = store_open(NULL);
	ck_assert(finish(store, 1, 9, false) && keep(store, 2, "left"));
	int lock = open(in_root("parlour/parlour.lock"), O_RDWR | O_CLOEXEC);
	ck_assert_int_eq(flock(lock, LOCK_EX), 0);
	ck_assert(!finish(store, 2, 7, true));
	ck_assert(!finish(store, 1, 8, false));
	const struct statistics tilt = store_statistics(store, "tilt");
	ck_assert_int_eq(tilt.played, 2);
	ck_assert_int_eq(tilt.solved, 2);
	ck_assert_int_eq(tilt.at_par, 1);
	ck_assert_int_eq(tilt.moves, 9 + 8 + 7);
	ck_assert_int_eq(tilt.seconds, 3 * 5); /* the game has ended */
	close(lock);
	close_saved(store);
	store = store_open(NULL);
	ck_assert_int_eq(store_statistics(store, "tilt").moves, 9 + 8 + 7);
	close_saved(store);
	setenv("XDG_STATE_HOME", "/dev/null", 1); /* no file at all */
	store = store_open(NULL);
	ck_assert(!finish(store, 1, 9, false));
	ck_assert_int_eq(store_statistics(store, "tilt").solved, 1);
	struct error error;
	ck_assert(!store_close(store, &error));
}
END_TEST

START_TEST(queries_in_a_snapshot_see_the_same_data)
{
	struct store *store = store_open(NULL);
	store_begin_snapshot(store); /* there is no file yet */
	assert_best(store, 1, -1, false);
	ck_assert(store_end_snapshot(store));
	ck_assert(keep(store, 2, "left") && finish(store, 1, 9, false));
	store_begin_snapshot(store);
	assert_best(store, 1, 9, false);
	assert_last(store, 2);
	assert_game(store, 2, "left");
	ck_assert_int_eq(store_setting(store, "speed", 5), 5);
	ck_assert(store_end_snapshot(store));
	ck_assert(finish(store, 1, 7, true)); /* the lock is free */
	assert_best(store, 1, 7, true);
	store = reopen(store);
	for (int page = 1; page < 9; page++) /* of the tables */
		write_bytes(database(), page * PAGE, "damaged by the test", 19);
	store_begin_snapshot(store);
	for (uint64_t level = 1; level < 4; level++)
		store_best(store, sample_identity(level));
	ck_assert(!store_end_snapshot(store));
	close_saved(store);
}
END_TEST

START_TEST(a_result_is_found_by_its_level_reference)
{
	struct store *store = store_open(NULL);
	ck_assert_uint_eq(store_level(store, "tilt/classic:3"), 0);
	ck_assert(keep(store, 8, "left"));
	ck_assert_uint_eq(store_level(store, "tilt/classic:3"), 0); /* a game is not a result */
	ck_assert(finish(store, 9, 9, false));
	ck_assert_uint_eq(store_level(store, "tilt/classic:3"), sample_identity(9));
	ck_assert_uint_eq(store_level(store, "tilt/classic:30"), 0);
	store = reopen(store);
	ck_assert_uint_eq(store_level(store, "tilt/classic:3"), sample_identity(9));
	close_saved(store);
}
END_TEST

START_TEST(settings_have_names)
{
	struct store *store = store_open(NULL);
	ck_assert_int_eq(store_setting(store, "colour", 7), 7);
	ck_assert(store_set(store, "colour", -2) && store_set(store, "bell", 1));
	ck_assert(store_set(store, "bell", 0));
	store = reopen(store);
	ck_assert_int_eq(store_setting(store, "colour", 7), -2);
	ck_assert_int_eq(store_setting(store, "bell", 7), 0);
	close_saved(store);
}
END_TEST

START_TEST(everything_is_there_after_a_restart)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left") && keep(store, 2, "") && finish(store, 3, 4, true));
	store = reopen(store);
	assert_game(store, 1, "left");
	assert_game(store, 2, "");
	assert_last(store, 2);
	assert_best(store, 3, 4, true);
	assert_calm(store);
	close_saved(store);
}
END_TEST

static void keep_another(void *context, const struct entry *game)
{
	ck_assert(keep(context, 1, "longer"));
	ck_assert_uint_eq(game->level, sample_identity(1));
	ck_assert_str_eq(game->words, "left");
}

START_TEST(the_store_may_be_used_inside_a_callback)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(1), keep_another, store),
	                 STORE_FOUND);
	assert_game(store, 1, "longer");
	close_saved(store);
}
END_TEST

/* ---- paths ---- */

START_TEST(folders_are_private)
{
	setenv("XDG_STATE_HOME", in_root("a/b"), 1);
	umask(0);
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	struct stat status;
	ck_assert_int_eq(stat(in_root("a/b/parlour/parlour.db"), &status), 0);
	ck_assert_int_eq(stat(in_root("a"), &status), 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0700);
	ck_assert_int_eq(stat(in_root("a/b/parlour"), &status), 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0700);
	close_saved(store);
}
END_TEST

START_TEST(a_relative_state_home_is_ignored)
{
	ck_assert_int_eq(chdir(root), 0);
	setenv("XDG_STATE_HOME", "relative", 1);
	setenv("HOME", root, 1);
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	ck_assert_int_eq(access(in_root(".local/state/parlour/parlour.db"), F_OK), 0);
	ck_assert_int_ne(access("relative", F_OK), 0);
	close_saved(store);
	ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

/* What must hold even if nothing can be saved. */
static void play_in_memory(struct store *store)
{
	ck_assert(!keep(store, 1, "left"));
	ck_assert(!keep(store, 2, "up"));
	ck_assert(!keep(store, 1, "left left"));
	assert_game(store, 1, "left left");
	assert_last(store, 1);
	ck_assert(!finish(store, 1, 8, false));
	ck_assert(!finish(store, 1, 7, true));
	assert_no_game(store, 1);
	assert_last(store, 2);
	assert_best(store, 1, 7, true);
	ck_assert(!store_set(store, "bell", 3));
	ck_assert(!store_set(store, "bell", 4));
	ck_assert_int_eq(store_setting(store, "bell", 0), 4);
	ck_assert_int_eq(store_setting(store, "colour", 7), 7);
}

START_TEST(without_a_home_there_is_memory)
{
	unsetenv("XDG_STATE_HOME");
	struct store *store = store_open(NULL);
	assert_trouble(store, "no home directory");
	play_in_memory(store);
	assert_trouble(store, "no home directory");
	close_unsaved(store, "no home directory (2 results, 1 game, 1 setting)");
}
END_TEST

START_TEST(memory_is_bounded_and_results_outlast_games)
{
	unsetenv("XDG_STATE_HOME");
	struct store *store = store_open(NULL);
	char *history = malloc(100001);
	memset(history, 'x', 100000);
	history[100000] = '\0';
	finish(store, 1, 5, false);
	for (uint64_t level = 1; level <= 5; level++)
		keep(store, level, history);
	struct copy copy;
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(1), take, &copy),
	                 STORE_NONE);
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(3), take, &copy),
	                 STORE_NONE);
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(4), take, &copy),
	                 STORE_FOUND);
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(5), take, &copy),
	                 STORE_FOUND);
	assert_best(store, 1, 5, false);
	free(history);
	close_unsaved(store, "no home directory (1 result, 5 games)");
}
END_TEST

START_TEST(dropped_items_are_reported_at_the_end)
{
	struct store *store = store_open(NULL);
	store_note_loss(store, "the reason");
	ck_assert(keep(store, 1, "left"));
	assert_trouble(store, "the reason");
	close_unsaved(store, "the reason");
	store = store_open(NULL);
	assert_game(store, 1, "left");
	close_saved(store);
	close_saved(NULL);
}
END_TEST

START_TEST(items_lost_for_lack_of_memory_are_reported_at_the_end)
{
	write_bytes(in_root("parlour"), 0, "", 0);
	struct store *store = store_open(NULL);
	char *history = malloc(200001);
	memset(history, 'x', 200000);
	history[200000] = '\0';
	ck_assert(!keep(store, 1, history) && !keep(store, 2, history));
	ck_assert_int_eq(unlink(in_root("parlour")), 0);
	ck_assert(keep(store, 3, "left"));
	assert_no_game(store, 1);
	close_unsaved(store, "out of memory (1 game)");
	store = store_open(NULL);
	assert_game(store, 3, "left");
	struct copy copy;
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(2), take, &copy),
	                 STORE_FOUND);
	close_saved(store);
	free(history);
}
END_TEST

/* ---- temporary obstacles ---- */

START_TEST(pending_items_are_saved_once_possible)
{
	write_bytes(in_root("parlour"), 0, "", 0);
	struct store *store = store_open(NULL);
	assert_trouble(store, "not a folder");
	play_in_memory(store);
	assert_trouble(store, "not a folder");
	ck_assert_int_eq(unlink(in_root("parlour")), 0);
	ck_assert(keep(store, 3, "down"));
	assert_calm(store);
	store = reopen(store);
	assert_no_game(store, 1);
	assert_game(store, 2, "up");
	assert_last(store, 3);
	assert_best(store, 1, 7, true);
	ck_assert_int_eq(store_setting(store, "bell", 0), 4);
	close_saved(store);
}
END_TEST

START_TEST(closing_tries_once_more)
{
	write_bytes(in_root("parlour"), 0, "", 0);
	struct store *store = store_open(NULL);
	ck_assert(!keep(store, 1, "left"));
	ck_assert_int_eq(unlink(in_root("parlour")), 0);
	store = reopen(store);
	assert_game(store, 1, "left");
	close_saved(store);
}
END_TEST

START_TEST(the_best_result_has_its_moves)
{
	struct store *store = store_open(NULL);
	assert_best_moves(store, 1, NULL);
	ck_assert(finish(store, 1, 3, false));
	assert_best_moves(store, 1, "right down right");
	ck_assert(finish(store, 1, 2, false));
	ck_assert(finish(store, 1, 4, false));
	assert_best_moves(store, 1, "down right");
	assert_best_moves(store, 2, NULL);
	store = reopen(store);
	assert_best_moves(store, 1, "down right");
	close_saved(store);
}
END_TEST

START_TEST(pending_items_override_the_file)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left") && keep(store, 2, "up") && finish(store, 3, 5, false));
	ck_assert_int_eq(rename(in_root("parlour"), in_root("away")), 0);
	write_bytes(in_root("parlour"), 0, "", 0);
	ck_assert(!finish(store, 2, 4, false));
	ck_assert_int_eq(unlink(in_root("parlour")), 0);
	ck_assert_int_eq(rename(in_root("away"), in_root("parlour")), 0);
	assert_no_game(store, 2); /* the file still has it: its deletion is pending */
	assert_best_moves(store, 2, "down right left right");
	assert_last(store, 1);
	assert_best(store, 3, 5, false);
	ck_assert_ptr_nonnull(store_trouble(store));
	ck_assert(store_set(store, "bell", 1));
	assert_calm(store);
	assert_best(store, 2, 4, false);
	close_saved(store);
}
END_TEST

/* A limit on file sizes acts like a full disk, for root as well. */
START_TEST(a_full_disk_is_survived)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	char history[3 * PAGE];
	memset(history, 'x', sizeof history - 1);
	history[sizeof history - 1] = '\0';
	struct rlimit before;
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){ .rlim_cur = PAGE, .rlim_max = before.rlim_max });
	bool kept = keep(store, 2, history);
	bool finished = finish(store, 3, 6, false);
	char trouble[64];
	const char *why = store_trouble(store);
	snprintf(trouble, sizeof trouble, "%s", why != NULL ? why : "none");
	setrlimit(RLIMIT_FSIZE, &before);
	ck_assert(!kept && !finished);
	ck_assert_str_eq(trouble, "disk full");
	assert_game(store, 1, "left");
	assert_best(store, 3, 6, false);
	ck_assert(keep(store, 1, "left left"));
	assert_calm(store);
	store = reopen(store);
	assert_game(store, 1, "left left");
	assert_best(store, 3, 6, false);
	struct copy copy;
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(2), take, &copy),
	                 STORE_FOUND);
	close_saved(store);
}
END_TEST

START_TEST(a_folder_removed_meanwhile_is_created_again)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	ck_assert_int_eq(folder_remove(in_root("parlour")), 0);
	assert_no_game(store, 1);
	ck_assert(keep(store, 2, "up"));
	store = reopen(store);
	assert_game(store, 2, "up");
	close_saved(store);
}
END_TEST

START_TEST(a_file_replaced_meanwhile_is_opened)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	ck_assert_int_eq(rename(database(), in_root("old.db")), 0);
	struct store *other = store_open(NULL);
	ck_assert(keep(other, 2, "up"));
	close_saved(other);
	assert_game(store, 2, "up");
	assert_no_game(store, 1);
	ck_assert(keep(store, 3, "down"));
	store = reopen(store);
	assert_game(store, 3, "down");
	close_saved(store);
}
END_TEST

/* Copies as cp does, with a time that the file never had, even on a system with coarse times. */
static void copy_over(struct bytes backup)
{
	const struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
	ck_assert_int_eq(truncate(database(), 0), 0);
	write_bytes(database(), 0, backup.at, backup.size);
	ck_assert_int_eq(utimensat(AT_FDCWD, database(), times, 0), 0);
	free(backup.at);
}

START_TEST(an_older_file_copied_over_ours_is_upgraded)
{
	write_version(_i);
	const struct bytes old = folder_read(database());
	ck_assert_int_eq(folder_remove(in_root("parlour")), 0);
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 3, "left"));
	copy_over(old);
	assert_game(store, 1, "left");
	assert_no_game(store, 3);
	ck_assert(keep(store, 3, "down"));
	assert_calm(store);
	ck_assert_str_eq(set_aside(), "");
	store = reopen(store);
	assert_game(store, 1, "left");
	assert_game(store, 3, "down");
	close_saved(store);
}
END_TEST

/* As many commits follow the backup as preceded it: SQLite's counter says it is the same file. */
START_TEST(results_added_to_a_restored_backup_are_not_lost)
{
	struct store *store = store_open(NULL);
	ck_assert(finish(store, 1, 3, false));
	const struct bytes backup = folder_read(database());
	ck_assert(keep(store, 2, "left"));
	copy_over(backup);
	struct store *other = store_open(NULL);
	ck_assert(finish(other, 4, 3, false));
	close_saved(other);
	ck_assert(finish(store, 2, 3, false));
	store = reopen(store);
	assert_best(store, 1, 3, false);
	assert_best(store, 2, 3, false);
	assert_best(store, 4, 3, false);
	close_saved(store);
}
END_TEST

/* Root may write anywhere, so it drops its rights for a while; if that is impossible, there is
 * nothing to test. */
START_TEST(a_read_only_file_can_be_read)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	close_saved(store);
	chmod(root, 0755);
	chmod(database(), 0444);
	chmod(in_root("parlour/parlour.lock"), 0444);
	chmod(in_root("parlour"), 0555);
	uid_t user = geteuid();
	bool lowered = user != 0 || seteuid(65534) == 0;
	if (lowered && faccessat(AT_FDCWD, root, X_OK, AT_EACCESS) == 0) {
		store = store_open(NULL);
		assert_trouble(store, "permission denied");
		assert_game(store, 1, "left");
		ck_assert(!keep(store, 1, "left up"));
		assert_game(store, 1, "left up");
		assert_trouble(store, "permission denied");
		close_unsaved(store, "permission denied (1 game)");
	}
	ck_assert_int_eq(seteuid(user), 0);
	chmod(in_root("parlour"), 0700);
	store = store_open(NULL);
	assert_game(store, 1, "left");
	close_saved(store);
}
END_TEST

START_TEST(a_held_lock_is_waited_for_once)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	int lock = open(in_root("parlour/parlour.lock"), O_RDWR | O_CLOEXEC);
	ck_assert_int_eq(flock(lock, LOCK_EX), 0);
	struct timespec start, between, end;
	clock_gettime(CLOCK_MONOTONIC, &start);
	ck_assert(!keep(store, 1, "left up"));
	clock_gettime(CLOCK_MONOTONIC, &between);
	assert_trouble(store, "another session is writing");
	ck_assert(!keep(store, 1, "left up up"));
	assert_best(store, 1, -1, false);
	clock_gettime(CLOCK_MONOTONIC, &end);
	ck_assert_int_ge(between.tv_sec - start.tv_sec, 1);
	ck_assert_int_le(between.tv_sec - start.tv_sec, 4);
	ck_assert_int_le(end.tv_sec - between.tv_sec, 1);
	close(lock);
	ck_assert(finish(store, 2, 3, false));
	assert_calm(store);
	assert_game(store, 1, "left up up");
	close_saved(store);
}
END_TEST

/* Nanoseconds until saving a game fails because another session has the lock. */
static int64_t wait_for_lock(bool hurry)
{
	struct store *store = store_open(NULL);
	struct timespec start, end;
	store_set_interactive(store, hurry);
	ck_assert(keep(store, 1, "left"));
	const int lock = open(in_root("parlour/parlour.lock"), O_RDWR | O_CLOEXEC);
	ck_assert_int_eq(flock(lock, LOCK_EX), 0);
	clock_gettime(CLOCK_MONOTONIC, &start);
	ck_assert(!keep(store, 1, "left up"));
	clock_gettime(CLOCK_MONOTONIC, &end);
	close(lock);
	close_saved(store);
	return (end.tv_sec - start.tv_sec) * INT64_C(1000000000) + end.tv_nsec - start.tv_nsec;
}

START_TEST(a_player_on_the_screen_waits_less)
{
	const int64_t nonblocking_file = wait_for_lock(true);
	ck_assert_int_lt(2 * nonblocking_file, wait_for_lock(false));
}
END_TEST

/* ---- foreign and damaged files ---- */

START_TEST(a_newer_file_is_left_alone)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	close_saved(store);
	write_bytes(database(), VERSION_AT, "\0\0\0\143", 4);
	struct bytes before = folder_read(database());
	store = store_open(NULL);
	assert_trouble(store, "file of a newer version");
	ck_assert_ptr_null(store_notice(store));
	assert_unreadable(store, 1);
	assert_last(store, 0);
	play_in_memory(store);
	close_unsaved(store, "file of a newer version (2 results, 1 game, 1 setting)");
	assert_unchanged(before, database());
	ck_assert_str_eq(set_aside(), "");
}
END_TEST

START_TEST(a_file_that_becomes_newer_meanwhile_is_left_alone)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	write_bytes(database(), VERSION_AT, "\0\0\0\143", 4);
	struct bytes before = folder_read(database());
	ck_assert(!keep(store, 1, "left up"));
	assert_trouble(store, "file of a newer version");
	close_unsaved(store, "file of a newer version (1 game)");
	assert_unchanged(before, database());
}
END_TEST

/* The store continues with a new file, and the old one is unchanged. */
static void assert_set_aside(struct bytes before)
{
	struct store *store = store_open(NULL);
	ck_assert_ptr_null(store_trouble(store));
	const char *notice = store_notice(store);
	ck_assert_ptr_nonnull(notice);
	ck_assert_ptr_nonnull(strstr(notice, strrchr(set_aside(), '/') + 1));
	ck_assert_ptr_null(store_notice(store)); /* once */
	assert_no_game(store, 1);
	ck_assert(keep(store, 2, "up"));
	assert_unchanged(before, set_aside());
	store = reopen(store);
	assert_game(store, 2, "up");
	assert_calm(store);
	close_saved(store);
}

START_TEST(a_foreign_file_is_set_aside)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	close_saved(store);
	write_bytes(database(), APPLICATION_AT, "\0\0\0\0", 4);
	assert_set_aside(folder_read(database()));
}
END_TEST

/* A write-ahead log that contains its own header for the file. */
static void write_log(const char *head)
{
	sqlite3 *file;
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	close_saved(store);
	ck_assert_int_eq(sqlite3_open(database(), &file), SQLITE_OK);
	execute(file, sqlite3_mprintf("PRAGMA journal_mode = WAL"));
	sqlite3_db_config(file, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	execute(file, sqlite3_mprintf("%s", head));
	sqlite3_close(file);
}

START_TEST(a_newer_header_in_a_journal_is_left_alone)
{
	static const char *const heads[] = { "PRAGMA user_version = 99",
	                                     "PRAGMA user_version = -5",
	                                     "PRAGMA user_version = -100000" };
	write_log(heads[_i]);
	struct store *store = store_open(NULL);
	assert_unreadable(store, 1);
	assert_trouble(store, "file of a newer version");
	ck_assert(!keep(store, 1, "up"));
	close_unsaved(store, "file of a newer version (1 game)");
	ck_assert_str_eq(set_aside(), "");
}
END_TEST

START_TEST(a_foreign_header_in_a_journal_is_set_aside)
{
	static const char *const heads[] = {
		"PRAGMA application_id = 1", "PRAGMA application_id = 0; PRAGMA user_version = 0" };
	write_log(heads[_i]);
	struct store *store = store_open(NULL);
	assert_no_game(store, 1);
	ck_assert_ptr_nonnull(strstr(store_notice(store), "not a Parlour file: set aside"));
	ck_assert_str_ne(set_aside(), "");
	ck_assert(keep(store, 2, "up"));
	close_saved(store);
}
END_TEST

START_TEST(random_bytes_are_set_aside)
{
	unsigned char noise[5 * PAGE / 2];
	unsigned random = 1;
	for (size_t index = 0; index < sizeof noise; index++) {
		random = random * 1103515245U + 12345U;
		noise[index] = (unsigned char)(random >> 16 & 0xff);
	}
	close_saved(store_open(NULL));
	write_bytes(database(), 0, noise, _i % 2 == 0 ? sizeof noise : 11);
	if (_i >= 2)
		write_bytes(in_root("parlour/parlour.db-journal"), 0, "old journal", 11);
	assert_set_aside(folder_read(database()));
	if (_i >= 2) {
		struct bytes journal = folder_read(only("parlour/parlour.db.damaged-*-journal"));
		ck_assert_uint_eq(journal.size, 11);
		ck_assert_mem_eq(journal.at, "old journal", 11);
		free(journal.at);
	}
}
END_TEST

START_TEST(two_files_set_aside_in_one_second_are_both_kept)
{
	for (int time = 0; time < 3; time++) {
		close_saved(store_open(NULL));
		write_bytes(database(), 0, "noise", 5);
		struct store *store = store_open(NULL);
		ck_assert_ptr_nonnull(store_notice(store));
		close_saved(store);
	}
	glob_t names;
	ck_assert_int_eq(glob(in_root("parlour/parlour.db.damaged-*"), 0, NULL, &names), 0);
	ck_assert_uint_eq(names.gl_pathc, 3);
	globfree(&names);
}
END_TEST

/* Whole pages of noise after a sound header, found by a write or by a read, before or after the
 * file's first use. */
START_TEST(damage_found_later_sets_the_file_aside)
{
	struct store *store = store_open(NULL);
	char history[200];
	memset(history, 'x', sizeof history - 1);
	history[sizeof history - 1] = '\0';
	for (uint64_t level = 0; level < 80; level++)
		ck_assert(keep(store, level, history));
	unsigned char noise[PAGE];
	memset(noise, 0xa7, sizeof noise);
	if (_i % 2 == 1)
		store = reopen(store);
	struct stat status;
	ck_assert_int_eq(stat(database(), &status), 0);
	for (long page = 1; page < status.st_size / PAGE; page++)
		write_bytes(database(), page * PAGE, noise, sizeof noise);
	write_bytes(database(), CHANGES_AT, "\177\177\177\177", 4); /* empties the page cache */
	struct bytes before = folder_read(database());
	if (_i >= 2)
		assert_no_game(store, 7);
	else
		ck_assert(keep(store, 1, "left"));
	ck_assert_ptr_nonnull(store_notice(store));
	ck_assert_ptr_null(store_trouble(store));
	assert_unchanged(before, set_aside());
	ck_assert(keep(store, 2, "up"));
	store = reopen(store);
	assert_game(store, 2, "up");
	assert_calm(store);
	close_saved(store);
}
END_TEST

/* Without the lock a damaged file is not set aside, because someone may be writing it. */
START_TEST(damage_found_without_the_lock_is_not_an_empty_file)
{
	struct store *store = store_open(NULL);
	ck_assert(keep(store, 1, "left"));
	close_saved(store);
	struct stat status;
	ck_assert_int_eq(stat(database(), &status), 0);
	unsigned char noise[PAGE];
	memset(noise, 0xa7, sizeof noise);
	for (long page = 1; page < status.st_size / PAGE; page++)
		write_bytes(database(), page * PAGE, noise, sizeof noise);
	struct bytes before = folder_read(database());
	int lock = open(in_root("parlour/parlour.lock"), O_RDWR | O_CLOEXEC);
	ck_assert_int_eq(flock(lock, LOCK_EX), 0);
	store = store_open(NULL);
	assert_unreadable(store, 1);
	assert_unchanged(before, database());
	close(lock);
	assert_no_game(store, 1);
	ck_assert_str_ne(set_aside(), "");
	close_saved(store);
}
END_TEST

/* ---- two sessions ---- */

START_TEST(two_sessions_see_each_other)
{
	struct store *one = store_open(NULL);
	struct store *two = store_open(NULL);
	ck_assert(keep(one, 1, "left"));
	assert_game(two, 1, "left");
	ck_assert(keep(two, 1, "left up"));
	ck_assert(finish(one, 2, 3, false));
	assert_game(one, 1, "left up");
	assert_best(two, 2, 3, false);
	close_saved(one);
	close_saved(two);
}
END_TEST

enum { SESSIONS = 3, WRITES = 25 };

/* On a slow disk waiting for the others may have timed out. */
static void save_at_last(struct store *store)
{
	const struct timespec while_others_write = {.tv_nsec = 100000000};
	for (int attempt = 0; attempt < 600 && !store_retry(store); attempt++)
		nanosleep(&while_others_write, NULL);
}

/* A session that writes a separate level each time, so that any loss shows. */
static int write_many(uint64_t session)
{
	struct store *store = store_open(NULL);
	for (uint64_t write = 0; write < WRITES; write++) {
		uint64_t level = session * 1000 + write;
		keep(store, level + 500, "left");
		finish(store, level, (int)write + 2, false);
	}
	save_at_last(store);
	bool calm = store_trouble(store) == NULL && store_notice(store) == NULL;
	struct error error;
	return store_close(store, &error) && calm ? EXIT_SUCCESS : EXIT_FAILURE;
}

START_TEST(sessions_writing_at_once_lose_nothing)
{
	pid_t children[SESSIONS];
	for (uint64_t session = 0; session < SESSIONS; session++) {
		children[session] = fork();
		ck_assert_int_ge(children[session], 0);
		if (children[session] == 0)
			_exit(write_many(session));
	}
	for (int session = 0; session < SESSIONS; session++) {
		int status = -1;
		ck_assert_int_eq(waitpid(children[session], &status, 0), children[session]);
		ck_assert_int_eq(status, 0);
	}
	struct store *store = store_open(NULL);
	for (uint64_t session = 0; session < SESSIONS; session++)
		for (uint64_t write = 0; write < WRITES; write++) {
			assert_best(store, session * 1000 + write, (int)write + 2, false);
			assert_game(store, session * 1000 + write + 500, "left");
		}
	assert_calm(store);
	close_saved(store);
}
END_TEST

/* A game history that identifies its writer and fills several pages. */
static char *history_of(int session)
{
	enum { BYTES = 3 * PAGE };
	char *history = malloc(BYTES + 1);
	memset(history, 'a' + session, BYTES);
	history[BYTES] = '\0';
	return history;
}

static int play_against(int session)
{
	char *history = history_of(session);
	struct store *store = store_open(NULL);
	struct error error;
	for (int write = 0; write < WRITES; write++) {
		keep(store, 1, history);
		finish(store, 1, 2 + SESSIONS * write + session, false);
		keep(store, 1, history);
	}
	save_at_last(store);
	free(history);
	return store_close(store, &error) ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void take_whole(void *context, const struct entry *game)
{
	int *whole = context;
	for (int session = 0; session < SESSIONS; session++) {
		char *history = history_of(session);
		*whole += strcmp(history, game->words) == 0;
		free(history);
	}
}

START_TEST(sessions_on_one_level_keep_their_results_and_games)
{
	pid_t children[SESSIONS];
	for (int session = 0; session < SESSIONS; session++) {
		children[session] = fork();
		ck_assert_int_ge(children[session], 0);
		if (children[session] == 0)
			_exit(play_against(session));
	}
	struct store *store = store_open(NULL);
	struct entries all = { .oldest = NULL };
	int whole = 0, status, left, results = 0;
	for (int session = 0; session < SESSIONS; session++) {
		ck_assert_int_eq(waitpid(children[session], &status, 0), children[session]);
		ck_assert_int_eq(status, 0);
	}
	ck_assert_int_eq(store_find(store, ENTRY_GAME, sample_identity(1), take_whole, &whole),
	                 STORE_FOUND);
	ck_assert_int_eq(whole, 1);
	ck_assert(store_read_all(store, &all, &left));
	for (const struct entry *entry = all.oldest; entry != NULL; entry = entry->next)
		results += entry->kind == ENTRY_RESULT;
	ck_assert_int_eq(results, SESSIONS * WRITES);
	entries_free(&all);
	close_saved(store);
}
END_TEST

/* An import replaces nothing. */
static void add_one(struct store *store, struct entry entry, int expected)
{
	int added[ENTRY_KINDS];
	struct entries entries = { .oldest = NULL };
	ck_assert(entries_add(&entries, &entry));
	ck_assert(store_add_all(store, &entries, added));
	ck_assert_int_eq(added[entry.kind], expected);
	entries_free(&entries);
}

START_TEST(imports_replace_nothing)
{
	char text[SAMPLE_TEXT_MAX];
	sample_text(1, text);
	const uint64_t level = sample_identity(1);
	struct entry result = { .kind = ENTRY_RESULT, .level = level, .name = "tilt",
	                        .place = "here", .words = "down right", .text = text,
	                        .number = 2, .date = 1000000, .seconds = 9 };
	struct entry game = { .kind = ENTRY_GAME, .level = level, .name = "tilt", .place = "here",
	                      .words = "down", .text = "" };
	struct entry draft = { .kind = ENTRY_DRAFT, .level = 7, .name = "", .place = "",
	                       .words = "level: A\n", .text = "" };
	struct entry setting = { .kind = ENTRY_SETTING, .name = "bell", .place = "", .words = "",
	                         .text = "", .number = 1 };
	struct store *store = store_open(NULL);
	add_one(store, result, 1);
	assert_best(store, 1, 2, false);
	result.optimal = true;
	add_one(store, result, 0);
	assert_best(store, 1, 2, true); /* proven since */
	ck_assert_int_eq(store_statistics(store, "tilt").moves, 2);
	result.date++;
	add_one(store, result, 1);
	add_one(store, game, 1);
	game.words = "right";
	add_one(store, game, 0);
	assert_game(store, 1, "down");
	add_one(store, draft, 1);
	draft.words = "level: B\n";
	add_one(store, draft, 0);
	assert_draft(store, 7, "level: A\n");
	add_one(store, setting, 1);
	setting.number = 2;
	add_one(store, setting, 0);
	ck_assert_int_eq(store_setting(store, "bell", 0), 1);
	close_saved(store);
}
END_TEST

static void take_date(void *context, const struct entry *game)
{
	*(int64_t *)context = game->date;
}

static int64_t date_of_game(struct store *store, uint64_t level)
{
	int64_t date = -1;
	store_find(store, ENTRY_GAME, level, take_date, &date);
	return date;
}

/* A game of this host or of another one, and which of them holds. */
START_TEST(the_game_moved_last_holds)
{
	char text[SAMPLE_TEXT_MAX];
	sample_text(1, text);
	const uint64_t level = sample_identity(1);
	struct entry game = {.kind = ENTRY_GAME,
	                     .level = level,
	                     .name = "tilt",
	                     .place = "here",
	                     .words = "down",
	                     .text = "",
	                     .date = 1000};
	struct store *store = store_open(NULL);
	store_save(store, &game);
	ck_assert_int_eq(date_of_game(store, level), 1000);
	game.date = 2000;
	store_save(store, &game); /* no move */
	ck_assert_int_eq(date_of_game(store, level), 1000);
	game.words = "right";
	add_one(store, game, 1);
	assert_game(store, 1, "right");
	game.words = "left";
	add_one(store, game, 0); /* as late */
	game.date = 0;
	add_one(store, game, 0); /* of an older version */
	assert_game(store, 1, "right");
	game.date = 1500; /* the clock here is behind */
	store_save(store, &game);
	assert_game(store, 1, "left");
	ck_assert_int_eq(date_of_game(store, level), 2001);
	struct entry result = {.kind = ENTRY_RESULT,
	                       .level = level,
	                       .name = "tilt",
	                       .place = "here",
	                       .words = "down right",
	                       .text = text,
	                       .number = 2,
	                       .date = 3000};
	store_save(store, &result);
	game.date = 3000;
	add_one(store, game, 0); /* solved since */
	game.date = 3001;
	add_one(store, game, 1);
	assert_game(store, 1, "left");
	ck_assert_int_eq(store_statistics(store, "tilt").solved, 1);
	add_one(store, result, 0);
	assert_game(store, 1, "left"); /* which began since */
	result.date = (int64_t)time(NULL) + 100000;
	add_one(store, result, 1);
	assert_game(store, 1, "left"); /* nobody has solved it tomorrow */
	result.date = 3001;
	add_one(store, result, 1);
	ck_assert_int_eq(date_of_game(store, level), -1); /* solved on another host */
	close_saved(store);
}
END_TEST

START_TEST(the_run_that_went_further_holds)
{
	struct entry run = {.kind = ENTRY_RUN,
	                    .name = "tilt",
	                    .place = "tilt:streak#1",
	                    .words = "left / up",
	                    .text = "",
	                    .number = 5000};
	struct store *store = store_open(NULL);
	add_one(store, run, 1);
	run.words = "left";
	add_one(store, run, 0);
	run.words = "left / up / down";
	add_one(store, run, 1);
	run.date = 7;
	run.words = "left / up";
	add_one(store, run, 1); /* it is over */
	run.date = 0;
	run.words = "left / up / down / left";
	add_one(store, run, 0);
	close_saved(store);
}
END_TEST

START_TEST(a_setting_of_the_host_stays_there)
{
	struct store *store = store_open(NULL);
	struct entries all = {0};
	int omitted;
	store_set(store, SETTING_ARRIVED, 5);
	store_set(store, SETTING_WATCH, 1);
	store_set(store, "bell", 1);
	ck_assert(store_read_all(store, &all, &omitted));
	ck_assert_str_eq(all.oldest->name, "bell");
	ck_assert_ptr_null(all.oldest->next);
	ck_assert_int_eq(store_setting(store, SETTING_ARRIVED, 0), 5);
	entries_free(&all);
	close_saved(store);
}
END_TEST

static void assert_timed(struct store *store, const char *moves, const char *times)
{
	char *own_moves = NULL, *own_times = NULL;
	const bool found = store_best_timed(store, sample_identity(1), &own_moves, &own_times);
	ck_assert_int_eq(found, moves != NULL);
	if (!found)
		return;
	assert_text(own_moves, moves);
	assert_text(own_times, times);
}

static void take_times(void *context, const struct entry *game)
{
	snprintf(context, 32, "%s", game->times);
}

START_TEST(times_are_kept)
{
	char text[SAMPLE_TEXT_MAX], times[32];
	sample_text(1, text);
	const uint64_t level = sample_identity(1);
	struct entry result = {.kind = ENTRY_RESULT,
	                       .level = level,
	                       .name = "tilt",
	                       .place = "here",
	                       .words = "down right",
	                       .text = text,
	                       .number = 2,
	                       .date = 1000000,
	                       .seconds = 9};
	struct entry game = {.kind = ENTRY_GAME,
	                     .level = level,
	                     .name = "tilt",
	                     .place = "here",
	                     .words = "down",
	                     .times = "30,0,5",
	                     .text = text};
	struct store *store = store_open(NULL);
	ck_assert(store_save(store, &result));
	assert_timed(store, NULL, NULL); /* as those of older versions */
	result.date++;
	result.times = "5,x";
	ck_assert(store_save(store, &result));
	assert_timed(store, NULL, NULL);
	result.date++;
	result.times = "12,5";
	ck_assert(store_save(store, &result));
	assert_timed(store, "down right", "12,5");
	result.date++;
	result.times = "12,6";
	ck_assert(store_save(store, &result));
	assert_timed(store, "down right", "12,5");
	result.date++;
	result.times = "1,2";
	ck_assert(store_save(store, &result));
	assert_timed(store, "down right", "1,2");
	assert_best(store, 1, 2, false);
	ck_assert(store_save(store, &game));
	ck_assert_int_eq(store_find(store, ENTRY_GAME, level, take_times, times), STORE_FOUND);
	ck_assert_str_eq(times, "30,0,5");
	close_saved(store);
}
END_TEST

START_TEST(failed_imports_are_reported)
{
	int added[ENTRY_KINDS], left;
	struct entries entries = { .oldest = NULL };
	ck_assert(entries_add(&entries, &(struct entry){ .kind = ENTRY_SETTING, .name = "bell",
	                                                 .place = "", .words = "", .text = "" }));
	write_bytes(in_root("parlour"), 0, "", 0);
	struct store *store = store_open(NULL);
	ck_assert(!store_add_all(store, &entries, added));
	assert_trouble(store, "not a folder");
	ck_assert_int_eq(unlink(in_root("parlour")), 0);
	ck_assert(!store_has_pending(store) && store_retry(store));
	ck_assert(store_add_all(store, &entries, added));
	entries_free(&entries);
	write_bytes(database(), VERSION_AT, "\0\0\0\143", 4);
	ck_assert(!store_read_all(store, &entries, &left));
	assert_trouble(store, "file of a newer version");
	close_saved(store);
}
END_TEST

/* Killed at any moment, a session leaves everything that was reported as saved. */
START_TEST(a_killed_session_leaves_an_intact_file)
{
	for (int round = 0; round < 10; round++) {
		int told[2];
		ck_assert_int_eq(pipe(told), 0);
		pid_t child = fork();
		ck_assert_int_ge(child, 0);
		if (child == 0) {
			struct store *store = store_open(NULL);
			for (int count = 1;; count++)
				if (!store_set(store, "count", count) ||
				    write(told[1], &count, sizeof count) < 0)
					_exit(1);
		}
		close(told[1]);
		nanosleep(&(struct timespec){ .tv_nsec = 10000000 + round * 3000000 }, NULL);
		kill(child, SIGKILL);
		ck_assert_int_eq(waitpid(child, NULL, 0), child);
		int last = 0;
		while (read(told[0], &last, sizeof last) == sizeof last)
			;
		close(told[0]);
		struct store *store = store_open(NULL);
		ck_assert_int_ge(store_setting(store, "count", 0), last);
		assert_calm(store);
		close_saved(store);
	}
}
END_TEST

static void add_store_tests(TCase *tests)
{
	tcase_add_checked_fixture(tests, make_root, remove_root);
	tcase_add_test(tests, a_game_is_read_back_completely);
	tcase_add_test(tests, a_later_game_replaces_the_earlier);
	tcase_add_test(tests, the_last_game_is_the_one_saved_last);
	tcase_add_test(tests, a_result_ends_the_game_and_the_best_one_counts);
	tcase_add_test(tests, the_highest_score_counts_and_the_game_continues);
	tcase_add_test(tests, a_score_may_end_its_game);
	tcase_add_test(tests, a_score_may_be_pending);
	tcase_add_test(tests, a_draft_is_saved_until_it_is_dropped);
	tcase_add_test(tests, drafts_are_listed_with_what_is_pending);
	tcase_add_loop_test(tests, tables_named_like_pragmas_hide_no_header, 1, SCHEMA_VERSION + 1);
	tcase_add_loop_test(tests, a_file_of_any_version_is_upgraded, 1, SCHEMA_VERSION + 1);
	tcase_add_test(tests, results_that_do_not_replay_are_rejected);
	tcase_add_loop_test(tests, a_text_is_used_for_its_own_level_only, 0, 3);
	tcase_add_test(tests, fewer_moves_refute_a_stored_minimum);
	tcase_add_test(tests, an_unaided_result_stays_so);
	tcase_add_loop_test(tests, a_par_refutes_a_stored_minimum, 0, 3);
	tcase_add_loop_test(tests, days_in_a_row_are_counted, 0, 8);
	tcase_add_test(tests, statistics_count_what_is_pending);
	tcase_add_test(tests, statistics_count_each_mode_separately);
	tcase_add_test(tests, a_result_is_found_by_its_level_reference);
	tcase_add_test(tests, queries_in_a_snapshot_see_the_same_data);
	tcase_add_test(tests, the_best_result_has_its_moves);
	tcase_add_test(tests, settings_have_names);
	tcase_add_test(tests, everything_is_there_after_a_restart);
	tcase_add_test(tests, the_store_may_be_used_inside_a_callback);
	tcase_add_test(tests, folders_are_private);
	tcase_add_test(tests, a_relative_state_home_is_ignored);
	tcase_add_test(tests, without_a_home_there_is_memory);
	tcase_add_test(tests, memory_is_bounded_and_results_outlast_games);
	tcase_add_test(tests, dropped_items_are_reported_at_the_end);
	tcase_add_test(tests, items_lost_for_lack_of_memory_are_reported_at_the_end);
	tcase_add_test(tests, pending_items_are_saved_once_possible);
	tcase_add_test(tests, closing_tries_once_more);
	tcase_add_test(tests, pending_items_override_the_file);
	tcase_add_test(tests, a_full_disk_is_survived);
	tcase_add_test(tests, a_folder_removed_meanwhile_is_created_again);
	tcase_add_test(tests, a_file_replaced_meanwhile_is_opened);
	tcase_add_test(tests, results_added_to_a_restored_backup_are_not_lost);
	tcase_add_loop_test(tests, an_older_file_copied_over_ours_is_upgraded, 1, SCHEMA_VERSION);
	tcase_add_test(tests, a_read_only_file_can_be_read);
	tcase_add_test(tests, a_held_lock_is_waited_for_once);
	tcase_add_test(tests, a_player_on_the_screen_waits_less);
	tcase_add_test(tests, a_newer_file_is_left_alone);
	tcase_add_test(tests, a_file_that_becomes_newer_meanwhile_is_left_alone);
	tcase_add_test(tests, a_foreign_file_is_set_aside);
	tcase_add_loop_test(tests, a_newer_header_in_a_journal_is_left_alone, 0, 3);
	tcase_add_loop_test(tests, a_foreign_header_in_a_journal_is_set_aside, 0, 2);
	tcase_add_loop_test(tests, random_bytes_are_set_aside, 0, 4);
	tcase_add_test(tests, two_files_set_aside_in_one_second_are_both_kept);
	tcase_add_loop_test(tests, damage_found_later_sets_the_file_aside, 0, 4);
	tcase_add_test(tests, damage_found_without_the_lock_is_not_an_empty_file);
	tcase_add_test(tests, two_sessions_see_each_other);
	tcase_add_test(tests, sessions_writing_at_once_lose_nothing);
	tcase_add_test(tests, sessions_on_one_level_keep_their_results_and_games);
	tcase_add_test(tests, imports_replace_nothing);
	tcase_add_test(tests, the_game_moved_last_holds);
	tcase_add_test(tests, the_run_that_went_further_holds);
	tcase_add_test(tests, a_setting_of_the_host_stays_there);
	tcase_add_test(tests, times_are_kept);
	tcase_add_test(tests, failed_imports_are_reported);
	tcase_add_test(tests, a_killed_session_leaves_an_intact_file);
}

int main(void)
{
	return run_tests("store", add_store_tests);
}
