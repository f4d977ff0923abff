#include "puzzle/times.h"

#include <stddef.h>

enum { DIGITS_MAX = 9 };

/* Reads a number at the text's beginning; returns the rest, or NULL if there is none. */
static const char *read_number(const char *text, int64_t *number)
{
	const char *const begin = text;
	for (*number = 0; *text >= '0' && *text <= '9'; text++) {
		if (text - begin == DIGITS_MAX)
			return NULL;
		*number = 10 * *number + (*text - '0');
	}
	return text == begin ? NULL : text;
}

bool times_next(const char **text, int64_t *tenths)
{
	int64_t more;
	const char *rest = read_number(*text, &more);
	if (rest == NULL || *tenths > TIMES_TENTHS_MAX - more)
		return false;
	if (*rest == ',' && rest[1] != '\0')
		rest++;
	else if (*rest != '\0')
		return false;
	*text = rest;
	*tenths += more;
	return true;
}

bool times_fit(const char *text, int count, int64_t *tenths)
{
	int64_t sum = 0;
	for (; count > 0; count--)
		if (!times_next(&text, &sum))
			return false;
	*tenths = sum;
	return *text == '\0';
}

/* -1: unknown */
static int64_t last_time(const char *text)
{
	int64_t tenths = 0;
	if (*text == '\0')
		return -1;
	while (times_next(&text, &tenths))
		;
	return *text == '\0' ? tenths : -1;
}

bool times_are_less(const char *times, const char *other)
{
	const int64_t one = last_time(times), two = last_time(other);
	return one >= 0 && (two < 0 || one < two);
}
