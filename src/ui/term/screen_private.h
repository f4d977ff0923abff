/* What the parts of the screen share. Only screen*.c include this.
 *
 * screen.c opens and closes, screen_look.c says how roles look, screen_update.c finds what
 * has changed, screen_write.c sends bytes,
 * screen_keys.c waits and reads keys, screen_sequence.c reads the mouse and what comes in parts,
 * screen_paste.c reads what is pasted, screen_ask.c asks the terminal about itself,
 * screen_signals.c takes signals. */
#ifndef PARLOUR_UI_TERM_SCREEN_PRIVATE_H
#define PARLOUR_UI_TERM_SCREEN_PRIVATE_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>
#include <wchar.h>

#include "ui/term/screen.h"
#include "ui/term/theme.h"

/* ---- what the terminal shows ---- */

enum { /* as terminfo's "ncv" numbers them */
	LOOK_UNDERLINE = 2,
	LOOK_REVERSE = 4,
	LOOK_DIM = 16,
	LOOK_BOLD = 32,
	LOOK_SEEN_ON_BLANKS = LOOK_UNDERLINE | LOOK_REVERSE,
};

struct look {
	int32_t foreground, background; /* the terminal's colours: ui/term/theme.h */
	uint8_t flags;
};

/* Colours for tints. */
enum { TINTS_MAX = 26 }; /* as many as levels have colours */
struct palette {
	int count;                 /* number of colours; tints start again after these */
	int32_t colour[TINTS_MAX]; /* numbers of the terminal's colours */
};
enum { PALETTES = 4 }; /* with their own numbers: those of version 0.1 */

/* A glyph as the terminal shows it. A blank's look holds only what can be seen of it. */
struct spot {
	char32_t glyph; /* 0: covered by the wide character to the left */
	struct look look;
};

/* ---- the writer ---- */

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
	bool moves_in_any_look;      /* moving the cursor does not need a plain look */
	bool erases_in_colour;       /* erasing leaves the current background */
	bool direct;                 /* its numbers of colours are 24-bit values */
	bool wraps_at_once;          /* a glyph in the last column moves the cursor on */
	uint8_t flags;               /* LOOK_ that it can show at all */
	uint8_t coloured_flags;      /* and of these, together with colours */
	bool has_covered;            /* a glyph wider than expected may cover cells beside it */
	int row, column;             /* position of the cursor; row -1: unknown */
	struct look look;            /* look of the text written next */
	size_t length;
	char bytes[8192];            /* to be sent */
};

/* A capability by its name in terminfo; NULL where the terminal has none. */
const char *terminal_text(const char *name);

/* Looks up the terminal's capabilities. False without memory. */
bool writer_begin(struct writer *writer);

/* Puts a capability, if the terminal has it: one without parameters, or with up to two. */
void writer_put(struct writer *writer, enum capability capability);
void writer_put_with(struct writer *writer, enum capability capability, int first, int second);
/* Puts a capability with its parameters; and bytes as they are. */
void writer_put_text(struct writer *writer, const char *text);
void writer_put_bytes(struct writer *writer, const char *bytes, size_t length);
/* Sends the buffered output. */
void writer_flush(struct writer *writer);
/* Back to the terminal's own look. */
void writer_plain(struct writer *writer);
/* Whether a spot can be written in the current look; changes to a look in which it can; and the
 * bytes that takes, about. */
bool writer_has_look(const struct writer *writer, struct spot spot);
void writer_take_look(struct writer *writer, struct spot spot);
int writer_look_cost(const struct writer *writer, struct spot spot);
/* Writes a spot, which the current look allows, at the cursor on a screen of that many columns. */
void writer_put_spot(struct writer *writer, int columns, struct spot spot);
/* Whether a spot is two pixels that can exchange foreground and background; and with these
 * exchanged. */
bool spot_can_turn(struct spot spot);
struct spot spot_turned(struct spot spot);

/* A capability with its parameters, valid until the next call; NULL if the terminal has none. */
const char *writer_fill_in(const struct writer *writer, enum capability capability, int first,
                           int second);
/* Bytes that a sequence will send. */
size_t sequence_cost(const char *sequence);
/* The shortest sequence that moves the cursor. */
enum { SEQUENCE_MAX = 64 };
void writer_find_move(const struct writer *writer, int row, int column,
                      char sequence[SEQUENCE_MAX]);
/* It is not known where the cursor is, nor which look is left. */
void writer_forget(struct writer *writer);

/* ---- screen_update.c ---- */

struct canvas {
	int rows, columns;
	struct spot *shown; /* rows x columns: what the terminal shows */
	const struct spot *wanted;
	int *left; /* room for as many: the cells that must still be written, in order */
	int left_count;
};

/* Turns the shown picture into the wanted one, and updates *shown. */
void writer_show(struct writer *writer, struct canvas *canvas);
/* Clears the terminal, whatever look it was left in: that many spots. */
void writer_clear(struct writer *writer, struct spot *shown, int count);

/* ---- the screen ---- */

/* Questions to the terminal, and its answers: screen_ask.c. */
enum { ANSWER_MAX = 128 };
struct talk {
	bool open;             /* the terminal is of a kind that can be asked */
	bool ordering;         /* it was told that text is in order: talk_order */
	unsigned ask, awaited; /* questions to be sent with the next picture, and unanswered ones */
	int64_t asked, latest; /* when: the last question, the last byte of input */
	int escape_delay; /* curses' own delay after Esc, while ours replaces it; 0: not replaced */
	int kind;              /* the key that the answer being read began with; 0: none is */
	bool escape;           /* its last byte was ESC */
	size_t length;
	char text[ANSWER_MAX];
};

/* A control sequence that curses did not read, as far as it has come: screen_sequence.c. */
enum { SEQUENCE_BYTES = 32 };
struct sequence {
	int64_t latest, escape; /* when: the last key or byte; the last lone Esc, or 0 */
	size_t length;          /* 0: none is being read */
	char text[SEQUENCE_BYTES];
};

/* Text that is being pasted, or was: screen_paste.c. */
enum { PASTE_MAX = 8192 };
struct paste {
	bool open;      /* its end has not come */
	int64_t latest; /* when: the last character */
	size_t length;  /* at least PASTE_MAX: too long */
	char text[PASTE_MAX];
};

struct screen {
	struct _win_st *keys; /* a pad: reading from it paints nothing */
	int futile;           /* waits in a row that failed, or led to no key */
	bool more;            /* curses may hold keys that it has read already */
	bool held, held_code; /* a key was put back; it is a function key */
	wint_t held_key;
	const char *report;   /* how the terminal's reports of the mouse begin; NULL: it has none */
	bool mouse, unicode;
	bool orders; /* the terminal orders text from right to left, and can't be told not to */
	int colours; /* colours of roles: 256, 8, or 0: monochrome */
	enum depth depth;
	int theme;                  /* its number */
	const struct theme *own;    /* the player's; NULL: none */
	enum background chosen;     /* by the player */
	enum background background; /* as the terminal says; BACKGROUND_AUTO: unknown */
	int64_t ground;             /* its 0xrrggbb, if it says that, too; -1: it does not */
	int32_t colour[COLOUR_IDS]; /* what the terminal shows for a picture's colours */
	const struct palette *palette;
	struct palette tints; /* a palette made from the theme */
	struct talk talk;
	struct sequence sequence;
	struct paste paste;
	int rows, columns;
	struct spot *shown, *wanted; /* rows x columns: what the terminal shows, and is to show */
	int *left;                   /* as many; all three are one block of memory */
	bool repaint;
	struct writer writer;
	char *copy;           /* sent to the clipboard with the next picture; NULL: nothing */
	struct termios saved; /* the terminal's modes before */
	sigset_t waiting;     /* signals blocked while waiting */
	char reset[256];      /* the sequence that restores the terminal */
	size_t reset_length;
};

/* Takes the terminal's size, and memory for that. False without. */
bool screen_take_size(struct screen *screen);

/* Sets the terminal's modes again. In the background that stops the process; a signal that asks for
 * the end is let in meanwhile. */
void screen_set_modes(struct screen *screen);

/* The palette of that number, below PALETTES, for a terminal of 256 colours; for one of fewer there
 * is only one. */
const struct palette *palette_of(int colours, int number);

/* Recomputes the colours after the theme, background or depth has changed. */
void screen_resolve(struct screen *screen);

/* How a cell looks on this terminal. */
struct spot screen_spot(const struct screen *screen, struct picture_cell cell);

/* How the terminal begins a report of the mouse; NULL if it has none, or we can't read them. */
const char *mouse_report(void);
/* Keys that we define: a report begins, or an answer. Curses' own are at most 0777. */
enum { KEY_MOUSE_REPORT = 01001, KEY_ANSWER_OSC, KEY_ANSWER_DCS };
/* Has the terminal report the mouse, or not. */
void mouse_put(struct screen *screen, bool on);

/* Has the terminal mark what is pasted, or not; nothing where terminfo does not know how. */
void paste_put(struct screen *screen, bool on);
/* Whether a sequence begins or ends what is pasted; *press is PRESS_PASTE at the end. */
bool paste_sequence(struct screen *screen, const char *sequence, int *press);
/* Takes what curses read, if it is of pasted text. False: it is a key. */
bool paste_take(struct screen *screen, bool function_key, wint_t key);

/* The press that curses' code of a function key stands for. */
int press_of_code(int code);
/* Reads a key: OK for a character, KEY_CODE_YES for a function key, or ERR. */
int screen_read(struct screen *screen, wint_t *key);
/* Puts back the key just read; the next reading has it. */
void screen_put_back(struct screen *screen, bool function_key, wint_t key);

/* Whether a sequence has begun and not ended. */
bool sequence_is_open(const struct screen *screen);
/* Takes what curses read, if it is of a sequence: then *press is what that means, or PRESS_NONE
 * before its end. False: it is a key. */
bool sequence_take(struct screen *screen, bool function_key, wint_t key, int *press,
                   struct click *click);

/* Decides what to ask the terminal, once its colours are known. */
void talk_begin(struct screen *screen);
/* Adds questions to what is written. */
void talk_ask(struct screen *screen);
/* Before text that was put in order is first shown: a terminal that would order it again is told
 * not to, until it is left (ECMA-48's mode 8, BDSM, as terminals have it that follow the
 * recommendations "BiDi in Terminal Emulators"); and asked for its name, as others can't be
 * told. */
void talk_order(struct screen *screen);
/* The same again, when the terminal is taken again. */
void talk_resume(struct screen *screen);
/* Takes what curses read, if it is of an answer. False: it is a key. */
bool talk_take(struct screen *screen, bool function_key, unsigned key);
/* Before the terminal is left, so that no shell reads an answer. Waits only just after a
 * question. */
void talk_end(struct screen *screen);

/* ---- signals ---- */

/* From here on a crash restores that screen before the process dies of it. So does a signal that
 * asks for the end: there is nothing yet to be saved, and curses never gives up a write. */
void signals_take(struct screen *screen);
/* From here on signals are blocked until they are let in, and only noted. */
void signals_hold(struct screen *screen);
/* The screen is freed. */
void signals_forget(void);

/* Lets in those that came: a wait does not while there is always input. */
void signals_let_in(const struct screen *screen);
/* What signals have asked for since the last call: to end, from then on; to stop, by Ctrl-Z; to
 * repaint, in another size or after a stop. EVENT_TIME: nothing. */
enum event signals_event(void);

/* Between these a write may hang until a signal comes: one that asks for the end gives up this
 * write and all later ones. */
void signals_begin_write(const struct screen *screen);
void signals_end_write(void);

/* Restores the terminal's modes; before that, without waiting, writes the reset sequence: after
 * output that still waits to be sent or, in a hurry, instead of it. Safe in a signal handler. */
void signals_restore_modes(const struct screen *screen);
void signals_restore(const struct screen *screen, bool hurry);

/* Stops the whole job, as the terminal's own Ctrl-Z does; returns when it is continued. */
void signals_stop(void);

#endif
