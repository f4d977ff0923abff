/* Pasted text. A terminal in its mode for that puts a sequence before and one after the text, so
 * that the text is not taken for keys (xterm's control sequences, "Bracketed Paste Mode"). It is
 * collected here, from one call to the next. What has no end for a second, or is longer than there
 * is room, is dropped. */
#define NCURSES_NOMACROS
#include "os/clock.h"
#include "os/glyph.h"
#include "os/text.h"
#include "ui/term/screen_private.h"

#include <curses.h>
#include <string.h>

enum { NEXT_MILLISECONDS = 1000 };

void paste_put(struct screen *screen, bool on)
{
	const char *text = terminal_text(on ? "BE" : "BD");
	if (text != NULL && terminal_text("PS") != NULL && terminal_text("PE") != NULL)
		writer_put_text(&screen->writer, text);
}

static void add(struct paste *paste, const char *bytes, size_t size)
{
	if (paste->length + size < sizeof paste->text) {
		memcpy(paste->text + paste->length, bytes, size);
		paste->text[paste->length + size] = '\0';
	}
	paste->length += size;
}

/* Its rows end with newlines; other control characters are left out. */
static void add_character(struct paste *paste, wint_t key)
{
	char bytes[TEXT_BYTES_MAX];
	if (key == '\r' || key == '\n')
		add(paste, "\n", 1);
	else if (key == '\t' || glyph_is_typed((char32_t)key))
		add(paste, bytes, text_encode(bytes, (char32_t)key));
}

bool paste_sequence(struct screen *screen, const char *sequence, int *press)
{
	struct paste *paste = &screen->paste;
	const bool begins = strcmp(sequence, "\033[200~") == 0;
	const bool ends = strcmp(sequence, "\033[201~") == 0;
	*press = ends && paste->open && paste->length < sizeof paste->text ? PRESS_PASTE
	                                                                   : PRESS_NONE;
	if (begins) {
		paste->length = 0;
		paste->text[0] = '\0';
		paste->latest = milliseconds_now();
	}
	if (begins || ends)
		paste->open = begins;
	return begins || ends;
}

bool paste_take(struct screen *screen, bool function_key, wint_t key)
{
	struct paste *paste = &screen->paste;
	const int64_t now = milliseconds_now();
	if (paste->open && now > paste->latest + NEXT_MILLISECONDS)
		paste->open = false;
	paste->latest = now;
	if (paste->open && !function_key)
		add_character(paste, key);
	return paste->open;
}

const char *screen_pasted(const struct screen *screen)
{
	return screen->paste.text;
}
