/* The list of levels, in four files: what is in it (menu_list.c), what is chosen (menu.c), how it
 * looks (menu_draw.c), and searching it by typing (menu_search.c). */
#ifndef PARLOUR_UI_PAGE_MENU_H
#define PARLOUR_UI_PAGE_MENU_H

#include <stdbool.h>
#include <stdint.h>

#include "play/library.h"
#include "store/store.h"
#include "ui/widget/keymap.h"

struct app;

/* In this order a puzzle's lines stand in the list. */
enum line_kind {
	LINE_GAME,    /* in progress; a level of a pack has its own line too */
	LINE_TODAY,   /* the board of the day */
	LINE_HEADING, /* a pack, its levels behind it; or the player's own levels, pack -1 */
	LINE_LEVEL,
	LINE_DRAWING, /* that was not saved; behind the player's own levels */
};

struct menu_line {
	enum line_kind kind;
	const struct puzzle *puzzle;
	struct level_ref
		place;       /* pack -1: by its name alone, it is found or made when it is chosen */
	char *name, *title;  /* where the level is found, and what it is called; NULL: the place
	                        says that */
	uint64_t identity;   /* 0: not known yet, or a drawing */
	uint64_t number;     /* under which a drawing is kept */
	struct best best;
	int par;             /* -1: none, or not known yet */
	bool endless;
	bool playing, shown; /* a game of it is in progress; in which a way has been shown */
};

enum { MENU_LEFT_OUT_MAX = 160 };

struct menu {
	struct menu_line *lines; /* of all puzzles */
	struct level_list own;   /* the player's own levels */
	char left_out[MENU_LEFT_OUT_MAX]; /* files of theirs that are not there; "": none */
	int count;
	int *shown;          /* the lines that are in the list now: one puzzle's, or those found */
	int shown_count;
	int chosen;          /* a line, never a heading */
	int top;             /* the first place of `shown` on the screen */
	int before;          /* chosen when the search began */
	int previewed;       /* the line whose board is shown */
	int64_t preview_due; /* milliseconds; 0: not due */
	bool welcome;        /* nothing was ever played */
};

/* The setting that says which level was opened last, and its value for a level. */
#define MENU_LAST "last"
static inline long menu_last(uint64_t identity)
{
	return (long)(identity & 0x7FFFFFFF);
}

/* Fills the list; the chosen line stays, or is the level played last. False without memory: then
 * the game can only end. */
bool menu_open(struct app *app);
/* Chooses the drawing of that number, if it is there. */
void menu_choose_drawing(struct app *app, uint64_t number);
void menu_close(struct app *app);
/* `line`: the one that was clicked, or -1. */
void menu_key(struct app *app, enum action action, int line);
void menu_draw(struct app *app);
int menu_timeout(const struct app *app);
void menu_tick(struct app *app);

/* The list shows what has the words that are typed from now on. */
void menu_search(struct app *app);

/* A key while something is typed; true if it was for the list. */
bool menu_search_key(struct app *app, int key, int line);

/* ---- among the files of the menu ---- */

/* Makes all lines anew; false without memory, and there are none. */
bool menu_fill(struct app *app);

/* What a line's level is called. */
const char *menu_title(const struct app *app, const struct menu_line *line);

/* True if the level has all words of what is typed, in its title, its pack's, its puzzle's or its
 * name. */
bool menu_matches(const struct app *app, const struct menu_line *line);

/* Finds out what is in the list: the chosen line's puzzle, or what was typed. */
void menu_show(struct app *app);

/* Makes the line the chosen one. */
void menu_choose(struct app *app, int line);

/* The place of the chosen line in what is shown; -1 if it is not there. */
int menu_position(const struct menu *menu);

#endif
