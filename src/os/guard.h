/* Calls into libraries that do not check malloc for NULL: glibc's account lookup, and curses as it
 * starts. Without this the program would die of a signal, without a message. */
#ifndef PARLOUR_OS_GUARD_H
#define PARLOUR_OS_GUARD_H

#include <stdbool.h>

/* Runs call(context); false if it crashed. The library must not be used again: report the error and
 * exit. Not for signal handlers, and not while other threads run. */
bool guard_run(void (*call)(void *context), void *context);

#endif
