/* Errors, reported once, at the top of the program.
 *
 * Every function that can fail takes a struct error and returns false. It fills the error with one
 * line that says where and what went wrong. Only main, cli and ui print it. */
#ifndef PARLOUR_OS_ERROR_H
#define PARLOUR_OS_ERROR_H

#include <stdbool.h>
#include <stddef.h>

struct error {
	char text[1024]; /* one line without a newline, sanitized for a terminal; "" if none */
};

/* Sets the error's line. Always false, so that a caller can `return error_set(error, format, …)`.
 * It is a macro around the function, so that compilers and analysers see the false. */
#define error_set(error, ...) error_at(error, NULL, 0, __VA_ARGS__)

/* The same, preceded by "FILE:LINE: ". LINE counts from 1; 0 omits it. NULL omits both. */
#define error_at(error, file, line, ...) (error_fill(error, file, line, __VA_ARGS__), error_false())

void error_fill(struct error *error, const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
static inline bool error_false(void)
{
	return false;
}

/* What an errno value means, in a few words for the player: "disk full". 0, which SQLite gives
 * where it knows no more, is a disk error. Valid until the next call, or until another language is
 * chosen. (strerror would need an installed locale of the language.) */
const char *error_reason(int error);

#endif
