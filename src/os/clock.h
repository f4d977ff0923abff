/* Time that only goes forward, from a beginning that means nothing. */
#ifndef PARLOUR_OS_CLOCK_H
#define PARLOUR_OS_CLOCK_H

#include <stdint.h>

double seconds_now(void);
int64_t milliseconds_now(void);

/* Seconds for which this thread alone has kept a processor busy. */
double seconds_used(void);

#endif
