/* The menu: a list of levels, in three files: its lines (menu_list.c), the choice (menu.c),
 * and how it looks (menu_draw.c). */
#ifndef PARLOUR_UI_PAGE_MENU_H
#define PARLOUR_UI_PAGE_MENU_H

#include "store/store.h"
#include "ui/app.h"
#include "ui/page/menu_showcase.h"

/* A puzzle's lines are listed in this order. */
enum line_kind {
	LINE_GAME,    /* in progress; a level of a pack has its own line too */
	LINE_TODAY,   /* the board of the day */
	LINE_HEADING, /* a pack, before its levels; or the player's own levels, pack -1 */
	LINE_LEVEL,
	LINE_DRAWING, /* that was not saved; after the player's own levels */
};

struct menu_line {
	enum line_kind kind;
	const struct puzzle *puzzle;
	struct level_ref level; /* pack -1: found or made by its name alone when it is chosen */
	char *name, *title;  /* where the level is found, and its title; NULL: `level` says that */
	uint64_t identity;   /* 0: not known yet; of a drawing the number under which it is saved */
	struct best best;
	int par;             /* -1: none, or not known yet */
	bool endless;
	bool playing, shown; /* a game of it is in progress; in which a solution has been shown */
};

struct menu {
	struct menu_line *lines;    /* of all puzzles; NULL while the menu is closed */
	char left_out[MESSAGE_MAX]; /* the player's files that could not be read; "": none */
	int count;
	int *shown;          /* the lines that are in the list now: one puzzle's, or those found */
	int shown_count;
	int selected;        /* a line, never a heading */
	int top;             /* index in `shown` of the first line on the screen */
	bool searching;
	int before;          /* chosen when the search began */
	int previewed;       /* the line whose board is shown */
	int64_t preview_due; /* milliseconds; 0: not due */
	bool welcome;        /* nothing was ever played */
	struct showcase *showcase;        /* then; else NULL */
	const struct puzzle *last_puzzle; /* chosen when the menu was closed; NULL: never */
	uint64_t last_identity;
	struct level level; /* read for a line, or to be drawn beside the list */
};

static inline struct menu *menu_of(const struct app *app)
{
	return app->state[PAGE_MENU];
}

/* ---- menu.c ---- */

/* The index of the chosen line in `shown`; -1 if it is not there. */
int menu_position(const struct menu *menu);

/* ---- menu_list.c ---- */

/* Makes all lines; false without memory, and there are none. */
bool menu_fill(struct app *app);
void menu_free_lines(struct menu *menu);

const char *menu_title(const struct app *app, const struct menu_line *line);

/* ---- menu_draw.c ---- */

void menu_draw(struct app *app);

#endif
