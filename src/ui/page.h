/* A page is a const value: what it does with a key, how it is drawn, and so on. No page calls
 * another: it sets a destination, which is gone to once the key, click or tick has been dealt with.
 *
 * Open pages lie on a stack, the one on the screen on top: help covers any page, statistics the
 * menu, and a game that tries a drawing the editor. */
#ifndef PARLOUR_UI_PAGE_H
#define PARLOUR_UI_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "play/library.h"
#include "ui/widget/keymap.h"

struct app;

enum page_id { PAGE_MENU, PAGE_GAME, PAGE_EDITOR, PAGE_STATISTICS, PAGE_HELP, PAGES };

enum transition {
	TRANSITION_NONE,
	TRANSITION_REPLACE, /* every open page is closed first */
	TRANSITION_COVER,   /* the page stays open beneath */
	TRANSITION_BACK,    /* to the page beneath */
};

/* What a game or a drawing begins with. */
enum start {
	START_LEVEL, /* the level, with the game or drawing that is kept of it */
	START_DEMO,  /* the level, played by itself */
	START_TOUR,  /* the same through levels of all puzzles */
	START_BEST,  /* a replay of the player's best result of the level */
	START_TRIAL, /* the editor's level; nothing is kept */
	START_EMPTY, /* an empty board of the puzzle */
	START_DRAFT, /* the drawing of that puzzle and number */
};

struct destination {
	enum transition transition;
	enum page_id page;
	enum start start;
	struct level_ref level;
	bool neighbours;   /* makes the level's neighbours those that next and previous go to */
	enum page_id back; /* from the editor: the menu, or the game of the level */
	const struct puzzle *puzzle;
	uint64_t draft; /* number of a kept drawing: for the menu to choose; 0: none */
	int key;        /* that the page beneath is to be given; PRESS_NONE: none */
};

/* A key that was pressed; or a click, which does what a key does. */
struct press {
	int key;
	int cell;           /* of the widget that was clicked: each page says what that is; or -1 */
	enum action action; /* what the key means on this page */
};

/* Members that are NULL do nothing. Those without a comment are called for the page on the screen
 * alone, others also for pages beneath it. */
struct page {
	size_t state_bytes; /* of app->state, all 0 at first; kept when the page is closed */
	bool any_size;      /* is drawn however small the terminal is */
	bool any_key;       /* takes keys that mean the same on every other page, too */

	/* Where keys are looked up now: ON_GAME, … */
	unsigned (*where)(const struct app *app);
	/* Gets ready what takes the place of the open pages. False, and nothing changed: says why. */
	bool (*prepare)(struct app *app, const struct destination *to);
	/* False where that can't be, which it says, unless memory for the menu is missing. */
	bool (*open)(struct app *app, const struct destination *to);
	/* Writes down what is to be kept. What can't be kept even now is told at the end. */
	void (*close)(struct app *app);
	/* The page that covered this one was closed. */
	void (*resume)(struct app *app);

	void (*key)(struct app *app, struct press press);
	/* The key that a click beside all widgets stands for; NULL: none. */
	int (*click)(const struct app *app);
	/* While a line is typed: takes the key, if it is one for the page; and after the line changed. */
	bool (*typing_key)(struct app *app, int key, int cell);
	void (*typed)(struct app *app);

	void (*draw)(struct app *app);
	/* The word of an entry in the footer and in help; NULL: it has none now. */
	const char *(*word)(const struct app *app, const struct key_entry *entry);
	/* Which puzzle help is about; NULL: none. */
	const struct puzzle *(*puzzle)(const struct app *app);

	/* Milliseconds until tick; -1: never. */
	int (*timeout)(const struct app *app);
	void (*tick)(struct app *app);
	/* Also beneath: */
	void (*keep)(struct app *app); /* writes down what changed, before it is drawn */
	const char *(*trouble)(
		const struct app *app);           /* why it can't, in a few words; NULL: it can */
	void (*retry)(struct app *app);           /* tries that again */
	bool (*is_asking)(const struct app *app); /* whether an answer of the solver is awaited */
	bool (*update)(struct app *app);          /* takes answers; true if there is news */
	void (*skip_animation)(struct app *app);  /* keys are typed ahead */
	void (*pause)(struct app *app, int64_t milliseconds); /* nobody played so long */
	bool (*is_demo)(const struct app *app);               /* it goes on without a key */
};

/* By page_id. */
extern const struct page *const pages[PAGES];

#endif
