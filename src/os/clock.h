/* The monotonic clock, whose epoch is unspecified: only differences mean something. */
#ifndef PARLOUR_OS_CLOCK_H
#define PARLOUR_OS_CLOCK_H

#include <stdint.h>

/* Of UTC, in which daily boards and streaks are counted. */
enum { SECONDS_PER_DAY = 24 * 60 * 60 };

double seconds_now(void);
int64_t milliseconds_now(void);

/* Seconds of CPU time used by this thread. */
double seconds_used(void);

#endif
