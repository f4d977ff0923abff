/* Several threads at one job, for the length of a call. */
#ifndef PARLOUR_CORE_CREW_H
#define PARLOUR_CORE_CREW_H

/* Calls job(context, 0) on this thread and job(context, 1), ... job(context, threads - 1) each on
 * one of its own; returns when all have returned. Where a thread can't be started its call is left
 * out: the job must share its work out as it goes, so that any number of calls gets all done. They
 * take no signals, and have the caller's priority. */
void crew_run(int threads, void (*job)(void *context, int worker), void *context);

/* How many threads are worth starting on this machine: its processors, at most `most`. */
int crew_size(int most);

#endif
