/* The table of keys and their help, for dispatch, footer, help page and manual. A player may bind
 * other keys in a file of lines "ACTION = KEY KEY …"; they replace all keys of that action. Blank
 * lines, and lines that begin with ";", are skipped. In every language, actions and keys have their
 * English names there, as in parlour(6). */
#ifndef PARLOUR_UI_WIDGET_KEYMAP_H
#define PARLOUR_UI_WIDGET_KEYMAP_H

#include <stdbool.h>

#include "os/error.h"

enum action {
	/* clang-format off */
	ACTION_NONE,
	/* actions of the cursor: key_press, key_group_of */
	ACTION_PLAY_UP, ACTION_PLAY_RIGHT, ACTION_PLAY_DOWN, ACTION_PLAY_LEFT,
	ACTION_PUSH_UP, ACTION_PUSH_RIGHT, ACTION_PUSH_DOWN, ACTION_PUSH_LEFT,
	ACTION_SELECT, ACTION_PIECE, ACTION_PIECE_BACK,
	/* actions of a game */
	ACTION_UNDO, ACTION_REDO, ACTION_RESTART, ACTION_LEVELS, ACTION_HINT, ACTION_SHOW,
	ACTION_COUNT,
	ACTION_SOLVE, ACTION_NEXT, ACTION_PREVIOUS, ACTION_GO, ACTION_CHECKPOINT, ACTION_RETURN,
	/* actions of playback and results */
	ACTION_PAUSE, ACTION_STEP, ACTION_STEP_BACK, ACTION_SWITCH_REPLAY, ACTION_REPLAY,
	ACTION_SHARE, ACTION_REVIEW, ACTION_MISTAKE, ACTION_MISTAKE_BACK, ACTION_PLAY_ON,
	ACTION_RETRY, ACTION_RACE,
	/* actions on a board that does not fit */
	ACTION_LOOK_UP, ACTION_LOOK_DOWN, ACTION_LOOK_LEFT, ACTION_LOOK_RIGHT,
	/* actions of the menu */
	ACTION_UP, ACTION_DOWN, ACTION_LEFT, ACTION_RIGHT, ACTION_PAGE_UP, ACTION_PAGE_DOWN,
	ACTION_PUZZLE_BEFORE, ACTION_PUZZLE_AFTER, ACTION_FIRST, ACTION_LAST, ACTION_CHOOSE,
	ACTION_SEARCH, ACTION_STATISTICS, ACTION_NEW, ACTION_PRACTICE,
	ACTION_WATCH, ACTION_START,
	/* actions of the statistics */
	ACTION_VIEW, ACTION_MONTH_BEFORE, ACTION_MONTH_AFTER, ACTION_LADDER,
	/* actions of the form for a new board */
	ACTION_LESS, ACTION_MORE, ACTION_MAKE,
	/* actions on settings */
	ACTION_THEME, ACTION_BACKGROUND, ACTION_GLYPHS, ACTION_FASTER, ACTION_SLOWER,
	ACTION_ANIMATION, ACTION_MOUSE, ACTION_COUNTER, ACTION_ALLOW, ACTION_LANGUAGE,
	/* actions of every page */
	ACTION_HELP, ACTION_BACK, ACTION_REPAINT, ACTION_SUSPEND, ACTION_QUIT,
	/* actions of the editor */
	ACTION_EDIT, ACTION_EMPTY, ACTION_REMOVE_ROW, ACTION_REMOVE_COLUMN, ACTION_CLEAR,
	ACTION_HEADER, ACTION_SAVE, ACTION_TRY,
	/* clang-format on */
};

/* Where a key has a meaning. */
enum {
	ON_GAME = 1,
	ON_RESULT = 2, /* a solved game */
	ON_DEMO = 4,
	ON_MENU = 8,
	ON_HELP = 16,
	ON_STATISTICS = 32,
	ON_REPLAY = 64,
	ON_FORM = 128,      /* for a new board */
	ON_RUN = 2048,      /* the result of a run */
	ON_PLAYERS = 4096,  /* the list of who plays */
	ON_WATCHING = 8192, /* somebody's game */
	ON_ALL = 255 | ON_RUN | ON_PLAYERS | ON_WATCHING,
	ON_LEVEL = ON_GAME | ON_RESULT,
	ON_PLAYBACK = ON_DEMO | ON_REPLAY,
	ON_BOARD = ON_LEVEL | ON_PLAYBACK,
	ON_EDITOR = 256, /* where letters only draw */
	ON_TYPING = 512, /* in the menu; letters are text there */
	ON_LIST = ON_MENU | ON_TYPING,
	ON_PANEL = 1024, /* only in footer_where: on the result's panel, not in the footer */
};

enum {
	KEYS_OF_ENTRY = 6,
	KEY_ENTRIES_MAX = 128,
	KEY_NAME_MAX = 48,
	KEY_NAMES_MAX = KEYS_OF_ENTRY * KEY_NAME_MAX,
};

/* The keys of an action on some pages. An action may have several entries, for different pages. */
struct key_entry {
	enum action action;
	unsigned where;
	int keys[KEYS_OF_ENTRY]; /* by default; PRESS_NONE after the last */
	const char *name;        /* a unique word, by which a player binds it */
	const char *footer;      /* one word for the footer, for language_text_in; NULL: none */
	unsigned footer_where;
	const char *help; /* for language_text */
};

/* Ends with ACTION_NONE. */
extern const struct key_entry key_table[];

/* The bound keys: those of the table, except where the player's file gives others. */
struct keys {
	struct {
		int line; /* line of the player's file, from 1; 0: the table's keys */
		int keys[KEYS_OF_ENTRY];
	} given[KEY_ENTRIES_MAX]; /* by the entry's index in the table */
};

/* The table's keys alone. Clicks act as these. */
extern const struct keys keys_default;

/* Reads $XDG_CONFIG_HOME/parlour/keys, or ~/.config/parlour/keys; without such a file the table's
 * keys are bound. False with FILE:LINE and the error. */
bool keys_load(struct keys *keys, struct error *error);
/* The same from text, which is changed; `file` is for messages. */
bool keys_read(struct keys *keys, const char *file, char *text, struct error *error);

/* The keys of an entry, including those with another meaning on some page. */
const int *keys_of(const struct keys *keys, const struct key_entry *entry);

/* The entry that the key belongs to there, or NULL; and its action. */
const struct key_entry *key_entry(const struct keys *keys, unsigned where, int key);
enum action key_action(const struct keys *keys, unsigned where, int key);

/* The key now bound to the action that `key` has there by default, or PRESS_NONE. */
int key_bound(const struct keys *keys, unsigned where, int key);

/* The first key of an entry there, or PRESS_NONE. */
int key_first(const struct keys *keys, unsigned where, const struct key_entry *entry);
/* The names of an entry's keys there, separated by blanks; maybe "". */
const char *key_names(const struct keys *keys, unsigned where, const struct key_entry *entry,
                      char out[KEY_NAMES_MAX]);

/* The name of a key in the player's language: "u", "Ctrl-R", "Shift-up"; the same in English; and
 * the key of an English name, or PRESS_NONE. */
const char *name_of_key(int key, char out[KEY_NAME_MAX]);
const char *key_english_name(int key, char out[KEY_NAME_MAX]);
int key_named(const char *name);
/* The keys that are not characters, by number from 0; PRESS_NONE after the last. */
int key_word(int number);

/* The group of the puzzle's own keys that an action belongs to: enum key_group, or -1. */
int key_group_of(enum action action);
/* The key code that puzzles get for such an action; PRESS_NONE for any other. */
int key_press(enum action action);

#endif
