/* The store when SQLite fails: what is reported, what can still be read, and that everything is
 * saved once it works again. */
#include <check.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/schema.h"
#include "support/folder.h"
#include "support/help.h"
#include "support/sample.h"

static char *root;
static struct store *store;

static const char *in_folder(const char *name)
{
	static char path[512];
	snprintf(path, sizeof path, "%s/parlour/%s", root, name);
	return path;
}

static const char *database(void)
{
	return in_folder("parlour.db");
}

/* A store with a result of level 1 and a setting. */
static void begin(void)
{
	root = folder_new_state();
	store = store_open(NULL);
	ck_assert(sample_add_result(store, 1, 4, false) && store_set(store, "speed", 3));
}

static void end(void)
{
	folder_free(root);
}

static int best(uint64_t level)
{
	return store_best(store, sample_identity(level)).count;
}

static void expect_trouble(const char *words)
{
	ck_assert_pstr_eq(store_trouble(store), words);
}

static void close_store(const char *words)
{
	struct error error = {.text = ""};
	ck_assert(store_close(store, &error) == (words[0] == '\0'));
	ck_assert_str_eq(error.text, words);
}

/* Asserts that everything is in the file. */
static void expect_saved(void)
{
	expect_trouble(NULL);
	ck_assert(!store_has_pending(store));
	close_store("");
	store = store_open(NULL);
	ck_assert_ptr_null(store_notice(store));
	ck_assert_int_eq(best(1), 2);
	ck_assert_int_eq(store_setting(store, "speed", 0), 4);
	close_store("");
}

static void run(sqlite3 *file, const char *sql)
{
	ck_assert_int_eq(sqlite3_exec(file, sql, NULL, NULL, NULL), SQLITE_OK);
}

static sqlite3 *open_as_a_stranger(void)
{
	sqlite3 *file;
	ck_assert_int_eq(sqlite3_open(database(), &file), SQLITE_OK);
	return file;
}

/* ---- the disk ---- */

/* Replaces the C library's, for SQLite too: they only count. */
static int syncs;

/* The library's own names of parameters are reserved. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
int fsync(int file)
{
	(void)file;
	syncs++;
	return 0;
}

int fdatasync(int file)
{
	(void)file;
	syncs++;
	return 0;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

/* The journal, its folder, the file, and the folder without the journal. */
START_TEST(saved_data_is_on_the_disk)
{
	for (int i = 0; i < 3; i++) {
		syncs = 0;
		ck_assert(sample_save_game(store, 2, i % 2 == 0 ? "left" : "left up"));
		ck_assert_int_ge(syncs, 3);
	}
	ck_assert(sample_add_result(store, 1, 2, false) && store_set(store, "speed", 4));
	expect_saved();
}
END_TEST

/* ---- other programs ---- */

/* Another program uses the file and does not know our lock. */
START_TEST(waiting_for_another_lock_times_out)
{
	sqlite3 *stranger = open_as_a_stranger();
	run(stranger, "BEGIN EXCLUSIVE");
	ck_assert(!sample_add_result(store, 1, 2, false));
	expect_trouble("another session is writing");
	ck_assert_int_eq(best(1), 2); /* of pending entries */
	ck_assert_int_eq(store_setting(store, "speed", 7), 7);
	ck_assert(!store_set(store, "speed", 4) && !store_retry(store) && store_has_pending(store));
	run(stranger, "ROLLBACK");
	sqlite3_close(stranger);
	ck_assert(store_retry(store));
	expect_saved();
}
END_TEST

START_TEST(a_lasting_lock_is_reported)
{
	sqlite3 *stranger = open_as_a_stranger();
	run(stranger, "BEGIN EXCLUSIVE");
	ck_assert(!sample_add_result(store, 1, 2, false));
	close_store("another session is writing (1 result)");
	sqlite3_close(stranger);
}
END_TEST

/* The header says the file is ours, but it has none of our tables. */
START_TEST(a_file_without_our_tables_is_set_aside)
{
	char sql[200];
	close_store("");
	ck_assert_int_eq(unlink(database()), 0);
	sqlite3 *stranger = open_as_a_stranger();
	snprintf(sql, sizeof sql, "CREATE TABLE other (one); PRAGMA application_id = %d;"
	         "PRAGMA user_version = %d", SCHEMA_APPLICATION, SCHEMA_VERSION);
	run(stranger, sql);
	sqlite3_close(stranger);
	store = store_open(NULL);
	ck_assert_int_eq(store_setting(store, "speed", 7), 7);
	const char *notice = store_notice(store);
	ck_assert_ptr_nonnull(notice);
	ck_assert_ptr_nonnull(strstr(notice, "damaged file: set aside as "));
	ck_assert(sample_add_result(store, 1, 2, false) && store_set(store, "speed", 4));
	expect_saved();
}
END_TEST

/* ---- permissions ---- */

/* Root may write any file, so it drops its rights for a while; if that is impossible, there is
 * nothing to test. */
START_TEST(a_read_only_file_is_read)
{
	const uid_t user = geteuid(), nobody = 65534;
	close_store("");
	ck_assert_int_eq(chmod(root, 0755), 0);
	ck_assert_int_eq(chmod(database(), 0444), 0);
	ck_assert_int_eq(unlink(in_folder("parlour.lock")), 0);
	const bool lowered = user != 0 || (chown(in_folder(""), nobody, (gid_t)-1) == 0 &&
	                                   seteuid(nobody) == 0);
	if (lowered && faccessat(AT_FDCWD, database(), R_OK, AT_EACCESS) == 0) {
		store = store_open(NULL);
		ck_assert_int_eq(best(1), 4);
		ck_assert(!sample_add_result(store, 1, 2, false));
		expect_trouble("read-only");
		ck_assert_int_eq(best(1), 2);
		ck_assert_int_eq(store_setting(store, "speed", 0), 3);
		close_store("read-only (1 result)");
	}
	ck_assert_int_eq(seteuid(user), 0);
}
END_TEST

/* ---- memory ---- */

/* Limits SQLite's memory to what it has now. */
START_TEST(without_memory_nothing_is_lost)
{
	sqlite3_hard_heap_limit64(1);
	ck_assert(!sample_add_result(store, 1, 2, false));
	expect_trouble("out of memory");
	ck_assert_int_eq(best(1), 2);
	ck_assert_int_eq(store_statistics(store, "tilt").solved, 0);
	ck_assert_int_eq(store_setting(store, "speed", 7), 7);
	ck_assert(!store_set(store, "speed", 4));
	sqlite3_hard_heap_limit64(0);
	ck_assert(store_retry(store));
	expect_saved();
}
END_TEST

/* Memory may run out at any moment. */
START_TEST(memory_may_run_out_at_any_moment)
{
	const sqlite3_int64 used = sqlite3_memory_used();
	for (int more = 0; more < 64; more++) {
		sqlite3_hard_heap_limit64(used + 500 * more);
		const bool saved = store_set(store, "speed", more);
		ck_assert(saved == (store_trouble(store) == NULL));
		ck_assert_int_eq(store_setting(store, "speed", -1), more);
		ck_assert_ptr_null(store_notice(store));
	}
	sqlite3_hard_heap_limit64(0);
	ck_assert(sample_add_result(store, 1, 2, false) && store_set(store, "speed", 4));
	expect_saved();
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, saved_data_is_on_the_disk);
	tcase_add_test(tests, waiting_for_another_lock_times_out);
	tcase_add_test(tests, a_lasting_lock_is_reported);
	tcase_add_test(tests, a_file_without_our_tables_is_set_aside);
	tcase_add_test(tests, a_read_only_file_is_read);
	tcase_add_test(tests, without_memory_nothing_is_lost);
	tcase_add_test(tests, memory_may_run_out_at_any_moment);
}

int main(void)
{
	return run_tests("sqlite", add_all);
}
