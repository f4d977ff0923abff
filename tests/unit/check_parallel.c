/* Threads that share work: each part of it is done once, and all of it when the call returns. */
#include <check.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "os/parallel.h"
#include "support/help.h"

enum { PARTS = 1000, JOBS = 20000 };

/* Work in parts; `done` counts how often each was done. */
struct work {
	atomic_int next;
	int parts;
	int done[PARTS];
	atomic_int at_once, workers[THREADS_MAX]; /* calls that run, by worker */
	atomic_bool shared;                       /* two ran at a time */
	bool waits;                               /* the first call waits for another one */
};

static void work_on(void *context, int number)
{
	struct work *work = context;
	ck_assert_int_eq(atomic_fetch_add(&work->workers[number], 1), 0);
	if (atomic_fetch_add(&work->at_once, 1) > 0)
		atomic_store(&work->shared, true);
	while (work->waits && number == 0 && !atomic_load(&work->shared))
		continue;
	for (int part; (part = atomic_fetch_add(&work->next, 1)) < work->parts;)
		work->done[part]++;
	atomic_fetch_sub(&work->at_once, 1);
	atomic_fetch_sub(&work->workers[number], 1);
}

static void check_done(const struct work *work, int times)
{
	ck_assert_int_eq(work->at_once, 0);
	for (int i = 0; i < work->parts; i++)
		must(work->done[i] == times, "part %d was done %d times, not %d", i, work->done[i],
		     times);
}

START_TEST(parallel_for_does_each_part_once)
{
	struct work *work = calloc(1, sizeof *work);
	work->parts = PARTS;
	parallel_for(_i, work_on, work);
	check_done(work, 1);
	free(work);
}
END_TEST

/* Many short jobs: members that come late must neither miss one nor work on one that is over. */
START_TEST(a_crew_does_each_part_of_each_job_once)
{
	struct work *work = calloc(1, sizeof *work);
	struct crew *crew = crew_new(_i);
	ck_assert(_i > 1 ? crew != NULL : crew == NULL);
	for (int job = 1; job <= JOBS; job++) {
		work->parts = job % 7;
		atomic_store(&work->next, 0);
		crew_run(crew, work_on, work);
		ck_assert_int_eq(work->at_once, 0);
	}
	crew_free(crew);
	for (int i = 0; i < 6; i++) {
		int times = 0;
		for (int job = 1; job <= JOBS; job++)
			times += job % 7 > i;
		ck_assert_int_eq(work->done[i], times);
	}
	free(work);
}
END_TEST

START_TEST(a_crew_shares_a_job)
{
	struct work *work = calloc(1, sizeof *work);
	struct crew *crew = crew_new(3);
	work->parts = PARTS;
	work->waits = true;
	crew_run(crew, work_on, work);
	check_done(work, 1);
	ck_assert(atomic_load(&work->shared));
	crew_free(crew);
	free(work);
}
END_TEST

START_TEST(a_crew_may_have_nothing_to_do)
{
	crew_free(crew_new(THREADS_MAX));
	crew_free(NULL);
}
END_TEST

static void add_all(TCase *tests)
{
	tcase_add_loop_test(tests, parallel_for_does_each_part_once, 1, 5);
	tcase_add_loop_test(tests, a_crew_does_each_part_of_each_job_once, 1, 5);
	tcase_add_test(tests, a_crew_shares_a_job);
	tcase_add_test(tests, a_crew_may_have_nothing_to_do);
}

int main(void)
{
	return run_tests("parallel", add_all);
}
