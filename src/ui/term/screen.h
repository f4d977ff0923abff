/* The terminal: pictures go out, keys come in. The only module that knows curses.
 *
 * Signals are blocked except while the screen waits, so nothing else is ever interrupted; one that
 * asks for the end also gives up a write that hangs in a terminal that no longer reads. */
#ifndef PARLOUR_UI_TERM_SCREEN_H
#define PARLOUR_UI_TERM_SCREEN_H

#include <stdbool.h>

#include "os/error.h"
#include "puzzle/key.h"
#include "puzzle/picture.h"

struct screen;
struct theme;

/* The terminal's background: what it says itself, or what the player says. */
enum background { BACKGROUND_AUTO, BACKGROUND_DARK, BACKGROUND_LIGHT, BACKGROUNDS };

enum event {
	EVENT_KEY,    /* keys may be there: screen_key, all of them or some */
	EVENT_UPDATE, /* the other descriptor is readable */
	EVENT_TIME,   /* the time has passed */
	EVENT_RESIZE, /* the size changed, or all must be painted again */
	EVENT_STOP,   /* a signal: screen_suspend */
	EVENT_END,    /* a signal or the end of input: screen_close */
};

struct click {
	int row, column;
};

/* Takes over the terminal. NULL with one line where TERM or the terminal can't be used.
 * screen_set_theme must follow before the first picture. */
struct screen *screen_open(bool mouse, struct error *error);

/* Gives the terminal back as it was. After EVENT_END it is `abandoned`: without waiting for it to
 * read. From then on, until signal_reraise, no write to it waits, so that no last message hangs. */
void screen_close(struct screen *screen, bool abandoned);

/* Whether the terminal puts text from right to left in order by itself, as far as is known. */
bool screen_orders_text(const struct screen *screen);

/* Whether it shows half blocks, so that boards can be painted with pixels. */
bool screen_has_pixels(const struct screen *screen);

/* How many tones of a hue it shows. */
enum tones screen_tones(const struct screen *screen);

struct size screen_size(const struct screen *screen);

/* Shows a picture of the screen's size: one write of what changed; after screen_repaint, of all. */
void screen_show(struct screen *screen, const struct picture *picture);
void screen_repaint(struct screen *screen);

/* The text that came with the last PRESS_PASTE, its rows ended by newlines. */
const char *screen_pasted(const struct screen *screen);

/* Has the terminal put the text on the clipboard, with the next screen_show; false where terminfo
 * does not say how, or the text is longer than every terminal takes. */
bool screen_copy(struct screen *screen, const char *text);

/* True if a write now would not wait. */
bool screen_is_reading(const struct screen *screen);

/* Waits for keys, for `other` (a descriptor, or -1) and for signals, at most `milliseconds` (-1: as
 * long as it takes). */
enum event screen_wait(struct screen *screen, int other, int milliseconds);

/* Takes a key; false if none is there. PRESS_NONE is something that is no key; with PRESS_CLICK or
 * PRESS_RELEASE, *click is where. */
bool screen_key(struct screen *screen, int *key, struct click *click);

void screen_suspend(struct screen *screen);
void screen_set_mouse(struct screen *screen, bool on);

/* Chooses a theme by its number, for a background; what is shown follows with the next picture. The
 * number after the last built-in theme is the player's own, if there is one: it stays the
 * caller's. */
void screen_set_theme(struct screen *screen, int number, enum background background,
                      const struct theme *own);
/* The name of the theme in use. */
const char *screen_theme(const struct screen *screen);

#endif
