/* What a key does: one for a line that is being typed goes there, one that means the same on every
 * page is dealt with here, and what is left is for the page. A click does what a key does. */
#include <stdio.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/key.h"
#include "ui/app.h"

enum { BURST_MILLISECONDS = 100 }; /* keys are taken so long before what they did is drawn */

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

/* ---- what means the same on every page ---- */

/* Goes to the level that was typed. */
static bool go_to(struct app *app, const char *name)
{
	struct error error;
	struct level_list found = {0};
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
	level_list_free(&found);
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
		app->stopping = true;
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

/* ---- a line being typed ---- */

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

/* ---- keys and clicks ---- */

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

/* Where keys never fall silent, the rest comes behind a picture: one is to be seen of them, and a
 * signal to be heard. */
void app_take_keys(struct app *app)
{
	struct click click = {0, 0};
	int key, taken = 0;
	const int64_t until = milliseconds_now() + BURST_MILLISECONDS;
	while (!app->over && !app->stopping && milliseconds_now() < until &&
	       screen_key(app->screen, &key, &click)) {
		if (key == PRESS_NONE)
			continue;
		app->touched = milliseconds_now();
		if (taken++ > 0) /* typed ahead: there is no time to watch what came before */
			animation_stop(&app->game);
		if (key == PRESS_CLICK)
			take_click(app, click);
		else
			take_key(app, &app->keys, key, -1);
	}
	if (taken > 1)
		animation_stop(&app->game);
}
