/* Opening and closing the terminal, showing pictures, and the clipboard. */
#define NCURSES_NOMACROS
#include "os/language.h"
#include "os/signal.h"
#include "os/text.h"
#include "ui/term/screen_private.h"

#include <assert.h>
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

/* ---- the clipboard ---- */

/* The capability "Ms", an extension that came with tmux, takes the name of a clipboard and the text
 * in base64: what xterm calls OSC 52. */
enum {
	COPY_MAX = 4096, /* bytes of text */
	ENCODED_MAX = (COPY_MAX + 2) / 3 * 4,
};

/* Base64 after RFC 4648. */
static void encode(const char *text, size_t length, char out[ENCODED_MAX + 1])
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (size_t i = 0; i < length; i += 3) {
		uint32_t bits = 0;
		const size_t left = length - i;
		for (size_t b = 0; b < 3; b++)
			bits = bits << 8 | (b < left ? (unsigned char)text[i + b] : 0);
		for (size_t d = 0; d < 4; d++)
			*out++ = d > left ? '=' : digits[bits >> (18 - 6 * d) & 63];
	}
	*out = '\0';
}

/* Called as the terminal is opened: later curses allocates no more for this. False without
 * memory. */
static bool begin_copy(void)
{
	const char *how = terminal_text("Ms");
	char longest[ENCODED_MAX + 1];
	memset(longest, '=', ENCODED_MAX);
	longest[ENCODED_MAX] = '\0';
	return how == NULL || tiparm(how, "c", longest) != NULL;
}

bool screen_copy(struct screen *screen, const char *text)
{
	const char *how = terminal_text("Ms");
	const size_t length = strlen(text);
	free(screen->copy);
	screen->copy = NULL;
	if (how != NULL && length <= COPY_MAX) {
		char encoded[ENCODED_MAX + 1];
		encode(text, length, encoded);
		const char *sequence = tiparm(how, "c", encoded);
		screen->copy = sequence == NULL ? NULL : strdup(sequence);
	}
	return screen->copy != NULL;
}

/* ---- opening ---- */

static const char unusable[] = N_("the terminal can't be used");

/* Whether the terminal can be used; the reason if not. */
static bool check_terminal(struct error *error)
{
	int result = 0;
	const char *term = getenv("TERM");
	if (term == NULL || *term == '\0') /* or refused: cli/restricted.c */
		return error_set(error, _("TERM does not name a terminal"));
	if (setupterm(NULL, STDOUT_FILENO, &result) != OK) {
		if (result < 0)
			return error_set(error, _("no terminfo database found"));
		return error_set(error, _("the terminal \"%s\" is not supported"),
		                 text_shown(term).bytes);
	}
	const bool good = terminal_text("cup") != NULL && terminal_text("clear") != NULL;
	del_curterm(cur_term);
	return good || error_set(error, _("the terminal \"%s\" can't move the cursor"),
	                         text_shown(term).bytes);
}

/* Whether the terminal takes 24-bit colours: its users say so in COLORTERM, its description by
 * "RGB", or by "Tc", tmux's older name for that. GNU screen and the Linux console hand COLORTERM on
 * from another terminal. */
static bool has_rgb(void)
{
	const char *text = getenv("COLORTERM"), *term = getenv("TERM");
	if (tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || terminal_text("RGB") != NULL ||
	    tigetflag("Tc") > 0)
		return true;
	return text != NULL && term != NULL && getenv("STY") == NULL &&
	       strcmp(term, "linux") != 0 &&
	       (strcmp(text, "truecolor") == 0 || strcmp(text, "24bit") == 0);
}

/* Some terminals say in COLORFGBG which of the first sixteen colours their background has. */
static enum background said_background(void)
{
	const char *text = getenv("COLORFGBG");
	const char *last = text == NULL ? NULL : strrchr(text, ';');
	char *end;
	if (last == NULL)
		return BACKGROUND_AUTO;
	const long number = strtol(last + 1, &end, 10);
	if (end == last + 1 || *end != '\0' || number < 0 || number > 15)
		return BACKGROUND_AUTO;
	return number == 7 || number > 8 ? BACKGROUND_LIGHT : BACKGROUND_DARK;
}

static void begin_colours(struct screen *screen)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *const *text = screen->writer.text;
	const bool wanted = no_colour == NULL || *no_colour == '\0';
	const int count = tigetnum("colors");
	if (wanted && text[CAP_FOREGROUND] != NULL && text[CAP_BACKGROUND] != NULL &&
	    text[CAP_OWN_COLOURS] != NULL)
		screen->colours = count >= 256 ? 256 : count >= 8 ? 8 : 0;
	screen->depth = screen->colours == 0 ? DEPTH_MONO
	                : has_rgb()          ? DEPTH_RGB
	                : count >= 256       ? DEPTH_256
	                : count >= 16        ? DEPTH_16
	                                     : DEPTH_8;
	screen->background = said_background();
	screen->ground = -1;
	talk_begin(screen);
}

/* Arrow keys, Home and End have more than one sequence, and not every terminal keeps to the one it
 * was set to after a shell has run in between. */
static void define_keys(const struct screen *screen)
{
	static const struct {
		const char *text;
		int key;
	} arrows[] = {
		{"\033[A", KEY_UP},    {"\033OA", KEY_UP},        {"\033[B", KEY_DOWN},
		{"\033OB", KEY_DOWN},  {"\033[C", KEY_RIGHT},     {"\033OC", KEY_RIGHT},
		{"\033[D", KEY_LEFT},  {"\033OD", KEY_LEFT},      {"\033[1;2A", KEY_SR},
		{"\033[1;2B", KEY_SF}, {"\033[1;2C", KEY_SRIGHT}, {"\033[1;2D", KEY_SLEFT},
		{"\033[1~", KEY_HOME}, {"\033[4~", KEY_END},      {"\033[H", KEY_HOME},
		{"\033[F", KEY_END},   {"\033OH", KEY_HOME},      {"\033OF", KEY_END},
	};
	for (size_t i = 0; i < sizeof arrows / sizeof arrows[0]; i++)
		if (key_defined(arrows[i].text) <= 0)
			define_key(arrows[i].text, arrows[i].key);
	if (screen->report != NULL)
		define_key(screen->report, KEY_MOUSE_REPORT);
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
	const int cells = rows * columns;
	struct spot *shown = calloc((size_t)cells, 2 * sizeof *shown + sizeof *screen->left);
	if (shown == NULL)
		return false;
	free(screen->shown);
	screen->shown = shown;
	screen->wanted = shown + cells;
	screen->left = (int *)(screen->wanted + cells);
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
	static const enum capability last[] = {CAP_PLAIN,      CAP_OWN_COLOURS, CAP_KEYPAD_OFF,
	                                       CAP_LEAVE,      CAP_CURSOR_ON,   CAP_PLAIN,
	                                       CAP_OWN_COLOURS};
	struct writer *writer = &screen->writer;
	mouse_put(screen, false);
	paste_put(screen, false);
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
	error_set(opening->error, "%s", _(unusable));
	if (newterm(NULL, stdout, stdin) == NULL)
		return;
	screen->report = mouse_report();
	if (!writer_begin(&screen->writer) || !begin_copy() || !screen_take_size(screen) ||
	    (screen->keys = newpad(1, 1)) == NULL)
		return;
	make_reset(screen); /* nothing has been written up to here */
	begin_modes(screen);
	begin_colours(screen);
	define_keys(screen);
	opening->open = true;
}

struct screen *screen_open(bool mouse, struct error *error)
{
	struct screen *screen = calloc(1, sizeof *screen);
	struct opening opening = {.screen = screen, .error = error};
	if (screen == NULL || tcgetattr(STDIN_FILENO, &screen->saved) != 0) {
		error_set(error, "%s", screen == NULL ? _("out of memory") : _(unusable));
		free(screen);
		return NULL;
	}
	screen->unicode = text_locale_is_utf8();
	signals_take(screen);
	if (!signal_guard(open_curses, &opening))
		error_set(error, _("out of memory"));
	signals_hold(screen);
	if (!opening.open) {
		signals_restore(screen, true);
		free_screen(screen);
		return NULL;
	}
	screen_set_mouse(screen, mouse);
	paste_put(screen, true);
	return screen;
}

/* ---- closing ---- */

/* Not by curses' endwin and refresh, which hide failed writes and never give them up; nor by its
 * delscreen, which crashes where memory ran out. Its memory is freed with the process. */

static void flush(struct screen *screen)
{
	signals_begin_write(screen);
	writer_flush(&screen->writer);
	signals_end_write();
}

static void release(struct screen *screen)
{
	writer_plain(&screen->writer);
	writer_put_with(&screen->writer, CAP_MOVE, screen->rows - 1, 0);
	writer_put(&screen->writer, CAP_ERASE_TO_END); /* where there is no alternate screen */
	writer_put_bytes(&screen->writer, screen->reset, screen->reset_length);
	flush(screen);
	if (signal_received() == 0)
		talk_end(screen);
	if (signal_received() != 0) /* the write was given up */
		signals_restore(screen, true);
	else
		signals_restore_modes(screen);
}

void screen_set_modes(struct screen *screen)
{
	signals_begin_write(screen);
	reset_prog_mode();
	signals_end_write();
}

void screen_close(struct screen *screen, bool abandoned)
{
	if (screen == NULL)
		return;
	if (abandoned)
		signals_restore(screen, true);
	else
		release(screen);
	free_screen(screen);
}

void screen_suspend(struct screen *screen)
{
	release(screen);
	signals_let_in(screen); /* those that came while it waited for answers */
	if (signal_received() != 0)
		return;
	signals_stop();
	signals_let_in(screen); /* killed before it was continued */
	if (signal_received() != 0)
		return;
	tcgetattr(STDIN_FILENO, &screen->saved);
	screen_set_modes(screen);
	writer_put(&screen->writer, CAP_ENTER);
	writer_put(&screen->writer, CAP_KEYPAD_ON);
	writer_put(&screen->writer, CAP_CURSOR_OFF);
	mouse_put(screen, screen->mouse);
	paste_put(screen, true);
	talk_resume(screen);
	flush(screen);
	screen_take_size(screen);
	screen->repaint = true;
}

/* ---- showing ---- */

bool screen_orders_text(const struct screen *screen)
{
	return screen->orders;
}

bool screen_has_pixels(const struct screen *screen)
{
	return screen->unicode;
}

enum tones screen_tones(const struct screen *screen)
{
	static const enum tones tones[] = {
		[DEPTH_MONO] = TONES_NONE, [DEPTH_8] = TONES_ONE,    [DEPTH_16] = TONES_TWO,
		[DEPTH_256] = TONES_MANY,  [DEPTH_RGB] = TONES_MANY,
	};
	return tones[screen->depth];
}

struct size screen_size(const struct screen *screen)
{
	return (struct size){screen->rows, screen->columns};
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

void screen_show(struct screen *screen, const struct picture *picture)
{
	struct writer *writer = &screen->writer;
	const int cells = screen->rows * screen->columns;
	const bool all = screen->repaint;
	struct canvas canvas = {screen->rows,   screen->columns, screen->shown,
	                        screen->wanted, screen->left,    0};
	assert(picture->rows == screen->rows && picture->columns == screen->columns);
	for (int i = 0; i < cells; i++)
		screen->wanted[i] = screen_spot(screen, picture->cells[i]);
	signals_begin_write(screen);
	if (screen->copy != NULL)
		writer_put_text(writer, screen->copy);
	if (picture->has_right_to_left)
		talk_order(screen);
	if (all)
		writer_clear(writer, screen->shown, cells);
	writer_show(writer, &canvas);
	if (all) /* the next picture mostly changes a little text: the counter */
		writer_plain(writer);
	talk_ask(screen);
	writer_flush(writer);
	signals_end_write();
	free(screen->copy);
	screen->copy = NULL;
	screen->repaint = false;
}
