/* What the screens of the game share. Only files of ui/ include this. */
#ifndef PARLOUR_UI_APP_H
#define PARLOUR_UI_APP_H

#include "core/clock.h"
#include "play/report.h"
#include "play/session.h"
#include "play/share.h"
#include "ui/keys.h"
#include "ui/screen.h"
#include "ui/ui.h"

enum page {
	PAGE_MENU,
	PAGE_GAME,
	PAGE_HELP,
};

enum animation {
	ANIMATION_OFF,
	ANIMATION_REDUCED, /* one picture between two positions */
	ANIMATION_FULL,
	ANIMATIONS
};

enum { SPEEDS = 9, MESSAGE_MAX = 160 };

/* What the player chose; kept from one start to the next. */
struct settings {
	int palette, glyphs, animation, speed, mouse;
};

/* A line of the menu: a pack's heading, or a level. */
struct menu_line {
	bool heading;
	const struct mode *mode;
	struct place place;
	uint64_t identity;
	struct best best;
	int par;
	bool endless;
};

struct menu {
	struct menu_line *lines;
	int count;
	int chosen, top;   /* lines */
	int previewed;     /* the line whose board is shown, or -1 */
	int64_t preview_due; /* milliseconds; 0: not due */
};

/* A move on its way across the screen, and the light that goes over the board it solved. */
struct motion {
	int frame, frames; /* frame 0: at rest */
	struct state from;
	int score;         /* before the move */
	move_code move;
	int light, lights; /* picture of the light, once the move is at rest; 0: there is none */
	int64_t due;       /* of the next picture */
};

/* Which way is replayed. */
enum replay {
	REPLAY_NONE,
	REPLAY_OWN,   /* the player's */
	REPLAY_LEAST, /* a shortest one */
};

struct game {
	bool open;
	struct session session;
	struct place place;
	uint64_t identity;
	struct motion motion;
	bool demo;         /* plays by itself */
	enum replay replay;
	bool from_list;    /* the replay was asked for there, and leads back there */
	bool sharing;      /* the result is shown as text to share, until the next key */
	bool showing;      /* v: all valid moves, until the next one */
	bool solving;      /* T: plays on from where the player was */
	bool paused;
	bool solved;       /* the result is on the screen */
	bool dirty;        /* changed since it was kept */
	bool placed;       /* kept as the level played last */
	bool unread;       /* the level's kept game could not be read: not to be written over */
	int64_t step_due;  /* of the next move made by itself; 0: none */
	int64_t started;   /* milliseconds; when the game was opened */
	int64_t seconds;   /* played before that */
	struct best best;
};

/* A line of text being typed. */
struct prompt {
	bool open;
	char text[PLACE_MAX];
	size_t length;
};

struct app {
	const struct ui_options *options;
	struct library *library;
	struct places places;  /* what next and previous go through */
	int current;           /* of the places */
	struct store *store;
	struct solver *solver;
	struct screen *screen;
	struct picture *picture;
	struct settings settings;
	enum page page, behind; /* what help covers */
	int help_top;          /* first line of help that is shown */
	struct menu menu;
	struct game game;
	struct prompt prompt;
	char message[MESSAGE_MAX]; /* one line, until the next key */
	char elsewhere[PLACE_MAX]; /* a game in progress that the menu has no line for, or "" */
	char shared[4 * SHARE_MAX]; /* what was shared, printed in the end */
	bool over;
	int64_t touched;       /* when the last key came */
};

void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes this level's neighbours the ones that next and previous go to. */
void app_set_places(struct app *app, struct place place);

/* Settings as they were kept, for this terminal. */
void settings_load(struct app *app);
/* Changes a setting, keeps it, and says so; false if the action is none of that. */
bool settings_action(struct app *app, enum action action);

/* What stands on every page: the keys in the lowest row; two rows above, what was said last, else
 * `words`; and NOT SAVED at the top right while that is so. */
void app_draw_edges(struct app *app, unsigned where, const char *words, enum role role);

/* Rows that such words take: one or two. */
int app_words_rows(const struct app *app, const char *words);

/* True, and said on the screen, if it has less than that, or less than any page needs. */
bool app_needs(struct app *app, int rows, int columns);

/* Lists the keys of a page that the footer, or the panel, is to show, with a word for each; returns
 * how many. */
enum { SHOWN_KEYS_MAX = 32 };
struct shown_key {
	const struct key_entry *entry;
	const char *word;
};
int app_list_keys(const struct app *app, unsigned where, struct shown_key shown[SHOWN_KEYS_MAX]);

/* Columns of a key with its word, and the same drawn, clickable; returns the column behind. On a
 * narrow screen arrows do without a word. */
int app_key_columns(const struct shown_key *shown, bool narrow);
int app_draw_key(struct picture *picture, int row, int column, const struct shown_key *shown,
                 bool narrow);

/* The entry's word for the footer: the mode's own where it is about the mode's keys; NULL: none. */
const char *app_footer(const struct app *app, const struct key_entry *entry);

/* Where the keys of the game page are looked up now. */
unsigned game_where(const struct app *app);

/* Opens a level; the game in progress is taken up if there is one. Says why it can't. */
bool game_open(struct app *app, struct place place);
void game_close(struct app *app);
/* `cell`: the board's cell that was clicked, or -1. */
void game_key(struct app *app, int key, int cell, enum action action);
void game_draw(struct app *app);
/* Back to the list of levels. */
void game_leave(struct app *app);
/* Opens a level at the player's best result, with nothing kept of that; false where there is none
 * that can be replayed, which is said. */
bool game_open_best(struct app *app, struct place place);
/* A move was made from there: shows it, and what came of it. */
void game_moved(struct app *app, const struct state *from, int score, move_code move);
/* The position changed in another way, if it did. */
void game_changed(struct app *app, bool done);
/* Time played, in this and earlier sittings. */
int64_t game_seconds(const struct game *game);
/* Milliseconds until something moves by itself; -1: nothing does. */
int game_timeout(const struct app *app);
/* Moves what is due. */
void game_tick(struct app *app);
/* Writes the game down; called before it is drawn. */
void game_keep(struct app *app);
/* Adds the highest score of a game without an end to the results, if it is the best so far. The game
 * itself stays in progress. */
void game_keep_score(struct app *app);
/* Goes to the level `step` places further on. */
void game_go(struct app *app, int step);

/* ---- what moves on the screen ---- */

/* Shows a move that was made from there, as the player wants to see moves. */
void motion_begin(struct app *app, const struct state *from, int score, move_code move);
/* Lets a light go over the board, once the move is at rest. */
void motion_celebrate(struct app *app);
/* Skips to the end. */
void motion_stop(struct game *game);
bool motion_is_over(const struct game *game);
void motion_tick(struct app *app);
/* What was scored so far, as far as it has been shown. */
int motion_score(const struct game *game);
/* Paints the light over the board at the picture's origin. */
void motion_paint_light(const struct game *game, struct picture *picture);

/* ---- what moves by itself: the demo, T, a replay ---- */

bool watch_is_on(const struct game *game);
/* The next move comes after a while; a longer one, to look at what was solved. */
void watch_plan(struct app *app);
/* Makes the move that is due, or ends. */
void watch_step(struct app *app);
/* False if the action has nothing to do with watching. */
bool watch_action(struct app *app, enum action action);
/* T: plays on from here. */
void watch_solve(struct app *app);
/* Replays the way to where the game is, or the best result of a level of the list. */
void watch_replay(struct app *app);
void watch_best(struct app *app, struct place place);
/* Back to the game, or to the list, where the replay was asked for. */
void watch_end_replay(struct app *app);
/* What is being watched, in a few words. */
void watch_words(const struct app *app, char out[REPORT_MAX]);

/* Whether the demo is a tour of all puzzles, which any key ends that is not the demo's own. */
bool tour_is_on(const struct app *app);
/* Makes the levels of the tour the ones that the demo goes through; false without memory. */
bool tour_begin(struct app *app);

/* ---- the result ---- */

/* Where the board is drawn on the screen, and in how many rows it has room. */
struct spot {
	int top, rows;
	struct scale scale, extent;
	int row, column;
};

/* Where the panel goes. */
struct panel {
	int row, column, rows, columns;
	int gap;   /* blank rows between words and keys */
	bool tall; /* beside the board, a line for each key */
	bool over; /* over the board, for want of room elsewhere */
};

/* Finds a place for the panel beside or below the board, which is moved aside if that makes one;
 * false if there is none. Or else puts it over the board. */
bool result_arrange(const struct app *app, struct spot *spot, struct panel *panel);
void result_arrange_over(const struct app *app, const struct spot *spot, struct panel *panel);
void result_draw(struct app *app, const struct panel *panel);
/* S: shows the text, has the terminal copy it, and notes it for the end. */
void result_share(struct app *app);
void result_draw_shared(struct app *app);

/* The setting that says which level was opened last, and its value for a level. */
#define MENU_LAST "last"
static inline long menu_last(uint64_t identity)
{
	return (long)(identity & 0x7FFFFFFF);
}

/* Fills the list; the chosen line stays, or is the level played last. */
bool menu_open(struct app *app);
void menu_close(struct app *app);
/* `line`: the one that was clicked, or -1. */
void menu_key(struct app *app, enum action action, int line);
void menu_draw(struct app *app);
int menu_timeout(const struct app *app);
void menu_tick(struct app *app);

void help_open(struct app *app);
/* The next screenful of help, or back to the page that it covers. */
void help_key(struct app *app);
void help_draw(struct app *app);

#endif
