/*
 * What the two halves of the test terminal share: term.c has the pty, the process and the
 * bytes, term_screen.c the screen that the bytes make.
 */
#ifndef PARLOUR_TESTS_SUPPORT_TERM_PRIVATE_H
#define PARLOUR_TESTS_SUPPORT_TERM_PRIVATE_H

#include "support/term.h"

#include <termios.h>
#include <vterm.h>

struct term {
	struct term *next;

	VTerm *vterm;
	VTermScreen *screen;
	int rows, columns;
	char *row_text; /* rows strings of row_size bytes */
	size_t row_size;
	bool alternate, cursor_visible;

	int master;          /* -1 once hung up */
	struct termios line; /* as it was at the start */
	bool deaf;
	int patience_ms;

	char part[3]; /* the first bytes of a character */
	size_t part_length;

	char *log;
	size_t log_length, log_size;
	size_t bytes, reads;
	double started, last;

	pid_t child;
	bool ended, killed;
	int status;
	struct rusage usage;
};

/* Ends the test when memory is NULL. */
void *term_checked(void *memory);

void term_screen_open(struct term *term, int rows, int columns);
void term_screen_close(struct term *term);
void term_screen_resize(struct term *term, int rows, int columns);

/* Whether new text would come in plain attributes and colours. */
bool term_pen_is_plain(const struct term *term);

#endif
