#include "os/clock.h"

#include <time.h>

static struct timespec now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time;
}

static double in_seconds(struct timespec time)
{
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double seconds_now(void)
{
	return in_seconds(now());
}

double seconds_used(void)
{
	struct timespec time = {0};
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return in_seconds(time);
}

int64_t milliseconds_now(void)
{
	const struct timespec time = now();
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
