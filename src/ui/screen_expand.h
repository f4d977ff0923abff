/* What a capability of the terminal comes to with its parameters: curses' tiparm, but it takes no
 * memory. That does not survive where there is none: it ends the process, or has it crash. */
#ifndef PARLOUR_UI_SCREEN_EXPAND_H
#define PARLOUR_UI_SCREEN_EXPAND_H

#include <stdbool.h>
#include <stddef.h>

enum { EXPAND_PARAMETERS = 2 };

/* A number, or a text where the capability wants one. */
struct parameter {
	long number;
	const char *text;
};

/* False, and out is "", where it doesn't fit or makes no sense. */
bool expand(const char *capability, const struct parameter given[EXPAND_PARAMETERS], char *out,
            size_t size);

#endif
