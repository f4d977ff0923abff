/* The loop: wait, take all keys that are there, keep the game, draw once. */
#include "ui/loop.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/app.h"
#include "ui/widget/keymap_file.h"

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

/* ---- what next and previous go through ---- */

static bool copy_places(struct app *app, const struct level_list *places)
{
	struct level_ref *copy = calloc((size_t)places->count, sizeof *copy);
	if (copy == NULL)
		return false;
	memcpy(copy, places->place, (size_t)places->count * sizeof *copy);
	level_list_free(&app->places);
	app->places.place = copy;
	app->places.count = places->count;
	return true;
}

void app_set_places(struct app *app, struct level_ref place)
{
	const struct level_list *own = &app->menu.own;
	for (int i = 0; i < own->count; i++)
		if (own->place[i].pack == place.pack && own->place[i].level == place.level &&
		    copy_places(app, own)) {
			app->current = i;
			return;
		}
	library_around(app->library, place, &app->places, &app->current);
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

const char *app_trouble(const struct app *app)
{
	const char *game = game_trouble(app), *drawing = editor_trouble(app);
	return game != NULL ? game : drawing != NULL ? drawing : store_trouble(app->store);
}

/* Milliseconds until that is tried again by itself; -1: there is nothing. */
static int until_try(const struct app *app)
{
	const int64_t left = app->tried + TRY_MILLISECONDS - milliseconds_now();
	const bool waits = store_waits(app->store) || game_trouble(app) != NULL ||
	                   editor_trouble(app) != NULL;
	return !waits ? -1 : left > 0 ? (int)left : 0;
}

static void try_when_due(struct app *app)
{
	if (until_try(app) != 0)
		return;
	store_try(app->store);
	game_try_again(app);
	editor_try_again(app);
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
	/* While the terminal does not read, nobody can see what the solver finds. That it reads now
	 * does not tell whether it will take all of a picture. */
	solver_pace(app->solver, PACE_PAUSE);
	screen_show(app->screen, app->picture);
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

/* Hands over to the shell, once all is kept. The game's time stands still. */
static void stop(struct app *app)
{
	const int64_t since = milliseconds_now();
	app->stopping = false;
	solver_pace(app->solver, PACE_PAUSE);
	screen_suspend(app->screen);
	rest_when_idle(app);
	app->game.started += milliseconds_now() - since;
	window_forget(app);
}

/* One round; false at the end of the terminal. */
static bool turn(struct app *app, enum event event)
{
	bool changed = true;
	switch (event) {
	case EVENT_END: return false;
	case EVENT_KEY:
		app_take_keys(app);
		if (app->over)
			return true;
		rest_when_idle(app);
		event = await_answer(app);
		if (event == EVENT_END)
			return false;
		keep(app);
		if (app->stopping || event == EVENT_STOP)
			stop(app);
		break;
	case EVENT_STOP:
		keep(app);
		stop(app);
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

/* What is advised is for the command line to choose, which is not a stranger's. */
static bool open_screen(struct app *app, struct error *error)
{
	struct error reason;
	app->screen = screen_open(app->settings.mouse != 0, &reason);
	return app->screen != NULL ||
	       error_set(error, "%s%s", reason.text,
	                 app->options->restricted ? "" : "; --plain does without a screen");
}

static bool begin(struct app *app, const struct level_list *places, struct error *error)
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
	if (!open_screen(app, error))
		return false;
	screen_set_palette(app->screen, app->settings.palette);
	app->touched = milliseconds_now();
	app->game.demo = app->options->demo;
	const char *notice = store_notice(app->store);
	if (notice != NULL)
		app_say(app, "%s", notice);
	if (app->options->empty != NULL)
		return editor_open_empty(app, app->options->empty) ||
		       error_set(error, "%s", app->message);
	if (app->options->demo || !app->options->begin_in_menu) {
		const struct level_ref first = app->places.place[0];
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
	level_list_free(&app->places);
	picture_free(app->picture);
	free(app->statistics);
	free(app);
}

bool ui_run(const struct ui_options *options, struct library *library,
            const struct level_list *places, struct store *store, struct error *error)
{
	struct app *app = calloc(1, sizeof *app);
	if (app == NULL || store == NULL) {
		free(app);
		return error_set(error, "out of memory");
	}
	app->options = options;
	app->library = library;
	app->store = store;
	store_hurry(store, true);
	const bool good = begin(app, places, error);
	const bool dead = good && !loop(app);
	if (good) {
		game_keep_last(app);
		editor_keep_last(app);
		solver_pace(app->solver, PACE_PAUSE);
	}
	if (dead)
		screen_abandon(app->screen);
	else
		screen_close(app->screen);
	store_hurry(store, dead);
	fputs(app->shared, stdout); /* once the terminal is as it was, so that it stays there */
	fflush(stdout);
	const bool starved = app->starved;
	end(app);
	return good && starved ? error_set(error, "out of memory") : good;
}
