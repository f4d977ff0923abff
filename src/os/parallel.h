/* Several threads at one job, for the length of a call. */
#ifndef PARLOUR_OS_PARALLEL_H
#define PARLOUR_OS_PARALLEL_H

enum { THREADS_MAX = 64 };

/* Calls job(context, 0) on this thread and job(context, 1), ... job(context, threads - 1) each on
 * one of its own; returns when all have returned. Where a thread can't be started its call is left
 * out: the job must share its work out as it goes, so that any number of calls gets all done. They
 * take no signals, and have the caller's priority. */
void parallel_for(int threads, void (*job)(void *context, int worker), void *context);

/* How many threads are worth starting on this machine: its processors, at most `most`. */
int parallel_threads(int most);

#endif
