/* Calls into libraries that take what malloc gives them as it comes, and crash where it gives
 * nothing: glibc's look-up of accounts, and curses as it opens. That would be a signal without a
 * word; so it is caught, and told as what it is. */
#ifndef PARLOUR_OS_GUARD_H
#define PARLOUR_OS_GUARD_H

#include <stdbool.h>

/* Runs call(context); false if it crashed. That library must not be used after it: what is left to
 * do is to say so, and to end. Not in a signal handler, nor where other threads compute. */
bool guard_run(void (*call)(void *context), void *context);

#endif
