/* Waiting for events; and keys, as curses reads them, by our own names. */
#define NCURSES_NOMACROS
#include "ui/term/screen_private.h"

#include <curses.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "os/portable.h"

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

/* ---- keys ---- */

int press_of_code(int code)
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
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (code == keys[i].curses)
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

int screen_read(struct screen *screen, wint_t *key)
{
	if (!screen->held)
		return wget_wch(screen->keys, key);
	screen->held = false;
	*key = screen->held_key;
	return screen->held_code ? KEY_CODE_YES : OK;
}

/* unget_wch() would allocate memory: without any a key would be lost, even Ctrl-C. */
void screen_put_back(struct screen *screen, bool function_key, wint_t key)
{
	screen->held = true;
	screen->held_code = function_key;
	screen->held_key = key;
	screen->more = true;
}

/* Within a sequence bytes are not of UTF-8: an old report of the mouse has any. */
static int read_key(struct screen *screen, wint_t *key)
{
	if (!sequence_is_open(screen))
		return screen_read(screen, key);
	const int byte = wgetch(screen->keys);
	*key = (wint_t)byte;
	return byte == ERR ? ERR : byte > UCHAR_MAX ? KEY_CODE_YES : OK;
}

bool screen_key(struct screen *screen, int *key, struct click *click)
{
	wint_t taken;
	int result;
	do {
		result = read_key(screen, &taken);
		screen->more = result != ERR;
		if (result == ERR)
			return false;
		screen->futile = 0;
	} while (talk_take(screen, result == KEY_CODE_YES, taken));
	if (sequence_take(screen, result == KEY_CODE_YES, taken, key, click))
		return true;
	if (paste_take(screen, result == KEY_CODE_YES, taken))
		*key = PRESS_NONE;
	else
		*key = result == KEY_CODE_YES ? press_of_code((int)taken) : character(taken);
	return true;
}
