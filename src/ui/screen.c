#define NCURSES_NOMACROS
#include "ui/screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "ui/palette.h"
#include "ui/screen_copy.h"

/* <term.h> names capabilities by such macros. */
#undef columns
#undef lines

enum {
	ESCAPE_MILLISECONDS = 25,
	ROWS_MAX = 500, /* more of a terminal is left blank */
	COLUMNS_MAX = 1000,
	MOUSE_EVENTS = 8, /* as many as curses keeps */
};

struct screen {
	SCREEN *curses;
	bool unicode;
	bool mouse;
	const struct palette *palette;
	int colours;          /* 256, 8, or 0: monochrome */
	int rows, columns;
	struct cell *shown;   /* rows x columns: what the terminal shows */
	bool repaint;
	struct mouse_event {  /* those that curses gave out together, the newest first */
		int press;
		struct click click;
	} events[MOUSE_EVENTS];
	int event_count;
	char *copy;           /* what goes to the clipboard with the next picture, or NULL */
	struct termios saved; /* of the terminal as we found it */
	sigset_t waiting;     /* signals blocked while waiting */
	char farewell[256];   /* what restores the terminal, for screen_abandon */
	size_t farewell_length;
};

/* ---- signals ---- */

static const int ends[] = {SIGHUP, SIGTERM, SIGINT, SIGQUIT};
static const int others[] = {SIGTSTP, SIGCONT, SIGWINCH};

static volatile sig_atomic_t end_signal, stop_signal, changed_signal;
static struct screen *writing; /* set while a write may hang */

/* Writes what restores the terminal, without waiting, and restores its modes. Only calls that are
 * safe in a signal handler. */
static void restore_at_once(const struct screen *screen)
{
	const int flags = fcntl(STDOUT_FILENO, F_GETFL);
	tcflush(STDOUT_FILENO, TCOFLUSH);
	fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
	if (write(STDOUT_FILENO, screen->farewell, screen->farewell_length) < 0)
		errno = 0; /* nobody is there any more */
	fcntl(STDOUT_FILENO, F_SETFL, flags);
	tcsetattr(STDIN_FILENO, TCSANOW, &screen->saved);
}

static void die_by(int number)
{
	sigset_t one;
	sigemptyset(&one);
	sigaddset(&one, number);
	signal(number, SIG_DFL);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	raise(number);
}

static void on_signal(int number)
{
	if (number == SIGTSTP) {
		stop_signal = 1;
	} else if (number == SIGCONT || number == SIGWINCH) {
		changed_signal = 1;
	} else if (writing != NULL) {
		restore_at_once(writing);
		die_by(number);
	} else {
		end_signal = number;
	}
}

static void take_signal(int number, sigset_t *blocked)
{
	struct sigaction before, action = {.sa_handler = on_signal};
	sigfillset(&action.sa_mask);
	/* What our parent had us ignore stays ignored: nohup. */
	if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
		return;
	sigaction(number, &action, NULL);
	sigaddset(blocked, number);
}

static void take_signals(struct screen *screen)
{
	sigset_t blocked;
	sigemptyset(&blocked);
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
		take_signal(ends[i], &blocked);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		take_signal(others[i], &blocked);
	sigprocmask(SIG_BLOCK, &blocked, &screen->waiting);
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
		sigdelset(&screen->waiting, ends[i]);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		sigdelset(&screen->waiting, others[i]);
}

/* ---- opening ---- */

static struct screen *farewell_of; /* whose farewell tputs fills */

static int add_to_farewell(int byte)
{
	struct screen *screen = farewell_of;
	if (screen->farewell_length < sizeof screen->farewell)
		screen->farewell[screen->farewell_length++] = (char)byte;
	return byte;
}

static void put_capability(const char *name)
{
	const char *text = tigetstr(name);
	if (text != NULL && text != (char *)-1)
		tputs(text, 1, add_to_farewell);
}

static void make_farewell(struct screen *screen)
{
	farewell_of = screen;
	put_capability("sgr0");
	put_capability("op");
	const char *mouse = tigetstr("XM");
	if (mouse != NULL && mouse != (char *)-1)
		tputs(tiparm(mouse, 0), 1, add_to_farewell);
	put_capability("rmkx");
	put_capability("cnorm");
	put_capability("rmcup");
}

/* One line on why this terminal won't do; true if it will. */
static bool check_terminal(struct error *error)
{
	int result = 0;
	const char *term = getenv("TERM");
	if (term == NULL || *term == '\0')
		return error_set(error, "TERM is not set: the game needs to know the terminal; "
		                        "--plain and --demo do without");
	if (setupterm(NULL, STDOUT_FILENO, &result) != OK) {
		if (result < 0)
			return error_set(error, "no terminfo database is found; --plain does without");
		return error_set(error, "the terminal \"%.60s\" is unknown or too simple; --plain "
		                        "does without it", term);
	}
	const char *move = tigetstr("cup"), *clear_screen_text = tigetstr("clear");
	const bool good = move != NULL && move != (char *)-1 && clear_screen_text != NULL &&
	                  clear_screen_text != (char *)-1;
	del_curterm(cur_term);
	return good || error_set(error, "the terminal \"%.60s\" can't place the cursor; --plain "
	                                "does without", term);
}

static void begin_colours(struct screen *screen)
{
	const char *no_colour = getenv("NO_COLOR");
	screen->colours = 0;
	if ((no_colour == NULL || *no_colour == '\0') && has_colors() && start_color() == OK &&
	    use_default_colors() == OK)
		screen->colours = COLORS >= 256 ? 256 : COLORS >= 8 ? 8 : 0;
	screen->palette = palette_of(screen->colours, 0);
}

/* Arrow keys come in two ways, and not every terminal keeps the one it was told to use when a
 * shell has been in between. */
static void define_arrows(void)
{
	static const struct {
		const char *text;
		int key;
	} arrows[] = {
		{"\033[A", KEY_UP},    {"\033OA", KEY_UP},    {"\033[B", KEY_DOWN},
		{"\033OB", KEY_DOWN},  {"\033[C", KEY_RIGHT}, {"\033OC", KEY_RIGHT},
		{"\033[D", KEY_LEFT},  {"\033OD", KEY_LEFT},  {"\033[1;2A", KEY_SR},
		{"\033[1;2B", KEY_SF},    {"\033[1;2C", KEY_SRIGHT}, {"\033[1;2D", KEY_SLEFT},
	};
	for (size_t i = 0; i < sizeof arrows / sizeof arrows[0]; i++)
		if (key_defined(arrows[i].text) <= 0)
			define_key(arrows[i].text, arrows[i].key);
}

static bool take_size(struct screen *screen)
{
	struct winsize size;
	int rows = LINES, columns = COLS;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
		rows = size.ws_row < ROWS_MAX ? size.ws_row : ROWS_MAX;
		columns = size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
	}
	struct cell *shown =
		calloc((size_t)rows * (size_t)columns, sizeof *shown);
	if (shown == NULL)
		return false;
	free(screen->shown);
	screen->shown = shown;
	screen->rows = rows;
	screen->columns = columns;
	screen->repaint = true;
	if (rows != LINES || columns != COLS)
		resizeterm(rows, columns);
	return true;
}

static void begin_curses(struct screen *screen, bool mouse)
{
	if (getenv("ESCDELAY") == NULL)
		set_escdelay(ESCAPE_MILLISECONDS);
	raw();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	typeahead(-1); /* a picture is shown whole, whatever has been typed meanwhile */
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	leaveok(stdscr, TRUE);
	scrollok(stdscr, FALSE);
	curs_set(0);
	begin_colours(screen);
	define_arrows();
	mouseinterval(0);
	screen_set_mouse(screen, mouse);
	make_farewell(screen);
}

struct screen *screen_open(bool mouse, struct error *error)
{
	struct screen *screen = calloc(1, sizeof *screen);
	if (screen == NULL) {
		error_set(error, "out of memory");
		return NULL;
	}
	if (!check_terminal(error)) {
		free(screen);
		return NULL;
	}
	tcgetattr(STDIN_FILENO, &screen->saved);
	screen->unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	take_signals(screen);
	screen->curses = newterm(NULL, stdout, stdin);
	if (screen->curses == NULL || !take_size(screen)) {
		free(screen);
		error_set(error, "the terminal can't be used; --plain does without");
		return NULL;
	}
	begin_curses(screen, mouse);
	return screen;
}

/* ---- closing ---- */

static void free_screen(struct screen *screen)
{
	writing = NULL;
	free(screen->shown);
	free(screen->copy);
	free(screen);
}

void screen_close(struct screen *screen)
{
	if (screen == NULL)
		return;
	writing = screen;
	sigprocmask(SIG_SETMASK, &screen->waiting, NULL);
	endwin();
	delscreen(screen->curses);
	free_screen(screen);
}

void screen_abandon(struct screen *screen)
{
	const int number = end_signal;
	restore_at_once(screen);
	free_screen(screen);
	if (number != 0)
		die_by(number);
}

/* ---- colours ---- */

const char *screen_set_palette(struct screen *screen, int palette)
{
	screen->repaint = true;
	screen->palette = palette_of(screen->colours, palette);
	return screen->palette->name;
}

/* The pair of a foreground and a background, made when it is first used; -1 is the terminal's own
 * colour. */
static short pair_of(int foreground, int background)
{
	static struct {
		int foreground, background;
	} pairs[64];
	static short count;
	for (short i = 0; i < count; i++)
		if (pairs[i].foreground == foreground && pairs[i].background == background)
			return (short)(i + 1);
	if (count == 63 || count + 1 >= COLOR_PAIRS)
		return 0;
	pairs[count].foreground = foreground;
	pairs[count].background = background;
	count++;
	init_pair(count, (short)foreground, (short)background);
	return count;
}

static int tint_colour(const struct screen *screen, int tint)
{
	return screen->palette->colour[(tint - 1) % screen->palette->count];
}

static attr_t role_attributes(const struct screen *screen, enum role role)
{
	const bool colours = screen->colours > 0;
	switch (role) {
	case ROLE_QUIET:
	case ROLE_FLOOR: return screen->colours == 256 ? A_NORMAL : A_DIM;
	case ROLE_STRONG:
	case ROLE_GOAL:
	case ROLE_CURSOR:
	case ROLE_MARK:
	case ROLE_WARNING: return A_BOLD;
	case ROLE_HINT: return A_REVERSE | A_BOLD;
	case ROLE_CHOSEN: return colours ? A_REVERSE | A_BOLD : A_UNDERLINE | A_BOLD;
	case ROLE_PIECE: return colours ? A_BOLD : A_REVERSE;
	case ROLE_CLOSED:
	case ROLE_HOME: return colours ? A_BOLD : A_REVERSE | A_BOLD;
	default: return A_NORMAL;
	}
}

static short role_pair(const struct screen *screen, enum role role, int tint)
{
	if (screen->colours == 0)
		return 0;
	const bool many = screen->colours == 256;
	switch (role) {
	case ROLE_QUIET: return many ? pair_of(244, -1) : 0;
	case ROLE_FLOOR: return many ? pair_of(242, -1) : 0;
	case ROLE_WALL: return many ? pair_of(244, -1) : 0;
	case ROLE_WARNING: return many ? pair_of(202, -1) : pair_of(COLOR_RED, -1);
	case ROLE_GOAL:
	case ROLE_MARK:
	case ROLE_LINE: return tint == 0 ? 0 : pair_of(tint_colour(screen, tint), -1);
	case ROLE_PIECE:
	case ROLE_CLOSED:
	case ROLE_HOME: {
		if (tint == 0)
			return 0;
		const int colour = tint_colour(screen, tint);
		/* Where the palette begins anew, pieces are drawn instead of filled. */
		if (tint > screen->palette->count)
			return pair_of(colour, -1);
		const int ink = palette_is_light(colour) ? (many ? 16 : COLOR_BLACK)
		                                         : (many ? 231 : COLOR_WHITE);
		return pair_of(ink, colour);
	}
	default: return 0;
	}
}

/* ---- showing ---- */

void screen_size(const struct screen *screen, int *rows, int *columns)
{
	*rows = screen->rows;
	*columns = screen->columns;
}

bool screen_has_unicode(const struct screen *screen)
{
	return screen->unicode;
}

void screen_repaint(struct screen *screen)
{
	screen->repaint = true;
}

bool screen_is_reading(const struct screen *screen)
{
	struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
	(void)screen;
	return poll(&output, 1, 0) == 1;
}

static void put_cell(const struct screen *screen, int row, int column, struct cell cell)
{
	/* Without colours a full wall would look like a piece, which is inverse then. */
	if (screen->colours == 0 && cell.role == ROLE_WALL && cell.glyph == U'█')
		cell.glyph = U'▒';
	const wchar_t text[2] = {
		(wchar_t)(cell.glyph < 0x80 || screen->unicode ? cell.glyph : U'?'), L'\0'};
	cchar_t complex;
	if (setcchar(&complex, text, role_attributes(screen, cell.role),
	             role_pair(screen, cell.role, cell.tint), NULL) == OK)
		mvadd_wch(row, column, &complex);
}

static bool same_cell(struct cell a, struct cell b)
{
	return a.glyph == b.glyph && a.role == b.role && a.tint == b.tint;
}

/* Whether a blank of that role looks like any other blank. */
static bool is_groundless(enum role role)
{
	return role != ROLE_HINT && role != ROLE_PIECE && role != ROLE_HOME && role != ROLE_CHOSEN &&
	       role != ROLE_CLOSED;
}

static void put_row(struct screen *screen, const struct picture *picture, int row)
{
	struct cell left = {.role = ROLE_TEXT};
	for (int column = 0; column < screen->columns && column < picture->columns; column++) {
		const struct cell cell = picture->cells[row * picture->columns + column];
		struct cell *shown = &screen->shown[row * screen->columns + column];
		/* A blank goes along with what is left of it: no bytes for a colour nobody sees. */
		if (cell.glyph != U' ' || !is_groundless(cell.role) || !is_groundless(left.role))
			left = cell;
		if (cell.glyph == 0 || (!screen->repaint && same_cell(cell, *shown))) {
			*shown = cell;
			continue;
		}
		*shown = cell;
		put_cell(screen, row, column,
		         (struct cell){.glyph = cell.glyph, .role = left.role, .tint = left.tint});
		/* The right half of a wide character that stood here is blank now. */
		if (column + 1 < picture->columns)
			screen->shown[row * screen->columns + column + 1].role = ROLE_COUNT;
	}
}

void screen_show(struct screen *screen, const struct picture *picture)
{
	if (screen->repaint)
		clear();
	for (int row = 0; row < screen->rows && row < picture->rows; row++)
		put_row(screen, picture, row);
	screen->repaint = false;
	sigset_t before;
	writing = screen;
	sigprocmask(SIG_SETMASK, &screen->waiting, &before);
	if (screen->copy != NULL) {
		putp(screen->copy);
		fflush(stdout); /* where curses puts it, unlike pictures */
	}
	refresh();
	sigprocmask(SIG_SETMASK, &before, NULL);
	writing = NULL;
	free(screen->copy);
	screen->copy = NULL;
}

bool screen_copy(struct screen *screen, const char *text)
{
	free(screen->copy);
	screen->copy = screen_copy_text(text);
	return screen->copy != NULL;
}

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
	const bool signalled = end_signal != 0 || stop_signal || changed_signal;
	const int ready = signalled ? 0 : ppoll(files, 2, milliseconds < 0 ? NULL : &time,
	                                        &screen->waiting);
	if (end_signal != 0)
		return EVENT_END;
	if (stop_signal) {
		stop_signal = 0;
		screen_suspend(screen);
		return EVENT_RESIZE;
	}
	if (changed_signal) {
		changed_signal = 0;
		reset_prog_mode(); /* after a stop that nobody announced */
		if (!take_size(screen))
			return EVENT_END;
		return EVENT_RESIZE;
	}
	if (ready > 0 && input_ended(files[0].revents))
		return EVENT_END;
	if (ready > 0 && files[0].revents != 0)
		return EVENT_KEY;
	return ready > 0 && files[1].revents != 0 ? EVENT_NEWS : EVENT_TIME;
}

/* Takes what curses has of the mouse: one key may stand for several events, and the newest comes out
 * first. */
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
		const int result = wget_wch(stdscr, &key);
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

void screen_suspend(struct screen *screen)
{
	endwin();
	struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
	sigset_t stop, before;
	sigaction(SIGTSTP, &standard, &ours);
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, &before);
	kill(0, SIGTSTP); /* as the terminal does it: the whole job */
	sigprocmask(SIG_SETMASK, &before, NULL);
	sigaction(SIGTSTP, &ours, NULL);
	tcgetattr(STDIN_FILENO, &screen->saved);
	reset_prog_mode();
	take_size(screen);
	refresh();
	screen->repaint = true;
}
