/* The mouse: the terminal is asked to report it, and its reports are read.
 *
 * curses' own reading of a report waits for its end, however long, and so does its reading of one
 * that was not asked for: the game would hang, deaf to signals. So the beginning of a report is a
 * key of our own, and the rest is read as long as there is something to read. It has one of two
 * forms, told apart by how it begins (terminfo's kmous): "ESC [ < button ; column ; row M", with a
 * small m where the button is let go, or "ESC [ M" and three bytes, each a number above 32 (xterm's
 * control sequences, "Mouse Tracking"). */
#define NCURSES_NOMACROS
#include "ui/term/screen_private.h"

#include <curses.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

enum {
	REPORT_BYTES = 24,        /* of the longer form, more than any has */
	REPORT_MILLISECONDS = 50, /* until its next byte */
};

/* In a report's number of the button. */
enum {
	MODIFIERS = 4 | 8 | 16, /* Shift, Alt, Ctrl */
	BUTTON_LEFT = 0,
	WHEEL_UP = 64,
	WHEEL_DOWN = 65,
};

static const char numbers_follow[] = "\033[<", bytes_follow[] = "\033[M";

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

/* The next byte of a report; -1 if it does not come. */
static int next_byte(const struct screen *screen)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	int byte = wgetch(screen->keys);
	if (byte == ERR && poll(&input, 1, REPORT_MILLISECONDS) > 0)
		byte = wgetch(screen->keys);
	return byte >= 0 && byte <= UCHAR_MAX ? byte : -1;
}

/* These read the numbers of the button, the column and the row, the last two from 1. False if the
 * button was let go, or the report is cut off. */
static bool read_numbers(const struct screen *screen, int number[3])
{
	char text[REPORT_BYTES] = "", last = '\0';
	for (size_t length = 0; length < sizeof text - 1; length++) {
		const int byte = next_byte(screen);
		if (byte < 0)
			return false;
		text[length] = (char)byte;
		if (byte != ';' && (byte < '0' || byte > '9'))
			break;
	}
	return sscanf(text, "%4d;%4d;%4d%c", &number[0], &number[1], &number[2], &last) == 4 &&
	       last == 'M';
}

static bool read_bytes(const struct screen *screen, int number[3])
{
	for (int i = 0; i < 3; i++) {
		number[i] = next_byte(screen) - ' ';
		if (number[i] < 0)
			return false;
	}
	return true;
}

int mouse_read(const struct screen *screen, struct click *click)
{
	int number[3];
	const bool pressed = strcmp(screen->report, numbers_follow) == 0
	                             ? read_numbers(screen, number)
	                             : read_bytes(screen, number);
	if (!screen->mouse || !pressed || number[1] < 1 || number[2] < 1)
		return PRESS_NONE;
	*click = (struct click){.row = number[2] - 1, .column = number[1] - 1};
	switch (number[0] & ~MODIFIERS) {
	case BUTTON_LEFT: return PRESS_CLICK;
	case WHEEL_UP: return PRESS_WHEEL_UP;
	case WHEEL_DOWN: return PRESS_WHEEL_DOWN;
	default: return PRESS_NONE;
	}
}
