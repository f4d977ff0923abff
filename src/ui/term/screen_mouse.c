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

/* How a report begins on this terminal; NULL if it has none. */
static const char *beginning(void)
{
	const char *text = tigetstr("kmous");
	const bool known = text != NULL && text != (const char *)-1 &&
	                   (strcmp(text, numbers_follow) == 0 || strcmp(text, bytes_follow) == 0);
	return known ? text : NULL;
}

void mouse_begin(struct screen *screen)
{
	screen->reports = beginning() != NULL;
}

void mouse_define_key(const struct screen *screen)
{
	const char *text = screen->reports ? beginning() : NULL;
	if (text != NULL)
		define_key(text, strcmp(text, numbers_follow) == 0 ? KEY_MOUSE_NUMBERS
		                                                   : KEY_MOUSE_BYTES);
}

/* Clicks and the wheel, never motion: mode 1000 where terminfo has no capability for it. */
void mouse_put(struct screen *screen, bool on)
{
	if (!screen->reports)
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

struct report {
	int button, row, column; /* row and column from 1 */
	bool pressed;
};

static bool read_numbers(const struct screen *screen, struct report *report)
{
	char text[REPORT_BYTES], last = '\0';
	size_t length = 0;
	while (length < sizeof text - 1) {
		const int byte = next_byte(screen);
		if (byte < 0)
			return false;
		text[length++] = (char)byte;
		if (byte != ';' && (byte < '0' || byte > '9'))
			break;
	}
	text[length] = '\0';
	const bool whole = sscanf(text, "%4d;%4d;%4d%c", &report->button, &report->column,
	                          &report->row, &last) == 4;
	report->pressed = last == 'M';
	return whole && (last == 'M' || last == 'm');
}

static bool read_bytes(const struct screen *screen, struct report *report)
{
	int number[3];
	for (int i = 0; i < 3; i++) {
		number[i] = next_byte(screen) - ' ';
		if (number[i] < 0)
			return false;
	}
	*report = (struct report){number[0], number[2], number[1], true};
	return true;
}

int mouse_read(const struct screen *screen, int key, struct click *click)
{
	struct report report;
	const bool whole = key == KEY_MOUSE_NUMBERS ? read_numbers(screen, &report)
	                                            : read_bytes(screen, &report);
	if (!screen->mouse || !whole || !report.pressed || report.row < 1 || report.column < 1)
		return PRESS_NONE;
	*click = (struct click){report.row - 1, report.column - 1};
	switch (report.button & ~MODIFIERS) {
	case BUTTON_LEFT: return PRESS_CLICK;
	case WHEEL_UP: return PRESS_WHEEL_UP;
	case WHEEL_DOWN: return PRESS_WHEEL_DOWN;
	default: return PRESS_NONE;
	}
}
