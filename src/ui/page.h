/* A page is a const value: what it does with a key, how it is drawn, and so on. No page calls
 * another: it sets a destination, where dispatch goes after the key, click or tick.
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
	int key;        /* passed to the page beneath; PRESS_NONE: none */
};

/* A key that was pressed; or a click, which does what a key does. */
struct press {
	int key;
	int cell;           /* of the widget that was clicked: each page says what that is; or -1 */
	enum action action; /* what the key means on this page */
};

/* Members may be NULL, except key, draw, and one of where and where_now. */
struct page {
	size_t state_bytes; /* of app->state, which starts as 0 and survives closing the page */
	bool any_size;      /* drawn however small the terminal is */
	bool any_key;       /* also takes keys that mean the same on every other page */
	unsigned where;     /* where keys are looked up: ON_MENU, …; 0: see where_now */
	unsigned (*where_now)(const struct app *app);

	/* Prepares for open(). False, with a message, if that fails: then the open pages stay. */
	bool (*prepare)(struct app *app, const struct destination *to);
	/* False, with a message, if the page can't be opened. */
	bool (*open)(struct app *app, const struct destination *to);
	/* Saves the page's data. What can't be saved is reported when the program ends. */
	void (*close)(struct app *app);
	/* The page that covered this one was closed. */
	void (*resume)(struct app *app);

	void (*key)(struct app *app, struct press press);
	/* While a line is typed: true if the page took the key; and the line was begun or
	 * changed. */
	bool (*typing_key)(struct app *app, int key, int cell);
	void (*typed)(struct app *app);

	void (*draw)(struct app *app);
	/* The word of an entry in the footer and in help; NULL: it is not shown now. */
	const char *(*word)(const struct app *app, const struct key_entry *entry);
	/* The puzzle that help is about, if it is about one. */
	const struct puzzle *(*puzzle)(const struct app *app);

	/* When the next tick is due, in milliseconds; 0: there is none. Only for the page on the
	 * screen. */
	int64_t (*due)(const struct app *app);
	void (*tick)(struct app *app);

	/* The rest is called for pages beneath, too. */

	/* Saves changes before they are drawn, with `retry` also what could not be saved before;
	 * says in a few words why something is unsaved, or NULL. */
	void (*save)(struct app *app, bool retry);
	const char *(*trouble)(const struct app *app);
	/* Whether the page waits for the solver; fetches the answer, true if it tells anything
	 * new. */
	bool (*is_asking)(const struct app *app);
	bool (*update)(struct app *app);
	/* More keys are waiting: ends the animation. */
	void (*skip_animation)(struct app *app);
	/* Subtracts time during which the program was stopped. */
	void (*pause)(struct app *app, int64_t milliseconds);
};

static inline unsigned page_where(const struct app *app, const struct page *page)
{
	return page->where != 0 ? page->where : page->where_now(app);
}

/* Only the table, by page_id, refers to these. */
extern const struct page menu_page, game_page, editor_page, statistics_page, help_page;
extern const struct page *const pages[PAGES];

#endif
