#include "ui/settings.h"

#include <stdio.h>
#include <stdlib.h>

#include "os/text.h"
#include "store/store.h"
#include "ui/app.h"

/* The player's own theme comes last. */
static int themes_of(const struct app *app)
{
	return THEMES + app->has_own_theme;
}

void settings_show_theme(struct app *app)
{
	screen_set_theme(app->screen, app->settings.theme,
	                 (enum background)app->settings.background,
	                 app->has_own_theme ? &app->own_theme : NULL);
}

/* A saved setting, if it is one of `count` values from `least` on; a damaged file may have
 * anything. */
static int saved(const struct app *app, const char *name, int otherwise, int least, int count)
{
	const long value = store_setting(app->store, name, otherwise);
	return value >= least && value - least < count ? (int)value : otherwise;
}

void settings_load(struct app *app)
{
	struct settings *settings = &app->settings;
	const char *ssh = getenv("SSH_CONNECTION");
	const int animation = ssh != NULL && *ssh != '\0' ? ANIMATION_REDUCED : ANIMATION_FULL;
	store_begin_snapshot(app->store);
	settings->theme = saved(app, "palette", app->has_own_theme ? THEMES : 0, 0, themes_of(app));
	settings->background = saved(app, "background", BACKGROUND_AUTO, 0, BACKGROUNDS);
	settings->glyphs = saved(app, "glyphs", GLYPHS_SHAPES, 0, GLYPHS_COUNT);
	settings->animation = saved(app, "animation", animation, 0, ANIMATIONS);
	settings->counter = saved(app, "counter", COUNTER_ALWAYS, 0, COUNTERS);
	settings->speed = saved(app, "speed", 5, 1, SPEEDS);
	settings->watch = store_player(app->store) != NULL && saved(app, SETTING_WATCH, 0, 0, 2);
	settings->mouse = app->options->mouse && saved(app, "mouse", 1, 0, 2) != 0;
	store_end_snapshot(app->store);
	if (!text_locale_is_utf8())
		settings->glyphs = GLYPHS_ASCII;
}

static void change_speed(struct app *app, int by)
{
	const int speed = app->settings.speed + by;
	if (speed < 1 || speed > SPEEDS)
		return;
	app->settings.speed = speed;
	store_set(app->store, "speed", speed);
}

/* The next of `count` values. */
static void advance(struct app *app, const char *name, int *setting, int count)
{
	*setting = (*setting + 1) % count;
	store_set(app->store, name, *setting);
}

void settings_value(const struct app *app, enum action action, char out[SETTING_VALUE_MAX])
{
	static const char *const glyphs[] = {"shapes", "letters", "ASCII"};
	static const char *const backgrounds[] = {"auto", "dark", "light"};
	static const char *const animations[] = {"off", "reduced", "full"};
	static const char *const counters[] = {"always", "on request", "after the game"};
	const struct settings *settings = &app->settings;
	const char *value = "";
	if (action == ACTION_GLYPHS)
		value = text_locale_is_utf8() ? glyphs[settings->glyphs]
		                              : "ASCII (the locale is not UTF-8)";
	else if (action == ACTION_THEME)
		value = screen_theme(app->screen);
	else if (action == ACTION_BACKGROUND)
		value = backgrounds[settings->background];
	else if (action == ACTION_ANIMATION)
		value = animations[settings->animation];
	else if (action == ACTION_COUNTER)
		value = counters[settings->counter];
	else if (action == ACTION_MOUSE)
		value = settings->mouse ? "on" : "off";
	else if (action == ACTION_ALLOW)
		value = !settings->watch                   ? "no"
		        : broadcast_is_on(&app->broadcast) ? "yes"
		                                           : "yes (another session)";
	snprintf(out, SETTING_VALUE_MAX, "%s", value);
	if (action == ACTION_FASTER || action == ACTION_SLOWER)
		snprintf(out, SETTING_VALUE_MAX, "%d of %d", settings->speed, SPEEDS);
}

static bool is_endless(const struct app *app)
{
	const struct page *page = app_page(app);
	return page->level != NULL && page->level(app)->endless;
}

/* What follows from the setting, as a sentence. */
static const char *counter_effect(const struct app *app, char out[SETTING_VALUE_MAX])
{
	char key[KEY_NAME_MAX];
	if (is_endless(app))
		return " An endless game has none.";
	app_key(app, ON_GAME, 'O', key);
	switch (app->settings.counter) {
	case COUNTER_ON_REQUEST:
		snprintf(out, SETTING_VALUE_MAX, " %s shows it once.", key);
		break;
	case COUNTER_AFTER:
		return " Solving without it earns a second star.";
	default:
		out[0] = '\0';
	}
	return out;
}

void settings_broadcast(struct app *app)
{
	if (app->settings.watch && !broadcast_is_on(&app->broadcast))
		broadcast_open(&app->broadcast, store_player(app->store));
}

static void allow_watching(struct app *app)
{
	advance(app, SETTING_WATCH, &app->settings.watch, 2);
	settings_broadcast(app);
	if (!app->settings.watch && !app->broadcast.racing)
		broadcast_close(&app->broadcast);
}

bool settings_action(struct app *app, enum action action)
{
	struct settings *settings = &app->settings;
	char value[SETTING_VALUE_MAX], effect[SETTING_VALUE_MAX];
	const char *name = "Speed";
	switch (action) {
	case ACTION_FASTER: change_speed(app, 1); break;
	case ACTION_SLOWER: change_speed(app, -1); break;
	case ACTION_GLYPHS:
		name = "Glyphs:";
		if (text_locale_is_utf8())
			advance(app, "glyphs", &settings->glyphs, GLYPHS_COUNT);
		break;
	case ACTION_THEME:
		name = "Theme:";
		advance(app, "palette", &settings->theme, themes_of(app));
		settings_show_theme(app);
		break;
	case ACTION_BACKGROUND:
		name = "Background:";
		advance(app, "background", &settings->background, BACKGROUNDS);
		settings_show_theme(app);
		break;
	case ACTION_ANIMATION:
		name = "Animation:";
		advance(app, "animation", &settings->animation, ANIMATIONS);
		break;
	case ACTION_COUNTER:
		name = "Counter:";
		advance(app, "counter", &settings->counter, COUNTERS);
		break;
	case ACTION_ALLOW:
		name = "Others may watch:";
		if (store_player(app->store) == NULL) {
			app_say(app, "Only players of a shared account can be watched.");
			return true;
		}
		allow_watching(app);
		break;
	case ACTION_MOUSE:
		name = "Mouse";
		advance(app, "mouse", &settings->mouse, 2);
		screen_set_mouse(app->screen, settings->mouse != 0);
		break;
	default: return false;
	}
	settings_value(app, action, value);
	app_say(app, "%s %s.%s", name, value,
	        action == ACTION_COUNTER ? counter_effect(app, effect) : "");
	return true;
}
