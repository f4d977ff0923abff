#include "core/clock.h"

#include <time.h>

static struct timespec now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time;
}

double seconds_now(void)
{
	const struct timespec time = now();
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int64_t milliseconds_now(void)
{
	const struct timespec time = now();
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
