/* Room on disk: pieces that are empty and apart, taken by several threads; more room than there is;
 * and blocks that are given back. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/parallel.h"
#include "os/scratch.h"
#include "support/folder.h"
#include "support/help.h"

enum { PIECES = 200 };

static char *folder;

static void open_scratch(void)
{
	struct error error;
	folder = folder_new();
	must(scratch_open(folder, &error), "%s", error.text);
}

static void close_scratch(void)
{
	scratch_close();
	ck_assert(scratch_size() == 0);
	folder_free(folder);
}

/* Sizes that are often the same, from a byte to half a megabyte. */
static size_t size_of(int number)
{
	return number % 5 == 0 ? 1U << number % 20 : 24576;
}

static bool is_all(const char *memory, char value, size_t bytes)
{
	return memory[0] == value && memcmp(memory, memory + 1, bytes - 1) == 0;
}

/* Blocks of the one file that this process has open and that has no name. */
static long blocks(void)
{
	struct stat file;
	for (int i = 3; i < 64; i++)
		if (fstat(i, &file) == 0 && S_ISREG(file.st_mode) && file.st_nlink == 0 &&
		    file.st_size > 1 << 20)
			return (long)file.st_blocks;
	return -1;
}

START_TEST(without_a_file_there_is_no_room)
{
	ck_assert(scratch_size() == 0);
	ck_assert_ptr_null(scratch_take(1));
	ck_assert(!scratch_has(folder));
	scratch_close();
}
END_TEST

START_TEST(a_folder_that_is_missing_is_reported)
{
	struct error error;
	ck_assert(!scratch_open("/nowhere", &error));
	ck_assert_str_eq(error.text, "/nowhere: can't make a file: no such file or folder");
	ck_assert(scratch_size() == 0);
}
END_TEST

START_TEST(pieces_are_empty_and_apart)
{
	char *piece[PIECES];
	int again = 0;
	open_scratch();
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < PIECES; i++) {
			piece[i] = scratch_take(size_of(i));
			must(piece[i] != NULL && scratch_has(piece[i]), "piece %d", i);
			must(is_all(piece[i], 0, size_of(i)), "piece %d is not empty", i);
			memset(piece[i], i + 1, size_of(i));
		}
		for (int i = 0; i < PIECES; i++)
			must(is_all(piece[i], (char)(i + 1), size_of(i)), "piece %d is lost", i);
		/* An older piece serves again. */
		char *old = piece[1];
		scratch_free(old, size_of(1));
		piece[1] = scratch_take(size_of(1));
		again += piece[1] == old && is_all(old, 0, size_of(1));
		must(blocks() > 0, "no blocks");
		for (int i = 0; i < PIECES; i++)
			scratch_free(piece[i], size_of(i));
		/* When all have been given back, the file is emptied before the next. */
		char *first = scratch_take(1);
		ck_assert(is_all(first, 0, 1));
		must(blocks() < 4096, "%ld blocks", blocks());
		scratch_free(first, 1);
	}
	ck_assert_int_eq(again, 3);
	ck_assert(!scratch_has(folder));
	close_scratch();
	ck_assert_int_eq(blocks(), -1);
}
END_TEST

/* Takes, fills, checks and gives back. */
static void use_pieces(void *context, int worker)
{
	atomic_int *faults = context;
	for (int i = 0; i < PIECES; i++) {
		char *piece = scratch_take(size_of(i));
		if (piece == NULL || !is_all(piece, 0, size_of(i))) {
			atomic_fetch_add(faults, 1);
			return;
		}
		memset(piece, worker + 1, size_of(i));
		if (!is_all(piece, (char)(worker + 1), size_of(i)))
			atomic_fetch_add(faults, 1);
		scratch_free(piece, size_of(i));
	}
}

START_TEST(threads_take_pieces)
{
	atomic_int faults = 0;
	open_scratch();
	parallel_for(4, use_pieces, &faults);
	ck_assert_int_eq(atomic_load(&faults), 0);
	close_scratch();
}
END_TEST

START_TEST(more_than_the_disk_is_refused)
{
	struct rlimit limit;
	signal(SIGXFSZ, SIG_IGN);
	open_scratch();
	ck_assert_ptr_null(scratch_take(SIZE_MAX));
	ck_assert_ptr_null(scratch_take(SIZE_MAX / 4));
	char *piece = scratch_take(1 << 16);
	ck_assert_ptr_nonnull(piece);
	/* The file can't be made as large again as it was: there is no more room. */
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = 1 << 20;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	scratch_free(piece, 1 << 16);
	ck_assert_ptr_null(scratch_take(1));
	close_scratch();
}
END_TEST

/* Where files, or the whole process, may not be as large as half of the disk. */
START_TEST(limits_of_the_process_make_it_smaller)
{
	const int resource = _i == 0 ? RLIMIT_FSIZE : RLIMIT_AS;
	struct rlimit limit;
	int pieces = 0;
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(getrlimit(resource, &limit), 0);
	limit.rlim_cur = 1 << 30;
	if (SANITIZED && resource == RLIMIT_AS) /* a sanitizer needs terabytes */
		return;
	ck_assert_int_eq(setrlimit(resource, &limit), 0);
	open_scratch();
	ck_assert_uint_le(scratch_size(), 1 << 30);
	while (scratch_take(1 << 24) != NULL)
		pieces++;
	must(pieces > 2, "%d pieces", pieces);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_test(tests, without_a_file_there_is_no_room);
	tcase_add_test(tests, a_folder_that_is_missing_is_reported);
	tcase_add_test(tests, pieces_are_empty_and_apart);
	tcase_add_test(tests, threads_take_pieces);
	tcase_add_test(tests, more_than_the_disk_is_refused);
	tcase_add_loop_test(tests, limits_of_the_process_make_it_smaller, 0, 2);
}

int main(void)
{
	return run_tests("scratch", add_all);
}
