/* Waiting for events; and keys, as curses reads them, by our own names.
 *
 * curses' own reading of what the mouse did waits for the end of the report, however long, and so
 * does its reading of one that was not asked for: the game would hang, deaf to signals. So the
 * beginning of a report is a key of our own, and the rest is read as long as there is something to
 * read. It has one of two forms, recognized by its first bytes (terminfo's kmous): "ESC [ < button
 * ; column ; row M", with a small m where the button is let go, or "ESC [ M" and three bytes, each
 * a number above 32 (xterm's control sequences, "Mouse Tracking"). */
#define NCURSES_NOMACROS
#include "ui/term/screen_private.h"

#include <curses.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { FUTILE_MAX = 1000 }; /* waits in a row after which the terminal is taken for gone */

/* ---- waiting ---- */

/* Input is readable but holds nothing: its end. */
static bool input_ended(short events)
{
	int bytes = 0;
	if (events & (POLLHUP | POLLERR | POLLNVAL))
		return true;
	return (events & POLLIN) && ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes == 0;
}

enum event screen_wait(struct screen *screen, int other, int milliseconds)
{
	struct pollfd files[] = {{STDIN_FILENO, POLLIN, 0}, {other, POLLIN, 0}};
	int ready = 0;
	if (screen->more)
		milliseconds = 0;
	const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
	signals_let_in(screen);
	enum event event = signals_event(); /* one may have come while a picture was written */
	if (event == EVENT_TIME) {
		ready = ppoll(files, 2, milliseconds < 0 ? NULL : &time, &screen->waiting);
		event = signals_event();
	}
	if (event == EVENT_RESIZE) {
		screen_set_modes(screen); /* after a stop by SIGSTOP */
		return screen_take_size(screen) ? EVENT_RESIZE : EVENT_END;
	}
	if (event != EVENT_TIME)
		return event;
	if (ready > 0 && input_ended(files[0].revents))
		return EVENT_END;
	if (ready >= 0 && files[0].revents == 0)
		screen->futile = 0;
	else if (++screen->futile > FUTILE_MAX)
		return EVENT_END;
	if (screen->more || (ready > 0 && files[0].revents != 0))
		return EVENT_KEY;
	return ready > 0 && files[1].revents != 0 ? EVENT_UPDATE : EVENT_TIME;
}

/* ---- the mouse ---- */

enum {
	REPORT_BYTES = 24,        /* of the longer form, more than any has */
	REPORT_MILLISECONDS = 50, /* until its next byte */
	MODIFIERS = 4 | 8 | 16,   /* Shift, Alt, Ctrl: in a report's number of the button */
	BUTTON_LEFT = 0,
	BUTTON_RELEASED = 3, /* any, in the form with bytes */
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
 * report is cut off. A left button that was let go is BUTTON_RELEASED; of others that is -1. */
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
	if (sscanf(text, "%4d;%4d;%4d%c", &number[0], &number[1], &number[2], &last) != 4)
		return false;
	if (last == 'm')
		number[0] = (number[0] & ~MODIFIERS) == BUTTON_LEFT ? BUTTON_RELEASED : -1;
	return last == 'M' || last == 'm';
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

/* Reads the rest of a report: a click, its end or the wheel, or PRESS_NONE for any other, or one
 * cut off. */
static int read_report(const struct screen *screen, struct click *click)
{
	int number[3];
	const bool whole = strcmp(screen->report, numbers_follow) == 0
	                           ? read_numbers(screen, number)
	                           : read_bytes(screen, number);
	if (!screen->mouse || !whole || number[0] < 0 || number[1] < 1 || number[2] < 1)
		return PRESS_NONE;
	*click = (struct click){.row = number[2] - 1, .column = number[1] - 1};
	switch (number[0] & ~MODIFIERS) {
	case BUTTON_LEFT: return PRESS_CLICK;
	case BUTTON_RELEASED:
		return PRESS_RELEASE;
	case WHEEL_UP: return PRESS_WHEEL_UP;
	case WHEEL_DOWN: return PRESS_WHEEL_DOWN;
	default: return PRESS_NONE;
	}
}

/* ---- keys ---- */

static int function_key(const struct screen *screen, wint_t key, struct click *click)
{
	static const struct {
		int curses, press;
	} keys[] = {
		{KEY_UP, PRESS_UP},           {KEY_RIGHT, PRESS_RIGHT},
		{KEY_DOWN, PRESS_DOWN},       {KEY_LEFT, PRESS_LEFT},
		{KEY_SR, PRESS_SHIFT_UP},     {KEY_SRIGHT, PRESS_SHIFT_RIGHT},
		{KEY_SF, PRESS_SHIFT_DOWN},   {KEY_SLEFT, PRESS_SHIFT_LEFT},
		{KEY_ENTER, PRESS_ENTER},     {KEY_BACKSPACE, PRESS_BACKSPACE},
		{KEY_DC, PRESS_DELETE},       {KEY_BTAB, PRESS_BACKTAB},
		{KEY_HOME, PRESS_HOME},       {KEY_END, PRESS_END},
		{KEY_PPAGE, PRESS_PAGE_UP},   {KEY_NPAGE, PRESS_PAGE_DOWN},
		{KEY_F(1), PRESS_F1},         {KEY_SUSPEND, PRESS_CONTROL('Z')}, /* linux, putty */
	};
	if (key == KEY_MOUSE_REPORT)
		return read_report(screen, click);
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if ((int)key == keys[i].curses)
			return keys[i].press;
	return PRESS_OTHER;
}

static int character(wint_t key)
{
	switch (key) {
	case '\r':
	case '\n': return PRESS_ENTER;
	case '\t': return PRESS_TAB;
	case '\b':
	case 0x7F: return PRESS_BACKSPACE;
	case 0: return PRESS_OTHER;
	default: return (int)key;
	}
}

bool screen_key(struct screen *screen, int *key, struct click *click)
{
	wint_t taken;
	int result;
	do {
		result = wget_wch(screen->keys, &taken);
		screen->more = result != ERR;
		if (result == ERR)
			return false;
		screen->futile = 0;
	} while (talk_take(screen, result == KEY_CODE_YES, taken));
	*key = result == KEY_CODE_YES ? function_key(screen, taken, click) : character(taken);
	return true;
}
