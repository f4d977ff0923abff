/* The monotonic clock, whose epoch is unspecified: only differences mean something; and dates. */
#ifndef PARLOUR_OS_CLOCK_H
#define PARLOUR_OS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Of UTC, in which daily boards and streaks are counted. */
enum { SECONDS_PER_DAY = 24 * 60 * 60 };

double seconds_now(void);
int64_t milliseconds_now(void);

/* Seconds of CPU time used by this thread. */
double seconds_used(void);

/* The same of all threads of the process. */
double seconds_of_process(void);

/* Milliseconds since 1970 by the clock on the wall, which goes on while the program is not running,
 * and may be set. */
int64_t wall_milliseconds(void);

/* The date of a time in UTC as a number: 20261125. */
int date_number(time_t time);
/* The day of such a number from 1970 to 9999; false if there is no such day. */
bool date_read(uint64_t date, struct tm *day);
/* "25 November 2026" */
enum { DATE_WORDS_MAX = 64 };
void date_in_words(const struct tm *day, char out[DATE_WORDS_MAX]);

#endif
