#include "os/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "os/glyph.h"
#include "os/language.h"
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

const char *error_reason(int error)
{
	static const struct {
		int error;
		const char *words;
	} reasons[] = {
		{ENOENT, N_("no such file or folder")},
		{EEXIST, N_("exists already")},
		{ENOTDIR, N_("not a folder")},
		{EISDIR, N_("not a file")},
		{ENXIO, N_("no such device")},
		{ENODEV, N_("no such device")},
		{EACCES, N_("permission denied")},
		{EPERM, N_("permission denied")},
		{EROFS, N_("read-only")},
		{EBUSY, N_("in use")},
		{ETXTBSY, N_("in use")},
		{EAGAIN, N_("not possible at the moment")},
		{ENAMETOOLONG, N_("path too long")},
		{ELOOP, N_("too many symbolic links")},
		{ENOSPC, N_("disk full")},
		{EDQUOT, N_("disk full")},
		{EFBIG, N_("disk full")},
		{EIO, N_("disk error")},
		{0, N_("disk error")},
		{ENOMEM, N_("out of memory")},
		{EMFILE, N_("too many open files")},
		{ENFILE, N_("too many open files")},
		/* TRANSLATORS: A file or standard output that was to be read or written. */
		{EBADF, N_("not open")},
		/* TRANSLATORS: The program at the other end of a pipe has ended. */
		{EPIPE, N_("the other end is closed")},
		{ECONNREFUSED, N_("connection refused")},
		{EINVAL, N_("not valid here")},
	};
	for (size_t index = 0; index < sizeof reasons / sizeof reasons[0]; index++)
		if (reasons[index].error == error)
			return _(reasons[index].words);
	return strerror(error);
}
