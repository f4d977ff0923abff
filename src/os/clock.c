#include "os/clock.h"

#include <time.h>

static struct timespec now(clockid_t clock)
{
	struct timespec time = {0};
	clock_gettime(clock, &time);
	return time;
}

static double in_seconds(struct timespec time)
{
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double seconds_now(void)
{
	return in_seconds(now(CLOCK_MONOTONIC));
}

double seconds_used(void)
{
	return in_seconds(now(CLOCK_THREAD_CPUTIME_ID));
}

int64_t milliseconds_now(void)
{
	const struct timespec time = now(CLOCK_MONOTONIC);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
