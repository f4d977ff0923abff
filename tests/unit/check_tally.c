/* The counters of sessions: the sum only grows, whoever is killed, and nobody counts twice. Each
 * test has its own state directory. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/tally.h"
#include "support/folder.h"
#include "support/help.h"

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

/* Checks the sums of sessions and moves; returns how many play. */
static int expect(uint64_t sessions, uint64_t moves)
{
	uint64_t sum[COUNTS];
	int playing;
	must(tally_read(sum, &playing, &error), "%s", error.text);
	ck_assert_uint_eq(sum[COUNT_SESSIONS], sessions);
	ck_assert_uint_eq(sum[COUNT_MOVES], moves);
	return playing;
}

static void play(struct tally *tally, int moves)
{
	for (; moves > 0; moves--) {
		tally->count[COUNT_MOVES]++;
		tally_write(tally);
	}
}

static int count_files(void)
{
	int count = 0;
	char path[512];
	struct stat status;
	do
		snprintf(path, sizeof path, "%s/parlour/sessions/%d", root, count);
	while (stat(path, &status) == 0 && ++count > 0);
	return count;
}

START_TEST(nobody_has_played)
{
	ck_assert_int_eq(expect(0, 0), 0);
	ck_assert_int_eq(count_files(), 0);
}
END_TEST

START_TEST(sessions_in_turn_share_a_file)
{
	for (int i = 0; i < 5; i++) {
		struct tally tally;
		tally_open(&tally);
		play(&tally, 3);
		ck_assert_int_eq(expect((uint64_t)i + 1, (uint64_t)i * 3 + 3), 1);
		tally_close(&tally);
	}
	ck_assert_int_eq(expect(5, 15), 0);
	ck_assert_int_eq(count_files(), 1);
}
END_TEST

START_TEST(sessions_at_once)
{
	struct tally tally[4];
	for (int i = 0; i < 4; i++) {
		tally_open(&tally[i]);
		play(&tally[i], i);
	}
	ck_assert_int_eq(expect(4, 6), 4);
	tally_close(&tally[1]);
	ck_assert_int_eq(expect(4, 6), 3);
	tally_open(&tally[1]); /* takes the file that is free */
	play(&tally[1], 10);
	ck_assert_int_eq(expect(5, 16), 4);
	ck_assert_int_eq(count_files(), 4);
	for (int i = 0; i < 4; i++)
		tally_close(&tally[i]);
}
END_TEST

/* Killed at any moment: what was counted stays. */
START_TEST(killed_sessions)
{
	enum { SESSIONS = 40, MOVES = 25 };
	for (int i = 0; i < SESSIONS; i++)
		if (fork() == 0) {
			struct tally tally;
			tally_open(&tally);
			play(&tally, MOVES);
			raise(SIGKILL);
		}
	while (wait(NULL) > 0)
		;
	ck_assert_int_eq(expect(SESSIONS, SESSIONS * MOVES), 0);
	ck_assert_int_le(count_files(), SESSIONS);
}
END_TEST

/* Readers are no session, and don't make a session take another file for long. */
START_TEST(reading_meanwhile)
{
	enum { ROUNDS = 200 };
	const pid_t reader = fork();
	if (reader == 0)
		for (;;) {
			uint64_t sum[COUNTS];
			int playing;
			if (!tally_read(sum, &playing, &error))
				_exit(1);
		}
	for (int i = 0; i < ROUNDS; i++) {
		struct tally tally;
		tally_open(&tally);
		ck_assert_int_ge(tally.file, 0);
		play(&tally, 1);
		tally_close(&tally);
	}
	kill(reader, SIGKILL);
	ck_assert_int_eq(waitpid(reader, NULL, 0), reader);
	ck_assert_int_eq(expect(ROUNDS, ROUNDS), 0);
	ck_assert_int_le(count_files(), ROUNDS / 20);
}
END_TEST

/* A file with other content counts nothing, and is then counted in again. */
START_TEST(damaged_file)
{
	static const char *const contents[] = {"", "x", "tally1 1 2 3 4 5 6\n", "tally2 "};
	for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++) {
		struct tally tally;
		char path[512];
		tally_open(&tally);
		tally_close(&tally);
		snprintf(path, sizeof path, "%s/parlour/sessions/0", root);
		FILE *file = fopen(path, "wb");
		ck_assert_ptr_nonnull(file);
		fputs(contents[i], file);
		fclose(file);
		expect(0, 0);
		tally_open(&tally);
		play(&tally, 2);
		tally_close(&tally);
		expect(1, 2);
	}
}
END_TEST

/* Without a folder, a session plays on uncounted. */
START_TEST(no_folder)
{
	char path[512];
	struct tally tally;
	snprintf(path, sizeof path, "%s/parlour", root);
	FILE *file = fopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	fclose(file);
	tally_open(&tally);
	ck_assert_int_eq(tally.file, -1);
	play(&tally, 2);
	tally_close(&tally);
	expect(0, 0);
}
END_TEST

START_TEST(processor_time)
{
	struct tally tally;
	uint64_t sum[COUNTS];
	int playing;
	tally_open(&tally);
	const clock_t until = clock() + CLOCKS_PER_SEC / 20;
	while (clock() < until)
		;
	tally_close(&tally);
	must(tally_read(sum, &playing, &error), "%s", error.text);
	ck_assert_uint_ge(sum[COUNT_GAME_MS], 50);
	ck_assert_uint_lt(sum[COUNT_SOLVER_MS], 50); /* there is none */
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, nobody_has_played);
	tcase_add_test(tests, sessions_in_turn_share_a_file);
	tcase_add_test(tests, sessions_at_once);
	tcase_add_test(tests, killed_sessions);
	tcase_add_test(tests, reading_meanwhile);
	tcase_add_test(tests, damaged_file);
	tcase_add_test(tests, no_folder);
	tcase_add_test(tests, processor_time);
}

int main(void)
{
	return run_tests("tally", add_all);
}
