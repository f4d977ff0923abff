/* Threads, and a fork-join loop: several threads run one job for the length of a call. */
#ifndef PARLOUR_OS_PARALLEL_H
#define PARLOUR_OS_PARALLEL_H

#include <pthread.h>

enum { THREADS_MAX = 64 };

/* Starts a thread that takes no signals: they are for the thread that draws. It has the stack that
 * Linux with glibc gives by default; some systems give 128 kB. Returns an error number, 0: none. */
int thread_start(pthread_t *thread, void *(*work)(void *context), void *context);

/* Calls job(context, 0) on this thread and job(context, 1), ... job(context, threads - 1) each on
 * its own thread; returns when all have returned. A call whose thread can't be started is skipped,
 * so the job must distribute its work dynamically: any number of calls must complete it. The
 * threads take no signals and have the caller's priority. */
void parallel_for(int threads, void (*job)(void *context, int worker), void *context);

/* The same; from when job(context, 0) has returned until the others have, this thread calls
 * report(context) about every millisecond. */
void parallel_for_reporting(int threads, void (*job)(void *context, int worker),
                            void (*report)(void *context), void *context);

/* Threads that wait for the next of many short jobs: cheaper than to start them for each. */
struct crew;

/* Up to `threads` of them, this one included. NULL: without memory, or for one thread, there is no
 * crew. */
struct crew *crew_new(int threads);

/* Ends the threads. */
void crew_free(struct crew *crew);

/* Calls job(context, 0) on this thread; until it returns, those of the crew that are ready call
 * job(context, 1), job(context, 2) and so on. Returns when all calls have returned. The job must
 * distribute its work as that of parallel_for. NULL: this thread alone. */
void crew_run(struct crew *crew, void (*job)(void *context, int worker), void *context);

/* How many threads are worth starting on this machine: its processors, at most `max`. */
int parallel_threads(int max);

#endif
