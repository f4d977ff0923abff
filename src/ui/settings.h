/* How the game on a terminal starts, and the settings that the player changes in it. */
#ifndef PARLOUR_UI_SETTINGS_H
#define PARLOUR_UI_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "play/run_id.h"
#include "solve/solve.h"
#include "ui/widget/keymap.h"

struct app;
struct store;

struct ui_options {
	bool demo; /* plays automatically, level after level */
	bool tour; /* the demo goes through all puzzles; any key ends it */
	bool mouse;
	bool edit;                  /* starts in the editor, with the first level */
	const struct puzzle *empty; /* with an empty board of this puzzle; NULL: no */
	const struct run_id *run;   /* starts with this run; NULL: no */
	bool begin_in_menu;         /* else at the first level */
	struct limits limits;
	bool restricted; /* no files are written, and there is no shell to go back to */
	/* Takes in what the player has on other hosts; true if there was anything. NULL: there are
	 * no other hosts. */
	bool (*arrived)(void *context);
	void *context; /* of `arrived` */
};

enum animation {
	ANIMATION_OFF,
	ANIMATION_REDUCED, /* one picture between two positions */
	ANIMATION_FULL,
	ANIMATIONS
};

/* When the counter and the excess over par are shown. */
enum counter {
	COUNTER_ALWAYS,
	COUNTER_ON_REQUEST, /* for the position at which a key or a hint asks for it */
	COUNTER_AFTER,      /* once the level is solved */
	COUNTERS
};

enum { SPEEDS = 9, SETTING_VALUE_MAX = 160 };

/* Kept between sessions. */
struct settings {
	int theme, background, glyphs, animation, speed, mouse, counter;
	int language; /* 0: by the environment; else that of language_code, plus one */
	int watch; /* whether others may watch: only of players of a shared account */
};

/* Chooses the language that the player has set, else that of the environment. */
void settings_choose_language(struct store *store);
/* Reads the saved settings, for this terminal. The language is chosen already. */
void settings_load(struct app *app);
/* Applies the theme and background settings to the screen. */
void settings_show_theme(struct app *app);
/* Lets others watch from now on, if the player agreed and no other session of theirs is watched. */
void settings_broadcast(struct app *app);
/* Changes, saves and reports a setting; false if the action does not change one. */
bool settings_action(struct app *app, enum action action);
/* The value of the setting that the action changes: "full"; "" if it changes none. */
void settings_value(const struct app *app, enum action action, char out[SETTING_VALUE_MAX]);

/* The setting that says which level was opened last, and its value for a level. */
#define SETTING_LAST_LEVEL "last"
static inline long setting_of_level(uint64_t identity)
{
	return (long)(identity & 0x7FFFFFFF);
}

#endif
