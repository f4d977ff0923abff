/* Files: level files that are something else, folders that are created, and interrupted reads and
 * writes. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "os/error.h"
#include "os/file.h"
#include "support/folder.h"
#include "support/help.h"

/* ---- level files ---- */

#define PLAIN "level: t\nmode: tilt\n\na. .a\n"

static char *folder;

/* Reads FOLDER/NAME, which must fail, and removes the folder; returns the message after the
 * name. */
static const char *unreadable(const char *name)
{
	static struct error error;
	char path[512];
	struct pack pack = {0};
	snprintf(path, sizeof path, "%s/%s", folder, name);
	ck_assert(!pack_read_file(&pack, path, &error));
	folder_free(folder);
	const char *what = strstr(error.text, ": ");
	ck_assert_ptr_nonnull(what);
	return what + 2;
}

static int create(const char *name)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	const int file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	ck_assert_int_ge(file, 0);
	return file;
}

START_TEST(a_file_is_read)
{
	char path[512];
	struct pack pack;
	struct error error;
	folder = folder_new();
	const int file = create("good.level");
	ck_assert_int_eq(write(file, PLAIN, strlen(PLAIN)), (ssize_t)strlen(PLAIN));
	close(file);
	snprintf(path, sizeof path, "%s/good.level", folder);
	ck_assert(pack_read_file(&pack, path, &error));
	ck_assert_str_eq(pack.name, path);
	ck_assert_int_eq(pack.count, 1);
	pack_free(&pack);
	folder_free(folder);
}
END_TEST

START_TEST(standard_input_is_read)
{
	struct pack pack;
	struct error error;
	int termination_signals[2];
	const int before = dup(STDIN_FILENO);
	ck_assert_int_eq(pipe(termination_signals), 0);
	ck_assert_int_eq(write(termination_signals[1], PLAIN, strlen(PLAIN)),
	                 (ssize_t)strlen(PLAIN));
	close(termination_signals[1]);
	dup2(termination_signals[0], STDIN_FILENO);
	ck_assert(pack_read_file(&pack, "-", &error));
	ck_assert_int_eq(pack.count, 1);
	pack_free(&pack);
	dup2(before, STDIN_FILENO);
	close(before);
	close(termination_signals[0]);
}
END_TEST

START_TEST(a_missing_file_is_reported)
{
	folder = folder_new();
	ck_assert_str_eq(unreadable("none.level"), "no such file or folder");
}
END_TEST

START_TEST(a_folder_is_not_a_level_file)
{
	char path[512];
	folder = folder_new();
	snprintf(path, sizeof path, "%s/d", folder);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_str_eq(unreadable("d"), "is a folder; expected a level file");
}
END_TEST

START_TEST(a_fifo_is_not_waited_for)
{
	char path[512];
	folder = folder_new();
	snprintf(path, sizeof path, "%s/fifo", folder);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_str_eq(unreadable("fifo"), "is not a regular file; expected a level file");
}
END_TEST

START_TEST(a_device_is_not_a_level_file)
{
	struct pack pack;
	struct error error;
	ck_assert(!pack_read_file(&pack, "/dev/zero", &error));
	ck_assert_str_eq(error.text, "/dev/zero: is not a regular file; expected a level file");
}
END_TEST

START_TEST(a_huge_file_is_refused_at_once)
{
	folder = folder_new();
	const int file = create("huge.level");
	ck_assert_int_eq(ftruncate(file, (off_t)1 << 30), 0);
	close(file);
	ck_assert_str_eq(unreadable("huge.level"),
	                 "larger than the limit for level files, 4096 KiB");
}
END_TEST

START_TEST(an_empty_file_has_no_level)
{
	folder = folder_new();
	close(create("empty.level"));
	ck_assert_str_eq(unreadable("empty.level"),
	                 "no level in this file: expected \"level: TITLE\"");
}
END_TEST

/* ---- folders ---- */

START_TEST(parent_folders_are_created_private)
{
	char path[512];
	struct stat status;
	folder = folder_new();
	umask(0);
	snprintf(path, sizeof path, "%s/a/b/c", folder);
	ck_assert(file_make_folders(path));
	ck_assert(file_make_folders(path));
	ck_assert_int_ne(access(path, F_OK), 0);
	*strrchr(path, '/') = '\0';
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_uint_eq(status.st_mode & 07777, 0700);
	folder_free(folder);
}
END_TEST

START_TEST(a_file_is_not_a_parent_folder)
{
	char path[512];
	folder = folder_new();
	close(create("a"));
	snprintf(path, sizeof path, "%s/a/b/c", folder);
	ck_assert(!file_make_folders(path));
	ck_assert_int_eq(errno, ENOTDIR);
	folder_free(folder);
}
END_TEST

/* ---- interruptions ---- */

enum { PIECE = 1 << 10, PIECES = 1 << 8 };

static volatile sig_atomic_t interruptions;

static void note(int number)
{
	(void)number;
	interruptions++;
}

/* Signals that interrupt every blocking call, as a resized terminal or a timer may. */
static void interrupt_often(void)
{
	const struct sigaction action = {.sa_handler = note};
	const struct itimerval often = {{.tv_usec = 1000}, {.tv_usec = 1000}};
	interruptions = 0;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
}

static void interrupt_no_more(void)
{
	const struct itimerval never = {{0}, {0}};
	setitimer(ITIMER_REAL, &never, NULL);
	ck_assert_int_gt(interruptions, 0);
}

/* A process at the other end of a pipe, which pauses before each of the first pieces. */
static pid_t other_end(const int termination_signals[2], int mine,
                       ssize_t (*move)(int file, char *piece))
{
	static char piece[PIECE];
	const struct timespec pause = {.tv_nsec = 10000000};
	const pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child > 0) {
		close(termination_signals[mine]);
		return child;
	}
	close(termination_signals[1 - mine]);
	for (int i = 0; i < PIECES; i++) {
		if (i < 4)
			nanosleep(&pause, NULL);
		if (move(termination_signals[mine], piece) != PIECE)
			_exit(1);
	}
	_exit(0);
}

static ssize_t put(int file, char *piece)
{
	memset(piece, 'x', PIECE);
	return write(file, piece, PIECE);
}

static ssize_t get(int file, char *piece)
{
	return file_read(file, piece, PIECE);
}

static void expect_good_end(pid_t child)
{
	int status;
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}

START_TEST(reading_continues_after_an_interruption)
{
	static char bytes[PIECE * PIECES + 1];
	int termination_signals[2];
	ck_assert_int_eq(pipe(termination_signals), 0);
	const pid_t child = other_end(termination_signals, 1, put);
	interrupt_often();
	ck_assert_int_eq(file_read(termination_signals[0], bytes, sizeof bytes), PIECE * PIECES);
	interrupt_no_more();
	ck_assert_uint_eq(strlen(bytes), PIECE * PIECES);
	close(termination_signals[0]);
	expect_good_end(child);
}
END_TEST

/* The pipe can't hold all of it. */
START_TEST(writing_continues_after_an_interruption)
{
	static char bytes[PIECE * PIECES];
	int termination_signals[2];
	ck_assert_int_eq(pipe(termination_signals), 0);
	const pid_t child = other_end(termination_signals, 0, get);
	interrupt_often();
	ck_assert(file_write(termination_signals[1], bytes, sizeof bytes));
	interrupt_no_more();
	close(termination_signals[1]);
	expect_good_end(child);
}
END_TEST

START_TEST(read_and_write_errors_are_reported)
{
	char byte;
	const int file = open("/dev/full", O_WRONLY | O_CLOEXEC);
	ck_assert_int_ge(file, 0);
	ck_assert(!file_write(file, "x", 1));
	ck_assert_int_eq(errno, ENOSPC);
	ck_assert_int_eq(file_read(file, &byte, 1), -1);
	ck_assert_int_eq(errno, EBADF);
	close(file);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, a_file_is_read);
	tcase_add_test(tests, standard_input_is_read);
	tcase_add_test(tests, a_missing_file_is_reported);
	tcase_add_test(tests, a_folder_is_not_a_level_file);
	tcase_add_test(tests, a_fifo_is_not_waited_for);
	tcase_add_test(tests, a_device_is_not_a_level_file);
	tcase_add_test(tests, a_huge_file_is_refused_at_once);
	tcase_add_test(tests, an_empty_file_has_no_level);
	tcase_add_test(tests, parent_folders_are_created_private);
	tcase_add_test(tests, a_file_is_not_a_parent_folder);
	tcase_add_test(tests, reading_continues_after_an_interruption);
	tcase_add_test(tests, writing_continues_after_an_interruption);
	tcase_add_test(tests, read_and_write_errors_are_reported);
}

int main(void)
{
	return run_tests("file", add_all);
}
