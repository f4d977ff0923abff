/* Control sequences that curses leaves to us: the mouse's reports, and all that come in parts.
 *
 * curses waits for a sequence's next byte no longer than for what follows a lone Esc, and then
 * reads the rest as keys. Over a slow line a click would close the page and type "M". So from
 * "ESC [" or "ESC O" on the bytes are collected here, from one call to the next. Once complete, a
 * sequence is a report of the mouse, or a key if terminfo knows it as one; any other is ignored.
 *
 * A report of the mouse has one of two forms, recognized by its first bytes (terminfo's kmous):
 * "ESC [ < button ; column ; row M", with a small m where the button is released, or "ESC [ M" and
 * three bytes, each a number above 32 (xterm's control sequences, "Mouse Tracking"). curses would
 * wait for the end of a report, however long, deaf to signals. So it gets to know only how a report
 * begins, as a key of our own. */
#define NCURSES_NOMACROS
#include "os/clock.h"
#include "ui/term/screen_private.h"

#include <curses.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum {
	NEXT_MILLISECONDS = 1000, /* until a sequence's next byte, or it is given up */
	LATE_MILLISECONDS = 300,  /* until "[" after an Esc that was taken for a lone one */
	MODIFIERS = 4 | 8 | 16,   /* Shift, Alt, Ctrl: in a report's number of the button */
	BUTTON_LEFT = 0,
	BUTTON_RELEASED = 3, /* any, in the form with bytes */
	WHEEL_UP = 64,
	WHEEL_DOWN = 65,
};

static const char numbers_follow[] = "\033[<", bytes_follow[] = "\033[M";
enum { BYTES_LENGTH = sizeof bytes_follow - 1 + 3 };

static bool begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* ---- the mouse ---- */

const char *mouse_report(void)
{
	const char *text = terminal_text("kmous");
	const bool known = text != NULL &&
	                   (strcmp(text, numbers_follow) == 0 || strcmp(text, bytes_follow) == 0);
	return known ? text : NULL;
}

/* Clicks and the wheel, never motion: mode 1000 where terminfo has no capability for it. */
void mouse_put(struct screen *screen, bool on)
{
	if (screen->report == NULL)
		return;
	if (screen->writer.text[CAP_MOUSE] != NULL)
		writer_put_with(&screen->writer, CAP_MOUSE, on, 0);
	else
		writer_put_text(&screen->writer, on ? "\033[?1000h" : "\033[?1000l");
}

void screen_set_mouse(struct screen *screen, bool on)
{
	if (on != screen->mouse)
		mouse_put(screen, on);
	screen->mouse = on;
}

/* These read the numbers of the button, the column and the row, the last two from 1. A left button
 * that was released is BUTTON_RELEASED; of others that is -1. */
static bool read_numbers(const char *text, int number[3])
{
	char last;
	if (sscanf(text, "%4d;%4d;%4d%c", &number[0], &number[1], &number[2], &last) != 4)
		return false;
	if (last == 'm')
		number[0] = (number[0] & ~MODIFIERS) == BUTTON_LEFT ? BUTTON_RELEASED : -1;
	return last == 'M' || last == 'm';
}

static bool read_bytes(const char *text, int number[3])
{
	for (int i = 0; i < 3; i++)
		number[i] = (unsigned char)text[i] - ' ';
	return true;
}

/* A click, its end or the wheel, or PRESS_NONE. */
static int read_report(const char *text, struct click *click)
{
	int number[3];
	const bool whole = begins_with(text, numbers_follow)
	                           ? read_numbers(text + strlen(numbers_follow), number)
	                           : read_bytes(text + strlen(bytes_follow), number);
	if (!whole || number[0] < 0 || number[1] < 1 || number[2] < 1)
		return PRESS_NONE;
	*click = (struct click){.row = number[2] - 1, .column = number[1] - 1};
	switch (number[0] & ~MODIFIERS) {
	case BUTTON_LEFT:
		return PRESS_CLICK;
	case BUTTON_RELEASED:
		return PRESS_RELEASE;
	case WHEEL_UP:
		return PRESS_WHEEL_UP;
	case WHEEL_DOWN:
		return PRESS_WHEEL_DOWN;
	default:
		return PRESS_NONE;
	}
}

/* ---- sequences ---- */

static void begin(struct sequence *sequence, const char *start)
{
	sequence->length = strlen(start);
	memcpy(sequence->text, start, sequence->length + 1);
}

/* Whether this key, and perhaps the next, begin a sequence. */
static bool begins(struct screen *screen, bool function_key, wint_t key)
{
	struct sequence *sequence = &screen->sequence;
	const bool late = milliseconds_now() < sequence->escape + LATE_MILLISECONDS;
	sequence->escape = 0;
	if (function_key && key == KEY_MOUSE_REPORT)
		begin(sequence, screen->report);
	else if (!function_key && key == '[' && late)
		begin(sequence, "\033[");
	else if (!function_key && key == '\033') {
		wint_t next;
		const int result = screen_read(screen, &next);
		if (result == OK && (next == '[' || next == 'O'))
			begin(sequence, next == '[' ? "\033[" : "\033O");
		else if (result != ERR)
			screen_put_back(screen, result == KEY_CODE_YES, next);
		else
			sequence->escape = milliseconds_now();
	}
	return sequence->length > 0;
}

/* "ESC [" and "ESC O" take parameters and a last byte from "@" to "~"; but "ESC [ [", of the Linux
 * console's function keys, takes one byte more. */
static bool is_complete(const struct sequence *sequence)
{
	const char *text = sequence->text;
	const char last = text[sequence->length - 1];
	if (begins_with(text, bytes_follow))
		return sequence->length == BYTES_LENGTH;
	return sequence->length > strlen("\033[") && last >= '@' && strcmp(text, "\033[[") != 0;
}

/* Adds a byte. False if it can't be of a sequence. */
static bool add(struct sequence *sequence, wint_t byte)
{
	const bool any = begins_with(sequence->text, bytes_follow);
	if (byte < ' ' || byte > (any ? UCHAR_MAX : '~') || sequence->length == SEQUENCE_BYTES - 1)
		return false;
	sequence->text[sequence->length++] = (char)byte;
	sequence->text[sequence->length] = '\0';
	return true;
}

bool sequence_is_open(const struct screen *screen)
{
	return screen->sequence.length > 0;
}

bool sequence_take(struct screen *screen, bool function_key, wint_t key, int *press,
                   struct click *click)
{
	struct sequence *sequence = &screen->sequence;
	const int64_t now = milliseconds_now();
	*press = PRESS_NONE;
	if (now > sequence->latest + NEXT_MILLISECONDS)
		sequence->length = 0;
	sequence->latest = now;
	if (sequence->length == 0 || function_key || !add(sequence, key)) {
		sequence->length = 0;
		return begins(screen, function_key, key);
	}
	if (!is_complete(sequence))
		return true;
	sequence->length = 0;
	if (begins_with(sequence->text, numbers_follow) ||
	    begins_with(sequence->text, bytes_follow))
		*press = screen->mouse ? read_report(sequence->text, click) : PRESS_NONE;
	else if (!paste_sequence(screen, sequence->text, press) && key_defined(sequence->text) > 0)
		*press = press_of_code(key_defined(sequence->text));
	return true;
}
