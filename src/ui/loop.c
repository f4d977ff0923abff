/* The main loop: wait, handle all waiting keys, save the game, draw once. */
#include "ui/loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/language.h"
#include "os/text.h"
#include "ui/app.h"
#include "ui/dispatch.h"

enum {
	IDLE_MILLISECONDS = 5 * 60 * 1000, /* without a key, until a search pauses */
	KEEP_MILLISECONDS = 60 * 1000,     /* until the memory of a finished search is freed */
	RETRY_MILLISECONDS = 2000,         /* between two attempts to save */
	ANSWER_MILLISECONDS = 4,           /* to wait for an answer before drawing without one */
};

/* ---- open pages ---- */

/* The topmost page that uses the solver: a trial game covers the editor, which uses it, too. */
static const struct page *asking_page(const struct app *app)
{
	for (int i = app->depth - 1; i >= 0; i--)
		if (app->open[i]->is_asking != NULL)
			return app->open[i];
	return NULL;
}

static bool is_demo(const struct app *app)
{
	for (int i = 0; i < app->depth; i++)
		if (page_where(app, app->open[i]) == ON_DEMO)
			return true;
	return false;
}

/* Saves all changes, with `retry` also what could not be saved before. */
static void save(struct app *app, bool retry)
{
	for (int i = app->depth - 1; i >= 0; i--)
		if (app->open[i]->save != NULL)
			app->open[i]->save(app, retry);
}

/* When the page's next tick is due; 0: there is none. */
static int64_t tick_due(const struct app *app)
{
	return app_page(app)->due == NULL ? 0 : app_page(app)->due(app);
}

/* False if the screen need not be drawn. */
static bool tick(struct app *app)
{
	const int64_t due = tick_due(app);
	app->unchanged = false;
	if (due > 0 && milliseconds_now() >= due)
		app_page(app)->tick(app);
	dispatch_next(app);
	return !app->unchanged;
}

/* ---- the solver's rest ---- */

static bool is_asking(const struct app *app)
{
	const struct page *page = asking_page(app);
	return page != NULL && page->is_asking(app);
}

/* Milliseconds until the solver pauses if no key comes. */
static int until_rest(const struct app *app)
{
	const int timeout = is_asking(app) ? IDLE_MILLISECONDS : KEEP_MILLISECONDS;
	return (int)(app->touched + timeout - milliseconds_now());
}

static void rest_when_idle(struct app *app)
{
	const bool idle = until_rest(app) <= 0 && !is_demo(app);
	solver_pace(app->solver, idle ? PACE_REST : PACE_ON);
}

/* ---- what could not be saved ---- */

/* Milliseconds until saving is retried; -1: everything is saved. */
static int until_retry(const struct app *app)
{
	const bool waits = store_has_pending(app->store) || app_page_trouble(app) != NULL;
	return waits ? app_until(app->tried + RETRY_MILLISECONDS) : -1;
}

static bool retry_when_due(struct app *app)
{
	if (until_retry(app) != 0)
		return false;
	store_retry(app->store);
	save(app, true);
	app->tried = milliseconds_now();
	return true;
}

/* ---- drawing ---- */

static void draw_too_small(struct picture *picture)
{
	char text[160];
	/* TRANSLATORS: columns and rows: the terminal is too small, so the text should be short */
	snprintf(text, sizeof text, _("Needs %dx%d; this is %dx%d."), COLUMNS_MIN, ROWS_MIN,
	         picture->columns, picture->rows);
	const int column = (picture->columns - text_columns(text)) / 2;
	picture_print(picture, picture->rows / 2, column > 0 ? column : 0, ROLE_TEXT, "%s", text);
}

static bool draw(struct app *app)
{
	const struct size size = screen_size(app->screen);
	app->out_of_memory = !picture_resize(app->picture, size.rows, size.columns);
	if (app->out_of_memory)
		return false;
	app->picture->glyphs = (enum glyph_set)app->settings.glyphs;
	app->picture->pixels =
		app->picture->glyphs != GLYPHS_ASCII && screen_has_pixels(app->screen);
	app->picture->ordered = screen_orders_text(app->screen);
	app->picture->tones = screen_tones(app->screen);
	app->left = 1;
	app->right = app->picture->columns - 1;
	if (dispatch_is_too_small(app))
		draw_too_small(app->picture);
	else
		app_page(app)->draw(app);
	app->drawn = true;
	/* The solver pauses, because the write blocks if the terminal stops reading, and then
	 * nobody sees its results. There is no way to tell in advance. */
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
	const int64_t due = tick_due(app);
	const int timeout = sooner(due == 0 ? -1 : app_until(due), until_retry(app));
	const int rest = until_rest(app);
	return rest > 0 ? sooner(timeout, rest) : timeout;
}

/* Fetches the solver's answer; true if the screen must be redrawn. */
static bool take_update(struct app *app)
{
	struct answer unwanted;
	const struct page *page = asking_page(app);
	if (page != NULL)
		return page->update(app) && page == app_page(app);
	return solver_peek(app->solver, 0, &unwanted); /* empties the solver's pipe */
}

/* Waits briefly for the solver: most positions are proven within that time, so the screen is drawn
 * once. */
static enum event await_answer(struct app *app)
{
	if (!is_asking(app))
		return EVENT_TIME;
	const enum event event =
		screen_wait(app->screen, solver_fd(app->solver), ANSWER_MILLISECONDS);
	if (event == EVENT_UPDATE)
		take_update(app);
	return event;
}

/* Stops for the shell; everything is saved. That time does not count as played. */
static void suspend(struct app *app)
{
	const int64_t since = milliseconds_now();
	app->suspended = false;
	solver_pace(app->solver, PACE_PAUSE);
	screen_suspend(app->screen);
	rest_when_idle(app);
	const int64_t passed = milliseconds_now() - since;
	for (int i = 0; i < app->depth; i++)
		if (app->open[i]->pause != NULL)
			app->open[i]->pause(app, passed);
	scroll_reset(&app->scroll);
}

/* One round; false at the end of the terminal. */
static bool turn(struct app *app, enum event event)
{
	bool changed = true;
	switch (event) {
	case EVENT_END: return false;
	case EVENT_KEY:
		dispatch_keys(app);
		if (app->over)
			return true;
		rest_when_idle(app);
		event = await_answer(app);
		if (event == EVENT_END)
			return false;
		save(app, false);
		if (app->suspended || event == EVENT_STOP)
			suspend(app);
		break;
	case EVENT_STOP:
		save(app, false);
		suspend(app);
		break;
	case EVENT_UPDATE:
		changed = take_update(app);
		rest_when_idle(app);
		break;
	case EVENT_TIME:
		changed = tick(app);
		save(app, false);
		changed |= retry_when_due(app);
		rest_when_idle(app);
		break;
	case EVENT_RESIZE: scroll_reset(&app->scroll); break;
	}
	return !changed || app->over || draw(app);
}

static bool loop(struct app *app)
{
	dispatch_next(app); /* the first page may lead to another: a run that is over */
	await_answer(app);
	bool on = draw(app);
	while (on && !app->over)
		on = turn(app, screen_wait(app->screen, solver_fd(app->solver), timeout_of(app)));
	return on;
}

/* ---- begin and end ---- */

static bool allocate(struct app *app, const struct level_list *levels, struct error *error)
{
	bool good = true;
	for (int p = 0; p < PAGES; p++) {
		app->state[p] = calloc(1, pages[p]->state_bytes);
		good &= app->state[p] != NULL;
	}
	app->picture = picture_new();
	app->levels.refs = calloc((size_t)levels->count, sizeof *levels->refs);
	good &= app->picture != NULL && app->levels.refs != NULL;
	if (!good)
		return error_set(error, _("out of memory"));
	memcpy(app->levels.refs, levels->refs, (size_t)levels->count * sizeof *levels->refs);
	app->levels.count = levels->count;
	return true;
}

static struct destination first_page(const struct app *app)
{
	const struct ui_options *options = app->options;
	struct destination to = {.transition = TRANSITION_REPLACE, .page = PAGE_MENU};
	if (options->empty != NULL) {
		to.page = PAGE_EDITOR;
		to.start = START_EMPTY;
		to.puzzle = options->empty;
	} else if (options->run != NULL) {
		to.page = PAGE_GAME;
		to.start = START_RUN;
		to.run = *options->run;
	} else if (options->demo || !options->begin_in_menu) {
		to.page = options->edit ? PAGE_EDITOR : PAGE_GAME;
		to.start = options->tour ? START_TOUR : options->demo ? START_DEMO : START_LEVEL;
		to.level = app->levels.refs[0];
		to.neighbours = !options->demo && app->levels.count == 1;
	}
	return to;
}

static bool begin(struct app *app, const struct level_list *levels, struct error *error)
{
	struct error reason;
	if (!allocate(app, levels, error) || !keys_load(&app->keys, error) ||
	    !theme_load(&app->own_theme, &app->has_own_theme, error))
		return false;
	app->solver = solver_new(&app->options->limits, error);
	if (app->solver == NULL)
		return false;
	settings_load(app);
	settings_broadcast(app);
	app->screen = screen_open(app->settings.mouse != 0, &reason);
	if (app->screen == NULL) /* the advice is about options, which a guest can't choose */
		return error_set(error, app->options->restricted ? "%s" : _("%s; try --plain"),
		                 reason.text);
	settings_show_theme(app);
	app->touched = milliseconds_now();
	const char *notice = store_notice(app->store);
	if (notice != NULL)
		app_say_sentence(app, notice);
	const struct destination first = first_page(app);
	return dispatch_go(app, &first) ||
	       error_set(error, "%s", first.page == PAGE_MENU ? _("out of memory") : app->message);
}

static void end(struct app *app)
{
	for (int p = 0; p < PAGES; p++)
		free(app->state[p]);
	solver_free(app->solver);
	level_list_free(&app->levels);
	level_list_free(&app->user_levels);
	run_boards_free(&app->boards);
	picture_free(app->picture);
	free(app);
}

bool ui_run(const struct ui_options *options, struct library *library,
            const struct level_list *levels, struct store *store, struct error *error)
{
	struct app *app = calloc(1, sizeof *app);
	if (app == NULL || store == NULL) {
		free(app);
		return error_set(error, _("out of memory"));
	}
	app->options = options;
	app->broadcast = (struct broadcast)BROADCAST_OFF;
	app->library = library;
	app->store = store;
	store_set_interactive(store, true);
	const bool good = begin(app, levels, error);
	const bool dead = good && !loop(app);
	dispatch_close_all(app);
	broadcast_free(&app->broadcast);
	if (good)
		solver_pace(app->solver, PACE_PAUSE);
	screen_close(app->screen, dead);
	store_set_interactive(store, dead);
	fputs(app->shared, stdout); /* after the terminal is restored, so that it stays visible */
	fflush(stdout);
	const bool out_of_memory = app->out_of_memory;
	end(app);
	return good && out_of_memory ? error_set(error, _("out of memory")) : good;
}
