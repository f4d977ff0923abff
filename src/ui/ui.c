/* The loop: wait, take all keys that are there, keep the game, draw once. */
#include "ui/ui.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/key.h"
#include "core/text.h"
#include "ui/app.h"
#include "ui/keys_file.h"

enum {
	IDLE_MILLISECONDS = 5 * 60 * 1000, /* with no key for so long, a search rests */
	KEEP_MILLISECONDS = 60 * 1000, /* and what it learned is given back once it has ended */
	TRY_MILLISECONDS = 2000, /* between two tries to save what could not be saved */
	PATIENCE_MILLISECONDS = 4, /* for an answer before a picture without it is drawn */
};

void app_say(struct app *app, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(app->message, sizeof app->message, format, arguments);
	va_end(arguments);
}

/* ---- keys ---- */

static unsigned where_now(const struct app *app)
{
	switch (app->page) {
	case PAGE_MENU: return ON_MENU;
	case PAGE_HELP: return ON_HELP;
	case PAGE_EDITOR: return ON_EDITOR;
	case PAGE_STATISTICS: return ON_STATISTICS;
	default: return game_where(app);
	}
}

static bool copy_places(struct app *app, const struct places *places)
{
	struct place *copy = calloc((size_t)places->count, sizeof *copy);
	if (copy == NULL)
		return false;
	memcpy(copy, places->place, (size_t)places->count * sizeof *copy);
	places_free(&app->places);
	app->places.place = copy;
	app->places.count = places->count;
	return true;
}

void app_set_places(struct app *app, struct place place)
{
	const struct places *own = &app->menu.own;
	for (int i = 0; i < own->count; i++)
		if (own->place[i].pack == place.pack && own->place[i].level == place.level &&
		    copy_places(app, own)) {
			app->current = i;
			return;
		}
	library_around(app->library, place, &app->places, &app->current);
}

/* Goes to the level that was typed. */
static bool go_to(struct app *app, const char *name)
{
	struct error error;
	struct places found = {0};
	char key[KEY_NAME_MAX], advice[64];
	snprintf(advice, sizeof advice, "%s leads to the list of them",
	         app_key(app, where_now(app), 'R', key));
	app->library->advice = app->page == PAGE_MENU ? NULL : advice;
	if (strcmp(name, "-") == 0)
		error_set(&error, "standard input is the keyboard here");
	else if (library_find(app->library, name, &found, &error) &&
	         game_open(app, found.place[0]))
		app_set_places(app, found.place[0]);
	app->library->advice = NULL;
	const bool good = found.count > 0;
	if (!good)
		app_say(app, "%s%s", app->page == PAGE_MENU ? "nothing matches; " : "", error.text);
	places_free(&found);
	return good;
}

void app_prompt(struct app *app, const char *label, const char *text, prompt_done *done)
{
	struct prompt *prompt = &app->prompt;
	*prompt = (struct prompt){.open = true, .label = label, .done = done};
	snprintf(prompt->text, sizeof prompt->text, "%s", text);
	prompt->length = strlen(prompt->text);
}

static void open_prompt(struct app *app)
{
	app_prompt(app, "go to: ", "", go_to);
	if (app->page == PAGE_MENU)
		menu_search(app);
}

static void suspend(struct app *app)
{
	if (app->options->restricted)
		app_say(app, "there is no shell here to go back to");
	else
		screen_suspend(app->screen);
}

/* What means the same on every page; false if the key is none of that. */
static bool common_action(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_QUIT: app->over = true; return true;
	case ACTION_REPAINT: screen_repaint(app->screen); return true;
	case ACTION_SUSPEND: suspend(app); return true;
	case ACTION_GO:
	case ACTION_SEARCH: open_prompt(app); return true;
	case ACTION_HELP: help_open(app); return true;
	default: return settings_action(app, action);
	}
}

/* What has to do with the terminal, not with the page. */
static bool is_of_terminal(enum action action)
{
	return action == ACTION_QUIT || action == ACTION_SUSPEND || action == ACTION_REPAINT;
}

/* Does it, if it is of that kind. */
static bool terminal_action(struct app *app, enum action action)
{
	return is_of_terminal(action) && common_action(app, action);
}

/* The last character goes, of whatever bytes it has. */
static void prompt_erase(struct prompt *prompt)
{
	while (prompt->length > 0 && (prompt->text[--prompt->length] & 0xC0) == 0x80)
		;
	prompt->text[prompt->length] = '\0';
}

static void prompt_add(struct prompt *prompt, int key)
{
	char bytes[TEXT_BYTES_MAX];
	if (key < ' ' || key >= PRESS_UP || text_width((char32_t)key) == 0)
		return;
	const size_t size = text_put(bytes, (char32_t)key);
	if (prompt->length + size >= sizeof prompt->text)
		return;
	memcpy(prompt->text + prompt->length, bytes, size);
	prompt->length += size;
	prompt->text[prompt->length] = '\0';
}

static void prompt_end(struct app *app)
{
	const struct prompt typed = app->prompt;
	app->prompt.open = false;
	if (typed.length == 0 || typed.done(app, typed.text))
		return;
	app->prompt = typed;
	app->prompt.open = true;
}

/* The keys of a line being typed are always the same, but for Ctrl with a letter. */
static void prompt_key(struct app *app, int key, int cell)
{
	struct prompt *prompt = &app->prompt;
	if (app->page == PAGE_MENU && menu_search_key(app, key, cell))
		return;
	if (key == PRESS_ESCAPE)
		prompt->open = false;
	else if (key < ' ' && terminal_action(app, key_action(&app->keys, ON_MENU, key)))
		return;
	else if (key == PRESS_CONTROL('U'))
		prompt->text[prompt->length = 0] = '\0';
	else if (key == PRESS_BACKSPACE)
		prompt_erase(prompt);
	else if (key == PRESS_TAB && prompt->next != NULL)
		prompt->next(app);
	else if (key == PRESS_ENTER)
		prompt_end(app);
	else
		prompt_add(prompt, key);
	if (app->page == PAGE_MENU && !app->over)
		menu_show(app);
}

static void take_key(struct app *app, const struct keys *keys, int key, int cell);

/* On the help page every key goes on, but for those that have to do with the terminal, and the
 * settings: these are seen there. */
static void help_action(struct app *app, enum action action)
{
	if (terminal_action(app, action) || settings_action(app, action))
		return;
	if (action == ACTION_BACK)
		app->page = app->behind;
	else
		help_turn(app, action != ACTION_LOOK_UP);
}

/* A click on an entry does what its key does on the page that help covers. */
static void help_click(struct app *app, const struct key_entry *entry)
{
	if (settings_action(app, entry->action))
		return;
	app->page = app->behind;
	take_key(app, &keys_at_first, key_first(&keys_at_first, where_now(app), entry), -1);
}

/* A key means what it means by `keys`. */
static void take_key(struct app *app, const struct keys *keys, int key, int cell)
{
	const enum action action = key_action(keys, where_now(app), key);
	if (app_is_too_small(app)) { /* nothing is changed that is not to be seen */
		if ((action == ACTION_HELP && !app->prompt.open) || is_of_terminal(action))
			common_action(app, action);
		return;
	}
	app->message[0] = '\0';
	if (app->prompt.open) {
		prompt_key(app, key, cell);
		return;
	}
	if (app->page != PAGE_HELP && common_action(app, action))
		return;
	if (app->page == PAGE_HELP && cell >= 0)
		help_click(app, &key_table[cell]);
	else if (app->page == PAGE_HELP)
		help_action(app, action);
	else if (app->page == PAGE_MENU)
		menu_key(app, action, cell);
	else if (app->page == PAGE_EDITOR)
		editor_key(app, key, cell, action);
	else if (app->page == PAGE_STATISTICS)
		app->page = PAGE_MENU;
	else if (!game_key(app, key == PRESS_CLICK ? key : key_press(action), cell, action) &&
	         key != PRESS_CLICK)
		app_say_idle(app, game_where(app), key);
}

/* A click does what the key of the widget under it does at first. */
static void take_click(struct app *app, struct click click)
{
	const struct widget *widget = picture_widget_at(app->picture, click.row, click.column);
	const bool of_prompt = widget != NULL && (app->page == PAGE_MENU ||
	                                          click.row == app->picture->rows - 1);
	if (app->prompt.open && !of_prompt) /* leaves it */
		take_key(app, &keys_at_first, PRESS_ESCAPE, -1);
	else if (widget != NULL)
		take_key(app, &keys_at_first, widget->key, widget->cell);
	else if (app->page == PAGE_HELP || app->page == PAGE_STATISTICS)
		take_key(app, &keys_at_first, PRESS_ENTER, -1);
	else if (tour_is_on(app))
		take_key(app, &keys_at_first, PRESS_OTHER, -1);
}

static void take_keys(struct app *app)
{
	struct click click = {0, 0};
	int taken = 0;
	for (int key; !app->over && (key = screen_key(app->screen, &click)) != PRESS_NONE;
	     taken++) {
		app->touched = milliseconds_now();
		if (taken > 0) /* typed ahead: there is no time to watch what came before */
			motion_stop(&app->game);
		if (key == PRESS_CLICK)
			take_click(app, click);
		else
			take_key(app, &app->keys, key, -1);
	}
	if (taken > 1)
		motion_stop(&app->game);
}

/* ---- the solver's rest ---- */

/* Is the solver at work for a page? */
static bool is_asking(const struct app *app)
{
	if (app->game.open)
		return app->game.session.question != 0;
	return app->editor != NULL && app->editor->question != 0;
}

/* Milliseconds until it rests if no key comes. */
static int until_rest(const struct app *app)
{
	const int patience = is_asking(app) ? IDLE_MILLISECONDS : KEEP_MILLISECONDS;
	return (int)(app->touched + patience - milliseconds_now());
}

static void rest_when_idle(struct app *app)
{
	const bool idle = until_rest(app) <= 0 && !app->game.demo;
	solver_pace(app->solver, idle ? PACE_REST : PACE_ON);
}

/* ---- what could not be saved ---- */

/* Milliseconds until that is tried again by itself; -1: there is nothing. */
static int until_try(const struct app *app)
{
	const int64_t left = app->tried + TRY_MILLISECONDS - milliseconds_now();
	return !store_waits(app->store) ? -1 : left > 0 ? (int)left : 0;
}

static void try_when_due(struct app *app)
{
	if (until_try(app) != 0)
		return;
	store_try(app->store);
	app->tried = milliseconds_now();
}

/* ---- drawing ---- */

static bool draw(struct app *app)
{
	int rows, columns;
	screen_size(app->screen, &rows, &columns);
	app->starved = !picture_resize(app->picture, rows, columns);
	if (app->starved)
		return false;
	app->picture->glyphs = (enum glyph_set)app->settings.glyphs;
	if (app->page == PAGE_MENU)
		menu_draw(app);
	else if (app->page == PAGE_GAME)
		game_draw(app);
	else if (app->page == PAGE_EDITOR)
		editor_draw(app);
	else if (app->page == PAGE_STATISTICS)
		statistics_draw(app);
	else
		help_draw(app);
	/* While the terminal does not read, nobody can see what the solver finds. */
	const bool blocked = !screen_is_reading(app->screen);
	if (blocked)
		solver_pace(app->solver, PACE_PAUSE);
	screen_show(app->screen, app->picture);
	if (blocked)
		rest_when_idle(app);
	return true;
}

/* ---- the loop ---- */

static int sooner(int a, int b)
{
	return a < 0 ? b : b < 0 || a < b ? a : b;
}

static int timeout_of(const struct app *app)
{
	const int moving = app->page == PAGE_MENU ? menu_timeout(app) : game_timeout(app);
	const int timeout = sooner(moving, until_try(app));
	const int rest = until_rest(app);
	return rest > 0 ? sooner(timeout, rest) : timeout;
}

/* Takes what the solver has found; true if the page shows something new of it. */
static bool take_news(struct app *app)
{
	struct answer unwanted;
	if (app->game.open)
		return session_news(&app->game.session) && app->page == PAGE_GAME;
	if (app->editor != NULL)
		return editor_news(app) && app->page == PAGE_EDITOR;
	return solver_peek(app->solver, 0, &unwanted); /* the descriptor is to be quiet again */
}

/* Waits a little for the solver: most positions are proven before a picture could be drawn. */
static enum event await_answer(struct app *app)
{
	if (!is_asking(app))
		return EVENT_TIME;
	const enum event event =
		screen_wait(app->screen, solver_fd(app->solver), PATIENCE_MILLISECONDS);
	if (event == EVENT_NEWS)
		take_news(app);
	return event;
}

/* Whatever changed is written down. */
static void keep(struct app *app)
{
	game_keep(app);
	editor_keep(app);
}

/* One round; false at the end of the terminal. */
static bool turn(struct app *app, enum event event)
{
	bool changed = true;
	switch (event) {
	case EVENT_END: return false;
	case EVENT_KEY:
		take_keys(app);
		if (app->over)
			return true;
		rest_when_idle(app);
		if (await_answer(app) == EVENT_END)
			return false;
		keep(app);
		break;
	case EVENT_NEWS:
		changed = take_news(app);
		rest_when_idle(app);
		break;
	case EVENT_TIME:
		menu_tick(app);
		game_tick(app);
		keep(app);
		try_when_due(app);
		rest_when_idle(app);
		break;
	case EVENT_RESIZE: window_forget(app); break;
	}
	return !changed || app->over || draw(app);
}

static bool loop(struct app *app)
{
	await_answer(app);
	bool on = draw(app);
	while (on && !app->over)
		on = turn(app, screen_wait(app->screen, solver_fd(app->solver), timeout_of(app)));
	return on;
}

/* ---- begin and end ---- */

static bool begin(struct app *app, const struct places *places, struct error *error)
{
	app->picture = picture_new();
	if (app->picture == NULL)
		return error_set(error, "out of memory");
	if (!keys_load(&app->keys, error))
		return false;
	if (app->options->tour ? !tour_begin(app) : !copy_places(app, places))
		return error_set(error, "out of memory");
	app->solver = solver_new(&app->options->limits, error);
	if (app->solver == NULL)
		return false;
	settings_load(app);
	app->screen = screen_open(app->settings.mouse != 0, error);
	if (app->screen == NULL)
		return false;
	screen_set_palette(app->screen, app->settings.palette);
	app->touched = milliseconds_now();
	app->game.demo = app->options->demo;
	if (store_notice(app->store) != NULL)
		app_say(app, "%s", store_notice(app->store));
	if (app->options->empty != NULL)
		return editor_open_empty(app, app->options->empty) ||
		       error_set(error, "%s", app->message);
	if (app->options->demo || !app->options->begin_in_menu) {
		const struct place first = app->places.place[0];
		if (!app->options->demo && app->places.count == 1)
			app_set_places(app, first);
		return (app->options->edit ? editor_open(app, first) : game_open(app, first)) ||
		       error_set(error, "%s", app->message);
	}
	return menu_open(app) || error_set(error, "out of memory");
}

static void end(struct app *app)
{
	game_close(app);
	editor_close(app);
	menu_close(app);
	solver_free(app->solver);
	places_free(&app->places);
	picture_free(app->picture);
	free(app->statistics);
	free(app);
}

bool ui_run(const struct ui_options *options, struct library *library,
            const struct places *places, struct store *store, struct error *error)
{
	struct app *app = calloc(1, sizeof *app);
	if (app == NULL || store == NULL) {
		free(app);
		return error_set(error, "out of memory");
	}
	app->options = options;
	app->library = library;
	app->store = store;
	const bool good = begin(app, places, error);
	if (good && !loop(app)) {
		keep(app);
		game_keep_place(app);
		game_keep_score(app);
		screen_abandon(app->screen);
		app->screen = NULL;
	}
	if (good)
		keep(app);
	screen_close(app->screen);
	fputs(app->shared, stdout); /* once the terminal is as it was, so that it stays there */
	const bool starved = app->starved;
	end(app);
	return good && starved ? error_set(error, "out of memory") : good;
}
