/* What the screens of the game share. Only files of ui/ include this. */
#ifndef PARLOUR_UI_APP_H
#define PARLOUR_UI_APP_H

#include "os/clock.h"
#include "play/draft_file.h"
#include "play/report.h"
#include "play/session.h"
#include "play/share.h"
#include "ui/loop.h"
#include "ui/page/menu.h"
#include "ui/term/screen.h"
#include "ui/widget/keymap.h"

enum page {
	PAGE_MENU,
	PAGE_GAME,
	PAGE_HELP,
	PAGE_EDITOR,
	PAGE_STATISTICS,
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

/* A move on its way across the screen, and the light that goes over the board it solved. */
struct move_animation {
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
	struct level_ref place;
	uint64_t identity;
	struct move_animation animation;
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
	bool trial;        /* of the editor's level: nothing of it is kept */
	bool unread;       /* the level's kept game could not be read: not to be written over */
	int64_t step_due;  /* of the next move made by itself; 0: none */
	int64_t started;   /* milliseconds; when the game was opened */
	int64_t seconds;   /* played before that */
	bool stands;       /* the clock: that is all that was played */
	bool recorded;     /* and is kept with a result */
	struct best best;
};

struct app;

/* The part that is seen of a board that fits in no scale. */
struct window {
	struct scale first; /* its first row and column on the screen, from the board's margin on */
	struct scale last;  /* where they are at most: 0 and 0 where all is seen */
	int cell;           /* where the cursor was, -1: to be looked for */
};

/* A level on the board of the editor. */
struct editor {
	struct draft draft;
	struct draft_origin origin;
	char *saved;         /* the draft's text when it was opened, or saved last */
	uint64_t number;     /* of that text: under it changes are kept */
	bool kept, dirty;    /* something is kept; the draft changed since */
	bool unread;         /* what is kept could not be read: not to be written over */
	bool asked;          /* whether to leave it unsaved */
	int word;            /* 0: the start is drawn, 1: the goal or the marks */
	int row, column;     /* the cursor's cell */
	char brush[2];       /* the letter that is put next, by word */
	bool is_level;       /* by now */
	struct level level;  /* rows and columns even where it is none */
	struct error fault;  /* why it is none */
	struct answer answer;
	uint64_t question;   /* being answered; 0: none */
	enum page behind;    /* where Escape goes: the menu, or the game of `place` */
	struct level_ref place;
	int trial;           /* the library's pack in which it is played; -1: none yet */
	int header;          /* that the prompt began with */
	char path[LEVEL_NAME_MAX]; /* of the file that may be replaced */
};

/* Takes what was typed. False, and the reason said: it stays, to be changed. */
typedef bool prompt_done(struct app *app, const char *text);

/* A line of text being typed. */
struct prompt {
	bool open;
	const char *label;
	prompt_done *done;         /* not called where nothing was typed */
	void (*next)(struct app *app); /* Tab: begins with another text; NULL: there is none */
	char text[LEVEL_NAME_MAX];
	size_t length;
};

struct app {
	const struct ui_options *options;
	struct library *library;
	struct level_list places; /* what next and previous go through */
	int current;           /* of the places */
	struct store *store;
	struct solver *solver;
	struct screen *screen;
	struct picture *picture;
	struct settings settings;
	struct keys keys;      /* those that hold */
	enum page page, behind; /* what help covers */
	struct window window;
	int help_top;          /* first line of help that is shown */
	struct menu menu;
	struct statistics *statistics; /* of each mode, as the page shows them; NULL: not yet */
	struct game game;
	struct editor *editor; /* NULL: nothing is being drawn */
	struct prompt prompt;
	char message[MESSAGE_MAX]; /* one line, until the next key */
	char shared[4 * SHARE_MAX]; /* what was shared, printed in the end */
	bool over;
	bool stopping;         /* hands over to the shell once all is kept */
	bool starved;          /* over for want of memory */
	int64_t touched;       /* when the last key came */
	int64_t tried;         /* when it was last tried by itself to save what waits for that */
};

void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Asks for a line of text, which begins with `text`. */
void app_prompt(struct app *app, const char *label, const char *text, prompt_done *done);

/* Takes every key and click that is there. */
void app_take_keys(struct app *app);

/* Makes this level's neighbours the ones that next and previous go to. */
void app_set_places(struct app *app, struct level_ref place);

/* Settings as they were kept, for this terminal. */
void settings_load(struct app *app);
/* Changes a setting, keeps it, and says so; false if the action is none of that. */
bool settings_action(struct app *app, enum action action);
/* How the setting stands that the action changes: "full"; "" if it changes none. */
enum { SETTING_VALUE_MAX = 48 };
void settings_value(const struct app *app, enum action action, char out[SETTING_VALUE_MAX]);

/* What stands on every page: the keys in the lowest row; two rows above, what was said last, else
 * `words`; and NOT SAVED at the top right while that is so. */
void app_draw_edges(struct app *app, unsigned where, const char *words, enum role role);

/* NOT SAVED alone. */
void app_draw_trouble(struct app *app);

/* Why not everything is saved, in a few words; NULL while all is kept. */
const char *app_trouble(const struct app *app);

/* Rows that words take on the screen: one, or two where they are long. */
int app_words_rows(const struct app *app, const char *words);

/* Draws them, the last of these rows at `row`. */
void app_draw_words(struct app *app, int row, const char *words, enum role role);

/* Whether the screen has less room than any page needs, but for help. Or says so there, if that is
 * so. */
bool app_is_too_small(const struct app *app);
bool app_draw_too_small(struct app *app);

/* The name of the key that does there what `key` does at first; "no key" if none does. */
const char *app_key(const struct app *app, unsigned where, int key, char out[KEY_NAME_MAX]);

/* Says of a key that has nothing to do there now where it would, or how to see what has. */
void app_say_idle(struct app *app, unsigned where, int key);

/* An entry of the footer, or of the result's panel. */
enum { SHOWN_KEYS_MAX = 32, SHOWN_SIDES = 4 };
struct shown_key {
	const struct key_entry *entry;
	const char *word;     /* "": none */
	int count, gap;       /* of keys; columns between two */
	int key[SHOWN_SIDES]; /* at first: for clicks */
	char name[SHOWN_SIDES][KEY_NAME_MAX];
};

/* Lists those of a page; returns how many. */
int app_list_keys(const struct app *app, unsigned where, struct shown_key shown[SHOWN_KEYS_MAX]);

/* Columns of one of them, and the same drawn, clickable; returns the column behind. */
int app_key_columns(const struct shown_key *shown);
int app_draw_key(struct picture *picture, int row, int column, const struct shown_key *shown);

/* The entry's word for the footer: the mode's own where it is about the mode's keys; NULL: none. */
const char *app_footer(const struct app *app, const struct key_entry *entry);

/* ---- where the board is ---- */

enum { SCALES = 4 };

/* All in rows and columns of the screen. */
struct viewport {
	int top, rows;        /* where it has room */
	int left, columns;
	int number;           /* of the scale, the largest first, below SCALES */
	struct scale scale;
	struct scale whole;   /* the board with its margin */
	struct scale seen;    /* of that: less than all only in the smallest scale */
	struct scale first;   /* of that: where it begins */
	struct scale strip;   /* on each side, where not all is seen: for arrows */
	struct scale extent;  /* what is seen, and the strips */
	int row, column;      /* where that begins */
};

/* Rows and columns of a board in the smallest scale. */
struct scale viewport_least(const struct puzzle *puzzle, const struct level *level);

/* In the middle of some rows from `top` on, in the largest scale that fits. The cursor's cell is
 * seen in any case. */
struct viewport viewport_find(struct app *app, const struct puzzle *puzzle,
                              const struct level *level, int top, int rows, int cell);
/* The same in the scale of that number; `room`: top, rows, left and columns. */
struct viewport viewport_at(struct app *app, const struct puzzle *puzzle, const struct level *level,
                            struct viewport room, int number, int cell);

/* Between these, the board is painted: no more of it gets onto the screen than is to be seen. */
void viewport_begin(const struct viewport *viewport, struct picture *picture);
void viewport_end(const struct viewport *viewport, struct picture *picture);

/* The next picture looks for the cursor. */
void window_forget(struct app *app);
/* Looks elsewhere; false if the action is none of that. */
bool window_action(struct app *app, enum action action);

/* Where the keys of the game page are looked up now. */
unsigned game_where(const struct app *app);

/* Opens a level; the game in progress is taken up if there is one. Says why it can't. */
bool game_open(struct app *app, struct level_ref place);
/* The same to try a level that is being drawn: it ends in the editor, and nothing is kept. */
bool game_try(struct app *app, struct level_ref place);
void game_close(struct app *app);
/* `key`: as modes know it. `cell`: the board's cell that was clicked, or -1. False if the key has
 * nothing to do now. */
bool game_key(struct app *app, int key, int cell, enum action action);
void game_draw(struct app *app);
/* Back to the list of levels. */
void game_leave(struct app *app);
/* Opens a level at the player's best result, with nothing kept of that; false where there is none
 * that can be replayed, which is said. */
bool game_open_best(struct app *app, struct level_ref place);
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
/* The same as the game is left, with what is noted only then: its score, and that the menu begins
 * here next time. What can't be written down even now will be told at the end. */
void game_keep_last(struct app *app);
/* Adds the highest score of a game without an end to the results, if it is the best so far. The
 * game itself stays in progress. */
void game_keep_score(struct app *app);
/* Why the game is not kept, in a few words; NULL while it is. */
const char *game_trouble(const struct app *app);
/* Keeps what could not be kept; where a kept game could not be read it asks again whether there is
 * one that would be written over: the file may only have been locked. */
void game_try_again(struct app *app);
/* Goes on with the game that is kept of the level, if there is one, and says so. */
void game_take_up(struct app *app);
/* Goes to the level `step` places further on. */
void game_go(struct app *app, int step);

void statistics_open(struct app *app);
void statistics_draw(struct app *app);

/* ---- what moves on the screen ---- */

/* Shows a move that was made from there, as the player wants to see moves. */
void animation_begin(struct app *app, const struct state *from, int score, move_code move);
/* Lets a light go over the board, once the move is at rest. */
void animation_celebrate(struct app *app);
/* Skips to the end. */
void animation_stop(struct game *game);
bool animation_is_over(const struct game *game);
void animation_tick(struct app *app);
/* What was scored so far, as far as it has been shown. */
int animation_score(const struct game *game);
/* Paints the light over the board at the picture's origin. */
void animation_paint_flash(const struct game *game, struct picture *picture);

/* ---- what moves by itself: the demo, T, a replay ---- */

/* The hand, and with it the window of a board that does not fit, goes to what a move from there has
 * brought, or with `back` to where it had come from. */
void playback_follow(struct app *app, const struct state *from, move_code move, bool back);
/* Nothing was moved yet: it goes to a piece that can be. */
void playback_find(struct app *app);

bool playback_is_on(const struct game *game);
/* The next move comes after a while; a longer one, to look at what was solved. */
void playback_plan(struct app *app);
/* Makes the move that is due, or ends. */
void playback_step(struct app *app);
/* False if the action has nothing to do with watching. */
bool playback_action(struct app *app, enum action action);
/* T: plays on from here. */
void playback_solve(struct app *app);
/* Replays the way to where the game is, or the best result of a level of the list. */
void playback_replay(struct app *app);
void playback_best(struct app *app, struct level_ref place);
/* Back to the game, or to the list, where the replay was asked for. */
void playback_end_replay(struct app *app);
/* What is being watched, in a few words. */
void playback_words(const struct app *app, char out[REPORT_MAX]);

/* Whether the demo is a tour of all puzzles, which any key ends that is not the demo's own. */
bool tour_is_on(const struct app *app);
/* Makes the levels of the tour the ones that the demo goes through; false without memory. */
bool tour_begin(struct app *app);

/* ---- the result ---- */

/* Where the panel goes. */
struct panel {
	int row, column, rows, columns;
	int gap;   /* blank rows between words and keys */
	bool tall; /* beside the board, a line for each key */
	bool over; /* over the board, for want of room elsewhere */
};

/* Finds a place for the panel beside or below the board, which is moved aside if that makes one;
 * false if there is none. Or else puts it over the board. */
bool result_arrange(const struct app *app, struct viewport *viewport, struct panel *panel);
void result_arrange_over(const struct app *app, const struct viewport *viewport,
                         struct panel *panel);
void result_draw(struct app *app, const struct panel *panel);
/* S: shows the text, has the terminal copy it, and notes it for the end. */
void result_share(struct app *app);
void result_draw_shared(struct app *app);


/* Draws on a level, in place of the game, or on an empty board. A kept draft is taken up. */
bool editor_open(struct app *app, struct level_ref place);
bool editor_open_empty(struct app *app, const struct puzzle *puzzle);
/* Goes on with the drawing that is kept under a number: on the level it began with, if that is in
 * the library, else on an empty board. */
bool editor_open_kept(struct app *app, const struct puzzle *puzzle, uint64_t number);
/* Reads what the draft is by now, and asks about it. */
void editor_look(struct app *app);
/* Back from a trial of what is drawn. */
void editor_return(struct app *app);
void editor_close(struct app *app);
/* `cell`: the board's cell that was clicked, or the letter of the palette; or -1. */
void editor_key(struct app *app, int key, int cell, enum action action);
/* The proven least number of moves of what is drawn, or -1. */
int editor_par(const struct editor *editor);
bool editor_is_saved(const struct editor *editor);
/* From here on changes are those to what the draft is now. False without memory. */
bool editor_note_saved(struct editor *editor);
/* Asks for a name, and saves it as a level file. */
void editor_save(struct app *app);
/* What the words of a row are called: "start", "goal", "marks"; NULL: a level has none. */
const char *editor_word_name(const struct editor *editor, int word);
void editor_draw(struct app *app);
/* Takes an answer; true if it says something new. */
bool editor_news(struct app *app);
/* Writes the draft down; called before it is drawn. */
void editor_keep(struct app *app);
/* The same as the drawing is left. What can't be kept even now will be told at the end. */
void editor_keep_last(struct app *app);
/* Why the drawing is not kept, in a few words; NULL while it is. */
const char *editor_trouble(const struct app *app);
/* The same for a drawing as game_try_again. */
void editor_try_again(struct app *app);

void help_open(struct app *app);
/* Another screenful of help; past the last one, back to the page that it covers. */
void help_turn(struct app *app, bool forward);
void help_draw(struct app *app);

#endif
