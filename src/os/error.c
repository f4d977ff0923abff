#include "os/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "os/glyph.h"
#include "os/text.h"

/* Of a longer path only the end is shown, which has the file's name. */
enum { PATH_SHOWN = 80 };

static const char *tail_of(const char *path)
{
	size_t length = strlen(path);
	while (length > PATH_SHOWN) {
		const size_t bytes = glyph_bytes(path);
		path += bytes;
		length -= bytes;
	}
	return path;
}

/* Messages quote file names, keys and words of foreign files, so the whole line is sanitized. */
void error_fill(struct error *error, const char *file, int line, const char *format, ...)
{
	char place[112] = "", what[800], whole[sizeof error->text];
	if (file != NULL) {
		const char *tail = tail_of(file);
		const char *dots = tail == file ? "" : "...";
		if (line > 0)
			snprintf(place, sizeof place, "%s%s:%d: ", dots, tail, line);
		else
			snprintf(place, sizeof place, "%s%s: ", dots, tail);
	}
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	snprintf(whole, sizeof whole, "%s%s", place, what);
	text_sanitize(error->text, sizeof error->text, whole);
}
