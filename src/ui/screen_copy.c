/* The capability "Ms", an extension that came with tmux, takes the name of a clipboard and the text
 * in base64: what xterm calls OSC 52. */
#define NCURSES_NOMACROS
#include "ui/screen_copy.h"
#include "ui/screen_expand.h"

#include <curses.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>

enum { COPY_MAX = 4096 }; /* bytes of text */

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

char *screen_copy_text(const char *text)
{
	const char *how = tigetstr("Ms");
	const size_t length = strlen(text);
	if (how == NULL || how == (char *)-1 || length > COPY_MAX)
		return NULL;
	char *encoded = encode(text, length);
	const size_t size = encoded == NULL ? 0 : strlen(how) + strlen(encoded) + sizeof "c";
	char *copy = size == 0 ? NULL : malloc(size);
	const struct parameter words[EXPAND_PARAMETERS] = {{.text = "c"}, {.text = encoded}};
	if (copy != NULL && !expand(how, words, copy, size)) {
		free(copy);
		copy = NULL;
	}
	free(encoded);
	return copy;
}
