/* What a page is, and what the pages share.
 *
 * A page is a const value: what it does with a key, how it is drawn, and so on. No page calls
 * another: it sets a destination, and dispatch goes there after the key, click or tick.
 *
 * Open pages form a stack; the top one is on the screen. Help covers any page, statistics, the
 * form for a new board and the list of who plays cover the menu, a game that is watched covers that
 * list, a game that tries a drawing covers the editor, and one that
 * shows a board of a run covers the run. */
#ifndef PARLOUR_UI_APP_H
#define PARLOUR_UI_APP_H

#include "play/library.h"
#include "play/report.h"
#include "play/race.h"
#include "play/run_list.h"
#include "play/scores.h"
#include "ui/broadcast.h"
#include "ui/settings.h"
#include "ui/term/screen.h"
#include "ui/term/theme.h"
#include "ui/widget/footer.h"
#include "ui/widget/prompt.h"
#include "ui/widget/star.h"
#include "ui/widget/viewport.h"

struct app;

/* ---- pages ---- */

enum page_id {
	PAGE_MENU,
	PAGE_GAME,
	PAGE_EDITOR,
	PAGE_STATISTICS,
	PAGE_FORM,
	PAGE_RUN,
	PAGE_PLAYERS,
	PAGE_HELP,
	PAGES
};

enum transition {
	TRANSITION_NONE,
	TRANSITION_REPLACE, /* every open page is closed first */
	TRANSITION_COVER,   /* the page stays open beneath */
	TRANSITION_BACK,    /* to the page beneath */
};

/* What a game or a drawing begins with. */
enum start {
	START_LEVEL,  /* the level, with its saved game or drawing */
	START_NEW,    /* the same, and the menu lists it even without a move */
	START_DEMO,   /* the level, played by itself */
	START_TOUR,   /* the same through levels of all puzzles */
	START_BEST,   /* a replay of the player's best result of the level */
	START_REVIEW, /* the same, at its first costly move; without a result, of the saved game */
	START_PRACTICE, /* the level, with its counter hidden until it is asked for */
	START_TRIAL,    /* the editor's level; nothing is kept */
	START_RUN,      /* a run, a new one or that in progress */
	START_GHOST,    /* the level anew, in a race against a ghost: app->rival */
	START_RACE,     /* the race that the player takes part in: app->race */
	START_WATCH,    /* the game of another player, as it goes on; nothing is kept */
	START_LOOK,     /* a replay of what was made of a board of a run; nothing is kept */
	START_EMPTY,    /* an empty board of the puzzle */
	START_DRAFT,    /* the drawing of that puzzle and number */
};

struct destination {
	enum transition transition;
	enum page_id page;
	enum start start;
	struct level_ref level;
	bool neighbours;   /* next and previous go to the level's neighbours */
	enum page_id back; /* from the editor: the menu, or the game of the level */
	const struct puzzle *puzzle;
	struct run_id run; /* for START_RUN, and the page of a run, */
	int64_t began;     /* which shows the one that began then; 0: the best one of the day */
	const char *moves; /* for START_LOOK: kept by the page beneath */
	const char *player; /* the same for START_WATCH */
	uint64_t draft; /* number of a saved drawing, for the menu to select; 0: none */
	int key;        /* passed to the page beneath; PRESS_NONE: none */
};

/* A key press, or a click, which acts as a key. */
struct press {
	int key;
	int cell;           /* cell of the clicked widget, with a meaning of its page; or -1 */
	enum action action; /* what the key means on this page */
};

/* A sign on a page, for language_text_in, and its meaning. A table of them ends with one without
 * `text`. */
struct sign {
	const char *sign, *ascii; /* ascii: where it differs, else NULL */
	const char *text;         /* for language_text */
};

/* Members may be NULL, except key, draw, and one of where and where_now. */
struct page {
	size_t state_bytes; /* size of app->state, which starts as 0 and survives closing it */
	bool any_size;      /* drawn in a terminal of any size */
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
	/* Text was pasted. If a page lacks this, a level code is opened where levels can be. */
	void (*paste)(struct app *app, const char *text);
	/* The mouse was dragged from a cell of the board to another place. If a page has this, a
	 * click on a cell counts when the button is released. */
	void (*drag)(struct app *app, const struct drag *drag);
	/* While a line is typed: true if the page used the key. */
	bool (*typing_key)(struct app *app, int key, int cell);
	/* Called when the line is opened or changes. */
	void (*typed)(struct app *app);

	void (*draw)(struct app *app);
	/* The word of an entry in the footer and in help, for language_text_in; NULL: it is not
	 * shown now. */
	const char *(*word)(const struct app *app, const struct key_entry *entry);
	/* Whether the page refuses an action of its keys now, which help then leaves out; NULL: it
	 * refuses none. */
	bool (*refuses)(const struct app *app, enum action action);
	/* The puzzle and the level that help is about, if it is about one. */
	const struct puzzle *(*puzzle)(const struct app *app);
	const struct level *(*level)(const struct app *app);
	/* What the page's signs mean, for help; NULL: there are none. */
	const struct sign *(*signs)(const struct app *app);

	/* When the next tick is due, in milliseconds; 0: there is none. Only for the page on the
	 * screen. */
	int64_t (*due)(const struct app *app);
	void (*tick)(struct app *app);

	/* The rest is called for pages beneath, too. */

	/* Saves changes before they are drawn; with `retry`, also what could not be saved before.
	 * And: why something is unsaved, in a few words; NULL: all is saved. */
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
extern const struct page menu_page, game_page, editor_page, statistics_page, form_page, run_page,
	players_page, help_page;
extern const struct page *const pages[PAGES];

/* ---- shared state ---- */

enum { MESSAGE_MAX = 512 };

/* What is typed, each with its own history. */
enum prompt_kind { PROMPT_LEVEL, PROMPT_SEARCH, PROMPT_FILE, PROMPT_HEADER, PROMPTS };

struct app {
	const struct ui_options *options;
	struct library *library;
	struct store *store;
	struct solver *solver;
	struct screen *screen;
	struct picture *picture;
	struct settings settings;
	struct keys keys;         /* with those that the player bound */
	struct theme own_theme;   /* the player's, if there is one */
	bool has_own_theme;
	struct broadcast broadcast; /* of the player's game, if others may watch */
	struct level_list levels; /* the levels of next and previous */
	int current;              /* the current one of these */
	struct level_list user_levels; /* as read by the menu */
	uint64_t last_level;      /* identity of the level played last; 0: none yet */
	struct race_text race;    /* that the player takes part in; no boards: none */
	char rival[RIVAL_NAME_MAX]; /* whose result the player races against */
	struct scroll scroll;
	struct run_boards boards; /* of the run that was played or read last */
	struct star star; /* a star that a level has earned, until the menu shows it */
	struct prompt prompt;
	struct prompt_history typed[PROMPTS]; /* until the program ends */
	char message[MESSAGE_MAX];  /* one line, until the next key */
	int left, right;            /* columns: the page's texts begin there, and end before that */
	char shared[4 * SHARE_MAX]; /* the results shared, printed at the end */

	const struct page *open[PAGES]; /* the stack of open pages */
	int depth;                      /* depth of the stack; 0 only while pages are replaced */
	void *state[PAGES];             /* each page's own */
	struct destination next;        /* where to go after the key or tick */
	bool drawn;              /* the picture shows the page on top */
	bool unchanged;          /* set by a tick that changed nothing on the screen */
	int held;                /* cell where the mouse button is held down, plus one; 0: none */
	struct click held_at;    /* and where that is on the screen */

	bool over;
	bool suspended;     /* stop for the shell once all is saved */
	bool out_of_memory; /* the reason why it is over */
	int64_t touched;    /* when the last key came */
	int64_t tried;      /* when saving was last retried automatically */
};

/* The page on the screen, and where its keys are looked up. */
const struct page *app_page(const struct app *app);
unsigned app_where(const struct app *app);
/* The page that help covers. */
const struct page *app_page_beneath(const struct app *app);

/* Set the next destination; the last three are shorthands. */
void app_go(struct app *app, struct destination to);
void app_go_back(struct app *app);
void app_go_to_menu(struct app *app);
void app_cover(struct app *app, enum page_id page);

/* Goes to the level of that name: a file, a level of the program or a game ID; or to that run.
 * False, with nothing done, if there is none. */
bool app_go_to_level(struct app *app, const char *name, enum start start, struct error *error);

/* Reads all kept runs, unverified. */
void app_read_runs(struct app *app, struct run_list *list);

/* Reads the leaderboard's records, unverified: this host's, and others' if they can be read. False
 * if this host's can't be. */
bool app_read_scores(struct scores *scores);

/* Of a hundred players on all hosts, how many needed more moves for the level; -1: unknown. */
int app_percentile(uint64_t level, int count);

/* The earlier of two due times; 0 is never. */
static inline int64_t app_sooner(int64_t a, int64_t b)
{
	return a == 0 || (b != 0 && b < a) ? b : a;
}

/* Milliseconds until `due`; 0 if it has passed. */
int app_until(int64_t due);

/* Why changes of open pages are unsaved, in a few words; NULL: all are saved. */
const char *app_page_trouble(const struct app *app);

void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with a text such as an error, made a sentence (text_sentence). */
void app_say_sentence(struct app *app, const char *text);

/* Keeps a text to share, a result or a level code, for printing on exit, and copies it through the
 * terminal; false if that was not asked to. */
bool app_share(struct app *app, const char *text);
/* The same with a result that is shown until a key is pressed; says so. */
void app_share_shown(struct app *app, const char *text);

/* Scrolls a board that does not fit; false if the action does not scroll. */
bool app_scroll(struct app *app, enum action action);

/* The name of the key now bound to the action that `key` has by default; "no key" if there is
 * none. */
const char *app_key(const struct app *app, unsigned where, int key, char out[KEY_NAME_MAX]);

/* The page's word for an entry, in the player's language; NULL: it is not shown now. */
const char *app_word(const struct app *app, const struct page *page, const struct key_entry *entry);

/* Whether an action does nothing there: what the page refuses, and what is only for players of a
 * shared account, for others. */
bool app_refuses(const struct app *app, const struct page *page, enum action action);

/* Lists the entries that the page on the screen shows there; returns how many. */
int app_list_keys(const struct app *app, unsigned where, struct shown_key shown[SHOWN_KEYS_MAX]);

/* Draws what every page has: its keys in the lowest row, the message or else `words` two rows
 * above, and NOT SAVED at the top right if something is unsaved. `drop` as in footer_draw. With
 * `full`, the page takes the row of the words, and they are just above the keys. */
void app_draw_footer(struct app *app, unsigned where, const enum action *drop, const char *words,
                     enum role role, bool full);

/* Makes a click outside all widgets act as a key; call it before these are drawn. While a line is
 * typed, only the keys in the lowest row can be clicked. */
void app_click_anywhere(struct app *app, int key);

/* NOT SAVED alone. */
void app_draw_trouble(struct app *app);

#endif
