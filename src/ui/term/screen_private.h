/* What the parts of the screen share. Only screen*.c include this.
 *
 * screen.c opens and closes, screen_look.c says how roles look, screen_write.c sends bytes,
 * screen_keys.c waits and reads keys, screen_mouse.c what the mouse reports, screen_signals.c takes
 * signals. */
#ifndef PARLOUR_UI_TERM_SCREEN_PRIVATE_H
#define PARLOUR_UI_TERM_SCREEN_PRIVATE_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

#include "ui/term/screen.h"

/* ---- how a place of the terminal looks ---- */

enum {
	COLOUR_OWN = -1,     /* the terminal's own */
	COLOUR_UNKNOWN = -2, /* nobody knows which */
	COLOUR_ANY = -3,     /* a blank's foreground */
};

enum {
	LOOK_BOLD = 1,
	LOOK_DIM = 2,
	LOOK_UNDERLINE = 4,
	LOOK_REVERSE = 8,
	LOOK_SEEN_ON_BLANKS = LOOK_UNDERLINE | LOOK_REVERSE,
};

struct look {
	int16_t foreground, background; /* the terminal's numbers, or from above */
	uint8_t flags;
};

/* A glyph as the terminal shows it. A blank's look holds only what can be seen of it. */
struct spot {
	char32_t glyph; /* 0: covered by the wide character to the left */
	struct look look;
};

/* ---- what writes ---- */

/* Capabilities of the terminal by their names in terminfo. */
enum capability {
	CAP_MOVE, CAP_MOVE_ROW, CAP_MOVE_COLUMN,
	CAP_UP, CAP_DOWN, CAP_RIGHT, CAP_LEFT,
	CAP_UP_ONE, CAP_DOWN_ONE, CAP_RIGHT_ONE, CAP_LEFT_ONE, CAP_ROW_BEGIN,
	CAP_CLEAR, CAP_ERASE_TO_END, CAP_ERASE,
	CAP_PLAIN, CAP_OWN_COLOURS, CAP_FOREGROUND, CAP_BACKGROUND,
	CAP_BOLD, CAP_DIM, CAP_UNDERLINE, CAP_REVERSE,
	CAP_MOUSE, CAP_KEYPAD_ON, CAP_KEYPAD_OFF, CAP_CURSOR_ON, CAP_CURSOR_OFF,
	CAP_ENTER, CAP_LEAVE,
	CAP_COUNT
};

struct writer {
	const char *text[CAP_COUNT]; /* NULL: the terminal can't */
	bool moves_dressed;          /* may move in any look */
	bool wraps_at_once;          /* a glyph in the last column moves the cursor on */
	uint8_t flags;               /* LOOK_ that it can show at all */
	uint8_t coloured_flags;      /* and together with colours */
	int row, column;             /* of the cursor; row -1: nobody knows */
	struct look look;            /* of what is written next */
	size_t length;
	char bytes[8192];            /* to be sent */
};

/* Looks up what the terminal can. False without memory. */
bool writer_begin(struct writer *writer);

/* Sends a capability, if the terminal has it: one without parameters, or with up to two. */
void writer_put(struct writer *writer, enum capability capability);
void writer_put_with(struct writer *writer, enum capability capability, int first, int second);

/* Puts what a capability came to elsewhere. */
void writer_put_text(struct writer *writer, const char *text);

/* Puts bytes as they are. */
void writer_put_bytes(struct writer *writer, const char *bytes, size_t length);

/* Forgets what the terminal was left in; clears it. */
void writer_clear(struct writer *writer);

/* Back to the terminal's own look. */
void writer_plain(struct writer *writer);

/* Sends what is waiting. */
void writer_flush(struct writer *writer);

/* Turns what is shown into what is wanted, both rows x columns, and *shown with it. */
void writer_show(struct writer *writer, int rows, int columns, struct spot *shown,
                 const struct spot *wanted);

/* ---- the screen ---- */

struct screen {
	struct screen *curses; /* curses' own of that name */
	struct _win_st *keys;  /* a pad: reading from it paints nothing */
	bool unicode;
	bool reports; /* the terminal can report the mouse */
	bool mouse;
	const struct palette *palette;
	int colours;          /* 256, 8, or 0: monochrome */
	int rows, columns;
	struct spot *shown;   /* rows x columns: what the terminal shows */
	struct spot *wanted;  /* as many: what it is to show */
	bool repaint;
	int futile;           /* waits in a row that failed, or that led to no key */
	bool more;            /* curses may hold keys, taken from the input already */
	struct writer writer;
	char *copy;           /* what goes to the clipboard with the next picture, or NULL */
	struct termios saved; /* of the terminal as we found it */
	sigset_t waiting;     /* signals blocked while waiting */
	char farewell[256];   /* what restores the terminal, for screen_abandon */
	size_t farewell_length;
};

/* Takes the terminal's size, and room for as much. False when there is none. */
bool screen_take_size(struct screen *screen);

/* How a cell looks on this terminal. */
struct spot screen_spot(const struct screen *screen, struct cell cell);

/* ---- the mouse ---- */

/* Looks up whether the terminal reports it. */
void mouse_begin(struct screen *screen);

/* Makes the beginning of a report a key; after curses has defined its own. */
void mouse_define_key(const struct screen *screen);

/* Has the terminal report it, or not. */
void mouse_put(struct screen *screen, bool on);

/* Keys that curses knows from us: a report begins. Above its own, the greatest of which is 0777. */
enum { KEY_MOUSE_NUMBERS = 01001, KEY_MOUSE_BYTES = 01002 };

/* Reads the rest of a report: a click or the wheel, or PRESS_NONE for what is none of ours, or is
 * cut off. */
int mouse_read(const struct screen *screen, int key, struct click *click);

/* ---- signals ---- */

enum wish {
	WISH_NONE,
	WISH_END,    /* a signal that ends */
	WISH_STOP,   /* Ctrl-Z */
	WISH_CHANGE, /* another size, or going on after a stop */
};

/* From here on a crash restores that screen before the process dies of it; so does a signal that
 * asks for the end, as there is nothing yet to be kept, and curses never gives up a write. */
void signals_take(struct screen *screen);

/* From here on signals wait to be let in, and are noted. */
void signals_hold(struct screen *screen);

/* Lets those in that came: where input is always there, waiting for it never does. */
void signals_let_in(const struct screen *screen);

/* Sets the terminal's modes again. Behind the shell's back that stops the process; a signal that
 * asks for the end is let in all the while. */
void screen_set_modes(struct screen *screen);

/* What a signal has asked for since the last call; one that ends stays. */
enum wish signals_wish(void);

/* Whether one has, and will be told next. */
bool signals_waiting(void);

/* Between these a write may hang until a signal comes: one that ends gives it up, and so ends all
 * writing. */
void signals_begin_write(const struct screen *screen, sigset_t *before);
void signals_end_write(const sigset_t *before);

/* There is no screen any more. */
void signals_forget(void);

/* Writes what restores the terminal, without waiting, and restores its modes. Only calls that are
 * safe in a signal handler. */
void signals_restore(const struct screen *screen);

/* The modes alone. */
void signals_restore_modes(const struct screen *screen);

/* Stops the whole job, as the terminal's own Ctrl-Z does; returns when it goes on. */
void signals_stop(void);

#endif
