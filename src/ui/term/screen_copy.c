/* The capability "Ms", an extension that came with tmux, takes the name of a clipboard and the text
 * in base64: what xterm calls OSC 52. */
#define NCURSES_NOMACROS
#include "ui/term/screen_private.h"

#include <curses.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

enum {
	COPY_MAX = 4096, /* bytes of text */
	ENCODED_MAX = (COPY_MAX + 2) / 3 * 4,
};

/* Base64 after RFC 4648; to be freed. */
static char *encode(const char *text, size_t length)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *out = malloc((length + 2) / 3 * 4 + 1), *end = out;
	for (size_t i = 0; out != NULL && i < length; i += 3) {
		uint32_t bits = 0;
		const size_t left = length - i;
		for (size_t b = 0; b < 3; b++)
			bits = bits << 8 | (b < left ? (unsigned char)text[i + b] : 0);
		for (size_t d = 0; d < 4; d++)
			*end++ = d > left ? '=' : digits[bits >> (18 - 6 * d) & 63];
	}
	if (out != NULL)
		*end = '\0';
	return out;
}

bool screen_copy_begin(void)
{
	const char *how = terminal_text("Ms");
	char longest[ENCODED_MAX + 1];
	memset(longest, '=', ENCODED_MAX);
	longest[ENCODED_MAX] = '\0';
	return how == NULL || tiparm(how, "c", longest) != NULL;
}

bool screen_copy(struct screen *screen, const char *text)
{
	const char *how = terminal_text("Ms");
	const size_t length = strlen(text);
	char *encoded = how == NULL || length > COPY_MAX ? NULL : encode(text, length);
	const char *sequence = encoded == NULL ? NULL : tiparm(how, "c", encoded);
	free(screen->copy);
	screen->copy = sequence == NULL ? NULL : strdup(sequence);
	free(encoded);
	return screen->copy != NULL;
}
