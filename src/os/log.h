/* Log lines for the administrator, on standard error or for syslog(3), whose socket is opened at
 * the start, because a sandboxed process can open none. A line that can't be written is lost: the
 * log never delays a player. One process writes at most LOG_LINES lines; the last one says so. */
#ifndef PARLOUR_OS_LOG_H
#define PARLOUR_OS_LOG_H

#include <stdbool.h>

#include "os/error.h"

enum { LOG_LINES = 200 };

/* With syslog's numbers. */
enum log_level {
	LEVEL_ERROR = 3,
	LEVEL_WARNING = 4,
	LEVEL_NOTICE = 5,
};

enum log_target {
	LOG_NOWHERE,
	LOG_STDERR, /* nothing is written if that is a terminal, where somebody plays */
	LOG_SYSLOG,
};

/* All zero: goes nowhere. */
struct log {
	enum log_target target;
	int file;
	int lines; /* written so far */
};

/* Opens the log. False if there is no syslog; then it goes nowhere. */
bool log_open(struct log *log, enum log_target target, struct error *error);

/* Closes the socket. */
void log_close(struct log *log);

/* Writes a line "parlour: LEVEL: TEXT", or what syslog wants instead; the text is sanitized. */
void log_write(struct log *log, enum log_level level, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
