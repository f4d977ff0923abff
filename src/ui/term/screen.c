/* Opening and closing the terminal, and showing pictures. */
#define NCURSES_NOMACROS
#include "os/signal.h"
#include "os/text.h"
#include "ui/term/screen_copy.h"
#include "ui/term/screen_private.h"

#include <curses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

/* <term.h> names capabilities by such macros. */
#undef columns
#undef lines

enum {
	ESCAPE_MILLISECONDS = 25,
	ROWS_MAX = 500, /* the rest of a larger terminal is left blank */
	COLUMNS_MAX = 1000,
};

/* ---- opening ---- */

static const char unusable[] = "the terminal can't be used";

/* Whether the terminal can be used; the reason if not. */
static bool check_terminal(struct error *error)
{
	int result = 0;
	const char *term = getenv("TERM");
	if (term == NULL || *term == '\0') /* or refused: cli/restricted.c */
		return error_set(error, "TERM names no terminal, and the game needs to know it");
	if (setupterm(NULL, STDOUT_FILENO, &result) != OK) {
		if (result < 0)
			return error_set(error, "no terminfo database is found");
		return error_set(error, "the terminal \"%.60s\" is unknown or too simple", term);
	}
	const char *move = tigetstr("cup"), *clear_screen_text = tigetstr("clear");
	const bool good = move != NULL && move != (char *)-1 && clear_screen_text != NULL &&
	                  clear_screen_text != (char *)-1;
	del_curterm(cur_term);
	return good || error_set(error, "the terminal \"%.60s\" can't place the cursor", term);
}

static void begin_colours(struct screen *screen)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *const *text = screen->writer.text;
	const bool wanted = no_colour == NULL || *no_colour == '\0';
	const int count = tigetnum("colors");
	screen->colours = 0;
	if (wanted && text[CAP_FOREGROUND] != NULL && text[CAP_BACKGROUND] != NULL &&
	    text[CAP_OWN_COLOURS] != NULL)
		screen->colours = count >= 256 ? 256 : count >= 8 ? 8 : 0;
	screen->palette = palette_of(screen->colours, 0);
}

/* Arrow keys, Home and End have more than one sequence, and not every terminal keeps to the one it
 * was told to use after a shell has run in between. */
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
		{"\033[1~", KEY_HOME}, {"\033[4~", KEY_END},  {"\033[H", KEY_HOME},
		{"\033[F", KEY_END},   {"\033OH", KEY_HOME},  {"\033OF", KEY_END},
	};
	for (size_t i = 0; i < sizeof arrows / sizeof arrows[0]; i++)
		if (key_defined(arrows[i].text) <= 0)
			define_key(arrows[i].text, arrows[i].key);
}

bool screen_take_size(struct screen *screen)
{
	struct winsize size;
	int rows = LINES, columns = screen->shown == NULL ? COLS : screen->columns;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
		rows = size.ws_row < ROWS_MAX ? size.ws_row : ROWS_MAX;
		columns = size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
	}
	/* curses' own windows show nothing, but take 28 bytes a cell. It only needs to know the
	 * lowest row, in which it leaves the cursor. */
	if (rows != LINES || COLS != 1)
		resize_term(rows, 1);
	struct spot *shown = calloc(2 * (size_t)rows * (size_t)columns, sizeof *shown);
	if (shown == NULL)
		return false;
	free(screen->shown);
	screen->shown = shown;
	screen->wanted = shown + rows * columns;
	screen->rows = rows;
	screen->columns = columns;
	screen->repaint = true;
	return true;
}

/* The sequence that restores the terminal. Leaving the alternate screen can erase in the present
 * colours, and can bring back a cursor and a look that were never saved, if entering it was not
 * written. */
static void make_reset(struct screen *screen)
{
	static const enum capability last[] = {CAP_PLAIN,     CAP_OWN_COLOURS, CAP_KEYPAD_OFF,
	                                       CAP_LEAVE,     CAP_CURSOR_ON,   CAP_PLAIN,
	                                       CAP_OWN_COLOURS};
	struct writer *writer = &screen->writer;
	mouse_put(screen, false);
	for (size_t i = 0; i < sizeof last / sizeof last[0]; i++)
		writer_put(writer, last[i]);
	if (writer->length <= sizeof screen->reset) {
		screen->reset_length = writer->length;
		memcpy(screen->reset, writer->bytes, writer->length);
	}
	writer->length = 0;
}

static void free_screen(struct screen *screen)
{
	signals_forget();
	free(screen->shown);
	free(screen->copy);
	free(screen);
}

static void begin_modes(struct screen *screen)
{
	if (getenv("ESCDELAY") == NULL)
		set_escdelay(ESCAPE_MILLISECONDS);
	raw();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	keypad(screen->keys, TRUE);
	nodelay(screen->keys, TRUE);
	curs_set(0);
}

struct opening {
	struct screen *screen;
	struct error *error;
	bool open;
};

/* Whatever of curses allocates memory. */
static void open_curses(void *context)
{
	struct opening *opening = context;
	struct screen *screen = opening->screen;
	if (!check_terminal(opening->error))
		return;
	error_set(opening->error, "%s", unusable);
	screen->curses = newterm(NULL, stdout, stdin);
	if (screen->curses == NULL)
		return;
	mouse_begin(screen);
	if (!writer_begin(&screen->writer) || !screen_copy_begin() || !screen_take_size(screen) ||
	    (screen->keys = newpad(1, 1)) == NULL)
		return;
	make_reset(screen); /* nothing has been written up to here */
	begin_modes(screen);
	begin_colours(screen);
	define_arrows();
	mouse_define_key(screen);
	opening->open = true;
}

struct screen *screen_open(bool mouse, struct error *error)
{
	struct screen *screen = calloc(1, sizeof *screen);
	struct opening opening = {.screen = screen, .error = error};
	if (screen == NULL) {
		error_set(error, "out of memory");
		return NULL;
	}
	screen->unicode = text_locale_is_utf8();
	if (tcgetattr(STDIN_FILENO, &screen->saved) != 0) {
		error_set(error, "%s", unusable);
		free_screen(screen);
		return NULL;
	}
	signals_take(screen);
	if (!signal_guard(open_curses, &opening))
		error_set(error, "out of memory");
	signals_hold(screen);
	if (!opening.open) {
		signals_restore(screen);
		free_screen(screen);
		return NULL;
	}
	screen_set_mouse(screen, mouse);
	return screen;
}

/* ---- closing ---- */

/* Not by curses' endwin and refresh, which hide failed writes and never give them up; nor by its
 * delscreen, which crashes where memory ran out. Its memory is freed with the process. */

static void flush(struct screen *screen)
{
	sigset_t before;
	signals_begin_write(screen, &before);
	writer_flush(&screen->writer);
	signals_end_write(&before);
}

static void release(struct screen *screen)
{
	writer_plain(&screen->writer);
	writer_put_with(&screen->writer, CAP_MOVE, screen->rows - 1, 0);
	writer_put(&screen->writer, CAP_ERASE_TO_END); /* where there is no alternate screen */
	writer_put_bytes(&screen->writer, screen->reset, screen->reset_length);
	flush(screen);
	if (signal_received() != 0) /* the write was given up */
		signals_restore(screen);
	else
		signals_restore_modes(screen);
}

void screen_set_modes(struct screen *screen)
{
	sigset_t before;
	signals_begin_write(screen, &before);
	reset_prog_mode();
	signals_end_write(&before);
}

static void enter(struct screen *screen)
{
	writer_put(&screen->writer, CAP_ENTER);
	writer_put(&screen->writer, CAP_KEYPAD_ON);
	writer_put(&screen->writer, CAP_CURSOR_OFF);
	mouse_put(screen, screen->mouse);
	flush(screen);
}

void screen_close(struct screen *screen)
{
	if (screen == NULL)
		return;
	release(screen);
	free_screen(screen);
}

void screen_abandon(struct screen *screen)
{
	signals_restore(screen);
	free_screen(screen);
}

void screen_suspend(struct screen *screen)
{
	release(screen);
	if (signal_received() != 0)
		return;
	signals_stop();
	signals_let_in(screen); /* killed before it was continued */
	if (signal_received() != 0)
		return;
	tcgetattr(STDIN_FILENO, &screen->saved);
	screen_set_modes(screen);
	enter(screen);
	screen_take_size(screen);
	screen->repaint = true;
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

static struct spot wanted_at(const struct screen *screen, const struct picture *picture, int row,
                             int column)
{
	if (row >= picture->rows || column >= picture->columns)
		return screen_spot(screen, (struct picture_cell){.glyph = U' '});
	return screen_spot(screen, picture->cells[row * picture->columns + column]);
}

/* The terminal is blank from here on. */
static void clear_all(struct screen *screen)
{
	const struct spot blank = screen_spot(screen, (struct picture_cell){.glyph = U' '});
	writer_clear(&screen->writer);
	for (int i = 0; i < screen->rows * screen->columns; i++)
		screen->shown[i] = blank;
	screen->repaint = false;
}

void screen_show(struct screen *screen, const struct picture *picture)
{
	sigset_t before;
	for (int row = 0; row < screen->rows; row++)
		for (int column = 0; column < screen->columns; column++)
			screen->wanted[row * screen->columns + column] =
				wanted_at(screen, picture, row, column);
	signals_begin_write(screen, &before);
	if (screen->copy != NULL)
		writer_put_text(&screen->writer, screen->copy);
	const bool all = screen->repaint;
	if (all)
		clear_all(screen);
	writer_show(&screen->writer, screen->rows, screen->columns, screen->shown, screen->wanted);
	if (all) /* the next picture mostly changes a little text: the counter */
		writer_plain(&screen->writer);
	writer_flush(&screen->writer);
	signals_end_write(&before);
	free(screen->copy);
	screen->copy = NULL;
}

bool screen_copy(struct screen *screen, const char *text)
{
	free(screen->copy);
	screen->copy = screen_copy_text(text);
	return screen->copy != NULL;
}
