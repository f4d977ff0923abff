/* The menu: a list of levels, in five files: its lines (menu_list.c), where they are on the screen
 * (menu_layout.c), the choice (menu.c), how an entry looks (menu_entries.c), and the page
 * (menu_draw.c); and practice (menu_practice.c). */
#ifndef PARLOUR_UI_PAGE_MENU_H
#define PARLOUR_UI_PAGE_MENU_H

#include "store/store.h"
#include "ui/app.h"
#include "ui/page/menu_showcase.h"
#include "ui/widget/thumbnail.h"

/* A puzzle's lines are listed in this order. */
enum line_kind {
	LINE_TODAY,   /* the board of the day */
	LINE_RUN,     /* the day's streak or storm */
	LINE_LADDER,  /* the ladder of the week: its first rung that is not solved */
	LINE_GAME,    /* in progress; a level of a pack has its own line too */
	LINE_HEADING, /* a pack, before its levels; or the player's own levels, pack -1 */
	LINE_LEVEL,
	LINE_DRAWING, /* a drawing that was not saved; after the player's own levels */
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
	struct thumbnail *thumbnail; /* NULL: not seen yet */
	struct menu_line *rungs;     /* of a ladder; else NULL */
};

/* Where the list shows an entry: its first row, from the top of the list, and its column of cards,
 * from 0. */
struct place {
	int row, column;
};

/* How the list is divided. Where there is no room for cards, each level has a line. */
struct layout {
	int cards;             /* columns of cards; 0: lines */
	struct size card;      /* on the screen, with the gap to the next one */
	struct size thumbnail; /* size of a card's picture; no rows: none */
	int heading_rows;      /* rows of a pack's heading; above thumbnails, with a blank row */
	int columns;           /* columns of the list; to its right is the preview */
	bool narrow;           /* lines are shorter */
	bool day_row;          /* the board of the day is in the row of the runs and the ladder */
	int run_columns;       /* of each run in that row, with what is beside its title: */
};

enum {
	MENU_RUN_BESIDE = 3,  /* a mark and a blank before it, a blank or an arrow after it */
	MENU_DAY_COLUMNS = 18 /* of the title of the board of the day in that row */
};

struct menu {
	struct menu_line *lines;    /* lines of all puzzles; NULL while the menu is closed */
	char left_out[MESSAGE_MAX]; /* the player's files that could not be read; "": none */
	int count;
	int *shown;          /* the lines that are in the list now: one puzzle's, or those found */
	int shown_count;
	int language;        /* of the lines' titles: language_current() */
	int selected;        /* a line, never a heading */
	struct place *places; /* places of those, as menu_place found them */
	int top;              /* the list's first row on the screen */
	int head;             /* rows above the list, as drawn last */
	bool searching;
	int before;          /* chosen when the search began */
	int previewed;       /* the line whose board is shown; -1: nothing yet */
	int64_t preview_due; /* milliseconds; 0: not due */
	int64_t arrival_due; /* the same: to ask whether anything arrived from other hosts */
	bool welcome;        /* nothing was ever played, and no level chosen yet */
	struct showcase *showcase;        /* until a level is chosen; else NULL */
	const struct puzzle *last_puzzle; /* chosen when the menu was closed; NULL: never */
	uint64_t last_identity;
	struct level level;     /* read for a line, or to draw beside the list */
	struct picture *canvas; /* for thumbnails */
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

/* Makes titles again if another language was chosen since. */
void menu_translate(struct menu *menu);

/* ---- menu_practice.c ---- */

/* Opens the level whose practice is due first; next and previous then go through all that are due.
 * Says so if none is. */
void menu_practise(struct app *app);

/* ---- menu_layout.c ---- */

struct layout menu_layout(const struct app *app);

/* Finds the places of all entries shown; returns the rows that they take together. */
int menu_place(struct app *app);

/* Whether an entry is a card; and its rows. */
bool menu_is_card(const struct layout *layout, const struct menu_line *line);
int menu_entry_rows(const struct layout *layout, const struct menu_line *line);

/* The screen's column of a run in its row; and the rows for today's board, runs and ladder, of
 * which the ladder is above the preview; 0 where each has a line. */
int menu_run_column(const struct layout *layout, struct place place);
int menu_day_rows(const struct layout *layout);

/* The position in `shown` of the level above (-1) or below (1) that one; -1: there is none. */
int menu_vertical(const struct menu *menu, int position, int step);

/* Keeps the chosen level in sight, and its pack's heading if it is the first level, in a list of
 * `all` rows, of which `seen` are visible. */
void menu_scroll(struct app *app, int seen, int all);

/* ---- menu_entries.c ---- */

/* Par, padded to `digits`, and the player's best: moves, or the score of an endless level; else
 * that a game is in progress. */
void menu_result(const struct menu_line *line, int digits, char *out, size_t size);

/* Draws an entry of the list at a row of the screen. */
void menu_draw_entry(struct app *app, int row, int position);

/* What the signs at entries mean. */
const struct sign *menu_signs(const struct app *app);

/* ---- menu_draw.c ---- */

/* Whether the puzzles play where else the preview is. */
bool menu_greets(const struct app *app);

void menu_draw(struct app *app);

#endif
