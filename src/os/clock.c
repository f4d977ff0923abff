#include "os/clock.h"

#include <assert.h>
#include <stdio.h>

#include "os/language.h"

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

double seconds_of_process(void)
{
	return in_seconds(now(CLOCK_PROCESS_CPUTIME_ID));
}

int64_t milliseconds_now(void)
{
	const struct timespec time = now(CLOCK_MONOTONIC);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t wall_milliseconds(void)
{
	const struct timespec time = now(CLOCK_REALTIME);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int date_number(time_t time)
{
	struct tm day = {0};
	gmtime_r(&time, &day);
	return (day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 + day.tm_mday;
}

bool date_read(uint64_t date, struct tm *day)
{
	if (date < 19700101 || date > 99991231)
		return false;
	const int number = (int)date, month = number / 100 % 100;
	*day = (struct tm){.tm_year = number / 10000 - 1900,
	                   .tm_mon = month - 1,
	                   .tm_mday = number % 100};
	timegm(day); /* moves a day that its month does not have */
	return day->tm_mon + 1 == month && day->tm_mday == number % 100;
}

void date_in_words(const struct tm *day, char out[DATE_WORDS_MAX])
{
	static const char *const dates[] = {
		/* TRANSLATORS: A date, for each month; the day and the year. */
		N_("%d January %d"), N_("%d February %d"), N_("%d March %d"),
		N_("%d April %d"),   N_("%d May %d"),      N_("%d June %d"),
		N_("%d July %d"),    N_("%d August %d"),   N_("%d September %d"),
		N_("%d October %d"), N_("%d November %d"), N_("%d December %d"),
	};
	assert(day->tm_mon >= 0 && day->tm_mon < 12);
	snprintf(out, DATE_WORDS_MAX, _(dates[day->tm_mon]), day->tm_mday, day->tm_year + 1900);
}
