#include "os/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "os/text.h"

/* Messages quote file names, keys and words of foreign files, so the whole line is sanitized. */
static void fill(struct error *error, const char *place, const char *format, va_list arguments)
{
	char what[400];
	vsnprintf(what, sizeof what, format, arguments);
	char line[sizeof error->text];
	snprintf(line, sizeof line, "%s%s", place, what);
	text_sanitize(error->text, sizeof error->text, line);
}

void error_fill(struct error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fill(error, "", format, arguments);
	va_end(arguments);
}

void error_fill_at(struct error *error, const char *file, int line, const char *format, ...)
{
	char place[112];
	const int room = 80; /* of a longer path only the end is shown, which has the file's name */
	const size_t length = strlen(file);
	const char *tail = length > (size_t)room ? file + (length - (size_t)room) : file;
	const char *dots = tail == file ? "" : "...";
	if (line > 0)
		snprintf(place, sizeof place, "%s%s:%d: ", dots, tail, line);
	else
		snprintf(place, sizeof place, "%s%s: ", dots, tail);
	va_list arguments;
	va_start(arguments, format);
	fill(error, place, format, arguments);
	va_end(arguments);
}
