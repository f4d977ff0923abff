/* --backup: what was copied while games wrote is whole, and nothing is missing. Each test has its
 * own state directory. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/backup.h"
#include "store/guests.h"
#include "store/score_log.h"
#include "store/store.h"
#include "store/tally.h"
#include "support/folder.h"
#include "support/help.h"

enum { PATH_BYTES = 512 };

static char *root;
static struct error error;

static void set_up(void)
{
	root = folder_new_state();
}

static void tear_down(void)
{
	folder_free(root);
}

static const char *in_root(const char *format, const char *name)
{
	static char path[PATH_BYTES];
	size_t used = (size_t)snprintf(path, sizeof path, "%s/", root);
	snprintf(path + used, sizeof path - used, format, name);
	return path;
}

static bool exists(const char *format, const char *name)
{
	struct stat status;
	return stat(in_root(format, name), &status) == 0;
}

/* Makes the backup NAME, and the state directory that it can be restored to, NAME.state. */
static struct backup back_up(const char *name, bool expected)
{
	struct backup backup;
	char state[64];
	snprintf(state, sizeof state, "%s.state", name);
	ck_assert_int_eq(mkdir(in_root("%s", state), 0700), 0);
	snprintf(state, sizeof state, "%s.state/parlour", name);
	const bool good = backup_write(in_root("%s", state), &backup, &error);
	must(good == expected, "%s", error.text);
	return backup;
}

/* What follows uses the backup's files; NULL: ours again. */
static void use(const char *name)
{
	ck_assert_int_eq(setenv("XDG_STATE_HOME", name == NULL ? root : in_root("%s.state", name),
	                        1),
	                 0);
}

static long setting(const char *player, const char *name)
{
	struct store *store = store_open(player);
	const long value = store_setting(store, name, -1);
	ck_assert_ptr_null(store_notice(store));
	must(store_close(store, &error), "%s", error.text);
	return value;
}

static void set(const char *player, long value)
{
	struct store *store = store_open(player);
	ck_assert(store_set(store, "one", value) && store_set(store, "other", value));
	must(store_close(store, &error), "%s", error.text);
}

START_TEST(everything)
{
	struct guests guests;
	struct score_log log;
	struct tally tally;
	uint64_t sum[COUNTS];
	struct guest guest;
	int playing;
	set(NULL, 1);
	set("anna", 2);
	set("berta", 3);
	score_log_open(&log);
	ck_assert(score_log_add(&log, "7 anna 00000000000000aa place:1 left", false));
	score_log_close(&log);
	must(guests_open(&guests, &error), "%s", error.text);
	ck_assert(guests_add(&guests, "SHA256:x", "anna", &error));
	guests_close(&guests);
	tally_open(&tally);
	tally_close(&tally);
	FILE *aside = fopen(in_root("parlour/players/anna/%s", "parlour.db.damaged-1"), "w");
	ck_assert_ptr_nonnull(aside);
	fclose(aside);
	ck_assert_int_eq(back_up("b", true).players, 2);
	use("b");
	ck_assert_int_eq(setting(NULL, "one"), 1);
	ck_assert_int_eq(setting("anna", "one"), 2);
	ck_assert_int_eq(setting("berta", "one"), 3);
	ck_assert(exists("b.state/parlour/%s", "scores.log"));
	must(guests_open(&guests, &error), "%s", error.text);
	ck_assert(guests_find(&guests, "SHA256:x", &guest));
	guests_close(&guests);
	must(tally_read(sum, &playing, &error), "%s", error.text);
	ck_assert_uint_eq(sum[COUNT_SESSIONS], 1);
	ck_assert(!exists("b.state/parlour/players/anna/%s", "parlour.db.damaged-1"));
}
END_TEST

START_TEST(no_host)
{
	back_up("b", false);
	ck_assert_ptr_nonnull(strstr(error.text, "no such file"));
	ck_assert(!exists("%s", "parlour") && !exists("b.state/%s", "parlour"));
}
END_TEST

START_TEST(an_empty_host)
{
	ck_assert_int_eq(mkdir(in_root("%s", "parlour"), 0700), 0);
	ck_assert_int_eq(back_up("b", true).players, 0);
	ck_assert(exists("b.state/%s", "parlour"));
}
END_TEST

START_TEST(a_folder_in_the_one_to_copy)
{
	static const char *const names[] = {"b", "players/b", "../link/b", "players/../b/"};
	struct backup backup;
	set("anna", 1);
	char *ours = strdup(in_root("%s", "parlour"));
	ck_assert_int_eq(symlink(ours, in_root("%s", "link")), 0);
	free(ours);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		ck_assert(!backup_write(in_root("parlour/%s", names[i]), &backup, &error));
		ck_assert_ptr_nonnull(strstr(error.text, "within"));
		ck_assert(!exists("parlour/%s", names[i]));
	}
	must(backup_write(in_root("%s", "parlour2"), &backup, &error), "%s", error.text);
}
END_TEST

START_TEST(an_existing_folder)
{
	struct backup backup;
	ck_assert_int_eq(mkdir(in_root("%s", "parlour"), 0700), 0);
	ck_assert(!backup_write(root, &backup, &error));
	ck_assert_ptr_nonnull(strstr(error.text, "exists"));
}
END_TEST

/* A player who can't be locked is missing, and that is said; the others are not. */
START_TEST(a_locked_player)
{
	set("anna", 1);
	set("berta", 1);
	const int lock = open(in_root("parlour/players/%s/parlour.lock", "anna"), O_RDWR);
	ck_assert_int_eq(flock(lock, LOCK_EX), 0);
	const struct backup backup = back_up("b", false);
	close(lock);
	ck_assert_int_eq(backup.players, 1);
	ck_assert_int_eq(backup.failed, 1);
	ck_assert_ptr_nonnull(strstr(error.text, "another session"));
	use("b");
	ck_assert_int_eq(setting("berta", "one"), 1);
}
END_TEST

/* Writers are killed at any moment, so journals are copied too. What one of them wrote second is
 * never newer than what it wrote first. */
START_TEST(while_games_write)
{
	enum { WRITERS = 3, BACKUPS = 12 };
	static const char *const names[WRITERS] = {"anna", "berta", "clara"};
	pid_t writer[WRITERS];
	for (int i = 0; i < WRITERS; i++)
		set(names[i], 0);
	for (int backup = 0; backup < BACKUPS; backup++) {
		char name[16];
		for (int i = 0; i < WRITERS; i++)
			if ((writer[i] = fork()) == 0)
				for (long value = 1;; value++) {
					set(names[i], value);
					usleep(5000); /* else a slow disk leaves no gap to lock */
				}
		usleep(20000);
		if (backup % 2 == 0) /* a journal may be left */
			for (int i = 0; i < WRITERS; i++)
				kill(writer[i], SIGKILL);
		snprintf(name, sizeof name, "b%d", backup);
		ck_assert_int_eq(back_up(name, true).players, WRITERS);
		for (int i = 0; i < WRITERS; i++) {
			kill(writer[i], SIGKILL);
			ck_assert_int_eq(waitpid(writer[i], NULL, 0), writer[i]);
		}
		use(name);
		for (int i = 0; i < WRITERS; i++) {
			const long one = setting(names[i], "one");
			const long other = setting(names[i], "other");
			ck_assert_msg(one == other || one == other + 1 || one == 1, "%ld, %ld", one,
			              other);
			ck_assert_int_ge(other, 0);
		}
		use(NULL);
	}
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, everything);
	tcase_add_test(tests, no_host);
	tcase_add_test(tests, an_empty_host);
	tcase_add_test(tests, a_folder_in_the_one_to_copy);
	tcase_add_test(tests, an_existing_folder);
	tcase_add_test(tests, a_locked_player);
	tcase_add_test(tests, while_games_write);
}

int main(void)
{
	return run_tests("backup", add_all);
}
