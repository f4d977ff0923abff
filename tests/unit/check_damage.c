/* Data files with bytes changed, truncated, or pages swapped, and with journals that are damaged or
 * foreign. The store must not crash, must accept only results that replay, and must not lose
 * existing data. A test's number is the seed of its damage; DATABASES is the number of each
 * kind. */
#include <check.h>
#include <fcntl.h>
#include <glob.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algo/random.h"
#include "puzzle/puzzle.h"
#include "puzzle/registry.h"
#include "puzzle/replay.h"
#include "store/schema.h"
#include "support/folder.h"
#include "support/help.h"
#include "support/sample.h"

enum {
	DATABASES = 200, /* the default */
	FILES = 3,       /* files to damage */
	LEVELS = 20,     /* levels of tilt in them, and at most as many endless games */
	PAGE = 4096,
	VERSION_AT = 60, /* offset of user_version, four bytes */
	FORMAT_AT = 18,  /* offset of the bytes that tell whether there is a write-ahead log */
};

static struct bytes files[FILES];
static struct bytes halfway[FILES];  /* the same in the middle of a transaction, */
static struct bytes journals[FILES]; /* and its rollback journal */
static char *root;

static const char *in_root(const char *name)
{
	static char path[512];
	snprintf(path, sizeof path, "%s/parlour/%s", root, name);
	return path;
}

static void make_root(void)
{
	root = folder_new_state();
}

static void remove_root(void)
{
	folder_free(root);
}

/* ---- sound files ---- */

static void fill(struct store *store, uint64_t levels)
{
	char history[400];
	memset(history, 'x', sizeof history - 1);
	history[sizeof history - 1] = '\0';
	for (uint64_t level = 0; level < levels; level++) {
		must(sample_save_game(store, level + LEVELS, history), "a game");
		must(sample_add_result(store, level, 2 + (int)(level % 5), level % 2 == 0),
		     "a result");
		must(sample_add_result(store, level, 4, false), "another");
		must(sample_add_claim(store, level, "left", 1, 0), "a wrong one");
	}
	must(sample_add_result(store, ENDLESS, 6, false) && store_set(store, "speed", 3) &&
	             store_save_draft(store, 7, "level: A\n"),
	     "the rest");
}

/* A session that ends in the middle of a transaction, partly written to the file. */
static void leave_halfway(struct bytes *file, struct bytes *journal)
{
	sqlite3 *open;
	must(sqlite3_open(in_root("parlour.db"), &open) == SQLITE_OK &&
	     sqlite3_exec(open, "PRAGMA cache_size = 1; BEGIN;"
	                  "UPDATE result SET moves = 'left', count = 1;"
	                  "UPDATE game SET history = hex(zeroblob(20000));", NULL, NULL,
	                  NULL) == SQLITE_OK, "no transaction");
	*file = folder_read(in_root("parlour.db"));
	*journal = folder_read(in_root("parlour.db-journal"));
	sqlite3_close(open);
}

static void make_files(void)
{
	static const uint64_t levels[FILES] = {1, 6, LEVELS};
	for (int i = 0; i < FILES; i++) {
		struct error error;
		make_root();
		struct store *store = store_open(NULL);
		fill(store, levels[i]);
		must(store_close(store, &error), "%s", error.text);
		files[i] = folder_read(in_root("parlour.db"));
		leave_halfway(&halfway[i], &journals[i]);
		remove_root();
	}
}

static void free_files(void)
{
	for (int i = 0; i < FILES; i++) {
		free(files[i].at);
		free(halfway[i].at);
		free(journals[i].at);
	}
}

/* ---- damage ---- */

static size_t below(struct random *random, size_t limit)
{
	return (size_t)random_below(random, (uint32_t)limit);
}

static void copy_page(struct bytes bytes, struct random *random, bool swap)
{
	unsigned char *one = bytes.at + PAGE * below(random, bytes.size / PAGE);
	unsigned char *other = bytes.at + PAGE * below(random, bytes.size / PAGE);
	for (size_t i = 0; i < PAGE; i++) {
		const unsigned char byte = one[i];
		one[i] = other[i];
		if (swap)
			other[i] = byte;
	}
}

static void damage_once(struct bytes *bytes, struct random *random)
{
	unsigned char *at = bytes->at + below(random, bytes->size);
	switch (below(random, 8)) {
	case 0: *at ^= (unsigned char)(1 << below(random, 8)); break;
	case 1: *at = (unsigned char)below(random, 256); break;
	case 2: bytes->at[below(random, 100)] = (unsigned char)below(random, 256); break;
	case 3: bytes->size = 1 + below(random, bytes->size); break;
	case 4: copy_page(*bytes, random, true); break;
	case 5: copy_page(*bytes, random, false); break;
	case 6: /* within a page's header and its list of cells */
		at = bytes->at + (size_t)(at - bytes->at) / PAGE * PAGE;
		at[(at == bytes->at ? 100 : 0) + below(random, 40)] =
			(unsigned char)below(random, 256);
		break;
	default: memset(at, 0, (size_t)(bytes->at + bytes->size - at) % 64); break;
	}
}

static struct bytes copy_of(struct bytes whole)
{
	struct bytes bytes = {.size = whole.size, .at = malloc(whole.size + 1)};
	memcpy(bytes.at, whole.at, whole.size);
	return bytes;
}

/* One of the files, damaged; at least a page long, as the functions above need. */
static struct bytes damaged(int seed)
{
	struct random random = {.state = (uint64_t)seed};
	struct bytes bytes = copy_of(files[seed % FILES]);
	for (size_t left = 1 + below(&random, 6); left > 0 && bytes.size >= PAGE; left--)
		damage_once(&bytes, &random);
	return bytes;
}

/* One of the journals, damaged: its header has 28 bytes, and the rest counts only if a checksum
 * matches. */
static struct bytes damaged_journal(int which, struct random *random)
{
	struct bytes journal = copy_of(journals[which]);
	switch (below(random, 4)) {
	case 0: journal.size = below(random, journal.size); break;
	case 1: journal.size = 0; break;
	case 2: journal.at[below(random, 28)] = (unsigned char)below(random, 256); break;
	default:
		for (int i = 0; i < 4; i++)
			journal.at[below(random, journal.size)] = (unsigned char)below(random, 256);
	}
	return journal;
}

/* ---- verification ---- */

/* The best result of a level is what its moves give on that level. */
static bool check_best(struct store *store, uint64_t number)
{
	char text[SAMPLE_TEXT_MAX];
	struct replay_level read;
	struct replay replay;
	struct error error;
	sample_text(number, text);
	must(replay_read("kept", text, strlen(text), &read, &error), "%s", error.text);
	const struct best best = store_best(store, read.identity);
	char *moves = store_best_moves(store, read.identity);
	must(best.count < 0 || moves != NULL, "there is a best result without moves");
	if (best.count >= 0) {
		must(replay_moves(read.puzzle, &read.level, moves, &replay, &error), "%s",
		     error.text);
		must(replay.count == best.count && !replay.assisted &&
		             (number >= ENDLESS ? replay.score == best.score : replay.solved),
		     "it is not what its moves come to");
	}
	free(moves);
	return best.count >= 0;
}

static void take_game(void *context, const struct entry *game)
{
	*(size_t *)context += strlen(game->place) + strlen(game->name) + strlen(game->words);
}

static void take_draft(void *context, const struct entry *draft)
{
	*(size_t *)context += strlen(draft->words) + (size_t)(draft->level == 7);
}

static void read_games(struct store *store)
{
	size_t read = 0;
	store_list(store, ENTRY_GAME, take_game, &read);
	for (uint64_t level = 0; level < 2 * LEVELS; level += 3)
		store_find(store, ENTRY_GAME, sample_identity(level), take_game, &read);
	store_find(store, ENTRY_DRAFT, 7, take_draft, &read);
	store_setting(store, "speed", 0);
	store_level(store, "tilt/classic:3");
}

static void read_everything(struct store *store)
{
	int left;
	struct entries all = {.oldest = NULL};
	for (uint64_t level = 0; level < LEVELS; level++)
		check_best(store, level);
	check_best(store, ENDLESS);
	for (int m = 0; puzzle_at(m) != NULL; m++) {
		const struct statistics statistics = store_statistics(store, puzzle_at(m)->name);
		must(statistics.solved <= LEVELS && statistics.seconds >= 0,
		     "more is solved than there are levels");
	}
	read_games(store);
	store_read_all(store, &all, &left);
	entries_free(&all);
}

/* ---- keeping data ---- */

/* Reading leaves the bytes unchanged, here or in the file set aside; except a file that claims an
 * older version or another kind of journal, which is converted when it is opened. */
static void check_unchanged(struct bytes before)
{
	glob_t aside;
	const bool moved = glob(in_root("parlour.db.damaged-*[0-9]"), 0, NULL, &aside) == 0;
	struct bytes after = folder_read(moved ? aside.gl_pathv[0] : in_root("parlour.db"));
	const bool current = before.size > VERSION_AT + 3 &&
	                     before.at[VERSION_AT + 3] >= SCHEMA_VERSION &&
	                     before.at[FORMAT_AT] == 1 && before.at[FORMAT_AT + 1] == 1;
	must(after.size > 0, "the file is empty");
	if (current)
		must(after.size == before.size && memcmp(after.at, before.at, after.size) == 0,
		     "the file is not what it was");
	if (moved)
		globfree(&aside);
	free(after.at);
}

/* Saved data is in the file, or in one set aside since; else the store reports that it is not
 * saved. */
static void check_writing(void)
{
	struct error error;
	struct store *store = store_open(NULL);
	sample_add_result(store, 3, 2, false);
	sample_save_game(store, 2, "left");
	const bool saved = store_set(store, "speed", 8);
	must(saved == (store_trouble(store) == NULL), "trouble is not told");
	must(store_setting(store, "speed", 0) == 8, "what is pending is not read");
	must(check_best(store, 3) || store_notice(store) != NULL, "nor is a result");
	must(store_close(store, &error) == saved, "%s", error.text);
	store = store_open(NULL);
	if (saved)
		must(store_setting(store, "speed", 0) == 8, "what was saved is not there");
	store_close(store, &error);
}

static void write_bytes(const char *name, struct bytes bytes)
{
	mkdir(in_root(""), 0700);
	FILE *file = fopen(in_root(name), "wb");
	must(file != NULL && fwrite(bytes.at, 1, bytes.size, file) == bytes.size, "no file");
	fclose(file);
}

START_TEST(a_damaged_file_does_no_harm)
{
	struct error error;
	struct bytes bytes = damaged(_i);
	write_bytes("parlour.db", bytes);
	struct store *store = store_open(NULL);
	read_everything(store);
	store_close(store, &error);
	check_unchanged(bytes);
	check_writing();
	free(bytes.at);
}
END_TEST

/* ---- journals ---- */

static bool is_same(struct bytes one, struct bytes other)
{
	return one.size == other.size && memcmp(one.at, other.at, one.size) == 0;
}

/* A damaged journal may produce a file of terabytes, which nobody should read. */
static bool has_bytes(const char *path, struct bytes bytes)
{
	struct stat status;
	if (stat(path, &status) != 0 || (size_t)status.st_size != bytes.size)
		return false;
	const struct bytes file = folder_read(path);
	const bool same = is_same(file, bytes);
	free(file.at);
	return same;
}

static bool is_somewhere(struct bytes bytes)
{
	glob_t names;
	bool found = false;
	must(glob(in_root("*"), 0, NULL, &names) == 0, "nothing is left");
	for (size_t i = 0; i < names.gl_pathc && !found; i++)
		found = has_bytes(names.gl_pathv[i], bytes);
	globfree(&names);
	return found;
}

static void meet_journal(struct bytes file, struct bytes journal)
{
	struct error error;
	write_bytes("parlour.db", file);
	write_bytes("parlour.db-journal", journal);
	struct store *store = store_open(NULL);
	read_everything(store);
	store_close(store, &error);
	must(is_somewhere(file), "the file is lost");
	must(journal.size == 0 || is_somewhere(journal), "the journal is lost");
}

START_TEST(an_intact_journal_rolls_back)
{
	meet_journal(halfway[_i], journals[_i]);
	must(!is_same(halfway[_i], files[_i]), "nothing was changed");
	must(has_bytes(in_root("parlour.db"), files[_i]), "it is not what it was");
}
END_TEST

/* Foreign or damaged journals, next to a file that is sound, interrupted, or damaged too. */
START_TEST(a_journal_does_no_harm)
{
	struct random random = {.state = (uint64_t)_i};
	const int which = _i % FILES;
	struct bytes file = _i % 4 == 0   ? damaged(_i)
	                    : _i % 4 == 1 ? copy_of(files[which])
	                                  : copy_of(halfway[which]);
	struct bytes journal = _i % 8 < 4
	                               ? damaged_journal(which, &random)
	                               : copy_of(journals[(which + 1) % FILES]);
	meet_journal(file, journal);
	check_writing();
	free(file.at);
	free(journal.at);
}
END_TEST

static void add_all(TCase *tests)
{
	const char *databases = getenv("DATABASES");
	const int count = databases != NULL ? atoi(databases) : DATABASES;
	tcase_add_unchecked_fixture(tests, make_files, free_files);
	tcase_add_checked_fixture(tests, make_root, remove_root);
	tcase_add_loop_test(tests, a_damaged_file_does_no_harm, 0, count);
	tcase_add_loop_test(tests, an_intact_journal_rolls_back, 0, FILES);
	tcase_add_loop_test(tests, a_journal_does_no_harm, 0, count);
}

int main(void)
{
	return run_tests("damage", add_all);
}
