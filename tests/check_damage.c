/* Files of players with bytes changed, cut off, and pages in each other's place: the store does not
 * fall over them, believes nothing that does not replay, and loses nothing of what was there. The
 * number of a test is the seed of its damage; DATABASES says how many there are. */
#include <check.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/mode.h"
#include "core/random.h"
#include "core/replay.h"
#include "folder.h"
#include "help.h"
#include "kept.h"
#include "store/schema.h"

enum {
	DATABASES = 200, /* where nothing else is said */
	FILES = 3,       /* that damage is done to */
	LEVELS = 20,     /* of tilt in them, and as many endless games at most */
	PAGE = 4096,
	VERSION_AT = 60, /* of user_version, four bytes */
	FORMAT_AT = 18,  /* of what says whether there is a write-ahead log, two bytes */
};

static struct bytes files[FILES];
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

/* ---- whole files ---- */

static void fill(struct store *store, uint64_t levels)
{
	char history[400];
	memset(history, 'x', sizeof history - 1);
	history[sizeof history - 1] = '\0';
	for (uint64_t level = 0; level < levels; level++) {
		must(kept_game(store, level + LEVELS, history), "a game");
		must(kept_finish(store, level, 2 + (int)(level % 5), level % 2 == 0), "a result");
		must(kept_finish(store, level, 4, false), "another");
		must(kept_claim(store, level, "left", 1, 0), "a wrong one");
	}
	must(kept_finish(store, ENDLESS, 6, false) && store_set(store, "speed", 3) &&
	     store_keep_draft(store, 7, "level: A\n"), "the rest");
}

static void make_files(void)
{
	static const uint64_t levels[FILES] = {1, 6, LEVELS};
	for (int i = 0; i < FILES; i++) {
		struct error error;
		make_root();
		struct store *store = store_open();
		fill(store, levels[i]);
		must(store_close(store, &error), "%s", error.text);
		files[i] = folder_read(in_root("parlour.db"));
		remove_root();
	}
}

static void free_files(void)
{
	for (int i = 0; i < FILES; i++)
		free(files[i].at);
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
	case 6: /* within a page's head and its list of cells */
		at = bytes->at + (size_t)(at - bytes->at) / PAGE * PAGE;
		at[(at == bytes->at ? 100 : 0) + below(random, 40)] =
			(unsigned char)below(random, 256);
		break;
	default: memset(at, 0, (size_t)(bytes->at + bytes->size - at) % 64); break;
	}
}

/* One of the files, damaged; never less than a page, as the functions above need. */
static struct bytes damaged(int seed)
{
	struct random random = {.state = (uint64_t)seed};
	const struct bytes whole = files[seed % FILES];
	struct bytes bytes = {.size = whole.size, .at = malloc(whole.size)};
	memcpy(bytes.at, whole.at, whole.size);
	for (size_t left = 1 + below(&random, 6); left > 0 && bytes.size >= PAGE; left--)
		damage_once(&bytes, &random);
	return bytes;
}

/* ---- what is believed ---- */

/* The best result of a level is what its moves come to on that level. */
static bool check_best(struct store *store, uint64_t number)
{
	char text[KEPT_TEXT_MAX];
	struct replay_level read;
	struct replay replay;
	struct error error;
	kept_text(number, text);
	must(replay_read("kept", text, strlen(text), &read, &error), "%s", error.text);
	const struct best best = store_best(store, read.identity);
	char *moves = store_best_moves(store, read.identity);
	must(best.count < 0 || moves != NULL, "there is a best result without moves");
	if (best.count >= 0) {
		must(replay_moves(read.mode, &read.level, moves, &replay, &error), "%s",
		     error.text);
		must(replay.count == best.count && !replay.helped &&
		     (number >= ENDLESS ? replay.score == best.score : replay.solved),
		     "it is not what its moves come to");
	}
	free(moves);
	return best.count >= 0;
}

static void take_game(void *context, const struct kept_game *game)
{
	*(size_t *)context += strlen(game->place) + strlen(game->mode) + strlen(game->history);
}

static void take_draft(void *context, uint64_t number, const char *text)
{
	*(size_t *)context += strlen(text) + (size_t)(number == 7);
}

static void read_games(struct store *store)
{
	size_t read = 0;
	store_games(store, take_game, &read);
	for (uint64_t level = 0; level < 2 * LEVELS; level += 3)
		store_game(store, kept_level(level), take_game, &read);
	store_draft(store, 7, take_draft, &read);
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
	for (int m = 0; modes[m] != NULL; m++) {
		const struct statistics statistics = store_statistics(store, modes[m]->name);
		must(statistics.solved <= LEVELS && statistics.seconds >= 0,
		     "more is solved than there are levels");
	}
	read_games(store);
	store_read_all(store, &all, &left);
	entries_free(&all);
}

/* ---- what is kept ---- */

/* Reading leaves the bytes as they are, here or set aside; but for a file that says it is of an
 * older version, or has another kind of journal, which is changed as it is opened. */
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

/* What is saved is there, or in a file that was set aside since, or else it is told that it is
 * not. */
static void check_writing(void)
{
	struct error error;
	struct store *store = store_open();
	kept_finish(store, 3, 2, false);
	kept_game(store, 2, "left");
	const bool saved = store_set(store, "speed", 8);
	must(saved == (store_trouble(store) == NULL), "trouble is not told");
	must(store_setting(store, "speed", 0) == 8, "what is pending is not read");
	must(check_best(store, 3) || store_notice(store) != NULL, "nor is a result");
	must(store_close(store, &error) == saved, "%s", error.text);
	store = store_open();
	if (saved)
		must(store_setting(store, "speed", 0) == 8, "what was saved is not there");
	store_close(store, &error);
}

START_TEST(a_damaged_file_does_no_harm)
{
	struct error error;
	struct bytes bytes = damaged(_i);
	must(mkdir(in_root(""), 0700) == 0, "no folder");
	FILE *file = fopen(in_root("parlour.db"), "wb");
	must(file != NULL && fwrite(bytes.at, 1, bytes.size, file) == bytes.size, "no file");
	fclose(file);
	struct store *store = store_open();
	read_everything(store);
	store_close(store, &error);
	check_unchanged(bytes);
	check_writing();
	free(bytes.at);
}
END_TEST

static void add_all(TCase *tests)
{
	const char *databases = getenv("DATABASES");
	tcase_add_unchecked_fixture(tests, make_files, free_files);
	tcase_add_checked_fixture(tests, make_root, remove_root);
	tcase_add_loop_test(tests, a_damaged_file_does_no_harm, 0,
	                    databases != NULL ? atoi(databases) : DATABASES);
}

int main(void)
{
	return run_tests("damage", add_all);
}
