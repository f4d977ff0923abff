/* What the player chose: palette, glyphs, animation, speed, mouse. Kept from start to start. */
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include "ui/app.h"

void settings_load(struct app *app)
{
	struct settings *settings = &app->settings;
	const char *ssh = getenv("SSH_CONNECTION");
	const bool remote = ssh != NULL && *ssh != '\0';
	store_hold(app->store);
	settings->palette = (int)store_setting(app->store, "palette", 0) % PALETTES;
	settings->glyphs = (int)store_setting(app->store, "glyphs", GLYPHS_SHAPES) % GLYPHS_COUNT;
	settings->animation =
		(int)store_setting(app->store, "animation",
	                           remote ? ANIMATION_REDUCED : ANIMATION_FULL) % ANIMATIONS;
	settings->speed = (int)store_setting(app->store, "speed", 5);
	if (settings->speed < 1 || settings->speed > SPEEDS)
		settings->speed = 5;
	settings->mouse = app->options->mouse && store_setting(app->store, "mouse", 1) != 0;
	store_release(app->store);
	if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
		settings->glyphs = GLYPHS_ASCII;
}

static void change_speed(struct app *app, int by)
{
	const int speed = app->settings.speed + by;
	if (speed >= 1 && speed <= SPEEDS) {
		app->settings.speed = speed;
		store_set(app->store, "speed", speed);
	}
	app_say(app, "speed %d of %d", app->settings.speed, SPEEDS);
}

static void next_glyphs(struct app *app)
{
	static const char *const names[] = {"shapes", "letters", "ASCII"};
	if (!screen_has_unicode(app->screen)) {
		app_say(app, "glyphs: ASCII (the locale has no more)");
		return;
	}
	app->settings.glyphs = (app->settings.glyphs + 1) % GLYPHS_COUNT;
	store_set(app->store, "glyphs", app->settings.glyphs);
	app_say(app, "glyphs: %s", names[app->settings.glyphs]);
}

static void next_animation(struct app *app)
{
	static const char *const names[] = {"off", "reduced", "full"};
	app->settings.animation = (app->settings.animation + 1) % ANIMATIONS;
	store_set(app->store, "animation", app->settings.animation);
	app_say(app, "animation: %s", names[app->settings.animation]);
}

static void next_palette(struct app *app)
{
	app->settings.palette = (app->settings.palette + 1) % PALETTES;
	store_set(app->store, "palette", app->settings.palette);
	app_say(app, "palette: %s", screen_set_palette(app->screen, app->settings.palette));
}

static void toggle_mouse(struct app *app)
{
	app->settings.mouse = !app->settings.mouse;
	store_set(app->store, "mouse", app->settings.mouse);
	screen_set_mouse(app->screen, app->settings.mouse != 0);
	app_say(app, "mouse %s", app->settings.mouse ? "on" : "off");
}

bool settings_action(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_FASTER: change_speed(app, 1); return true;
	case ACTION_SLOWER: change_speed(app, -1); return true;
	case ACTION_GLYPHS: next_glyphs(app); return true;
	case ACTION_PALETTE: next_palette(app); return true;
	case ACTION_ANIMATION: next_animation(app); return true;
	case ACTION_MOUSE: toggle_mouse(app); return true;
	default: return false;
	}
}
