/* Waiting for what comes, and keys: what curses makes of bytes, in our own names. */
#define NCURSES_NOMACROS
#include "ui/screen_inside.h"

#include <curses.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

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
	struct pollfd files[2] = {
		{.fd = STDIN_FILENO, .events = POLLIN},
		{.fd = other, .events = POLLIN},
	};
	const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
	/* One may have come while a picture was written: then there is nothing to wait for. */
	const int ready = signals_waiting() ? 0
	                                    : ppoll(files, 2, milliseconds < 0 ? NULL : &time,
	                                            &screen->waiting);
	switch (signals_wish()) {
	case WISH_END: return EVENT_END;
	case WISH_STOP: screen_suspend(screen); return EVENT_RESIZE;
	case WISH_CHANGE:
		reset_prog_mode(); /* after a stop that nobody announced */
		return screen_take_size(screen) ? EVENT_RESIZE : EVENT_END;
	case WISH_NONE: break;
	}
	if (ready > 0 && input_ended(files[0].revents))
		return EVENT_END;
	if (ready > 0 && files[0].revents != 0)
		return EVENT_KEY;
	return ready > 0 && files[1].revents != 0 ? EVENT_NEWS : EVENT_TIME;
}

/* ---- keys ---- */

/* Takes what curses has of the mouse: one key may stand for several events, and the newest comes
 * out first. */
static void take_mouse(struct screen *screen)
{
	MEVENT event;
	while (screen->event_count < MOUSE_EVENTS && getmouse(&event) == OK) {
		const int press = (event.bstate & BUTTON4_PRESSED) != 0   ? PRESS_WHEEL_UP
		                  : (event.bstate & BUTTON5_PRESSED) != 0 ? PRESS_WHEEL_DOWN
		                  : (event.bstate & BUTTON1_PRESSED) != 0 ? PRESS_CLICK
		                                                          : PRESS_NONE;
		if (press != PRESS_NONE)
			screen->events[screen->event_count++] =
				(struct mouse_event){press, {event.y, event.x}};
	}
}

/* The oldest event of the mouse that was taken; PRESS_NONE if there is none left. */
static int mouse_key(struct screen *screen, struct click *click)
{
	if (screen->event_count == 0)
		return PRESS_NONE;
	const struct mouse_event event = screen->events[--screen->event_count];
	*click = event.click;
	return event.press;
}

static int function_key(struct screen *screen, wint_t key, struct click *click)
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
		{KEY_F(1), PRESS_F1},
		{KEY_SUSPEND, PRESS_CONTROL('Z')}, /* linux and putty: kspd */
	};
	if (key == KEY_MOUSE) {
		take_mouse(screen);
		return mouse_key(screen, click);
	}
	if (key == KEY_RESIZE) /* what resizeterm leaves behind: nobody pressed it */
		return PRESS_NONE;
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if ((int)key == keys[i].curses)
			return keys[i].press;
	return PRESS_OTHER;
}

int screen_key(struct screen *screen, struct click *click)
{
	wint_t key;
	if (screen->event_count > 0)
		return mouse_key(screen, click);
	for (;;) {
		const int result = wget_wch(screen->keys, &key);
		if (result == ERR)
			return PRESS_NONE;
		if (result == KEY_CODE_YES) {
			const int press = function_key(screen, key, click);
			if (press == PRESS_NONE)
				continue;
			return press;
		}
		if (key == '\r' || key == '\n')
			return PRESS_ENTER;
		if (key == '\t')
			return PRESS_TAB;
		if (key == '\b' || key == 0x7F)
			return PRESS_BACKSPACE;
		return key == 0 ? PRESS_OTHER : (int)key;
	}
}

void screen_set_mouse(struct screen *screen, bool on)
{
	screen->mouse = on;
	/* Clicks and the wheel, never motion. */
	mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}
