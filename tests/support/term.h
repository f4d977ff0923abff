/*
 * A terminal for tests: a real program in a real pseudo-terminal. What it
 * writes is parsed by libvterm into a screen; what a player would type goes
 * in as bytes. The program can't tell the difference from a person at xterm.
 *
 * A test sends keys, waits for text, and asserts:
 *
 *	struct term *term = term_start(&(struct term_options){
 *		.argv = (const char *[]){ "./parlour", "my.level", NULL },
 *		.home = home,
 *	});
 *	ck_assert(term_wait_text(term, "moves 0"));
 *	term_send(term, TERM_LEFT);
 *	ck_assert(term_wait_text(term, "moves 1"));
 *	term_send(term, "q");
 *	ck_assert_int_eq(term_end(term), 0);
 *	ck_assert(term_restored(term));
 *	term_free(term);
 *
 * Nothing here sleeps for a fixed time: every wait reads until what it waits
 * for has come, up to a generous deadline (term_options.patience_ms). At the
 * deadline it prints the screen on standard error.
 *
 * Ctrl-Z needs a shell that takes the terminal back. To test it, start
 * { "sh", "-i", NULL } and type the program's name and later "fg".
 */
#ifndef PARLOUR_TESTS_SUPPORT_TERM_H
#define PARLOUR_TESTS_SUPPORT_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>

/* The keys of xterm in application mode, which curses programs ask for. */
#define TERM_UP "\033OA"
#define TERM_DOWN "\033OB"
#define TERM_RIGHT "\033OC"
#define TERM_LEFT "\033OD"
#define TERM_ESCAPE "\033"

/* The timeout of every wait, in milliseconds: thirty seconds, times PATIENCE if that is in the
 * environment. */
int term_timeout(void);

struct term;

/* Zero or NULL selects the default, except in argv. */
struct term_options {
	int rows, columns; /* 24 and 80 */
	/* Required, ends with NULL. A name without a slash is looked up along PATH. */
	const char *const *argv;
	/* "NAME=VALUE" adds to or replaces the environment below, "NAME" removes; ends
	 * with NULL. It starts out as PATH and the sanitizers' options of this process,
	 * HOME, LANG=C.UTF-8 and TERM=xterm-256color, and nothing else. */
	const char *const *environment;
	const char *home;      /* HOME; "/nonexistent" */
	const char *directory; /* where the program starts; here */
	int patience_ms;       /* for every wait; term_patience() */
};

/* The program runs in its own session, with the terminal as its controlling one and every
 * signal at its default. Never NULL: if no terminal can be opened the test ends; a program
 * that can't be run says so on the screen and ends with status 127. */
struct term *term_start(const struct term_options *options);

/* Whether this system knows a terminal of that name. */
bool term_is_known(const char *name);

/* Kills the program if it is still there. */
void term_free(struct term *term);

/* ---- keys ---- */

/* Types all of the text; while the program doesn't read, its output is read. False when the
 * line is dead or at the timeout. The text of term_send_n may hold NUL bytes. */
bool term_send(struct term *term, const char *text);
bool term_send_n(struct term *term, const char *bytes, size_t length);

/* ---- waiting ---- */

/* Reads until the text is on the screen, within one row (UTF-8), or gone from it.
 * False at the deadline, or as soon as the program has hung up. */
bool term_wait_text(struct term *term, const char *text);
bool term_wait_gone(struct term *term, const char *text);

/* Reads until nothing has come for quiet_ms. False if it never gets quiet. */
bool term_drain(struct term *term, int quiet_ms);

/* One read: the number of bytes that came, 0 when none came within timeout_ms, -1 when
 * the line is dead. What was read is on the screen already. Meanwhile all other terminals are read
 * too. */
int term_read(struct term *term, int timeout_ms);

/* ---- the screen ---- */

/* Rows and columns count from 0. */
int term_rows(const struct term *term);
int term_columns(const struct term *term);

/* The row as UTF-8, blanks up to the right edge. Good until the next call for the same
 * row, or a resize. */
const char *term_row(struct term *term, int row);

/* The first place of text, in reading order; row and column may be NULL. */
bool term_find(struct term *term, const char *text, int *row, int *column);

/* The whole screen, one line a row, without blanks at the ends of rows or empty rows at
 * the bottom. The caller frees. */
char *term_screen(struct term *term);

/* The screen in a frame, for a person to read. */
void term_print(struct term *term, FILE *file);

/* A colour is a palette index from 0 to 255, TERM_DEFAULT, or TERM_RGB plus 0xrrggbb. */
enum { TERM_DEFAULT = -1, TERM_RGB = 0x1000000 };

struct term_cell {
	char glyph[32]; /* UTF-8; " " when blank, "" in the right half of a wide one */
	int width;      /* 1 or 2 */
	int foreground, background;
	bool bold, italic, underline, blink, reverse;
};

struct term_cell term_cell(struct term *term, int row, int column);

void term_cursor(struct term *term, int *row, int *column);
bool term_cursor_visible(const struct term *term);
bool term_alternate(const struct term *term);

/* Whether private mode number (1000, 1006, 2004, …) was last set rather than reset. */
bool term_mode(const struct term *term, int number);

/* Whether all is as it was at the start: main screen, cursor visible, plain attributes,
 * no mouse, no keypad or paste mode, and the line's own settings (echo and the like). */
bool term_restored(struct term *term);

/* ---- what came, and when ---- */

/* The bytes, and the chunks in which they came. Chunks are not writes: two writes close together
 * can arrive as one, and the kernel may deliver one write in parts, some microseconds apart. */
size_t term_bytes(const struct term *term);
size_t term_reads(const struct term *term);

/* The bytes themselves, the newest megabytes of them, and whether text is among them. */
const char *term_log(const struct term *term, size_t *length);
bool term_logged(const struct term *term, const char *text);

/* Milliseconds on a clock that never steps back: now, when the program was started, and
 * when the last chunk came. */
double term_now(void);
double term_started(const struct term *term);
double term_last(const struct term *term);

/* ---- events ---- */

pid_t term_pid(const struct term *term);
/* The process group that the terminal belongs to now: under a shell, the job in front. */
pid_t term_foreground(const struct term *term);
void term_signal(struct term *term, int number);
void term_resize(struct term *term, int rows, int columns);

/* Drops the line: the kernel sends SIGHUP, reads end, writes fail. */
void term_hangup(struct term *term);

/* The terminal takes no more of what the program writes, as after Ctrl-S. */
void term_stop(struct term *term);

/* Stops reading what the program writes, as on a dead line; or starts again. */
void term_set_deaf(struct term *term, bool deaf);

/* Stops reading, and fills the line: not another byte fits. */
void term_fill(struct term *term);

/* ---- the end ---- */

/* Reads (unless deaf) until the program has ended, for at most timeout_ms. */
bool term_wait_end(struct term *term, int timeout_ms);

/* Waits for the end; the status as from wait(). Past the deadline the program is killed
 * and -1 returned. A sanitizer's report is printed. May be called again. */
int term_end(struct term *term);

/* The resources that the program used. Call it after the end. */
struct rusage term_usage(const struct term *term);

#endif
