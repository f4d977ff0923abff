/* What is chosen in the list, and by which keys and clicks. The lines of all puzzles stand in one
 * list; of these a part is shown, and all choosing goes on among what is shown. */
#include <assert.h>

#include "puzzle/puzzle.h"
#include "puzzle/registry.h"
#include "ui/app.h"

enum {
	PREVIEW_MILLISECONDS = 200, /* the board is drawn when the cursor rests for so long */
};

/* ---- what is shown ---- */

int menu_position(const struct menu *menu)
{
	for (int i = 0; i < menu->shown_count; i++)
		if (menu->shown[i] == menu->chosen)
			return i;
	return -1;
}

void menu_choose(struct app *app, int line)
{
	struct menu *menu = &app->menu;
	if (line == menu->chosen)
		return;
	menu->chosen = line;
	menu->preview_due = milliseconds_now() + PREVIEW_MILLISECONDS;
}

void menu_show(struct app *app)
{
	struct menu *menu = &app->menu;
	const struct puzzle *puzzle = menu->lines[menu->chosen].puzzle;
	menu->shown_count = 0;
	menu->top = 0;
	for (int i = 0; i < menu->count; i++)
		if (app->prompt.open ? menu_matches(app, &menu->lines[i])
		                     : menu->lines[i].puzzle == puzzle)
			menu->shown[menu->shown_count++] = i;
	if (menu_position(menu) < 0 && menu->shown_count > 0)
		menu_choose(app, menu->shown[0]);
}

/* ---- opening ---- */

/* The first level of a puzzle's packs, where nothing tells more. */
static int first_level(const struct menu *menu, const struct puzzle *puzzle)
{
	int line = 0;
	while (menu->lines[line].kind != LINE_LEVEL || menu->lines[line].puzzle != puzzle)
		line++;
	return line;
}

/* The line of a level in its pack, else any line of it; -1: there is none. */
static int line_of(const struct menu *menu, uint64_t identity)
{
	int line = -1;
	for (int i = 0; i < menu->count; i++)
		if (menu->lines[i].kind != LINE_HEADING && menu->lines[i].identity == identity)
			line = i;
	return line;
}

/* The line where the player left off: of the game that is in progress and was played last, which
 * stands first among its puzzle's, or of the level opened last. */
static int last_line(const struct app *app)
{
	const struct menu *menu = &app->menu;
	const long last = store_setting(app->store, MENU_LAST, -1);
	for (int i = 0; i < menu->count; i++)
		if (menu->lines[i].kind != LINE_HEADING && menu->lines[i].identity != 0 &&
		    menu_last(menu->lines[i].identity) == last)
			return i;
	return -1;
}

/* Has the player ever made a move? */
static bool has_played(const struct menu *menu)
{
	for (int i = 0; i < menu->count; i++) {
		const struct menu_line *line = &menu->lines[i];
		if (line->kind != LINE_HEADING && line->identity != 0 &&
		    (line->playing || line->best.count >= 0))
			return true;
	}
	return false;
}

bool menu_open(struct app *app)
{
	struct menu *menu = &app->menu;
	const bool first = menu->lines == NULL;
	const uint64_t chosen = first ? 0 : menu->lines[menu->chosen].identity;
	const struct puzzle *puzzle = first ? puzzle_at(0) : menu->lines[menu->chosen].puzzle;
	app->starved = !menu_fill(app);
	if (app->starved)
		return false;
	int line = app->game.identity != 0 ? line_of(menu, app->game.identity) : -1;
	if (line < 0)
		line = first ? last_line(app) : chosen != 0 ? line_of(menu, chosen) : -1;
	menu->chosen = line < 0 ? first_level(menu, puzzle) : line;
	menu->welcome = !has_played(menu);
	menu->previewed = menu->chosen;
	menu->preview_due = 0;
	app->page = PAGE_MENU;
	menu_show(app);
	return true;
}

void menu_choose_drawing(struct app *app, uint64_t number)
{
	struct menu *menu = &app->menu;
	for (int i = 0; i < menu->count; i++)
		if (menu->lines[i].kind == LINE_DRAWING && menu->lines[i].number == number)
			menu->chosen = menu->previewed = i;
	menu_show(app);
}

/* ---- keys ---- */

/* The next level in that direction from the place on. */
static void choose_from(struct app *app, int position, int step)
{
	const struct menu *menu = &app->menu;
	while (position >= 0 && position < menu->shown_count) {
		const int line = menu->shown[position];
		if (menu->lines[line].kind != LINE_HEADING) {
			menu_choose(app, line);
			return;
		}
		position += step;
	}
}

/* The first level of the pack before or after; at the ends, of all. */
static void choose_pack(struct app *app, int step)
{
	const struct menu *menu = &app->menu;
	int headings = step < 0 ? 2 : 1; /* back over the pack's own */
	int position = menu_position(menu) + step;
	for (; position >= 0 && position < menu->shown_count; position += step)
		if (menu->lines[menu->shown[position]].kind == LINE_HEADING && --headings == 0) {
			choose_from(app, position + 1, 1);
			return;
		}
	choose_from(app, step < 0 ? 0 : menu->shown_count - 1, -step);
}

/* The first level that is not solved yet, of those behind a heading or (-1) of all of a puzzle's;
 * the first of these if there is none. */
static void choose_unsolved(struct app *app, const struct puzzle *puzzle, int heading)
{
	const struct menu *menu = &app->menu;
	int found = -1;
	for (int i = heading + 1; i < menu->count; i++) {
		const struct menu_line *line = &menu->lines[i];
		if (heading >= 0 && line->kind != LINE_LEVEL)
			break;
		if (line->kind != LINE_LEVEL || line->puzzle != puzzle)
			continue;
		if (found < 0)
			found = i;
		if (line->best.count < 0) {
			found = i;
			break;
		}
	}
	if (found < 0)
		return;
	menu_choose(app, found);
	if (menu_position(menu) < 0)
		menu_show(app);
}

/* The puzzle before or after, around the ends. */
static void choose_mode(struct app *app, int step)
{
	const struct menu *menu = &app->menu;
	int count = 0, now = 0;
	for (; puzzle_at(count) != NULL; count++)
		if (puzzle_at(count) == menu->lines[menu->chosen].puzzle)
			now = count;
	assert(count > 0);
	choose_unsolved(app, puzzle_at((now + step + count) % count), -1);
}

/* The place of the chosen level. One that is not in the packs is found, or made, by its name; false
 * if it can't be. */
static bool find_chosen(struct app *app, struct level_ref *place)
{
	const struct menu_line *line = &app->menu.lines[app->menu.chosen];
	struct level_list found = {0};
	struct error error;
	*place = line->place;
	if (place->pack < 0 && line->name == NULL) {
		app_say(app, "out of memory");
		return false;
	}
	if (place->pack < 0 && !library_find(app->library, line->name, &found, &error)) {
		app_say(app, "%s", error.text);
		return false;
	}
	if (found.count > 0)
		*place = found.place[0];
	level_list_free(&found);
	return true;
}

static void edit(struct app *app)
{
	const struct menu_line *line = &app->menu.lines[app->menu.chosen];
	struct level_ref place;
	if (line->kind == LINE_DRAWING)
		editor_open_kept(app, line->puzzle, line->number);
	else if (find_chosen(app, &place))
		editor_open(app, place);
}

static void play(struct app *app)
{
	struct level_ref place;
	if (app->menu.lines[app->menu.chosen].kind == LINE_DRAWING)
		edit(app);
	else if (find_chosen(app, &place) && game_open(app, place))
		app_set_places(app, place);
}

static void replay(struct app *app)
{
	struct level_ref place;
	if (app->menu.lines[app->menu.chosen].kind == LINE_DRAWING)
		app_say(app, "this is a drawing, of which no game is kept");
	else if (find_chosen(app, &place))
		playback_best(app, place);
}

static void click(struct app *app, enum action action, const struct menu_line *line)
{
	if (action == ACTION_MODE_AFTER) { /* on a puzzle's tab */
		choose_unsolved(app, line->puzzle, -1);
	} else if (line->kind == LINE_HEADING) {
		choose_unsolved(app, line->puzzle, (int)(line - app->menu.lines));
	} else {
		app->menu.chosen = (int)(line - app->menu.lines);
		play(app);
	}
}

void menu_key(struct app *app, enum action action, int line)
{
	struct menu *menu = &app->menu;
	const int position = menu_position(menu);
	if (line >= 0 && line < menu->count) {
		click(app, action, &menu->lines[line]);
		return;
	}
	switch (action) {
	case ACTION_UP: choose_from(app, position - 1, -1); return;
	case ACTION_DOWN: choose_from(app, position + 1, 1); return;
	case ACTION_FIRST: choose_from(app, 0, 1); return;
	case ACTION_LAST: choose_from(app, menu->shown_count - 1, -1); return;
	case ACTION_MODE_BEFORE: choose_mode(app, -1); return;
	case ACTION_MODE_AFTER: choose_mode(app, 1); return;
	case ACTION_PAGE_UP: choose_pack(app, -1); return;
	case ACTION_PAGE_DOWN: choose_pack(app, 1); return;
	case ACTION_CHOOSE: play(app); return;
	case ACTION_STATISTICS: statistics_open(app); return;
	case ACTION_EDIT: edit(app); return;
	case ACTION_REPLAY: replay(app); return;
	default: return;
	}
}

/* ---- time ---- */

int menu_timeout(const struct app *app)
{
	const int64_t due = app->menu.preview_due;
	if (due == 0)
		return -1;
	const int64_t left = due - milliseconds_now();
	return left < 0 ? 0 : (int)left;
}

void menu_tick(struct app *app)
{
	struct menu *menu = &app->menu;
	if (app->page == PAGE_MENU && menu->preview_due > 0 &&
	    milliseconds_now() >= menu->preview_due) {
		menu->preview_due = 0;
		menu->previewed = menu->chosen;
	}
}
