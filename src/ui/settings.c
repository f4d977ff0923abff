#include "ui/settings.h"

#include <stdio.h>
#include <stdlib.h>

#include "os/language.h"
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

/* ---- the theme ---- */

/* Saved for the player's own theme, whose place changes with the number of the others. */
enum { OWN_THEME = 99 };

/* Their own, if they have made one, is also what they see before they choose. */
static int saved_theme(const struct app *app)
{
	return saved(app, "palette", app->has_own_theme ? THEMES : 0, 0, THEMES);
}

static void next_theme(struct app *app)
{
	int *theme = &app->settings.theme;
	*theme = (*theme + 1) % themes_of(app);
	store_set(app->store, "palette", *theme == THEMES ? OWN_THEME : *theme);
}

/* ---- the language ---- */

/* What is saved for a language is its code as a number, five bits for each letter: so it stays the
 * same whichever languages there are. "pt_BR" is 16, 20, 2, 18. */
static long number_of_code(const char *code)
{
	long number = 0;
	for (; *code != '\0'; code++)
		if (*code != '_')
			number = number << 5 | (*code & 31);
	return number;
}

/* The saved one, as in struct settings; 0 also if this program lacks it. */
static int saved_language(struct store *store)
{
	const long number = store_setting(store, "language", 0);
	for (int i = 0; number != 0 && i < language_count(); i++)
		if (number_of_code(language_code(i)) == number)
			return i + 1;
	return 0;
}

static void choose_language(int language)
{
	if (language == 0 || !text_locale_is_utf8() ||
	    !language_choose(language_code(language - 1)))
		language_choose_by_environment();
}

void settings_choose_language(struct store *store)
{
	const int language = saved_language(store);
	if (language != 0) /* else it is that of the environment already */
		choose_language(language);
}

static void next_language(struct app *app)
{
	int *language = &app->settings.language;
	if (!text_locale_is_utf8())
		return;
	*language = (*language + 1) % (language_count() + 1);
	store_set(app->store, "language",
	          *language == 0 ? 0 : number_of_code(language_code(*language - 1)));
	choose_language(*language);
}

/* ---- all settings ---- */

void settings_load(struct app *app)
{
	struct settings *settings = &app->settings;
	const char *ssh = getenv("SSH_CONNECTION");
	const int animation = ssh != NULL && *ssh != '\0' ? ANIMATION_REDUCED : ANIMATION_FULL;
	settings->language = saved_language(app->store);
	store_begin_snapshot(app->store);
	settings->theme = saved_theme(app);
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

static const char *glyphs_name(const struct app *app)
{
	static const char *const names[] = {NC_("glyphs", "shapes"), NC_("glyphs", "letters"),
	                                    NC_("glyphs", "ASCII")};
	return text_locale_is_utf8() ? language_text_in(names[app->settings.glyphs])
	                             : _("ASCII (the locale is not UTF-8)");
}

static const char *watching_name(const struct app *app)
{
	if (!app->settings.watch)
		return C_("whether others may watch", "no");
	return broadcast_is_on(&app->broadcast)
	               ? C_("whether others may watch", "yes")
	               : C_("whether others may watch", "yes (another session)");
}

static void name_language(const struct app *app, char out[SETTING_VALUE_MAX])
{
	const int language = app->settings.language;
	if (!text_locale_is_utf8())
		snprintf(out, SETTING_VALUE_MAX, "%s", _("English (the locale is not UTF-8)"));
	else if (language == 0)
		/* TRANSLATORS: the language is chosen by the environment, and this is its name */
		snprintf(out, SETTING_VALUE_MAX, _("auto (%s)"), language_name(language_current()));
	else
		snprintf(out, SETTING_VALUE_MAX, "%s", language_name(language - 1));
}

void settings_value(const struct app *app, enum action action, char out[SETTING_VALUE_MAX])
{
	static const char *const backgrounds[] = {NC_("background", "auto"),
	                                          NC_("background", "dark"),
	                                          NC_("background", "light")};
	static const char *const animations[] = {NC_("animation", "off"),
	                                         NC_("animation", "reduced"),
	                                         NC_("animation", "full")};
	static const char *const counters[] = {NC_("counter", "always"),
	                                       NC_("counter", "on request"),
	                                       NC_("counter", "after the game")};
	static const char *const switches[] = {NC_("mouse", "off"), NC_("mouse", "on")};
	const struct settings *settings = &app->settings;
	const char *value = "";
	if (action == ACTION_GLYPHS)
		value = glyphs_name(app);
	else if (action == ACTION_THEME)
		value = screen_theme(app->screen);
	else if (action == ACTION_BACKGROUND)
		value = language_text_in(backgrounds[settings->background]);
	else if (action == ACTION_ANIMATION)
		value = language_text_in(animations[settings->animation]);
	else if (action == ACTION_COUNTER)
		value = language_text_in(counters[settings->counter]);
	else if (action == ACTION_MOUSE)
		value = language_text_in(switches[settings->mouse != 0]);
	else if (action == ACTION_ALLOW)
		value = watching_name(app);
	snprintf(out, SETTING_VALUE_MAX, "%s", value);
	if (action == ACTION_FASTER || action == ACTION_SLOWER)
		/* TRANSLATORS: the speed, from 1 to 9, and the highest, 9 */
		snprintf(out, SETTING_VALUE_MAX, _("%d of %d"), settings->speed, SPEEDS);
	else if (action == ACTION_LANGUAGE)
		name_language(app, out);
}

static bool is_endless(const struct app *app)
{
	const struct page *page = app_page(app);
	return page->level != NULL && page->level(app)->endless;
}

/* Says how the counter is set, and what follows from that. */
static void say_counter(struct app *app)
{
	char value[SETTING_VALUE_MAX], key[KEY_NAME_MAX], effect[MESSAGE_MAX] = "";
	settings_value(app, ACTION_COUNTER, value);
	if (is_endless(app))
		snprintf(effect, sizeof effect, "%s", _("An endless game has none."));
	else if (app->settings.counter == COUNTER_ON_REQUEST)
		snprintf(effect, sizeof effect, _("%s shows it once."),
		         app_key(app, ON_GAME, 'O', key));
	else if (app->settings.counter == COUNTER_AFTER)
		snprintf(effect, sizeof effect, "%s", _("Solving without it earns a second star."));
	app_say(app, _("Counter: %s."), value);
	text_add_sentence(app->message, sizeof app->message, effect);
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

/* ---- actions ---- */

/* Says what a setting is now. */
static void say(struct app *app, enum action action)
{
	char value[SETTING_VALUE_MAX];
	settings_value(app, action, value);
	switch (action) {
	case ACTION_FASTER:
	case ACTION_SLOWER:
		/* TRANSLATORS: "Speed 5 of 9." */
		app_say(app, _("Speed %s."), value);
		break;
	case ACTION_GLYPHS:
		app_say(app, _("Glyphs: %s."), value);
		break;
	case ACTION_THEME:
		app_say(app, _("Theme: %s."), value);
		break;
	case ACTION_BACKGROUND:
		app_say(app, _("Background: %s."), value);
		break;
	case ACTION_ANIMATION:
		app_say(app, _("Animation: %s."), value);
		break;
	case ACTION_COUNTER:
		say_counter(app);
		break;
	case ACTION_ALLOW:
		app_say(app, _("Others may watch: %s."), value);
		break;
	case ACTION_LANGUAGE:
		app_say(app, _("Language: %s."), value);
		break;
	case ACTION_MOUSE:
		/* TRANSLATORS: "Mouse on.", "Mouse off." */
		app_say(app, _("Mouse %s."), value);
		break;
	default:
		break;
	}
}

bool settings_action(struct app *app, enum action action)
{
	struct settings *settings = &app->settings;
	switch (action) {
	case ACTION_FASTER: change_speed(app, 1); break;
	case ACTION_SLOWER: change_speed(app, -1); break;
	case ACTION_GLYPHS:
		if (text_locale_is_utf8())
			advance(app, "glyphs", &settings->glyphs, GLYPHS_COUNT);
		break;
	case ACTION_THEME:
		next_theme(app);
		settings_show_theme(app);
		break;
	case ACTION_BACKGROUND:
		advance(app, "background", &settings->background, BACKGROUNDS);
		settings_show_theme(app);
		break;
	case ACTION_ANIMATION:
		advance(app, "animation", &settings->animation, ANIMATIONS);
		break;
	case ACTION_COUNTER:
		advance(app, "counter", &settings->counter, COUNTERS);
		break;
	case ACTION_ALLOW:
		if (store_player(app->store) == NULL) {
			app_say(app, _("Only players of a shared account can be watched."));
			return true;
		}
		allow_watching(app);
		break;
	case ACTION_MOUSE:
		advance(app, "mouse", &settings->mouse, 2);
		screen_set_mouse(app->screen, settings->mouse != 0);
		break;
	case ACTION_LANGUAGE:
		next_language(app);
		break;
	default: return false;
	}
	say(app, action);
	return true;
}
