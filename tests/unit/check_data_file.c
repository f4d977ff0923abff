/* The data file without SQLite: paths, the lock, the header, and the copies and new names that
 * prevent losses. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/data_file.h"
#include "store/schema.h"
#include "support/folder.h"
#include "support/help.h"

enum { APPLICATION = SCHEMA_APPLICATION, NEWEST = SCHEMA_VERSION };

static char *root;
static struct data_file data_file;

static void begin(void)
{
	root = folder_new_state();
	data_file_open(&data_file, "p", ".db");
}

static void end(void)
{
	data_file_close(&data_file);
	folder_free(root);
}

/* A path in our folder. */
static const char *ours(const char *name)
{
	static char path[512];
	snprintf(path, sizeof path, "%s/parlour/%s", root, name);
	return path;
}

static void write_ours(const char *name, const char *bytes, size_t size)
{
	FILE *file = fopen(ours(name), "wb");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
	ck_assert_int_eq(fclose(file), 0);
}

static void write_text(const char *name, const char *text)
{
	write_ours(name, text, strlen(text));
}

static void expect_text(const char *name, const char *text)
{
	struct bytes bytes = folder_read(ours(name));
	ck_assert_uint_eq(bytes.size, strlen(text));
	ck_assert_mem_eq(bytes.at, text, bytes.size);
	free(bytes.at);
}

static bool is_there(const char *name)
{
	struct stat status;
	return lstat(ours(name), &status) == 0;
}

/* ---- paths ---- */

START_TEST(missing_folders_are_created_private)
{
	static const char *const names[] = {"", "players/anna/", "players/anna/p.db"};
	struct stat status;
	umask(0);
	for (int i = 0; i < 3; i++) {
		char *path = data_file_make_folder(names[i]);
		ck_assert_str_eq(path, ours(names[i]));
		ck_assert_int_eq(stat(path, &status), 0);
		ck_assert(i < 2 ? S_ISDIR(status.st_mode) : S_ISREG(status.st_mode));
		ck_assert_uint_eq(status.st_mode & 0777, i < 2 ? 0700 : 0600);
		free(path);
	}
}
END_TEST

START_TEST(a_folder_that_can_not_be_created_still_has_a_path)
{
	ck_assert_int_eq(rmdir(root), 0);
	FILE *file = fopen(root, "w");
	ck_assert_ptr_nonnull(file);
	fclose(file);
	char *path = data_file_make_folder("players/anna/");
	ck_assert_str_eq(path, ours("players/anna/"));
	ck_assert(!is_there("players"));
	free(path);
	unsetenv("XDG_STATE_HOME");
	ck_assert_ptr_null(data_file_make_folder("p.db"));
	ck_assert_int_eq(unlink(root), 0);
}
END_TEST

START_TEST(each_player_has_a_folder)
{
	char name[DATA_FILE_NAME_MAX];
	data_file_player_path(NULL, "parlour", name);
	ck_assert_str_eq(name, "parlour");
	data_file_player_path("anna", "parlour", name);
	ck_assert_str_eq(name, "players/anna/parlour");
	data_file_player_path("anna", "", name);
	ck_assert_str_eq(name, "players/anna/");
}
END_TEST

/* ---- the lock ---- */

START_TEST(one_process_at_a_time_has_the_lock)
{
	ck_assert_ptr_null(data_file_lock(&data_file));
	const int other = open(ours("p.lock"), O_RDWR | O_CLOEXEC);
	ck_assert_int_ge(other, 0);
	ck_assert_int_ne(flock(other, LOCK_EX | LOCK_NB), 0);
	data_file_unlock(&data_file);
	ck_assert_int_eq(flock(other, LOCK_EX | LOCK_NB), 0);
	ck_assert_str_eq(data_file_lock(&data_file), "another session is writing");
	ck_assert(data_file.timed_out && data_file.lock < 0);
	close(other);
	ck_assert_ptr_null(data_file_lock(&data_file));
	ck_assert(!data_file.timed_out && data_file.lock >= 0);
}
END_TEST

START_TEST(a_failed_lock_has_a_reason)
{
	ck_assert_ptr_null(data_file_lock(&data_file));
	data_file_unlock(&data_file);
	ck_assert_int_eq(unlink(ours("p.lock")), 0);
	ck_assert_int_eq(mkdir(ours("p.lock"), 0700), 0);
	ck_assert_str_eq(data_file_lock(&data_file), "not a file");
	ck_assert_int_eq(rmdir(ours("p.lock")), 0);
	data_file_close(&data_file);
	unsetenv("XDG_STATE_HOME");
	data_file_open(&data_file, "p", ".db");
	ck_assert_str_eq(data_file_lock(&data_file), "no home directory");
}
END_TEST

/* ---- the header ---- */

static void write_head(uint32_t application, unsigned char version, size_t size)
{
	char head[100] = "SQLite format 3";
	head[63] = (char)version;
	for (int i = 0; i < 4; i++)
		head[68 + i] = (char)(application >> (24 - 8 * i) & 0xff);
	write_ours("p.db", head, size);
}

static void expect_head(enum file_state expected, const char *words)
{
	const char *why = NULL;
	ck_assert_int_eq(data_file_inspect(&data_file, &why), expected);
	ck_assert_pstr_eq(why, words);
}

START_TEST(the_header_tells_whose_file_it_is)
{
	expect_head(FILE_MISSING, NULL);
	free(data_file_make_folder(""));
	expect_head(FILE_MISSING, NULL);
	write_text("p.db", "");
	expect_head(FILE_MISSING, NULL);
	write_head(APPLICATION, NEWEST, 100);
	expect_head(FILE_OURS, NULL);
	write_head(APPLICATION, 0, 100);
	expect_head(FILE_OURS, NULL);
	write_head(APPLICATION + 1, NEWEST, 100);
	expect_head(FILE_FOREIGN, NULL);
	write_head(APPLICATION, NEWEST, 99);
	expect_head(FILE_FOREIGN, NULL);
	write_text("p.db", "a letter to somebody");
	expect_head(FILE_FOREIGN, NULL);
	write_head(APPLICATION, NEWEST + 1, 100);
	expect_head(FILE_REFUSED, "file of a newer version");
	ck_assert_int_eq(unlink(ours("p.db")), 0);
	ck_assert_int_eq(mkdir(ours("p.db"), 0700), 0);
	expect_head(FILE_REFUSED, "not a file");
}
END_TEST

/* Neither we nor SQLite may wait for the other end of a FIFO. */
START_TEST(a_fifo_is_refused)
{
	static const char *const names[] = {"p.db", "p.db-journal", "p.db-wal", "p.db-shm"};
	free(data_file_make_folder(""));
	ck_assert_int_eq(mkfifo(ours(names[_i]), 0600), 0);
	expect_head(FILE_REFUSED, "not a file");
	if (_i > 0)
		write_head(APPLICATION, NEWEST, 100);
	expect_head(FILE_REFUSED, "not a file");
}
END_TEST

/* A damaged journal can make the file that large. */
START_TEST(a_file_of_more_than_two_gibibytes_is_read)
{
	free(data_file_make_folder(""));
	write_head(APPLICATION, NEWEST, 100);
	ck_assert_int_eq(truncate(ours("p.db"), ((off_t)1 << 31) + 1), 0);
	expect_head(FILE_OURS, NULL);
	const struct file_id id = data_file_id(&data_file);
	ck_assert_int_eq(id.size, INT64_C(0x80000001));
}
END_TEST

/* ---- setting aside ---- */

static const char *aside(const char *tail)
{
	static char name[512];
	char pattern[64];
	glob_t names;
	snprintf(pattern, sizeof pattern, "p.db.damaged-*[0-9]%s", tail);
	ck_assert_int_eq(glob(ours(pattern), 0, NULL, &names), 0);
	ck_assert_uint_eq(names.gl_pathc, 1);
	snprintf(name, sizeof name, "%s", strrchr(names.gl_pathv[0], '/') + 1);
	globfree(&names);
	return name;
}

START_TEST(a_file_is_set_aside_with_its_journals)
{
	char notice[DATA_FILE_NOTICE_MAX];
	ck_assert_ptr_null(data_file_lock(&data_file));
	ck_assert(!data_file_set_aside(&data_file, "gone", notice)); /* there is no file */
	write_text("p.db", "file");
	write_text("p.db-journal", "journal");
	write_text("p.db-wal", "wal");
	ck_assert(data_file_set_aside(&data_file, "damaged", notice));
	ck_assert_ptr_nonnull(strstr(notice, "damaged: set aside as "));
	expect_text(aside(""), "file");
	expect_text(aside("-journal"), "journal");
	expect_text(aside("-wal"), "wal");
	ck_assert(!is_there("p.db") && !is_there("p.db-journal") && !is_there("p.db-wal"));
}
END_TEST

/* ---- after a crash ---- */

static void leave(const char *file, const char *journal)
{
	write_text("p.db", file);
	write_text("p.db-journal", journal);
}

START_TEST(journals_left_by_a_crash_are_copied)
{
	ck_assert_ptr_null(data_file_lock(&data_file));
	ck_assert_ptr_null(data_file_copy_crashed(&data_file));
	leave("first", "");
	ck_assert_ptr_null(data_file_copy_crashed(&data_file));
	ck_assert(!is_there("p.db.crashed"));
	leave("first", "one");
	ck_assert_ptr_null(data_file_copy_crashed(&data_file));
	expect_text("p.db.crashed", "first");
	expect_text("p.db.crashed-journal", "one");
	leave("2nd", "two");
	ck_assert_ptr_null(data_file_copy_crashed(&data_file));
	expect_text("p.db.crashed", "2nd");
	expect_text("p.db.crashed-journal", "two");
	expect_text("p.db", "2nd");
	expect_text("p.db-journal", "two");
}
END_TEST

/* Parts of an older copy must not stay next to a newer one. */
START_TEST(copied_files_match)
{
	ck_assert_ptr_null(data_file_lock(&data_file));
	leave("first", "one");
	ck_assert_ptr_null(data_file_copy_crashed(&data_file));
	ck_assert_int_eq(unlink(ours("p.db-journal")), 0);
	write_text("p.db", "2nd");
	write_text("p.db-wal", "wal");
	ck_assert_ptr_null(data_file_copy_crashed(&data_file));
	expect_text("p.db.crashed", "2nd");
	expect_text("p.db.crashed-wal", "wal");
	ck_assert(!is_there("p.db.crashed-journal"));
}
END_TEST

/* Anything with the copy's name is removed, not written into. */
START_TEST(a_copy_is_a_separate_file)
{
	ck_assert_ptr_null(data_file_lock(&data_file));
	leave("first", "one");
	write_text("other", "else");
	ck_assert_int_eq(mkfifo(ours("p.db.crashed-journal"), 0600), 0);
	ck_assert_int_eq(symlink("other", ours("p.db.crashed")), 0);
	ck_assert_ptr_null(data_file_copy_crashed(&data_file));
	expect_text("p.db.crashed", "first");
	expect_text("p.db.crashed-journal", "one");
	expect_text("other", "else");
}
END_TEST

START_TEST(without_the_lock_nothing_is_copied)
{
	free(data_file_make_folder(""));
	leave("first", "one");
	ck_assert_ptr_null(data_file_copy_crashed(&data_file));
	ck_assert(!is_there("p.db.crashed"));
}
END_TEST

/* A limit on file sizes acts like a full disk. */
static const char *keep_crashed_in(rlim_t room)
{
	struct rlimit before;
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = room, .rlim_max = before.rlim_max});
	const char *why = data_file_copy_crashed(&data_file);
	setrlimit(RLIMIT_FSIZE, &before);
	return why;
}

START_TEST(a_copy_without_space_is_reported)
{
	ck_assert_ptr_null(data_file_lock(&data_file));
	leave("the file", "the journal");
	ck_assert_str_eq(keep_crashed_in(4), "disk full");
	ck_assert_int_eq(mkdir(ours("p.db.crashed-journal"), 0700), 0);
	ck_assert_str_eq(data_file_copy_crashed(&data_file), "not a file");
}
END_TEST

/* A damaged journal can make the file that large. */
START_TEST(a_file_too_large_to_copy_is_not_copied)
{
	ck_assert_ptr_null(data_file_lock(&data_file));
	leave("first", "one");
	ck_assert_int_eq(truncate(ours("p.db"), (off_t)1 << 40), 0);
	ck_assert_ptr_null(keep_crashed_in(1 << 20));
	ck_assert(!is_there("p.db.crashed"));
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, missing_folders_are_created_private);
	tcase_add_test(tests, a_folder_that_can_not_be_created_still_has_a_path);
	tcase_add_test(tests, each_player_has_a_folder);
	tcase_add_test(tests, one_process_at_a_time_has_the_lock);
	tcase_add_test(tests, a_failed_lock_has_a_reason);
	tcase_add_test(tests, the_header_tells_whose_file_it_is);
	tcase_add_test(tests, a_file_of_more_than_two_gibibytes_is_read);
	tcase_add_loop_test(tests, a_fifo_is_refused, 0, 4);
	tcase_add_test(tests, a_file_is_set_aside_with_its_journals);
	tcase_add_test(tests, journals_left_by_a_crash_are_copied);
	tcase_add_test(tests, copied_files_match);
	tcase_add_test(tests, a_copy_is_a_separate_file);
	tcase_add_test(tests, without_the_lock_nothing_is_copied);
	tcase_add_test(tests, a_copy_without_space_is_reported);
	tcase_add_test(tests, a_file_too_large_to_copy_is_not_copied);
}

int main(void)
{
	return run_tests("data_file", add_all);
}
