/* Searching the list by typing: a level is found if its names have all words that were typed, in
 * any order and case. Text that finds no level may be the name of one that is not in the list: a
 * file or a game ID. */
#include "ui/page/menu.h"

#include <stdio.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/key.h"
#include "puzzle/puzzle.h"

/* All names of a level. */
static void describe(const struct app *app, const struct menu_line *line, char *out, size_t size)
{
	char name[LEVEL_NAME_MAX];
	const char *pack = line->kind == LINE_TODAY     ? "daily"
	                   : line->kind == LINE_DRAWING ? "drawing"
	                                                : "";
	snprintf(name, sizeof name, "%s", line->name != NULL ? line->name : "");
	if (line->kind == LINE_LEVEL) {
		library_name(app->library, line->level, name);
		pack = library_pack_title(app->library, line->level.pack);
	}
	snprintf(out, size, "%s %s %s %s", menu_title(app, line), pack, line->puzzle->title, name);
}

bool menu_matches(const struct app *app, const struct menu_line *line)
{
	char all[2 * LEVEL_NAME_MAX], words[LEVEL_NAME_MAX];
	if (line->kind == LINE_HEADING || (line->kind == LINE_GAME && line->level.pack >= 0))
		return false; /* its level has its own line */
	describe(app, line, all, sizeof all);
	snprintf(words, sizeof words, "%s", app->prompt.text);
	char *rest = NULL;
	for (char *word = strtok_r(words, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest))
		if (strcasestr(all, word) == NULL)
			return false;
	return true;
}

void menu_typed(struct app *app)
{
	struct menu *menu = menu_of(app);
	if (app->prompt.open && !menu->searching)
		menu->before = menu->selected;
	menu->searching = app->prompt.open;
	menu_show(app);
}

static void end_search(struct app *app, int line)
{
	app->prompt.open = false;
	menu_choose(app, line);
	menu_typed(app);
}

bool menu_typing_key(struct app *app, int key, int line)
{
	struct menu *menu = menu_of(app);
	const bool text = key >= ' ' && key < PRESS_UP && key != PRESS_ESCAPE;
	enum action action = text ? ACTION_NONE : key_action(&app->keys, ON_TYPING, key);
	if (line >= 0) {
		end_search(app, menu->selected);
		action = key_action(&keys_default, ON_MENU, key);
	} else if (action == ACTION_BACK) {
		end_search(app, menu->before);
		return true;
	} else if (action == ACTION_CHOOSE) {
		const bool found = menu->shown_count > 0;
		end_search(app, found ? menu->selected : menu->before);
		if (!found)
			return false;
	}
	menu_key(app, (struct press){key, line, action});
	return line >= 0 || action != ACTION_NONE;
}
