/* What every reader promises of its error. */
#ifndef PARLOUR_TESTS_FUZZ_MESSAGE_H
#define PARLOUR_TESTS_FUZZ_MESSAGE_H

#include <assert.h>
#include <string.h>

#include "os/error.h"
#include "os/text.h"

/* A message is one line, and nothing in it can move a terminal's cursor. */
static inline void check_message(const struct error *error)
{
	char clean[sizeof error->text];
	const size_t length = strlen(error->text);
	assert(length > 0 && length < sizeof error->text);
	assert(strcmp(text_sanitize(clean, sizeof clean, error->text), error->text) == 0);
}

#endif
