/* Routes keys: to the open prompt, if any; keys that mean the same on every page are handled here;
 * all others go to the page. A click acts as a key. */
#include "ui/dispatch.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "play/generate.h"
#include "puzzle/key.h"
#include "puzzle/level_code.h"

enum {
	BURST_MILLISECONDS = 100, /* then the effect of the keys is drawn */
	SWIPE_COLUMNS = 2,        /* less is a click by a hand that is not quite still */
	ADVICE_MAX = 256,
};

/* ---- from page to page ---- */

static void close_page(struct app *app)
{
	app->held = 0;
	const struct page *page = app_page(app);
	if (page->close != NULL)
		page->close(app);
	app->depth--;
}

void dispatch_close_all(struct app *app)
{
	while (app->depth > 0)
		close_page(app);
}

/* Whether a page is open already: it is open only once. */
static inline bool is_open(const struct app *app, const struct page *page)
{
	for (int i = 0; i < app->depth; i++)
		if (app->open[i] == page)
			return true;
	return false;
}

/* The page that covered the one on top was closed, or could not be opened. */
static void resume(struct app *app)
{
	if (app_page(app)->resume != NULL)
		app_page(app)->resume(app);
}

/* If the page can't be opened, the page beneath resumes; if there is none, the caller opens the
 * menu. */
bool dispatch_go(struct app *app, const struct destination *to)
{
	const struct page *page = pages[to->page];
	if (page->prepare != NULL && !page->prepare(app, to))
		return false;
	if (to->transition == TRANSITION_REPLACE)
		dispatch_close_all(app);
	assert(app->depth < PAGES && !is_open(app, page));
	if (page->open == NULL || page->open(app, to)) {
		app->open[app->depth++] = page;
		app->drawn = false;
		return true;
	}
	if (app->depth > 0)
		resume(app);
	return false;
}

/* ---- actions of every page ---- */

/* Whether there are other levels beside the current one: a game ID is not part of a pack. */
static bool is_in_pack(const struct app *app)
{
	const struct library *library = app->library;
	if (app->levels.count == 0)
		return false;
	const struct level_ref ref = app->levels.refs[app->current];
	return ref.pack < library->shipped || !library_is_portable(library, ref);
}

/* Goes to the level that was typed. In a game, a number is a level of the same pack. */
static bool go_to_typed(struct app *app, const char *typed, struct error *error)
{
	long number;
	const struct library *library = app->library;
	if (strcmp(typed, "-") == 0)
		return error_set(error, _("standard input is the keyboard here"));
	if (!app->prompt.search && is_in_pack(app) &&
	    text_read_number(typed, 1, PACK_LEVELS_MAX, &number)) {
		char name[LEVEL_NAME_MAX + 16];
		const int pack = app->levels.refs[app->current].pack;
		snprintf(name, sizeof name, "%s:%ld", library->packs[pack].name, number);
		return app_go_to_level(app, name, START_LEVEL, error);
	}
	if (!app->prompt.search && app->levels.count > 0 &&
	    text_read_number(typed, 1, PACK_LEVELS_MAX, &number))
		return error_set(error, _("this is a single board: there is no level %ld"), number);
	char *path = library->no_files ? NULL : file_typed_path(typed);
	const bool good = app_go_to_level(app, path == NULL ? typed : path, START_LEVEL, error);
	free(path);
	return good;
}

/* The same, or says why not. */
static bool go_to(struct app *app, const char *typed)
{
	struct error error;
	char list[KEY_NAME_MAX], cancel[KEY_NAME_MAX], advice[ADVICE_MAX];
	/* TRANSLATORS: after an error about a level that is not there: keys that show all levels */
	snprintf(advice, sizeof advice, _("%s, then %s lists them"),
	         app_key(app, ON_TYPING, PRESS_ESCAPE, cancel),
	         app_key(app, app_where(app), 'R', list));
	app->library->advice = app->prompt.search ? NULL : advice;
	const bool good = go_to_typed(app, typed, &error);
	app->library->advice = NULL;
	if (!good) {
		char reason[sizeof error.text + 64];
		/* TRANSLATORS: a search found no level; why follows */
		snprintf(reason, sizeof reason, "%s", app->prompt.search ? _("No match.") : "");
		text_add_sentence(reason, sizeof reason, error.text);
		app_say_sentence(app, reason);
	}
	return good;
}

/* What may be typed, with a game ID of the puzzle as an example. */
static void set_go_label(struct app *app, const struct puzzle *puzzle)
{
	char id[32];
	struct prompt *prompt = &app->prompt;
	generate_name(puzzle, &puzzle->generator.recipe, 42, id, sizeof id);
	snprintf(prompt->label, sizeof prompt->label, _("Level number or game ID (%s): "), id);
	/* TRANSLATORS: the same on a narrow screen: go to a level or game ID */
	snprintf(prompt->short_label, sizeof prompt->short_label, _("Go to (%s): "), id);
}

static void open_prompt(struct app *app)
{
	const struct page *page = app_page(app);
	prompt_begin(&app->prompt, "", "", go_to);
	app->prompt.search = page->typing_key != NULL;
	app->prompt.history = &app->typed[app->prompt.search ? PROMPT_SEARCH : PROMPT_LEVEL];
	if (page->puzzle != NULL)
		set_go_label(app, page->puzzle(app));
	if (page->typed != NULL)
		page->typed(app);
}

/* Performs an action on the terminal rather than the page; false if it is not one. */
static bool terminal_action(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_QUIT: app->over = true; return true;
	case ACTION_REPAINT: screen_repaint(app->screen); return true;
	case ACTION_SUSPEND:
		app->suspended = !app->options->restricted;
		if (!app->suspended)
			app_say(app, _("There is no shell to return to."));
		return true;
	default: return false;
	}
}

/* The same for all actions that mean the same on every page. */
static bool common_action(struct app *app, enum action action)
{
	switch (action) {
	case ACTION_GO:
	case ACTION_SEARCH:
		if (app_refuses(app, app_page(app), action))
			return false; /* the page says why */
		open_prompt(app);
		return true;
	case ACTION_HELP: app_cover(app, PAGE_HELP); return true;
	default: return terminal_action(app, action) || settings_action(app, action);
	}
}

/* ---- a line being typed ---- */

static void finish_prompt(struct app *app)
{
	const struct prompt typed = app->prompt;
	app->prompt.open = false;
	if (typed.text[0] == '\0' || typed.done(app, typed.text))
		return;
	app->prompt = typed;
	app->prompt.open = true; /* a page may have closed it */
}

/* The keys of the prompt can't be rebound, except Ctrl with a letter. */
static void prompt_key(struct app *app, int key, int cell)
{
	struct prompt *prompt = &app->prompt;
	const struct page *page = app_page(app);
	if (key == PRESS_ENTER)
		prompt_remember(prompt);
	if (page->typing_key != NULL && page->typing_key(app, key, cell))
		return;
	if (key == PRESS_ESCAPE)
		prompt->open = false;
	else if (key < ' ' && terminal_action(app, key_action(&app->keys, ON_MENU, key)))
		return;
	else if (key == PRESS_TAB && prompt->next != NULL)
		prompt->next(app);
	else if (key == PRESS_ENTER)
		finish_prompt(app);
	else
		prompt_edit(prompt, key);
	if (page->typed != NULL)
		page->typed(app);
}

/* ---- keys and clicks ---- */

bool dispatch_is_too_small(const struct app *app)
{
	const struct picture *picture = app->picture;
	return !app_page(app)->any_size &&
	       (picture->rows < ROWS_MIN || picture->columns < COLUMNS_MIN);
}

/* Handles keys that are not for the page; false if the key is for the page. */
static bool is_dealt_with(struct app *app, struct press press)
{
	if (!app_page(app)->any_key)
		return common_action(app, press.action);
	return press.cell < 0 &&
	       (terminal_action(app, press.action) || settings_action(app, press.action));
}

static void press_key(struct app *app, struct press press)
{
	app->message[0] = '\0';
	if (app->prompt.open)
		prompt_key(app, press.key, press.cell);
	else if (!is_dealt_with(app, press))
		app_page(app)->key(app, press);
}

/* Handles a key, looked up in `keys`. */
static void take_key(struct app *app, const struct keys *keys, int key, int cell)
{
	const enum action action = key_action(keys, app_where(app), key);
	if (!dispatch_is_too_small(app))
		press_key(app, (struct press){key, cell, action});
	else if (action == ACTION_HELP && !app->prompt.open)
		app_cover(app, PAGE_HELP);
	else
		terminal_action(app, action); /* the effect of any other would be invisible */
	dispatch_next(app);
}

/* Pasted text goes into the line being typed, or to the page; a level code opens its level, as
 * typing it would. */
static void take_paste(struct app *app, const char *text)
{
	const struct page *page = app_page(app);
	const enum action action = key_action(&keys_default, app_where(app), 'g');
	const char *code = text + strspn(text, " \n");
	if (dispatch_is_too_small(app))
		return;
	app->message[0] = '\0';
	if (app->prompt.open) {
		prompt_insert(&app->prompt, text);
		if (page->typed != NULL)
			page->typed(app);
	} else if (page->paste != NULL) {
		page->paste(app, text);
	} else if (level_code_is(code) && app_refuses(app, page, action)) {
		page->key(app, (struct press){'g', -1, action}); /* which says why */
	} else if (level_code_is(code) && (action == ACTION_GO || action == ACTION_SEARCH)) {
		go_to(app, code);
	}
	dispatch_next(app);
}

/* Closes the page; the page beneath gets the key, if there is one. */
static void go_back(struct app *app, int key)
{
	assert(app->depth > 1);
	close_page(app);
	app->drawn = false;
	resume(app);
	if (key != PRESS_NONE)
		take_key(app, &keys_default, key, -1);
}

void dispatch_next(struct app *app)
{
	while (app->next.transition != TRANSITION_NONE) {
		const struct destination to = app->next;
		app->next = (struct destination){.transition = TRANSITION_NONE};
		if (to.transition == TRANSITION_BACK)
			go_back(app, to.key);
		else if (!dispatch_go(app, &to) && app->depth == 0 && to.page == PAGE_MENU)
			app->over = app->out_of_memory = true;
		else if (app->depth == 0)
			app_go_to_menu(app);
	}
}

/* A click acts as the default key of the widget under it. It is ignored until the page is drawn,
 * because the widgets on the screen are another page's. */
static void take_click(struct app *app, struct click click)
{
	const struct click_area *click_area =
		picture_click_area_at(app->picture, click.row, click.column);
	const bool of_prompt =
		click_area != NULL && (app->prompt.search || click.row == app->picture->rows - 1);
	if (!app->drawn)
		return;
	if (app->prompt.open && !of_prompt) /* leaves it */
		take_key(app, &keys_default, PRESS_ESCAPE, -1);
	else if (click_area != NULL && click_area->key == PRESS_CLICK && click_area->cell >= 0 &&
	         app_page(app)->drag != NULL) {
		app->held = click_area->cell + 1;
		app->held_at = click;
	} else if (click_area != NULL)
		take_key(app, &keys_default, click_area->key, click_area->cell);
}

/* How far a place is from an area, in rows and columns together; 0: inside. */
static int distance_to(const struct click_area *area, struct click click)
{
	const int above = area->row - click.row, left = area->column - click.column;
	const int below = click.row - (area->row + area->rows - 1);
	const int right = click.column - (area->column + area->columns - 1);
	return (above > 0 ? above : 0) + (below > 0 ? below : 0) + (left > 0 ? left : 0) +
	       (right > 0 ? right : 0);
}

/* Where a drag ended: the cell there, or the nearest one. */
static struct drag drag_to(const struct app *app, int from, struct click click)
{
	const struct picture *picture = app->picture;
	struct drag drag = {.from = from,
	                    .to = from,
	                    .down = click.row - app->held_at.row,
	                    .right = click.column - app->held_at.column};
	int minimum = INT_MAX;
	for (int i = 0; i < picture->click_area_count; i++) {
		const struct click_area *area = &picture->click_areas[i];
		const int distance = distance_to(area, click);
		if (area->key == PRESS_CLICK && area->cell >= 0 && distance < minimum) {
			drag.to = area->cell;
			minimum = distance;
		}
	}
	drag.off = minimum > 0;
	return drag;
}

/* The button was released: a click on a cell, or a drag. */
static void take_release(struct app *app, struct click click)
{
	const int from = app->held - 1;
	app->held = 0;
	const struct drag drag = drag_to(app, from, click);
	if (drag.down == 0 && abs(drag.right) < SWIPE_COLUMNS) {
		take_key(app, &keys_default, PRESS_CLICK, from);
	} else if (!app->prompt.open && !dispatch_is_too_small(app)) {
		app->message[0] = '\0';
		app_page(app)->drag(app, &drag);
		dispatch_next(app);
	}
}

/* Another key or click came first, for example from a terminal that does not report releases: it
 * was a click. */
static void end_hold(struct app *app)
{
	const int cell = app->held - 1;
	app->held = 0;
	take_key(app, &keys_default, PRESS_CLICK, cell);
}

static void skip_animation(struct app *app)
{
	for (int i = 0; i < app->depth; i++)
		if (app->open[i]->skip_animation != NULL)
			app->open[i]->skip_animation(app);
}

/* If keys keep coming, the rest waits until the screen is drawn, so that the player sees their
 * effect and signals are handled. */
void dispatch_keys(struct app *app)
{
	struct click click = {0, 0};
	int key, taken = 0;
	const int64_t until = milliseconds_now() + BURST_MILLISECONDS;
	while (!app->over && !app->suspended && milliseconds_now() < until &&
	       screen_key(app->screen, &key, &click)) {
		if (key == PRESS_NONE || (key == PRESS_RELEASE && app->held == 0))
			continue;
		if (key != PRESS_RELEASE && app->held != 0)
			end_hold(app);
		app->touched = milliseconds_now();
		if (taken++ > 0) /* typed ahead: skip the animation of earlier keys */
			skip_animation(app);
		if (key == PRESS_CLICK)
			take_click(app, click);
		else if (key == PRESS_RELEASE)
			take_release(app, click);
		else if (key == PRESS_PASTE)
			take_paste(app, screen_pasted(app->screen));
		else
			take_key(app, &app->keys, key, -1);
		if (app->held != 0)
			taken--; /* a click on a cell counts when the button is released */
	}
	if (taken > 1)
		skip_animation(app);
}
