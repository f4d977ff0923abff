/* What the player chose; kept from one start to the next. */
#ifndef PARLOUR_UI_SETTINGS_H
#define PARLOUR_UI_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "ui/widget/keymap.h"

struct app;

enum animation {
	ANIMATION_OFF,
	ANIMATION_REDUCED, /* one picture between two positions */
	ANIMATION_FULL,
	ANIMATIONS
};

enum { SPEEDS = 9, SETTING_VALUE_MAX = 48 };

struct settings {
	int palette, glyphs, animation, speed, mouse;
};

/* Reads what is kept, for this terminal. */
void settings_load(struct app *app);
/* Changes a setting, keeps it, and says so; false if the action is not about one. */
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
